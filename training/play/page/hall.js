// The hall: the tables of this server, yours with their links, and the score of this browser.

import { make } from "./dom.js";
import { scoresKept } from "./ending.js";
import { ask, secretsKept } from "./tables.js";
import { themeSwitch } from "./theme.js";

const STATES = { waiting: "waiting for a player", running: "running", finished: "finished" };
const EVERY = 5000; // milliseconds
const $ = (id) => document.getElementById(id);

async function show() {
  try {
    const { yours, others } = await ask("/hall.json", { secrets: secretsKept() });
    $("hall").replaceChildren(
      part("Your tables", yours.map(ownTable), "You have no seat at a table that is still here."),
      ...Object.entries(STATES).map(([state, title]) =>
        part(`Other tables, ${title}`, others.filter((table) => table.state === state).map(otherTable), "None."),
      ),
      part("Your score in this browser", scores(), "No game has ended yet."),
      make(
        "p.soft",
        {},
        "A seat's link opens that seat: whoever has it sees its cards and plays for it. A watcher's link shows what everybody at the table sees. Nobody is given a link here but to seats that were opened to anyone.",
      ),
    );
    $("error").hidden = true;
  } catch (error) {
    $("error").hidden = false;
    $("error").textContent = error.message;
  }
}

function part(title, lines, none) {
  return make("section.box.hall-part", {}, make("h2", {}, title), lines.length ? make("ul.seat-links", {}, lines) : make("p.soft", {}, none));
}

function ownTable(table) {
  const links = table.links.map(({ seat, link }) =>
    make("a.button", { href: link }, seat === null ? "Watch" : table.state === "finished" ? "Look at it" : `Go on as player ${seat + 1}`),
  );
  return make("li", {}, make("b", {}, table.game), make("span", {}, playersOf(table)), make("span.soft", {}, STATES[table.state]), links);
}

function otherTable(table) {
  const take = async () => location.assign((await ask("/hall/seat", { table: table.number })).link);
  const free = table.open > 0 && make("button.button.main", { type: "button", click: () => take().catch(show) }, "Take a seat");
  return make("li", {}, make("b", {}, table.game), make("span", {}, playersOf(table)), free);
}

function playersOf(table) {
  return table.players
    .map(({ kind, name, here }, seat) => `${name || `Player ${seat + 1}`}${kind === "person" && !here ? " (away)" : ""}`)
    .join(", ");
}

function scores() {
  return Object.entries(scoresKept()).map(([who, { won, lost, drawn }]) =>
    make("li", {}, make("b", {}, who), `won ${won}, lost ${lost}${drawn ? `, drawn ${drawn}` : ""}`),
  );
}

themeSwitch($("theme"));
show();
setInterval(() => document.visibilityState === "visible" && show(), EVERY);
