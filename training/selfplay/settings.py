"""The settings of a training run: declared here, read from TOML, checked, written back.

Below: ow_env/core/settings.py. Above: train.py. A new setting is a line of `Settings`, and where it is used.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from agents.games import scripts_of, teacher_of
from agents.learned import TEMPERATURES, is_temperature
from agents.learned.file import WIDEST
from ow_env.core.batch import openings_of
from ow_env.core.settings import checked, declared, setting
from ow_env.core.sharing import processors
from ow_env.core.text import nearest, read_text, toml_in
from ow_env.registry import DEFAULT, games
from training.decklab.random_decks import random_decks_of, refusal
from training.exact.games import small_games
from training.games import make_game

MIXING = Path(__file__).with_name("mixing.toml")  # for small games whose equilibrium mixes
ON_A_GPU = {  # different defaults: it plays tens of thousands of games at once
    "num_envs": 65_536, "rollout": 1_048_576, "batch": 32_768, "epochs": 1, "teacher_batch": 32_768,
    "teacher_decisions": 100_000_000, "pool_every": 40, "redraw_every": 20,
}  # fmt: skip
NOT_ON_A_GPU = ("random_matchups", "random_figures", "side_exponent", "magnet")


def playable() -> tuple[str, ...]:
    """Return the games that can be learned."""
    return (*games(), *small_games())


# fmt: off
@dataclass(frozen=True)
class Settings:
    """How an agent is trained. A sentence that begins with "..." goes on from the one before."""

    # What is learned, and for how long
    game: str = setting(DEFAULT, "the game to learn, or one small enough to solve (`ow exact --list`)", among=playable)
    options: dict[str, Any] = setting(
        {}, 'options of the game: { scenario = "Space Wars", num_players = 4 }, for example; the rest is default')
    decks: list[str] = setting(
        ["Smith-Boson F.E.", "Empyrean Enterprises"], "decks that the learner plays, each against the other; games"
        " alternate between seats")
    random_matchups: int = setting(
        0, "number of matchups between two random legal decks, played beside `decks`; 0: none. If there are more than"
        " environments, they take turns every `redraw_every` rounds", low=0)
    random_share: float = setting(
        0.75, "share of the environments (`num_envs`) that play random decks; the rest play the printed ones",
        low=0, high=1)
    random_sizes: list[int] = setting(
        [54, 40], "numbers of cards in the random decks; the printed pair of each size is played too")
    random_figures: float = setting(
        0.0, "share of the run in which reconstructed values of cards and Worlds are randomized within their ranges,"
        " and embeddings follow from the values",
        low=0, high=1)
    figures_every: int = setting(
        24, "rounds after which the card values are redrawn (when decks are); games in progress are dropped then, so"
        " fewer environments see more sets of values (docs/training.md)",
        low=1)
    minutes: float = setting(
        2.0, "training time in minutes, evaluation not counted; 0: until `decisions` is reached", low=0)
    decisions: int = setting(0, "number of decisions of the learner to train for; 0: until `minutes` is reached", low=0)
    seed: int = setting(
        1, "random seed; on a CPU, where `decisions` alone ends the run, the same seed gives the same agent", low=0)

    # The network: on a CPU, widths are rounded up to multiples of 64 while it learns
    network: str = setting(
        "worlds", '"worlds": one encoder shared by all Worlds, cards embedded; "flat": one layer for the whole'
        ' observation',
        among=("worlds", "flat"))
    width_whole: int = setting(128, "units of the encoder of everything but the Worlds", low=1, high=WIDEST)
    width_world: int = setting(64, "units of the encoder of each World", low=1, high=WIDEST)
    width_trunk: int = setting(128, "units of the trunk, behind both", low=1, high=WIDEST)
    width_card: int = setting(32, "dimensions of the card embedding, during training", low=1, high=WIDEST)
    begin_from: str = setting(
        "", "initialize with the weights of this agent, a name of `agents.names()` or a saved one, of the same"
        " network and"
        ' widths; there is no teacher then, unless one is named; "": random initialization')

    # Playing
    num_envs: int = setting(512, "number of environments (games played in parallel)", low=1)
    rollout: int = setting(16_384, "decisions of the learner per round: between two updates", low=1)
    reward: str = setting(
        "income", '"win": +1, 0, -1 at the end; "income": also potential-based shaping by the lead of Income',
        among=("win", "income"))
    scripted: list[str] = setting(
        ["builder", "raider"], "opponents beside itself: names of `agents.names()`, or saved agents")
    share_scripted: float = setting(
        0.3, "share of its games against those; with more than two players they fill the seats at random",
        low=0, high=1)
    share_pool: float = setting(
        0.2, "share of its games against a pool of its past checkpoints; the rest is self-play, all seats learning."
        " In a single-player game both shares are 0",
        low=0, high=1)
    active_checkpoints: int = setting(
        2, "checkpoints of the pool that are opponents at a time: each costs a forward pass per joint decision", low=0)
    pool_size: int = setting(12, "checkpoints kept in the pool, of all ages", low=1)
    pfsp_exponent: float = setting(
        1.0, "opponents are sampled by (1 - score against them) to this power (prioritized fictitious self-play:"
        " Vinyals et al. 2019); 0: uniformly",
        low=0)
    side_exponent: float = setting(
        0.0, "against opponents, the learner's seat and deck are sampled by (1 - score there) to this power, so that"
        " most games go to the sides it loses with; 0: uniformly",
        low=0)
    pool_every: int = setting(12, "rounds after which a checkpoint of the learner joins the pool", low=1)
    redraw_every: int = setting(
        6, "rounds after which the active checkpoints are resampled; a game lasts about as long", low=1)

    # A teacher
    teacher: str = setting(
        "expert", 'behaviour cloning of this agent first: a name of `agents.names()`, or a saved agent; "": none')
    teacher_share: float = setting(0.3, "share of the run that is behaviour cloning alone", low=0, high=1)
    teacher_decisions: int = setting(
        600_000, "... but at most this many decisions: a long run leaves the teacher behind sooner", low=0)
    teacher_batch: int = setting(512, "minibatch size of behaviour cloning", low=1)
    teacher_rate: float = setting(
        2e-3, "learning rate of behaviour cloning, with the same schedule as `learning_rate`", above=0)
    kickstart: float = setting(
        1.0, "weight of the cloning loss beside PPO's (kickstarting: Schmitt et al. 2018), with a linear schedule"
        " from the start of the run",
        low=0)
    kickstart_until: float = setting(0.9, "... to 0 at this share of the run; 0: no kickstarting", low=0, high=1)

    # Learning (PPO: Schulman et al. 2017)
    learning_rate: float = setting(1e-3, "initial learning rate of Adam", above=0)
    last_rate: float = setting(
        0.05, "final learning rate, as a share of the initial one; linear schedule", low=0, high=1)
    epochs: int = setting(2, "passes over each rollout", low=1)
    batch: int = setting(2048, "minibatch size", low=1)
    gamma: float = setting(0.999, "discount factor per decision of the seat", low=0, high=1)
    gae_lambda: float = setting(
        0.9, "lambda of generalized advantage estimation: 0 trusts the value function, 1 the rewards alone",
        low=0, high=1)
    clip: float = setting(0.2, "clip range of the probability ratio: 1 - clip to 1 + clip", low=0, high=1)
    normalize_advantages: bool = setting(
        True, "normalize advantages per minibatch to mean 0 and deviation 1; false: leave them, so that the two"
        " weights below are relative to rewards, and not to noise where all actions are equally good")
    entropy: float = setting(0.01, "initial coefficient of the entropy bonus", low=0)
    last_entropy: float = setting(
        1.0, "final entropy coefficient, as a share of the initial one; linear schedule", low=0, high=1)
    magnet: float = setting(
        0.0, "initial weight of the KL divergence from a regularization policy that lags behind the learner, the magnet"
        " (magnetic mirror descent: Sokota et al. 2023); the finished agent is then the magnet; 0: none", low=0)
    last_magnet: float = setting(1.0, "final weight, as a share of the initial one; linear schedule", low=0, high=1)
    magnet_share: float = setting(
        0.02, "step of the magnet towards the learner after each round: an average over about 1 / this rounds",
        above=0, high=1)
    value_weight: float = setting(0.5, "coefficient of the value loss", above=0)
    max_gradient: float = setting(0.5, "maximum gradient norm", above=0)

    # The machine
    device: str = setting(
        "cpu", 'where a run plays and learns: "cpu", or "cuda": an NVIDIA GPU (experimental: docs/gpu.md), where a'
        " round is `rollout` / `num_envs` joint decisions of every game",
        among=("cpu", "cuda"))
    threads: int = setting(
        2, "CPU threads; another number gives another, equally good agent (sums are rounded differently)",
        low=1, high=1024)
    save_every: float = setting(
        30.0, "seconds between two checkpoints of the whole run: a killed run loses no more than this", low=0)

    # Evaluation, at the end
    against: list[str] = setting(
        ["random", "builder", "raider", "expert"], "evaluation opponents: names of `agents.names()`, or saved agents")
    games: int = setting(1000, "evaluation games per opponent, evenly over seats and decks; 0: no evaluation", low=0)
    random_games: int = setting(
        2000, "with `random_matchups`: evaluation games per opponent with held-out random decks of each size, the"
        " same for all agents, each agent playing both decks; 0: none",
        low=0)
    ladder_checkpoints: int = setting(4, "checkpoints of the pool that join the ladder", low=0)
    ladder_games: int = setting(
        7500, "games of the ladder in all, those above included, at least what it takes for all to meet; 0: no ladder",
        low=0)
    temperature: float = setting(0.0, "of the finished agent: 0: greedy; 1: sampled from its policy", low=0)
    # fmt: on

    def to_toml(self) -> str:
        """Return them as a file that `read` takes; its first line says how many they are."""
        lines = [f"{name} = {in_toml(value)}\n" for name, value in asdict(self).items()]
        return f"# {len(lines)} settings\n{''.join(lines)}"

    def explained(self) -> str:
        """Return them as a file that `read` takes, each below its sentence."""
        return "\n".join(
            f"{textwrap.fill(known.sentence, 100, initial_indent='# ', subsequent_indent='# ')}\n"
            f"{name} = {in_toml(getattr(self, name))}\n"
            for name, known in declared(Settings).items()
        )


def in_toml(value: Any) -> str:
    """Return a value of JSON as TOML has it: alike, but for tables."""
    if isinstance(value, dict):
        inside = ", ".join(f"{json.dumps(name, ensure_ascii=False)} = {in_toml(each)}" for name, each in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(in_toml, value))}]"
    return json.dumps(value, ensure_ascii=False)


def read(path: Path | None = None, *, of_a_run: bool = False, **changes: Any) -> Settings:
    """Return the defaults, changed by a file, changed by ``changes`` (None: no change).

    Args:
        path: of a TOML file; None: the defaults.
        of_a_run: the file was written by `to_toml`, so it has all settings.
        changes: by name.

    Raises:
        ValueError: it names the file and every fault in it.
    """
    values = asdict(Settings())
    changes = {name: value for name, value in changes.items() if value is not None}
    faults: list[str] = []
    if path is not None:
        try:
            given = toml_in(path)
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None
        written = re.match(r"# (\d+) settings\n", read_text(path))
        if of_a_run and (not written or len(given) < int(written[1])):
            expected = f"the {written[1]} settings that the run was begun with" if written else "a run's settings"
            raise ValueError(f"{path}: damaged: expected {expected}, found {len(given)}")
        for name in given.keys() - values.keys():
            faults.append(f"there is no setting {name!r}{nearest(name, values)}")
        values |= {name: value for name, value in given.items() if name in values}
    chosen = changes.keys() | (given.keys() if path else set())
    values |= changes
    found = defaults_of(values["game"], values["options"])
    if values["device"] == "cuda":
        found |= ON_A_GPU | {"threads": processors()}
    if values["begin_from"]:
        found["teacher"] = ""  # the learner has left it behind
    values |= {name: value for name, value in found.items() if name not in chosen}
    for name, value in values.items():
        try:
            values[name] = checked(Settings, name, value)
        except ValueError as error:
            faults.append(str(error))
    if not faults:
        faults += _together(values)
    if faults:
        raise ValueError(f"{path or 'settings'}: " + "; ".join(sorted(faults)))
    return Settings(**values)


def defaults_of(game: object, options: object) -> dict[str, Any]:
    """Return the defaults that are others in this game than those above, which are for the first of the suite.

    A game that is not there, or not with these options, has none: it is refused later.
    """
    if (game == DEFAULT and not options) or game not in playable() or not isinstance(options, dict):
        return {}
    try:
        whole = make_game(str(game), **options)
    except (TypeError, ValueError):
        return {}
    alone = {"scripted": [], "share_scripted": 0.0, "share_pool": 0.0} if whole.num_players == 1 else {}
    if game == DEFAULT:  # the decks above are for two
        return alone if whole.num_players == 2 else {"decks": [], **alone}
    scripts = list(scripts_of(whole.name))
    return {
        "decks": [],
        "network": "worlds" if whole.structure.place else "flat",
        "teacher": teacher_of(whole.name),
        "scripted": scripts,
        "against": ["random", *scripts],
        **({} if scripts else {"share_scripted": 0.0}),
        **alone,
    }


def _together(values: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with settings that are each right by themselves."""
    faults = []
    for name, value in values["options"].items():
        if value is None or (isinstance(value, list | tuple) and None in value):
            faults.append(f"options: {name} is {value!r}, and a file of settings has no word for None; leave it out")
    if values["minutes"] == 0 and values["decisions"] == 0:
        faults.append("minutes, decisions: one of them must say when to end")
    if values["share_scripted"] + values["share_pool"] > 1:
        faults.append("share_scripted, share_pool: more than 1 together")
    if values["share_scripted"] > 0 and not values["scripted"]:
        faults.append("share_scripted: `scripted` names nobody")
    if values["batch"] > values["rollout"]:
        faults.append(f"batch: {values['batch']} is more than a rollout of {values['rollout']}")
    if values["device"] == "cuda":
        faults += [f"device: {name} needs 'cpu'; on a GPU it has to be 0" for name in NOT_ON_A_GPU if values[name]]
        if values["width_card"] != Settings.width_card:
            faults.append("device: width_card needs 'cpu': on a GPU cards have no embedding; leave it out")
    if not is_temperature(values["temperature"]):
        faults.append(f"temperature: expected {TEMPERATURES}, got {values['temperature']}")
    return faults + _of_the_game(values)


def _of_the_game(values: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with settings for the game as it is configured."""
    name, options = values["game"], values["options"]
    try:
        game = make_game(name, **options)
    except (TypeError, ValueError) as error:
        return [f"options: {error}"]
    faults = []
    if values["device"] == "cuda" and openings_of(game) is not None:
        faults.append(f"device: {name} needs 'cpu': its games begin from chosen positions, which a GPU does not know")
    most = values["num_envs"] * game.num_players
    if values["rollout"] <= most:
        faults.append(
            f"rollout: expected more than {most}, a decision of each of {game.num_players} seats in"
            f" {values['num_envs']} games (num_envs), got {values['rollout']}"
        )
    if values["random_matchups"] and (why := refusal(game, values["random_sizes"])):
        faults.append(f"random_matchups, random_sizes: {why}")
    if values["random_figures"] and random_decks_of(name) is None:
        faults.append(f"random_figures: {name} has no figures that are known to be movable")
    elif values["random_figures"] and values["network"] == "flat":
        faults.append("random_figures: weights follow from figures in the network 'worlds' alone")
    elif values["random_figures"] and values["magnet"]:
        faults.append("random_figures: a magnet's weights are those of one set of figures; magnet has to be 0")
    elif values["random_figures"] and "cards" in options:
        faults.append("random_figures: the standard catalogue's are moved; leave out the option cards")
    if values["side_exponent"] and (values["random_matchups"] or values["random_figures"]):
        faults.append("side_exponent: with random decks or figures no side is played twice; it has to be 0")
    if game.facts.side in options:
        faults.append(f"options: what seats play with is the setting `decks`, here {game.facts.side}")
    if values["network"] == "worlds" and not game.structure.place:
        faults.append(f"network: {name} has no like places, such as Worlds; choose 'flat'")
    if game.num_players == 1 and values["share_scripted"] + values["share_pool"] > 0:
        faults.append("share_scripted, share_pool: in a single-player game there is nobody to meet; both are 0")
    return faults
