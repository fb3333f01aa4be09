"""What one viewer may see of TradeWorlds, for drawing.

Below: position/, whose views decide what may be shown; words.py. Above: events.py, game.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ow_env.core.game import Position, States
from ow_env.core.values import JsonObject
from ow_env.drawing.parts import Card, Choice, Figure, Seat, Sign, Spot, Zone, viewer_of
from ow_env.drawing.view import View
from ow_env.tradeworlds import state as at, verbs as do
from ow_env.tradeworlds.cards import PLACES, Catalogue, Pile
from ow_env.tradeworlds.notation import Notation
from ow_env.tradeworlds.position import POSITIONS
from ow_env.tradeworlds.position.form import ship_name
from ow_env.tradeworlds.rules.tokens import place_of_token
from ow_env.tradeworlds.state import NOBODY
from ow_env.tradeworlds.verbs import VERBS
from ow_env.tradeworlds.words import KINDS, SIGNS, STEPS, figures_of, question, result, what_it_does

OF_HAND = (do.BANK, do.REMOVE, do.DISCARD, do.SPEND, do.FIT, do.PLAY)
IN_ATTACK = {  # sets of ships of a decision -> what holds of a ship in it
    "unused": "ready",
    "group": "sent",
    "fighting": "fights",
    "lost": "to be destroyed",
    "doomed": "token will be eliminated",
}
MARKS = {
    "ready": "may still act in this attack",
    "sent": "goes into the next battle",
    "fights": "is in this battle, or strikes",
    "busy": "was engaged in this attack, so it protects nothing",
    "to be destroyed": "will be destroyed if nothing saves it",
}
DECLINED = {at.ROLL: "play nothing", at.STRIKE: "play nothing", at.ALERT: "keep all"}  # what it means to pass
LISTS = {  # zones that say what is known of hidden cards -> what they mean
    "known": "cards of the hand of which others can be sure",
    "unseen": "what deck and unknown part of the hand hold together",
    "deck": "what the deck holds, in no order",
    "piles": "what lies under the tops of the piles, in no order",
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
    return look.view(viewer_of(view, agents), int(state[0]["max_rounds"]), int(tables[0]["goal"]))


# ── Where one points ─────────────────────────────────────────────────────────────────────────────


def choice_of(notation: Notation, state: States, player: int, action: int) -> Choice:
    """Return where one points to take an action: at a card, a ship, a player."""
    verb, a, b, c = (int(number) for number in notation.rows[action])
    name, word = notation.action_name(player, action), VERBS[verb]
    if verb == do.PASS:
        return Choice(action, name, DECLINED.get(int(state[0]["point"]), "done"))
    source, target = spots_of(notation, state, player, verb, a, b)
    if verb == do.CONFIGURE:
        weapon, crew = (notation.catalogue.cards[card].name for card in (b, c))
        return Choice(action, name, f"{word} with {weapon} + {crew}", source)
    if verb == do.ELIMINATE:
        return Choice(action, name, name.partition(" of ")[0], source)
    if verb == do.REINFORCE:
        return Choice(action, name, f"{word} {name.partition(' with ')[2]}", source)
    label = name if source is None else word
    return Choice(action, name, label, source, target)


def spots_of(
    notation: Notation, state: States, player: int, verb: int, a: int, b: int
) -> tuple[Spot | None, Spot | None]:
    """Return what is pointed at first, and then."""
    g = state[0]
    if verb == do.BANK and g["point"] == at.SMUGGLE:
        return Spot(a, ("taken",)), None
    if verb in OF_HAND:
        return Spot(a, ("hand",), player), None
    if verb == do.CONFIGURE:
        return Spot(a, ("hand",), player), None
    if verb == do.BUY:
        return Spot(a, ("for sale",), player), None
    if verb == do.REPLACE:
        return Spot(a, (lane_name(max(int(g["fitting"]) - 1, 0)),), player), None
    if verb in (do.DECOMMISSION, do.REINFORCE):
        return ship_at(state, player, a), None
    if verb == do.REFIT:
        return Spot(b, ("hand",), player), ship_at(state, player, a)
    if verb in (do.SEND, do.DESTROY):
        return ship_at(state, (player + a) % notation.players, b), None
    if verb == do.TARGET:
        return Spot(seat=(player + a) % notation.players), None
    if verb == do.ELIMINATE:
        seat = (player + a) % notation.players
        return ship_at(state, seat, max(int(place_of_token(g["players"][seat], b)), 0)), None
    if verb == do.STRIKE and g["target"] != NOBODY:
        return Spot(seat=int(g["target"])), None
    return None, None


def ship_at(state: States, seat: int, place: int) -> Spot:
    """Return where a ship lies: its Starship; the seat where there is none."""
    starship = int(state[0]["players"][seat]["lane"][place]["starship"])
    return Spot(starship - 1, (lane_name(place),), seat) if starship else Spot(seat=seat)


def lane_name(place: int) -> str:
    """Return what the zone of a ship is called."""
    return f"lane {place + 1}"


# ── What is seen ─────────────────────────────────────────────────────────────────────────────────


class Look:
    """A look at one position, part by part, as far as its view allows."""

    def __init__(self, catalogue: Catalogue, position: Position, agents: Sequence[str]) -> None:
        self.catalogue, self.at, self.agents = catalogue, position, agents
        self.decision: JsonObject = position["decision"]
        self.over = self.decision["type"] == "over"

    def view(self, viewer: int | None, max_rounds: int, goal: int) -> View:
        """Return everything."""
        at = self.at
        zones = (*self.common(), *(zone for seat in range(len(self.agents)) for zone in self.before(seat)))
        return View(
            game="TradeWorlds",
            viewer=viewer,
            when=f"{at['scenario']}, round {at['round']} of {max_rounds}",
            step=STEPS.get(self.decision["type"], "Action"),
            alerts=("LAST ROUND",) if at["round"] == max_rounds and not self.over else (),
            notes=tuple(self.notes(goal)),
            decision=result(at, self.agents) if self.over else question(at, self.agents),
            over=self.over,
            seats=tuple(self.seat(seat) for seat in range(len(self.agents))),
            zones=zones,
            stack=tuple(self.battle()),
            kinds=tuple(KINDS.values()),
            signs=(*SIGNS, *signs_of(zones)),
        )

    def notes(self, goal: int) -> Iterable[str]:
        """Yield what the table is played for, and who began."""
        if goal:
            yield f"{goal} credits win"
        if "critical_mass" in self.at:
            alien = self.catalogue.alien
            yield f"Critical Mass {self.at['critical_mass']} of {alien.lose_at}"
            yield f"The Derelict: Resistance {alien.resistance} ({alien.labels['resistance']})"
        else:
            yield f"{self.agents[self.at['first']]} started"
        if self.decision.get("role"):
            yield f"{self.agents[self.at['leader']]}: {self.decision['role']}"

    def battle(self) -> Iterable[str]:
        """Yield what a battle or a purchase stands at, a sentence each."""
        told = self.decision
        if any(told.get("die", ())):
            yield f"Initiative {told['die'][0]} against {told['die'][1]}"
        for name, words in (
            ("initiative", "added to Initiative"),
            ("fire", "Firepower of Tactics"),
            ("guard", "Resistance of Tactics"),
        ):
            if name in told:
                yield f"{words}: {told[name][0]} for the attacker, {told[name][1]} for the defender"
        if told.get("alien_fire"):
            yield f"The Derelict's Firepower {told['alien_fire']}"
        if told.get("shield"):
            yield f"shields take {told['shield']}"
        if told.get("played"):
            yield f"{self.agents[told.get('played_by', 0)]} plays {told['played']}"
        if told.get("buying"):
            yield f"{told['buying']} is being paid, {told.get('change', 0)} so far"
        elif told.get("change"):
            yield f"change {told['change']}"
        if told.get("banked"):
            yield f"banked so far {told['banked']}"

    def common(self) -> Iterable[Zone]:
        """Yield what lies before nobody."""
        if self.decision.get("shown"):
            yield Zone("taken", "table", cards=self.cards(self.decision["shown"]))

    def seat(self, seat: int) -> Seat:
        """Return a player's figures."""
        player = self.at["players"][seat]
        credits, world = Figure("credits", str(player["treasury"])), Figure("Homeworld", str(player["homeworld"]))
        figures = [Figure("", player["faction"]), credits, world, Figure("unlocked", str(player["unlocked"]))]
        asked = not self.over and self.decision["asked"] == seat
        if player.get("out"):
            return Seat(self.agents[seat], figures=tuple(figures), marks=("out",))
        figures += [Figure(name, str(size_of(player[name]))) for name in ("hand", "deck", "discard")]
        if "tokens_gone" in player:
            figures.append(Figure("tokens gone", ", ".join(player["tokens_gone"])))
        return Seat(self.agents[seat], asked, figures=tuple(figures), marks=tuple(self.marks(seat)))

    def marks(self, seat: int) -> Iterable[str]:
        """Yield what holds of a player now."""
        if not self.over and self.at["leader"] == seat:
            yield "turn"
        if self.at["players"][seat].get("used_up"):
            yield "next turn used up"
        if seat in self.decision.get("allies", ()):
            yield "ally"
        if self.decision.get("target") == seat and not self.decision.get("alien_turn"):
            yield "target"

    def before(self, seat: int) -> Iterable[Zone]:
        """Yield a player's ships and piles."""
        player = self.at["players"][seat]
        if player.get("out"):
            return
        for place, ship in enumerate(player["lane"]):
            yield Zone(lane_name(place), "table", seat, cards=self.ship(seat, place, ship) if ship else ())
        yield Zone("for sale", "table", seat, cards=self.for_sale(player["tops"]))
        hand, deck = player["hand"], player["deck"]
        if isinstance(hand, int):
            yield Zone("hand", "hand", seat, hidden=hand)
        else:
            yield Zone("hand", "hand", seat, cards=self.cards(hand))
        yield Zone("known", "list", seat, cards=self.cards(player["known"]))
        yield Zone("unseen", "list", seat, cards=self.cards(player.get("unseen", ())))
        yield Zone("deck", "list", seat, cards=self.cards(deck if isinstance(deck, list) else ()))
        yield Zone("discard", "pile", seat, cards=self.cards(player["discard"]))
        yield Zone("removed", "pile", seat, cards=self.cards(player["removed"]))
        yield Zone("piles", "list", seat, cards=self.cards(player["piles"]))

    # Cards

    def ship(self, seat: int, place: int, ship: JsonObject) -> tuple[Card, ...]:
        """Return the cards of a ship, the Starship with what holds of the ship."""
        marks = list(self.marks_of_ship(seat, place))
        if "token" in ship:
            marks.append(ship["token"])
        lost = "to be destroyed" in marks
        starship = self.card(ship["starship"], 1, tuple(marks), lost)
        aboard = (*self.cards(ship["weapons"]), self.card(ship["crew"]))
        return (starship, *(replace(card, attached=True) for card in aboard))

    def marks_of_ship(self, seat: int, place: int) -> Iterable[str]:
        """Yield what holds of a ship in an attack."""
        name = ship_name(PLACES * seat + place, self.agents)
        for some, mark in IN_ATTACK.items():
            if name in self.decision.get(some, ()):
                yield mark
        target = self.decision.get("target", 0 if self.decision.get("alien_turn") else None)
        if target == seat and place + 1 in self.decision.get("engaged", ()):
            yield "fights"
        elif target == seat and place + 1 in self.decision.get("busy", ()):
            yield "busy"

    def cards(self, names: Iterable[str]) -> tuple[Card, ...]:
        """Return cards of these names, copies together."""
        return tuple(self.card(name, copies) for name, copies in Counter(names).items())

    def for_sale(self, names: Iterable[str | None]) -> tuple[Card, ...]:
        """Return the cards on top of piles, with what they cost."""
        cards = self.cards(name for name in names if name)
        return tuple(replace(card, figures=(*card.figures[:-1], price_of(card.figures[-1]))) for card in cards)

    def card(self, name: str, copies: int = 1, marks: tuple[str, ...] = (), lost: bool = False) -> Card:
        """Return a card with what is printed on it."""
        kind = self.catalogue.card(name)
        return Card(
            kind.name,
            kind.id,
            KINDS[Pile(kind.pile)].name,
            figures_of(kind),
            what_it_does(kind),
            marks,
            copies,
            lost=lost,
        )


def guests_of(catalogue: Catalogue, tables: States, state: States) -> tuple[Seat, ...]:
    """Return The Derelict as somebody at the table; nobody in other scenarios."""
    if not tables[0]["alien"]:
        return ()
    alien = catalogue.alien
    mass = Figure("Critical Mass", f"{int(state[0]['critical_mass'])} of {alien.lose_at}")
    return (Seat("The Derelict", figures=(mass, Figure("Resistance", str(alien.resistance)))),)


def price_of(trade: Figure) -> Figure:
    """Return a Trade Value as what a card costs."""
    return replace(trade, label="cost", sign="cost ", icon="tag")


def size_of(pile: int | Sequence[str]) -> int:
    """Return how many cards a pile has, whether its cards are told or their number."""
    return pile if isinstance(pile, int) else len(pile)


def signs_of(zones: Iterable[Zone]) -> Iterable[Sign]:
    """Yield what the marks and lists on this page mean."""
    shown = list(zones)
    marks = {mark for zone in shown for card in zone.cards for mark in card.marks}
    yield from (Sign(mark, meaning) for mark, meaning in MARKS.items() if mark in marks)
    listed = {zone.name for zone in shown if zone.cards}
    yield from (Sign(name, meaning) for name, meaning in LISTS.items() if name in listed)
