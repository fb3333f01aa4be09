// The review of a game that is over, in a panel of the table's page: asked for, waited for, shown.

import { make } from "./dom.js";
import { drawReview } from "./review.js";
import { reasonOf } from "./socket.js";
import { spoken } from "./words.js";

const PAUSE = 400; // milliseconds between two questions how far it is

/**
 * Show the review of a game; while it is made, how far it is.
 * @param {{review: string, replay: string}} ended where the server has them
 * @param {string[]} names of the seats
 * @param {number|null} first the seat that is told of first
 */
export async function showReview(ended, names, first) {
  const told = make("p", { role: "status" }, "Reviewing the game …");
  const bar = make("progress", { "aria-label": "how far the review is" });
  const room = make("div.review", {}, told, bar);
  const close = make("button.button", { type: "button", click: () => dialog.close() }, "Close");
  const dialog = make("dialog.review-panel", { "aria-label": "Review", close: () => dialog.remove() }, room, close);
  document.body.append(dialog);
  dialog.showModal();
  try {
    const review = await made(ended.review, dialog, bar);
    if (!review) return;
    const go = (step) => window.open(`${ended.replay}#step=${step}`, "_blank", "noopener");
    const last = Math.max(...review.values.flat().map(([step]) => step), 1);
    drawReview(room, spoken(review, names), { names, last, first, go });
    close.focus({ preventScroll: true });
  } catch (error) {
    bar.remove();
    told.textContent = error.message;
  }
}

/** Return the review once it is made; null where the panel was closed meanwhile. */
async function made(address, dialog, bar) {
  while (dialog.open) {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(await reasonOf(answer));
    const data = await answer.json();
    if (answer.status === 200) return data;
    bar.max = data.of;
    bar.value = data.done;
    await new Promise((go) => setTimeout(go, PAUSE));
  }
  return null;
}
