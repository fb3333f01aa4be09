"""A dataset written to a folder, block by block: whole files only, and the same ones however often it is interrupted.

Below: plan.py, playing.py, tables.py, measure/workers.py. Above: commands/dataset.py. In order: the folder's own file,
dataset.json; one block; all of them. A block is done when dataset.json lists it: its files stand by then.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ow_env.core.batch import Batch
from ow_env.core.text import in_markdown, json_in
from training.dataset.extra import parquet
from training.dataset.plan import Block, Plan
from training.dataset.playing import Ragged, play_block
from training.dataset.shape import check_about, told
from training.dataset.tables import DECISIONS, ENDS, to_bytes
from training.files import write_whole
from training.measure.workers import Executor, SerialExecutor

ABOUT = "dataset.json"
CARD = "README.md"  # for people, and for the Hub
PARTIAL = ".partial"  # what the name of a file ends in until it is whole
OFTEN = 5.0  # seconds between two times that dataset.json is written
FREE = ("package",)  # what two runs of one dataset may differ in


@dataclass(frozen=True)
class Progress:
    """How far a run is."""

    blocks: int  # done, those of earlier runs included
    all_blocks: int
    games: int
    decisions: int
    new_decisions: int  # of this run


def write(
    plan: Plan,
    folder: str | Path,
    executor: Executor | None = None,
    report: Callable[[Progress], None] = lambda progress: None,
) -> dict[str, Any]:
    """Play what is missing of a dataset and write it; return what dataset.json says then.

    Args:
        plan: what is played.
        folder: made if it is missing. One that holds a part of the same dataset is gone on with.
        executor: where blocks are played; None: here, one after the other. It changes nothing in the files.
        report: called after every block.

    Raises:
        ValueError: the folder holds something else.
        ImportError: pyarrow is not installed.
    """
    parquet()  # before anything is played
    folder = Path(folder)
    identity = plan.identity()
    done = known_blocks(folder, identity, plan)
    for table in (DECISIONS, ENDS):
        (folder / table).mkdir(parents=True, exist_ok=True)
    blocks = list(plan.blocks())
    left = [block for block in blocks if block.number not in done]
    Batch(plan.game, 1)  # a new machine compiles the rules now, once for all workers
    new = 0
    saved = time.monotonic()

    def progress() -> Progress:
        games, decisions = (sum(entry[name] for entry in done.values()) for name in ("count", "decisions"))
        return Progress(len(done), len(blocks), games, decisions, new)

    save(folder, identity, done, plan.games, finished=False)
    report(progress())
    results = (executor or SerialExecutor()).run(write_block, (plan, folder), iter(left))
    try:
        for block, entry in results:
            done[block.number] = entry
            new += entry["decisions"]
            report(progress())
            if time.monotonic() - saved >= OFTEN:
                save(folder, identity, done, plan.games, finished=False)
                saved = time.monotonic()
    finally:
        if isinstance(results, Iterator) and hasattr(results, "close"):
            results.close()  # ends the workers, before what they had half written goes
        clear_partial(folder)
        about = save(folder, identity, done, plan.games, finished=len(done) == len(blocks))
    return about


def known_blocks(folder: Path, identity: Mapping[str, Any], plan: Plan) -> dict[int, dict[str, Any]]:
    """Return the blocks that a folder has of a dataset, by number; none if it is new.

    Raises:
        ValueError: it holds another dataset, or other files.
    """
    if not folder.exists():
        return {}
    if not (folder / ABOUT).exists():
        if not folder.is_dir() or any(folder.iterdir()):
            raise ValueError(f"{folder}: expected a new folder, an empty one or a dataset; this is something else")
        return {}
    about = load(folder)
    for name, value in identity.items():
        if name not in FREE and about.get(name) != value:
            raise ValueError(
                f"{folder}: it holds another dataset: {name} is {told(about.get(name))} there, {told(value)} asked"
                " for; choose another folder"
            )
    if about["games"] > plan.games:
        raise ValueError(f"{folder}: it holds {about['games']} games already, more than the {plan.games} asked for")
    wanted = {block.number: block for block in plan.blocks()}
    done = {}
    for entry in about["blocks"]:
        block = wanted.get(entry["block"])
        same = block is not None and (block.way, block.first, block.count) == tuple(
            entry[name] for name in ("way", "first", "count")
        )
        if (
            block is not None
            and same
            and all(is_there(folder / t / block.name, entry["bytes"][t]) for t in entry["bytes"])
        ):
            done[block.number] = entry
    return done


def is_there(path: Path, size: int) -> bool:
    """Return whether there is a file of this size."""
    return path.is_file() and path.stat().st_size == size


def clear_partial(folder: Path) -> None:
    """Remove what a writer that was killed has left half written."""
    for table in (DECISIONS, ENDS):
        for path in (folder / table).glob(f"*{PARTIAL}"):
            path.unlink(missing_ok=True)


# ── One block ────────────────────────────────────────────────────────────────────────────────


def write_block(data: tuple[Plan, Path], block: Block) -> dict[str, Any]:
    """Play a block and write its files; return its entry in dataset.json."""
    plan, folder = data
    game, played = plan.game, play_block(plan, block)
    shares = played.decisions["policy"]
    assert isinstance(shares, Ragged)
    entry: dict[str, Any] = {
        "block": block.number, "way": block.way, "first": block.first, "count": block.count,
        "decisions": len(shares), "policies": int((shares.counts > 0).sum()), "bytes": {}, "sha256": {},
    }  # fmt: skip
    footer = {"seed": plan.seed, "block": block.number}
    for table, columns in ((ENDS, played.ends), (DECISIONS, played.decisions)):
        content = to_bytes(table, columns, plan.labels, game.num_features, game.num_actions, footer)
        write_bytes(folder / table / block.name, content)
        entry["bytes"][table], entry["sha256"][table] = len(content), hashlib.sha256(content).hexdigest()
    return entry


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    partial = path.with_name(path.name + PARTIAL)
    try:
        partial.write_bytes(content)
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from None


# ── dataset.json ─────────────────────────────────────────────────────────────────────────────


def save(
    folder: Path, identity: Mapping[str, Any], done: Mapping[int, Mapping[str, Any]], games: int, finished: bool
) -> dict[str, Any]:
    """Write dataset.json, whole; return what it says. Nothing in it depends on when or where the games were played."""
    blocks = [dict(done[number]) for number in sorted(done)]
    about = {
        **identity,
        "games": games,
        "decisions": sum(entry["decisions"] for entry in blocks),
        "complete": finished,
        "blocks": blocks,
    }
    entries = ",\n  ".join(json.dumps(entry) for entry in blocks)
    head = json.dumps({**about, "blocks": []}, indent=1, allow_nan=False)
    if not (folder / CARD).exists():
        write_whole(folder / CARD, card_of(identity))
    write_whole(folder / ABOUT, head.replace('"blocks": []', f'"blocks": [\n  {entries}\n ]') + "\n")
    return about


def card_of(identity: Mapping[str, Any]) -> str:
    """Return the card of a dataset as the Hugging Face Hub has it: `datasets.load_dataset(FOLDER)` reads its head."""
    tables = f"- config_name: {DECISIONS}\n  data_files: {DECISIONS}/*.parquet\n  default: true\n"
    tables += f"- config_name: {ENDS}\n  data_files: {ENDS}/*.parquet\n"
    return (
        f"---\nconfigs:\n{tables}tags:\n- reinforcement-learning\n---\n"
        f"# Games of {identity['game']}\n\n"
        f"Played by {', '.join(in_markdown(agent['label']) for agent in identity['agents'])}, written by `ow dataset`."
        f" `decisions` has a row for each decision, `ends` one for each seat of a game; `{ABOUT}` says by which rules,"
        " options and seed.\n"
    )


def load(folder: Path) -> dict[str, Any]:
    """Return what dataset.json says, as far as it has the fields it needs.

    Raises:
        ValueError: it is missing, damaged or of another version: which field, what was found, what would be right.
    """
    path = folder / ABOUT
    try:
        about = json_in(path)
    except FileNotFoundError:
        raise ValueError(f"{folder}: no dataset is here: expected {ABOUT} in it") from None
    except ValueError as error:
        raise ValueError(f"{path}: damaged: {error}") from None
    check_about(path, about)
    found: dict[str, Any] = about
    return found
