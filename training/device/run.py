"""A training run on a GPU: environments, policy and updates run there; everything else is shared with CPU runs.

Below: arena.py (where it plays), ppo.py (how it learns), network.py, selfplay/train.py. Above: selfplay/train.py, which
begins one where the setting `device` is "cuda".
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import load_file, save_file
from torch import Tensor

import agents
from agents import learned
from agents.learned import PolicyValueNet, lay_out
from ow_env.core.batch import Batch
from ow_env.core.game import Game
from ow_env.core.players import needs_determinizations, needs_views, seated
from ow_env.core.secrecy import seed_for
from training.device.arena import CHUNK, DeviceArena, Opponent, forward
from training.device.network import DenseNetwork
from training.device.ppo import DevicePPO, losses
from training.selfplay import checkpoint
from training.selfplay.league import League, Member
from training.selfplay.settings import Settings
from training.selfplay.teacher import only_imitates, weight
from training.selfplay.train import Run, begin, card, games_of

RANDOM = "random.safetensors"


def find_device() -> str:
    """Return the GPU's name for torch.

    Raises:
        ValueError: there is none, or what it takes is not installed.
    """
    if torch.version.cuda is None:  # AMD's torch calls its GPUs cuda, too
        raise ValueError(
            f"device: torch {torch.__version__} is built without CUDA (docs/gpu.md); 'cpu' learns on the CPU"
        )
    if not torch.cuda.is_available():
        raise ValueError("device: torch finds no GPU; 'cpu' learns on the CPU")
    try:
        import numba_cuda  # noqa: F401
    except ImportError:
        raise ValueError("device: a GPU needs more: pip install 'open-worlds-env[train,gpu]'") from None
    return "cuda"


@contextlib.contextmanager
def told_what_fits(chosen: Settings) -> Iterator[None]:
    """Let torch use the GPU's memory.

    Raises:
        ValueError: it is not enough; which settings need less.
    """
    try:
        yield
    except torch.OutOfMemoryError as error:
        fewer = f"num_envs = {max(1, chosen.num_envs // 2)}, rollout = {chosen.rollout // 2}"
        raise ValueError(
            f"num_envs, rollout: {chosen.num_envs} games and rounds of {chosen.rollout} decisions need more memory"
            f" than the GPU has; try {fewer}, or smaller networks"
        ) from error


@dataclass(kw_only=True)
class DeviceRun(Run):
    """A run under way on a GPU."""

    model: DevicePPO
    arena: DeviceArena
    fixed: dict[str, Opponent] = field(default_factory=dict)  # those that are always the same, by name
    spare: list[DenseNetwork] = field(default_factory=list)  # what checkpoints are loaded into, again and again
    loaded: dict[int, str] = field(default_factory=dict)  # which is loaded there, by number
    teacher: Opponent | None = None

    def warm_up(self) -> None:
        """Have torch compile all that a round calls, before the clock starts; where it can't, do without."""
        with told_what_fits(self.settings):
            try:
                self.call_networks()
            except torch.OutOfMemoryError:
                raise
            except (RuntimeError, OSError, subprocess.SubprocessError) as error:  # no C compiler, say
                why = str(error).strip().partition("\n")[0]
                print(f"torch.compile fails here ({why}); the run goes on without it, slower", file=sys.stderr)
                self.model.losses, self.arena.forward = losses, forward
                self.call_networks()

    def call_networks(self) -> None:
        """Call each network as a round does, and the losses with rows of every kind that they are compiled for."""
        chosen, model, arena = self.settings, self.model, self.arena
        of_agents = [other.network for other in (*arena.opponents, self.teacher) if other and other.network]

        def rows(count: int) -> list[Tensor]:  # copies: torch compiles anew for views
            at = torch.zeros(count, dtype=torch.int64, device=arena.device)
            return [each.index_select(0, at) for each in arena.batch.seat_rows()]

        with torch.no_grad():
            for network in (model.network, *self.spare, *of_agents):
                arena.forward(network, *rows(min(CHUNK, chosen.num_envs)))
        kinds = [(False, False)]  # only imitates, is taught
        if weight(chosen, 0.0) > 0:
            kinds.append((False, True))
        if only_imitates(chosen, 0.0, 0):
            kinds.append((True, True))
        for imitates, is_taught in kinds:
            size = model.batch_size(imitates)
            action, choices = (torch.zeros(size, dtype=torch.int64, device=arena.device) for _ in range(2))
            log_prob, advantage, target, counted = (torch.ones(size, device=arena.device) for _ in range(4))
            policy = torch.zeros(size, arena.game.num_actions, device=arena.device)
            taught = policy if self.teacher and self.teacher.network else choices
            loss, _ = model.losses(
                model.network, *rows(size), action, log_prob, advantage, target, taught if is_taught else None, counted,
                chosen.clip, chosen.normalize_advantages, torch.ones(4, device=arena.device),
            )  # fmt: skip
            loss.backward()
        model.optimizer.zero_grad()

    def play_and_learn(self, done: float) -> None:
        """One round. ``done``: the share of the run that lies behind, from 0 to 1.

        Raises:
            ValueError: it takes more memory than the GPU has.
        """
        with told_what_fits(self.settings):
            self.play_round(done)

    def play_round(self, done: float) -> None:
        """Play, learn, and go on with the league."""
        chosen, model, arena = self.settings, self.model, self.arena
        arena.seat(*self.lineup())
        seen = arena.play(-(-chosen.rollout // chosen.num_envs), chosen.gamma, chosen.gae_lambda)
        arena.batch.check()
        members = [self.league.itself, *(self.league.find(other.name) for other in arena.opponents)]
        for member, (points, of_weight, games) in zip(members, arena.results(), strict=True):
            member.record(points, of_weight, games)
        self.schedule_teacher(done)
        arena.lap("")
        if model.teacher_weight > 0 and self.teacher and self.teacher.network is None:
            seen.taught = arena.ask(self.teacher.players, seen.observation, seen.mask)
            arena.lap("teacher")
        teacher = self.teacher.network if self.teacher else None
        model.learn(seen, teacher, done, arena.generator)
        arena.lap("learning")
        self.rounds += 1
        self.grow_pool()
        self.league.forget(set())  # a game against somebody who leaves goes on as self-play
        if self.rounds % chosen.redraw_every == 0:
            self.league.redraw(arena.rng, chosen.active_checkpoints)

    def lineup(self) -> tuple[list[Opponent], NDArray[np.float64]]:
        """Return who is met in the next round, and how likely self-play and each of them are."""
        members = [self.league.find(name) for name in self.league.active]
        of_pool = [member.name for member in members if member.path is not None]
        chances = self.league.chances(self.settings.share_scripted, self.settings.share_pool)
        return [self.opponent(member, of_pool) for member in members], chances

    def opponent(self, member: Member, of_pool: list[str]) -> Opponent:
        """Return who plays for a member of the league; checkpoints draw from their policy, as they did in training.

        ``of_pool``: the checkpoints that play now.
        """
        if member.path is None:
            if member.name not in self.fixed:
                self.fixed[member.name] = self.player(member.name)
            return self.fixed[member.name]
        number = of_pool.index(member.name)
        if self.loaded.get(number) != member.path:
            self.spare[number].take(learned.load(self.folder / member.path, self.games[0]).network.weights)
            self.loaded[number] = member.path
        return Opponent(member.name, self.spare[number])

    def player(self, name: str) -> Opponent:
        """Return an agent: a network for the GPU, anything else as players on the CPU.

        Raises:
            ValueError: there is no such agent, or it needs more than observations.
        """
        game, device = self.games[0], str(self.arena.device)
        own = self.folder / name
        agent = agents.make(str(own) if name.endswith(learned.SUFFIX) and own.exists() else name, game)
        if isinstance(agent, learned.LearnedAgent):
            return Opponent(name, dense(agent.network, device), agent.temperature)
        seed = seed_for("league", self.settings.seed, 0)
        players = [seated(name, game.for_seat(), seed) for _ in range(self.settings.threads)]
        if needs_determinizations(players[0]) or needs_views(players[0]):
            raise ValueError(f"{name!r} needs more than observations, which is all that a run on a GPU has for it")
        return Opponent(name, players=players)

    def snapshot(self) -> PolicyValueNet:
        """Return the network as it is now, to play with."""
        network = self.model.network
        return PolicyValueNet(network.layout, network.arrays())

    def save_agent(self, path: Path, at_end: bool = False) -> None:
        """Write what has been learned to a file."""
        learned.save(path, self.snapshot(), card(self))

    def versions(self) -> dict[str, str]:
        """Return the versions of all that can change a result, the GPU among them."""
        of_gpu: dict[str, str] = {}
        if self.arena.device.type == "cuda":
            name = torch.cuda.get_device_name(self.arena.device)
            of_gpu = {"gpu": name, "cuda": str(torch.version.cuda), "numba_cuda": version("numba-cuda")}
        return super().versions() | of_gpu

    def put(self, folder: Path) -> dict[str, Any]:
        """Write weights, optimiser and generator into a folder; return the rest as plain data. Games are not kept."""
        model, arena = self.model, self.arena
        checkpoint.put_learning(folder, model.network, model.optimizer)
        save_file({"state": arena.generator.get_state()}, folder / RANDOM)
        return {
            "timesteps": model.num_timesteps,
            "league": self.league.state(),
            "counts": [arena.num_decisions, arena.num_games, arena.mean_length],
            "random": arena.rng.bit_generator.state,
            "clock": vars(arena.clock),
        }

    def take(self, folder: Path, state: dict[str, Any]) -> None:
        """Go on from what `put` wrote and returned."""
        model, arena = self.model, self.arena
        checkpoint.take_learning(folder, model.network, model.optimizer, str(arena.device))
        arena.generator.set_state(load_file(folder / RANDOM)["state"])
        model.num_timesteps = state["timesteps"]
        self.league.restore(state["league"])
        arena.num_decisions, arena.num_games, arena.mean_length = state["counts"]
        arena.rng.bit_generator.state = state["random"]
        vars(arena.clock).update(state["clock"])
        arena.batch.reset(seed=seed_for("gpu games", self.settings.seed, state["number"]))
        self.begin_games()

    def begin_games(self) -> None:
        """Seat those who play in games that have all just begun."""
        arena = self.arena
        arena.seat(*self.lineup())
        arena.begin_games()


def set_up(folder: Path, chosen: Settings, resumed: bool = False) -> DeviceRun:
    """Return a run at its beginning; ``resumed``: a checkpoint says how it goes on.

    Raises:
        ValueError: there is no GPU, or too little memory on it, or an agent that the settings name can't play there.
    """
    with told_what_fits(chosen):
        return set_up_on(find_device(), folder, chosen, resumed)


def set_up_on(device: str, folder: Path, chosen: Settings, resumed: bool) -> DeviceRun:
    """Do what `set_up` does, where the device is known."""
    torch.set_float32_matmul_precision("high")
    games = games_of(chosen)
    game = games[0]
    widths = (chosen.width_whole, chosen.width_world, chosen.width_trunk)
    layout = lay_out(game, chosen.network)
    network = DenseNetwork(layout, widths, torch.Generator().manual_seed(chosen.seed)).to(device)
    on_gpu = device != "cpu"
    model = DevicePPO(network, chosen, torch.compile(losses, dynamic=False) if on_gpu else losses)
    reward = "shaped" if chosen.reward == "income" else "win"
    batch = make_batch(games, chosen.num_envs, chosen.seed, device, reward)
    ask = torch.compile(forward, dynamic=True) if on_gpu else forward
    seed = seed_for("training", chosen.seed)
    first = first_potential(games, chosen.seed) if reward == "shaped" else None
    arena = DeviceArena(batch, game, network, seed % 2**63, chosen.threads, ask, first)
    league = League(tuple(chosen.scripted), chosen.pfsp_exponent, chosen.pool_size)
    league.redraw(arena.rng, chosen.active_checkpoints)
    run = DeviceRun(folder=folder, settings=chosen, games=games, model=model, league=league, arena=arena)
    run.spare = [
        DenseNetwork(layout, widths).to(device).requires_grad_(False) for _ in range(chosen.active_checkpoints)
    ]
    if chosen.begin_from and not resumed:
        begin(network, chosen.begin_from, game)
    if chosen.teacher:
        try:
            run.teacher = run.player(chosen.teacher)
        except ValueError as error:
            raise ValueError(f"teacher: {error}") from None
    run.begin_games()
    return run


def first_potential(games: Sequence[Game], seed: int) -> NDArray[np.float64]:
    """Return the potential of each seat [P] with which games begin, on average over some."""
    batch, game = Batch(games, 64, seed), games[0]
    found = [
        [game.engine.potential(batch.states[row], game.tables[0], seat) for seat in range(game.num_players)]
        for row in range(batch.num_games)
    ]
    mean: NDArray[np.float64] = np.mean(found, 0)
    return mean


def dense(network: PolicyValueNet, device: str) -> DenseNetwork:
    """Return a saved agent's network for the GPU."""
    whole, place, trunk = (len(network.weights[name]) for name in ("whole.bias", "world.bias", "trunk.bias"))
    found = DenseNetwork(network.layout, (whole, place, trunk))
    found.take(network.weights)
    return found.to(device).requires_grad_(False)


def make_batch(games: Sequence[Game], n: int, seed: int, device: str, reward: Any) -> Any:
    """Return the games on the device; on a CPU, the same by `Batch`."""
    if device == "cpu":
        from training.device.host import HostBatch

        return HostBatch(games, n, seed, reward=reward)
    from ow_env.device.batch import DeviceBatch

    return DeviceBatch(games, n, seed, device=device, reward=reward)
