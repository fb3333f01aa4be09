"""Where jobs are played: in this process, in several, or on a Ray cluster. All do the same, in any order.

Below: standard library; Ray only when it is asked for. Above: ladder.py, the deck lab. In order: what an executor is,
this process, local processes, Ray.

An executor takes jobs from an iterator as workers are free and yields (job, result) as they are done. A result depends
on the job alone, never on which worker played it. When the caller stops iterating, running jobs are dropped.

*Why not joblib:* it takes jobs in a thread of its own, in which the store that says what is left can't be asked; one
worker that is killed ends the whole call; and workers that hear Ctrl-C while they import print tracebacks.
"""

from __future__ import annotations

import contextlib
import multiprocessing as mp
import os
import signal
import traceback
from collections.abc import Callable, Iterator
from importlib import import_module
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any, Self, TypeAlias

from training.files import in_words

Job: TypeAlias = Any
Function: TypeAlias = Callable[[Any, Job], Any]  # of a module, so that it can be sent: (data, job) -> result

TRIES = 3  # a job that kills its worker so often is given up
ONE_THREAD = {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


class Executor:
    """What runs a function on jobs. Leaving its ``with`` block ends its workers."""

    def run(self, function: Function, data: Any, jobs: Iterator[Job]) -> Iterator[tuple[Job, Any]]:
        """Yield each job with ``function(data, job)``, in the order in which they are done."""
        raise NotImplementedError

    def num_workers(self) -> int:
        """Return how many jobs run at once: with fewer, a worker is idle."""
        return 1

    def close(self) -> None:
        """End all workers."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class SerialExecutor(Executor):
    """This process, one job after the other."""

    def run(self, function: Function, data: Any, jobs: Iterator[Job]) -> Iterator[tuple[Job, Any]]:
        """Yield each job with its result."""
        for job in jobs:
            yield job, function(data, job)


def executor_for(processes: int | None) -> Executor:
    """Return where jobs are played: in so many processes of this machine; None: one for each core.

    Raises:
        ValueError: there can't be so many.
    """
    if processes is not None and processes < 1:
        raise ValueError(f"--processes: expected a number from 1 up, got {processes}")
    processes = processes or os.cpu_count() or 1
    return SerialExecutor() if processes == 1 else ProcessExecutor(processes)


# ── Local processes ──────────────────────────────────────────────────────────────────────────


class ProcessExecutor(Executor):
    """Processes of this machine, started afresh (spawned), each with one thread.

    A worker that is killed is replaced, and what it was playing is played again.

    Args:
        count: how many.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self.workers: list[_Worker] = []
        self._started_for: tuple[Function, Any] | None = None

    def num_workers(self) -> int:
        """Return how many processes there are."""
        return self.count

    def close(self) -> None:
        """End all processes."""
        while self.workers:
            self.workers.pop().end()

    def run(self, function: Function, data: Any, jobs: Iterator[Job]) -> Iterator[tuple[Job, Any]]:
        """Yield each job with its result; the processes stay for the next call."""
        if self._started_for is None or self._started_for[0] is not function or self._started_for[1] is not data:
            self.close()
            self._started_for = function, data
        workers = self.workers
        again: list[tuple[Job, int]] = []  # jobs whose workers died, and how many did
        try:
            while True:
                busy = {worker.connection: worker for worker in workers if worker.job is not None}
                while len(busy) < self.count:
                    job, deaths = again.pop() if again else (next(jobs, None), 0)
                    if job is None:
                        break
                    worker = next((one for one in workers if one.job is None), None)
                    if worker is None:
                        worker = _Worker(function, data)
                        workers.append(worker)
                    worker.give(job, deaths)
                    busy[worker.connection] = worker
                if not busy:
                    return
                for connection in wait(list(busy)):  # a worker's death closes its connection too
                    worker = busy[connection]  # type: ignore[index]
                    job, deaths = worker.job, worker.deaths
                    try:
                        status, answer = worker.connection.recv()
                    except (EOFError, OSError):
                        workers.remove(worker)
                        worker.end()
                        if deaths + 1 == TRIES:
                            raise ChildProcessError(
                                f"{TRIES} workers died of {job} (exit code {worker.exit_code}); is there enough memory?"
                            ) from None
                        again.append((job, deaths + 1))
                        continue
                    worker.job = None
                    yield job, answer_of(status, answer)
        finally:
            for worker in [worker for worker in workers if worker.job is not None]:
                workers.remove(worker)  # nobody needs its answer any more
                worker.end()


class _Worker:
    """One process and the line to it."""

    def __init__(self, function: Function, data: Any) -> None:
        spawn = mp.get_context("spawn")  # a fork would copy threads and locks in unknown states
        self.connection, theirs = spawn.Pipe()
        self.process = spawn.Process(target=_serve, args=(theirs, function, data), daemon=True)
        with _environment(ONE_THREAD), _undisturbed():  # a process for each core; threads would only fight
            self.process.start()
        theirs.close()  # so that the line breaks when the worker dies
        self.job: Job | None = None
        self.deaths = 0  # of workers before, by this job
        self.exit_code: int | None = None

    def give(self, job: Job, deaths: int) -> None:
        """Send a job, of which so many workers died. If this one is dead already, reading its answer will tell."""
        self.job, self.deaths = job, deaths
        with contextlib.suppress(OSError):
            self.connection.send(job)

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
    resource_tracker.ensure_running()  # as the first worker would: it unblocks signals
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(connection: Connection, function: Function, data: Any) -> None:
    """Run jobs until the line breaks, as it does when the parent ends, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    with contextlib.suppress(EOFError, OSError):
        while True:
            connection.send(_done(function, data, connection.recv()))


def _done(function: Function, data: Any, job: Job) -> tuple[str, Any]:
    """Return what became of a job, as something that can be sent."""
    try:
        return "done", function(data, job)
    except (ValueError, OSError, MemoryError) as error:  # a refusal: its words are for the user
        return "refused", in_words(error)
    except Exception as error:
        return "failed", (f"{type(error).__name__}: {error}", f"{job}\n{traceback.format_exc()}")


def answer_of(status: str, answer: Any) -> Any:
    """Return what a worker answered, or raise what it met."""
    if status == "refused":
        raise ValueError(answer)
    if status == "failed":
        failure = RuntimeError(f"a worker failed: {answer[0]}")
        failure.add_note(answer[1])
        raise failure
    return answer


# ── Ray ──────────────────────────────────────────────────────────────────────────────────────


class RayExecutor(Executor):
    """The workers of a Ray cluster. Each of its machines needs this package, in the same version.

    Uses Ray's core only. Ray itself plays again what a dead worker or machine was playing.

    Args:
        address: of a running cluster ("auto" finds it; "ray://host:10001"); None: a cluster of
            this machine alone, for as long as the jobs last.
        processes: how many jobs at once; None: as many as the cluster has cores.
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

    def num_workers(self) -> int:
        """Return how many jobs the cluster works on at once; begins it, if it has not begun."""
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

    def run(self, function: Function, data: Any, jobs: Iterator[Job]) -> Iterator[tuple[Job, Any]]:
        """Yield each job with its result."""
        self._begin()
        ray = self.ray
        running: dict[Any, Job] = {}
        try:
            # a task of one core also gets OMP_NUM_THREADS=1 from Ray
            remote = ray.remote(_done_there).options(num_cpus=1, max_retries=TRIES)
            there = ray.put(data)
            while True:
                most = self.num_workers()
                while len(running) < 2 * most:  # one waits for each that runs: no worker is idle
                    job = next(jobs, None)
                    if job is None:
                        break
                    running[remote.remote(function, [there], job)] = job
                if not running:
                    return
                ready, _ = ray.wait(list(running), num_returns=1)
                for reference in ready:
                    job = running.pop(reference)
                    status, answer = ray.get(reference)
                    yield job, answer_of(status, answer)
        finally:
            for reference in running:
                with contextlib.suppress(Exception):
                    ray.cancel(reference, force=True)


_fetched: dict[str, Any] = {}  # in a worker of Ray's: the ``data`` it fetched last


def _done_there(function: Function, there: list[Any], job: Job) -> tuple[str, Any]:
    """Do a job in a worker of Ray's, which fetches ``data`` once and not for every job.

    Args:
        function: a function of a module.
        there: the reference to ``data``, in a list, so that Ray does not fetch it.
        job: what is to be done.
    """
    known = there[0].hex()
    if known not in _fetched:
        _fetched.clear()
        _fetched[known] = import_module("ray").get(there[0])
    return _done(function, _fetched[known], job)
