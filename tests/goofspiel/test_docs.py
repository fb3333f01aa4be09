"""The page on adding a game quotes the files as they are, and its session runs."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "adding-a-game.md"


def test_every_block_stands_in_the_file_it_names() -> None:
    file, blocks = "", 0
    for name, block in re.findall(
        r"^`((?:ow_env|agents)/\S+\.py)`$|^```python\n(.*?)^```$", PAGE.read_text(), re.M | re.S
    ):
        file = name or file
        if block:
            blocks += 1
            assert block in (ROOT / file).read_text(), f"{file} has changed:\n{block}"
    assert blocks == 3


def test_the_session_runs() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert result.attempted == 8
    assert result.failed == 0
