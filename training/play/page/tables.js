// The tables that this browser has a seat at or has ordered, so that a tab may be closed and the game go on later.

const SEATS = "tables",
  OWNED = "tables-ordered",
  MOST = 60;

/** Return the secrets of tables this browser was at, the last first. */
export function secretsKept() {
  return kept(SEATS);
}

/** Return the secrets of tables this browser has ordered, the last first. */
export function ownersKept() {
  return kept(OWNED);
}

/** Keep the secret of a seat. */
export function keepSecret(secret) {
  keep(SEATS, secret);
}

/** Keep the secret of whoever has ordered a table. */
export function keepOwner(secret) {
  keep(OWNED, secret);
}

function kept(name) {
  try {
    const all = JSON.parse(localStorage.getItem(name));
    return Array.isArray(all) ? all.filter((each) => typeof each === "string").slice(0, MOST) : [];
  } catch {
    return [];
  }
}

function keep(name, secret) {
  if (!secret) return;
  const all = [secret, ...kept(name).filter((each) => each !== secret)];
  localStorage.setItem(name, JSON.stringify(all.slice(0, MOST)));
}

/** Ask the server something as JSON. */
export async function ask(path, data) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(data),
  });
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.text);
  return said;
}
