"""A chat endpoint on this machine that speaks OpenAI's protocol and plays by a script, for tests.

Above: test_llm.py. Each reply is what `script(messages)` returns: a text; `Status` refuses; `Late` comes too late.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

KEY = "a-key"
MODEL = "scripted-model"


@dataclass(frozen=True)
class Status:
    """A refusal."""

    code: int
    said: str = "no"
    headers: dict[str, str] = field(default_factory=dict)
    error: str | None = None


@dataclass(frozen=True)
class Raw:
    """Something that is no reply of the protocol; it may break off."""

    text: str
    kind: str = "application/json"
    missing: int = 0  # bytes that are announced and never come


@dataclass(frozen=True)
class Late:
    """A reply after so many seconds."""

    seconds: float


Script = Callable[[list[dict[str, str]]], "str | Status | Late | Raw"]


class Server(ThreadingHTTPServer):
    """Counts what it is asked."""

    daemon_threads = True

    def __init__(self, script: Script) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.script = script
        self.asked: list[dict[str, Any]] = []  # the bodies of all requests
        self.now = self.most = 0  # requests in work, and the most at once
        self.lock = threading.Lock()

    @property
    def url(self) -> str:
        """What OPENAI_BASE_URL has to be."""
        return f"http://127.0.0.1:{self.server_port}/v1"


class Handler(BaseHTTPRequestHandler):
    """One request."""

    server: Server

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    def do_POST(self) -> None:
        """Answer a request for a chat completion."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with self.server.lock:
            self.server.asked.append(body)
            self.server.now += 1
            self.server.most = max(self.server.most, self.server.now)
        try:
            self.answer(body)
        except (BrokenPipeError, ConnectionResetError):
            pass
        finally:
            with self.server.lock:
                self.server.now -= 1

    def answer(self, body: dict[str, Any]) -> None:
        """Send the reply of the script."""
        if self.path != "/v1/chat/completions":
            return self.refuse(Status(404, "no such page"))
        if self.headers.get("Authorization") != f"Bearer {KEY}":
            return self.refuse(Status(401, "Incorrect API key provided"))
        if body["model"] != MODEL:
            return self.refuse(Status(404, f"The model `{body['model']}` does not exist"))
        reply = self.server.script(body["messages"])
        if isinstance(reply, Status):
            return self.refuse(reply)
        if isinstance(reply, Raw):
            return self.send(200, reply.text, {"Content-Type": reply.kind}, reply.missing)
        if isinstance(reply, Late):
            time.sleep(reply.seconds)
            reply = "MOVE: 1"
        read = sum(len(message["content"].split()) for message in body["messages"])
        usage = {"prompt_tokens": read, "completion_tokens": len(reply.split()), "total_tokens": 0}
        about = {"id": "1", "created": 1, "model": MODEL}
        if body.get("stream"):
            parts = [{"index": 0, "delta": {"content": word}, "finish_reason": None} for word in reply.split(" ")]
            for part in parts[1:]:
                part["delta"]["content"] = " " + part["delta"]["content"]
            chunks = [{**about, "object": "chat.completion.chunk", "choices": [part]} for part in parts]
            chunks.append({**about, "object": "chat.completion.chunk", "choices": [], "usage": usage})
            text = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n"
            return self.send(200, text, {"Content-Type": "text/event-stream"})
        message = {"role": "assistant", "content": reply}
        choices = [{"index": 0, "message": message, "finish_reason": "stop"}]
        self.send(200, json.dumps({**about, "object": "chat.completion", "choices": choices, "usage": usage}))

    def refuse(self, status: Status) -> None:
        """Send an error as the protocol has it."""
        error = {"message": status.said, "type": "error", "code": status.error}
        self.send(status.code, json.dumps({"error": error}), status.headers)

    def send(self, code: int, text: str, headers: dict[str, str] | None = None, missing: int = 0) -> None:
        """Send a response; that much of it is missing."""
        content = text.encode()
        self.send_response(code)
        for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content) + missing))
        self.end_headers()
        self.wfile.write(content)
        self.close_connection = self.close_connection or missing > 0


@contextmanager
def serving(script: Script) -> Iterator[Server]:
    """Run a server in a thread."""
    server = Server(script)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


def first(messages: list[dict[str, str]]) -> str:
    """The first move."""
    return "MOVE: 1"
