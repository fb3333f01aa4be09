"""PPO by self-play in one JAX program, as PureJaxRL writes it: rollouts and updates of all seats are one `lax.scan`.

pip install 'open-worlds-env[jax]'
"""

import argparse
import time
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from ow_env.adapters.jax import JaxBatch, Seen, random_actions

Params = dict[str, jax.Array]

NUM_ENVS = 64  # games played at once
LENGTH = 64  # joint decisions of each game between two updates
EPOCHS = 4  # passes over them
MINIBATCHES = 8
LEARNING_RATE = 1e-3  # of Adam
GAMMA, LAMBDA = 1.0, 0.95  # discount; generalized advantage estimation (Schulman et al. 2016)
CLIP = 0.2  # of the probability ratio (Schulman et al. 2017)
ENTROPY, VALUE = 0.01, 0.5  # weights of the entropy bonus and of the value's loss
MAX_NORM = 0.5  # of the gradient
WIDTH = 128  # of both hidden layers
ARRAYS = ("observation", "legal", "legal_count")  # a network of this size reads dense rows faster than sparse ones
LONGEST = 5_000  # joint decisions of a game when measured


# ── The network: two layers, a policy over the legal actions, a value ────────────────────────────


def init(key: jax.Array, features: int, actions: int) -> Params:
    """Return weights, drawn so that the first policy is close to uniform."""
    sizes = {"first": (features, WIDTH), "second": (WIDTH, WIDTH), "policy": (WIDTH, actions), "value": (WIDTH, 1)}
    params = {}
    for part, (name, shape) in zip(jax.random.split(key, len(sizes)), sizes.items(), strict=True):
        scale = 0.01 if name == "policy" else shape[0] ** -0.5
        params |= {name: scale * jax.random.normal(part, shape), f"{name}_bias": jnp.zeros(shape[1])}
    return params


def forward(params: Params, observation: jax.Array, legal: jax.Array, count: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Return the log probability of each action of the list of legal ones [..., M], -inf beyond them, and values [...].

    The softmax is over the list, not over all actions: that is what makes drawing an action cheap.
    """

    def layer(name: str, rows: jax.Array) -> jax.Array:
        return rows @ params[name] + params[f"{name}_bias"]

    hidden = jnp.tanh(layer("second", jnp.tanh(layer("first", observation.astype(jnp.float32)))))
    logits = jnp.take_along_axis(layer("policy", hidden), legal, axis=-1)
    logits = jnp.where(jnp.arange(legal.shape[-1]) < count[..., None], logits, -jnp.inf)
    return jax.nn.log_softmax(logits), layer("value", hidden)[..., 0]


def look(params: Params, seen: Seen) -> tuple[jax.Array, jax.Array]:
    """Return policy and value of all seats [N, P, ...]."""
    return forward(params, seen.observation, seen.legal, seen.legal_count)


def picked(table: jax.Array, index: jax.Array) -> jax.Array:
    """Return one entry [...] of each row of a table [..., M]."""
    return jnp.take_along_axis(table, index[..., None], axis=-1)[..., 0]


# ── Playing ──────────────────────────────────────────────────────────────────────────────────────


class Step(NamedTuple):
    """One joint decision of all games, N games and P seats; a rollout has one more axis in front."""

    observation: jax.Array  # [N, P, F]
    legal: jax.Array  # [N, P, M]
    count: jax.Array  # [N, P]
    to_act: jax.Array  # [N, P] a seat that does not act has one legal action: it adds nothing to the policy's loss
    nth: jax.Array  # [N, P] which of the legal actions was taken
    log_prob: jax.Array  # [N, P]
    value: jax.Array  # [N, P]
    reward: jax.Array  # [N, P] of this decision
    done: jax.Array  # [N] it ended the game


def rollout(env: JaxBatch, params: Params, key: jax.Array, state: jax.Array, seen: Seen) -> tuple[Any, Step]:
    """Play on with one policy in all seats; return where the games stand, and what happened."""

    def once(carry: Any, key: jax.Array) -> tuple[Any, Step]:
        state, seen = carry
        log_probs, value = look(params, seen)
        nth = jax.random.categorical(key, log_probs)
        state, after = env.step(state, picked(seen.legal, nth))
        done = after.terminated | after.truncated
        before = (seen.observation, seen.legal, seen.legal_count, seen.to_act)
        return (state, after), Step(*before, nth, picked(log_probs, nth), value, after.reward, done)

    return jax.lax.scan(once, (state, seen), jax.random.split(key, LENGTH))


def advantages(steps: Step, last_value: jax.Array) -> jax.Array:
    """Return generalized advantage estimates [T, N, P], by a scan backwards through time."""

    def back(carry: Any, step: Step) -> tuple[Any, jax.Array]:
        following, value = carry
        goes_on = ~step.done[:, None]
        error = step.reward + GAMMA * goes_on * value - step.value
        advantage = error + GAMMA * LAMBDA * goes_on * following
        return (advantage, step.value), advantage

    return jax.lax.scan(back, (jnp.zeros_like(last_value), last_value), steps, reverse=True)[1]


# ── Learning ─────────────────────────────────────────────────────────────────────────────────────


def loss_of(params: Params, steps: Step, advantage: jax.Array, target: jax.Array) -> jax.Array:
    """Return PPO's loss of a minibatch [B]: the clipped ratio and entropy of who acted, everybody's value."""
    log_probs, value = forward(params, steps.observation, steps.legal, steps.count)
    acted = steps.to_act / steps.to_act.sum()
    mean = (advantage * acted).sum()
    advantage = (advantage - mean) / (jnp.sqrt((jnp.square(advantage - mean) * acted).sum()) + 1e-8)
    ratio = jnp.exp(picked(log_probs, steps.nth) - steps.log_prob)
    gain = jnp.minimum(ratio * advantage, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * advantage)
    allowed = jnp.isfinite(log_probs)
    entropy = -jnp.where(allowed, jnp.exp(log_probs) * jnp.where(allowed, log_probs, 0), 0).sum(-1)
    return VALUE * jnp.square(value - target).mean() - ((gain + ENTROPY * entropy) * acted).sum()


class Adam(NamedTuple):
    """Running means of the gradient and of its square (Kingma and Ba 2015), and how many steps they are of."""

    mean: Params
    square: Params
    count: jax.Array


def descend(params: Params, adam: Adam, gradient: Params) -> tuple[Params, Adam]:
    """Return the weights after a step of Adam along a gradient that is cut to `MAX_NORM`."""
    norm = jnp.sqrt(sum(jnp.square(part).sum() for part in gradient.values()))
    gradient = {name: part * jnp.minimum(1, MAX_NORM / (norm + 1e-8)) for name, part in gradient.items()}
    count = adam.count + 1
    mean = {name: 0.9 * adam.mean[name] + 0.1 * part for name, part in gradient.items()}
    square = {name: 0.999 * adam.square[name] + 0.001 * part**2 for name, part in gradient.items()}
    rate = LEARNING_RATE * jnp.sqrt(1 - 0.999**count) / (1 - 0.9**count)
    moved = {name: params[name] - rate * mean[name] / (jnp.sqrt(square[name]) + 1e-5) for name in params}
    return moved, Adam(mean, square, count)


def learn(params: Params, adam: Adam, key: jax.Array, steps: Step, last_value: jax.Array) -> tuple[Params, Adam]:
    """Return the weights after some passes over a rollout, in shuffled minibatches."""
    advantage = advantages(steps, last_value)
    done = jnp.broadcast_to(steps.done[..., None], steps.value.shape)
    rows = (steps._replace(done=done), advantage, advantage + steps.value)
    flat = jax.tree.map(lambda part: part.reshape(-1, *part.shape[3:]), rows)

    def minibatch(carry: Any, index: jax.Array) -> tuple[Any, None]:
        params, adam = carry
        return descend(params, adam, jax.grad(loss_of)(params, *jax.tree.map(lambda part: part[index], flat))), None

    count = advantage.size
    order = [jax.random.permutation(part, count) for part in jax.random.split(key, EPOCHS)]
    return jax.lax.scan(minibatch, (params, adam), jnp.stack(order).reshape(EPOCHS * MINIBATCHES, -1))[0]


def train(env: JaxBatch, key: jax.Array, updates: int) -> Params:
    """Return trained weights: all of it, the games included, is one program for `jax.jit`."""

    def update(carry: Any, key: jax.Array) -> tuple[Any, None]:
        params, adam, state, seen = carry
        playing, learning = jax.random.split(key)
        (state, seen), steps = rollout(env, params, playing, state, seen)
        params, adam = learn(params, adam, learning, steps, look(params, seen)[1])
        return (params, adam, state, seen), None

    starting, beginning, going = jax.random.split(key, 3)
    params = init(starting, env.game.num_features, env.game.num_actions)
    zeros = jax.tree.map(jnp.zeros_like, params)
    begun = (params, Adam(zeros, zeros, jnp.zeros((), jnp.int32)), *env.reset(beginning))
    return jax.lax.scan(update, begun, jax.random.split(going, updates))[0][0]


def score(env: JaxBatch, params: Params, key: jax.Array) -> jax.Array:
    """Return the score against random play: a game in each row, the learner's seat by turns; a tie counts half."""
    rows, seats = jnp.arange(env.num_games), env.game.num_players
    own = rows % seats

    def goes_on(carry: Any) -> jax.Array:
        return ~carry[2].all() & (carry[4] < LONGEST)

    def once(carry: Any) -> Any:
        state, seen, over, total, count = carry
        greedy = picked(seen.legal, look(params, seen)[0].argmax(-1))
        mine = jnp.arange(seats) == own[:, None]
        actions = jnp.where(mine, greedy, random_actions(jax.random.fold_in(key, count), seen))
        state, seen = env.step(state, actions)
        total += jnp.where(over, 0, seen.reward[rows, own])  # of the first game in each row
        return state, seen, over | seen.terminated | seen.truncated, total, count + 1

    none = jnp.zeros(env.num_games, bool)
    return (jax.lax.while_loop(goes_on, once, (*env.reset(key), none, jnp.zeros(env.num_games), 0))[3].mean() + 1) / 2


def main(steps: int = 131_072, game: str = "star_realms", games: int = 200) -> str:
    """Train, then play some games; return figures."""
    env = JaxBatch(game, NUM_ENVS, arrays=ARRAYS)
    updates = max(1, steps // (NUM_ENVS * LENGTH * env.game.num_players))
    began = time.perf_counter()
    params = jax.block_until_ready(jax.jit(train, static_argnums=(0, 2))(env, jax.random.key(1), updates))
    steps = updates * NUM_ENVS * LENGTH * env.game.num_players
    rate = steps / (time.perf_counter() - began)
    found = jax.jit(score, static_argnums=0)(JaxBatch(game, games, arrays=ARRAYS), params, jax.random.key(2))
    return f"steps {steps}  steps/s {rate:.0f}  score against random {found:.2f}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=131_072)
    parser.add_argument("--game", default="star_realms")
    print(main(**vars(parser.parse_args())))
