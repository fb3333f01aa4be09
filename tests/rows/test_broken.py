"""What is wrong in a game of another distribution is noticed by the tests that every game has to pass."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ow_env.compiled.jit import PURE

ROOT = Path(__file__).parents[2]
INSTALLED = Path(__file__).parent / "installed"

BREAKS = {  # the test that has to fail: what is broken, by what
    "test_what_a_seat_gets_is_the_same_after_hide": (  # of each other hand the lowest card stays
        """            if other != player:
                g.players[other].hand[card] = 0
    left = ROUNDS - g.turn
""",
        """            if other != player and kept(g, other) != card:
                g.players[other].hand[card] = 0
    left = ROUNDS - g.turn - 1
""",
    ),
    "test_the_mask_is_why_not": (  # a card is never offered
        "# What a seat is given\n",
        '''@rule
def write_mask(g: State, t: Tables, player: int, mask: Mask) -> None:
    """Write which actions are allowed, but for one."""
    for action in range(len(mask)):
        mask[action] = why_not(g, t, player, action) == OK
    mask[LAY + 55] = 0


# What a seat is given
''',
    ),
}
KEPT = '''@rule
def kept(g: State, player: int) -> int:
    """Return the lowest card of a hand; -1: there is none."""
    for card in range(CARDS):
        if g.players[player].hand[card]:
            return card
    return -1


'''


def asked(folder: Path, *names: str) -> str:
    """Return what the tests of these names say of the game in a folder, from a process of its own."""
    paths = os.pathsep.join(map(str, (folder, INSTALLED, ROOT)))
    command = ("pytest", "-q", "-p", "no:cacheprovider", "--tb=line", "--pyargs", "ow_env.testing", "--game", "rows")
    done = subprocess.run(
        [sys.executable, "-m", *command, "-k", " or ".join(names)], env={**os.environ, "PYTHONPATH": paths},
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.bounds
@pytest.mark.skipif(PURE, reason="uncompiled it takes minutes")
def test_what_is_broken_is_noticed_and_what_is_not_passes(tmp_path: Path) -> None:
    """A hide that keeps a hidden card, a mask that is not what `why_not` says."""
    copy = shutil.copytree(ROOT / "docs" / "examples" / "rows", tmp_path / "rows") / "game.py"
    text = copy.read_text("utf-8").replace("    Observation,\n", "    Mask,\n    Observation,\n")
    for before, after in BREAKS.values():
        assert text.count(before) == 1
        text = text.replace(before, after)
    hide = "@rule\ndef hide("
    copy.write_text(text.replace(hide, KEPT + hide), "utf-8")
    told = asked(tmp_path, *BREAKS, "test_names_read_back")
    assert set(re.findall(r"^FAILED .*::(\w+)\[rows\]", told, re.M)) == set(BREAKS), told
    assert "1 passed" in told
