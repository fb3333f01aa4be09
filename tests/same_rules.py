"""After the sources of rules were moved or made to read better: see that they play the same, and note it.

    python -m tests.same_rules      (`make same-rules`)

The contract suite, golden games and the oracle's among it, and the game's own tests are run, the slow ones too. If all
pass, the hash of today's sources is added to the ``same_rules.txt`` of each game whose sources have changed, under its
version; from then on results of the earlier sources count as results of these (ow_env/core/rules_hash.py). Rules and
cards that were meant to change raise the game's ``version`` first. Of a version that is new nothing is to be compared:
its first line is written at once.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from ow_env.core.rules_hash import SAME_RULES, same_rules, source_hash
from ow_env.registry import ROWS, class_of

TESTS = Path(__file__).parent


def main() -> int:
    """Run the tests and add the lines; return the exit code."""
    changed = {}
    for name in ROWS:
        line = str(class_of(name).version), source_hash(class_of(name).engine.__name__)
        if line not in known(name):
            changed[name] = line
    for name in [name for name, (version, _) in changed.items() if version not in dict(known(name))]:
        note(name, *changed.pop(name))
    if not changed:
        print("the sources of all rules are known")
        return 0
    told = [str(TESTS.parent / "ow_env" / "testing"), *(str(TESTS / name) for name in ("contract", *changed))]
    command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--dist", "loadgroup", "-m", "not uncompiled", *told]
    if subprocess.run(command, check=False).returncode:
        print(f"not noted: the tests of {', '.join(changed)} fail", file=sys.stderr)
        return 1
    for name, line in changed.items():
        note(name, *line)
    return 0


def known(name: str) -> list[tuple[str, str]]:
    """Return the lines of a game's file: version and hash."""
    return same_rules(class_of(name).engine.__name__)


def note(name: str, version: str, found: str) -> None:
    """Add a line."""
    module = sys.modules[class_of(name).engine.__name__]
    with Path(module.__file__ or "").with_name(SAME_RULES).open("a", encoding="utf-8") as lines:
        lines.write(f"{version} {found}\n")
    print(f"{name}: {found} plays as version {version} does")


if __name__ == "__main__":
    sys.exit(main())
