"""A batch inside JAX programs plays the same games as the batch itself, and refuses what it can't do.

Skipped without JAX, which no extra of the tests brings: `make clients` runs this file in an environment that has it.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from ow_env.core.batch import DENSE, SPARSE, Batch

ROOT = Path(__file__).parents[2]

jax = pytest.importorskip("jax", reason="needs open-worlds-env[jax]")
jnp = jax.numpy
adapter = pytest.importorskip("ow_env.adapters.jax")
JaxBatch, random_actions = adapter.JaxBatch, adapter.random_actions
LEGAL = ("legal", "legal_count")


def batch_like(env, key, **options):
    """The batch whose games an environment plays after `reset(key)`, by another way to the seed."""
    high, low = np.asarray(jax.random.bits(key, (2,), "uint32")).astype(object)
    return Batch("goofspiel", env.num_games, seed=high * 2**32 + low, autoreset=True, rows="both", **options)


def played(env, key, length):
    """Random play inside one program: actions and what was seen after them, each with a first axis of steps."""

    def once(carry, key):
        actions = random_actions(key, carry[1])
        after = env.step(carry[0], actions)
        return after, (actions, after[1])

    first, rest = jax.random.split(key)
    begun = env.reset(first)
    return jax.lax.scan(once, begun, jax.random.split(rest, length))


@pytest.mark.parametrize("arrays", [SPARSE, (*DENSE, *LEGAL)], ids=["sparse", "dense"])
@pytest.mark.parametrize("options", [{}, {"observe": "acting", "reward": "shaped"}], ids=["default", "options"])
def test_a_program_plays_the_games_of_a_batch(arrays, options) -> None:
    """Through several ends: a game of Goofspiel has 13 joint decisions."""
    env, key = JaxBatch("goofspiel", 5, arrays=arrays, **options), jax.random.key(7)
    _, (actions, seen) = jax.jit(lambda key: played(env, key, 30))(key)
    batch = batch_like(env, jax.random.split(key)[0], **options)
    ended = 0
    for step in range(30):
        batch.step(np.asarray(actions[step]))
        for name in seen._fields:
            array = getattr(seen, name)
            assert (array is None) == (name not in (*arrays, *adapter.ALWAYS))
            if array is not None:
                np.testing.assert_array_equal(array[step], getattr(batch, name), err_msg=f"{name} after step {step}")
        ended += int(batch.terminated.sum())
    assert ended == 10


def test_the_same_key_gives_the_same_games_and_another_key_others() -> None:
    env = JaxBatch("goofspiel", 3)
    program = jax.jit(lambda key: played(env, key, 20)[1])
    one, again, other = (jax.tree.leaves(program(jax.random.key(seed))) for seed in (1, 1, 2))
    assert all((a == b).all() for a, b in zip(one, again, strict=True))
    assert not all((a == b).all() for a, b in zip(one, other, strict=True))
    old = env.reset(jax.random.PRNGKey(1))[1]  # a key as JAX had them before
    assert (env.reset(jax.random.key(1))[1].feature_value == old.feature_value).all()


def test_what_was_returned_stays_as_it_was() -> None:
    env = JaxBatch("goofspiel", 3)
    state, first = env.reset(jax.random.key(1))
    before = [np.array(array) for array in first if array is not None]
    state, _ = env.step(state, random_actions(jax.random.key(2), first))
    env.reset(jax.random.key(3))
    assert all((a == b).all() for a, b in zip(before, [x for x in first if x is not None], strict=True))


def refused(call, capsys) -> str:
    """What a program that runs is refused for: the last line of JAX's error."""
    with pytest.raises(jax.errors.JaxRuntimeError) as caught:
        jax.block_until_ready(call())
    capsys.readouterr()  # JAX logs it too
    return str(caught.value).strip().splitlines()[-1]


def test_a_state_that_was_stepped_already_is_refused_and_the_last_one_goes_on(capsys) -> None:
    env = JaxBatch("goofspiel", 3)
    old, seen = env.reset(jax.random.key(1))
    last, seen = env.step(old, random_actions(jax.random.key(2), seen))
    actions = random_actions(jax.random.key(3), seen)
    expected = (
        "ValueError: state: expected the last one, of reset 1 after step 1, got of reset 1 after step 0: the games run"
        " outside of JAX and have moved on; step the state that came last, or reset"
    )
    assert refused(lambda: env.step(old, actions), capsys) == expected
    assert refused(lambda: jax.jit(lambda: (env.step(old, actions), env.step(old, actions)))(), capsys) == expected
    other = JaxBatch("goofspiel", 3)
    assert "got another JaxBatch's of reset 1" in refused(lambda: other.step(last, actions), capsys)
    before = np.array(env.batch.states)
    state, _ = env.step(last, actions)
    assert state.tolist()[1:] == [1, 2]
    assert (before != env.batch.states).any()
    env.reset(jax.random.key(1))
    assert "expected the last one, of reset 2 after step 0" in refused(lambda: env.step(state, actions), capsys)


def test_an_illegal_action_is_refused_in_words_and_nothing_has_changed(capsys) -> None:
    env = JaxBatch("goofspiel", 3)
    state, seen = env.reset(jax.random.key(1))
    told = refused(lambda: env.step(state, jnp.full((3, 2), 99)), capsys)
    assert told == "ValueError: row 0: player_0 may not play 99: there are only ids from 0 to 13"
    env.step(state, random_actions(jax.random.key(2), seen))


def test_vmap_is_refused_in_a_sentence_wherever_it_stands() -> None:
    env = JaxBatch("goofspiel", 3)
    keys = jax.random.split(jax.random.key(1), 4)
    state, _ = env.reset(keys[0])
    several = jnp.zeros((4, 3, 2), jnp.int32)
    for over in (
        lambda: jax.vmap(env.reset)(keys),
        lambda: jax.vmap(lambda actions: env.step(state, actions))(several),
        lambda: jax.vmap(env.step)(jnp.stack([state] * 4), several),
        lambda: jax.jit(jax.vmap(jax.jit(lambda actions: env.step(state, actions))))(several),
        lambda: jax.vmap(lambda key: played(env, key, 2))(keys),
    ):
        with pytest.raises(ValueError, match=r"vmap does not reach games that run on the host; num_games plays many"):
            over()


@pytest.mark.parametrize("actions", [jnp.zeros((2, 2), int), jnp.zeros((3, 2)), jnp.zeros((3, 2), bool), 0])
def test_actions_of_another_shape_or_kind_are_refused_while_the_program_is_traced(actions) -> None:
    env = JaxBatch("goofspiel", 3)
    state, _ = env.reset(jax.random.key(1))
    with pytest.raises(ValueError, match=r"actions: expected integers \[num_games, num_players\] = \[3, 2\], got "):
        jax.jit(env.step)(state, actions)


def test_what_is_no_state_or_no_array_is_refused() -> None:
    env = JaxBatch("goofspiel", 3, arrays=DENSE)
    _, seen = env.reset(jax.random.key(1))
    with pytest.raises(ValueError, match="state: expected what reset or step returned first"):
        env.step(seen.reward, jnp.zeros((3, 2), int))
    with pytest.raises(ValueError, match=r"seen: expected the arrays legal and legal_count"):
        random_actions(jax.random.key(1), seen)
    with pytest.raises(ValueError, match=r"arrays: expected .*'legal_count'"):
        JaxBatch("goofspiel", 3, arrays=("legal", "mask"))
    with pytest.raises(ValueError, match="arrays: expected names of arrays in a tuple or list, got 'legal'"):
        JaxBatch("goofspiel", 3, arrays="legal")


def test_random_actions_are_legal_and_each_as_likely() -> None:
    seen = adapter.Seen(*[None] * 4, legal=jnp.array([[[2, 5, 7, 0], [9, 0, 0, 0]]] * 3000), legal_count=None)
    seen = seen._replace(legal_count=jnp.array([[3, 1]] * 3000))
    drawn = np.asarray(random_actions(jax.random.key(1), seen))
    assert (drawn[:, 1] == 9).all()
    ids, counts = np.unique(drawn[:, 0], return_counts=True)
    assert ids.tolist() == [2, 5, 7]
    assert counts.min() > 900  # of 1000 each: four standard deviations


def test_the_code_of_the_page_runs() -> None:
    page = (ROOT / "docs" / "jax.md").read_text("utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", page, re.M | re.S)
    left: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "docs/jax.md", "exec"), left)
    assert len(blocks) >= 2
    assert int(left["ended"]) > 0


@pytest.mark.slow
def test_the_learner_of_the_page_beats_random_play() -> None:
    from tests.adapters.test_clients import script

    figures = script("jax_ppo").main()
    assert float(figures.rpartition(" ")[2]) > 0.9
