"""Counts of how games go: every game is counted once, and what the rules tell of it adds up."""

from __future__ import annotations

import re
from typing import Any

import pytest

from docs.counts import __main__ as command
from docs.counts.counting import Counted, count_games, nine_of_ten
from ow_env.registry import class_of

pytestmark = pytest.mark.bounds

EU, TW, TNW = "expansive_universe", "tradeworlds", "these_new_worlds"


def count(game: str, names: str, games: int, seed: int, told: Any = None, **options: Any) -> Counted:
    return count_games(game, names.split(), games, seed, options, told=told)


@pytest.mark.parametrize("game", [EU, TW])
def test_every_game_is_counted_once(game: str) -> None:
    counts = count(game, "random random random", 24, 5, max_rounds=60).counts
    won = sum(counts[f"seat {seat}"] for seat in range(3))
    assert counts["games"] == 24
    assert won + counts["cut off"] == 24
    assert won > 0
    assert won == sum(counts[f"won {side}"] for side in class_of(game).known_sides()) == counts["won by random"]
    assert counts["played random"] == 72
    assert {counts[f"dealt {side}"] for side in class_of(game).known_sides()} == {18}
    assert sum(count for key, count in counts.items() if key.startswith("lasted ")) == 24
    assert 0 < counts["choices"] <= counts["decisions"]


def test_nine_of_ten() -> None:
    assert nine_of_ten({3: 8, 7: 1, 12: 1}) == 7
    assert nine_of_ten({3: 8, 12: 2}) == 12
    assert nine_of_ten({12: 1, 3: 9}) == 3


def test_equal_sides_are_dealt_as_often() -> None:
    found = count_games(TW, ["random", "random"], 8, 1, {"max_rounds": 3}, equal_sides=True)
    assert {found.counts[f"dealt {side}"] for side in class_of(TW).known_sides()} == {4}
    assert not [what for what, _ in found.lines() if "of its games" in what]  # every one wins half of them
    with pytest.raises(ValueError, match="Galaxernment is there twice; each is played once"):
        count_games(EU, ["random", "random"], 8, 1, {}, equal_sides=True)


def test_agents_change_seats_in_each_block(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("docs.counts.counting.ROWS", 4)
    found = count("goofspiel", "matcher random", 8, 1)
    assert (found.counts["played matcher"], found.counts["won by matcher"]) == (8, 8)
    assert (found.counts["seat 0"], found.counts["seat 1"]) == (4, 4)


def test_points_of_winners_are_all_told() -> None:
    found = count(EU, "mixed random", 12, 1, told=["points", "buy"])
    points = 0
    for what, often in found.of_winners.items():
        if told := re.fullmatch(r"points \((.+)\): points (\d+)", what):
            assert told[1] in ("EU-6.5", "EU-10.1", "EU-11.3")
            points += int(told[2]) * often
    assert found.counts["won by mixed"] == 12
    assert found.of_winners["out (EU-10.5)"] == 0 < found.told["out (EU-10.5)"] < 12
    assert points >= 20 * (12 - found.told["out (EU-10.5)"])
    assert found.told["points (EU-11.3)"] > 0
    for detail in ("slot", "card"):
        listed = sum(often for what, often in found.told.items() if what.startswith(f"buy (EU-3.1): {detail} "))
        assert listed == found.told["buy (EU-3.1)"]


def test_roles_and_ends_add_up() -> None:
    found = count(TW, "raider random", 12, 3, told=["role"], scenario="Space Wars", max_rounds=12)
    told = found.told
    assert sum(often for what, often in told.items() if what.startswith("role (TW-2.2): ")) == told["role (TW-2.2)"]
    assert told["attack (TW-A3)"] >= told["role (TW-2.2): role Admiral"] > 0
    assert 0 < told["end (TW-E3)"] == told["out (TW-E1)"] == 12 - found.counts["cut off"] < 12


def test_rounds_of_these_new_worlds_end_in_one_of_three_ways() -> None:
    found = count(TNW, "governor greedy", 6, 5, told=[], ask="public", first_dealer=0)
    rounds = sum(int(key.split()[1]) * often for key, often in found.counts.items() if key.startswith("lasted "))
    assert found.told["phase ends (TNW-3.8)"] == rounds
    assert found.told["dome (TNW-5.1)"] >= 2 * found.told["combat (TNW-7)"]
    assert found.counts == count(TNW, "governor greedy", 6, 5, ask="public", first_dealer=0).counts


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    typed = "fighter random --games 10 --seed 1 --told attack --game expansive_universe"
    assert command.main([*typed.split(), "--option", "core=Galactic Core #4"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("fighter, random: 12 games, seed 1; [95 %]\n")
    assert re.search(r"^  fighter wins, of its seats +100\.0% \[75\.8%, 100\.0%\]$", told, re.M)
    assert re.search(r"^  attack \(EU-7\.1\): where Core +\d\.\d+ +\d\.\d+$", told, re.M)
    assert command.main(["raider", "--games", "8", "--option", "scenario=The Derelict", "--game", TW]) == 0
    assert re.search(r"^  won +\d", capsys.readouterr().out, re.M)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("mixed mixed --games 0", "--games: expected a number from 1 up, got 0"),
        ("mixed mixed --option num_players=3", "--option num_players: is not asked for here"),
        ("mixed mixed --option factions=Wartribe", "--option factions: is not asked for here"),
        ("mixed mixed --option raiders=3", "expansive_universe has no option 'raiders'"),
        ("mixed", "num_players: expected a whole number from 2 to 4, got 1"),
    ],
)
def test_what_makes_no_sense_is_refused(typed: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([*typed.split(), "--game", EU]) == 2
    assert capsys.readouterr().err.startswith(f"docs.counts: {told}")
