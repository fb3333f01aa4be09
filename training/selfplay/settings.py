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
from ow_env.core.settings import checked, declared, setting
from ow_env.core.text import nearest, read_text, toml_in
from ow_env.registry import DEFAULT, games
from training.decklab.random_decks import random_decks_of, refusal
from training.exact.games import small_games
from training.games import make_game

MIXING = Path(__file__).with_name("mixing.toml")  # for small games whose equilibrium mixes


def playable() -> tuple[str, ...]:
    """Return the games that can be learned."""
    return (*games(), *small_games())


# fmt: off
@dataclass(frozen=True)
class Settings:
    """How an agent is trained. A sentence that begins with "..." goes on from the one before."""

    # What is learned, and for how long
    game: str = setting(
        DEFAULT, "what it learns to play: a game, or one small enough to solve (`ow exact --list`)",
        among=playable)
    options: dict[str, Any] = setting(
        {}, 'of the game, by name: { scenario = "Space Wars", num_players = 4 }, say; the rest by default')
    decks: list[str] = setting(
        ["Smith-Boson F.E.", "Empyrean Enterprises"], "the learner plays both, against both; games swap them in turn")
    random_matchups: int = setting(
        0, "so many matchups of two random legal decks are played beside `decks`; 0: none. More than there are rows"
        " for are dealt in turn, every `redraw_every` rounds", low=0)
    random_share: float = setting(
        0.75, "of the games played at once (`num_envs`) are of these; the rest are of the printed decks", low=0, high=1)
    random_sizes: list[int] = setting(
        [54, 40], "cards in the random decks, in turn; of each size the printed pair is played, too")
    random_figures: float = setting(
        0.0, "for this share of the run reconstructed figures of cards and Worlds are moved at random within their"
        " ranges, and weights follow from the figures", low=0, high=1)
    figures_every: int = setting(
        24, "rounds after which figures are drawn anew, when decks are; games under way are dropped then, so few"
        " games at once see more sets of figures (docs/training.md)", low=1)
    minutes: float = setting(
        2.0, "of training, by the clock, measurements not counted; 0: until `decisions` are taken", low=0)
    decisions: int = setting(0, "end after so many decisions of the learner; 0: no end but `minutes`", low=0)
    seed: int = setting(
        1, "decides all draws; with `decisions` alone as the end, the same seed gives the same agent", low=0)

    # The network: on a CPU, widths are rounded up to multiples of 64 while it learns
    network: str = setting(
        "worlds", '"worlds": one encoder shared by all Worlds, cards embedded; "flat": one layer sees all alike',
        among=("worlds", "flat"))
    width_whole: int = setting(128, "how many numbers are kept of what is seen beside the Worlds", low=1, high=WIDEST)
    width_world: int = setting(64, "... of each World", low=1, high=WIDEST)
    width_trunk: int = setting(128, "... of both together", low=1, high=WIDEST)
    width_card: int = setting(32, "... of each card, while it learns", low=1, high=WIDEST)
    begin_from: str = setting(
        "", "it begins with the weights of this agent, a name of `agents.names()` or a saved one, whose network and"
        ' widths are those above; there is no teacher then, unless one is named; "": with weights that are drawn')

    # Playing
    num_envs: int = setting(512, "games played at once", low=1)
    rollout: int = setting(16_384, "decisions of the learner between two rounds of learning", low=1)
    reward: str = setting(
        "income", '"win": +1, 0, -1 at the end; "income" adds potential-based shaping by the lead of Income',
        among=("win", "income"))
    scripted: list[str] = setting(
        ["builder", "raider"], "other agents it meets: names of `agents.names()`, or saved agents")
    share_scripted: float = setting(
        0.3, "of its games are against those; where more than two play, they share the seats at random", low=0, high=1)
    share_pool: float = setting(
        0.2, "... against the pool of its past checkpoints; the rest are self-play, all seats learning. In a game for"
        " one there is nobody to meet, and both are 0", low=0, high=1)
    active_checkpoints: int = setting(
        2, "so many of the pool are met at a time: each costs a call of its network per joint decision", low=0)
    pool_size: int = setting(12, "checkpoints kept in the pool, from all ages", low=1)
    pfsp_exponent: float = setting(
        1.0, "opponents are drawn by (1 - share of points won against them) to this power (prioritized fictitious"
        " self-play: Vinyals et al. 2019); 0: all alike", low=0)
    side_exponent: float = setting(
        0.0, "against others it sits, with its deck or Faction there, by (1 - share of points won so) to this power:"
        " most games go to the sides that it loses with; 0: all alike", low=0)
    pool_every: int = setting(12, "rounds after which a checkpoint of the learner joins the pool", low=1)
    redraw_every: int = setting(
        6, "rounds after which the active checkpoints are drawn anew; a game is about as long", low=1)

    # A teacher
    teacher: str = setting(
        "expert", 'it first imitates this agent: a name of `agents.names()`, or a saved agent; "": nobody')
    teacher_share: float = setting(
        0.3, "for so much of the run it does nothing else: its policy learns what the teacher would do", low=0, high=1)
    teacher_decisions: int = setting(
        600_000, "... but for no more decisions than these: a long run leaves the teacher behind sooner", low=0)
    teacher_batch: int = setting(
        512, "decisions in one step of Adam as long as it imitates: what it learns is surer than in PPO", low=1)
    teacher_rate: float = setting(
        2e-3, "... and the learning rate, in place of `learning_rate`; it falls alike", above=0)
    kickstart: float = setting(
        1.0, "weight of the same loss beside PPO's (kickstarting: Schmitt et al. 2018), as if from the beginning; it"
        " falls evenly", low=0)
    kickstart_until: float = setting(
        0.9, "... to 0 at this share of the run; 0: PPO goes on without the teacher at once", low=0, high=1)

    # Learning (PPO: Schulman et al. 2017)
    learning_rate: float = setting(1e-3, "of Adam, at first", above=0)
    last_rate: float = setting(0.05, "the share of it that is left at the end; it falls evenly", low=0, high=1)
    epochs: int = setting(2, "passes over each rollout", low=1)
    batch: int = setting(2048, "decisions in one step of Adam", low=1)
    gamma: float = setting(0.999, "discount of a reward per decision of the seat", low=0, high=1)
    gae_lambda: float = setting(
        0.9, "of generalized advantage estimation: 0 trusts the value function, 1 the rewards alone", low=0, high=1)
    clip: float = setting(0.2, "the probability ratio of a decision counts within 1 - clip and 1 + clip", low=0, high=1)
    normalize_advantages: bool = setting(
        True, "those of a minibatch to mean 0 and deviation 1; false: as they are, so that the two weights below"
        " stand against rewards, and not against noise where all actions are as good")
    entropy: float = setting(0.01, "weight of the entropy bonus, which keeps it exploring", low=0)
    last_entropy: float = setting(1.0, "the share of it that is left at the end; it falls evenly", low=0, high=1)
    magnet: float = setting(
        0.0, "weight of the KL divergence from the magnet, which lags behind the learner (magnetic mirror descent:"
        " Sokota et al. 2023); the finished agent is then the magnet; 0: there is none", low=0)
    last_magnet: float = setting(
        1.0, "the share of that weight that is left at the end; it falls evenly", low=0, high=1)
    magnet_share: float = setting(
        0.02, "after each round it comes so much of the way to the learner: its mean over 1 / this rounds",
        above=0, high=1)
    value_weight: float = setting(0.5, "weight of the value loss beside the policy loss", above=0)
    max_gradient: float = setting(0.5, "longer gradients are clipped to this norm", above=0)

    # The machine
    device: str = setting(
        "cpu", 'where the network learns: "cpu", "cuda", or "auto": on a GPU where there is one, which is no faster'
        " than a thread or two of compiled code (docs/training.md)", among=("auto", "cpu", "cuda"))
    threads: int = setting(
        2, "that share the work; another number gives another agent, as good (sums are rounded otherwise)",
        low=1, high=1024)
    save_every: float = setting(
        30.0, "seconds between two saves of the run's whole state: a killed run loses no more than this", low=0)

    # Measuring, when all is done
    against: list[str] = setting(
        ["random", "builder", "raider", "expert"], "names of `agents.names()`, or saved agents")
    games: int = setting(
        1000, "against each of them, as many in each seat and with the decks each way; 0: nothing is measured", low=0)
    random_games: int = setting(
        2000, "where there are `random_matchups`: against each of them, with decks of each size that nobody trains"
        " on, the same for all agents, both agents with both decks; 0: none", low=0)
    ladder_checkpoints: int = setting(4, "so many of the pool stand on the ladder beside them", low=0)
    ladder_games: int = setting(
        7500, "on the ladder in all, those above among them, or what it takes for all to meet; 0: no ladder", low=0)
    temperature: float = setting(
        0.0, "of the finished agent: 0: always the likeliest action; 1: drawn from its policy", low=0)
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
        faults.append("share_scripted, share_pool: in a game for one there is nobody to meet; both are 0")
    return faults
