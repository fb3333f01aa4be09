"""How threads share rows: every block is done once, and as many threads are taken as are quickest."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from ow_env.core.sharing import CHECK, DRIVE, EVERY, FORGET, Tuner, all_done, block_done, planned, take_block

pytestmark = pytest.mark.bounds


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("rows", [1, 16, 17, 1000])
def test_every_block_is_taken_once(rows: int, threads: int) -> None:
    plan = planned(rows, threads, 1, True)
    blocks = -(-rows // 16)
    taken: list[int] = []

    def take(thread: int) -> None:
        while (block := take_block(plan, DRIVE, thread)) >= 0:
            taken.append(block)
            block_done(plan, DRIVE)

    crew = [threading.Thread(target=take, args=(thread,)) for thread in range(threads)]
    for thread in crew:
        thread.start()
    for thread in crew:
        thread.join()
    assert sorted(taken) == list(range(blocks))
    assert all_done(plan, DRIVE, 1)
    assert not all_done(plan, CHECK, 1)


def test_a_thread_does_its_own_blocks_first_and_then_the_others() -> None:
    plan = planned(64, 2, 1, False)
    assert [take_block(plan, DRIVE, 1) for _ in range(5)] == [2, 3, 0, 1, -1]


def test_rows_that_take_long_are_shared_one_by_one() -> None:
    assert [take_block(planned(3, 3, 256, False), DRIVE, thread) for thread in range(3)] == [0, 1, 2]


def took(tuner: Tuner, work: int, cost: dict[int, float], calls: int) -> list[int]:
    """Take so long, in nanoseconds, with so many threads; return how many were taken."""
    picked = []
    for _ in range(calls):
        picked.append(tuner.pick(work))
        if tuner.watching:
            tuner.learn(work, picked[-1], cost[picked[-1]])
    return picked


@pytest.mark.parametrize(("cost", "best"), [({1: 100.0, 2: 60.0}, 2), ({1: 60.0, 2: 100.0}, 1)])
def test_the_quickest_number_of_threads_is_found(cost: dict[int, float], best: int) -> None:
    tuner = Tuner(2)
    picked = took(tuner, 100, cost, 1000)
    assert picked[0] == 1
    assert picked.count(best) > 950
    assert picked[500:].count(3 - best) > 1, "it looks again whether that still holds"
    lost = sum(cost[threads] for threads in picked) / (1000 * min(cost.values()))
    assert lost < 1.02


def test_a_first_call_that_compiles_decides_nothing() -> None:
    tuner = Tuner(2)
    took(tuner, 100, {1: 1e9, 2: 60.0}, 1)
    assert took(tuner, 100, {1: 50.0, 2: 60.0}, 1000)[10:].count(1) > 800


def test_small_work_and_large_are_told_apart() -> None:
    tuner = Tuner(2)
    for _ in range(500):
        took(tuner, 10, {1: 10.0, 2: 30.0}, 1)
        took(tuner, 1000, {1: 1000.0, 2: 520.0}, 1)
    assert took(tuner, 10, {1: 10.0, 2: 30.0}, 100).count(1) > 90
    assert took(tuner, 1000, {1: 1000.0, 2: 520.0}, 100).count(2) > 90


def test_it_notices_that_the_machine_has_become_busy() -> None:
    tuner = Tuner(2)
    took(tuner, 100, {1: 100.0, 2: 60.0}, 500)
    calls = EVERY * (int(np.log(150 / 60) / np.log(FORGET)) + 5)
    assert took(tuner, 100, {1: 100.0, 2: 150.0}, calls + 200)[calls:].count(1) > 150


@pytest.mark.parametrize(("most", "choices"), [(1, [1]), (2, [1, 2]), (3, [1, 2, 3]), (16, [1, 2, 4, 8, 16])])
def test_numbers_of_threads_that_are_tried(most: int, choices: list[int]) -> None:
    assert Tuner(most).choices == choices
