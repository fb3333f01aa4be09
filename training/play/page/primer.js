// How to play: what a newcomer reads. The words are the game's own (data/primer.md), fetched with its other help.

import { make } from "./dom.js";

const SEEN = "ow-primers"; // in this browser: the games whose primer was opened

/**
 * Return how a game is played, as elements.
 * @param {{aim: string, turn: string[], end: string, tips: string[]}} primer
 * @param {import("./lookup.js").LookUp} lookUp turns numbers of rules into links
 */
export function primerBody(primer, lookUp) {
  const list = (tag, lines) =>
    make(
      tag,
      {},
      lines.map((line) => make("li", {}, lookUp.linked(line))),
    );
  return make(
    "div.primer",
    {},
    make("p.aim", {}, lookUp.linked(primer.aim)),
    make("h3", {}, "A turn"),
    list("ol", primer.turn),
    make("h3", {}, "How it ends"),
    make("p", {}, lookUp.linked(primer.end)),
    make("h3", {}, "Three tips"),
    list("ul", primer.tips),
  );
}

/** Open how a game is played, in the panel where things are looked up. */
export function openPrimer(primer, game, lookUp) {
  lookUp.open(`How to play ${game.title}`, primerBody(primer, lookUp));
  remember(game.name);
}

/** Tell whether the primer of a game was open in this browser. */
export function knows(name) {
  return seen().includes(name);
}

/** Keep in mind that the primer of a game was read. */
export function remember(name) {
  if (!knows(name)) localStorage.setItem(SEEN, JSON.stringify([...seen(), name]));
}

function seen() {
  try {
    const found = JSON.parse(localStorage.getItem(SEEN));
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}
