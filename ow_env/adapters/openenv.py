"""Any game as an environment of OpenEnv: a server that language models play on, over a WebSocket or as tools by MCP.

Below: one_seat.py, core (Decision, rulebook); registry.py, for the names of games. Above: nothing. Only this file of
the package needs OpenEnv.

    python -m ow_env.adapters.openenv --game star_realms --opponent scripted --port 8000

In order: what is sent and received, the environment, the server, the command.

A client names a move, one of those it was given, and is told what happened until its next decision. An illegal move
changes nothing: the same decision comes again, with the rule that forbids the move.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import re
import secrets
import socket
import sys
from collections.abc import Sequence
from functools import cached_property, partial
from textwrap import fill
from typing import Any, Literal, TypeAlias
from uuid import uuid4

import numpy as np

try:
    from openenv.core.env_server import Environment, create_fastapi_app
    from openenv.core.env_server.types import Action, EnvironmentMetadata, Observation, State
    from pydantic import Field
except ImportError as error:
    missing = "ow_env.adapters.openenv needs OpenEnv: pip install 'open-worlds-env[openenv]'"
    if __name__ == "__main__":
        print(missing, file=sys.stderr)
        sys.exit(2)
    raise ImportError(missing) from error

from ow_env import registry
from ow_env.adapters.one_seat import OneSeat, Seat
from ow_env.adapters.options import Reward, checked_seed, is_int
from ow_env.core.decision import FORMS, Decision
from ow_env.core.game import Game
from ow_env.core.options import one_of, whole_number
from ow_env.core.players import Opponent, look
from ow_env.core.primer import primer_of
from ow_env.core.rulebook import find, plain, rules_of
from ow_env.core.text import nearest, second_person
from ow_env.siblings import ForeignPackage, sibling
from ow_env.version import VERSION

Form: TypeAlias = Literal["full", "terse", "first"]
TEXTS: tuple[Form, ...] = ("first", *FORMS)  # type: ignore[assignment]
MAX_ILLEGAL = 10
HOST = "127.0.0.1"
NOT_BEGUN = (
    "no game has begun: reset first; over HTTP each request has its own environment, so play over the WebSocket /ws"
)
OVER = "the game is over: reset begins the next"
NUMBER = re.compile(r"(\d+)[.):]?(?:\s+(.*))?", re.S)


# ------------------------------------------------------------------------------- what is sent and received


class Move(Action):  # type: ignore[misc]  # OpenEnv has no type information where it is not installed
    """What a client does."""

    move: str = Field(description="a legal move by its name, or by its number in the list of moves")


class Seen(Observation):  # type: ignore[misc]
    """What a client is told; beside it stand ``reward``, of the outcome at the end, and ``done``."""

    text: str = Field(description="the decision in words: what you see, what happened, what you may do")
    legal: list[str] = Field(default_factory=list, description="the legal moves by name; none after the end")
    why_not: str | None = Field(default=None, description="why the last move was refused; null: it was played")


class GameState(State):  # type: ignore[misc]
    """How far a game is; beside it stand ``episode_id`` and ``step_count``, the moves played."""

    game: str = ""
    seat: str = Field(default="", description="the client's, player_0 ...")
    opponent: str = ""
    illegal_moves: int = Field(default=0, description="moves that were refused in this game")
    result: float | None = Field(default=None, description="the outcome from -1 to 1; null while the game goes on")


# -------------------------------------------------------------------------------------- the environment


class GameEnvironment(Environment):  # type: ignore[misc]
    """One seat of a game; the others are played by an opponent.

    Args:
        game: a configured game, or a game's name.
        opponent: who plays all other seats: a name or an agent (core/players.py); or several, of which `reset` may name
            one. The first is the default.
        seat: the client's: a number, "alternate" or "random".
        form: of the text: "full" has the rules in short and all that is seen, "terse" what changes; "first" is full at
            the first decision of a game and terse later.
        reward: "win": the outcome, at the end; "income": shaped on the way, as in the PettingZoo environments.
        max_illegal: after so many illegal moves in a row the game is lost; None: never.
        secret: keys all random draws, so that who knows a seed can't compute the cards.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(
        self,
        game: Game | str,
        opponent: Opponent | Sequence[Opponent] = "random",
        *,
        seat: Seat = "alternate",
        form: Form = "first",
        reward: Reward = "win",
        max_illegal: int | None = MAX_ILLEGAL,
        secret: bytes | None = None,
    ) -> None:
        super().__init__()
        self.game = registry.make(game) if isinstance(game, str) else game
        several = isinstance(opponent, Sequence) and not isinstance(opponent, str)
        self.opponents: list[Opponent] = list(opponent) if several else [opponent]  # type: ignore[arg-type, list-item]
        self.form = one_of("form", form, TEXTS)
        self.max_illegal = None if max_illegal is None else whole_number("max_illegal", max_illegal, 1)
        self._options: dict[str, Any] = {"reward": reward, "secret": secret}
        self._default_seat = seat
        self._play: OneSeat | None = None
        self._sitting: tuple[Any, Any] = None, None  # who is seated in `_play`, and where the client is
        self._decision: Decision | None = None  # that is asked
        self._state = GameState(game=self.game.name)
        self._refused = 0  # in a row
        self._last = Seen(text=NOT_BEGUN, why_not=NOT_BEGUN, done=True)
        self._seated(self.opponents[0], seat)  # who can't play is refused now

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        opponent: str | None = None,
        seat: int | str | None = None,
        **others: Any,
    ) -> Seen:
        """Begin a game; return the first decision.

        Args:
            seed: begins game 0 of this seed. None: the next game, of a fresh seed at first.
            episode_id: what `state` calls this game.
            opponent: one of those of this environment, by name; None: the first.
            seat: the client's; None: as the environment has it.
            others: refused.

        Raises:
            ValueError: an argument is not accepted; the game that is being played goes on.
        """
        if others:
            name, known = next(iter(others)), ("seed", "episode_id", "opponent", "seat")
            near = nearest(name, known)
            raise ValueError(f"reset: there is no argument {name!r}{near}; there are {', '.join(known)}")
        seed = checked_seed(seed)
        chosen = self.opponents[0] if opponent is None else self._named(opponent)
        play = self._seated(chosen, self._default_seat if seat is None else seat)
        play.begin(np.ones(1, np.bool_), [seed])
        self._state = GameState(
            episode_id=episode_id or str(uuid4()),
            game=self.game.name,
            seat=self.game.agents[int(play.seat[0])],
            opponent=called(chosen),
        )
        self._refused = 0
        return self._told(first=True)

    def step(self, action: Move, timeout_s: float | None = None, **others: Any) -> Seen:
        """Play a move and all that follows until the client's next decision; return that.

        An illegal move changes nothing, and is told why.
        """
        if self._decision is None:
            return Seen(text=self._last.text, why_not=OVER if self._state.seat else NOT_BEGUN, done=True, reward=0.0)
        try:
            chosen = read_move(self._decision, action.move)
        except ValueError as refusal:
            return self._again(str(refusal))
        self._refused = 0
        self._state.step_count += 1
        assert self._play is not None
        self._play.step([chosen])
        return self._told(reward=float(self._play.reward[0]))

    @property
    def state(self) -> GameState:
        """How far the game is: nothing that the client's seat can't know."""
        return self._state

    def get_metadata(self) -> EnvironmentMetadata:
        """Return what kind of environment this is."""
        title = self.game.facts.title
        about = f"{title}: one seat, against {', '.join(map(called, self.opponents))}. An action is the name of a move."
        return EnvironmentMetadata(name=title, description=about, version=VERSION)

    @cached_property
    def mcp_server(self) -> Any:
        """The same game as four tools of an MCP server (FastMCP): new_game, legal_moves, play, rules."""
        from fastmcp import FastMCP

        server = FastMCP(self.game.facts.title)
        for tool in (self.new_game, self.legal_moves, self.play, self.rules):
            server.tool(tool)
        return server

    # The tools. Their docstrings are what a model reads.

    def new_game(self, seed: int | None = None, opponent: str | None = None, seat: int | None = None) -> str:
        """Begin a game and return your first decision. The same seed gives the same cards."""
        try:
            return self.reset(seed, opponent=opponent, seat=seat).text
        except (TypeError, ValueError) as refusal:
            return f"Refused: {refusal}"

    def legal_moves(self) -> list[str]:
        """Return the names of the moves you may make now; none before a game has begun and after its end."""
        return list(self._last.legal)

    def play(self, move: str) -> str:
        """Play a move, by its name or its number in the list; return what happened and your next decision."""
        seen = self.step(Move(move=move))
        return seen.text if seen.why_not is None else f"Refused: {seen.why_not}\n\n{seen.text}"

    def rules(self, number: str | None = None) -> str:
        """Return the rules in short, or a numbered rule or section of the rulebook in full ("SR-4", "4.2")."""
        known, primer = rules_of(type(self.game)), primer_of(type(self.game))
        if number is not None:
            if not known:
                return f"Refused: {self.game.facts.title} has no numbered rules"
            try:
                return "\n".join(f"{rule.number} {plain(rule.text)}" for rule in find(known, number))
            except ValueError as refusal:
                return f"Refused: {refusal}"
        sections = list(dict.fromkeys(rule.section for rule in known))
        numbered = ["Sections, each to be asked for by its number:", *sections] if sections else []
        return "\n".join(([primer.rules] if primer is not None else []) + numbered)

    # Inside.

    def _seated(self, opponent: Opponent, seat: Any) -> OneSeat:
        """Return the table at which they sit; the one there is, if they sit there already."""
        if isinstance(seat, str) and seat in self.game.agents:
            seat = self.game.agents.index(seat)
        if self._play is None or self._sitting[0] is not opponent or self._sitting[1] != seat:
            if not is_int(seat) and not isinstance(seat, str):
                raise ValueError(f"seat: expected a number, a player's name, 'alternate' or 'random', got {seat!r}")
            play = OneSeat(self.game, 1, opponent=opponent, seat=seat, **self._options)
            play.batch.keep_history()
            self._play, self._sitting = play, (opponent, seat)
        return self._play

    def _named(self, name: Any) -> Opponent:
        """Return the opponent of this name: only those that the host offers, as others would import modules."""
        names = [called(opponent) for opponent in self.opponents]
        return self.opponents[names.index(one_of("opponent", name, names))]

    def _told(self, reward: float | None = None, first: bool = False) -> Seen:
        """Return what the client is told now: its next decision, or how the game ended."""
        play = self._play
        assert play is not None
        seat = int(play.seat[0])
        if play.over[0]:
            self._decision = None
            result = float(self.game.engine.outcome(play.batch.states[0], seat))
            told = second_person(self.game.ending(play.batch.states), self.game.agents[seat])
            return self._ended(told, result, reward)
        looked = look(play.batch, np.array([0]), np.array([seat]), play.cycles, views=True)
        assert looked.decisions is not None
        self._decision = looked.decisions[0]
        form: Any = self.form if self.form != "first" else "full" if first else "terse"
        self._last = Seen(
            text=self._decision.text(form), legal=list(self._decision.legal_names), reward=reward, done=False
        )
        return self._last

    def _again(self, why: str) -> Seen:
        """Return the same decision, with the reason why a move was refused; or the end, if it was one too many."""
        self._refused += 1
        self._state.illegal_moves += 1
        if self._refused == self.max_illegal:
            self._decision = None
            self._ended(f"You lose: {self._refused} moves in a row were illegal.", -1.0, -1.0)
        last = self._last
        return Seen(text=last.text, legal=last.legal, why_not=why, done=last.done, reward=-1.0 if last.done else 0.0)

    def _ended(self, text: str, result: float, reward: float | None) -> Seen:
        text = text[:1].upper() + text[1:]
        self._state.result = result
        self._last = Seen(text=text, reward=reward, done=True)
        return self._last


def called(opponent: Opponent) -> str:
    """Return what an opponent is called."""
    return opponent if isinstance(opponent, str) else str(getattr(opponent, "name", type(opponent).__name__))


def read_move(decision: Decision, text: str) -> int:
    """Return the id of the legal action that a client means.

    Args:
        decision: what is asked.
        text: its name, in any case, maybe quoted; or its number in the list, from 1; or "3. bid 7", as in the list.

    Raises:
        ValueError: says why it is illegal, or what is nearest.
    """
    named = {name.lower(): action for name, action in zip(decision.legal_names, decision.legal, strict=True)}
    said = text.strip().strip("`\"'*").strip()
    for each in (said, said.rstrip(".")):
        if each.lower() in named:
            return named[each.lower()]
    numbered = NUMBER.fullmatch(said)
    if numbered and numbered[2]:
        return read_move(decision, numbered[2])
    if numbered:
        if not 1 <= int(numbered[1]) <= len(decision.legal):
            raise ValueError(f"there is no move number {said}: they go from 1 to {len(decision.legal)}")
        return decision.legal[int(numbered[1]) - 1]
    if not said:
        raise ValueError("move: expected the name of a legal move, got nothing")
    return decision.action_id(said)


# -------------------------------------------------------------------------------------------- the server


def app(
    game: Game | str, opponent: Opponent | Sequence[Opponent] = "random", *, sessions: int = 64, **options: Any
) -> Any:
    """Return the server, a FastAPI application: each connection to its WebSocket /ws has a game of its own.

    Args:
        game: a configured game, or a game's name.
        opponent: as of `GameEnvironment`.
        sessions: how many games at once.
        options: others of `GameEnvironment`.

    Raises:
        ValueError: an option or an opponent is not accepted.
    """
    configured = registry.make(game) if isinstance(game, str) else game
    whole_number("sessions", sessions, 1)
    make = partial(GameEnvironment, configured, opponent, **options)
    first = make()
    for name in map(called, first.opponents):  # compiles the rules, and refuses who can't play, before anybody comes
        first.reset(seed=0, opponent=name)
    served = create_fastapi_app(make, Move, Seen, max_concurrent_envs=sessions)
    served.add_exception_handler(ValueError, refused)
    return served


async def refused(request: Any, error: Exception) -> Any:
    """Answer an HTTP request that can't be carried out in a sentence."""
    from fastapi.responses import JSONResponse

    return JSONResponse({"detail": str(error)}, 422)


# ------------------------------------------------------------------------------------------- the command


def parser() -> argparse.ArgumentParser:
    """Return what the command takes."""
    known = registry.games()
    found = argparse.ArgumentParser(
        prog="python -m ow_env.adapters.openenv",
        description=fill(
            "Serve a game to language models and trainers as an OpenEnv environment: WebSocket /ws, MCP /mcp. A client"
            " plays one seat by the names of moves; each connection has a game of its own.",
            80,
        ),
        epilog="examples:\n  python -m ow_env.adapters.openenv --game star_realms --opponent scripted\n"
        "  python -m ow_env.adapters.openenv --game goofspiel --option num_cards=6 --opponent random scripted",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    found.add_argument(
        "--game", choices=known, default=registry.DEFAULT, metavar="GAME",
        help=f"which game: {', '.join(known)} (default {registry.DEFAULT})",
    )  # fmt: skip
    found.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game; may be repeated"
    )
    found.add_argument(
        "--opponent", nargs="+", default=["random"], metavar="AGENT",
        help="who plays the other seats; of several a client may choose (default random)",
    )  # fmt: skip
    found.add_argument(
        "--seat", default="alternate", help="the client's: a number from 0, alternate or random (default alternate)"
    )
    found.add_argument(
        "--form", choices=TEXTS, default="first",
        help="of the text: full, terse, or full at the first decision of a game only (default first)",
    )  # fmt: skip
    found.add_argument(
        "--max-illegal", type=int, default=MAX_ILLEGAL, metavar="N",
        help=f"so many illegal moves in a row lose the game (default {MAX_ILLEGAL}; 0: never)",
    )  # fmt: skip
    found.add_argument(
        "--secret", action="store_true", help="key the cards by a fresh secret, so that seeds don't tell them"
    )
    found.add_argument("--sessions", type=int, default=64, metavar="N", help="games at once (default 64)")
    found.add_argument("--host", default=HOST, help=f"address to listen on (default {HOST}: this machine only)")
    found.add_argument("--port", type=int, default=8000, help="port (default 8000; 0: any free one)")
    found.add_argument(
        "--mcp", action="store_true", help="instead of a server: an MCP server on stdin and stdout, for one player"
    )
    return found


def main(argv: Sequence[str] | None = None) -> int:
    """Serve until Ctrl-C; return the exit code: 0 done, 2 refused, 130 interrupted."""
    arguments = parser().parse_args(argv)
    try:
        return serve(arguments)
    except KeyboardInterrupt:
        return 130
    except (ForeignPackage, OSError, TypeError, ValueError) as refusal:
        print(f"{parser().prog}: {refusal}", file=sys.stderr)
        return 2


def serve(arguments: argparse.Namespace) -> int:
    """Do what the command says."""
    sibling("agents")  # whose names may be opponents'
    game = registry.make(arguments.game, **options_of(arguments.option))
    options = {
        "seat": int(arguments.seat) if arguments.seat.isdecimal() else arguments.seat,
        "form": arguments.form,
        "max_illegal": arguments.max_illegal or None,
        "secret": secrets.token_bytes(32) if arguments.secret else None,
    }
    if arguments.mcp:
        GameEnvironment(game, arguments.opponent, **options).mcp_server.run(show_banner=False)
        return 0
    import uvicorn

    served = app(game, arguments.opponent, sessions=arguments.sessions, **options)
    with contextlib.closing(listening(arguments.host, arguments.port)) as door:
        port = door.getsockname()[1]
        against = ", ".join(arguments.opponent)
        print(f"{game.facts.title} against {against}: http://{arguments.host}:{port}. Ctrl-C ends it.", flush=True)
        uvicorn.Server(uvicorn.Config(served, log_level="warning", timeout_graceful_shutdown=3)).run(sockets=[door])
    return 0


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens there; an OSError says why it can't."""
    try:
        return socket.create_server((host, port))
    except (OSError, OverflowError) as error:
        raise OSError(f"can't listen on {host}:{port}: {getattr(error, 'strerror', None) or error}") from None


def options_of(given: Sequence[str]) -> dict[str, Any]:
    """Return options of a game, given as NAME=VALUE."""
    found: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise ValueError(f"--option: expected NAME=VALUE, got {text!r}")
        try:
            found[name] = json.loads(value)
        except (ValueError, RecursionError):
            found[name] = value
    return found


if __name__ == "__main__":
    sys.exit(main())
