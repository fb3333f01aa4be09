"""What a name was once: it is taken for one more version, with a warning. Below: nothing. Above: whoever renames."""

from __future__ import annotations

import warnings


def renamed(old: str, new: str) -> None:
    """Warn the caller's caller that it used an old name, and say the new one."""
    warnings.warn(f"{old} is now {new}; the old name will be gone in the next version", FutureWarning, stacklevel=3)
