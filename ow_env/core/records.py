"""Games written down as they are played, read back, and played again to see that it is all true.

Below: batch.py and game.py; which game a record is of, and how it is built, the caller knows. Above:
adapters, training. In order: what a record is and what is refused, writing, reading, replaying, and
what one player saw of a game. docs/records.md has every field.

A record is lines of JSON: what is played, a line for each joint decision, how it ended::

    {"record": 1, "game": "goofspiel", ..., "seed": 7, ..., "hash": "4e8a7bf759415287", "check": ...}
    {"decision": 1, "moment": "round 1, prize 3", "actions": {"player_0": "bid 3", ...}, "hash": ...}
    {"result": "terminated", "winner": "player_0", "rewards": [1, -1], "decisions": 3, "check": ...}

``hash`` is that of the position: after the decision the rules must lead to it again, on any machine.
``check`` is a checksum of its line and all lines before it, so that damage is found where it is. It
is no signature: whoever changes a record can renew it, but the hashes still hold the game to the rules.

A game whose chance a secret keyed (`Batch`, ``secret``) tells in its result what it was keyed with, and in its header
a hash of that, so that nobody can choose it afterwards. Its seed alone tells nothing before the end.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import IO, Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from ow_env.core.batch import Batch, Which
from ow_env.core.game import Game, States
from ow_env.core.jit import CORE, SHARED
from ow_env.core.secrecy import commitment, parse_key, stream_seed
from ow_env.core.sources import sources
from ow_env.core.text import escaped, is_shown
from ow_env.version import VERSION

__all__ = ["DamagedRecord", "Moment", "Record", "Recorder", "read_records", "rebuild", "replay", "seen_by"]

Target: TypeAlias = str | os.PathLike[str] | IO[str]  # a file, a folder for a file a game, or an open file
Source: TypeAlias = str | os.PathLike[str] | IO[bytes]
Line: TypeAlias = dict[str, Any]

SAME_RULES = "same_rules.txt"
DECIDE_NO_GAME = ("cache", "jit", "parallel_build", "sources", "structure", "text")  # files of core: compiling, showing
FORMAT, FORMAT_KEYED = 1, 2  # of records; of those of a game that a secret keyed
LONGEST = 2**20  # bytes in a line
MOST = 2**20  # decisions in a game
RESULTS = (
    "terminated",  # the rules ended the game
    "truncated",  # a limit of the rules did
    "cut off",  # a limit of the one who plays did
    "forfeit",  # a forbidden action did: ``by`` whom
    "abandoned",  # another game or position was begun, or the writer closed
)


class DamagedRecord(ValueError):
    """A record is not what was written, or not what the rules make of it.

    Attributes:
        line: where, counted from 1.
    """

    def __init__(self, line: int, what: str) -> None:
        self.line = line
        super().__init__(f"line {line}: {escaped(what, keep=chr(10))}")


@dataclass
class Record:
    """One game as it was read."""

    header: Line
    decisions: list[Line] = field(default_factory=list)
    result: Line | None = None  # None: it breaks off
    line: int = 1  # of the header


@dataclass(frozen=True)
class Moment:
    """A position of a replayed game, and what was decided there."""

    state: States  # [1], the receiver's own
    number: int  # of the decision, from 1; after the last one more
    name: str  # where in the game this is: "turn 3, stage"
    actions: Mapping[str, str]  # agent -> action, by name, for all that were asked; empty at the end
    chosen: npt.NDArray[np.int32]  # [P] the same as ids, 0 for who was not asked; with `chance` for `Game.events`
    chance: npt.NDArray[Any]  # [1] the RNG record as it stood here


class Player(Protocol):
    """Who plays a seat: an agent of any kind. ``parameters`` are plain data."""

    name: str
    version: int
    parameters: Mapping[str, Any]


# ── Writing ──────────────────────────────────────────────────────────────────────────────────


class Recorder:
    """Steps a batch and writes down the games of its rows.

    Each line is written whole, at once, so a process that is killed leaves a record that can be
    read up to there. ``begin`` must be called first, and again whenever rows were reset or set to a
    position: what was being written of them ends as abandoned.

    Args:
        batch: whose games are written. It must not begin anew by itself (``autoreset``), for then
            nobody sees the last position of a game.
        target: a folder (one that exists, or a path that ends in a slash) gets a file for each game
            and loses none; a file is written anew and holds the games one after the other; an open
            text file gets the same. The last two are for a batch of one.
        agents: who plays the seats, if known.
    """

    def __init__(self, batch: Batch, target: Target, agents: Sequence[Player] | None = None) -> None:
        if batch.autoreset:
            raise ValueError("a batch with autoreset shows no game's last position; record without")
        self.batch = batch
        self.agents = None if agents is None else [_described(agent) for agent in agents]
        self._folder: Path | None = None
        self._sink: _Sink | None = None  # of all games, where they go into one file
        if not isinstance(target, str | os.PathLike):
            self._sink = _Sink(target, own=False)
        elif os.path.isdir(target) or os.fspath(target).endswith(("/", os.sep)):
            self._folder = Path(target)
            self._folder.mkdir(parents=True, exist_ok=True)
        if self._folder is None and batch.num_games > 1:
            raise ValueError(f"record: {batch.num_games} games at once need a folder, got {target!r}")
        if self._folder is None and isinstance(target, str | os.PathLike):
            self._sink = _Sink(open(target, "wb", buffering=0), own=True)
        self._logs: dict[int, _Log] = {}

    def begin(self, rows: Which = None) -> None:
        """Begin a record for each of these rows, from where it stands."""
        batch = self.batch
        chosen = np.zeros(batch.num_games, np.bool_)
        chosen[slice(None) if rows is None else rows] = True  # type: ignore[index]
        for row in map(int, np.flatnonzero(chosen)):
            if row in self._logs and self._logs[row].game == _game_of(batch, row):
                self._logs[row].key = None  # its chance goes on in the next record, whose end will tell the key
            self.end(row, "abandoned")
            log = self._logs[row] = _Log(self._sink or self._new_file(row), _game_of(batch, row), batch.game_key(row))
            log.write(header(batch, row, self.agents))
            self._end_if_over(row)

    def step(self, actions: npt.ArrayLike) -> None:
        """Play one joint decision in every row, as ``Batch.step`` does, and write it down."""
        batch = self.batch
        rows = [row for row in self._logs if not (batch.terminated[row] or batch.truncated[row])]
        before, asked = batch.states[rows].copy(), batch.to_act[rows].copy()
        batch.step(actions)
        chosen = np.asarray(actions)
        for i, row in enumerate(rows):
            self._logs[row].decision(batch, row, before[i : i + 1], asked[i], chosen[row])
            self._end_if_over(row)

    def end(self, row: int, result: str, rewards: Sequence[float] = (), by: Sequence[str] = ()) -> None:
        """End the record of a row with a result that the rules do not know; nothing if it has ended.

        Args:
            row: its number.
            result: "cut off", "forfeit" or "abandoned".
            rewards: one for each seat; left out, nobody has won or lost.
            by: whose forbidden action it was.
        """
        log = self._logs.pop(row, None)
        if log is not None:
            log.result(self.batch.game_of(row), result, rewards, by)
            if log.sink is not self._sink:
                log.sink.close()

    def close(self) -> None:
        """End what is being written, and close what was opened here."""
        try:
            for row in list(self._logs):
                self.end(row, "abandoned")
        finally:
            if self._sink is not None:
                self._sink.close()

    def _end_if_over(self, row: int) -> None:
        """End the record of a game that the rules have ended."""
        batch = self.batch
        if batch.terminated[row]:
            self.end(row, "terminated", outcomes(batch.game_of(row), batch.states[row]))
        elif batch.truncated[row]:
            self.end(row, "truncated")

    def _new_file(self, row: int) -> _Sink:
        """Open a new file in the folder for the game of a row, whatever is there."""
        assert self._folder is not None
        players = [re.sub(r"\W+", "_", agent["name"]) for agent in self.agents or ()]
        seed, number = _seed(self.batch, row), int(self.batch.game_number[row])
        stem = "-".join([self.batch.game.name, f"seed{seed}", f"game{number}", *players])
        for copy in count(1):
            name = f"{stem}.jsonl" if copy == 1 else f"{stem}-{copy}.jsonl"
            with contextlib.suppress(FileExistsError):
                return _Sink(open(self._folder / name, "xb", buffering=0), own=True)
        raise AssertionError("the numbers have run out")


class _Sink:
    """Where lines go: a file of our own, unbuffered, or somebody else's open text file."""

    def __init__(self, file: Any, *, own: bool) -> None:
        if not callable(getattr(file, "write", None)):
            raise TypeError(f"record: expected a path or an open text file, got {file!r}")
        self.file, self.own = file, own

    def write(self, line: str) -> None:
        """Write a line whole, in one call."""
        if not self.own:
            self.file.write(line)
            self.file.flush()
            return
        rest = memoryview(line.encode())
        while rest:  # where the disk is nearly full, less is taken than was given; the next time it complains
            try:
                rest = rest[self.file.write(rest) :]
            except OSError as error:
                raise OSError(error.errno, error.strerror, getattr(self.file, "name", None)) from None

    def close(self) -> None:
        """Close what was opened here."""
        if self.own:
            self.file.close()


class _Log:
    """Writes one record, line by line."""

    def __init__(self, sink: _Sink, game: tuple[int, int], key: bytes | None) -> None:
        self.sink = sink
        self.game = game  # seed and number
        self.key = key  # of its chance, kept until the end
        self.check = ""
        self.decisions = 0

    def write(self, line: Line) -> None:
        text, self.check = sealed(line, self.check)
        self.sink.write(text + "\n")

    def decision(
        self, batch: Batch, row: int, before: States, asked: npt.NDArray[Any], actions: npt.NDArray[Any]
    ) -> None:
        game = batch.game_of(row)
        self.decisions += 1
        self.write(
            {
                "decision": self.decisions,
                "moment": game.moment(before),
                "actions": {
                    game.agents[seat]: game.action_name(before, seat, int(actions[seat]))
                    for seat in map(int, np.flatnonzero(asked))
                },
                "hash": game.digest(batch.states[row : row + 1]),
            }
        )

    def result(self, game: Game, result: str, rewards: Sequence[float], by: Sequence[str]) -> None:
        paid = [plain_number(reward) for reward in rewards] or [0] * game.num_players
        line = {
            "result": result,
            "winner": winner(game, paid),
            "rewards": paid,
            "decisions": self.decisions,
        }
        told = {"secret": self.key.hex()} if self.key is not None else {}
        self.write(line | ({"by": list(by)} if by else {}) | told)


def header(batch: Batch, row: int, agents: list[Line] | None) -> Line:
    """Return the first line of a record of this row: all it takes to be here again."""
    game, state = batch.game_of(row), batch.states[row : row + 1]
    key = batch.game_key(row)
    line: Line = {
        "record": FORMAT if key is None else FORMAT_KEYED,
        "game": game.name,
        "version": game.version,
        "options": game.options,
        "seed": _seed(batch, row),
        "game_number": int(batch.game_number[row]),
    }
    dealt_by = line["seed"]
    if key is not None:
        line["secret_hash"], dealt_by = commitment(key), stream_seed(key, dealt_by)
    fresh = Batch(game, 1, dealt_by, first_game=line["game_number"])
    if fresh.states.tobytes() != state.tobytes() or fresh.rng[0] != batch.rng[row]:
        line["drawn"] = int(batch.rng[row]["count"])
        line["position"] = game.position(state)
    line["agents"] = agents
    line["engine"] = {
        "version": VERSION,
        "rules": rules_hash(game.engine.__name__),
        "tables": _short(game.tables.tobytes()),
    }
    line["hash"] = game.digest(state)
    return line


def outcomes(game: Game, g: Any) -> list[float]:
    """Return what the rules pay each seat at the end of a game."""
    return [plain_number(game.engine.outcome(g, seat)) for seat in range(game.num_players)]


def plain_number(reward: float) -> float:
    """Return a reward as JSON has it: a whole number, as in all games of winning, or a score."""
    return round(reward) if float(reward).is_integer() else float(reward)


def winner(game: Game, rewards: Sequence[float]) -> str | None:
    """Return who won: the one player who gained; of several with scores, the one who got most."""
    least = 0.0 if game.facts.payoff == "win" or game.num_players == 1 else sorted(rewards)[-2]
    gained = [agent for agent, reward in zip(game.agents, rewards, strict=True) if reward > least]
    return gained[0] if len(gained) == 1 else None


@cache
def rules_hash(engine: str) -> str:
    """Return what tells the rules of an engine from any others: the same on every machine.

    It is a hash of the sources (`source_hash`); and where these are known to play the same game as earlier ones of the
    same version, the hash of the first of those, so that results outlive a file that is moved or reads better.
    """
    now = source_hash(engine)
    first: dict[str, str] = {}  # of each version
    for version, known in same_rules(engine):
        first.setdefault(version, known)
        if known == now:
            return first[version]
    return now


def source_hash(engine: str) -> str:
    """Return a hash of the sources that decide how a game goes.

    How rules are compiled and kept, and how text is shown, decides no game (tests hold that compiled and uncompiled
    games are equal): results outlive a change of those files.
    """
    key = hashlib.sha256()
    packages = (*SHARED, engine.rpartition(".")[0])
    found = sources((f"{CORE}.kernels", engine), packages)
    for module in sorted(found.keys() - {f"{CORE}.{name}" for name in DECIDE_NO_GAME}):
        path = found[module]
        key.update(f"{module}\n".encode() + path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return key.hexdigest()[:16]


def same_rules(engine: str) -> list[tuple[str, str]]:
    """Return, for sources of this game that were found to play the same, the version of the game and their hash.

    A line each in the game's ``same_rules.txt``; `make same-rules` adds today's, after golden games, oracle and tests.
    """
    path = Path(import_module(engine).__file__ or "").with_name(SAME_RULES)
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [(version, known) for version, _, known in (line.partition(" ") for line in lines)]


def sealed(line: Line, before: str) -> tuple[str, str]:
    """Return a line as text that ends in its check, and the check, which depends on the one before."""
    body = json.dumps(line, ensure_ascii=False, allow_nan=False)
    check = hashlib.sha256((before + body).encode()).hexdigest()[:8]
    return f'{body[:-1]}, "check": "{check}"}}', check


def _described(agent: Player) -> Line:
    """Return an agent as plain data."""
    told = {"name": agent.name, "version": agent.version, "parameters": dict(agent.parameters)}
    try:
        plain: Line = json.loads(json.dumps(told, allow_nan=False))
    except (TypeError, ValueError) as error:
        raise ValueError(f"agent {agent.name}: its parameters are no plain data: {error}") from None
    return plain


def _seed(batch: Batch, row: int) -> int:
    return int(batch.seeds[row])


def _game_of(batch: Batch, row: int) -> tuple[int, int]:
    """Return which game a row plays: its seed and number."""
    return _seed(batch, row), int(batch.game_number[row])


def _short(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


# ── Reading ──────────────────────────────────────────────────────────────────────────────────

HASH, CHECK, KEY = "[0-9a-f]{16}", "[0-9a-f]{8}", "[0-9a-f]{32}"
NAME = ".{1,200}"  # of a moment, an action, a player
LONGEST_NAME = 4096  # letters, of who played: it may be the path of a file
SEATS = 99  # more than any game has
SHAPES: dict[str, dict[str, Any]] = {  # for each kind of line its fields, in order: a type, or a pattern of text
    "record": {
        "record": int,
        "game": "[a-z][a-z0-9_]{0,39}",
        "version": range(2**31),
        "options": dict,
        "seed": range(2**64),
        "game_number": range(2**63),
        "secret_hash": KEY,
        "drawn": range(2**63),
        "position": dict,
        "agents": (list, type(None)),
        "engine": dict,
        "hash": HASH,
    },
    "decision": {"decision": range(1, MOST + 1), "moment": NAME, "actions": dict, "hash": HASH},
    "result": {
        "result": "|".join(RESULTS),
        "winner": (str, type(None)),  # an agent; who they are, the game knows
        "rewards": list,
        "decisions": range(MOST + 1),
        "by": list,
        "secret": KEY,
    },
}
OPTIONAL = {"secret_hash", "drawn", "position", "by", "secret"}


def read_records(source: Source, *, partial: bool = False) -> Iterator[Record]:
    """Yield the games of a file, whole and undamaged, but not yet played again.

    Args:
        source: a path, or a file open for reading bytes.
        partial: a game that breaks off is yielded too, as far as it goes, with no result. Else it is
            refused.

    Raises:
        DamagedRecord: at the first line that is not as it was written.
    """
    if isinstance(source, str | os.PathLike):
        with open(source, "rb") as file:
            yield from read_records(file, partial=partial)
        return
    game: Record | None = None
    check, number = "", 0
    for number, raw in enumerate(iter(lambda: source.readline(LONGEST + 1), b""), 1):
        if not raw.endswith(b"\n"):
            if len(raw) > LONGEST:
                raise DamagedRecord(number, f"it is longer than {LONGEST} bytes")
            if partial:
                break  # cut in the middle by what ended the writer
            raise DamagedRecord(number, f"it breaks off: a line must end, found {_shown(raw[-20:])}")
        text = raw[:-1].removesuffix(b"\r")  # as some systems and tools end lines
        line, kind, check = _unsealed(text, number, check if game else "")
        if kind == "record":
            if game is not None:
                raise DamagedRecord(number, f"expected {_next(game)}, found the beginning of another game")
            game = Record(line, line=number)
        elif game is None:
            raise DamagedRecord(number, f"expected the beginning of a game, found a {kind!r} line")
        elif kind == "decision":
            _expect(number, "decision", len(game.decisions) + 1, line["decision"])
            game.decisions.append(line)
        else:
            _expect(number, "decisions", len(game.decisions), line["decisions"])
            game.result = line
            yield game
            game = None
    if game is not None:
        if not partial:
            raise DamagedRecord(number + 1, f"the record breaks off: expected {_next(game)}, found the end")
        yield game
    elif number == 0:
        raise DamagedRecord(1, "expected the beginning of a game, found nothing")


def _next(game: Record) -> str:
    return f"decision {len(game.decisions) + 1} or the result"


def _unsealed(raw: bytes, number: int, before: str) -> tuple[Line, str, str]:
    """Return a line as data, what kind of line it is, and its check."""
    try:
        line = json.loads(raw.decode())
    except (ValueError, RecursionError) as error:
        raise DamagedRecord(number, f"it is no JSON: {error or 'too deep'}") from None
    kind = next(iter(line), None) if isinstance(line, dict) else None
    if kind not in SHAPES:
        raise DamagedRecord(
            number, f"expected an object that begins with record, decision or result, found {_shown(raw)}"
        )
    if kind == "record":
        _expect(number, "format of records", FORMAT_KEYED if "secret_hash" in line else FORMAT, line["record"])
    check = line.pop("check", None)
    if not isinstance(check, str) or not re.fullmatch(CHECK, check):
        raise DamagedRecord(number, f"expected a check of 8 digits at its end, found {_shown(check)}")
    try:
        text, right = sealed(line, before)
        as_written = text.encode()
    except (ValueError, RecursionError) as error:
        raise DamagedRecord(number, f"it can't have been written so: {error}") from None
    _expect(number, "check of this line and those before it", right, check)
    if as_written != raw:
        raise DamagedRecord(number, f"expected {_shown(as_written)}, found {_shown(raw)}")
    _check_shape(line, kind, number)
    return line, kind, check


def _check_shape(line: Line, kind: str, number: int) -> None:
    """Refuse a line that has other fields than its kind, or other things in them."""
    shape = SHAPES[kind]
    missing = [name for name in shape if name not in line and name not in OPTIONAL]
    unknown = [name for name in line if name not in shape]
    if missing or unknown:
        raise DamagedRecord(
            number, f"its fields are wrong: missing {missing or 'none'}, unknown {unknown or 'none'}"
        )
    for name, value in line.items():
        kinds = shape[name]
        if isinstance(kinds, range):
            right = type(value) is int and value in kinds
            kinds = f"a number from {kinds[0]} to {kinds[-1]}"
        elif isinstance(kinds, str):
            right = isinstance(value, str) and re.fullmatch(kinds, value) is not None
        else:
            right = isinstance(value, kinds) and not isinstance(value, bool)
        if not right:
            raise DamagedRecord(number, f"{name}: expected {kinds}, found {_shown(value)}")
    if ("drawn" in line) != ("position" in line):
        raise DamagedRecord(number, "expected drawn and position, or neither")
    faults = {"record": _header_fault, "decision": _decision_fault, "result": _result_fault}
    fault = faults[kind](line)
    if fault is not None:
        raise DamagedRecord(number, fault)


def _header_fault(line: Line) -> str | None:
    """Return what is wrong inside the first line of a record, or None."""
    for place, agent in enumerate(line["agents"] or ()):
        if place >= SEATS:
            return f"agents: expected one for each seat, found {len(line['agents'])}"
        if not isinstance(agent, dict) or sorted(agent) != ["name", "parameters", "version"]:
            return f"agents[{place}]: expected name, version and parameters, found {_shown(agent)}"
        if not isinstance(agent["name"], str) or len(agent["name"]) > LONGEST_NAME:
            return f"agents[{place}]: name: expected at most {LONGEST_NAME} letters, found {_shown(agent['name'])}"
        if type(agent["version"]) is not int or not isinstance(agent["parameters"], dict):
            return f"agents[{place}]: expected a whole number and an object, found {_shown(agent)}"
    engine = line["engine"]
    if sorted(engine) != ["rules", "tables", "version"] or not _is_name(engine["version"]):
        return f"engine: expected version, rules and tables, found {_shown(engine)}"
    for name in ("rules", "tables"):
        if not isinstance(engine[name], str) or not re.fullmatch(HASH, engine[name]):
            return f"engine: {name}: expected a hash of 16 digits, found {_shown(engine[name])}"
    return None


def _decision_fault(line: Line) -> str | None:
    """Return what is wrong inside the line of a decision, or None."""
    if not _is_name(line["moment"]):
        return f"moment: expected a name, found {_shown(line['moment'])}"
    for agent, action in line["actions"].items():
        if not _is_name(action):
            return f"actions: {_shown(agent)}: expected an action's name, found {_shown(action)}"
    return None


def _result_fault(line: Line) -> str | None:
    """Return what is wrong inside the last line of a record, or None."""
    if line["winner"] is not None and not _is_name(line["winner"]):
        return f"winner: expected an agent's name or null, found {_shown(line['winner'])}"
    if not all(type(reward) in (int, float) and -1 <= reward <= 1 for reward in line["rewards"]):
        return f"rewards: expected numbers from -1 to 1, found {_shown(line['rewards'])}"
    if not all(_is_name(agent) for agent in line.get("by", ())):
        return f"by: expected agents' names, found {_shown(line['by'])}"
    return None


def _is_name(value: object) -> bool:
    """Return whether a value is a text of one line that can be shown as it is."""
    return isinstance(value, str) and 0 < len(value) <= 200 and all(map(is_shown, value))


def _expect(number: int, what: str, expected: object, found: object) -> None:
    """Refuse a line where something else stands than there should."""
    if expected != found or type(expected) is not type(found):
        raise DamagedRecord(number, f"{what}: expected {_shown(expected)}, found {_shown(found)}")


def _shown(value: object) -> str:
    """Show what a file said, cut short where it is long."""
    text = repr(value)
    return text if len(text) <= 120 else f"{text[:110]} ..."


# ── Replaying ────────────────────────────────────────────────────────────────────────────────


def rebuild(record: Record, games: Iterable[type[Game]], **more: Any) -> Game:
    """Return the game a record is of, built as its options say.

    Args:
        record: as it was read.
        games: those it may be.
        more: what a record does not hold, such as the player's own card file.

    Raises:
        DamagedRecord: it is of none of these games, of another version, or with impossible options.
    """
    header, known = record.header, {game.name: game for game in games}
    if header["game"] not in known:
        names = " or ".join(known)
        raise DamagedRecord(record.line, f"game: expected {names}, found {header['game']!r}")
    kind = known[header["game"]]
    if header["version"] != kind.version:
        raise DamagedRecord(
            record.line,
            f"version of {kind.name}: expected {kind.version}, found {_shown(header['version'])}: it was played by"
            " other rules, and a release of this package that has them replays it",
        )
    try:
        game = kind.rebuilt(header["options"], **more)
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        raise DamagedRecord(record.line, f"options: {error}") from None
    return game


def replay(record: Record, game: Game) -> Iterator[Moment]:
    """Play a record again: yield every position with what was decided there, and the last with nothing.

    A position is yielded once it has been found to be the recorded one.

    Raises:
        DamagedRecord: at the line where the rules disagree: an action they forbid, another position
            than the recorded one, another result.
    """
    first = record.line
    batch = _begun(record, game)
    _compare(record, first, game, batch, record.header)
    for number, decision in enumerate(record.decisions, 1):
        line = first + number
        if batch.terminated[0] or batch.truncated[0]:
            raise DamagedRecord(line, "the game is over: expected the result, found another decision")
        before, chance, actions = batch.states.copy(), batch.rng.copy(), decision["actions"]
        _expect(line, "moment", game.moment(before), decision["moment"])
        chosen = _ids(game, batch, line, actions)
        yield Moment(before, number, decision["moment"], actions, chosen[0], chance)
        try:
            batch.step(chosen)
        except ValueError as error:
            said = str(error).removeprefix("row 0: ")
            raise DamagedRecord(line, f"{said}{_of_other_rules(record, game)}") from None
        _compare(record, line, game, batch, decision)
    if record.result is not None:
        _check_result(record, game, batch)
    number = len(record.decisions) + 1
    nothing = np.zeros(game.num_players, np.int32)
    yield Moment(batch.states.copy(), number, game.moment(batch.states), {}, nothing, batch.rng.copy())


def _begun(record: Record, game: Game) -> Batch:
    """Return a batch of one that stands where the record begins."""
    header = record.header
    batch = Batch(game, 1, _dealt_by(record), first_game=header["game_number"])
    if "position" in header:
        try:
            state = game.from_position(header["position"])
        except (TypeError, ValueError, KeyError, AttributeError) as error:
            raise DamagedRecord(record.line, f"position: {'; '.join(str(error).split(chr(10)))}") from None
        batch.set_states(state)
        batch.rng["count"] = header["drawn"]
    return batch


def _dealt_by(record: Record) -> int:
    """Return the seed that a game was dealt by: its own, or what its secret made of it."""
    wanted, line = record.header.get("secret_hash"), record.line + len(record.decisions) + 1
    told = None if record.result is None else record.result.get("secret")
    if wanted is None:
        if told is not None:
            raise DamagedRecord(line, "secret: the header says nothing of one")
        return int(record.header["seed"])
    if told is None:
        why = "the game is not over" if record.result is None else "its chance went on in another record"
        raise DamagedRecord(
            line, f"a secret keys all chance of this game, and it is not told yet: {why}. Nobody can replay it without"
        )
    key = parse_key(told)
    _expect(line, "secret: its hash", wanted, commitment(key))
    return stream_seed(key, record.header["seed"])


def _ids(game: Game, batch: Batch, line: int, actions: Mapping[str, str]) -> npt.NDArray[np.int32]:
    """Return the recorded actions as ids [1, P]; exactly those who are asked must have one."""
    asked = [game.agents[seat] for seat in np.flatnonzero(batch.to_act[0])]
    _expect(line, "who decides", asked, list(actions))
    chosen = np.zeros((1, game.num_players), np.int32)
    for agent in asked:
        seat = game.agents.index(agent)
        try:
            chosen[0, seat] = game.action_id(batch.states, seat, actions[agent])
        except ValueError as error:
            raise DamagedRecord(line, f"{agent}: {error}") from None
    return chosen


def _compare(record: Record, line: int, game: Game, batch: Batch, told: Line) -> None:
    """Refuse a line after which the position is another one than recorded."""
    found = game.digest(batch.states)
    if found != told["hash"]:
        where = "here" if line > record.line else "at the beginning"
        raise DamagedRecord(
            line,
            f"the record has position {told['hash']} {where}, the rules lead to {found}"
            + _of_other_rules(record, game),
        )


def _of_other_rules(record: Record, game: Game) -> str:
    """Return what may explain a disagreement: the record was made by other sources or other cards."""
    then = record.header["engine"]
    now = {"rules": rules_hash(game.engine.__name__), "tables": _short(game.tables.tobytes())}
    changed = [what for what, hash_ in now.items() if then.get(what) != hash_]
    if not changed:
        return ""
    by = f"version {_shown(then.get('version'))}"
    return f" (recorded by {by}, whose {' and '.join(changed)} were others than here)"


def _check_result(record: Record, game: Game, batch: Batch) -> None:
    """Refuse a result other than the one the game came to."""
    told = record.result or {}
    line = record.line + len(record.decisions) + 1
    ended = "terminated" if batch.terminated[0] else "truncated" if batch.truncated[0] else None
    result = told["result"]
    if ended is not None or result not in RESULTS[2:]:
        _expect(line, "result", ended or " or ".join(RESULTS[2:]), result)
    rewards: list[float] = [0] * game.num_players
    if ended == "terminated":
        rewards = outcomes(game, batch.states[0])
    if result == "forfeit":
        by = told.get("by")
        if not isinstance(by, list) or not by or any(agent not in game.agents for agent in by):
            raise DamagedRecord(line, f"by: expected who forfeited, found {_shown(by)}")
        others = 1 if game.num_players == 2 else 0
        rewards = [-1 if agent in by else others for agent in game.agents]
    elif "by" in told:
        raise DamagedRecord(line, f"by: only a forfeit has it, not {result!r}")
    _expect(line, "rewards", rewards, told["rewards"])
    _expect(line, "winner", winner(game, rewards), told["winner"])


# ── What one player saw ──────────────────────────────────────────────────────────────────────


def seen_by(agent: str, game: Game, moments: Iterable[Moment]) -> Iterator[Line]:
    """Yield what one player saw and did, and nothing that could tell more.

    What the others do stands there as far as it shows: in what changes of the position as this
    player sees it. A decision of theirs that shows nothing has no line. There are no hashes and no
    seed, for both tell of hidden cards to whoever tries them out.

    Args:
        agent: whose view it is.
        game: what is played.
        moments: as ``replay`` yields them.
    """
    before: Line = {}
    for moment in moments:
        sees = game.position(moment.state, agent)
        line: Line = {}
        if sees != before:
            changed = {name: value for name, value in sees.items() if before.get(name) != value}
            line["sees"] = changed | dict.fromkeys(before.keys() - sees.keys())
        if agent in moment.actions:
            line["does"] = moment.actions[agent]
        if line:
            yield line
        before = sees
