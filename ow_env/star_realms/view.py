"""What one viewer may see of Star Realms, for drawing.

Below: position.py, whose views decide what may be shown; words.py. Above: events.py, game.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from ow_env.core.game import Position, States
from ow_env.core.values import JsonObject
from ow_env.drawing.parts import Card, Choice, Figure, Seat, Sign, Spot, Zone, viewer_of
from ow_env.drawing.view import View
from ow_env.star_realms import verbs as do
from ow_env.star_realms.cards import Card as Kind, Catalogue
from ow_env.star_realms.position import POSITIONS
from ow_env.star_realms.verbs import VERBS
from ow_env.star_realms.words import DEFENSE, KINDS, SIGNS, STEPS, question, result, what_it_does

MARKS = {  # what holds of a card in play -> what it means
    "used": "its primary was used this turn",
    "triggered": "its ally ability may be used",
    "ally used": "its ally ability was used this turn",
}
LISTS = {  # zones that say what is known of hidden cards -> what they mean
    "known": "cards of the hand of which the opponent can be sure",
    "on top": "known cards on top of the deck, the next first",
    "unseen": "what deck and unknown part of the hand hold together",
}

SALE, IN_PLAY = ("Trade Row", "Explorers"), ("bases", "ships")
ZONES: dict[str, dict[int, tuple[str, ...]]] = {  # where a verb finds its card
    "own": {
        **dict.fromkeys((do.PLAY, do.DISCARD, do.SCRAP_FROM_HAND), ("hand",)),
        **dict.fromkeys((do.USE, do.ALLY, do.SCRAP), IN_PLAY),
        do.COPY: ("ships",),
        do.SCRAP_FROM_DISCARD: ("discard",),
    },
    "opponent's": dict.fromkeys((do.ATTACK, do.DESTROY), ("bases",)),
    "common": {**dict.fromkeys((do.BUY, do.BUY_ON_TOP, do.ACQUIRE), SALE), do.SCRAP_FROM_ROW: SALE[:1]},
}


def view_of(catalogue: Catalogue, tables: States, state: States, view: str, agents: Sequence[str]) -> View:
    """Return what a viewer sees.

    Args:
        catalogue: the cards that the position names.
        tables: [1] TABLES.
        state: [1] GAME, only read.
        view: "full", "public", or the name of an agent.
        agents: what the seats are called, in order.

    Raises:
        ValueError: there is no such view.
    """
    look = Look(catalogue, POSITIONS.write(catalogue, tables, state, view), agents)
    return look.view(viewer_of(view, agents), int(state[0]["max_turns"]))


def choice_of(action: int, name: str, seat: int, verb: int, card: int) -> Choice:
    """Return where one points to take an action.

    Args:
        action: its id.
        name: its name.
        seat: whose choice it is.
        verb: what it does, one of actions.py.
        card: the kind it does it with; -1: none.
    """
    if verb == do.PASS:
        return Choice(action, name, "decline")
    if verb == do.ATTACK_OPPONENT:
        return Choice(action, name, "attack", Spot(seat=1 - seat))
    whose = {"own": seat, "opponent's": 1 - seat, "common": None}
    spots = (Spot(card, zones[verb], whose[part]) for part, zones in ZONES.items() if verb in zones)
    branch = name.partition(": ")[2]
    label = " ".join(VERBS[verb].replace("{card}", "").split()) + (f": {branch}" if branch else "")
    return Choice(action, name, label, next(spots, None))


class Look:
    """A look at one position, part by part, as far as its view allows."""

    def __init__(self, catalogue: Catalogue, position: Position, agents: Sequence[str]) -> None:
        self.catalogue, self.at, self.agents = catalogue, position, agents
        self.decision: JsonObject = position["decision"]
        self.over = self.decision["type"] == "over"

    def view(self, viewer: int | None, max_turns: int) -> View:
        """Return everything."""
        turn, left = self.at["turn"], len(self.at["trade_deck"])
        zones = (*self.common(), *(zone for seat in range(len(self.agents)) for zone in self.before(seat)))
        return View(
            game="Star Realms",
            viewer=viewer,
            when=f"Turn {turn} of {max_turns}",
            alerts=("LAST TURN",) if turn == max_turns and not self.over else (),
            step=STEPS.get(self.decision["type"], STEPS["main"]),
            notes=(f"Trade Deck {left}", f"{self.agents[self.at['first']]} started"),
            decision=result(self.at, self.agents) if self.over else question(self.catalogue, self.at, self.agents),
            over=self.over,
            seats=tuple(self.seat(seat) for seat in range(len(self.agents))),
            zones=zones,
            kinds=tuple(KINDS.values()),
            signs=(*SIGNS, *signs_of(zones)),
        )

    def common(self) -> Iterable[Zone]:
        """Yield what lies before nobody."""
        setup = self.catalogue.setup
        explorers = self.cards([setup.explorer] * self.at["explorers"], for_sale=True)
        yield Zone("Trade Row", "table", cards=self.cards(self.at["trade_row"], for_sale=True))
        yield Zone("Explorers", "table", cards=explorers)
        yield Zone("Trade Deck", "list", cards=self.cards(self.at["trade_deck"]))
        yield Zone("scrap heap", "pile", cards=self.cards(self.at["scrap_heap"]))

    def seat(self, seat: int) -> Seat:
        """Return a player's figures; pools are those of the player whose turn it is (SR-0.4)."""
        at, player = self.at, self.at["players"][seat]
        mine = seat == at["active"] and not self.over
        deck = size_of(player["deck"]) + len(player["top"])
        figures = [Figure("Authority", str(player["authority"]))]
        figures += [Figure(name.capitalize(), str(at[name])) for name in ("trade", "combat")] if mine else []
        figures += [Figure("hand", str(size_of(player["hand"]))), Figure("deck", str(deck))]
        figures += [Figure("discard", str(len(player["discard"])))]
        marks = [f"owes {player['owed']} discard{'s' * (player['owed'] > 1)}"] if player["owed"] else []
        if mine and at["permissions"]:
            ships = f"{at['permissions']} ships" if at["permissions"] > 1 else "ship"
            marks.append(f"next {ships} may go on top")
        return Seat(self.agents[seat], asked=mine, figures=tuple(figures), marks=tuple(marks))

    def before(self, seat: int) -> Iterable[Zone]:
        """Yield a player's cards in play and piles."""
        player = self.at["players"][seat]
        hand, deck = player["hand"], player["deck"]
        yield Zone("bases", "table", seat, cards=self.in_play(player["bases"], seat))
        yield Zone("ships", "table", seat, cards=self.in_play(player["ships"], seat))
        if isinstance(hand, int):
            yield Zone("hand", "hand", seat, hidden=hand)
        else:
            yield Zone("hand", "hand", seat, cards=self.cards(hand))
        yield Zone("known", "list", seat, cards=self.cards(player["known"]))
        yield Zone("on top", "list", seat, cards=tuple(self.card(name) for name in player["top"]))
        yield Zone("unseen", "list", seat, cards=self.cards(player.get("unseen", ())))
        yield Zone("deck", "list", seat, cards=self.cards(deck if isinstance(deck, list) else ()))
        yield Zone("discard", "pile", seat, cards=self.cards(player["discard"]))

    # Cards

    def cards(self, names: Iterable[str], for_sale: bool = False) -> tuple[Card, ...]:
        """Return cards of these names, copies together."""
        return tuple(self.card(name, copies, for_sale) for name, copies in Counter(names).items())

    def card(self, name: str, copies: int = 1, for_sale: bool = False, marks: tuple[str, ...] = ()) -> Card:
        """Return a card with what is printed on it; what it costs where it is for sale."""
        kind = self.catalogue.card(name)
        figures = (Figure("cost", str(kind.cost), "cost ", "tag"),) if for_sale else ()
        return Card(
            kind.name,
            kind.id,
            KINDS[kind.faction].name,
            (*figures, *defense_of(kind)),
            what_it_does(kind),
            marks,
            copies,
        )

    def in_play(self, entries: Iterable[Any], seat: int) -> tuple[Card, ...]:
        """Return cards in play with what holds of each, copies together where it is the same."""
        copies: dict[Card, int] = {}
        for entry in entries:
            told = {"card": entry} if isinstance(entry, str) else entry
            card = self.card(told["card"], marks=tuple(marks_of(told)))
            copies[card] = copies.get(card, 0) + 1
        source = self.source(entries) if seat == self.at["active"] else None
        return tuple(replace(card, copies=count, asked=card.name == source) for card, count in copies.items())

    def source(self, entries: Iterable[Any]) -> str | None:
        """Return the card in play whose text is carried out, if it is one of these: itself, or the one that copies."""
        wanted = self.decision.get("card")
        told = [{"card": entry} if isinstance(entry, str) else entry for entry in entries]
        if wanted is None or any(each["card"] == wanted for each in told):
            return wanted
        return next((each["card"] for each in told if each.get("copies") == wanted), None)


def size_of(pile: int | Sequence[str]) -> int:
    """Return how many cards a pile has, whether its cards are told or their number."""
    return pile if isinstance(pile, int) else len(pile)


def defense_of(kind: Kind) -> tuple[Figure, ...]:
    """Return the Defense of a base, and whether it is an outpost."""
    if not kind.is_base:
        return ()
    name, sign, icon = DEFENSE
    defense = Figure(name, str(kind.defense), sign, icon)
    return (defense, Figure("", "outpost")) if kind.outpost else (defense,)


def marks_of(told: JsonObject) -> Iterable[str]:
    """Yield what holds of a card in play this turn, as a position has it."""
    if "copies" in told:
        yield f"copies {told['copies']}"
    used = told.get("used", ())
    if "primary" in used:
        yield "used"
    if "ally" in used:
        yield "ally used"
    elif told.get("triggered"):
        yield "triggered"


def signs_of(zones: Iterable[Zone]) -> Iterable[Sign]:
    """Yield what the marks and lists on this page mean."""
    shown = list(zones)
    marks = {mark for zone in shown for card in zone.cards for mark in card.marks}
    yield from (Sign(mark, meaning) for mark, meaning in MARKS.items() if mark in marks)
    listed = {zone.name for zone in shown if zone.cards}
    yield from (Sign(name, meaning) for name, meaning in LISTS.items() if name in listed)
