"""What all tests share. Everything random is seeded, and nothing is timed."""

from __future__ import annotations

import os

from hypothesis import settings

UNCOMPILED = os.environ.get("NUMBA_DISABLE_JIT") == "1"

settings.register_profile(
    "suite",
    deadline=None,  # a slow machine is no failure
    derandomize=True,  # the same examples on every run
    max_examples=15 if UNCOMPILED else 100,
)
settings.load_profile("suite")
