"""The line of progress: one on a terminal, a line now and then elsewhere, and nothing for what is quick."""

from __future__ import annotations

import os
import sys
import time
from typing import Any

import pytest

from training import progress
from training.progress import GamesPlayed, ProgressLine


@pytest.fixture
def terminal(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(sys.stderr), "isatty", lambda self: True)
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((21, 24)))


def test_a_terminal_shows_the_last_line_cut_and_what_stays(terminal: None, capsys: Any) -> None:
    with ProgressLine(keep=lambda line: line.startswith("left out")) as line:
        line("one \x1b[31m")
        line("left out: pgx, for a reason")
        line("a line that is longer than the terminal")
        line("")
    shown = capsys.readouterr().err
    assert shown == "\r\x1b[Jone \\x1b[31m\r\x1b[Jleft out: pgx, for a reason\n\r\x1b[Ja line that is longe\r\x1b[J"


def test_several_rows_are_written_over(terminal: None, capsys: Any) -> None:
    with ProgressLine(layout=lambda line, columns: line.split("|")) as line:
        line("a|b|c")
        line("d")
    assert capsys.readouterr().err == "\r\x1b[Ja\nb\nc\r\x1b[2A\x1b[Jd\n"


def test_a_file_gets_a_line_now_and_then(capsys: Any) -> None:
    with ProgressLine(every=1000.0, must=lambda line: line.endswith("!")) as line:
        for text in ("first", "second", "third!", "fourth"):
            line(text)
        line("last", final=True)
    assert capsys.readouterr().err.splitlines() == ["first", "third!", "last"]
    line("too late", final=True)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("every", "shown"), [(0.0, ["a", "b"]), (None, [])])
def test_a_file_gets_all_lines_or_none(every: float | None, shown: list[str], capsys: Any) -> None:
    with ProgressLine(every) as line:
        line("a")
        line("b")
    assert capsys.readouterr().err.splitlines() == shown


def test_progress_goes_on_while_nothing_is_told(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.02)
    played = GamesPlayed()
    while not capsys.readouterr().err.count("no game ended yet | "):
        time.sleep(0.005)
    played.close()


def test_the_end_is_told_once(capsys: Any) -> None:
    played = GamesPlayed()
    played.line.every = 0.0
    for share in (0.5, 1.0, 1.0):
        played(share, int(100 * share))
    played.close()
    err = capsys.readouterr().err
    assert (err.count("50 games"), err.count("100 %")) == (1, 1)


def test_what_is_quick_needs_no_line(capsys: Any) -> None:
    played = GamesPlayed()
    for share in (0.0, 0.5, 1.0):
        played(share, 10)
    played.close()
    assert capsys.readouterr().err == ""
