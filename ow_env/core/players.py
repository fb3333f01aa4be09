"""What a player sees (`Observation`), how it is asked for an action, and opponents by name or as objects.

Below: batch.py, game.py, secrecy.py. Above: agents, which are such players; adapters/one_seat.py and training, which
seat them. Packages of agents register names here (`register_opponent`, `register_source`); this package itself
knows only the random agent.

An opponent is one of these:

* an object with ``act(observation)``, as every agent in ``agents`` is, or a plain function of an
  observation. It chooses for many games in one call: ``observation.features`` uint8 [B, F] and
  ``observation.mask`` int8 [B, A] in, action ids [B] out;
* an object with ``choose(observation, draws)``, where ``draws`` is a uniform draw from [0, 1) a row. Each
  depends on the seed, the game's number and the decision alone, so such an opponent plays the same
  game the same way in any row of any batch. An opponent with a generator of its own is reproducible
  too, but its draws depend on the other games of the batch;
* a name, "random" or one registered, with settings where it takes some ("search:100");
  "agents:scripted" and "agents:search:100" import ``agents`` first.

No player receives a position. A player that searches may set ``needs_determinizations = True`` on itself or its class.
Then, and only then, ``observation.determinizations`` holds the positions with everything hidden from the acting seat
resampled. One that reads may set ``needs_views = True``: ``observation.decisions`` then tells each row in words and as
plain data (decision.py). Whoever lets players play in a batch calls `keep_history`, or they are not told what happened
since their last decision, and asks them by `seen_by`. Both kinds can tell games apart by ``observation.games``, an
identifier of the seat in each game, the same at all its decisions; ``observation.moments`` counts each game's joint
decisions. A player that can fail, as a program of others can, may choose `FORFEIT` in the place of an action: it has
lost that game where games are measured, and anywhere else that is an error. One that wants to know how its games ended
has a method ``game_over`` (`tell_ends`).
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ow_env.core.batch import Batch
from ow_env.core.decision import Decision
from ow_env.core.game import Game, States
from ow_env.core.observation import Observation as Observation
from ow_env.core.secrecy import DETERMINIZATION, Draws, drawn_from, draws_of
from ow_env.core.text import nearest
from ow_env.siblings import SIBLINGS, check

Actions: TypeAlias = NDArray[np.integer[Any]]  # [B] action ids


@runtime_checkable
class Acting(Protocol):
    """An opponent that needs no draws, or has a generator of its own."""

    def act(self, observation: Any) -> Actions:
        """Return one allowed action id for each row."""
        ...


@runtime_checkable
class Choosing(Protocol):
    """An opponent whose draws come from the game it sits in."""

    def choose(self, observation: Any, draws: Draws) -> Actions:
        """Return one allowed action id for each row."""
        ...


Opponent: TypeAlias = str | Acting | Choosing | Callable[[Any], Actions]
Player: TypeAlias = Callable[[Observation, Draws], Actions]  # how all of them are asked
Factory: TypeAlias = Callable[[Game, int], Acting | Choosing | Callable[[Any], Actions]]


class RandomOpponent:
    """Every allowed action is equally likely."""

    def choose(self, observation: Observation, draws: Draws) -> Actions:
        """Return, for a draw of 0.5, the middle one of the allowed actions, and so on."""
        return observation.chosen(draws)


def look(
    batch: Batch,
    rows: NDArray[np.intp],
    seats: NDArray[np.intp],
    moment: int | NDArray[np.int64],
    determinize: bool = False,
    views: bool = False,
) -> Observation:
    """Return what seats see in rows of a batch.

    Args:
        batch: whose observations and masks of these seats are up to date.
        rows: [B].
        seats: [B] one for each row, in which it acts.
        moment: how many joint decisions each game has had, [B] or the same for all: with the seed and the
            game's number it decides what is drawn.
        determinize: add determinizations, for one who `needs_determinizations`.
        views: add decisions in words, for one who `needs_views`.
    """
    game = batch.game
    seen: dict[str, Any] = {}
    if batch.form == "dense":
        index = rows * game.num_players + seats
        seen["features"] = np.take(batch.observation.reshape(-1, game.num_features), index, axis=0)
        seen["mask"] = np.take(batch.action_mask.reshape(-1, game.num_actions), index, axis=0)
    else:
        seen["sparse"] = batch.sparse_rows(rows, seats)
    if not (determinize or views):
        return Observation(**seen)
    keys, moments = batch.draw_keys(rows, seats), np.broadcast_to(np.asarray(moment, np.int64), rows.shape)
    anew = drawn_from(apart(keys, "hide"), moments, DETERMINIZATION)
    determinizations = batch.determinizations(rows, seats, anew)
    if determinize:
        seen["determinizations"] = determinizations
    if views:
        seen["decisions"] = [
            decision_in(batch, row, seat, determinizations[at : at + 1].copy())
            for at, (row, seat) in enumerate(zip(rows.tolist(), seats.tolist(), strict=True))
        ]
    seen |= {"seats": seats.astype(np.int64), "draws": draws_of(keys, moments)}
    return Observation(**seen, games=names_of(keys), moments=moments.copy())


def seen_by(
    player: object,
    batch: Batch,
    rows: NDArray[np.intp],
    seats: NDArray[np.intp],
    moment: int | NDArray[np.int64],
) -> Observation:
    """Return what a player is given to choose by: `look`, with whatever it needs besides."""
    return look(batch, rows, seats, moment, needs_determinizations(player), needs_views(player))


def keep_history(batch: Batch, players: Iterable[object]) -> None:
    """Have a batch remember its games from now on if any of those who play in it reads what happened."""
    if any(map(needs_views, players)):
        batch.keep_history()


def tell_ends(batch: Batch, players: Sequence[object], rows: NDArray[np.bool_]) -> None:
    """Tell those players who listen how games have ended.

    A player listens if it has ``game_over(games, seats, rewards)``: uint64 [B] its names of the games, as in
    `Observation.games`; int64 [B] where it sat; float32 [B, P] what each seat was paid.

    Args:
        batch: without autoreset.
        players: one for each seat.
        rows: bool [N] which games have ended.
    """
    at = np.flatnonzero(rows)
    for seat, player in enumerate(players):
        told = getattr(_owner(player), "game_over", None)
        if told is not None and len(at):
            seats = np.full(len(at), seat)
            told(names_of(batch.draw_keys(at, seats)), seats, batch.reward[at])


def decision_in(batch: Batch, row: int, seat: int, determinization: States) -> Decision:
    """Return the decision of a seat in a row, as it may know it; ``determinization`` [1] becomes part of it."""
    game, state = batch.game_of(row), batch.states[row : row + 1].copy()
    if batch.form == "dense":
        legal: list[int] = np.flatnonzero(batch.action_mask[row, seat]).tolist()
    else:
        legal = batch.legal[row, seat, : batch.legal_count[row, seat]].tolist()
    events = () if batch.history is None else batch.history.events(game, row, seat)
    return Decision.of(game, state, seat, determinization, legal, events)


def names_of(keys: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return 64 bits for each row [B] by which its seat in its game may be told from others, and nothing else."""
    return apart(keys, "name")


def apart(keys: NDArray[np.uint64], purpose: str) -> NDArray[np.uint64]:
    """Return 64 bits for each key [B] that follow from it, and from which neither it nor what is drawn by it follows.

    For what draws must not tell: by some thousand trials a draw leads to the key that draws follow from.
    """
    person = b"ow_env " + purpose.encode()
    found = b"".join(blake2b(key.tobytes(), digest_size=8, person=person).digest() for key in keys.astype("<u8"))
    return np.frombuffer(found, "<u8").astype(np.uint64)


def draws_in(batch: Batch, rows: NDArray[np.intp], seats: NDArray[np.intp], moment: int | NDArray[np.int64]) -> Draws:
    """Return a number from [0, 1) for the choice of each of these seats [B]; the arguments are those of `look`."""
    return draws_of(batch.draw_keys(rows, seats), np.broadcast_to(np.asarray(moment, np.int64), rows.shape))


def needs_determinizations(player: object) -> bool:
    """Tell whether an opponent, or the function that `seated` returned for it, asks for determinizations."""
    return bool(getattr(_owner(player), "needs_determinizations", False))


def needs_views(player: object) -> bool:
    """Tell whether an opponent, or the function that `seated` returned for it, asks for decisions in words."""
    return bool(getattr(_owner(player), "needs_views", False))


def _owner(player: object) -> object:
    """Return the object whose method a player is, or the player itself."""
    act = getattr(player, "act", player) if isinstance(player, _WithoutDraws) else player
    return getattr(act, "__self__", act)


REGISTERED: dict[str, Factory] = {"random": lambda game, seed: RandomOpponent()}


class Source(Protocol):
    """A source of many opponents, each for some games: `agents.registry` is one."""

    def names(self, game: str | None = None) -> list[str]:
        """Return the names of those who play this game; None: any."""
        ...

    def takes(self, family: str) -> bool:
        """Tell whether it makes those whose names are this, or begin with it and a colon."""
        ...

    def make(self, name: str, game: Game, seed: int) -> Acting | Choosing | Callable[[Any], Actions]:
        """Return one of them for a game, by its name or by a name with settings: "search:100"."""
        ...


SOURCES: list[Source] = []


def register_opponent(name: str, factory: Factory) -> None:
    """Let ``opponent=name`` stand for what ``factory(game, seed)`` returns.

    Args:
        name: an earlier opponent of this name is replaced.
        factory: called once for every environment, and again whenever one is reset with a seed. Its ``seed`` is a
            one-way hash of the games' seed. Its ``game`` holds no closed decklist but that of its own seat, if it
            has one seat only (`Game.for_seat`).
    """
    REGISTERED[name] = factory


def register_source(source: Source) -> None:
    """Let ``opponent=name`` stand for what ``source.make(name, game, seed)`` returns, for all of its names.

    Who is registered by a name of its own comes first. `make` is called as the factories of `register_opponent` are.
    """
    if source not in SOURCES:
        SOURCES.append(source)


def opponents(game: str | None = None) -> list[str]:
    """The names known now, in this game; None: in any."""
    return sorted({*REGISTERED, *(name for source in SOURCES for name in source.names(game))})


def seated(opponent: Opponent, game: Game, seed: int, seat: int | None = None) -> Player:
    """Return the function to ask for actions; a named opponent is created afresh.

    Args:
        opponent: a name, an object or a function.
        game: what is played. A factory is given it as its seat may know it (`Game.for_seat`).
        seed: for the opponent's own generator. No seed of games: take `Batch.player_seed` or
            `core.secrecy.seed_for`, from which the games' can't be told.
        seat: where it sits, if that is one seat of one game and stays so.
    """
    if isinstance(opponent, str):
        return seated(_made(opponent, game.for_seat(seat), seed), game, seed)
    if isinstance(opponent, Choosing):
        return opponent.choose
    act = opponent.act if isinstance(opponent, Acting) else opponent
    if not callable(act):
        raise TypeError(
            "opponent: expected a name, an object with act(observation), or a function of an"
            f" observation, got {opponent!r}"
        )
    return _WithoutDraws(act)


@dataclass(frozen=True)
class _WithoutDraws:
    """An opponent that makes no use of draws. A class, so that environments can be pickled."""

    act: Callable[[Any], Actions]

    def __call__(self, observation: Observation, draws: Draws) -> Actions:
        return self.act(observation)


def _made(name: str, game: Game, seed: int) -> Acting | Choosing | Callable[[Any], Actions]:
    """Make a named opponent; "module:name" imports the module that registers it."""
    family, colon, rest = name.partition(":")
    known = opponents(game.name)
    if colon and family not in known and not any(source.takes(family) for source in SOURCES):
        if family in SIBLINGS:
            check(family)
        try:
            importlib.import_module(family)
        except (ModuleNotFoundError, TypeError, ValueError) as error:
            if isinstance(error, ModuleNotFoundError) and not family.startswith(error.name or " "):
                raise  # the module is there, and lacks another
            raise ValueError(
                f"opponent: there is no module {family!r} to import, nor an opponent known by that name: {error}."
                f" If {name!r} is an agent with its settings: opponent='agents:{name}'"
            ) from None
        name, known = rest, opponents(game.name)
        family, colon, _ = name.partition(":")
    if family in REGISTERED:
        if colon:
            raise ValueError(f"opponent: {family!r} takes no settings, got {name!r}")
        return REGISTERED[family](game, seed)
    for source in SOURCES:
        if source.takes(family):  # where it plays other games only, it says so
            return source.make(name, game, seed)
    raise ValueError(
        f"no opponent is called {family!r}{nearest(family, known)}. Known: {', '.join(map(repr, known))}. Others become"
        f" known with the package that has them: `import agents`, or opponent='agents:{name}'"
    )
