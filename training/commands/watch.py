"""``ow watch``: a whole game between agents as text, decision by decision, or on a page to step through."""

from __future__ import annotations

import argparse
import tempfile
import time
import webbrowser
from pathlib import Path
from typing import Any

from agents.registry import usual
from ow_env.core.game import Game
from training.arguments import a_seed
from training.commands.options import add_game, examples, game_of
from training.commands.pages import add_page, add_view, check_page, write_page
from training.replay.one_game import one_game, seated_agents
from training.replay.transcript import transcript
from training.terminal_output import in_colour, plain_output, shown_safely

MOST_DELAY = 60


def add_to(commands: Any) -> None:
    """Add ``ow watch``."""
    parser = commands.add_parser(
        "watch",
        description="Let agents play one game and print it: every event, and the board at the start of each turn. Or"
        " step through it in the browser.",
        **examples(
            "ow watch expert learned",
            "ow watch --game star_realms --browser",
            "ow watch learned --html game.html --advice search:100",
        ),
    )
    parser.set_defaults(run=watch)
    parser.add_argument(
        "agents", nargs="*", metavar="AGENT",
        help="one per player; the last also plays all remaining seats (default: the game's first script)",
    )  # fmt: skip
    add_game(parser, "one per player")
    parser.add_argument("--seed", type=a_seed, default=1, metavar="N", help="random seed (default 1)")
    add_view(parser)
    parser.add_argument("--record", metavar="FILE", help="also record the game, for `ow replay`")
    parser.add_argument("--browser", action="store_true", help="step through the game in the browser")
    tables = parser.add_mutually_exclusive_group()
    tables.add_argument("--events", action="store_true", help="print what happens and no board")
    tables.add_argument("--brief", type=int, metavar="N", help="print the board only every N turns")
    parser.add_argument("--delay", type=float, default=0.0, metavar="SECONDS", help="wait between lines (default 0)")
    add_page(parser)


def watch(arguments: argparse.Namespace) -> None:
    """Play one game; print the table at the beginning of each turn and all that happens, or make a page of it."""
    page = arguments.browser or arguments.html is not None
    check_page(arguments, page)
    game = game_of(arguments)
    names = arguments.agents or [usual(game.name)]
    if page:
        watch_on_a_page(game, names, arguments)
        return
    turns = 0 if arguments.events else arguments.brief or 1
    if arguments.brief is not None and arguments.brief < 1:
        raise ValueError(f"--brief: expected a number of turns from 1 up, got {arguments.brief}")
    if not 0 <= arguments.delay <= MOST_DELAY:
        raise ValueError(f"--delay: expected 0 to {MOST_DELAY} seconds, got {arguments.delay:g}")
    out, colour = plain_output(), in_colour()
    told = transcript(
        game, names, arguments.seed, arguments.view, arguments.every, arguments.record, turns=turns, colour=colour
    )
    for text in told:
        print(shown_safely(text), file=out, flush=arguments.delay > 0)
        time.sleep(arguments.delay)


def watch_on_a_page(game: Game, names: list[str], arguments: argparse.Namespace) -> None:
    """Play one game to its end, write the page, and open it if that is wanted."""
    seats, players = seated_agents(game, names, arguments.seed)
    out = arguments.html or Path(tempfile.mkdtemp(prefix="ow-watch-")) / "game.html"
    decisions = one_game(game, players, arguments.seed, arguments.record, advise=True)
    count = write_page(game, decisions, seats, out, arguments.advice)
    print(f"{count} decisions: {out}")
    if arguments.browser and not webbrowser.open(out.resolve().as_uri()):
        print("No browser was found here; open this file in one.")
