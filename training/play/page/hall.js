// The hall: the tables of this server, yours with their links, and the score of this browser.

import { make } from "./dom.js";
import { scoresKept } from "./ending.js";
import { linksOf } from "./seat_links.js";
import { ask, ownersKept, secretsKept } from "./tables.js";
import { themeSwitch } from "./theme.js";

const STATES = { waiting: "waiting for a player", running: "running", finished: "finished" };
const EVERY = 5000; // milliseconds
const $ = (id) => document.getElementById(id);
let shown = "";

async function show() {
  try {
    const owners = ownersKept();
    const { yours, others } = await ask("/hall.json", { secrets: secretsKept(), owners });
    const text = JSON.stringify([yours, others, scoresKept()]);
    $("error").hidden = true;
    if (text === shown) return; // what was opened, or is in focus, stays so
    shown = text;
    const opened = new Set([...document.querySelectorAll("details[open]")].map((each) => each.dataset.table));
    $("hall").replaceChildren(
      part("Your tables", yours.map((table) => ownTable(table, opened)), "You have no seat at a table that is still here."),
      ...Object.entries(STATES).map(([state, title]) =>
        part(`Other tables, ${title}`, others.filter((table) => table.state === state).map(otherTable), "None."),
      ),
      part("Your score in this browser", scores(), "No game has ended yet."),
      make(
        "p.soft",
        {},
        "A seat's link opens that seat: whoever has it sees its cards and plays for it. A watcher's link shows what everybody at the table sees. This page gives a link to nobody but whoever has it already, has ordered the table, or takes a seat that was left to anyone.",
      ),
    );
  } catch (error) {
    $("error").hidden = false;
    $("error").textContent = error.message;
  }
}

function part(title, lines, none) {
  return make("section.box.hall-part", {}, make("h2", {}, title), lines.length ? make("ul.hall-list", {}, lines) : make("p.soft", {}, none));
}

function ownTable(table, opened) {
  const own = secretsKept();
  const links = table.links.filter(({ link }) => !table.owner || own.includes(link.split("#")[1]));
  const sole = table.links.filter(({ seat }) => seat !== null).length === 1;
  const buttons = (links.length || !sole ? links : table.links.slice(0, 1)).map(({ seat, link, asked }) =>
    make(`a.button${asked ? ".main" : ""}`, { href: link }, labelOf(table, seat, asked)),
  );
  return make(
    "li",
    {},
    make("b", {}, table.game),
    make("span", {}, playersOf(table)),
    make("span.soft", {}, STATES[table.state]),
    buttons,
    table.owner &&
      make(
        "details",
        { "data-table": table.number, open: opened.has(String(table.number)) },
        make("summary", {}, "Links to give away"),
        linksOf({ links: table.links, names: table.players.map(({ name }) => name), open: table.open, owner: table.owner }),
      ),
  );
}

function labelOf(table, seat, asked) {
  if (seat === null) return "Watch";
  if (table.state === "finished") return "Look at it";
  return `${asked ? "Your turn" : "Go on"} as ${table.players[seat].name || `Player ${seat + 1}`}`;
}

function otherTable(table) {
  const take = async () => location.assign((await ask("/hall/seat", { table: table.number })).link);
  const free = table.open.length > 0 && make("button.button.main", { type: "button", click: () => take().catch(told) }, "Take a seat");
  return make("li", {}, make("b", {}, table.game), make("span", {}, playersOf(table)), free);
}

function told(error) {
  $("error").hidden = false;
  $("error").textContent = error.message;
}

function playersOf(table) {
  const away = ({ kind, here }) => (kind === "person" && !here && table.state !== "finished" ? " (away)" : "");
  return table.players
    .map((player, seat) => `${player.name || `Player ${seat + 1}`}${away(player)}`)
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
