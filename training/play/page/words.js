// Words for people: seats have names and count from 1, whoever looks is "you", what is done begins with a capital.

const SEAT = /\bplayer_(\d+)\b/g;
const IRREGULAR = { has: "have", is: "are", does: "do" };

/**
 * Return what each seat is called: a person by the name that was given, anybody else by the number of the seat.
 * @param {object|null} about the message that tells who sits at the table
 * @returns {string[]}
 */
export function namesOf(about) {
  const given = (about?.players ?? []).map(({ seat, kind, name }) =>
    kind === "person" && name !== about.agents[seat] ? name : `Player ${seat + 1}`,
  );
  return given.map((name, seat) => (given.indexOf(name) === given.lastIndexOf(name) ? name : `${name} (${seat + 1})`));
}

/**
 * Return plain data in which seats are called by these names.
 * @param {any} value
 * @param {string[]} names
 * @returns {any}
 */
export function spoken(value, names) {
  if (typeof value === "string") return value.replace(SEAT, (_, seat) => names[seat] ?? `Player ${Number(seat) + 1}`);
  if (Array.isArray(value)) return value.map((each) => spoken(each, names));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, spoken(each, names)]));
}

/**
 * Return a sentence about somebody as it is said to them: "Alice plays a card, or passes" is "You play a card, or pass".
 * @param {string} text
 * @param {string} name
 */
export function toYou(text, name) {
  if (!text.startsWith(`${name} `)) return text;
  const rest = text.slice(name.length + 1);
  const told = rest.replace(/^\S+/, plain).replace(/\b(or|and) (\w+es)\b(?= where| *$)/g, (_, word, verb) => `${word} ${plain(verb)}`);
  return `You ${told}`;
}

/** Return a verb as it stands behind "you". */
function plain(verb) {
  if (verb in IRREGULAR) return IRREGULAR[verb];
  if (/[^aeiou]ies$/.test(verb)) return `${verb.slice(0, -3)}y`;
  if (/(ss|sh|tch|x|zz)es$/.test(verb)) return verb.slice(0, -2);
  return /[^s]s$/.test(verb) ? verb.slice(0, -1) : verb;
}

/** Return a text that begins with a capital. */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
