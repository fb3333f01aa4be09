"""How threads share the rows of one call.

Below: bits.py, rng.py (whose rules these stand beside). Above: kernels.py, batch.py.

Work stealing over blocks of rows. Each thread has blocks of its own, the same in every call of one batch, so that they
may still be in its cache, and takes over others' blocks when it is done. So nobody waits for a thread that wakes late,
as on a busy machine. The calling thread works too; the others, `Helpers`, sleep until there is something to do.

Waking a thread costs the caller a few microseconds, and the thread starts tens of microseconds later, depending on the
machine and its load. Whether it pays is measured while running (`Tuner`).
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ow_env.compiled.array_types import type_of
from ow_env.core.bits import add_atomically, read_atomically
from ow_env.core.rng import core_rule, rule

Plan: TypeAlias = npt.NDArray[np.int64]  # as `planned` makes it
Task: TypeAlias = Callable[[], object]

AT_ONCE = 16  # joint decisions of a block: long beside taking a block, short beside all there is to do
PATIENCE = 20_000  # looks at whether the others are done, some ten microseconds, before the caller sleeps
NAP = 20e-6  # seconds
FORGET = 1.05  # by which the least time that was measured grows at each call
ON_TRIALS = 1 / 16  # of the time of calls that are watched may be lost on what turns out not to be the quickest
WATCHED = 16  # calls at the beginning, and then one of EVERY: more would cost time of small calls
EVERY = 8
UNKNOWN = float("inf")

# A plan is one line of the cache after the other, so that threads that write do not get into each other's way:
# what stays as it is; how many blocks are done; and of each thread what it alone or, seldom, another changes.
LINE = 8  # numbers
NUM_BLOCKS, NUM_THREADS, BLOCK_ROWS, CHECKED = range(4)  # in the first line; the last: is there a phase of checks?
DONE = LINE  # the second line: of each phase, how many blocks are done
FIRST = 2 * LINE  # of the first thread's line: of each phase, how many of its blocks are taken; then what it found:
DECISIONS, REFUSED, NO_ROOM = range(2, 5)
CHECK, DRIVE = range(2)  # phases

core_rule.library.types["Plan"] = type_of(np.dtype((np.int64, (1,))))


# ── For compiled code ────────────────────────────────────────────────────────────────────────────


@rule
def take_block(plan: Plan, phase: int, thread: int) -> int:
    """Return the number of a block that is this thread's to do now; -1 if all are taken."""
    blocks, threads = plan[NUM_BLOCKS], plan[NUM_THREADS]
    for further in range(threads):
        owner = (thread + further) % threads
        first, end = blocks * owner // threads, blocks * (owner + 1) // threads
        block: int = first + add_atomically(plan, FIRST + owner * LINE + phase, 1)
        if block < end:
            return block
    return -1


@rule
def block_done(plan: Plan, phase: int) -> None:
    """Tell that a block is done, and all that was written for it."""
    add_atomically(plan, DONE + phase, 1)


@rule
def all_done(plan: Plan, phase: int, patience: int) -> bool:
    """Return whether all blocks are done; look so often before the answer is no."""
    for _ in range(patience):
        if read_atomically(plan, DONE + phase) == plan[NUM_BLOCKS]:
            return True
    return False


# ── For everybody else ───────────────────────────────────────────────────────────────────────────


def planned(rows: int, threads: int, steps: int, check: bool) -> Plan:
    """Return how threads share rows, each of which takes so many joint decisions; nothing is done yet."""
    plan = np.zeros(FIRST + threads * LINE, np.int64)
    size = max(1, AT_ONCE // steps)
    plan[: CHECKED + 1] = -(-rows // size), threads, size, check
    return plan


def found(plan: Plan) -> Plan:
    """Return what each thread found [T, 8]: in columns DECISIONS, REFUSED and NO_ROOM."""
    return plan[FIRST:].reshape(-1, LINE)


class Tuner:
    """Finds by trying how many threads are the quickest for so much work. It never decides what comes out.

    Args:
        most: threads.
    """

    def __init__(self, most: int) -> None:
        self.choices = sorted({1, *(1 << n for n in range(most.bit_length())), most})
        self.took: dict[int, list[float]] = {}  # by how many bits the work has: nanoseconds a unit, for each choice
        self.calls: dict[int, int] = {}  # likewise: how many
        self.quickest: dict[int, int] = {}  # likewise: threads
        self.watching = False  # the call that was asked for last
        self.total = self.lost = 0.0  # nanoseconds
        self.trials = 0

    def pick(self, work: int) -> int:
        """Return how many threads to take: the quickest as far as is known, or others to know more."""
        kind = work.bit_length()
        calls = self.calls[kind] = self.calls.get(kind, 0) + 1
        self.watching = calls <= WATCHED or calls % EVERY == 0
        if not self.watching:
            return self.quickest.get(kind, 1)  # all so far may have been refused
        took = self.took.setdefault(kind, [UNKNOWN] * len(self.choices))
        which = took.index(UNKNOWN) if UNKNOWN in took else took.index(min(took))
        if self.lost < self.total * ON_TRIALS:
            self.trials += 1
            which = (which + self.trials) % len(took)
        return self.choices[which]

    def learn(self, work: int, threads: int, took: float) -> None:
        """Take note of how many nanoseconds a call took that is being watched."""
        kind, which = work.bit_length(), self.choices.index(threads)
        known = self.took[kind]
        first = known[which] == UNKNOWN  # it may have compiled, and counts as no time to lose a part of
        known[which] = min(took / max(work, 1), known[which] * FORGET)
        self.quickest[kind] = self.choices[known.index(min(known))]
        if not first:
            self.total += took
            self.lost += max(0.0, took - min(known) * work)


class Helpers:
    """Threads that sleep until they are given a task. They end when nobody holds this any more.

    Args:
        count: how many.
    """

    def __init__(self, count: int) -> None:
        self.process = os.getpid()
        self.tasks: SimpleQueue[Task | None] = SimpleQueue()
        for number in range(count):
            threading.Thread(target=help_on, args=(self.tasks,), daemon=True, name=f"ow_env_{number}").start()
        weakref.finalize(self, dismiss, self.tasks, count)

    @property
    def here(self) -> bool:
        """Do the threads run in this process? A forked child has only the one that forked."""
        return self.process == os.getpid()

    def share(self, own: Callable[[], bool], others: Sequence[Task]) -> None:
        """Have helpers do ``others`` while the calling thread does ``own``, again and again until that returns True.

        Raises:
            Exception: what one of the others has raised; the work is then not whole.
        """
        failures: list[Exception] = []
        with contextlib.suppress(Empty):
            while not self.tasks.empty():  # what nobody came to do is done
                self.tasks.get_nowait()
        for task in others:
            self.tasks.put(lambda task=task: attempt(task, failures))  # type: ignore[misc]
        while not own():
            if failures:
                raise failures[0]
            time.sleep(NAP)


def help_on(tasks: SimpleQueue[Task | None]) -> None:
    """Do one task after the other, until there is None."""
    while True:
        task = tasks.get()
        if task is None:
            return
        task()
        del task  # or what it holds would live until the next


def attempt(task: Task, failures: list[Exception]) -> None:
    """Do a task; keep the exception it raises."""
    try:
        task()
    except Exception as error:
        failures.append(error)


def dismiss(tasks: SimpleQueue[Any], count: int) -> None:
    """Let the threads end."""
    for _ in range(count):
        tasks.put(None)


def processors() -> int:
    """Return on how many processors this process may run."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
