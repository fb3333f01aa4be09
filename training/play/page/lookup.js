// Looking things up: a card with all its figures, what a sign means, the text of a rule. One panel for all of them.

import { icon, kindMark } from "./art.js";
import { saidBy } from "./cards.js";
import { make } from "./dom.js";
import { inWords, lineWords } from "./table.js";

const NUMBER = /\b[A-Z]{1,4}-[0-9A-Z]+[a-z]?(?:\.[0-9]+[a-z]?)*/g; // of a rule: OW-4a.3

/** What can be looked up at one table. */
export class LookUp {
  constructor() {
    this.title = make("h2", { id: "lookup-title", tabindex: "-1" });
    this.body = make("div.lookup-body", { tabindex: "0" });
    const close = make("button.button.small", { type: "button", click: () => this.dialog.close() }, "Close");
    this.dialog = make(
      "dialog.lookup",
      {
        "aria-labelledby": "lookup-title",
        pointerdown: (event) => (this.pressed = event.target),
        click: (event) => this.leftBy(event.target),
      },
      make("div.lookup-head", {}, this.title, close),
      this.body,
    );
    document.body.append(this.dialog);
    this.fetched = {};
  }

  /** Say which game it is: its rules and cards are fetched when they are first needed, unless it has cards of its own. */
  setGame(name, hasRules, cards = null) {
    Object.assign(this, { game: name, hasRules });
    if (cards) this.fetched.cards = Promise.resolve(cards);
  }

  async data(what) {
    const found = (this.fetched[what] ??= fetch(`/${what}/${encodeURIComponent(this.game)}.json`)
      .then((answer) => (answer.ok ? answer.json() : []))
      .catch(() => []));
    return found;
  }

  /** Close at a click beside the panel: one that began there, and not the end of the long touch that opened it. */
  leftBy(target) {
    if (target === this.dialog && this.pressed === this.dialog) this.dialog.close();
  }

  open(title, ...content) {
    this.pressed = null;
    this.title.textContent = title;
    this.body.replaceChildren(...content.flat(Infinity).filter(Boolean));
    if (!this.dialog.open) this.dialog.showModal();
    this.body.scrollTop = 0;
    this.title.focus();
  }

  /** Explain what was pointed at. */
  item(item, view, reason) {
    if (item.card) this.card(item.card, view, item, reason);
    else if (item.place !== null) this.place(view.places[item.place], view, reason);
    else this.seat(view.seats[item.seat], reason);
  }

  async card(card, view, item, reason) {
    const number = view.kinds.findIndex((kind) => kind.name === card.kind);
    const where = [
      item.zone,
      item.place !== null && `at ${view.places[item.place].name}`,
      item.seat !== null && `of ${view.seats[item.seat].name}`,
    ];
    const says = make("div", {});
    const more = make("div", {});
    this.open(
      card.name || "A card face down",
      make("p", {}, number >= 0 && kindMark(view.kinds[number], number), " ", card.kind),
      make("p.soft", {}, where.filter(Boolean).join(" "), card.copies > 1 && `, ${card.copies} copies`),
      reason && this.reason(reason),
      says,
      card.figures.length > 0 &&
        make(
          "ul.plain-list",
          {},
          card.figures.map((figure) => make("li", {}, icon(figure.icon), " ", inWords(figure))),
        ),
      card.marks.length > 0 && meanings(card.marks, view),
      more,
    );
    const found = card.name && (await this.data("cards")).find((one) => one.name === card.name);
    if (found?.says.length) says.append(saidBy(found, this));
    else if (card.lines.length)
      says.append(
        make(
          "ul",
          {},
          card.lines.map((line) => make("li", {}, lineWords(line))),
        ),
      );
    if (found)
      more.append(
        make(
          "details",
          {},
          make("summary", {}, "Where the values come from"),
          make("table.figures-table", {}, make("tbody", {}, found.fields.map(fieldRow))),
        ),
      );
  }

  place(place, view, reason) {
    this.open(
      place.name,
      reason && this.reason(reason),
      place.state && make("p", {}, place.state),
      make(
        "ul",
        {},
        [...place.figures.map(inWords), ...place.marks].map((words) => make("li", {}, words)),
      ),
      place.room.length > 0 &&
        make("p", {}, `room: ${place.room.map((seat) => (seat === null ? "free" : view.seats[seat].name)).join(", ")}`),
      place.under.length > 0 && make("p", {}, `under it: ${place.under.join(", ")}`),
    );
  }

  seat(seat, reason) {
    this.open(
      seat.name,
      reason && this.reason(reason),
      seat.first && make("p", {}, seat.first),
      make(
        "ul",
        {},
        [...seat.figures.map(inWords), ...seat.marks].map((words) => make("li", {}, words)),
      ),
    );
  }

  /** Add to what is open why nothing can be done with it now. */
  whyNot(reason) {
    this.body.append(make("details.why-not", {}, make("summary", {}, "Why can't I use it now?"), this.reason(reason)));
  }

  /** Explain all signs and kinds of a view, and the keys of the page. */
  signs(view) {
    this.open("Signs and keys", view && legend(view), KEYS());
  }

  /** Show a rule among those of its section. */
  async rule(number) {
    const rules = await this.data("rules");
    const found =
      rules.find((rule) => rule.number === number) ?? rules.find((rule) => rule.number.startsWith(`${number}.`));
    if (!found) return this.open(number, make("p", {}, "There is no text of this rule here."));
    const section = rules.filter((rule) => rule.section === found.section);
    const list = section.map((rule) =>
      make(
        `div.rule-text${rule === found ? ".current" : ""}`,
        {},
        make("b", {}, rule.number),
        make("p", {}, this.linked(rule.text, number)),
      ),
    );
    this.open(number, make("p.soft", {}, found.section), list);
    this.body.querySelector(".current")?.scrollIntoView({ block: "center" });
    return undefined;
  }

  /** Return why something can't be done, its rules as links. */
  reason({ text, rules = [] }) {
    const named = rules.filter((rule) => !text.includes(rule));
    return make(
      "p.reason",
      {},
      this.linked(text),
      named.map((rule) => [" ", this.link(rule)]),
    );
  }

  /** Return a text in which numbers of rules are links. */
  linked(text, except = "") {
    const parts = [];
    let end = 0;
    for (const match of text.matchAll(NUMBER)) {
      if (match[0] === except) continue;
      parts.push(text.slice(end, match.index), this.link(match[0]));
      end = match.index + match[0].length;
    }
    return [...parts, text.slice(end)];
  }

  link(number) {
    if (!this.hasRules) return make("span.soft", {}, number);
    return make("button.rule", { type: "button", "data-rule": number, click: () => this.rule(number) }, number);
  }
}

function fieldRow(field) {
  return make(
    "tr",
    {},
    make("th", { scope: "row" }, field.name.replaceAll("_", " ")),
    make("td", {}, field.value),
    make("td.soft", {}, field.source),
  );
}

/** Return what marks on a card mean, as far as the view says so. */
function meanings(marks, view) {
  const told = (mark) =>
    view.signs.find((sign) => sign.sign === mark || sign.sign.split(" ")[0] === mark.split(" ")[0]);
  return make(
    "ul",
    {},
    marks.map((mark) => make("li", {}, make("b", {}, mark), told(mark) && `: ${told(mark).meaning}`)),
  );
}

function legend(view) {
  return make(
    "div.legend",
    {},
    make(
      "ul.kinds",
      {},
      view.kinds.map((kind, at) => make("li", {}, kindMark(kind, at), " ", kind.name)),
    ),
    view.signs.length > 0 &&
      make(
        "dl",
        {},
        view.signs.map((sign) => [make("dt", {}, icon(sign.icon) ?? sign.sign), make("dd", {}, sign.meaning)]),
      ),
    make("p.soft", {}, "Where the values of a card come from is told when you look it up."),
  );
}

function KEYS() {
  const keys = [
    ["arrow keys", "go to the next thing that can be chosen; with Shift: to anything"],
    ["Enter", "choose, or begin a choice; then its target"],
    ["Escape", "leave a choice, a menu, this panel"],
    ["i", "look up what is in focus; so do the right mouse button and a long touch"],
    ["u", "undo, as long as nothing hidden came to light and nobody else has chosen"],
    ["/", "filter the list of all legal actions"],
    ["h", "ask for a hint"],
    ["n", "next note of a guided game"],
    ["?", "this panel"],
  ];
  return make(
    "div",
    {},
    make("h3", {}, "Keys"),
    make(
      "dl.keys",
      {},
      keys.map(([key, does]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, does)]),
    ),
  );
}
