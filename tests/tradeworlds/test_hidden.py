"""What each player knows (TW-H): known cards, what views leave out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ow_env.core import Batch
from ow_env.tradeworlds.observe import features
from tests.lockstep import setup_of
from tests.scenarios import Row, rows
from tests.tables import Position
from tests.tradeworlds.decisions import DECISIONS, NAMES, options_of, position_with
from tests.tradeworlds.oracle.knowledge import told_to
from tests.tradeworlds.oracle.lockstep import Lockstep
from tests.tradeworlds.oracle.setups import SETUPS
from tests.tradeworlds.scenario import card, cards, check, position_of
from tests.tradeworlds.table import OracleTable, Table, game_of

ROWS: list[Row] = rows("""
TW-H4: what a Smuggler showed and gave back is known
    before: foe hand S1, W4, C2
    play:   role Smuggler; bank Crew 2
    after:  credits 2 | foe hand S1, W4 | foe known S1, W4 | foe discard C2 | point discard
TW-H4: as many as were known or shown, whichever is more
    before: foe hand 2x S1, C2 | foe known S1
    play:   role Smuggler; bank Crew 2
    after:  credits 2 | foe hand 2x S1 | foe known 2x S1 | foe discard C2 | point discard
TW-H4, not: more of them than the hand has
    before: foe hand S1, 2x W4 | foe known 2x W4
    play: role Smuggler; bank Starship 1   after: credits 1 | foe hand 2x W4 | foe discard S1 | point discard
TW-H4: what returns from the lane is known
    before: lane 3/3 | foe lane 2/3 | foe faction Covenant | foe hand W2
    play:   role Admiral; send lane 1; engage 1
    after:  foe lane - | foe discard S1, C3 | foe hand 2x W2 | foe known W2 | point discard
    dice:   4 3
TW-H4: the whole hand, when the discard pile is shuffled for a draw
    before: hand S1, W2 | deck C1 | discard C2 | point discard
    play: done   after: hand S1, W2, C1, C2 | known S1, W2, C1 | deck - | discard - | turn foe | asked foe | point role
TW-H4, not: when the deck merely runs out
    before: hand S1, W2, C3, C4 | deck C1 | discard C2 | point discard
    play: done   after: hand S1, W2, C3, C4, C1 | deck - | turn foe | asked foe | point role
TW-H4: one fewer when a card of that name leaves the hand
    before: hand 2x S1, W2 | known 2x S1 | point discard
    play: discard Starship 1   after: hand S1, W2 | known S1 | discard S1
TW-H4, not: when another leaves
    before: hand 2x S1, W2 | known 2x S1 | point discard   play: discard Weapon 2   after: hand 2x S1 | discard W2
TW-H4: also a card that is played, fitted, or put into a ship
    before: point configure | level 1 | hand S5, W1, C1, W2, S4 | known W1, W2, C1, S5
    play:   configure Starship 5 + Weapon 1 + Crew 1; fit Weapon 2
    after:  lane S5 1+2/1 | hand S4 | known - | point discard
""")


@pytest.mark.rule
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)


FULL = (
    "credits 7 | hand S1, W4 | known S1 | deck C1, C2 | discard S2 | removed W1 | tops S3, -, -, Signal Jam | under S4"
    " | lane 3/3 | foe hand S1, W4, C2 | foe known W4 | foe deck C1, C5 | foe lane 2/3 | third hand C1 | third deck S5"
)


@pytest.mark.rule
def test_tw_h1_what_lies_open_is_seen_by_all() -> None:
    table = Table(position_of(FULL))
    whole = table.position()
    for view in ("public", "player_0", "player_1", "player_2"):
        seen = table.game.position(table.batch.states, view)
        for him, told in zip(whole["players"], seen["players"], strict=True):
            for key in ("treasury", "homeworld", "unlocked", "known", "discard", "removed", "tops", "piles", "lane"):
                assert told[key] == him[key]
        assert {**seen, "players": 0, "view": 0} == {**whole, "players": 0, "view": 0}


@pytest.mark.rule
def test_tw_h2_hand_and_deck_are_known_together() -> None:
    table = Table(position_of(FULL))
    seen = table.game.position(table.batch.states, "public")["players"]
    assert (seen[1]["hand"], seen[1]["deck"]) == (3, 2)
    assert sorted(seen[1]["unseen"]) == sorted(cards("S1, C2, C1, C5"))


@pytest.mark.rule
def test_tw_h3_not_which_of_them_are_in_the_hand() -> None:
    """The same to all others; the owner sees the hand."""
    one = Table(position_of(FULL))
    other = Table(position_of(FULL.replace("foe hand S1, W4, C2", "foe hand S1, W4, C5").replace("C1, C5", "C1, C2")))
    for view in ("public", "player_0", "player_2"):
        assert one.game.position(one.batch.states, view) == other.game.position(other.batch.states, view)
    mine = one.game.position(one.batch.states, "player_1")["players"][1]
    assert (mine["hand"], mine["deck"]) == (cards("S1, W4, C2"), cards("C1, C5"))
    assert card("C5") not in mine["hand"]


@pytest.mark.rule
def test_tw_h6_what_is_drawn_and_in_which_order() -> None:
    """Factions, the starting player, then for each seat four tops and five cards; nothing else."""
    for options, draws in (
        ({}, 2 + 1 + 18),
        ({"factions": ["Covenant", None]}, 1 + 1 + 18),
        ({"factions": ["Covenant", "Brethren"], "first_player": 1}, 18),
        ({"num_players": 4}, 4 + 1 + 36),
        ({"scenario": "The Derelict"}, 1 + 1 + 9),
    ):
        batch = Batch(game_of(**options), 1, seed=3)
        assert int(batch.rng[0]["count"]) == draws, options


@pytest.mark.bounds
@pytest.mark.parametrize("name", ["late, four, Space Wars", "late, three", "late, alone", "two, Trade Wars"])
def test_what_is_observed_follows_from_what_is_known(name: str) -> None:
    """Each number of each seat, worked out anew by the oracle: at some decisions late in a war."""
    lockstep = Lockstep()
    lockstep.play(replace(setup_of(name, SETUPS), most=25), 40, 3)
    assert lockstep.decisions > 20


@pytest.mark.rule
@pytest.mark.parametrize(("text", "decision"), DECISIONS, ids=NAMES)
def test_what_is_under_way_is_observed(text: str, decision: Position) -> None:
    """Each number of each seat, as above."""
    position, options = position_with(text, decision), options_of(text)
    table = Table(position, **options)
    oracle = OracleTable(position, table, **options).oracle
    for seat in range(table.game.num_players):
        told, row = told_to(oracle, seat), table.batch.observation[0, seat]
        assert {each.name: row[each.start : each.stop].tolist() for each in table.game.features} == told
        lengths = {each.name: each.stop - each.start for each in features(30, table.game.num_players, False)}
        assert lengths == {name: len(numbers) for name, numbers in told.items()}
