// Dice: how they fell, and that they roll.

import { make } from "./dom.js";

const SHOWN = 1800; // milliseconds

/** Return dice that lie still. */
export function diceOf(values) {
  const words = `dice: ${values.join(", ")}`;
  return make("span.dice", { role: "img", "aria-label": words }, values.map((value) => make("span.die", {}, value)));
}

/**
 * Let the dice of new lines of the log be seen to roll.
 * @param {HTMLElement} root
 * @param {{dice: number[], text: string}[]} entries
 */
export function roll(root, entries) {
  const thrown = entries.filter((entry) => entry.dice?.length);
  document.querySelector(".thrown")?.remove();
  if (!thrown.length) return;
  const rolling = matchMedia("(prefers-reduced-motion: reduce)").matches ? "" : ".rolling";
  const shown = make(
    `div.thrown${rolling}`,
    { "aria-hidden": "true" },
    thrown.slice(-4).map((entry) => make("p", {}, diceOf(entry.dice), " ", entry.text)),
  );
  root.before(shown);
  setTimeout(() => shown.remove(), SHOWN);
}
