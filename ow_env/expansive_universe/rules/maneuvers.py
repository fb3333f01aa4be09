"""Maneuvers in turn (EU-8): who is next, the texts that one maneuver uses, one after the other."""

from __future__ import annotations

from ow_env.core.bits import count_ones, lowest, without_lowest
from ow_env.core.rng import Bits
from ow_env.expansive_universe import state as at
from ow_env.expansive_universe.cards import ARMAMENT, CHARACTER, WEAPON
from ow_env.expansive_universe.rules.battle import are_silent, entangle, fighters, holds, kind_in_battle
from ow_env.expansive_universe.rules.places import armaments_on, weapons_on
from ow_env.expansive_universe.rules.sets import bit, has
from ow_env.expansive_universe.rules.texts import can_do, has_target, is_usable, just_happen
from ow_env.expansive_universe.state import AT_LOCATION, EMPTY, Game, Tables, Text, rule


@rule
def next_seat(g: Game, seat: int) -> int:
    """Return the next seat clockwise."""
    return (seat + 1) % int(g.num_players)


@rule
def usable_weapons(g: Game, t: Tables, seat: int, character: int) -> Bits:
    """Return the weapons on a character whose texts can do something now (EU-8.4)."""
    left, found = weapons_on(g, t, character), EMPTY
    while left != EMPTY:
        weapon = lowest(left)
        left = without_lowest(left)
        if is_usable(g, t, seat, character, int(t.first_of[WEAPON]) + weapon):
            found |= bit(weapon)
    return found


@rule
def can_use_armaments(g: Game, t: Tables, seat: int, ship: int) -> bool:
    """Can an armament of a spaceship do something now (EU-8.3)?"""
    left = armaments_on(g, t, ship)
    while left != EMPTY:
        if is_usable(g, t, seat, ship, int(t.first_of[ARMAMENT]) + lowest(left)):
            return True
        left = without_lowest(left)
    return False


@rule
def can_use_texts(g: Game, t: Tables, seat: int, number: int) -> bool:
    """Could one of the texts that a maneuver would use do something now (EU-8.3)?"""
    if g.battle != AT_LOCATION:
        return can_use_armaments(g, t, seat, number)
    own = is_usable(g, t, seat, number, int(t.first_of[CHARACTER]) + number)
    return own or bool(usable_weapons(g, t, seat, number) != EMPTY)


@rule
def has_maneuver(g: Game, t: Tables, seat: int) -> bool:
    """Has a player a legal maneuver (EU-8.2)?"""
    kind = kind_in_battle(g)
    left = fighters(g, seat) & ~g.entangled[kind] & ~g.twice[kind]
    while left != EMPTY:
        if can_use_texts(g, t, seat, lowest(left)):
            return True
        left = without_lowest(left)
    return False


@rule
def maneuvers_are_over(g: Game, t: Tables) -> bool:
    """Look for who may maneuver next; those who can't are passed over (EU-8.2). Return whether all have declined."""
    while g.passes < g.num_players:
        seat = int(g.turn_at)
        if has_maneuver(g, t, seat):
            g.asked = seat
            return False
        g.passes += 1
        g.turn_at = next_seat(g, seat)
    return True


@rule
def decline_maneuver(g: Game) -> None:
    """Decline to maneuver (EU-8.2)."""
    g.passes += 1
    g.turn_at = next_seat(g, int(g.turn_at))


@rule
def begin_text(g: Game, t: Tables, seat: int, card: int) -> None:
    """Begin the text of a card; if its condition does not hold, it is over at once."""
    g.text_of = card + 1
    g.step = 0 if holds(g, t, seat, int(t.cards[card].text.when)) else t.cards[card].text.count
    g.point = at.IN_TEXT


@rule
def end_maneuver(g: Game) -> None:
    """Let the next player maneuver."""
    g.user = 0
    g.text_of = 0
    g.step = 0
    g.turn_at = next_seat(g, int(g.turn_at))
    g.point = at.MANEUVER


@rule
def use_next_armament(g: Game, t: Tables, seat: int) -> None:
    """Use the next armament, in the order of the catalogue (EU-8.4)."""
    if g.queue == EMPTY:
        end_maneuver(g)
        return
    armament = lowest(g.queue)
    g.queue = without_lowest(g.queue)
    begin_text(g, t, seat, int(t.first_of[ARMAMENT]) + armament)


@rule
def maneuver(g: Game, t: Tables, seat: int, number: int) -> None:
    """Entangle a card to use its texts (EU-8.1, EU-8.4)."""
    kind = kind_in_battle(g)
    if has(g.once[kind], number):
        g.twice[kind] |= bit(number)
    g.once[kind] |= bit(number)
    entangle(g, number)
    g.passes = 0
    g.user = number + 1
    if kind == CHARACTER:
        begin_text(g, t, seat, int(t.first_of[CHARACTER]) + number)
    else:
        g.queue = EMPTY if are_silent(g, t) else armaments_on(g, t, number)
        use_next_armament(g, t, seat)


@rule
def use_weapon(g: Game, t: Tables, seat: int, weapon: int) -> None:
    """Use a weapon (EU-8.4)."""
    begin_text(g, t, seat, int(t.first_of[WEAPON]) + weapon)


@rule
def after_text(g: Game, t: Tables, seat: int) -> None:
    """Go on from a text: to one weapon, to the next armament, or to the next player (EU-8.4)."""
    kind = int(t.cards[int(g.text_of) - 1].kind)
    if kind == ARMAMENT:
        use_next_armament(g, t, seat)
        return
    weapons = usable_weapons(g, t, seat, int(g.user) - 1) if kind == CHARACTER else EMPTY
    if count_ones(weapons) > 1:
        g.point = at.WEAPON
    elif weapons != EMPTY:
        use_weapon(g, t, seat, lowest(weapons))
    else:
        end_maneuver(g)


@rule
def next_step(g: Game) -> None:
    """Go on to the next effect of the text."""
    g.step += 1
    g.point = at.IN_TEXT


@rule
def text_goes_on(g: Game, t: Tables) -> None:
    """Carry out effects up to one that names something; one that can do nothing is skipped (EU-8.4)."""
    seat = int(g.turn_at)
    text: Text = t.cards[int(g.text_of) - 1].text
    while g.step < text.count:
        word, number = int(text.word[g.step]), int(text.number[g.step])
        if can_do(g, t, seat, int(g.user) - 1, word, number):
            if has_target(word):
                g.point = at.TARGET
                return
            just_happen(g, t, seat, word, number)
        g.step += 1
    after_text(g, t, seat)
