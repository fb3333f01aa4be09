"""Two processes make everything once, in an order in which nothing waits for ever."""

from __future__ import annotations

from collections.abc import Callable

import pytest

WORK = """
import os, sys, time, pathlib, tempfile
from ow_env.compiled import parallel_build
parallel_build.may_fork = lambda tasks: {forks}
needs = {{f"rule{{n}}": [f"rule{{m}}" for m in range(n) if n % (m + 2) == 0] for n in range(60)}}
made = pathlib.Path(tempfile.mkdtemp())
parent = os.getpid()

def make(name):
    assert all(needed in build.here for needed in needs[name]), name
    if not (made / name).exists():
        {trouble}
        time.sleep(0.002)
        (made / name).write_text(str(os.getpid()))

ticks = []
build = parallel_build.ParallelBuild(needs, make, lambda: ticks.append(1))
try:
    build.run()
except RuntimeError as error:
    print(error)
makers = {{int(path.read_text()) for path in made.iterdir()}}
try:
    os.waitpid(-1, os.WNOHANG)
    left = "a child is left"
except ChildProcessError:
    left = "no child is left"
print(len(build.here), len(list(made.iterdir())), len(ticks), len(makers), left)
"""


def work(fresh_process: Callable[..., str], trouble: str = "pass", forks: bool = True) -> list[str]:
    return fresh_process(WORK.format(trouble=trouble, forks=forks)).splitlines()


def test_both_make_a_part_and_all_is_ready_here(fresh_process):
    assert work(fresh_process) == ["60 60 60 2 no child is left"]


@pytest.mark.slow
def test_alone_all_is_made_too(fresh_process):
    assert work(fresh_process, forks=False) == ["60 60 60 1 no child is left"]


@pytest.mark.parametrize(
    "end",
    [
        pytest.param("os._exit(3)", marks=pytest.mark.slow),
        pytest.param("os.kill(os.getpid(), 9)"),
        pytest.param("raise MemoryError", marks=pytest.mark.slow),
    ],
)
def test_what_the_other_leaves_undone_is_made_here(fresh_process, end):
    trouble = f"if os.getpid() != parent and len(build.here) > 12: {end}"
    assert work(fresh_process, trouble)[-1].startswith("60 60 60 ")


@pytest.mark.slow
def test_an_error_here_ends_the_other(fresh_process):
    slow = "time.sleep(0.05 * (os.getpid() != parent))"  # so that this one comes to its trouble, whatever else runs
    trouble = f"{slow}\n        if os.getpid() == parent and len(build.here) > 12: raise RuntimeError('disk full')"
    said, counts = work(fresh_process, trouble)
    assert said == "disk full"
    assert counts.endswith("no child is left")


def test_few_rules_and_a_process_with_threads_take_no_other():
    import threading

    from ow_env.compiled.parallel_build import FEWEST, may_fork

    assert not may_fork(FEWEST - 1)
    stop = threading.Event()
    thread = threading.Thread(target=stop.wait)
    thread.start()
    assert not may_fork(FEWEST)
    stop.set()
    thread.join()
