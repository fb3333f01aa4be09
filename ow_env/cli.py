"""Where the command `ow` begins: `training.cli` is it, once `agents` and `training` are known to be ours.

Below: core/siblings.py. The entry point stands here because the name `ow_env` is nobody else's: a script that imported
`training.cli` at once would end in a traceback wherever another distribution's `training` is found first.
"""

from __future__ import annotations

import sys

from ow_env.core.siblings import SIBLINGS, ForeignPackage, check, sibling


def main() -> int:
    """Run ``ow`` and return its exit code: 2, with a sentence, if a package of ours is hidden by another."""
    try:
        for package in SIBLINGS:
            check(package)
    except ForeignPackage as refusal:
        print(f"ow: {refusal}", file=sys.stderr)
        return 2
    code: int = sibling("training.cli").main()
    return code


if __name__ == "__main__":
    sys.exit(main())
