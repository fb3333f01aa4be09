"""How the commands of a checkout end (`python -m docs.benchmark`, `docs.results`, `docs.shipped`): with an exit code.

Below: training/files.py. Above: the `__main__.py` of these folders. 0: done; 2: refused, and why; 130: stopped.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Sequence

from training.files import in_words


def typed(module: str, argv: Sequence[str] | None = None) -> str:
    """Return a command as it was typed: "python -m docs.results turns"."""
    return shlex.join(["python", "-m", module, *(sys.argv[1:] if argv is None else argv)])


def ended(module: str, do: Callable[[], None]) -> int:
    """Do what a command does; return its exit code, and say why it refuses."""
    try:
        do()
    except KeyboardInterrupt:
        return 130
    except (ValueError, OSError) as refusal:
        print(f"{module}: {in_words(refusal)}", file=sys.stderr)
        return 2
    return 0
