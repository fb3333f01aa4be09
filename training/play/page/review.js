/**
 * A game that is over, looked at again: what each seat could expect, and the choices that cost it most.
 *
 * Below: dom.js. Above: end.js at a table, stepper.js on the page of a game. The data is that of
 * training/replay/review.py. Results are shown as shares of a win: 0% is lost, 100% won.
 */
import { draw, make } from "./dom.js";

const HIGH = 170;
const EDGE = 44; // left of the curves, for the scale

/**
 * Draw a review.
 * @param {HTMLElement} root what is in it is replaced
 * @param {{agent: string, values: number[][][], choices: {step: number, when: string, chosen: string, better: string,
 *   lost: number}[][]}} review
 * @param {object} about
 * @param {string[]} about.names one for each seat
 * @param {number} about.last the number of the last step
 * @param {number|null} about.first the seat that is told of first; null: in their order
 * @param {(step: number) => void} about.go shows a step
 * @returns {{mark: (step: number) => void}} marks where the game stands
 */
export function drawReview(root, review, { names, last, first, go }) {
  const WIDE = root.clientWidth > 600 ? 760 : 340; // so that the scale can be read
  const x = (step) => EDGE + ((WIDE - EDGE - 8) * step) / Math.max(1, last);
  const y = (value) => 8 + ((HIGH - 16) * (1 - value)) / 2;
  const seats = names.map((_, seat) => seat).sort((a, b) => (b === first) - (a === first) || a - b);
  const stand = draw("line.stand", { y1: 4, y2: HIGH - 4, x1: x(0), x2: x(0) });
  const graph = draw(
    "svg.graph",
    { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": inWords(review, names), click: (event) => go(stepAt(event)) },
    [1, 0, -1].map((value) => [
      draw("line.scale", { x1: EDGE, x2: WIDE - 8, y1: y(value), y2: y(value) }),
      draw("text", { x: EDGE - 4, y: y(value) + 4, "text-anchor": "end" }, percent((1 + value) / 2)),
    ]),
    review.values.map((line, seat) => curve(line, seat)),
    stand,
    review.choices.map((told, seat) => told.map((choice) => dot(choice, seat))),
  );
  root.classList.add("review");
  root.replaceChildren(
    make("h2", {}, "Review"),
    make(
      "p.soft",
      {},
      `What each seat could expect, as a share of a win, in the eyes of the agent ${review.agent}. A click goes there.`,
    ),
    make("div.graph-room", {}, graph),
    make("p.legend", { "aria-hidden": "true" }, names.map((name, seat) => make(`span.seat-${seat % 4}`, {}, make("i"), name))),
    ...seats.map((seat) => costly(seat)),
  );
  return { mark: (step) => [stand.setAttribute("x1", x(step)), stand.setAttribute("x2", x(step))] };

  function curve(line, seat) {
    const points = line.map(([step, value]) => `${x(step).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
    return draw(`polyline.curve.seat-${seat % 4}`, { points, "data-seat": seat });
  }

  function dot(choice, seat) {
    const value = review.values[seat].find(([step]) => step === choice.step)?.[1] ?? 0;
    const title = draw("title", {}, `${names[seat]}: ${choice.chosen}; better: ${choice.better}`);
    return draw(`circle.seat-${seat % 4}`, { cx: x(choice.step), cy: y(value), r: 6 }, title);
  }

  function stepAt(event) {
    const room = graph.getBoundingClientRect();
    const at = ((event.clientX - room.left) / room.width) * WIDE;
    return Math.max(0, Math.min(last, Math.round(((at - EDGE) / (WIDE - EDGE - 8)) * last)));
  }

  function costly(seat) {
    const told = review.choices[seat];
    const heading = make("h3", {}, `${names[seat]}: ${told.length ? "the choices that cost most" : "no choice that cost much"}`);
    const lines = told.map((choice) =>
      make(
        "li",
        {},
        make(
          "button.button.small",
          { type: "button", "data-step": choice.step, click: () => go(choice.step) },
          make("b", {}, choice.when),
          ` ${choice.chosen} `,
          make("span.cost", {}, `−${percent(choice.lost / 2)}`),
          make("span.better", {}, `better: ${choice.better}`),
        ),
      ),
    );
    return make(`section.costly.seat-${seat % 4}`, {}, heading, lines.length ? make("ol", {}, lines) : null);
  }
}

/** Return the curves in a sentence, for who can't see them. */
function inWords(review, names) {
  const told = review.values.map((line, seat) => {
    const shares = line.map(([, value]) => (1 + value) / 2);
    if (!shares.length) return `${names[seat]}: nothing is known.`;
    const [least, most] = [Math.min(...shares), Math.max(...shares)];
    return `${names[seat]}: from ${percent(shares[0])} at first to ${percent(shares.at(-1))} in the end, between ${percent(least)} and ${percent(most)}.`;
  });
  return `What each seat could expect, as a share of a win. ${told.join(" ")}`;
}

function percent(share) {
  return `${Math.round(100 * share)}%`;
}
