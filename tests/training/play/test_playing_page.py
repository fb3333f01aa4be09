"""The page on playing is true: its commands are taken, its sessions run, its lists are complete."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

import ow_env
from training.cli import main
from training.commands import play, replay, watch
from training.play.table import PERSON, Table
from training.play.terminal import COMMANDS, Terminal

PAGE = Path(__file__).parents[3] / "docs" / "playing.md"
TEXT = PAGE.read_text("utf-8")


def test_the_session_in_python_runs() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert result.attempted == 10
    assert result.failed == 0


def test_every_command_is_taken_and_names_a_game_and_agents_that_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[Any] = []
    for module, name in ((play, "play"), (watch, "watch"), (replay, "replay_files")):
        monkeypatch.setattr(module, name, taken.append)
    commands = re.findall(r"^    ow (.*)$", TEXT, re.M)
    assert len(commands) >= 11
    for command in commands:
        assert main(shlex.split(command, comments=True)) == 0, command
    assert len(taken) == len(commands)
    for arguments in taken:
        if "terminal" in arguments:
            play.game_and_players(arguments)


def test_the_session_in_the_terminal_runs() -> None:
    (session,) = re.findall(r"^```text\n(.*?)^```", TEXT, re.M | re.S)
    out: list[str] = []
    lines = iter(re.findall(r"^Player 1> (.*)$", session, re.M))

    def read(prompt: str) -> str:
        line = next(lines, None)
        if line is None:
            raise EOFError
        out.append(f"{prompt}{line}")
        return line

    (command,) = re.findall(r"^    ow (play --terminal .*)$", TEXT, re.M)
    assert command == "play --terminal --game goofspiel --option num_cards=4 --against matcher --seed 3"
    Terminal(Table(ow_env.make("goofspiel", num_cards=4), (PERSON, "matcher"), 3), read, out.append).play()
    assert session in "\n".join(out)


def test_all_that_can_be_typed_is_listed() -> None:
    words = {typed.split()[0] for typed in COMMANDS}
    (table,) = re.findall(r"^\| typed \| does \|\n(.*?)\n\n", TEXT, re.M | re.S)
    assert {word.split()[0] for word in re.findall(r"`([^`]+)`", table)} == words


def test_every_module_of_the_page_has_its_place_in_the_architecture() -> None:
    told = (PAGE.parent / "architecture.md").read_text("utf-8")
    modules = (Path(play.__file__).parents[1] / "play" / "page").glob("*.js")
    assert [each.name for each in modules if f"`{each.name}`" not in told] == []


def test_the_keys_of_the_page_are_those_it_tells_itself() -> None:
    script = (Path(play.__file__).parents[1] / "play" / "page" / "lookup.js").read_text("utf-8")
    told = re.search(r"const keys = \[(.*?)\];\n", script, re.S)
    assert told is not None
    (table,) = re.findall(r"^\| key \| does \|\n(.*?)\n\n", TEXT, re.M | re.S)
    assert sorted(re.findall(r'\["([^"]+)",', told[1])) == sorted(re.findall(r"^\| ([^|-]+) \|", table, re.M))
