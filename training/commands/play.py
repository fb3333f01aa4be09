"""``ow play``: a page to play any game on, in one's own browser; or the same in the terminal.

Below: training/play. It needs the extra ``play``.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import socket
import sys
import threading
import webbrowser
from typing import Any

import agents
from agents.registry import SCRIPTED, usual
from ow_env import registry
from ow_env.core.game import Game
from training.arguments import a_seed
from training.commands.options import add_option, examples, options_of
from training.games import with_sides

HOST, PORT = "127.0.0.1", 8710
SHARED = """\
  Shared on your network, at {base}. What that means:
  - whoever can reach this machine can open the page and set up tables;
  - whoever has the link of a seat plays that seat, and sees its hidden cards;
  - nothing is encrypted: others on the same network can read along.
  Use it among people you trust, and end it with Ctrl-C."""


def add_to(commands: Any) -> None:
    """Add ``ow play``."""
    parser = commands.add_parser(
        "play",
        description="Play a game in the browser, against agents or other people on your network, or in the terminal."
        " Without --game a page lists what can be played.",
        **examples("ow play", "ow play --game star_realms --against learned", "ow play --terminal"),
    )
    parser.set_defaults(run=play)
    known = registry.games()
    parser.add_argument("--game", choices=known, metavar="GAME", help=f"start this game at once: {', '.join(known)}")
    parser.add_argument(
        "--against", nargs="+", metavar="AGENT",
        help=f"opponents; the last also plays all remaining seats (default {SCRIPTED}, if the game has scripts);"
        " person: another person, by a link",
    )  # fmt: skip
    parser.add_argument(
        "--decks", nargs="+", metavar="DECK", help="decks or Factions, in games that have them: one per player"
    )
    add_option(parser)
    parser.add_argument("--seat", type=int, default=0, metavar="N", help="your seat, from 0 (default 0)")
    parser.add_argument("--seed", type=a_seed, metavar="N", help="random seed (default: unpredictable)")
    parser.add_argument("--host", default=HOST, help=f"address to listen on (default {HOST}: this machine only)")
    parser.add_argument("--port", type=int, default=PORT, help=f"port (default {PORT}; 0: any free one)")
    parser.add_argument("--no-browser", action="store_true", help="only print the link")
    parser.add_argument("--terminal", action="store_true", help="play in the terminal")


def play(arguments: argparse.Namespace) -> None:
    """Serve the page until Ctrl-C."""
    if arguments.terminal:
        play_in_terminal(arguments)
        return
    from training.play.hall import Hall
    from training.play.server import Hosts, Server
    from training.play.setup import Order

    hall, path = Hall(ahead=True), "/"
    if wants_table(arguments):
        game, players = game_and_players(arguments)
        entry = hall.create(Order(game, players, arguments.seed, ()))
        path = f"/table#{entry.seats[arguments.seat]}"
    listener = listen(arguments.host, arguments.port)
    port = listener.getsockname()[1]
    base = f"http://{in_link(arguments.host)}:{port}"
    print(f"Play at {base}{path}", flush=True)
    if wants_table(arguments):
        for seat, secret in entry.seats.items():
            if seat != arguments.seat:
                print(f"  Player {seat + 1}: {base}/table#{secret}")
        print(f"  to watch: {base}/table#{entry.watch}", flush=True)
    hosts = Hosts(arguments.host, port)
    if hosts.shared:
        print(SHARED.format(base=base), flush=True)
    if not arguments.no_browser:
        threading.Thread(target=webbrowser.open, args=(f"{base}{path}",), daemon=True).start()
    serve(Server(hall, hosts), listener)
    print("The tables are closed.", flush=True)
    if hall.threads.busy:  # a game is being compiled, say, and nobody waits for it any more
        os._exit(0)


def play_in_terminal(arguments: argparse.Namespace) -> None:
    """Play one game in the terminal."""
    from training.play.terminal import play as play_there

    game, players = game_and_players(arguments)
    play_there(game, players, arguments.seed)


def wants_table(arguments: argparse.Namespace) -> bool:
    """Tell whether the game is said, so that there is nothing to choose on a page."""
    return bool(arguments.game or arguments.against or arguments.decks or arguments.option)


def game_and_players(arguments: argparse.Namespace) -> tuple[Game, tuple[str, ...]]:
    """Return the game and who sits in each seat.

    Raises:
        ValueError: the argument, and what is wrong with it.
    """
    from training.play.table import PERSON

    game = with_sides(arguments.game or registry.DEFAULT, arguments.decks, **options_of(arguments))
    if not 0 <= arguments.seat < game.num_players:
        raise ValueError(f"--seat: expected 0 to {game.num_players - 1}, got {arguments.seat}")
    others = list(arguments.against or ([usual(game.name)] if game.num_players > 1 else []))
    if len(others) >= game.num_players:
        raise ValueError(f"--against: expected at most {game.num_players - 1}, got {len(others)}")
    for name in others:
        if name != PERSON:
            agents.make(name, game)
    others += others[-1:] * (game.num_players - 1 - len(others))
    return game, (*others[: arguments.seat], PERSON, *others[arguments.seat :])


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens there.

    Raises:
        ValueError: it is taken, or there is no such address.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # there it would let two servers listen at one port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
    except (OSError, OverflowError) as error:
        listener.close()
        raise ValueError(f"can't listen at {host}, port {port}: {error}; --port 0 takes any that is free") from None
    return listener


def in_link(host: str) -> str:
    """Return how a host is written in a link; for all addresses of the machine the one that others reach it by."""
    if host in ("", "0.0.0.0", "::"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
            probe.connect(("192.0.2.1", 9))  # an address of nobody's: nothing is sent, but the way there is looked up
            return str(probe.getsockname()[0])
        return HOST
    return f"[{host}]" if ":" in host else host


def serve(server: Any, listener: socket.socket) -> None:
    """Serve until Ctrl-C."""
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(server.serve(sockets=[listener]))
