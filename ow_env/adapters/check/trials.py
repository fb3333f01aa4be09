"""What is tried on the way: actions the mask allows or forbids, copies, rendering. None of it may touch the episode.

Below: subject.py, values.py. Above: episode.py.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from gymnasium import spaces

from ow_env.adapters.check.subject import Actions, Env, Returns, Subject, labelled, seeded_globals
from ow_env.adapters.check.values import difference, mask_of, parts_of_mask, truth

TRIED_ACTIONS = 6  # forbidden and allowed actions tried at a decision, for each agent
COPIES: dict[str, Callable[[Env], Env]] = {
    "copy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
}


def try_masks(
    subject: Subject,
    observations: Mapping[Any, Any],
    infos: Mapping[Any, Any],
    actions: Actions,
    rng: np.random.Generator,
    another: Callable[[], Env | None],
) -> None:
    """In other environments at this position: allowed actions have to be accepted, forbidden ones must not."""
    for agent in subject.who_acts():
        space = subject.space("action_space", agent)
        parts = parts_of_mask(space, mask_of(observations.get(agent), infos.get(agent)))
        if parts is None or not isinstance(space, spaces.Discrete):
            continue
        for allowed in (True, False):
            ids = np.flatnonzero(parts[0].astype(bool) == allowed)
            for chosen in rng.choice(ids, min(TRIED_ACTIONS, len(ids)), replace=False):
                try_action(subject, another(), agent, actions, int(space.start) + int(chosen), allowed)


def try_action(subject: Subject, env: Env | None, agent: Any, actions: Actions, action: int, allowed: bool) -> None:
    """Take one action in another environment, if there is one."""
    if env is None:
        return
    try:
        _, rewards, terminations, truncations, _ = env.step({**copy.deepcopy(actions), agent: action})
    except Exception as error:
        if allowed:
            message = f"an allowed action raises {type(error).__name__}"
            subject.found("mask and step", message, agent, f"action {action}: {error}")
        return
    if not allowed:
        ended = truth(terminations.get(agent)) or truth(truncations.get(agent))
        if not (ended and rewards.get(agent, 0) < 0):
            message = "an action the mask forbids is played without an error or a penalty"
            subject.found("mask and step", message, agent, f"action {action}")


def try_copies(subject: Subject, actions: Actions) -> dict[str, Returns]:
    """Step a deep copy and an unpickled copy: both have to give what the original gives.

    Returns:
        what they gave, by the name of the check.
    """
    given: dict[str, Returns] = {}
    for check, make in COPIES.items():
        try:
            one, other = make(subject.env), make(subject.env)
        except Exception as error:
            subject.found(check, f"can't be made: {type(error).__name__}", detail=error)
            continue
        try:
            with seeded_globals(1):  # as the original has
                there = tuple(one.step(copy.deepcopy(actions)))
            with seeded_globals(1):
                again = tuple(other.step(copy.deepcopy(actions)))
        except Exception as error:
            subject.found(check, f"can't be stepped on: {type(error).__name__}", detail=error)
            continue
        where = difference(labelled(there), labelled(again))
        if where is not None:
            subject.found(check, "two copies play on differently", detail=where)
        given[check] = there
    return given


def step_copies(env: Env, actions: Actions) -> None:
    """Step copies of an environment, those that can be made."""
    for make in COPIES.values():
        try:
            make(env).step(copy.deepcopy(actions))
        except Exception:
            continue


def compare_with_copies(subject: Subject, given: Returns | None, copied: Mapping[str, Returns]) -> None:
    """Now that the original was stepped too, see whether the copies gave the same."""
    for check, there in copied.items():
        where = difference(labelled(given), labelled(there)) if given is not None else None
        if where is not None:
            subject.found(check, "a copy plays on differently from the original", detail=where)


def try_render(subject: Subject) -> None:
    """Render, if the environment was made to; what comes after is compared with one that did not."""
    mode = render_mode(subject.env)
    if mode is None:
        return
    try:
        drawn = subject.env.render()
    except Exception as error:
        subject.found("render", f"{mode} raised {type(error).__name__}", detail=error)
        return
    if mode == "rgb_array" and not (
        isinstance(drawn, np.ndarray) and drawn.dtype == np.uint8 and drawn.shape[2:] == (3,)
    ):
        found = getattr(drawn, "shape", ""), getattr(drawn, "dtype", type(drawn).__name__)
        subject.found("render", "rgb_array gives no [height, width, 3] array of uint8", detail=found)
    if mode == "ansi" and not isinstance(drawn, str):
        subject.found("render", "ansi gives no text", detail=type(drawn).__name__)


def render_mode(env: Env) -> str | None:
    """Return the mode in which an environment can be rendered without a window."""
    mode = getattr(env, "render_mode", None)
    return mode if mode in ("ansi", "rgb_array") else None


def draw(space: Any, mask: Any, rng: np.random.Generator) -> Any:
    """Return a random action that the mask allows; any action where it allows none or does not fit."""
    parts = parts_of_mask(space, mask)
    if parts is not None and all(part.any() for part in parts):
        drawn = [int(rng.choice(np.flatnonzero(part))) for part in parts]
        if isinstance(space, spaces.Discrete):
            return int(space.start) + drawn[0]
        return (np.array(drawn).reshape(space.shape) + space.start).astype(space.dtype)
    if mask is not None and not isinstance(space, (spaces.Discrete, spaces.MultiDiscrete)):
        try:
            return space.sample(mask)  # in the form Gymnasium knows for this space
        except Exception:
            return space.sample()
    return space.sample()
