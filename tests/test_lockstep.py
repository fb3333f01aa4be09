"""What all comparisons of an engine with its oracle share (lockstep.py, scenarios.py): whatever differs is told."""

from __future__ import annotations

from typing import Any

import pytest

from tests.lockstep import Disagreement, Match, Setup, differences, setup_of, share
from tests.scenarios import Choice, Refusal, Row, Scenario
from tests.these_new_worlds.oracle.lockstep import Lockstep
from tests.these_new_worlds.oracle.oracle import Oracle
from tests.these_new_worlds.oracle.setups import SETUPS
from tests.these_new_worlds.scenario import check

pytestmark = pytest.mark.uncompiled

legal = Oracle.legal


@pytest.mark.parametrize(
    ("what", "value", "said"),
    [
        ("to_act", property(lambda game: []), r"asked: engine \[.\], oracle \[\]"),
        (
            "legal",
            lambda game, seat=None: legal(game, seat)[:-1],
            r"player_0 may differ: engine alone \['.+'\], oracle",
        ),
        ("legal", lambda game, seat=None: [*legal(game, seat), "win"], r"engine alone \[\], oracle alone \['win'\]"),
        ("scores", property(lambda game: [1, 1]), r"engine terminated \[.+\], oracle terminated \[1, 1\]"),
    ],
)
def test_each_difference_is_told(what: str, value: Any, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Oracle, what, value)
    with pytest.raises(Disagreement, match=rf"(?s)^setup 'eager', game \d, decision \d+:\n.*{said}"):
        Lockstep().play(setup_of("eager", SETUPS), 0, 3)


def test_a_game_that_only_one_has_ended_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "over", property(lambda match: True))
    with pytest.raises(Disagreement, match="over: engine True, oracle False"):
        Lockstep().play(setup_of("eager", SETUPS), 0, 1)


def test_what_was_reached_is_reported() -> None:
    lockstep = Lockstep()
    lockstep.play(setup_of("one round, three cards", SETUPS), 48, 4)  # beyond those that share a batch
    assert (lockstep.games, lockstep.decisions) == (4, sum(map(taken, lockstep.reached.items())))
    told = lockstep.report()
    assert f"4 games, {lockstep.decisions} decisions: no difference" in told
    never = told.partition("never taken: ")[2].partition("\n")[0].split(", ")
    assert {*never} == {name for name in lockstep.names if not lockstep.reached[f"took: {name}"]} != set()


def taken(reached: tuple[str, int]) -> int:
    return reached[1] if reached[0].startswith("took: ") else 0


def test_games_are_the_same_however_many_are_played_at_once() -> None:
    whole, parts = Lockstep(), Lockstep()
    setup = setup_of("curious", SETUPS)
    whole.play(setup, 47, 6)
    for first, games in ((47, 1), (48, 4), (52, 1)):
        parts.play(setup, first, games)
    assert (parts.reached, parts.decisions) == (whole.reached, whole.decisions)


def test_differences_are_named_with_their_place() -> None:
    one = {"turn": 3, "players": [{"hand": ["Scout"]}, {"hand": []}], "alike": [1]}
    other = {"turn": 4, "players": [{"hand": ["Viper"]}, {"hand": [], "deck": 2}], "alike": [1]}
    assert list(differences(one, other)) == [
        "/players/0/hand/0: engine 'Scout', oracle 'Viper'",
        "/players/1/deck: engine None, oracle 2",
        "/turn: engine 3, oracle 4",
    ]


def test_games_are_shared_out_by_weight() -> None:
    setups = [Setup("many", weight=3.0), Setup("few"), Setup("hardly any", weight=0.001)]
    assert list(share(40, setups).values()) == [30, 10, 1]


@pytest.mark.parametrize(
    "row",
    [
        Scenario("", before="top Garrison Levy | hand Escort Wing", play="", after=""),
        Choice("", before="hand Spot Trade", play="", legal="play Spot Trade; pass"),
        Refusal("", before="hand Spot Trade", play="win", why="no"),
    ],
    ids=lambda row: type(row).__name__,
)
def test_an_oracle_that_differs_fails_every_row(row: Row, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Oracle, "legal", lambda game, seat=None: [*legal(game, seat), "win"])
    with pytest.raises(AssertionError, match="the oracle differs"):
        check(row)
