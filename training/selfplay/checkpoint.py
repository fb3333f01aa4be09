"""What a run needs to go on: written whole or not at all, read without running anything.

Above: train.py. A checkpoint is a folder: arrays in safetensors and npz files (no pickle), the rest in JSON. It is
written beside the last one and renamed, so a run killed at any moment finds the last whole one; the one before is
kept, too, in case the last is damaged.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import load_file, save_file

from agents.learned import PolicyValueNet
from ow_env.core.text import json_in
from training.selfplay.arena import Arena
from training.selfplay.decisions import Decisions
from training.selfplay.ppo import SelfPlayPPO

FORMAT = 2
KEPT = 2  # checkpoints of a run: should the last be damaged, it goes on from the one before
MAGNET = "magnet.safetensors"
STORED = 7  # arrays of decisions: see `Decisions.stored`
GAMES = (  # the arena's attributes that are arrays of tables.npz
    "learner_seats", "last_decision", "step_reward", "episode_reward", "episode_length", "side_share",
)  # fmt: skip


def write(folder: Path, number: int, put: Callable[[Path], dict[str, Any]], more: dict[str, Any]) -> None:
    """Write checkpoint ``number`` and forget the older ones but for the last; if it is there, it is as it would be.

    Args:
        folder: of the run.
        number: of the round of learning that comes next.
        put: writes a run's arrays into a folder and returns the rest of it as plain data; see `put_run`.
        more: anything else, as plain data.
    """
    target, partial = folder / f"checkpoint-{number:06}", folder / f".checkpoint-{os.getpid()}"
    if whole(target):
        return
    for left in folder.glob(".checkpoint-*"):  # by a run that was killed
        shutil.rmtree(left, ignore_errors=True)
    partial.mkdir(parents=True)
    state = {"format": FORMAT, "number": number, **put(partial), **more}
    (partial / "state.json").write_text(json.dumps(state), encoding="utf-8")
    shutil.rmtree(target, ignore_errors=True)  # it is not whole
    partial.replace(target)
    kept = all_of(folder)[:KEPT]
    for old in folder.glob("checkpoint-*"):
        if old not in kept:
            shutil.rmtree(old, ignore_errors=True)


def put_learning(folder: Path, module: torch.nn.Module, optimizer: torch.optim.Optimizer) -> None:
    """Write parameters, and what the optimiser knows of each."""
    names: dict[torch.Tensor, str] = {p: name for name, p in module.named_parameters()}
    save_file({name: p.detach().cpu().contiguous() for p, name in names.items()}, folder / "weights.safetensors")
    moments = {
        f"{names[p]}|{what}": value.detach().cpu().contiguous()
        for p, known in optimizer.state.items()
        for what, value in known.items()
    }
    save_file(moments, folder / "optimiser.safetensors")


def take_learning(folder: Path, module: torch.nn.Module, optimizer: torch.optim.Optimizer, device: str) -> None:
    """Take over what `put_learning` wrote."""
    weights = load_file(folder / "weights.safetensors", device=device)
    parameters = dict(module.named_parameters())
    with torch.no_grad():
        for name, parameter in parameters.items():
            parameter.copy_(weights[name])
    moments: dict[torch.Tensor, dict[str, torch.Tensor]] = {}
    for name, value in load_file(folder / "optimiser.safetensors", device=device).items():
        of, _, what = name.rpartition("|")
        moments.setdefault(parameters[of], {})[what] = value
    optimizer.state.update(moments)


def put_run(folder: Path, model: SelfPlayPPO, arena: Arena) -> dict[str, Any]:
    """Write a run's weights, optimiser, magnet and games into a folder; return its league and the rest."""
    put_learning(folder, model.policy, model.policy.optimizer)
    if model.magnet:
        save_file({name: torch.tensor(array) for name, array in model.magnet.network.weights.items()}, folder / MAGNET)
    arena.batch.save(folder / "games.npz")
    decisions: Decisions = model.rollout_buffer  # type: ignore[assignment]
    open_now = arena.last_decision[arena.last_decision >= 0]  # the decisions that the next rollout begins with
    arrays = {f"decisions_{k}": array for k, array in enumerate(decisions.stored(open_now))}
    arrays |= {name: getattr(arena, name) for name in GAMES}
    np.savez(folder / "tables.npz", **arrays)  # type: ignore[arg-type]
    return {
        "timesteps": model.num_timesteps,
        "updates": model._n_updates,
        "league": arena.league.state(),
        "opponents": arena.opponents,
        "counts": [arena.num_decisions, arena.num_games, arena.mean_length],
        "dealt": arena.dealt,
        "random": arena.rng.bit_generator.state,
        "clock": vars(arena.clock),
    }


def all_of(folder: Path) -> list[Path]:
    """Return the folders of all whole checkpoints of a run, the last first."""
    return sorted(filter(whole, folder.glob("checkpoint-*")), reverse=True)


def newest(folder: Path) -> Path | None:
    """Return the folder of the last whole checkpoint of a run, if there is one."""
    return next(iter(all_of(folder)), None)


def last_state(folder: Path) -> dict[str, Any]:
    """Return the state of the last checkpoint of a run that can be read.

    Raises:
        ValueError: there is none.
    """
    problems = [f"{folder}: no checkpoint"]
    for path in all_of(folder):
        try:
            return state_of(path)
        except ValueError as error:
            problems.append(str(error))
    raise ValueError(problems[-1])


def state_of(path: Path) -> dict[str, Any]:
    """Return the state of a checkpoint: `more`, and what is no array.

    Raises:
        ValueError: it can't be read, or is of another format.
    """
    try:
        state = json_in(path / "state.json")
        if not isinstance(state, dict) or not isinstance(state.get("times"), dict):
            raise ValueError("state.json is damaged")
        if state.get("format") != FORMAT:
            raise ValueError(f"of format {state.get('format')!r:.20}; this version reads {FORMAT}")
    except (OSError, ValueError) as error:
        raise ValueError(f"{path}: this checkpoint can't be read: {error}") from None
    return state


def whole(path: Path) -> bool:
    """Tell whether a checkpoint is there, and whole: its state is written last."""
    return (path / "state.json").exists()


def restore(path: Path, take: Callable[[Path, dict[str, Any]], None]) -> dict[str, Any]:
    """Go on from a checkpoint; return its state, `more` included.

    Args:
        path: of its folder.
        take: takes over what `put` wrote and returned; see `take_run`.

    Raises:
        ValueError: it is damaged, or of another run.
    """
    try:
        state = state_of(path)
        take(path, state)
    except Exception as error:  # a damaged file makes the libraries that read it raise anything
        why = str(error) or type(error).__name__
        raise ValueError(f"{path}: this checkpoint can't be gone on from: {why}") from error
    return state


def take_run(path: Path, state: dict[str, Any], model: SelfPlayPPO, arena: Arena) -> None:
    """Take over what `put_run` wrote and returned."""
    take_learning(path, model.policy, model.policy.optimizer, str(model.device))
    if model.magnet:
        arrays = {name: array.numpy() for name, array in load_file(path / MAGNET).items()}
        model.magnet.become(PolicyValueNet(model.magnet.network.layout, arrays))
    arena.deal(state.get("dealt", 0))
    arena.batch.load(path / "games.npz")
    decisions: Decisions = model.rollout_buffer  # type: ignore[assignment]
    with open(path / "tables.npz", "rb") as opened, np.load(opened, allow_pickle=False) as file:
        for name in GAMES:
            own, found = getattr(arena, name), file[name]
            if (found.dtype, found.shape) != (own.dtype, own.shape):
                right = f"{own.dtype} {list(own.shape)}"
                raise ValueError(f"{name}: expected {right}, found {found.dtype} {list(found.shape)}")
            own[:] = found
        decisions.restore([file[f"decisions_{k}"] for k in range(STORED)])
    arena.last_decision[arena.last_decision >= 0] = np.arange(decisions.count)
    model.num_timesteps, model._n_updates = state["timesteps"], state["updates"]
    arena.league.restore(state["league"])
    arena.opponents[:] = state["opponents"]
    arena.num_decisions, arena.num_games, arena.mean_length = state["counts"]
    arena.rng.bit_generator.state = state["random"]
    vars(arena.clock).update(state["clock"])
