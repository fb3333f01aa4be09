// While a game is compiled: what is being done, for how long so far, and how to play, to read meanwhile.

import { make } from "./dom.js";
import { primerBody, remember } from "./primer.js";

const READ = 3; // seconds after which how to play was there to be read
let timer = null;

/**
 * Show that the table is being made; whatever is drawn there afterwards ends it.
 * @param {HTMLElement} root of the table
 * @param {{text: string, seconds: number, game: {name: string, title: string}}} note
 * @param {import("./lookup.js").LookUp} lookUp of that game
 */
export async function showWaiting(root, note, lookUp) {
  const opened = performance.now();
  const since = opened - 1000 * note.seconds;
  const told = () => `${Math.floor((performance.now() - since) / 1000)} s so far`;
  const seconds = make("span", { "aria-hidden": "true" }, told());
  const primer = make("div", {});
  const panel = make(
    "section.box.making",
    { "aria-label": `${note.game.title} is being made ready` },
    make("h2", {}, make("span.spinner", { "aria-hidden": "true" }), `${note.game.title} is being made ready`),
    make("p.soft", {}, note.text, " ", seconds),
    primer,
  );
  root.replaceChildren(panel);
  clearInterval(timer);
  timer = setInterval(() => {
    if (!panel.isConnected) return clearInterval(timer);
    seconds.textContent = told();
    if (primer.children.length && performance.now() - opened > 1000 * READ) remember(note.game.name);
    return undefined;
  }, 1000);
  const help = await lookUp.data("help");
  if (!help.primer || !panel.isConnected) return;
  primer.append(make("h2", {}, "How to play"), primerBody(help.primer, lookUp));
}
