"""Damage resolution (EU-9): differences, losses, the end of a battle."""

from __future__ import annotations

from ow_env.core.bits import lowest, without_lowest
from ow_env.core.rng import Bits
from ow_env.expansive_universe import state as at
from ow_env.expansive_universe.cards import CHARACTER, SPACESHIP
from ow_env.expansive_universe.rules.battle import crew_aboard, fighters, takes_part, total
from ow_env.expansive_universe.rules.leaving import destroy_character, destroy_ship
from ow_env.expansive_universe.rules.maneuvers import next_seat
from ow_env.expansive_universe.rules.sets import has
from ow_env.expansive_universe.state import AT_LOCATION, EMPTY, IN_SPACE, Game, Tables, rule


@rule
def begin_battle(g: Game, battle: int, place: int) -> None:
    """Begin a battle: the player left of the attacker may maneuver first (EU-8.1)."""
    g.battle = battle
    g.battle_place = place
    g.attacker = g.active
    g.turn_at = next_seat(g, int(g.active))
    g.passes = 0
    g.point = at.MANEUVER


@rule
def clear_battle(g: Game) -> None:
    """Straighten all, let waylaid cards return, forget what was added (EU-9.6)."""
    g.battle = 0
    g.battle_place = 0
    g.attacker = 0
    g.turn_at = 0
    g.passes = 0
    g.resolving = 0
    g.destroyer = 0
    for kind in range(2):
        g.entangled[kind] = EMPTY
        g.waylaid[kind] = EMPTY
        g.once[kind] = EMPTY
        g.twice[kind] = EMPTY
    for seat in range(g.num_players):
        him = g.players[seat]
        him.boost = 0
        him.cover = 0
        him.guard = 0
        him.difference = 0
        him.resist = 0


@rule
def end_battle(g: Game) -> None:
    """End the battle; the attacker's turn goes on."""
    clear_battle(g)
    g.asked = g.active
    g.point = at.TURN


# ── Totals (EU-9.1, 9.2, 9.5) ────────────────────────────────────────────────────────────────────


@rule
def largest_total(g: Game, t: Tables) -> int:
    """Return the largest damage total."""
    most = 0
    for seat in range(g.num_players):
        if takes_part(g, seat):
            most = max(most, total(g, t, seat))
    return most


@rule
def find_destroyer(g: Game, t: Tables, most: int) -> int:
    """Return who destroys: the attacker if among those with the largest total, else the first from there (EU-9.5)."""
    seat = int(g.attacker)
    while not takes_part(g, seat) or total(g, t, seat) < most:
        seat = next_seat(g, seat)
    return seat


@rule
def resolve_damage(g: Game, t: Tables) -> None:
    """Take the totals, and let the losers choose, left of the attacker first (EU-9.2, EU-9.3)."""
    most = largest_total(g, t)
    g.destroyer = find_destroyer(g, t, most)
    for seat in range(g.num_players):
        him = g.players[seat]
        if takes_part(g, seat):
            him.difference = max(most - total(g, t, seat) - int(him.cover), 0)
            him.resist = him.difference
    g.resolving = 1
    g.turn_at = next_seat(g, int(g.attacker))
    g.passes = 0
    g.point = at.LOSS


# ── Losses (EU-9.3, 9.4) ─────────────────────────────────────────────────────────────────────────


@rule
def crew_in_battle(g: Game, seat: int) -> Bits:
    """Return the characters of a seat that can be lost: at the location, or aboard (EU-7.3)."""
    return fighters(g, seat) if g.battle == AT_LOCATION else crew_aboard(g, seat)


@rule
def ships_in_battle(g: Game, seat: int) -> Bits:
    """Return the spaceships of a seat that can be lost."""
    return fighters(g, seat) if g.battle == IN_SPACE else EMPTY


@rule
def resists(g: Game, t: Tables, seat: int, kind: int, number: int) -> bool:
    """Is a card's resistance greater than the difference (EU-9.4)?"""
    him = g.players[seat]
    return bool(t.cards[int(t.first_of[kind]) + number].resistance + him.guard > him.resist)


@rule
def can_lose(g: Game, t: Tables, seat: int, kind: int, number: int) -> bool:
    """Can a player choose this card to be destroyed (EU-9.2, EU-9.4)?"""
    there = crew_in_battle(g, seat) if kind == CHARACTER else ships_in_battle(g, seat)
    return has(there, number) and not resists(g, t, seat, kind, number)


@rule
def has_loss(g: Game, t: Tables, seat: int) -> bool:
    """Is there anything that a player can choose?"""
    left = crew_in_battle(g, seat)
    while left != EMPTY:
        if can_lose(g, t, seat, CHARACTER, lowest(left)):
            return True
        left = without_lowest(left)
    left = ships_in_battle(g, seat)
    while left != EMPTY:
        if can_lose(g, t, seat, SPACESHIP, lowest(left)):
            return True
        left = without_lowest(left)
    return False


@rule
def lose(g: Game, t: Tables, seat: int, kind: int, number: int) -> None:
    """Destroy a card that was chosen (EU-9.3). With a crew aboard its player goes out, and nothing is left to cover."""
    g.players[seat].difference -= t.cards[int(t.first_of[kind]) + number].expire
    if kind == CHARACTER:
        destroy_character(g, t, seat, number, int(g.destroyer))
    else:
        destroy_ship(g, t, seat, number, int(g.destroyer))


@rule
def losses_are_over(g: Game, t: Tables) -> bool:
    """Look for who has to choose (EU-9.3). Return whether nobody has: the battle has ended."""
    while g.passes < g.num_players:
        seat = int(g.turn_at)
        him = g.players[seat]
        if him.difference > 0 and has_loss(g, t, seat):
            g.asked = seat
            return False
        him.difference = 0
        g.passes += 1
        g.turn_at = next_seat(g, seat)
    end_battle(g)
    return True
