// Any view of any game as elements: places in a row with every seat's cards, what lies before nobody, the seats, the
// hand. It knows no game and no rules: all is in the view (ow_env/drawing/view.py), and what points where in the choices.

import { cardBack, constellation, icon, kindMark, planet, star } from "./art.js";
import { make } from "./dom.js";
import { drawLinks } from "./links.js";
import { choicesBeside, choicesFrom, choicesTo, pointsAt } from "./spots.js";

const CLOSED = ["pile", "list"]; // kinds of zones that lie closed until somebody opens them
const MOST_BACKS = 8; // of a hand, drawn one by one
const SHORT_NAME = 4; // of a card that is a number and little else

/**
 * A table that was drawn.
 * @typedef {object} Table
 * @property {object} view
 * @property {import("./spots.js").Item[]} items all that can be pointed at, in the order in which they are read
 * @property {object[]} beside choices that are about nothing on the table
 * @property {HTMLElement|null} controls where buttons go: below the decision, above the hand
 */

/**
 * Draw a view; what was in the element before is replaced.
 * @param {HTMLElement} root
 * @param {object} view as `View.data()` gives it
 * @param {object} [options]
 * @param {object[]} [options.choices] legal choices of the one who looks: what they point at is marked
 * @param {string[]} [options.names] who sits at each seat
 * @param {string|null} [options.selected] key of the item at which a choice was begun: its targets are marked
 * @param {Map<number, number>} [options.shares] how likely an agent is to choose an action, by its id
 * @param {Set<string>} [options.open] names of closed zones that lie open
 * @param {number|null} [options.near] the seat that lies at the bottom in a view of nobody's own
 * @param {Set<number>} [options.folded] other seats of which a line is enough, unless something there can be chosen
 * @param {(seat: number) => void} [options.fold] folds a seat or unfolds it; none: nobody can
 * @returns {Table}
 */
export function drawTable(root, view, options = {}) {
  const table = new Drawing(view, options);
  root.replaceChildren(table.element());
  root.classList.add("ow-table");
  table.mark();
  drawLinks(root, view, table.items);
  return {
    view,
    items: table.items,
    beside: choicesBeside(table.choices, table.items),
    controls: root.querySelector(".controls"),
  };
}

/** One table in the making. */
class Drawing {
  constructor(view, options) {
    const { guests = [], choices = [], names = [], selected = null, shares = new Map(), open = new Set(), near = null } = options;
    Object.assign(this, { view, guests, choices, names, selected, shares, open, fold: options.fold, items: [] });
    this.near = view.viewer ?? near ?? (view.seats.length === 2 ? 0 : -1); // -1: all lie above
    const seats = view.seats.map((_, seat) => seat);
    this.far = seats
      .filter((seat) => seat !== this.near)
      .sort((a, b) => this.around(a, this.near) - this.around(b, this.near));
    this.folded = this.far.filter((seat) => options.folded?.has(seat) && !this.isAskedAt(seat));
  }

  /** Does a choice begin or end at a card before a seat? */
  isAskedAt(seat) {
    const zones = this.view.zones.filter((zone) => zone.seat === seat);
    return zones.some((zone) => zone.cards.some((card) => this.choices.some((choice) => isIn(choice, card, zone))));
  }

  /** How many seats after the viewer's a seat is. */
  around(seat, from) {
    const count = this.view.seats.length;
    return (seat - from - 1 + count) % count;
  }

  element() {
    const { view } = this;
    const label = `${view.game}: ${view.when}`;
    const plain = view.zones.every((zone) =>
      zone.cards.every((card) => !card.figures.length && !card.lines.length && card.name.length <= SHORT_NAME),
    );
    return make(
      `div.sheet${plain ? ".plain" : ""}`,
      { role: "group", "aria-label": label },
      this.top(),
      this.guests.length > 0 && make("div.guests", {}, this.guests.map((guest) => this.guest(guest))),
      this.board(),
      this.dock(),
    );
  }

  // Where the game stands

  top() {
    const { view } = this;
    return make(
      "div.top",
      {},
      make(
        "p.when",
        {},
        make("b", {}, view.when),
        view.step && make("span.step", {}, view.step),
        view.alerts.map((alert) => make("strong.alert", {}, alert)),
        view.notes.map((note) => make("span.note", {}, note)),
        this.sources(),
      ),
      view.stack.length > 0 &&
        make(
          "ol.stack",
          { "aria-label": "being played" },
          view.stack.map((line) => make("li", {}, line)),
        ),
      view.orders.length > 0 &&
        make(
          "details.orders",
          { open: true },
          make("summary", {}, view.orders[0].trim()),
          view.orders.slice(1).map((line) => make("p", {}, line.trim())),
        ),
    );
  }

  /** Say once for the whole table that not all values are as printed: which, looking up a card tells. */
  sources() {
    const cards = this.view.zones.flatMap((zone) => zone.cards);
    const told = [...new Set(cards.flatMap(unsureOf))].map((source) => source.replace(/ \d.*$/, ""));
    const title = "Some values are not as printed. Look up a card to see where each of its values comes from.";
    return told.length > 0 && make("span.note.unsure", { title }, `values: ${[...new Set(told)].join(", ")} (?)`);
  }

  // The board: a column for each place, a band for each seat

  board() {
    const { view } = this;
    const columns = view.places.length;
    const board = make(
      `div.board.${columns ? "with-places" : "without-places"}${view.seats.length > 2 ? ".many" : ""}`,
      {},
    );
    board.style.setProperty("--places", String(Math.max(1, columns)));
    board.style.setProperty("--middle", String(this.far.length + 1));
    board.style.setProperty("--rows", String(this.far.length + 2));
    for (const [band, seat] of this.far.entries()) {
      board.append(this.inBand(this.panel(seat), band));
      if (!columns) board.append(this.inBand(this.band(seat, null), band));
    }
    if (columns) {
      board.append(
        make(
          "div.places",
          { role: "list", "aria-label": "places" },
          view.places.map((place, number) => this.column(place, number)),
        ),
      );
      const common = this.zonesAt(null, null);
      if (common.some((zone) => this.holds(zone)))
        board.append(
          make(
            "div.common",
            {},
            common.map((zone) => this.zone(zone)),
          ),
        );
    } else {
      board.append(
        make(
          "div.common",
          {},
          this.zonesAt(null, null).map((zone) => this.zone(zone)),
        ),
      );
      if (this.near >= 0) board.append(this.ofNear(this.band(this.near, null)));
    }
    if (this.near >= 0) board.append(this.ofNear(this.panel(this.near)));
    return board;
  }

  inBand(element, band) {
    element.style.setProperty("--band", String(band + 1));
    return element;
  }

  ofNear(element) {
    element.classList.add("near");
    return element;
  }

  /** A place with what every seat has there: the others' cards, the place itself, the viewer's cards. */
  column(place, number) {
    const look = `${place.active ? ".active" : ""}${place.done ? ".done" : ""}`;
    const bands = this.far.map((seat, band) => this.inBand(this.band(seat, number), band));
    const near = this.near >= 0 ? [this.ofNear(this.band(this.near, number))] : [];
    return make(
      `div.column${look}`,
      { role: "listitem", "data-place": number },
      bands,
      this.place(place, number),
      near,
    );
  }

  place(place, number) {
    const figures = place.figures.map((figure) =>
      make("span.figure", {}, make("span.label", {}, figure.label), " ", make("b", {}, figure.value)),
    );
    const marks = place.marks.map((mark) => make("span.mark", {}, mark));
    const room = place.room.map((seat) =>
      make(seat === null ? "span.room-free" : `span.room-taken.seat-${seat % 4}`, {}, seat === null ? null : seat + 1),
    );
    const taken = place.room.filter((seat) => seat !== null).length;
    const words = [
      place.name,
      place.state,
      ...place.figures.map(inWords),
      ...place.marks,
      place.room.length > 0 && `${taken} of ${place.room.length} taken`,
      place.under.length > 0 && `under it: ${place.under.join(", ")}`,
    ];
    const element = make(
      `div.place${place.active ? ".active" : ""}${place.done ? ".done" : ""}`,
      {},
      planet(place.colours, place.name),
      make(
        "div.place-words",
        {},
        make("b.place-name", {}, place.name),
        place.state && make("span.state", {}, place.state),
        make("span.figures", {}, figures, marks),
        room.length > 0 && make("span.room", { "aria-hidden": "true" }, room),
        place.under.length > 0 && make("span.under", {}, `under it: ${place.under.join(", ")}`),
      ),
    );
    return this.item(element, {
      key: `place ${number}`,
      card: null,
      zone: "",
      seat: null,
      place: number,
      name: place.name,
      words: sentence(words),
    });
  }

  /** What one seat has at a place, or before it where there are no places. */
  band(seat, place) {
    const zones = this.zonesAt(seat, place).filter((zone) => place !== null || this.liesInBand(zone));
    if (this.folded.includes(seat)) return this.foldedBand(seat, place, zones);
    const shown = zones.map((zone) => this.zone(zone, place === null || zone.kind !== "table"));
    return make(
      `div.band.seat-${seat % 4}`,
      {
        role: "group",
        "aria-label": `${this.title(seat)}${place === null ? "" : `, ${this.view.places[place].name}`}`,
      },
      shown,
    );
  }

  /** What lies before a seat that is folded, in a line; where there are no places, after its figures. */
  foldedBand(seat, place, zones) {
    const { figures, marks } = this.view.seats[seat];
    const words = zones.flatMap((zone) => [
      ...zone.cards.map((card) => `${card.name || "face down"}${card.copies > 1 ? ` ×${card.copies}` : ""}`),
      ...(zone.hidden ? [`${zone.hidden} face down`] : []),
    ]);
    const text = words.join(", ");
    const has = place === null && make("b", {}, [...figures.map(inWords), ...marks].join(", "));
    return make(`div.band.folded.seat-${seat % 4}`, {}, make("p", { title: text }, has, has && text && ": ", text));
  }

  // Zones

  zonesAt(seat, place) {
    return this.view.zones.filter((zone) => zone.seat === seat && zone.place === place);
  }

  holds(zone) {
    return zone.cards.length > 0 || zone.hidden > 0;
  }

  liesInBand(zone) {
    return (
      zone.kind === "table" ||
      zone.kind === "staged" ||
      (zone.kind === "hand" && !this.isNearHand(zone) && zone.cards.length > 0)
    );
  }

  /** A hand that is seen, but not the viewer's: where there are places it lies below the board, as the viewer's does. */
  isOpenHand(zone) {
    return zone.kind === "hand" && zone.cards.length > 0 && this.view.places.length > 0 && !this.isNearHand(zone);
  }

  isNearHand(zone) {
    return zone.kind === "hand" && zone.seat === this.near && this.view.viewer !== null;
  }

  /** A zone with its cards; nothing where it is empty, but for the market's and the hand's own room. */
  zone(zone, named = true) {
    if (!this.holds(zone)) return null;
    if (CLOSED.includes(zone.kind)) return this.closedZone(zone);
    const cards = [...this.cardsIn(zone), zone.hidden > 0 && this.hidden(zone)];
    return make(
      `div.zone.zone-${zone.kind}`,
      { role: "group", "aria-label": zone.name, "data-zone": zoneKey(zone) },
      named && make("span.zone-name", { "aria-hidden": "true" }, zone.name),
      make("div.cards", {}, cards),
    );
  }

  /** The cards of a zone, each with those that lie on it. */
  cardsIn(zone) {
    const found = [];
    for (const [at, card] of zone.cards.entries()) {
      const element = this.card(card, zone, at);
      if (!card.attached) found.push([element]);
      else if (found.length) found.at(-1).push(element);
    }
    return found.map((together) => (together.length > 1 ? make("div.bearer", {}, together) : together[0]));
  }

  /** A pile or a list of names: how many, and the cards themselves where it was opened or a choice points there. */
  closedZone(zone) {
    const count = zone.cards.reduce((sum, card) => sum + card.copies, zone.hidden);
    const asked = zone.cards.some((card) => this.choices.some((choice) => isIn(choice, card, zone)));
    const open = asked || this.open.has(zoneKey(zone));
    return make(
      "details.pile",
      { open, "data-zone": zoneKey(zone) },
      make("summary", {}, make("span", {}, zone.name), " ", make("b", {}, count)),
      make(
        "div.cards",
        {},
        zone.cards.map((card, at) => this.card(card, zone, at)),
        zone.hidden > 0 && this.hidden(zone),
      ),
    );
  }

  hidden(zone) {
    const backs = zone.kind === "hand" ? Math.min(zone.hidden, MOST_BACKS) : 1;
    return make(
      "div.hidden-cards",
      { role: "img", "aria-label": `${zone.hidden} face down` },
      Array.from({ length: backs }, cardBack),
      make("b", { "aria-hidden": "true" }, `×${zone.hidden}`),
    );
  }

  // Cards

  card(card, zone, at) {
    const kind = this.view.kinds.findIndex((one) => one.name === card.kind);
    const look = {
      "face-down": card.face_down,
      asked: card.asked,
      lost: card.lost,
      dim: card.dim,
      several: card.copies > 1,
      unknown: !card.name,
    };
    const classes = Object.keys(look)
      .filter((name) => look[name])
      .map((name) => `.${name}`)
      .join("");
    const element = make(
      `div.card${classes}`,
      { "data-name": card.name },
      make(
        "div.card-head",
        {},
        kind >= 0 && kindMark(this.view.kinds[kind], kind),
        make("span.card-name", {}, card.name || "face down"),
        card.copies > 1 && make("b.copies", {}, `×${card.copies}`),
        card.owner !== null && make(`span.owner.seat-${card.owner % 4}`, {}, card.owner + 1),
      ),
      card.name && make("div.card-art", {}, constellation(card.name)),
      this.figures(card.figures),
      card.lines.map((line) =>
        make("p.line", {}, line.label && make("span.label", {}, `${line.label} `), listed(line.figures)),
      ),
      card.marks.length > 0 && make("p.marks", {}, card.marks.join(", ")),
    );
    if (kind >= 0) element.style.setProperty("--kind", this.view.kinds[kind].colour);
    const key = [
      "card",
      zone.seat,
      zone.place,
      zone.name,
      card.number ?? card.name,
      card.keys[0] ?? "",
      ...(repeats(zone, card) ? [at] : []),
    ].join(" ");
    return this.item(element, {
      key,
      card,
      zone: zone.name,
      seat: zone.seat,
      place: zone.place,
      name: card.name || "face down",
      words: cardWords(card),
    });
  }

  figures(figures) {
    const shown = figures.filter((figure) => !figure.in_name);
    return shown.length > 0 && make("div.figures", {}, shown.map(figureOf));
  }

  // Seats

  title(seat) {
    return this.view.seats[seat].name + (seat === this.view.viewer ? " (you)" : "");
  }

  /** Somebody at the table without a seat: an opponent that the rules play. */
  guest(guest) {
    const words = sentence([guest.name, ...guest.figures.map(inWords), ...guest.marks]);
    return make(
      "div.panel.guest",
      { role: "img", "aria-label": words },
      planet(["#5a1020", "#140a1e"], guest.name),
      make("b.seat-name", {}, guest.name),
      make(
        "dl.stats",
        {},
        guest.figures.map((figure) =>
          make("div", {}, make("dt", {}, figure.label), make("dd", { "data-number": `${guest.name} ${figure.label}` }, figure.value)),
        ),
      ),
    );
  }

  panel(seat) {
    const one = this.view.seats[seat];
    const folded = this.folded.includes(seat);
    const head = make(
      "div.seat-head",
      {},
      make(`span.badge.seat-${seat % 4}`, { "aria-hidden": "true" }, seat + 1),
      make("b.seat-name", {}, this.title(seat)),
      this.names[seat] && this.names[seat] !== one.name && make("span.who", {}, this.names[seat]),
      one.first && make("span.first", {}, star(), one.first),
    );
    const words = sentence([
      this.title(seat),
      this.names[seat],
      one.asked && "to choose",
      one.first,
      ...one.figures.map(inWords),
      ...one.marks,
    ]);
    const figures = make(
      "dl.stats",
      {},
      one.figures.map((figure, at) =>
        make(
          `div${at ? "" : ".main"}`,
          {},
          make("dt", {}, figure.label),
          make("dd", { "data-number": `${seat} ${figure.label}` }, this.markOf(figure), figure.value),
          figure.note && make("dd.soft", {}, figure.note),
        ),
      ),
    );
    const self = this.item(
      make(
        "div.seat-self",
        {},
        head,
        figures,
        one.marks.map((mark) => make("span.mark", {}, mark)),
      ),
      { key: `seat ${seat}`, card: null, zone: "", seat, place: null, name: this.title(seat), words },
    );
    const zones = (folded ? [] : this.zonesAt(seat, null)).filter(
      (zone) =>
        !this.isNearHand(zone) && !this.isOpenHand(zone) && (this.view.places.length > 0 || !this.liesInBand(zone)),
    );
    return make(
      `section.panel.seat-${seat % 4}${one.asked ? ".asked" : ""}${folded ? ".folded" : ""}`,
      { "aria-label": this.title(seat) },
      this.fold && this.far.includes(seat) && this.folder(seat, folded),
      self,
      make(
        "div.piles",
        {},
        zones.map((zone) => this.zone(zone)),
      ),
    );
  }

  /** Folds a seat to a line, or unfolds it. */
  folder(seat, folded) {
    const label = `${folded ? "Show" : "Fold"} what ${this.title(seat)} has`;
    const look = { type: "button", "aria-expanded": String(!folded), "aria-label": label, title: label };
    return make("button.folder", { ...look, "data-control": `fold ${seat}`, click: () => this.fold(seat) }, folded ? "▸" : "▾");
  }

  /** The mark of the kind that a figure counts, where it is called as one: tokens of a colour. */
  markOf(figure) {
    const number = this.view.kinds.findIndex((kind) => kind.name === figure.label);
    return number >= 0 && [kindMark(this.view.kinds[number], number), " "];
  }

  // What is decided, and the viewer's hand

  dock() {
    const { view } = this;
    const hands = view.zones.filter((zone) => this.isNearHand(zone) || this.isOpenHand(zone));
    return make(
      "div.dock",
      {},
      make(
        "div.asked-for",
        {},
        make(`p.decision${view.over ? ".result" : ""}`, {}, view.decision),
        make("div.controls", {}),
      ),
      hands.map((zone) => this.hand(zone)),
    );
  }

  hand(zone) {
    const own = this.isNearHand(zone);
    return make(
      `div.hand.${own ? "own" : "other"}.seat-${zone.seat % 4}`,
      {
        role: "group",
        "aria-label": own ? zone.name : `${zone.name} of ${this.title(zone.seat)}`,
        "data-zone": zoneKey(zone),
      },
      !own && make("span.zone-name", { "aria-hidden": "true" }, this.title(zone.seat)),
      zone.cards.map((card, at) => this.card(card, zone, at)),
      zone.hidden > 0 && this.hidden(zone),
    );
  }

  // What can be pointed at

  /** Keep an element that can be pointed at, and say what it is to those who can't see it. */
  item(element, item) {
    element.classList.add("item");
    element.setAttribute("role", "button");
    element.setAttribute("tabindex", "-1");
    element.setAttribute("aria-label", item.words);
    element.dataset.key = item.key;
    this.items.push({ ...item, element });
    return element;
  }

  /** Mark what choices point at: where they begin, or the targets of the one that was begun. */
  mark() {
    const begun = this.items.find((item) => item.key === this.selected);
    const open = begun ? choicesFrom(this.choices, begun) : [];
    const best = Math.max(0, ...this.shares.values());
    for (const item of this.items) {
      const mine = begun && item !== begun ? choicesTo(open, item) : choicesFrom(this.choices, item);
      item.choices = mine;
      const state = item === begun ? "selected" : begun ? (mine.length ? "target" : "") : mine.length ? "can" : "";
      if (state) item.element.classList.add(state);
      if (state === "can" || state === "target") this.describe(item, mine);
      const share = Math.max(-1, ...mine.map((choice) => this.shares.get(choice.action) ?? -1));
      if (share >= 0)
        item.element.append(make(`span.share${share === best ? ".best" : ""}`, {}, `${Math.round(100 * share)}%`));
      if (state === "selected") item.element.setAttribute("aria-pressed", "true");
    }
  }

  describe(item, choices) {
    const verbs = [...new Set(choices.map((choice) => choice.label))].join(", ");
    item.element.setAttribute("aria-label", `${item.element.getAttribute("aria-label")} Choices: ${verbs}.`);
  }
}

/** Tell whether a choice begins or ends at a card of a zone. */
function isIn(choice, card, zone) {
  const item = { card, zone: zone.name, seat: zone.seat, place: zone.place };
  return pointsAt(choice.source, item) || pointsAt(choice.target, item);
}

function repeats(zone, card) {
  return (
    zone.cards.filter((other) => other.number === card.number && other.name === card.name && !other.keys.length)
      .length > 1
  );
}

/** Return what a zone is called among all: the same after the table was drawn anew. */
export function zoneKey(zone) {
  return `${zone.seat} ${zone.place} ${zone.name}`;
}

/** Return a figure: an icon or a sign, and the number. */
export function figureOf(figure) {
  const sign = icon(figure.icon);
  const short = sign ? figure.value : figure.sign ? `${figure.sign}${figure.value}` : inWords(figure);
  return make("span.figure", { title: inWords(figure) + (figure.source ? `: ${figure.source}` : "") }, sign, short);
}

/** Return how sure those figures of a card are that are not as printed. */
function unsureOf(card) {
  const sources = [...card.figures, ...card.lines.flatMap((line) => line.figures)].map((figure) => figure.source);
  return [...new Set(sources.filter((source) => source && source !== "printed"))];
}

/** Return figures of a line: words with commas between them. */
function listed(figures) {
  return figures.map((figure, at) => [at > 0 && (figure.icon && figures[at - 1].icon ? " " : ", "), figureOf(figure)]);
}

/** Return a figure in words: "Income 6 (prior 4)". */
export function inWords(figure) {
  return [figure.label, figure.value, figure.note && `(${figure.note})`].filter(Boolean).join(" ");
}

/** Return a line of what a card can do, in words. */
export function lineWords(line) {
  return [line.label, line.figures.map(inWords).join(", ")].filter(Boolean).join(" ");
}

function cardWords(card) {
  const state = [card.face_down && "face down", card.asked && "being decided about", card.lost && "will leave play"];
  return sentence([
    card.copies > 1 && `${card.copies} times`,
    card.name || "a card",
    card.kind,
    ...card.figures.map(inWords),
    ...card.lines.map(lineWords),
    ...card.marks,
    ...state,
  ]);
}

function sentence(parts) {
  return `${parts.filter(Boolean).join(", ")}.`;
}
