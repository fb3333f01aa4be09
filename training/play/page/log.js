// The log of what happened: headings for turns and steps, rules as links.

import { diceOf } from "./dice.js";
import { make } from "./dom.js";

const TURN = 0,
  STEP = 1,
  RESULT = 3; // levels of an event

/**
 * Return an entry as an element.
 * @param {{n: number, level: number, seat: number|null, text: string, rule: string}} entry
 * @param {import("./lookup.js").LookUp} lookUp
 */
export function entryOf(entry, lookUp) {
  const tag = entry.level === TURN ? "h3" : entry.level === STEP ? "h4" : "p";
  const look = entry.level === RESULT ? ".came-of-it" : "";
  const seat = entry.seat === null || entry.level <= STEP ? "" : `.seat-${entry.seat % 4}`;
  return make(
    `${tag}.entry${look}${seat}`,
    { "data-n": entry.n },
    entry.text,
    entry.dice?.length > 0 && [" ", diceOf(entry.dice)],
    entry.rule && [" ", lookUp.link(entry.rule)],
  );
}

/**
 * Add what is new to the log, and keep its end in sight unless somebody has scrolled up to read.
 * @param {HTMLElement} log
 * @param {object[]} entries
 * @param {import("./lookup.js").LookUp} lookUp
 * @param {number} [kept] lines from this number on were taken back
 */
export function addTo(log, entries, lookUp, kept = Infinity) {
  for (const entry of log.querySelectorAll(".entry")) if (Number(entry.dataset.n) >= kept) entry.remove();
  if (!log.dataset.follows) {
    follow(log);
    walk(log);
  }
  const added = entries.map((entry) => entryOf(entry, lookUp));
  for (const link of added.flatMap((entry) => [...entry.querySelectorAll(".rule")])) link.tabIndex = -1;
  log.append(...added);
  if (log.dataset.follows === "yes") log.scrollTop = log.scrollHeight;
}

/** Let the arrow keys go through the rules of a log: it is one stop of Tab, however long it grows. */
function walk(log) {
  log.addEventListener("keydown", (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    const links = [...log.querySelectorAll(".rule")];
    const now = links.indexOf(document.activeElement);
    const next = now < 0 ? links.length - 1 : now + step;
    if (!links[next]) return;
    links[next].focus();
    event.preventDefault();
  });
}

/** Take note of who scrolls; a log that only became lower, for a box below it, is still followed. */
function follow(log) {
  log.dataset.follows = "yes";
  let height = log.clientHeight;
  log.addEventListener("scroll", () => {
    if (log.clientHeight === height)
      log.dataset.follows = log.scrollHeight - log.scrollTop - log.clientHeight < 40 ? "yes" : "no";
    height = log.clientHeight;
  });
  new ResizeObserver(() => {
    if (log.dataset.follows === "yes") log.scrollTop = log.scrollHeight;
  }).observe(log);
}
