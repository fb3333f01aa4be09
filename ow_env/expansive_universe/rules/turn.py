"""Setup (EU-1), gaining gold (EU-2.1), the end of a turn, rounds, winning (EU-11)."""

from __future__ import annotations

from ow_env.cards import sides
from ow_env.core.rng import Rng, below
from ow_env.expansive_universe import cards, state as at
from ow_env.expansive_universe.actions import RIGHT
from ow_env.expansive_universe.cards import CHARACTER, KINDS, LOCATION, SLOTS, SPACESHIP
from ow_env.expansive_universe.rules.leaving import score, win
from ow_env.expansive_universe.rules.lineup import draw, drift, extend_row, fill, is_full, slide
from ow_env.expansive_universe.rules.places import habit, planet_of
from ow_env.expansive_universe.rules.sets import bit
from ow_env.expansive_universe.rules.travel import gain_gold
from ow_env.expansive_universe.state import CORE, EMPTY, RANDOM, RUNNING, TRUNCATED, Game, Tables, rule

draw_factions = sides.of(rule.library).draw_factions

# ── A turn begins ────────────────────────────────────────────────────────────────────────────────


@rule
def is_on_core(g: Game, seat: int) -> bool:
    """Has a player a spaceship on the Core?"""
    return bool(g.players[seat].ships & g.ships_at[CORE] != EMPTY)


@rule
def income(g: Game, t: Tables, seat: int) -> int:
    """Return the gold of a turn: for each location, for the planet, and what texts add (EU-2.1)."""
    gold = int(g.players[seat].row_count) + 1 + habit(g, t, seat, cards.INCOME)
    return gold + (int(t.laws[cards.CORE_INCOME]) if is_on_core(g, seat) else 0)


@rule
def begin_turn(g: Game, t: Tables, seat: int) -> None:
    """Begin a turn: gain gold (EU-2.1)."""
    g.active = seat
    g.asked = seat
    g.has_flown = 0
    g.has_attacked = 0
    g.has_bought = 0
    g.has_tried = 0
    g.point = at.TURN
    gain_gold(g, seat, income(g, t, seat))


# ── Setup (EU-1) ─────────────────────────────────────────────────────────────────────────────────


@rule
def lay_out_starters(g: Game, t: Tables, seat: int) -> None:
    """Give a player the four starters (EU-1.1, EU-1.4), and the Faction's cards to the deck (EU-1.2)."""
    him = g.players[seat]
    faction = int(him.faction)
    him.crew = bit(int(t.alphas[faction, CHARACTER]))
    him.ships = bit(int(t.alphas[faction, SPACESHIP]))
    g.ships_at[planet_of(g, seat)] = him.ships
    location = int(t.alphas[faction, LOCATION])
    extend_row(him, location, RIGHT)
    him.crew_location = location + 1
    for kind in range(KINDS):
        g.deck[kind] |= t.of_faction[faction, kind]


@rule
def set_up(g: Game, t: Tables, rng: Rng) -> None:
    """Draw Factions and the first player, lay out starters and line-up, give the starting gold (EU-1)."""
    draw_factions(g, int(t.faction_count), rng)
    g.first = below(rng, int(g.num_players)) if g.first_player == RANDOM else g.first_player
    for seat in range(g.num_players):
        lay_out_starters(g, t, seat)
        order = (seat + int(g.num_players) - int(g.first)) % int(g.num_players)
        gain_gold(g, seat, int(t.gold[order]))
    for slot in range(SLOTS):
        g.slots[slot] = draw(g, t, rng) + 1
    g.round_number = 1
    begin_turn(g, t, int(g.first))


# ── A turn ends (EU-11) ──────────────────────────────────────────────────────────────────────────


@rule
def score_core(g: Game, t: Tables, seat: int) -> None:
    """Gain a point for being alone on the Core (EU-11.3)."""
    for other in range(g.num_players):
        if is_on_core(g, other) != (other == seat):
            return
    score(g, seat, int(t.laws[cards.CORE_POINT]) if t.laws[cards.CORE_POINT] > 0 else int(t.core_points))


@rule
def begin_round(g: Game) -> None:
    """Begin another round, unless the last was the last (EU-11.5)."""
    if g.round_number == g.max_rounds:
        g.ending = TRUNCATED
        g.point = at.OVER
    else:
        g.round_number += 1


@rule
def next_turn(g: Game, t: Tables) -> None:
    """Let the next player who is not out begin a turn (EU-11.4)."""
    seat = int(g.active)
    while g.ending == RUNNING:
        seat = (seat + 1) % int(g.num_players)
        if seat == g.first:
            begin_round(g)
        if g.ending == RUNNING and g.players[seat].alive:
            begin_turn(g, t, seat)
            return


@rule
def end_turn(g: Game, t: Tables, rng: Rng) -> None:
    """Move on and fill the line-up, score the Core, win or pass the turn (EU-11).

    Who is out scores and wins nothing; the line-up moves as after any other turn (EU-11.2).
    """
    seat = int(g.active)
    if t.laws[cards.DRIFT] > 0 and is_full(g):
        drift(g, t)
    slide(g)
    fill(g, t, rng)
    if g.players[seat].alive:
        score_core(g, t, seat)
        if g.players[seat].points >= t.goal:
            win(g, seat)
    next_turn(g, t)
