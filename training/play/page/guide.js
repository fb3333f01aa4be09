// A guided first game: notes that come up at the decisions they are about, and point at something. The notes are the
// game's own (data/guide.toml; training/primer.py says what each field means); which were read is kept in this tab: those
// left by Next, or by a choice.

import { make } from "./dom.js";
import { pointsAt } from "./spots.js";

const GAP = 14; // pixels between a note and what it points at
const EDGE = 8; // and the edge of the window, at least

/** The notes of one game, as they come up. */
export class Guide {
  /**
   * @param {object[]} notes
   * @param {string} key under which this tab keeps which were shown
   * @param {HTMLElement} root of the table
   */
  constructor(notes, key, root) {
    Object.assign(this, { notes, key, root, note: null, table: null });
    this.shown = new Set(read(key).shown);
    this.headings = read(key).headings;
    this.text = make("p", {});
    this.count = make("span.soft", {});
    this.next = make("button.button.small.main", { type: "button", click: () => this.goOn() }, "Next");
    const leave = make("button.button.small", { type: "button", click: () => this.leave() }, "Leave the guide");
    this.box = make(
      "aside.guide",
      { "aria-label": "Guide", hidden: true },
      make("div", { role: "status" }, this.text),
      make("div.buttons", {}, this.next, leave, this.count),
    );
    document.body.append(this.box);
    addEventListener("scroll", () => this.place(), true);
    addEventListener("resize", () => this.place());
  }

  /** The table was drawn: show the note that belongs to what is asked now. */
  drawn(moment, table) {
    if (this.left) return;
    const fresh = this.moment?.at !== moment.at;
    if (fresh) this.done(); // the choice that a note was about has been made
    Object.assign(this, { moment, table });
    if (fresh && moment.asked && this.headings.at(-1) !== moment.view.when) this.headings.push(moment.view.when);
    if (fresh || !this.note) this.note = this.fitting();
    this.show(fresh);
  }

  fitting() {
    return this.notes.find((note, at) => !this.shown.has(at) && this.fits(note)) ?? null;
  }

  fits(note) {
    const { choices, view, over, asked } = this.moment;
    if (over || note.when === "over") return over && note.when === "over";
    const offered = (name) => choices.some((choice) => choice.name.startsWith(name));
    return (
      asked &&
      offered(note.when) &&
      !(note.unless && offered(note.unless)) &&
      view.step.startsWith(note.step) &&
      this.headings.length >= note.turn
    );
  }

  show(fresh) {
    this.keep();
    this.box.hidden = !this.note;
    if (!this.note) return this.point(null);
    if (this.text.textContent !== this.note.text) this.text.textContent = this.note.text;
    this.count.textContent = `${this.notes.indexOf(this.note) + 1} of ${this.notes.length}`;
    const target = this.target(this.note);
    if (fresh) target?.scrollIntoView({ block: "nearest" });
    this.point(target);
    return this.place();
  }

  /** The note that is shown has been read. */
  done() {
    if (this.note) this.shown.add(this.notes.indexOf(this.note));
  }

  goOn() {
    this.done();
    this.note = this.fitting();
    this.show(true);
  }

  leave() {
    this.left = true;
    this.note = null;
    this.box.remove();
    this.point(null);
    sessionStorage.setItem(this.key, JSON.stringify({ left: true }));
  }

  keep() {
    sessionStorage.setItem(this.key, JSON.stringify({ shown: [...this.shown], headings: this.headings }));
  }

  // Where it points

  /** Return the element that a note is about. */
  target(note) {
    const { root } = this;
    const { view, choices } = this.moment;
    const [kind, ...rest] = note.at.split(" ");
    const name = rest.join(" ");
    const item = (key) => this.table.items.find((one) => one.key === key)?.element;
    if (kind === "hand") return root.querySelector(".hand.own");
    if (kind === "log") return document.getElementById("log");
    if (kind === "decision") return root.querySelector(".decision");
    if (kind === "place") return item(`place ${name}`);
    if (kind === "seat")
      return item(`seat ${view.seats.findIndex((_, seat) => (seat === view.viewer) === (name === "you"))}`);
    if (kind === "zone") {
      const zones = [...root.querySelectorAll("[data-zone]")];
      const named = (seat) => zones.find((zone) => zone.dataset.zone === `${seat} null ${name}`);
      return named(view.viewer) ?? named(null) ?? zones.find((zone) => zone.dataset.zone.endsWith(` ${name}`));
    }
    const choice = choices.find((one) => one.name.startsWith(note.when));
    if (!choice || !note.when) return root.querySelector(".decision");
    return (
      this.table.items.find((one) => pointsAt(choice.source, one))?.element ??
      root.querySelector(`[data-control="${CSS.escape(`action ${choice.name}`)}"]`)
    );
  }

  point(target) {
    for (const element of document.querySelectorAll(".guided")) element.classList.remove("guided");
    target?.classList.add("guided");
    this.pointed = target;
  }

  /** Put the note below or above what it points at, inside the window. */
  place() {
    if (this.box.hidden || this.left) return;
    const own = this.box.getBoundingClientRect();
    const at = this.pointed?.isConnected && this.pointed.getBoundingClientRect();
    this.box.classList.toggle("free", !at);
    const [left, top, above] = at ? beside(at, own) : [innerWidth - own.width - EDGE, EDGE, false];
    this.box.classList.toggle("above", above);
    this.box.style.setProperty("left", `${left}px`);
    this.box.style.setProperty("top", `${top}px`);
    const middle = at ? at.x + Math.min(at.width, innerWidth - at.x) / 2 - left : 0;
    this.box.style.setProperty("--tip", `${Math.max(16, Math.min(middle, own.width - 16))}px`);
  }
}

/** Return where a box lies beside a target: left, top, and whether above it. */
function beside(at, own) {
  const left = Math.max(EDGE, Math.min(at.x + at.width / 2 - own.width / 2, innerWidth - own.width - EDGE));
  const below = at.bottom + GAP;
  const above = at.top - GAP - own.height;
  const up = below + own.height > innerHeight - EDGE && above >= 0;
  const top = up ? above : Math.min(below, innerHeight - own.height - EDGE);
  return [left, Math.max(EDGE, top), up];
}

/** Tell whether the guide of this tab was left. */
export function wasLeft(key) {
  return Boolean(read(key).left);
}

function read(key) {
  try {
    return { shown: [], headings: [], ...JSON.parse(sessionStorage.getItem(key)) };
  } catch {
    return { shown: [], headings: [] };
  }
}
