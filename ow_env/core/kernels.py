"""The compiled drivers: loops over N games that call one game's rules. They decide nothing.

Below: jit.py, bits.py, rng.py, sparse.py, sharing.py; at the name ``rules``, a game's engine. Above: game.py, batch.py.

The functions here are templates: ``kernels_of`` copies each under a name of its own per game, with
``rules`` bound to that game's engine, a module with these rules::

    begin(g, t, rng) -> None                    from the template to the first decision
    waits_for(g, player) -> bool                does this player act now?
    why_not(g, t, player, action) -> int        0: allowed; else a code the game can put in words
    apply(g, t, rng, actions) -> None           one joint decision int32[P], unchecked, to the next
    write_mask(g, t, player, mask) -> None      the whole row; only pass (0) for one who does not act
    write_observation(g, t, player, observation) -> None
    ending(g) -> int                            0 running, 1 terminated, 2 truncated
    turn(g) -> int                              which turn or round; never falls
    outcome(g, player) -> float                 from -1 to +1 once terminated, else 0
    potential(g, t, player) -> float            how well it looks; 0 after the end
    hide(g, t, player, rng) -> None             resample, in place, all this player can't know
    used(g) -> int                              bytes of the record; all behind them are zero
    sound(g, t) -> int                          0: no rule can go wrong here; else 8 times the number of a line of the
                                                engine's FAULTS, and a seat (sound.py). It may be left out.

Rules that defaults.py has may be left out: engines.py adds them. Optional, to sort rows on a GPU:
``kind_of_decision(g) -> int``, 0 or above; rows of the same kind are played side by side.

Shapes: N rows, P players, A actions, F features. Arrays are changed in place. All kernels release
Python's lock, and several threads may share the rows of one batch (sharing.py).
They call the game's rules by symbol; only small rules are inlined (linking.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from numba import types

from ow_env.compiled.jit import LIBRARIES, Mask, Observation
from ow_env.core.bits import WIDTH, fetch
from ow_env.core.rng import below, pick, start
from ow_env.core.sharing import (
    BLOCK_ROWS,
    CHECK,
    CHECKED,
    DECISIONS,
    DRIVE,
    FIRST,
    LINE,
    NO_ROOM,
    NUM_THREADS,
    REFUSED,
    Plan as Plan,
    all_done,
    block_done,
    take_block,
)
from ow_env.core.sparse import pack, pack_mask

REST, SHOW, BEGIN, PLAY = range(4)  # commands: what `drive` does with a row
BEHIND, NOBODY_ASKED, NO_ANSWER = -1, -2, -3  # what `inspect` finds beside what a game's rule does

# What annotations mean here; ``bind`` gives each word its compiled type.
Game: TypeAlias = Any  # a position
Tables: TypeAlias = Any  # constants
Games: TypeAlias = npt.NDArray[Any]  # [N] positions
Rngs: TypeAlias = npt.NDArray[Any]  # [N] RNG records
Templates: TypeAlias = npt.NDArray[Any]  # [K] read-only positions before the first random draw
Constants: TypeAlias = npt.NDArray[Any]  # [1] read-only tables
Numbers: TypeAlias = npt.NDArray[np.int64]  # [N]
Seeds: TypeAlias = npt.NDArray[np.uint64]  # [N]
Commands: TypeAlias = npt.NDArray[np.int8]  # [N]
Requested: TypeAlias = npt.NDArray[np.int64]  # [N, P] action ids as they were given
JointActions: TypeAlias = npt.NDArray[np.int32]  # [N, P]
Rewards: TypeAlias = npt.NDArray[np.float32]  # [N, P]
Flags: TypeAlias = npt.NDArray[np.bool_]  # [N]
Seats: TypeAlias = npt.NDArray[np.bool_]  # [N, P]
Masks: TypeAlias = npt.NDArray[np.int8]  # [N, P, A]
Observations: TypeAlias = npt.NDArray[np.uint8]  # [N, P, F]
Counts: TypeAlias = npt.NDArray[np.int32]  # [N, P]
AllPlaces: TypeAlias = npt.NDArray[np.int32]  # [N, P, K] numbers of actions or features
AllValues: TypeAlias = npt.NDArray[np.uint8]  # [N, P, K]
Bytes: TypeAlias = npt.NDArray[np.uint8]  # [N, size of a record]

KINDS = {
    "Numbers": types.int64[::1],
    "Seeds": types.uint64[::1],
    "Commands": types.int8[::1],
    "Requested": types.int64[:, ::1],
    "JointActions": types.int32[:, ::1],
    "Rewards": types.float32[:, ::1],
    "Flags": types.boolean[::1],
    "Seats": types.boolean[:, ::1],
    "Masks": types.int8[:, :, ::1],
    "Observations": types.uint8[:, :, ::1],
    "Counts": types.int32[:, ::1],
    "AllPlaces": types.int32[:, :, ::1],
    "AllValues": types.uint8[:, :, ::1],
    "Bytes": types.uint8[:, ::1],
    "Plan": types.int64[::1],
}

rules: Any = None  # a game's engine, once bound


def drive(
    games: Games,
    rng: Rngs,
    seeds: Seeds,
    numbers: Numbers,
    template_index: Numbers,
    action_rng: Rngs,
    commands: Commands,
    actions: JointActions,
    observation: Observations,
    action_mask: Masks,
    legal: AllPlaces,
    legal_count: Counts,
    feature_index: AllPlaces,
    feature_value: AllValues,
    feature_count: Counts,
    to_act: Seats,
    reward: Rewards,
    terminated: Flags,
    truncated: Flags,
    row_scratch: Observation,
    mask_scratch: Mask,
    tables: Constants,
    templates: Templates,
    potential_shaping: bool,
    observe_acting_only: bool,
    random_actions: bool,
    stride: int,
    steps: int,
    first: int,
    end: int,
) -> int:
    """Do with rows what ``commands`` says, ``steps`` times, and write what their seats then see.

    Args:
        games: the positions.
        rng: what the games draw from; it stands beside them and never in them.
        seeds: with ``numbers``, what decides the draws of a game begun here.
        numbers: game numbers.
        template_index: which of the templates each row begins from.
        action_rng: what random actions are drawn from, so that the game's own draws are those it
            would make for anyone.
        commands: REST: nothing. SHOW: only write. BEGIN: begin game ``numbers[row]``. PLAY: one
            joint decision; a row whose game is over rests.
        actions: what each player does. If ``random_actions``, overwritten by random allowed ones.
        observation: like all that follow: written. Of the dense rows and the sparse ones those that have room are.
        action_mask: 1: allowed.
        legal: the ids allowed, in increasing order.
        legal_count: how many.
        feature_index: which numbers observed are not zero, in increasing order.
        feature_value: these numbers.
        feature_count: how many.
        to_act: does this player act now?
        reward: for a joint decision; 0 otherwise.
        terminated: over, by the rules.
        truncated: over, by a limit.
        row_scratch: [F] where an observation is written that is kept only sparse.
        mask_scratch: [A] likewise a mask.
        tables: constants the rules read.
        templates: positions before the first random draw: the same game with other decks, say.
        potential_shaping: add the gain in potential to the reward (Ng, Harada and Russell 1999).
        observe_acting_only: after a joint decision of a game that goes on, write the observations
            of the players who act next and no others. Masks are always right.
        random_actions: choose uniformly among the allowed actions.
        stride: if positive, a game that ends is followed at once by the one ``stride`` numbers on.
            Reward and flags are then those of the game that ended, all else of the new one.
        steps: how often.
        first: the first of the rows.
        end: the first that is none of them.

    Returns:
        how many decisions were taken: one for each player who acted; -1 if a sparse row had too little room.
    """
    players = actions.shape[1]
    dense, sparse = action_mask.shape[2] > 0, legal.shape[2] > 0
    t = tables[0]
    decisions = 0
    fits = True
    used = 0  # bytes of the last record that was looked at: the next is about as long
    for row in range(first, end):
        g = games[row]
        command = commands[row]
        if command != REST:
            used = rules.used(g)
        if row + 1 < games.shape[0] and commands[row + 1] != REST:  # it may have left the cache since the last call
            for byte in range(0, used, WIDTH):
                fetch(games, row + 1, byte)
        for _ in range(steps):
            if command == REST:
                break
            for player in range(players):
                reward[row, player] = 0.0
            if command == PLAY:
                if rules.ending(g) != 0:
                    break
                for player in range(players):
                    if random_actions:
                        actions[row, player] = 0
                    if to_act[row, player]:
                        decisions += 1
                        if random_actions and sparse:
                            drawn = below(action_rng[row], legal_count[row, player])
                            actions[row, player] = legal[row, player, drawn]
                        elif random_actions:
                            actions[row, player] = pick(action_mask[row, player], action_rng[row])
                    if potential_shaping:
                        reward[row, player] = -rules.potential(g, t, player)
                rules.apply(g, t, rng[row], actions[row])
                for player in range(players):
                    reward[row, player] += rules.outcome(g, player)
                    if potential_shaping:
                        reward[row, player] += rules.potential(g, t, player)
            end = rules.ending(g)
            follow = command == PLAY and end != 0 and stride > 0
            if command == BEGIN or follow:
                if follow:
                    numbers[row] += stride
                games[row] = templates[template_index[row]]
                start(rng[row], seeds[row], np.uint64(numbers[row]))
                rules.begin(g, t, rng[row])
            if command == BEGIN:
                end = rules.ending(g)
            terminated[row] = end == 1
            truncated[row] = end == 2
            running = rules.ending(g) == 0
            all_seats = not observe_acting_only or command != PLAY or not running
            for player in range(players):
                acted = to_act[row, player]
                acts = running and rules.waits_for(g, player)
                to_act[row, player] = acts
                if acts or acted or all_seats:
                    mask = action_mask[row, player] if dense else mask_scratch
                    rules.write_mask(g, t, player, mask)
                    if sparse:
                        before = legal_count[row, player]
                        count = pack_mask(mask, legal[row, player], before)
                        legal_count[row, player] = count
                        fits = fits and count <= legal.shape[2]
                if acts or all_seats:
                    seen = observation[row, player] if dense else row_scratch
                    rules.write_observation(g, t, player, seen)
                    if sparse:
                        before = feature_count[row, player]
                        count = pack(seen, feature_index[row, player], feature_value[row, player], before)
                        feature_count[row, player] = count
                        fits = fits and count <= feature_index.shape[2]
    return decisions if fits else -1


def accept(
    games: Games,
    requested: Requested,
    actions: JointActions,
    tables: Constants,
    num_actions: int,
    first: int,
    end: int,
) -> int:
    """Copy ``requested`` into ``actions``, in rows from ``first`` to ``end``, as long as it is allowed.

    In a game that is over everything is.

    Returns:
        -1, or row * P + player of the first action that is not allowed.
    """
    players: int = actions.shape[1]
    for row in range(first, end):
        running = rules.ending(games[row]) == 0
        for player in range(players):
            action = requested[row, player]
            if running and (
                action < 0 or action >= num_actions or rules.why_not(games[row], tables[0], player, action) != 0
            ):
                return row * players + player
            actions[row, player] = action
    return -1


def share(
    games: Games,
    rng: Rngs,
    seeds: Seeds,
    numbers: Numbers,
    template_index: Numbers,
    action_rng: Rngs,
    commands: Commands,
    actions: JointActions,
    observation: Observations,
    action_mask: Masks,
    legal: AllPlaces,
    legal_count: Counts,
    feature_index: AllPlaces,
    feature_value: AllValues,
    feature_count: Counts,
    to_act: Seats,
    reward: Rewards,
    terminated: Flags,
    truncated: Flags,
    row_scratch: Observation,
    mask_scratch: Mask,
    tables: Constants,
    templates: Templates,
    potential_shaping: bool,
    observe_acting_only: bool,
    random_actions: bool,
    stride: int,
    steps: int,
    requested: Requested,
    num_actions: int,
    plan: Plan,
    thread: int,
    patience: int,
) -> bool:
    """Do this thread's share of `accept`, if the plan says that actions are checked, and then of `drive`.

    No row is played before all are checked, and none at all if one is refused. Scratch memory is this thread's own;
    ``plan`` is that of all threads (see sharing.py), and what each found is written there. The calling thread is
    number 0 and alone waits for the others at the end: ``patience`` says how often it looks whether they are done.

    Returns:
        whether all is done, or refused. If not, the calling thread has to call again, to go on or to wait on.
    """
    mine = FIRST + thread * LINE
    if plan[CHECKED]:
        block = take_block(plan, CHECK, thread)
        while block >= 0:
            first = block * plan[BLOCK_ROWS]
            end = min(first + plan[BLOCK_ROWS], games.shape[0])
            refused = accept(games, requested, actions, tables, num_actions, first, end)
            if refused >= 0:
                before = plan[mine + REFUSED]
                plan[mine + REFUSED] = refused + 1 if before == 0 else min(before, refused + 1)
            block_done(plan, CHECK)
            block = take_block(plan, CHECK, thread)
        if not all_done(plan, CHECK, patience):
            return False
        for other in range(plan[NUM_THREADS]):
            if plan[FIRST + other * LINE + REFUSED] > 0:
                return True
    block = take_block(plan, DRIVE, thread)
    while block >= 0:
        first = block * plan[BLOCK_ROWS]
        end = min(first + plan[BLOCK_ROWS], games.shape[0])
        decisions = drive(
            games, rng, seeds, numbers, template_index, action_rng, commands, actions, observation, action_mask, legal,
            legal_count, feature_index, feature_value, feature_count, to_act, reward, terminated, truncated,
            row_scratch, mask_scratch, tables, templates, potential_shaping, observe_acting_only, random_actions,
            stride, steps, first, end,
        )  # fmt: skip
        plan[mine + DECISIONS] += max(decisions, 0)
        plan[mine + NO_ROOM] += decisions < 0
        block_done(plan, DRIVE)
        block = take_block(plan, DRIVE, thread)
    return thread > 0 or all_done(plan, DRIVE, patience)


def hide(games: Games, rng: Rngs, tables: Constants, player: int) -> None:
    """In every row, resample all that ``player`` can't know."""
    for row in range(games.shape[0]):
        rules.hide(games[row], tables[0], player, rng[row])


def copy(
    source: Games,
    source_bytes: Bytes,
    source_rows: Numbers,
    target: Games,
    target_bytes: Bytes,
    target_rows: Numbers,
) -> None:
    """Make ``target[target_rows[i]]`` equal to ``source[source_rows[i]]``, byte for byte.

    Only the bytes in use are touched, which of a game with room for more is a part. No row may be
    both read and written.
    """
    for i in range(source_rows.shape[0]):
        old, new = source_rows[i], target_rows[i]
        used, before = rules.used(source[old]), rules.used(target[new])
        for byte in range(used):
            target_bytes[new, byte] = source_bytes[old, byte]
        for byte in range(used, before):
            target_bytes[new, byte] = 0


def sound(g: Game, t: Tables) -> int:
    """Have nothing against a position: for a game whose rules rely on nothing but how its record is declared."""
    return 0


def inspect(games: Games, content: Bytes, tables: Constants, mask: Mask, players: int, codes: Numbers) -> None:
    """Write for each row whether it is a position, after its numbers have been found within their ranges.

    Args:
        games: the records; only read.
        content: their bytes.
        tables: constants the rules read.
        mask: [A] scratch memory.
        players: how many the game has.
        codes: written: 0, what the game's rule ``sound`` says, or one of BEHIND, NOBODY_ASKED, NO_ANSWER.
    """
    for row in range(games.shape[0]):
        g = games[row]
        codes[row] = sound(g, tables[0])
        if codes[row] != 0:
            continue
        for byte in range(rules.used(g), content.shape[1]):
            if content[row, byte] != 0:
                codes[row] = BEHIND
        if codes[row] != 0 or rules.ending(g) != 0:
            continue
        codes[row] = NOBODY_ASKED
        for player in range(players):
            if rules.waits_for(g, player):
                rules.write_mask(g, tables[0], player, mask)
                allowed = False
                for action in range(mask.shape[0]):
                    allowed = allowed or mask[action] != 0
                if not allowed:
                    codes[row] = NO_ANSWER
                    break
                codes[row] = 0


@dataclass(frozen=True)
class Kernels:
    """The drivers of one game, compiled when first called."""

    drive: Any
    accept: Any
    share: Any
    hide: Any
    copy: Any
    inspect: Any


KERNELS: dict[str, Kernels] = {}


def kernels_of(game: str, engine: ModuleType) -> Kernels:
    """Return the drivers of the game that gave ``game`` to ``rules_of``."""
    if game not in KERNELS:
        KERNELS[game] = bind(game, engine)
    return KERNELS[game]


def bind(game: str, engine: ModuleType) -> Kernels:
    """Copy every template for one game."""
    library = LIBRARIES[game]
    for word, kind in (("Games", library.types["Game"]), ("Rngs", library.types["Rng"])):
        library.types[word] = types.Array(kind, 1, "C")
    for word, name in (("Templates", "Game"), ("Constants", "Tables")):
        library.types[word] = types.Array(library.types[name], 1, "C", readonly=True)
    library.types.update(KINDS)
    alone = {"drive": library.bind(drive, rules=engine), "accept": library.bind(accept, rules=engine)}
    judge = getattr(engine, "sound", None) or library.bind(sound)
    return Kernels(
        **alone,
        inspect=library.bind(inspect, rules=engine, sound=judge),
        share=library.bind(share, **alone),
        hide=library.bind(hide, rules=engine),
        copy=library.bind(copy, rules=engine),
    )
