"""The settings of a training run: read from TOML, checked, written back. The sentences stand in settings.toml.

Above: train.py. A setting is known if it stands in settings.toml, and what stands there is its default.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from agents.games import scripts_of, teacher_of
from agents.learned import TEMPERATURES, is_temperature
from agents.learned.file import WIDEST
from ow_env.adapters.options import SEEDS
from ow_env.core.text import nearest, read_text, toml_in
from ow_env.registry import DEFAULT, games
from training.decklab.random_decks import random_decks_of, refusal
from training.exact.games import small_games
from training.games import make_game

DEFAULTS = Path(__file__).with_name("settings.toml")
MIXING = DEFAULTS.with_name("mixing.toml")  # for small games whose equilibrium mixes


@dataclass(frozen=True)
class Settings:
    """All settings; their meaning is in settings.toml."""

    game: str
    options: dict[str, Any]
    decks: list[str]
    random_matchups: int
    random_share: float
    random_sizes: list[int]
    random_figures: float
    figures_every: int
    minutes: float
    decisions: int
    seed: int
    network: str
    width_whole: int
    width_world: int
    width_trunk: int
    width_card: int
    begin_from: str
    num_envs: int
    rollout: int
    reward: str
    scripted: list[str]
    share_scripted: float
    share_pool: float
    active_checkpoints: int
    pool_size: int
    pfsp_exponent: float
    side_exponent: float
    pool_every: int
    redraw_every: int
    teacher: str
    teacher_share: float
    teacher_decisions: int
    teacher_batch: int
    teacher_rate: float
    kickstart: float
    kickstart_until: float
    learning_rate: float
    last_rate: float
    epochs: int
    batch: int
    gamma: float
    gae_lambda: float
    clip: float
    normalize_advantages: bool
    entropy: float
    last_entropy: float
    magnet: float
    last_magnet: float
    magnet_share: float
    value_weight: float
    max_gradient: float
    device: str
    threads: int
    save_every: float
    against: list[str]
    games: int
    random_games: int
    ladder_checkpoints: int
    ladder_games: int
    temperature: float

    def to_toml(self) -> str:
        """Return them as a file that `read` takes; its first line says how many they are."""
        lines = [f"{name} = {in_toml(value)}\n" for name, value in asdict(self).items()]
        return f"# {len(lines)} settings\n{''.join(lines)}"


def in_toml(value: Any) -> str:
    """Return a value of JSON as TOML has it: alike, but for tables."""
    if isinstance(value, dict):
        inside = ", ".join(f"{json.dumps(name, ensure_ascii=False)} = {in_toml(each)}" for name, each in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(in_toml, value))}]"
    return json.dumps(value, ensure_ascii=False)


ONE_OF: dict[str, Callable[[], tuple[str, ...]]] = {
    "game": lambda: (*games(), *small_games()),
    "network": lambda: ("worlds", "flat"),
    "reward": lambda: ("win", "income"),
    "device": lambda: ("auto", "cpu", "cuda"),
}
FROM_0_TO_1 = (
    "share_scripted",
    "share_pool",
    "random_share",
    "random_figures",
    "teacher_share",
    "kickstart_until",
    "last_rate",
    "gamma",
    "gae_lambda",
    "clip",
    "last_entropy",
    "last_magnet",
)
MOST = {"threads": 1024, **dict.fromkeys(("width_whole", "width_world", "width_trunk", "width_card"), WIDEST)}
MAY_BE_0 = (
    "minutes", "decisions", "seed", "active_checkpoints", "pfsp_exponent", "side_exponent", "teacher_decisions",
    "kickstart", "entropy", "magnet", "save_every", "games", "random_matchups", "random_games", "ladder_checkpoints",
    "ladder_games", "temperature",
)  # fmt: skip


def read(path: Path | None = None, *, of_a_run: bool = False, **changes: Any) -> Settings:
    """Return the defaults, changed by a file, changed by ``changes`` (None: no change).

    Args:
        path: of a TOML file; None: the defaults.
        of_a_run: the file was written by `to_toml`, so it has all settings.
        changes: by name.

    Raises:
        ValueError: it names the file and every fault in it.
    """
    values = tomllib.loads(DEFAULTS.read_text(encoding="utf-8"))
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
    kinds = {field.name: str(field.type) for field in fields(Settings)}
    values = {name: _checked(name, kind, values[name], faults) for name, kind in kinds.items()}
    if not faults:
        faults += _together(values)
    if faults:
        raise ValueError(f"{path or 'settings'}: " + "; ".join(sorted(faults)))
    return Settings(**values)


def defaults_of(game: object, options: object) -> dict[str, Any]:
    """Return the defaults that are others in this game than the file says, which is written for the first of the suite.

    A game that is not there, or not with these options, has none: it is refused later.
    """
    if (game == DEFAULT and not options) or game not in ONE_OF["game"]() or not isinstance(options, dict):
        return {}
    try:
        whole = make_game(str(game), **options)
    except (TypeError, ValueError):
        return {}
    alone = {"scripted": [], "share_scripted": 0.0, "share_pool": 0.0} if whole.num_players == 1 else {}
    if game == DEFAULT:  # the decks of the file are for two
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


def _checked(name: str, kind: str, value: Any, faults: list[str]) -> Any:
    """Return a value as its kind, or note what is wrong with it."""
    kinds: Mapping[str, tuple[str, Callable[[Any], bool]]] = {
        "int": ("a whole number", lambda v: isinstance(v, int) and not isinstance(v, bool)),
        "float": ("a number", lambda v: isinstance(v, (int, float)) and not isinstance(v, bool)),
        "bool": ("true or false", lambda v: isinstance(v, bool)),
        "str": ("a text", lambda v: isinstance(v, str)),
        "dict[str, Any]": ("a table", lambda v: isinstance(v, dict)),
        "list[int]": (
            "a list of whole numbers",
            lambda v: isinstance(v, list) and all(isinstance(x, int) and not isinstance(x, bool) for x in v),
        ),
        "list[str]": ("a list of texts", lambda v: isinstance(v, list) and all(isinstance(x, str) for x in v)),
    }
    wanted, fits = kinds[kind]
    if not fits(value):
        faults.append(f"{name}: expected {wanted}, got {value!r}")
        return value
    if name in ONE_OF and value not in ONE_OF[name]():
        faults.append(f"{name}: expected {' or '.join(map(repr, ONE_OF[name]()))}, got {value!r}")
    if isinstance(value, int) and value > (most := MOST.get(name, SEEDS - 1)):
        faults.append(f"{name}: expected at most {most}, got {value!s:.40}")
        return 0
    if name == "magnet_share":
        if not 0 < value <= 1:
            faults.append(f"{name}: expected a number above 0, up to 1, got {value}")
    elif kind in ("int", "float"):
        least = 0 if name in MAY_BE_0 or name in FROM_0_TO_1 else None
        if not value < float("inf") or (value < 0 if least == 0 else value <= 0):
            faults.append(f"{name}: expected a number {'from 0 up' if least == 0 else 'above 0'}, got {value}")
        elif name in FROM_0_TO_1 and value > 1:
            faults.append(f"{name}: expected a number from 0 to 1, got {value}")
        elif name == "temperature" and not is_temperature(value):
            faults.append(f"{name}: expected {TEMPERATURES}, got {value}")
    return float(value) if kind == "float" else value


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
