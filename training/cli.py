"""The ``ow`` command: cards, decks, rules and games at the prompt. Each command is a module.

Below: training/commands/, of which only the command that is typed is imported, so that its first word comes at once. A
command prints plain text; what it refuses goes to stderr with exit code 2, and is never a traceback.
"""

from __future__ import annotations

import argparse
import io
import json
import platform
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from importlib import import_module
from importlib.metadata import version
from typing import Any, TextIO, cast

import ow_env
from ow_env.cli import lose, refuse
from ow_env.core.text import Shown, escaped
from ow_env.registry import class_of, games
from training.files import hanging, in_words

WIDTH = 100  # columns of what is printed
LONGEST = 5000  # letters of a refusal: a file may be wrong at many places, or have a name of megabytes
EXTRAS = {  # of the package, and what each brings: commands import it when they need it
    "agents": ("safetensors",),
    "render": ("PIL",),
    "train": ("torch", "stable_baselines3", "sb3_contrib", "scipy", "tensorboard", "matplotlib"),
    "play": ("starlette", "uvicorn", "websockets"),
    "data": ("pyarrow", "minari"),
    "ray": ("ray",),
}
COMMANDS = {  # a module of training/commands each (check-game: check_game), and what `ow --help` says of it
    "play": "play a game yourself, in the browser or in the terminal",
    "cards": "list the cards of a game, show one, check a card file",
    "decks": "list, show, check decks; measure how strong they are",
    "rules": "list the rules, show one by its number",
    "agents": "list the agents, or write the card of a saved one",
    "match": "measure one agent against another",
    "train": "train an agent by self-play",
    "exploit": "train somebody to beat one agent, and measure how much they win",
    "exact": "solve small games, and score agents in them exactly",
    "ladder": "rate agents: every one against every other",
    "watch": "print a whole game between agents, or open it in the browser",
    "replay": "check recorded games, and print them step by step",
    "dataset": "write games between agents as data to learn from",
    "compile": "compile games, agents, networks, search and deck lab for this machine",
    "new": "begin a game of your own: write a small one that runs",
    "check-game": "say what is missing or wrong in a game, each with the line to write",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``ow`` with these arguments and return its exit code: 0, 1 if a check found something, 2 when it refuses."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and not stream.encoding.lower().startswith("utf"):
            stream.reconfigure(errors="replace")  # a pipe on Windows has few characters: no reason to refuse a board
    try:
        code = run(argv)
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # the reader has seen enough, as in `ow cards | head`
        lose(1)
        return 0
    except ImportError as error:
        missing = (error.name or "").partition(".")[0]
        extra = next((extra for extra, brings in EXTRAS.items() if missing in brings), None)
        if extra is None:
            raise
        refuse(f"this needs {missing}, which is not installed: pip install 'open-worlds-env[{extra}]'")
        return 2
    except (ValueError, OSError, MemoryError) as refusal:
        why = in_words(refusal)
        more = f" ... ({len(why) - LONGEST} letters more)" if len(why) > LONGEST else ""
        refuse(escaped(why[:LONGEST], keep=chr(10)) + more)
        try:
            sys.stdout.flush()
        except OSError:  # it is what was refused, as a full disk does
            lose(1)
        return 2


def run(argv: Sequence[str] | None) -> int:
    """Do what the arguments ask for; return the exit code, 2 if they ask for nothing there is."""
    try:
        argv = sys.argv[1:] if argv is None else argv
        arguments = parser(argv).parse_args(argv)
    except SystemExit as asked:  # argparse has printed its help or its complaint
        return int(asked.code or 0)
    as_json = getattr(arguments, "json", False)  # of commands that have `options.add_json`: `run` returns the data
    stream = sys.stderr if as_json else sys.stdout
    with redirect_stdout(cast(TextIO, Shown(stream))):  # names from files are shown, and steer no terminal
        found = arguments.run(arguments)
    if as_json:
        print(json.dumps(found, indent=1, allow_nan=False))
        return 0
    return found if isinstance(found, int) else 0  # of a command that looks for mistakes


def parser(argv: Sequence[str]) -> argparse.ArgumentParser:
    """Return what reads these arguments: it knows those of the command that is typed, and the names of all."""
    ow = argparse.ArgumentParser(prog="ow", description="Card games at the prompt: play, watch, measure, train.")
    ow.add_argument("--version", action=Version, nargs=0, help="print what is installed")
    commands = ow.add_subparsers(title="commands", metavar="COMMAND", required=True)
    typed = argv[0] if argv else ""
    for name, told in COMMANDS.items():
        if name == typed:
            import_module(f"training.commands.{name.replace('-', '_')}").add_to(commands)
        else:
            commands.add_parser(name, help=told)
    return ow


class Version(argparse.Action):
    """``ow --version``: all that decides, beside the seed, how a game goes and how fast."""

    def __call__(self, parser: argparse.ArgumentParser, *rest: Any) -> None:
        """Print it and end."""
        told = ", ".join(f"{name} {class_of(name).version}" for name in games())
        print(f"open-worlds-env {ow_env.__version__}")
        print("\n".join(hanging("games: ", told, WIDTH)))
        print(f"Python {platform.python_version()}, numba {version('numba')}, numpy {version('numpy')}")
        parser.exit()


if __name__ == "__main__":
    sys.exit(main())
