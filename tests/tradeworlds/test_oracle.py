"""The oracle by itself: its cards and actions are the game's, it reads what it writes, and how long its games are."""

from __future__ import annotations

import pytest

from ow_env.tradeworlds.cards import load_catalogue
from tests.tradeworlds.oracle import positions
from tests.tradeworlds.oracle.cards import BASE, PILES
from tests.tradeworlds.oracle.late import late_position
from tests.tradeworlds.oracle.oracle import all_actions
from tests.tradeworlds.oracle.self_play import played
from tests.tradeworlds.oracle.table import Dice
from tests.tradeworlds.table import game_of


def test_both_name_the_same_actions() -> None:
    assert list(game_of(num_players=4).notation.of_seat[0].names) == all_actions()


def test_both_have_the_same_cards() -> None:
    """The oracle's table was typed by hand; every field of the catalogue is as there."""
    catalogue = load_catalogue()
    assert [card.name for card in catalogue.cards] == [card.name for card in BASE.cards]
    for card, mine in zip(catalogue.cards, BASE.cards, strict=True):
        fields = card.fields
        value = fields.get(
            {"starship": "capacity", "weapon": "firepower", "crew": "resistance"}.get(mine.pile, "amount")
        )
        assert (fields["trade"], value, fields["copies"], fields["start"]) == (
            *(mine.trade, mine.value, mine.copies, mine.start),
        )
        if mine.pile == PILES[-1]:
            assert (fields["effect"], fields["side"], tuple(fields["windows"])) == (
                mine.effect,
                mine.side,
                mine.windows,
            )


@pytest.mark.parametrize("number", range(6))
def test_the_oracle_reads_what_it_writes(number: int) -> None:
    """Three players late in a war with tokens: at every decision."""
    game = positions.read(late_position(3, module=True)(number), Dice(number), reinforcements=True)
    chooser = Dice(f"choice {number}")
    for _ in range(300):
        if game.is_over:
            break
        told = positions.write(game)
        assert positions.write(positions.read(told, Dice(0), reinforcements=True)) == told
        names = game.legal()
        game.play(names[chooser.below(len(names))])


@pytest.mark.slow
def test_the_oracles_games_are_as_they_should_be() -> None:
    """Random players of Trade Wars: about 45 rounds; credits end nearly all; two of a hundred are cut short."""
    ended = [played(number, "uniform")[0] for number in range(30)]
    assert 38 < sum(game.round for game in ended) / 30 < 56
    assert sum(game.result == "won" for game in ended) >= 29
