"""The loops over many games on a GPU: templates, which compile.py binds to each game's rules.

Below: core/kernels.py, for words and commands. Above: compile.py, batch.py. They do in steps
what one function of that does on a CPU, so that each step runs with the threads that suit it:

    choose   draws a legal action for each seat that acts             32 threads a game
    accept   looks for an action that is not allowed                  a thread a game
    play     one joint decision                                       a thread a game, like games side by side
    begin    the next game where one has ended                        likewise
    wipe     clears the rows that are about to be written             32 threads a seat
    show     writes masks and observations                            a thread a seat, like games side by side
    hide     resamples what a seat can't know                         a thread a game

N games, P players, A actions, F features; W words of eight bytes in a padded row. `order` sorts games by the kind of
decision they stand at: 32 threads run one instruction at a time, so games that do different things wait for each other.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numba import cuda, types

from ow_env.core.game import Game
from ow_env.core.kernels import (
    BEGIN,
    PLAY,
    REST,
    Commands,
    Constants,
    Flags,
    Games,
    JointActions,
    Masks,
    Numbers,
    Observations,
    Rewards,
    Rngs,
    Seats,
    Seeds,
    Templates,
)
from ow_env.core.rng import below, start

CUT = "\n//// next kernel ////\n"
NAMES = ("choose", "accept", "play", "begin", "wipe", "show", "hide")
ALL_LANES = 0xFFFFFFFF

Order: TypeAlias = Any  # int64 [N] row numbers
Words: TypeAlias = Any  # uint64 [N, P, W]
Kinds: TypeAlias = Any  # int32 [A] the kind of each action
Keys: TypeAlias = Any  # int32 [N] by which rows are sorted
Refused: TypeAlias = Any  # int64 [3] how many actions were refused; the first; whether that was an earlier step

KINDS: dict[str, Any] = {  # what annotations mean, beside the words of core/kernels.py
    "Order": types.int64[::1],
    "Words": types.uint64[:, :, ::1],
    "Kinds": types.int32[::1],
    "Keys": types.int32[::1],
    "Refused": types.int64[::1],
}

SHORT = 1536  # bytes of a row that `show_whole` writes
ROW_WORDS = 1

rules: Any = None
kind_of_decision: Any = None


def row_words(width: int) -> int:
    """Return how many words of eight bytes a row of so many features or actions takes: rows are padded to 16 bytes."""
    return -(-width // 16) * 2


def whole_words(game: Game) -> int:
    """Return how many words `show_whole` writes of an observation, which is part of its code; 0: `show` writes it."""
    words = row_words(game.num_features)
    return words if words * 8 <= SHORT else 0


def choose(
    words: Words, action_rng: Rngs, to_act: Seats, actions: JointActions, refused: Refused, kinds: Kinds, keys: Keys
) -> None:
    """Draw for each seat that acts one of the actions allowed: those that `core.rng.pick` draws."""
    if refused[0] != 0:
        return
    thread = cuda.grid(1)
    row = thread // 32
    lane = cuda.laneid
    if row >= words.shape[0]:
        return
    count = words.shape[2]
    first_action = 0
    for player in range(words.shape[1]):
        chosen = 0
        if to_act[row, player]:
            allowed = 0
            for word in range(lane, count, 32):
                allowed += cuda.popc(words[row, player, word])
            for step in (16, 8, 4, 2, 1):
                allowed += cuda.shfl_xor_sync(ALL_LANES, np.int32(allowed), step)
            left = 0
            if lane == 0 and allowed > 0:
                left = below(action_rng[row], allowed)
            left = int(cuda.shfl_sync(ALL_LANES, np.int32(left), 0))
            for begin in range(0, count, 32):
                word = begin + lane
                bits = words[row, player, word] if word < count else np.uint64(0)
                here = np.int32(cuda.popc(bits))
                upto = here
                for step in (1, 2, 4, 8, 16):
                    other = cuda.shfl_up_sync(ALL_LANES, upto, step)
                    if lane >= step:
                        upto += other
                total = cuda.shfl_sync(ALL_LANES, upto, 31)
                if left < total:
                    mine = left < upto and left >= upto - here
                    if mine:
                        for _ in range(left - (upto - here)):
                            bits &= bits - np.uint64(1)
                        byte = (cuda.popc(bits ^ (bits - np.uint64(1))) - 1) // 8
                        chosen = word * 8 + byte
                    owner = cuda.ffs(cuda.ballot_sync(ALL_LANES, mine)) - 1
                    chosen = int(cuda.shfl_sync(ALL_LANES, np.int32(chosen), owner))
                    break
                left -= total
            if first_action == 0:
                first_action = chosen
        if lane == 0:
            actions[row, player] = chosen
    if lane == 0:
        keys[row] = keys[row] << 8 | kinds[first_action]


def accept(
    games: Games, requested: JointActions, action_mask: Masks, to_act: Seats, actions: JointActions, num_actions: int,
    refused: Refused, kinds: Kinds, keys: Keys,
) -> None:  # fmt: skip
    """Copy all actions; note how many are not allowed, and the first such: (row * P + player) * 2**32 + the action."""
    row = cuda.grid(1)
    if row >= games.shape[0] or refused[2] != 0:
        return
    players = actions.shape[1]
    first_action = 0
    running = rules.ending(games[row]) == 0
    for player in range(players):
        action = requested[row, player]
        allowed = action >= 0 and action < num_actions and action_mask[row, player, action] == 1
        if running and not allowed:
            cuda.atomic.add(refused, 0, 1)
            cuda.atomic.min(refused, 1, (row * players + player) << 32 | action & 0xFFFFFFFF)
        actions[row, player] = action
        if to_act[row, player] and first_action == 0:
            first_action = int(action)
    if first_action >= 0 and first_action < num_actions:
        keys[row] = keys[row] << 8 | kinds[first_action]


def play(
    games: Games, rng: Rngs, actions: JointActions, to_act: Seats, order: Order, begins: Commands, reward: Rewards,
    terminated: Flags, truncated: Flags, refused: Refused, decisions: Numbers, tables: Constants, keys: Keys,
    potential_shaping: bool, autoreset: bool,
) -> None:  # fmt: skip
    """Play one joint decision in every game; say which games are to be begun, and how each is to be sorted."""
    thread = cuda.grid(1)
    if thread >= games.shape[0]:
        return
    row = order[thread]
    players = actions.shape[1]
    g = games[row]
    t = tables[0]
    begins[row] = REST
    if refused[0] != 0:
        refused[2] = 1
        return
    for player in range(players):
        reward[row, player] = 0.0
        decisions[row] += to_act[row, player]
    if rules.ending(g) != 0:  # it rests until it is restarted
        return
    if potential_shaping:
        for player in range(players):
            reward[row, player] = -rules.potential(g, t, player)
    rules.apply(g, t, rng[row], actions[row])
    for player in range(players):
        reward[row, player] += rules.outcome(g, player)
        if potential_shaping:
            reward[row, player] += rules.potential(g, t, player)
    end = rules.ending(g)
    terminated[row] = end == 1
    truncated[row] = end == 2
    begins[row] = PLAY
    keys[row] = kind_of_decision(g)
    if end != 0 and autoreset:
        begins[row] = BEGIN
        keys[row] = -1


def begin(
    games: Games, rng: Rngs, seeds: Seeds, numbers: Numbers, template_index: Numbers, order: Order, begins: Commands,
    to_act: Seats, shown: Seats, seen: Seats, terminated: Flags, truncated: Flags, tables: Constants,
    templates: Templates, keys: Keys, command: int, observe_acting_only: bool, stride: int,
) -> None:  # fmt: skip
    """Begin the games that are to be begun, which stand side by side; say whose mask and observation are to be written.

    ``command``: PLAY after `play`; BEGIN: begin all, and nothing was played; SHOW: only say what is to be written.
    """
    thread = cuda.grid(1)
    if thread >= games.shape[0]:
        return
    row = order[thread]
    players = to_act.shape[1]
    g = games[row]
    t = tables[0]
    todo = int(begins[row]) if command == PLAY else command
    if todo == BEGIN:
        if command == PLAY:
            numbers[row] += stride
        games[row] = templates[template_index[row]]
        start(rng[row], seeds[row], np.uint64(numbers[row]))
        rules.begin(g, t, rng[row])
        keys[row] = kind_of_decision(g)
    if command != PLAY:
        end = rules.ending(g)
        terminated[row] = end == 1
        truncated[row] = end == 2
        keys[row] = kind_of_decision(g)
    running = rules.ending(g) == 0
    all_seats = not observe_acting_only or command != PLAY or not running
    for player in range(players):
        shown[row, player] = False
        seen[row, player] = False
        if todo != REST:
            acted = to_act[row, player]
            acts = running and rules.waits_for(g, player)
            to_act[row, player] = acts
            shown[row, player] = acts or acted or all_seats
            seen[row, player] = acts or all_seats


def wipe(mask_words: Words, observation_words: Words, shown: Seats, seen: Seats) -> None:
    """Clear the rows that are to be written."""
    thread = cuda.grid(1)
    lane = cuda.laneid
    players = shown.shape[1]
    row = (thread // 32) // players
    player = (thread // 32) % players
    if row >= shown.shape[0]:
        return
    if shown[row, player]:
        for word in range(lane, mask_words.shape[2], 32):
            mask_words[row, player, word] = np.uint64(0)
    if seen[row, player]:
        for word in range(lane, observation_words.shape[2], 32):
            observation_words[row, player, word] = np.uint64(0)


def show(
    games: Games, order: Order, shown: Seats, seen: Seats, action_mask: Masks, observation: Observations,
    num_actions: int, num_features: int, tables: Constants,
) -> None:  # fmt: skip
    """Write masks and observations where it has been said: mostly zeros, so the rows have been cleared."""
    thread = cuda.grid(1)
    if thread >= games.shape[0] * shown.shape[1]:
        return
    player = thread // games.shape[0]
    row = order[thread - player * games.shape[0]]
    g = games[row]
    t = tables[0]
    if shown[row, player]:
        rules.write_mask(g, t, player, action_mask[row, player][:num_actions])
    if seen[row, player]:
        rules.write_observation(g, t, player, observation[row, player][:num_features])


def show_whole(
    games: Games, order: Order, shown: Seats, seen: Seats, action_mask: Masks, observation_words: Words,
    num_actions: int, num_features: int, tables: Constants,
) -> None:  # fmt: skip
    """Do the same by way of local memory, in which what 32 threads write to the same place lies side by side.

    For rows that are short and not mostly zeros: a byte costs a thread as much as a word does.
    """
    words = cuda.local.array(ROW_WORDS, types.uint64)
    thread = cuda.grid(1)
    if thread >= games.shape[0] * shown.shape[1]:
        return
    player = thread // games.shape[0]
    row = order[thread - player * games.shape[0]]
    g = games[row]
    t = tables[0]
    if shown[row, player]:
        rules.write_mask(g, t, player, action_mask[row, player][:num_actions])
    if seen[row, player]:
        for word in range(ROW_WORDS):
            words[word] = np.uint64(0)
        rules.write_observation(g, t, player, words.view(np.uint8)[:num_features])
        for word in range(ROW_WORDS):
            observation_words[row, player, word] = words[word]


def hide(games: Games, rng: Rngs, seats: Numbers, tables: Constants) -> None:
    """Resample in each game all that one of its seats can't know."""
    row = cuda.grid(1)
    if row >= games.shape[0]:
        return
    rules.hide(games[row], tables[0], seats[row], rng[row])
