// Choosing a game: everything offered comes from /setup.json. The last choice is kept in this browser.

import { planet } from "./art.js";
import { hashOf, make } from "./dom.js";
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
]; // beside the names
const $ = (id) => document.getElementById(id);

/** The form in the making; `chosen` is what is kept and, less what is empty, what is sent. */
class Setup {
  constructor(data) {
    this.data = data;
    this.kept = read();
    this.choose(this.kept.game);
  }

  /** Show a game, as it was chosen last time. */
  choose(name) {
    this.game =
      this.data.games.find((game) => game.name === name) ??
      this.data.games.find((game) => game.name === this.data.default.game) ??
      this.data.games[0];
    const last = this.kept.games?.[this.game.name] ?? {};
    const [least, most] = this.game.players;
    const count = Math.min(most, Math.max(least, last.players?.length ?? Math.max(2, least)));
    const other = this.game.agents.find((agent) => agent.name === this.data.default.agent) ?? this.game.agents[0];
    this.players = Array.from(
      { length: count },
      (_, seat) => last.players?.[seat] ?? (seat ? other.name : this.data.person),
    );
    this.names = last.names ?? [];
    this.options = { ...last.options };
    this.seed = last.seed ?? "";
    this.draw();
  }

  draw() {
    const { game } = this;
    const [least, most] = game.players;
    const focused = document.activeElement?.name;
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
        make("legend", {}, "Seats"),
        most > least &&
          this.field(
            "Players",
            this.select("count", range(least, most).map(String), String(this.players.length), (value) =>
              this.resize(Number(value)),
            ),
          ),
        make(
          "div.seats",
          {},
          this.players.map((_, seat) => this.seatRow(seat)),
        ),
      ),
      game.options.some((option) => option.kind !== "sides") &&
        make(
          "details.more",
          { open: this.showMore, toggle: (event) => (this.showMore = event.target.open) },
          make("summary", {}, "More options"),
          make(
            "div.options",
            {},
            game.options.filter((option) => option.kind !== "sides").map((option) => this.option(option)),
            this.seedField(),
          ),
        ),
      make("p.go", {}, make("button.button.main.big", { type: "submit", id: "start" }, "Start the game")),
    );
    $("setup").elements[focused]?.focus?.();
  }

  gameCard(one) {
    const chosen = one === this.game;
    return make(
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
      planet(PLANETS[hashOf(one.name) % PLANETS.length], one.name),
      make("b", {}, one.title),
      make("span.soft", {}, one.about),
    );
  }

  // Seats

  resize(count) {
    const other = this.players.at(-1) === this.data.person ? this.data.default.agent : this.players.at(-1);
    this.players = Array.from({ length: count }, (_, seat) => this.players[seat] ?? other);
    this.draw();
  }

  seatRow(seat) {
    const player = this.players[seat],
      [family, budget] = player.split(":");
    const people = [{ name: this.data.person, about: "" }];
    const known = [...people, ...this.game.agents];
    const who = this.select(
      `player ${seat}`,
      known.map((one) => one.name),
      family,
      (value) => this.sit(seat, value),
      (name) => (name === this.data.person ? "a person" : name),
    );
    const search = family === this.data.search.name;
    const about = known.find((one) => one.name === family)?.about;
    const sides = this.game.options.find((option) => option.kind === "sides");
    return make(
      `fieldset.seat-row.seat-${seat % 4}`,
      {},
      make("legend", {}, make("span.badge", { "aria-hidden": "true" }, seat), ` Seat ${seat}`),
      this.field("Played by", who),
      player === this.data.person &&
        this.field(
          "Name",
          make("input", {
            name: `name ${seat}`,
            maxlength: 40,
            value: this.names[seat] ?? "",
            placeholder: `player_${seat}`,
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
            (side) => side || "as usual",
          ),
        ),
      about && make("p.soft.about", {}, about),
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

  option(option) {
    const value = this.options[option.name] ?? option.default;
    const set = (next) => (this.options[option.name] = next);
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
          ` ${label(option.name)}`,
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
            (name) => words(name) || "as usual",
          )
        : make("input", {
            type: "number",
            min: 0,
            step: 1,
            name: option.name,
            value: value ?? "",
            placeholder: "as usual",
            input: (event) => set(event.target.value === "" ? null : Number(event.target.value)),
          });
    return this.field(label(option.name), input, option.about);
  }

  seedField() {
    return this.field(
      "Seed",
      make("input", {
        name: "seed",
        inputmode: "numeric",
        pattern: "[0-9]*",
        value: this.seed,
        placeholder: "a secret one",
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

  async start() {
    this.keep();
    const button = $("start");
    button.disabled = true;
    try {
      const answer = await fetch("/tables", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(this.order()),
      });
      if (!answer.ok) throw new Error(await reasonOf(answer));
      this.made(await answer.json());
    } catch (error) {
      refuse(error.message);
    }
    button.disabled = false;
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

function label(name) {
  return words(name).replace(/^./, (letter) => letter.toUpperCase());
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
