// The end of a game: won or lost, what can be done next, and the score against each opponent, kept by the browser.

import { make } from "./dom.js";

const KEPT = "scores";

/** Return in words what a result is for a seat; "" for whoever only watches. */
export function outcomeOf(moment, seat) {
  if (!moment.result || typeof seat !== "number") return ""; // after the end everybody sees all: the view is nobody's
  const own = moment.result.rewards[seat];
  const best = Math.max(...moment.result.rewards);
  if (own > 0 && own === best) return "You won.";
  return own < 0 || own < best ? "You lost." : "A draw.";
}

/**
 * Count a game that is over, once, and return the score against the same opponents.
 * @param {object} about who sits at the table
 * @param {object} moment
 * @param {string[]} names
 * @param {string} table by which the browser knows that it was counted
 * @returns {string} "": nobody can be told from others
 */
export function scoreOf(about, moment, names, table) {
  const outcome = outcomeOf(moment, about.viewer);
  const others = about.players.filter((player) => player.seat !== about.viewer);
  if (!outcome || !others.length) return "";
  const who = others.map((player) => (player.kind === "person" ? names[player.seat] : player.name)).sort().join(", ");
  const scores = scoresKept();
  const key = `${about.game.title}: ${who}`;
  const score = (scores[key] ??= { won: 0, lost: 0, drawn: 0, counted: [] });
  if (!score.counted.includes(table)) {
    score.counted = [...score.counted, table].slice(-50);
    score[{ "You won.": "won", "You lost.": "lost" }[outcome] ?? "drawn"]++;
    localStorage.setItem(KEPT, JSON.stringify(scores));
  }
  return `You ${score.won} : ${score.lost} ${who}${score.drawn ? `, ${score.drawn} drawn` : ""}`;
}

/** Return all scores that are kept, by game and opponents. */
export function scoresKept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

/**
 * Return what can be done after the end.
 * @param {object|null} ended where record and replay are
 * @param {boolean} seated may this viewer order another game?
 * @param {(exchange: boolean) => void} again
 * @param {() => void} review
 */
export function afterwards(ended, seated, again, review) {
  const order = (name, exchange, label, title) =>
    make(`button.button${exchange ? ".main" : ""}`, { type: "button", "data-control": name, title, click: () => again(exchange) }, label);
  return make(
    "div.end-links",
    {},
    seated && order("rematch", true, "Rematch", "the same game, everybody one seat on"),
    seated && order("again", false, "Play again", "the same game, the same seats"),
    ended && make("button.button", { type: "button", "data-control": "review", click: review }, "Review"),
    ended && make("a.button", { href: ended.replay, target: "_blank" }, "Step through it"),
    ended && make("a.button", { href: ended.replay, download: "game.html" }, "Save the replay"),
    ended && make("a.button", { href: ended.record, download: true }, "Save the record"),
    make("a.button", { href: "/" }, "New game"),
  );
}
