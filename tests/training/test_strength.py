"""Strength by time: lines are played once, kept, shown and drawn; what is refused is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ow_env.goofspiel.game import Goofspiel
from training.measure import strength
from training.measure.strength import Line, main, measure, opponent_of, page, read, write

PLAIN = Line("goofspiel", "default", 20, "scripted", 40, 1, 0.5, 0.35, 0.65, 1.25, 19.5)


def test_a_search_is_measured_against_its_opponent() -> None:
    game = Goofspiel(num_cards=5)
    few, many = (measure(game, budget, "final=best,select=uct", "random", 60, 3) for budget in (2, 300))
    assert (few.games, few.budget, few.opponent, few.label) == (60, 2, "random", "final=best,select=uct")
    assert few.low < few.score < few.high
    assert many.score > few.score
    assert many.milliseconds > few.milliseconds > 0
    assert 1 < few.simulations <= 2 < many.simulations <= 300


def test_what_is_written_is_read_and_shown(tmp_path: Path) -> None:
    slow = Line("goofspiel", "select=uct", 50, "scripted", 40, 1, 0.75, 0.6, 0.86, 3.5, 50.0)
    paths = write([slow, PLAIN], tmp_path / "new")
    assert [path.name for path in paths][:2] == ["strength.csv", "strength.md"]
    assert all(path.stat().st_size > 0 for path in paths)
    assert read(paths[0]) == [slow, PLAIN]
    assert page([slow, PLAIN]).splitlines()[2:] == [
        "| goofspiel | default | 20 | 19.5 | 1.25 | scripted | 40 | 50.0 % [35.0, 65.0] |",
        "| goofspiel | select=uct | 50 | 50.0 | 3.50 | scripted | 40 | 75.0 % [60.0, 86.0] |",
    ]
    assert read(tmp_path / "none.csv") == []


def test_a_curve_for_each_search_and_a_panel_for_each_game() -> None:
    pytest.importorskip("matplotlib")
    other = Line("open_worlds", "default", 20, "learned", 40, 1, 0.6, 0.45, 0.73, 0.8, 17.0)
    figure = strength.draw([PLAIN, other, Line("goofspiel", "x=1", 50, "scripted", 40, 1, 0.7, 0.5, 0.8, 3.0, 50.0)])
    assert [axes.get_title(loc="left") for axes in figure.axes] == [
        "goofspiel against scripted", "open_worlds against learned",
    ]  # fmt: skip
    assert [text.get_text() for text in figure.axes[0].get_legend().get_texts()] == ["default", "x=1"]
    ((x,), (y,)) = figure.axes[1].containers[0].lines[0].get_data()
    assert (x, y) == (0.8, 60.0)


def test_lines_that_are_there_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = ["--game", "goofspiel", "--budgets", "2", "4", "--games", "4", "--out", str(tmp_path)]
    typed += ["--other", "select=uct"]
    assert main(typed) == 0
    first = read(tmp_path / "strength.csv")
    assert [(line.label, line.budget) for line in first] == [
        ("default", 2), ("default", 4), ("select=uct", 2), ("select=uct", 4),
    ]  # fmt: skip
    assert {line.opponent for line in first} == {opponent_of(Goofspiel())} == {"learned"}
    played: list[int] = []
    monkeypatch.setattr(strength, "measure", lambda game, budget, *rest: played.append(budget) or PLAIN)
    assert main([*typed[:2], "--budgets", "4", "8", *typed[5:]]) == 0
    assert played == [8, 8], "with each search"


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (["--games", "0"], "--games: expected a number from 1 up, got 0"),
        (["--budgets", "0"], "simulations: expected a whole number"),
        (["--settings", "widht=3"], "there is no setting 'widht'"),
        (["--against", "nobody"], "nobody"),
    ],
)
def test_what_makes_no_sense_is_refused(typed: list[str], told: str, tmp_path: Path, capsys: Any) -> None:
    assert main(["--game", "goofspiel", "--out", str(tmp_path), *typed]) == 2
    assert told in capsys.readouterr().err


def test_a_table_of_another_kind_is_refused(tmp_path: Path) -> None:
    (tmp_path / "strength.csv").write_text("a,b\n1,2\n")
    with pytest.raises(ValueError, match="expected the columns game, label, budget"):
        read(tmp_path / "strength.csv")
    write([PLAIN], tmp_path)
    text = (tmp_path / "strength.csv").read_text().replace(",20,", ",many,")
    (tmp_path / "strength.csv").write_text(text)
    with pytest.raises(ValueError, match="line 2"):
        read(tmp_path / "strength.csv")


def test_more_games_than_there_are_replace_a_line(tmp_path: Path) -> None:
    typed = ["--game", "goofspiel", "--budgets", "2", "--against", "random", "--out", str(tmp_path), "--games"]
    for games, kept in (("4", 4), ("8", 8), ("6", 8)):
        assert main([*typed, games]) == 0
        assert [line.games for line in read(tmp_path / "strength.csv")] == [kept]


def test_a_table_is_written_whole_and_one_cut_short_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = write([PLAIN], tmp_path)[0]
    before = table.read_text(encoding="utf-8")

    def fail(*given: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(Path, "replace", fail)
        with pytest.raises(OSError, match="No space"):
            write([PLAIN, PLAIN], tmp_path)
    assert table.read_text(encoding="utf-8") == before
    table.write_text(before[:-30], encoding="utf-8")
    with pytest.raises(ValueError, match="line 2: expected 11 cells; it was cut short"):
        read(table)
