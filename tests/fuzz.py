"""Wrong input of every kind, counted: each is taken and valid, or refused in words, and a refusal changes nothing.

Deck lists, card files, positions, actions, records, options, seeds, names, saved agents and ladder files are made
from good ones by spoiling them. Whatever is refused must be refused by a ValueError or TypeError whose words name what
was wrong, and the environment must be afterwards as it was before, position and chance; a file too. Whatever is
accepted must be good: the game is played on, its positions are checked, what is printed steers no terminal. Below:
courses.py. Above: test_fuzz.py, which tries a few of each kind. By itself it tries as many as wanted, and prints
how many were refused and accepted::

    python -m tests.fuzz --inputs 20000
    python -m tests.fuzz --kind positions --first 817 --inputs 1   # one of them again
"""

from __future__ import annotations

import argparse
import copy
import importlib
import inspect
import io
import json
import operator
import random
import re
import shutil
import sqlite3
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable
from contextlib import closing, redirect_stderr, redirect_stdout
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded

from agents import learned
from agents.base import Observation
from agents.learned import PolicyValueNet, lay_out, shapes
from ow_env import registry
from ow_env.adapters.gymnasium import OneSeatEnv, OneSeatVectorEnv
from ow_env.adapters.one_seat import OneSeat
from ow_env.adapters.pettingzoo import GameEnv, GameParallelEnv
from ow_env.adapters.sb3 import GameVecEnv
from ow_env.core import Batch
from ow_env.core.batch import any_allowed
from ow_env.core.game import Game, States
from ow_env.core.records import DamagedRecord, Recorder, read_records, rebuild, replay, sealed
from ow_env.expansive_universe.game import ExpansiveUniverse
from ow_env.goofspiel.game import Goofspiel
from ow_env.open_worlds.cards import load_catalogue
from ow_env.open_worlds.decks import as_text, check_deck, random_deck
from ow_env.open_worlds.game import OpenWorlds
from ow_env.star_realms.game import StarRealms
from ow_env.testing.damage import damaged, play
from ow_env.these_new_worlds.game import TheseNewWorlds
from ow_env.tradeworlds.game import TradeWorlds
from tests.open_worlds.contract import invariants
from training.cli import main as ow
from training.decklab.stored import matchup_fault
from training.measure import ladder, model_card as agent_cards, report
from training.measure.store import AgentKey, SeatSwap, Store

HERE = Path(__file__).parent
DATA = HERE.parent / "ow_env"
GAME_CLASSES = tuple(map(registry.class_of, registry.games()))
MODULES = [importlib.import_module(f"ow_env.{name}_v0") for name in registry.games()]
PLAYED_ON = 40  # joint decisions that are played with what was accepted
OF_POSITIONS = (  # of what a refused position may be told
    *"position view players history prize field face_down carried game cards order bids ties format".split(),
)
SCRATCH = ("commands", "actions")  # of a batch: what a call works with, and nothing lasting
NOT_IN_WORDS = re.compile(  # how Python and NumPy complain of what nobody had looked at
    "object has no attribute|unhashable|not supported between|invalid literal|broadcast|ambiguous|not iterable"
    "|not subscriptable|object is not|cannot be interpreted|unsupported operand|out of bounds|can't convert"
    "|too large to convert|Python int|must be real number|setting an array|has no len|cannot convert|only integer"
)


class Unclear(AssertionError):
    """An input was neither accepted validly nor refused in words."""


# ── Junk ─────────────────────────────────────────────────────────────────────────────────────


def nested(depth: int) -> list[Any]:
    """Return lists in lists."""
    return [nested(depth - 1)] if depth else []


NUMBERS = [0, 1, -1, 2, 3, 5, 7, 55, 127, 128, 255, 256, 32768, 65536]
NUMBERS += [2**31, 2**32, 2**63 - 1, 2**63, 2**64, -(2**63), 10**30]
OTHERS: list[Callable[[], Any]] = [
    lambda: None, lambda: True, lambda: False, lambda: 1.5, lambda: 2.0, lambda: float("nan"), lambda: float("inf"),
    lambda: 1j, lambda: "", lambda: " ", lambda: "\0", lambda: "\ud800", lambda: "9" * 5000, lambda: "x" * 5000,
    lambda: "é漢🙂", lambda: "player_0", lambda: "player_1", lambda: "player_9", lambda: "City 12", lambda: "Koti",
    lambda: "../..", lambda: "/dev/null", lambda: b"Koti", lambda: bytearray(b"1"), list, lambda: [1],
    lambda: ["City 12"] * 3, lambda: [None, None], lambda: [[], []], lambda: nested(150), dict,
    lambda: {"a": 1}, lambda: {1: 2}, lambda: {None: None}, lambda: {"player_0": 0}, lambda: set(), lambda: {1, 2},
    lambda: (), lambda: (0, 0), lambda: ("Koti", "Maail"), lambda: range(3), lambda: iter([1, 2]), lambda: object(),
    lambda: int, lambda: len, lambda: Ellipsis, lambda: NotImplemented, lambda: np.int64(1), lambda: np.uint8(200),
    lambda: np.float32(1), lambda: np.bool_(True), lambda: np.str_("Koti"), lambda: np.array(1), lambda: np.array([]),
    lambda: np.array([0, 0]), lambda: np.array([[0, 0]]), lambda: np.array([[0.5, 1.0]]), lambda: np.array([1, "a"]),
    lambda: np.array([None, 1]), lambda: np.zeros((2, 2, 2), np.int64), lambda: np.array([[2**63, 0]], np.uint64),
    lambda: np.array([True, False]), lambda: Path("no such file"), lambda: HERE, lambda: memoryview(b"ab"),
]  # fmt: skip
PLAIN = [None, True, 0, 1, -1, 2, 99, 10**30, 1.5, "", "Koti", "City 12", "player_1", "\0", "9" * 300]
PLAIN += [[], [1], nested(90), {}, {"a": 1}, -(2**63), ["City 12", "City 12"]]
PLAIN += [{"card": "Outpost", "owner": 1}, {"card": "Titan"}, "Titan of player_0", "stage"]
PLAIN += ["surface conflict", "orbital activity", "swap", "ground force", "Espionage", {"player_0": "Exploit"}]
TOML = """0 -1 3 12 100 10000000000000000000000 1.5 nan true "" "ship" "res" "cancel" [] [1] {} [1,2,3,4,5] 1979-05-27
["depletes:99"] ["shield:0"] ["conquers","conquers"] ["bombard"] "capacity:-1" "\\u0000" """.split()
TOML += ['"any world"', '"end of draw"', '"draw or search"']

REALM_TOML = """0 -1 1 2 20 64 "ship" "base" true false [] [1] {} "x" ["draw:1"] ["draw:99"] ["copy%ship"] ["trim:2"]
["cycle:20"] ["may%destroy%base","scrap%from%row"] {a=["trade:1"],b=["combat:2"]} {a=["draw:1"]} ["combat:2","trade:2"]
["acquire%ship%on%top"] ["scrap%from%hand"] ["ally%of%all%factions"] ["opponent%discards:3"] 1e9 nan 1979-05-27
["draw%per%blob%played"] ["with%two%bases%draw:3"] ["next%ship%on%top"] ["may%scrap%from%hand%or%discard"]""".split()
NEW_WORLDS_TOML = """0 -1 1 9 99 100 "red" "wild" "none" true [] [1] {} "x" ["collect:1"]
["collect:9","collect:9","collect:9"]
["empire"] ["collective"] ["collective%any"] ["steal:2"] ["steal:99"] ["empire","empire","empire","empire"] 1e9 nan
["same%colour%on%top"] ["own%its%colour"] ["own%its%colour","same%colour%on%top"] 1979-05-27""".split()
TRADE_TOML = """0 -1 1 3 6 15 16 99 100 "attack" "any" "reroll" "cancel" "salvage" "firepower" "none" true [] [1] {} "x"
["roll"] ["strike"] ["declare","roll"] ["loss"] ["cancel"] ["boost"] 1e9 nan 1979-05-27 "printed" """.split()
UNIVERSE_TOML = """0 -1 1 9 99 100 "inside" "outside" "attacking" "outnumbered" true [] [1] {} "x" ["boost:1"]
["boost:99"] ["capture:9"] ["gain%weapon","boost:1"] ["withdraw"] ["recruit:5"] ["salvage","march"] ["gold:3"]
["toll:0"] ["home%guard:5"] ["core%point:2"] ["lore","lore"] ["lore","magic"] "Wartribe" 1e9 nan 1979-05-27""".split()
CARD_FILES = {  # kind: the game, its options, names and values of figures that are put in, with % for a space
    "realm_cards": ("star_realms", {}, "defense outpost always ally scrap x", REALM_TOML),
    "new_worlds_cards": ("these_new_worlds", {}, "value award extra colour x", NEW_WORLDS_TOML),
    "trade_cards": ("tradeworlds", {"max_rounds": 5}, "trade effect side windows copies x", TRADE_TOML),
    "universe_cards": ("expansive_universe", {"max_rounds": 4}, "ability effects when skills expire x", UNIVERSE_TOML),
}
NASTY = ["\x1b[31m", "\x9b2J", "a\nb", "=1+1", "\u202e", "/etc/passwd", "../../x", "$\\frac$", "{0}", "%s"]
NASTY += ["<script>"]
CELL = ["1", "-1", "0", "2", "1.5", "9e999", "-9e999", "9223372036854775807", "-9223372036854775808", "NULL", "''"]
CELL += ["'x'", "'won'", "'winn'", "x''", "x'ff00'", "x'776f6e'", "CAST(x'ff' AS TEXT)", "char(0)", "char(27, 91)"]
CELL += ["'null'", "'{}'", "'[1]'", "'NaN'", "zeroblob(100000)", "hex(zeroblob(9000))", "'0000000000000000'"]
COLUMNS = (  # of a ladder file: (table, column)
    "SELECT m.name, c.name FROM sqlite_master AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table'"
)
HOSTILE = [  # what somebody could do to a ladder file
    ["DROP TABLE blocks"], ["DROP VIEW scores"], ["DROP VIEW scores", "DROP TABLE pairs"], ["DELETE FROM contests"],
    ["DELETE FROM agents WHERE id = 1"], ["CREATE TABLE more (a)"], ["CREATE VIEW v AS SELECT * FROM v"], ["ANALYZE"],
    ["CREATE TRIGGER t AFTER INSERT ON agents BEGIN DELETE FROM pairs; END"], ["CREATE INDEX i ON pairs (seed)"],
    ["DROP VIEW scores", "DROP TABLE blocks", "CREATE VIEW blocks AS WITH RECURSIVE n (experiment, number, result) AS"
     " (SELECT 1, 0, '1' UNION ALL SELECT 1, number + 1, result FROM n) SELECT * FROM n"],
    ["PRAGMA user_version = 3"], ["PRAGMA user_version = 1"], ["PRAGMA user_version = 0"],
    ["PRAGMA application_id = 0"],
    ["PRAGMA application_id = 1", "PRAGMA user_version = -7"], ["ALTER TABLE agents RENAME COLUMN label TO name_"],
    ["PRAGMA writable_schema = ON", "UPDATE sqlite_master SET sql = replace(sql, 'won', 'one')"],
    ["PRAGMA writable_schema = ON", "UPDATE sqlite_master SET sql = NULL"],
    ["PRAGMA writable_schema = ON", "UPDATE sqlite_master SET rootpage = 2"],
    ["PRAGMA writable_schema = ON", "UPDATE sqlite_master SET name = x'1b5b'"],
    ["PRAGMA writable_schema = ON", "DELETE FROM sqlite_master"], ["PRAGMA journal_mode = DELETE"], ["VACUUM"],
    ["INSERT INTO pairs SELECT contest, other, one, seed, number, deal, game_seed, decks, second, first, first_turns,"
     " second_turns, first_decisions, second_decisions, one_choices, other_choices, one_seconds, other_seconds, played"
     " FROM pairs"],
]  # fmt: skip


def odd_cards(name: str) -> Path:
    """Return the file of cards that a game has for its tests alone."""
    return HERE / name / "odd_cards.toml"


def junk(chance: random.Random) -> Any:
    """Return anything at all, new each time."""
    if chance.random() < 0.3:
        return chance.choice(NUMBERS)
    if chance.random() < 0.1:
        return "".join(chr(chance.randrange(*chance.choice(((32, 127), (1, 1500))))) for _ in range(9))
    return chance.choice(OTHERS)()


def spoiled(chance: random.Random, told: Any, others: list[Any]) -> Any:
    """Return nested JSON with one to three things taken away, replaced, renamed or exchanged."""
    told = copy.deepcopy(told)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        *way, last = chance.choice([((), None), *paths(told)][1:] or [(None,)])
        place = told
        for key in way:
            place = place[key]
        if not isinstance(place, dict | list) or not place:
            return copy.deepcopy(chance.choice(PLAIN))
        what = chance.random()
        donor = chance.choice(others)
        if what < 0.2:
            del place[last]
        elif what < 0.65:
            place[last] = copy.deepcopy(chance.choice(PLAIN))
        elif what < 0.75 and isinstance(place, dict):
            place[chance.choice(["x", "", "unit", "turn", "Koti", 3, None])] = place.pop(last)
        elif what < 0.85 and isinstance(place, list):
            place.append(copy.deepcopy(place[last]))
        elif isinstance(place[last], int) and not isinstance(place[last], bool) and chance.random() < 0.5:
            place[last] += chance.choice((1, -1, 2, 100))
        elif isinstance(donor, dict) and way and isinstance(donor.get(way[0]), dict) and isinstance(last, str):
            place[last] = copy.deepcopy(donor[way[0]].get(last))
        elif isinstance(donor, dict) and last in donor:
            place[last] = copy.deepcopy(donor[last])
    return told


def paths(value: Any, before: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the path of everything inside a JSON value."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = []
    for key, entry in entries:
        found += [(*before, key), *paths(entry, (*before, key))]
    return found


def scrambled(chance: random.Random, data: bytes) -> bytes:
    """Return bytes some of which were flipped, cut out, doubled or replaced."""
    for _ in range(chance.choice((1, 1, 2, 5))):
        at, most = chance.randrange(len(data) + 1), chance.choice((1, 1, 4, 200))
        what = chance.random()
        if what < 0.4 and at < len(data):
            data = data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]
        elif what < 0.6:
            data = data[:at] + data[at + most :]
        elif what < 0.7:
            data = data[:at] + data[at : at + most] * 2 + data[at + most :]
        elif what < 0.9:
            data = data[:at] + chance.choice((b"\n", b"\0", b'"', b"{", b"]", b"\xff", b"#", b" = ")) + data[at:]
        else:
            data = data[:at]
    return data


# ── Trying ───────────────────────────────────────────────────────────────────────────────────


class Fuzz:
    """Tries inputs and counts what became of them.

    Args:
        seed: of all that is tried; each input depends on it, its kind and its number alone.
    """

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.counts: Counter[tuple[str, str]] = Counter()  # (kind, "tried" or "refused" or "accepted")
        self.faults: list[str] = []
        self.chance = random.Random()
        self.folder = Path(tempfile.mkdtemp(prefix="fuzz"))

    def run(self, kind: str, inputs: int, first: int = 0) -> None:
        """Try inputs number ``first`` and on of one kind."""
        for number in range(first, first + inputs):
            self.chance = random.Random(f"{self.seed} {kind} {number}")
            self.counts[kind, "tried"] += 1
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("error")
                    accepted = self.card_file(kind) if kind in CARD_FILES else getattr(self, kind)()
            except Unclear as fault:
                self.faults.append(f"{kind} {number}: {fault}")
                self.counts[kind, "unclear"] += 1
            else:
                self.counts[kind, "accepted" if accepted else "refused"] += 1

    def attempt(self, call: Callable[[], Any], *names: str) -> tuple[bool, Any]:
        """Call; return whether it went through, and what came. A refusal has to say one of these names."""
        try:
            return True, call()
        except Exception as error:
            said = str(error)
            where = traceback.extract_tb(error.__traceback__)[-1]
            at = f"{type(error).__name__} at {Path(where.filename).name}:{where.lineno}: {said:.300}"
            if not isinstance(error, ValueError | TypeError) or isinstance(error, LookupError):
                raise Unclear(f"not refused, but failed: {at}") from error
            if not any(name in said for name in names) or NOT_IN_WORDS.search(said):
                raise Unclear(f"refused without naming {' or '.join(names)}: {at}") from error
            return False, said

    def must(self, holds: bool, what: str) -> None:
        """Complain unless something holds."""
        if not holds:
            raise Unclear(what)

    def close(self) -> None:
        """Remove the files that were tried."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def report(self) -> str:
        """Return a line for each kind, and one for all."""
        lines, total = [], Counter[str]()
        for kind in dict.fromkeys(kind for kind, _ in self.counts):
            row = {what: self.counts[kind, what] for what in ("tried", "refused", "accepted", "unclear")}
            total.update(row)
            lines.append(self.line(kind, row))
        return "\n".join([*lines, self.line("all", total)])

    @staticmethod
    def line(kind: str, row: Any) -> str:
        """Return the counts of one kind."""
        end = f", {row['unclear']} neither" if row["unclear"] else ""
        return f"{kind}: {row['tried']} inputs tried, {row['refused']} refused, {row['accepted']} accepted{end}"

    def file(self, data: bytes, suffix: str) -> Path:
        """Write a file to be read."""
        path = self.folder / f"mine{suffix}"
        path.write_bytes(data)
        return path

    def play_on(self, game: Game, batch: Batch | None = None) -> None:
        """Play at random with what was accepted; nothing may go wrong."""
        batch = batch or Batch(game, 1, seed=self.chance.randrange(2**32))
        try:
            for _ in range(2):
                batch.rollout(PLAYED_ON // 2)
                if isinstance(game, OpenWorlds):
                    invariants(game, batch.states)
                told = game.position(batch.states)
                there = game.from_position(json.loads(json.dumps(told)))
                self.must(there.tobytes() == batch.states.tobytes(), "its positions do not read back")
        except Unclear:
            raise
        except Exception as error:
            raise Unclear(f"accepted, but then: {error!r}") from error

    # ── What is played with ────────────────────────────────────────────────────────────────────

    @cached_property
    def games(self) -> list[Game]:
        """Games to try things in."""
        return [
            OpenWorlds(),
            OpenWorlds(num_players=3, stage="priority"),
            OpenWorlds(num_players=4, num_worlds=4, open_decklists=True, ask="public"),
            Goofspiel(num_cards=5),
            Goofspiel(3, bids="hidden", ties="carry"),
            StarRealms(),
            StarRealms(cards=odd_cards("star_realms"), ask="public"),
            TheseNewWorlds(),
            TheseNewWorlds(cards=odd_cards("these_new_worlds"), hand=15, ask="public"),
            TradeWorlds(reinforcements=True, max_rounds=20),
            TradeWorlds("Space Wars", num_players=4, max_rounds=12, ask="public"),
            TradeWorlds("The Derelict", cards=odd_cards("tradeworlds")),
            ExpansiveUniverse(max_rounds=12),
            ExpansiveUniverse(num_players=4, core="Galactic Core #5", max_rounds=8),
            ExpansiveUniverse(num_players=3, cards=odd_cards("expansive_universe"), max_rounds=10),
        ]

    @cached_property
    def doors(self) -> list[Any]:
        """Environments of every form, of every game."""
        doors: list[Any] = []
        for module in MODULES:
            game = module.parallel_env().game
            doors += [module.parallel_env(), module.raw_env(), OneSeatEnv(game), OneSeatVectorEnv(game, 2)]
            doors += [GameVecEnv(game, 2), Batch(game, 2)]
        return doors

    @cached_property
    def tables(self) -> dict[int, GameParallelEnv]:
        """A parallel environment for each of the games."""
        return {id(game): GameParallelEnv(game) for game in self.games}

    @cached_property
    def as_records(self) -> list[tuple[Game, States]]:
        """The positions of the pool as records."""
        return [(game, np.concatenate([game.from_position(each) for each in told])) for game, told in self.pool]

    @cached_property
    def pool(self) -> list[tuple[Game, list[Any]]]:
        """Positions of random games."""
        pool = []
        for game in self.games:
            rng, told = np.random.default_rng(self.seed), []
            batch = Batch(game, 3, seed=self.seed)
            for step in range(240):
                if step % 4 == 0:
                    told += [game.position(batch.states[row : row + 1]) for row in range(3)]
                over = batch.terminated | batch.truncated
                if over.any():
                    batch.reset(over)
                batch.step(any_allowed(batch, rng))
            pool.append((game, told))
        return pool

    @cached_property
    def texts(self) -> list[str]:
        """Records of short games."""
        games = [Goofspiel(num_cards=4), Goofspiel(3, 6, bids="hidden"), OpenWorlds(max_turns=1)]
        games += [StarRealms(max_turns=4), TheseNewWorlds(rounds=1)]
        games += [TradeWorlds(num_players=3, max_rounds=2), TradeWorlds("The Derelict", max_rounds=3)]
        games += [ExpansiveUniverse(num_players=3, max_rounds=2)]
        games.append(OpenWorlds(num_players=3, num_worlds=2, stage="priority", max_turns=1))
        texts = []
        for game, number in ((game, number) for game in games for number in range(2)):
            text, rng = io.StringIO(), np.random.default_rng(number)
            batch = Batch(game, 1, seed=number)
            if number:
                batch.rollout(4)
            recorder = Recorder(batch, text)
            recorder.begin()
            while not (batch.terminated[0] or batch.truncated[0]):
                recorder.step(any_allowed(batch, rng))
            texts.append(text.getvalue())
        return texts

    @cached_property
    def saved(self) -> tuple[Game, dict[str, Any], dict[str, Any]]:
        """What is in a saved agent: the game it plays, its arrays, what it says of itself."""
        game = Goofspiel(num_cards=5)
        layout, widths = lay_out(game, "flat"), {"whole": 6, "world": 4, "trunk": 5}
        rng = np.random.default_rng(self.seed)
        wanted = shapes(layout, **widths)
        arrays = {name: rng.normal(size=shape).astype(np.float32) for name, shape in wanted.items()}
        network = PolicyValueNet(layout, arrays)
        trained = {"decisions": 9, "games": 3, "seconds": 1.5, "versions": {"numpy": "2"}}
        trained["settings"] = {"decks": ["Smith-Boson F.E.", "Empyrean Enterprises"], "scripted": ["expert"], "seed": 1}
        card = learned.Card(learned.FORMAT, game.name, layout.digest, "flat", widths, 0.5, trained)
        return game, dict(network.weights), asdict(card)

    @cached_property
    def ladder(self) -> bytes:
        """A small ladder file."""
        path = self.folder / "good.sqlite"
        with Store(path) as store:
            matchup = store.matchup(Goofspiel(num_cards=5))
            ids = [store.agent(AgentKey.of(name, name, 1, {"depth": 1}, None)) for name in ("random", "one", "other")]
            for one, other in ((0, 1), (0, 2), (1, 2)):
                ends = ("won", "lost", "tied", "truncated", "won", "lost")
                same = (5, 5, 5, 5, 5, 5, 0.5, 0.25)
                rows = [SeatSwap(at, 0, 7, "[]", end, ends[-at], *same) for at, end in enumerate(ends)]
                store.add(matchup, ids[one], ids[other], 1, rows)
            block = {"ends": ["wl", "tx"], "turns": 40, "first": 1, "seat": 1}
            block["spread"] = {"turns": 800, "first": 8, "seat": 8}
            store.add_blocks(store.experiment("duel", {"seed": 1}), {0: block, 1: block})
        return path.read_bytes()

    def begun(self, door: Any) -> Any:
        """Begin a game somewhere and play a little; return the batch in it."""
        seed, steps = self.chance.randrange(2**40), self.chance.randrange(25)
        if isinstance(door, Batch):
            door.reset(seed=seed)
            batch = door
        elif isinstance(door, GameVecEnv):
            door.seed(seed)
            door.reset()
            batch = door.games.batch
        else:
            door.reset(seed=seed)
            batch = self.batch_of(door)
        for _ in range(steps):
            if isinstance(door, Batch):
                door.step(door.action_mask.argmax(axis=2))
            elif hasattr(door, "action_masks"):
                masks = door.action_masks()
                over = door.step(masks.argmax(axis=-1) if masks.ndim == 2 else int(masks.argmax()))[2]
                if np.any(over):
                    break
            elif hasattr(door, "agent_selection"):
                if door.terminations[door.agent_selection] or door.truncations[door.agent_selection]:
                    break
                door.step(int(door.last()[0]["action_mask"].argmax()))
            elif door.agents:
                door.step({agent: int(door._mask[seat].argmax()) for seat, agent in enumerate(door.agents)})
        return batch

    def snapshot(self, door: Any, batch: Batch) -> list[Any]:
        """Return all there is to an environment."""
        kept: list[Any] = [array.tobytes() for name, array in batch._arrays() if name not in SCRATCH]
        games = getattr(door, "games", None)
        if isinstance(games, OneSeat):
            kept += [games.seat.tolist(), games.reward.tolist(), games.cycles.tolist()]
            kept += [games.terminated.tolist(), games.truncated.tolist()]
        for name in ("agents", "agent_selection", "rewards", "terminations", "truncations", "_cycles", "_waiting"):
            kept.append(copy.copy(getattr(door, name, None)))
        return kept

    def unchanged(self, door: Any, call: Callable[[], Any], *names: str) -> tuple[bool, Any]:
        """Attempt a call that has to leave the environment as it is if it is refused."""
        batch = self.batch_of(door)
        before = self.snapshot(door, batch)
        accepted, result = self.attempt(call, *names)
        if not accepted:
            self.must(self.batch_of(door) is batch, f"refused, but another batch is played: {result}")
            self.must(self.snapshot(door, batch) == before, f"refused, but changed: {result}")
        return accepted, result

    def batch_of(self, door: Any) -> Batch:
        """Return the batch inside an environment."""
        if isinstance(door, Batch):
            return door
        return door._batch if isinstance(door, GameEnv) else door.games.batch

    # ── The kinds ────────────────────────────────────────────────────────────────────────────

    def decks(self) -> bool:
        """A deck list, as a list, a text file or a TOML file."""
        chance, catalogue = self.chance, self.games[0].catalogue  # type: ignore[attr-defined]
        deck = chance.choice([*catalogue.decks, random_deck(catalogue, 54, chance.randrange(50))])
        entries: list[Any] = [f"{copies}x {name}" if copies > 1 else name for name, copies in deck.cards]
        form = chance.choice(("list", "text", "toml"))
        for _ in range(chance.choice((0, 1, 1, 2, 4))):
            at = chance.randrange(len(entries))
            what = chance.random()
            if what < 0.15:
                del entries[at]
            elif what < 0.3:
                entries.append(entries[at])
            elif what < 0.5:
                entries[at] = f"{chance.choice(['0', '2', '-1', '999', '99999', '1.5', '٣', ' '])}x {entries[at]}"
            elif what < 0.7:
                entries[at] = chance.choice(catalogue.cards).name
            elif form == "list":
                entries[at] = junk(chance)
            else:
                entries[at] = str(entries[at])[: chance.randrange(5)] + chance.choice(["", "x", "#", "é", "5x"])
        given: Any = entries
        if form == "list":
            shape = chance.random()
            given = junk(chance) if shape < 0.15 else tuple(entries) if shape < 0.4 else entries
        elif form == "text":
            data = "\n".join(map(str, entries)).encode() if chance.random() < 0.5 else as_text(deck).encode()
            given = self.file(scrambled(chance, data) if chance.random() < 0.7 else data, ".txt")
        else:
            size = chance.choice([deck.size, deck.size, "54", 53, -1, 5.4, "[]", "'54'", "nan"])
            text = f'name = "mine"\nsize = {size}\ncards = {json.dumps([str(entry) for entry in entries])}\n'
            data = text.encode()
            given = self.file(scrambled(chance, data) if chance.random() < 0.6 else data, ".toml")
        if isinstance(given, Path) and chance.random() < 0.5:
            given = str(given)
        accepted, game = self.attempt(lambda: OpenWorlds(decks=[given, "Empyrean Enterprises"]), "decks[0]")
        if accepted:
            self.must(not check_deck(game.decks[0], game.catalogue), "an illegal deck was accepted")
            self.must(int(game.template[0]["players"][0]["deck"]["count"]) in (40, 54), "a deck of another size")
            self.play_on(game)
        return accepted

    def cards(self) -> bool:
        """A card file of one's own."""
        source = self.chance.choice(
            [
                odd_cards("open_worlds"),
                *(DATA / "open_worlds" / "data" / f"{name}.toml" for name in ("cards", "worlds")),
            ]
        )
        path = self.spoiled_cards(source, TOML, ["clas", "swap", "damage", "h2o", "unlimited", "x"])
        accepted, catalogue = self.attempt(lambda: load_catalogue(cards=path), str(path))
        if accepted:
            decks = [random_deck(catalogue, 54, self.chance.randrange(99)) for _ in range(2)]
            accepted, game = self.attempt(lambda: OpenWorlds(decks, cards=str(path)), "cards", "decks[")
            if accepted:
                self.play_on(game)
        return accepted

    def card_file(self, kind: str) -> bool:
        """A card file of one's own for another game."""
        name, options, fields, values = CARD_FILES[kind]
        source = self.chance.choice([odd_cards(name), odd_cards(name), DATA / name / "data" / "cards.toml"])
        path = self.spoiled_cards(source, [value.replace("%", " ") for value in values], fields.split())
        accepted, game = self.attempt(lambda: registry.make(name, cards=path, **options), str(path))
        if accepted:
            self.must(len(set(game.actions)) == game.num_actions, "two actions have one name")
            self.play_on(game)
        return accepted

    def spoiled_cards(self, source: Path, values: list[str], keys: list[str]) -> Path:
        """Write a card file some of whose fields or lines were exchanged."""
        chance = self.chance
        lines = source.read_text(encoding="utf-8").splitlines()
        lines = [re.sub(r"(printed|inferred)\s*=\s*(\[[^]]*\]|true),?", "", line) for line in lines]
        lines = [line for line in lines if line != "[labels]" and "found 12/12" not in line]
        lines = [re.sub(r",\s*labels\s*=\s*\{[^}]*\}", "", line) for line in lines]
        for _ in range(chance.choice((0, 1, 1, 2, 4))):
            at = chance.randrange(len(lines))
            fields = list(re.finditer(r"([\w-]+)\s*=\s*(\"[^\"]*\"|\[[^]]*\]|[\w.-]+)", lines[at]))
            if fields and chance.random() < 0.7:
                field = chance.choice(fields)
                key = field[1] if chance.random() < 0.85 else chance.choice(keys)
                lines[at] = f"{lines[at][: field.start()]}{key} = {chance.choice(values)}{lines[at][field.end() :]}"
            elif chance.random() < 0.3:
                del lines[at]
            elif chance.random() < 0.5:
                lines.insert(at, chance.choice(lines))
            else:
                letter, instead = chance.choice('ae "]'), chance.choice(["", "é", "A", "]", "{"])
                lines[at] = lines[at].replace(letter, instead, 1)
        data = "\n".join(lines).encode()
        return self.file(scrambled(chance, data) if chance.random() < 0.25 else data, ".toml")

    def positions(self) -> bool:
        """A position, put on the table or begun at."""
        chance = self.chance
        game, told = chance.choice(self.pool)
        position = spoiled(chance, chance.choice(told), told)
        if chance.random() < 0.05:
            position = junk(chance)
        door = self.tables[id(game)]
        self.begun(door)
        if chance.random() < 0.5 or position is None:
            call, form = (lambda: door.set_position(position)), "set_position"
        else:
            call, form = (lambda: door.reset(seed=1, options={"position": position})), "reset"
        accepted, _ = self.unchanged(door, call, *OF_POSITIONS)
        if accepted:
            batch = door._batch
            written = game.position(batch.states)
            there = game.from_position(json.loads(json.dumps(written)))
            self.must(there.tobytes() == batch.states.tobytes(), f"{form}: it does not read back as it is")
            if not (batch.terminated[0] or batch.truncated[0]):
                self.must(bool(batch.to_act[0].any()), "nobody is asked")
                asked = batch.action_mask[0][batch.to_act[0]]
                self.must(bool(asked.any(axis=1).all()), "who is asked has no answer")
            self.play_on(game, batch)
        return accepted

    def states(self) -> bool:
        """A position as a record, harmed on its way: what is not refused can be played without going wrong."""
        number = self.chance.randrange(len(self.as_records))
        game, records = self.as_records[number]
        state = damaged(game, records, np.random.default_rng(self.chance.randrange(2**32)))
        accepted, _ = self.attempt(lambda: game.check(state), "states: ")
        if accepted:
            try:
                play(game, state, number)
            except Exception as error:
                raise Unclear(f"accepted, but then: {error!r}") from error
        return accepted

    def actions(self) -> bool:
        """A step with wrong actions, in every form of environment."""
        chance, door = self.chance, self.chance.choice(self.doors)
        batch = self.begun(door)
        game, mask = batch.game, batch.action_mask
        forbidden = chance.randrange(game.num_actions)
        wrong = forbidden if chance.random() < 0.3 else junk(chance)
        names: tuple[str, ...] = ("action",)
        if isinstance(door, Batch):
            good = mask.argmax(axis=2)
            given: Any = wrong if chance.random() < 0.4 else good.tolist()
            if given is not wrong:
                given[chance.randrange(2)][chance.randrange(2)] = wrong
            if chance.random() < 0.2:
                given = good.astype(chance.choice([np.float64, np.uint64, np.bool_, object, np.int8, "U5"]))
            names = ("actions", "may not play")
        elif hasattr(door, "agent_selection"):
            given = wrong
            names = ("action", door.agent_selection)
        elif hasattr(door, "possible_agents"):
            good = {agent: int(mask[0, seat].argmax()) for seat, agent in enumerate(door.possible_agents)}
            given = dict(good)
            what = chance.random()
            if what < 0.5:
                given[chance.choice(door.possible_agents)] = wrong
            elif what < 0.65:
                del given[chance.choice(door.possible_agents)]
            elif what < 0.8:
                given[chance.choice(["player_9", None, 0, "", ("player_0",), "Player_0"])] = 0
            else:
                given = wrong
            names = ("action", "player_")
        else:
            vector = not isinstance(door, OneSeatEnv)
            good = door.games.mask().argmax(axis=1)
            given = [int(good[0]), wrong] if vector and chance.random() < 0.4 else wrong
            names = ("action", "may not play")
        if not isinstance(door, Batch) and self.is_over(door, batch):
            return self.attempt_over(door, given)
        accepted, _ = self.unchanged(door, lambda: door.step(given), *names)
        if accepted and isinstance(given, dict) and hasattr(door, "possible_agents"):
            for agent, action in given.items():
                self.must(agent in door.possible_agents, f"{agent!r} was let play")
                operator.index(action)
        return accepted

    def is_over(self, door: Any, batch: Batch) -> bool:
        """Is the game in an environment over?"""
        if hasattr(door, "agent_selection"):
            return bool(door.terminations[door.agent_selection] or door.truncations[door.agent_selection])
        return bool((batch.terminated | batch.truncated).any())

    def attempt_over(self, door: Any, given: Any) -> bool:
        """After the end libraries have customs of their own: only nothing must break."""
        try:
            door.step(given)
        except (ValueError, TypeError, RuntimeError, ResetNeeded):
            return False
        except Exception as error:
            raise Unclear(f"after the end: {error!r}") from error
        return True

    def records(self) -> bool:
        """A record with bytes flipped, lines cut, or edited with its checks renewed."""
        chance = self.chance
        text = chance.choice(self.texts)
        data = text.encode()
        way = chance.random()
        if way < 0.35:
            data = scrambled(chance, data)
        elif way < 0.55:
            lines = data.splitlines(keepends=True)
            for _ in range(chance.choice((1, 2))):
                at = chance.randrange(len(lines))
                what = chance.randrange(4)
                if what == 0 and len(lines) > 1:
                    del lines[at]
                elif what == 1:
                    lines.insert(at, lines[at])
                elif what == 2:
                    lines[at], lines[-1] = lines[-1], lines[at]
                else:
                    lines = lines[:at] or lines
            data = b"".join(lines)
        else:
            data = self.forged(text)
        partial = chance.random() < 0.3
        accepted, decisions = self.attempt(lambda: self.replayed(data, partial), "line ")
        if not accepted:
            self.must(data != text.encode(), "a good record was refused")
        elif way < 0.55 and not partial:
            whole = [line.rstrip(b"\r") for line in data.split(b"\n")]
            self.must(whole == text.encode().split(b"\n") or data.endswith(text.encode()) or decisions == 0
                      or data.count(b'{"record"') > 1, "a damaged record was accepted")  # fmt: skip
        return accepted

    def forged(self, text: str, nasty: list[str] | None = None) -> bytes:
        """Edit a record as one who knows the form could: with its checks renewed; ``nasty``: texts to put in."""
        chance = self.chance
        told = [json.loads(line) for line in text.splitlines()]
        at = chance.choice((0, 0, chance.randrange(len(told)), len(told) - 1))
        del told[at]["check"]
        changed = spoiled(chance, told[at], told)
        if nasty and chance.random() < 0.3:  # nothing is wrong but a name
            at, changed = 0, {key: value for key, value in told[0].items() if key != "check"}
            changed["agents"] = [{"name": chance.choice(nasty), "version": 1, "parameters": {}}]
        elif nasty and isinstance(changed, dict) and chance.random() < 0.7:
            changed[chance.choice([*changed, chance.choice(nasty)])] = chance.choice([*nasty, [*nasty], {nasty[0]: 1}])
        lines, before = [], ""
        for number, line in enumerate(told):
            kept = changed if number == at else {k: v for k, v in line.items() if k != "check"}
            try:
                sealed_line, before = sealed(kept, before)
                lines.append(sealed_line.encode() + b"\n")
            except (ValueError, UnicodeEncodeError):
                lines.append(repr(kept).encode(errors="replace") + b"\n")
        return b"".join(lines)

    @staticmethod
    def replayed(data: bytes, partial: bool) -> int:
        """Read and replay a file; return how many decisions it had. Only its own error may come out."""
        count = 0
        try:
            for record in read_records(io.BytesIO(data), partial=partial):
                for moment in replay(record, rebuild(record, GAME_CLASSES)):
                    count += len(moment.actions) > 0
        except DamagedRecord:
            raise
        except ValueError as error:
            raise LookupError(f"another error than DamagedRecord: {error!r}") from error
        return count

    def options(self) -> bool:
        """An option of an environment or a batch."""
        chance, game = self.chance, self.chance.choice(self.games[::3])
        of_env = ["max_cycles", "illegal", "reward", "render_mode"]
        makers: list[tuple[Callable[..., Any], list[str]]] = [
            *((module.parallel_env, [*inspect.signature(kind).parameters, *of_env, "wrongly_named"])
              for module, kind in zip(MODULES, GAME_CLASSES, strict=True)),
            (MODULES[0].raw_env, of_env),
            (lambda **told: Batch(game, **{"num_games": 2, **told}),
             "num_games seed threads autoreset reward first_game".split()),
            (lambda **told: OneSeatEnv(game, **told), "seat reward illegal max_cycles render_mode opponent".split()),
            (lambda **told: OneSeatVectorEnv(game, **{"num_envs": 2, **told}),
             "num_envs seat reward illegal max_cycles render_mode threads autoreset_mode opponent".split()),
            (lambda **told: GameVecEnv(game, **{"num_envs": 2, **told}),
             "num_envs seat reward illegal max_cycles render_mode threads opponent".split()),
        ]  # fmt: skip
        maker, names = chance.choice(makers)
        name = chance.choice(names)
        value = junk(chance)
        if name in ("num_games", "num_envs") and isinstance(value, int) and 1000 < value < 2**31:
            value = -value  # asking for all of the memory is no mistake of form
        if name in ("decks", "worlds") and chance.random() < 0.5:
            value = [junk(chance) for _ in range(chance.randrange(4))]
        accepted, made = self.attempt(lambda: maker(**{name: value}), name)
        if accepted and hasattr(made, "reset") and name not in ("opponent", "render_mode"):
            try:
                made.reset(**({} if isinstance(made, GameVecEnv) else {"seed": 1}))
            except Exception as error:
                raise Unclear(f"{name}={value!r:.60} was accepted, but then: {error!r:.300}") from error
        return accepted

    def seeds(self) -> bool:
        """A seed, a number of a game, or options for reset."""
        chance = self.chance
        door = chance.choice([door for door in self.doors if not isinstance(door, GameVecEnv)])
        self.begun(door)
        value = junk(chance)
        if isinstance(door, Batch):
            what = chance.randrange(4)
            game = door.game
            if what == 0:
                return self.unchanged(door, lambda: door.reset(seed=value), "seed")[0]
            if what == 1:
                return self.unchanged(door, lambda: door.reset(value), "rows")[0]
            if what == 2:
                return self.attempt(lambda: game.hide(door.states, 0, seed=value), "seed")[0]
            return self.attempt(lambda: game.hide(door.states, value), "seat", "player")[0]
        if chance.random() < 0.5:
            return self.unchanged(door, lambda: door.reset(seed=value), "seed")[0]
        told: Any = value
        said = ("options", "game_number", "reset_mask", *OF_POSITIONS)
        if chance.random() < 0.7:
            told = {chance.choice(["game_number", "position", "reset_mask", "x"]): value}
        return self.unchanged(door, lambda: door.reset(options=told), *said)[0]

    def names(self) -> bool:
        """A name of an agent, an action or a view, in questions about the game."""
        chance, door = self.chance, self.chance.choice([self.doors[at] for at in (0, 1, 6, 7)])
        self.begun(door)
        value = junk(chance)
        if chance.random() < 0.3:
            name = chance.choice(door.actions)
            value = name[: chance.randrange(len(name) + 1)] + chance.choice(["", " ", " @ Koti", " @", "x"])
        questions: list[tuple[Callable[[], Any], tuple[str, ...]]] = [
            (lambda: door.legal_actions(value), ("agent",)),
            (lambda: door.action_name(value, 0), ("agent",)),
            (lambda: door.action_name("player_0", value), ("action",)),
            (lambda: door.action_id("player_1", value), ("action",)),
            (lambda: door.action_id(value, "pass"), ("agent",)),
            (lambda: door.why_not("player_1", value), ("action",)),
            (lambda: door.position(value), ("view",)),
            (lambda: door.game.render(door._batch.states, value), ("view",)),
        ]
        call, said = chance.choice(questions)
        return self.unchanged(door, call, *said)[0]

    def agents(self) -> bool:
        """A saved agent: its bytes, what it says of itself, or its arrays are spoiled."""
        from safetensors.numpy import save

        chance, (game, weights, card) = self.chance, self.saved
        told, arrays = copy.deepcopy(card), dict(weights)
        way = chance.random()
        if way < 0.55:
            told = spoiled(chance, card, [card])
            if chance.random() < 0.3 and isinstance(told, dict):
                told[chance.choice(list(card))] = chance.choice([*PLAIN, *NASTY, float("nan"), float("inf"), -0.5])
        elif way < 0.75:
            name = chance.choice([name for name, array in arrays.items() if array.size])
            what = chance.randrange(5)
            array = arrays.pop(name)
            if what == 1:
                arrays[chance.choice([name + "x", *NASTY])] = array
            elif what == 2:
                arrays[name] = array.astype(chance.choice([np.float64, np.float16, np.int8, np.uint64]))
            elif what == 3:
                arrays[name] = np.ascontiguousarray(array[..., :-1])
            elif what == 4:
                arrays[name] = np.where(array == array.max(), np.float32(chance.choice([np.nan, np.inf, 1e30])), array)
        data = save(arrays, {learned.HEADER: json.dumps(told)})
        if way >= 0.75:  # nine times of ten in the header, where lengths and offsets stand
            end = 8 + int.from_bytes(data[:8], "little") if chance.random() < 0.9 else len(data)
            data = scrambled(chance, data[:end]) + data[end:]
        path = self.file(data, learned.SUFFIX)
        accepted, agent = self.attempt(lambda: learned.load(path, game, seed=1), path.name)
        if not accepted:
            self.must(agent.isprintable(), f"an error that steers a terminal: {agent!r:.200}")
            return False
        said = agent.card
        self.must(learned.is_temperature(agent.temperature), f"a temperature of {agent.temperature}")
        batch = Batch(game, 4, seed=chance.randrange(99))
        chosen = agent.act(Observation(batch.observation[:, 0].copy(), batch.action_mask[:, 0].copy()))
        self.must(bool(batch.action_mask[np.arange(4), 0, chosen].all()), "it chooses what is forbidden")
        of_open_worlds = learned.Card(**{**asdict(said), "game": "open_worlds"})
        self.attempt(lambda: agent_cards.named_decks(path, of_open_worlds, {}), path.name)
        return True

    def record_files(self) -> bool:
        """A record on the disk, spoiled, as `ow replay` reads and prints it."""
        chance = self.chance
        text = chance.choice(self.texts)
        data = scrambled(chance, text.encode()) if chance.random() < 0.4 else self.forged(text, NASTY)
        path = self.file(data, ".jsonl")
        typed = ["replay", str(path), *chance.choice(([], ["--partial"], ["--check"], ["--every"]))]
        accepted, said = self.command(typed, 0, 2)
        self.must(accepted or (path.name in said and "line " in said), f"refused without naming a line: {said!r:.200}")
        return accepted

    def command(self, typed: list[str], good: int, refused: int) -> tuple[bool, str]:
        """Run `ow`; return whether it went well, and what it said, which may not steer a terminal."""
        out, err = io.StringIO(), io.StringIO()
        try:
            with redirect_stdout(out), redirect_stderr(err):
                ended = ow(typed)
        except Exception as error:
            raise Unclear(f"ow {typed[0]} ended in a traceback: {error!r:.300}") from error
        said = out.getvalue() + err.getvalue()
        self.must(ended in (good, refused), f"ow {typed[0]} ended with {ended}: {said!r:.200}")
        for line in said.split("\n"):
            self.must(line.isprintable(), f"ow {typed[0]} printed what steers a terminal: {line!r:.200}")
        return ended == good, said

    def ladders(self) -> bool:
        """A ladder file: its bytes are spoiled, or somebody who has SQLite has been at it."""
        chance = self.chance
        for beside in self.folder.glob("mine.sqlite-*"):
            beside.unlink()
        way = chance.random()
        path = self.file(scrambled(chance, self.ladder) if way < 0.4 else self.ladder, ".sqlite")
        if way >= 0.4:
            with closing(sqlite3.connect(path)) as db:
                table, column = chance.choice(db.execute(COLUMNS).fetchall())
            statements = [f"UPDATE {table} SET {column} = {chance.choice(CELL)}"]
            self.spoil(path, chance.choice(HOSTILE) if way > 0.75 else statements)
        before = path.read_bytes()
        game = Goofspiel(num_cards=5)
        accepted, told = self.attempt(lambda: self.climbed(path, game), path.name)
        if accepted:
            self.must(all(line.isprintable() for line in told.split("\n")), f"it steers a terminal: {told!r:.200}")
        else:
            self.must(told.isprintable(), f"an error that steers a terminal: {told!r:.200}")
            self.must(path.read_bytes() == before, f"refused, but changed: {told}")
        return accepted

    @staticmethod
    def spoil(path: Path, statements: list[str]) -> None:
        """Change a ladder file, as far as SQLite itself lets one."""
        db = sqlite3.connect(path, isolation_level=None)
        for statement in ("PRAGMA ignore_check_constraints = ON", *statements):
            try:
                db.execute(statement)
            except sqlite3.Error:
                break
        db.close()

    @staticmethod
    def climbed(path: Path, game: Game) -> str:
        """Read all that is in a ladder file; return its tables as text."""
        with Store(path, patience=0) as store:
            matchup = store.matchup(game.variants()[0])
            told = [repr(store.elsewhere(matchup))]
            if store.meetings(matchup):
                standing = ladder.ratings(store, game)
                told += [report.table(standing), report.pair_table(standing)]
                told += [repr(report.rating_rows(standing)), repr(report.pair_rows(standing))]
                for one, other in ((1, 2), (2, 1), (1, 3)):
                    told.append(repr(store.seat_swaps(matchup, one, other, 1)))
            told.append(repr(store.blocks(1, lambda block: matchup_fault(block, 2, 2))))
        return "\n".join(told)


KINDS = {  # kind: its share of the inputs
    "decks": 2,
    "cards": 2,
    "realm_cards": 2,
    "new_worlds_cards": 1,
    "trade_cards": 1,
    "universe_cards": 1,
    "positions": 5,
    "states": 5,
    "actions": 5,
    "records": 3,
    "options": 3,
    "seeds": 2,
    "names": 2,
    "agents": 2,
    "record_files": 1,
    "ladders": 2,
}


def share(inputs: int) -> dict[str, int]:
    """Divide inputs among the kinds."""
    return {kind: max(1, round(inputs * part / sum(KINDS.values()))) for kind, part in KINDS.items()}


def main() -> int:
    """Try inputs of all kinds, or some of one; return 1 if one was neither refused nor valid."""
    parser = argparse.ArgumentParser(description="Try wrong inputs of every kind.")
    parser.add_argument("--inputs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kind", choices=KINDS)
    parser.add_argument("--first", type=int, default=0, help="number of the first input of that kind")
    told = parser.parse_args()
    fuzz = Fuzz(told.seed)
    begun = time.monotonic()
    try:
        for kind, inputs in ({told.kind: told.inputs} if told.kind else share(told.inputs)).items():
            fuzz.run(kind, inputs, told.first)
            print(f"{inputs:7} {kind}, {time.monotonic() - begun:5.0f} s", file=sys.stderr, flush=True)
    finally:
        fuzz.close()
    for fault in fuzz.faults[:100]:
        print(fault, file=sys.stderr)
    print(fuzz.report())
    return 1 if fuzz.faults else 0


if __name__ == "__main__":
    sys.exit(main())
