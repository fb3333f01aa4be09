// Choosing a game: everything offered comes from /setup.json. The last choice is kept in this browser.

import { planet } from "./art.js";
import { make } from "./dom.js";
import { LookUp } from "./lookup.js";
import { openPrimer } from "./primer.js";
import { linksOf } from "./seat_links.js";
import { reasonOf } from "./socket.js";
import { keepOwner } from "./tables.js";
import { themeSwitch } from "./theme.js";

const KEPT = "ow-setup";
const PLANETS = [
  ["#1c5cb2", "#58b05c"],
  ["#70181c", "#f47c38"],
  ["#3b2a6e", "#c58be0"],
  ["#1a6e7a", "#ce703e"],
  ["#5c5c68", "#d9c27a"],
  ["#7a2a55", "#f2b6c6"],
]; // beside the names
const $ = (id) => document.getElementById(id);

/** The form in the making; `chosen` is what is kept and, less what is empty, what is sent. */
class Setup {
  constructor(data) {
    this.data = data;
    this.kept = read();
    this.lookUp = new LookUp();
    this.choose(this.kept.game);
  }

  /** Show a game, as it was chosen last time. */
  choose(name) {
    this.game =
      this.data.games.find((game) => game.name === name) ??
      this.data.games.find((game) => game.name === this.data.default.game) ??
      this.data.games[0];
    const last = this.kept.games?.[this.game.name] ?? {};
    this.options = { ...last.options };
    const counts = this.counts();
    const wanted = last.players?.length ?? 2;
    this.players = [];
    const count = counts.includes(wanted) ? wanted : counts[0];
    this.players = Array.from(
      { length: count },
      (_, seat) => last.players?.[seat] ?? (seat ? this.usual(count) : this.data.person),
    );
    this.names = last.names ?? [];
    this.seed = last.seed ?? "";
    this.draw();
  }

  /** The choice that decides how many can play, if the game has one: its scenario. */
  first() {
    return this.game.options.find((option) => Object.keys(option.players).length > 0);
  }

  /** How many can play, as things are chosen. */
  counts() {
    const first = this.first();
    const [least, most] = this.game.players;
    return first?.players[this.options[first.name] ?? first.default] ?? range(least, most);
  }

  /** Who plays how strong at a table of so many, as its ladder says; none where there is no ladder. */
  levels(count) {
    const chosen = (name) => this.options[name] ?? this.game.options.find((option) => option.name === name).default;
    const table = this.game.levels.find(
      (one) => one.players === count && Object.entries(one.options).every(([name, value]) => chosen(name) === value),
    );
    return table?.levels ?? [];
  }

  /** Who is met where nobody was chosen: an opponent of medium strength. */
  usual(count) {
    const other = this.game.agents.find((agent) => agent.name === this.data.default.agent) ?? this.game.agents[0];
    return this.levels(count)[1]?.agent ?? other.name;
  }

  draw() {
    const { game } = this;
    const counts = this.counts();
    const first = this.first();
    const focused = document.activeElement?.name;
    const others = game.options.filter((option) => option.kind !== "sides" && option !== first);
    $("setup").replaceChildren(
      make(
        "fieldset.games",
        {},
        make("legend", {}, "Game"),
        this.data.games.map((one) => this.gameCard(one)),
      ),
      make(
        "fieldset",
        {},
        make("legend", {}, "Players"),
        make(
          "div.options",
          {},
          first && this.option(first, (value) => this.chooseFirst(first, value)),
          counts.length > 1 &&
            this.field(
              "Number of players",
              this.select("count", counts.map(String), String(this.players.length), (value) =>
                this.resize(Number(value)),
              ),
            ),
        ),
        make(
          "div.seats",
          {},
          this.players.map((_, seat) => this.seatRow(seat)),
        ),
      ),
      this.drawer(
        "More options",
        others.filter((option) => !option.research),
        "more",
      ),
      this.drawer(
        "For researchers",
        others.filter((option) => option.research),
        "research",
        this.seedField(),
      ),
      make("p.go", {}, make("button.button.main.big", { type: "submit", id: "start" }, "Start the game")),
    );
    $("setup").elements[focused]?.focus?.();
  }

  /** Options that are out of the way until somebody opens them; nothing where there are none. */
  drawer(title, options, key, more = null) {
    if (!options.length && !more) return null;
    return make(
      "details.more",
      { open: this.opened?.[key], toggle: (event) => (this.opened = { ...this.opened, [key]: event.target.open }) },
      make("summary", {}, title),
      make(
        "div.options",
        {},
        options.map((option) => this.option(option)),
        more,
      ),
    );
  }

  /** Another scenario: as many play as it allows. */
  chooseFirst(option, value) {
    this.options[option.name] = value || null;
    const counts = this.counts();
    this.resize(counts.includes(this.players.length) ? this.players.length : counts[0]);
  }

  gameCard(one) {
    const chosen = one === this.game;
    const act = (text, look, does) => make(`button.button.small${look}`, { type: "button", click: does }, text);
    return make(
      `div.game-tile${chosen ? ".chosen" : ""}`,
      {},
      make(
        `label.game-card${chosen ? ".chosen" : ""}`,
        {},
        make("input", {
          type: "radio",
          name: "game",
          value: one.name,
          checked: chosen,
          change: () => {
            this.keep();
            this.choose(one.name);
            document.querySelector(`input[value="${CSS.escape(one.name)}"]`).focus();
          },
        }),
        planet(PLANETS[this.data.games.indexOf(one) % PLANETS.length], one.name),
        make("b", {}, one.title),
        make("span.soft", {}, one.about),
      ),
      make(
        "div.buttons",
        { role: "group", "aria-label": one.title },
        act("Play now", ".main", () => this.playNow(one)),
        one.guide && act("Guided game", "", () => this.guided(one)),
        one.primer && act("How to play", "", () => this.explain(one)),
      ),
    );
  }

  explain(game) {
    this.lookUp.fetched = {};
    this.lookUp.setGame(game.name, game.rules);
    openPrimer(game.primer, game, this.lookUp);
  }

  /** Start a game as it usually is, against opponents of medium strength, without a word. */
  playNow(game) {
    this.game = game;
    this.options = {};
    const [count] = this.counts().filter((each) => each >= 2);
    const players = Array.from({ length: count ?? 1 }, (_, seat) => (seat ? this.usual(count) : this.data.person));
    return this.ask({ game: game.name, players }, (made) => this.made(made));
  }

  guided(game) {
    const { seed, players, options } = game.guide;
    return this.ask({ game: game.name, seed, players, options }, ({ seats }) =>
      location.assign(seats[0].link.replace("#", "?guide#")),
    );
  }

  // Seats

  resize(count) {
    const before = this.levels(this.players.length).map((one) => one.agent);
    const now = this.levels(count).map((one) => one.agent);
    const kept = (player) => now[before.indexOf(player)] ?? player; // as strong as before, at this table
    this.players = Array.from({ length: count }, (_, seat) =>
      this.players[seat] ? kept(this.players[seat]) : this.usual(count),
    );
    this.draw();
  }

  seatRow(seat) {
    const player = this.players[seat],
      [family, budget] = player.split(":");
    const levels = this.levels(this.players.length);
    const level = levels.find((one) => one.agent === player);
    const known = this.game.agents;
    const who = this.who(seat, levels, level ? player : family);
    const search = !level && family === this.data.search.name;
    const about = level
      ? `${sentence(level.about)} ${level.strength}; ${level.time}.`
      : known.find((one) => one.name === family)?.about;
    const sides = this.game.options.find((option) => option.kind === "sides");
    return make(
      `fieldset.seat-row.seat-${seat % 4}`,
      {},
      make("legend", {}, make("span.badge", { "aria-hidden": "true" }, seat + 1), ` Player ${seat + 1}`),
      this.field("Played by", who),
      player === this.data.person &&
        this.field(
          "Name",
          make("input", {
            name: `name ${seat}`,
            maxlength: 40,
            value: this.names[seat] ?? "",
            placeholder: `Player ${seat + 1}`,
            autocomplete: "off",
            input: (event) => (this.names[seat] = event.target.value),
          }),
        ),
      search &&
        this.field(
          "Simulations a decision",
          make("input", {
            type: "number",
            name: `budget ${seat}`,
            min: 1,
            max: this.data.search.most,
            step: 1,
            list: "budgets",
            value: budget ?? this.data.search.budgets[1],
            input: (event) => (this.players[seat] = `${family}:${event.target.value}`),
          }),
        ),
      sides &&
        this.field(
          "Plays with",
          this.select(
            `side ${seat}`,
            ["", ...sides.values],
            this.sideOf(sides, seat),
            (value) => this.setSide(sides, seat, value),
            (side) => side || "Default",
          ),
        ),
      about && make("p.soft.about", {}, about),
    );
  }

  /** Who plays a seat: a person, opponents by strength, any agent by name. */
  who(seat, levels, value) {
    const option = (name, text) => make("option", { value: name, selected: name === value }, text);
    const { person } = this.data;
    return make(
      "select",
      { name: `player ${seat}`, change: (event) => this.sit(seat, event.target.value) },
      option(person, "A person"),
      levels.length > 0 &&
        make(
          "optgroup",
          { label: "Opponents" },
          levels.map((one) => option(one.agent, `${one.level} (${one.agent})`)),
        ),
      make(
        "optgroup",
        { label: levels.length ? "Other agents" : "Agents" },
        this.game.agents.map((one) => one.name).filter((name) => !levels.some((one) => one.agent === name)).map((name) => option(name, name)),
      ),
    );
  }

  sit(seat, name) {
    this.players[seat] = name === this.data.search.name ? `${name}:${this.data.search.budgets[1]}` : name;
    this.draw();
  }

  sideOf(option, seat) {
    return this.options[option.name]?.[seat] ?? option.default?.[seat] ?? "";
  }

  setSide(option, seat, value) {
    const sides = this.players.map((_, at) => this.sideOf(option, at));
    sides[seat] = value;
    this.options[option.name] = sides;
  }

  // Options

  option(option, set = (next) => (this.options[option.name] = next)) {
    const value = this.options[option.name] ?? option.default;
    if (option.kind === "switch") {
      return make(
        "div.field.switch",
        {},
        make(
          "label",
          {},
          make("input", {
            type: "checkbox",
            name: option.name,
            checked: Boolean(value),
            change: (event) => set(event.target.checked),
          }),
          ` ${option.label}`,
        ),
        make("p.soft", {}, option.about),
      );
    }
    const input =
      option.kind === "choice"
        ? this.select(
            option.name,
            option.default === null ? ["", ...option.values] : [...option.values],
            value ?? "",
            (next) => set(next || null),
            (name) => option.labels[name] ?? (words(name) || "Default"),
          )
        : make("input", {
            type: "number",
            min: 0,
            step: 1,
            name: option.name,
            value: value ?? "",
            placeholder: "Default",
            input: (event) => set(event.target.value === "" ? null : Number(event.target.value)),
          });
    return this.field(option.label, input, option.about);
  }

  seedField() {
    return this.field(
      "Random seed",
      make("input", {
        name: "seed",
        inputmode: "numeric",
        pattern: "[0-9]*",
        value: this.seed,
        placeholder: "Random",
        input: (event) => (this.seed = event.target.value.trim()),
      }),
      "The same seed deals the same cards. Whoever knows it could work out what is hidden; leave it empty for a game that counts.",
    );
  }

  field(called, input, about = "") {
    const id = `field-${input.name.replace(/\W/g, "-")}`;
    input.id = id;
    return make("div.field", {}, make("label", { for: id }, called), input, about && make("p.soft", {}, about));
  }

  select(name, values, value, change, tell = (one) => one) {
    return make(
      "select",
      { name, change: (event) => change(event.target.value) },
      values.map((one) => make("option", { value: one, selected: one === value }, tell(one))),
    );
  }

  // Starting

  /** What the server is asked for. */
  order() {
    const options = {};
    for (const option of this.game.options) {
      const value = this.options[option.name];
      if (value === undefined || value === null) continue;
      if (option.kind !== "sides") options[option.name] = value;
      else {
        const sides = this.players.map((_, seat) => this.sideOf(option, seat) || null); // null: as usual
        if (sides.some((side) => side)) options[option.name] = sides;
      }
    }
    return {
      game: this.game.name,
      options,
      players: this.players,
      seed: this.seed === "" ? null : Number(this.seed),
      names: this.players.map((_, seat) => this.names[seat] ?? ""),
    };
  }

  keep() {
    const { players, names, options, seed } = this;
    this.kept = {
      game: this.game.name,
      games: { ...this.kept.games, [this.game.name]: { players, names, options, seed } },
    };
    localStorage.setItem(KEPT, JSON.stringify(this.kept));
  }

  start() {
    this.keep();
    return this.ask(this.order(), (made) => this.made(made));
  }

  /** Ask the server for a table. */
  async ask(order, then) {
    const buttons = [...$("setup").querySelectorAll("button")];
    for (const button of buttons) button.disabled = true;
    clearRefusal();
    try {
      const answer = await fetch("/tables", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(order),
      });
      if (!answer.ok) throw new Error(await reasonOf(answer));
      then(await answer.json());
    } catch (error) {
      this.refuse(error.message);
    }
    for (const button of buttons) button.disabled = false;
  }

  /** Say what is wrong beside the field that it is about, else below the form. */
  refuse(text) {
    const [, seat] = /^(?:players|names)\[(\d+)\]/.exec(text) ?? [];
    const named = /^names/.test(text) ? `name ${seat}` : `player ${seat}`;
    const option = this.game.options.find((one) => new RegExp(`\\b${one.name}\\b`).test(text));
    const known = option?.kind === "sides" ? "side 0" : option?.name;
    const name = seat !== undefined ? named : text.startsWith("seed") ? "seed" : known;
    const field = name && $("setup").elements[name];
    if (!field) {
      refuse(text);
      return;
    }
    field.closest("details")?.setAttribute("open", "");
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", "field-error");
    const told = option ? text.replace(/^options[.:]\s*/, "").replace(option.name, option.label) : text.replace(/^[^:]*: /, "");
    field.closest(".field").append(make("p.field-error", { id: "field-error", role: "alert" }, sentence(told)));
    field.focus();
    field.closest(".field").scrollIntoView({ block: "center" });
  }

  /** Go to the table; where several people play, first tell each one's link. */
  made({ seats, watch, owner }) {
    keepOwner(owner);
    $("error").hidden = true;
    if (seats.length === 1) location.assign(seats[0].link);
    else if (!seats.length) location.assign(watch);
    else this.showLinks(seats, watch, owner);
  }

  showLinks(seats, watch, owner) {
    $("links").hidden = false;
    $("links").replaceChildren(
      make("h2", { tabindex: "-1" }, "The table is ready"),
      linksOf({ links: [...seats, { seat: null, link: watch }], names: this.names, open: [], owner }),
    );
    $("links").querySelector("h2").focus();
  }
}

function clearRefusal() {
  $("error").hidden = true;
  $("field-error")?.remove();
  for (const field of document.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
}

/** Return a text as a sentence. */
function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

function refuse(text) {
  $("error").hidden = false;
  $("error").textContent = text;
}

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

function words(name) {
  return String(name).replaceAll("_", " ");
}

function range(least, most) {
  return Array.from({ length: most - least + 1 }, (_, at) => least + at);
}

async function begin() {
  themeSwitch($("theme"));
  const answer = await fetch("/setup.json");
  if (!answer.ok) return refuse(await reasonOf(answer));
  const data = await answer.json();
  const setup = new Setup(data);
  document.body.append(
    make(
      "datalist",
      { id: "budgets" },
      data.search.budgets.map((budget) => make("option", { value: budget })),
    ),
  );
  $("setup").addEventListener("submit", (event) => {
    event.preventDefault();
    setup.start();
  });
}

begin();
