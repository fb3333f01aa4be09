"""What is destroyed, captured and returned (EU-10, EU-12.1), and who is out of the game (EU-10.5 to 10.7)."""

from __future__ import annotations

from ow_env.core.bits import lowest, without_lowest
from ow_env.core.rng import Bits
from ow_env.expansive_universe import state as at
from ow_env.expansive_universe.cards import ARMAMENT, CHARACTER, MOST_OF_KIND, SPACESHIP, WEAPON
from ow_env.expansive_universe.rules.places import armaments_on, captor_of, weapons_on
from ow_env.expansive_universe.rules.sets import bit, has
from ow_env.expansive_universe.state import EMPTY, NOBODY, PLACES, TERMINATED, Game, Tables, rule

# ── Points and the end ───────────────────────────────────────────────────────────────────────────


@rule
def score(g: Game, seat: int, points: int) -> None:
    """Gain points."""
    g.players[seat].points += points


@rule
def win(g: Game, seat: int) -> None:
    """End the game: this seat has won (EU-10.7, EU-11.4)."""
    g.ending = TERMINATED
    g.winner = seat
    g.point = at.OVER


# ── Cards ────────────────────────────────────────────────────────────────────────────────────────


@rule
def to_pile(g: Game, t: Tables, kind: int, number: int) -> None:
    """Put a card face up to the destroyed pile; a starter is set aside (EU-10.4)."""
    if not has(t.alpha[kind], number):
        g.destroyed[kind] |= bit(number)


@rule
def disarm_weapons(g: Game, t: Tables, weapons: Bits) -> None:
    """Destroy weapons (EU-10.2)."""
    while weapons != EMPTY:
        weapon = lowest(weapons)
        weapons = without_lowest(weapons)
        g.weapon_on[weapon] = 0
        to_pile(g, t, WEAPON, weapon)


@rule
def disarm_armaments(g: Game, t: Tables, armaments: Bits) -> None:
    """Destroy armaments (EU-10.2)."""
    while armaments != EMPTY:
        armament = lowest(armaments)
        armaments = without_lowest(armaments)
        g.armament_on[armament] = 0
        to_pile(g, t, ARMAMENT, armament)


@rule
def straighten_all(g: Game, kind: int, number: int) -> None:
    """Make a card neither entangled nor waylaid."""
    g.entangled[kind] &= ~bit(number)
    g.waylaid[kind] &= ~bit(number)


@rule
def forget(g: Game, kind: int, number: int) -> None:
    """Forget what a card has done in this battle: it leaves play."""
    straighten_all(g, kind, number)
    g.once[kind] &= ~bit(number)
    g.twice[kind] &= ~bit(number)


@rule
def return_captive(g: Game, captor: int) -> None:
    """Let the captive under a character return to its crew (EU-12.1); during damage resolution it is in no battle.

    It is straightened: that was done when it was captured.
    """
    captive = int(g.holds[captor]) - 1
    if captive < 0:
        return
    g.holds[captor] = 0
    seat = int(g.captive_of[captive]) - 1
    g.captive_of[captive] = 0
    g.players[seat].crew |= bit(captive)
    if g.resolving:
        g.waylaid[CHARACTER] |= bit(captive)


@rule
def take_character_away(g: Game, t: Tables, seat: int, character: int) -> None:
    """Put a character of a crew, with all on it, to the destroyed pile; its captive returns (EU-10.2)."""
    g.players[seat].crew &= ~bit(character)
    forget(g, CHARACTER, character)
    disarm_weapons(g, t, weapons_on(g, t, character))
    return_captive(g, character)
    to_pile(g, t, CHARACTER, character)


@rule
def take_ship_away(g: Game, t: Tables, seat: int, ship: int) -> None:
    """Put a spaceship, with all armaments on it, to the destroyed pile (EU-10.2)."""
    g.players[seat].ships &= ~bit(ship)
    for place in range(PLACES):
        g.ships_at[place] &= ~bit(ship)
    forget(g, SPACESHIP, ship)
    disarm_armaments(g, t, armaments_on(g, t, ship))
    to_pile(g, t, SPACESHIP, ship)


# ── Out of the game (EU-10.5 to 10.7) ────────────────────────────────────────────────────────────


@rule
def lose_captives(g: Game, t: Tables, seat: int) -> None:
    """Put a player's characters held elsewhere to the destroyed pile, with their weapons (EU-10.6)."""
    for captive in range(MOST_OF_KIND):
        if g.captive_of[captive] == seat + 1:
            g.holds[captor_of(g, captive)] = 0
            g.captive_of[captive] = 0
            forget(g, CHARACTER, captive)
            disarm_weapons(g, t, weapons_on(g, t, captive))
            to_pile(g, t, CHARACTER, captive)


@rule
def last_one_wins(g: Game) -> None:
    """End the game if only one player is left (EU-10.7)."""
    living, last = 0, NOBODY
    for seat in range(g.num_players):
        if g.players[seat].alive:
            living += 1
            last = seat
    if living == 1:
        win(g, last)


@rule
def go_out(g: Game, t: Tables, seat: int) -> None:
    """Put a player out of the game: planet and locations stay, ownerless (EU-10.5, EU-10.6)."""
    him = g.players[seat]
    him.alive = 0
    while him.crew != EMPTY:
        take_character_away(g, t, seat, lowest(him.crew))
    while him.ships != EMPTY:
        take_ship_away(g, t, seat, lowest(him.ships))
    lose_captives(g, t, seat)
    him.crew_location = 0
    him.crew_ship = 0
    him.gold = 0
    him.boost = 0
    him.cover = 0
    him.guard = 0
    him.difference = 0
    him.resist = 0
    last_one_wins(g)


@rule
def destroy_character(g: Game, t: Tables, seat: int, character: int, destroyer: int) -> None:
    """Destroy a character (EU-10.1, EU-10.2); with the alpha its player is out (EU-10.5)."""
    score(g, destroyer, int(t.character_points))
    take_character_away(g, t, seat, character)
    if has(t.alpha[CHARACTER], character):
        go_out(g, t, seat)


@rule
def destroy_ship(g: Game, t: Tables, seat: int, ship: int, destroyer: int) -> None:
    """Destroy a spaceship, and the crew if it is aboard (EU-10.1 to 10.3)."""
    score(g, destroyer, int(t.ship_points))
    take_ship_away(g, t, seat, ship)
    him = g.players[seat]
    if him.crew_ship != ship + 1:
        return
    while him.crew != EMPTY:
        character = lowest(him.crew)
        score(g, destroyer, int(t.character_points))
        take_character_away(g, t, seat, character)
    go_out(g, t, seat)


@rule
def capture(g: Game, seat: int, captor: int, captive: int) -> None:
    """Put a character of this seat's crew face down under the captor; what it held returns (EU-12.1)."""
    g.players[seat].crew &= ~bit(captive)
    straighten_all(g, CHARACTER, captive)
    return_captive(g, captive)
    g.holds[captor] = captive + 1
    g.captive_of[captive] = seat + 1
