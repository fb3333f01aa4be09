"""Any game as a PettingZoo environment: a parallel one, and a turn-based one (AEC).

Below: options.py, core (Game, Batch). Above: nothing: `open_worlds_v0` and its like only name a game. It contains no
rules, only what is the user's choice: what happens after an illegal action, when a game is
truncated, what is rendered. In order: what both forms share
(`GameEnv`), the parallel form, the turn-based form, and `environments`, which makes the three
functions a PettingZoo module has.

Both forms hold a `Batch` of one game, so they run the same code as large batches.
"""

from __future__ import annotations

import inspect
import operator
import secrets
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Self, TypeAlias

import numpy as np
from gymnasium import logger, spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from ow_env.adapters.options import (
    BATCH_REWARD,
    ILLEGAL,
    PASS,
    RENDER_MODES,
    SEEDS,
    Illegal,
    RenderMode,
    Reward,
    checked_max_cycles,
    checked_seed,
    refuse_options_of_the_game,
)
from ow_env.adapters.rows import BATCH_ROWS, ObservationForm, RowForm, copied, form_of, space_of, views_of
from ow_env.core.batch import FORFEIT, Batch, rewards_of_forfeit
from ow_env.core.game import Game
from ow_env.core.options import one_of, whole_number
from ow_env.core.records import Recorder, Target
from ow_env.core.secrecy import Secret, seed_for
from ow_env.core.structure import Feature
from ow_env.core.text import nearest
from ow_env.drawing.page import html_of
from ow_env.drawing.view import View

Observation: TypeAlias = Any  # {"observation": uint8 [F], "action_mask": int8 [A]}; other forms: see rows.py
Info: TypeAlias = dict[str, Any]  # "action_mask": int8 [A]

GAME_ENV_OPTIONS = ("max_cycles", "illegal", "reward", "render_mode", "rows", "observation", "record", "secret")


class GameEnv:
    """What both forms share: one game, its spaces, and questions about it.

    Args:
        game: one configured game (its decks, options and number of players).
        max_cycles: truncate after so many joint decisions; None: only the game's own rules end it.
        illegal: what a forbidden action does. "raise": ValueError with the rule that forbids it,
            and nothing changes. "forfeit": the offender loses and the game ends. "pass": it is
            replaced by `pass`, or where passing is forbidden by the allowed action with the lowest
            id.
        reward: "win": +1, 0 or -1 at the end. "income": the same plus a potential-based term on the
            way, under which the optimal policy is unchanged.
        render_mode: "ansi" (text), "rgb_array" (uint8 [height, width, 3]), "human" (text, printed
            after every step), or None.
        rows: the form of observations: "dense", or "sparse" (`ow_env.adapters.rows`), indices and values of what is
            not zero. The mask is in `info` either way.
        observation: "dict" (None): observation and mask; "box": the observation alone, a flat array, for libraries
            that need one and read the mask from `info`. Sparse rows are a dictionary of their own.
        record: where each game is written down: a folder, a file, or an open text file
            (`ow_env.core.records`). Copies of the environment do not write.
        secret: 16 to 64 bytes that key all random draws, as in Batch, for a host that does not trust its players:
            guessing seeds then reveals nothing about a game. A record discloses the game's key at its end.
        name: the environment's name, as its module is called: "goofspiel_v0".
    """

    metadata: dict[str, Any]
    _recorder: Recorder | None = None  # made by the first reset, if `record` asks for it

    def __init__(
        self,
        game: Game,
        *,
        max_cycles: int | None = None,
        illegal: Illegal = "raise",
        reward: Reward = "win",
        render_mode: RenderMode | None = None,
        rows: RowForm = "dense",
        observation: ObservationForm | None = None,
        record: Target | None = None,
        secret: bytes | Secret | None = None,
        name: str | None = None,
    ) -> None:
        checked_max_cycles(max_cycles)
        one_of("illegal", illegal, ILLEGAL)
        one_of("reward", reward, tuple(BATCH_REWARD))
        one_of("render_mode", render_mode, (None, *RENDER_MODES))
        self.rows = rows
        self._form = form_of(rows, observation, "dict")
        self.game = game
        self.max_cycles = max_cycles
        self.illegal = illegal
        self.reward = reward
        self.render_mode = render_mode
        self.record = record
        self._secret = Secret.of(secret)
        self.metadata = {
            "name": name or f"{game.name}_v0",  # as the module is called; `Game.version` is another number
            "render_modes": list(RENDER_MODES),
            # `aec_to_parallel` wants every agent's turn in every cycle, and ends behind the last one's only;
            # who does not act is never selected, and the first to forfeit ends the game
            "is_parallelizable": game.asks_everybody and illegal != "forfeit",
            "render_fps": 2,
        }
        self.possible_agents = game.agents
        self.agents: list[str] = []
        high = np.asarray(game.observation_high, np.uint8)
        everybody = self.possible_agents
        self.observation_spaces: dict[str, spaces.Space[Observation]] = {
            agent: space_of(game, self._form) for agent in everybody
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(game.num_actions) for agent in everybody
        }
        self.state_space = spaces.Box(0, np.tile(high, game.num_players), dtype=np.uint8)
        self._begun_batch: Batch | None = None  # made by the first reset, which knows the seed
        self._cycles = 0

    # ------------------------------------------------------------------ spaces

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """The same object on every call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same object on every call."""
        return self.action_spaces[agent]

    @property
    def features(self) -> tuple[Feature, ...]:
        """The named slices of an observation, in order."""
        return self.game.features

    @property
    def actions(self) -> tuple[str, ...]:
        """The name of every action id, independent of the position."""
        return self.game.actions

    # ------------------------------------------------------- questions about the game being played

    def state(self) -> np.ndarray:
        """Every seat's observation, one after the other: uint8 [players * features]."""
        return np.concatenate(self._batch.observation[0])

    @property
    def acting(self) -> list[str]:
        """The agents that have to act now, in seat order; none after the end."""
        return [self.possible_agents[seat] for seat in np.flatnonzero(self._batch.to_act[0])]

    def legal_actions(self, agent: str) -> list[str]:
        """The names of this agent's legal actions, in id order."""
        seat = self._seat(agent)
        allowed = np.flatnonzero(self._batch.action_mask[0, seat])
        return [self.game.action_name(self._batch.states, seat, int(id)) for id in allowed]

    def action_name(self, agent: str, action: int) -> str:
        """The name of an action id in this position, from this agent's point of view."""
        seat = self._seat(agent)
        return self.game.action_name(self._batch.states, seat, self._action_id(agent, action))

    def action_id(self, agent: str, name: str) -> int:
        """The id of an action's name; the ValueError for an unknown one suggests the nearest."""
        return self.game.action_id(self._batch.states, self._seat(agent), name)

    def why_not(self, agent: str, action: int | str) -> str | None:
        """The rule that forbids this action (an id or a name) now, in words; None: allowed."""
        seat = self._seat(agent)
        if isinstance(action, str):
            action = self.action_id(agent, action)
        return self.game.why_not(self._batch.states, seat, self._action_id(agent, action))

    def position(self, view: str = "full") -> dict[str, Any]:
        """The position as plain data: all of it, or as "public" or one player sees it."""
        return self.game.position(self._batch.states, view)

    def view(self, view: str = "full") -> View:
        """The position as everything draws it: `print` shows it in a terminal, a notebook cell as HTML."""
        return self.game.view(self._batch.states, view)

    def _repr_html_(self) -> str:
        """The whole position, for a notebook."""
        return html_of(self.view())

    # -------------------------------------------------------------------------------- drawing

    def render(self) -> str | np.ndarray | None:
        """Draw the position as `render_mode` says; "human" prints it and returns None."""
        states = self._batch.states
        if self.render_mode is None:
            logger.warn("render() draws nothing: make the environment with a render_mode, e.g. 'ansi'")
            return None
        if self.render_mode == "rgb_array":
            return self.game.draw(states, "full")
        text = self.game.render(states, "full")
        if self.render_mode == "ansi":
            return text
        print(text, flush=True)
        return None

    def close(self) -> None:
        """Close the record of a running game; no other resource is held."""
        if self._recorder is not None:
            self._recorder.close()
            self._recorder = None

    # ------------------------------------------------------------------------------ looking ahead

    def determinization(self, agent: str, seed: int) -> Self:
        """Return an environment that continues from what this agent knows, for search.

        All that is hidden from the agent is resampled from its information set, and so are all later random draws.
        (A copy of this environment would hold the true hidden cards and the true draws to come.) In the turn-based
        form, choices made but not yet carried out are open again. It neither records nor renders.

        Args:
            agent: who looks ahead.
            seed: a number from 0 up; the same seed gives the same determinization.
        """
        seat = self._seat(agent)
        key = seed_for("hide", whole_number("seed", seed, 0, SEEDS - 1), seat)
        ahead = type(self)(
            self.game.for_seat(seat),
            max_cycles=self.max_cycles,
            illegal=self.illegal,
            reward=self.reward,
            rows=self.rows,
            observation=None if self._form == "sparse" else self._form,
            name=self.metadata["name"],
        )
        ahead._begin_game(seed_for("ahead", seed, seat), None)
        states = self._batch.determinizations(np.array([0]), np.array([seat]), np.array([key], np.uint64))
        ahead._batch.set_states(states)
        ahead._cycles = self._cycles
        ahead._begin()
        return ahead

    def _begin(self) -> Any:
        """Show the position that play begins from, as the form does."""
        raise NotImplementedError

    # ------------------------------------------------------------------ what both forms build on

    @property
    def _batch(self) -> Batch:
        """The batch of one that plays the game; an error where none has begun."""
        if self._begun_batch is None:
            raise RuntimeError(f"{self.metadata['name']}: call reset() first, no game has begun")
        return self._begun_batch

    def _begin_game(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        """Begin game 0 of ``seed``; without one the next game of the last seed, or a fresh one."""
        seed = checked_seed(seed)
        position = None
        if options is not None:
            if not isinstance(options, Mapping):
                raise TypeError(f"options: expected a dict or None, got {options!r}")
            refuse_options_of_the_game(options, self.game)
            if options.get("position") is not None:
                position = options["position"]
                self.game.from_position(position)  # a fault is told before anything has changed
        if self._begun_batch is None:
            first = secrets.randbits(63) if seed is None else seed
            self._begun_batch = Batch(
                self.game,
                1,
                first,
                reward=BATCH_REWARD[self.reward],
                rows=BATCH_ROWS[self.rows],
                secret=self._secret,
            )
            self._bind()
        else:
            self._begun_batch.reset(seed=seed)
        if self.record is not None and self._recorder is None:
            self._recorder = Recorder(self._begun_batch, self.record)
        if position is not None:
            self._set_position(position)
        elif self._recorder is not None:
            self._recorder.begin()
        self._cycles = 0

    def _set_position(self, position: dict[str, Any]) -> None:
        """Begin from this position; the same seed still decides what is unknown."""
        self._batch.set_position(position)
        if self._recorder is not None:
            self._recorder.begin()

    def _bind(self) -> None:
        """Keep views of the batch's rows: making one costs as much as reading it."""
        batch = self._batch
        seats = range(self.game.num_players)
        self._mask = [batch.action_mask[0, seat] for seat in seats]
        self._seen: list[Observation] = [views_of(batch, 0, seat, self._form) for seat in seats]
        self._chosen = np.zeros((1, self.game.num_players), np.int32)

    def __getstate__(self) -> dict[str, Any]:
        left = ("_seen", "_mask", "_chosen", "_recorder", "record")
        return {k: v for k, v in self.__dict__.items() if k not in left}

    def __setstate__(self, saved: dict[str, Any]) -> None:
        self.__dict__.update(saved)
        self.record = None
        if self._begun_batch is not None:
            self._bind()

    def _observe(self, seat: int) -> Observation:
        """What this seat sees, copies the receiver may keep and change."""
        return copied(self._seen[seat])

    def _seat(self, agent: str) -> int:
        try:
            return self.possible_agents.index(agent)
        except ValueError:
            raise ValueError(f"no agent is called {agent!r:.80}{nearest(str(agent), self.possible_agents)}") from None

    def _action_id(self, agent: str, action: Any) -> int:
        """``action`` as an int, or an error that names the agent."""
        if isinstance(action, str):
            raise TypeError(
                f"action of {agent}: expected an id, got the name {action!r};"
                f" action_id({agent!r}, {action!r}) gives its id"
            )
        try:
            if isinstance(action, (bool, np.bool_)):
                raise TypeError
            id = operator.index(action)
        except TypeError:
            raise TypeError(f"action of {agent}: expected a whole number, got {action!r}") from None
        if not 0 <= id < self.game.num_actions:
            raise ValueError(f"action of {agent}: expected an id from 0 to {self.game.num_actions - 1}, got {id}")
        return id

    def _instead(self, seat: int, action: int) -> int:
        """What stands in for a forbidden action: another action, FORFEIT, or an error."""
        if self.illegal == "forfeit":
            return FORFEIT
        if self.illegal == "pass":
            mask = self._mask[seat]
            return PASS if mask[PASS] else int(mask.argmax())
        states = self._batch.states
        name = self.game.action_name(states, seat, action)
        reason = self.game.why_not(states, seat, action)
        raise ValueError(f"{self.possible_agents[seat]} may not {name!r} now: {reason}")

    def _play(self, chosen: list[int]) -> tuple[list[float], bool, bool]:
        """Play one joint decision, an action or FORFEIT a seat; rewards, terminated, truncated."""
        if FORFEIT in chosen:
            return self._forfeit(chosen), True, False
        batch = self._batch
        self._chosen[0] = chosen
        (self._recorder or batch).step(self._chosen)  # the only line that plays
        self._cycles += 1
        terminated = bool(batch.terminated[0])
        spent = self.max_cycles is not None and self._cycles >= self.max_cycles
        if spent and self._recorder is not None:
            self._recorder.end(0, "cut off")
        return (
            batch.reward[0].tolist(),
            terminated,
            not terminated and (spent or bool(batch.truncated[0])),
        )

    def _forfeit(self, chosen: list[int]) -> list[float]:
        """The rewards when the seats that chose FORFEIT lose."""
        rewards: list[float] = rewards_of_forfeit(np.array(chosen) == FORFEIT).tolist()
        if self._recorder is not None:
            by = [agent for agent, a in zip(self.possible_agents, chosen, strict=True) if a == FORFEIT]
            self._recorder.end(0, "forfeit", rewards, by)
        if self.reward == "income":  # the potential is zero after the end, as after any other end
            batch, game = self._batch, self.game
            for seat in range(len(chosen)):
                rewards[seat] -= game.engine.potential(batch.states[0], game.tables[0], seat)
        return rewards


class GameParallelEnv(GameEnv, ParallelEnv[str, Observation, Any]):
    """The form in which all players act at once. Who has no decision may only pass."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Info]]:
        """Begin a game: game 0 of ``seed``, or without a seed the next game of the same seed.

        Args:
            seed: a number from 0 up. The same seed always leads to the same game.
            options: {"position": dict} begins at that position instead of the first decision. Other
                keys are left to other wrappers.
        """
        self._begin_game(seed, options)
        return self._begin()

    def set_position(self, position: dict[str, Any]) -> tuple[dict[str, Observation], dict[str, Info]]:
        """Go on from this position; returns what `reset` returns."""
        self._batch  # noqa: B018  (a game must have begun: its seed decides what is still unknown)
        self._set_position(position)
        return self._begin()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, Info],
    ]:
        """Play one joint decision: one action id for each agent still in the game."""
        agents = self.agents
        if not agents or type(actions) is not dict or len(actions) != len(agents):
            self._check_agents(actions)
            if not agents:
                return {}, {}, {}, {}, {}
        chosen: list[int] = []
        offenders: list[int] = []
        for seat, agent in enumerate(agents):
            if agent not in actions:
                self._check_agents(actions)
            action = actions[agent]
            if type(action) is not int or not 0 <= action < self.game.num_actions:
                action = self._action_id(agent, action)
            if not self._mask[seat][action]:
                offenders.append(seat)
            chosen.append(action)
        for seat in offenders:
            chosen[seat] = self._instead(seat, chosen[seat])
        rewards, terminated, truncated = self._play(chosen)
        observations, infos = self._show()
        everybody = self.possible_agents
        if terminated or truncated:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            observations,
            dict(zip(everybody, rewards, strict=True)),
            dict.fromkeys(everybody, terminated),
            dict.fromkeys(everybody, truncated),
            infos,
        )

    def _begin(self) -> tuple[dict[str, Observation], dict[str, Info]]:
        """Everybody is in the game, unless the position is one after its end."""
        over = self._batch.terminated[0] or self._batch.truncated[0]
        self.agents = [] if over else list(self.possible_agents)
        if self.render_mode == "human":
            self.render()
        return self._show()

    def _show(self) -> tuple[dict[str, Observation], dict[str, Info]]:
        """What every agent sees; the infos repeat the masks, where some libraries look for them."""
        observations, infos = {}, {}
        for seat, agent in enumerate(self.possible_agents):
            observations[agent] = copied(self._seen[seat])
            infos[agent] = {"action_mask": self._mask[seat].copy()}
        return observations, infos

    def _check_agents(self, actions: Any) -> None:
        """Refuse a step whose actions are not one for each agent in the game."""
        self._batch  # noqa: B018  (says so where no game has begun)
        if not isinstance(actions, Mapping):
            raise TypeError(f"actions: expected a dict from agent to action id, got {actions!r}")
        for agent in actions:
            if agent not in self.possible_agents:
                near = nearest(str(agent), self.possible_agents)
                raise ValueError(f"actions: no agent is called {agent!r}{near}")
            if agent not in self.agents:
                raise ValueError(f"actions: the game is over and {agent} has left it; call reset()")
        for agent in self.agents:
            if agent not in actions:
                raise ValueError(f"actions: {agent} is missing; an agent that has no decision passes with {PASS}")


class Copied(dict[str, Any]):
    """An info, computed each time it is read, and equal to another with the same content.

    PettingZoo's own test compares infos as dictionaries, and of two arrays Python knows only whether they are one.
    """

    def __eq__(self, other: object) -> bool:
        """Do both have the same masks?"""
        if not isinstance(other, dict) or self.keys() != other.keys():
            return False
        return all(np.array_equal(self[name], other[name]) for name in self)

    __hash__ = None


class GameAECEnv(GameEnv, AECEnv[str, Observation, Any]):
    """The form in which agents act one after the other.

    Players who decide at once act in seat order; their choices wait until the last of them
    has chosen, and none sees another's. A player who has no decision is never selected.
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the arguments are those of the parallel form."""
        self._begin_game(seed, options)
        self._begin()

    def set_position(self, position: dict[str, Any]) -> None:
        """Go on from this position; choices that were waiting are forgotten."""
        self._batch  # noqa: B018  (a game must have begun: its seed decides what is still unknown)
        self._set_position(position)
        self._begin()

    def observe(self, agent: str) -> Observation:
        """What this agent sees now."""
        return self._observe(self._seat(agent))

    @property
    def infos(self) -> dict[str, Info]:  # type: ignore[override]
        """The mask of every agent in the game: copies, which the receiver may keep and change."""
        return {agent: Copied(action_mask=self._mask[self._seat(agent)].copy()) for agent in self.agents}

    def step(self, action: int | None) -> None:
        """Take the choice of the selected agent; after the end, None to take leave."""
        self._batch  # noqa: B018  (says so where no game has begun)
        if not self.agents:
            raise RuntimeError(f"{self.metadata['name']}: the game is over, call reset()")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self._waiting[0]
        id = self._action_id(agent, action)
        if not self._mask[seat][id]:
            id = self._instead(seat, id)
        self._choices[seat] = id
        del self._waiting[0]
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._waiting and id != FORFEIT:
            self.agent_selection = self.possible_agents[self._waiting[0]]
            return
        rewards, terminated, truncated = self._play(self._choices)
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, terminated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self._accumulate_rewards()
        self._select()
        if self.render_mode == "human":
            self.render()

    def _begin(self) -> None:
        """Nobody has been rewarded, and the first agents to act are selected."""
        batch = self._batch
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, bool(batch.terminated[0]))
        self.truncations = dict.fromkeys(self.agents, bool(batch.truncated[0]))
        self._skip_agent_selection = None  # type: ignore[assignment]  # PettingZoo's own: who is next
        self._select()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        """Select the first player who has a decision now; after the end, the first to leave."""
        self._waiting = np.flatnonzero(self._batch.to_act[0]).tolist()
        self._choices = [PASS] * self.game.num_players
        self.agent_selection = self.possible_agents[self._waiting[0] if self._waiting else 0]


class Environments(NamedTuple):
    """The three functions of a PettingZoo module."""

    env: Callable[..., AECEnv[str, Observation, Any]]
    raw_env: Callable[..., GameAECEnv]
    parallel_env: Callable[..., GameParallelEnv]


def environments(name: str, make_game: Callable[..., Game]) -> Environments:
    """The functions `env`, `raw_env` and `parallel_env` of the module ``ow_env.<name>``.

    Each takes the options of ``make_game`` and those of `GameEnv`, all by name. `env` is `raw_env`
    with PettingZoo's check that calls come in order; a forbidden action is our own option
    `illegal`.
    """

    def raw_env(**options: Any) -> GameAECEnv:
        own = {option: options.pop(option) for option in GAME_ENV_OPTIONS if option in options}
        return GameAECEnv(make_game(**options), name=name, **own)

    def parallel_env(**options: Any) -> GameParallelEnv:
        own = {option: options.pop(option) for option in GAME_ENV_OPTIONS if option in options}
        return GameParallelEnv(make_game(**options), name=name, **own)

    def env(**options: Any) -> AECEnv[str, Observation, Any]:
        return OrderEnforcingWrapper(raw_env(**options))

    env.__doc__ = f"{name} as agents who act one after the other (AEC)."
    raw_env.__doc__ = f"{name} as agents who act one after the other, without a wrapper."
    parallel_env.__doc__ = f"{name} as agents who act at once."
    for function in (env, raw_env, parallel_env):
        vars(function)["__signature__"] = _signature(make_game)  # help() shows all options
        function.__module__ = f"ow_env.{name}"  # with the next line: found again when unpickled
        function.__qualname__ = function.__name__
    return Environments(env, raw_env, parallel_env)


def _signature(make_game: Callable[..., Game]) -> inspect.Signature:
    """The game's options, then the environment's, all by name."""
    options = [p.replace(kind=p.KEYWORD_ONLY) for p in inspect.signature(make_game).parameters.values()]
    own = inspect.signature(GameEnv).parameters
    return inspect.Signature([*options, *(own[name] for name in GAME_ENV_OPTIONS)])
