"""The results as pages and a picture. Everything here follows from docs/benchmark.json alone.

Below: the registry, for titles. Above: commands/bench.py. In order: the README's block, the whole page, the plot.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from ow_env.registry import class_of

Results: TypeAlias = dict[str, Any]
Spread: TypeAlias = dict[str, float]  # "min", "median", "max"

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
    "rollout:asked": "the same, only who is asked observes",
    "call": "one compiled call for each joint decision, which chooses",
    "step": "step by step from Python, a batch at a time",
    "step:asked": "the same, step by step, only who is asked observes",
    "parallel_env": "one game from Python, all players at once",
    "aec_env": "one game from Python, one player after the other",
    "gymnasium": "one seat of many games, Gymnasium's vector",
    "sb3": "one seat of many games, Stable-Baselines3's VecEnv",
    "copy_states": "positions copied (records only)",
    "copy_rows": "rows copied (position, chance, masks, observations)",
    "reset": "games begun",
    "position": "`position()`",
    "set_position": "`set_position()`",
}
FORMS_OF_PEERS = {
    "rollout:asked": "compiled scan",
    "step": "batch from Python",
    "step:asked": "batch from Python",
    "parallel_env": "one game from Python",
    "aec_env": "AEC from Python",
}


def title_of(game: str) -> str:
    """Return what people call a game."""
    return class_of(game).facts.title


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


def ours(results: Results, case: str, threads: int, games: int | None = None) -> Results | None:
    """Return our entry of this case: of this batch size, or of the size with the best median."""
    found = [
        entry
        for entry in results["measured"]
        if entry["who"] == "ours" and entry["case"] == case and entry["threads"] == threads
        if games is None or entry["games"] == games
    ]
    return max(found, key=lambda entry: float(entry["rate"]["median"]), default=None)


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


def versus(results: Results, peer: str, alike: bool) -> Results | None:
    """Return how we compare with a peer: driven the same way, or by our compiled rollout."""
    for pair in results["ratios"]:
        if pair["peer"] == peer and (pair["alike"] if alike else pair["ours"].startswith("ours rollout,")):
            return pair  # type: ignore[no-any-return]
    return None


def form_of(results: Results, entry: Results) -> str:
    """Return how a peer is driven, in words."""
    pair = versus(results, entry["name"], alike=True)
    case = pair["ours"].removeprefix("ours ").partition(",")[0] if pair else ""
    return FORMS_OF_PEERS.get(case, "")


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


# ── The README's block ─────────────────────────────────────────────────────────────────────────


def block(results: Results) -> str:
    """Return the README's figures, between the two marks."""
    name = title_of(results["game"])
    rows = []
    for case in ("rollout", "rollout:asked", "step", "step:asked"):
        one, two = (ours(results, case, threads) for threads in (1, 2))
        if one:
            rows.append([FORMS[case], span(one["rate"]), span(two["rate"]) if two else ""])
    parts = [
        BEGIN,
        "Decisions a second of random legal play, masks and observations written for every player, finished "
        "games begun anew.\nOne decision is one player's action chosen from its mask. Median of the rounds "
        "(lowest to highest).",
        "\n".join(table([name, "1 thread", "2 threads"], rows)) if rows else "",
        "\n".join(f"- {line}" for line in single_lines(results)),
        "\n".join(peer_lines(results)),
        f"Measured on: {where(results)}\nKuhn poker has three cards, Leduc six. What a "
        "decision is for each, all sizes, threads and ratios: [docs/benchmark.md](docs/benchmark.md).",
        "![Decisions a second, here and elsewhere](docs/benchmark.png)",
        END,
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def single_lines(results: Results) -> list[str]:
    """Return what is told in a line each."""
    lines = []
    parallel = ours(results, "parallel_env", 1)
    if parallel:
        lines.append(f"one `parallel_env`: {span(parallel['joint steps/s'])} joint steps/s")
    for case, said in (
        ("gymnasium", "Gymnasium's vector form"),
        ("sb3", "Stable-Baselines3's VecEnv"),
    ):
        found = [entry for threads in (1, 2) if (entry := ours(results, case, threads))]
        if found:
            best = max(found, key=lambda entry: float(entry["rate"]["median"]))
            opponents = f"{best['games']} games, random opponents, {count(best['threads'])}"
            lines.append(f"{said}: {span(best['rate'])} steps/s ({opponents})")
    copied = ours(results, "copy_states", 1)
    if copied:
        lines.append(f"copies of positions: {span(copied['rate'])} a second, {copied['games']} in a call")
    if "warm start" in results:
        warm = f"a start, from nothing to the first step: {results['warm start']['seconds']['median']:.1f} s"
        cold = results.get("cold start")
        lines.append(warm + (f"; the first on a machine compiles: {cold['seconds']:.0f} s" if cold else ""))
    if "memory" in results:
        memory = results["memory"]
        lines.append(
            f"memory per game: {kib(memory['row without observation and mask'])}, with observations and "
            f"masks {kib(memory['row'])}"
        )
    return lines


def count(threads: int) -> str:
    """Return "1 thread", "2 threads"."""
    return f"{threads} thread{'s' * (threads > 1)}"


def peer_lines(results: Results) -> list[str]:
    """Return a table with a row for each library and way of driving it."""
    rows: dict[str, list[str]] = {}
    best = fastest(peers(results))
    for entry in peers(results):
        rows.setdefault(f"{PEERS[entry['who']]}, {form_of(results, entry)}", [])
    for entry in best:
        pair = versus(results, entry["name"], alike=False)
        said = f"{game_of(entry)} {short(entry['rate']['median'])}".strip()
        ratio = f", {short(pair['ratio']['median'])}" if pair else ""
        row = rows[f"{PEERS[entry['who']]}, {form_of(results, entry)}"]
        row.append(f"{said} ({entry['threads']}{ratio})")
    if not rows:
        return []
    said = "their decisions/s (threads, and how many times as fast our compiled rollout is with as many)"
    head = ["others, measured in turns with ours", said]
    return table(head, ([name, "; ".join(cells)] for name, cells in rows.items()))


# ── The whole page ─────────────────────────────────────────────────────────────────────────────


def page(results: Results) -> str:
    """Return docs/benchmark.md."""
    name = title_of(results["game"])
    parts = [
        "# How fast",
        "Written by `ow bench --readme` from [benchmark.json](benchmark.json), which holds every sample. "
        "`make bench` measures it all anew; `ow bench --help` tells how to measure less.",
        where(results),
        "A *decision* is one player's action, drawn evenly from those its mask allows, with mask and "
        "observation written and\nfinished games begun anew; below is what exactly that is for each "
        "library. Figures are medians over the rounds, with\nthe lowest and the highest. Where actions "
        "are chosen outside a library, *without choosing* leaves that time out.\n*Forced* is the share "
        "of decisions with only one allowed action, where it was counted. Every worker process is\nkept "
        "to as many processors as it has threads.",
        f"## {name}",
        "\n".join(own_table(results)),
        "\n".join(f"- {line}" for line in [*single_lines(results), *memory_lines(results)]),
        "![Decisions a second](benchmark.png)",
    ]
    if peers(results):
        parts += [
            "## Beside others",
            f"Each peer is measured directly before {name}, in the same turn; a ratio above 1 means "
            f"{name} is faster.\n*Driven alike* compares it with our case that is driven the same way "
            "and observes as\nmuch, *rollout* with our compiled rollout that writes what every player sees. "
            "Games differ in size: Kuhn poker has\nthree cards, Leduc six, and observations range from a "
            "few numbers to thousands.",
            "\n".join(peer_table(results)),
        ]
    parts += [
        "## What a decision is",
        "\n".join(said(results)),
        "## Versions",
        "\n".join(
            f"- {title_of(results['game']) if who == 'ours' else PEERS[who]}: "
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


def own_table(results: Results) -> list[str]:
    """Return a row for each of our entries."""
    rows = []
    for entry in results["measured"]:
        if entry["who"] != "ours" or "fastest batch" in entry["name"]:
            continue
        without = entry.get("rate without choosing")
        rows.append(
            [
                FORMS[entry["case"]],
                str(entry["games"]),
                str(entry["threads"]),
                f"{span(entry['rate'])} {entry['unit']}",
                span(without) if without else "",
                short(entry["games/s"]["median"]) if "games/s" in entry else "",
            ]
        )
    head = ["how", "games", "threads", "a second", "without choosing", "games/s"]
    return table(head, rows) if rows else []


def memory_lines(results: Results) -> list[str]:
    """Return what a process was seen to grow by."""
    memory = results.get("memory", {})
    if "peak grown" not in memory:
        return []
    return [
        f"a process with {memory['games']:.0f} games grew by {kib(memory['grown'])} a game, "
        f"{kib(memory['peak grown'])} at its peak; a position is {memory['state']:.0f} bytes"
    ]


def peer_table(results: Results) -> list[str]:
    """Return a row for each entry of a peer."""
    rows = []
    for entry in peers(results):
        alike, rollout = (versus(results, entry["name"], alike) for alike in (True, False))
        length = entry.get("decisions per game")
        rows.append(
            [
                label(entry),
                f"{form_of(results, entry)}, {entry['games']} game{'s' * (entry['games'] > 1)}",
                str(entry["threads"]),
                f"{entry['players']}, {entry['actions']}, {entry['observation']}",
                f"{length:g}" if length else "",
                f"{entry['forced']:.0%}" if "forced" in entry else "",
                span(entry["rate"]),
                span(alike["ratio"]) if alike else "",
                span(rollout["ratio"]) if rollout else "",
            ]
        )
    head = [
        "peer",
        "driven",
        "threads",
        "players, actions, numbers observed",
        "decisions a game",
        "forced",
        "decisions/s",
        "ours, driven alike, times as fast",
        "our rollout, times as fast",
    ]
    return table(head, rows)


def said(results: Results) -> list[str]:
    """Return what a decision is, once for each library and form."""
    lines = []
    for entry in results["measured"]:
        if not entry.get("decision"):
            continue
        if entry["who"] == "ours":
            line = f"- {title_of(results['game'])}, {FORMS[entry['case']]}: {entry['decision']}."
        else:
            line = f"- {PEERS[entry['who']]}, {form_of(results, entry)}: {entry['decision']}."
        if line not in lines:
            lines.append(line)
    return lines


def with_block(readme: str, results: Results) -> str:
    """Return the README with its block written anew."""
    before, begin, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the README needs these two lines, in this order:\n{BEGIN}\n{END}")
    return before + block(results).rstrip("\n") + after


# ── The plot ───────────────────────────────────────────────────────────────────────────────────


def plot(results: Results, path: Path) -> None:
    """Draw decisions a second, here and elsewhere, and ours by the size of the batch."""
    import matplotlib  # not everyone who measures draws

    matplotlib.use("Agg")
    from matplotlib import pyplot

    own, other, pale = "#b3391f", "#5b6f84", "#d8dee5"
    entries = bars(results)
    height = max(4.5, 0.27 * len(entries) + 1.4)
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(13, height), width_ratios=(3, 2), layout="constrained")
    right.set_visible(any("fastest batch" not in e["name"] and e["who"] == "ours" for e in results["measured"]))
    for row, (_, spread, mine) in enumerate(reversed(entries)):
        median = spread["median"]
        error = [[median - spread["min"]], [spread["max"] - median]]
        left.barh(row, median, color=own if mine else other, height=0.7)
        left.errorbar(median, row, xerr=error, color="black", linewidth=1)
        left.text(spread["max"] * 1.12, row, short(median), va="center", fontsize=8)
    left.set_yticks(range(len(entries)), [name for name, *_ in reversed(entries)], fontsize=8)
    left.set_xscale("log")
    if entries:
        least = min(spread["min"] for _, spread, _ in entries)
        left.set_xlim(least / 3, max(spread["max"] for _, spread, _ in entries) * 3)
        left.set_ylim(-0.7, len(entries) - 0.3)
    left.set_xlabel("decisions a second (bars: median; lines: lowest to highest)")
    left.set_title("Random legal play, measured in turns", fontsize=11, loc="left")
    styles = {"rollout:asked": "o-", "rollout": "o--", "step:asked": "^-", "step": "^--"}
    for case, style in styles.items():
        for threads, color in ((1, other), (2, own)):
            sizes = [
                entry
                for entry in results["measured"]
                if entry["who"] == "ours" and entry["case"] == case and entry["threads"] == threads
                if "fastest batch" not in entry["name"]
            ]
            sizes.sort(key=lambda entry: int(entry["games"]))
            if sizes:
                right.plot(
                    [entry["games"] for entry in sizes],
                    [entry["rate"]["median"] for entry in sizes],
                    style,
                    color=color,
                    markersize=5,
                    label=f"{SHORT_FORMS[case]}, {count(threads)}",
                )
    right.set_xscale("log", base=2)
    right.set_yscale("log")
    right.set_xlabel("games in the batch")
    right.set_ylabel("decisions a second")
    right.set_title(f"{title_of(results['game'])} by batch size", fontsize=11, loc="left")
    if right.lines:
        figure.legend(fontsize=8, frameon=False, loc="outside lower right", ncols=2)
        sizes = sorted({int(x) for line in right.lines for x in line.get_xdata()})
        right.set_xticks(sizes, [str(size) for size in sizes], fontsize=8)
    for axes, along in ((left, "x"), (right, "both")):
        axes.grid(axis=along, color=pale, linewidth=0.7)
        axes.set_axisbelow(True)
        axes.spines[["top", "right"]].set_visible(False)
    machine = results["machine"]
    foot = f"{machine['cpu']}, {machine['cores']} cores; commit {results['commit'][:10]}"
    figure.supxlabel(foot, fontsize=8, color=other, x=0.01, ha="left")
    figure.savefig(path, dpi=110, metadata={"Software": None})
    pyplot.close(figure)


SHORT_FORMS = {
    "rollout": "compiled rollout",
    "rollout:asked": "compiled rollout, who is asked observes",
    "call": "rollout(1) from Python",
    "step": "step from Python",
    "step:asked": "step from Python, who is asked observes",
    "parallel_env": "one parallel_env",
    "aec_env": "one AEC env",
}


def bars(results: Results) -> list[tuple[str, Spread, bool]]:
    """Return name, figure and whether it is ours, fastest first."""
    found: list[tuple[str, Spread, bool]] = []
    for entry in fastest(results["measured"]):
        mine = entry["who"] == "ours"
        if mine and entry["case"] not in SHORT_FORMS:
            continue
        name = title_of(results["game"]) if mine else label(entry)
        form = SHORT_FORMS[entry["case"]] if mine else form_of(results, entry)
        found.append((f"{name}: {form}, {count(entry['threads'])}", entry["rate"], mine))
    return found
