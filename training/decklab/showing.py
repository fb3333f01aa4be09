"""How results of the deck lab are shown: progress while games are played, files, tables.

Below: what is shown. Above: tournament.py, searching.py, commands/decks.py. Nothing here decides anything.
"""

from __future__ import annotations

import math
import shutil
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ow_env.core.text import escaped
from ow_env.open_worlds.cards import Catalogue
from ow_env.open_worlds.decks import as_text
from training.decklab.balancing import FAIR, is_fair, labels_of, wanted_turns
from training.decklab.calibrating import Calibration
from training.decklab.duels import Duel, disagreements
from training.decklab.field import CUT, LOST, TIED, WON
from training.decklab.figures import as_card_file
from training.decklab.intervals import ALPHA, Interval, anytime, bounded, fixed
from training.decklab.listing import describe
from training.decklab.moving import Lever
from training.decklab.places import Favours
from training.decklab.replacing import Noted, Replacements
from training.decklab.searching import Map
from training.files import write_csv, write_json

PATIENCE = 20.0  # seconds between two lines where no terminal is


class Progress:
    """A line that says how far a run is: on a terminal always the same line, else one now and then.

    Slow agents play for minutes between two reports: then the last line comes again, with the time spent.
    Close it in the end.
    """

    def __init__(self) -> None:
        self.live = sys.stderr.isatty()
        self.begun = time.monotonic()
        self.last = self.begun if not self.live else float("-inf")  # when a line was shown
        self.before: int | None = None  # games that were in the store
        self.line = "no game ended yet"
        self.shown = self.whole = False
        self._lock = threading.Lock()
        self._closed = threading.Event()
        wait = 2.0 if self.live else PATIENCE
        threading.Thread(target=self._remind, args=(wait,), daemon=True).start()

    def due(self) -> bool:
        """Return whether a line would be shown now."""
        return time.monotonic() - self.last >= (0.2 if self.live else PATIENCE)

    def __call__(self, share: float, games: int, text: str = "") -> None:
        """Show that this share of the work is done, with so many games so far."""
        if self.before is None:
            self.before = games
        ends, self.whole = share >= 1 and not self.whole and self.shown, share >= 1
        spent = time.monotonic() - self.begun
        rate = (games - self.before) / spent if spent > 0 else 0.0
        parts = [f"{100 * min(share, 1):3.0f} %", f"{games} games", f"{rate:.0f}/s", text]
        self.line = " | ".join(part for part in parts if part)
        if ends or (self.due() and not self.whole):  # what is quick needs no line
            self._show(self.line)

    def duels(self, duels: Sequence[Duel]) -> None:
        """Show how far some duels are."""
        if self.before is not None and not self.due():
            return  # the intervals of many duels take a while
        shares = [min(1.0, (state.width / max(state.interval.half, 1e-9)) ** 2) for state in duels]
        widest = max(state.interval.half for state in duels)
        share = sum(shares) / len(shares)
        text = f"widest ±{widest:.3f}, wanted ±{duels[0].width:g}"
        self(min(share, 0.999), sum(state.games for state in duels), text)

    def close(self) -> None:
        """End the line."""
        self._closed.set()
        with self._lock:
            if self.live and self.shown:
                print(file=sys.stderr)
            self.shown = False

    def _show(self, line: str) -> None:
        with self._lock:
            if self._closed.is_set():
                return
            line = escaped(line)
            if self.live:
                line = "\r\x1b[K" + line[: shutil.get_terminal_size().columns - 1]
            print(line, end="" if self.live else "\n", file=sys.stderr, flush=True)
            self.last, self.shown = time.monotonic(), True

    def _remind(self, wait: float) -> None:
        while not self._closed.wait(wait / 4):
            now = time.monotonic()
            if now - max(self.last, self.begun) >= wait:
                self._show(f"{self.line} | {now - self.begun:.0f} s")


def duel_row(state: Duel) -> dict[str, Any]:
    """Return a duel as data."""
    interval, plain = state.interval, state.plain
    return {
        "deck": state.setting.one.name,
        "against": state.setting.other.name,
        "pilot": state.setting.pilot,
        "other pilot": state.setting.other_pilot,
        "seed": state.setting.seed,
        "bouts": state.bouts,
        "games": state.games,
        "won": state.count(WON),
        "lost": state.count(LOST),
        "tied": state.count(TIED),
        "truncated": state.count(CUT),
        "share": round(interval.mean, 5),
        "low": round(interval.low, 5),
        "high": round(interval.high, 5),
        "once low": number(plain.low),
        "once high": number(plain.high),
        "gain of pairing": number(state.gain, 3),
        "turns": round(state.length.mean, 3),
        "first player share": round(state.first_share.mean, 5),
    }


def duel_text(state: Duel, settled: bool = False) -> str:
    """Return a duel as lines of text.

    Args:
        state: the duel.
        settled: whether the number of games was chosen before: that decides which interval comes first.
    """
    row, setting = duel_row(state), state.setting
    pilots = setting.pilot if setting.pilot == setting.other_pilot else f"{setting.pilot} and {setting.other_pilot}"
    shares = [
        f"{state.interval.percent()}   (95 %, however often one looks)",
        f"{state.plain.percent()}   (95 %, for whoever looks once{', the number of games being settled' * settled})",
    ]
    first, second = reversed(shares) if settled else shares
    lines = [
        f"{setting.one.name} against {setting.other.name}, played by {pilots}, seed {setting.seed}",
        f"  share of points  {first}",
        f"                   {second}",
        *hands(state),
        f"  {row['games']} games: {row['won']} won, {row['lost']} lost, {row['tied']} tied,"
        f" {row['truncated']} cut off; a tie or a cut-off game is half a point",
        f"  {state.bouts} bouts of {setting.tables}: the same game from both seats"
        f"{' and both ways of sharing out the pilots' * (setting.tables == 4)}; as sure as"
        f" {state.gain:.2f} times as many unpaired games",
        f"  {row['turns']:.1f} turns a game; who had Priority first took {state.first_share.percent()} of points",
    ]
    return "\n".join(lines)


def hands(state: Duel) -> list[str]:
    """Return, where two pilots change over, what the first deck takes with each of them, as lines of text."""
    setting = state.setting
    if setting.tables == 2 or not state.bouts:
        return []
    halves = np.mean(state.points[:2], axis=0), np.mean(state.points[2:], axis=0)
    names = (setting.pilot, setting.other_pilot), (setting.other_pilot, setting.pilot)
    return [
        f"    {bounded(half).percent()} with {one} for it and {other} for {setting.other.name}"
        for half, (one, other) in zip(halves, names, strict=True)
    ]


def pilots_text(duels: Sequence[Duel], settled: bool) -> str:
    """Return the same duel in the hands of several pilots, a line each, and where they disagree.

    Args:
        duels: from `duels.by_pilots`.
        settled: whether the numbers of games were chosen before: that decides which interval is shown.
    """
    setting = duels[0].setting
    kind = "for whoever looks once, the number of games being settled" if settled else "however often one looks"
    lines = [
        f"{setting.one.name} against {setting.other.name}, each pilot playing both decks, seed {setting.seed}",
        f"share of points of {setting.one.name} [95 %, {kind}]",
        "",
    ]
    rows = [["pilot", "share of points", "games", "won", "lost", "tied", "cut off", "turns"]]
    for state in duels:
        shown = state.plain if settled else state.interval
        ends = [str(state.count(letter)) for letter in (WON, LOST, TIED, CUT)]
        rows.append([state.setting.pilot, shown.percent(), str(state.games), *ends, f"{state.length.mean:.1f}"])
    lines += [*aligned(rows), ""]
    found = disagreements(duels, settled)
    for high, low, gap in found:
        text = f"it does better with {high.setting.pilot} than with {low.setting.pilot}: {points(gap)} points"
        if turned(high, low, settled, len(duels)):
            text += ", a winner with the one and a loser with the other"
        lines.append(text)
    lines.append("all these differences together at 95 %" if found else "no two pilots surely differ")
    return "\n".join(lines)


def turned(high: Duel, low: Duel, settled: bool, tests: int) -> bool:
    """Return whether a deck surely wins in the first pilot's hands and surely loses in the second's."""
    if settled:
        top, bottom = (fixed(state.values, tests=tests) for state in (high, low))
    else:
        top, bottom = (anytime(state.values, state.width, ALPHA / tests) for state in (high, low))
    return top.low > 0.5 > bottom.high


def number(value: float, digits: int = 5) -> float | None:
    """Return a figure as JSON and CSV have it: rounded, and nothing where it is not known."""
    return round(float(value), digits) if math.isfinite(value) else None


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows of cells as lines: the first column to the left, all others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


# ── Tables of single commands ────────────────────────────────────────────────────────────────


def points(interval: Interval) -> str:
    """Return a difference of shares in points of per cent, with its interval."""
    if not math.isfinite(interval.half):
        return "?"
    return f"{100 * interval.mean:+.1f} [{100 * interval.low:+.1f}, {100 * interval.high:+.1f}]"


def cards_text(found: Replacements, seen: Sequence[Noted]) -> str:
    """Return what cards are worth as lines of text."""
    lines = [
        f"{found.deck.name} against {', '.join(found.opponents)}, played by {found.pilot}, seed {found.seed}",
        f"  as it is  {found.share.percent()} of points, {found.games} games: {found.tied} tied, {found.cut} cut off;"
        " as many with each card replaced",
        "",
        "What a card adds to the share of points over what came in its place, in points of per cent [95 %].",
        f"* : sure although {len(found.worths)} cards were tried (Bonferroni). pairing: as sure as so many times",
        "as many bouts if the deck and its variant had each played their own.",
        "",
    ]
    rows = [["card", "replaced by", "worth", "", "pairing"]]
    rows += [
        [entry.card, entry.by, points(entry.worth), "*" if entry.sure else "", told_gain(entry.gain)]
        for entry in found.worths
    ]
    lines += aligned(rows)
    if seen:
        lines += [
            "",
            "Share of points in games in which the card came early or was staged, less that in the other games of the",
            "deck, in points of per cent [95 %], and in how many games each was so. ? : too few games to say.",
            "",
        ]
        rows = [["card", "in opening hand", "by turn 3", "staged", "how often each"]]
        rows += [
            [
                entry.card,
                *map(points, (entry.opening, entry.early, entry.staged)),
                " ".join(f"{100 * often:3.0f} %" for often in entry.how_often),
            ]
            for entry in seen
        ]
        lines += aligned(rows)
        lines.append("What is drawn is chance; what is staged is chosen, and may be effect as well as cause.")
    return "\n".join(lines)


def told_gain(gain: float) -> str:
    """Return what pairing gained; nothing if no bout went otherwise."""
    return f"{gain:.1f}" if math.isfinite(gain) else ""


def card_rows(found: Replacements) -> list[dict[str, Any]]:
    """Return what cards are worth as data."""
    return [
        {
            "deck": found.deck.name,
            "card": entry.card,
            "replaced by": entry.by,
            "worth": round(entry.worth.mean, 5),
            "low": round(entry.worth.low, 5),
            "high": round(entry.worth.high, 5),
            "sure among all": entry.sure,
            "gain of pairing": number(entry.gain, 3),
            "games": found.games,
            "tied": entry.tied,
            "truncated": entry.cut,
            "pilot": found.pilot,
            "seed": found.seed,
        }
        for entry in found.worths
    ]


def noted_rows(seen: Sequence[Noted]) -> list[dict[str, Any]]:
    """Return what was noted of cards as data."""
    rows = []
    for entry in seen:
        row: dict[str, Any] = {"card": entry.card}
        told = (entry.opening, entry.early, entry.staged)
        for word, interval, often in zip(("opening", "early", "staged"), told, entry.how_often, strict=True):
            row |= {
                word: number(interval.mean),
                f"{word} low": number(interval.low),
                f"{word} high": number(interval.high),
                f"{word} often": round(often, 5),
            }
        rows.append(row)
    return rows


def worlds_text(found: Favours) -> str:
    """Return which Worlds favour a deck as lines of text."""
    lines = [
        duel_text(found.duel, settled=True),
        "",
        f"{found.duel.setting.one.name} with a World in the row, and against bouts without it, in points [95 %].",
        f"* : sure although {len(found.worlds)} Worlds were looked at (Bonferroni). ? : too few bouts to say.",
        "",
    ]
    rows = [["World", "share with it", "change", "", "bouts with it"]]
    for entry in found.worlds:
        assert entry.share is not None
        mark = "*" if entry.sure else ""
        rows.append([entry.name, entry.share.percent(), points(entry.change), mark, str(entry.share.bouts)])
    lines += [*aligned(rows), ""]
    rows = [["the row has", "change", ""]]
    rows += [[entry.name, points(entry.change), "*" if entry.sure else ""] for entry in found.traits]
    return "\n".join([*lines, *aligned(rows)])


def world_rows(found: Favours) -> list[dict[str, Any]]:
    """Return which Worlds favour a deck as data."""
    setting = found.duel.setting
    return [
        {
            "deck": setting.one.name,
            "against": setting.other.name,
            "world": entry.name,
            "share": number(entry.share.mean) if entry.share else None,
            "change": number(entry.change.mean),
            "low": number(entry.change.low),
            "high": number(entry.change.high),
            "sure among all": entry.sure,
            "bouts": entry.share.bouts if entry.share else found.duel.bouts,
            "pilot": setting.pilot,
            "seed": setting.seed,
        }
        for entry in [*found.worlds, *found.traits]
    ]


def write_ranked(
    folder: Path,
    name: str,
    rows: Sequence[Mapping[str, Any]],
    data: Any,
    labels: Sequence[str],
    value: str,
    axis: str,
    title: str,
) -> list[Path]:
    """Write rows as ``name``.csv and .json, and with matplotlib as a ranked plot; return the paths.

    The plot leaves out what is not known, and draws in blue what is sure among all.
    """
    write_csv(folder / f"{name}.csv", rows)
    write_json(folder / f"{name}.json", data)
    written = [folder / f"{name}.csv", folder / f"{name}.json"]
    try:
        from training.decklab import plots
    except ImportError:
        return written
    known = [place for place, row in enumerate(rows) if row[value] is not None]
    means, lows, highs = ([100 * rows[place][key] for place in known] for key in (value, "low", "high"))
    names, sure = [labels[place] for place in known], [bool(rows[place]["sure among all"]) for place in known]
    title += "\nblue: sure although so many were tried"
    plots.ranked(names, means, lows, highs, axis, sure, title).savefig(folder / f"{name}.png", dpi=150)
    return [*written, folder / f"{name}.png"]


def map_text(state: Map) -> str:
    """Return what a search came to as lines of text."""
    foes = [
        f"{deck.name} {100 * weight:.0f} %"
        for deck, weight in zip(state.opponents.decks, state.opponents.weights, strict=True)
        if weight > 0.005
    ]
    lines = [
        f"{state.generation} generations, {state.games} games, seed {state.settings['seed']}",
        f"against {', '.join(foes)}",
        "Shares [95 %] are from games that nothing was chosen by, not even this order: the best first, in other games.",
        "",
    ]
    rows = [["deck", "share of points", "games", "tied", "cut off", "cards that fight", "Income a Facility"]]
    rows += [
        [
            entry.deck.name,
            entry.share.percent(),
            *map(str, (2 * entry.share.bouts, entry.tied, entry.cut)),
            f"{100 * entry.aggression:.0f} %",
            f"{entry.economy:.2f}",
        ]
        for entry in state.found
    ]
    return "\n".join(lines + aligned(rows))


def write_map(state: Map, catalogue: Catalogue, folder: Path) -> list[Path]:
    """Write map.csv, map.json, every deck as a deck file and, with matplotlib, map.png; return the paths."""
    rows = [
        {
            "deck": entry.deck.name,
            "share": round(entry.share.mean, 5),
            "low": round(entry.share.low, 5),
            "high": round(entry.share.high, 5),
            "bouts": entry.share.bouts,
            "tied": entry.tied,
            "truncated": entry.cut,
            "aggression": round(entry.aggression, 4),
            "economy": round(entry.economy, 4),
            "seed": state.settings["seed"],
        }
        for entry in state.found
    ]
    write_csv(folder / "map.csv", rows)
    cards = [as_text(entry.deck).splitlines()[1:] for entry in state.found]
    opponents = [
        {"deck": deck.name, "weight": weight}
        for deck, weight in zip(state.opponents.decks, state.opponents.weights, strict=True)
    ]
    decks = [{**row, "cards": listed} for row, listed in zip(rows, cards, strict=True)]
    write_json(folder / "map.json", {"generations": state.generation, "opponents": opponents, "decks": decks})
    written = [folder / "map.csv", folder / "map.json"]
    (folder / "map").mkdir(exist_ok=True)
    printed = {deck.name for deck in catalogue.decks}
    joined = [deck for deck in state.opponents.decks if deck.name not in printed]
    for deck in (*joined, *(entry.deck for entry in state.found)):
        path = folder / "map" / f"{Path(deck.name).name.replace(' ', '-')}.txt"
        path.write_text(describe(deck, catalogue), "utf-8")
    written.append(folder / "map")
    try:
        from training.decklab import plots
    except ImportError:
        return written
    plots.style_map(state).savefig(folder / "map.png", dpi=150)
    return [*written, folder / "map.png"]


def balance_text(duels: Sequence[Duel], catalogue: Catalogue) -> str:
    """Return how even pairs of decks are as lines of text."""
    labels = labels_of(catalogue)
    words = [word for word in ("printed", "inferred", "reconstructed", "yours") if labels[word]]
    known = ", ".join(f"{labels[word]} {word}" for word in words)
    lines = [f"figures and words of the {len(catalogue.cards)} cards: {known}", ""]
    for state in duels:
        setting = state.setting
        lines += [
            f"{setting.one.name} against {setting.other.name}, played by {setting.pilot}:"
            f" {'fair' if is_fair(state) else 'not fair'}",
            f"  share of points  {state.plain.percent()}",
            f"  who is first     {state.first_share.percent()}",
            f"  player 0         {state.seat_share.percent()}",
            f"  turns            {state.length.plain()}",
            f"  {state.games} games, {state.count(TIED)} tied, {state.count(CUT)} cut off",
            "",
        ]
    wanted = f"fair: all shares {100 * (0.5 - FAIR):.0f} to {100 * (0.5 + FAIR):.0f} %"
    turns = "; ".join(
        f"{low:g} to {high:g} turns with {size} cards"
        for size, (low, high) in {state.setting.one.size: wanted_turns(state.setting) for state in duels}.items()
    )
    return "\n".join([*lines, f"{wanted}; {turns}", f"seed {duels[0].setting.seed}; [95 %]"])


def balance_rows(duels: Sequence[Duel]) -> list[dict[str, Any]]:
    """Return how even pairs are as data."""
    rows = []
    for state in duels:
        row = duel_row(state)
        for word, interval in (("first", state.first_share), ("player 0", state.seat_share), ("turns", state.length)):
            row[word], row[f"{word} low"], row[f"{word} high"] = (
                round(float(value), 5) for value in (interval.mean, interval.low, interval.high)
            )
        rows.append(row | {"fair": is_fair(state)})
    return rows


def levers_text(levers: Sequence[Lever], most: int = 12) -> str:
    """Return, for each pair of decks, the figures that move its balance most as lines of text."""
    lines = []
    for setting in dict.fromkeys(lever.pair for lever in levers):
        own = [lever for lever in levers if lever.pair == setting]
        lines += [
            f"{setting.one.name} against {setting.other.name}: points of per cent from the low end of a figure's",
            f"range to the high one; {sum(lever.sure for lever in own)} of {len(own)} figures are sure to matter (*)",
        ]
        rows = [
            [
                lever.knob.words,
                f"{lever.low} to {lever.high}",
                f"{100 * lever.change.mean:+.1f} [{100 * lever.change.low:+.1f}, {100 * lever.change.high:+.1f}]",
                "*" if lever.sure else "",
            ]
            for lever in own[:most]
        ]
        lines += [*aligned(rows), ""]
    if levers:
        setting, bouts = levers[0].pair, levers[0].change.bouts
        lines.append(
            f"played by {setting.pilot}, seed {setting.seed}, {2 * bouts} games for each end of each range; [95 %]"
        )
    return "\n".join(lines)


def lever_rows(levers: Sequence[Lever]) -> list[dict[str, Any]]:
    """Return how much each figure moves as data."""
    return [
        {
            "deck": lever.pair.one.name,
            "against": lever.pair.other.name,
            "pilot": lever.pair.pilot,
            "seed": lever.pair.seed,
            "section": lever.knob.section,
            "name": lever.knob.name,
            "figure": lever.knob.field,
            "place": lever.knob.place,
            "standard": lever.knob.standard,
            "lowest": lever.low,
            "highest": lever.high,
            "change": round(lever.change.mean, 5),
            "low": round(lever.change.low, 5),
            "high": round(lever.change.high, 5),
            "bouts": lever.change.bouts,
            "sure": lever.sure,
        }
        for lever in levers
    ]


def calibration_text(state: Calibration, catalogue: Catalogue) -> str:
    """Return what a search for figures came to as lines of text."""
    rows = [["", "pilot", "standard figures", "these figures", "turns", "games"]]
    for before, after in zip(state.before, state.after, strict=True):
        setting = after.setting
        turns = f"{before.length.mean:.1f} -> {after.length.mean:.1f}"
        shares = (before.plain.percent(), after.plain.percent())
        rows.append([setting.one.name, setting.pilot, *shares, turns, str(after.games)])
    lines = [
        f"{state.generation} generations, {state.games} games; {len(state.figures)} reconstructed figures moved",
        "",
        "share of points before and after, in games that nothing was chosen by:",
        *aligned(rows),
        "",
        balance_text(state.after, catalogue).partition("\n\n")[2],
    ]
    return "\n".join(lines)


def write_calibration(state: Calibration, catalogue: Catalogue, folder: Path) -> list[Path]:
    """Write calibrated.toml, a card file, and calibrated.json, what it was measured by; return the paths."""
    heading = [
        "Reconstructed figures moved within their ranges (ranges.toml of the catalogue), so that the printed pairs of",
        f"decks are even. Found by `ow decks calibrate`, {state.generation} generations. Use it as cards=, or --cards.",
        "",
        f"what it came to, in games that nothing was chosen by (seed {state.after[0].setting.seed}):",
    ]
    for each in state.after:
        heading += [
            f"  {each.setting.one.name}, {each.setting.pilot}: {each.plain.percent()} of points of {each.games} games,",
            f"    who is first {each.first_share.percent()}, {each.length.mean:.2f} turns",
        ]
    path = folder / "calibrated.toml"
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(as_card_file(catalogue, state.figures, heading), "utf-8")
    data = {"before": balance_rows(state.before), "after": balance_rows(state.after), "generations": state.generation}
    write_json(folder / "calibrated.json", data)
    return [path, folder / "calibrated.json"]
