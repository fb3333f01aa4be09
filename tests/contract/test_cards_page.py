"""What `ow cards` says of each game that has cards: a list of all, each by itself, a file of one's own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.contract.table import Contract, each_game
from training.cli import main

WIDTH = 100
each_with_cards = each_game(only=lambda contract: hasattr(contract.games[0], "catalogue"))


def printed(capsys: pytest.CaptureFixture[str], contract: Contract, *typed: str) -> str:
    assert main(["cards", "--game", contract.name, *typed]) == 0
    return capsys.readouterr().out


@each_with_cards
def test_every_card_is_listed_and_shown(contract: Contract, capsys: pytest.CaptureFixture[str]) -> None:
    told = printed(capsys, contract)
    cards = contract.games[0].catalogue.cards
    assert not [card.name for card in cards if not re.search(rf"(?<!\w){re.escape(card.name)}(?!\w)", told)]
    assert max(map(len, told.splitlines())) <= WIDTH
    assert "your own file" not in told
    for card in (cards[0], cards[len(cards) // 2], cards[-1]):
        assert printed(capsys, contract, "show", *card.name.split()).startswith(card.name)
        assert printed(capsys, contract, "show", card.name.lower()).startswith(card.name)
    for places in ("worlds", "planets"):
        for place in getattr(contract.games[0].catalogue, places, ())[:1]:
            assert printed(capsys, contract, "show", place.name).startswith(place.name)


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
