"""Setup (TNW-1), opening a round (TNW-2), who gets the planet (TNW-6), cleanup and the end (TNW-8)."""

from __future__ import annotations

from ow_env.core.bits import count_ones
from ow_env.core.rng import Rng, below
from ow_env.these_new_worlds import state as at
from ow_env.these_new_worlds.cards import COLOURS
from ow_env.these_new_worlds.rules.combat import roll, space_combat
from ow_env.these_new_worlds.rules.sets import bit, pick_any, pick_many
from ow_env.these_new_worlds.state import DRAW, EMPTY, NOBODY, NONE, PLAYERS, TERMINATED, WON, Game, Tables, rule


@rule
def turn_up(g: Game, rng: Rng) -> int:
    """Take the top planet of the Planet Deck (TNW-1.1, TNW-2.1)."""
    planet = pick_any(g.deck, rng)
    g.deck &= ~bit(planet)
    return planet


@rule
def roll_costs(g: Game, t: Tables, rng: Rng) -> None:
    """Roll what each colour costs this round (TNW-2.2)."""
    for colour in range(COLOURS):
        g.costs[colour] = roll(t, rng)


@rule
def deal(g: Game, t: Tables, rng: Rng) -> None:
    """Shuffle all action cards and deal both hands; the rest is set aside (TNW-2.3)."""
    left = t.all_cards
    for player in range(PLAYERS):
        g.players[player].hand = pick_many(left, int(g.hand_size), rng)
        left &= ~g.players[player].hand
    g.set_aside = left


@rule
def open_round(g: Game, t: Tables, rng: Rng) -> None:
    """Open the next round (TNW-2)."""
    g.round_number += 1
    g.contested = turn_up(g, rng)
    roll_costs(g, t, rng)
    deal(g, t, rng)
    g.active = 1 - g.dealer
    g.step = at.CARD_STEP


@rule
def set_up(g: Game, t: Tables, rng: Rng) -> None:
    """Find the first dealer, open The Collective, and the first round (TNW-1)."""
    g.dealer = below(rng, PLAYERS) if g.first_dealer < 0 else int(g.first_dealer)
    for _ in range(t.collective_start):
        g.collective |= bit(turn_up(g, rng))
    open_round(g, t, rng)


@rule
def owner_of_contested(g: Game, t: Tables, rng: Rng) -> int:
    """Return who adds the planet to the empire, NONE: it joins The Collective (TNW-6.1)."""
    if g.players[0].dome and g.players[1].dome:
        return space_combat(g, t, rng)
    if g.players[0].dome:
        return 0
    return 1 if g.players[1].dome else NONE


@rule
def give_planet(g: Game, t: Tables, owner: int) -> None:
    """Put the contested planet into an empire or into The Collective."""
    if owner == NONE:
        g.collective |= bit(int(g.contested))
    else:
        g.players[owner].planets |= bit(int(g.contested))
    g.contested = NONE


@rule
def clean_up(g: Game) -> None:
    """Return tokens, cards and domes; the deal passes (TNW-8.1)."""
    for player in range(PLAYERS):
        me = g.players[player]
        me.hand = EMPTY
        me.not_held = EMPTY
        me.played = EMPTY
        me.dome = 0
        for colour in range(COLOURS):
            me.tokens[colour] = 0
            me.paid[colour] = 0
    for colour in range(COLOURS):
        g.costs[colour] = 0
    g.set_aside = EMPTY
    g.top = NONE
    g.passed = 0
    g.dealer = 1 - g.dealer


@rule
def finish(g: Game, result: int, winner: int) -> None:
    """End the game."""
    g.ending = TERMINATED
    g.result = result
    g.winner = winner
    g.step = at.OVER
    g.active = 0


@rule
def next_round_or_end(g: Game, t: Tables, rng: Rng) -> None:
    """Look whether the game is over (TNW-8.2 to TNW-8.4), else open the next round."""
    zero, one = count_ones(g.players[0].planets), count_ones(g.players[1].planets)
    majority = int(g.rounds) // 2 + 1
    if count_ones(g.collective) >= t.collective_limit:
        finish(g, NOBODY, NONE)
    elif zero < majority and one < majority and g.round_number < g.rounds:
        open_round(g, t, rng)
    elif zero == one:
        finish(g, DRAW, NONE)
    else:
        finish(g, WON, 0 if zero > one else 1)


@rule
def end_card_phase(g: Game, t: Tables, rng: Rng) -> None:
    """Give the planet to whom it belongs, clean up, and go on."""
    give_planet(g, t, owner_of_contested(g, t, rng))
    clean_up(g)
    next_round_or_end(g, t, rng)
