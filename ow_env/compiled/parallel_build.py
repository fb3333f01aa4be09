"""Two processes compile one game together: on two cores a cold build takes little more than half the time.

Below: nothing. Above: jit.py, whose ``Library.build`` is the only caller. Knows no numba.

A rule can be compiled once all it calls are. Of the rules in their order of definition each process
takes the first that nobody has taken and that waits for nothing, and tells the other through empty
files of a folder when it is done; what the other compiled is then loaded from disk. Nothing depends
on who compiled what, and a process that dies leaves what it had taken to the other.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

FEWEST = 40  # so many rules make it worth starting another process
PAUSE = 0.005  # seconds between looks at what the other has finished


def may_fork(tasks: int) -> bool:
    """Tell whether a second process helps, and is safe: a fork copies no thread but this one."""
    if tasks < FEWEST or not hasattr(os, "fork") or threading.active_count() > 1:
        return False
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return (cores or 1) > 1


class ParallelBuild:
    """This process, and perhaps another, at work on the same names.

    Args:
        needs: for each name, in the order of definition, names before it that have to be done first.
        make: makes one ready in this process: compiles it, or loads what lies on disk.
        tick: called once for each name that is done, by whomever.
    """

    def __init__(
        self,
        needs: Mapping[str, Sequence[str]],
        make: Callable[[str], None],
        tick: Callable[[], None],
    ) -> None:
        self.needs = needs
        self.make = make
        self.tick = tick
        self.done: set[str] = set()  # as far as this process knows
        self.here: set[str] = set()  # ready in this process
        self.other = 0  # process id; 0: there is none, or it has ended
        self.folder = Path()  # NAME.taken, NAME.done

    def run(self, *, together: bool = True) -> None:
        """Make everything; return when all of it is ready in this process.

        Args:
            together: may another process help? Only where what it makes can be loaded from disk.
        """
        if together and may_fork(len(self.needs)):
            with tempfile.TemporaryDirectory(prefix="ow_env-build-") as folder:
                self.folder = Path(folder)
                self.run_together()
        for name in self.needs:
            self.make_ready(name)
            self.see_done(name)

    def run_together(self) -> None:
        """Make everything with a second process, which ends with this call."""
        parent = os.getpid()
        self.other = os.fork()
        if self.other == 0:
            self.other, self.tick = parent, lambda: None
            try:
                self.take_part()
            finally:
                os._exit(0)
        child = self.other
        try:
            self.take_part()
        finally:
            if self.other:  # it has nothing left to do, or this process gives up
                with contextlib.suppress(ProcessLookupError, ChildProcessError):  # reaped by somebody else
                    os.kill(child, signal.SIGKILL)
                    os.waitpid(child, 0)
                self.other = 0

    def take_part(self) -> None:
        """Make what can be taken until everything is done, or nobody else is left to wait for."""
        while len(self.done) < len(self.needs) and self.other:
            name = self.next_name()
            if name is not None:
                self.make_ready(name)
                self.mark(name, "done")
                self.see_done(name)
            else:
                time.sleep(PAUSE)
                self.look()

    def next_name(self) -> str | None:
        """Take the first name that is free and waits for nothing; None if there is none now."""
        for name, needed in self.needs.items():
            if name not in self.done and self.done.issuperset(needed) and self.mark(name, "taken"):
                return name
        return None

    def mark(self, name: str, word: str) -> bool:
        """Leave a mark about a name that both processes see; False if it was there before."""
        try:
            (self.folder / f"{name}.{word}").touch(exist_ok=False)
        except FileExistsError:
            return False
        return True

    def look(self) -> None:
        """See what the other has finished, and whether it is still there."""
        for name in self.needs:
            if name not in self.done and (self.folder / f"{name}.done").exists():
                self.see_done(name)
        if not self.other_lives():
            self.other = 0

    def other_lives(self) -> bool:
        """Is the other process at work? A child whose parent is gone clears up after it."""
        if self.other == os.getppid():
            return True
        try:
            return os.waitpid(self.other, os.WNOHANG) == (0, 0)
        except ChildProcessError:
            shutil.rmtree(self.folder, ignore_errors=True)
            return False

    def see_done(self, name: str) -> None:
        """Take note of a name that is done."""
        if name not in self.done:
            self.done.add(name)
            self.tick()

    def make_ready(self, name: str) -> None:
        """Make a name ready in this process, and before it all that it needs."""
        if name not in self.here:
            self.here.add(name)
            for needed in self.needs[name]:
                self.make_ready(needed)
            self.make(name)
