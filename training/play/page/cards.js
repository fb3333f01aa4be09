// What cards do, in sentences: short on their faces; whole beside a card that is pointed at or in focus. The sentences are
// the same for all and come with the game's cards (/cards/GAME.json); a card whose name nobody told has none.

import { make } from "./dom.js";

const REST = 300; // milliseconds that a pointer rests before the whole text is shown
const GAP = 8;
const RULE = / \([A-Z]+-[0-9][^)]*\)/g; // numbers of rules: links in the panel, in the way beside a card

/** The texts of one game's cards. */
export class CardTexts {
  /**
   * @param {HTMLElement} root of the table
   */
  constructor(root) {
    Object.assign(this, { root, found: new Map() });
    this.tip = make("div.card-tip", { role: "tooltip", id: "card-tip", hidden: true });
    document.body.append(this.tip);
    root.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.over(event.target));
    root.addEventListener("pointerleave", () => this.close());
    root.addEventListener("pointerdown", () => this.close());
    root.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && this.show(event.target));
    root.addEventListener("focusout", () => this.close());
    addEventListener("scroll", () => this.close(), true);
    addEventListener("keydown", (event) => event.key === "Escape" && this.close());
  }

  /** Take note of what cards do. */
  know(cards) {
    this.found = new Map(cards.filter((card) => card.says.length).map((card) => [card.name, card]));
  }

  /** Write the short sentences on the faces of cards; the table was drawn. */
  dress() {
    this.close();
    for (const element of this.root.querySelectorAll(".card[data-name]")) {
      const card = this.found.get(element.dataset.name);
      if (!card || element.querySelector(".says")) continue;
      element.append(make("p.says", {}, card.short));
      const label = element.getAttribute("aria-label");
      if (label) element.setAttribute("aria-label", `${label} ${card.short}`);
    }
  }

  over(target) {
    const card = target.closest?.(".card[data-name]");
    if (card === this.rested) return;
    this.close();
    this.rested = card;
    if (card) this.timer = setTimeout(() => this.show(card), REST);
  }

  show(element) {
    const card = this.found.get(element.dataset?.name);
    if (!card) return this.close();
    this.tip.replaceChildren(make("b", {}, card.name), saidBy(card, null));
    this.tip.hidden = false;
    const at = element.getBoundingClientRect();
    const own = this.tip.getBoundingClientRect();
    const right = at.right + GAP + own.width <= innerWidth;
    const left = right ? at.right + GAP : Math.max(GAP, at.left - GAP - own.width);
    this.tip.style.setProperty("left", `${left}px`);
    this.tip.style.setProperty("top", `${Math.max(GAP, Math.min(at.top, innerHeight - own.height - GAP))}px`);
    return undefined;
  }

  /** Show what a card does, or no more: for a touch, at which nothing is pointed at before it is clicked. */
  toggle(card) {
    if (card) this.show(card);
    else this.close();
  }

  close() {
    clearTimeout(this.timer);
    this.rested = null;
    this.tip.hidden = true;
  }
}

/**
 * Return what a card does, a sentence each.
 * @param {{says: {label: string, text: string}[]}} card
 * @param {import("./lookup.js").LookUp|null} lookUp turns numbers of rules into links
 */
export function saidBy(card, lookUp) {
  return make(
    "ul.said",
    {},
    card.says.map(({ label, text }) =>
      make("li", {}, label && make("b", {}, `${label}: `), lookUp ? lookUp.linked(text) : text.replaceAll(RULE, "")),
    ),
  );
}
