"""Every line of the README that claims something in code is run."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stdout
from pathlib import Path

from ow_env import registry

README = Path(__file__).parents[1] / "README.md"


def test_the_readme_is_true():
    """What a `print` says stands behind it as a comment; nothing has a prompt, so that it can be pasted."""
    text = README.read_text("utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)
    assert len(blocks) == 2
    assert ">>> " not in text
    for block in blocks:
        with redirect_stdout(io.StringIO()) as said:
            exec(compile(block, str(README), "exec"), {})
        expected = re.findall(r"^print\(.*\)  # (.+)$", block, re.M)
        assert said.getvalue().splitlines() == expected != []


def test_it_is_short():
    text = re.sub(r"<!--.*?-->|```.*?```|<img[^>]*>|\]\([^)]*\)", " ", README.read_text("utf-8"), flags=re.S)
    assert len(re.findall(r"\w[\w'.-]*", text)) < 900  # the tables of agents and games are some 150 of them


def test_the_first_table_is_of_all_games():
    """Each game with its title, its number of players, and a page that there is."""
    first_screen = README.read_text("utf-8").partition("git clone")[0]
    rows = re.findall(r"^\| \[(.+?)\]\((\S+)\) \| (\d)(?: to (\d))? \|", first_screen, re.M)
    told = {title: (int(least), int(most or least)) for title, _, least, most in rows}
    facts = [registry.class_of(name).facts for name in registry.ROWS]
    assert told == {fact.title: fact.players for fact in facts}
    assert all((README.parent / page).is_file() for _, page, *_ in rows)
