"""A batch of games inside JAX programs: `reset` and `step` work within `jit` and `lax.scan`.

Below: core (Batch). Above: docs/clients/jax_ppo.py. The only file of this package that needs JAX.

    env = JaxBatch("star_realms", 64)
    state, seen = env.reset(jax.random.key(1))
    state, seen = env.step(state, random_actions(key, seen))

The rules are compiled by Numba and run on the host: each call is one ordered `io_callback`. The games are not in the
state that JAX carries: it says only which reset and which step it belongs to, so that a state from before is noticed.
docs/jax.md is the page.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

try:
    import jax
    import jax.numpy as jnp
    from jax.custom_batching import custom_vmap
    from jax.experimental import io_callback
except ImportError as error:  # pragma: no cover
    raise ImportError("ow_env.adapters.jax needs JAX: pip install 'open-worlds-env[jax]'", name="jax") from error

from ow_env.core.batch import DENSE, SPARSE, Batch, Form, Observe, Reward
from ow_env.core.game import Game
from ow_env.core.options import one_of, shown

ALWAYS = ("to_act", "reward", "terminated", "truncated")
NO_VMAP = (
    "JaxBatch: vmap does not reach games that run on the host; num_games plays many at once, and another JaxBatch plays"
    " others"
)


NUMBERS = itertools.count(1)  # of the objects made so far


class Seen(NamedTuple):
    """What a call returns beside the state: N games, P seats. Arrays that were not asked for are None.

    Where a game ended, ``reward``, ``terminated`` and ``truncated`` are of that game, all else of the next.
    """

    to_act: jax.Array  # bool [N, P] does this seat act now?
    reward: jax.Array  # float32 [N, P] for the last step
    terminated: jax.Array  # bool [N] the last step ended the game by its rules
    truncated: jax.Array  # bool [N] ... by a limit
    legal: jax.Array | None = None  # int32 [N, P, M] the ids of the legal actions, in increasing order, then zeros
    legal_count: jax.Array | None = None  # int32 [N, P] how many: 1 or more; a seat that does not act has pass, id 0
    feature_index: jax.Array | None = None  # int32 [N, P, K] which features are not 0, in increasing order, then zeros
    feature_value: jax.Array | None = None  # uint8 [N, P, K] their values, then zeros
    feature_count: jax.Array | None = None  # int32 [N, P] how many
    observation: jax.Array | None = None  # uint8 [N, P, F] dense
    action_mask: jax.Array | None = None  # int8 [N, P, A] dense, 1: allowed


class JaxBatch:
    """N games with auto-reset, stepped from JAX programs, all seats at once.

    One object holds one set of games. `reset` restarts all of them, and states from before are refused, as is a state
    that was stepped already: the games have moved on, and can't be played from there again.

    Args:
        game: as in `Batch`: a game, its name, or K games that differ in their decks.
        num_games: N.
        arrays: which arrays `Seen` has beside the four that it always has. Each is copied at every step, so
            ask for what is read: ("legal", "legal_count") is enough for random play.
        threads: as in `Batch`, like the next two.
        reward: "win" or "shaped".
        observe: "all" seats' observations at every step, or only those of the seats "acting".
    """

    def __init__(
        self,
        game: Game | str | Sequence[Game],
        num_games: int,
        *,
        arrays: Sequence[str] = SPARSE,
        threads: int = 1,
        reward: Reward = "win",
        observe: Observe = "all",
    ) -> None:
        if isinstance(arrays, str):
            raise ValueError(f"arrays: expected names of arrays in a tuple or list, got {shown(arrays)}")
        for each in arrays:
            one_of("arrays", each, (*SPARSE, *DENSE))
        sparse, dense = ({*arrays} & {*names} for names in (SPARSE, DENSE))
        form: Form = "both" if sparse and dense else "dense" if dense else "sparse"
        self.batch = Batch(
            game, num_games, threads=threads, autoreset=True, reward=reward, observe=observe, rows=form
        )  # fmt: skip
        self.game, self.num_games = self.batch.game, self.batch.num_games
        self.names = (*ALWAYS, *(name for name in Seen._fields if name in arrays))
        self._shapes = tuple(jax.ShapeDtypeStruct(each.shape, each.dtype) for each in self._arrays())
        # What `step` has to be given: which object's games, how many resets so far, how many steps since the last.
        self._last = np.array([next(NUMBERS), 0, 0], np.uint32)
        # Compiled, so that what a call outside of `jit` returns is a copy too.
        self._reset, self._step = jax.jit(self._traced_reset), jax.jit(self._traced_step)

    def reset(self, key: jax.Array) -> tuple[jax.Array, Seen]:
        """Start new games in all rows.

        Args:
            key: decides all random draws of the games from now on: the same key and actions give the same games.

        Returns:
            the state, uint32 [3], to hand to `step`; and what is seen first.
        """
        result: tuple[jax.Array, Seen] = self._reset(key)
        return result

    def step(self, state: jax.Array, actions: jax.Array) -> tuple[jax.Array, Seen]:
        """Play one joint decision in every game; one that ends is followed by the next.

        Args:
            state: as the last call returned it.
            actions: integers [N, P], legal ids; 0, pass, for a seat that does not act.

        Returns:
            the next state, and what is seen then.

        Raises:
            ValueError: while the program is traced: the shape is wrong, or `vmap` was applied. While it runs, as JAX's
                `JaxRuntimeError`, whose last line says: an action is not legal, or the state is not the last one.
        """
        expected = (self.num_games, self.game.num_players)
        if jnp.shape(actions) != expected or not jnp.issubdtype(jnp.result_type(actions), jnp.integer):
            found = f"{jnp.result_type(actions)} {list(jnp.shape(actions))}"
            raise ValueError(f"actions: expected integers [num_games, num_players] = {list(expected)}, got {found}")
        if jnp.shape(state) != (3,) or jnp.result_type(state) != jnp.uint32:
            raise ValueError("state: expected what reset or step returned first, uint32 [3]")
        result: tuple[jax.Array, Seen] = self._step(state, actions)
        return result

    def _traced_reset(self, key: jax.Array) -> tuple[jax.Array, Seen]:
        return self._called(self._host_reset, unbatched(jax.random.bits(key, (2,), jnp.uint32)))

    def _traced_step(self, state: jax.Array, actions: jax.Array) -> tuple[jax.Array, Seen]:
        return self._called(self._host_step, *unbatched((state, jnp.asarray(actions, jnp.int32))))

    def _called(self, host: Any, *arguments: Any) -> tuple[jax.Array, Seen]:
        """Return what a function of the host returns: one call, in order with all others."""
        shapes = (jax.ShapeDtypeStruct((3,), np.uint32), *self._shapes)
        state, *arrays = io_callback(host, shapes, *arguments, ordered=True)
        return state, Seen(**dict(zip(self.names, arrays, strict=True)))

    def _host_reset(self, bits: Any) -> tuple[NDArray[Any], ...]:
        high, low = np.asarray(bits).tolist()
        self.batch.reset(seed=high << 32 | low)
        self._last[1:] = self._last[1] + 1, 0
        return self._last, *self._arrays()

    def _host_step(self, state: Any, actions: Any) -> tuple[NDArray[Any], ...]:
        given = np.asarray(state)
        if (given != self._last).any():
            of, reset, step = given.tolist()
            whose = "" if of == self._last[0] else "another JaxBatch's "
            raise ValueError(
                f"state: expected the last one, of reset {self._last[1]} after step {self._last[2]}, got"
                f" {whose}of reset {reset} after step {step}: the games run outside of JAX and have moved on; step the"
                " state that came last, or reset"
            )
        self.batch.step(np.asarray(actions))
        self._last[2] += 1
        return self._last, *self._arrays()

    def _arrays(self) -> tuple[NDArray[Any], ...]:
        return tuple(getattr(self.batch, name) for name in self.names)

    def __repr__(self) -> str:
        return f"JaxBatch({self.game!r}, num_games={self.num_games})"


def random_actions(key: jax.Array, seen: Seen) -> jax.Array:
    """Return for every seat one of its legal actions, each as likely: int32 [N, P].

    It is drawn from the list ``legal`` by one number a seat. Over masks it would take one for each action of the game.
    """
    if seen.legal is None or seen.legal_count is None:
        raise ValueError("seen: expected the arrays legal and legal_count: JaxBatch(arrays=('legal', 'legal_count'))")
    draws = jax.random.uniform(key, seen.legal_count.shape)
    nth = jnp.minimum((draws * seen.legal_count).astype(jnp.int32), seen.legal_count - 1)
    return jnp.take_along_axis(seen.legal, nth[..., None], axis=2)[..., 0]


def _as_they_are(values: Any) -> Any:
    """Return the values as they are."""
    return values


def _refuse_vmap(*arguments: Any) -> Any:
    raise ValueError(NO_VMAP)


unbatched = custom_vmap(_as_they_are)  # refuses in words where `vmap` adds an axis
unbatched.def_vmap(_refuse_vmap)
