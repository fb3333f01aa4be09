"""What the engine says of a whole position: who has won, how well it looks, how much of the record is in use."""

from __future__ import annotations

import numpy as np
import pytest

from ow_env.open_worlds import engine
from ow_env.open_worlds.state import GAME, RUNNING, TERMINATED, TRUNCATED, UNIT
from tests.open_worlds.scenario import Table

pytestmark = pytest.mark.rule


def over(incomes: tuple[int, ...], winner: int, ending: int = TERMINATED) -> Table:
    """Return a table at which everything has been counted."""
    table = Table("move | Koti: you Scout", len(incomes))
    g = table.state[0]
    g["ending"], g["winner"] = ending, winner
    for player, income in zip(g["players"], incomes, strict=False):
        player["income"] = income
    return table


@pytest.mark.parametrize(
    ("incomes", "winner", "outcomes"),
    [
        ((3, 2), 0, [1, -1]),
        ((2, 3), 1, [-1, 1]),
        ((2, 2), -1, [0, 0]),
        ((0, 0), -1, [0, 0]),
        ((1, 0), 0, [1, -1]),
        ((1, 5, 5), -1, [-1, 0, 0]),
        ((5, 1, 4), 0, [1, -1, -1]),
        ((4, 4, 3, 4), -1, [0, 0, -1, 0]),
        ((0, 1, 2, 9), 3, [-1, -1, -1, 1]),
    ],
)
def test_the_highest_income_wins_and_a_tie_for_it_is_a_draw(
    incomes: tuple[int, ...], winner: int, outcomes: list[float]
) -> None:
    """OW-5.1."""
    g = over(incomes, winner).state[0]
    assert [engine.outcome(g, seat) for seat in range(len(incomes))] == outcomes


@pytest.mark.parametrize("ending", [RUNNING, TRUNCATED])
def test_nothing_is_decided_before_the_end_or_by_a_limit(ending: int) -> None:
    """OW-3.3."""
    g = over((3, 2), 0, ending).state[0]
    assert engine.ending(g) == ending
    assert [engine.outcome(g, seat) for seat in range(2)] == [0.0, 0.0]


@pytest.mark.parametrize(
    ("before", "players", "leads"),
    [
        ("move | Koti: you Scout, Outpost, Exploit | Maail: foe Outpost", 2, [2, -2]),
        ("move | Koti: you Scout | Maail: foe 2x Exploit", 2, [-4, 4]),
        ("move | Koti: you Scout", 2, [0, 0]),
        ("move | Koti: you Scout, Outpost | foe 2x Outpost | Maail: third Exploit, Outpost", 3, [-2, -1, 1]),
        ("move | Koti: you Scout | Maail: fourth 2x Outpost | third Outpost", 4, [-2, -2, -1, 1]),
    ],
)
def test_the_potential_is_the_lead_in_income_over_the_best_other(before: str, players: int, leads: list[int]) -> None:
    table = Table(before, players)
    g, t = table.state[0], table.game.tables[0]
    found = [engine.potential(g, t, seat) for seat in range(players)]
    assert found == [lead / 50 for lead in leads], "a lead of 50 is worth as much as winning"
    g["ending"] = TERMINATED
    assert [engine.potential(g, t, seat) for seat in range(players)] == [0.0] * players


@pytest.mark.parametrize("units", [1, 4])
def test_what_is_in_use_ends_behind_the_last_unit(units: int) -> None:
    table = Table(f"move\nKoti: you Scout\nMaail: {f'foe {units - 1}x Outpost' if units > 1 else ''}")
    used = engine.used(table.state[0])
    assert used == GAME.fields["units"][1] + units * UNIT.itemsize
    written = np.frombuffer(table.state.tobytes(), np.uint8)
    assert written[used - UNIT.itemsize : used].any(), "the last unit"
    assert not written[used:].any()
