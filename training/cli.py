"""The ``ow`` command: play, look up, train and evaluate at the prompt. Each command is a module.

Below: training/commands/, of which only the command that is typed is imported, so that its first word comes at once. A
command prints plain text; what it refuses goes to stderr with exit code 2, and is never a traceback.
"""

from __future__ import annotations

import argparse
import io
import json
import platform
import sys
from collections.abc import Collection, Sequence
from contextlib import redirect_stdout
from importlib import import_module
from importlib.metadata import version
from typing import Any, TextIO, cast

import ow_env
from ow_env.cli import lose, refuse
from ow_env.core.text import Shown, escaped
from training.files import in_words

LONGEST = 5000  # letters of a refusal: a file may be wrong at many places, or have a name of megabytes
EXTRAS = {  # of the package, and what each brings: commands import it when they need it
    "agents": ("safetensors",),
    "render": ("PIL",),
    "train": ("torch", "stable_baselines3", "sb3_contrib", "scipy", "tensorboard", "matplotlib"),
    "play": ("starlette", "uvicorn", "websockets"),
    "data": ("pyarrow", "minari"),
    "ray": ("ray",),
    "hub": ("huggingface_hub",),
    "gpu": ("numba_cuda", "cuda"),
}
GROUPS = {  # what `ow --help` says: a module of training/commands each (check-game: check_game), and what it does
    "Play and watch": {
        "play": "play a game in the browser or in the terminal",
        "watch": "play one game between agents: print it, or open it in the browser",
        "replay": "verify recorded games; print one, or write it as a web page",
    },
    "Look up": {
        "games": "list the games: players, actions, observation size, agents",
        "agents": "list the agents of a game with their Elo; measure, pull, push saved ones",
        "cards": "list the cards of a game, show one, check a card file",
        "rules": "list the rules of a game, show one by its number",
        "decks": "list, show and check decks; measure how strong they are",
    },
    "Train and evaluate": {
        "train": "train an agent by self-play, evaluate it, write a report",
        "match": "evaluate one agent against another: score and 95 % CI",
        "ladder": "round robin between agents: Elo ratings and 95 % CIs",
        "exploit": "train an adversary against one agent (approximate best response)",
        "exact": "solve small games; exact exploitability of agents",
        "benchmark": "play a fixed task and write a result that others can check",
        "dataset": "write games between agents as a dataset for offline learning",
    },
    "Your own game": {
        "new": "write a small card game that runs, as a start for your own",
        "check-game": "list what is missing or wrong in a game, each with the fix",
    },
    "This installation": {
        "compile": "compile everything ahead of time, or remove all compiled code",
        "completion": "print a script that completes commands and options in your shell",
    },
}
COMMANDS = {name: told for group in GROUPS.values() for name, told in group.items()}
NESTED = ("decks",)  # whose sub-commands take long to import: each is imported when it is typed
EXAMPLES = """\
  ow play                              play against the computer in the browser
  ow watch expert learned              watch one game between two agents
  ow match learned expert              which of two agents is stronger?
  ow train --game goofspiel            train an agent, two minutes, with a report"""
MORE = "`ow COMMAND --help` describes a command; `ow games` lists the games for `--game`."


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
        if not argv:
            print(f"usage: ow COMMAND [ARGUMENT ...]\n\nExamples:\n{EXAMPLES}\n\n`ow --help` lists all commands.")
            return 0
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
    return parser_of(argv[:1], argv[1:])


def parser_of(wanted: Collection[str], typed: Sequence[str] | None = None) -> argparse.ArgumentParser:
    """Return the parser of ``ow`` with the arguments of some commands, and the names of all.

    ``typed``: what follows the command; of large sub-commands only those named there get their arguments. None: all.
    """
    ow = Whole(prog="ow", usage="ow COMMAND [ARGUMENT ...]", description="Card games for reinforcement learning.")
    ow.add_argument("--version", action=Version, nargs=0, help="print the version")
    commands = ow.add_subparsers(
        prog="ow", metavar="COMMAND", required=True, parser_class=argparse.ArgumentParser, action=Commands
    )
    for name in COMMANDS:
        if name in wanted:
            module = import_module(f"training.commands.{name.replace('-', '_')}")
            module.add_to(commands, typed) if name in NESTED else module.add_to(commands)
        else:
            commands.add_parser(name)
    return ow


class Commands(argparse._SubParsersAction):  # type: ignore[type-arg]
    """The commands of ``ow``, each with its line of `COMMANDS` as its help, which shells are told."""

    def add_parser(self, name: str, **named: Any) -> argparse.ArgumentParser:
        """Add a command."""
        found: argparse.ArgumentParser = super().add_parser(name, help=COMMANDS[name].replace("%", "%%"), **named)
        return found


class Whole(argparse.ArgumentParser):
    """The parser of ``ow`` itself, whose help lists the commands in groups."""

    def format_help(self) -> str:
        """Return the help: usage, commands by group, examples."""
        width = max(map(len, COMMANDS))
        lines = [f"usage: {self.usage}", "", str(self.description)]
        for title, group in GROUPS.items():
            lines += ["", f"{title}:", *(f"  {name:{width}}  {told}" for name, told in group.items())]
        lines += ["", "Examples:", EXAMPLES, "", MORE, "", "  --version   print the version and exit"]
        return "\n".join([*lines, ""])


class Version(argparse.Action):
    """``ow --version``; the versions of the games, which records name, are listed by ``ow games``."""

    def __call__(self, parser: argparse.ArgumentParser, *rest: Any) -> None:
        """Print it and end."""
        told = f"Python {platform.python_version()}, numba {version('numba')}, numpy {version('numpy')}"
        print(f"open-worlds-env {ow_env.__version__} ({told})")
        parser.exit()


if __name__ == "__main__":
    sys.exit(main())
