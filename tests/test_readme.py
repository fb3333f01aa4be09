"""Every line of the README that claims something in code is run."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from ow_env import registry

README = Path(__file__).parents[1] / "README.md"


def test_the_readme_is_true():
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried > 10
    assert failed == 0


def test_the_first_table_is_of_all_games():
    """Each game with its title, its number of players, and a page that there is."""
    first_screen = README.read_text("utf-8").partition("git clone")[0]
    rows = re.findall(r"^\| \[(.+?)\]\((\S+)\) \| (\d)(?: to (\d))? \|", first_screen, re.M)
    told = {title: (int(least), int(most or least)) for title, _, least, most in rows}
    facts = [registry.class_of(name).facts for name in registry.ROWS]
    assert told == {fact.title: fact.players for fact in facts}
    assert all((README.parent / page).is_file() for _, page, *_ in rows)
