// Arrows between cards: who shoots at whom, who defends whom.

import { draw } from "./dom.js";

/**
 * Draw the links of a view over its cards.
 * @param {HTMLElement} root in which the table was drawn
 * @param {object} view
 * @param {import("./spots.js").Item[]} items
 */
export function drawLinks(root, view, items) {
  root.querySelector(".links")?.remove();
  const board = root.querySelector(".board");
  if (!view.links.length || !board) return;
  const frame = board.getBoundingClientRect();
  const at = (key) => {
    const found = items.find((item) => item.card?.keys.includes(key))?.element.getBoundingClientRect();
    return found && [found.x - frame.x + found.width / 2, found.y - frame.y + found.height / 2];
  };
  const size = {
    width: board.scrollWidth,
    height: board.scrollHeight,
    viewBox: `0 0 ${board.scrollWidth} ${board.scrollHeight}`,
  };
  const overlay = draw(
    "svg.links",
    { ...size, "aria-hidden": "true" },
    view.links.map((link) => arrow(link, at(link.source), at(link.target))),
  );
  board.append(overlay);
}

function arrow(link, from, to) {
  if (!from || !to) return null;
  const far = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const along = [(to[0] - from[0]) / far, (to[1] - from[1]) / far];
  const side = [-along[1] * 6, along[0] * 6]; // so that two can aim at each other
  const start = [from[0] + side[0], from[1] + side[1]],
    tip = [to[0] + side[0] - along[0] * 14, to[1] + side[1] - along[1] * 14];
  const wing = (turn) =>
    [tip[0] - along[0] * 11 + turn * along[1] * 6, tip[1] - along[1] * 11 - turn * along[0] * 6].join(",");
  const middle = [0.6 * start[0] + 0.4 * tip[0], 0.6 * start[1] + 0.4 * tip[1]];
  const wide = 12 + 7 * link.text.length;
  return draw(
    `g.link.seat-${link.seat % 4}`,
    {},
    draw("line", { x1: start[0], y1: start[1], x2: tip[0], y2: tip[1] }),
    draw("polygon", { points: [tip.join(","), wing(1), wing(-1)].join(" ") }),
    link.text && draw("rect", { x: middle[0] - wide / 2, y: middle[1] - 9, width: wide, height: 18, rx: 9 }),
    link.text && draw("text", { x: middle[0], y: middle[1] + 4, "text-anchor": "middle" }, link.text),
  );
}
