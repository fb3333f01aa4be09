// Everything drawn: icons of figures, marks of kinds, planets, constellations, the backs of cards. Shapes only, no text
// of any game: which icon stands for what, and which two colours a planet has, the view says.

import { draw, drawsOf } from "./dom.js";

const ICONS = {
  shield: "M8 1 14 3v5c0 4-3 6-6 7-3-1-6-3-6-7V3z",
  coin: "M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zm-.8 3h1.6v1.2c1 .2 1.7.8 1.8 1.7H9.2c-.1-.4-.5-.6-1.2-.6s-1.1.2-1.1.6c0 1.2 3.8.3 3.8 2.7 0 1-.7 1.6-1.9 1.8v1.1H7.2v-1.1c-1.2-.2-2-.9-2-1.9h1.5c.1.5.5.7 1.3.7s1.2-.2 1.2-.6c0-1.3-3.8-.4-3.8-2.7 0-.9.7-1.5 1.8-1.7z",
  burst: "M8 0l1.7 4.3L13.7 2.3 11.7 6.3 16 8l-4.3 1.7 2 4-4-2L8 16l-1.7-4.3-4 2 2-4L0 8l4.3-1.7-2-4 4 2z",
  head: "M8 1a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM2 15c0-4 2.5-6 6-6s6 2 6 6z",
  gem: "M4 2h8l3.5 4.5L8 15 .5 6.5z",
  tag: "M.5 8 6 2h9.5v12H6zM6 6.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z",
  hourglass: "M3 .5h10L9 8l4 7.5H3L7 8z",
};

// The outlines that tell kinds apart without their colours; a letter stands in each.
const SHAPES = [
  "M3 2h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1z",
  "M10 1a9 9 0 1 1 0 18 9 9 0 0 1 0-18z",
  "M10 .8 19.5 18.5H.5z",
  "M10 .3 19.7 10 10 19.7.3 10z",
  "M5.5 1.5h9L19.5 10l-5 8.5h-9L.5 10z",
  "M10 .8 19.5 7.7 15.9 19H4.1L.5 7.7z",
  "M6 1h8l5 5v8l-5 5H6l-5-5V6z",
];

let drawings = 0; // gradients need names of their own on a page

/**
 * Return the icon of a figure, or null where there is none of that name.
 * @param {string} name
 * @returns {SVGElement|null}
 */
export function icon(name) {
  if (!Object.hasOwn(ICONS, name)) return null;
  return draw(
    `svg.icon.icon-${name}`,
    { viewBox: "0 0 16 16", "aria-hidden": "true" },
    draw("path", { d: ICONS[name] }),
  );
}

/**
 * Return the mark of a kind of cards: a shape of its own with the kind's first letter.
 * @param {{name: string, colour: string}} kind
 * @param {number} number which of the kinds it is
 * @returns {SVGElement}
 */
export function kindMark(kind, number) {
  const shape = number % SHAPES.length;
  return draw(
    "svg.kind-mark",
    { viewBox: "0 0 20 20", "aria-hidden": "true" },
    draw("path", { d: SHAPES[shape], fill: kind.colour }),
    draw(
      "text",
      { x: 10, y: shape === 2 ? 16.5 : 14.5, "text-anchor": "middle", fill: inkOn(kind.colour) },
      kind.name.slice(0, 1),
    ),
  );
}

/**
 * Return the colour, dark or white, that can be read on another.
 * @param {string} colour as "#rrggbb"
 * @returns {string}
 */
export function inkOn(colour) {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.2 ? "#0b0f1a" : "#ffffff";
}

/**
 * Return the picture of a place, always the same for a name.
 * @param {[string, string]} colours the ground's and the light's
 * @param {string} name
 * @returns {SVGElement}
 */
export function planet(colours, name) {
  const chance = drawsOf(name),
    id = `ow-drawing-${++drawings}`;
  const [low, high] = colours;
  const lands = Array.from({ length: 7 }, () =>
    draw("ellipse", {
      cx: 12 + 76 * chance(),
      cy: 12 + 76 * chance(),
      rx: 8 + 20 * chance(),
      ry: 3 + 8 * chance(),
      fill: high,
      opacity: 0.25 + 0.4 * chance(),
      transform: `rotate(${Math.round(-30 + 40 * chance())} 50 50)`,
    }),
  );
  const tilt = Math.round(-35 + 50 * chance());
  const ring = (part) =>
    draw("path", {
      d: part,
      fill: "none",
      stroke: high,
      "stroke-width": 3.5,
      opacity: 0.55,
      transform: `rotate(${tilt} 50 50)`,
    });
  const ringed = chance() < 0.3;
  return draw(
    "svg.planet",
    { viewBox: "-6 -6 112 112", "aria-hidden": "true" },
    draw(
      "defs",
      {},
      draw("clipPath", { id: `${id}-disc` }, draw("circle", { cx: 50, cy: 50, r: 40 })),
      draw(
        "radialGradient",
        { id: `${id}-shade`, cx: "0.35", cy: "0.3", r: "0.8" },
        draw("stop", { offset: "0", "stop-color": "#ffffff", "stop-opacity": "0.35" }),
        draw("stop", { offset: "0.45", "stop-color": "#000000", "stop-opacity": "0" }),
        draw("stop", { offset: "1", "stop-color": "#000000", "stop-opacity": "0.65" }),
      ),
    ),
    ringed ? ring("M-4 50a54 13 0 0 1 108 0") : null,
    draw("circle", { cx: 50, cy: 50, r: 40, fill: low }),
    draw("g", { "clip-path": `url(#${id}-disc)` }, lands),
    draw("circle", { cx: 50, cy: 50, r: 40, fill: `url(#${id}-shade)` }),
    ringed ? ring("M-4 50a54 13 0 0 0 108 0") : null,
  );
}

/**
 * Return the constellation of a card: a few stars and lines, always the same for a name.
 * @param {string} name
 * @returns {SVGElement}
 */
export function constellation(name) {
  const chance = drawsOf(name),
    count = 5 + Math.floor(3 * chance());
  const stars = Array.from({ length: count }, (_, k) => [
    6 + ((k + 0.2 + 0.6 * chance()) * 108) / count,
    11 + 18 * chance(),
  ]);
  const dust = Array.from({ length: 14 }, () =>
    draw("circle", { cx: 120 * chance(), cy: 40 * chance(), r: 0.4 + 0.4 * chance(), opacity: 0.6 }),
  );
  const points = stars.map((star) => star.map((part) => part.toFixed(1)).join(",")).join(" ");
  const brightest = Math.floor(count * chance());
  return draw(
    "svg.constellation",
    { viewBox: "0 0 120 40", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" },
    dust,
    draw("polyline", { points, fill: "none", "stroke-width": 0.8, opacity: 0.6 }),
    stars.map(([cx, cy], k) => draw("circle", { cx, cy, r: k === brightest ? 2.8 : 1.7 })),
  );
}

/**
 * Return the back of a card.
 * @returns {SVGElement}
 */
export function cardBack() {
  return draw(
    "svg.back",
    { viewBox: "0 0 30 40", "aria-hidden": "true" },
    draw("rect", { x: 0.8, y: 0.8, width: 28.4, height: 38.4, rx: 3 }),
    draw("ellipse", { cx: 15, cy: 20, rx: 10.5, ry: 4, transform: "rotate(-24 15 20)" }),
    draw("circle", { cx: 15, cy: 20, r: 5 }),
  );
}

/**
 * Return a star, before whoever goes first.
 * @returns {SVGElement}
 */
export function star() {
  return draw(
    "svg.icon.icon-star",
    { viewBox: "0 0 16 16", "aria-hidden": "true" },
    draw("path", { d: "M8 .8l2.2 4.7 5.1.6-3.8 3.5 1 5.1L8 12.2l-4.5 2.5 1-5.1L.7 6.1l5.1-.6z" }),
  );
}
