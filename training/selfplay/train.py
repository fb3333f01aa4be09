"""Training by self-play, from the settings to the saved agent. Read it from top to bottom.

Below: settings.py (what may be set), policy.py (what learns), ppo.py and learner.py (how), arena.py (where it plays),
league.py (against whom), checkpoint.py (how it goes on). Above: commands/train.py
(`ow train`), report.py (what is shown of it).

A round is: play until the rollout is full; learn from it with MaskablePPO; write down how it went. What a run leaves
in its folder: settings.toml, agent.safetensors, past/ (the checkpoint pool), progress.jsonl, events for TensorBoard,
the last checkpoint.
"""

from __future__ import annotations

import json
import platform
import shutil
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import sb3_contrib
import stable_baselines3
import torch
from stable_baselines3.common.logger import Logger
from torch.utils.tensorboard import SummaryWriter

import agents
from agents import learned
from agents.learned import PolicyValueNet, lay_out
from ow_env.adapters.gymnasium import spaces_of
from ow_env.core.game import Game
from ow_env.core.players import Player, look, needs_determinizations, needs_views, seated
from ow_env.core.secrecy import seed_for
from training.decklab import random_decks
from training.decklab.setup import setup_of
from training.files import alone_in, write_whole
from training.games import both_ways
from training.selfplay import checkpoint, settings
from training.selfplay.advantage import LAST, estimate
from training.selfplay.arena import Arena, Clock, Deal
from training.selfplay.decisions import Decisions
from training.selfplay.forward import Decided
from training.selfplay.league import League, Member
from training.selfplay.learner import CheckpointPlayer, Learner, where_of
from training.selfplay.magnet import Magnet
from training.selfplay.policy import SelfPlayPolicy, TrainableNet
from training.selfplay.ppo import SelfPlayPPO
from training.selfplay.settings import Settings
from training.selfplay.teacher import only_imitates, teach, weight

DEVICES = {"cpu": "training.selfplay.train", "cuda": "training.device.run"}  # whose `set_up` begins a run there
AGENT = "agent.safetensors"
PROGRESS = "progress.jsonl"
SETTINGS = "settings.toml"


class Learning(Protocol):
    """What learns, as far as a run tells of it; see `SelfPlayPPO`."""

    num_timesteps: int
    only_imitates: bool
    teacher_weight: float
    magnet_weight: float

    @property
    def logger(self) -> Logger:
        """What collects the figures of a round."""

    def set_logger(self, logger: Logger) -> None:
        """Take another."""


class Beginning(Protocol):
    """A network under training that can take the weights of another."""

    def begin_with(self, network: PolicyValueNet) -> None:
        """Take them; ValueError: they do not fit."""


class Playing(Protocol):
    """Where it plays, likewise; see `Arena`."""

    alone: bool
    num_decisions: int
    num_games: int
    mean_length: float
    clock: Clock


@dataclass(kw_only=True)
class Run(ABC):
    """A run under way: what `train` sets up, and what its rounds change. `CpuRun` is below, `DeviceRun` in device/."""

    folder: Path
    settings: Settings
    games: list[Game]  # the same with decks swapped; environments play them in turn, or what `deals_of` says
    model: Learning
    league: League
    arena: Playing
    rounds: int = 0  # done
    seconds: float = 0.0  # spent on them
    taught: float = 0.0  # how far the run has come at most, from 0 to 1: put off, its end brings no teacher back

    @abstractmethod
    def warm_up(self) -> None:
        """Compile or load all that a round calls, before the clock starts. Nothing is changed."""

    @abstractmethod
    def play_and_learn(self, done: float) -> None:
        """One round. ``done``: the share of the run that lies behind, from 0 to 1."""

    @abstractmethod
    def save_agent(self, path: Path, at_end: bool = False) -> None:
        """Write what has been learned to a file. ``at_end``: what the run ends with."""

    def versions(self) -> dict[str, str]:
        """Return the versions of all that can change a result."""
        return versions()

    @abstractmethod
    def put(self, folder: Path) -> dict[str, Any]:
        """Write arrays that the run goes on from into a folder; return the rest as plain data."""

    @abstractmethod
    def take(self, folder: Path, state: dict[str, Any]) -> None:
        """Take over what `put` wrote and returned."""

    def save(self) -> None:
        """Write a checkpoint."""
        taught = max(self.taught, progress(self))
        more = {"seconds": self.seconds, "taught": taught, "times": times(self), "versions": self.versions()}
        checkpoint.write(self.folder, self.rounds, self.put, more)

    def schedule_teacher(self, done: float) -> None:
        """Say how much the teacher counts in a round, and whether PPO waits."""
        self.taught = max(self.taught, done)
        self.model.only_imitates = only_imitates(self.settings, self.taught, self.model.num_timesteps)
        self.model.teacher_weight = 1.0 if self.model.only_imitates else weight(self.settings, self.taught)

    def grow_pool(self) -> None:
        """Let the learner as it is join the checkpoint pool, if it is time."""
        if self.rounds % self.settings.pool_every == 0 and self.settings.share_pool > 0:
            path = Path("past") / f"after-{self.model.num_timesteps}{learned.SUFFIX}"
            self.save_agent(self.folder / path)
            self.league.add(f"after {self.model.num_timesteps}", path.as_posix())


@dataclass(kw_only=True)
class CpuRun(Run):
    """A run under way on a CPU."""

    model: SelfPlayPPO
    arena: Arena
    learner: Learner  # the model's network as compiled code takes it
    make_player: Callable[[Member], Player]

    @property
    def network(self) -> TrainableNet:
        """The learner's."""
        found: TrainableNet = self.model.policy.network  # type: ignore[assignment]
        return found

    def warm_up(self) -> None:
        """Compile or load all that a round calls, before the clock starts. Nothing is changed."""
        learner, decisions = self.learner, self.model.rollout_buffer
        network, nothing = learner.network, np.zeros(2, np.float32)
        estimate(nothing, nothing, np.full(2, LAST, np.int32), 1.0, 1.0, nothing.copy())
        row = np.zeros((1, network.layout.feature_token.size), np.uint8)
        network.snapshot().act(row, np.ones((1, network.layout.action_token.size), np.int8), np.zeros(1))
        decided: Decided = decisions.decided  # type: ignore[attr-defined]
        learner.learn(decided, np.zeros(1, np.int64), nothing[:1], 0.0, 0.0, 0.0, 0.0)
        learner.act(decided, np.zeros(0, np.int64), np.zeros(0))
        if self.model.magnet:
            self.model.magnet.refer(decisions, learner)  # type: ignore[arg-type]
        if self.settings.teacher:
            batch = self.arena.batch
            at, seat = (places[:1] for places in np.nonzero(batch.to_act))
            teachers(self, 1)[0](look(batch, at, seat, 0), np.zeros(1))
        self.model.policy.optimizer.zero_grad()

    def play_and_learn(self, done: float) -> None:
        """One round. ``done``: the share of the run that lies behind, from 0 to 1."""
        chosen, model, arena, learner, network = self.settings, self.model, self.arena, self.learner, self.network
        network.set_printed(arena.game.card_numbers)
        learner.refresh()
        decisions: Decisions = model.rollout_buffer  # type: ignore[assignment]
        arena.collect(learner.act, decisions)
        begun = time.perf_counter()
        self.schedule_teacher(done)
        model.batch_size = chosen.teacher_batch if model.only_imitates else chosen.batch
        if model.teacher_weight > 0:
            teach(teachers(self, chosen.threads), decisions, learner, arena.rng)
        arena.clock.teacher += time.perf_counter() - begun
        model.num_timesteps += chosen.rollout
        model.ent_coef = chosen.entropy * max(chosen.last_entropy, 1 - done)  # 1 - done: as the learning rate
        model._current_progress_remaining = 1 - done  # what the learning rate falls with
        begun = time.perf_counter()
        model.magnet_weight = 0.0 if model.only_imitates else chosen.magnet * max(chosen.last_magnet, 1 - done)
        if model.magnet and model.magnet_weight > 0:
            model.magnet.refer(decisions, learner)
        model.train()
        if model.magnet:
            model.magnet.follow(network.snapshot(), chosen.magnet_share)
        arena.clock.learning += time.perf_counter() - begun
        self.rounds += 1
        self.grow_pool()
        if self.rounds % chosen.redraw_every == 0:
            self.league.redraw(arena.rng, chosen.active_checkpoints)
            arena.deal(self.rounds // chosen.redraw_every)

    def save_agent(self, path: Path, at_end: bool = False) -> None:
        """Write what has been learned to a file, with the weights that follow from the figures of the run's own game.

        ``at_end``: what the run ends with, which may be the magnet, whose policy is steadier.
        """
        network, magnet = self.network, self.model.magnet
        network.set_printed(self.games[0].card_numbers)
        printed = network.printed_so() if self.settings.random_figures else None
        learned.save(path, magnet.network if at_end and magnet else network.snapshot(), card(self), printed)
        network.set_printed(self.arena.game.card_numbers)

    def put(self, folder: Path) -> dict[str, Any]:
        """Write arrays that the run goes on from into a folder; return the rest as plain data."""
        return checkpoint.put_run(folder, self.model, self.arena)

    def take(self, folder: Path, state: dict[str, Any]) -> None:
        """Take over what `put` wrote and returned."""
        checkpoint.take_run(folder, state, self.model, self.arena)


def train(
    folder: Path, chosen: Settings, resume: bool = False, say: Callable[[str], None] = lambda line: None,
    stop: Callable[[], bool] = lambda: False,
) -> Path:  # fmt: skip
    """Train an agent and return the path of its file.

    Args:
        folder: where all is written.
        chosen: the settings; to resume, those of the run's own settings.toml, but for how long it goes on.
        resume: go on from the folder's last checkpoint.
        say: takes a line about how it goes, after each round.
        stop: asked after each round: whether to write a checkpoint and leave, to go on another time.

    Raises:
        KeyboardInterrupt: ``stop`` said so.
        ValueError: the folder holds a run already and is not to be resumed, or the other way round; or another process
            trains in it.
    """
    with alone_in(folder):
        return train_alone(folder, chosen, resume, say, stop)


def train_alone(
    folder: Path, chosen: Settings, resume: bool, say: Callable[[str], None], stop: Callable[[], bool]
) -> Path:
    """Train while no other process does in this folder; see `train`."""
    found = checkpoint.all_of(folder)
    if resume and not found:
        raise ValueError(f"{folder}: no checkpoint to resume from; the same command without --resume starts the run")
    if not resume and (folder / PROGRESS).exists():
        raise ValueError(f"{folder}: already holds a run: --resume continues it, --out takes another folder")
    write_whole(folder / SETTINGS, chosen.to_toml())
    torch.set_num_threads(1)  # we share the work ourselves: torch's own threads wait busily for each other
    run = restored(folder, chosen, found) if found else begun(folder, chosen)
    run.model.set_logger(Logger(None, []))  # it only collects what `write_down` takes
    run.warm_up()
    if not found:
        run.save()  # of round 0: what is killed in its first rounds can be gone on with, too

    saved_at = time.perf_counter()
    with curves_of(run) as curves:
        while (done := progress(run)) < 1:
            start = time.perf_counter()
            run.play_and_learn(done)
            run.seconds += time.perf_counter() - start
            write_down(run, curves)
            say(line(run))
            if time.perf_counter() - saved_at > chosen.save_every:
                run.save()
                saved_at = time.perf_counter()
            if stop():
                run.save()
                raise KeyboardInterrupt
    run.save()
    path = folder / AGENT
    run.save_agent(path, at_end=True)
    return path


def begun(folder: Path, chosen: Settings, resumed: bool = False) -> Run:
    """Return a run at its beginning, on the device where it is to learn; see `set_up`."""
    run: Run = import_module(DEVICES[chosen.device]).set_up(folder, chosen, resumed)
    return run


def restored(folder: Path, chosen: Settings, found: list[Path]) -> Run:
    """Return a run as its last checkpoint has it; where that is damaged, as the one before has it.

    Raises:
        ValueError: none of them can be gone on from; why the last can't.
    """
    problems: list[ValueError] = []
    for place, path in enumerate(found):
        run = begun(folder, chosen, resumed=True)
        try:
            state = checkpoint.restore(path, run.take)
        except ValueError as error:
            problems.append(error)
            continue
        for damaged in found[:place]:
            print(f"{problems[0]}; the run goes on from {path.name}", file=sys.stderr)
            shutil.rmtree(damaged, ignore_errors=True)  # its round is played again
        run.rounds, run.seconds, run.taught = state["number"], state["seconds"], state.get("taught", 1.0)
        cut_progress(folder / PROGRESS, run.rounds)
        return run
    raise problems[0]


def set_up(folder: Path, chosen: Settings, resumed: bool = False) -> CpuRun:
    """Return a run at its beginning; ``resumed``: a checkpoint says how it goes on."""
    torch.manual_seed(chosen.seed)
    rng = np.random.default_rng(seed_for("training", chosen.seed))  # all draws but the games' and the first weights
    games = games_of(chosen)
    game = games[0]

    # MaskablePPO learns; it is given no environment, for the arena collects what it learns from.
    model = SelfPlayPPO(
        SelfPlayPolicy,
        None,  # type: ignore[arg-type]
        learning_rate=lambda left: (
            (chosen.teacher_rate if model.only_imitates else chosen.learning_rate) * max(chosen.last_rate, left)
        ),
        n_epochs=chosen.epochs,
        batch_size=chosen.batch,
        gamma=chosen.gamma,
        gae_lambda=chosen.gae_lambda,
        clip_range=chosen.clip,
        normalize_advantage=chosen.normalize_advantages,
        ent_coef=chosen.entropy,
        vf_coef=chosen.value_weight,
        max_grad_norm=chosen.max_gradient,
        device="cpu",
        policy_kwargs={
            "network": {
                "game": game,
                "kind": chosen.network,
                "whole": chosen.width_whole,
                "world": chosen.width_world,
                "trunk": chosen.width_trunk,
                "card": chosen.width_card,
            },
        },
        _init_setup_model=False,
    )
    model.observation_space, model.action_space = spaces_of(game)
    model.n_envs = 1  # to MaskablePPO a rollout is one long row
    model.rollout_buffer_class = Decisions  # type: ignore[assignment]
    max_acting = chosen.num_envs * game.num_players
    model.rollout_buffer_kwargs = {
        "size": chosen.rollout,
        "room": 2 * max_acting,
        "features": game.most_numbers,
        "legal": game.most_actions,
        "where": where_of(lay_out(game, chosen.network)),
        "rng": rng,
    }
    model._setup_model()
    network: TrainableNet = model.policy.network  # type: ignore[assignment]
    if chosen.begin_from and not resumed:
        begin(network, chosen.begin_from, game)
    model.learner = learner = Learner(network, game.most_actions, chosen.threads)
    if chosen.magnet > 0:
        model.magnet = Magnet(network.snapshot())

    def make_player(member: Member) -> Player:
        """Return who plays for a member of the league: checkpoints draw from their policy, as they did in training.

        Others may have a generator of their own. They are recreated for each round: a resumed run draws alike.
        """
        known, seed = arena.game.for_seat(), seed_for("league", chosen.seed, model.num_timesteps)
        if member.path is not None:
            return CheckpointPlayer(learned.load(folder / member.path, known).network, game.most_actions).choose
        if member.name.endswith(learned.SUFFIX):  # a saved agent, in the run's own folder or elsewhere
            own = folder / member.name
            return learned.load(own if own.exists() else member.name, known, seed).choose
        return seated(member.name, known, seed)  # a name of `agents.names()`

    league = League(tuple(chosen.scripted), chosen.pfsp_exponent, chosen.pool_size)
    league.redraw(rng, chosen.active_checkpoints)
    arena = Arena(
        games,
        chosen.num_envs,
        league,
        make_player,
        reward=chosen.reward,
        scripted=chosen.share_scripted,
        pool=chosen.share_pool,
        seed=chosen.seed,
        rng=rng,
        threads=chosen.threads,
        deals=deals_of(chosen, games),
        side_exponent=chosen.side_exponent,
    )
    run = CpuRun(
        folder=folder, settings=chosen, games=games, model=model, league=league, arena=arena, learner=learner,
        make_player=make_player,
    )  # fmt: skip
    if chosen.teacher:
        try:
            [player] = teachers(run, 1)
        except ValueError as error:
            raise ValueError(f"teacher: {error}") from None
        if needs_determinizations(player) or needs_views(player):
            raise ValueError(
                f"teacher: expected a script or a saved agent, got {chosen.teacher!r}, which needs more than"
                " observations: a teacher is asked when the positions have gone by"
            )
    return run


def begin(network: Beginning, name: str, game: Game) -> None:
    """Let a run begin with the weights of a learned agent.

    Raises:
        ValueError: there is no such agent, it has no network, or one of another kind or other widths.
    """
    try:
        agent = agents.make(name, game)
        if not isinstance(agent, learned.LearnedAgent):
            raise ValueError(f"expected a learned agent, got {name!r}")
        network.begin_with(agent.network)
    except ValueError as error:
        raise ValueError(f"begin_from: {error}") from None


def teachers(run: CpuRun, count: int) -> list[Player]:
    """Return the teacher as so many players, as they are asked in this round."""
    return [run.make_player(Member(run.settings.teacher)) for _ in range(count)]


def games_of(chosen: Settings) -> list[Game]:
    """Return the game with its decks, or what else its seats play with, in every order of the seats."""
    return both_ways(chosen.game, chosen.decks, **chosen.options)


def deals_of(chosen: Settings, games: list[Game]) -> Callable[[int], Deal] | None:
    """Return what says with which decks and figures the rows play after so many deals; None: as the games, always."""
    if not chosen.random_matchups and not chosen.random_figures:
        return None
    lab, setup = random_decks.known(chosen.game), setup_of(chosen.game, **chosen.options)
    decks = lab.training_decks(
        setup, games, chosen.num_envs, chosen.random_matchups, chosen.random_share, chosen.random_sizes, chosen.seed
    )

    @lru_cache(1)
    def games_with(epoch: int) -> list[Game]:
        """Return the games with the figures of so many drawings."""
        if not is_random(chosen.random_figures, epoch):
            return games
        cards = lab.training_cards(setup, chosen.seed, epoch)
        return both_ways(chosen.game, chosen.decks, **{**chosen.options, "cards": cards})

    def deal(time: int) -> Deal:
        playing = games_with(time * chosen.redraw_every // chosen.figures_every)
        return Deal(playing, decks.at(time) if chosen.random_matchups else None)

    return deal


def is_random(share: float, epoch: int) -> bool:
    """Return whether figures are random in an epoch of a training, so that this share of all epochs is, evenly."""
    return int((epoch + 1) * share + 1e-9) > int(epoch * share + 1e-9)


def progress(run: Run) -> float:
    """Return which share of the run lies behind it, from 0 to 1."""
    chosen = run.settings
    shares = [0.0]
    if chosen.minutes > 0:
        shares.append(run.seconds / (60 * chosen.minutes))
    if chosen.decisions > 0:
        shares.append(run.model.num_timesteps / chosen.decisions)
    return min(1.0, max(shares))


def curves_of(run: Run) -> SummaryWriter:
    """Return what writes TensorBoard's event file; rounds after the checkpoint that a run goes on from are dropped."""
    return SummaryWriter(str(run.folder), purge_step=run.model.num_timesteps + 1)


def write_down(run: Run, curves: SummaryWriter) -> None:
    """Add this round to progress.jsonl, and its numbers to TensorBoard's curves."""
    arena, league, logged = run.arena, run.league, run.model.logger
    learned_of = logged.name_to_value
    seconds = max(run.seconds, 1e-9)
    shares = {member.name: round(member.share, 4) for member in shown(run)}
    row: dict[str, Any] = {
        "round": run.rounds,
        # Decisions the learner has learned from, and of all seats: opponents' are played, not learned from.
        "decisions": run.model.num_timesteps,
        "decisions_of_all": arena.num_decisions,
        "seconds": round(run.seconds, 3),
        "rate": round(arena.num_decisions / seconds, 1),  # decisions of all seats a second, learning included
        "games": arena.num_games,
        "length": round(arena.mean_length, 2),  # joint decisions in a game
        # The mean entropy of its policy, in nats. It should fall, and not to 0 at once.
        "entropy": -float(learned_of["train/entropy_loss"]),
        # Approximate KL divergence from the policy before the round. Above 0.02 or so the learning rate is too high.
        "kl": float(learned_of["train/approx_kl"]),
        "clipped": float(learned_of["train/clip_fraction"]),  # the share of decisions with a clipped ratio
        # The weight of what the teacher says in the loss; the share of decisions at which its choice is the likeliest.
        "teacher_weight": round(run.model.teacher_weight, 4),
        "agreement": round(float(learned_of["train/agreement"]), 4) if run.model.teacher_weight > 0 else None,
        # The mean KL divergence of its policy from the magnet, in nats. At an equilibrium it is 0.
        "divergence": float(learned_of["train/divergence"]) if run.model.magnet_weight > 0 else None,
        "value_loss": float(learned_of["train/value_loss"]),
        # How much of the variance of returns the value function explains: 1 all of it, 0 no more than the mean does.
        "explained_variance": float(learned_of["train/explained_variance"]),
        # The score, by opponent, over its last few hundred games. It explores in these:
        # the finished agent, which takes the likeliest action, is stronger.
        "shares": shares,
        "share_pool": round(float(np.mean([member.share for member in league.pool])), 4) if league.pool else None,
    }
    with open(run.folder / PROGRESS, "a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")
    counters = logged.name_to_excluded  # of updates, say: no curve
    numbers = {name: value for name, value in learned_of.items() if "tensorboard" not in counters[name]}
    numbers |= {f"play/{name}": row[name] for name in row if isinstance(row[name], (int, float)) and name != "round"}
    numbers |= {f"share/{name}": share for name, share in shares.items()}
    for name, value in numbers.items():
        curves.add_scalar(name, float(value), run.model.num_timesteps)  # by decisions learned from
    curves.flush()
    logged.dump()  # which forgets this round's


def shown(run: Run) -> list[Member]:
    """Return those against whom scores are told; in a single-player game, the learner by itself."""
    if run.arena.alone:
        return [replace(run.league.itself, name="alone")]
    return [member for member in run.league.members if member.path is None]


def line(run: Run) -> str:
    """Return the progress as one line."""
    arena, done = run.arena, progress(run)
    left = round(run.seconds * (1 - done) / max(done, 1e-9))
    shares = [f"{member.name} {100 * member.share:.0f} %" for member in shown(run)]
    if run.league.pool:
        shares.append(f"checkpoints {100 * np.mean([member.share for member in run.league.pool]):.0f} %")
    rate = arena.num_decisions / max(run.seconds, 1e-9)
    doing = f" | behaviour cloning of {run.settings.teacher}" if run.model.only_imitates else ""
    return (
        f"{100 * done:3.0f} % | {left // 60}:{left % 60:02} left | {run.model.num_timesteps / 1e6:.2f} M decisions |"
        f" {rate:,.0f}/s{doing} | scores: {', '.join(shares)}"
    )


def times(run: Run) -> dict[str, float]:
    """Return the share of the run's time that each part took."""
    clock = run.arena.clock
    parts = {
        "rules of the game": clock.rules,
        "the learner's policy": clock.learner,
        "the opponents": clock.opponents,
        **({"the teacher": clock.teacher} if run.settings.teacher else {}),
        "learning": clock.learning,
    }
    total = max(run.seconds, 1e-9)
    return {name: seconds / total for name, seconds in parts.items()} | {"the rest": 1 - sum(parts.values()) / total}


def card(run: Run) -> learned.Card:
    """Return what the agent says of itself."""
    chosen = run.settings
    widths = {"whole": chosen.width_whole, "world": chosen.width_world, "trunk": chosen.width_trunk}
    return learned.Card(
        format=learned.FORMAT,
        game=run.games[0].name,
        digest=lay_out(run.games[0], chosen.network).digest,
        network=chosen.network,
        widths=widths,
        temperature=chosen.temperature,
        trained={
            "decisions": run.model.num_timesteps,
            "seconds": round(run.seconds, 1),
            "games": run.arena.num_games,
            "settings": vars(chosen),
            "versions": run.versions(),
        },
    )


def versions() -> dict[str, str]:
    """Return the versions of all that can change a result on a CPU."""
    return {
        "python": platform.python_version(),
        "torch": torch.__version__,
        "stable_baselines3": stable_baselines3.__version__,
        "sb3_contrib": sb3_contrib.__version__,
        "numpy": np.__version__,
        "machine": f"{platform.system()} {platform.machine()}",
    }


def cut_progress(path: Path, rounds: int) -> None:
    """Forget the rounds after the checkpoint: they are played again."""
    kept = [text for text in path.read_text(encoding="utf-8").splitlines() if _round(text) <= rounds]
    write_whole(path, "".join(text + "\n" for text in kept))


def _round(text: str) -> float:
    """Return which round a line tells of; a line that was cut short, none."""
    try:
        return int(json.loads(text)["round"])
    except ValueError:
        return float("inf")


def history(folder: Path) -> list[dict[str, Any]]:
    """Return the row of each round of a run."""
    lines = (folder / PROGRESS).read_text(encoding="utf-8").splitlines()
    return [json.loads(text) for text in lines if _round(text) < float("inf")]


def resumed_settings(folder: Path, minutes: float | None, decisions: int | None, games: int | None = None) -> Settings:
    """Return the settings of a run that was begun, to go on with.

    Only its end may be put off, and more measured. None: no change.
    """
    path = folder / SETTINGS
    if not path.exists():
        raise ValueError(f"{folder}: holds no run to resume")
    return settings.read(path, of_a_run=True, minutes=minutes, decisions=decisions, games=games)


if __name__ == "__main__":  # python -m training.selfplay.train FOLDER: the defaults, without the command's trimmings
    print(train(Path(sys.argv[1]), settings.read(), say=print))
