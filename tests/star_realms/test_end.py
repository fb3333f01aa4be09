"""The end (SR-11)."""

from __future__ import annotations

import pytest

from tests.scenarios import Row, rows
from tests.star_realms.scenario import check, position_of
from tests.star_realms.table import Table

pytestmark = pytest.mark.rule

ROWS = rows("""
SR-11.1: whose Authority falls to 0 has lost, at once
    before: C9 | hand Scout, Viper | foe A9 | foe hand Scout
    play: attack opponent   after: asked over: you | C0 | foe A0
SR-11.1, not: with 1 left the game goes on
    before: C9 | hand Scout, Viper | foe A10   play: attack opponent   after: C0 | foe A1
SR-11.2: after the last turn the game is cut short
    before: turn 300 of foe | C9 | foe hand Scout, Viper | foe deck 9x Scout
    play: end turn   after: asked over: nobody | C0 | foe hand 5x Scout | foe deck 4x Scout | foe discard Scout, Viper
SR-11.2, not: before it the game goes on
    before: turn 299 of you | C9 | hand Scout, Viper | deck 9x Scout | foe hand Viper
    play: end turn   after: turn 300 of foe | C0 | hand 5x Scout | deck 4x Scout | discard Scout, Viper
SR-11.2, not: who wins in the last turn has won
    before: turn 300 of foe | C9 | foe hand Scout, Viper | A3   play: attack opponent   after: asked over: foe | C0 | A0
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)


def rewards(table: Table) -> list[float]:
    return table.batch.reward[0].tolist()


def test_sr_11_1_the_end_is_told_and_nothing_further_happens() -> None:
    table = Table(position_of("C9 | hand Scout, Viper | foe A9 | foe hand Scout"))
    table.do("attack opponent")
    assert (table.batch.terminated[0], table.batch.truncated[0]) == (True, False)
    assert table.asked is None
    assert table.why_not("play Scout", 0) == table.why_not("end turn", 1) == "the game is over"
    for seat in range(2):
        assert table.game.legal_actions(table.batch.states, seat).tolist() == [0], "only pass"


@pytest.mark.parametrize(("max_turns", "option"), [(300, {}), (1, {"max_turns": 1}), (7, {"max_turns": 7})])
def test_sr_11_2_so_many_turns_are_played(max_turns: int, option: dict[str, int]) -> None:
    seat = (max_turns - 1) % 2
    who = ("you", "foe")[seat]
    before = f"turn {max_turns} of {who} | {'foe ' * seat}hand Scout"
    table = Table(position_of(before), **option)
    table.do("end turn")
    assert (table.batch.terminated[0], table.batch.truncated[0]) == (False, True)
    assert table.decision == {"type": "over", "winner": None}
    assert table.position()["turn"] == max_turns


def test_sr_11_3_the_winner_gets_1_the_loser_minus_1() -> None:
    for seat, before in enumerate(("C9 | hand Scout | foe A9", "turn 4 of foe | C9 | foe hand Scout | A9")):
        table = Table(position_of(before))
        assert rewards(table) == [0, 0]
        table.do("attack opponent")
        assert rewards(table) == ([1, -1], [-1, 1])[seat]


def test_sr_11_3_not_a_game_cut_short_pays_nobody() -> None:
    table = Table(position_of("turn 300 of foe | A3 | foe hand Scout"))
    table.do("end turn")
    assert rewards(table) == [0, 0]


def test_the_lead_in_authority_is_its_potential() -> None:
    game, table = Table().game, Table(position_of("A60 | foe A20 | hand 2x Scout"))
    g, t = table.batch.states[0], game.tables[0]
    assert [game.engine.potential(g, t, seat) for seat in range(2)] == [0.5, -0.5]
    table = Table(position_of("C20 | A60 | foe A20 | hand 2x Scout"))
    table.do("attack opponent")
    assert [game.engine.potential(table.batch.states[0], t, seat) for seat in range(2)] == [0, 0]
