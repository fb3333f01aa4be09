"""The oracle by itself: its cards and actions are the game's, it reads what it writes, and how long its games are."""

from __future__ import annotations

from collections import Counter

import pytest

from ow_env.these_new_worlds.cards import load_catalogue
from tests.lockstep import Disagreement, setup_of
from tests.these_new_worlds.oracle import positions
from tests.these_new_worlds.oracle.cards import BASE
from tests.these_new_worlds.oracle.late import late_position
from tests.these_new_worlds.oracle.lockstep import Lockstep
from tests.these_new_worlds.oracle.oracle import Dice, Oracle, all_actions
from tests.these_new_worlds.oracle.self_play import played
from tests.these_new_worlds.oracle.setups import SETUPS
from tests.these_new_worlds.table import game_of


def test_other_dice_of_a_combat_are_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who takes a planet hangs on the dice told of: turned round they give it to somebody else."""
    fight = Oracle.fight
    monkeypatch.setattr(Oracle, "fight", lambda game: {0: 1, 1: 0, None: None}[fight(game)])
    with pytest.raises(Disagreement, match=r"/players/[01]/planets"):
        Lockstep().play(setup_of("eager", SETUPS), 0, 5)


def test_both_name_the_same_actions() -> None:
    assert list(game_of().actions) == all_actions()


def test_both_have_the_same_cards() -> None:
    """The oracle's table was typed by hand; every field of the catalogue is as there."""
    catalogue = load_catalogue()
    assert [
        (card.name, card.fields["colour"], card.fields["value"], card.fields["award"], card.fields.get("extra", []))
        for card in catalogue.cards
    ] == [(card.name, card.colour, card.value, list(card.awards), list(card.extras)) for card in BASE.cards]
    assert {planet.name: planet.colour.name.lower() for planet in catalogue.planets} == BASE.planets
    setup = catalogue.setup
    assert (BASE.collective_start, BASE.collective_limit, BASE.sides) == (
        *(setup.collective_start, setup.collective_limit, setup.sides),
    )


def test_the_oracle_reads_what_it_writes() -> None:
    for number in range(60):
        game = positions.read(late_position(number), Dice(number))
        while not game.is_over:
            told = positions.write(game)
            assert positions.write(positions.read(told, Dice(0))) == told
            game.play(Dice((number, game.round, len(game.deck))).random.choice(game.legal()))


@pytest.mark.slow
def test_the_oracles_games_are_as_they_should_be() -> None:
    """Random players: two of five games are nobody's, 5.2 rounds, 56 decisions; bounds four standard errors away."""
    ended = [played(number, "uniform") for number in range(300)]
    results = Counter(game.result for game, _ in ended)
    assert abs(results["nobody"] / 300 - 0.396) < 4 * 0.0283
    assert abs(results["draw"] / 300 - 0.094) < 4 * 0.0169
    assert abs(sum(game.round for game, _ in ended) / 300 - 5.20) < 4 * 0.06
    assert abs(sum(decisions for _, decisions in ended) / 300 - 56) < 4
