// What others do is shown one after the other: moments wait until the one before has been seen.

import { make } from "./dom.js";

export const SPEEDS = { slow: 1500, normal: 700, fast: 250, "at once": 0 }; // milliseconds that a choice of others is shown
const KEPT = "speed",
  HAPPENING = 2, // level of what is no heading
  MOST_TOLD = 8; // happenings of a turn that are summed up

/** Lets moments be shown in their order, not faster than they can be followed. */
export class Pace {
  /** @param {(moment: object, again: boolean) => void} show */
  constructor(show) {
    Object.assign(this, { show, waiting: [], recent: [], timer: 0, shown: null, speed: read(KEPT, SPEEDS) });
  }

  /** Is something yet to be shown? */
  get behind() {
    return this.waiting.length > 0;
  }

  get pause() {
    return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : SPEEDS[this.speed];
  }

  /** Take a moment that has come. */
  take(moment) {
    this.waiting.push({ moment, again: false });
    if (!this.timer) this.next();
  }

  /** Show the next moment now. */
  next() {
    clearTimeout(this.timer);
    this.timer = 0;
    while (this.waiting.length && !this.timer) {
      const { moment, again } = this.waiting.shift();
      const others = this.shown !== null && (again || ofOthers(moment));
      if (!again) this.remember(moment, others);
      this.show(moment, again);
      if (others && this.pause) this.timer = setTimeout(() => this.next(), this.pause);
    }
  }

  /** Show all that waits, at once. */
  hurry() {
    clearTimeout(this.timer);
    this.timer = 0;
    for (const { moment, again } of this.waiting.splice(0)) {
      if (!again) this.remember(moment, ofOthers(moment));
      this.show(moment, again);
    }
  }

  remember(moment, others) {
    if (!others) this.before = moment;
    if (others && !this.following) this.recent = this.before ? [this.before] : [];
    if (others) this.recent.push(moment);
    this.following = others;
    this.shown = moment;
  }

  /** Show what others did last once more, then the table as it stands. */
  again() {
    if (this.behind || this.recent.length < 2) return;
    this.waiting.push(...[...this.recent, this.shown].map((moment) => ({ moment, again: true })));
    this.next();
  }

  /** Return the choice of speeds. */
  chooser() {
    return make(
      "select",
      { "aria-label": "how fast others are shown", "data-control": "speed", change: (event) => this.set(event.target.value) },
      Object.keys(SPEEDS).map((name) => make("option", { value: name, selected: name === this.speed }, name)),
    );
  }

  set(speed) {
    this.speed = speed;
    localStorage.setItem(KEPT, speed);
    if (!this.pause) this.hurry();
  }
}

function read(key, known) {
  const kept = localStorage.getItem(key);
  return kept in known ? kept : "normal";
}

function ofOthers(moment) {
  return moment.log.some((entry) => entry.level >= HAPPENING && entry.seat !== null && entry.seat !== moment.view.viewer);
}

/**
 * Return what each other seat did in its last turn, in short.
 * @param {object[]} entries of the log, all of them
 * @param {number|null} viewer
 * @param {string[]} names
 * @returns {HTMLElement[]}
 */
export function lastTurns(entries, viewer, names) {
  return names.map((name, seat) => (seat === viewer ? null : lastTurn(entries, seat, name))).filter(Boolean);
}

function lastTurn(entries, seat, name) {
  const told = [];
  for (let at = entries.length - 1; at >= 0; at--) {
    const entry = entries[at];
    if (entry.level === 0 && told.length) break;
    if (entry.level === HAPPENING && entry.seat === seat) told.unshift(short(entry.text, name));
  }
  if (!told.length) return null;
  const left = told.length - MOST_TOLD;
  const words = [...told.slice(0, MOST_TOLD), left > 0 && `${left} more`].filter(Boolean).join("; ");
  return make(`p.last-turn.seat-${seat % 4}`, { title: told.join("; ") }, make("b.seat-name", {}, name), " ", words);
}

function short(text, name) {
  return text.startsWith(`${name} `) ? text.slice(name.length + 1) : text;
}

/**
 * Return the numbers that stand on the table, by what they are of: for `flash`.
 * @param {HTMLElement} root
 */
export function numbersOf(root) {
  return new Map([...root.querySelectorAll("[data-number]")].map((element) => [element.dataset.number, element.textContent]));
}

/** Let the numbers that have changed flash. */
export function flash(root, before) {
  if (!before.size || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const element of root.querySelectorAll("[data-number]")) {
    const old = before.get(element.dataset.number);
    if (old !== undefined && old !== element.textContent) element.classList.add("changed");
  }
}
