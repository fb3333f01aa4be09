// From pointing to a choice: click a card, then its target; drag it there; or the keyboard alone. All three end in the
// same three calls: choose, select (a choice was begun), why (it is not legal).

import { closeMenu, inMenu, showMenu } from "./menu.js";
import { place } from "./moving.js";
import { choicesFrom, choicesTo, pointsAt, spotOf } from "./spots.js";

const DRAG_FROM = 7; // pixels a pointer has to go before it drags
const LONG_TOUCH = 550; // milliseconds

/**
 * @typedef {object} Owner
 * @property {() => import("./table.js").Table|null} table as it is drawn now
 * @property {() => object[]} choices legal now
 * @property {() => string|null} selected key of the item at which a choice was begun
 * @property {(key: string|null) => void} select
 * @property {(choice: object) => void} choose
 * @property {(source: object, target: object|null, item: object) => void} why
 * @property {(item: object) => void} lookUp
 */

/** Listens to a table. */
export class Pointing {
  /**
   * @param {HTMLElement} root
   * @param {Owner} owner
   */
  constructor(root, owner) {
    Object.assign(this, { root, owner, drag: null });
    root.addEventListener("click", (event) => this.clicked(event));
    root.addEventListener("contextmenu", (event) => this.lookUpAt(event));
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("pointerdown", (event) => this.down(event));
    window.addEventListener("pointermove", (event) => this.move(event));
    window.addEventListener("pointerup", (event) => this.up(event));
    window.addEventListener("pointercancel", () => this.endDrag());
    document.addEventListener("pointerdown", (event) => !inMenu(event.target) && closeMenu());
  }

  // What was pointed at

  itemAt(element) {
    const found = element?.closest?.(".item");
    return found && this.root.contains(found)
      ? (this.owner.table()?.items.find((item) => item.element === found) ?? null)
      : null;
  }

  /** The item at an element, or else the place in whose column it is. */
  targetAt(element) {
    const item = this.itemAt(element);
    const begun = this.begun();
    const column = element?.closest?.(".column");
    if (!column || (item && begun && choicesTo(choicesFrom(this.owner.choices(), begun), item).length)) return item;
    return this.owner.table().items.find((one) => !one.card && one.place === Number(column.dataset.place)) ?? item;
  }

  begun() {
    return this.owner.table()?.items.find((item) => item.key === this.owner.selected()) ?? null;
  }

  clicked(event) {
    if (this.dragged) {
      this.dragged = false;
      return;
    }
    const begun = this.begun();
    const item = begun ? this.targetAt(event.target) : this.itemAt(event.target);
    if (item) this.press(this.itemAt(event.target) === begun && begun ? begun : item, this.itemAt(event.target));
  }

  /** Choose at an item, begin a choice there, or end the one that was begun. */
  press(item, exact = item) {
    const begun = this.begun(),
      choices = this.owner.choices();
    if (begun && item === begun) return this.owner.select(null);
    if (!begun) return this.begin(item);
    const ends = choicesTo(choicesFrom(choices, begun), item);
    if (ends.length) return this.offer(item, ends);
    if (exact && choicesFrom(choices, exact).length) return this.begin(exact);
    return this.owner.why(spotOf(begun), spotOf(item), begun);
  }

  begin(item) {
    const items = this.owner.table().items;
    const from = choicesFrom(this.owner.choices(), item);
    if (!from.length) return this.owner.why(spotOf(item), null, item);
    const aimed = from.filter((choice) => items.some((one) => pointsAt(choice.target, one)));
    const direct = from.filter((choice) => !aimed.includes(choice));
    if (!aimed.length) return this.offer(item, direct);
    if (!direct.length) return this.owner.select(item.key);
    const verbs = [...new Set(aimed.map((choice) => choice.label))].join(", ");
    return this.menu(item, direct, [{ label: `${verbs} …`, act: () => this.owner.select(item.key) }]);
  }

  offer(item, choices) {
    if (choices.length === 1) this.owner.choose(choices[0]);
    else this.menu(item, choices);
  }

  menu(item, choices, more = []) {
    const labels = choices.map((choice) => choice.label);
    const tell = new Set(labels).size === labels.length ? (choice) => choice.label : (choice) => choice.name;
    showMenu(item.element, item.name, [
      ...choices.map((choice) => ({ label: tell(choice), act: () => this.owner.choose(choice) })),
      ...more,
    ]);
  }

  lookUpAt(event) {
    const item = this.itemAt(event.target);
    if (!item) return;
    event.preventDefault();
    this.endDrag();
    this.owner.lookUp(item);
  }

  // Dragging

  down(event) {
    this.dragged = false;
    const item = this.itemAt(event.target);
    if (!item || event.button !== 0) return;
    const draggable = Boolean(item.card) && item.element.classList.contains("can");
    this.drag = { item, x: event.clientX, y: event.clientY, draggable, ghost: null, pointer: event.pointerId };
    if (event.pointerType === "touch") this.drag.timer = setTimeout(() => this.longTouch(item), LONG_TOUCH);
  }

  longTouch(item) {
    if (!this.drag || this.drag.ghost) return;
    this.endDrag();
    this.dragged = true; // the click that ends the touch is none
    this.owner.lookUp(item);
  }

  move(event) {
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
    if (!drag.ghost && far < DRAG_FROM) return;
    clearTimeout(drag.timer);
    if (!drag.draggable) return;
    if (!drag.ghost) this.lift(drag);
    drag.ghost.style.setProperty("translate", `${event.clientX - drag.x}px ${event.clientY - drag.y}px`);
    this.root.querySelectorAll(".over").forEach((one) => one.classList.remove("over"));
    const under = document.elementFromPoint(event.clientX, event.clientY);
    (under?.closest(".column") ?? under?.closest(".item.target"))?.classList.add("over");
  }

  lift(drag) {
    closeMenu();
    if (
      this.owner.selected() !== drag.item.key &&
      choicesFrom(this.owner.choices(), drag.item).some((choice) => choice.target)
    ) {
      this.owner.select(drag.item.key);
      drag.item = this.begun() ?? drag.item;
    }
    drag.ghost = drag.item.element.cloneNode(true);
    drag.ghost.removeAttribute("data-key");
    drag.ghost.className = "card drag";
    place(drag.ghost, drag.item.element.getBoundingClientRect());
    document.body.append(drag.ghost);
  }

  up(event) {
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    this.endDrag();
    if (!drag.ghost) return;
    this.dragged = true;
    setTimeout(() => (this.dragged = false)); // a click follows only where the pointer was lifted over its own element
    this.drop(drag.item, document.elementFromPoint(event.clientX, event.clientY));
  }

  drop(item, element) {
    const from = choicesFrom(this.owner.choices(), item);
    const target = this.targetAt(element);
    const inHand = element?.closest?.(".hand, .dock");
    const ends = target ? choicesTo(from, target) : [];
    const direct = from.filter((choice) => !choice.target);
    if (ends.length) this.offer(target, ends);
    else if (target === item || !element || (inHand && item.element.closest(".dock"))) this.owner.select(null);
    else if (direct.length && !from.some((choice) => choice.target)) this.offer(item, direct);
    else if (target) this.owner.why(spotOf(item), spotOf(target), item);
    else this.owner.select(null);
  }

  endDrag() {
    if (!this.drag) return;
    clearTimeout(this.drag.timer);
    this.drag.ghost?.remove();
    this.root.querySelectorAll(".over").forEach((one) => one.classList.remove("over"));
    this.drag = null;
  }

  // The keyboard

  key(event) {
    const item = this.itemAt(event.target);
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") this.press(item);
    else if (event.key === "i") this.owner.lookUp(item);
    else if (event.key === "Escape" && this.owner.selected()) this.owner.select(null);
    else if (event.key.startsWith("Arrow")) this.go(item, event.key, event.shiftKey);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Go to the nearest item in a direction: of those that can be chosen, or of all. */
  go(from, key, all) {
    const items = this.owner.table().items.filter((item) => item.element.checkVisibility());
    const marked = items.filter((item) => item.element.matches(".can, .target, .selected"));
    const open = (all || !marked.length ? items : marked).filter((item) => item !== from);
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    const here = middleOf(from);
    const far = (item) => {
      const [x, y] = middleOf(item),
        along = (x - here[0]) * dx + (y - here[1]) * dy,
        across = Math.abs((x - here[0]) * dy) + Math.abs((y - here[1]) * dx);
      return along > 2 ? along + 2.5 * across : Infinity;
    };
    const next = open.reduce(
      (best, item) => (far(item) < far(best ?? item) || (!best && far(item) < Infinity) ? item : best),
      null,
    );
    const order = all || !marked.length ? items : marked;
    const at = order.indexOf(from),
      round = order[(at + (dx + dy) + order.length) % order.length];
    (next ?? round)?.element.focus();
    if (next ?? round) makeTabStop(this.owner.table().items, next ?? round);
  }
}

/**
 * Let one item of all be reached with Tab.
 * @param {object[]} items
 * @param {object|undefined} stop
 */
export function makeTabStop(items, stop) {
  for (const item of items) item.element.setAttribute("tabindex", item === stop ? "0" : "-1");
}

function middleOf(item) {
  const rect = item.element.getBoundingClientRect();
  return [rect.x + rect.width / 2, rect.y + rect.height / 2];
}
