"""Open Worlds in words: the name of every action and back, and why an action is forbidden.

Below: rules/ (ids, reasons, figures), cards.py (names). Above: position/, view.py, game.py.

    pass    reserve    option 1    resolve WORLD    choose WORLD
    stage CARD @ WORLD    move SHIP @ WORLD    discard CARD    swap CARD    retreat SHIP
    target CARD    defend CARD    conquer CARD    play UTILITY    take CARD

Whose card a `target` or `conquer` means, one of your own lying with an opponent among them:

    two players     City 12    own City 12
    three, four     City 12 of player_2    own City 12 held by player_2
                    City 12 of player_2 held by player_1
    `defend`        City 12: your own; one you took: conquered City 12, or City 12 of player_2

Worlds go by their names; before they are known, World 3 is the third of the row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from typing import Any, TypeAlias

from ow_env.core.game import States
from ow_env.core.options import shown
from ow_env.core.text import nearest
from ow_env.open_worlds import actions as why, state as at, verbs as do
from ow_env.open_worlds.actions import REASONS
from ow_env.open_worlds.cards import Catalogue, vocabulary, word_of
from ow_env.open_worlds.rules.move import find_ship
from ow_env.open_worlds.rules.reveal import counts_against_class
from ow_env.open_worlds.rules.surface_conflict import find_to_conquer, surface_damage
from ow_env.open_worlds.state import NOBODY, POINTS
from ow_env.open_worlds.verbs import VERBS

Game: TypeAlias = Any  # one GAME record, read field by field

AT_WORLDS = (do.STAGE, do.MOVE)  # their names end in ` @ WORLD`
OF_WORLDS = (do.RESOLVE, do.CHOOSE)
OF_OPPONENTS = (do.TARGET, do.CONQUER)
MOST_LISTED = 12  # names in the list of a message
MEANT = {  # verbs that others say -> the one that is meant
    "attack": "target", "shoot": "target", "fire": "target", "hit": "target", "aim": "target",
    "lay": "stage", "place": "stage", "put": "stage", "deploy": "stage", "install": "stage",
    "trash": "discard", "throw": "discard", "exchange": "discard",
    "hold": "reserve", "keep": "reserve",
    "protect": "defend", "guard": "defend", "capture": "conquer", "seize": "conquer",
    "pick": "choose", "select": "choose", "skip": "pass", "done": "pass", "end": "pass",
}  # fmt: skip

ASKED = {  # what a player may do at each point; elsewhere Utilities may be played
    at.ADJUST_HAND: "discard up to 4 cards of the opening hand, or pass",
    at.EXCHANGE: "discard a Prohibited card for another, or pass",
    at.STAGE: "stage a card, or pass",
    at.MOVE: "move a Ship, or pass",
    at.OVER_CLASS: "discard a staged Ship",
    at.NEXT_WORLD: "resolve a World",
    at.SWAP: "swap a Facility, or pass",
    at.RETREAT: "retreat a Ship, or pass",
    at.ORBITAL: "target an Orbital, reserve, or pass",
    at.SURFACE: "target a ground unit, defend a Facility, or pass",
    at.CONQUER: "conquer a Facility, or pass",
    at.TRASH: "discard a card, or pass",
}
QUESTIONS = {  # what a Utility in play asks its player
    at.ASK_WORLD: "choose a World",
    at.ASK_TARGET: "target a card",
    at.ASK_OPTION: "option 1 or option 2",
    at.ASK_REPLACEMENT: "stage a card of your hand in the place of another",
    at.ASK_TAKEN_BACK: "take one of the two cards staged there back",
    at.ASK_CARD_OF_DECK: "take a card of your Deck",
    at.ASK_GROUND_FORCE: "take a Ground Force of your hand",
}


class Notation:
    """The words of one configured game.

    Args:
        catalogue: the cards and Worlds.
        tables: [1] TABLES record, its actions laid out.
    """

    def __init__(self, catalogue: Catalogue, tables: States) -> None:
        self.catalogue = catalogue
        self.t: Any = tables[0]
        self.actions = tables[0]["actions"][: tables[0]["action_count"]]
        self.num_players = int(self.actions["owner"].max()) + 1
        self.num_worlds = int((self.actions["verb"] == do.RESOLVE).sum())

    # ── Names ────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def general_names(self) -> tuple[str, ...]:
        """Every action in no particular position, from seat 0; Worlds are World 1, World 2, ..."""
        worlds = [f"World {place + 1}" for place in range(self.num_worlds)]
        world = self.actions["world"]
        return tuple(
            stem + worlds[world[action]] if ends_in_world(stem) else stem for action, stem in enumerate(self.stems[0])
        )

    @cached_property
    def stems(self) -> tuple[tuple[str, ...], ...]:
        """For every seat and action its name, without the World where it ends in one."""
        return tuple(tuple(self.stem(seat, *row) for row in self.actions.tolist()) for seat in range(self.num_players))

    @cached_property
    def ids(self) -> tuple[dict[str, list[int]], ...]:
        """For every seat: stem -> the ids it stands for, one for each World it may end in."""
        found: tuple[dict[str, list[int]], ...] = tuple({} for _ in self.stems)
        for names, ids in zip(self.stems, found, strict=True):
            for action, stem in enumerate(names):
                ids.setdefault(stem, []).append(action)
        return found

    def stem(self, seat: int, card: int, verb: int, world: int, controller: int, owner: int) -> str:
        """Name an ACTION record as a seat says it, up to the World."""
        word = VERBS[verb]
        if verb == do.OPTION:
            return f"{word} {world}"
        if verb in OF_WORLDS:
            return f"{word} "
        if card < 0:
            return word
        name = self.catalogue.cards[card].name
        if verb in AT_WORLDS:
            return f"{word} {name} @ "
        if verb in OF_OPPONENTS:
            return f"{word} {self.card_of(seat, name, controller, owner)}"
        if verb == do.DEFEND and owner != 0:
            if self.num_players == 2:
                return f"{word} conquered {name}"
            return f"{word} {name} of {self.agent(seat + owner)}"
        return f"{word} {name}"

    def card_of(self, seat: int, name: str, controller: int, owner: int) -> str:
        """Name an opponent's unit; controller and owner are counted onward from `seat`."""
        if self.num_players == 2:
            return f"own {name}" if owner == 0 else name
        whose = f"own {name}" if owner == 0 else f"{name} of {self.agent(seat + owner)}"
        return whose if owner == controller else f"{whose} held by {self.agent(seat + controller)}"

    def agent(self, seat: int) -> str:
        """Return what the player in a seat is called; seats go round."""
        return f"player_{seat % self.num_players}"

    def world_names(self, g: Game) -> list[str]:
        """Return the names of the Worlds in the row; World 1, ... before they are known."""
        known = self.catalogue.worlds
        row = [(w, g.worlds[w]) for w in range(self.num_worlds)]
        return [known[world.card].name if world.h2o else f"World {w + 1}" for w, world in row]

    def action_name(self, state: States, player: int, action: int) -> str:
        """Return an action as `player` says it in this position."""
        if not 0 <= action < len(self.actions):
            last = len(self.actions) - 1
            raise ValueError(f"expected an action from 0 to {last}, got {action!r}")
        stem = self.stems[player][action]
        if not ends_in_world(stem):
            return stem
        return stem + self.world_names(state[0])[self.actions["world"][action]]

    def action_id(self, state: States, player: int, name: str) -> int:
        """Return the id of an action as `player` says it in this position.

        Raises:
            ValueError: there is no such action; it says which word is wrong and names the nearest.
        """
        if not isinstance(name, str):
            raise ValueError(f"expected the name of an action such as 'pass', got {shown(name)}")
        ids = self.ids[player]
        if name in ids and not ends_in_world(name):
            return ids[name][0]
        stem, world = cut_world(name)
        worlds = self.world_names(state[0])
        if stem in ids and world in worlds:
            return ids[stem][worlds.index(world)]
        raise ValueError(f"there is no action {shown(name)}{self.what_is_wrong(player, name, worlds)}")

    def what_is_wrong(self, player: int, name: str, worlds: list[str]) -> str:
        """Say which word of an unknown action is wrong, and name the nearest right one."""
        ids = self.ids[player]
        verb, _, rest = name.partition(" ")
        stem, world = cut_world(name)
        if verb not in VERBS:
            right = f"; nearest: {MEANT[verb]!r}" if verb in MEANT else nearest(verb, VERBS)
            return f": {shown(verb)} is no verb{right}"
        if stem in ids and ends_in_world(stem):
            known = world in self.catalogue.world_ids
            placed = "is not in this row" if known else "is no World"
            return f": {shown(world)} {placed}{nearest(world, worlds)}"
        right = self.with_at(player, verb, rest, worlds)
        if right:
            return f": before the World stands ' @ '; nearest: {right!r}"
        of_verb = [stem for stem in ids if stem.partition(" ")[0] == verb]
        card = bare_card(rest)
        takes_card = self.actions["card"][ids[of_verb[0]][0]] >= 0
        if takes_card and card and card not in self.catalogue.card_ids:
            return f": there is no card {shown(card)}{nearest(card, self.catalogue.card_ids)}"
        whole = [stem + worlds[0] if ends_in_world(stem) else stem for stem in of_verb]
        return nearest(name, whole)

    def with_at(self, player: int, verb: str, rest: str, worlds: list[str]) -> str:
        """Return the name that `CARD at WORLD`, or the like, is meant to be; "" where it is not of that kind."""
        if verb not in [VERBS[known] for known in AT_WORLDS] or " @ " in rest:
            return ""
        cards = [card for card in self.catalogue.card_ids if rest.startswith(card)]
        places = [world for world in worlds if rest.endswith(world)]
        if not cards or not places:
            return ""
        stem, world = f"{verb} {max(cards, key=len)} @ ", max(places, key=len)
        return stem + world if stem in self.ids[player] else ""

    # ── Why an action is forbidden ───────────────────────────────────────────────────────────

    def why_not_text(self, state: States, player: int, action: int, code: int) -> str | None:
        """Put the code of a reason into words; None when nothing forbids the action."""
        if code == why.OK:
            return None
        if not 0 <= action < len(self.actions):
            return f"there is no action {action}: the last one is {len(self.actions) - 1}"
        g = state[0]
        a = self.actions[action]
        worlds = self.world_names(g)
        names_world = int(a["verb"]) in AT_WORLDS + OF_WORLDS
        place = int(a["world"]) if names_world else int(g.world)
        reason = REASONS[code].format(
            verb=VERBS[a["verb"]],
            card=self.catalogue.cards[a["card"]].name if a["card"] >= 0 else "this",
            world=worlds[place] if place >= 0 else "no World",
            utility=self.catalogue.cards[g.plays[0].card].name,
        )
        detail = self.detail(g, player, a, place, code)
        name = self.action_name(state, player, action)
        told = reason if code == why.MUST_CHOOSE else f"cannot {name}: {reason}"
        return f"{told} ({detail})" if detail else told

    def detail(self, g: Game, player: int, a: Any, place: int, code: int) -> str:
        """Return the facts and figures behind a reason; "" where there are none."""
        me = g.players[player]
        card = int(a["card"])
        if code == why.NOT_ASKED:
            return self.who_is_asked(g, player)
        if code == why.NOT_NOW:
            return f"asked now: {self.asked(g)}"
        if code in (why.NOT_IN_HAND, why.NOT_IN_DECK):
            pile = me.hand if code == why.NOT_IN_HAND else me.deck
            return f"it holds {self.listed(pile.cards[: pile.count])}"
        if code in (why.STAGED_ALREADY, why.ONLY_AUTOMATED, why.NOT_STAGED):
            there = int(g.play_world) if code == why.NOT_STAGED else place
            return f"staged there: {self.listed(me.staged[there, : me.staged_count[there]])}"
        if code in (why.NO_SUCH_SHIP, why.OUT_OF_RANGE):
            return self.about_ship(g, player, card, place)
        if code == why.NOT_COUNTED or (code == why.MUST_CHOOSE and g.point == at.OVER_CLASS):
            return self.about_class(g, player)
        if code == why.RESOLVED_ALREADY or (code == why.MUST_CHOOSE and g.point == at.NEXT_WORLD):
            left = [name for w, name in enumerate(self.world_names(g)) if not g.worlds[w].resolved]
            return f"left: {', '.join(left)}"
        if code == why.NO_SWAP:
            return f"staged here: {self.listed(me.staged[place, : me.staged_count[place]])}"
        if code in (why.NOT_YOURS_HERE, why.NOT_HERE):
            return self.units_there(g, player, mine=code == why.NOT_YOURS_HERE)
        if code == why.NOT_OVERCOME:
            return self.about_damage(g, player, a)
        if code == why.WRONG_WINDOW:
            window = self.catalogue.cards[card].window
            when = f"it is played {vocabulary()['windows'][word_of(window)]}; " if window else ""
            return f"{when}asked now: {self.asked(g)}"
        if code == why.NO_EFFECT:
            return f"its text: {self.catalogue.cards[card].text}"
        return ""

    def asked(self, g: Game) -> str:
        """Return what is asked of the player to act."""
        if g.actor == NOBODY:
            return "nothing"
        if g.phase == at.REACTING:
            return "play a reaction, or pass"
        if g.phase != at.IDLE:
            return QUESTIONS.get(int(g.question), "nothing")
        return ASKED.get(int(g.point), f"play a Utility, or pass, at the {POINTS[g.point]}")

    def who_is_asked(self, g: Game, player: int) -> str:
        """Say whose decision it is."""
        if g.actor >= 0:
            return f"it is up to {self.agent(int(g.actor))}"
        return f"{self.agent(player)} is done with this Step" if g.players[player].done else ""

    def about_ship(self, g: Game, player: int, card: int, place: int) -> str:
        """Say where a Ship is and how far it goes, or which Ships there are."""
        worlds = self.world_names(g)
        index = int(find_ship(g, player, card))
        if index >= 0:
            now = int(g.units[index].world)
            reach = int(self.t.cards[card].move_range)
            return f"{worlds[now]} is {abs(now - place)} parsecs away, and its Range is {reach}"
        ships = [
            f"{self.catalogue.cards[u.card].name} at {worlds[u.world]}"
            for u in g.units[: g.starts[self.num_worlds]]
            if u.controller == player and self.t.cards[u.card].ship >= 0
        ]
        return f"your Ships: {', '.join(ships) or 'none'}"

    def about_class(self, g: Game, player: int) -> str:
        """Say which staged Ships count, and the Income that has to carry their Class."""
        me = g.players[player]
        counted = [
            int(c)
            for w in range(self.num_worlds)
            for c in me.staged[w, : me.staged_count[w]]
            if counts_against_class(g, self.t, player, int(c), w)
        ]
        ships = [f"{self.catalogue.cards[c].name} {self.t.cards[c].ship_class}" for c in counted]
        total = sum(int(self.t.cards[c].ship_class) for c in counted)
        return f"Class {total} against a prior turn Income of {me.prior_income}: {', '.join(ships) or 'no Ship counts'}"

    def units_there(self, g: Game, player: int, *, mine: bool) -> str:
        """Name one's own or the opposing units at the World in question."""
        world = int(g.play_world) if g.phase != at.IDLE else int(g.world)
        names = []
        for u in g.units[g.starts[world] : g.starts[world + 1]]:
            name = self.catalogue.cards[u.card].name
            if mine and u.controller == player:
                names.append(name)
            elif not mine and u.controller != player:
                controller = (int(u.controller) - player) % self.num_players
                owner = (int(u.owner) - player) % self.num_players
                names.append(self.card_of(player, name, controller, owner))
        whose = "you have" if mine else "your opponents have"
        return f"at {self.world_names(g)[world]} {whose} {counted_list(names)}"

    def about_damage(self, g: Game, player: int, a: Any) -> str:
        """Say how near a Facility came to being overcome."""
        controller, owner = ((player + int(a[whose])) % self.num_players for whose in ("controller", "owner"))
        card = int(a["card"])
        index = int(find_to_conquer(g, self.t, player, controller, card, owner))
        damage = int(surface_damage(g, self.t, index, -1))
        return f"damage {damage} against a Defensive Strength of {self.t.cards[card].defense}"

    def listed(self, cards: Iterable[int]) -> str:
        """List cards by name: "Exploit, 2x Outpost"."""
        return counted_list([self.catalogue.cards[int(card)].name for card in cards])


def ends_in_world(stem: str) -> bool:
    """Does the name of a World belong behind this stem?"""
    return stem.endswith(" ")


def cut_world(name: str) -> tuple[str, str]:
    """Cut an action's name before its World: ("stage City 12 @ ", "Koti"), ("resolve ", "Koti")."""
    stem, at, world = name.rpartition(" @ ")
    if at:
        return stem + at, world
    verb, space, world = name.partition(" ")
    return verb + space, world


def bare_card(rest: str) -> str:
    """Return the card an action names behind its verb, without World, owner and controller."""
    card = rest.partition(" @ ")[0].partition(" held by ")[0].partition(" of player")[0]
    return card.removeprefix("own ").removeprefix("conquered ")


def counted_list(names: list[str]) -> str:
    """List names in order, equal ones once: "Exploit, 2x Outpost"; long lists are cut short."""
    counts = sorted(Counter(names).items())
    entries = [f"{count}x {name}" if count > 1 else name for name, count in counts]
    more = len(entries) - MOST_LISTED
    return ", ".join(entries[:MOST_LISTED]) + (f" and {more} more" if more > 0 else "") or "nothing"
