"""Who is in a battle (EU-7), what counts there (EU-0.5, EU-9.1)."""

from __future__ import annotations

from ow_env.core.bits import count_ones, lowest, without_lowest
from ow_env.core.rng import Bits
from ow_env.expansive_universe import cards
from ow_env.expansive_universe.cards import CHARACTER, LOCATION, SPACESHIP
from ow_env.expansive_universe.rules.places import habit, owner_of_location, planet_of
from ow_env.expansive_universe.rules.sets import bit, has
from ow_env.expansive_universe.state import AT_LOCATION, CORE, EMPTY, IN_SPACE, Game, Tables, rule

# ── Who is there ─────────────────────────────────────────────────────────────────────────────────


@rule
def ships_there(g: Game, seat: int, place: int) -> Bits:
    """Return a seat's spaceships at a place."""
    return g.players[seat].ships & g.ships_at[place]


@rule
def kind_in_battle(g: Game) -> int:
    """Return the kind of cards that maneuver in this battle (EU-8.1)."""
    return CHARACTER if g.battle == AT_LOCATION else SPACESHIP


@rule
def cards_there(g: Game, seat: int) -> Bits:
    """Return a seat's cards that the battle is about, waylaid ones included."""
    him = g.players[seat]
    if g.battle == IN_SPACE:
        return ships_there(g, seat, int(g.battle_place))
    return him.crew if him.crew_location == g.battle_place + 1 else EMPTY


@rule
def takes_part(g: Game, seat: int) -> bool:
    """Is a player in the battle (EU-7.2)? Who is out has no cards (EU-10.6)."""
    return bool(cards_there(g, seat) != EMPTY)


@rule
def fighters(g: Game, seat: int) -> Bits:
    """Return a seat's cards that can maneuver in this battle, straightened or entangled (EU-8.1)."""
    return cards_there(g, seat) & ~g.waylaid[kind_in_battle(g)]


@rule
def hostile(g: Game, seat: int) -> Bits:
    """Return the hostile cards of a player: of all opponents in the battle (EU-7.2, EU-12.4)."""
    found = EMPTY
    for other in range(g.num_players):
        if other != seat:
            found |= fighters(g, other)
    return found


@rule
def crew_aboard(g: Game, seat: int) -> Bits:
    """Return the characters aboard a spaceship in this battle in space, unless it is waylaid (EU-7.3, EU-12.3)."""
    him = g.players[seat]
    if g.battle != IN_SPACE or him.crew_ship == 0:
        return EMPTY
    return him.crew & ~g.waylaid[CHARACTER] if has(fighters(g, seat), int(him.crew_ship) - 1) else EMPTY


# ── Power (EU-0.5) ───────────────────────────────────────────────────────────────────────────────


@rule
def power(g: Game, t: Tables, kind: int, number: int) -> int:
    """Return the power of a card in this battle, as it is printed."""
    card = t.cards[int(t.first_of[kind]) + number]
    return int(card.combat) if g.battle == AT_LOCATION else int(card.space)


@rule
def power_of(g: Game, t: Tables, kind: int, cards: Bits) -> int:
    """Return the power of cards together."""
    total = 0
    while cards != EMPTY:
        total += power(g, t, kind, lowest(cards))
        cards = without_lowest(cards)
    return total


@rule
def planet_of_battle(g: Game) -> int:
    """Return the planet at which or on which the battle is; CORE: at none."""
    if g.battle == IN_SPACE:
        return int(g.battle_place)
    return planet_of(g, owner_of_location(g, int(g.battle_place)))


@rule
def is_home(g: Game, seat: int) -> bool:
    """Is the battle at this player's planet or on it?"""
    return planet_of_battle(g) == planet_of(g, seat)


@rule
def total(g: Game, t: Tables, seat: int) -> int:
    """Return a player's damage total; one below 0 counts as 0 (EU-8.8, EU-9.1)."""
    found = power_of(g, t, kind_in_battle(g), fighters(g, seat)) + int(g.players[seat].boost)
    found += power_of(g, t, CHARACTER, crew_aboard(g, seat))
    if is_home(g, seat):
        found += habit(g, t, seat, cards.HOME_GUARD)
    if g.attacker == seat:
        found += habit(g, t, seat, cards.RAID)
    return max(found, 0)


# ── Conditions and beginnings ────────────────────────────────────────────────────────────────────


@rule
def is_outnumbered(g: Game, seat: int) -> bool:
    """Has an opponent more cards here that can maneuver?"""
    for other in range(g.num_players):
        if other != seat and count_ones(fighters(g, other)) > count_ones(fighters(g, seat)):
            return True
    return False


@rule
def holds(g: Game, t: Tables, seat: int, when: int) -> bool:
    """Does the condition of a text hold for a player?"""
    if when == cards.ATTACKING or when == cards.DEFENDING:
        return (g.attacker == seat) == (when == cards.ATTACKING)
    if when == cards.HOME:
        return is_home(g, seat)
    if when == cards.INSIDE or when == cards.OUTSIDE:
        outside = t.cards[int(t.first_of[LOCATION]) + int(g.battle_place)].outside
        return bool(g.battle == AT_LOCATION and outside == (when == cards.OUTSIDE))
    return is_outnumbered(g, seat) if when == cards.OUTNUMBERED else True


@rule
def are_silent(g: Game, t: Tables) -> bool:
    """Have armaments no text here, for the Core says so?"""
    return bool(g.battle == IN_SPACE and g.battle_place == CORE and t.laws[cards.SILENCE] > 0)


@rule
def is_opponent_at(g: Game, place: int) -> bool:
    """Has an opponent of the player whose turn it is spaceships at a place (EU-7.1)?"""
    for other in range(g.num_players):
        if other != g.active and ships_there(g, other, place) != EMPTY:
            return True
    return False


@rule
def is_opponent_on(g: Game, location: int) -> bool:
    """Is the crew of an opponent of the player whose turn it is on a location (EU-7.1)?"""
    for other in range(g.num_players):
        if other != g.active and g.players[other].crew_location == location + 1:
            return True
    return False


@rule
def entangle(g: Game, number: int) -> None:
    """Entangle a card (EU-8.1)."""
    g.entangled[kind_in_battle(g)] |= bit(number)
