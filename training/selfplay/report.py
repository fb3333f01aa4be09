"""What a run came to, as one page of HTML to look at, and the scores as data.

Below: measure.py (scores and ladder), play/ (a game to step through). Above: commands/train.py. The page needs
nothing beside it: curves are drawn as SVG in place, and it follows the reader's light or dark.
"""

from __future__ import annotations

import json
import math
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ow_env.core.game import Game
from ow_env.core.text import in_html
from ow_env.registry import DEFAULT
from training.decklab.random_decks import OnDecks
from training.files import write_whole
from training.measure.alone import in_words
from training.replay.one_game import one_game, seated_agents
from training.replay.standalone import framed, page_of
from training.replay.stepping import advised, stepping
from training.replay.transcript import text_of_game
from training.selfplay.measure import SEED, Measured, Rung, Score, short
from training.selfplay.settings import Settings
from training.words import spoken

REPORT = "report.html"
RESULTS = "results.json"
WIDTH, HEIGHT = 470, 210  # of a drawing, in CSS pixels
COLOURS = ("#3b7dd8", "#d1662f", "#3d9a5d", "#9a5bb5", "#b8860b", "#c2406b")
Line = tuple[str, list[float]]  # a name, and y for each x


def write(
    folder: Path, chosen: Settings, history: list[dict[str, Any]], state: dict[str, Any], measured: Measured,
    game: Game, milliseconds: Sequence[tuple[int, float]],
) -> Path:  # fmt: skip
    """Write report.html and results.json into a run's folder; return the page's path.

    Args:
        folder: of the run.
        chosen: its settings.
        history: of its rounds.
        state: of its last checkpoint: the times and versions.
        measured: what `measure` returned.
        game: for the game that is shown.
        milliseconds: (rows, ms per decision) the agent takes.
    """
    write_whole(folder / RESULTS, json.dumps(as_data(measured), indent=1))
    agent, opponent = str(folder / "agent.safetensors"), measured.hardest or "random"
    names = [agent, *[opponent] * (game.num_players - 1)]
    met = opponent if game.num_players > 1 else ""
    framed_game, replay = shown_game(game, names, {agent: "this agent"})
    page = PAGE.format(
        title=f"An agent for {chosen.game.replace('_', ' ').title()}",
        summary=begun(chosen) + summary(history[-1], measured, game),
        measured=measured_part(measured) if measured.scores else alone_part(measured, game) if measured.shares else "",
        curves="\n".join(curves(history)),
        times=times_table(state["times"]),
        speed=", ".join(f"{ms:.3g} ms per decision in a batch of {rows}" for rows, ms in milliseconds),
        shown=f"A game against {in_html(met)}" if met else "A game",
        viewer=framed_game,
        replay=in_html(replay),
        commands=in_html(commands(folder, chosen, met)),
        versions=in_html(", ".join(f"{name} {version}" for name, version in state["versions"].items())),
        settings=in_html(chosen.to_toml()),
    )
    path = folder / REPORT
    write_whole(path, page)
    return path


def shown_game(game: Game, names: Sequence[str], shown: Mapping[str, str]) -> tuple[str, str]:
    """Play a game; return it as an element to step through, and as text.

    Args:
        game: which is played.
        names: who plays, seat by seat, as `agents.make` takes them.
        shown: what to call an agent where its name is a path.
    """
    seats, players = seated_agents(game, names, SEED)
    called = [shown.get(name, name) for name in seats]
    decisions = list(one_game(game, players, SEED, advise=True))
    page = page_of(stepping(game, advised(decisions), called))
    who = ", ".join(f"{spoken(seat)}: {name}" for seat, name in zip(game.agents, called, strict=True))
    text = "\n".join([who, *text_of_game(game, (moment for moment, _ in decisions), "full", False)])
    return framed(page, "A game to step through"), text


def as_data(measured: Measured) -> dict[str, Any]:
    """Return scores and ladder as plain data; a rating that is not known is null."""
    rungs = [
        {name: None if value != value else value for name, value in asdict(rung).items()}  # NaN differs from itself
        for rung in measured.rungs
    ]
    shares = [asdict(share) for share in measured.shares]
    return (
        {"scores": [asdict(score) for score in measured.scores], "ladder": rungs}
        | ({"alone": shares} if shares else {})
        | ({"on_decks": [asdict(each) for each in measured.on_decks]} if measured.on_decks else {})
    )


def commands(folder: Path, chosen: Settings, met: str) -> str:
    """Return what can be done with the run, as commands; ``met``: an opponent; "": there is none."""
    given = [] if chosen.game == DEFAULT else ["--game", chosen.game]
    for name, value in chosen.options.items():
        given += ["--option", f"{name}={json.dumps(value)}"]
    how = "".join(f" {shlex.quote(word)}" for word in given)
    plays = f"{shlex.quote(f'{folder}/agent.safetensors')}{f' {shlex.quote(met)}' if met else ''}{how}"
    what = "evaluate it against any agent" if met else "evaluate it"
    return COMMANDS.format(folder=shlex.quote(str(folder)), plays=plays, what=what, how=how)


def begun(chosen: Settings) -> str:
    """Return what was cloned at first, as a sentence before the others."""
    if not chosen.teacher:
        return ""
    until = f"{100 * chosen.kickstart_until:g} % of the run"
    beside = f", then PPO with a cloning loss that decreased to 0 at {until}"
    told = beside if chosen.kickstart > 0 else ""
    return f"Training began with behaviour cloning of {in_html(chosen.teacher)}{told}. "


def summary(last: dict[str, Any], measured: Measured, game: Game) -> str:
    """Return what came of it, in two sentences."""
    scores = ", ".join(f"{100 * score.points:.1f} % against {in_html(score.opponent)}" for score in measured.scores)
    told = f" It scores {scores}." if scores else " It was not evaluated."
    for share in measured.shares:
        if share.finished:
            told = f" It {in_words(share.tried, game.facts.payoff)}, {share.tried.games:,} games."
    return (
        f"It was trained on {last['decisions']:,} decisions in {last['games']:,} games in {last['seconds']:.0f} s,"
        f" {last['rate']:,.0f} decisions of all seats per second." + told
    )


# ── Scores and ladder ────────────────────────────────────────────────────────────────────────────


def measured_part(measured: Measured) -> str:
    """Return the sections on scores and ladder."""
    part = SCORES.format(rows="\n".join(map(score_row, measured.scores)))
    if measured.on_decks:
        part += DECKS.format(rows="\n".join(map(decks_row, measured.on_decks)))
    rungs = [rung for rung in measured.rungs if not math.isnan(rung.elo)]
    if len(rungs) < 2:
        return part
    growth = [rung for rung in rungs if rung.decisions is not None and rung.decisions > 0]
    words = "<b>Elo</b><br>Bars: 95 % CI."
    figures = [f"<figure><figcaption>{words}</figcaption>{rated(rungs)}</figure>"]
    if len(growth) > 1:
        figures.append(
            "<figure><figcaption><b>Elo by training decisions</b><br>Checkpoints and the finished agent; dashed:"
            f" agents that do not learn.</figcaption>{grown(rungs)}</figure>"
        )
    return part + LADDER.format(figures="\n".join(figures), rows="\n".join(map(rung_row, measured.rungs)))


def alone_part(measured: Measured, game: Game) -> str:
    """Return the section on how often each agent wins a single-player game, or what it scores."""
    payoff = game.facts.payoff
    lowest = 0.0 if payoff == "win" else -1.0
    rows = []
    for share in measured.shares:
        figure, ends = share.tried.figure(payoff), share.tried.interval(payoff)
        bar = bar_of(*((value - lowest) / (1 - lowest) for value in (*ends, figure)))
        told = [f"{100 * one:.1f} %" if payoff == "win" else f"{one:.3f}" for one in (figure, *ends)]
        label = f"<b>{in_html(share.label)}</b>" if share.finished else in_html(share.label)
        trained = "" if share.decisions is None else f"{share.decisions:,}"
        rows.append(
            f"<tr><td>{label}</td><td class=n><b>{told[0]}</b></td><td class=n>{told[1]} to {told[2]}</td>"
            f"<td>{bar}</td><td class=n>{share.tried.games:,}</td><td class=n>{trained}</td></tr>"
        )
    what = "win rate" if payoff == "win" else "mean score"
    return ALONE.format(what=what, rows="\n".join(rows))


def bar_of(low: float, high: float, value: float) -> str:
    """Return a share and its interval as SVG, from 0 to 1."""
    return (
        f'<svg width="204" height="16" viewBox="-2 0 204 16" role="img"'
        f' aria-label="{100 * low:.1f} to {100 * high:.1f} percent">'
        '<line x1="0" x2="200" y1="8" y2="8" class="axis"/><line x1="100" x2="100" y1="2" y2="14" class="axis"/>'
        f'<rect x="{200 * low:.1f}" y="4" width="{max(2.0, 200 * (high - low)):.1f}" height="8" rx="2" class="soft"/>'
        f'<circle cx="{200 * value:.1f}" cy="8" r="3.5" class="dot"/></svg>'
    )


def score_row(score: Score) -> str:
    """Return the games against one opponent as a row of a table, a bar for the interval."""
    bar = bar_of(score.low, score.high, score.points)
    decks = "<br>".join(f"{in_html(deck)}: {100 * share:.1f} %" for deck, share in score.by_deck.items())
    return (
        f"<tr><td>{in_html(score.opponent)}</td><td class=n><b>{100 * score.points:.1f} %</b></td>"
        f"<td class=n>{100 * score.low:.1f} to {100 * score.high:.1f}</td><td>{bar}</td><td class=n>{score.won}</td>"
        f"<td class=n>{score.lost}</td><td class=n>{score.tied}</td><td class=small>{decks}</td></tr>"
    )


def decks_row(each: OnDecks) -> str:
    """Return how it fared with some decks as a row of the table."""
    return (
        f"<tr><td>{in_html(each.decks)}</td><td>{in_html(each.opponent)}</td>"
        f"<td class=n><b>{100 * each.points:.1f} %</b></td>"
        f"<td class=n>{100 * each.low:.1f} to {100 * each.high:.1f}</td>"
        f"<td>{bar_of(each.low, each.high, each.points)}</td><td class=n>{each.matchups}</td>"
        f"<td class=n>{each.games}</td></tr>"
    )


def rung_row(rung: Rung) -> str:
    """Return one on the ladder as a row of a table."""
    elo = "?" if math.isnan(rung.elo) else f"{rung.elo:.0f}"
    error = "anchor" if rung.error == 0 else "" if math.isnan(rung.error) else f"± {rung.error:.0f}"
    label = f"<b>{in_html(rung.label)}</b>" if rung.finished else in_html(rung.label)
    taken = "" if rung.finished else f"{100 * rung.expected:.1f} % ± {100 * rung.expected_error:.1f}"
    trained = "" if rung.decisions is None else f"{rung.decisions:,}"
    return (
        f"<tr><td>{label}</td><td class=n>{elo}</td><td class=n>{error}</td><td class=n>{taken}</td>"
        f"<td class=n>{trained}</td><td class=n>{rung.milliseconds:.3g}</td></tr>"
    )


def rated(rungs: list[Rung]) -> str:
    """Return every rung's Elo with its interval as SVG, the strongest on top."""
    left, right, step = 118, WIDTH - 46, 24
    bottom = 8 + step * len(rungs)
    low = min(0.0, *(rung.elo - rung.error for rung in rungs))
    high = max(rung.elo + rung.error for rung in rungs)
    scale = Scale(low, high, left, right)
    parts = [f'<svg viewBox="0 0 {WIDTH} {bottom + 20}" role="img">']
    for tick in scale.ticks():
        x = f"{scale(tick):.1f}"
        parts.append(f'<line x1="{x}" x2="{x}" y1="4" y2="{bottom}" class="axis"/>')
        parts.append(f'<text x="{x}" y="{bottom + 15}" text-anchor="middle">{tick:g}</text>')
    for place, rung in enumerate(rungs):
        y = 8 + step * (place + 0.5)
        kind = "own" if rung.decisions is not None else "other"
        bold = ' font-weight="bold"' if rung.finished else ""
        ends = f'x1="{scale(rung.elo - rung.error):.1f}" x2="{scale(rung.elo + rung.error):.1f}"'
        parts.append(f'<text x="{left - 12}" y="{y + 4:.1f}" text-anchor="end"{bold}>{in_html(rung.label)}</text>')
        parts.append(f'<line {ends} y1="{y:.1f}" y2="{y:.1f}" class="{kind} bar"/>')
        parts.append(f'<circle cx="{scale(rung.elo):.1f}" cy="{y:.1f}" r="4" class="{kind}"/>')
        parts.append(f'<text x="{right + 40}" y="{y + 4:.1f}" text-anchor="end">{rung.elo:.0f}</text>')
    return "".join(parts) + "</svg>"


def grown(rungs: list[Rung]) -> str:
    """Return Elo by decisions learned from as SVG, on a scale of doublings; agents that do not learn as lines."""
    own = sorted((rung for rung in rungs if rung.decisions), key=lambda rung: rung.decisions or 0)
    others = [rung for rung in rungs if not rung.decisions]
    left, right, top, bottom = 44, WIDTH - 66, 12, HEIGHT + 20
    first, newest = (math.log(own[end].decisions or 1) for end in (0, -1))
    across = Scale(first, newest, left + 14, right - 14)
    low = min(0.0, *(rung.elo - rung.error for rung in rungs))
    up = Scale(low, max(rung.elo + rung.error for rung in rungs), bottom, top)
    parts = [f'<svg viewBox="0 0 {WIDTH} {bottom + 24}" role="img">']
    for tick in up.ticks():
        height = f"{up(tick):.1f}"
        parts.append(f'<line x1="{left}" x2="{right}" y1="{height}" y2="{height}" class="axis"/>')
        parts.append(f'<text x="{left - 6}" y="{up(tick) + 4:.1f}" text-anchor="end">{tick:g}</text>')
    free = bottom + 99.0
    for rung in sorted(others, key=lambda rung: rung.elo):
        y, free = up(rung.elo), min(up(rung.elo), free - 13)  # names that would touch move up
        parts.append(f'<line x1="{left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}" class="other dashed"/>')
        parts.append(f'<text x="{right + 4}" y="{free + 4:.1f}">{in_html(rung.label)}</text>')
    places = [(across(math.log(rung.decisions or 1)), up(rung.elo), rung) for rung in own]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in places)
    parts.append(f'<polyline points="{points}" fill="none" class="own"/>')
    for x, y, rung in places:
        ends = f'y1="{up(rung.elo - rung.error):.1f}" y2="{up(rung.elo + rung.error):.1f}"'
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" {ends} class="own bar"/>')
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" class="own"/>')
        parts.append(f'<text x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{short(rung.decisions or 0)}</text>')
    return "".join(parts) + "</svg>"


class Scale:
    """Values to places on a drawing, evenly: ``low`` lies at ``start``, ``high`` at ``end``."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        self.low, self.high, self.start, self.end = low, high if high > low else low + 1, start, end

    def __call__(self, value: float) -> float:
        """Return where a value lies."""
        return self.start + (self.end - self.start) * (value - self.low) / (self.high - self.low)

    def ticks(self) -> list[float]:
        """Return four to nine round values in between."""
        rough = (self.high - self.low) / 5
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= 0.75 * rough)
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [number * step for number in range(first, last + 1)]


# ── Training curves ───────────────────────────────────────────────────────────────────────────────


def times_table(times: dict[str, float]) -> str:
    """Return where the time went, as rows with bars."""
    return "\n".join(
        f'<tr><td>{in_html(name)}</td><td class=n>{100 * share:.0f} %</td><td><svg width="200" height="12">'
        f'<rect y="2" width="{200 * max(0.0, share):.1f}" height="8" class="dot"/></svg></td></tr>'
        for name, share in times.items()
    )


def curves(history: list[dict[str, Any]]) -> list[str]:
    """Return the drawings: each with the words that say what to look for."""
    x = [row["decisions"] / 1e6 for row in history]
    names = list(history[-1]["shares"])
    shares = [(name, [100 * row["shares"].get(name, math.nan) for row in history]) for name in names]
    pool = [math.nan if row["share_pool"] is None else 100 * row["share_pool"] for row in history]
    if any(value == value for value in pool):
        shares.append(("checkpoints", pool))
    meaning = "With exploration; in two-player games 50 % is even."
    drawn = [("Score during training, %", meaning, shares)]
    taught = [math.nan if row.get("agreement") is None else 100 * row["agreement"] for row in history]
    if any(value == value for value in taught):
        meaning = "Decisions at which its most likely action is the teacher's, while the cloning loss counts."
        drawn.append(("Agreement with the teacher, %", meaning, [("agreement", taught)]))
    for key, title, meaning in (
        ("explained_variance", "Explained variance", "Of the returns by the value function; 1 is perfect."),
        ("entropy", "Entropy", "Of the policy, in nats; falls as it converges."),
        ("kl", "KL divergence", "From the policy before the update; above 0.02 the learning rate is too high."),
        ("length", "Length of a game", "Joint decisions."),
    ):
        drawn.append((title, meaning, [(title, [row[key] for row in history])]))
    return [
        f"<figure><figcaption><b>{title}</b><br>{meaning}{legend(lines)}</figcaption>{drawing(x, lines)}</figure>"
        for title, meaning, lines in drawn
        if lines
    ]


def legend(lines: list[Line]) -> str:
    """Return which colour is what, where there are several."""
    if len(lines) < 2:
        return ""
    names = (
        f'<span class="key"><span style="background:{COLOURS[k % len(COLOURS)]}"></span>{in_html(name)}</span>'
        for k, (name, _) in enumerate(lines)
    )
    return "<br>" + " ".join(names)


def drawing(x: list[float], lines: list[Line]) -> str:
    """Return lines over x (millions of decisions) as SVG."""
    values = [y for _, ys in lines for y in ys if y == y]
    left, top, bottom, right = 44, 10, HEIGHT - 26, WIDTH - 14
    across = Scale(0.0, max(x[-1], 1e-9), left, right)
    up = Scale(min([*values, 0.0]), max([*values, 1e-9]), bottom, top)
    parts = [f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img">']
    for tick in up.ticks():
        height = f"{up(tick):.1f}"
        parts.append(f'<line x1="{left}" x2="{right}" y1="{height}" y2="{height}" class="axis"/>')
        parts.append(f'<text x="{left - 6}" y="{up(tick) + 4:.1f}" text-anchor="end">{tick:.3g}</text>')
    for tick in across.ticks():
        end = tick > 0.9 * x[-1]
        words, anchor = f"{short(1e6 * tick)}{' decisions' if end else ''}", "end" if end else "middle"
        parts.append(f'<text x="{across(tick):.1f}" y="{bottom + 18}" text-anchor="{anchor}">{words}</text>')
    for number, (_, ys) in enumerate(lines):
        points = " ".join(f"{across(px):.1f},{up(py):.1f}" for px, py in zip(x, ys, strict=True) if py == py)
        colour = COLOURS[number % len(COLOURS)]
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
    return "".join(parts) + "</svg>"


# ── The page ─────────────────────────────────────────────────────────────────────────────────────

SCORES = """<h2>Against known opponents</h2>
<p>Each deal is played from every seat and with decks swapped; with more than two players, the two agents share the
seats. Seeds are held out from training. Score: win = 1, tie = 1/2.</p>
<div class="wide"><table>
<tr><th>opponent</th><th class=n>score</th><th class=n>95 % CI</th><th>0 to 100 %</th>
<th class=n>won</th><th class=n>lost</th><th class=n>tied</th><th>by its deck</th></tr>
{rows}</table></div>
"""

DECKS = """<h2>With held-out decks</h2>
<p>Random legal decks, held out from training and the same for all agents. Both agents play both decks of a matchup from
both seats. Intervals of random decks are over matchups, those of printed decks over deals.</p>
<div class="wide"><table>
<tr><th>decks</th><th>opponent</th><th class=n>score</th><th class=n>95 % CI</th><th>0 to 100 %</th>
<th class=n>matchups</th><th class=n>games</th></tr>
{rows}</table></div>
"""

ALONE = """<h2>Evaluation</h2>
<p>All agents play the same deals, held out from training.</p>
<div class="wide"><table>
<tr><th>agent</th><th class=n>{what}</th><th class=n>95 % CI</th><th></th><th class=n>games</th>
<th class=n>training decisions</th></tr>
{rows}</table></div>
"""

LADDER = """<h2>The ladder</h2>
<p>A round robin. Elo by the Bradley-Terry model, random = 0; 400 points are odds of ten to one. Intervals are wide
where random, the anchor, hardly ever wins; the scores between agents are known much better (see the table).</p>
<div class="curves">
{figures}
</div>
<details><summary>As a table, with the scores of this agent</summary><div class="wide"><table>
<tr><th>agent</th><th class=n>Elo</th><th class=n>95 % CI</th><th class=n>score of this agent against it</th>
<th class=n>training decisions</th><th class=n>ms per decision</th></tr>
{rows}</table></div></details>
"""

COMMANDS = """ow train --settings {folder}/settings.toml --out runs/again   # the same run again
ow train --resume --out {folder} --minutes 60               # continue training
ow match {plays}   # {what}
ow ladder --store {folder}/ladder.sqlite --show{how}   # all evaluation games; agents can be added
ow train --report --out {folder}                            # write this page again"""

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; --line: color-mix(in srgb, currentColor 22%, transparent);
  --own: #3b7dd8; --other: #c9702c }}
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem }}
h2 {{ margin-top: 2.5rem }}
table {{ border-collapse: collapse }}
td, th {{ padding: .25rem .75rem .25rem 0; text-align: left; border-bottom: 1px solid var(--line) }}
.n {{ text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }}
.small {{ font-size: 13px; white-space: nowrap }}
.curves {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 1.5rem 2rem }}
figure {{ margin: 0 }} figure svg {{ width: 100%; display: block }}
figcaption {{ font-size: 14px; margin-bottom: .25rem }}
svg text {{ font: 11px system-ui, sans-serif; fill: currentColor }} svg text[font-weight] {{ font-weight: bold }}
.axis {{ stroke: var(--line) }} .soft {{ fill: var(--own); opacity: .45 }} .dot {{ fill: var(--own) }}
.own {{ fill: var(--own); stroke: var(--own); stroke-width: 2 }} polyline.own {{ fill: none }}
.other {{ fill: var(--other); stroke: var(--other); stroke-width: 2 }}
.bar {{ stroke-width: 3; opacity: .5 }} .dashed {{ stroke-width: 1.5; stroke-dasharray: 5 4 }}
.key {{ white-space: nowrap; margin-right: .75rem }}
.key span {{ display: inline-block; width: .8em; height: .8em; border-radius: 2px; margin-right: .35em }}
pre {{ overflow: auto; max-height: 36rem; font-size: 13px; line-height: 1.35;
  padding: .75rem; border: 1px solid var(--line) }}
.wide {{ overflow-x: auto }}
summary {{ cursor: pointer; margin: .75rem 0 }}
.game {{ display: block; width: 100%; height: min(60rem, 92vh); border: 1px solid var(--line); border-radius: 6px }}
</style>
<h1>{title}</h1>
<p>{summary}</p>
{measured}
<h2>Training curves</h2>
<div class="curves">
{curves}
</div>
<h2>Time spent</h2>
<table>{times}</table>
<p>The finished agent takes {speed}.</p>
<h2>{shown}</h2>
<p>The board before each decision, and its result. All hidden cards are shown; the switch shows what each player
saw.</p>
{viewer}
<details><summary>The same game as text</summary><pre>{replay}</pre></details>
<h2>Commands</h2>
<pre>{commands}</pre>
<p>{versions}</p>
<details><summary>All settings</summary><pre>{settings}</pre></details>
</html>
"""
