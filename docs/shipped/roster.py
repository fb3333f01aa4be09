"""The bundled agents, retrained: trained, evaluated, put on ladders, and a best response trained against each.

Below: training's selfplay/ (trains), agent_card.py, measure/ (ladders); agents.shipped (where they lie). Above:
leaderboard.py, __main__.py. Each follows from a file of settings, ``agents/<game>/shipped/<name>.toml``: an agent for
another game or mode takes one more such file. What is under way lies in a folder of runs/, so each step goes on where
it was.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import agents
from agents import learned, shipped
from agents.games import folder_of, scripts_of
from ow_env.core.game import Game
from ow_env.core.rules_hash import rules_hash
from ow_env.registry import games
from training import agent_card
from training.measure import alone, ladder, model_card, report
from training.measure.store import Store
from training.measure.workers import Executor

ROOT = Path(__file__).parents[2]
LADDERS = ROOT / "docs" / "ladder"
RUNS = Path("runs/shipped")
GAMES = 4000  # against each script, on a card; of a ladder three quarters of it, in all
RESPONSE = 3_000_000  # decisions that a response learns from, whose winnings tell how exploitable an agent is
LADDER_WIDTH = 0.03
SEARCHES = ("search:20",)  # stand on a ladder beside the agent and the scripts
Say = Callable[[str], None]


@dataclass(frozen=True)
class Recipe:
    """An agent that comes with the package, or will: its settings say all about it."""

    game: str
    settings: Path  # agents/<game>/shipped/<name>.toml

    @property
    def name(self) -> str:
        """What it is called in its game: "learned", "learned-54"."""
        return self.settings.stem

    @property
    def label(self) -> str:
        """What it is called among the agents of all games, and its ladder's folder: "open_worlds-54"."""
        return self.game + self.name.removeprefix(shipped.NAME)

    @property
    def weights(self) -> Path:
        """The agent's file."""
        return self.settings.with_suffix(".safetensors")

    @property
    def card(self) -> Path:
        """Its card, for programs."""
        return self.settings.with_suffix(".json")


def recipes(only: Sequence[str] = ()) -> list[Recipe]:
    """Return every recipe, those of one game together; or those whose label or game is named.

    Raises:
        ValueError: nothing is called so.
    """
    found = []
    for game in games():
        folder = folder_of(game)
        files = [] if folder is None else sorted((folder / "shipped").glob(f"{shipped.NAME}*.toml"))
        found += [Recipe(game, path) for path in files]
    for name in only:
        if not any(name in (recipe.label, recipe.game) for recipe in found):
            known = ", ".join(recipe.label for recipe in found)
            raise ValueError(f"{name}: expected a game or one of {known}")
    return [recipe for recipe in found if not only or {recipe.label, recipe.game} & set(only)]


def make(
    recipe: Recipe, runs: Path, ladders: Path, executor: Executor, say: Say = lambda line: None,
    stop: Callable[[], bool] = lambda: False, minutes: float | None = None, games: int = GAMES,
    as_it_is: bool = False,
) -> None:  # fmt: skip
    """Train an agent, put it in its place, measure it for its card, train a response to it and play its ladder.

    A card that is there and is of these weights by these rules is not measured again.

    Args:
        recipe: which.
        runs: its run lies in a folder there: what is there is taken as it is, and gone on with where it ended.
        ladders: its ladder's folder is made there.
        executor: where games are played.
        say: takes a line about how it goes.
        stop: asked after each round of training: whether to leave, to go on another time.
        minutes: of training, in place of what its settings say.
        games: against each script, and of the response, on its card.
        as_it_is: train nothing: the agent that is in its place is measured.

    Raises:
        KeyboardInterrupt: ``stop`` said so.
        ValueError: its settings are faulty, or another mode's than its name says.
    """
    from training.selfplay import checkpoint, settings, train  # which needs torch

    run = runs / recipe.label
    chosen = settings.read(recipe.settings, minutes=minutes)
    game = train.games_of(chosen)[0]
    name = shipped.name_for(game, any_deck=chosen.random_matchups > 0)
    if recipe.name != name:
        raise ValueError(f"{recipe.settings}: expected the name {name!r}, by the mode it plays")
    if not as_it_is:
        if not (run / train.AGENT).exists():
            make_first(recipe, Path(chosen.begin_from), say, stop)
            train.train(run, chosen, resume=checkpoint.newest(run) is not None, say=say, stop=stop)
        put(run / train.AGENT, recipe.weights)
    elif not recipe.weights.is_file():
        raise ValueError(f"{recipe.label}: there is no {recipe.weights.name} yet to measure as it is")
    if not is_current(recipe, game):
        say(f"{recipe.label}: measured for its card")
        run.mkdir(parents=True, exist_ok=True)
        card = agent_card.measure(
            recipe.weights, games, store=run / "card.sqlite", say=say,
            called=Path("agents", recipe.game, "shipped", recipe.weights.name),
        )  # fmt: skip
        model_card.write(card, recipe.weights.parent)
    respond(recipe, game, run, games, say, stop)
    play_ladder(recipe, game, games * 3 // 4, run / "ladder.sqlite", ladders / recipe.label, executor, say)


def make_first(recipe: Recipe, begun_from: Path, say: Say, stop: Callable[[], bool]) -> None:
    """Train what an agent begins from, if that is not there: the agent of another run, whose settings lie beside.

    It begins from ``runs/first-54/agent.safetensors``, say, and ``first-54.toml`` says how that is trained; which may
    itself begin from another.
    """
    from training.selfplay import checkpoint, settings, train

    run = begun_from.parent
    beside = recipe.settings.with_name(f"{run.name}.toml")
    if begun_from.name == train.AGENT and beside.is_file() and not begun_from.is_file():
        chosen = settings.read(beside)
        make_first(recipe, Path(chosen.begin_from), say, stop)
        say(f"{recipe.label}: {run.name}, which it begins from, is trained")
        train.train(run, chosen, resume=checkpoint.newest(run) is not None, say=say, stop=stop)


def respond(recipe: Recipe, game: Game, run: Path, games: int, say: Say, stop: Callable[[], bool]) -> None:
    """Train a response to an agent and write on its card what it wins, where no such response stands there yet.

    It begins with the agent's own weights and by its settings; not for a single-player game.
    """
    from training.selfplay import checkpoint, exploit, train

    card = json.loads(recipe.card.read_text(encoding="utf-8"))
    if "exploited" in card or game.num_players == 1:
        return
    say(f"{recipe.label}: a response is trained")
    folder = run / f"response-{card['file']['weights']}"
    resume = checkpoint.newest(folder) is not None
    if resume:
        chosen = train.resumed_settings(folder, None, None)
    else:
        chosen = exploit.chosen_for(
            str(recipe.weights), folder, recipe.game, recipe.settings, from_itself=True, minutes=0.0,
            decisions=RESPONSE, games=games,
        )  # fmt: skip
    found = exploit.exploit(folder, chosen, resume, say, stop)
    called, low_high = Path("agents", recipe.game, "shipped", recipe.name), found.interval
    card["exploited"] = {
        "share": round(found.result.score, 5), "low": round(low_high[0], 5), "high": round(low_high[1], 5),
        "even": found.result.even, "games": found.result.games, "decisions": found.decisions,
        "measured_by": f"ow exploit {called.as_posix()}{learned.SUFFIX} --settings {called.as_posix()}.toml"
        f" --from-itself --decisions {RESPONSE} --games {games}",
    }  # fmt: skip
    model_card.write(card, recipe.weights.parent)


def is_current(recipe: Recipe, game: Game) -> bool:
    """Tell whether an agent has a card, of its weights by the rules of today."""
    if not recipe.card.is_file():
        return False
    card = json.loads(recipe.card.read_text(encoding="utf-8"))
    weights = agents.make(str(recipe.weights), game).parameters["weights"]
    return model_card.weights_and_rules(card) == (weights, rules_hash(game.engine.__name__))


def put(source: Path, target: Path) -> None:
    """Copy a file, whole or not at all."""
    partial = target.with_name(f".{target.name}.partial")
    partial.write_bytes(source.read_bytes())
    partial.replace(target)


def play_ladder(
    recipe: Recipe, game: Game, most: int, store: Path, folder: Path, executor: Executor, say: Say
) -> None:  # fmt: skip
    """Let the agent, the scripts, random and a small search play each other; write the ladder's folder."""
    by_name = shipped.paths(recipe.game).get(recipe.name) == recipe.weights
    own = recipe.name if by_name else str(recipe.weights)
    who = ["random", *scripts_of(game.name), own, *SEARCHES]
    store.parent.mkdir(parents=True, exist_ok=True)
    with Store(store) as kept:
        if game.num_players == 1:
            standing = alone.run_alone(
                kept, game, who, width=LADDER_WIDTH, games=most, executor=executor,
                report=lambda progress: say(f"{recipe.label}: ladder, {progress.standing.games:,} games"),
            )  # fmt: skip
            alone.write(standing, folder)
            return
        rated = ladder.run_ladder(
            kept, game, who, width=LADDER_WIDTH, games=most, block=block_of(game, len(who), most), executor=executor,
            report=lambda progress: say(f"{recipe.label}: ladder, {progress.games:,} games"),
        )  # fmt: skip
        report.write(rated, folder)


def block_of(game: Game, count: int, most: int) -> int:
    """Return how many game pairs to play at a time, for every two of so many agents to meet in half of the games.

    With three or four players a game pair is many games: with blocks as large as those for two most would never meet.
    """
    everybody = count * (count - 1) // 2 * ladder.games_per_pair(game)
    return max(1, min(ladder.BLOCK, most // (2 * everybody)))
