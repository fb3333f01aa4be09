"""Who plays the work items: this process, several, or a Ray cluster. All do the same, in any order.

Below: standard library; Ray only when it is asked for. Above: ladder.py. In order: what a crew is,
here, local processes, Ray.

A crew takes items from an iterator as it has hands free and yields (item, result) as they are done.
What a result is depends on the item alone, never on who played it. When the caller stops listening,
whatever is being played is dropped.
"""

from __future__ import annotations

import contextlib
import multiprocessing as mp
import os
import signal
import traceback
from collections.abc import Callable, Iterator
from importlib import import_module
from multiprocessing.connection import Connection, wait
from typing import Any, Self, TypeAlias

Item: TypeAlias = Any
Work: TypeAlias = Callable[[Any, Item], Any]  # a function of a module: (shared, item) -> result

TRIES = 3  # an item that kills its worker so often is given up
ONE_THREAD = {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


class Crew:
    """Those who do the work. Leaving its ``with`` block sends them home."""

    def run(self, work: Work, shared: Any, items: Iterator[Item]) -> Iterator[tuple[Item, Any]]:
        """Yield each item with ``work(shared, item)``, in the order in which they are done."""
        raise NotImplementedError

    def hands(self) -> int:
        """Return how many items are worked on at once: with fewer to give, somebody stands idle."""
        return 1

    def close(self) -> None:
        """Send all home."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class Here(Crew):
    """This process, one item after the other."""

    def run(self, work: Work, shared: Any, items: Iterator[Item]) -> Iterator[tuple[Item, Any]]:
        """Yield each item with its result."""
        for item in items:
            yield item, work(shared, item)


# ── Local processes ──────────────────────────────────────────────────────────────────────────


class Processes(Crew):
    """Processes of this machine, started afresh (spawned), each with one thread.

    A worker that is killed is replaced, and what it was playing is played again.

    Args:
        count: how many.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self.workers: list[_Worker] = []
        self._hired_for: tuple[Work, Any] | None = None

    def hands(self) -> int:
        """Return how many processes there are."""
        return self.count

    def close(self) -> None:
        """End all processes."""
        while self.workers:
            self.workers.pop().end()

    def run(self, work: Work, shared: Any, items: Iterator[Item]) -> Iterator[tuple[Item, Any]]:
        """Yield each item with its result; the processes stay for the next call."""
        if self._hired_for is None or self._hired_for[0] is not work or self._hired_for[1] is not shared:
            self.close()
            self._hired_for = work, shared
        workers = self.workers
        again: list[_Task] = []
        try:
            while True:
                busy = {worker.connection: worker for worker in workers if worker.task is not None}
                while len(busy) < self.count:
                    task = again.pop() if again else _next(items)
                    if task is None:
                        break
                    worker = next((one for one in workers if one.task is None), None)
                    if worker is None:
                        worker = _Worker(work, shared)
                        workers.append(worker)
                    worker.give(task)
                    busy[worker.connection] = worker
                if not busy:
                    return
                for connection in wait(list(busy)):  # a worker's death closes its connection too
                    worker = busy[connection]  # type: ignore[index]
                    task = worker.task
                    assert task is not None
                    try:
                        told, answer = worker.connection.recv()
                    except (EOFError, OSError):
                        workers.remove(worker)
                        worker.end()
                        task.tries += 1
                        if task.tries == TRIES:
                            raise RuntimeError(
                                f"{TRIES} workers died of {task.item} (exit code {worker.exit_code});"
                                " is there enough memory?"
                            ) from None
                        again.append(task)
                        continue
                    worker.task = None
                    if told == "failed":
                        raise RuntimeError(f"a worker failed:\n{answer}")
                    if told == "refused":
                        raise ValueError(answer)
                    yield task.item, answer
        finally:
            for worker in [worker for worker in workers if worker.task is not None]:
                workers.remove(worker)  # nobody wants its answer any more
                worker.end()


class _Task:
    """An item and how many workers have died of it."""

    def __init__(self, item: Item) -> None:
        self.item = item
        self.tries = 0


def _next(items: Iterator[Item]) -> _Task | None:
    for item in items:
        return _Task(item)
    return None


class _Worker:
    """One process and the line to it."""

    def __init__(self, work: Work, shared: Any) -> None:
        spawn = mp.get_context("spawn")  # a fork would copy threads and locks in unknown states
        self.connection, theirs = spawn.Pipe()
        self.process = spawn.Process(target=_serve, args=(theirs, work, shared), daemon=True)
        with _environment(ONE_THREAD), _undisturbed():  # a process for each core; threads would only fight
            self.process.start()
        theirs.close()  # so that the line breaks when the worker dies
        self.task: _Task | None = None
        self.exit_code: int | None = None

    def give(self, task: _Task) -> None:
        """Send an item. If the worker is dead already, reading its answer will tell."""
        self.task = task
        with contextlib.suppress(OSError):
            self.connection.send(task.item)

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self.connection.close()
        self.process.terminate()
        self.process.join(5)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.exit_code = self.process.exitcode
        self.process.close()


@contextlib.contextmanager
def _environment(variables: dict[str, str]) -> Iterator[None]:
    """Let child processes started meanwhile have these variables."""
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Let child processes started meanwhile not hear Ctrl-C, not even while they import: it is the parent's."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows; there `_serve` has to do
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(connection: Connection, work: Work, shared: Any) -> None:
    """Play items until the line breaks, as it does when the parent ends, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    with contextlib.suppress(EOFError, OSError):
        while True:
            connection.send(_done(work, shared, connection.recv()))


def _done(work: Work, shared: Any, item: Item) -> tuple[str, Any]:
    """Return what became of an item, as something that can be sent."""
    try:
        return "done", work(shared, item)
    except ValueError as error:  # a refusal: its words are for the user
        return "refused", str(error)
    except Exception:
        return "failed", f"{item}\n{traceback.format_exc()}"


# ── Ray ──────────────────────────────────────────────────────────────────────────────────────


class Ray(Crew):
    """The workers of a Ray cluster. Each of its machines needs this package, in the same version.

    Uses Ray's core only. Ray itself plays again what a dead worker or machine was playing.

    Args:
        address: of a running cluster ("auto" finds it; "ray://host:10001"); None: a cluster of
            this machine alone, for as long as the work lasts.
        processes: how many items at once; None: as many as the cluster has cores.
    """

    def __init__(self, address: str | None = None, processes: int | None = None) -> None:
        try:
            self.ray: Any = import_module("ray")
        except ImportError:
            raise ValueError("Ray is not installed: pip install 'open-worlds-env[ray]'") from None
        self.address = address
        self.processes = processes
        self._ours = False

    def close(self) -> None:
        """Leave the cluster, or end the one that was begun here."""
        if self._ours:
            self.ray.shutdown()
            self._ours = False

    def hands(self) -> int:
        """Return how many items the cluster works on at once; begins it, if it has not begun."""
        self._begin()
        return self.processes or max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    def _begin(self) -> None:
        if self.ray.is_initialized():
            return
        self._ours = True
        self.ray.init(
            address=self.address or "local",
            num_cpus=self.processes if self.address is None else None,
            include_dashboard=False if self.address is None else None,
            log_to_driver=False,
        )

    def run(self, work: Work, shared: Any, items: Iterator[Item]) -> Iterator[tuple[Item, Any]]:
        """Yield each item with its result."""
        self._begin()
        ray = self.ray
        running: dict[Any, Item] = {}
        try:
            # a task of one core also gets OMP_NUM_THREADS=1 from Ray
            remote = ray.remote(_done_there).options(num_cpus=1, max_retries=TRIES)
            there = ray.put(shared)
            while True:
                most = self.hands()
                while len(running) < 2 * most:  # one waits for each that plays: no hand is idle
                    task = _next(items)
                    if task is None:
                        break
                    running[remote.remote(work, [there], task.item)] = task.item
                if not running:
                    return
                ready, _ = ray.wait(list(running), num_returns=1)
                for reference in ready:
                    item = running.pop(reference)
                    told, answer = ray.get(reference)
                    if told == "failed":
                        raise RuntimeError(f"a worker failed:\n{answer}")
                    if told == "refused":
                        raise ValueError(answer)
                    yield item, answer
        finally:
            for reference in running:
                with contextlib.suppress(Exception):
                    ray.cancel(reference, force=True)


_fetched: dict[str, Any] = {}  # in a worker of Ray's: the ``shared`` it fetched last


def _done_there(work: Work, there: list[Any], item: Item) -> tuple[str, Any]:
    """Do an item in a worker of Ray's, which fetches ``shared`` once and not for every item.

    Args:
        work: a function of a module.
        there: the reference to ``shared``, in a list, so that Ray does not fetch it.
        item: what is to be done.
    """
    known = there[0].hex()
    if known not in _fetched:
        _fetched.clear()
        _fetched[known] = import_module("ray").get(there[0])
    return _done(work, _fetched[known], item)
