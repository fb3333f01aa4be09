"""The endpoint: one request, tried again where that helps, or a sentence that says what is wrong; several at once.

Below: the library ``openai`` (extra ``llm``), answers.py. Above: agent.py. Address and key are the client's own:
OPENAI_BASE_URL and OPENAI_API_KEY.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any, TypeVar

from agents.llm.answers import Answer
from agents.llm.settings import UNSET, Settings
from ow_env.core.text import escaped

KEY, ADDRESS = "OPENAI_API_KEY", "OPENAI_BASE_URL"
LONGEST_PAUSE = 120.0  # seconds before the next try, whatever the server asks
TOLD_FROM = 2.0  # seconds: shorter pauses are not told
MUCH = 300  # letters of what a server said

Item = TypeVar("Item")
Result = TypeVar("Result")


class Unanswered(ValueError):
    """A model that can't be asked, in a sentence that says why and what would help."""


class Endpoint:
    """Where a model is asked.

    Args:
        settings: which, and how.

    Raises:
        Unanswered: the client library or the key is missing.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings, self.name = settings, f"llm:{settings.model}"
        self.address = os.environ.get(ADDRESS) or "https://api.openai.com/v1"
        if find_spec("openai") is None:
            raise Unanswered(f"{self.name}: openai is not installed: pip install 'open-worlds-env[llm]'")
        if not os.environ.get(KEY):
            raise Unanswered(
                f"{self.name}: no key: set {KEY}, for a server that wants none to any word; and {ADDRESS} to"
                f" the server's address (now {self.address})"
            )
        self._client: Any = None
        self._told = float("-inf")  # when it last said something
        self._lock = threading.Lock()

    def ask(self, messages: Sequence[dict[str, str]], stop: threading.Event) -> Answer:
        """Return what the model says to these messages.

        Args:
            messages: of a chat, each with ``role`` and ``content``.
            stop: once it is set, nothing is tried again.

        Raises:
            Unanswered: it is refused, or fails as often as it may be tried.
        """
        import openai

        client = self._connected()
        for number in range(1, self.settings.tries + 1):
            begun = time.perf_counter()
            try:
                return self._asked(client, messages, begun)
            except Unanswered:
                raise
            except Exception as error:
                if not isinstance(error, openai.OpenAIError) and not from_outside(error):
                    raise
                why, again = self.fault(error)
                last = number == self.settings.tries
                if not again or last or stop.is_set():
                    tries = f" ({number} tries)" if number > 1 else ""
                    raise Unanswered(f"{self.name}: {why}{tries}") from None
                pause = pause_after(error, number)
                if pause >= TOLD_FROM:
                    self._tell(f"{self.name}: {why}; next try in {pause:.0f} s")
                stop.wait(pause)
        raise AssertionError("a try returns or raises")

    def _tell(self, line: str) -> None:
        """Say on stderr why a reply takes so long: once, however many requests wait for the same."""
        with self._lock:
            if time.monotonic() - self._told >= TOLD_FROM:
                print(escaped(line), file=sys.stderr, flush=True)
            self._told = time.monotonic()

    def _connected(self) -> Any:
        """Return the client, made when it is first needed: importing it takes a second."""
        import openai

        with self._lock:
            if self._client is None:
                self._client = openai.OpenAI(timeout=self.settings.timeout, max_retries=0)
            return self._client

    def _asked(self, client: Any, messages: Sequence[dict[str, str]], begun: float) -> Answer:
        """Send one request."""
        settings = self.settings
        options: dict[str, Any] = {"model": settings.model, "messages": list(messages)}
        if settings.temperature != UNSET:
            options["temperature"] = settings.temperature
        if settings.max_tokens:
            options["max_tokens"] = settings.max_tokens
        if settings.stream == "yes":
            text, used = "", None
            for chunk in client.chat.completions.create(**options, stream=True, stream_options={"include_usage": True}):
                text += "".join(choice.delta.content or "" for choice in chunk.choices[:1])
                used = chunk.usage or used
        else:
            reply = client.chat.completions.create(**options)
            choices = getattr(reply, "choices", None)
            if not choices:
                raise Unanswered(
                    f"{self.name}: {self.address} does not speak OpenAI's chat protocol: its reply has no choices"
                )
            text, used = choices[0].message.content or "", reply.usage
        seconds = time.perf_counter() - begun
        read, written = (int(getattr(used, name, None) or 0) for name in ("prompt_tokens", "completion_tokens"))
        return Answer(text, read, written, seconds)

    def fault(self, error: Exception) -> tuple[str, bool]:
        """Return what is wrong in words, and whether another try may help."""
        import openai

        said = escaped(str(getattr(error, "message", error)))[:MUCH]
        if isinstance(error, openai.APITimeoutError):
            return f"no reply from {self.address} in {self.settings.timeout:g} s (timeout=...)", True
        if isinstance(error, openai.APIConnectionError) and type(error.__cause__).__name__ == "ConnectError":
            return f"no server answers at {self.address}: is it running, and is {ADDRESS} right?", True
        if isinstance(error, (openai.AuthenticationError, openai.PermissionDeniedError)):
            return f"{self.address} refuses the key in {KEY}: {said}", False
        if isinstance(error, openai.NotFoundError):
            return f"{self.address} knows no model {self.settings.model!r}, or is no chat endpoint: {said}", False
        if isinstance(error, openai.RateLimitError):
            code = getattr(error, "code", None)
            return f"{self.address} takes no more requests for now (429): {said}", code != "insufficient_quota"
        if isinstance(error, openai.APIStatusError):
            return f"{self.address} answers {error.status_code}: {said}", error.status_code >= 500
        if isinstance(error, openai.OpenAIError) and not isinstance(error, openai.APIConnectionError):
            return f"{self.address}: {type(error).__name__}: {said}", False
        return f"the reply of {self.address} broke off, or is none of a chat endpoint: {said}", True


def from_outside(error: Exception) -> bool:
    """Tell whether an error that the client passed on came of what the server sent, or of the line to it."""
    library = type(error).__module__.partition(".")[0]
    return isinstance(error, OSError) or library in ("httpx", "httpx2", "httpcore", "httpcore2", "json")


def pause_after(error: Exception, number: int) -> float:
    """Return how many seconds to wait after a try: as the server asks, else twice as long each time."""
    headers = getattr(getattr(error, "response", None), "headers", {})
    try:
        asked = float(headers.get("retry-after", ""))
    except ValueError:
        asked = 0.0
    return min(LONGEST_PAUSE, max(asked, 0.5 * 2.0 ** (number - 1)))


def at_once(function: Callable[[Item, threading.Event], Result], items: Sequence[Item], most: int) -> list[Result]:
    """Return a function's results of some items, in their order; so many are worked on at once.

    The threads are daemons: who interrupts the caller does not wait for requests that hang.

    Args:
        function: called with an item and an event; once that is set, nothing more is wanted.
        items: any.
        most: threads.

    Raises:
        Exception: what the first call that failed has raised; those that had not begun are not made.
    """
    waiting: queue.SimpleQueue[int] = queue.SimpleQueue()
    done: queue.SimpleQueue[tuple[int, Any, BaseException | None]] = queue.SimpleQueue()
    stop = threading.Event()
    for place in range(len(items)):
        waiting.put(place)

    def work() -> None:
        while not stop.is_set():
            try:
                place = waiting.get_nowait()
            except queue.Empty:
                return
            try:
                done.put((place, function(items[place], stop), None))
            except BaseException as error:
                done.put((place, None, error))

    results: list[Any] = [None] * len(items)
    try:
        for _ in range(min(most, len(items))):
            threading.Thread(target=work, daemon=True).start()
        for _ in items:
            place, result, error = done.get()
            if error is not None:
                raise error
            results[place] = result
    finally:
        stop.set()
    return results
