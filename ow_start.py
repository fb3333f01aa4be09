"""The script `ow` begins here: `ow_env.cli` is the command, and while it is being imported much can happen.

Alone beside the packages, for importing anything of `ow_env` imports Gymnasium, PettingZoo and NumPy first: that can be
interrupted, and PettingZoo asks in which folder it is, which may have been removed.
"""

from __future__ import annotations

import os
import sys


def main() -> int:
    """Run ``ow`` and return its exit code: see `ow_env.cli`."""
    try:
        os.getcwd()
        from ow_env.cli import main as run
    except KeyboardInterrupt:
        return 130
    except FileNotFoundError as error:
        if error.filename is not None:  # something else is missing
            raise
        print(
            "ow: the folder in which it was started is gone: change to another one, then start it again",
            file=sys.stderr,
        )
        return 2
    return run()
