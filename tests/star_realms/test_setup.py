"""Setup (SR-1): what lies where, who starts, how many cards are dealt."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from ow_env.core import Batch
from ow_env.star_realms.cards import Faction, load_catalogue
from tests.star_realms.games import box, census, game_of
from tests.star_realms.table import Table

pytestmark = pytest.mark.bounds


def dealt(seed: int = 3, **options) -> dict:
    return Table(seed=seed, **options).position()


def whole_deck(player: dict) -> Counter[str]:
    return Counter(player["hand"] + player["deck"])


def test_sr_1_1_what_each_player_and_the_table_begin_with() -> None:
    at = dealt()
    for player in at["players"]:
        assert whole_deck(player) == {"Scout": 8, "Viper": 2}
        assert player["authority"] == 50
        assert player["discard"] == player["top"] == player["bases"] == player["ships"] == []
    assert (at["explorers"], len(at["trade_row"]), len(at["trade_deck"])) == (10, 5, 75)
    assert census(game_of(), at) == box(game_of())
    assert (at["turn"], at["trade"], at["combat"], at["permissions"], at["played"]) == (1, 0, 0, 0, [])
    assert at["decision"] == {"type": "main"}


def test_sr_1_1_not_the_trade_deck_has_no_scouts_vipers_or_explorers() -> None:
    catalogue = load_catalogue()
    unaligned = {card.name for card in catalogue.cards if card.faction is Faction.UNALIGNED}
    assert unaligned == {"Scout", "Viper", "Explorer"}
    for seed in range(20):
        at = dealt(seed)
        assert not unaligned & set(at["trade_row"] + at["trade_deck"])
    assert sum(copies for _, copies in catalogue.trade_deck) == 80


MANY = 400  # games


def near(found: np.ndarray, expected: float) -> bool:
    """Whether an average is what is expected, within five standard errors."""
    return bool(abs(found.mean() - expected) < 5 * found.std() / np.sqrt(len(found)))


def test_sr_1_1_the_row_and_hands_are_drawn_at_random() -> None:
    batch = Batch(game_of(), MANY, seed=2)
    ids = game_of().catalogue.card_ids
    row = batch.states["row"]["copies"]
    assert near(row[:, ids["Ram"]], 2 * 5 / 80)
    assert near(row[:, ids["Mothership"]], 5 / 80)
    vipers = batch.states["players"]["hand"]["copies"][:, :, ids["Viper"]]
    starter, rows = batch.states["first"], np.arange(MANY)
    assert near(vipers[rows, starter], 3 * 2 / 10)
    assert near(vipers[rows, 1 - starter], 5 * 2 / 10)


def test_sr_1_2_either_seat_starts_as_often() -> None:
    assert near(Batch(game_of(), MANY, seed=1).states["first"], 0.5)


@pytest.mark.parametrize(("option", "seat"), [(0, 0), (1, 1), ("player_0", 0), ("player_1", 1), (np.int64(1), 1)])
def test_sr_1_2_an_option_fixes_who_starts(option, seat: int) -> None:
    batch = Batch(game_of(first_player=option), 20, seed=1)
    assert (batch.states["first"] == seat).all()
    assert (batch.states["active"] == seat).all()


def test_sr_1_2_not_the_seat_that_is_asked_is_not_always_the_starter() -> None:
    """Seat and role are two things: the observation says who started, all game long."""
    table = Table({"turn": 4, "first": 0, "active": 1, "players": [{}, {"hand": ["2x Scout"]}]})
    starter = next(feature for feature in table.game.features if feature.name == "starter")
    seen = table.batch.observation[0][:, starter.start : starter.stop].tolist()
    assert seen == [[1, 0], [0, 1]]
    assert table.asked == 1


def test_sr_1_3_the_starter_draws_three_cards_the_other_player_five() -> None:
    for seed in range(10):
        at = dealt(seed)
        assert at["active"] == at["first"]
        assert len(at["players"][at["first"]]["hand"]) == 3
        assert len(at["players"][1 - at["first"]]["hand"]) == 5


def test_sr_1_3_not_every_later_hand_has_five() -> None:
    table = Table(first_player=0)
    table.do("end turn")
    assert len(table.you["hand"]) == len(table.foe["hand"]) == 5
    table.do("end turn")
    assert len(table.foe["hand"]) == 5


def test_sr_1_4_no_redraw_of_a_hand_or_of_the_row() -> None:
    """Whatever lies there, one may play cards or end the turn."""
    for seed in range(30):
        assert all(name == "end turn" or name.startswith("play ") for name in Table(seed=seed).legal())


def test_sr_1_4_not_the_row_changes_when_a_card_leaves_it() -> None:
    table = Table(
        {
            "trade": 2,
            "trade_row": ["2x Cutter", "3x Trade Pod"],
            "trade_deck": ["Ram"],
            "players": [{"hand": ["Scout"]}, {}],
        }
    )
    table.do("buy Cutter")
    assert "Ram" in table.position()["trade_row"]
