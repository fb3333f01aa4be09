// The links of a table, for who has ordered it: what each gives, to be copied, or left to anyone on this server.

import { make } from "./dom.js";
import { ask } from "./tables.js";

/**
 * Return the links of a table as a list.
 * @param {object} table
 * @param {{seat: number|null, link: string, taken?: boolean}[]} table.links a seat's, or for watching
 * @param {string[]} table.names one for each seat; "": it has none
 * @param {number[]} table.open the seats that anyone may take
 * @param {string} table.owner
 */
export function linksOf({ links, names, open, owner }) {
  return make(
    "div",
    {},
    make(
      "p",
      {},
      "Give each player their own link, and keep yours: ",
      make("b", {}, "whoever has a seat's link sees that seat's cards and plays for it."),
      " The link for watching shows what everybody at the table sees, and no more until the game is over.",
    ),
    make(
      "ul.seat-links",
      {},
      links.map((each) => line(each)),
    ),
  );

  function line({ seat, link, taken }) {
    const name = seat === null ? "Watching" : names[seat] || `Player ${seat + 1}`;
    const full = new URL(link, location.href).href;
    const copy = make("button.button.small", { type: "button", click: () => copied(copy, full) }, "Copy");
    return make(
      "li",
      {},
      make("b", {}, name),
      make("input", {
        readonly: true,
        value: full,
        "aria-label": `link of ${name}`,
        focus: (event) => event.target.select(),
      }),
      copy,
      make("a.button.small", { href: link, target: "_blank" }, "Open"),
      seat !== null && !taken && opener(seat, name),
    );
  }

  function opener(seat, name) {
    const said = "anyone may take it, on the page of all tables";
    if (open.includes(seat)) return make("span.soft", {}, said);
    const give = async () => {
      try {
        await ask("/hall/open", { owner, seat });
        button.replaceWith(make("span.soft", { role: "status" }, said));
      } catch (error) {
        button.replaceWith(make("span.soft", { role: "alert" }, error.message));
      }
    };
    const button = make("button.button.small", { type: "button", "aria-label": `let anyone take the seat of ${name}`, click: give }, "Let anyone take it");
    return button;
  }
}

async function copied(button, text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    button.parentElement.querySelector("input").select(); // no clipboard outside of secure pages: it can be copied by hand
    return;
  }
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = "Copy"), 1500);
}
