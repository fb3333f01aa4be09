"""A running program, and the exchange of lines with it. Whatever it does, an exchange ends within its time.

Below: guard.py, which it runs under. Above: agent.py, training/program_check.py. Nothing here knows a game.

One thread moves all three streams while it waits: what is written may not be read, what is read may have no end, and
standard error may be flooded. Nothing is moved between exchanges: a program that writes then waits until it is read.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, get_args

from ow_env.core.text import escaped
from ow_env.version import VERSION

PROTOCOL = 1
WANTS = ("data", "text", "terse", "features")  # what a program can ask to be told of each decision
GUARD = Path(__file__).with_name("guard.py")
MOST = 2**20  # bytes of a line
CHUNK = 2**16  # bytes read or written at a time
TAIL = 1000  # bytes of standard error that are kept
SHOWN = 120  # letters of what it wrote, in a sentence
GRACE = 1.0  # seconds that it has to end after "quit"

Message = Mapping[str, Any]
Kind = Literal["over time", "crashed", "broke the protocol", "illegal action"]
KINDS: tuple[Kind, ...] = get_args(Kind)


class Failed(Exception):
    """A program did not do what it had to.

    Attributes:
        kind: in a word or two, to count by.
        why: in a clause that begins with "it".
    """

    def __init__(self, kind: Kind, why: str) -> None:
        super().__init__(why)
        self.kind: Kind = kind
        self.why = why


class Process:
    """A program that runs until it is closed, forgotten, or this process ends.

    Args:
        command: a program and its arguments.
        limit: seconds until it has said hello.

    Attributes:
        title: what it calls itself, and its version.
        wants: some of `WANTS`.

    Raises:
        Failed: here and in `ask`; the program has to be killed then, unless it was an illegal action.
    """

    def __init__(self, command: Sequence[str], limit: float) -> None:
        if not hasattr(os, "killpg"):
            raise ValueError("programs as agents run on Linux and macOS only: here they could not be ended safely")
        life, held = os.pipe()
        try:
            popen = subprocess.Popen(
                [sys.executable, "-I", "-S", str(GUARD), str(life), *command],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
                start_new_session=True, pass_fds=(life,), env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )  # fmt: skip
        finally:
            os.close(life)
        self._out, self._in, self._tail = bytearray(), bytearray(), bytearray()
        self._popen, self._end = popen, weakref.finalize(self, end, popen, self._out, held, os.getpid(), GRACE)
        self._held = held
        assert popen.stdin
        assert popen.stdout
        assert popen.stderr
        self._stdin, self._stdout, self._stderr = (each.fileno() for each in (popen.stdin, popen.stdout, popen.stderr))
        self._selector = selectors.DefaultSelector()
        for stream in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(stream, False)
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._stderr, selectors.EVENT_READ)
        self.title, self.wants = "", frozenset[str]()
        try:
            self._greet(limit)
        except BaseException:
            self.kill()
            raise

    def _greet(self, limit: float) -> None:
        hello = {"type": "hello", "protocol": PROTOCOL, "engine": f"open-worlds-env {VERSION}"}
        answer, _ = self.ask(hello, limit, "to say hello")
        if answer.get("type") != "hello":
            raise Failed("broke the protocol", f"it answered hello with a message of type {shown(answer.get('type'))}")
        if answer.get("protocol") != PROTOCOL or isinstance(answer["protocol"], bool):
            raise Failed(
                "broke the protocol", f"it speaks protocol {shown(answer.get('protocol'))}; here it is {PROTOCOL}"
            )
        wants = answer.get("wants", [])
        if not isinstance(wants, list) or any(want not in WANTS for want in wants):
            expected = f"a list of {', '.join(map(repr, WANTS))}"
            raise Failed("broke the protocol", f"its hello has wants {shown(wants)}; expected {expected}")
        title = [answer.get("name", ""), answer.get("version", "")]
        if not all(isinstance(part, str) for part in title):
            raise Failed("broke the protocol", f"its hello has name and version {shown(title)}; expected texts")
        self.title, self.wants = " ".join(filter(None, title))[:SHOWN], frozenset(wants)

    def tell(self, message: Message) -> None:
        """Send a message with the next that is asked."""
        self._out += json.dumps(message, separators=(",", ":"), allow_nan=False).encode() + b"\n"

    def ask(self, message: Message, limit: float, what: str = "for a decision") -> tuple[dict[str, Any], float]:
        """Send a message; return the answer, an object of JSON, and the seconds until it was there.

        Args:
            message: what JSON can say.
            limit: seconds.
            what: the limit is, for the sentence that says it was passed.
        """
        self.tell(message)
        begun = time.perf_counter()
        while b"\n" not in self._in:
            left = begun + limit - time.perf_counter()
            if left <= 0:
                unread = ", and has not read all that it was sent" if self._out else ""
                raise Failed("over time", f"it took longer than {limit:.3g} s {what}{unread}")
            self._move(left)
        spent = time.perf_counter() - begun
        line, _, rest = bytes(self._in).partition(b"\n")
        self._in = bytearray(rest)
        return self._read(line), spent

    def _move(self, limit: float) -> None:
        """Write and read what can be, waiting for it up to ``limit`` seconds."""
        writing = self._stdin in self._selector.get_map()
        if bool(self._out) != writing:
            if writing:
                self._selector.unregister(self._stdin)
            else:
                self._selector.register(self._stdin, selectors.EVENT_WRITE)
        for key, _ in self._selector.select(limit):
            if key.fd == self._stdin:
                self._write()
                continue
            piece = os.read(key.fd, CHUNK)
            if key.fd == self._stderr:
                self._tail = (self._tail + piece)[-TAIL:]
                if not piece:
                    self._selector.unregister(self._stderr)
            elif not piece:
                raise Failed("crashed", self._ended())
            else:
                self._in += piece
                if len(self._in) > MOST and b"\n" not in self._in:
                    raise Failed("broke the protocol", f"it wrote more than {MOST:,} bytes without a line break")

    def _write(self) -> None:
        try:
            del self._out[: os.write(self._stdin, self._out[:CHUNK])]
        except BlockingIOError:
            pass
        except OSError:  # nobody reads any more: its output will tell why
            self._out.clear()

    def _read(self, line: bytes) -> dict[str, Any]:
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise Failed("broke the protocol", f"it wrote a line that is no JSON: {shown(line)}") from None
        if not isinstance(answer, dict):
            raise Failed("broke the protocol", f"it wrote a line that is no object of JSON: {shown(line)}")
        return answer

    def _ended(self) -> str:
        """Return how it ended, as a clause, with the last it said on standard error."""
        try:
            code = self._popen.wait(GRACE)
        except subprocess.TimeoutExpired:
            return "it closed its standard output"
        while self._stderr in self._selector.get_map() and (piece := self._last_words()):
            self._tail = (self._tail + piece)[-TAIL:]
        by = f"exit code {code}"
        if code > 128 and code - 128 in signal.valid_signals():
            by = f"signal {signal.Signals(code - 128).name}"
        lines = self._tail.decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f"it ended with {by}" + (f", saying: {escaped(last[-SHOWN:])}" if last else "")

    def _last_words(self) -> bytes:
        try:
            return os.read(self._stderr, CHUNK)
        except BlockingIOError:
            return b""

    def quit(self) -> bool:
        """Tell it to quit, and end it; return whether it ended by itself in time."""
        return bool(self._end())

    def kill(self) -> None:
        """End it now."""
        if self._end.detach() is not None:
            end(self._popen, self._out, self._held, os.getpid(), 0)


def end(popen: subprocess.Popen[bytes], unsent: bytearray, held: int, owner: int, grace: float) -> bool:
    """End a program and all that it has started; return whether it had ended by itself.

    Args:
        popen: of the guard.
        unsent: what it has yet to be told.
        held: our end of its pipe.
        owner: the process that began it: one that was forked off since leaves it alone.
        grace: seconds that it has after "quit"; 0: it is not told.
    """
    if os.getpid() != owner or not hasattr(os, "killpg"):
        return False
    assert popen.stdin
    assert popen.stdout
    assert popen.stderr
    if grace:
        try:
            os.write(popen.stdin.fileno(), unsent + b'{"type":"quit"}\n')
        except OSError:  # it reads no more
            pass
    popen.stdin.close()
    by_itself = bool(grace) and drained(popen, time.perf_counter() + grace)
    try:
        os.killpg(popen.pid, signal.SIGKILL)  # whatever it has started, too
    except (ProcessLookupError, PermissionError):  # all have ended
        pass
    popen.wait()
    for stream in (popen.stdout, popen.stderr):
        stream.close()
    os.close(held)
    return by_itself


def drained(popen: subprocess.Popen[bytes], deadline: float) -> bool:
    """Read whatever it still writes; return whether it has ended before the deadline."""
    while popen.poll() is None:
        if time.perf_counter() > deadline:
            return False
        for stream in (popen.stdout, popen.stderr):
            assert stream is not None
            try:
                while os.read(stream.fileno(), CHUNK) and time.perf_counter() < deadline:
                    pass
            except BlockingIOError:
                pass
        time.sleep(0.002)
    return True


def shown(value: object) -> str:
    """Return what it wrote for a sentence: escaped, and not too long."""
    text = value.decode(errors="replace") if isinstance(value, bytes) else repr(value)
    return escaped(text[:SHOWN]) + ("..." if len(text) > SHOWN else "")
