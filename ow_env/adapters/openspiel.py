"""Any game as a game of OpenSpiel (`pyspiel`): its evaluation, bots, solvers and `rl_environment` play it.

Below: every_seat.py, core (Game, Batch, chance); registry.py, for the names of games. Above:
training/exact/openspiel.py, which adds the games small enough to solve. Only this file of the package needs OpenSpiel.

    import pyspiel
    from ow_env.adapters import openspiel
    game = pyspiel.load_game("ow_env_star_realms(max_turns=100,rng_seed=1)")

Importing this module registers every game. In order: what a game is called and which parameters it takes, the game,
the state, the observer, and our agents as OpenSpiel's bots.

Seats that choose at once are asked one after the other, in seat order, and none sees what others have chosen: search,
CFR and exploitability of OpenSpiel take games of turns only. In a game whose chance is known (`ow_env.core.chance`)
chance has a node with all outcomes; in the others the deal is a chance node with one outcome, which is drawn, and
later draws follow the state's own generator.
"""

from __future__ import annotations

import inspect
import secrets
from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

try:
    import pyspiel
except ImportError as error:
    raise ImportError("ow_env.adapters.openspiel needs OpenSpiel: pip install 'open-worlds-env[openspiel]'") from error

from ow_env import registry
from ow_env.adapters.every_seat import divisor_of
from ow_env.adapters.options import PASS, SEEDS, is_int
from ow_env.core.batch import Batch, openings_of
from ow_env.core.chance import knows_chance, openings, play
from ow_env.core.decision import Decision
from ow_env.core.game import Game, Rows, States, frozen
from ow_env.core.kernels import PLAY
from ow_env.core.players import Observation, Opponent, needs_determinizations, needs_views, seated
from ow_env.core.rng import RNG, start
from ow_env.core.secrecy import seed_for

PREFIX = "ow_env_"  # a game's name in OpenSpiel is this and its own
SEED = "rng_seed"  # OpenSpiel's name of the parameter
DEFAULT = -1  # of a parameter that is a number: the game's own default; of the seed: a fresh one
MOST_DECISIONS = 1_000_000  # the game's own limit is shorter, but counts turns
CHANCE, TERMINAL = pyspiel.PlayerId.CHANCE, pyspiel.PlayerId.TERMINAL

Parameters = Mapping[str, Any]


# ---------------------------------------------------------------------------------- names and parameters


def name_of(name: str) -> str:
    """Return a game's name in OpenSpiel: "ow_env_goofspiel_3" for "goofspiel-3"."""
    return PREFIX + name.replace("-", "_")


def parameters_of(kind: type[Game]) -> dict[str, Any]:
    """Return the parameters of a game with their defaults: its options, as far as OpenSpiel has types for them.

    An option that is None by default is -1 where it is a number, and else a text, "" by default; a list is a text with
    its items separated by semicolons.
    """
    found: dict[str, Any] = {} if knows_chance(kind) else {SEED: DEFAULT}
    for option, given in inspect.signature(kind).parameters.items():
        if isinstance(given.default, (bool, int, float, str)):
            found[option] = given.default
        elif given.default is None:
            found[option] = DEFAULT if str(given.annotation) == "int | None" else ""
    return found


def options_of(kind: type[Game], given: Parameters) -> dict[str, Any]:
    """Return a game's options for these parameters."""
    options: dict[str, Any] = {}
    signature = inspect.signature(kind).parameters
    for name in signature.keys() & given.keys():
        value = given[name]
        if signature[name].default is None:
            if value in (DEFAULT, ""):
                continue
            if isinstance(value, str) and (";" in value or name == kind.facts.side):
                value = [_item(item) for item in value.removesuffix(";").split(";")]
        options[name] = value
    return options


def _item(text: str) -> str | int | None:
    """Return an item of a list: a number, a name, or None where nothing stands."""
    text = text.strip()
    return int(text) if text.isdecimal() else text or None


def register(name: str, kind: type[Game], make: Callable[..., Game], parameters: Parameters) -> None:
    """Let `pyspiel.load_game` make a game.

    Args:
        name: as this suite calls it.
        kind: its class.
        make: takes the game's options and returns it.
        parameters: by name, each with its default.
    """
    title = kind.facts.title
    told = (name_of(name), title if name == kind.name else f"{title}: {name}", dict(parameters))

    class Registered(SpielGame):
        """The game of this name; with a function instead of a class pyspiel crashes when Python ends."""

        def __init__(self, given: Parameters) -> None:
            super().__init__(make(**options_of(kind, given)), *told, given)

    fewest, most = kind.facts.players
    pyspiel.register_game(_type(*told, kind, fewest, most, zero_sum=(fewest, most) == (2, 2)), Registered)


def _type(
    name: str, title: str, parameters: Parameters, game: Game | type[Game], fewest: int, most: int, zero_sum: bool
) -> Any:
    """Return OpenSpiel's facts of a game."""
    kind = pyspiel.GameType
    explicit = knows_chance(game)
    return kind(
        short_name=name,
        long_name=title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if explicit else kind.ChanceMode.SAMPLED_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if zero_sum else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=dict(parameters),
    )


# ---------------------------------------------------------------------------------------------- the game


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no type information
    """A configured game as OpenSpiel has it; `pyspiel.load_game` makes one.

    Attributes:
        game: the game itself.
        explicit: has chance a node with all its outcomes?
    """

    def __init__(self, game: Game, name: str, title: str, specification: Parameters, given: Parameters) -> None:
        self.game = game
        self.explicit = knows_chance(game)
        self.parameters = dict(given)
        self.seed = self._seed(given.get(SEED, DEFAULT))
        self.begun = 0  # games dealt: the number of the next one
        self._openings: tuple[tuple[Moment, float], ...] | None = None
        fewest, most = game.facts.players
        info = pyspiel.GameInfo(
            num_distinct_actions=game.num_actions,
            max_chance_outcomes=self._most_outcomes() if self.explicit else 1,
            num_players=game.num_players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if game.zero_sum else None,
            max_game_length=MOST_DECISIONS,
        )
        super().__init__(_type(name, title, specification, game, fewest, most, game.zero_sum), info, dict(given))

    @staticmethod
    def _seed(seed: Any) -> int:
        if seed == DEFAULT:
            return secrets.randbits(63)
        if not is_int(seed) or not 0 <= seed < SEEDS:
            raise ValueError(f"{SEED}: expected a whole number from 0 up, or {DEFAULT} for a fresh one, got {seed}")
        return int(seed)

    def _most_outcomes(self) -> int:
        begin = openings_of(self.game)
        known: Any = self.game
        return max(1 if begin is None else len(begin), int(known.most_outcomes))

    def new_initial_state(self) -> SpielState:
        """Return a state before the deal."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound: one behind each decision; the deal alone where chance is sampled."""
        return MOST_DECISIONS if self.explicit else 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return what tells how a state looks to a seat."""
        if params:
            raise ValueError(f"observer: expected no parameters, got {params}")
        return Observer(self.game, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))

    def openings(self) -> tuple[tuple[Moment, float], ...]:
        """Return where a game may begin, each with its probability; for a game whose chance is explicit."""
        if self._openings is None:
            self._openings = _sorted(openings(self.game))
        return self._openings

    def deal(self) -> Moment:
        """Return the first decision of the next game."""
        batch = Batch(self.game, 1, self.seed, first_game=self.begun)
        self.begun += 1
        return Moment(batch.states.copy(), batch.rng.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the name, the parameters, and which game is next; OpenSpiel's own way fails for sampled chance."""
        return _game_again, (self.get_type().short_name, self.parameters, self.seed, self.begun)


def _game_again(name: str, parameters: dict[str, Any], seed: int, begun: int) -> SpielGame:
    game: SpielGame = pyspiel.load_game(name, parameters)
    game.seed, game.begun = seed, begun
    return game


# --------------------------------------------------------------------------------------------- the state


class Moment:
    """A position and the generator beside it, never changed: copies of a state share it.

    Args:
        state: [1] the position.
        rng: [1] what is drawn from; not used where chance is explicit.
        rows: what every seat sees and may do there, if that is at hand.
    """

    def __init__(self, state: States, rng: NDArray[Any], rows: Rows | None = None) -> None:
        self.state = frozen(state)
        self.rng = frozen(rng)
        self._rows = rows

    def rows(self, game: Game) -> Rows:
        """Return what every seat sees and may do."""
        if self._rows is None:
            self._rows = game.show(self.state.copy())
        return self._rows

    def __deepcopy__(self, memo: Any) -> Self:
        """Return itself."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the bytes of the position and the generator."""
        return Saved, (self.state.tobytes(), self.rng.tobytes())


class Saved:
    """A moment from a file: it becomes one when the game is known, which checks it."""

    def __init__(self, state: bytes, rng: bytes) -> None:
        self.state, self.rng = state, rng

    def moment(self, game: Game) -> Moment:
        """Return the moment.

        Raises:
            ValueError: it is no position of this game.
        """
        size = game.state_dtype.itemsize
        if len(self.state) != size or len(self.rng) != RNG.itemsize:
            raise ValueError(f"state: expected {size} bytes of {game.name}, got {len(self.state)}: of another game?")
        state = np.frombuffer(self.state, game.state_dtype).copy()
        game.check(state, "state")
        return Moment(state, np.frombuffer(self.rng, RNG).copy())


def _sorted(found: Any) -> tuple[tuple[Moment, float], ...]:
    """Return the outcomes of one move in an order of their own, whatever seeds found them."""
    states = [found.states[k : k + 1].copy() for k in range(len(found.states))]
    outcomes = sorted(zip(states, found.prob.tolist(), strict=True), key=lambda outcome: outcome[0].tobytes())
    return tuple((Moment(state, np.zeros(1, RNG)), prob) for state, prob in outcomes)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state: a position, what is chosen at this decision and not carried out yet, and what each seat remembers.

    A copy (`clone`) has the true hidden cards and draws the true cards to come: a search needs
    `resample_from_infostate`.
    """

    # What stands in `__dict__` is copied by `clone`, and pickled.

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        players = game.game.num_players
        self._now: Moment | Saved | None = None  # None: before the deal
        self._outcomes: tuple[tuple[Moment | Saved, float], ...] = game.openings() if game.explicit else ()
        self._waiting: tuple[int, ...] = ()  # the seats still to choose, in the order in which they are asked
        self._chosen: tuple[int, ...] = (PASS,) * players  # what the others chose
        self._chains: tuple[bytes, ...] = (b"",) * players  # a hash of all that a seat saw and did at its decisions
        self._own: tuple[tuple[int, ...], ...] = ((),) * players  # what it did
        if len(self._outcomes) == 1:
            self._arrive(self._outcomes[0][0])

    # OpenSpiel's side.

    def current_player(self) -> int:
        """Return who is asked, or chance, or the end."""
        if self._now is None or self._outcomes:
            return int(CHANCE)
        return self._waiting[0] if self._waiting else int(TERMINAL)

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self._now is not None and not self._outcomes and not self._waiting

    def returns(self) -> list[float]:
        """Return the outcome of each seat, from -1 to 1: 0 until the end."""
        if not self.is_terminal():
            return [0.0] * self._game.num_players
        state = self._moment().state[0]
        return [float(self._game.engine.outcome(state, seat)) for seat in range(self._game.num_players)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance; one, which is drawn when it is applied, where chance is sampled."""
        return [(number, prob) for number, (_, prob) in enumerate(self._outcomes)] or [(0, 1.0)]

    def _legal_actions(self, player: int) -> list[int]:
        rows = self._moment().rows(self._game)
        legal: list[int] = np.flatnonzero(rows.action_mask[0, player]).tolist()
        return legal

    def _apply_action(self, action: int) -> None:
        player = self.current_player()
        if player == CHANCE:
            self._apply_chance(action)
            return
        if player == TERMINAL:
            raise ValueError("apply_action: the game is over")
        game, now = self._game, self._moment()
        rows = now.rows(game)
        if not 0 <= action < game.num_actions or not rows.action_mask[0, player, action]:
            raise ValueError(self._refusal(player, action))
        seen = self._seen(player)
        self._chains = _with(self._chains, player, _hash(self._chains[player], seen, action.to_bytes(4, "little")))
        self._own = _with(self._own, player, (*self._own[player], action))
        self._chosen = _with(self._chosen, player, action)
        self._waiting = self._waiting[1:]
        if not self._waiting:
            self._carry_out()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"outcome {action}" if self._outcomes else "deal"
        now = self._now
        return (
            self._game.actions[action] if now is None else self._game.action_name(self._moment().state, player, action)
        )

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> SpielState:
        """Return a state in which all that this player can't know is resampled, for search.

        What is hidden from it and all later draws are resampled. Other seats that choose at this decision choose
        after it, and remember nothing of what came before. The history is empty.

        Args:
            player_id: who searches.
            probability_sampler: returns a number from [0, 1); what is resampled follows from it.
        """
        if self._now is None or self._outcomes:
            raise ValueError(f"resample_from_infostate: expected a decision of player {player_id}, found a chance node")
        game = self._game
        rng = np.zeros(1, RNG)
        start(rng[0], np.uint64(int(probability_sampler() * 2**53)), np.uint64(1))
        hidden = game.hide(self._moment().state, player_id, int(probability_sampler() * 2**53))
        found = SpielState(self.get_game())
        found._outcomes = ()
        found._chains = _with(found._chains, player_id, self._chains[player_id])
        found._own = _with(found._own, player_id, self._own[player_id])
        found._arrive(Moment(hidden, rng))
        asked = player_id in self._waiting
        found._chosen = _with(found._chosen, player_id, self._chosen[player_id])
        others = tuple(seat for seat in found._waiting if seat != player_id)
        found._waiting = (player_id, *others) if asked else others
        return found

    def __str__(self) -> str:
        """Show the whole position, what is hidden too."""
        if self._now is None:
            return "before the deal"
        text = self._game.render(self._moment().state)
        told = [f"chance: {len(self._outcomes)} outcomes"] if self._outcomes else []
        told += [f"player_{seat} has chosen" for seat in self._already()]
        return "\n".join((text, *told))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game and the state as `serialize` writes it."""
        return _state_again, (self.get_game(), self.serialize())

    # Ours.

    @property
    def _game(self) -> Game:
        game: Game = self.get_game().game
        return game

    def _moment(self) -> Moment:
        """Return the position; one from a file is checked first."""
        if isinstance(self._now, Saved):
            self._now = self._now.moment(self._game)
        assert self._now is not None
        return self._now

    def _arrive(self, moment: Moment | Saved) -> None:
        """Go on from this position: ask who acts there."""
        self._now, self._outcomes = moment, ()
        acting = self._moment().rows(self._game).to_act[0]
        self._waiting = tuple(np.flatnonzero(acting).tolist())
        self._chosen = (PASS,) * self._game.num_players

    def _apply_chance(self, action: int) -> None:
        count = len(self._outcomes) or 1
        if not 0 <= action < count:
            raise ValueError(f"apply_action: expected an outcome of chance from 0 to {count - 1}, got {action}")
        self._arrive(self._outcomes[action][0] if self._outcomes else self.get_game().deal())

    def _carry_out(self) -> None:
        """Play the decision, as all have chosen."""
        game, now = self._game, self._moment()
        actions = np.array([self._chosen], np.int32)
        if not self.get_game().explicit:
            self._arrive(_played(game, now, actions))
            return
        outcomes = _sorted(play(game, now.state.copy(), actions))
        if len(outcomes) == 1:
            self._arrive(outcomes[0][0])
        else:
            self._outcomes = outcomes

    def _already(self) -> list[int]:
        """Return the seats that have chosen at this decision, which is not carried out yet."""
        acting = np.flatnonzero(self._moment().rows(self._game).to_act[0]).tolist()
        return [seat for seat in acting if seat not in self._waiting]

    def _refusal(self, player: int, action: int) -> str:
        game = self._game
        if not 0 <= action < game.num_actions:
            return f"apply_action: expected an action from 0 to {game.num_actions - 1}, got {action}"
        state = self._moment().state
        why = game.why_not(state, player, action)
        return f"apply_action: player_{player} can't {game.action_name(state, player, action)}: {why}"

    def _seen(self, player: int) -> bytes:
        """Return what a seat sees and may do."""
        rows = self._moment().rows(self._game)
        seen: bytes = rows.observation[0, player].tobytes() + rows.action_mask[0, player].tobytes()
        return seen

    def _remembered(self, player: int) -> str:
        """Return the information state: what the seat did, and a hash of all that it saw at its decisions and sees."""
        if self._now is None:
            return f"player_{player}: before the deal"
        did = ", ".join(self._game.actions[action] for action in self._own[player]) or "nothing done yet"
        return f"player_{player}: {did} | {_hash(self._chains[player], self._seen(player)).hex()}"


def _state_again(game: SpielGame, text: str) -> SpielState:
    state: SpielState = game.deserialize_state(text)
    return state


def _played(game: Game, now: Moment, actions: NDArray[np.int32]) -> Moment:
    """Return the next decision: chance draws from the generator."""
    rows = Rows.of(game, now.state.copy())
    rows.rng[:] = now.rng
    rows.commands[:] = PLAY
    rows.actions[:] = actions
    game.kernels.drive(*rows.arrays(game), frozen(game.tables), frozen(game.template), False, False, False, 0, 1, 0, 1)
    return Moment(rows.states, rows.rng, rows)


def _with(items: tuple[Any, ...], at: int, item: Any) -> tuple[Any, ...]:
    """Return these with one replaced."""
    return (*items[:at], item, *items[at + 1 :])


def _hash(*parts: bytes) -> bytes:
    """Return 16 bytes; parts of the same lengths differ if it does."""
    return blake2b(b"".join(parts), digest_size=16).digest()


# ------------------------------------------------------------------------------------------ the observer


class Observer:
    """How a state looks to a seat.

    Without perfect recall: the observation as float32 [F], each number divided by its largest value, or by 16 where
    that is more; `dict` has its named slices. As text, what the seat sees, drawn. With perfect recall, as text alone:
    what the seat did, and a hash of all that it has seen.

    Attributes:
        tensor: float32 [F], changed in place by `set_from`; None where there is only text.
        dict: the slices of it by name, in the shape of their axes.
    """

    def __init__(self, game: Game, kind: Any) -> None:
        self._game, self._kind = game, kind
        own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER and kind.public_info
        if kind.perfect_recall and not own:
            raise ValueError("observer: perfect recall is kept for each player's own view alone")
        self.dict: dict[str, NDArray[np.float32]] = {}
        self.tensor: NDArray[np.float32] | None = None
        if own and not kind.perfect_recall:
            self._divisor = divisor_of(game)
            self.tensor = np.zeros(game.num_features, np.float32)
            shapes = game.structure
            for slice_ in game.features:
                part = self.tensor[slice_.start : slice_.stop]
                self.dict[slice_.name] = part.reshape(shapes.shape(slice_.name) or (1,))

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a seat sees into `tensor`: zeros before the deal."""
        assert self.tensor is not None
        if state._now is None:
            self.tensor[:] = 0
        else:
            np.divide(state._moment().rows(self._game).observation[0, player], self._divisor, out=self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a seat sees as text."""
        if self._kind.perfect_recall:
            return state._remembered(player)
        if state._now is None:
            return "before the deal"
        private = self._kind.private_info
        own = f"player_{player}" if private == pyspiel.PrivateInfoType.SINGLE_PLAYER else None
        view = own or ("full" if private == pyspiel.PrivateInfoType.ALL_PLAYERS else "public")
        return self._game.render(state._moment().state, view)


# ------------------------------------------------------------------------------------ our agents as bots


class AgentBot(pyspiel.Bot):  # type: ignore[misc]
    """One of our agents as a bot of OpenSpiel: it sees what its seat sees, whatever the state holds.

    Args:
        game: as `pyspiel.load_game` makes it.
        player_id: its seat.
        agent: a name, "random" or "agents:scripted", or an agent. One that reads decisions in words is told no events.
        seed: what its draws follow from; None: a fresh one.
    """

    def __init__(self, game: SpielGame, player_id: int, agent: Opponent, seed: int | None = None) -> None:
        super().__init__()
        self._game, self._player = game.game, player_id
        self._seed = secrets.randbits(62) if seed is None else seed
        self._agent = seated(agent, self._game, seed_for("agent", self._seed, player_id), player_id)
        self._number, self._decision = 0, 0

    def restart(self) -> None:
        """Begin the next game."""
        self._number, self._decision = self._number + 1, 0

    def restart_at(self, state: SpielState) -> None:
        """Begin the next game, from a state."""
        self.restart()

    def player_id(self) -> int:
        """Return its seat."""
        return self._player

    def provides_policy(self) -> bool:
        """No: an agent chooses, and tells no probabilities."""
        return False

    def step(self, state: SpielState) -> int:
        """Return its action."""
        player = self._player
        if state.current_player() != player:
            raise ValueError(f"step: it is the turn of player {state.current_player()}, not of player {player}")
        rows = state._moment().rows(self._game)
        draw = np.random.default_rng([self._seed, player, self._number, self._decision])
        draws = draw.random(1)
        given: dict[str, Any] = {"features": rows.observation[:, player], "mask": rows.action_mask[:, player]}
        looks_ahead, reads = needs_determinizations(self._agent), needs_views(self._agent)
        if looks_ahead or reads:
            position = state._moment().state
            hidden = self._game.hide(position, player, int(draw.integers(2**63)))
            given |= {"seats": np.array([player]), "draws": draw.random(1), "moments": np.array([self._decision])}
            given["games"] = np.array([seed_for("name", self._seed, player, self._number)], np.uint64)
            if looks_ahead:
                given["determinizations"] = hidden
            if reads:
                given["decisions"] = [Decision.of(self._game, position, player, hidden.copy(), state.legal_actions())]
        self._decision += 1
        return int(self._agent(Observation(**given), draws)[0])


for _name in registry.games():
    _kind = registry.class_of(_name)
    register(_name, _kind, _kind, parameters_of(_kind))
