"""The results as docs/benchmark.md, as the README's block and as rows to filter. All from docs/benchmark.json alone.

Below: plan.py; the registry, for titles. Above: plot.py, __main__.py, the site, which has the rows to filter. In order:
what is looked up in the results, the tables, the README's block, the page.
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
FILTER = "<!-- every measurement -->"  # where the site puts `every_row`
PEERS = {"pgx": "pgx", "essence_wars": "Essence Wars", "pettingzoo": "PettingZoo classic"}
FORMS = {  # our case -> how the game is driven
    "rollout": "rollout in compiled code, all players observe",
    "rollout:asked": "rollout in compiled code, the acting player observes",
    "rollout:sparse": "rollout in compiled code, the acting player observes, sparse rows",
    "call": "one compiled call for each joint step, actions drawn inside",
    "step": "batch stepped from Python, all players observe",
    "step:asked": "batch stepped from Python, the acting player observes",
    "step:sparse": "batch stepped from Python, the acting player observes, sparse rows, actions drawn in NumPy",
    "parallel_env": "one game from Python, `parallel_env`",
    "aec_env": "one game from Python, AEC `env`",
    "gymnasium": "one seat of many games, Gymnasium vector environment",
    "sb3": "one seat of many games, Stable-Baselines3 VecEnv",
    "copy_states": "copies of positions (records only)",
    "copy_rows": "copies of rows (position, random state, masks, observations)",
    "reset": "resets",
    "position": "`position()`",
    "set_position": "`set_position()`",
    "agent": "agent",
    "search": "search, default settings",
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
    """Return how a case of ours compares with a peer's entry, by its name; None: the one with the same driver."""
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
    times = "speed-up, same driver", "speed-up, our compiled rollout"
    theirs = "theirs per second", "players, actions, observation size"
    return table(["peer", "driver", "threads", *times, *theirs], rows)


def every_row(results: Results) -> list[list[str]]:
    """Return each measurement of ours and of peers: subject, how it is driven, games, threads, median, range, unit."""
    rows = []
    for entry in results["measured"]:
        if "fastest batch" in entry["name"]:
            continue
        mine = entry["who"] == "ours"
        subject, pair = (title_of(entry["game"]), None) if mine else (label(entry), versus(results, entry["name"]))
        driven = form(entry["case"]) if mine else form(pair["case"]) if pair else ""
        rate = entry["rate"]
        between = f"{short(rate['min'])} to {short(rate['max'])}"
        rows.append(
            [subject, driven, str(entry["games"]), str(entry["threads"]), short(rate["median"]), between, entry["unit"]]
        )
    return rows


def run_lines(results: Results, game: str) -> list[str]:
    """Return in a line each what was run in processes of their own: starts, memory, learning, compiling."""
    lines = []
    warm, cold, memory, learning, compiled = (
        results.get(what, {}).get(game) for what in ("warm start", "cold start", "memory", "learning", "compile")
    )
    if warm:
        told = f"start-up to the first step: {warm['seconds']['median']:.1f} s"
        lines.append(told + (f"; first start on a machine, compiling: {cold['seconds']:.0f} s" if cold else ""))
    if memory:
        sizes = memory["state"], memory["row without observation and mask"], memory["row"]
        position, row, shown = (f"{size / 1024:.1f} KiB" for size in sizes)
        grown = f"; a process grew by {memory['grown'] / 1024:.1f} KiB" if "grown" in memory else ""
        lines.append(
            f"memory per game: {row}, {position} of it the position; with observations and masks {shown}{grown}"
        )
    if learning:
        lines.append(
            f"`ow train --from-scratch`: {span(learning['decisions/s'])} learner decisions/s, rollouts and"
            f" updates; {learning['share of learning']['median']:.0%} of the time in updates"
        )
    libraries = {name: taken for name, taken in (compiled or {}).items() if isinstance(taken, dict)}
    if libraries:
        listed = ", ".join(f"{name} {taken['processor']:.0f}" for name, taken in libraries.items())
        total = sum(taken["processor"] for taken in libraries.values())
        lines.append(f"CPU seconds to compile into an empty cache: {total:.0f} ({listed})")
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
        f"{settings['rounds']} round{'s' * (settings['rounds'] > 1)}, {settings['seconds']:g} s per measurement."
        + broken
    )


# ── The README's block ─────────────────────────────────────────────────────────────────────────


def block(results: Results) -> str:
    """Return the README's chart of speed with two sentences, between the two marks."""
    slower: list[tuple[float, str]] = []
    faster: list[tuple[float, str]] = []
    for entry in peers(results):
        pair = versus(results, entry["name"])
        if entry["threads"] == 1 and pair:
            called = label(entry) + ", one game" * (entry["games"] == 1)
            (faster if pair["ratio"]["median"] < 1 else slower).append((pair["ratio"]["median"], called))
    name, rate = title_of(results["game"]), ours(results, results["game"], INSIDE, 1)
    parts = [BEGIN, "![Decisions per second in random legal play, one thread](docs/benchmark.png)"]
    if rate and slower:
        best = " and ".join(f"{times:.0f} times as fast as {called}" for times, called in sorted(slower)[:-3:-1])
        others = "; ".join(called for _, called in faster)
        parts.append(
            f"{name} plays {short(rate['median'])} decisions/s on one thread, observations and masks included: with the"
            f" same driver, {best}. "
            + (f"Faster than {name}, with smaller games or observations: {others} " if others else "")
            + "([all measurements](docs/benchmark.md))."
        )
    return "\n\n".join([*parts, END]) + "\n"


def with_block(readme: str, results: Results) -> str:
    """Return the README with its block brought up to date."""
    before, begin, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the README needs these two lines, in this order:\n{BEGIN}\n{END}")
    return before + block(results).rstrip("\n") + after


# ── The whole page ─────────────────────────────────────────────────────────────────────────────


def headline(results: Results) -> str:
    """Return the table of our games in the ways that matter most."""
    columns = ((INSIDE, 1), (INSIDE, 2), ("step:sparse", 2), ("parallel_env", 1))
    rows = [
        [
            title_of(game),
            *(short(rate["median"]) if (rate := ours(results, game, *column)) else "" for column in columns),
        ]
        for game in results["games"]
    ]
    head = [
        "decisions/s", "compiled rollout, 1 thread", "2 threads", "batch stepped from Python, 2 threads",
        "one `parallel_env`",
    ]  # fmt: skip
    return table(head, rows)


def page(results: Results) -> str:
    """Return docs/benchmark.md."""
    name = title_of(results["game"])
    parts = [
        "# Benchmark",
        "Throughput in random legal play. A *decision* is one player's action, drawn uniformly from the legal ones;"
        " writing masks\nand observations and resetting finished games are included. Numbers are medians over rounds,"
        " with minimum and maximum.",
        headline(results),
        f"Measured on: {where(results)}",
        "Written by `make bench` from [benchmark.json](benchmark.json), which holds every sample. To measure your own"
        " machine\nin a few minutes, after `make train`: `.venv/bin/python -m docs.benchmark --quick`.",
        "![Decisions per second, here and in other libraries](benchmark.png)",
    ]
    if peers(results):
        parts += [
            "## Compared with other libraries",
            f"Each peer is measured directly before {name}, in the same round. A speed-up above 1 means that {name}"
            f" is faster.\n*Same driver*: {name} stepped in the same way and writing as many observations. The games"
            " differ in size: Kuhn poker\nhas three cards, Leduc hold'em six, and observations range from a few"
            " numbers to thousands.",
            peer_table(results),
        ]
    parts += ["## Start, memory, training, compiling"]
    for game in results["games"]:
        later = results.get("later", {}).get(game)
        lines = [f"- {line}" for line in run_lines(results, game)]
        parts += [
            f"**{title_of(game)}**" if lines or later else "",
            f"Measured separately: {where(later)}" if later else "",
            "\n".join(lines),
        ]
    versions = (
        f"- {PEERS.get(who, who)}: " + ", ".join(f"{package} {version}" for package, version in found.items())
        for who, found in results.get("versions", {}).items()
    )
    left_out = [f"- {subject}: {reason}" for subject, reason in results["left out"].items()]
    parts += [
        "## All measurements",
        "On the built site (`make docs`) this section is a table with a filter. Everywhere else, read"
        " [benchmark.json](benchmark.json).",
        FILTER,
        "## What a decision is",
        "\n".join(decisions(results)),
        "## Versions",
        "\n".join(versions),
    ]
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
