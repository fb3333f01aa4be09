"""Replies that were paid for, kept on disk: a match that was broken off goes on without asking twice.

Below: nothing. Above: agent.py. A reply is a small JSON file, named by a hash of all that it depends on; several
processes may write to one folder.

    OW_LLM_ANSWERS        the folder (default: runs/llm in the current one); "": none are kept
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

VARIABLE = "OW_LLM_ANSWERS"
DEFAULT = Path("runs/llm")


@dataclass(frozen=True)
class Answer:
    """What a model said, and what it took."""

    text: str
    tokens_in: int
    tokens_out: int
    seconds: float


class Answers:
    """The replies in a folder."""

    def __init__(self) -> None:
        self.folder = Path(os.environ[VARIABLE]) if os.environ.get(VARIABLE) else DEFAULT
        self.kept = os.environ.get(VARIABLE) != ""

    def path_of(self, asked: Mapping[str, Any]) -> Path:
        """Return the file of the reply to all this."""
        name = sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()
        return self.folder / name[:2] / f"{name[2:34]}.json"

    def find(self, asked: Mapping[str, Any]) -> Answer | None:
        """Return the reply that is kept; None: none is, or its file is damaged."""
        if not self.kept:
            return None
        try:
            data = json.loads(self.path_of(asked).read_text("utf-8"))
            return Answer(str(data["text"]), int(data["tokens_in"]), int(data["tokens_out"]), float(data["seconds"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def keep(self, asked: Mapping[str, Any], answer: Answer) -> None:
        """Keep a reply; where the folder can't be written, the game goes on without."""
        path = self.path_of(asked)
        partial = path.with_suffix(f".{os.getpid()}")
        with contextlib.suppress(OSError):
            if self.kept:
                path.parent.mkdir(parents=True, exist_ok=True)
                partial.write_text(json.dumps(asdict(answer)), "utf-8")
                partial.replace(path)
