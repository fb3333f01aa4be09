"""`ow watch`: how often the table is shown, the result last, and what it refuses."""

from __future__ import annotations

import pytest

from training.cli import main
from training.commands import watch


def told(capsys, *arguments):
    status = main(["watch", "random", "--game", "goofspiel", "--option", "num_cards=5", *arguments])
    out = capsys.readouterr()
    return status, out.out, out.err


def test_the_result_is_the_last_line_and_tables_are_shown_as_often_as_wanted(capsys):
    outs = {name: told(capsys, *name.split())[1] for name in ("", "--events", "--brief 3")}
    for out in outs.values():
        assert "wins" in out.splitlines()[-1] or "draw" in out.splitlines()[-1]
        assert "Player 1 bids" in out
    tables = {name: out.count("\n  prize ") for name, out in outs.items()}
    assert tables["--events"] == 0
    assert 0 < tables["--brief 3"] < tables[""]


def test_lines_wait_for_each_other(capsys, monkeypatch):
    waited = []
    monkeypatch.setattr(watch.time, "sleep", waited.append)
    out = told(capsys, "--events", "--delay", "0.5")[1]
    assert waited == [0.5] * len(out.splitlines())


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["--brief", "0"], "--brief: expected a number of turns from 1 up, got 0"),
        (["--delay", "-1"], "--delay: expected 0 to 60 seconds, got -1"),
        (["--delay", "nan"], "--delay: expected 0 to 60 seconds, got nan"),
    ],
)
def test_what_cannot_be_is_refused(arguments, fault, capsys):
    status, _, err = told(capsys, *arguments)
    assert status != 0
    assert fault in err
