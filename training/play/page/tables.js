// The tables that this browser has a seat at, so that a tab may be closed and the game go on later.

const KEPT = "tables",
  MOST = 60;

/** Return the secrets of tables this browser was at, the last first. */
export function secretsKept() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT));
    return Array.isArray(kept) ? kept.filter((each) => typeof each === "string").slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Keep the secret of a table. */
export function keepSecret(secret) {
  if (!secret) return;
  const all = [secret, ...secretsKept().filter((each) => each !== secret)];
  localStorage.setItem(KEPT, JSON.stringify(all.slice(0, MOST)));
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
