"""What the game's page says, held against the game. Its sessions are run by tests/test_pages.py."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from ow_env.these_new_worlds import observe
from ow_env.these_new_worlds.cards import load_catalogue
from ow_env.these_new_worlds.game import TheseNewWorlds

pytestmark = pytest.mark.pure

PAGE = Path(__file__).parents[2] / "docs" / "these_new_worlds.md"
TEXT = PAGE.read_text("utf-8")


def rows(heading: str) -> list[list[str]]:
    """Return the cells of the tables of a section."""
    section = TEXT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ") and not line.startswith("| ---")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines][1:]


def test_its_table_of_slices_is_the_observation() -> None:
    told = [(name, "".join(axes.split()[::2]), what) for name, axes, what in rows("What a player sees")]
    assert told == [(f"`{each.name}`", each.axes or "1", each.meaning) for each in observe.slices.declared]


def test_its_table_of_actions_counts_them() -> None:
    wilds = ("Trade Envoy", "Privateers")
    left = list(TheseNewWorlds().actions)
    for count, name, _ in rows("Actions"):
        patterns = [re.sub(r"CARD|COLOUR", r"[A-Za-z ]+", each) for each in re.findall(r"`([^`]*)`", name)]
        if patterns[0].startswith("play Privateers"):
            patterns[1] = "play Privateers for nothing"
        meant = [
            action
            for action in left
            if any(re.fullmatch(pattern, action) for pattern in patterns)
            and ("CARD" not in name or not any(wild in action for wild in wilds))
        ]
        assert len(meant) == int(count), name
        left = [action for action in left if action not in meant]
    assert left == []


def test_its_options_are_the_games() -> None:
    assert [row[0].strip("`") for row in rows("Options")] == list(TheseNewWorlds().options)


def test_its_figures_of_an_observation_are_true() -> None:
    game = TheseNewWorlds()
    most = f"At most {game.most_numbers} of the {game.num_features}"
    allowed = f"{game.most_actions} of the {game.num_actions} actions"
    said = " ".join(TEXT.split())
    assert most in said
    assert allowed in said
    assert f"the {len(game.catalogue.cards)} cards and `N` the {len(game.catalogue.planets)} planets" in said


def test_its_card_file_can_be_used(tmp_path: Path) -> None:
    example = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)[0]
    assert tomllib.loads(example)
    (tmp_path / "mine.toml").write_text(example, encoding="utf-8")
    catalogue = load_catalogue(tmp_path / "mine.toml")
    assert (catalogue.card("Spot Trade").value, len(catalogue.cards), len(catalogue.planets)) == (5, 19, 17)
    assert "play Toll Gate" in TheseNewWorlds(cards=tmp_path / "mine.toml").actions
