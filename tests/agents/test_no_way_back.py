"""From what an agent is given no way leads to the table: not to a position, the dice, another seat or the batch.

Everything that can be reached from an object is walked through: attributes, slots, closures, containers, whatever
the garbage collector sees, and the memory an array is a view of. Classes, modules and what plain functions name are
left out: from there everything in a Python program can be reached, and no wall is worth building against it. Of a
compiled function the Python function counts: the compiler behind it knows all that was compiled in the process. Here
a way is an object; numbers from which the deal could be calculated are looked for by tests/agents/test_spies.py.
"""

from __future__ import annotations

import gc
import types
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numba.core.dispatcher import Dispatcher

import agents
from agents.base import Observation, observe
from ow_env.adapters.gymnasium import OneSeatEnv, OneSeatVectorEnv
from ow_env.adapters.sb3 import GameVecEnv
from ow_env.compiled.jit import njit
from ow_env.core.batch import Batch
from ow_env.core.game import Game, Rows
from ow_env.core.players import REGISTERED, look, needs_determinizations, seated
from ow_env.core.rng import RNG
from ow_env.goofspiel.game import Goofspiel
from ow_env.open_worlds.game import OpenWorlds
from tests.bazaar.installing import installed
from tests.games import NAMES, each_name, make, module_of
from training.measure import match
from training.measure.match import play_batch

pytestmark = pytest.mark.bounds

with installed():
    PLAYERS = [(name, player) for name in NAMES for player in agents.names(make(name))]
OUTSIDE = (type, types.ModuleType, types.BuiltinFunctionType, types.FrameType)


def reachable(*roots: Any) -> Iterator[Any]:
    """Yield everything that can be reached from some objects, themselves first."""
    waiting, met = list(roots), set()
    kept = []  # so that no id is given out twice
    while waiting:
        found = waiting.pop()
        if id(found) in met or isinstance(found, OUTSIDE):
            continue
        met.add(id(found))
        kept.append(found)
        yield found
        waiting += parts(found)


def parts(found: Any) -> Iterator[Any]:
    """Yield what one object holds."""
    if isinstance(found, np.ndarray):
        yield found.base  # whose memory it shows; a memoryview of the array leads there too
        if found.dtype.hasobject:
            yield from found.reshape(-1).tolist()
    elif isinstance(found, memoryview):
        yield found.obj
    elif isinstance(found, Dispatcher):
        yield found.py_func
    elif isinstance(found, types.FunctionType):
        yield from (found.__closure__, found.__defaults__, found.__kwdefaults__, vars(found))
    else:
        yield from gc.get_referents(found)
        yield getattr(found, "__dict__", None)
        for kind in type(found).__mro__:
            slots = vars(kind).get("__slots__", ())
            for slot in (slots,) if isinstance(slots, str) else slots:
                yield getattr(found, slot, None)


def faults(game: Game, batch: Batch | None, *given: Any) -> list[str]:
    """Name everything reachable that leads to the table."""
    own = [] if batch is None else [array for _, array in batch._arrays()]
    found = []
    for thing in reachable(*given):
        if isinstance(thing, (Batch, Rows)):
            found.append(f"a {type(thing).__name__}")
        if isinstance(thing, np.ndarray):
            if thing.dtype in (game.state_dtype, RNG):
                found.append(f"records of {'chance' if thing.dtype == RNG else 'positions'}")
            if any(np.may_share_memory(thing, array) for array in own):
                found.append(f"memory of the batch, as {thing.dtype} {thing.shape}")
        if isinstance(thing, np.void) and thing.dtype in (game.state_dtype, RNG):
            found.append("a record")
    return found


class Collector:
    """An agent that keeps what it is given and takes the first allowed action."""

    name, version, parameters = "collector", 1, {}

    def __init__(self) -> None:
        self.given: list[Any] = []

    def act(self, observation: Observation) -> np.ndarray:
        self.given.append(observation)
        return observation.mask.argmax(axis=1).astype(np.int32)


class Searcher(Collector):
    """A collector that asks for determinizations."""

    needs_determinizations = True


class Reader(Collector):
    """A collector that asks for decisions in words."""

    needs_views = True


@pytest.fixture(autouse=True, scope="module")
def bazaar() -> Iterator[None]:
    with installed():
        yield


def collected(game: Game, form: str, kind: type[Collector]) -> tuple[Batch, list[Any]]:
    """Let a collector be an opponent for a few decisions; return the batch played and what it was given."""
    collector = kind()
    if form == "gymnasium":
        env = OneSeatEnv(game, opponent=collector)
        env.reset(seed=1)
        for _ in range(8):
            if env.step(int(env.action_masks().argmax()))[2:4] != (False, False):
                env.reset()
        return env.games.batch, collector.given
    many = (OneSeatVectorEnv if form == "gymnasium vector" else GameVecEnv)(game, 3, opponent=collector, seat=1)
    many.reset()
    for _ in range(12):
        many.step(many.action_masks().argmax(axis=1))
    return many.games.batch, collector.given


@each_name
@pytest.mark.parametrize("form", ["gymnasium", "gymnasium vector", "sb3"])
def test_what_an_opponent_is_given_leads_nowhere(name: str, form: str) -> None:
    game = make(name)
    batch, given = collected(game, form, Collector)
    assert len(given) > 2
    assert not faults(game, batch, given)
    for seen in given:
        assert seen.features.nbytes == len(seen) * game.num_features, "its own rows, and no others"
        assert seen.mask.nbytes == len(seen) * game.num_actions
        assert seen.determinizations is seen.seats is seen.draws is None, "it has not asked for them"
    batch, given = collected(game, form, Searcher)  # records of positions, as many as rows, that are its own
    check_determinizations(game, batch, given)
    batch, given = collected(game, form, Reader)
    check_decisions(game, batch, given)


@each_name
def test_what_an_agent_is_given_in_a_match_leads_nowhere(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    class Kept(Batch):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            made.append(self)

    monkeypatch.setattr(match, "Batch", Kept)
    game, one, other, reader = make(name), Searcher(), Collector(), Reader()
    play_batch(game, [reader, other], 2, seed=1)
    check_decisions(game, made.pop(), reader.given[:20])
    other.given.clear()
    play_batch(game, [one, other], 2, seed=1)
    (batch,) = made
    check_determinizations(game, batch, one.given[:20])
    assert not faults(game, batch, other.given[:20])
    for seen in other.given:
        assert seen.determinizations is None
        assert seen.features.nbytes == len(seen) * game.num_features
        assert seen.mask.nbytes == len(seen) * game.num_actions


def check_determinizations(game: Game, batch: Batch, given: list[Any]) -> None:
    """All ways to the table that are found are determinizations, and what one shows its seat is what it sees."""
    assert given
    for seen in given:
        assert seen.determinizations.dtype == game.state_dtype
        assert seen.determinizations.shape == seen.seats.shape == seen.draws.shape == (len(seen),)
        for array in (seen.determinizations, seen.seats, seen.draws):
            assert array.base is None
        assert not faults(game, batch, [seen.features, seen.mask, seen.seats, seen.draws])
        assert set(faults(game, batch, [seen])) == {"records of positions"}
        rows, seats = np.arange(len(seen)), seen.seats
        shown = game.show(seen.determinizations)
        assert np.array_equal(shown.observation[rows, seats], seen.features)
        assert np.array_equal(shown.action_mask[rows, seats], seen.mask)


def check_decisions(game: Game, batch: Batch, given: list[Any]) -> None:
    """The only way to the table is the one determinization of each; words and data lead nowhere."""
    assert given
    for seen in given:
        assert seen.determinizations is None
        assert len(seen.decisions) == len(seen)
        for row, decision in enumerate(seen.decisions):
            assert decision.determinization.shape == (1,)
            assert decision.determinization.base is None
            assert np.array_equal(np.flatnonzero(seen.mask[row]), decision.legal)
            shown = game.show(decision.determinization)
            assert np.array_equal(shown.observation[0, decision.seat], seen.features[row])
            assert not faults(game, batch, [decision.view, decision.events, decision.legal_names, decision.data()])
            assert set(faults(game, batch, [decision])) == {"records of positions"}


def test_determinizations_follow_from_what_the_seat_knows():
    """Two true positions that differ only in what a seat can't know give that seat the same determinizations."""
    for game in (OpenWorlds(), OpenWorlds(num_players=3), OpenWorlds(open_decklists=True)):
        batch = Batch(game, 6, seed=2)
        batch.rollout(20)
        rows = np.arange(6)
        for seat in range(game.num_players):
            other = Batch(game, 6, seed=2)
            other.game_number[:] = batch.game_number
            other.set_states(game.hide(batch.states, seat, seed=8))
            assert (batch.states != other.states).all(), "there is something that it can't know"
            seats = np.full(6, seat)
            one, two = (look(b, rows, seats, 20, True).determinizations for b in (batch, other))
            assert one.tobytes() == two.tobytes()
            assert (one != batch.states).any(), "and it is not told"
            later = look(batch, rows, seats, 21, True).determinizations
            assert (one != later).all(), "at another decision it is drawn anew"


@each_name
def test_an_observation_made_of_views_owns_its_memory(name: str) -> None:
    game = make(name)
    batch = Batch(game, 3, seed=1)
    views = batch.observation[:, 0], batch.action_mask[:, 0]
    assert faults(game, batch, views), "the batch's rows lead to it"
    assert not faults(game, batch, Observation(*views))
    assert not faults(game, batch, observe(*views, np.arange(2)))
    assert np.array_equal(Observation(*views).features, views[0])


@pytest.mark.parametrize(("name", "player"), PLAYERS)
def test_an_agent_holds_no_position_and_no_game(name: str, player: str) -> None:
    """It may keep tables of what is printed; the game knows the decks of all players, so it is not kept."""
    game = make(name)
    agent = agents.make(player, game, seed=1)
    batch = Batch(game, 2, seed=1)
    agent.act(look(batch, np.arange(2), np.zeros(2, np.intp), 0, needs_determinizations(agent)))
    assert not faults(game, batch, agent)
    assert not any(isinstance(thing, Game) for thing in reachable(agent))


@each_name
def test_a_seated_opponent_holds_no_position(name: str) -> None:
    game = make(name)
    for player in REGISTERED.keys() - set(agents.names()) | set(agents.names(game)):
        assert not faults(game, None, seated(player, game, seed=1))


@each_name
def test_what_environments_hand_out_leads_nowhere(name: str) -> None:
    """Those of PettingZoo, and those of a learner in one seat: to no other seat, either."""
    parallel = module_of(name).parallel_env()
    game = parallel.game
    given: list[Any] = [parallel.reset(seed=1)]
    for _ in range(3):
        actions = {agent: int(info["action_mask"].argmax()) for agent, info in given[-1][-1].items()}
        given.append(parallel.step(actions))
    assert not faults(game, parallel._batch, given)
    in_turn = module_of(name).raw_env()
    in_turn.reset(seed=1)
    given = []
    for _ in range(6):
        given.append(in_turn.last())
        in_turn.step(int(given[-1][0]["action_mask"].argmax()))
    assert not faults(game, in_turn._batch, given)
    env = OneSeatEnv(game)
    given = [env.reset(seed=1), env.action_masks()]
    given.append(env.step(int(env.action_masks().argmax())))
    assert not faults(game, env.games.batch, given)
    for many in (OneSeatVectorEnv(game, 3), GameVecEnv(game, 3)):
        given = [many.reset(), many.step(many.action_masks().argmax(axis=1)), many.action_masks()]
        assert not faults(game, many.games.batch, given)


def test_ways_to_the_table_are_found():
    game = Goofspiel()
    batch = Batch(game, 2, seed=1)
    row = batch.observation[0, 0]

    class Slotted:
        __slots__ = ("secret",)

    slotted = Slotted()
    slotted.secret = batch.states[1:]
    ways = {
        "a view of a row": [row],
        "an attribute": types.SimpleNamespace(seen=types.SimpleNamespace(batch=batch)),
        "a slot": slotted,
        "a closure": lambda: batch.rng,
        "a compiled closure": njit(lambda: batch.rng),
        "a default": lambda batch=batch: 0,
        "a bound method": batch.step,
        "a memoryview": memoryview(row),
        "a record": {"state": batch.states[0]},
        "objects in an array": np.array([None, batch], dtype=object),
    }
    for way, given in ways.items():
        assert faults(game, batch, given), way
    assert not faults(game, batch, row.copy(), {"a": [1, "b"]}, lambda: 0)
