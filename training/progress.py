"""The line on stderr that says how far something is: one place for every command.

Below: core/text.py. Above: commands. On a terminal it is one line, rewritten each time; elsewhere, as into a file,
a line now and then.
"""

from __future__ import annotations

import shutil
import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import Self

from ow_env.core.text import escaped

PATIENCE = 20.0  # seconds between two lines where no terminal is
FASTEST = 0.2  # seconds between two lines on a terminal, for whoever asks `ProgressLine.due`
Layout = Callable[[str, int], Sequence[str]]  # a line and the columns there are -> its rows on a terminal


def cut(line: str, columns: int) -> list[str]:
    """Return a line as one row that does not wrap."""
    return [line[:columns]]


class ProgressLine:
    """Shows the last of the lines it is given. Close it in the end, or use it in a ``with`` block.

    Args:
        every: seconds between two lines where no terminal is; None: there none is shown at all.
        layout: how a line is laid out on a terminal.
        keep: which lines stay on the terminal above those that follow.
        must: which lines are shown where no terminal is although none is due.
    """

    def __init__(
        self,
        every: float | None = PATIENCE,
        layout: Layout = cut,
        keep: Callable[[str], bool] = lambda line: False,
        must: Callable[[str], bool] = lambda line: False,
    ) -> None:
        self.live = sys.stderr.isatty()
        self.every, self.layout, self.keep, self.must = every, layout, keep, must
        self.begun = time.monotonic()
        self.last = float("-inf")  # when a line was shown
        self.rows = 0  # on the terminal, to be written over
        self._lock = threading.Lock()
        self._closed = False

    @property
    def seconds(self) -> float:
        """Since it was made."""
        return time.monotonic() - self.begun

    def due(self) -> bool:
        """Return whether a line is wanted now: of use where making one is work."""
        wait = FASTEST if self.live else self.every
        return wait is not None and time.monotonic() - self.last >= wait

    def is_late(self) -> bool:
        """Return whether nothing was shown for so long that somebody may wonder: 2 s on a terminal, else `PATIENCE`."""
        return time.monotonic() - max(self.last, self.begun) >= (2.0 if self.live else PATIENCE)

    def __call__(self, line: str, final: bool = False) -> None:
        """Show a line; where no terminal is only if it is due, or final."""
        if self.live or (self.every is not None and (final or self.must(line) or self.due())):
            self.show(line)

    def show(self, line: str) -> None:
        """Show a line now. Nothing in it steers the terminal."""
        with self._lock:
            if self._closed:
                return
            line = escaped(line)
            if self.live:
                kept, room = self.keep(line), shutil.get_terminal_size().columns - 1
                rows = [line] if kept else list(self.layout(line, room))
                up = f"\x1b[{self.rows - 1}A" if self.rows > 1 else ""
                text = f"\r{up}\x1b[J" + "\n".join(rows) + "\n" * kept
                self.rows = 0 if kept or not line else len(rows)  # an empty one clears what was there
            else:
                text = f"{line}\n"
            print(text, end="", file=sys.stderr, flush=True)
            self.last = time.monotonic()

    def close(self) -> None:
        """End the line."""
        with self._lock:
            if self.rows:
                print(file=sys.stderr, flush=True)
            self.rows, self._closed = 0, True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class GamesPlayed:
    """The line of a run of many games: the share that is done, the games so far, how many a second.

    Slow agents play for minutes between two reports: then the last line comes again, with the time spent.
    What is quick needs no line. Close it in the end.
    """

    def __init__(self) -> None:
        self.line = ProgressLine()
        self.line.last = float("-inf") if self.line.live else self.line.begun
        self.before: int | None = None  # games that were in the store
        self.text = "no game ended yet"
        self.shown = self.whole = False
        self._closed = threading.Event()
        wait = 2.0 if self.line.live else PATIENCE
        threading.Thread(target=self._remind, args=(wait,), daemon=True).start()

    def due(self) -> bool:
        """Return whether a line would be shown now."""
        return self.before is None or self.line.due()

    def __call__(self, share: float, games: int, text: str = "") -> None:
        """Say that this share of the work is done, with so many games so far."""
        if self.before is None:
            self.before = games
        ends, self.whole = share >= 1 and not self.whole and self.shown, share >= 1
        rate = (games - self.before) / max(self.line.seconds, 1e-9)
        parts = [f"{100 * min(share, 1):3.0f} %", f"{games} games", f"{rate:.0f}/s", text]
        self.text = " | ".join(part for part in parts if part)
        if ends or (self.line.due() and not self.whole):
            self._show(self.text)

    def close(self) -> None:
        """End the line."""
        self._closed.set()
        self.line.close()

    def _show(self, text: str) -> None:
        self.shown = True
        self.line.show(text)

    def _remind(self, wait: float) -> None:
        while not self._closed.wait(wait / 4):
            if time.monotonic() - max(self.line.last, self.line.begun) >= wait:
                self._show(f"{self.text} | {self.line.seconds:.0f} s")
