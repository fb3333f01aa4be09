"""A dataset read back: decisions in batches as NumPy arrays, observations and masks dense, for training loops.

Below: decisions.py, tables.py, writing.py (dataset.json). Above: checking.py, to_minari.py, whoever learns from games.
In order: what is in a folder, its batches and episodes, what is refused. Every file is held against its
SHA-256 as it is read; that rows are what the rules make of the actions, checking.py finds by playing again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ow_env import registry
from ow_env.core.game import Game
from ow_env.core.text import nearest
from training.dataset.decisions import Decisions, joined
from training.dataset.plan import Way
from training.dataset.tables import DECISIONS, ENDS, from_bytes
from training.dataset.writing import ABOUT, load

MIXED = 8  # files whose decisions are mixed with each other where they are shuffled
GOLDEN = 0x9E3779B97F4A7C15  # spreads the game numbers evenly over what is held out and what is not


@dataclass(frozen=True)
class Episode:
    """One game as one seat had it: T decisions of its own, and what it saw at the end."""

    decisions: Decisions  # [T]
    final_observation: NDArray[np.uint8]  # [F]
    agents: tuple[str, ...]  # by seat: who played
    seat: int
    game: int
    game_number: int
    seed: int
    result: float
    truncated: bool


@dataclass(frozen=True)
class Dataset:
    """A dataset in a folder; `read` returns it.

    Attributes:
        folder: where it is.
        about: what dataset.json says.
        cards: the card file that the games were played with, if it was an own one.
        held_out: None; or the share of the games that `split` holds out, and whether these are they.
    """

    folder: Path
    about: Mapping[str, Any]
    cards: Any = None
    held_out: tuple[float, bool] | None = None

    @cached_property
    def games(self) -> tuple[Game, ...]:
        """The variants of the game that were played; the first stands for all where sides do not matter."""
        return tuple(
            rebuilt(self.folder, self.about, number, self.cards) for number in range(len(self.about["variants"]))
        )

    @property
    def agents(self) -> tuple[str, ...]:
        """What the agents are called."""
        return tuple(agent["label"] for agent in self.about["agents"])

    @property
    def ways(self) -> tuple[Way, ...]:
        """Who sat where, with which variant of the game."""
        return tuple(Way(way["variant"], tuple(way["seats"])) for way in self.about["ways"])

    @property
    def num_features(self) -> int:
        """F, the numbers of an observation."""
        return int(self.about["num_features"])

    @property
    def num_actions(self) -> int:
        """A, the actions of the game."""
        return int(self.about["num_actions"])

    def __len__(self) -> int:
        """Return how many decisions are in the files, those held out included."""
        return int(self.about["decisions"])

    def split(self, held_out: float = 0.1) -> tuple[Dataset, Dataset]:
        """Return two parts: one to learn from, and one held out, of about this share of the games.

        A game number is in one of them with all its games, whoever sat where: the same cards are never in both.
        """
        if not 0 < held_out < 1:
            raise ValueError(f"held_out: expected a share above 0 and below 1, got {held_out}")
        return replace(self, held_out=(held_out, False)), replace(self, held_out=(held_out, True))

    def batches(
        self, size: int = 1024, *, shuffle: int | None = None, agents: Sequence[str] | None = None
    ) -> Iterator[Decisions]:
        """Yield all decisions once, in batches; one is smaller where some files end.

        Args:
            size: of a batch.
            shuffle: a seed: decisions come in another order for each. None: game after game.
            agents: those of these agents alone; None: everybody's.

        Raises:
            ValueError: there is no such agent, or a file is damaged.
        """
        if size < 1:
            raise ValueError(f"size: expected a number from 1 up, got {size}")
        wanted = self._numbers_of(agents)
        order = np.arange(len(self.about["blocks"]))
        rng = None if shuffle is None else np.random.default_rng(shuffle)
        if rng is not None:
            rng.shuffle(order)
        together = 1 if rng is None else MIXED
        for first in range(0, len(order), together):
            parts = [self._chosen(self.decisions(int(number)), wanted) for number in order[first : first + together]]
            whole = joined(parts)
            rows = np.arange(len(whole)) if rng is None else rng.permutation(len(whole))
            for at in range(0, len(rows), size):
                yield whole.take(rows[at : at + size])

    def episodes(self) -> Iterator[Episode]:
        """Yield every game once for each seat, game after game in each file.

        Raises:
            ValueError: a file is damaged.
        """
        for number in range(len(self.about["blocks"])):
            decisions, ends = self.decisions(number), self.ends(number)
            kept = self._held(ends.plain("game_number"))
            order = np.lexsort((decisions.plain("decision"), decisions.seat, decisions.game))
            keys = decisions.game[order] * self.about["num_players"] + decisions.seat[order]
            for row in np.flatnonzero(kept).tolist():
                key = ends.game[row] * self.about["num_players"] + ends.seat[row]
                first, last = np.searchsorted(keys, [key, key + 1])
                one = ends.take(np.array([row]))
                seats = self.ways[int(one.plain("way")[0])].seats
                yield Episode(
                    decisions.take(order[first:last]), one.observation[0], tuple(self.agents[who] for who in seats),
                    int(one.seat[0]), int(one.game[0]), int(one.plain("game_number")[0]), int(one.plain("seed")[0]),
                    float(one.result[0]), bool(one.truncated[0]),
                )  # fmt: skip

    def decisions(self, number: int) -> Decisions:
        """Return all decisions of one file, by its place in dataset.json."""
        return self._file(DECISIONS, number)

    def ends(self, number: int) -> Decisions:
        """Return how the games of one file ended, a row for each game and seat: of the columns, those it has."""
        return self._file(ENDS, number)

    def path(self, table: str, number: int) -> Path:
        """Return where a file is."""
        return self.folder / table / f"{self.about['blocks'][number]['block']:06}.parquet"

    def _file(self, table: str, number: int) -> Decisions:
        path, entry = self.path(table, number), self.about["blocks"][number]
        check_size(path, entry["bytes"][table])
        content = path.read_bytes()
        found, expected = hashlib.sha256(content).hexdigest(), entry["sha256"][table]
        if found != expected:
            raise ValueError(f"{path}: damaged: expected a SHA-256 of {expected}, found {found}")
        return Decisions(from_bytes(content, table, self.agents), self.num_features, self.num_actions)

    def _held(self, numbers: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which of these game numbers are in this part."""
        if self.held_out is None:
            return np.ones(len(numbers), np.bool_)
        share, inside = self.held_out
        spread = numbers.astype(np.uint64) * np.uint64(GOLDEN)  # modulo 2**64
        held = (spread >> np.uint64(11)).astype(np.float64) / 2.0**53 < share
        chosen: NDArray[np.bool_] = held == inside
        return chosen

    def _chosen(self, decisions: Decisions, wanted: NDArray[np.bool_] | None) -> Decisions:
        """Return the decisions in this part, of the agents that are wanted."""
        kept = self._held(decisions.plain("game_number"))
        if wanted is not None:
            kept &= wanted[decisions.agent]
        return decisions if kept.all() else decisions.take(np.flatnonzero(kept))

    def _numbers_of(self, agents: Sequence[str] | None) -> NDArray[np.bool_] | None:
        """Return for each agent whether it is among these."""
        if agents is None:
            return None
        for name in agents:
            if name not in self.agents:
                raise ValueError(f"agents: {name!r} has not played here{nearest(name, self.agents)}")
        return np.array([name in agents for name in self.agents])


def read(folder: str | Path, *, unfinished: bool = False, cards: Any = None) -> Dataset:
    """Return the dataset in a folder.

    Args:
        folder: as ``ow dataset`` wrote it.
        unfinished: take one that was interrupted, too, as far as it is.
        cards: the card file or catalogue it was played with, if that was an own one.

    Raises:
        ValueError: there is none, it is damaged, not finished, or of another version of the game: which field, what
            was found, what would be right.
        ImportError: pyarrow is not installed.
    """
    folder = Path(folder)
    about = load(folder)
    if not about["complete"] and not unfinished:
        raise ValueError(
            f"{folder}: not finished: {len(about['blocks'])} blocks with {about['decisions']} decisions are there; the"
            " command that began it goes on, and read(..., unfinished=True) takes what is there"
        )
    found = Dataset(folder, about, cards)
    check_game(folder, about, cards)
    for number, entry in enumerate(about["blocks"]):
        for table in (DECISIONS, ENDS):
            check_size(found.path(table, number), entry["bytes"][table])
    return found


def check_size(path: Path, size: int) -> None:
    """Refuse a file that is missing or cut short."""
    if not path.is_file():
        raise ValueError(f"{path}: this file is missing")
    found = path.stat().st_size
    if found != size:
        why = ": it is cut short" if found < size else ""
        raise ValueError(f"{path}: expected {size} bytes, found {found}{why}")


def check_game(folder: Path, about: Mapping[str, Any], cards: Any) -> None:
    """Refuse a dataset of a game that is not this one."""
    where = folder / ABOUT
    if about["game"] not in registry.games():
        raise ValueError(f"{where}: game: expected one of {', '.join(registry.games())}, found {about['game']!r}")
    kind = registry.class_of(about["game"])
    if about["version"] != kind.version:
        raise ValueError(
            f"{where}: version of {kind.name}: expected {kind.version}, found {about['version']}: it was played by"
            " other rules; a release of this package that has them reads it"
        )
    game = rebuilt(folder, about, 0, cards)
    for name in ("num_players", "num_features", "num_actions"):
        if about[name] != getattr(game, name):
            raise ValueError(f"{where}: {name}: expected {getattr(game, name)}, found {about[name]}")


def rebuilt(folder: Path, about: Mapping[str, Any], number: int, cards: Any) -> Game:
    """Return a variant of the game."""
    try:
        more = {} if cards is None else {"cards": cards}
        return registry.class_of(about["game"]).rebuilt(about["variants"][number], **more)
    except (TypeError, ValueError, KeyError, AttributeError, IndexError) as error:
        raise ValueError(f"{folder / ABOUT}: variants[{number}]: {error}") from None
