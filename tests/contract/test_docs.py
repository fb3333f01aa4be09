"""What each game's page says of it, held against the game. Its sessions are run by tests/test_pages.py."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from tests.contract.table import TESTS, Contract, each_game
from tests.files import rows_of

each_with_a_page = each_game(only=lambda contract: contract.page)


def text_of(contract: Contract) -> str:
    """Return the page."""
    return (TESTS.parent / "docs" / f"{contract.name}.md").read_text("utf-8")


@each_with_a_page
def test_its_options_are_the_games(contract: Contract) -> None:
    told = [row[0].strip("`") for row in rows_of(text_of(contract), "Options")]
    assert told == list(contract.games[0].options)


@each_with_a_page
def test_its_table_of_slices_is_the_observation(contract: Contract) -> None:
    told = [(name, re.findall("[A-Z]", axes), what) for name, axes, what in rows_of(text_of(contract), "Observations")]
    assert told == [(f"`{each.name}`", [*each.axes], each.meaning) for each in contract.page.slices.slices.declared]


@each_game(only=lambda contract: contract.page and contract.page.actions)
def test_its_table_of_actions_counts_them(contract: Contract) -> None:
    """Names with the longest fixed words first: `scrap CARD from row` before `scrap CARD`."""
    rows = [(int(count), re.findall(r"`([^`]*)`", names)) for count, names, _ in rows_of(text_of(contract), "Actions")]
    left = list(contract.games[0].actions)
    for count, names in sorted(rows, key=lambda row: -max(len(re.sub(r"\b[A-Z]+\b", "", name)) for name in row[1])):
        patterns = [re.sub(r"\b[A-Z]+\b", ".+", contract.page.shorthand.get(name, name)) for name in names]
        meant = [action for action in left if any(re.fullmatch(pattern, action) for pattern in patterns)]
        assert len(meant) == count, names
        left = [action for action in left if action not in meant]
    assert left == []


@each_game(only=lambda contract: contract.page and contract.page.figures)
def test_its_figures_of_the_observation_are_true(contract: Contract) -> None:
    said = " ".join(text_of(contract).split())
    usual = [game for game in contract.games if not game.options["cards"]]
    assert all(f"{game.num_features:,}" in said for game in usual)
    assert f"At most {usual[0].most_numbers} of" in said
    assert re.search(rf"\b{usual[0].most_actions} of the {usual[0].num_actions} actions", said)


@each_with_a_page
def test_its_card_file_can_be_used(contract: Contract, tmp_path: Path) -> None:
    example = re.findall(r"```toml\n(.*?)```", text_of(contract), re.DOTALL)[0]
    assert tomllib.loads(example)
    (tmp_path / "mine.toml").write_text(example, encoding="utf-8")
    game = type(contract.games[0])(cards=tmp_path / "mine.toml")
    assert set(contract.page.card_actions) <= set(game.actions)
    assert game.tables.tobytes() != contract.games[0].tables.tobytes()
