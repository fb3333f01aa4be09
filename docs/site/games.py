"""The pages of a game, generated from the game itself: what it is, a replay, options, cards, observations, rules.

Below: the registry, the commands that tell of rules and cards, the agents that play for the picture. Above: tree.py.
Nothing here names a game: what a game does not tell is left out.
"""

from __future__ import annotations

import inspect
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

import agents
from agents.games import scripts_of
from ow_env import registry
from ow_env.core.declared import described
from ow_env.core.game import States
from ow_env.core.records import Moment
from ow_env.core.structure import Feature
from training.commands.cards import listing_of, numbers_of
from training.primer import read_primer
from training.replay.one_game import one_game, seated_agents
from training.replay.standalone import page_of
from training.replay.stepping import stepping
from training.rules import Rule, folder_of, module_of_rules, read_rules

ROOT = Path(__file__).parents[2]
SEED = 3  # of the game that is shown
EXAMPLES = 3  # names of actions of a kind
CHOICES = {
    "simultaneous": "simultaneous",
    "turns": "turn-based",
    "mixed": "partly turn-based, partly simultaneous",
}
MOVES = {"simultaneous": "simultaneous moves", "turns": "turn-based", "mixed": "turns and simultaneous moves"}
DECKS = {
    "constructed": "constructed by each player before the game",
    "built": "bought during the game",
    "fixed": "fixed, the same for all players",
}
PAYOFF = {"win": "+1 for a win, 0 for a draw, -1 for a loss", "score": "a score, scaled to -1 .. 1"}
CLASSES = {"~": "inferred", "?": "reconstructed"}  # of figures that are marked so


class Told:
    """A game and its pages.

    Args:
        name: as the registry has it.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.kind = registry.class_of(name)
        self.game: Any = registry.make(name)
        self.title = self.kind.facts.title
        self.rules: list[Rule] = read_rules(name)
        self.page = f"games/{name}"
        self.board = f"boards/{name}.png"  # on the site, as these are:
        self.replay = f"replays/{name}.html"

    def files(self) -> dict[str, str | bytes]:
        """Return every file of the tree that is the game's."""
        pages: dict[str, str | bytes] = {
            f"{self.page}.md": self.main_page(),
            f"{self.page}/spaces.md": self.spaces(),
            f"extra/{self.board}": self.picture(),
            f"extra/{self.replay}": page_of(
                stepping(self.game, ((moment, {}) for moment in self.moments), self.seated)
            ),
        }
        if self.rules:
            pages[f"{self.rules_page}.md"] = (folder_of(self.name) / "data" / "rules.md").read_text("utf-8")
        if cards := self.cards():
            pages[f"{self.page}/cards.md"] = cards
        return pages

    @cached_property
    def rules_page(self) -> str:
        """Where in the tree its rules stand: where they do in the project, if it is the project's."""
        page = folder_of(self.name).resolve() / "data" / "rules"
        return page.relative_to(ROOT).as_posix() if page.is_relative_to(ROOT) else f"{self.page}/rules"

    @cached_property
    def seated(self) -> list[str]:
        """Who plays the replay: the first script, and random, for rules run uncompiled here and scripts take long."""
        return [next(iter(scripts_of(self.name)), "random"), *["random"] * (self.game.num_players - 1)]

    @cached_property
    def moments(self) -> list[Moment]:
        """The game of the replay, every position."""
        players = seated_agents(self.game, self.seated, SEED)[1]
        return [moment for moment, _ in one_game(self.game, players, SEED)]

    @cached_property
    def shown(self) -> States:
        """The position of the pictures: where most lies on the table and in the hand of player_0."""

        def seen(moment: Moment) -> int:
            zones = self.game.view(moment.state, "player_0").zones
            open_cards, held = (
                sum(card.copies for zone in zones if zone.kind in kinds for card in zone.cards)
                for kinds in (("table", "staged"), ("hand",))
            )
            return int(open_cards * (1 + held))

        return max(self.moments[:-1], key=seen).state

    def picture(self) -> bytes:
        """Return what its tile shows: the page that one plays it on, where `make pictures` made one, or the board."""
        made = ROOT / "docs" / "pictures" / f"page-{self.name}.png"
        return made.read_bytes() if made.is_file() else png(self.game.draw(self.shown, "player_0"))

    # ── Pages ──────────────────────────────────────────────────────────────────────────────────

    def main_page(self) -> str:
        """Return the page that the others hang from."""
        parts = [
            f"# {self.title}",
            self.pitch,
            *self.how_to_play(),
            framed_replay(f"../{self.replay}", f"A game of {self.title}"),
            table(self.rows(), escaped=False),
            session(
                "import ow_env",
                f'game = ow_env.make("{self.name}")',
                (
                    "game.num_players, game.num_actions, game.num_features",
                    repr((self.game.num_players, self.game.num_actions, self.game.num_features)),
                ),
            ),
            f"    ow play --game {self.name}",
            *self.more(),
            "## Options",
            f"Arguments of `ow_env.make` and of every form of environment; on the command line `--game {self.name} "
            "--option NAME=VALUE`.",
            eval_rst(f".. autoclass:: {self.kind.__module__}.{self.kind.__qualname__}\n   :no-index:"),
        ]
        return "\n\n".join(parts) + "\n"

    def how_to_play(self) -> list[str]:
        """Return how it is played in short, if the game says so: the same text as on the page of a table."""
        primer = read_primer(self.name)
        if primer is None:
            return []
        turn = "\n".join(f"{at}. {line}" for at, line in enumerate(primer.turn, 1))
        tips = "\n".join(f"- {tip}" for tip in primer.tips)
        return ["## How to play", primer.aim, "**A turn**", turn, "**How it ends**", primer.end, "**Three tips**", tips]

    @cached_property
    def pitch(self) -> str:
        """What it is in a sentence: the first of its class."""
        return text_of_cell((inspect.getdoc(self.kind) or "").partition("\n")[0])

    @cached_property
    def players(self) -> str:
        """How many play it: "2 to 4"."""
        few, many = self.kind.facts.players
        return str(few) if few == many else f"{few} to {many}"

    def rows(self) -> list[list[str]]:
        """Return the table of what a user asks first."""
        facts, game = self.kind.facts, self.game
        found = [id_ for id_, module in registry.environment_ids().items() if module.endswith(f".{self.name}_v0")]
        rows = [["", ""]]
        if found:
            rows += [
                ["import", f"`from ow_env import {self.name}_v0`, `from ow_env import {self.kind.__name__}`"],
                ["Gymnasium, PettingZoo", f"`{found[0]}`"],
            ]
        rows += [
            ["players", self.players],
            ["moves", CHOICES[facts.choices]],
            ["decks", DECKS[facts.decks]],
            ["observation", f"{game.num_features} numbers, uint8; at most {game.most_numbers} of them not 0"],
            ["actions", f"{game.num_actions}, discrete, with a mask; at most {game.most_actions} legal at once"],
            ["reward", PAYOFF[facts.payoff]],
        ]
        if game.known_sides():
            rows.append([f"sides: `{facts.side}=`", ", ".join(game.known_sides())])
        rows.append(
            ["agents", ", ".join(f"`{name}`" for name in agents.names(self.name)) + " ([Elo](../docs/leaderboard.md))"]
        )
        return [*rows, ["version of the rules", str(game.version)]]

    def tile(self) -> str:
        """Return the game as a tile of the start page."""
        facts, game = self.kind.facts, self.game
        told = (
            f"{self.players} players, {MOVES[facts.choices]}. {game.num_features} features, {game.num_actions} actions."
        )
        alt = f"A table of {escape(self.title)}"
        return (
            f'<a class="game" href="{self.page}.html"><img src="{self.board}" alt="{alt}" loading="lazy">'
            f"<strong>{self.title}</strong><span>{told}</span></a>"
        )

    def more(self) -> Iterator[str]:
        """Yield the list of the game's other pages."""
        pages = [(f"/{self.rules_page}", f"Rules ({len(self.rules)})")] if self.rules else []
        if self.cards():
            pages.append((f"/{self.page}/cards", "Cards"))
        pages.append((f"/{self.page}/spaces", "Observations and actions"))
        if (ROOT / "docs" / f"{self.name}.md").is_file():
            pages.append((f"/docs/{self.name}", "Interface in detail"))
        if (ROOT / "docs" / f"{self.name}-study.md").is_file():
            pages.append((f"/docs/{self.name}-study", "Study: agents, balance"))
        yield "```{toctree}\n" + "\n".join(f"{title} <{page}>" for page, title in pages) + "\n```"
        if not self.rules:
            yield "## Rules\n\nThis game has no numbered rules. They stand in its code:\n"
            yield eval_rst(f".. automodule:: {module_of_rules(self.name)}\n   :no-index:")

    def spaces(self) -> str:
        """Return the page of what is observed and what can be done."""
        game, axes = self.game, self.game.structure.axes
        sizes = sorted({axis for names in game.structure.features.values() for axis in names}, key=[*axes].index)
        slices = [["slice", "numbers", "shape", "highest", "what"], *map(self.row_of_slice, game.features)]
        about = game.structure
        kinds = [["actions", "kind", "ids", "for example"]]
        for number, kind in enumerate(about.kinds):
            ids = np.flatnonzero(about.kind == number)
            if len(ids):
                told = ", ".join(f"`{game.actions[action]}`" for action in ids[:EXAMPLES])
                kinds.append([str(len(ids)), f"`{kind}`", spans(ids), told + (", ..." if len(ids) > EXAMPLES else "")])
        parts = [
            f"# {self.title}: observations, actions and state",
            f"As `ow_env.make({self.name!r})` plays it, with {game.num_players} "
            f"{'seat' if game.num_players == 1 else 'seats'}. Other options may lead to other sizes: see "
            "`game.features`, `game.actions` and `game.structure`.",
            "## Observation",
            f"{game.num_features} whole numbers, uint8, in {len(game.features)} slices; "
            f"`env.unwrapped.features` has them by name. At most {game.most_numbers} of them are not 0 at once.",
            table(slices, escaped=False),
        ]
        if sizes:
            parts += ["The axes:", "\n".join(f"- *{name}*: {axes[name].size}" for name in sizes)]
        parts += [
            "## Actions",
            f"{game.num_actions} ids, at most {game.most_actions} of them legal at once. Actions of one kind "
            "differ only in card and place.",
            table(kinds, escaped=False),
            "## State",
            f"One record of {game.state_dtype.itemsize} bytes (`Batch.states`). What a seat may not see is dealt again "
            "by `hide`, and is in nothing that the seat is given.",
            table([["field", "what", "seen by"], *map(list, described(game.state_dtype))]),
        ]
        return "\n\n".join(parts) + "\n"

    def row_of_slice(self, feature: Feature) -> list[str]:
        """Return a slice of the observation as a row."""
        shape = " by ".join(self.game.structure.features[feature.name]) or "1"
        last = feature.stop - 1
        numbers = str(feature.start) if last == feature.start else f"{feature.start} to {last}"
        return [f"`{feature.name}`", numbers, shape, str(feature.high), text_of_cell(feature.meaning)]

    def cards(self) -> str:
        """Return the page of the cards, "" if the game has none."""
        listing = listing_of(self.name)
        if listing is None:
            if not self.game.card_numbers.any():
                return ""
            lines = "\n".join(numbers_of(self.name))
            return f"# {self.title}: cards\n\n```text\n{lines}\n```\n"
        parts = [f"# {self.title}: cards", listing.legend, f"`ow cards --game {self.name}` prints the same tables."]
        for title, rows in listing.tables(listing.stated):
            parts += [f"## {title}", table_of_cards(rows, listing.meanings)]
        parts += [
            "## Field by field",
            "Every card as its file states it, each field with its label and what its words mean.",
        ]
        for name in listing.names:
            first, *rest = listing.shown(name)
            what = escape(first.partition(": ")[2])
            parts.append(
                f'<details class="card" id="{anchor(name)}"><summary><strong>{escape(name)}</strong> {what}</summary>\n'
                f"<pre>{escape(chr(10).join(rest))}</pre>\n</details>"
            )
        return "\n\n".join(parts) + "\n"


# ── How it is written ──────────────────────────────────────────────────────────────────────────


def png(picture: Any) -> bytes:
    """Return a picture as a file."""
    file = io.BytesIO()
    Image.fromarray(picture).save(file, "PNG", optimize=True)
    return file.getvalue()


def text_of_cell(text: str) -> str:
    """Return plain text as a cell of a table."""
    return re.sub(r"([\\`*_\[\]<>|#~])", r"\\\1", text)


def table(rows: Sequence[Sequence[str]], *, escaped: bool = True) -> str:
    """Return rows as a table, the first of them its heads."""
    lines = [[text_of_cell(cell) if escaped else cell for cell in row] for row in rows]
    lines.insert(1, ["---"] * len(rows[0]))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def table_of_cards(rows: Sequence[Sequence[str]], meanings: Mapping[str, str]) -> str:
    """Return a table of cards: the mark of each figure is told by colour and title too, names lead to the details."""
    heads, *others = rows
    html = ['<table class="cards">', "<thead><tr>", *(f"<th>{escape(head)}</th>" for head in heads), "</tr></thead>"]
    for name, *cells in others:
        html += [
            "<tr>",
            f'<th scope="row"><a href="#{anchor(name)}">{escape(name)}</a></th>',
            *(f"<td>{marked(cell, meanings)}</td>" for cell in cells),
            "</tr>",
        ]
    return f'<div class="table-wrapper">\n{chr(10).join(html)}\n</table></div>'


def marked(cell: str, meanings: Mapping[str, str]) -> str:
    """Return a cell in which every part that ends with a mark says what the mark means."""
    parts = []
    for part in map(escape, cell.split("; ")):
        mark = part[-1:]
        title, kind = meanings.get(mark), CLASSES.get(mark, "other")
        parts.append(f'<span class="{kind}" title="{title}">{part}</span>' if title else part)
    return "; ".join(parts)


def anchor(name: str) -> str:
    """Return the anchor of a card."""
    return "card-" + re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def spans(ids: Any) -> str:
    """Return ids as spans: "1 to 50, 80"."""
    ends = np.flatnonzero(np.diff(ids) != 1)
    begins, lasts = [ids[0], *ids[ends + 1]], [*ids[ends], ids[-1]]
    told = [str(first) if first == last else f"{first} to {last}" for first, last in zip(begins, lasts, strict=True)]
    return ", ".join(told if len(told) < 4 else [*told[:2], f"... {told[-1]}"])


def session(*lines: str | tuple[str, str]) -> str:
    """Return a session at the prompt; a pair is what is typed and what is answered."""
    told = [f">>> {line}" if isinstance(line, str) else f">>> {line[0]}\n{line[1]}" for line in lines]
    return "```python\n" + "\n".join(told) + "\n\n```"


def framed_replay(address: str, title: str) -> str:
    """Return a replay as a part of a page; it begins to play by itself."""
    frame = f'<iframe src="{address}#play" title="{escape(title)}" loading="lazy"></iframe>'
    return f'<div class="replay">{frame}</div>'


def eval_rst(text: str) -> str:
    """Return reStructuredText as a part of a Markdown page: the docstrings are read by Sphinx's own directives."""
    return f"```{{eval-rst}}\n{text}\n```"
