"""What each player knows (TNW-9): what lies open, what is hidden, what a pass proves, what is observed of it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.scenarios import Row, rows
from tests.these_new_worlds.oracle.cards import BASE
from tests.these_new_worlds.scenario import CARDS, cards, check, planets, position_of
from tests.these_new_worlds.table import Table

pytestmark = pytest.mark.rule

HIGH = "top Garrison Levy | aside Assembly of Worlds, Escort Wing"  # both could follow

ROWS: list[Row] = rows(f"""
TNW-9.3: who plays no card holds no coloured card that could be played
    before: {HIGH} | hand Spot Trade, Peer Review
    play: pass   after: turn foe | passed | not held Escort Wing, Assembly of Worlds
TNW-9.3: cards of the other's hand are among these
    before: top Garrison Levy | hand Spot Trade | foe hand Assembly of Worlds, Escort Wing
    play: pass   after: turn foe | passed | not held Escort Wing, Assembly of Worlds
TNW-9.3: and those that only a planet of the passer lets play
    before: top Garrison Levy | aside Assembly of Worlds, Border Militia | hand Spot Trade | planets Vermeil
    play: pass   after: turn foe | passed | not held Border Militia, Assembly of Worlds
TNW-9.3: until they are discarded
    before: top Garrison Levy | hand Spot Trade | foe hand Escort Wing, Privateers
            aside Assembly of Worlds, Trade Envoy | not held Escort Wing, Assembly of Worlds | passed | turn foe
    play:   play Escort Wing
    after:  turn you | passed - | not held Assembly of Worlds | foe +Escort Wing | foe tokens red 1
TNW-9.3: what was known stays known, and more joins it
    before: top Arsenal Convoy | hand Spot Trade | aside Assembly of Worlds, Escort Wing | not held Assembly of Worlds
    play: pass   after: turn foe | passed | not held Escort Wing, Assembly of Worlds
TNW-9.3: until the round ends
    before: {HIGH} | hand Spot Trade | not held Escort Wing | passed
    play: pass   after: round 2 | not held - | collective Halcyon Seat, Thornmere, Sapphire Nine
TNW-9.3, not: nothing of cards that have been discarded
    before: top Garrison Levy | aside Trade Envoy, Escort Wing | hand Spot Trade | foe hand Privateers
    play: pass   after: turn foe | passed | not held Escort Wing
TNW-9.3, not: nothing of cards that only a planet of the other lets play
    before: top Garrison Levy | aside Assembly of Worlds, Border Militia | hand Spot Trade | foe planets Vermeil
    play: pass   after: turn foe | passed | not held Assembly of Worlds
TNW-9.3, not: whether a wild was declined is not shown
    before: {HIGH} | hand Privateers, Spot Trade
    play: pass   after: turn foe | passed | not held Escort Wing, Assembly of Worlds
TNW-9.3, not: a player with an empty hand proves nothing
    before: {HIGH} | hand - | turn foe | costs 2 5 3 1 | tokens red 2, blue 1
    play: pass   after: turn you | passed | step dome | foe not held Escort Wing, Assembly of Worlds
TNW-9.3, not: to pass the dome step proves nothing
    before: {HIGH} | hand Spot Trade | step dome | has played | costs 2 5 3 1 | tokens red 2, blue 1
    play: pass   after: turn foe | step card | has played -
TNW-9.3, not: to play a card proves nothing
    before: {HIGH} | hand Spot Trade, Privateers   play: play Privateers for nothing   after: +Privateers | turn foe
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)


# ── Observations ─────────────────────────────────────────────────────────────────────────────────

PLANETS = list(BASE.planets)
FULL = (
    "round 4 | dealer you | turn you | step dome | has played | passed | top Peer Review | hand Spot Trade, Privateers"
    " | foe hand Breakthrough, Tax Season, Border Militia | aside Assembly of Worlds, Escort Wing"
    " | not held Escort Wing | foe not held Assembly of Worlds | foe tokens blue 3"
    " | foe dome green 3, blue 1 | costs 2 5 3 1 | tokens red 4, green 3 | planets Vermeil | foe planets Loam, Aurelia"
    " | collective Azimuth, Marigold | contested Evergild"
)


class Seen:
    """What a seat observes, by name."""

    def __init__(self, table: Table, seat: int) -> None:
        self.row, self.game = table.batch.observation[0, seat], table.game

    def numbers(self, name: str) -> list[int]:
        """Return a slice."""
        feature = next(each for each in self.game.features if each.name == name)
        found: list[int] = self.row[feature.start : feature.stop].tolist()
        return found

    def names(self, name: str, among: list[str], place: int = 0) -> list[str]:
        """Return what a slice of flags names."""
        flags = self.numbers(name)[place * len(among) : (place + 1) * len(among)]
        assert set(flags) <= {0, 1}
        return [each for each, flag in zip(among, flags, strict=True) if flag]


@pytest.mark.parametrize("seat", [0, 1])
def test_tnw_9_1_what_lies_open_is_seen_by_both(seat: int) -> None:
    seen = Seen(Table(position_of(FULL)), seat)
    me, him = seat, 1 - seat  # where player_0 and player_1 stand among the observed seats
    assert seen.names("contested", PLANETS) == ["Evergild"]
    assert seen.names("collective", PLANETS) == planets("Marigold, Azimuth")
    assert seen.names("empire", PLANETS, me) == ["Vermeil"]
    assert seen.names("empire", PLANETS, him) == planets("Aurelia, Loam")
    assert len(seen.names("deck", PLANETS)) == 10
    assert seen.numbers("cost") == [2, 5, 3, 1]
    for name, mine, other in (("tokens", [4, 0, 3, 0], [0, 0, 0, 3]), ("paid", [0, 0, 0, 0], [0, 0, 3, 1])):
        assert seen.numbers(name)[me * 4 : me * 4 + 4] == mine
        assert seen.numbers(name)[him * 4 : him * 4 + 4] == other
    for name, mine, other in (("dome", 0, 1), ("hand_count", 2, 3), ("planet_count", 1, 2), ("asked", 1, 0),
                              ("dealer", 1, 0)):  # fmt: skip
        assert (seen.numbers(name)[me], seen.numbers(name)[him]) == (mine, other), name
    assert seen.names("top", CARDS) == ["Peer Review"]
    assert len(seen.names("played", CARDS, me)) == 6
    assert len(seen.names("played", CARDS, him)) == 5
    assert seen.names("not_held", CARDS, me) == ["Escort Wing"]
    assert seen.names("not_held", CARDS, him) == ["Assembly of Worlds"]
    assert seen.numbers("step") == [0, 1, 0]
    assert [seen.numbers(name) for name in ("has_played", "passed", "round", "rounds_left", "collective_count")] == [
        *([1], [1], [4], [2], [2]),
    ]


def test_tnw_9_1_not_what_lies_open_no_more() -> None:
    at = Table(position_of("passed | top Assembly of Worlds | hand Privateers | tokens red 3"), ask="public")
    at.do("pass")
    seen = Seen(at, 0)
    assert set(seen.numbers("tokens") + seen.numbers("played") + seen.numbers("top") + seen.numbers("dome")) == {0}


def test_tnw_9_2_what_is_neither_in_my_hand_nor_discarded_is_unseen() -> None:
    table = Table(position_of(FULL))
    mine, other = Seen(table, 0), Seen(table, 1)
    assert mine.names("hand", CARDS) == cards("Spot Trade, Privateers")
    assert mine.names("unseen", CARDS) == [
        *("Border Militia", "Escort Wing", "Tax Season", "Assembly of Worlds", "Breakthrough"),
    ]
    assert other.names("unseen", CARDS) == ["Escort Wing", "Assembly of Worlds", "Spot Trade", "Privateers"]


def test_tnw_9_2_ten_cards_when_the_round_opens_and_always_two_more_than_the_other_holds() -> None:
    table = Table(seed=4)
    assert len(Seen(table, 0).names("unseen", CARDS)) == 10
    while table.asked is not None:
        for seat in range(2):
            seen = Seen(table, seat)
            assert len(seen.names("unseen", CARDS)) == 2 + seen.numbers("hand_count")[1]
        table.do(table.legal()[-1])


def test_tnw_9_2_not_a_card_of_my_own_or_of_the_pile() -> None:
    seen = Seen(Table(position_of(FULL)), 1)
    mine = seen.names("hand", CARDS) + seen.names("played", CARDS, 0) + seen.names("played", CARDS, 1)
    assert not set(seen.names("unseen", CARDS)) & set(mine)


def test_a_seat_sees_the_game_from_its_own_side() -> None:
    """Turned round, with the players changed, a position looks to player_1 as it did to player_0."""
    position = position_of(FULL)
    turned = {**position, "players": position["players"][::-1]}
    turned |= {name: 1 - position[name] for name in ("dealer", "active")}
    one, other = Table(position), Table(turned)
    assert one.batch.observation[0, ::-1].tobytes() == other.batch.observation[0].tobytes()
    assert one.batch.action_mask[0, ::-1].tobytes() == other.batch.action_mask[0].tobytes()


@pytest.mark.parametrize(("tokens", "read"), [(255, 255), (256, 255), (999, 255), (254, 254)])
def test_figures_above_255_read_255(tokens: int, read: int) -> None:
    table = Table(position_of(f"top Breakthrough | hand Spot Trade, Tax Season | tokens red {tokens}"))
    assert Seen(table, 0).numbers("tokens")[0] == read
    assert Seen(table, 1).numbers("tokens")[4] == read


def test_a_game_has_at_most_six_rounds() -> None:
    high = {each.name: each.high for each in Table().game.features}
    assert (high["round"], high["rounds_left"], high["hand"], high["tokens"]) == (6, 6, 1, 255)


def test_after_the_end_only_planets_are_left() -> None:
    seen = Seen(Table(position_of("step over: draw | planets Vermeil, Loam, Aurelia | foe planets Concord, Marigold,"
                                  " Azimuth | collective Ochre Gate, Evergild")), 1)  # fmt: skip
    numbers: dict[str, Any] = {each.name: sum(seen.numbers(each.name)) for each in seen.game.features}
    kept = {name: number for name, number in numbers.items() if number}
    assert kept == {"empire": 6, "collective": 2, "deck": 8, "planet_count": 6, "collective_count": 2, "dealer": 1,
                    "step": 1, "round": 6}  # fmt: skip
