"""``ow replay``: play recorded games again, see that they are true, and print them or make a page of one."""

from __future__ import annotations

import argparse
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from inspect import signature
from pathlib import Path
from typing import Any

from ow_env import registry
from ow_env.core.game import Game
from ow_env.core.records import DamagedRecord, Record, read_records, rebuild, replay
from ow_env.core.text import escaped, nearest
from training.arguments import a_path
from training.commands.options import examples
from training.commands.pages import Decision, add_page, add_view, check_page, write_page
from training.replay.transcript import text_of_game
from training.words import spoken


def add_to(commands: Any) -> None:
    """Add ``ow replay``."""
    parser = commands.add_parser(
        "replay",
        description="Play recorded games again, verify every decision, random draw and result, and print them; or write"
        " one as a web page to step through.",
        **examples(
            "ow replay game.jsonl",
            "ow replay --check games/*.jsonl",
            "ow replay game.jsonl --html game.html",
        ),
    )
    parser.set_defaults(run=replay_files)
    parser.add_argument(
        "files", metavar="FILE", nargs="+", type=a_path,
        help="recorded games: by `--record`, by `ow play`, or by an environment's `record=`",
    )  # fmt: skip
    add_view(parser)
    parser.add_argument("--check", action="store_true", help="verify only")
    parser.add_argument("--partial", action="store_true", help="allow incomplete games")
    parser.add_argument("--cards", metavar="FILE", type=a_path, help="the card file they were played with")
    add_page(parser)
    parser.add_argument(
        "--review",
        action="store_true",
        help="with --html: what each position was worth, and the choices that lost most",
    )
    parser.add_argument("--number", metavar="N", type=int, help="with --html: which game of the files, from 1")


def replay_files(arguments: argparse.Namespace) -> None:
    """Replay every game of every file; refuse at the first line that is not true."""
    check_page(arguments, arguments.html is not None)
    if arguments.html is not None:
        write_one(arguments)
        return
    if arguments.number is not None:
        raise ValueError("--number: only with --html OUT")
    if arguments.review:
        raise ValueError("--review: only with --html OUT")
    games = decisions = 0
    for path, record, game in recorded(arguments):
        with damage_in(path):
            if arguments.check:
                deque(replay(record, game), maxlen=0)
            else:
                for text in told(record, game, arguments):
                    print(text)
        games += 1
        decisions += len(record.decisions)
    if not arguments.check:
        print()
    print(f"{counted(games, 'game')}, {counted(decisions, 'decision')}: verified.")


def write_one(arguments: argparse.Namespace) -> None:
    """Write one game of the files as a page to step through."""
    games = list(recorded(arguments))
    number = arguments.number
    if number is None and len(games) > 1:
        raise ValueError(f"--html: takes one game, got {len(games)}; choose one with --number")
    if number is not None and not 1 <= number <= len(games):
        raise ValueError(f"--number: expected 1 to {len(games)}, got {number}")
    path, record, game = games[(number or 1) - 1]
    names = [agent["name"] for agent in record.header["agents"] or ()]
    decisions: Iterator[Decision] = ((moment, {}) for moment in replay(record, game))
    with damage_in(path):
        count = write_page(game, decisions, names, arguments.html, arguments.advice, ending(record), arguments.review)
    print(f"{counted(count, 'decision')}, verified: {arguments.html}")


def recorded(arguments: argparse.Namespace) -> Iterator[tuple[Path, Record, Game]]:
    """Yield the games of the files as they are read, with the game that each is of."""
    before: tuple[object, Game] | None = None
    for path in arguments.files:
        with damage_in(path):
            for record in read_records(path, partial=arguments.partial):
                same = [record.header[key] for key in ("game", "version", "options")]
                if before is None or before[0] != same:  # building a game takes longer than a replay
                    before = same, rebuilt(record, arguments.cards)
                yield path, record, before[1]


@contextmanager
def damage_in(path: Path) -> Iterator[None]:
    """Say in which file a record is damaged."""
    try:
        yield
    except DamagedRecord as damage:
        raise ValueError(f"{escaped(path)}, {damage}") from None


def counted(number: int, what: str) -> str:
    """Return a number of things in words."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def rebuilt(record: Record, cards: Path | None) -> Game:
    """Return the game that the record is of; only its own rules are loaded."""
    name = record.header["game"]
    if name not in registry.games():
        raise DamagedRecord(record.line, f"there is no game {name!r}{nearest(name, registry.games())}")
    kind = registry.class_of(name)
    if cards is None:
        return rebuild(record, [kind])
    if "cards" not in signature(kind).parameters:
        raise ValueError(f"--cards: {name} takes no card file; leave --cards out")
    return rebuild(record, [kind], cards=cards)


def told(record: Record, game: Game, arguments: argparse.Namespace) -> Iterator[str]:
    """Yield a game as pages and lines of text: the table where a turn begins, and all that happens."""
    yield spoken(heading(record, game))
    yield from text_of_game(game, replay(record, game), arguments.view, arguments.every)
    yield spoken(ending(record))


def heading(record: Record, game: Game) -> str:
    """Return what is replayed, in a line."""
    header = record.header
    names = [escaped(agent["name"]) for agent in header["agents"] or ()]
    players = [f"{who}: {name}" for who, name in zip(game.agents, names, strict=False)]
    start = "from a position" if "position" in header else "from the start"
    where = f"{game.name}, seed {header['seed']}, game {header['game_number']}, {start}"
    return "; ".join([where, *players])


def ending(record: Record) -> str:
    """Return how it ended, in a line."""
    result = record.result
    if result is None:
        return f"The record ends, incomplete, after {counted(len(record.decisions), 'decision')}."
    who = f"{result['winner']} won" if result["winner"] else "nobody won"
    return f"{result['result']} after {counted(result['decisions'], 'decision')}: {who}."
