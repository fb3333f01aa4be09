"""Setup, opening a round, and what chance decides (TNW-1, TNW-2, TNW-11)."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from ow_env.core import Batch
from ow_env.core.rng import RNG
from tests.scenarios import Row, rows
from tests.tables import Position, draws
from tests.these_new_worlds.oracle.cards import BASE, COLOURS
from tests.these_new_worlds.scenario import CARDS, check, position_of
from tests.these_new_worlds.table import Table, game_of

PLANETS = list(BASE.planets)
MANY = 2000  # games that are opened
IDLE = "passed | top Assembly of Worlds | hand Privateers"  # a pass ends the round

ROWS: list[Row] = rows(f"""
TNW-2.2, not: costs stay as they are for the round
    before: top Breakthrough | hand Spot Trade, Privateers | costs 2 5 3 1
    play: play Spot Trade; pass   after: +Spot Trade | tokens green 1 | passed | foe not held Peer Review, Open Archives
TNW-2.4: the deal passes to the other player, and who did not deal comes first
    before: {IDLE}
    play: pass   after: round 2 | dealer you | turn foe | collective Halcyon Seat, Thornmere, Sapphire Nine
TNW-2.4, not: during a round it stays where it is
    before: dealer you | turn you | top Assembly of Worlds | hand Privateers   play: pass   after: turn foe | passed
TNW-2.5: on an empty pile any coloured card may be played
    before: top -
            hand Border Militia, Breakthrough, Bumper Harvest, Provincial Decree, Courier Service, Spot Trade,
            Research Colony, Assembly of Worlds
    legal:  play Border Militia; play Breakthrough; play Bumper Harvest; play Provincial Decree; play Courier Service
            play Spot Trade; play Research Colony; play Assembly of Worlds
TNW-2.5, not: on a card only what the rules of play allow
    before: top Tax Season | hand Border Militia, Breakthrough, Bumper Harvest, Provincial Decree, Assembly of Worlds
    legal:  play Assembly of Worlds
""")


@pytest.mark.bounds
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)


@cache
def opened(**options: Any) -> list[Position]:
    """Return many positions in which a game has begun."""
    game = game_of(**options)
    batch = Batch(game, MANY, seed=3)
    return [game.position(batch.states[row : row + 1]) for row in range(300)]


@pytest.mark.bounds
def test_tnw_1_1_two_planets_open_the_collective_and_nobody_has_any() -> None:
    for at in opened():
        assert len(at["collective"]) == 2
        assert [him["planets"] for him in at["players"]] == [[], []]
        assert [him["dome"] for him in at["players"]] == [False, False]
        assert at["round"] == 1


@pytest.mark.bounds
def test_tnw_1_2_sixteen_planets_of_which_all_know_which_are_left() -> None:
    assert Counter(BASE.planets.values()) == dict.fromkeys(COLOURS, 4)
    for at in opened():
        assert sorted([*at["collective"], at["contested"], *at["deck"]]) == sorted(PLANETS)
    table = Table()
    for view in ("public", "player_0", "player_1"):
        assert table.game.position(table.batch.states, view)["deck"] == table.position()["deck"]


@pytest.mark.rule
def test_tnw_1_2_not_their_order() -> None:
    """A position has the planets that are left as a set: whoever copies it learns nothing of the next."""
    position = position_of(IDLE)
    assert position.get("deck") is None
    after = set()
    for seed in range(12):
        table = Table(position, seed=seed, ask="public")
        table.do("pass")
        after.add(table.position()["contested"])
    assert len(after) > 4


@pytest.mark.bounds
def test_tnw_1_3_each_seat_deals_first_as_often_and_the_option_names_one() -> None:
    dealers = Batch(game_of(), MANY, seed=1).states["dealer"]
    assert abs(dealers.mean() - 0.5) < 3 / np.sqrt(4 * MANY)
    for seat in range(2):
        assert set(Batch(game_of(first_dealer=seat), 20, seed=1).states["dealer"].tolist()) == {seat}


@pytest.mark.bounds
def test_tnw_1_3_not_the_dealer_but_the_other_comes_first() -> None:
    assert all(at["active"] == 1 - at["dealer"] for at in opened())


@pytest.mark.rule
def test_tnw_1_4_tokens_are_never_short() -> None:
    position = position_of("top Trade Envoy | hand Border Militia | foe hand Privateers | tokens red 900")
    table = Table(position, ask="public")
    table.do("play Border Militia")
    assert table.tokens() == [904, 0, 0, 0]


@pytest.mark.bounds
def test_tnw_2_1_a_planet_of_the_deck_is_turned_up() -> None:
    for at in opened():
        assert at["contested"] in PLANETS
        assert at["contested"] not in at["deck"]
    assert len({at["contested"] for at in opened()}) == 16


@pytest.mark.bounds
def test_tnw_2_1_not_one_that_lies_anywhere_else() -> None:
    for at in opened():
        assert at["contested"] not in at["collective"]


@pytest.mark.bounds
def test_tnw_2_2_each_die_shows_one_to_six_as_often() -> None:
    costs = Batch(game_of(), MANY, seed=4).states["costs"]
    for colour in range(4):
        shown, counts = np.unique(costs[:, colour], return_counts=True)
        assert shown.tolist() == [1, 2, 3, 4, 5, 6]
        assert ((counts - MANY / 6) ** 2 / (MANY / 6)).sum() < 5 + 5 * np.sqrt(10)


@pytest.mark.bounds
def test_tnw_2_3_eight_cards_each_and_two_set_aside() -> None:
    for at in opened():
        hands = [him["hand"] for him in at["players"]]
        assert [len(hand) for hand in hands] == [8, 8]
        assert len(at["set_aside"]) == 2
        assert sorted([*hands[0], *hands[1], *at["set_aside"]]) == sorted(CARDS)


@pytest.mark.bounds
def test_tnw_2_3_every_card_goes_everywhere_as_often() -> None:
    batch = Batch(game_of(), MANY, seed=5)
    places = [batch.states["players"][:, 0]["hand"], batch.states["players"][:, 1]["hand"], batch.states["set_aside"]]
    for sets, share in zip(places, (8 / 18, 8 / 18, 2 / 18), strict=True):
        for card in range(18):
            found = float(((sets >> np.uint64(card)) & np.uint64(1)).mean())
            assert abs(found - share) < 5 * np.sqrt(share * (1 - share) / MANY)


@pytest.mark.rule
def test_tnw_2_3_not_seen_by_the_other_nor_what_is_set_aside_by_anyone() -> None:
    table = Table()
    at = table.game.position(table.batch.states, "player_0")
    assert (at["players"][1]["hand"], at["set_aside"]) == (8, 2)
    assert isinstance(at["players"][0]["hand"], list)
    assert sorted(at["unseen"]) == sorted(set(CARDS) - set(at["players"][0]["hand"]))


@pytest.mark.rule
def test_tnw_2_6_the_pile_is_open_with_who_played_what() -> None:
    table = Table(position_of("top Peer Review | hand Spot Trade | foe played Peer Review, Breakthrough"), ask="public")
    for view in ("public", "player_0", "player_1"):
        at = table.game.position(table.batch.states, view)
        assert at["top"] == "Peer Review"
        assert {"Peer Review", "Breakthrough"} <= set(at["players"][1]["played"])
        assert at["players"][0]["played"] == table.you["played"]


# ── Chance ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.bounds
@pytest.mark.parametrize("dealer", [0, 1])
def test_tnw_11_1_what_is_drawn_in_which_order(dealer: int) -> None:
    """The dealer, two planets, the contested one, four costs: a game whose draws are laid down begins so."""
    rng = draws((2, dealer), (16, 3), (15, 0), (14, 13), (6, 4), (6, 0), (6, 5), (6, 2))
    game = game_of()
    state = game.template.copy()
    game.engine.begin(state[0], game.tables[0], rng[0])
    at = game.position(state)
    assert at["dealer"] == dealer
    assert at["collective"] == ["Ares Tor", "Vermeil"]
    assert at["contested"] == "Sapphire Nine"
    assert at["costs"] == {"red": 5, "yellow": 1, "green": 6, "blue": 3}


@pytest.mark.rule
def test_tnw_11_1_dice_of_combat_and_then_the_next_round() -> None:
    """Eight dice, then a planet and four costs; test_combat.py shows in which order the dice are."""
    domes = "dome red 6, blue 6 | foe dome red 6, blue 6 | tokens red 9, blue 9, green 9"
    table = Table(position_of(f"{IDLE} | {domes}"), ask="public")
    table.batch.rng[:] = draws(*[(6, None)] * 8, (13, 12), (6, 1), (6, 5), (6, 3), (6, 2))
    table.do("pass")
    at = table.position()
    assert at["players"][0]["planets"] == ["Sapphire Nine"]
    assert at["contested"] == "Lumen Deep"
    assert at["costs"] == {"red": 2, "yellow": 6, "green": 4, "blue": 3}


@pytest.mark.rule
def test_tnw_11_1_not_without_a_combat() -> None:
    table = Table(position_of(f"{IDLE} | dome red 6, blue 6"), ask="public")
    table.batch.rng[:] = draws((13, 12), (6, 1), (6, 5), (6, 3), (6, 2))
    table.do("pass")
    at = table.position()
    assert (at["contested"], list(at["costs"].values())) == ("Lumen Deep", [2, 6, 4, 3])


@pytest.mark.uncompiled
def test_tnw_11_1_every_deal_is_as_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that chance may give, one after the other: of six cards two each, every deal comes up equally often."""
    from ow_env.these_new_worlds.cards import load_catalogue
    from ow_env.these_new_worlds.rules import rounds, sets

    game = game_of(cards=load_catalogue().only(CARDS[:6]), hand=2)
    found: Counter[tuple[int, int]] = Counter()
    for path in paths(6, 5, 4, 3):
        left = iter(path)
        monkeypatch.setitem(sets.pick_any.__globals__, "below", lambda rng, size, left=left: next(left))
        state = game.template.copy()
        rounds.deal(state[0], game.tables[0], np.zeros(1, RNG)[0])
        found[int(state[0]["players"][0]["hand"]), int(state[0]["players"][1]["hand"])] += 1
    assert len(found) == 15 * 6
    assert set(found.values()) == {4}


def paths(*sizes: int) -> list[list[int]]:
    """Return every way to draw one of so many after the other."""
    ways: list[list[int]] = [[]]
    for size in sizes:
        ways = [[*way, number] for way in ways for number in range(size)]
    return ways


@pytest.mark.rule
def test_tnw_11_1_nothing_else_is_drawn() -> None:
    """A turn that ends no round leaves the generator as it is."""
    position = position_of("top Breakthrough | hand Spot Trade, Privateers, Tax Season | foe tokens red 3")
    table = Table(position, ask="public")
    before = table.batch.rng.tobytes()
    table.do("play Spot Trade", "play Trade Envoy for green", "play Privateers for red")
    assert table.batch.rng.tobytes() == before


@pytest.mark.bounds
def test_every_pair_of_planets_opens_the_collective_as_often() -> None:
    batch = Batch(game_of(), MANY, seed=6)
    counts = Counter(batch.states["collective"].tolist())
    pairs = [1 << one | 1 << two for one, two in combinations(range(16), 2)]
    assert set(counts) <= set(pairs)
    chi_square = sum((counts[pair] - MANY / 120) ** 2 / (MANY / 120) for pair in pairs)
    assert chi_square < 119 + 5 * np.sqrt(2 * 119)
