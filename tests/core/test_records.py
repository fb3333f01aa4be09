"""Records: the same game is the same record however it is played, and what was damaged is refused where it is."""

from __future__ import annotations

import copy
import io
import json
import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents import make
from ow_env import goofspiel_v0, open_worlds_v0
from ow_env.core import Batch, rules_hash
from ow_env.core.game import Game
from ow_env.core.records import DamagedRecord, Record, Recorder, read_records, rebuild, replay, sealed, seen_by
from ow_env.goofspiel.game import Goofspiel
from ow_env.open_worlds.decks import random_deck
from ow_env.open_worlds.game import OpenWorlds
from ow_env.registry import class_of, games

GAMES = (Goofspiel, OpenWorlds)
INTRODUCTORY = ("Baker-Braugn EDV", "Ares Venture Trust")
TABLES: dict[str, Any] = {  # every kind of option that a record has to bring back
    "goofspiel": lambda: Goofspiel(num_cards=4),
    "goofspiel, hidden bids, 3 players": lambda: Goofspiel(3, 6, bids="hidden", ties="carry"),
    "2 players": lambda: OpenWorlds(max_turns=2),
    "3 players, in order": lambda: OpenWorlds(num_players=3, num_worlds=3, stage="priority", max_turns=2),
    "2 players, all asked who could": lambda: OpenWorlds(max_turns=2, ask="public"),
    "4 players, random decks": lambda: OpenWorlds(
        decks=[random_deck(OpenWorlds().catalogue, 54, seed) for seed in range(4)], num_worlds=2, max_turns=1
    ),
    "named Worlds": lambda: OpenWorlds(
        INTRODUCTORY, ["Koti", "Maail"], open_decklists=True, first_player="player_1", max_turns=2
    ),
}


def choices(batch: Batch, rng: np.random.Generator) -> np.ndarray:
    """Return a random allowed action for everybody, [N, P]."""
    keys = np.where(batch.action_mask, rng.random(batch.action_mask.shape), -1.0)
    return keys.argmax(axis=2)


def recorded(game: Game, seed: int = 7, games: int = 1, limit: int | None = None) -> str:
    """Return the record of random games, one after the other; `limit`: the writer dies after so many decisions."""
    text, rng = io.StringIO(), np.random.default_rng(seed)
    batch = Batch(game, 1, seed)
    recorder = Recorder(batch, text)
    for number in range(games):
        if number:
            batch.reset()
        recorder.begin()
        while not (batch.terminated[0] or batch.truncated[0]):
            if limit is not None:
                if limit == 0:
                    return text.getvalue()
                limit -= 1
            recorder.step(choices(batch, rng))
    return text.getvalue()


def read(text: str | bytes, partial: bool = False) -> list[Record]:
    return list(read_records(io.BytesIO(text.encode() if isinstance(text, str) else text), partial=partial))


def check(text: str | bytes, partial: bool = False) -> int:
    """Read and replay all games; return how many decisions they had."""
    records = read(text, partial)
    for record in records:
        list(replay(record, rebuild(record, GAMES)))
    return sum(len(record.decisions) for record in records)


def refused(text: str | bytes, partial: bool = False) -> DamagedRecord:
    with pytest.raises(DamagedRecord) as refusal:
        check(text, partial)
    return refusal.value


@pytest.fixture(scope="module")
def short() -> str:
    return recorded(Goofspiel(num_cards=4))


# ── What is written ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("table", TABLES)
def test_a_record_is_read_back_rebuilt_and_replayed(table: str) -> None:
    game = TABLES[table]()
    games = 2 if game.name == "goofspiel" else 1
    records = read(recorded(game, games=games))
    assert [record.header["game_number"] for record in records] == list(range(games))
    for record in records:
        again = rebuild(record, GAMES)
        assert again.options == game.options
        assert again.template.tobytes() == game.template.tobytes()
        moments = list(replay(record, again))
        assert len(moments) == len(record.decisions) + 1
        assert moments[-1].actions == {}
        assert [moment.number for moment in moments] == list(range(1, len(moments) + 1))
        assert record.result is not None
        assert record.result["result"] in ("terminated", "truncated")


def test_the_record_of_one_short_game_is_this_one(short: str) -> None:
    lines = [json.loads(line) for line in short.splitlines()]
    hashes = ["4e8a7bf759415287", "9fec9685750bb3ed", "0323e355799bf431", "fe87f32423e6af52", None]
    assert [line.get("hash") for line in lines] == hashes, "of the bytes of positions: the same on every machine"
    assert lines[1]["moment"] == "round 1, prize 3"
    assert lines[1]["actions"] == {"player_0": "bid 1", "player_1": "bid 2"}
    told = {"result": "terminated", "winner": "player_0", "rewards": [1, -1], "decisions": 3}
    assert lines[-1] == {**told, "check": lines[-1]["check"]}
    assert " ".join(lines[0]) == "record game version options seed game_number agents engine hash check"


def through_aec(env: Any, seed: int) -> None:
    """Play a game with the first allowed action of all that are asked."""
    env.reset(seed=seed)
    for _agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        env.step(None if terminated or truncated else int(observation["action_mask"].argmax()))


def through_parallel(env: Any, seed: int) -> None:
    observations, _ = env.reset(seed=seed)
    while env.agents:
        actions = {agent: int(observations[agent]["action_mask"].argmax()) for agent in env.agents}
        observations, *_ = env.step(actions)


@pytest.mark.parametrize(
    ("module", "options"),
    [
        (goofspiel_v0, {"num_cards": 5}),
        (goofspiel_v0, {"num_cards": 6, "ask": "public"}),
        (open_worlds_v0, {"max_turns": 2, "stage": "priority"}),
        (open_worlds_v0, {"max_turns": 2, "ask": "public"}),
        (open_worlds_v0, {"max_turns": 2, "num_players": 3, "reward": "income"}),
    ],
)
def test_the_same_game_is_the_same_record_through_every_door(module, options, tmp_path):
    told = []
    for door in (module.parallel_env, module.raw_env, module.env):
        text = io.StringIO()
        play = through_parallel if door is module.parallel_env else through_aec
        play(door(record=text, **options), 11)
        told.append(text.getvalue())
    game = module.parallel_env(**options).unwrapped.game
    batch = Batch(game, 3, 11, threads=2)
    recorder = Recorder(batch, tmp_path)
    recorder.begin()
    while not (batch.terminated | batch.truncated).all():
        recorder.step(batch.action_mask.argmax(axis=2))
    told.append((tmp_path / f"{game.name}-seed11-game0.jsonl").read_text())
    assert len(set(told)) == 1
    assert check(told[0]) > 3
    assert len(list(tmp_path.iterdir())) == 3


def test_a_record_may_begin_at_a_position_and_goes_on_under_the_same_chance() -> None:
    whole, text = open_worlds_v0.parallel_env(max_turns=3), io.StringIO()
    whole.reset(seed=5)
    rng = np.random.default_rng(5)

    def choose(env: Any) -> dict[str, int]:
        masks = {agent: env._batch.action_mask[0, seat] for seat, agent in enumerate(env.agents)}
        return {agent: int(rng.choice(np.flatnonzero(mask))) for agent, mask in masks.items()}

    for _ in range(20):
        whole.step(choose(whole))
    env = open_worlds_v0.parallel_env(max_turns=3, record=text)
    env.reset(seed=6)
    env.step(dict.fromkeys(env.agents, 0))
    env.set_position(whole.position())
    while env.agents:
        env.step(choose(env))
    first, second = read(text.getvalue())
    assert first.result is not None
    assert (first.result["result"], first.result["decisions"]) == ("abandoned", 1)
    assert second.header["position"] == whole.position()
    assert second.header["drawn"] > 0
    check(text.getvalue())


LOST = {"result": "forfeit", "winner": "player_1", "rewards": [-1, 1], "decisions": 2, "by": ["player_0"]}


@pytest.mark.parametrize(
    ("options", "result"),
    [
        ({"max_cycles": 2}, {"result": "cut off", "winner": None, "rewards": [0, 0], "decisions": 2}),
        ({"illegal": "forfeit"}, LOST),
    ],
)
def test_ends_that_no_rule_knows_are_told(options: dict[str, Any], result: dict[str, Any]) -> None:
    text = io.StringIO()
    env = goofspiel_v0.parallel_env(num_cards=4, record=text, **options)
    env.reset(seed=1)
    for _ in range(2):
        env.step({agent: int(env._batch.action_mask[0, seat].argmax()) for seat, agent in enumerate(env.agents)})
    if env.agents:
        env.step({"player_0": 0, "player_1": int(env._batch.action_mask[0, 1].argmax())})
    (record,) = read(text.getvalue())
    assert record.result == result
    check(text.getvalue())


def test_a_refused_step_writes_nothing_and_a_copy_does_not_write(short: str) -> None:
    text = io.StringIO()
    env = goofspiel_v0.parallel_env(num_cards=4, record=text)
    env.reset(seed=1)
    before = text.getvalue()
    with pytest.raises(ValueError, match="may not"):
        env.step(dict.fromkeys(env.agents, 0))
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        other.step(dict.fromkeys(other.agents, 1))
        other.reset(seed=2)
    assert text.getvalue() == before
    env.close()
    assert read(text.getvalue())[0].result["result"] == "abandoned"  # type: ignore[index]


def test_folders_lose_no_game_and_files_are_written_anew(tmp_path: Path) -> None:
    for _ in range(2):
        for target in (f"{tmp_path}/games/", tmp_path / "one.jsonl"):
            env = goofspiel_v0.parallel_env(num_cards=4, record=target)
            through_parallel(env, 3)
            through_parallel(env, 3)
            env.close()
    names = sorted(path.name for path in (tmp_path / "games").iterdir())
    assert names == [f"goofspiel-seed3-game0{copy}.jsonl" for copy in ("-2", "-3", "-4", "")]
    assert len(list(read_records(tmp_path / "one.jsonl"))) == 2
    with pytest.raises(ValueError, match="3 games at once need a folder"):
        Recorder(Batch(Goofspiel(), 3), tmp_path / "one.jsonl")
    with pytest.raises(TypeError, match="expected a path or an open text file, got 7"):
        Recorder(Batch(Goofspiel(), 1), 7)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="autoreset"):
        Recorder(Batch(Goofspiel(), 1, autoreset=True), tmp_path / "two.jsonl")


def test_who_plays_is_told() -> None:
    game, text = Goofspiel(num_cards=4), io.StringIO()
    batch = Batch(game, 1, 1)
    recorder = Recorder(batch, text, [make("random", game, seed=3), make("scripted", game)])
    recorder.begin()
    recorder.close()
    (record,) = read(text.getvalue())
    assert record.header["agents"][0] == {"name": "random", "version": 1, "parameters": {"seed": 3}}
    assert record.header["agents"][1]["name"] == "scripted"


def test_a_game_with_ones_own_cards_needs_them_again(tmp_path: Path) -> None:
    own, other = tmp_path / "own.toml", tmp_path / "other.toml"
    own.write_text("[facility]\nOutpost = { income = 3 }\n")
    other.write_text("[facility]\nOutpost = { income = 9 }\n")
    text = recorded(OpenWorlds(max_turns=2, cards=own), seed=3)
    (record,) = read(text)
    with pytest.raises(DamagedRecord, match=r"line 1: options: cards: .* must name a card file"):
        rebuild(record, GAMES)
    list(replay(record, rebuild(record, GAMES, cards=own)))
    with pytest.raises(DamagedRecord, match="whose tables were others than here"):
        list(replay(record, rebuild(record, GAMES, cards=other)))


# ── What is refused ──────────────────────────────────────────────────────────────────────────


def test_every_byte_matters(short: str) -> None:
    data = short.encode()
    ends = [i for i, byte in enumerate(data) if byte == 10]
    for i, byte in enumerate(data):
        line = 1 + sum(end < i for end in ends)
        for wrong in {byte ^ 1, (32, 255)[i % 2]} - {byte}:
            where = refused(data[:i] + bytes([wrong]) + data[i + 1 :]).line
            assert where == line, f"byte {i} as {wrong}: refused at line {where}, not {line}"
        assert refused(data[:i] + data[i + 1 :]).line == line, f"without byte {i}"
        assert refused(data[:i] + b"7" + data[i:]).line in (line, line - 1), f"a 7 before byte {i}"


def test_every_line_matters(short: str) -> None:
    lines = short.splitlines(keepends=True)
    for i in range(len(lines)):
        assert refused("".join(lines[:i] + lines[i + 1 :])).line == i + 1, f"line {i + 1} is missing"
        twice = refused("".join([*lines[: i + 1], *lines[i:]])).line
        assert twice == i + 2, f"line {i + 1} twice: refused at {twice}"
        for j in range(i):
            swapped = lines.copy()
            swapped[i], swapped[j] = lines[j], lines[i]
            assert refused("".join(swapped)).line == j + 1, f"lines {j + 1} and {i + 1} swapped"


def test_a_record_that_breaks_off_can_be_read_up_to_there(short: str) -> None:
    data = short.encode()
    ends = [i for i, byte in enumerate(data) if byte == 10]
    for cut in sorted({*range(0, len(data), 7), *ends, *(end + 1 for end in ends[:-1])}):
        whole = sum(end < cut for end in ends)
        torn = cut > 0 and cut - 1 not in ends
        assert refused(data[:cut]).line == whole + 1
        if whole == 0:
            assert torn is False or read(data[:cut], partial=True) == []
            continue
        assert check(data[:cut], partial=True) == min(whole - 1, 3)
        (record,) = read(data[:cut], partial=True)
        assert (record.result is None) == (whole < 5)


KILLED = """
import os
from ow_env.core import Batch
from ow_env.core.records import Recorder
from ow_env.goofspiel.game import Goofspiel
batch = Batch(Goofspiel(num_cards=4), 1, 7)
recorder = Recorder(batch, {path!r})
recorder.begin()
recorder.step([[1, 2]])
recorder.step([[2, 1]])
os._exit(0)
"""


def test_a_process_that_is_killed_leaves_what_it_had_played(tmp_path: Path, fresh_process: Callable[..., str]) -> None:
    path = tmp_path / "game.jsonl"
    fresh_process(KILLED.format(path=str(path)))
    assert refused(path.read_bytes()).line == 4
    assert check(path.read_bytes(), partial=True) == 2


def test_lines_may_end_as_on_windows(short: str) -> None:
    assert check(short.replace("\n", "\r\n")) == 3


def resealed(text: str, number: int, **changes: Any) -> str:
    """Change fields of a line (None: take it away) and renew all checks, as one who knows the form could."""
    lines, before = [], ""
    for i, line in enumerate(map(json.loads, text.splitlines()), 1):
        del line["check"]
        if i == number:
            line |= changes
        kept = {key: value for key, value in line.items() if value is not None or key in ("agents", "winner")}
        text, before = sealed(kept, before)
        lines.append(text + "\n")
    return "".join(lines)


FORGED = [  # the line, what is changed in it, where it is refused, what is said
    (1, {"record": 2}, 1, "format of records: expected 1, found 2"),
    (1, {"record": True}, 1, "format of records: expected 1, found True"),
    (1, {"game": "chess"}, 1, "expected goofspiel or open_worlds, found 'chess'"),
    (
        1,
        {"version": 1},
        1,
        "version of goofspiel: expected 0, found 1: it was played by other rules, and a release of this package that"
        " has them replays it",
    ),
    (1, {"options": {"num_cards": 3}}, 1, "num_cards: expected a whole number from 4 to 13, got 3"),
    (1, {"options": {"num_card": 4}}, 1, "there is no option 'num_card'; nearest: 'num_cards'"),
    (1, {"options": {"num_cards": "4"}}, 1, "options:"),
    (1, {"seed": 8}, 1, "the rules lead to"),
    (1, {"seed": -1}, 1, "seed: expected a number from 0 to"),
    (1, {"seed": 2**64}, 1, "seed: expected a number from 0 to"),
    (1, {"game_number": 1}, 1, "the rules lead to"),
    (1, {"hash": "0" * 16}, 1, "the record has position 0000000000000000 at the beginning"),
    (1, {"hash": "xyz"}, 1, "hash: expected"),
    (1, {"position": {}}, 1, "expected drawn and position, or neither"),
    (1, {"position": {"cards": 5}, "drawn": 1}, 1, "position:"),
    (1, {"extra": 1}, 1, "unknown ['extra']"),
    (1, {"seed": None}, 1, "missing ['seed']"),
    (1, {"engine": {"version": "9", "rules": "0" * 16, "tables": "0" * 16}}, 1, ""),
    (1, {"engine": {"rules": "another"}}, 1, "engine: expected version, rules and tables"),
    (1, {"engine": {"version": "9", "rules": "another", "tables": "0" * 16}}, 1, "rules: expected a hash"),
    (1, {"engine": {"version": 9, "rules": "0" * 16, "tables": "0" * 16}}, 1, "engine: expected version"),
    (1, {"version": "0"}, 1, "version: expected a number from 0 to"),
    (1, {"agents": ["random"]}, 1, "agents[0]: expected name, version and parameters, found 'random'"),
    (1, {"agents": [{"name": 3, "version": 1, "parameters": {}}]}, 1, "agents[0]: name: expected"),
    (1, {"agents": [{"name": "x" * 5000, "version": 1, "parameters": {}}]}, 1, "agents[0]: name: expected"),
    (1, {"agents": [{"name": "x", "version": "1", "parameters": {}}]}, 1, "expected a whole number and an object"),
    (1, {"agents": [{"name": "x", "version": 1, "parameters": []}]}, 1, "expected a whole number and an object"),
    (1, {"agents": [{"name": "x", "version": 1, "parameters": {}}] * 100}, 1, "agents: expected one for each seat"),
    (1, {"options": {"\x1b[31m": 4}}, 1, "there is no option"),
    (2, {"decision": 2}, 2, "decision: expected 1, found 2"),
    (2, {"moment": "round 7"}, 2, "moment: expected 'round 1, prize 3', found 'round 7'"),
    (2, {"actions": {"player_0": "bid 1"}}, 2, "who decides: expected ['player_0', 'player_1']"),
    (2, {"actions": {"player_0": "bid 1", "player_1": "bit 2"}}, 2, "there is no action 'bit 2'; nearest: 'bid 2'"),
    (2, {"actions": {"player_0": "bid 1", "player_1": 2}}, 2, "expected an action's name, found 2"),
    (2, {"actions": {"player_0": "bid 1", "\x1b[2J": 2}}, 2, r"actions: '\x1b[2J': expected an action's name"),
    (2, {"moment": "\x1b[2J"}, 2, r"moment: expected a name, found '\x1b[2J'"),
    (2, {"moment": 7}, 2, "moment: expected"),
    (2, {"actions": {"player_0": "bid 1", "player_1": "bid 13"}}, 2, "player_1 may not play 'bid 13'"),
    (2, {"actions": {"player_0": "bid 1", "player_1": "bid 3"}}, 2, "the rules lead to"),
    (3, {"hash": "0" * 16}, 3, "the record has position 0000000000000000 here"),
    (5, {"result": "truncated"}, 5, "result: expected 'terminated', found 'truncated'"),
    (5, {"result": "won"}, 5, "result: expected terminated|truncated|"),
    (5, {"rewards": [True, -1]}, 5, "rewards: expected numbers from -1 to 1"),
    (5, {"rewards": ["\x1b", 1]}, 5, "rewards: expected numbers from -1 to 1"),
    (5, {"rewards": {"player_0": 1}}, 5, "rewards: expected"),
    (5, {"winner": "\x1b[31m"}, 5, "winner: expected an agent's name"),
    (5, {"by": [1]}, 5, "by: expected agents' names"),
    (5, {"rewards": [-1, 1]}, 5, "rewards: expected [1, -1], found [-1, 1]"),
    (5, {"winner": "player_1"}, 5, "winner: expected 'player_0', found 'player_1'"),
    (5, {"decisions": 2}, 5, "decisions: expected 3, found 2"),
    (5, {"by": ["player_1"]}, 5, "by: only a forfeit has it"),
]


@pytest.mark.parametrize(("number", "changes", "where", "said"), FORGED)
def test_a_forged_record_does_not_get_past_the_rules(number, changes, where, said, short):
    text = resealed(short, number, **changes)
    if not said:
        assert check(text) == 3  # which sources wrote it is for people, and for the words of a refusal
        return
    refusal = refused(text)
    assert said in str(refusal)
    assert str(refusal).isprintable()
    assert refusal.line == where


def test_a_line_is_written_whole_where_a_disk_takes_it_in_pieces() -> None:
    class Stingy:
        """A file that takes three bytes at a time, as a disk that is nearly full may."""

        def __init__(self) -> None:
            self.held = b""

        def write(self, data: memoryview) -> int:
            self.held += data[:3]
            return min(3, len(data))

    from ow_env.core.records.writer import Sink

    file = Stingy()
    Sink(file, own=True).write("a whole line\n")
    assert file.held == b"a whole line\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_told_with_the_file() -> None:
    recorder = Recorder(Batch(Goofspiel(num_cards=4), 1, seed=1), "/dev/full")
    with pytest.raises(OSError, match=r"No space left on device: '/dev/full'"):
        recorder.begin()
    with pytest.raises(OSError, match="No space left"):  # it can't say that the game was abandoned either
        recorder.close()


def test_a_refusal_says_when_other_sources_wrote_the_record(short: str) -> None:
    engine = {"version": "0.0.9", "rules": "0" * 16, "tables": "0d94946d723482fd"}
    lines = resealed(resealed(short, 1, engine=engine), 3, hash="0" * 16)
    assert "(recorded by version '0.0.9', whose rules were others than here)" in str(refused(lines))


ODD = [  # what is no record at all
    (b"", 1, "found nothing"),
    (b"\n", 1, "it is no JSON"),
    (b"[]\n", 1, "expected an object that begins with record, decision or result"),
    (b"{}\n", 1, "expected an object that begins with record, decision or result"),
    (b'{"record": 1}\n', 1, "expected a check of 8 digits"),
    (b"\xff\xfe\n", 1, "it is no JSON"),
    (b"[" * 100_000 + b"\n", 1, "it is no JSON"),
    (b'{"record": ' + b"9" * 10_000 + b"}\n", 1, "it is no JSON"),
    (b'{"record": NaN}\n', 1, "format of records"),
    (b" " * (2**20 + 1), 1, "longer than 1048576 bytes"),
]


@pytest.mark.parametrize(("data", "where", "said"), ODD)
def test_what_is_no_record_is_refused(data: bytes, where: int, said: str) -> None:
    refusal = refused(data)
    assert said in str(refusal)
    assert refusal.line == where


GREEDY = [  # options that would cost an unwary reader its memory or its secrets
    {"decks": "/etc/passwd"},
    {"decks": ["/etc/passwd", "/etc/passwd"]},
    {"decks": [{"name": "x", "size": 54, "cards": ["999x Outpost"] * 1000}] * 2},
    {"decks": [{"name": "x", "size": 54, "cards": ["999x Outpost"]}] * 2},
    {"decks": [{"name": "x", "size": 10**18, "cards": []}] * 2},
    {"cards": "/etc/passwd"},
    {"num_players": 10**9},
    {"max_turns": 10**9},
]


@pytest.mark.parametrize("options", GREEDY)
def test_options_from_a_file_open_nothing_and_build_nothing_large(options, monkeypatch):
    game = OpenWorlds(INTRODUCTORY)
    text = recorded(game, limit=0)
    (record,) = read(resealed(text, 1, options=game.options | options), partial=True)

    def only_data(read: Any) -> Any:
        def opening(path: Path, *arguments: Any, **more: Any) -> Any:
            assert path.parent.name == "data", f"{path} was opened"
            return read(path, *arguments, **more)

        return opening

    for way in ("read_text", "read_bytes"):
        monkeypatch.setattr(Path, way, only_data(getattr(Path, way)))
    with pytest.raises(DamagedRecord, match="line 1: options: "):
        rebuild(record, GAMES)


# ── What one player saw ──────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("table", TABLES)
def test_a_players_view_of_a_record_holds_nothing_that_hide_changes(table: str) -> None:
    game = TABLES[table]()
    (record,) = read(recorded(game, seed=2))
    moments = list(replay(record, game))
    for seat, agent in enumerate(game.agents):
        seen = list(seen_by(agent, game, moments))
        guessed = [replace(moment, state=game.hide(moment.state, seat, seed=moment.number)) for moment in moments]
        assert list(seen_by(agent, game, guessed)) == seen
        does = [line["does"] for line in seen if "does" in line]
        assert does == [moment.actions[agent] for moment in moments if agent in moment.actions]
        told = json.dumps(seen)
        assert not any(decision["hash"] in told for decision in record.decisions)


def test_a_view_shows_what_others_do_in_the_open_and_nothing_else() -> None:
    for bids, shown in (("public", [2, 1]), ("hidden", [2, None])):
        text = io.StringIO()
        env = goofspiel_v0.parallel_env(num_cards=4, bids=bids, order="ascending", record=text)
        env.reset(seed=1)
        env.step({"player_0": 2, "player_1": 1})
        env.close()
        (record,) = read(text.getvalue())
        game = rebuild(record, GAMES)
        first, second = seen_by("player_0", game, replay(record, game))
        assert first["does"] == "bid 2"
        assert second["sees"]["history"] == [{"prize": 1, "bids": shown, "winner": 0}]


# The hash of the rules


ENGINE = "ow_env.goofspiel.engine"


def hashed(monkeypatch: pytest.MonkeyPatch, changed: str) -> str:
    """Return the hash of Goofspiel's rules, as if the file of this module had another line."""
    read = Path.read_bytes
    file = str(Path(rules_hash.__file__).parents[2] / (changed.replace(".", "/") + ".py"))
    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", lambda path: read(path) + b"more\n" * (str(path) == file))
        return rules_hash.source_hash(ENGINE)


@pytest.mark.parametrize(
    "module", ["core.kernels", "core.rng", "core.blank", "goofspiel.rules.rounds", "goofspiel.observe"]
)
def test_results_of_other_rules_are_other_results(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert hashed(monkeypatch, f"ow_env.{module}") != rules_hash.source_hash(ENGINE)


def test_results_outlive_a_change_of_what_decides_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("compiled.jit", "compiled.layout", "compiled.sources", "core.structure", "core.text"):
        assert hashed(monkeypatch, f"ow_env.{module}") == rules_hash.source_hash(ENGINE)
    assert hashed(monkeypatch, "ow_env.goofspiel.render") == rules_hash.source_hash(ENGINE)


def ledger(monkeypatch: pytest.MonkeyPatch, *lines: tuple[str, str]) -> str:
    """Return what the rules of Goofspiel are known by, with these lines in its ``same_rules.txt``."""
    with monkeypatch.context() as patch:
        patch.setattr(rules_hash, "same_rules", lambda engine: list(lines))
        return rules_hash.rules_hash.__wrapped__(ENGINE)


def test_sources_that_play_the_same_are_known_by_the_first_of_their_version(monkeypatch: pytest.MonkeyPatch) -> None:
    now = rules_hash.source_hash(ENGINE)
    assert ledger(monkeypatch) == now
    assert ledger(monkeypatch, ("0", "a" * 16), ("0", now)) == "a" * 16
    assert ledger(monkeypatch, ("0", "a" * 16), ("1", now), ("1", "b" * 16)) == now
    assert ledger(monkeypatch, ("0", "a" * 16), ("1", "b" * 16)) == now


@pytest.mark.parametrize("name", games())
def test_todays_sources_are_known_to_play_as_this_version_does(name: str) -> None:
    kind = class_of(name)
    engine = kind.engine.__name__
    known = [of for version, of in rules_hash.same_rules(engine) if version == str(kind.version)]
    assert rules_hash.source_hash(engine) in known, f"{name}: its rules have changed. The same games? `make same-rules`"
