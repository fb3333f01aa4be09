"""`ow decks course`: how games of Expansive Universe go."""

from __future__ import annotations

import re

import pytest

from training.cli import main
from training.commands.expansive_universe.course import count_course


def said(capsys: pytest.CaptureFixture[str], *typed: str) -> str:
    assert main(["decks", "course", *typed, "--game", "expansive_universe"]) == 0
    return capsys.readouterr().out


def test_every_game_is_counted_once() -> None:
    counts = count_course(["random", "random", "random"], 24, 5, {"max_rounds": 30})
    won = sum(counts[f"seat {seat}"] for seat in range(3))
    assert counts["games"] == 24
    assert won + counts["cut off"] == 24
    assert counts["played random"] == 72
    assert {counts[f"dealt {name}"] for name in ("Galaxernment", "Robotocense", "Wartribe", "Sorcerons")} == {18}
    assert counts["cards bought"] == sum(counts[f"slot {slot}"] for slot in range(6))
    assert counts["cards bought"] == sum(count for key, count in counts.items() if key.startswith("bought "))


def test_points_of_winners_are_all_told() -> None:
    counts = count_course(["mixed", "random"], 24, 1, {})
    points = sum(counts[f"points {source}"] for source in ("missions", "battles", "Core"))
    assert counts["by elimination"] < 24
    assert points >= 20 * (24 - counts["by elimination"])
    assert counts["points Core"] > 0
    assert counts["won by mixed"] == 24


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "fighter", "random", "--games", "10", "--core", "Galactic Core #4", "--bought")
    assert told.startswith("fighter, random: 12 games, seed 1; [95 %]\n")
    assert re.search(r"^  fighter wins, of its seats +100\.0% \[75\.8%, 100\.0%\]$", told, re.M)
    assert re.search(r"^  armaments, a game in which they are: .*Ramming Prow|Fire Pots", told, re.M)


def test_what_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["decks", "course", "mixed", "mixed", "--game", "expansive_universe", "--games", "0"]) == 2
    assert "--games: expected a number from 1 up, got 0" in capsys.readouterr().err
