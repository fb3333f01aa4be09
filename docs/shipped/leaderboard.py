"""docs/leaderboard.md, the agents of each game by Elo, the README's table of them, and the ratings `ow agents` lists.

Below: roster.py, which played the ladders. Above: __main__.py. All of it follows from the files in docs/ladder/ and
from the cards of the bundled agents.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from agents.games import folder_of, scripts_of, teacher_of
from agents.shipped import NAME, name_for
from docs.shipped.roster import LADDERS, ROOT, Recipe, recipes
from ow_env.registry import class_of, games, make
from training.files import write_json, write_whole
from training.measure.model_card import percent

PAGE = ROOT / "docs" / "leaderboard.md"
README = ROOT / "README.md"
BEGIN = "<!-- agents: written by `python -m docs.shipped.leaderboard` from docs/ladder/; do not edit -->"
END = "<!-- end of agents -->"
SEARCH = "search"
NOTHING = "-"
Row = dict[str, str]  # of a ladder's ratings.csv or shares.csv
INTRO = """# Leaderboard

All bundled agents by Elo, for each game and player count. `random` is the anchor at 0. ± is half of the 95 % confidence
interval, estimated from mirrored game pairs ([how ratings work](ratings.md#the-ratings)). *Score* is the mean
score against all others on that ladder (win = 1, tie = ½). *ms* is the time per decision.

Compare Elo within a ladder, never between two. Where `random` hardly ever wins, its distance to all others is uncertain
and intervals are wide. Head-to-head scores are known much better: see `pairs.csv` among the ladder's files.
"""
CARDS = """## Bundled learned agents

Each was trained by self-play with `ow train`. The name leads to its model card: how it was trained, scores by seat and
deck, speed, exploitability. Scores are against the scripted agents of its game, with 95 % confidence intervals.

    python -m docs.shipped                    # from a checkout: retrain all, play their ladders, write this page
    python -m docs.shipped star_realms        # those of one game
    python -m docs.shipped.leaderboard        # write this page again from the stored ladders and cards
"""


def ladder_of(recipe: Recipe) -> list[Row]:
    """Return the rows of an agent's ladder, strongest first; none if it has not been played."""
    for name in ("ratings.csv", "shares.csv"):
        if (path := LADDERS / recipe.label / name).is_file():
            return list(csv.DictReader(path.read_text("utf-8").splitlines()))
    return []


def elo(row: Row | None) -> str:
    """Return an Elo with half of its interval: "1477 ± 187"; of a single-player game the win rate."""
    if row is None:
        return NOTHING
    if "share" in row:
        return percent(float(row["share"]), float(row["low"]), float(row["high"]))
    error = float(row["elo_error"])
    return f"{float(row['elo']):.0f}" + (f" ± {error:.0f}" if error else "")


# ── docs/leaderboard.md ──────────────────────────────────────────────────────────────────────────


def page(made: Sequence[Recipe]) -> str:
    """Return the page.

    Args:
        made: the recipes of the bundled agents; those without a card or ladder yet are left out.
    """
    parts = [INTRO]
    told = [(recipe, card) for recipe in made if (card := card_of(recipe))]
    for game in dict.fromkeys(recipe.game for recipe in made):
        parts.append(f"## {class_of(game).facts.title}\n")
        for recipe, card in sorted(told, key=lambda one: players_of(one[1])):
            if recipe.game == game and (rows := ladder_of(recipe)):
                heading = f"### {mode(recipe, card)}"
                parts.append(f"{heading}\n\n{standing(rows)}\n\n[All files](ladder/{recipe.label}/)\n")
    parts.append(CARDS)
    cards = (card_row(recipe, card) for recipe, card in told)
    parts.append(table(["game", "agent", "trained", "scores against scripts"], cards) + "\n")
    return "\n".join(parts)


def mode(recipe: Recipe, card: dict[str, Any]) -> str:
    """Return what a ladder is called on the page: "3 players: `learned-54-for-3`"."""
    players = players_of(card)
    return f"{players} player{'s' * (players > 1)}: `{recipe.name}`"


def players_of(card: dict[str, Any]) -> int:
    """Return how many play in the games of a card; cards of old do not say it where it is two."""
    return int(card.get("players", 2))


def standing(rows: Iterable[Row]) -> str:
    """Return a ladder as a table."""
    rows = list(rows)
    alone = "share" in rows[0]
    head = ["", "agent", "win rate (95 % CI)" if alone else "Elo (95 % CI)", "score", "games", "ms"]
    found = []
    for place, row in enumerate(rows, 1):
        count = sum(int(row[each]) for each in ("won", "lost", "tied", "truncated"))
        score = f"{100 * float(row['score']):.1f} %" if not alone else f"{float(row['score']):.2f}"
        found.append(
            [str(place), f"`{row['agent']}`", elo(row), score, f"{count:,}", f"{float(row['milliseconds']):.2g}"]
        )
    return table(head, found)


def card_of(recipe: Recipe) -> dict[str, Any] | None:
    """Return the model card of a bundled agent; None: it has none yet."""
    found: dict[str, Any] | None = json.loads(recipe.card.read_text("utf-8")) if recipe.card.is_file() else None
    return found


def card_row(recipe: Recipe, card: dict[str, Any]) -> list[str]:
    """Return a bundled agent as a row."""
    trained = card["trained"]
    length = f"{trained['decisions'] / 1e6:.1f} M decisions, {trained['seconds'] / 60:.0f} min"
    if card.get("alone"):
        own = card["alone"]
        others = [f"{row['agent']} {100 * row['share']:.1f} %" for row in card["anchors"]]
        scores = ["win rate " + percent(own["share"], own["low"], own["high"]), *others]
    else:
        rows = [row for row in card["scores"] if row["anchor"] != "random"]
        scores = [f"{row['anchor']} {percent(row['points'], row['low'], row['high'])}" for row in rows]
        hardest = teacher_of(recipe.game)
        scores += [
            f"{hardest} with {row['decks']} {percent(row['points'], row['low'], row['high'])}"
            for row in card.get("on_decks", ())
            if row["opponent"] == hardest
        ]
    link = recipe.settings.with_suffix(".md").relative_to(ROOT).as_posix()
    return [class_of(recipe.game).facts.title, f"[{recipe.name}](../{link})", length, "; ".join(scores)]


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *rows))


# ── The README's table ───────────────────────────────────────────────────────────────────────────


def block(made: Sequence[Recipe]) -> str:
    """Return the README's table between its two marks: of each game, as it is by default, the best of each kind."""
    lines = []
    for name in games():
        usual = name_for(make(name))
        recipe = next((each for each in made if (each.game, each.name) == (name, usual)), None)
        rows = ladder_of(recipe) if recipe else []
        if not rows:
            continue
        best: dict[str, Row] = {}  # of each kind; rows come strongest first
        for row in rows:
            kind = "script" if row["agent"] in scripts_of(name) else row["agent"].partition(":")[0].partition("-")[0]
            best.setdefault(kind, row)
        script = best["script"]
        cells = [f"{elo(script)} (`{script['agent']}`)", elo(best.get(NAME)), elo(best.get(SEARCH))]
        lines.append([class_of(name).facts.title, *cells])
    head = ["Elo (95 % CI), `random` = 0", "best script", "`learned`", "`search:20`"]
    return f"{BEGIN}\n\n{table(head, lines)}\n\n{END}"


def with_block(readme: str, made: Sequence[Recipe]) -> str:
    """Return the README with its table of agents brought up to date.

    Raises:
        ValueError: the two marks are missing.
    """
    before, begin, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the README needs these two lines, in this order:\n{BEGIN}\n{END}")
    return before + block(made) + after


# ── What `ow agents` lists ───────────────────────────────────────────────────────────────────────


def ratings(game: str, made: Sequence[Recipe]) -> dict[str, Any]:
    """Return all ladders of a game as data for ``agents/<game>/shipped/ladders.json``; the package has no docs/."""
    told = []
    for recipe in made:
        card, rows = card_of(recipe), ladder_of(recipe)
        if recipe.game == game and card and rows:
            told.append({"agent": recipe.name, "players": players_of(card), "rows": [rating(row) for row in rows]})
    return {"default": name_for(make(game)), "ladders": told}


def rating(row: Row) -> dict[str, Any]:
    """Return a row of a ladder as data."""
    strength: dict[str, Any] = (
        {"share": [float(row[key]) for key in ("share", "low", "high")]}
        if "share" in row
        else {"elo": float(row["elo"]), "error": float(row["elo_error"])}
    )
    return {"agent": row["agent"], **strength, "milliseconds": float(row["milliseconds"])}


def ratings_of(game: str) -> Path | None:
    """Return the file of `ratings`; None: nobody has written agents for this game."""
    folder = folder_of(game)
    return folder / "shipped" / "ladders.json" if folder and (folder / "shipped").is_dir() else None


def write() -> None:
    """Write the page, the README's table and the ratings that `ow agents` lists."""
    made = recipes()
    write_whole(PAGE, page(made))
    for game in games():
        if (file := ratings_of(game)) is not None:
            write_json(file, ratings(game, made))
    write_whole(README, with_block(README.read_text("utf-8"), made))


if __name__ == "__main__":
    write()
