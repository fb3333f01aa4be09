"""The engine and the oracle agree at every decision: a share of what `oracle/lockstep.py` plays by the thousand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ow_env.tradeworlds.cards import load_catalogue
from tests.conftest import UNCOMPILED
from tests.lockstep import Disagreement, setup_of
from tests.tradeworlds.oracle import positions
from tests.tradeworlds.oracle.cards import BASE, PILES
from tests.tradeworlds.oracle.late import late_position
from tests.tradeworlds.oracle.lockstep import Lockstep
from tests.tradeworlds.oracle.oracle import Oracle, all_actions
from tests.tradeworlds.oracle.self_play import played
from tests.tradeworlds.oracle.setups import SETUPS, Setup
from tests.tradeworlds.oracle.table import Dice
from tests.tradeworlds.table import game_of

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.name)
def test_engine_and_oracle_agree(setup: Setup) -> None:
    """Who is asked, what is allowed, the whole position, what is drawn, and the rewards are the same."""
    games = 1 if UNCOMPILED else max(1, round(setup.weight))
    lockstep = Lockstep()
    lockstep.play(replace(setup, most=70 if UNCOMPILED else 600), 0, games)
    assert lockstep.games == games


@pytest.mark.parametrize(
    ("what", "wrong", "said"),
    [
        ("can_strike", lambda game: False, "player_"),
        ("bounties", lambda game: None, "/players/[012]/treasury"),
        ("die", lambda game: 1, "the positions differ"),
    ],
)
def test_a_difference_is_found_and_told(what: str, wrong: object, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An oracle with other rules is caught, and the message says where and what."""
    monkeypatch.setattr(Oracle, what, wrong)
    with pytest.raises(Disagreement, match=rf"(?s)setup 'late, three Brethren', game \d, decision \d+:.*{said}"):
        Lockstep().play(setup_of("late, three Brethren", SETUPS), 0, 5)


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


def test_the_oracles_games_are_as_they_should_be() -> None:
    """Random players of Trade Wars: about 45 rounds; credits end nearly all; two of a hundred are cut short."""
    ended = [played(number, "uniform")[0] for number in range(30)]
    assert 38 < sum(game.round for game in ended) / 30 < 56
    assert sum(game.result == "won" for game in ended) >= 29
