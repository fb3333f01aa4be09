"""What the game's page says, held against the game."""

from __future__ import annotations

import doctest
import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from ow_env.star_realms import observe
from ow_env.star_realms.actions import VERBS
from ow_env.star_realms.cards import load_catalogue
from ow_env.star_realms.game import StarRealms
from tests.files import rows_of

pytestmark = pytest.mark.pure

PAGE = Path(__file__).parents[2] / "docs" / "star_realms.md"
TEXT = PAGE.read_text("utf-8")


def test_its_sessions_are_true() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 10
    assert failed == 0


def test_its_table_of_actions_counts_them() -> None:
    verbs = Counter(VERBS[verb] for verb in StarRealms().notation.rows["verb"].tolist())
    told = {re.findall(r"`([^`]*)`", name)[0]: int(count) for count, name, _ in rows_of(TEXT, "Actions")}
    named = {re.sub(r"\b(CARD|SHIP|BASE)\b", "{card}", name): count for name, count in told.items()}
    assert {name.removesuffix(" {card}"): count for name, count in named.items()} == verbs


def test_its_table_of_slices_is_the_observation() -> None:
    told = [(name, what) for name, _, what in rows_of(TEXT, "What a player sees")]
    assert told == [(f"`{each.name}`", each.meaning) for each in observe.slices.declared]


def test_its_options_are_the_games() -> None:
    assert [row[0].strip("`") for row in rows_of(TEXT, "Options")] == list(StarRealms().options)


def test_its_card_file_can_be_used(tmp_path: Path) -> None:
    example = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)[0]
    assert tomllib.loads(example)
    (tmp_path / "mine.toml").write_text(example, encoding="utf-8")
    catalogue = load_catalogue(tmp_path / "mine.toml")
    assert (catalogue.card("Ram").cost, len(catalogue.cards)) == (4, 51)
    game = StarRealms(cards=tmp_path / "mine.toml")
    assert "use Picket: fire" in game.actions
    assert "ally Spore" in game.actions


def test_its_figures_of_the_trade_deck_are_true() -> None:
    cards = [card for card in load_catalogue().cards if card.faction]
    assert len(cards) == 46
    assert {sum(c.copies for c in cards if c.faction is faction) for faction in {c.faction for c in cards}} == {20}
    ships, bases, outposts = (
        sum(card.copies for card in cards if is_one(card))
        for is_one in (lambda c: not c.is_base, lambda c: c.is_base, lambda c: c.outpost)
    )
    assert (ships, bases, outposts) == (55, 25, 16)
