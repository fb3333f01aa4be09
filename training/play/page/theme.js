// Dark or light: as the system says, until somebody presses the switch.

import { make } from "./dom.js";

const KEPT = "ow-theme";
const NEXT = { "": "dark", dark: "light", light: "" };
const NAMES = { "": "system", dark: "dark", light: "light" };

/**
 * Let a button switch between the system's theme, dark and light; the choice is kept.
 * @param {HTMLButtonElement} button
 */
export function themeSwitch(button) {
  let theme = localStorage.getItem(KEPT) ?? "";
  const show = () => {
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    button.replaceChildren("◐", make("span.wide-only", {}, ` ${NAMES[theme] ?? NAMES[""]}`));
    button.setAttribute("aria-label", `Theme: ${NAMES[theme] ?? NAMES[""]}`);
  };
  button.addEventListener("click", () => {
    theme = NEXT[theme] ?? "";
    localStorage.setItem(KEPT, theme);
    show();
  });
  show();
}
