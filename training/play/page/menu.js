// A small menu at a card: which of several choices.

import { make } from "./dom.js";

let shown = null;

/**
 * Show a menu beside an element.
 * @param {HTMLElement} element
 * @param {string} title
 * @param {{label: string, share?: string, act: () => void}[]} lines
 */
export function showMenu(element, title, lines) {
  closeMenu();
  const buttons = lines.map((line) =>
    make(
      "button.menu-line",
      {
        type: "button",
        role: "menuitem",
        tabindex: "-1",
        click: () => {
          closeMenu();
          line.act();
        },
      },
      line.label,
    ),
  );
  const menu = make(
    "div.menu",
    { role: "menu", "aria-label": title, keydown: (event) => moveIn(event, buttons) },
    make("p.menu-title", { role: "presentation" }, title),
    buttons,
  );
  document.body.append(menu);
  const at = element.getBoundingClientRect(),
    own = menu.getBoundingClientRect();
  menu.style.setProperty("left", `${Math.max(6, Math.min(at.x + 8, innerWidth - own.width - 6))}px`);
  menu.style.setProperty("top", `${Math.max(6, Math.min(at.y + 24, innerHeight - own.height - 6))}px`);
  shown = { menu, element };
  buttons[0].focus();
}

/** Close the menu; tell whether there was one. */
export function closeMenu() {
  if (!shown) return false;
  const { menu, element } = shown;
  shown = null;
  if (menu.contains(document.activeElement) && element.isConnected) element.focus({ preventScroll: true });
  menu.remove();
  return true;
}

/** Tell whether an element is in the menu. */
export function inMenu(element) {
  return Boolean(shown?.menu.contains(element));
}

function moveIn(event, buttons) {
  const at = buttons.indexOf(document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (event.key === "Escape" || event.key === "Tab") closeMenu();
  else if (to === undefined) return;
  else buttons[(to + buttons.length) % buttons.length].focus();
  event.preventDefault();
  event.stopPropagation();
}
