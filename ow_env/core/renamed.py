"""What a name was once: it is taken for one more version, with a warning. Below: nothing. Above: whoever renames."""

from __future__ import annotations

import warnings


def renamed(old: str, new: str, calls: int = 1) -> None:
    """Warn that an old name was used, and say the new one.

    Args:
        old: what was used.
        new: what it is called now, and what else is different.
        calls: how many calls up from here the public function is that was given the old name: 1: the caller.
    """
    message = f"{old} is now {new}; the old name will be gone in the next version"
    warnings.warn(message, FutureWarning, stacklevel=calls + 2)
