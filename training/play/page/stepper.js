/**
 * A whole game to step through: the table at each decision, what came of it, and what agents thought.
 *
 * Below: table.js, which draws a view. Above: the pages of finished games, and the report of a training run. The data
 * is that of training/play/stepping.py. Whatever is shown is set as text, never as HTML.
 */
import { CardTexts } from "./cards.js";
import { make } from "./dom.js";
import { drawLinks } from "./links.js";
import { drawReview } from "./review.js";
import { drawTable } from "./table.js";

const SPEEDS = [0.5, 1, 2, 4, 8];
const PAUSE = 1200; // milliseconds a step, at speed 1
const HAPPENING = 2; // level of events that are no headings

/**
 * @typedef {object} Shown what one viewer is shown at a step
 * @property {string} when
 * @property {object} view
 * @property {{level: number, seat: number|null, kind: string, text: string, rule: string}[]} log
 * @property {{seat: number, action: number, name: string, label: string, source: object|null, target: object|null}[]} decisions
 * @property {{seat: number, agent: string, value: number|null, sure: boolean,
 *   choices: {name: string, share: number, taken: boolean}[]}[]} opinions
 */

/** @type {WeakMap<object, any[]>} values that were read before, by their number */
const read = new WeakMap();

/**
 * Return what a viewer is shown at a step.
 * @param {object} data of training/play/stepping.py
 * @param {number} step
 * @param {string} viewer one of data.viewers
 * @returns {Shown} shared between steps: not to be changed
 */
export function decode(data, step, viewer) {
  if (!read.has(data)) read.set(data, []);
  return valueOf(data, data.steps[step][data.viewers.indexOf(viewer)], read.get(data));
}

function valueOf(data, number, known) {
  if (number in known) return known[number];
  const part = data.parts[number];
  known[number] = Array.isArray(part) ? listed(data, part, known) : part;
  return known[number];
}

function listed(data, [shape, ...numbers], known) {
  const values = numbers.map((each) => valueOf(data, each, known));
  if (!shape) return values;
  return Object.fromEntries(data.shapes[shape - 1].map((key, place) => [key, values[place]]));
}

/**
 * Show a game to step through.
 * @param {HTMLElement} root what is in it is replaced
 * @param {object} data of training/play/stepping.py
 * @returns {{go: (step: number) => void, look: (viewer: string) => void}}
 */
export function step(root, data) {
  const last = data.steps.length - 1;
  const names = data.players.map((player) => player.name);
  const parts = frame(data);
  const texts = new CardTexts(parts.table);
  let at = 0;
  let viewer = data.viewers[0];
  let speed = 1;
  let timer = 0;
  let drawn = null;

  texts.know(data.cards);
  parts.table.addEventListener("click", (event) => texts.toggle(event.target.closest(".card")));
  parts.table.addEventListener("keydown", (event) => walk(parts.table, event));
  root.classList.add("ow-stepper");
  root.replaceChildren(...parts.all);
  const review = data.review && make("section", { "aria-label": "Review" });
  const reviewed = review && drawReview(review, data.review, { names: data.agents.map((_, seat) => seatName(data, seat)), last, first: null, go });
  if (review) parts.when.closest(".side").prepend(review);

  function show(next) {
    at = Math.max(0, Math.min(last, next));
    const now = decode(data, at, viewer);
    drawn = drawStill(parts.table, now, names, texts);
    parts.when.textContent = now.when;
    parts.count.textContent = `${at + 1} of ${last + 1}`;
    parts.slider.value = String(at);
    parts.slider.setAttribute("aria-valuetext", `${at + 1} of ${last + 1}, ${now.when}`);
    parts.told.replaceChildren(...told(data, now, at === last));
    parts.opinions.replaceChildren(...now.opinions.map((opinion) => opinionOf(data, opinion)));
    for (const [button, off] of [["first", !at], ["back", !at], ["forward", at === last], ["last", at === last]]) {
      parts.buttons[button].setAttribute("aria-disabled", String(off));
    }
    mark(parts.list, at);
    reviewed?.mark(at);
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    parts.buttons.play.textContent = "play";
    parts.told.setAttribute("aria-live", "polite");
  }

  function run() {
    clearInterval(timer);
    parts.buttons.play.textContent = "pause";
    parts.told.setAttribute("aria-live", "off"); // a reader could not keep up
    timer = setInterval(() => (at < last ? show(at + 1) : stop()), PAUSE / speed);
  }

  function toggle() {
    if (timer) return stop();
    if (at === last) show(0);
    run();
  }

  function go(next) {
    stop();
    show(next);
  }

  function look(chosen) {
    viewer = chosen;
    parts.viewers.querySelectorAll("input").forEach((input) => (input.checked = input.value === chosen));
    parts.list.replaceChildren(...decisionList(data, viewer, go));
    show(at);
  }

  const jumps = { first: () => go(0), back: () => go(at - 1), play: toggle, forward: () => go(at + 1), last: () => go(last) };
  for (const [name, jump] of Object.entries(jumps)) parts.buttons[name].addEventListener("click", jump);
  parts.slider.addEventListener("input", () => go(Number(parts.slider.value)));
  parts.viewers.addEventListener("change", (event) => look(event.target.value));
  parts.speed.addEventListener("change", () => {
    speed = Number(parts.speed.value);
    if (timer) run();
  });
  document.addEventListener("keydown", (event) => {
    const key = keyOf(event);
    if (!key) return;
    event.preventDefault();
    if (key in jumps) jumps[key]();
    else if (Number(key) < data.viewers.length) look(data.viewers[Number(key)]);
  });
  look(viewer);
  new ResizeObserver(() => drawLinks(parts.table, drawn.view, drawn.items)).observe(parts.table);
  return { go, look };
}

// ── What it is made of ──────────────────────────────────────────────────────────────────────────

const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", " ": "play" };

const OWN_KEYS = { radio: /^Arrow| /, range: /^(Arrow|Home|End)/ }; // what these controls take for themselves

/** Return what a key asks for: a button's name or a viewer's number; "" where the key belongs to a control. */
function keyOf(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return "";
  const control = event.target.closest?.("input, select, textarea, summary, button, a");
  if (control && (OWN_KEYS[control.type] ?? (control.matches("button, a") ? / / : /./)).test(event.key)) return "";
  return /^\d$/.test(event.key) ? event.key : (KEYS[event.key] ?? "");
}

function frame(data) {
  const buttons = {
    first: button("|◀", "to the beginning (Home)"),
    back: button("◀", "one back (left arrow)"),
    play: button("play", ""),
    forward: button("▶", "one on (right arrow)"),
    last: button("▶|", "to the end (End)"),
  };
  buttons.play.classList.add("play");
  const slider = make("input", { type: "range", min: 0, max: data.steps.length - 1, value: 0, "aria-label": "step" });
  const speed = make("select", {}, ...SPEEDS.map((each) => make("option", { value: each }, `${each}×`)));
  speed.value = "1";
  const viewers = make("fieldset", { class: "viewers" }, make("legend", {}, "Seen by"), ...data.viewers.map(viewerOf));
  const when = make("span");
  const count = make("span", { class: "count" });
  const bar = make(
    "div",
    { class: "bar", role: "group", "aria-label": "steps" },
    make("div", { class: "buttons" }, ...Object.values(buttons)),
    slider,
    count,
    make("label", {}, make("span.speed-word", {}, "speed "), speed),
  );
  const table = make("div", { class: "table" });
  const told = make("div", { class: "told", "aria-live": "polite" });
  const opinions = make("div", { class: "opinions" });
  const list = make("ol", { class: "decisions" });
  const side = make(
    "section",
    { class: "side", "aria-label": "what happens here" },
    make("h2", { class: "where" }, when),
    told,
    opinions,
    make("details", {}, make("summary", {}, "All decisions"), list),
  );
  const all = [viewers, bar, make("div", { class: "scene" }, table, side)];
  return { all, buttons, slider, speed, viewers, when, count, table, told, opinions, list };

  function viewerOf(viewer) {
    const input = make("input", { type: "radio", name: "viewer", value: viewer });
    return make("label", {}, input, " ", viewerName(data, viewer));
  }
}

function viewerName(data, viewer) {
  if (viewer === "full") return "all";
  if (viewer === "public") return "everybody";
  return seatName(data, data.agents.indexOf(viewer));
}

function seatName(data, seat) {
  const player = data.players.find((each) => each.seat === seat);
  const seatOnly = !player?.name || player.name === data.agents[seat];
  return seatOnly ? data.agents[seat] : `${data.agents[seat]} (${player.name})`;
}

/** What is decided at a step, and what came of it; at the end, how the game ended. */
function told(data, now, isLast) {
  if (isLast) return [now.view.decision, data.ending].filter(Boolean).map((text) => make("p", {}, text));
  const lines = now.log.filter((event) => event.level >= HAPPENING);
  if (!lines.length) return [make("p", { class: "soft" }, "Nothing that this viewer is told.")];
  return [make("ul", {}, ...lines.map(eventOf))];
}

function eventOf(event) {
  const line = make("li", { class: `level-${event.level} ${seatClass(event.seat)}` }, event.text);
  if (event.rule) line.append(" ", make("span", { class: "cite" }, event.rule));
  return line;
}

function seatClass(seat) {
  return seat === null ? "" : `seat-${seat}`;
}

/** An agent's policy and value, as small bars. */
function opinionOf(data, { seat, agent, value, sure, choices }) {
  const rows = choices.map(({ name, share, taken }) =>
    make(
      "li",
      taken ? { class: "taken" } : {},
      barOf(0, share, ""),
      make("span", { class: "n" }, sure ? "" : percent(share)),
      make("span", {}, taken ? `${name} (taken)` : name),
    ),
  );
  const heading = make("h3", { class: seatClass(seat) }, `${agent} for ${data.agents[seat]}`);
  const block = make("section", { class: "opinion" }, heading, make("ul", {}, ...rows));
  if (value !== null) heading.after(valueBar(value));
  return block;
}

function valueBar(value) {
  const words = `expects ${value > 0 ? "+" : ""}${value.toFixed(2)}`;
  const [from, to] = value < 0 ? [(1 + value) / 2, 0.5] : [0.5, (1 + value) / 2];
  return make("p", { class: "value", title: "the result it expects: -1 is lost, +1 is won" }, barOf(from, to, "middle"), make("span", {}, words));
}

/** A bar from one share of its room to another. The words beside it say the same, so readers need not hear of it. */
function barOf(from, to, look) {
  const filled = make("span", { class: "filled" });
  filled.style.left = percent(from);
  filled.style.width = percent(to - from);
  return make("span", { class: `gauge ${look}`, "aria-hidden": "true" }, filled);
}

function percent(share) {
  return `${(100 * share).toFixed(0)}%`;
}

/** The steps at which this viewer is told of a decision, or at least of what came of it. */
function decisionList(data, viewer, go) {
  return data.steps.map((_, at) => {
    const now = decode(data, at, viewer);
    const words = now.decisions.map(({ seat, name }) => `${data.agents[seat]}: ${name}`);
    const jump = make("button", { type: "button" }, [now.when, words.join("; ")].filter(Boolean).join(": "));
    jump.addEventListener("click", () => go(at));
    return make("li", {}, jump);
  });
}

/** Mark where the game stands in the list, and bring it into sight, without moving the page. */
function mark(list, at) {
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const line = list.children[at];
  line?.firstChild.setAttribute("aria-current", "step");
  if (line) list.scrollTop = line.offsetTop - list.offsetTop - list.clientHeight / 2;
}

/**
 * Draw what is seen, with what is decided marked. Nothing is to be chosen here: nothing is a button. Cards with sentences
 * are one stop of Tab, for these to be shown.
 */
function drawStill(root, now, names, texts) {
  const focused = root.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const table = drawTable(root, now.view, { choices: now.decisions, names });
  for (const { element } of table.items) {
    element.setAttribute("role", "img");
    element.removeAttribute("tabindex");
  }
  texts.dress();
  const told = cardsWithTexts(root);
  const stop = told.find((element) => element.dataset.key === focused) ?? told[0];
  stop?.setAttribute("tabindex", "0");
  if (focused !== null) stop?.focus();
  for (const room of root.querySelectorAll(".hand, .pile .cards, .board")) {
    const scrolls = room.scrollWidth > room.clientWidth || room.scrollHeight > room.clientHeight;
    if (scrolls) room.setAttribute("tabindex", "0"); // else what is out of sight could not be reached by keys
  }
  return table;
}

/** Return the cards in sight of which more is told. */
function cardsWithTexts(root) {
  return [...root.querySelectorAll(".card:has(.says)")].filter((element) => element.checkVisibility());
}

/** Go from card to card: with Shift, for the arrows alone step through the game. */
function walk(root, event) {
  const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  const told = cardsWithTexts(root);
  const at = told.indexOf(event.target);
  if (!step || !event.shiftKey || at < 0) return;
  const next = told[(at + step + told.length) % told.length];
  event.target.removeAttribute("tabindex");
  next.setAttribute("tabindex", "0");
  next.focus();
  event.preventDefault();
  event.stopPropagation();
}

function button(text, title) {
  return make("button.button", { type: "button", title: title || null, "aria-label": title || null }, text);
}
