"""Programs as agents: the protocol, whole games of players in three languages, and every way in which one can fail."""

from __future__ import annotations

import io
import json
import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import agents
from agents.base import FORFEIT
from agents.program.agent import ProgramAgent, action_of, opening, question
from agents.program.process import MOST, PROTOCOL, WANTS, Failed, Process
from agents.program.settings import Limits, read_spec
from ow_env.core.batch import Batch
from ow_env.core.players import look, seated
from ow_env.core.records import read_records, replay
from ow_env.goofspiel.game import Goofspiel
from tests.agents.positions import compiled
from tests.games import each_name, make
from training.cli import main
from training.measure.ladder import agent_key_of, play_pairs
from training.measure.match import forfeits_of, play_batch, play_match
from training.play.table import PERSON, Table
from training.replay.one_game import one_game

ROOT = Path(__file__).parents[2]
PLAYER = Path(__file__).with_name("program_player.py")
PLAYERS = ROOT / "docs" / "programs"
GAME = Goofspiel(num_cards=5)
FAST = "move=300ms"

pytestmark = pytest.mark.skipif(not hasattr(os, "killpg"), reason="programs as agents run on Linux and macOS only")


def spec_of(fault: str = "none", first: int = 5, *more: object, settings: str = "move=5s") -> str:
    """Return the name of a test program with a fault from a decision on."""
    words = " ".join(f"'{word}'" for word in (sys.executable, PLAYER, fault, first, *more))
    return f"program:{words},{settings}"


def program(*about: Any, **settings: str) -> Any:
    return agents.make(spec_of(*about, **settings), GAME)


def gone(pid: int, patience: float = 10) -> bool:
    """Tell whether a process has ended, or does so soon. One that waits to be reaped has."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        state = Path(f"/proc/{pid}/stat")
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        if state.exists() and state.read_text("utf-8").rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.02)
    return False


# ── Games ────────────────────────────────────────────────────────────────────────────────────────


def commands(tmp_path: Path) -> dict[str, str]:
    """Return the commands of the example players that can run here."""
    found = {"python": f"{sys.executable} {PLAYERS / 'player.py'}"}
    if shutil.which("node"):
        found["node"] = f"node {PLAYERS / 'player.js'}"
    if shutil.which("gcc"):
        strict = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-O2"]
        subprocess.run(["gcc", *strict, "-o", tmp_path / "player", PLAYERS / "player.c"], check=True)
        found["gcc"] = str(tmp_path / "player")
    return found


@compiled
@pytest.mark.slow
@each_name
@pytest.mark.parametrize("language", ["python", "node", "gcc"])
def test_the_example_players_play_whole_games(language: str, name: str, tmp_path: Path) -> None:
    command = commands(tmp_path).get(language)
    if command is None:
        pytest.skip(f"{language} is not here")
    game = make(name)
    player = agents.make(f"program:{command}", game)
    players = [player, *[agents.make("random", game, seed=seat) for seat in range(1, game.num_players)]]
    reward, _, decisions = play_batch(game, players, 2, seed=1)
    assert (np.abs(reward) <= 1).all()
    assert decisions
    assert player.forfeits == {}


@pytest.mark.parametrize("language", ["python", "node", "gcc"])
def test_the_example_players_play_goofspiel_and_the_same_way_again(language: str, tmp_path: Path) -> None:
    command = commands(tmp_path).get(language)
    if command is None:
        pytest.skip(f"{language} is not here")
    results = []
    for _ in "01":
        player = agents.make(f"program:{command}", GAME)
        results.append(play_match(GAME, player, agents.make("matcher", GAME), games=6, seed=3))
        assert player.forfeits == {}
    assert results[0] == results[1]
    assert results[0].games == 6


def test_one_process_plays_all_games_and_is_told_all_it_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    player = program("write down", 0, file)
    play_match(GAME, player, agents.make("random", GAME, seed=1), games=4)
    del player
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    kinds = [line["type"] for line in lines]
    assert kinds[0] == "hello"
    assert kinds.count("hello") == 1
    assert kinds[-1] == "quit"
    assert kinds.count("game") == kinds.count("result") == 4
    games = [line for line in lines if line["type"] == "game"]
    assert [line["game"] for line in games] == [1, 2, 3, 4]
    assert [line["seat"] for line in games] == [0, 0, 1, 1]
    assert all(line["options"]["num_cards"] == 5 and line["rules"] and not line["again"] for line in games)
    for line in (line for line in lines if line["type"] == "decision"):
        assert list(line)[:8] == ["type", "id", "game", "seat", "legal", "time", "draw", "question"]
        assert set(WANTS) - {"data"} < set(line)
        assert {"view", "events"} < set(line)
        assert {**line["time"], "game": 0} == {"move": 5.0, "game": 0}
    for line in (line for line in lines if line["type"] == "result"):
        own = line["scores"][games[line["game"] - 1]["seat"]]
        assert line["outcome"] == ("won" if own > 0 else "lost" if own < 0 else "tied")
    of_one = [line["events"] for line in lines if line["type"] == "decision" and line["game"] == 2]
    assert of_one[0] == []
    assert of_one[1] != []


@each_name
def test_nothing_hidden_reaches_a_program(name: str) -> None:
    """It is sent the same bytes whatever is hidden from its seat."""
    game = make(name)
    batch, other = Batch(game, 3, 2), Batch(game, 3, 2)
    for _ in range(15):
        over = batch.terminated | batch.truncated
        batch.step(np.where(batch.to_act & ~over[:, None], batch.action_mask.argmax(axis=2), 0))
    rows, seats = np.nonzero(batch.to_act)
    wants = frozenset(WANTS)
    for row, seat in zip(rows[:4], seats[:4], strict=True):
        states = batch.states[[row]].copy()
        sent = []
        for state in (states, game.hide(states, int(seat), 5), game.hide(states, int(seat), 6)):
            other.set_states(state)
            seen = look(other, np.zeros(1, np.intp), np.array([seat]), 7, views=True)
            (decision,) = seen.decisions or ()
            sent.append(json.dumps([opening(1, decision, False), question(1, 1, (1.0, 1.0), seen, 0, wants)]))
        assert sent[0] == sent[1] == sent[2]


# ── Faults ───────────────────────────────────────────────────────────────────────────────────────

FAULTS = [  # what it does, how that is counted, what is said of it
    ("silence", "over time", "it took longer than 0.3 s for a decision"),
    ("exit", "crashed", "it ended with exit code 3, saying: Traceback: the queen is missing"),
    ("signal", "crashed", "it ended with signal SIGSEGV"),
    ("close", "crashed", "it closed its standard output"),
    ("no JSON", "broke the protocol", "it wrote a line that is no JSON: I think I play 4"),
    ("a list", "broke the protocol", "it wrote a line that is no object of JSON: [4]"),
    ("deep", "broke the protocol", "it wrote a line that is no JSON: [[["),
    ("latin-1", "broke the protocol", "it wrote a line that is no JSON: {"),
    ("megabytes", "broke the protocol", f"it wrote more than {MOST:,} bytes without a line break"),
    ("chatter", "broke the protocol", "it answered with a message of type 'info'"),
    ("other id", "broke the protocol", "it answered decision"),
    ("two answers", "broke the protocol", "it answered decision"),
    ("a fraction", "broke the protocol", "its action is 1.5; expected an id or a name"),
    ("illegal", "illegal action", "it chose"),
    ("unknown id", "illegal action", "it chose 1000000000000000000000000000000: action: expected"),
    ("unknown name", "illegal action", "it chose 'play the Death Star':"),
]


@pytest.mark.parametrize(("fault", "kind", "why"), FAULTS, ids=[fault for fault, _, _ in FAULTS])
def test_a_fault_loses_that_game_and_not_the_match(fault: str, kind: str, why: str) -> None:
    player = program(fault, 6, settings=f"{FAST},start=20s" if fault == "silence" else "move=5s")
    other = agents.make("random", GAME, seed=1)
    result = play_match(GAME, player, other, games=6)
    count = player.forfeits.total()
    assert result.games == 6
    assert 1 <= count <= result.losses
    assert set(player.forfeits) == {kind}
    assert player.examples[kind].startswith(why)
    assert forfeits_of(player).startswith(f"forfeited {count} game")
    assert player.report()["forfeits"] == count
    assert forfeits_of(other) == ""


def test_a_flood_of_complaints_is_read_and_forgotten() -> None:
    player = program("flood", 3)
    assert play_match(GAME, player, agents.make("random", GAME), games=2).games == 2
    assert player.forfeits == {}


def test_a_program_that_reads_nothing_is_over_time_too() -> None:
    process = Process([sys.executable, str(PLAYER), "deaf", "1"], 20)
    with pytest.raises(Failed, match=r"^it took longer than 0.2 s for a decision$"):
        process.ask({"type": "decision", "id": 1}, 0.2)
    with pytest.raises(Failed, match="has not read all that it was sent"):
        process.ask({"type": "decision", "text": "x" * 2**21}, 0.2)
    process.kill()


def test_time_is_counted_for_each_game() -> None:
    player = program("slow", 1, settings="game=250ms")
    result = play_match(GAME, player, agents.make("random", GAME), games=2)
    assert result.losses == player.forfeits["over time"] == 2
    assert player.examples["over time"].endswith(" s for the game")


def test_when_it_starts_anew_other_games_are_announced_again(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    player = program("write down", 0, file)
    batch = Batch(GAME, 2, 1)
    rows, seats = np.arange(2), np.zeros(2, np.intp)
    player.act(look(batch, rows, seats, 0, views=True))
    player.restart()
    player.act(look(batch, rows, seats, 0, views=True))
    del player
    games = [json.loads(line) for line in file.read_text("utf-8").splitlines() if '"type":"game"' in line]
    assert [(line["game"], line["again"]) for line in games] == [(1, False), (2, False), (1, True), (2, True)]


def test_a_program_that_never_started_is_refused_and_one_that_did_forfeits(tmp_path: Path) -> None:
    starts = {
        "exit at once": "it ended with exit code 1, saying: no module named brain",
        "other protocol": "it speaks protocol 2; here it is 1",
        "wants all": "its hello has wants ['everything']; expected a list of 'data'",
        "no name": "its hello has name and version [3, '1']; expected texts",
    }
    other = agents.make("random", GAME)
    for fault, why in starts.items():
        with pytest.raises(ValueError, match="does not start as it should: ") as refused:
            play_match(GAME, program(fault), other, games=2)
        assert why in str(refused.value)
    with pytest.raises(ValueError, match=r"it took longer than 0\.2 s to say hello"):
        play_match(GAME, program("no hello", settings="start=200ms"), other, games=2)
    name = spec_of("starts once", 1, tmp_path / "started")
    player = agents.make(name, GAME)
    play_match(GAME, player, other, games=2)
    again = agents.make(name, GAME)
    assert play_match(GAME, again, other, games=10).losses == again.forfeits["crashed"] == 10
    assert again._failed_starts == 3
    assert again.last_failure == "it failed to start 3 times in a row and is not tried again"


# ── Where it plays ───────────────────────────────────────────────────────────────────────────────


def test_a_forfeited_game_is_recorded_as_one(tmp_path: Path) -> None:
    players = [program("exit", 1), agents.make("random", GAME)]
    reward, _, _ = play_batch(GAME, players, 1, seed=1, record=tmp_path)
    assert reward.tolist() == [[-1, 1]]
    (file,) = tmp_path.iterdir()
    (record,) = read_records(file)
    assert record.result == {**record.result, "result": "forfeit", "by": ["player_0"], "winner": "player_1"}
    assert list(replay(record, GAME))


def test_of_three_the_others_play_for_nothing() -> None:
    game = Goofspiel(num_cards=5, num_players=3)
    players = [agents.make(spec_of("exit", 1), game), *[agents.make("random", game, seed=1)] * 2]
    reward, _, _ = play_batch(game, players, 2, seed=1)
    assert reward.tolist() == [[-1, 0, 0]] * 2


def test_on_a_ladder_a_forfeit_is_a_loss() -> None:
    swaps = play_pairs(GAME, spec_of("exit", 9), "random", num_pairs=3)
    ends = [end for swap in swaps for end in (swap.first, swap.second)]
    assert len(ends) == 6
    assert "lost" in ends


def test_a_ladder_tells_forfeits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = spec_of("exit", 9)
    asked = ["ladder", name, "random", "--game", "goofspiel", "--games", "16", "--block", "4", "--processes", "1"]
    assert main([*asked, "--store", str(tmp_path / "ladder.sqlite"), "--json"]) == 0
    shown = capsys.readouterr()
    row = next(row for row in json.loads(shown.out)["ratings"] if row["agent"] == name)
    assert row["forfeits"] >= 1
    assert f"{name}: {row['forfeits']:.0f} game" in shown.err
    assert "forfeited (0 over time" not in shown.err
    assert f"({row['forfeits']:.0f} crashed)" in shown.err


def test_watched_it_says_why_it_gives_up() -> None:
    with pytest.raises(ValueError, match="player_0, program, gives the game up: it ended with exit code 3"):
        list(one_game(GAME, [program("exit", 2), agents.make("random", GAME)], 1))


def test_at_a_table_an_agent_that_fails_resigns() -> None:
    table = Table(GAME, (PERSON, spec_of("exit", 2)), 1)
    while not table.over:
        if table.shown(0).asked:
            table.choose(0, table.legal(table.shown(0))[0])
        table.step()
    assert table.ending() == "player_0 wins: player_1 has resigned"
    assert table.log(0)[-1].text.startswith("player_1 resigns (it ended with exit code 3, saying: Traceback")
    (record,) = read_records(io.BytesIO(table.record().encode()))
    assert (record.result["result"], record.result["by"]) == ("forfeit", ["player_1"])
    three = Table(Goofspiel(num_cards=5, num_players=3), (PERSON, spec_of("exit", 1), "random"), 1)
    while not three.over:
        if three.shown(0).asked:
            three.choose(0, three.legal(three.shown(0))[0])
        three.step()
    assert three.resigned is None
    assert three.players[1] == "scripted"


def test_an_environment_takes_it_as_an_opponent() -> None:
    batch = Batch(GAME, 1)
    with pytest.raises(ValueError, match="an agent that gives up so has lost only where games are measured"):
        batch.step([[int(batch.action_mask[0, 0].argmax()), FORFEIT]])
    assert seated(f"agents:{spec_of()}", GAME, 1).act.__self__.spec.limits.move == 5
    assert seated(spec_of(), GAME, 1).act.__self__.name == "program"


def test_a_match_tells_forfeits(capsys: pytest.CaptureFixture[str]) -> None:
    name = spec_of("exit", 1)
    assert main(["match", name, "random", "--game", "goofspiel", "--games", "2", "--json"]) == 0
    shown = capsys.readouterr()
    program, other = json.loads(shown.out)["reports"]
    assert (program["forfeits"], program["forfeits: crashed"], program["forfeits: over time"], other) == (2, 2, 0, {})
    assert f"{name} forfeited 2 games (crashed 2, first: it ended with exit code 3" in shown.err


def test_a_copy_begins_a_process_of_its_own() -> None:
    player = program()
    play_match(GAME, player, agents.make("random", GAME), games=2)
    copy = pickle.loads(pickle.dumps(player))
    assert isinstance(copy, ProgramAgent)
    assert copy._process is None
    assert copy.spec == player.spec


# ── Names ────────────────────────────────────────────────────────────────────────────────────────


def test_a_name_is_a_command_quoted_as_in_a_shell_and_settings() -> None:
    spec = read_spec(f"program:{sys.executable} 'my bot.py' --cards \"a,b\" c\\,d,move=500ms,game=2m,start=3")
    assert spec.command == (sys.executable, "my bot.py", "--cards", "a,b", "c,d")
    assert spec.limits == Limits(0.5, 120.0, 3.0)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("program", "expected a command, as in program:./bot"),
        ("program:", "expected a command, as in program:./bot"),
        ("program:,move=1s", "expected a command"),
        ("program:./nowhere", "./nowhere is no program that can be found from here"),
        ("program:docs/programs/player.py", "is not executable; make it so (chmod +x), or name what runs it: program:"),
        ("program:python3 'bot", "each quote closed"),
        ("program:python3 bot.py,mvoe=1s", "there is no setting 'mvoe'; nearest: 'move'"),
        ("program:python3 bot.py,move=1s,move=2s", "move is given twice"),
        ("program:python3 bot.py,move=soon", "move: expected a time such as 500ms, 10s or 2m, got 'soon'"),
        ("program:python3 bot.py,game=0s", "game: expected a number above 0, up to 86,400, got 0.0"),
        ("program:python3 bot.py,move=2000m", "move: expected a number above 0, up to 86,400, got 120000.0"),
    ],
)
def test_a_wrong_name_is_refused_in_a_sentence(name: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    with pytest.raises(ValueError, match=r"^program") as refused:
        agents.make(name, GAME)
    assert str(refused.value).startswith(f"{name}: ")
    assert why in str(refused.value)


def test_another_version_of_the_file_is_another_agent(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    keys = []
    for content in ("1", "2", "1"):
        file.write_text(content, "utf-8")
        keys.append(agent_key_of(f"program:{sys.executable} {file}", GAME).key)
    assert keys[0] == keys[2] != keys[1]
    assert agent_key_of(f"program:{sys.executable} {file} {'x' * 300}", GAME).file is None


# ── How it ends ──────────────────────────────────────────────────────────────────────────────────


def test_it_ends_with_its_agent_and_so_does_what_it_has_started(tmp_path: Path) -> None:
    file = tmp_path / "pids"
    player = program("children", 0, file)
    play_match(GAME, player, agents.make("random", GAME), games=2)
    pids = [int(word) for word in file.read_text("utf-8").split()]
    assert not gone(pids[0], 0.1)
    del player
    assert all(map(gone, pids))


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_it_ends_when_its_parent_is_killed(how: signal.Signals, tmp_path: Path) -> None:
    file = tmp_path / "pids"
    code = f"""
import agents, time
from agents.program.process import Process
process = Process({[sys.executable, str(PLAYER), "children", "0", str(file)]!r}, 60)
print("ready", flush=True)
time.sleep(120)
"""
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=ROOT)
    assert parent.stdout is not None
    assert parent.stdout.readline() == b"ready\n"
    pids = [int(word) for word in file.read_text("utf-8").split()]
    parent.send_signal(how)
    parent.wait(20)
    parent.stdout.close()
    assert all(map(gone, pids))


# ── The check ────────────────────────────────────────────────────────────────────────────────────


def checked(capsys: pytest.CaptureFixture[str], *about: Any, **settings: str) -> tuple[int, str]:
    code = main(["agents", "check", spec_of(*about, **settings), "--game", "goofspiel", "--option", "num_cards=5"])
    return code, capsys.readouterr().out


def test_a_program_that_keeps_the_protocol_passes_its_check(capsys: pytest.CaptureFixture[str]) -> None:
    code, told = checked(capsys)
    assert code == 0, told
    assert (
        told.splitlines()[0]
        == "ok    says hello: it calls itself test 1 and asks for nothing besides the legal actions"
    )
    assert told.splitlines()[-1] == "it keeps the protocol"
    assert "FAIL" not in told
    assert "plays the same games the same way again" in told


@pytest.mark.parametrize(
    ("fault", "first", "why"),
    [
        ("exit at once", 1, "says hello: it ended with exit code 1, saying: no module named brain"),
        ("exit", 1, "passes over messages and keys that it does not know: it ended with exit code 3"),
        ("illegal", 2, "plays 4 games of goofspiel at once in each seat to their ends: illegal action in"),
        ("stays", 9, "ends when it is told to quit: it was still there 1 s after it, and was ended"),
        ("strict", 9, "passes over messages and keys that it does not know: it ended with exit code 1"),
        ("once", 9, "plays on in games that are announced to it in their midst, with again true: crashed in"),
    ],
)
def test_the_check_says_what_fails(fault: str, first: int, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = checked(capsys, fault, first)
    assert code == 1
    assert f"FAIL  {why}" in told
    assert told.rstrip().endswith("of these failed")


def test_the_check_is_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["agents", "check", "random"]) == 2
    assert "AGENT: expected program:COMMAND, got 'random'" in capsys.readouterr().err


# ── The page ─────────────────────────────────────────────────────────────────────────────────────


def test_the_page_shows_messages_as_they_are() -> None:
    page = (ROOT / "docs" / "programs.md").read_text("utf-8")
    shown = [json.loads(block) for block in re.findall(r"^```json\n(.*?)^```$", page, re.M | re.S)]
    batch = Batch(GAME, 1)
    seen = look(batch, np.zeros(1, np.intp), np.zeros(1, np.intp), 0, views=True)
    (decision,) = seen.decisions or ()
    hello, answer, game, asked, action, result, *rest = shown
    assert not rest
    assert hello["type"] == answer["type"] == "hello"
    assert hello["protocol"] == answer["protocol"] == PROTOCOL
    assert set(answer["wants"]) <= set(WANTS)
    sent = opening(1, decision, False)
    assert list(game) == list(sent)
    assert {**game, "options": {}, "rules": ""} == {**sent, "options": {}, "rules": ""}
    assert list(asked) == list(question(7, 1, (1.0, 1.0), seen, 0, frozenset()))
    assert asked["question"] == decision.question
    assert action_of(action, 7, decision) == asked["legal"][-1]["id"]
    assert list(result) == ["type", "game", "outcome", "scores", "forfeited"]
