"""What `ow cards` says of each game that has cards: a list of all, each by itself, a file of one's own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.contract.table import Contract, each_game
from training.cli import main
from training.commands.cards import listing_of

WIDTH = 100
UNUSED = {"none"}  # a word of card files that no card has
each_with_cards = each_game(only=lambda contract: hasattr(contract.games[0], "catalogue"))


def printed(capsys: pytest.CaptureFixture[str], contract: Contract, *typed: str) -> str:
    assert main(["cards", "--game", contract.name, *typed]) == 0
    return capsys.readouterr().out


@each_with_cards
def test_every_card_is_listed_and_shown(contract: Contract, capsys: pytest.CaptureFixture[str]) -> None:
    told = printed(capsys, contract)
    catalogue = contract.games[0].catalogue
    cards = catalogue.cards
    assert not [card.name for card in cards if not re.search(rf"(?<!\w){re.escape(card.name)}(?!\w)", told)]
    assert max(map(len, told.splitlines())) <= WIDTH
    assert "your own file" not in told
    for card in (cards[0], cards[len(cards) // 2], cards[-1]):
        assert printed(capsys, contract, "show", *card.name.split()).startswith(card.name)
        assert printed(capsys, contract, "show", card.name.lower()).startswith(card.name)
    assert [name for name, _ in catalogue.stated if name in catalogue.card_ids] == [card.name for card in cards]
    for beside in dict.fromkeys(row.section for _, row in catalogue.stated):
        name = next(name for name, row in catalogue.stated if row.section == beside)
        assert printed(capsys, contract, "show", name).startswith(f"{name}: ")


@each_with_cards
def test_every_word_and_label_of_the_files_has_its_meaning(contract: Contract) -> None:
    listing = listing_of(contract.name)
    assert listing is not None
    lists = {entry["words"] for entry in listing.vocabulary["fields"].values() if "words" in entry}
    words = {word.partition(":")[0] for name in lists for word in listing.vocabulary[name]}
    explained = set()
    for _, row in listing.stated:
        assert row.labels.keys() >= row.fields.keys() - {"use", "amount"}  # figures of one book's line have one label
        for label in row.labels.values():
            assert any(re.search(pattern, label) for pattern in listing.vocabulary["labels"]), label
        for key in row.fields:
            explained |= {line.removeprefix("may ").partition(":")[0] for line in listing.meaning(row, key)}
    assert explained >= words - UNUSED


@each_with_cards
def test_a_name_that_no_card_has_is_refused_with_the_nearest(
    contract: Contract, capsys: pytest.CaptureFixture[str]
) -> None:
    name = contract.games[0].catalogue.cards[-1].name
    assert main(["cards", "--game", contract.name, "show", *f"{name}x".split()]) == 2
    assert re.search(rf"there is no \w+ '{re.escape(name)}x'; nearest: ", capsys.readouterr().err)


@each_game(only=lambda contract: contract.odd_cards)
def test_a_file_of_ones_own_is_checked_and_laid_over(contract: Contract, capsys: pytest.CaptureFixture[str]) -> None:
    own = Path(contract.odd_cards or "")
    assert printed(capsys, contract, "check", str(own)).startswith(f"{own} can be used.\n")
    told = printed(capsys, contract, "--cards", str(own))
    game = contract.make(cards=str(own))
    assert not [card.name for card in game.catalogue.cards if card.name not in told]
    assert "your own file" in " ".join(told.split())
