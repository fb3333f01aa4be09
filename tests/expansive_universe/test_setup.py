"""Setup, chance, the line-up, rounds (EU-0, EU-1, EU-11, EU-13)."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ow_env.core import Batch
from tests.expansive_universe.oracle.cards import BASE, FACTIONS
from tests.expansive_universe.oracle.table import FIRST_GOLD
from tests.expansive_universe.scenario import position_of
from tests.expansive_universe.table import OracleTable, Table, game_of
from tests.tables import Position

pytestmark = pytest.mark.bounds

MANY = 150  # games that are begun


def begun(**options: Any) -> list[Position]:
    """Return the positions in which many games have begun."""
    game = game_of(**options)
    batch = Batch(game, MANY, seed=3)
    return [game.position(batch.states[row : row + 1]) for row in range(MANY)]


def evenly(counts: Counter[Any], kinds: int) -> bool:
    """Are there so many kinds, each within five standard errors of its share?"""
    number = counts.total()
    share = number / kinds
    return len(counts) == kinds and all(abs(count - share) < 5 * share**0.5 for count in counts.values())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_everybody_begins_with(players: int) -> None:
    """EU-1.1, 1.2, 1.4, 1.5: four starters, six cards face up, gold in turn order after the first gold was gained."""
    for at in begun(num_players=players):
        factions = [him["faction"] for him in at["players"]]
        assert len(set(factions)) == players
        assert len(at["deck"]) == 27 * players - 6
        assert len([name for name in at["line_up"] if name]) == 6
        cards = [*at["deck"], *at["line_up"]]
        assert {BASE.cards[name].faction for name in cards} == set(factions)
        assert not [name for name in cards if BASE.cards[name].alpha]
        for seat, him in enumerate(at["players"]):
            own = [name for name, card in BASE.cards.items() if card.alpha and card.faction == him["faction"]]
            character, ship, location = own
            assert him["crew"] == [{"card": character, "weapons": []}]
            assert him["ships"] == [{"card": ship, "at": BASE.planets[him["faction"]], "armaments": []}]
            assert (him["row"], him["crew_at"], him["points"]) == ([location], location, 0)
            gained = 2 + (him["faction"] == "Galaxernment") if seat == at["active"] else 0
            assert him["gold"] == FIRST_GOLD[players][(seat - at["first"]) % players] + gained
        assert (at["round"], at["active"], at["core"]) == (1, at["first"], "Galactic Core #1")


def test_eu_1_5_the_starting_gold_may_be_agreed_on() -> None:
    for at in begun(num_players=3, starting_gold=[7, 0, 9]):
        gold = [at["players"][(at["first"] + place) % 3]["gold"] for place in (1, 2)]
        assert gold == [0, 9]
        assert at["players"][at["first"]]["gold"] in (9, 10)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_eu_1_6_and_1_9_who_begins_and_with_what_is_drawn_evenly(players: int) -> None:
    games = begun(num_players=players)
    assert evenly(Counter(at["first"] for at in games), players)
    for seat in range(players):
        assert evenly(Counter(at["players"][seat]["faction"] for at in games), len(FACTIONS))


def test_eu_1_2_every_card_is_dealt_evenly() -> None:
    """EU-1.2, EU-13.3."""
    games = begun(num_players=4)
    assert evenly(Counter(BASE.cards[name].faction for at in games for name in at["line_up"]), 4)
    assert len({name for at in games for name in at["line_up"]}) == 108


def test_eu_1_9_factions_that_are_given_stay() -> None:
    for at in begun(factions=("Wartribe", None, "Sorcerons"), first_player=2):
        first, second, third = (him["faction"] for him in at["players"])
        assert (first, third, at["first"]) == ("Wartribe", "Sorcerons", 2)
        assert second in ("Galaxernment", "Robotocense")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"num_players": 1}, "num_players: expected a whole number from 2 to 4, got 1"),
        ({"num_players": 5}, "num_players: expected a whole number from 2 to 4, got 5"),
        (
            {"factions": ["Wartribe", "Wartribe"]},
            "factions[1]: Wartribe is there twice; each is played once (EU-0.1)",
        ),
        (
            {"factions": ["Wartribes", None]},
            "factions[0]: expected Galaxernment, Robotocense, Wartribe, Sorcerons or None, got 'Wartribes'; "
            "nearest: 'Wartribe'",
        ),
        ({"factions": [None, None, None], "num_players": 2}, "factions: expected 2, one for each player, got 3"),
        ({"factions": [None]}, "factions: expected 2 to 4, one for each player, got 1"),
        (
            {"core": "Galactic Core #6"},
            "core: expected one of 'Galactic Core #1', 'Galactic Core #2', 'Galactic Core #3', 'Galactic Core #4', "
            "'Galactic Core #5', got 'Galactic Core #6'; nearest: 'Galactic Core #5'",
        ),
        ({"first_player": 2}, "first_player: expected a whole number from 0 to 1, got 2"),
        ({"starting_gold": [1]}, "starting_gold: expected 2 whole numbers from 0 to 99, in the order of turns, got [1]"),  # noqa: E501
        ({"starting_gold": [0, -1]}, "starting_gold: expected a whole number from 0 to 99, got -1"),
        ({"first_round_flights": 1}, "first_round_flights: expected True or False, got 1"),
        ({"max_rounds": 0}, "max_rounds: expected a whole number from 1 to 10000, got 0"),
        ({"ask": "nobody"}, "ask: expected one of 'needed', 'public', got 'nobody'; nearest: 'needed'"),
    ],
    ids=str,
)  # fmt: skip
def test_options_that_are_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(words)}$"):
        game_of(**options)


# ── The line-up (EU-11.1, EU-11.2) ───────────────────────────────────────────────────────────────


def ended(position: Position, **options: Any) -> Position:
    """Return the position after `end turn`, which both engines agree on."""
    table = Table(position, **options)
    oracle = OracleTable(position, table, **options)
    table.do("end turn")
    oracle.follow("end turn", table.position())
    assert oracle.position() == table.position()
    return table.position()


def in_play(position: Position) -> Position:
    """Return a position in which player_0 has all cards of the deck."""
    player = position["players"][0]
    for name in position["deck"]:
        card = BASE.cards[name]
        if card.kind == "location":
            player["row"].append(name)
        elif card.kind == "character":
            player["crew"].append({"card": name, "weapons": []})
        elif card.kind == "spaceship":
            player["ships"].append({"card": name, "at": "Concordia", "armaments": []})
        elif card.kind == "weapon":
            player["crew"][0]["weapons"].append(name)
        else:
            player["ships"][0]["armaments"].append(name)
    return {**position, "deck": []}


def test_eu_11_1_cards_slide_and_new_ones_come_behind_them() -> None:
    row = "gold 1 | line up Ram Skiff, -, War Horn, -, Stun Baton, Ironjaw"
    after = ended(position_of(row))
    assert after["line_up"][:4] == ["Ram Skiff", "War Horn", "Stun Baton", "Ironjaw"]
    assert None not in after["line_up"]
    assert len(after["deck"]) == len(position_of(row)["deck"]) - 2


FULL = "gold 5 | line up Ram Skiff, Navy Ace, War Horn, Stun Baton, Ironjaw, Tax Office"


@pytest.mark.parametrize("core", ["#1", "#2", "#3", "#4", "#5"])
def test_eu_11_7_slot_0_of_a_full_line_up_drifts_away(core: str) -> None:
    position = position_of(f"core {core} | {FULL}")
    after = ended(position, core=f"Galactic Core {core}")
    assert after["line_up"][:5] == ["Navy Ace", "War Horn", "Stun Baton", "Ironjaw", "Tax Office"]
    assert after["line_up"][5] in position["deck"]
    assert after["destroyed"] == ["Ram Skiff"]


def test_eu_11_7_not_when_a_card_was_bought() -> None:
    table = Table(position_of(FULL))
    table.do("buy slot 1", "end turn")
    after = table.position()
    assert after["line_up"][:5] == ["Ram Skiff", "War Horn", "Stun Baton", "Ironjaw", "Tax Office"]
    assert after["destroyed"] == []


def test_eu_11_7_it_is_dealt_again_when_there_is_no_other() -> None:
    position = in_play(position_of(FULL))
    assert ended(position)["line_up"] == ["Navy Ace", "War Horn", "Stun Baton", "Ironjaw", "Tax Office", "Ram Skiff"]


def test_eu_11_7_not_by_a_core_of_your_own_that_does_not_say_so(tmp_path: Path) -> None:
    """As the book has it: a line-up of which nobody buys stays as it is."""
    (tmp_path / "own.toml").write_text('[core]\n"Galactic Core #1" = { effects = ["core income:1"] }\n', "utf-8")
    position = position_of(FULL)
    table = Table(position, cards=tmp_path / "own.toml")
    table.do("end turn")
    assert table.position()["line_up"] == position["line_up"]


def test_eu_11_2_an_empty_deck_takes_the_destroyed_pile() -> None:
    """The last card of the deck comes first; then the destroyed pile is the deck, and nothing is destroyed."""
    position = position_of("gold 1 | line up Ram Skiff, War Horn, Stun Baton, Ironjaw")
    position["deck"], position["destroyed"] = ["Navy Ace"], [name for name in position["deck"] if name != "Navy Ace"]
    after = ended(position)
    assert after["line_up"][4] == "Navy Ace"
    assert after["line_up"][5] in position["destroyed"]
    assert after["destroyed"] == []
    assert sorted([*after["deck"], after["line_up"][5]]) == sorted(position["destroyed"])


def test_eu_11_2_not_as_long_as_there_are_cards() -> None:
    position = position_of("gold 1 | line up Ram Skiff, War Horn, Stun Baton, Ironjaw, Tax Office")
    position["deck"], position["destroyed"] = ["Navy Ace"], [name for name in position["deck"] if name != "Navy Ace"]
    after = ended(position)
    assert after["line_up"][5] == "Navy Ace"
    assert (after["deck"], len(after["destroyed"])) == ([], len(position["destroyed"]))


def test_eu_11_2_with_both_empty_slots_stay_empty() -> None:
    position = in_play(position_of("gold 1 | line up -, Navy Ace, War Horn"))
    after = ended(position)
    assert after["line_up"] == ["Navy Ace", "War Horn", None, None, None, None]


# ── Rounds (EU-11.5) ─────────────────────────────────────────────────────────────────────────────


def test_eu_11_5_a_game_is_cut_short_after_its_last_round() -> None:
    position = position_of("turn third | points 19 | foe points 25 | third gold 1 | line up Navy Ace")
    table = Table(position, max_rounds=2)
    table.do("end turn")
    assert table.decision == {"type": "over", "winner": None}
    assert (bool(table.batch.truncated[0]), bool(table.batch.terminated[0])) == (True, False)
    assert table.batch.reward[0].tolist() == [0, 0, 0]


def test_eu_11_5_not_before() -> None:
    table = Table(position_of("turn third | points 19 | third gold 1 | line up Navy Ace"), max_rounds=3)
    table.do("end turn")
    assert (table.position()["round"], table.asked) == (3, 0)


def test_eu_11_5_all_but_the_winner_have_lost_alike() -> None:
    table = Table(position_of("points 19 | fleet Barge of State at Core | gold 1 | third gold 0"))
    table.do("end turn")
    assert table.decision == {"type": "over", "winner": 0}
    assert table.batch.reward[0].tolist() == [1, -1, -1]
    assert np.all(table.batch.terminated)
