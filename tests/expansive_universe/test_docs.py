"""What the game's page says, held against the game. Its sessions are run by tests/test_pages.py too."""

from __future__ import annotations

import doctest
import re
import tomllib
from pathlib import Path

import pytest

from agents.expansive_universe import SCRIPTS
from ow_env.expansive_universe import observe
from ow_env.expansive_universe.cards import load_catalogue
from ow_env.expansive_universe.game import ExpansiveUniverse
from tests.files import rows_of

pytestmark = pytest.mark.pure

PAGE = Path(__file__).parents[2] / "docs" / "expansive_universe.md"
TEXT = PAGE.read_text("utf-8")


def test_its_sessions_are_true() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 10
    assert failed == 0


def test_its_table_of_actions_counts_them() -> None:
    left = list(ExpansiveUniverse().actions)
    for count, name, _ in sorted(
        rows_of(TEXT, "Actions"), key=lambda row: "SIDE" in row[1]
    ):  # `place on` before `place`
        pattern = re.sub(r"[A-Z]+", ".+", name.strip("`"))
        found = [action for action in left if re.fullmatch(pattern, action)]
        assert len(found) == int(count), name
        left = [action for action in left if action not in found]
    assert left == []


def test_its_table_of_slices_is_the_observation() -> None:
    told = rows_of(TEXT, "What a player sees")
    axes = {each.name: " \N{MULTIPLICATION SIGN} ".join(each.axes) or "1" for each in observe.slices.declared}
    assert told == [[f"`{each.name}`", axes[each.name], each.meaning] for each in observe.slices.declared]


def test_its_figures_of_the_observation_are_true() -> None:
    for players in (2, 3, 4):
        assert f"{ExpansiveUniverse(players).num_features:,}" in TEXT
    facts = ExpansiveUniverse().facts
    assert f"At most {facts.most_numbers} of them" in TEXT
    assert re.search(rf"{facts.most_actions}\nof the 552 actions allowed", TEXT)


def test_its_options_are_the_games() -> None:
    assert [row[0].strip("`") for row in rows_of(TEXT, "Options")] == list(ExpansiveUniverse().options)


def test_it_names_who_plays() -> None:
    told = [re.findall(r"`(\w+)`", row[0])[0] for row in rows_of(TEXT, "Who plays")[: 3 + len(SCRIPTS)]]
    assert told == ["random", *SCRIPTS, "learned", "search"]
    assert f"`{next(iter(SCRIPTS))}` (`scripted`)" in TEXT


def test_its_card_file_can_be_used(tmp_path: Path) -> None:
    example = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)[0]
    assert tomllib.loads(example)
    (tmp_path / "mine.toml").write_text(example, encoding="utf-8")
    catalogue = load_catalogue(tmp_path / "mine.toml")
    assert (catalogue.card("Berserker").combat, len(catalogue.cards)) == (3, 121)
    assert "use Toll Stamp" in ExpansiveUniverse(cards=tmp_path / "mine.toml").actions
