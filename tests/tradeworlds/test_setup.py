"""Set-up and options (TW-0.8, TW-1)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from ow_env.core import Batch
from ow_env.tradeworlds.cards import load_catalogue
from ow_env.tradeworlds.game import TradeWorlds
from tests.tradeworlds.games import everything
from tests.tradeworlds.oracle.cards import BASE, FACTIONS, PILES
from tests.tradeworlds.table import Table, game_of

pytestmark = pytest.mark.bounds

MANY = 600  # games that are opened
STARTERS = [
    *("Starship 1", "Starship 2", "Weapon 1", "Weapon 2", "Crew 1", "Crew 2"),
    *("Overcharged Coils", "Braced Frames"),
]


def test_tw_0_1_cards_are_as_the_words_say() -> None:
    cards = load_catalogue().cards
    assert len(cards) == 30
    for word, low in (("Starship", 5), ("Weapon", 1), ("Crew", 1)):
        of = [card for card in BASE.cards if card.name.startswith(f"{word} ")]
        assert [(card.trade, card.value) for card in of] == [(n, low + n - 1) for n in range(1, 6)]
    assert all(1 <= card.fields["trade"] <= 5 for card in cards)


def test_tw_0_4_what_a_player_has() -> None:
    at = Table().position()
    assert list(at["players"][0]) == [
        *("faction", "treasury", "homeworld", "unlocked", "hand", "known", "deck", "discard", "removed", "tops"),
        *("piles", "lane"),
    ]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_tw_1_2_each_player_owns_60_cards_of_which_eight_are_the_starting_deck(players: int) -> None:
    options: dict[str, Any] = {"scenario": "The Derelict"} if players == 1 else {"num_players": players}
    at = Table(**options).position()
    assert len(at["players"]) == players
    for him in at["players"]:
        assert sum(everything(him, at["decision"], False).values()) == 60
        assert sorted(him["hand"] + him["deck"]) == sorted(STARTERS)
        tops = Counter(BASE[name].pile for name in [*him["piles"], *him["tops"]])
        assert tops == dict.fromkeys(PILES, 13)


def test_tw_1_3_each_pile_has_its_top_card_up() -> None:
    for him in Table(num_players=4).position()["players"]:
        assert [BASE[top].pile for top in him["tops"]] == list(PILES)


def test_tw_1_4_how_a_player_begins() -> None:
    for him in Table(num_players=3).position()["players"]:
        assert (him["treasury"], him["homeworld"], him["unlocked"]) == (0, 18, 0)
        assert him["lane"] == [None] * 4
        assert (len(him["hand"]), len(him["deck"]), him["discard"], him["known"]) == (5, 3, [], [])


def even(found: Any, ways: int) -> None:
    """Check that each of so many ways comes up as often as the others."""
    counts = Counter(found)
    assert len(counts) == ways
    expected = len(found) / ways
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    assert chi_square < (ways - 1) + 4 * np.sqrt(2 * (ways - 1)) + 8


@pytest.mark.parametrize("players", [2, 3, 4])
def test_tw_1_5_every_seat_is_as_likely_to_start(players: int) -> None:
    batch = Batch(game_of(num_players=players), MANY, seed=5)
    even(batch.states["first"].tolist(), players)
    assert (batch.states["first"] == batch.states["leader"]).all()


def test_tw_1_5_not_where_one_is_given() -> None:
    for given in (1, "player_1"):
        assert set(Batch(game_of(first_player=given), 30).states["first"].tolist()) == {1}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_tw_1_1_factions_are_drawn_all_different(players: int) -> None:
    batch = Batch(game_of(num_players=players), MANY, seed=6)
    drawn = batch.states["players"]["faction"][:, :players]
    assert all(len(set(row)) == players for row in drawn.tolist())
    for seat in range(players):
        even(drawn[:, seat].tolist(), 4)


def test_tw_1_1_those_given_stay_and_are_not_drawn() -> None:
    for seed in range(20):
        found = [
            him["faction"] for him in Table(seed=seed, factions=["Covenant", None, "Brethren"]).position()["players"]
        ]
        assert found[::2] == ["Covenant", "Brethren"]
        assert found[1] in ("Acolytes", "Destined")
    same = Table(factions=["Destined"] * 3).position()["players"]
    assert [him["faction"] for him in same] == ["Destined"] * 3


@pytest.mark.parametrize(("levelled", "covenant", "brethren"), [(False, 5, 5), (True, 2, 10)])
def test_tw_0_8_levelled_factions(levelled: bool, covenant: int, brethren: int) -> None:
    from tests.tradeworlds.scenario import position_of

    table = Table(position_of("faction Covenant | hand C1, S1"), levelled_factions=levelled)
    table.do("role Treasurer", "bank Crew 1", "done")
    assert table.you["treasury"] == 1 + covenant
    table = Table(position_of("faction Brethren | lane 3/3 | foe lane 1/1"), levelled_factions=levelled)
    table.roll(5, 2)
    table.do("role Admiral", "send lane 1")
    assert table.you["treasury"] == brethren


def test_tw_0_8_options_are_told_as_they_were_given() -> None:
    assert TradeWorlds().options == {
        "scenario": "Trade Wars",
        "num_players": 2,
        "factions": None,
        "first_player": None,
        "reinforcements": False,
        "eliminated_tokens": "returned",
        "finish_round": False,
        "levelled_factions": False,
        "max_rounds": 100,
        "cards": None,
        "ask": "needed",
    }
    game = TradeWorlds(
        "Space Wars", 3, ["Covenant", None, None], "player_2", True, "removed", False, True, 50, None, "public"
    )
    assert TradeWorlds.rebuilt(game.options).options == game.options
    assert game.options["factions"] == ["Covenant", None, None]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"scenario": "Trade War"}, "scenario: expected one of 'Trade Wars', 'Space Wars', 'The Derelict'"),
        ({"num_players": 5}, "num_players of Trade Wars: expected a whole number from 2 to 4, got 5"),
        ({"num_players": 1}, "num_players of Trade Wars"),
        ({"scenario": "The Derelict", "num_players": 2}, "num_players of The Derelict"),
        ({"factions": ["Covenant"] * 5}, "num_players of Trade Wars"),
        ({"factions": ["Covenant"] * 3, "num_players": 2}, "factions: expected 2, one for each player, got 3"),
        ({"factions": ["Covenent", None]}, r"factions\[0\]: expected .*, got 'Covenent'; nearest: 'Covenant'"),
        ({"factions": "Covenant"}, "factions: expected a list with a Faction or None"),
        ({"first_player": 2}, "first_player"),
        ({"reinforcements": 1}, "reinforcements"),
        ({"eliminated_tokens": "gone"}, "eliminated_tokens: expected one of 'returned', 'removed', got 'gone'"),
        ({"max_rounds": 0}, "max_rounds"),
        ({"ask": "all"}, "ask: expected one of 'needed', 'public', got 'all'"),
        ({"cards": 3}, "cards: expected the path of a card file"),
    ],
    ids=str,
)
def test_an_option_is_refused_by_name(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        TradeWorlds(**options)


def test_there_are_four_factions() -> None:
    assert set(FACTIONS) == {"Acolytes", "Brethren", "Covenant", "Destined"}


def test_tw_m1_the_module_in_the_derelict_is_played_with_a_warning() -> None:
    with pytest.warns(UserWarning, match=r"reinforcements: the rulebook does not recommend them in The Derelict"):
        game = TradeWorlds("The Derelict", reinforcements=True)
    assert game.options["reinforcements"]
