"""A game written as one page to step through: what ``ow watch`` and ``ow replay`` ask for in the same words.

Below: replay/stepping.py (the data), replay/standalone.py (the page). Above: the two commands.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias, TypeVar

from ow_env.core.game import Game
from ow_env.core.records import Moment
from training.arguments import a_path
from training.files import write_whole
from training.progress import ProgressLine
from training.replay.one_game import Adviser, Opinion
from training.replay.review import review
from training.replay.standalone import page_of
from training.replay.stepping import advised, stepping

Rest = TypeVar("Rest")
Decision: TypeAlias = tuple[Moment, Mapping[int, Opinion]]  # and what those who took it thought


def add_view(parser: argparse.ArgumentParser) -> None:
    """Add ``--view`` and ``--every``."""
    parser.add_argument(
        "--view",
        default="full",
        help="what to show: full (default), public, or a player's view: player_0 (Player 1), player_1 ...",
    )
    parser.add_argument("--every", action="store_true", help="print the board at every decision")


def add_page(parser: argparse.ArgumentParser) -> None:
    """Add ``--html``, ``--force`` and ``--advice``."""
    parser.add_argument(
        "--html",
        metavar="OUT",
        type=a_path,
        help="write the game as one self-contained web page to step through",
    )
    parser.add_argument("--force", action="store_true", help="with --html: overwrite OUT")
    parser.add_argument(
        "--advice", metavar="AGENT", action="append", default=[],
        help="on the page: this agent's policy and value at each decision; repeatable",
    )  # fmt: skip


def check_page(arguments: argparse.Namespace, wanted: bool) -> None:
    """Refuse, before anything is played, what could not be written in the end.

    Args:
        arguments: of `add_page`.
        wanted: a page is to be made.

    Raises:
        ValueError: it names the argument and what is wrong with it.
    """
    out = arguments.html
    for name in ("view", "every", "check"):  # each of these commands has some of them
        if wanted and getattr(arguments, name, None) not in (None, False, "full"):
            raise ValueError(f"--{name}: only for text output; a page shows all views and every decision")
    if not wanted and arguments.advice:
        raise ValueError("--advice: shown on a page only; add --html OUT")
    if out is None and arguments.force:
        raise ValueError("--force: only with --html OUT")
    if out is not None and out.is_dir():
        raise ValueError(f"--html: {out} is a folder; expected a file")
    if out is not None and out.exists() and not arguments.force:
        raise ValueError(f"--html: {out} exists; --force overwrites it")


def write_page(
    game: Game,
    decisions: Iterable[Decision],
    names: Sequence[str],
    out: Path,
    advice: Sequence[str],
    ending: str = "",
    reviewed: bool = False,
) -> int:
    """Write a game as a page, whole or not at all, and say how far it is meanwhile.

    Args:
        game: that is played.
        decisions: of `one_game`, or of a replay.
        names: who plays, a name for each seat.
        out: the page's path.
        advice: names of agents that are asked at every decision.
        ending: how the game ended, in words.
        reviewed: with what each position was worth, and the choices that lost most.

    Returns:
        how many decisions the game had.
    """
    advisers = [Adviser(name, game) for name in advice]
    with ProgressLine() as line:
        line.last = line.last if line.live else line.begun  # what is quick needs no line
        told = list(counted(decisions, line))  # a record is found true to its end before an adviser is asked anything
        found = None
        if reviewed:
            found = review(
                game, [moment for moment, _ in told], lambda done, of: line(f"{100 * done // of} % reviewed")
            )
        data = stepping(game, counted(advised(told, *advisers), line, len(told)), names, ending, found)
        write_whole(out, page_of(data))
        if line.live:
            line("")
    return len(told) - 1


def counted(
    decisions: Iterable[tuple[Moment, Rest]], line: ProgressLine, known: int | None = None
) -> Iterator[tuple[Moment, Rest]]:
    """Yield the decisions of a game, and show how far it is."""
    for moment, rest in decisions:
        done = "played" if known is None else f"{100 * moment.number / known:.0f} % written"
        line(f"{done}: decision {moment.number}, {moment.name}")
        yield moment, rest
