"""A dataset as a Minari dataset, Farama's format: an episode for each game and seat, observations dense.

Below: reading.py; minari when it is asked for. Above: commands/dataset.py (``ow dataset minari``). Minari keeps each
episode in a file of its own, here Parquet, which packs the zeros of dense observations away.
"""

from __future__ import annotations

import os
import shutil
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.envs.registration import EnvSpec

from ow_env import registry
from ow_env.version import VERSION
from training.dataset.extra import need
from training.dataset.reading import Dataset, Episode

ROOT = "MINARI_DATASETS_PATH"  # where Minari looks for datasets
FORMAT = "parquet"  # of Minari's own


def space_of(dataset: Dataset) -> spaces.Dict:
    """Return the observation space: what a seat saw, and what it might do."""
    game = dataset.games[0]
    high = np.broadcast_to(np.asarray(game.observation_high, np.uint8), (game.num_features,)).copy()
    return spaces.Dict(
        {
            "observation": spaces.Box(np.zeros(game.num_features, np.uint8), high, dtype=np.uint8),
            "action_mask": spaces.Box(0, 1, (game.num_actions,), np.int8),
        }
    )


def environment_of(dataset: Dataset) -> EnvSpec | None:
    """Return how Gymnasium makes the environment again; None: a card file of somebody's own would be needed."""
    if dataset.cards is not None:
        return None
    name = dataset.about["game"]
    return EnvSpec(
        f"ow_env/{registry.class_of(name).__name__}-v0",
        entry_point="ow_env.rebuilt:environment_of",
        kwargs={"game": name, "options": dict(dataset.about["variants"][0]), "observation": "dict"},
    )


def to_minari(
    dataset: Dataset,
    name: str,
    root: str | Path | None = None,
    report: Callable[[int], None] = lambda episodes: None,
) -> Path:
    """Write a dataset in Minari's format; return its folder. It is whole or not there.

    Args:
        dataset: as `read` returned it.
        name: its id, such as "open_worlds/expert-v0"; `minari.load_dataset` takes it.
        root: the folder that Minari looks in; None: as Minari has it, by MINARI_DATASETS_PATH.
        report: called with the episodes so far.

    Raises:
        ValueError: there is a dataset of this id, or the id is none.
        ImportError: minari or pyarrow is not installed.
    """
    minari = need("minari")
    if not name.rpartition("-v")[2].isdecimal():
        raise ValueError(f"id: expected a version at its end, such as {name}-v0, got {name!r}")
    need("minari.dataset.minari_dataset").parse_dataset_id(name)  # which refuses what else is no id
    need("pyarrow")
    need("PIL")  # minari's Parquet asks for it, whether there are pictures or not
    where = Path(root) if root is not None else Path(need("minari.storage").get_dataset_path())
    target = where / name
    if target.exists():
        raise ValueError(f"{target}: there is a dataset of this id; choose another, or remove it")
    partial = where / f".{name.replace('/', '-')}.partial"
    shutil.rmtree(partial, ignore_errors=True)
    about = dataset.about
    try:
        partial.mkdir(parents=True)
        storage = need("minari.dataset.minari_storage").MinariStorage
        with looking_in(partial), without_sizes(storage), warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # of what it was not told: an author's address, an environment
            made = minari.create_dataset_from_buffers(
                name,
                Episodes(dataset, need("minari.data_collector").EpisodeBuffer, report),
                observation_space=space_of(dataset),
                action_space=spaces.Discrete(dataset.num_actions),
                env=environment_of(dataset),
                author="open-worlds-env",
                algorithm_name=", ".join(dataset.agents),
                description=f"{about['games']} games of {about['game']} {about['version']}, seed {about['seed']}",
                requirements=[f"open-worlds-env=={VERSION}"],
                data_format=FORMAT,
            )
        made.storage.update_metadata({"dataset_size": float(made.storage.get_size())})
        target.parent.mkdir(parents=True, exist_ok=True)
        (partial / name).replace(target)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return target


class Episodes:
    """The episodes of a dataset as Minari's buffers, made one at a time."""

    def __init__(self, dataset: Dataset, buffer: Any, report: Callable[[int], None]) -> None:
        self.dataset, self.buffer, self.report = dataset, buffer, report

    def __iter__(self) -> Iterator[Any]:
        policies = any(entry["policies"] for entry in self.dataset.about["blocks"])
        for number, episode in enumerate(self.dataset.episodes()):
            if len(episode.decisions):  # Minari knows no episode without a step
                yield buffer_of(episode, self.buffer, policies)
            self.report(number + 1)


def buffer_of(episode: Episode, buffer: Any, policies: bool) -> Any:
    """Return an episode as a Minari buffer: T steps, T + 1 observations.

    ``policies``: with what agents tell, zeros and NaN of those who tell nothing; Minari has it in all episodes or none.
    """
    decisions, count = episode.decisions, len(episode.decisions)
    final_mask = np.zeros((1, decisions.num_actions), np.int8)
    final_mask[0, 0] = 1  # nobody acts after the end: only pass
    ended = np.zeros((2, count), np.bool_)
    ended[int(episode.truncated), -1] = True
    infos = None
    if policies:
        policy = np.concatenate([decisions.policy, np.zeros((1, decisions.num_actions), np.float32)])
        infos = {"policy": policy, "value": [*decisions.value.tolist(), float("nan")]}
    return buffer(
        seed=episode.seed,
        options={
            "game": episode.game, "game_number": episode.game_number, "seat": episode.seat,
            "agents": list(episode.agents), "result": episode.result,
        },
        observations={
            "observation": np.concatenate([decisions.observation, episode.final_observation[None]]),
            "action_mask": np.concatenate([decisions.action_mask, final_mask]),
        },
        actions=decisions.action,
        rewards=decisions.reward.astype(np.float64),
        terminations=ended[0],
        truncations=ended[1],
        infos=infos,
    )  # fmt: skip


@contextmanager
def looking_in(folder: Path) -> Iterator[None]:
    """Let Minari keep datasets in a folder meanwhile."""
    before = os.environ.get(ROOT)
    os.environ[ROOT] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ[ROOT]
        else:
            os.environ[ROOT] = before


@contextmanager
def without_sizes(storage: Any) -> Iterator[None]:
    """Let Minari not measure all files after each episode meanwhile: that grows with the square of their number."""
    before = storage.get_size
    storage.get_size = lambda self: 0.0
    try:
        yield
    finally:
        storage.get_size = before
