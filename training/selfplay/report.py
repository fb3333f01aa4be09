"""What a run came to: matches against known opponents, and one page of HTML to look at.

Below: training.match, training.commands.watch. Above: commands/train.py. The page needs nothing beside it: curves are
drawn as SVG in place, and it follows the reader's light or dark.
"""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import agents
from ow_env.core.game import Game
from training.commands.watch import told
from training.match import Result, play_match
from training.selfplay.settings import Settings

REPORT = "report.html"
RESULTS = "results.json"
SEED = 20_000  # of the games measured on: none of them was trained on
WIDTH, HEIGHT = 560, 220  # of a drawing, in CSS pixels
COLOURS = ("#3b7dd8", "#d1662f", "#3d9a5d", "#9a5bb5", "#b8860b")


@dataclass(frozen=True)
class Measured:
    """The agent against one opponent, the decks both ways."""

    opponent: str
    result: Result
    by_deck: list[tuple[str, Result]]  # the deck the agent held in seat 0, and how it went with it in either seat


def measure(
    path: Path, games: Sequence[Game], opponents: Sequence[str], count: int, say: Callable[[str], None]
) -> list[Measured]:
    """Play about ``count`` games against each opponent: every game from both seats, and with the decks both ways."""
    measured = []
    for name in opponents:
        parts = []
        for game in games:
            one, other = agents.make(str(path), game, seed=1), agents.make(name, game, seed=2)
            result = play_match(game, one, other, -(-count // len(games)), SEED)
            parts.append((deck_names(game)[0], result))
        total = parts[0][1]
        for _, result in parts[1:]:
            total += result
        measured.append(Measured(name, total, parts))
        say(f"against {name}: {percent(total)}")
    return measured


def percent(result: Result) -> str:
    """Return a score with its interval: "83.1 % [80.2, 85.6]"."""
    low, high = result.interval
    return f"{100 * result.score:.1f} % [{100 * low:.1f}, {100 * high:.1f}] of {result.games} games"


def deck_names(game: Game) -> list[str]:
    """Return the names of the decks, seat by seat; the game's own name where there are none."""
    decks = game.options.get("decks") or []
    return [deck["name"] for deck in decks] or [game.name] * game.num_players


def write(
    folder: Path, chosen: Settings, history: list[dict[str, Any]], state: dict[str, Any], measured: list[Measured],
    game: Game, command: str, milliseconds: Sequence[tuple[int, float]],
) -> Path:  # fmt: skip
    """Write report.html and results.json into a run's folder; return the page's path.

    Args:
        folder: of the run.
        chosen: its settings.
        history: of its rounds.
        state: of its last checkpoint: the times and versions.
        measured: what `measure` returned.
        game: for the game that is shown.
        command: that made the run.
        milliseconds: (rows, ms per decision) the agent takes.
    """
    results = [{"opponent": m.opponent, **asdict(m.result), "interval": m.result.interval} for m in measured]
    (folder / RESULTS).write_text(json.dumps(results, indent=1), encoding="utf-8")
    last = history[-1]
    opponent = next((m.opponent for m in measured if m.opponent != "random"), "random")
    replay = "\n".join(told(game, [str(folder / "agent.safetensors"), opponent], SEED, "full", False))
    replay = replay.replace(str(folder) + "/", "")
    page = PAGE.format(
        title=f"An agent for {chosen.game.replace('_', ' ').title()}",
        summary=summary(last, measured),
        results=results_table(measured),
        curves="\n".join(curves(history)),
        times=times_table(state["times"]),
        speed=", ".join(f"{ms:.3g} ms a decision when {rows} are asked at once" for rows, ms in milliseconds),
        opponent=html.escape(opponent),
        replay=html.escape(replay),
        command=html.escape(command),
        versions=html.escape(", ".join(f"{name} {version}" for name, version in state["versions"].items())),
        settings=html.escape(chosen.to_toml()),
    )
    path = folder / REPORT
    path.write_text(page, encoding="utf-8")
    return path


def summary(last: dict[str, Any], measured: list[Measured]) -> str:
    """Return what came of it, in two sentences."""
    scores = ", ".join(f"{100 * m.result.score:.1f} % of points against {html.escape(m.opponent)}" for m in measured)
    return (
        f"It learned from {last['decisions']:,} decisions in {last['games']:,} games in {last['seconds']:.0f} s,"
        f" {last['rate']:,.0f} decisions of all seats a second. The finished agent wins {scores or 'nothing measured'}."
    )


def results_table(measured: list[Measured]) -> str:
    """Return the matches as the rows of a table, a bar for each interval."""
    rows = []
    for m in measured:
        low, high = m.result.interval
        bar = (
            f'<svg width="200" height="16" role="img" aria-label="{100 * low:.1f} to {100 * high:.1f} percent">'
            '<line x1="0" x2="200" y1="8" y2="8" class="axis"/><line x1="100" x2="100" y1="2" y2="14" class="axis"/>'
            f'<rect x="{200 * low:.1f}" y="4" width="{max(2.0, 200 * (high - low)):.1f}" height="8" rx="2"'
            f' fill="{COLOURS[0]}" opacity="0.45"/>'
            f'<circle cx="{200 * m.result.score:.1f}" cy="8" r="3.5" fill="{COLOURS[0]}"/></svg>'
        )
        decks = "; ".join(
            f"{html.escape(deck)} in seat 0: {100 * part.score:.1f} %" for deck, part in m.by_deck if len(m.by_deck) > 1
        )
        r = m.result
        rows.append(
            f"<tr><td>{html.escape(m.opponent)}</td><td class=n><b>{100 * r.score:.1f} %</b></td>"
            f"<td class=n>{100 * low:.1f} to {100 * high:.1f}</td><td>{bar}</td><td class=n>{r.wins}</td>"
            f"<td class=n>{r.losses}</td><td class=n>{r.ties + r.truncated}</td><td>{decks}</td></tr>"
        )
    return "\n".join(rows)


def times_table(times: dict[str, float]) -> str:
    """Return where the time went, as rows."""
    return "\n".join(
        f"<tr><td>{html.escape(name)}</td><td class=n>{100 * share:.0f} %</td></tr>" for name, share in times.items()
    )


def curves(history: list[dict[str, Any]]) -> list[str]:
    """Return the drawings: each with the words that say what to look for."""
    x = [row["decisions"] / 1e6 for row in history]
    names = list(history[-1]["shares"])
    shares = [(name, [100 * row["shares"].get(name, float("nan")) for row in history]) for name in names]
    past = [float("nan") if row["share_past"] is None else 100 * row["share_past"] for row in history]
    meaning = "It still tries things out in these; half is even."
    drawn = [("Games won while learning, %", meaning, [*shares, ("past selves", past)])]
    for key, title, meaning in (
        ("foresight", "Foresight", "How well it foresees results: 1 would be perfectly."),
        ("entropy", "Indecision", "Entropy of its choices in nats: falls as it makes up its mind."),
        ("kl", "Change a round", "Divergence from the policy before: above 0.02 it learns too fast."),
        ("length", "Length of a game", "Joint decisions."),
    ):
        drawn.append((title, meaning, [(title, [row[key] for row in history])]))
    return [
        f"<figure><figcaption><b>{title}</b><br>{meaning}</figcaption>{drawing(x, lines)}</figure>"
        for title, meaning, lines in drawn
    ]


def drawing(x: list[float], lines: list[tuple[str, list[float]]]) -> str:
    """Return lines over x (millions of decisions) as SVG."""
    values = [y for _, ys in lines for y in ys if y == y]
    low, high = min([*values, 0.0]), max([*values, 1e-9])
    right = max(x[-1], 1e-9)
    left, top, bottom = 44, 10, HEIGHT - 24

    def at(px: float, py: float) -> str:
        across = left + (WIDTH - left - 10) * px / right
        return f"{across:.1f},{bottom - (bottom - top) * (py - low) / (high - low):.1f}"

    parts = [f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img">']
    for k in range(5):
        y = low + (high - low) * k / 4
        height = at(0, y).split(",")[1]
        parts.append(f'<line x1="{left}" x2="{WIDTH - 10}" y1="{height}" y2="{height}" class="axis"/>')
        parts.append(f'<text x="{left - 6}" y="{float(height) + 4:.1f}" text-anchor="end">{y:.3g}</text>')
    parts.append(f'<text x="{WIDTH - 10}" y="{HEIGHT - 6}" text-anchor="end">{right:.2f} M decisions</text>')
    for number, (name, ys) in enumerate(lines):
        colour = COLOURS[number % len(COLOURS)]
        points = " ".join(at(px, py) for px, py in zip(x, ys, strict=True) if py == py)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        if len(lines) > 1:
            place = f'x="{left + 8}" y="{top + 14 + 16 * number}" style="fill:{colour}"'
            parts.append(f"<text {place}>{html.escape(name)}</text>")
    return "".join(parts) + "</svg>"


PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; --line: color-mix(in srgb, currentColor 22%, transparent) }}
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem }}
table {{ border-collapse: collapse }}
td, th {{ padding: .25rem .75rem .25rem 0; text-align: left; border-bottom: 1px solid var(--line) }}
.n {{ text-align: right; font-variant-numeric: tabular-nums }}
.curves {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1rem 2rem }}
figure {{ margin: 0 }}
figcaption {{ font-size: 14px }} svg text {{ font: 12px system-ui, sans-serif; fill: currentColor }}
.axis {{ stroke: var(--line) }}
pre {{ overflow: auto; max-height: 36rem; font-size: 13px; line-height: 1.35;
  padding: .75rem; border: 1px solid var(--line) }}
.wide {{ overflow-x: auto }}
</style>
<h1>{title}</h1>
<p>{summary}</p>
<h2>Against known opponents</h2>
<p>Each game is played from both seats and with the decks both ways, on seeds that were not trained on. A tie is half a
point; the interval holds the true share with 95 % confidence (Wilson).</p>
<div class="wide"><table>
<tr><th>opponent</th><th class=n>points</th><th class=n>95 % interval</th><th>0 to 100 %</th>
<th class=n>won</th><th class=n>lost</th><th class=n>tied</th><th>by deck</th></tr>
{results}</table></div>
<h2>How it learned</h2>
<div class="curves">
{curves}
</div>
<h2>Where the time went</h2>
<table>{times}</table>
<p>The finished agent takes {speed}.</p>
<h2>A game against {opponent}</h2>
<p>The agent is player_0. What both know and what only one knows is shown alike; the agent saw its own side only.</p>
<pre>{replay}</pre>
<h2>How to do it again</h2>
<pre>{command}</pre>
<p>{versions}</p>
<details><summary>All settings</summary><pre>{settings}</pre></details>
</html>
"""
