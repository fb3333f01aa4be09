"""Who knows what, and chance (SR-13): what each seat observes of a position."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from tests.scenarios import Row, rows
from tests.star_realms.scenario import check, position_of
from tests.star_realms.table import Table, game_of
from tests.tables import Position

ROWS = rows("""
SR-13.4: a card put on top is known until it is drawn
    before: T3 | permissions 1 | hand Scout | deck 2x Viper | row Ram
    play: buy Ram on top   after: T0 | hand Scout | top Ram | row - | permissions -
SR-13.4, not: a card bought in the usual way is one of the discard pile
    before: T4 | permissions 1 | hand Scout | deck 2x Viper | row Ram
    play: buy Explorer   after: T2 | discard Explorer | explorers 9 | permissions -
SR-13.5: a known card that is drawn joins the known part of the hand
    before: hand Scout | top Ram, Cutter | deck 9x Scout | foe hand Viper
    play:   end turn
    after:  turn 4 of foe | hand Cutter, Ram, 3x Scout | known Cutter, Ram | top - | deck 6x Scout | discard Scout
SR-13.5: with the shuffled part empty the whole hand is known, but not what is drawn after a reshuffle
    before: hand Scout | deck 2x Scout | discard 7x Scout | foe hand Viper
    play: end turn   after: turn 4 of foe | hand 5x Scout | known 2x Scout | deck 5x Scout | discard -
SR-13.5: a card that leaves the hand takes a known one of its kind
    before: turn 4 of foe | asked owed | foe owed 1 | foe hand 3x Scout, Viper | foe known 2x Scout | foe deck Viper
    play:   discard Scout
    after:  asked main | foe hand 2x Scout, Viper | foe known Scout | foe discard Scout | foe owed -
SR-13.5: emptying the hand empties it
    before: hand 2x Scout, Viper | known 2x Scout | deck 9x Scout | foe hand Viper
    play: end turn   after: turn 4 of foe | hand 5x Scout | known - | deck 4x Scout | discard 2x Scout, Viper
SR-13.5, not: a card drawn from the shuffled part is unknown
    before: hand Corvette, Viper | known Viper | deck 2x Scout
    play: play Corvette   after: C1 | hand Scout, Viper | deck Scout | ships Corvette
SR-13.5, not: a card that leaves takes nothing of another kind
    before: hand 2x Scout, Viper | known Viper | deck 2x Scout
    play: play Scout   after: T1 | hand Scout, Viper | ships Scout
""")


@pytest.mark.rule
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)


# ── Observations ─────────────────────────────────────────────────────────────────────────────────

KINDS = [card.name for card in game_of().catalogue.cards]


class Seen:
    """What a seat observes, by name."""

    def __init__(self, table: Table, seat: int) -> None:
        self.row, self.game = table.batch.observation[0, seat], table.game

    def numbers(self, name: str) -> list[int]:
        feature = next(each for each in self.game.features if each.name == name)
        return self.row[feature.start : feature.stop].tolist()

    def number(self, name: str) -> int:
        (found,) = self.numbers(name)
        return found

    def cards(self, name: str, place: int = 0) -> Counter[str]:
        counts = self.numbers(name)[place * len(KINDS) : (place + 1) * len(KINDS)]
        return Counter({kind: count for kind, count in zip(KINDS, counts, strict=True) if count})


def seen(before: str, seat: int = 0, **options: Any) -> Seen:
    return Seen(Table(position_of(before), **options), seat)


FULL = (
    "turn 5 of you | T3 | C7 | A41 | permissions 2 | hand 2x Scout, Viper | known Scout | top Cutter, Explorer"
    " | deck 3x Viper, Trade Pod | discard Ram | ships Freighter (ally), Ram, Cutter (ally)"
    " | bases Barter World (primary), Recycling Station | played Freighter, Ram, Cutter, 2x Scout | row Mothership,"
    " 2x Blob Wheel, Corvette, Junkyard | trade deck 2x Federation Shuttle, War World | scrap heap 2x Scout"
    " | explorers 4 | foe A37 | foe hand 4x Scout, Corvette | foe known 2x Scout | foe deck 2x Scout, Battle Pod"
    " | foe discard Trade Pod | foe bases Trading Post | foe owed 2"
)


@pytest.mark.rule
@pytest.mark.parametrize("seat", [0, 1])
def test_sr_13_1_what_lies_open_is_seen_by_both(seat: int) -> None:
    found, me, him = (
        seen(FULL, seat, max_turns=250),
        seat,
        1 - seat,
    )  # where player_0 and player_1 stand among the observed seats
    assert (found.number("turn"), found.number("turns_left")) == (5, 245)
    assert (found.number("trade"), found.number("combat"), found.number("permissions")) == (3, 7, 2)
    for name, values in (("authority", (41, 37)), ("owed", (0, 2)), ("hand_count", (3, 5)), ("deck_count", (6, 3))):
        assert [found.numbers(name)[place] for place in (me, him)] == list(values), name
    assert [found.numbers("asked")[place] for place in (me, him)] == [1, 0]
    assert [found.numbers("starter")[place] for place in (me, him)] == [1, 0]
    assert found.cards("discard", me) == {"Ram": 1}
    assert found.cards("discard", him) == {"Trade Pod": 1}
    assert found.cards("in_play", me) == {
        "Freighter": 1,
        "Ram": 1,
        "Cutter": 1,
        "Barter World": 1,
        "Recycling Station": 1,
    }
    assert found.cards("in_play", him) == {"Trading Post": 1}
    assert found.cards("row") == {"Mothership": 1, "Blob Wheel": 2, "Corvette": 1, "Junkyard": 1}
    assert found.cards("scrap_heap") == {"Scout": 2}
    assert found.number("explorers") == 4
    assert found.cards("played") == {"Freighter": 1, "Ram": 1, "Cutter": 1, "Scout": 2}
    assert found.cards("used") == {"Barter World": 1}
    assert found.cards("ally_used") == {"Freighter": 1, "Cutter": 1}
    assert found.cards("triggered") == {"Freighter": 1, "Cutter": 1}


@pytest.mark.rule
@pytest.mark.parametrize("seat", [0, 1])
def test_sr_13_2_what_can_be_counted_is_told(seat: int) -> None:
    found, me, him = seen(FULL, seat), seat, 1 - seat
    assert found.cards("trade_deck") == {"Federation Shuttle": 2, "War World": 1}
    rest = Counter({"Viper": 3, "Trade Pod": 1})
    assert found.cards("unseen", me) == rest if seat == 0 else rest + Counter({"Scout": 1, "Viper": 1})
    other = Counter({"Scout": 2, "Battle Pod": 1})
    assert found.cards("unseen", him) == (other if seat == 1 else other + Counter({"Scout": 2, "Corvette": 1}))


@pytest.mark.rule
def test_sr_13_3_a_hand_is_seen_by_its_player() -> None:
    assert seen(FULL, 0).cards("hand") == {"Scout": 2, "Viper": 1}
    assert seen(FULL, 1).cards("hand") == {"Scout": 4, "Corvette": 1}


@pytest.mark.rule
def test_sr_13_3_not_by_the_opponent_nor_is_the_order_of_a_deck() -> None:
    one = "hand 2x Scout | deck 2x Viper, Ram | foe hand Cutter, Scout | foe deck Ram, Viper"
    other = "hand 2x Scout | deck Ram, 2x Viper | foe hand Ram, Viper | foe deck Scout, Cutter"
    assert seen(one).row.tobytes() == seen(other).row.tobytes()
    assert seen(one, 1).row.tobytes() != seen(other, 1).row.tobytes()


@pytest.mark.rule
def test_sr_13_1_not_who_holds_what_is_no_open_place() -> None:
    """In a known hand the kinds are told, in another only how many cards there are."""
    found = seen(FULL, 0)
    assert found.cards("known", 1) == {"Scout": 2}
    assert found.numbers("hand_count")[1] == 5


@pytest.mark.rule
def test_sr_13_2_not_where_each_card_is() -> None:
    one, other = "foe hand Cutter | foe deck Ram | hand Scout", "foe hand Ram | foe deck Cutter | hand Scout"
    assert seen(one).cards("unseen", 1) == seen(other).cards("unseen", 1) == {"Cutter": 1, "Ram": 1}


@pytest.mark.rule
@pytest.mark.parametrize("seat", [0, 1])
def test_sr_13_4_cards_on_top_are_seen_by_both_in_their_order(seat: int) -> None:
    found = seen(FULL, seat)
    assert [found.cards("top", place) for place in range(5)] == [{"Cutter": 1}, {"Explorer": 1}, {}, {}, {}]
    assert found.cards("known", seat) == {"Scout": 1}
    assert found.cards("known", 1 - seat) == {"Scout": 2}


DECISIONS = [  # position, what is asked, of which card, ability, branch, parts done, cards done
    ("hand Scout", "main", {}, [0, 0, 0], [0] * 4, 0, 0),
    ("hand Scout, Viper, Cutter | owed 2 | asked owed", "owed", {}, [0, 0, 0], [0] * 4, 0, 0),
    ("hand Scout | discard Viper | ships Trade Bot | asked scrap: Trade Bot primary, step 1", "scrap",
     {"Trade Bot": 1}, [1, 0, 0], [1, 0, 0, 0], 1, 0),
    ("hand Scout | row Ram, Cutter | ships Blob Destroyer (ally), Ram (ally) | asked scrap row: Blob Destroyer ally,"
     " step 1", "scrap row", {"Blob Destroyer": 1}, [0, 1, 0], [1, 0, 0, 0], 1, 0),
    ("hand Scout | scrap heap Port of Call | foe bases Blob Wheel | asked destroy: Port of Call scrap, step 1",
     "destroy", {"Port of Call": 1}, [0, 0, 1], [1, 0, 0, 0], 1, 0),
    ("hand Scout, Viper | bases Recycling Station (primary) | asked cycle: Recycling Station primary cycle, 1 done",
     "cycle", {"Recycling Station": 1}, [1, 0, 0], [0, 1, 0, 0], 0, 1),
]  # fmt: skip


@pytest.mark.rule
@pytest.mark.parametrize(("before", "point", "source", "ability", "branch", "step", "done"), DECISIONS)
@pytest.mark.parametrize("seat", [0, 1])
def test_what_is_asked_is_open_to_both(before, point, source, ability, branch, step, done, seat: int) -> None:
    table = Table(position_of(before))
    found = Seen(table, seat)
    assert table.decision["type"] == point
    points = next(each for each in table.game.features if each.name == "point")
    assert sum(found.numbers("point")) == 1
    assert table.game.moment(table.batch.states) == f"turn 3, {point}"
    assert found.cards("source") == source
    assert (found.numbers("ability"), found.numbers("branch")) == (ability, branch)
    assert (found.number("step"), found.number("done")) == (step, done)
    assert points.stop - points.start == len(found.numbers("point"))


@pytest.mark.rule
def test_each_decision_has_its_number_among_the_points() -> None:
    places = {point: seen(before).numbers("point").index(1) for before, point, *_ in DECISIONS}
    assert len(set(places.values())) == len(DECISIONS)


@pytest.mark.rule
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("copied", ["Ram", "Blob Fighter"])  # Blob Fighter is the first kind of all
def test_what_a_needle_copies_is_seen(copied: str, seat: int) -> None:
    found = seen(f"hand 2x Scout | ships Stealth Needle (as {copied}, ally), {copied} (ally)", seat)
    assert found.cards("copied") == {copied: 1}
    assert found.cards("in_play", seat) == {"Stealth Needle": 1, copied: 1}
    assert seen("hand 2x Scout | ships Stealth Needle, Ram (ally) | bases Mech World", seat).cards("copied") == {}


@pytest.mark.rule
def test_numbers_without_a_limit_are_told_up_to_255() -> None:
    found = seen("T255 | C256 | A254 | foe A1000 | permissions 300 | hand 2x Scout")
    assert (found.number("trade"), found.number("combat"), found.number("permissions")) == (255, 255, 255)
    assert found.numbers("authority") == [254, 255]
    found = seen("turn 299 of you | hand Scout", max_turns=1000)
    assert (found.number("turn"), found.number("turns_left")) == (255, 255)


# ── hide, and chance ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule
def test_sr_13_6_the_unknown_part_of_the_opponents_hand_is_drawn_anew() -> None:
    table = Table(position_of(FULL))
    hands = Counter()
    for seed in range(60):
        at = table.game.position(table.game.hide(table.batch.states, 0, seed))
        him = at["players"][1]
        hands[tuple(him["hand"])] += 1
        assert Counter(him["hand"] + him["deck"]) == Counter({"Scout": 6, "Battle Pod": 1, "Corvette": 1})
        assert him["known"] == ["Scout", "Scout"]
        assert him["hand"].count("Scout") >= 2
        same = table.position()
        for place in ("hand", "deck"):
            him[place] = same["players"][1][place]
        assert at == same, "nothing else changes"
    assert len(hands) > 3


@pytest.mark.rule
def test_sr_13_6_not_for_the_player_with_nothing_hidden_from() -> None:
    table = Table(position_of("hand 2x Scout, Viper | foe hand Scout, Viper | foe deck - | deck 2x Viper"))
    for seed in range(10):
        assert table.game.hide(table.batch.states, 0, seed).tobytes() == table.batch.states.tobytes()


def often(before: str, action: str, of: Any, games: int) -> Counter[Any]:
    """Count what comes of an action."""
    table, found = Table(position_of(before)), Counter()
    states = table.batch.states.copy()
    for _ in range(games):
        table.batch.set_states(states)
        table.do(action)
        found[of(table.position())] += 1
    return found


GAMES = 300


@pytest.mark.bounds
def test_sr_13_7_each_card_drawn_from_the_shuffled_part_comes_as_often() -> None:
    found = often(
        "hand Corvette, Scout | deck 2x Viper, Ram", "play Corvette", lambda at: "Ram" in you(at)["hand"], GAMES
    )
    assert within(found[True], GAMES, 1 / 3)


@pytest.mark.bounds
def test_sr_13_7_each_card_that_fills_the_row_comes_as_often() -> None:
    before = "T5 | hand Scout | row Ram, Trade Pod, Cutter, Freighter, Junkyard | trade deck 2x Corvette, War World"
    found = often(before, "buy Ram", lambda at: "War World" in at["trade_row"], GAMES)
    assert within(found[True], GAMES, 1 / 3)


@pytest.mark.rule
def test_sr_13_7_not_what_was_put_on_top_is_no_chance() -> None:
    found = often(
        "hand Corvette, Scout | top Ram | deck 3x Viper", "play Corvette", lambda at: "Ram" in you(at)["hand"], 20
    )
    assert found == {True: 20}


def you(at: Position) -> Position:
    return at["players"][0]


def within(found: int, games: int, share: float) -> bool:
    """Whether a number is as expected, within four and a half standard errors."""
    return abs(found - games * share) < 4.5 * float(np.sqrt(games * share * (1 - share)))
