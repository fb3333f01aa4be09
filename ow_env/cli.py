"""The command `ow`, and the one door through which it ends: with a sentence and an exit code, in any case.

Below: siblings.py, then `training.cli`, imported only behind the door: an import can be interrupted as well, and
`agents` and `training` may be hidden by another distribution's packages of these names.

    0    done
    1    a mistake of this program; of `ow check-game`: something is wrong with the game
    2    refused: what was asked for can't be done, and why
    130  ended by Ctrl-C, SIGTERM or SIGHUP, which all commands take alike
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from types import FrameType

# Where Python reports an exception and goes on as if there were none.
IMPORT_CALLBACK = ("<frozen importlib._bootstrap>", "cb")
ENDINGS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


def main() -> int:
    """Run ``ow`` and return its exit code."""
    try:
        for each in ENDINGS:
            if signal.getsignal(each) is not signal.SIG_IGN:  # nohup: it is not to be heard
                signal.signal(each, end)
        fill_streams()
        if not has_folder():
            refuse("the folder in which it was started is gone: change to another one, then start it again")
            return 2
        return run()
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        if os.environ.get("OW_TRACEBACK"):
            raise
        where = traceback.extract_tb(error.__traceback__)[-1]
        refuse(
            f"a mistake of this program: {type(error).__name__}: {str(error)[:500]} ({where.filename}, line"
            f" {where.lineno}). With OW_TRACEBACK=1 set, the same command shows more to report."
        )
        return 1
    finally:
        for each in ENDINGS:  # what runs as Python ends is no longer interrupted by an exception
            if signal.getsignal(each) is end:
                signal.signal(each, signal.SIG_DFL)


def end(number: int, frame: FrameType | None) -> None:
    """Let a command end as it does at Ctrl-C; whoever asks a second time has it at once."""
    if frame is not None and (frame.f_code.co_filename, frame.f_code.co_name) == IMPORT_CALLBACK:
        from threading import Timer

        Timer(0.05, signal.raise_signal, (number,)).start()
        return
    for each in ENDINGS:
        signal.signal(each, signal.SIG_DFL)
    raise KeyboardInterrupt


def run() -> int:
    """Run ``ow`` if `agents` and `training` are ours."""
    from ow_env.siblings import SIBLINGS, ForeignPackage, check, sibling

    try:
        for package in SIBLINGS:
            check(package)
    except ForeignPackage as refusal:
        refuse(str(refusal))
        return 2
    code: int = sibling("training.cli").main()
    return code


def has_folder() -> bool:
    """Is the current folder still there? What is imported asks for it."""
    try:
        os.getcwd()
    except FileNotFoundError:
        return False
    return True


def refuse(why: str) -> None:
    """Say why on stderr, if anything can be written there."""
    try:
        print(f"ow: {why}", file=sys.stderr, flush=True)
    except OSError:
        lose(2)


def lose(number: int) -> None:
    """Send the rest of what is printed on stdout (1) or stderr (2) nowhere: Python would complain of it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), number)


def fill_streams() -> None:
    """Give the process the standard streams that it was started without (`ow >&-`): what is written there is lost.

    Otherwise the next file that is opened would take their place, and be written into.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free: this one
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, "w" if number else "r", encoding="utf-8", closefd=False))


if __name__ == "__main__":
    sys.exit(main())
