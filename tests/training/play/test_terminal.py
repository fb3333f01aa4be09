"""A game at the prompt: whole games by what one types, and what each command answers."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np
import pytest

import ow_env
from ow_env.core.records import read_records, replay
from training.play.table import PERSON, Table
from training.play.terminal import Completer, Terminal, fitting, listed, play
from training.terminal_output import in_colour

ROOT = Path(ow_env.__file__).parents[1]
TABLES = [
    ("open_worlds", {}),
    ("goofspiel", {"num_players": 3}),
    pytest.param("star_realms", {}, marks=pytest.mark.bounds),  # in the pass in which every game is compiled
    pytest.param("tradeworlds", {"scenario": "The Derelict"}, marks=pytest.mark.bounds),
]


class Typed:
    """What somebody types, line by line, and all that is printed."""

    def __init__(self, lines: Iterable[str | Callable[[Terminal], str]]) -> None:
        self.lines, self.out = iter(lines), ""
        self.terminal: Terminal | None = None

    def read(self, prompt: str) -> str:
        line = next(self.lines, None)
        if line is None:
            raise EOFError
        typed = line if isinstance(line, str) else line(self.terminal)  # type: ignore[arg-type]
        self.out += f"{prompt}{typed}\n"
        return typed

    def write(self, text: str) -> None:
        self.out += text + "\n"


def typed(
    lines: Iterable[str | Callable[[Terminal], str]], name: str = "goofspiel", against: str = "scripted",
    seed: int = 3, **options: object,
) -> str:  # fmt: skip
    """Return all that is printed while somebody types these lines."""
    game = ow_env.make(name, **options)
    hands = Typed(lines)
    table = Table(game, (PERSON, *[against] * (game.num_players - 1)), seed, names=("\x1b[2Jyou",))
    hands.terminal = Terminal(table, hands.read, hands.write)
    hands.terminal.play()
    return hands.out


def any_choice(seed: int) -> Iterator[Callable[[Terminal], str]]:
    """Yield lines that choose at random, by number, by name or by the words of the name."""
    rng = np.random.default_rng(seed)

    def line(terminal: Terminal) -> str:
        names = terminal.names()
        if not names:
            return "quit"
        number = int(rng.integers(len(names)))
        return [str(number + 1), names[number], names[number].upper()][int(rng.integers(3))]

    while True:
        yield line


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_a_whole_game_is_played_and_can_be_replayed(name: str, options: dict[str, object], tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    out = typed([f"save {path}", *[next(any_choice(1))] * 3000], name, **options)
    assert "nothing that you can do" not in out
    assert re.search(r"The game is over\. (You (won|lost)|A draw)\. .*\.$", out, re.M)
    assert f"Saved: {path}" in out
    (record,) = read_records(path)
    last = list(replay(record, ow_env.make(name, **options)))[-1]
    assert not last.actions
    names = [agent["name"] for agent in record.header["agents"]]
    assert names[1:] == ["scripted"] * (len(names) - 1)


@pytest.mark.parametrize(
    "name", [name if name == "goofspiel" else pytest.param(name, marks=pytest.mark.slow) for name in ow_env.games()]
)
def test_a_whole_game_over_a_pipe(name: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "training.cli", "play", "--terminal", "--game", name, "--seed", "4"],
        input="1\n" * 3000 + "quit\n", text=True, capture_output=True, cwd=ROOT, env=os.environ, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert len(re.findall(r"^The game is over\. [YA]", run.stdout, re.M)) == 1
    assert "\x1b" not in run.stdout  # colours are for people
    assert "Traceback" not in run.stderr


# ── What is typed ────────────────────────────────────────────────────────────────────────────────

NAMES = ["pass", "stage City 12 @ Zadruga", "stage City 12 @ Esker", "stage City 15 @ Esker", "bid 1", "bid 10"]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("pass", ["pass"]),
        ("p", ["pass"]),
        ("PASS", ["pass"]),
        ("bid 1", ["bid 1"]),  # the name itself, not those that begin so
        ("bid 10", ["bid 10"]),
        ("bid", ["bid 1", "bid 10"]),
        ("st ci 12 z", ["stage City 12 @ Zadruga"]),
        ("12 esk", ["stage City 12 @ Esker"]),
        ("  stage   city 15  ", ["stage City 15 @ Esker"]),
        ("esker city", []),  # in the order of the name
        ("15", ["stage City 15 @ Esker"]),
        ("nothing", []),
    ],
)
def test_as_much_of_a_name_as_tells_which_is_meant(text: str, meant: list[str]) -> None:
    assert fitting(text, NAMES) == meant


def test_choices_are_listed_with_their_numbers() -> None:
    lines = listed([f"bid {number}" for number in range(1, 31)]).splitlines()
    assert max(map(len, lines)) <= 100
    assert sorted(int(found) for line in lines for found in re.findall(r"(\d+)  bid", line)) == list(range(1, 31))
    assert all(f"{number:>3}  bid {number}" in "\n".join(lines) for number in range(1, 31))


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["?"], "13  bid 13"),
        (["? 12"], " 12  bid 12\n"),
        (["? titan"], "None of the 13 choices has that in its name."),
        (["bid"], "Which of these?\n  1  bid 1"),
        (["14"], "There are 13 choices"),
        (["bid 14"], "'bid 14' is nothing that you can do or type; nearest: 'bid "),
        (["bid 4", "bid 4"], "Player 1 does not hold the 4"),
        (["bid 4", "why bid 4"], "bid 4: Player 1 does not hold the 4"),
        (["why bid 4"], "bid 4: you may do that."),
        (["why"], "Say which action: `why pass`."),
        (["why bid"], "Which of these?"),
        (["why xyz"], "No action is called that"),
        (["undo"], "Nothing can be taken back"),
        (["hint random"], "random would do this:\n  100 % ████████████████████ bid "),
        (["hint nobody"], "no agent is called 'nobody'"),
        (["bid 3", "log"], "Player 1 bids 3"),
        (["bid 3", "log 1"], "log 1\n"),
        (["log x"], "Expected a number of lines, got x"),
        (["rule 1"], "Goofspiel has no page of numbered rules."),
        (["save"], "Say where to: `save game.jsonl`."),
        (["save /"], "is there already"),
        (["save new.jsonl"], "It is written to new.jsonl when the game has ended"),
        (["save \x1b[2J\u202e.jsonl"], r"It is written to \x1b[2J\u202e.jsonl when"),
        (["help"], "rule NUMBER   show a rule"),
        ([""], "Round 1 of 13"),
        ([], "You have left; the game is not over.\n"),
        (["quit", "bid 3"], "You have left; the game is not over.\n"),
        (["\x1b[31m\u202e"], r"\x1b[31m\u202e' is nothing that you can do"),
    ],
)
def test_what_is_answered(lines: list[str], said: str) -> None:
    assert said in typed(lines)


def test_rules_are_told_by_number() -> None:
    out = typed(["rule ow-4a.4", "rule OW-4d", "rule OW-99", "why stage Titan @ Tethra"], "open_worlds")
    assert "OW-4a.4 [ruling]" in out
    assert "OW-4d.1" in out
    assert "OW-4d.2" in out
    assert "There is no such rule; nearest: 'OW-" in out
    assert "cannot stage Titan @ Tethra: stage is not what is asked now" in out


def test_a_choice_that_nobody_has_seen_is_taken_back() -> None:
    lines = ["pass", "table", lambda terminal: terminal.names()[1], "undo", "undo", "?"]
    out = typed(lines, "open_worlds")
    staged = re.findall(r"^  (stage .*)$", out, re.M)
    assert len(staged) == 1
    after = out.split("Taken back.")[1]
    assert "Nothing can be taken back" in after
    assert staged[0] in after.split("Player 1> ?")[1]


def test_hints_name_the_best_agent_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("training.play.terminal.hints_for", lambda game: ["search:30", "random"])
    out = typed(["hint"], num_cards=5)
    assert re.search(r"search:30 would do this, and expects [+-]\d\.\d\d \(-1 is lost, \+1 is won\):\n", out)
    shares = [int(found) for found in re.findall(r"^ +(\d+) % █* +bid", out, re.M)]
    assert shares == sorted(shares, reverse=True)
    assert 95 <= sum(shares) <= 102


def test_an_agent_that_thinks_for_long_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Table, "hint", never)
    assert "Stopped.\nPlayer 1> bid 3" in typed(["hint random", "bid 3"])
    monkeypatch.setattr(Table, "step", never)
    assert typed(["bid 3", "bid 4"]).endswith("  bid 3\nYou have left; the game is not over.\n")


def test_events_are_told_as_they_happen_and_no_line_twice() -> None:
    out = typed(["bid 13", "bid 1"], num_players=2)
    told = re.findall(r"^ +(Player 1 bids \d+)", out, re.M)
    assert told == ["Player 1 bids 13", "Player 1 bids 1"]


def test_a_table_tells_nothing_that_its_seat_can_not_know() -> None:
    """Two games that differ in what the other seat holds alone are told word by word the same way."""
    game = ow_env.make("open_worlds")
    outs = []
    for seed in (1, 2):
        hands = Typed(["?", "table", "log", "why pass"])
        table = Table(game, (PERSON, "scripted"), 3)
        hidden = game.hide(table._batch.states, 0, seed)
        table._batch.set_states(hidden)
        table._settle()
        outs.append((hidden.tobytes(), hands))
        Terminal(table, hands.read, hands.write).play()
    assert outs[0][0] != outs[1][0]
    assert outs[0][1].out == outs[1][1].out


def test_the_end_of_a_game_is_followed_by_no_more_choices(tmp_path: Path) -> None:
    bids = ["bid 1", "bid 2", "bid 3", "bid 4"]
    out = typed([*bids, "bid 1", "?", "hint", "undo", f"save {tmp_path / 'game.jsonl'}", "quit"], num_cards=4)
    assert "The game is over." in out.split("quit` leaves.")[1].replace("`", "")
    assert "There is nothing to choose: the game is over." in out
    assert (tmp_path / "game.jsonl").exists()
    assert "You have left" not in out


def test_one_person_plays_at_the_prompt() -> None:
    game = ow_env.make("goofspiel")
    for players in ((PERSON, PERSON), ("random", "random")):
        with pytest.raises(ValueError, match="one person plays at the prompt"):
            play(game, players)


def test_lines_are_completed() -> None:
    found: dict[str, list[str]] = {}

    def complete(terminal: Terminal) -> str:
        found.update({text: Completer(terminal).completions(text) for text in ("b", "bid 13", "why bid 12", "h", "13")})
        return "quit"

    typed([complete])
    assert found["b"] == [f"bid {number}" for number in range(1, 14)]
    assert found["bid 13"] == found["13"] == ["bid 13"]
    assert found["why bid 12"] == ["why bid 12"]
    assert found["h"] == ["hint", "help"]


# ── For newcomers ────────────────────────────────────────────────────────────────────────────


def test_people_are_told_of_seats_from_one_and_of_themselves_as_you():
    out = typed(["why pass", "table", "1", "1", "resign"], "open_worlds", num_players=3)
    assert "player_" not in out.casefold()
    assert "> Your turn: you " in out
    assert "Player 3" in out


def test_names_of_actions_are_typed_as_they_are_listed():
    out = typed(["why target player 2", "target Player 2", "target player_1"], "tradeworlds")
    assert "\ntarget Player 2: that is no answer here: a Role" in out
    assert out.count("\nthat is no answer here: a Role") == 2  # by its name in records, too


def test_the_goal_and_cards_are_told():
    out = typed(["goal", "card explo", "card blob", "card nothing", "card", "quit"], "star_realms")
    assert "Aim: Bring your opponent's Authority from 50 to 0" in out
    assert "\nExplorer\n  2 Trade into your pool." in out
    assert "Which of these?" in out
    assert "Blob Wheel" in out
    assert "No card is called that" in out
    assert "\nScout: 1 Trade into your pool.\n" in out  # of the hand


def test_all_cards_are_played_one_after_the_other_and_no_more():
    out = typed(["play all", "play all", "quit"], "star_realms", seed=5)
    assert out.count("\n  play Scout\n") == 4
    assert out.count("\n  play Viper\n") == 1
    assert "No card can be played now." in out
    assert "Turn 4" not in out


def test_playing_all_stops_where_others_have_acted():
    out = typed(["play all", "quit"], "these_new_worlds", seed=5)
    assert len(re.findall(r"\n  play ", out)) == 1


def test_a_game_is_resigned_and_another_played(monkeypatch, capsys):
    lines = iter(["again", "resign", "bid 1", "resign", "again", "table", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    play(ow_env.make("goofspiel"), [PERSON, "random"], seed=1)
    out = capsys.readouterr().out
    assert "The game is not over: `resign` gives it up." in out
    assert "You have resigned, and lost." in out
    assert "The game is over." in out
    assert out.count("Round 1 of 13") == 3  # of both games, and once more by `table`


def test_signs_are_explained_once():
    assert typed(["table", "table", "quit"], "open_worlds").count("Defensive Strength (if not in the name)") == 1


def test_colours_are_left_out_where_nobody_wants_them(monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert in_colour()
    monkeypatch.setenv("NO_COLOR", "1")
    assert not in_colour()
