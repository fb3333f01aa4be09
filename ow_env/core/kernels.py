"""The compiled drivers: loops over N games that call one game's rules. They decide nothing.

Below: jit.py, rng.py and, at the name ``rules``, the engine of one game. Above: game.py, batch.py.

The functions here are templates: ``kernels_of`` copies each under a name of its own per game, with
``rules`` bound to that game's engine, a module with these rules::

    begin(g, t, rng) -> None                    from the template to the first decision
    waits_for(g, player) -> bool                is this player asked now?
    why_not(g, t, player, action) -> int        0: allowed; else a code the game can put in words
    apply(g, t, rng, actions) -> None           one joint decision int32[P], unchecked, to the next
    write_mask(g, t, player, mask) -> None      the whole row; only pass (0) for one not asked
    write_observation(g, t, player, observation) -> None
    ending(g) -> int                            0 running, 1 terminated, 2 truncated
    outcome(g, player) -> float                 +1, 0 or -1 once terminated, else 0
    potential(g, t, player) -> float            how well it looks; 0 after the end
    hide(g, t, player, rng) -> None             draw anew, in place, all this player can't know

Shapes: N rows, P players, A actions, F features. Arrays are changed in place. All kernels are
serial and release Python's lock, so slices of one batch may run in several threads.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from numba import types

from ow_env.core.jit import LIBRARIES
from ow_env.core.rng import pick, start

rules: Any = None  # a game's engine, once bound
begin_row: Any = None
play_row: Any = None
show_row: Any = None
# What annotations mean here; ``bind`` gives each word its compiled type.
Games: TypeAlias = npt.NDArray[Any]  # [N] positions
Chance: TypeAlias = npt.NDArray[Any]  # [N] RNG records
Template: TypeAlias = npt.NDArray[Any]  # [1] read-only position before the first move of chance
Constants: TypeAlias = npt.NDArray[Any]  # [1] read-only tables
Numbers: TypeAlias = npt.NDArray[np.int64]  # [N]
Seeds: TypeAlias = npt.NDArray[np.uint64]  # [N]
Choices: TypeAlias = npt.NDArray[np.int32]  # [N, P]
Rewards: TypeAlias = npt.NDArray[np.float32]  # [N, P]
Flags: TypeAlias = npt.NDArray[np.bool_]  # [N]
Seats: TypeAlias = npt.NDArray[np.bool_]  # [N, P]
Masks: TypeAlias = npt.NDArray[np.int8]  # [N, P, A]
Observations: TypeAlias = npt.NDArray[np.uint8]  # [N, P, F]


def _show_row(
    games: Games,
    tables: Constants,
    row: int,
    observation: Observations,
    action_mask: Masks,
    to_act: Seats,
) -> None:
    """Write what each seat sees in one row."""
    g, t = games[row], tables[0]
    running = rules.ending(g) == 0
    for player in range(to_act.shape[1]):
        to_act[row, player] = running and rules.waits_for(g, player)
        rules.write_mask(g, t, player, action_mask[row, player])
        rules.write_observation(g, t, player, observation[row, player])


def _begin_row(
    games: Games,
    chance: Chance,
    tables: Constants,
    template: Template,
    seeds: Seeds,
    numbers: Numbers,
    row: int,
) -> None:
    """Begin game number ``numbers[row]`` of seed ``seeds[row]``."""
    games[row] = template[0]
    start(chance[row], seeds[row], np.uint64(numbers[row]))
    rules.begin(games[row], tables[0], chance[row])


def _play_row(
    games: Games,
    chance: Chance,
    tables: Constants,
    row: int,
    actions: Choices,
    shaped: bool,
    reward: Rewards,
    terminated: Flags,
    truncated: Flags,
) -> None:
    """Play one joint decision; pay for it; say whether it ended the game."""
    g, t = games[row], tables[0]
    players = reward.shape[1]
    for player in range(players):
        reward[row, player] = -rules.potential(g, t, player) if shaped else 0.0
    rules.apply(g, t, chance[row], actions[row])
    end = rules.ending(g)
    terminated[row] = end == 1
    truncated[row] = end == 2
    for player in range(players):
        if end == 1:
            reward[row, player] += rules.outcome(g, player)
        elif shaped and end == 0:
            reward[row, player] += rules.potential(g, t, player)


def show(
    games: Games,
    tables: Constants,
    observation: Observations,
    action_mask: Masks,
    to_act: Seats,
    terminated: Flags,
    truncated: Flags,
) -> None:
    """Write what each seat sees in every row, and whether its game is over."""
    for row in range(games.shape[0]):
        end = rules.ending(games[row])
        terminated[row] = end == 1
        truncated[row] = end == 2
        show_row(games, tables, row, observation, action_mask, to_act)


def reset(
    games: Games,
    chance: Chance,
    tables: Constants,
    template: Template,
    seeds: Seeds,
    numbers: Numbers,
    observation: Observations,
    action_mask: Masks,
    to_act: Seats,
    chosen: Flags,
) -> None:
    """Begin a game in each chosen row."""
    for row in range(games.shape[0]):
        if chosen[row]:
            begin_row(games, chance, tables, template, seeds, numbers, row)
            show_row(games, tables, row, observation, action_mask, to_act)


def fault(
    games: Games, tables: Constants, actions: Choices, num_actions: int
) -> int:
    """Return row * P + player of the first action that is not allowed in a running game, or -1."""
    players: int = actions.shape[1]
    for row in range(games.shape[0]):
        if rules.ending(games[row]) != 0:
            continue
        for player in range(players):
            action = actions[row, player]
            if action < 0 or action >= num_actions:
                return row * players + player
            if rules.why_not(games[row], tables[0], player, action) != 0:
                return row * players + player
    return -1


def step(
    games: Games,
    chance: Chance,
    tables: Constants,
    template: Template,
    seeds: Seeds,
    numbers: Numbers,
    observation: Observations,
    action_mask: Masks,
    to_act: Seats,
    reward: Rewards,
    terminated: Flags,
    truncated: Flags,
    actions: Choices,
    shaped: bool,
    stride: int,
) -> None:
    """Play one joint decision in each row.

    A finished row rests, unless ``stride`` is positive: then it begins anew at once, ``stride``
    game numbers on, while reward and flags still tell of the game that ended.
    """
    for row in range(games.shape[0]):
        if rules.ending(games[row]) != 0:
            for player in range(reward.shape[1]):
                reward[row, player] = 0.0
            continue
        play_row(games, chance, tables, row, actions, shaped, reward, terminated, truncated)
        if stride > 0 and (terminated[row] or truncated[row]):
            numbers[row] += stride
            begin_row(games, chance, tables, template, seeds, numbers, row)
        show_row(games, tables, row, observation, action_mask, to_act)


def rollout(
    games: Games,
    chance: Chance,
    tables: Constants,
    template: Template,
    seeds: Seeds,
    numbers: Numbers,
    observation: Observations,
    action_mask: Masks,
    to_act: Seats,
    reward: Rewards,
    terminated: Flags,
    truncated: Flags,
    pickers: Chance,
    actions: Choices,
    shaped: bool,
    stride: int,
    steps: int,
) -> int:
    """Play ``steps`` joint decisions in each row, chosen evenly among those allowed.

    Everything a learner would read is written at every step; finished games begin anew. The
    choices come from ``pickers``, so chance takes the course it would take for anyone.

    Returns:
        how many decisions were taken: one for each player asked.
    """
    decisions = 0
    for row in range(games.shape[0]):
        for _ in range(steps):
            for player in range(actions.shape[1]):
                actions[row, player] = 0
                if to_act[row, player]:
                    actions[row, player] = pick(action_mask[row, player], pickers[row])
                    decisions += 1
            play_row(games, chance, tables, row, actions, shaped, reward, terminated, truncated)
            if terminated[row] or truncated[row]:
                numbers[row] += stride
                begin_row(games, chance, tables, template, seeds, numbers, row)
            show_row(games, tables, row, observation, action_mask, to_act)
    return decisions


def hide(games: Games, tables: Constants, player: int, chance: Chance) -> None:
    """In every row, draw anew all that ``player`` can't know."""
    for row in range(games.shape[0]):
        rules.hide(games[row], tables[0], player, chance[row])


KINDS = {
    "Numbers": types.int64[::1],
    "Seeds": types.uint64[::1],
    "Choices": types.int32[:, ::1],
    "Rewards": types.float32[:, ::1],
    "Flags": types.boolean[::1],
    "Seats": types.boolean[:, ::1],
    "Masks": types.int8[:, :, ::1],
    "Observations": types.uint8[:, :, ::1],
}


@dataclass(frozen=True)
class Kernels:
    """The drivers of one game, compiled when first called."""

    show: Any
    reset: Any
    fault: Any
    step: Any
    rollout: Any
    hide: Any


KERNELS: dict[str, Kernels] = {}


def kernels_of(game: str, engine: ModuleType) -> Kernels:
    """Return the drivers of the game that gave ``game`` to ``rules_of``."""
    if game not in KERNELS:
        KERNELS[game] = bind(game, engine)
    return KERNELS[game]


def bind(game: str, engine: ModuleType) -> Kernels:
    """Copy every template for one game, helpers before those that call them."""
    library = LIBRARIES[game]
    for word, kind in (("Games", library.types["Game"]), ("Chance", library.types["Rng"])):
        library.types[word] = types.Array(kind, 1, "C")
    for word, name in (("Template", "Game"), ("Constants", "Tables")):
        library.types[word] = types.Array(library.types[name], 1, "C", readonly=True)
    library.types.update(KINDS)
    rows = {
        "show_row": library.bind(_show_row, rules=engine),
        "begin_row": library.bind(_begin_row, rules=engine),
        "play_row": library.bind(_play_row, rules=engine),
    }
    kernels = (show, reset, fault, step, rollout, hide)
    return Kernels(*(library.bind(kernel, rules=engine, **rows) for kernel in kernels))
