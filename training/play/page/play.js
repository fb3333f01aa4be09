// The page of a table: what the server sends is drawn, what is pointed at is sent back. It knows no game and no rules.

import { CardTexts } from "./cards.js";
import { roll } from "./dice.js";
import { make } from "./dom.js";
import { afterwards, outcomeOf, scoreOf } from "./ending.js";
import { Guide, wasLeft } from "./guide.js";
import { drawLinks } from "./links.js";
import { addTo } from "./log.js";
import { LookUp } from "./lookup.js";
import { closeMenu } from "./menu.js";
import { cardsOf, moveFrom } from "./moving.js";
import { flash, lastTurns, numbersOf, Pace } from "./pace.js";
import { makeTabStop, Pointing } from "./pointing.js";
import { knows, openPrimer } from "./primer.js";
import { showReview } from "./reviewing.js";
import { Line } from "./socket.js";
import { drawTable } from "./table.js";
import { keepSecret } from "./tables.js";
import { themeSwitch } from "./theme.js";
import { showWaiting } from "./waiting.js";
import { capital, namesOf, spoken, toYou } from "./words.js";

const $ = (id) => document.getElementById(id);

/** One viewer's page. */
class Page {
  constructor() {
    Object.assign(this, {
      about: null,
      moment: null,
      table: null,
      selected: null,
      shares: new Map(),
      open: new Set(),
      have: 0,
      reason: null,
      thinking: [],
      ended: null,
      lookedUp: null,
      hint: null,
      names: [],
      entries: [],
      confirming: null,
      again: null,
      folded: null,
      atBottom: true, // does the board show its lower end, one's own side? Then it goes on doing so
    });
    this.pace = new Pace((moment, again) => this.showMoment(moment, again));
    this.root = $("table");
    this.lookUp = new LookUp();
    this.texts = new CardTexts(this.root);
    this.pointing = new Pointing(this.root, {
      table: () => this.table,
      choices: () => this.choices,
      selected: () => this.selected,
      select: (key) => this.select(key),
      choose: (choice) => this.choose(choice.action),
      why: (source, target, item) => this.why(source, target, item),
      lookUp: (item) => this.lookUp.item(item, this.moment.view),
    });
    themeSwitch($("theme"));
    $("signs").addEventListener("click", () => this.lookUp.signs(this.moment?.view));
    $("how").addEventListener("click", () => this.help().then(({ primer }) => this.explain(primer)));
    $("filter").addEventListener("input", () => this.listActions());
    $("speed").append(this.pace.chooser());
    $("resign").addEventListener("click", () => this.resign());
    $("log-shown").addEventListener("click", () => {
      const open = document.body.classList.toggle("log-open");
      $("log-shown").setAttribute("aria-expanded", String(open));
    });
    $("last-again").addEventListener("click", () => this.pace.again());
    document.addEventListener("keydown", (event) => this.key(event));
    this.root.addEventListener("click", (event) => this.goOn(event), true);
    this.root.addEventListener("toggle", (event) => this.toggled(event.target), true);
    this.root.addEventListener("focusin", (event) => this.focused(event.target));
    this.root.addEventListener("scroll", (event) => event.target.matches(".board") && this.scrolled(event.target), true);
    new ResizeObserver(() => this.moment && this.resized()).observe(this.root);
    this.line = new Line("/socket", {
      hello: () => ({ do: "hello", secret: location.hash.slice(1), have: this.have }),
      message: (message) => this.on(message),
      state: (open, reason, final) => this.connected(open, reason, final),
    });
    addEventListener("hashchange", () => location.reload());
  }

  get choices() {
    return this.moment?.asked && !this.waiting && !this.pace.behind ? this.moment.choices : [];
  }

  // What the server says

  on(message) {
    if (message.kind !== "table") message = spoken(message, this.names);
    const does = {
      table: this.onTable,
      again: this.onAgain,
      moment: (moment) => this.pace.take(moment),
      reason: this.onReason,
      hint: this.onHint,
      thinking: this.onThinking,
      ended: this.onEnded,
      error: this.onError,
      note: this.onNote,
    }[message.kind];
    does?.call(this, message);
  }

  onTable(message) {
    this.about = message;
    this.names = namesOf(message);
    document.title = `${message.game.title}`;
    $("title").textContent = message.game.title;
    $("seed").hidden = message.seed === null;
    $("seed").textContent = `The seed ${message.seed} was chosen: whoever knows it can work out what is hidden.`;
    if (message.viewer !== null) keepSecret(location.hash.slice(1));
    $("resign").hidden = message.viewer === null || message.players[message.viewer].kind !== "person";
    this.lookUp.setGame(message.game.name, message.rules, message.cards);
    if (this.moment) this.redraw(false);
    this.helpFirst ??= this.helpNewcomer();
    this.textsFirst ??= this.lookUp.data("cards").then((cards) => {
      this.texts.know(cards);
      if (this.moment) this.redraw(false);
    });
  }

  /** Return what the game has for newcomers: its primer and the notes of a guided first game. */
  help() {
    return this.lookUp.data("help");
  }

  explain(primer) {
    openPrimer(primer, this.about.game, this.lookUp);
  }

  /** The first time, open how to play; in a guided game, begin with its notes. */
  async helpNewcomer() {
    const { primer, guide } = await this.help();
    const key = `ow-guide ${location.hash}`;
    $("how").hidden = !primer;
    if (guide && new URLSearchParams(location.search).has("guide") && !wasLeft(key)) {
      this.guide = new Guide(guide.notes, key, this.root);
      if (this.moment) this.guide.drawn(this.moment, this.table);
    } else if (primer && this.about.viewer !== null && !knows(this.about.game.name)) this.explain(primer);
  }

  /** Show a moment; `again`: once more, as part of the last turn of others. */
  showMoment(message, again) {
    const first = this.moment === null;
    const fresh = again || message.at !== this.moment?.at;
    this.moment = { ...message, view: this.seenView(message) };
    this.waiting = false;
    if (fresh) Object.assign(this, { selected: null, shares: new Map(), reason: null, hint: null, confirming: null });
    const entries = again ? [] : message.log.filter((entry) => entry.n >= message.kept);
    if (!again) {
      this.entries = [...this.entries.filter((entry) => entry.n < message.kept), ...entries];
      this.have = this.entries.length;
    }
    if (message.over) this.thinking = [];
    $("resign").hidden ||= message.over;
    this.redraw(fresh);
    if (!again) addTo($("log"), entries, this.lookUp, message.kept);
    $("strip").replaceChildren(...lastTurns(this.entries, this.about?.viewer ?? null, this.names));
    $("last").hidden = !$("strip").childElementCount;
    $("last-again").hidden = this.pace.recent.length < 2 || !this.pace.pause;
    if (fresh && !first) roll(this.root, again ? message.log : entries);
    if (fresh && message.asked) this.bringIntoSight();
    $("said").textContent = message.asked || message.over ? this.moment.view.decision : "";
    document.title = `${message.asked ? "● " : ""}${this.about?.game.title ?? ""}`;
  }

  /** Return a view as this viewer is told it: who is asked is "you", a choice that is planned lies where it will lie. */
  seenView({ view, asked, over, result, planned, choices }) {
    if (over) return { ...view, decision: [outcomeOf({ result }, this.about?.viewer), result?.text].filter(Boolean).join(" ") };
    let decision = view.viewer === null ? view.decision : toYou(view.decision, this.names[view.viewer]);
    if (asked && !choices.some((choice) => choice.action === 0)) decision = decision.replace(/,? or pass\b.*$/, "");
    const zones = planned.reduce((zones, choice) => laid(zones, choice, view.viewer), view.zones);
    return { ...view, zones, decision: asked ? `Your turn: ${decision.replace(/^You /, "you ")}` : decision };
  }

  /** While what others did is being shown, a click goes on. */
  goOn(event) {
    if (!this.pace.behind) return;
    event.stopPropagation();
    this.pace.next();
  }

  onAgain(message) {
    this.again = message;
    if (message.mine) location.assign(message.link);
    else this.redraw(false);
  }

  /** Scroll to what can be chosen on the board, where nothing of it is in sight and the hand has nothing. */
  bringIntoSight() {
    const marked = this.table.items.filter((item) => item.element.matches(".can, .target")).map((item) => item.element);
    const pane = this.root.querySelector(".board").getBoundingClientRect();
    const seen = (element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return element.closest(".dock") || (top >= pane.top && bottom <= pane.bottom);
    };
    if (!marked.some((element) => !element.closest(".dock")))
      this.root.querySelector(".band.near")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (marked.length && !marked.some(seen)) marked[0].scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  onReason(message) {
    const item = this.lookedUp;
    this.lookedUp = null;
    if (item) return this.lookUp.dialog.open && this.lookUp.whyNot(message);
    this.reason = message;
    this.redraw(false);
    $("said").textContent = message.text;
  }

  onHint(message) {
    this.asking = false;
    if (message.at !== this.moment.at) return this.redraw(false); // it was asked in another moment
    this.hint = message;
    this.shares = new Map(message.choices.map((choice) => [choice.action, choice.share]));
    this.redraw(false);
  }

  onThinking(message) {
    this.thinking = message.seats;
    this.showThinking();
  }

  onEnded(message) {
    this.ended = message;
    this.redraw(false);
  }

  onError(message) {
    this.asking = false;
    this.waiting = false;
    this.refused = message.text;
    this.lookedUp = null;
    if (this.moment) this.onReason({ text: message.text, rules: [] });
  }

  onNote(message) {
    $("said").textContent = message.text;
    if (this.moment) return;
    document.title = $("title").textContent = message.game.title;
    this.lookUp.setGame(message.game.name, message.rules);
    showWaiting(this.root, message, this.lookUp);
  }

  connected(open, reason, final) {
    const banner = $("banner");
    const whole = this.refused?.slice(0, 20) === reason.slice(0, 20) ? this.refused : reason; // a reason is cut short
    const told = whole || (final ? "The server refused the connection." : "The connection is lost.");
    banner.hidden = open;
    banner.textContent = final ? told : `${told} Trying again …`;
    if (!open) {
      this.waiting = false;
      this.pace.hurry(); // what comes after the line is open again is told from there
    }
    if (final && !this.moment) this.root.replaceChildren();
  }

  // What is done here

  choose(action) {
    closeMenu();
    if (this.waiting) return;
    if (this.moment.left[action] && this.confirming !== action && localStorage.getItem("confirm") !== "no")
      return this.confirm(action);
    this.waiting = this.line.send({ do: "choose", action, at: this.moment.at });
    this.selected = null;
  }

  /** Ask whether what is plainly left undone is meant. */
  confirm(action) {
    this.confirming = action;
    this.fillControls();
    this.root.querySelector("[data-control='confirm']")?.focus();
  }

  /** Give up: at the second click within some seconds. */
  resign() {
    if ($("resign").dataset.sure) return this.line.send({ do: "resign" });
    $("resign").dataset.sure = "yes";
    $("resign").textContent = "Really resign?";
    setTimeout(() => {
      delete $("resign").dataset.sure;
      $("resign").textContent = "Resign";
    }, 4000);
  }

  undo() {
    if (this.moment?.undo) this.line.send({ do: "undo", at: this.moment.at });
  }

  /** Send something about this moment that has no more to it. */
  say(what) {
    closeMenu();
    if (!this.waiting) this.waiting = this.line.send({ do: what, at: this.moment.at });
  }

  select(key) {
    this.selected = key;
    this.reason = null;
    this.redraw(false);
    if (key && this.byKeyboard)
      this.table.items.find((item) => item.element.classList.contains("target"))?.element.focus();
  }

  /**
   * It is not legal. Where a choice was begun, ask for the rule; where nothing was, look up what was pointed at, with
   * why nothing can be done with it now to be opened there.
   */
  why(source, target, item) {
    const { view } = this.moment;
    const asks = this.moment.asked && view.viewer !== null && !this.pace.behind;
    this.lookedUp = this.selected ? null : item;
    if (asks) this.line.send({ do: "why", source, target });
    if (!this.selected) this.lookUp.item(item, view);
  }

  askHint(agent) {
    if (!this.choices.length || !agent) return;
    this.agent = agent;
    this.asking = this.line.send({ do: "hint", agent });
    this.redraw(false);
  }

  key(event) {
    this.byKeyboard = true;
    if (
      event.target.closest("input, select, textarea, dialog, .menu") ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey
    )
      return;
    if (event.key === "Escape") this.escape();
    else if (event.key === "u") this.undo();
    else if (event.key === "?") this.lookUp.signs(this.moment?.view);
    else if (event.key === "h") this.askHint(this.agent ?? this.about?.hints[0]);
    else if (event.key === "/") this.openList();
    else if (event.key === "n" && this.guide) this.guide.goOn();
    else return;
    event.preventDefault();
  }

  escape() {
    if (!closeMenu() && this.selected) this.select(null);
  }

  openList() {
    document.body.classList.add("log-open");
    $("all").open = true;
    $("filter").focus();
    $("filter").select();
  }

  // Drawing

  /** Draw everything anew; what was in focus, scrolled or open stays so. */
  redraw(animate) {
    const { view } = this.moment;
    const before = animate ? cardsOf(this.root) : [];
    const numbers = animate ? numbersOf(this.root) : new Map();
    const kept = this.keepPlace();
    closeMenu();
    const names =
      this.about?.players.map(
        (player) =>
          (player.kind === "person" ? "" : player.name) + (player.kind === "person" && !player.here && player.seat !== view.viewer ? " (away)" : ""),
      ) ?? [];
    Object.assign(this.root.dataset, { at: this.moment.at, asked: this.moment.asked, over: this.moment.over });
    this.table = drawTable(this.root, view, {
      choices: this.choices,
      names,
      selected: this.selected,
      shares: this.shares,
      open: this.open,
      near: this.about?.viewer,
      guests: this.moment.guests,
      folded: (this.folded ??= this.foldedFirst(view)),
      fold: (seat) => this.fold(seat),
    });
    this.texts.dress();
    this.fillControls();
    this.listActions();
    this.showHint();
    this.restorePlace(kept);
    moveFrom(this.root, before);
    flash(this.root, numbers);
    this.guide?.drawn(this.moment, this.table);
  }

  /** The seats that are folded: as this tab last had them, else all others where more than two sit at the table. */
  foldedFirst(view) {
    const kept = sessionStorage.getItem(`ow-folded ${location.hash}`);
    if (kept) return new Set(JSON.parse(kept));
    return new Set(typeof this.about?.viewer === "number" && view.seats.length > 2 ? view.seats.keys() : []);
  }

  /** Fold a seat to a line, or unfold it. */
  fold(seat) {
    if (!this.folded.delete(seat)) this.folded.add(seat);
    sessionStorage.setItem(`ow-folded ${location.hash}`, JSON.stringify([...this.folded]));
    this.redraw(false);
  }

  scrolled(board) {
    this.atBottom = board.scrollTop + board.clientHeight > board.scrollHeight - 4;
  }

  /** The window has another size. */
  resized() {
    const board = this.root.querySelector(".board");
    if (this.atBottom) board.scrollTop = board.scrollHeight;
    else this.root.querySelector(".band.near")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    drawLinks(this.root, this.moment.view, this.table.items);
  }

  keepPlace() {
    const focused = document.activeElement;
    const inside = this.root.contains(focused);
    const board = this.root.querySelector(".board");
    return {
      key: inside ? focused.dataset.key : null,
      control: inside ? focused.dataset.control : null,
      inside,
      hand: this.root.querySelector(".hand")?.scrollLeft ?? 0,
      scroll: board?.scrollLeft ?? 0,
      down: this.atBottom ? null : board.scrollTop,
    };
  }

  restorePlace({ key, control, inside, hand, scroll, down }) {
    const { items } = this.table;
    const marked = items.filter((item) => item.element.matches(".can, .target"));
    const same = items.find(
      (item) => item.key === key && (!marked.length || item.element.matches(".can, .target, .selected")),
    );
    const stop = same ?? marked[0] ?? items[0];
    makeTabStop(items, stop);
    this.root.querySelector(".hand")?.scrollTo({ left: hand, behavior: "instant" });
    const board = this.root.querySelector(".board");
    board?.scrollTo({ left: scroll, top: down ?? board.scrollHeight, behavior: "instant" });
    if (!inside) return;
    const button = control && this.root.querySelector(`[data-control="${CSS.escape(control)}"]`);
    (
      button ||
      (same || marked.length ? stop?.element : this.root.querySelector(".controls [data-control]")) ||
      stop?.element
    )?.focus({ preventScroll: !this.byKeyboard });
  }

  fillControls() {
    const { moment, table } = this;
    const free = !this.selected && this.confirming === null;
    const buttons = free ? table.beside.map((choice) => this.choiceButton(choice)) : [];
    const all = free && moment.together > 1 && this.choices.length > 0;
    const undo = moment.undo && control("undo", "Undo", () => this.undo());
    const leave = this.selected && control("leave", "Cancel", () => this.select(null));
    const begun = table.items.find((item) => item.key === this.selected);
    const lines = [
      this.reason && make("div.refusal", {}, this.lookUp.reason(this.reason)),
      make(
        "div.buttons",
        {},
        begun && make("span.begun", {}, `${begun.name}: choose a target`),
        leave,
        moment.payment && make("span.paid", {}, `${moment.payment.paid} of ${moment.payment.price} paid`),
        all && control("together", `Play all (${moment.together})`, () => this.say("choose all"), "main"),
        buttons,
        this.confirming !== null && this.confirmation(),
        moment.cancel && control("cancel", "Cancel the purchase", () => this.say("cancel")),
        undo,
        this.hintControls(),
        make("span.thinking", { role: "status" }),
      ),
      moment.over && this.afterTheEnd(),
    ];
    table.controls.replaceChildren(...lines.filter(Boolean));
    this.showThinking();
  }

  choiceButton(choice) {
    const share = this.shares.get(choice.action);
    const best = share !== undefined && share === Math.max(...this.shares.values());
    return control(
      `action ${choice.name}`,
      [
        capital(choice.source ? choice.name : choice.label),
        share !== undefined && make(`span.inline-share${best ? ".best" : ""}`, {}, `${Math.round(100 * share)}%`),
      ],
      () => this.choose(choice.action),
      "main",
    );
  }

  hintControls() {
    const hints = this.about?.hints ?? [];
    if (!hints.length || !this.moment.asked || this.moment.over) return null;
    const select = make(
      "select.hint-agent",
      {
        "aria-label": "who is asked for a hint",
        "data-control": "hint agent",
        change: (event) => (this.agent = event.target.value),
      },
      hints.map((name) => make("option", { value: name, selected: name === this.agent }, name)),
    );
    return make(
      "span.hint-controls",
      {},
      control("hint", this.asking ? "Thinking …" : "Hint", () => this.askHint(select.value)),
      select,
    );
  }

  /** What would be left undone, and whether that is meant. */
  confirmation() {
    const action = this.confirming;
    const choice = this.moment.choices.find((one) => one.action === action);
    const never = make("input", { type: "checkbox" });
    const go = () => {
      if (never.checked) localStorage.setItem("confirm", "no");
      this.choose(action);
    };
    const back = () => {
      this.confirming = null;
      this.fillControls();
    };
    return make(
      "span.confirm",
      { role: "group", "aria-label": "Is that meant?" },
      make("b", {}, `${this.moment.left[action]}.`),
      control("confirm", `${capital(choice.label)} anyway`, go, "main"),
      control("go back", "Go back", back),
      make("label", {}, never, " don't ask again"),
    );
  }

  afterTheEnd() {
    const seated = this.about?.viewer !== null && this.about !== null;
    const score = seated ? scoreOf(this.about, this.moment, this.names, location.hash.slice(1, 13)) : "";
    const invited = this.again && !this.again.mine;
    return make(
      "div.after",
      {},
      score && make("p.score", {}, score),
      invited && make("p", {}, `${this.again.who} wants to play again: `, make("a.button.main", { href: this.again.link }, "Join")),
      afterwards(
        this.ended,
        seated,
        (exchange) => this.line.send({ do: "again", exchange }),
        () => showReview(this.ended, this.names, this.about.viewer),
      ),
    );
  }

  showThinking() {
    const place = this.root.querySelector(".thinking");
    if (!place) return;
    const names = this.thinking.map(
      (seat) => `${this.names[seat]} (${this.about?.players[seat]?.name ?? ""})`,
    );
    const others =
      !this.moment.asked && !this.moment.over && this.about?.viewer !== null ? "Waiting for the others …" : "";
    place.textContent = names.length ? `${names.join(", ")}: thinking …` : others;
  }

  showHint() {
    const box = $("hint");
    box.hidden = !this.hint;
    if (!this.hint) return box.replaceChildren();
    const names = new Map(this.moment.choices.map((choice) => [choice.action, choice.name]));
    const lines = [...this.hint.choices]
      .sort((a, b) => b.share - a.share)
      .slice(0, 6)
      .map(({ action, share }) =>
        make(
          "li",
          { "data-action": action },
          make("span", {}, names.get(action) ?? `action ${action}`),
          make("meter", { min: 0, max: 1, value: share, "aria-label": names.get(action) ?? "" }),
          make("b", {}, `${Math.round(100 * share)}%`),
        ),
      );
    const value = this.hint.value;
    return box.replaceChildren(
      make("h2", {}, `${this.hint.agent} would`),
      make("ol.shares", {}, lines),
      value === null
        ? ""
        : make(
            "p",
            {},
            `It expects ${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)} for this seat, from −1 (lost) to +1 (won).`,
          ),
    );
  }

  /** The list of all legal actions, always complete, filtered by what is typed. */
  listActions() {
    const wanted = $("filter").value.trim().toLowerCase();
    const all = this.choices;
    const shown = all.filter((choice) => choice.name.toLowerCase().includes(wanted));
    $("all").hidden = !all.length;
    $("count").textContent = all.length;
    $("actions").replaceChildren(
      ...shown.map((choice) =>
        make(
          "li",
          {},
          make(
            "button.button.small",
            { type: "button", "data-action": choice.action, click: () => this.choose(choice.action) },
            choice.name,
          ),
        ),
      ),
    );
  }

  toggled(element) {
    if (!element.matches?.(".pile")) return;
    if (element.open) this.open.add(element.dataset.zone);
    else this.open.delete(element.dataset.zone);
  }

  focused(element) {
    const item = this.table?.items.find((one) => one.element === element);
    if (item) makeTabStop(this.table.items, item);
  }
}

/** Return a button of the dock; its name tells which it is when all are made anew. */
function control(name, label, act, look = "plain-frame") {
  return make(`button.button.${look}`, { type: "button", "data-control": name, click: act }, label);
}

/** Return zones in which the card of a planned choice lies where it will lie, marked. */
function laid(zones, choice, viewer) {
  const place = choice.target?.place ?? null;
  const from = zones.find(
    (zone) => zone.seat === viewer && zone.kind === "hand" && zone.cards.some((card) => card.number === choice.source?.card),
  );
  const to = zones.find((zone) => zone.seat === viewer && zone.place === place && ["staged", "table"].includes(zone.kind));
  const card = from?.cards.find((one) => one.number === choice.source.card);
  if (!card) return zones;
  const marked = { ...card, copies: 1, asked: true, marks: [...card.marks, "chosen, not seen by others yet"] };
  const rest = from.cards.flatMap((one) =>
    one !== card ? [one] : card.copies > 1 ? [{ ...card, copies: card.copies - 1 }] : to ? [] : [marked],
  );
  return zones.map((zone) =>
    zone === from ? { ...zone, cards: rest } : zone === to ? { ...zone, cards: [...zone.cards, marked] } : zone,
  );
}

addEventListener("pointerdown", () => page && (page.byKeyboard = false), true);
const page = new Page();
