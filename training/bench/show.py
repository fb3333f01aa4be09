"""The results as pages. Everything here follows from docs/benchmark.json and docs/benchmark-other.json alone.

Below: the registry, for titles; goals.py. Above: plot.py, commands/bench.py. In order: the README's block, the whole
page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from ow_env.registry import class_of
from training.bench.goals import GOALS, NOISE, Spread, gains, ours, slower, versus

Results: TypeAlias = dict[str, Any]

BEGIN = "<!-- benchmark: written by `ow bench --readme` from docs/benchmark.json; do not edit -->"
END = "<!-- end of benchmark -->"
PEERS = {
    "pgx": "pgx",
    "envpool": "EnvPool",
    "essence_wars": "Essence Wars",
    "open_spiel": "OpenSpiel",
    "rlcard": "RLCard",
    "pettingzoo": "PettingZoo classic",
}
FORMS = {  # our case -> how the game is driven
    "rollout": "wholly inside compiled code",
    "rollout:asked": "the same, only who acts observes",
    "rollout:sparse": "the same, only who acts observes, sparse rows",
    "call": "one compiled call for each joint decision, which chooses",
    "step": "step by step from Python, a batch at a time",
    "step:asked": "the same, step by step, only who acts observes",
    "step:sparse": "the same, step by step, only who acts observes, sparse rows, actions drawn in NumPy",
    "parallel_env": "one game from Python, all players at once",
    "aec_env": "one game from Python, one player after the other",
    "gymnasium": "one seat of many games, Gymnasium's vector",
    "sb3": "one seat of many games, Stable-Baselines3's VecEnv",
    "copy_states": "positions copied (records only)",
    "copy_rows": "rows copied (position, chance, masks, observations)",
    "reset": "games begun",
    "position": "`position()`",
    "set_position": "`set_position()`",
    "agent": "agent",
    "search": "search as it plays best",
    "search:network=none": "search without a network",
}
FORMS_OF_PEERS = {
    "rollout:asked": "compiled scan",
    "step": "batch from Python",
    "step:asked": "batch from Python",
    "parallel_env": "one game from Python",
    "aec_env": "AEC from Python",
}
OF_AGENTS = ("agent", "search")  # cases with a table of their own


def title_of(game: str) -> str:
    """Return what people call a game."""
    return class_of(game).facts.title


def form(case: str) -> str:
    """Return in words how a case of ours is driven."""
    kind, _, name = case.partition(":")
    return FORMS.get(case) or f"{FORMS[kind]} {name}"


# ── Numbers ────────────────────────────────────────────────────────────────────────────────────


def short(value: float) -> str:
    """Return a number in three figures: 1.09 M, 68.9 k, 950."""
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k"), (1.0, "")):
        if value >= 0.9995 * size:
            scaled = value / size
            digits = 2 if scaled < 9.995 else 1 if scaled < 99.95 else 0
            return f"{scaled:.{digits}f}{letter}"
    return f"{value:.2f}"


def span(spread: Spread) -> str:
    """Return the median and in brackets the extremes."""
    return f"{short(spread['median'])} ({short(spread['min'])} to {short(spread['max'])})"


def kib(size: float) -> str:
    """Return bytes in KiB."""
    return f"{size / 1024:.1f} KiB"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return [f"| {' | '.join(cells)} |" for cells in lines]


# ── What stands in the results ─────────────────────────────────────────────────────────────────


def peers(results: Results) -> list[Results]:
    """Return the entries of the peers in the order they were measured."""
    return [entry for entry in results["measured"] if entry["who"] != "ours"]


def fastest(entries: Iterable[Results]) -> list[Results]:
    """Return each case once, with as many threads as it is fastest with; the fastest case first."""
    best: dict[tuple[str, str], Results] = {}
    for entry in entries:
        key = (entry["who"], entry["case"])
        if key not in best or entry["rate"]["median"] > best[key]["rate"]["median"]:
            best[key] = entry
    return sorted(best.values(), key=lambda entry: -float(entry["rate"]["median"]))


def game_of(entry: Results) -> str:
    """Return which game of a peer this is; nothing where it has only one."""
    return str(entry["case"]).partition(":")[2]


def label(entry: Results) -> str:
    """Return what a peer's entry is called: "pgx leduc_holdem"."""
    game = game_of(entry)
    return f"{PEERS[entry['who']]} {game}".strip()


def form_of(results: Results, entry: Results) -> str:
    """Return how a peer is driven, in words."""
    pair = versus(results, entry["name"])
    return FORMS_OF_PEERS.get(pair["case"], "") if pair else ""


def where(results: Results) -> str:
    """Return machine, commit and command in a sentence or two."""
    machine, settings = results["machine"], results["settings"]
    before = ", ".join(map(str, machine["load before"]))
    changed = " with changes" if results["changed"] else ""
    broken = " The run was interrupted." if results["interrupted"] else ""
    return (
        f"{machine['cpu']}, {machine['cores']} cores, load average {before} at the start; "
        f"commit {results['commit'][:10]}{changed}, {results['date'][:10]}; `{results['command']}`: "
        f"{settings['rounds']} round{'s' * (settings['rounds'] > 1)}, "
        f"{settings['seconds']:g} s for each figure, everything in turns.{broken}"
    )


def machine_of(results: Results) -> str:
    """Return on which machine and of which version these are, in a few words."""
    return f"{results['machine']['cpu']}, {results['machine']['cores']} cores, {results['commit'][:10]}"


# ── Ratios ─────────────────────────────────────────────────────────────────────────────────────


def goal_table(results: Results, other: Results | None = None) -> list[str]:
    """Return a row for each goal: the ratios with one thread and with two, and what was found on another machine."""
    rows = []
    for goal in GOALS:
        found = [goal.ratio(results, threads) for threads in (1, 2)]
        elsewhere = [goal.ratio(other, threads) if other else None for threads in (1, 2)]
        decides = found[1] or found[0]
        if decides is None:
            continue
        cells = [span(spread) if spread else "" for spread in found]
        more = [short((elsewhere[1] or elsewhere[0] or {}).get("median", 0.0)) if any(elsewhere) else "not measured"]
        rows.append(
            [goal.ours, goal.beside, *cells, f"{goal.least:g}", "yes" if goal.reached(decides) else "**no**"]
            + (more if other else [])
        )
    head = [title_of(results["game"]), "times as fast as", "1 thread", "2 threads", "goal", "reached"]
    return table(head + (["another machine"] if other else []), rows) if rows else []


def ratio_lines(results: Results, other: Results | None) -> list[str]:
    """Return the ratios that have a goal, with machine and versions: the beginning of both pages."""
    rows = goal_table(results, other)
    if not rows:
        return [f"Measured on: {where(results)}"]
    elsewhere = f"\n\nAnother machine, at the commit named: {where(other)}" if other else ""
    return [
        "\n".join(rows),
        "Random legal play; medians of the rounds (lowest to highest). A goal is reached if the ratio with two "
        "threads, where there is one,\nis no less; two threads count as slower than one where they are so by more than "
        f"{NOISE:.0%} in every round. Essence Wars is stepped from\nPython and has no compiled rollout; pgx is "
        "measured inside a compiled scan.",
        f"Measured on: {where(results)}{elsewhere}",
    ]


def gain_table(results: Results, game: str) -> list[str]:
    """Return how many times as fast two threads are as one: a row for each batch size, a column for each case."""
    found = gains(results, game)
    cases = list(dict.fromkeys(case for case, _ in found))
    rows = []
    for games in sorted({games for _, games in found}):
        cells = [gain_cell(found.get((case, games))) for case in cases]
        rows.append([str(games), *cells])
    return table(["games", *cases], rows) if rows else []


def gain_cell(gain: Spread | None) -> str:
    """Return a gain, flagged where two threads are slower than one."""
    if gain is None:
        return ""
    return f"**{short(gain['median'])} slower**" if slower(gain) else short(gain["median"])


# ── The README's block ─────────────────────────────────────────────────────────────────────────


def block(results: Results, other: Results | None = None) -> str:
    """Return the README's figures, between the two marks."""
    name = title_of(results["game"])
    rows = []
    for case in ("rollout", "rollout:asked", "rollout:sparse", "step", "step:asked", "step:sparse"):
        one, two = (ours(results, case, threads) for threads in (1, 2))
        if one:
            rows.append([FORMS[case], span(one["rate"]), span(two["rate"]) if two else ""])
    parts = [
        BEGIN,
        *ratio_lines(results, other),
        "Decisions a second of random legal play, masks and observations written for every player, finished "
        "games begun anew.\nOne decision is one player's action chosen from its mask. Median of the rounds "
        "(lowest to highest).",
        "\n".join(table([name, "1 thread", "2 threads"], rows)) if rows else "",
        "\n".join(f"- {line}" for line in [*single_lines(results), *agent_lines(results), *run_lines(results)]),
        "\n".join(peer_lines(results)),
        "Kuhn poker has three cards, Leduc six. What a decision is for each, all games, sizes, threads and ratios:\n"
        "[docs/benchmark.md](docs/benchmark.md).",
        "![Decisions a second, here and elsewhere](docs/benchmark.png)",
        END,
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def single_lines(results: Results, game: str | None = None) -> list[str]:
    """Return what is told of a game in a line each; None: of the first."""
    game = game or results["game"]
    lines = []
    parallel = ours(results, "parallel_env", 1, game=game)
    if parallel:
        lines.append(f"one `parallel_env`: {span(parallel['joint steps/s'])} joint steps/s")
    for case, said in (
        ("gymnasium", "Gymnasium's vector form"),
        ("sb3", "Stable-Baselines3's VecEnv"),
    ):
        found = [entry for threads in (1, 2) if (entry := ours(results, case, threads, game=game))]
        if found:
            best = max(found, key=lambda entry: float(entry["rate"]["median"]))
            opponents = f"{best['games']} games, random opponents, {count(best['threads'])}"
            lines.append(f"{said}: {span(best['rate'])} steps/s ({opponents})")
    copied = ours(results, "copy_states", 1, game=game)
    if copied:
        lines.append(f"copies of positions: {span(copied['rate'])} a second, {copied['games']} in a call")
    warm, cold = (results.get(what, {}).get(game) for what in ("warm start", "cold start"))
    if warm:
        said = f"a start, from nothing to the first step: {warm['seconds']['median']:.1f} s"
        lines.append(said + (f"; the first on a machine compiles: {cold['seconds']:.0f} s" if cold else ""))
    memory = results.get("memory", {}).get(game)
    if memory:
        lines.append(
            f"memory per game: {kib(memory['row without observation and mask'])}, with observations and "
            f"masks {kib(memory['row'])}"
        )
    return lines


def agent_lines(results: Results, game: str | None = None) -> list[str]:
    """Return in a line each how fast agents choose and searches simulate."""
    found = agent_entries(results, game or results["game"])
    choices = [e for e in found if e["unit"] == "choices"]
    simulations = [e for e in found if e["unit"] == "simulations"]
    lines = []
    if choices:
        listed = ", ".join(f"{e['case'].partition(':')[2]} {short(e['rate']['median'])}" for e in choices)
        lines.append(f"choices a second, {choices[0]['games']:,} sparse rows a call, 1 thread: {listed}")
    if simulations:
        listed = ", ".join(f"{form(e['case'])} {short(e['rate']['median'])}" for e in simulations)
        lines.append(f"simulations a second, 1 thread: {listed}")
    return lines


def agent_entries(results: Results, game: str) -> list[Results]:
    """Return what was measured of a game's agents and searches."""
    return [
        entry
        for entry in results["measured"]
        if entry.get("game") == game and entry["case"].partition(":")[0] in OF_AGENTS
    ]


def run_lines(results: Results, game: str | None = None) -> list[str]:
    """Return in a line each how fast an agent learns and how long compiling takes."""
    game = game or results["game"]
    lines = []
    learning = results.get("learning", {}).get(game)
    if learning:
        wall, processor = learning["wall"]["median"], learning["processor"]["median"]
        lines.append(
            f"`ow train --from-scratch`: {span(learning['decisions/s'])} decisions of the learner a second, "
            f"playing and learning; {short(learning['decisions']['median'])} took {wall:.1f} s, "
            f"{processor:.1f} s of processor time, {learning['share of learning']['median']:.0%} of it all in learning"
        )
    libraries = libraries_of(results, game)
    if libraries:
        listed = ", ".join(f"{name} {found['processor']:.0f}" for name, found in libraries.items())
        total = sum(found["processor"] for found in libraries.values())
        lines.append(f"processor seconds to compile into an empty folder: {total:.0f} ({listed})")
    return lines


def libraries_of(results: Results, game: str) -> dict[str, dict[str, float]]:
    """Return what was compiled for a game, library by library."""
    found = results.get("compile", {}).get(game, {})
    return {name: taken for name, taken in found.items() if isinstance(taken, dict)}


def count(threads: int) -> str:
    """Return "1 thread", "2 threads"."""
    return f"{threads} thread{'s' * (threads > 1)}"


def peer_lines(results: Results) -> list[str]:
    """Return a table with a row for each library and way of driving it: ratios first."""
    rows: dict[str, list[str]] = {}
    best = fastest(peers(results))
    for entry in peers(results):
        rows.setdefault(f"{PEERS[entry['who']]}, {form_of(results, entry)}", [])
    for entry in best:
        pairs = [versus(results, entry["name"], case) for case in (None, "rollout")]
        ratios = ", ".join(short(pair["ratio"]["median"]) for pair in pairs if pair)
        unit = "" if entry["unit"] == "decisions" else f" {entry['unit']}"
        said = f"{short(entry['rate']['median'])}{unit}, {count(entry['threads'])}"
        row = rows[f"{PEERS[entry['who']]}, {form_of(results, entry)}"]
        row.append(f"{game_of(entry)} {ratios} ({said})".strip())
    if not rows:
        return []
    said = "how many times as fast ours is driven alike, then in our compiled rollout (their decisions/s, threads)"
    head = ["others, measured in turns with ours", said]
    return table(head, ([name, "; ".join(cells)] for name, cells in rows.items()))


def with_block(readme: str, results: Results, other: Results | None = None) -> str:
    """Return the README with its block written anew."""
    before, begin, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the README needs these two lines, in this order:\n{BEGIN}\n{END}")
    return before + block(results, other).rstrip("\n") + after


# ── The whole page ─────────────────────────────────────────────────────────────────────────────


def page(results: Results, other: Results | None = None) -> str:
    """Return docs/benchmark.md."""
    name = title_of(results["game"])
    parts = [
        "# How fast",
        *ratio_lines(results, other),
        "Written by `ow bench --readme` from [benchmark.json](benchmark.json), which holds every sample"
        + (", and [benchmark-other.json](benchmark-other.json)" if other else "")
        + ".\n`make bench` measures it all anew; `ow bench --help` tells how to measure less.",
        "A *decision* is one player's action, drawn evenly from those its mask allows, with mask and "
        "observation written and\nfinished games begun anew; below is what exactly that is for each "
        "library. Figures are medians over the rounds, with\nthe lowest and the highest. Where actions "
        "are chosen outside a library, *without choosing* leaves that time out.\n*Forced* is the share "
        "of decisions with only one allowed action, where it was counted. Every worker process is\nkept "
        "to as many processors as it has threads.",
    ]
    for game in results["games"]:
        parts += game_parts(results, game)
    if peers(results):
        parts += [
            "## Beside others",
            f"Each peer is measured directly before {name}, in the same turn; a ratio above 1 means "
            f"{name} is faster.\n*Driven alike* compares it with our case that is driven the same way "
            "and observes as\nmuch, *rollout, who acts observes* and *rollout* with our compiled rollout, in which "
            "observations are written of who acts,\nor of everybody; *step, sparse rows* with ours stepped from "
            "Python, actions drawn from sparse rows in NumPy. Games differ in\nsize: Kuhn poker has three cards, "
            "Leduc six, and observations range from a few numbers to thousands.",
            "\n".join(peer_table(results, other)),
        ]
    parts += [
        "## What a decision is",
        "\n".join(said(results)),
        "## Versions",
        "\n".join(
            f"- {'ours' if who == 'ours' else PEERS[who]}: "
            + ", ".join(f"{package} {version}" for package, version in found.items())
            for who, found in results.get("versions", {}).items()
        ),
    ]
    if results["left out"]:
        parts += [
            "## Left out",
            "\n".join(f"- {subject}: {reason}" for subject, reason in results["left out"].items()),
        ]
    return "\n\n".join(part for part in parts if part) + "\n"


def game_parts(results: Results, game: str) -> list[str]:
    """Return what is told of one of our games."""
    lines = [*single_lines(results, game), *memory_lines(results, game), *run_lines(results, game)]
    gain_rows = gain_table(results, game)
    later = results.get("later", {}).get(game)
    parts = [f"## {title_of(game)}", *([f"Measured by itself: {where(later)}"] if later else [])]
    parts.append("\n".join(f"- {line}" for line in lines))
    if game == results["game"]:
        parts.append("![Decisions a second](benchmark.png)")
    if gain_rows:
        parts += [
            "How many times as fast two threads are as one:",
            "\n".join(gain_rows),
        ]
    return [*parts, "\n".join(agent_table(results, game)), "\n".join(library_table(results, game)),
            "\n".join(own_table(results, game))]  # fmt: skip


def agent_table(results: Results, game: str) -> list[str]:
    """Return a row for each agent and search."""
    rows = [
        [form(entry["case"]), str(entry["threads"]), f"{span(entry['rate'])} {entry['unit']}"]
        for entry in agent_entries(results, game)
    ]
    return table(["who", "threads", "a second"], rows) if rows else []


def library_table(results: Results, game: str) -> list[str]:
    """Return a row for each library that was compiled into an empty folder."""
    rows = [
        [name, f"{found['functions']:g}", f"{found['processor']:.1f}", f"{found['wall']:.1f}"]
        for name, found in libraries_of(results, game).items()
    ]
    return (
        table(["compiled from nothing", "functions", "processor seconds", "seconds by the clock"], rows) if rows else []
    )


def own_table(results: Results, game: str) -> list[str]:
    """Return a row for each entry of a game of ours."""
    rows = []
    for entry in results["measured"]:
        if entry.get("game") != game or "fastest batch" in entry["name"] or entry in agent_entries(results, game):
            continue
        without = entry.get("rate without choosing")
        rows.append(
            [
                form(entry["case"]),
                str(entry["games"]),
                str(entry["threads"]),
                f"{span(entry['rate'])} {entry['unit']}",
                span(without) if without else "",
                short(entry["games/s"]["median"]) if "games/s" in entry else "",
            ]
        )
    head = ["how", "games", "threads", "a second", "without choosing", "games/s"]
    return table(head, rows) if rows else []


def memory_lines(results: Results, game: str) -> list[str]:
    """Return what a process was seen to grow by."""
    memory = results.get("memory", {}).get(game, {})
    if "peak grown" not in memory:
        return []
    return [
        f"a process with {memory['games']:.0f} games grew by {kib(memory['grown'])} a game, "
        f"{kib(memory['peak grown'])} at its peak; a position is {memory['state']:.0f} bytes"
    ]


def peer_table(results: Results, other: Results | None = None) -> list[str]:
    """Return a row for each entry of a peer; with the ratio that was found on another machine, if any."""
    rows = []
    for entry in peers(results):
        pairs = [versus(results, entry["name"], case) for case in (None, "rollout:asked", "step:sparse", "rollout")]
        elsewhere = versus(other, entry["name"]) if other else None
        length = entry.get("decisions per game")
        rows.append(
            [
                label(entry),
                f"{form_of(results, entry)}, {entry['games']} game{'s' * (entry['games'] > 1)}",
                str(entry["threads"]),
                *(span(pair["ratio"]) if pair else "" for pair in pairs),
                *([short(elsewhere["ratio"]["median"]) if elsewhere else ""] if other else []),
                span(entry["rate"]) + ("" if entry["unit"] == "decisions" else f" {entry['unit']}"),
                f"{entry['players']}, {entry['actions']}, {entry['observation']}",
                f"{length:g}" if length else "",
                f"{entry['forced']:.0%}" if "forced" in entry else "",
            ]
        )
    head = [
        "peer",
        "driven",
        "threads",
        "driven alike, times as fast",
        "rollout, who acts observes",
        "step, sparse rows",
        "rollout",
        *(["driven alike, another machine"] if other else []),
        "their decisions/s",
        "players, actions, numbers observed",
        "decisions a game",
        "forced",
    ]
    return table(head, rows)


def said(results: Results) -> list[str]:
    """Return what a decision is, once for each library and form."""
    lines = []
    for entry in results["measured"]:
        if not entry.get("decision"):
            continue
        if entry["who"] == "ours":
            case = entry["case"] if entry["case"] in FORMS else entry["case"].partition(":")[0]
            line = f"- ours, {FORMS[case]}: {entry['decision']}."
        else:
            line = f"- {PEERS[entry['who']]}, {form_of(results, entry)}: {entry['decision']}."
        if line not in lines:
            lines.append(line)
    return lines
