"""Quick answers to choices within a turn: the option that looks best, without looking ahead.

Below: scratch.py; the game's rules. Above: worth.py, trials.py, which play battles and missions to their end with them.
"""

from __future__ import annotations

from agents.expansive_universe.scratch import NEVER, Game, Scratch, Tables, rule
from ow_env.core.bits import lowest, without_lowest
from ow_env.core.rng import Bits, Rng
from ow_env.expansive_universe import state as at, verbs as do
from ow_env.expansive_universe.actions import OK, PASS
from ow_env.expansive_universe.cards import ARMAMENT, CHARACTER, ENTANGLE, SPACESHIP, STRAIGHTEN, WEAPON, WITHDRAW
from ow_env.expansive_universe.rules.battle import power, total
from ow_env.expansive_universe.rules.flow import act, goes_on
from ow_env.expansive_universe.rules.legality import why_not_answer
from ow_env.expansive_universe.rules.places import armaments_on, seat_of_faction, weapons_on
from ow_env.expansive_universe.rules.texts import has_target
from ow_env.expansive_universe.state import EMPTY, RUNNING

MOST_ANSWERS = 400  # in a row, before a trial is given up
ALPHA = 30.0  # what an alpha character is worth: the game


@rule
def worth_of(t: Tables, s: Scratch, kind: int, cards: Bits) -> float:
    """Return what cards are worth together."""
    found = 0.0
    while cards != EMPTY:
        found += s.worth[t.first_of[kind] + lowest(cards)]
        cards = without_lowest(cards)
    return found


@rule
def worth_on_table(g: Game, t: Tables, s: Scratch, card: int) -> float:
    """Return what a card is worth with all that is on it."""
    kind, number = int(t.cards[card].kind), int(t.cards[card].number)
    found = float(s.worth[card])
    if kind == CHARACTER:
        found += worth_of(t, s, WEAPON, weapons_on(g, t, number))
        return found + (ALPHA if t.cards[card].alpha else 0.0)
    if kind == SPACESHIP:
        found += worth_of(t, s, ARMAMENT, armaments_on(g, t, number))
        for seat in range(g.num_players):
            if g.players[seat].crew_ship == number + 1:
                found += ALPHA
    return found


@rule
def merit_of_target(g: Game, t: Tables, s: Scratch, card: int) -> float:
    """Return how good it looks to name a card."""
    found = 1.0 + worth_on_table(g, t, s, card)
    if g.point != at.TARGET:
        return found
    word = int(t.cards[g.text_of - 1].text.word[g.step])
    kind = int(t.cards[card].kind)
    if word == WITHDRAW:
        return -1.0
    if word == ENTANGLE or word == STRAIGHTEN:
        return 1.0 + float(s.attack[card]) + 0.1 * power(g, t, kind, int(t.cards[card].number))
    return found


@rule
def merit_of_loss(g: Game, t: Tables, s: Scratch, card: int) -> float:
    """Return how good it looks to let a card be destroyed: one that covers the difference, and is worth little."""
    missing = int(g.players[g.asked].difference) - int(t.cards[card].expire)
    return -worth_on_table(g, t, s, card) - (2.0 + 0.5 * missing if missing > 0 else 0.0)


@rule
def merit_of_maneuver(t: Tables, card: int) -> float:
    """Return how good it looks to maneuver with a card: first what hinders others."""
    text = t.cards[card].text
    found = 0.5
    for step in range(text.count):
        word = int(text.word[step])
        if word == WITHDRAW:
            found -= 1.0
        elif has_target(word):
            found += 1.0
        else:
            found += 0.5
    return found


@rule
def merit(g: Game, t: Tables, s: Scratch, action: int) -> float:
    """Return how good an answer looks; to decline is 0."""
    a = t.actions[action]
    if a.verb == do.PASS:
        return 0.0
    if a.verb == do.ENTANGLE:
        return merit_of_maneuver(t, int(a.a))
    if a.verb == do.TARGET:
        return merit_of_target(g, t, s, int(a.a))
    if a.verb == do.TARGET_FACTION:
        seat = seat_of_faction(g, int(a.b))
        return 1.0 + (total(g, t, seat) if g.point == at.TARGET else int(g.players[seat].gold))
    if a.verb == do.DESTROY:
        return merit_of_loss(g, t, s, int(a.a))
    if a.verb == do.BUY:
        return 1.0 + float(s.worth[g.slots[a.a] - 1])
    if a.verb == do.PLACE_ON:
        card = t.cards[a.a]
        loaded = weapons_on(g, t, int(card.number)) if card.kind == CHARACTER else armaments_on(g, t, int(card.number))
        first = 2.0 if loaded == EMPTY else 0.0
        return 1.0 + float(card.resistance) + (0.0 if card.kind == SPACESHIP else first)
    if a.verb == do.FLY or a.verb == do.MOVE:
        return -1.0
    return 1.0


@rule
def answer(g: Game, t: Tables, s: Scratch) -> int:
    """Return the answer that looks best to the player who is asked; of several, the first."""
    player = int(g.asked)
    best, choice = NEVER, PASS
    verbs, verb = int(t.answers[g.point]), 0
    while verbs >> verb > 0:
        if verbs >> verb & 1:
            for action in range(t.first[verb], t.first[verb + 1]):
                if why_not_answer(g, t, player, action) == OK:
                    found = merit(g, t, s, action)
                    if found > best:
                        best, choice = found, action
        verb += 1
    return choice


@rule
def play_on(g: Game, t: Tables, s: Scratch, rng: Rng) -> None:
    """Play to the next decision of a turn, or to the end; a turn is never ended."""
    for _ in range(MOST_ANSWERS):
        if g.ending != RUNNING or g.point == at.TURN:
            return
        if not goes_on(g, t, rng):
            act(g, t, answer(g, t, s), rng)


@rule
def carry_out(g: Game, t: Tables, s: Scratch, action: int, rng: Rng) -> None:
    """Take an action, and play to the next decision of a turn."""
    act(g, t, action, rng)
    play_on(g, t, s, rng)
