"""Agent cards: what a saved agent is, how it was trained, how strong and how fast it is, as a page and as data.

Below: training.measure.ladder (who plays and rates), agents.learned (what the file says). Above: commands/agents.py
(`ow agents card`). Everything on the page follows from the data (`page`), so the two can't disagree.
"""

from __future__ import annotations

import json
import os
import platform
import shlex
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

import agents
from agents import learned
from agents.base import Observation
from agents.games import scripts_of
from ow_env.core.batch import Batch
from ow_env.core.game import Game
from ow_env.core.rules_hash import rules_hash
from ow_env.core.text import escaped, in_markdown, listed
from ow_env.registry import class_of, games
from training.files import write_json, write_whole
from training.games import with_sides
from training.measure import alone, ladder
from training.measure.match import wilson
from training.measure.store import Store
from training.measure.workers import Executor, ProcessExecutor, SerialExecutor
from training.play.setup import PLAYERS, options_of

SEED = 30_000  # of the games measured on: none of them was trained or tuned on
BLOCK = 25  # game pairs in a job: a hundred games with two decks
EXACT = 1e-6  # a width never reached: the number of games decides

Card = dict[str, Any]  # JSON-able


def measure(
    path: Path,
    games: int = 4000,
    store: Path | None = None,
    say: Callable[[str], None] = lambda line: None,
    decks: Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
    called: Path | None = None,
) -> Card:
    """Return the card of a saved agent: play it against every anchor, from every seat and with the decks each way.

    In a single-player game it and every anchor play alone.

    Args:
        path: the agent's file.
        games: against each anchor; so many the anchors play each other too, half as often.
        store: where results are kept, so that an interrupted measurement goes on; default: that of `store_of`.
        say: takes a line about how it goes.
        decks: one for each seat, by name or file, to measure it with; None: those that it says it was trained with, if
            they are printed ones. What a saved agent says is never opened as a file.
        options: of the game; None: those that it says it was trained with, if they name no file.
        called: its path as the commands on the card have it; None: as it is given.

    Raises:
        ValueError: no such file, damaged, no number of games, trained with decks that are not printed ones or with
            options that may be files.
    """
    card = learned.read_card(path)
    called = called or path
    given = dict(told_options(card) if options is None else options)
    game = with_sides(card.game, list(decks or named_decks(path, card, given)), **given)
    least = max(4 * BLOCK, BLOCK * ladder.games_per_pair(game))
    if games < least:
        raise ValueError(f"games: expected {least} or more, got {games}")
    by = ["--decks", *decks] if decks else []
    for name, value in (options or {}).items():
        by += ["--option", f"{name}={json.dumps(value)}"]
    agent = learned.load(path, game)
    anchors = ["random", *scripts_of(game.name)]  # agents that stay as they are: their versions stand on the card
    store = store or store_of(path)
    store.parent.mkdir(parents=True, exist_ok=True)
    cores = os.cpu_count() or 1
    executor: Executor = ProcessExecutor(cores) if cores > 1 else SerialExecutor()
    begun = time.monotonic()
    strength: Card = {}
    with Store(store) as kept, executor:
        if game.num_players == 1:
            strength = measure_alone(kept, game, [str(path), *anchors], games, executor, say)

        def run(who: list[str], count: int) -> None:
            ladder.run_ladder(
                kept, game, who, width=EXACT, games=count, seed=SEED, block=BLOCK, executor=executor,
                report=lambda progress: say(
                    f"{' and '.join(who)}: {progress.games:,} of {count:,} games, {time.monotonic() - begun:.0f} s"
                ),
            )  # fmt: skip

        if not strength:
            for name in anchors:
                run([str(path), name], games)
            for one, other in pairwise(anchors):
                run([one, other], games // 2)
            agent_keys = ladder.agent_keys_of([str(path), *anchors], game)
            standing = ladder.ratings(kept, game, only=agent_keys)
            own = [agent_key.key for agent_key in standing.agent_keys].index(agent_keys[0].key)
            strength = {
                "elo": round(float(standing.ratings.elo[own]), 1),
                "elo_error": round(float(standing.ratings.elo_error[own]), 1),
                "scores": [score(kept, standing, agent_keys[0], agent_key) for agent_key in agent_keys[1:]],
            }
    return {
        "agent": path.stem,
        "file": {"bytes": path.stat().st_size, "weights": agent.parameters["weights"], "network": card.network}
        | card.widths,
        "game": card.game,
        "players": game.num_players,
        "features_and_actions": card.digest,
        "engine": rules_hash(game.engine.__name__),
        "trained": card.trained,
        "command": escaped(f"ow train --settings {called.with_suffix('.toml').as_posix()} --out runs/{path.stem}"),
        "measured_by": escaped(shlex.join(["ow", "agents", "card", called.as_posix(), "--games", str(games), *by])),
        **strength,
        "games_seed": SEED,
        "milliseconds": [{"rows": rows, "ms": round(taken, 4)} for rows, taken in speed_of(path, game)],
        "machine": machine(),
    }


def store_of(path: Path) -> Path:
    """Return where what is played for an agent's card is kept if nothing else is said."""
    return Path("runs") / "cards" / f"{path.stem}.sqlite"


def measure_alone(
    store: Store,
    game: Game,
    specs: Sequence[str],
    games: int,
    executor: Executor,
    say: Callable[[str], None],
) -> Card:
    """Evaluate an agent, the first, and anchors in a single-player game; return the data of its model card."""
    count = -(-games // alone.BLOCK) * alone.BLOCK

    def report(progress: ladder.Progress[alone.Standing]) -> None:
        say(f"{', '.join(progress.standing.labels)}: {progress.standing.games:,} of {count:,} games")

    for spec in specs:
        alone.run_alone(store, game, [spec], width=None, games=count, seed=SEED, executor=executor, report=report)
    standing = alone.standing_of(store, game, ladder.agent_keys_of(specs, game))
    rows = []
    for agent_key, tried in zip(standing.agent_keys, standing.tried, strict=True):
        low, high = tried.interval(standing.payoff)
        ends = {"won": tried.won, "lost": tried.lost, "tied": tried.tied, "truncated": tried.truncated}
        figures = {"share": tried.share, "score": tried.mean, "low": low, "high": high}
        rows.append(
            {"agent": agent_key.label, "version": agent_key.version, "games": tried.games, **ends}
            | {name: round(value, 5) for name, value in figures.items()}
        )
    own = rows.pop(0) | {"agent": Path(specs[0]).stem}  # wherever its file lies
    return {"payoff": standing.payoff, "elo": None, "elo_error": None, "scores": []} | {"alone": own, "anchors": rows}


def told_options(card: learned.Card) -> dict[str, Any]:
    """Return the options of the game that a saved agent says it was trained with.

    Raises:
        ValueError: one of them is none that a page may choose (play/setup.py): what it names may be a file, and is not
            opened on the agent's word.
    """
    said = (card.trained.get("settings") or {}).get("options") or {}
    known = options_of(card.game) if card.game in games() else {}
    for name, value in said.items() if isinstance(said, dict) else ():
        if name == PLAYERS and isinstance(value, int):
            continue
        kind = known[name].kind if name in known else ""
        fits = {"choice": isinstance(value, str), "number": isinstance(value, int), "switch": isinstance(value, bool)}
        if not fits.get(kind) or (kind == "choice" and value not in known[name].values):
            raise ValueError(
                f"trained with the option {escaped(name)!r:.80}, which may name a file: it is not opened on the agent's"
                " word; say by --option how it is to be played"
            )
    return dict(said) if isinstance(said, dict) else {}


def named_decks(path: Path, card: learned.Card, options: Mapping[str, Any]) -> list[str]:
    """Return the printed decks that a saved agent says it was trained with; none: it names none.

    Raises:
        ValueError: it names one that is not printed, or not one for each player of the game with these options.
    """
    named = card.trained.get("settings", {}).get("decks") or []
    if card.game not in games():
        raise ValueError(f"{escaped(path)}: an agent for {card.game}, which is no game here")
    if not named or not class_of(card.game).facts.side:
        return []
    printed = class_of(card.game).known_sides()
    for name in named:
        if name not in printed:
            raise ValueError(
                f"{escaped(path)}: trained with the deck {escaped(name)!r:.80}, which is no printed one: its file is"
                " not opened on the agent's word; name the decks to measure it with by --decks"
            )
    players = with_sides(card.game, None, **options).num_players
    if len(named) != players:
        told = f"{escaped(path)}: trained with {len(named)} decks"
        raise ValueError(f"{told}; name {players}, one for each player, to measure it with by --decks")
    return list(named)


def score(store: Store, standing: ladder.Standing, agent: Any, anchor: Any) -> Card:
    """Return how the agent fared against an anchor: in all, and by seat and deck."""
    keys = [agent_key.key for agent_key in standing.agent_keys]
    one, other = keys.index(agent.key), keys.index(anchor.key)
    low, high = standing.tally.interval(one, other)
    points, games = float(standing.tally.points[one, other]), int(standing.tally.games[one, other])
    variants = standing.game.variants()
    ids = {agent_key.key: number for number, agent_key in store.agents().items()}
    matchup = store.matchup(standing.game.variants()[0])
    cells: dict[tuple[int, str], list[float]] = {}
    ends = {"won": 0, "lost": 0, "tied": 0, "truncated": 0}
    for swap in store.seat_swaps(matchup, ids[agent.key], ids[anchor.key], SEED):
        for seat, end in enumerate((swap.first, swap.second)):  # where the agent sat, if there are two seats
            ends[end] += 1
            if standing.game.num_players == 2:
                deck = (variants[swap.deal].sides or ("", ""))[seat]
                cells.setdefault((seat, deck), []).append({"won": 1.0, "lost": 0.0}.get(end, 0.5))
    return {
        "anchor": anchor.label,
        "version": anchor.version,
        "games": games,
        **ends,
        "points": round(points / games, 5),
        "low": round(min(low, points / games), 5),  # 0 where all were lost, though one more might not be
        "high": round(max(high, points / games), 5),
        "by_seat_and_deck": [
            {"seat": seat, "deck": deck, "games": len(some), "points": round(float(np.mean(some)), 5)}
            for (seat, deck), some in sorted(cells.items())
        ],
    }


def speed_of(path: Path, game: Game) -> list[tuple[int, float]]:
    """Return (rows asked at once, milliseconds of CPU time a decision)."""
    batch = Batch(game, 256, seed=1)
    batch.rollout(40)
    agent = agents.make(str(path), game)
    taken = []
    for rows in (1, 256):
        seen = Observation(batch.observation[:rows, 0].copy(), batch.action_mask[:rows, 0].copy())
        times = []
        for _ in range(20):
            begun = time.process_time()
            agent.act(seen)
            times.append(time.process_time() - begun)
        taken.append((rows, 1000 * float(np.median(times)) / rows))
    return taken


def machine() -> str:
    """Return what it was measured on, in words."""
    model = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        model = next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}, NumPy {np.__version__}"


def told_pairs(settings: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return the options of the game that an agent says it was trained with, by name."""
    said = settings.get("options")
    return sorted(said.items()) if isinstance(said, dict) else []


def page(card: Card) -> str:
    """Return a card as Markdown. What the agent's file says of itself stands there as text, without markup."""
    trained, settings = card["trained"], card["trained"].get("settings") or {}
    named = (f"{name} {version}" for name, version in (trained.get("versions") or {}).items())
    versions = ", ".join(map(in_markdown, named))
    threads, seed = (in_markdown(settings.get(name, "?")) for name in ("threads", "seed"))
    decks = listed(map(in_markdown, settings.get("decks") or ()))
    options = ", ".join(f"{in_markdown(name)} {in_markdown(value)}" for name, value in told_pairs(settings))
    all_of = "both" if card.get("players", 2) == 2 else "all"
    seats = "" if card.get("alone") else f"; in {all_of} seats"
    every = f"every game in {all_of} seats"
    drawn = settings.get("random_matchups") or 0
    sizes = " and ".join(map(in_markdown, settings.get("random_sizes") or ()))
    figures = settings.get("random_figures") or 0
    moved = f", for {in_markdown(figures)} of the run with random card values" if figures else ""
    others = f", and with {in_markdown(drawn)} matchups of random decks of {sizes} cards" if drawn else ""
    others += moved
    of_decks = (f" with {decks}{others}", f", with {all_of} decks") if decks else ("", "")
    every += (" and with decks swapped" if all_of == "both" else " and with all decks") if decks else ""
    scripted = ", ".join(map(in_markdown, settings.get("scripted") or ["no others"]))
    teacher, begun = settings.get("teacher") or "", settings.get("begin_from") or ""
    imitated = f" It was initialised with the weights of {in_markdown(begun)}." if begun else ""
    imitated += f" It began by imitating {in_markdown(teacher)}." if teacher else ""
    file = card["file"]
    cells = [cell for score in card["scores"] for cell in score["by_seat_and_deck"]]
    lines = [
        f"# {in_markdown(card['agent'])}",
        "",
        f"A network that plays {class_of(card['game']).facts.title}{f' ({options})' if options else ''}, trained by"
        f" self-play{of_decks[0]}{'' if of_decks[0].endswith('.') else '.'} The results are for the weights"
        f" `{file['weights']}` and the rules `{card['engine']}`.",
        "",
        "## Training",
        "",
        f"{trained.get('decisions', 0):,} decisions of its own in {trained.get('games', 0):,} games, in"
        f" {trained.get('seconds', 0) / 60:.0f} minutes on {threads} thread(s), against itself,"
        f" its earlier checkpoints and {scripted}{seats}{of_decks[1]}.{imitated}"
        f" Algorithm: MaskablePPO. Seed {seed}. With {versions}.",
        "",
        f"    {card['command']}",
        "",
        f"Network `{file['network']}`, {file['bytes'] / 1e6:.1f} MB; widths: whole {file['whole']}, world"
        f" {file['world']}, trunk {file['trunk']}.",
        "",
        "## Strength",
        "",
        *(by_itself(card) if card.get("alone") else against_others(card, every)),
    ]
    if len({cell["deck"] for cell in cells}) > 1:
        lines += ["", "By seat and deck:", ""]
        heads = [(cell["seat"], cell["deck"]) for cell in card["scores"][0]["by_seat_and_deck"]]
        lines.append("| against | " + " | ".join(f"seat {seat}, {deck}" for seat, deck in heads) + " |")
        lines.append("| --- |" + " --- |" * len(heads))
        for s in card["scores"]:
            shown = (percent(c["points"], *wilson(c["points"], c["games"])) for c in s["by_seat_and_deck"])
            lines.append(f"| {s['anchor']} | " + " | ".join(shown) + " |")
    if card.get("on_decks"):
        lines += ["", *with_other_decks(card)]
    chooses = "It always takes the likeliest action, so its play can be predicted"
    if settings.get("temperature"):
        chooses = f"It draws its actions from its policy, at temperature {in_markdown(settings['temperature'])}"
    speeds = ", ".join(f"{row['ms']:.3g} ms in a batch of {row['rows']}" for row in card["milliseconds"])
    lines += [
        "",
        f"    {card['measured_by']}",
        "",
        *(against_a_response(card["exploited"]) if card.get("exploited") else ()),
        "## Speed",
        "",
        f"A decision takes {speeds} ({card['machine']}).",
        "",
        "## Limitations",
        "",
        "It was trained with the options above and defaults otherwise; with other options it plays, but worse."
        f" {chooses}: see [exploitability](../../../docs/exploitability.md).",
        "",
    ]
    return "\n".join(lines)


def against_others(card: Card, every: str) -> list[str]:
    """Return the lines on an agent's strength against others; ``every``: how games were played."""
    lines = [
        f"Elo {card['elo']:.0f} ± {card['elo_error']:.0f} (95 %), random = 0, rated among these agents alone; where"
        " random hardly ever wins, a ladder with agents in between gives another distance to it. Score against fixed"
        f" opponents; {every}; 95 % intervals.",
        "",
        "| against | score | games | won, lost, tied, truncated |",
        "| --- | --- | --- | --- |",
    ]
    for s in card["scores"]:
        points = percent(s["points"], s["low"], s["high"])
        lines.append(f"| {s['anchor']} (version {s['version']}) | {points} | {s['games']:,} | {ends_of(s)} |")
    return lines


def against_a_response(found: Card) -> list[str]:
    """Return the lines on the score of a trained adversary."""
    share = percent(found["share"], found["low"], found["high"])
    even = "half" if found["even"] == 0.5 else f"{100 * found['even']:.1f} %"
    return [
        "## Exploitability",
        "",
        f"An adversary, initialised with its weights and trained for {found['decisions']:,} decisions against it alone,"
        f" scores {share} in {found['games']:,} games, where {even} is even. A best response scores at least as much"
        " ([lower bound](../../../docs/exploitability.md#a-lower-bound-ow-exploit)).",
        "",
        f"    {found['measured_by']}",
        "",
    ]


def with_other_decks(card: Card) -> list[str]:
    """Return the lines on the score with held-out decks and card values, and with printed decks."""
    lines = [
        "With held-out decks and card values, the same for all agents, and with the printed decks of each size. Both"
        " agents play both decks of a matchup in both seats; 95 % intervals over matchups or over sets of card values.",
        "",
        "| decks | against | score | games |",
        "| --- | --- | --- | --- |",
    ]
    for row in card["on_decks"]:
        points = percent(row["points"], row["low"], row["high"])
        lines.append(f"| {in_markdown(row['decks'])} | {row['opponent']} | {points} | {row['games']:,} |")
    return lines


def by_itself(card: Card) -> list[str]:
    """Return the lines on an agent's results in a single-player game, and those of fixed agents."""
    win = card["payoff"] == "win"
    what = "Win rate" if win else "Mean score, from -1 to 1"
    lines = [
        f"{what}, compared with fixed agents on the same deals; 95 % intervals.",
        "",
        f"| agent | {'won' if win else 'score'} | games | won, lost, tied, truncated |",
        "| --- | --- | --- | --- |",
    ]
    for row in (card["alone"], *card["anchors"]):
        who = in_markdown(card["agent"]) if row is card["alone"] else f"{row['agent']} (version {row['version']})"
        score = f"{row['score']:.3f} [{row['low']:.3f}, {row['high']:.3f}]"
        figure = percent(row["share"], row["low"], row["high"]) if win else score
        lines.append(f"| {who} | {figure} | {row['games']:,} | {ends_of(row)} |")
    return lines


def ends_of(row: Card) -> str:
    """Return how games ended: "10, 20, 0, 1"."""
    return ", ".join(f"{row[end]:,}" for end in ("won", "lost", "tied", "truncated"))


def weights_and_rules(card: Card) -> tuple[str, str]:
    """Return what a card's results are for: weights and rules."""
    return card["file"]["weights"], card["engine"]


def percent(share: float, low: float, high: float) -> str:
    """Return a share with its interval: "83.1 % [80.2, 85.6]"."""
    return f"{100 * share:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"


def write(card: Card, folder: Path) -> Sequence[Path]:
    """Write a card into a folder, as NAME.json and NAME.md; return their paths.

    What a response won against the same weights by the same rules stays on it, where this card tells of none.
    """
    data, text = folder / f"{card['agent']}.json", folder / f"{card['agent']}.md"
    before = json.loads(data.read_text(encoding="utf-8")) if data.is_file() else {}
    if "exploited" in before and weights_and_rules(before) == weights_and_rules(card):
        card = {"exploited": before["exploited"], **card}
    write_json(data, card, ascii_only=False)
    write_whole(text, page(card))
    return data, text
