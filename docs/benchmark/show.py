"""The results as docs/benchmark.md and as the README's block. Everything here follows from docs/benchmark.json alone.

Below: plan.py; the registry, for titles. Above: plot.py, __main__.py. In order: what is looked up in the
results, the tables, the README's block, the whole page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from docs.benchmark.plan import INSIDE
from ow_env.registry import class_of

Results: TypeAlias = dict[str, Any]
Spread: TypeAlias = dict[str, float]  # "min", "median", "max"

BEGIN = "<!-- benchmark: written by `python -m docs.benchmark --pages` from docs/benchmark.json; do not edit -->"
END = "<!-- end of benchmark -->"
PEERS = {"pgx": "pgx", "essence_wars": "Essence Wars", "pettingzoo": "PettingZoo classic"}
FORMS = {  # our case -> how the game is driven
    "rollout": "wholly inside compiled code, every player observes",
    "rollout:asked": "wholly inside compiled code, whoever acts observes",
    "rollout:sparse": "wholly inside compiled code, whoever acts observes, sparse rows",
    "call": "one compiled call for each joint decision, which chooses",
    "step": "a batch stepped from Python, every player observes",
    "step:asked": "a batch stepped from Python, whoever acts observes",
    "step:sparse": "a batch stepped from Python, whoever acts observes, sparse rows, actions drawn in NumPy",
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


def title_of(game: str) -> str:
    """Return what people call a game."""
    return class_of(game).facts.title


def form(case: str) -> str:
    """Return in words how a case of ours is driven."""
    kind, _, name = case.partition(":")
    return FORMS.get(case) or f"{FORMS[kind]} {name}"


# ── What stands in the results ─────────────────────────────────────────────────────────────────


def ours(results: Results, game: str, case: str, threads: int) -> Spread | None:
    """Return how many a second of this case of ours: of the batch size with the best median."""
    found = [
        entry["rate"]
        for entry in results["measured"]
        if (entry.get("game"), entry["case"], entry["threads"]) == (game, case, threads)
    ]
    return max(found, key=lambda rate: float(rate["median"]), default=None)


def peers(results: Results) -> list[Results]:
    """Return the entries of the peers in the order they were measured."""
    return [entry for entry in results["measured"] if entry["who"] != "ours"]


def label(entry: Results) -> str:
    """Return what a peer's entry is called: "pgx leduc_holdem"."""
    return f"{PEERS[entry['who']]} {str(entry['case']).partition(':')[2]}".strip()


def versus(results: Results, peer: str, case: str | None = None) -> Results | None:
    """Return how a case of ours compares with a peer's entry, by its name; None: the one driven the same way."""
    for pair in results["ratios"]:
        if pair["peer"] == peer and (pair["alike"] if case is None else pair["case"] == case):
            return pair  # type: ignore[no-any-return]
    return None


# ── Numbers and tables ─────────────────────────────────────────────────────────────────────────


def short(value: float) -> str:
    """Return a number in three figures: 1.09 M, 68.9 k, 950."""
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k"), (1.0, "")):
        if value >= 0.9995 * size:
            scaled = value / size
            digits = 2 if scaled < 9.995 else 1 if scaled < 99.95 else 0
            return f"{scaled:.{digits}f}{letter}"
    return f"{value:.2f}"


def span(spread: Spread | None, unit: str = "decisions") -> str:
    """Return the median and in brackets the extremes, with the unit where it is another than usual; "" of nothing."""
    if spread is None:
        return ""
    figures = f"{short(spread['median'])} ({short(spread['min'])} to {short(spread['max'])})"
    return figures if unit == "decisions" else f"{figures} {unit}"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown; nothing without rows."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines) if len(lines) > 2 else ""


def peer_table(results: Results) -> str:
    """Return a row for each case of a peer and number of threads: how many times as fast ours is."""
    rows = []
    for entry in peers(results):
        alike, inside = versus(results, entry["name"]), versus(results, entry["name"], INSIDE)
        rows.append([
            label(entry),
            form(alike["case"]) if alike else "",
            str(entry["threads"]),
            span(alike["ratio"]) if alike else "",
            span(inside["ratio"]) if inside else "",
            span(entry["rate"], entry["unit"]),
            f"{entry['players']}, {entry['actions']}, {entry['observation']}",
        ])  # fmt: skip
    times = "times as fast, driven alike", "times as fast, ours inside compiled code"
    theirs = "theirs a second", "players, actions, numbers observed"
    return table(["beside", "driven", "threads", *times, *theirs], rows)


def own_table(results: Results, game: str) -> str:
    """Return a row for each case of a game of ours and batch size."""
    rows: dict[tuple[str, int], dict[int, str]] = {}
    for entry in results["measured"]:
        if entry.get("game") == game and "fastest batch" not in entry["name"]:
            rows.setdefault((entry["case"], entry["games"]), {})[entry["threads"]] = span(entry["rate"], entry["unit"])
    cells = ([form(case), str(games), found.get(1, ""), found.get(2, "")] for (case, games), found in rows.items())
    return table(["a second", "games", "1 thread", "2 threads"], cells)


def run_lines(results: Results, game: str) -> list[str]:
    """Return in a line each what was run in processes of their own: starts, memory, learning, compiling."""
    lines = []
    warm, cold, memory, learning, compiled = (
        results.get(what, {}).get(game) for what in ("warm start", "cold start", "memory", "learning", "compile")
    )
    if warm:
        told = f"a start, from nothing to the first step: {warm['seconds']['median']:.1f} s"
        lines.append(told + (f"; the first on a machine compiles: {cold['seconds']:.0f} s" if cold else ""))
    if memory:
        sizes = memory["state"], memory["row without observation and mask"], memory["row"]
        position, row, shown = (f"{size / 1024:.1f} KiB" for size in sizes)
        grown = f"; a process grew by {memory['grown'] / 1024:.1f} KiB" if "grown" in memory else ""
        lines.append(
            f"memory per game: {row}, of it {position} the position; with observations and masks {shown}{grown}"
        )
    if learning:
        lines.append(
            f"`ow train --from-scratch`: {span(learning['decisions/s'])} decisions of the learner a second, playing and"
            f" learning; {learning['share of learning']['median']:.0%} of the time in learning"
        )
    libraries = {name: taken for name, taken in (compiled or {}).items() if isinstance(taken, dict)}
    if libraries:
        listed = ", ".join(f"{name} {taken['processor']:.0f}" for name, taken in libraries.items())
        total = sum(taken["processor"] for taken in libraries.values())
        lines.append(f"processor seconds to compile into an empty folder: {total:.0f} ({listed})")
    return lines


def where(results: Results) -> str:
    """Return machine, commit and command in a sentence or two."""
    machine, settings = results["machine"], results["settings"]
    before = ", ".join(map(str, machine["load before"]))
    changed = " with changes" if results["changed"] else ""
    broken = " The run was interrupted." if results["interrupted"] else ""
    return (
        f"{machine['cpu']}, {machine['cores']} cores, load average {before} at the start; "
        f"commit {results['commit'][:10]}{changed}, {results['date'][:10]}; `{results['command']}`: "
        f"{settings['rounds']} round{'s' * (settings['rounds'] > 1)}, {settings['seconds']:g} s for each figure."
        + broken
    )


# ── The README's block ─────────────────────────────────────────────────────────────────────────


def block(results: Results) -> str:
    """Return the README's figures, between the two marks."""
    columns = ((INSIDE, 1), (INSIDE, 2), ("step:sparse", 2), ("parallel_env", 1))
    rows = [
        [
            title_of(game),
            *(short(rate["median"]) if (rate := ours(results, game, *column)) else "" for column in columns),
        ]
        for game in results["games"]
    ]
    head = [
        "decisions a second", "inside compiled code, 1 thread", "2 threads", "stepped from Python, 2 threads",
        "one `parallel_env`",
    ]  # fmt: skip
    beside = []
    for entry in peers(results):
        if entry["threads"] == 1 and (pair := versus(results, entry["name"])):
            beside.append(f"{label(entry)}{', one game' * (entry['games'] == 1)} {short(pair['ratio']['median'])}")
    parts = [
        BEGIN,
        "Random legal play, masks and observations written, finished games begun anew:",
        table(head, rows),
        f"{title_of(results['game'])} is so many times as fast as others, measured in turns, each driven the same way,"
        f" on one thread: {'; '.join(beside)}.\nAll cases, sizes, threads and what a decision is for each:"
        " [docs/benchmark.md](docs/benchmark.md)."
        if beside
        else "",
        f"Measured on: {where(results)}",
        END,
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def with_block(readme: str, results: Results) -> str:
    """Return the README with its block written anew."""
    before, begin, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the README needs these two lines, in this order:\n{BEGIN}\n{END}")
    return before + block(results).rstrip("\n") + after


# ── The whole page ─────────────────────────────────────────────────────────────────────────────


def page(results: Results) -> str:
    """Return docs/benchmark.md."""
    name = title_of(results["game"])
    parts = [
        "# How fast",
        "A *decision* is one player's action, drawn evenly from those its mask allows, with mask and observation"
        " written and\nfinished games begun anew; below is what exactly that is for each library. Figures are medians"
        " over the rounds, with\nthe lowest and the highest. Every worker process is kept to as many processors as it"
        " has threads.",
        f"Measured on: {where(results)}",
        "Written by `make bench` from [benchmark.json](benchmark.json), which holds every sample;"
        " `python -m docs.benchmark --help`\ntells how to measure less.",
    ]
    if peers(results):
        parts += [
            "## Beside others",
            f"Each peer is measured directly before {name}, in the same turn; a ratio above 1 means {name} is faster."
            " *Driven\nalike* compares it with our case that is driven the same way and observes as much. Games differ"
            " in size: Kuhn poker has\nthree cards, Leduc six, and observations range from a few numbers to thousands.",
            peer_table(results),
            "![Decisions a second, here and elsewhere](benchmark.png)",
        ]
    for game in results["games"]:
        later = results.get("later", {}).get(game)
        parts += [
            f"## {title_of(game)}",
            f"Measured by itself: {where(later)}" if later else "",
            "\n".join(f"- {line}" for line in run_lines(results, game)),
            own_table(results, game),
        ]
    versions = (
        f"- {PEERS.get(who, who)}: " + ", ".join(f"{package} {version}" for package, version in found.items())
        for who, found in results.get("versions", {}).items()
    )
    left_out = [f"- {subject}: {reason}" for subject, reason in results["left out"].items()]
    parts += ["## What a decision is", "\n".join(decisions(results)), "## Versions", "\n".join(versions)]
    parts += ["## Left out", "\n".join(left_out)] if left_out else []
    return "\n\n".join(part for part in parts if part) + "\n"


def decisions(results: Results) -> list[str]:
    """Return what a decision is, once for each library and form."""
    lines = []
    for entry in results["measured"]:
        if not entry.get("decision"):
            continue
        if entry["who"] == "ours":
            whose = f"ours, {FORMS[entry['case'] if entry['case'] in FORMS else entry['case'].partition(':')[0]]}"
        else:
            pair = versus(results, entry["name"])
            whose = f"{PEERS[entry['who']]}, {form(pair['case'])}" if pair else PEERS[entry["who"]]
        lines.append(f"- {whose}: {entry['decision']}.")
    return list(dict.fromkeys(lines))
