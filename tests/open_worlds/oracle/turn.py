"""The oracle's turn: setup and the Steps in their order (OW-1, OW-2, OW-S to OW-D, OW-3).

Below: table.py, utilities.py, resolution.py. Above: oracle.py.
"""

from __future__ import annotations

from typing import TypeAlias

from ow_env.open_worlds.cards import Kind, Type, World
from tests.open_worlds.oracle.resolution import resolve_worlds
from tests.open_worlds.oracle.table import HAND_LIMIT, PASS, Asking, Place, Player, Question, Table, Unit
from tests.open_worlds.oracle.utilities import window

OPENING_HAND = 10
MOST_ADJUSTED = 4
STEPS = ("stage", "move", "reveal", "resolve", "income", "trash", "draw")


First: TypeAlias = int | list[int] | str | None  # a seat, the seats in order, "worlds"; None: at random


def whole_game(t: Table, worlds: list[World], drawn: int, introductory: bool, first: First) -> Asking[None]:
    """Play a game from setup to its end."""
    set_up(t, worlds, drawn, introductory, first)
    yield from from_adjusting(t, introductory, first)


def from_adjusting(t: Table, introductory: bool, first: First) -> Asking[None]:
    """Play on from the opening hands: adjust them, determine Priority, play turn after turn (OW-1.3, OW-1.4)."""
    yield from adjust_hands(t)
    determine_priority(t, introductory, first)
    yield from window(t, "window: end of draw")  # OW-6.5
    yield from turns(t, "next turn")


def turns(t: Table, step: str) -> Asking[None]:
    """Play turn after turn, beginning with a Step of the present one, or with the next turn."""
    if step == "over":
        find_winner(t)
        return
    if step == "next turn":
        begin_turn(t)
        step = STEPS[0]
    while t.ending is None:
        for name in STEPS[STEPS.index(step) :]:
            if t.ending is None:
                yield from STEP[name](t)
        step = STEPS[0]
        if t.ending is None:
            begin_turn(t)


# ── Setup ──────────────────────────────────────────────────────────────────────────────────────


def left_over(t: Table, row: list[World], introductory: bool) -> list[World]:
    """Return the Worlds Deck without the Worlds in the row (OW-1.2)."""
    return [world for world in t.catalogue.worlds if world not in row and (world.introductory or not introductory)]


def give_in_order(t: Table, first: int | list[int]) -> None:
    """Let the players have Priority in an order that is given: all of it, or who begins (OW-1.4)."""
    if isinstance(first, list):
        t.set_order(first)
        t.log("OW-1.4 the order of finish is given")
    else:
        t.give_priority(first)


def set_up(t: Table, worlds: list[World], drawn: int, introductory: bool, first: First) -> None:
    """Lay the Worlds, deal the opening hands; Priority that is given is known from the start (OW-1)."""
    left = left_over(t, worlds, introductory)
    row = list(worlds)
    while len(row) < drawn:
        row.append(left.pop(t.chance.below(len(left))))
    t.row = [Place(world, number) for number, world in enumerate(row)]
    if isinstance(first, int | list):
        give_in_order(t, first)
    for player in t.in_order():
        t.draw(player, OPENING_HAND)


def determine_priority(t: Table, introductory: bool, first: First) -> None:
    """Once the hands are adjusted, find who is first, unless it was given (OW-1.4)."""
    if first == "worlds":
        t.give_priority(draw_of_worlds(t, left_over(t, [place.world for place in t.row], introductory)))
    elif first is None:
        t.give_priority(t.chance.below(t.num_players))


def draw_of_worlds(t: Table, left: list[World]) -> int:
    """Each player draws a World; the best is first, ties by lot (OW-1.4, OW-1.6)."""
    best: tuple[int, int, bool, bool] | None = None
    first = tied = 0
    drawn: list[World] = []
    for player in t.players:
        world = left[t.chance.below(len(left))]
        while world in drawn:  # a World card is held by one player only: draw again
            world = left[t.chance.below(len(left))]
        drawn.append(world)
        rank = (world.h2o, world.res, world.habitable, not world.hostile)
        if best is None or rank > best:
            best, first, tied = rank, player.seat, 1
        elif rank == best:
            tied += 1
            if t.chance.below(tied) == 0:
                first = player.seat
                t.log("OW-1.6 tied Worlds are put in order by lot")
    return first


def adjust_hands(t: Table) -> Asking[None]:
    """All at once put up to 4 cards away, then draw as many (OW-1.3)."""
    done: set[int] = set()
    while True:
        choices = {
            player.seat: {PASS, *(f"discard {card}" for card in player.hand)}
            for player in t.players
            if player.seat not in done and player.adjusted < MOST_ADJUSTED and player.hand
        }
        if not choices:
            break
        answers = yield Question("adjust hand", choices)
        for seat in choices:
            if answers[seat] == PASS:
                done.add(seat)
            else:
                player = t.players[seat]
                throw_away(player, answers[seat].removeprefix("discard "))
                player.adjusted += 1
    for player in t.in_order():
        t.draw(player, player.adjusted)
        player.adjusted = 0


def throw_away(player: Player, card: str) -> None:
    """Put a card of the hand face down into the Trash Heap."""
    player.hand.remove(card)
    player.trash.append(card)


# ── The turn ───────────────────────────────────────────────────────────────────────────────────


def begin_turn(t: Table) -> None:
    """A turn begins, unless there have been enough (OW-3.3, OW-3.4)."""
    if t.turn == t.max_turns:
        t.ending = "truncated"
        return
    t.turn += 1
    t.final_turn = any(not player.deck for player in t.players)
    for player in t.players:
        player.prior_income = player.income  # OW-5.3
        player.halted = player.unlimited_class = False
    for place in t.row:
        place.resolved = False
        for unit in place.units:
            unit.moved = unit.idle = False


def stage(t: Table) -> Asking[None]:
    """The beginning of the turn, and the Step Stage (OW-S)."""
    t.face_down = True
    if t.final_turn:
        yield from begin_final_turn(t)
    yield from window(t, "window: beginning of turn")
    yield from window(t, "window: beginning of stage")
    groups = [[player] for player in t.in_order()] if t.stage_in_order else [t.players]  # OW-S.2
    for group in groups:
        done: set[int] = set()
        while True:
            choices = {
                player.seat: {PASS, *stageable(t, player)}
                for player in group
                if player.seat not in done and (could_stage(t, player) if t.ask_public else stageable(t, player))
            }
            if not choices:
                break
            answers = yield Question("stage", choices)
            for seat in choices:
                if answers[seat] == PASS:
                    done.add(seat)
                else:
                    player = t.players[seat]
                    card, place = stageable(t, player)[answers[seat]]
                    player.hand.remove(card)
                    player.staged.setdefault(place, []).append(card)
                    if len(player.staged[place]) > 1:
                        t.log("OW-S.1 a second card is staged to a World")
    yield from window(t, "window: end of stage")


def stageable(t: Table, player: Player) -> dict[str, tuple[str, Place]]:
    """Return what a player may stage where, by action name (OW-S.1)."""
    return {
        f"stage {card} @ {place.name}": (card, place)
        for place in t.row
        for card in set(player.hand)
        if t.may_be_staged(player, card, place, player.staged_at(place))
    }


def could_stage(t: Table, player: Player) -> bool:
    """Could a player have something left to stage, for all that everybody knows (OW-6.16)?"""
    automated = t.some_could_be_held(player, lambda card: card.kind is Kind.AUTOMATED)
    for place in t.row:
        staged = len(player.staged_at(place))
        extra = any("extra automated" in unit.card.effects for unit in place.of(player.seat))
        if player.hand and (staged == 0 or (staged == 1 and extra and automated)):
            return True
    return False


def begin_final_turn(t: Table) -> Asking[None]:
    """Prohibited cards leave play, then those in hand may be exchanged (OW-3.1, OW-3.4)."""
    t.log("OW-3.4 FINAL TURN")
    for place in t.row:
        for unit in [unit for unit in place.units if unit.card.prohibited]:
            t.destroy(place, unit)
            t.log("OW-3.1 a Prohibited unit is Trashed")
    for player in t.in_order():
        while True:
            cards = {f"discard {card}": card for card in player.hand if t.card(card).prohibited}
            could = t.some_could_be_held(player, lambda card: card.prohibited)
            card = yield from t.ask("exchange prohibited", player.seat, cards, open_question=could)
            if card is None:
                break
            player.hand.remove(card)
            player.show(card)
            player.open_trash.append(card)
            t.draw(player, 1)
            t.log("OW-3.1 a Prohibited card is exchanged")


def move(t: Table) -> Asking[None]:
    """In Priority Order players move Ships, each once (OW-M.1)."""
    for player in t.in_order():
        while not player.halted:
            moves = {
                f"move {ship.card.name} @ {place.name}": (ship, here, place)
                for here in t.row
                for ship in here.of(player.seat)
                if ship.is_orbital and not ship.moved
                for place in t.row
                if 0 < abs(here.number - place.number) <= ship.card.move_range
            }
            chosen = yield from t.ask("move", player.seat, moves)
            if chosen is None:
                break
            ship, here, place = chosen
            here.units.remove(ship)
            place.put(ship)
            ship.moved = True
            t.log("OW-M.1 a Ship moves")
        if player.halted:
            t.log("OW-M.1 halted")
    yield from window(t, "window: end of move")


def reveal(t: Table) -> Asking[None]:
    """Turn staged cards up, remove the unplayable ones (OW-R)."""
    for player in t.in_order():
        for place in t.row:
            for card in list(player.staged_at(place)):
                player.show(card)
                is_utility = t.card(card).type is Type.UTILITY
                if is_utility or (t.final_turn and t.card(card).prohibited):  # OW-R.1
                    player.unstage(place, card)
                    player.open_trash.append(card)
                    t.log("OW-R.1 an unplayable card is Trashed")
    t.face_down = False
    yield from window(t, "window: reveal")
    for player in t.in_order():
        while t.is_over_class(player):  # OW-R.2, OW-R.3
            ships = {f"discard {card}": (at, card) for at, card in t.counted_ships(player)}
            chosen = yield from t.ask("over-class ships", player.seat, ships, may_pass=False)
            assert chosen is not None
            at, card = chosen
            player.unstage(at, card)
            player.open_trash.append(card)
            t.log("OW-R.2 a Ship above Class is Trashed")


def count_income(t: Table) -> Asking[None]:
    """Add up Income; the highest wins or has Priority (OW-5)."""
    for player in t.players:
        player.income = sum(t.income_of(unit, place) for place in t.row for unit in place.of(player.seat))
    if t.final_turn:  # the game ends here, nothing comes after it (OW-3.2)
        find_winner(t)
        return
    tied = highest(t)
    if tied[0] != t.priority:
        t.log("OW-5.2 Priority passes")
    elif len(tied) > 1:
        t.log("OW-5.2 tied, the holder keeps Priority")
    if t.order[1] != (t.order[0] + 1) % t.num_players:
        t.log("OW-0.5 from the count on the order goes round the table")
    t.give_priority(tied[0])  # the holder if tied, else the nearest after it (OW-5.2)
    for place in t.row:
        for unit in list(place.units):
            deplete(t, place, unit)
    return
    yield


def highest(t: Table) -> list[int]:
    """Return who has the highest Income, in Priority Order."""
    best = max(player.income for player in t.players)
    return [player.seat for player in t.in_order() if player.income == best]


def find_winner(t: Table) -> None:
    """The game is over: the highest Income wins, tied it is a draw (OW-5.1); or nobody (OW-3.3)."""
    t.ending = "terminated" if t.final_turn else "truncated"
    tied = highest(t)
    t.winner = tied[0] if t.final_turn and len(tied) == 1 else None


def deplete(t: Table, place: Place, unit: Unit) -> None:
    """After its second Count Income a card that depletes goes under its World for good."""
    if "depletes" in unit.card.effects:
        unit.age += 1
        if unit.age == 2:
            place.units.remove(unit)
            place.indicators.append((unit.card, unit.owner))
            t.log("depletes: a unit becomes an indicator")


def trash(t: Table) -> Asking[None]:
    """In Priority Order throw cards away, face down (OW-T.1)."""
    for player in t.in_order():
        while True:
            cards = {f"discard {card}": card for card in player.hand}
            card = yield from t.ask("trash", player.seat, cards)
            if card is None:
                break
            throw_away(player, card)


def draw(t: Table) -> Asking[None]:
    """Draw as many cards as Income, at least 2, up to the Hand Limit (OW-D.1)."""
    for player in t.in_order():
        t.draw(player, min(max(player.income, 2), max(0, HAND_LIMIT - len(player.hand))))
    yield from window(t, "window: end of draw")


STEP = {
    "stage": stage,
    "move": move,
    "reveal": reveal,
    "resolve": resolve_worlds,
    "income": count_income,
    "trash": trash,
    "draw": draw,
}
