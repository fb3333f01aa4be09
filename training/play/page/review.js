// A review of a game: what each position was worth for every seat, and the choices that lost most.

import { draw, make } from "./dom.js";

const WIDE = 600,
  HIGH = 120;

/**
 * Return a review as elements; nothing where there is none.
 * @param {object} data of training/replay/stepping.py
 * @param {(step: number) => void} go
 * @param {(seat: number) => string} name
 * @returns {HTMLElement|null}
 */
export function reviewOf(data, go, name) {
  const { review } = data;
  if (!review) return null;
  const worst = review.worst.map(({ step, seat, taken, better, loss }) =>
    make(
      "li",
      { class: `seat-${seat % 4}` },
      make(
        "button",
        { type: "button", "data-step": step, click: () => go(step) },
        `${name(seat)}: ${taken}. Better: ${better} (lost ${Math.round(50 * loss)} % of a win)`,
      ),
    ),
  );
  return make(
    "section",
    { class: "review", "aria-label": "Review" },
    make("h2", {}, "Review"),
    make("p", { class: "soft" }, `What ${review.agent} expects for each seat over the game: above the line it wins. A click goes there.`),
    graph(review.values, go),
    make(
      "p",
      { class: "keys" },
      review.values[0].map((_, seat) => make("span", { class: `key seat-${seat % 4}` }, `${name(seat)} `)),
    ),
    worst.length > 0 ? make("ol", {}, worst) : make("p", {}, "No choice lost much."),
  );
}

function graph(values, go) {
  const last = Math.max(1, values.length - 1);
  const at = (step) => (WIDE * step) / last;
  const lines = values[0].map((_, seat) => {
    const points = values.flatMap((each, step) =>
      each[seat] === null ? [] : [`${at(step).toFixed(1)},${((HIGH * (1 - each[seat])) / 2).toFixed(1)}`],
    );
    return draw(`polyline.seat-${seat % 4}`, { points: points.join(" ") });
  });
  const mark = draw("line.now", { y1: 0, y2: HIGH, x1: 0, x2: 0 });
  const drawn = draw(
    "svg.values",
    { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", role: "img", "aria-label": "values over the game" },
    draw("line.even", { x1: 0, x2: WIDE, y1: HIGH / 2, y2: HIGH / 2 }),
    lines,
    mark,
  );
  drawn.addEventListener("click", (event) => {
    const { left, width } = drawn.getBoundingClientRect();
    go(Math.round((last * (event.clientX - left)) / width));
  });
  drawn.mark = (step) => ["x1", "x2"].forEach((name) => mark.setAttribute(name, at(step)));
  return drawn;
}
