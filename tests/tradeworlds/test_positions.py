"""Positions as JSON (TW-P6): their form, what is left out, every fault named; exact both ways is shown of whole games.

(See tests/contract/.)
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ow_env.tradeworlds.cards import load_catalogue
from tests.tables import Position
from tests.tradeworlds.decisions import AGAINST, DECISIONS, NAMES, options_of, position_with
from tests.tradeworlds.oracle.cards import FACTIONS
from tests.tradeworlds.scenario import cards, position_of
from tests.tradeworlds.table import Table, game_of

MIDDLE = (
    "credits 12 | hand S1, W4 | known S1 | deck C1, C2 | discard S2 | removed W1 | tops S3, -, -, Signal Jam | under S4"
    " | lane 3/3, -, 2/2 | foe faction Covenant | foe hand W1 | foe lane 2/3 | third hand C1 | third used up"
)
MODULE = {"reinforcements": True}
REMOVED = {"eliminated_tokens": "removed"}


def test_the_form_of_a_position() -> None:
    at = Table(position_of(MIDDLE)).position()
    assert list(at) == ["game", "format", "scenario", "round", "first", "leader", "players", "decision"]
    assert at["players"][0] == {
        "faction": "Acolytes",
        "treasury": 12,
        "homeworld": 18,
        "unlocked": 2,
        "hand": cards("S1, W4"),
        "known": cards("S1"),
        "deck": cards("C1, C2"),
        "discard": cards("S2"),
        "removed": cards("W1"),
        "tops": ["Starship 3", None, None, "Signal Jam"],
        "piles": cards("S4"),
        "lane": [
            {"starship": "Starship 2", "weapons": ["Weapon 3"], "crew": "Crew 3"},
            None,
            {"starship": "Starship 1", "weapons": ["Weapon 2"], "crew": "Crew 2"},
            None,
        ],
    }
    assert at["players"][2]["used_up"] is True
    assert at["decision"] == {"type": "role", "asked": 0}


def test_a_player_who_is_out_has_nothing() -> None:
    at = Table(position_of("foe out | foe credits 30 | third hand S1")).position()
    assert at["players"][1] == {"faction": "Acolytes", "treasury": 30, "homeworld": 0, "unlocked": 2, "out": True}


def test_who_is_out_may_be_told_with_nothing() -> None:
    nothing = {"used_up": False, **{name: [] for name in ("hand", "known", "deck", "discard", "removed", "lane")}}
    for told, homeworld in (({}, 0), (nothing, 0), ({"homeworld": -7}, -7), ({"homeworld": -40_000}, -(2**15))):
        position = position_of("foe out | third hand S1")
        position["players"][1] = {"faction": "Covenant", "treasury": 12, "out": True} | told
        at = Table(position).position()["players"][1]
        assert at == {"faction": "Covenant", "treasury": 12, "homeworld": homeworld, "unlocked": 1, "out": True}


def test_what_is_under_way_in_a_battle() -> None:
    table = Table(position_of("credits 9 | lane 3/3 Gunship | hand Vector Plot | foe lane 2/3, 1/1 Frigate"), **MODULE)
    table.roll(3, 4)
    table.do("role Admiral", "send lane 1", "engage 1", "play Vector Plot")
    assert table.decision == {
        "type": "roll",
        "asked": 0,
        "role": "Admiral",
        "target": 1,
        "busy": [1],
        "fighting": ["player_0 lane 1"],
        "engaged": [1],
        "die": [3, 4],
        "initiative": [2, 0],
        "passes": 1,
    }


def test_what_is_left_out_is_empty_or_what_it_has_to_be() -> None:
    table = Table({"scenario": "Trade Wars", "players": [{"hand": ["Crew 1"]}, {"hand": ["2x Crew 1"]}]})
    at = table.position()
    assert (at["round"], at["first"], at["leader"], at["decision"]["type"]) == (1, 0, 0, "role")
    assert [him["faction"] for him in at["players"]] == list(FACTIONS[:2])
    assert at["players"][1] == {
        "faction": "Brethren",
        "treasury": 0,
        "homeworld": 18,
        "unlocked": 0,
        "hand": ["Crew 1"] * 2,
        "known": [],
        "deck": [],
        "discard": [],
        "removed": [],
        "tops": [None] * 4,
        "piles": [],
        "lane": [None] * 4,
    }


def test_a_position_goes_on_to_its_next_decision() -> None:
    text = "point buy | hand S1 | foe hand S1"
    assert Table(position_of(text)).decision["type"] == "discard"
    assert Table(position_of("point buy | hand S1 | tops S5, -, -, -"), ask="public").decision["type"] == "buy"


def test_a_pile_may_hold_more_than_255_cards(tmp_path: Path) -> None:
    """As many as a card file of one's own says: 15 copies of each card, all of them in the starting deck."""
    rows = [f"[{card.pile.name.lower()}.{card.name!r}]\ncopies = 15\nstart = 15\n" for card in load_catalogue().cards]
    (tmp_path / "many.toml").write_text("".join(rows), "utf-8")
    table = Table(cards=str(tmp_path / "many.toml"))
    assert len(table.you["deck"]) == 15 * 30 - 5
    decks = next(each for each in table.game.features if each.name == "deck_count")
    told = table.batch.observation[0, 0 if table.asked is None else table.asked, decks.start : decks.stop]
    assert told.tolist() == [255, 255]  # more reads as this
    assert table.game.from_position(table.position()).tobytes() == table.batch.states.tobytes()


def changed(path: str, value: Any, text: str = MIDDLE) -> Position:
    """Return a position with one field changed: ``players.0.hand``."""
    position = json.loads(json.dumps(position_of(text)))
    *before, last = path.split(".")
    at: Any = position
    for key in before:
        at = at[int(key)] if isinstance(at, list) else at.setdefault(key, {})
    at[int(last) if isinstance(at, list) else last] = value
    return dict(position)


def attack(point: str, role: str = "Admiral", **under_way: Any) -> Position:
    """Return a decision of the leader, who has this Role, with what is under way."""
    return {"type": point, "role": role, **under_way}


def under(point: str, role: str = "Admiral", **under_way: Any) -> Position:
    """Return the position in which something is under way."""
    return changed("decision", attack(point, role, **under_way))


BATTLE = {"target": 1, "fighting": ["player_0 lane 1"], "engaged": [1]}
SHIP = {"starship": "Starship 1", "weapons": ["Weapon 1"], "crew": "Crew 1"}
FAULTS: list[tuple[Any, str]] = [
    ([1], "expected a position, an object, found a list of 1"),
    ({"view": "public"}, "view: only a full position can be set up"),
    (changed("tunr", 3), "there is no field 'tunr'"),
    (changed("game", "star_realms"), "game: expected 'tradeworlds', found 'star_realms'"),
    (changed("format", 2), "format: expected 1, found 2"),
    (changed("scenario", "Space Wars"), "scenario: expected 'Trade Wars', found 'Space Wars'"),
    (changed("round", 0), "round: expected a whole number from 1 to 100, found 0"),
    (changed("first", 3), "first: expected player_0 to player_2, or a seat from 0 to 2, found 3"),
    (changed("leader", "you"), "leader: expected player_0 to player_2"),
    (changed("critical_mass", 2), "critical_mass: only The Derelict has one (TW-S1)"),
    (changed("players", [{}]), "players: expected one for each of 3 players, found 1"),
    (changed("players.0.hnd", []), "players[0]: there is no field 'hnd'; nearest: 'hand'"),
    (changed("players.0.faction", "Acolyts"), "players[0].faction: expected a known word, found 'Acolyts'"),
    (changed("players.0.treasury", -1), "players[0].treasury: expected a whole number from 0 to 1000000, found -1"),
    (
        changed("players.0.treasury", 100, MIDDLE.replace("credits 12", "credits 99")),
        "players[0].treasury: expected less than 100 in a game that goes on (TW-E2)",
    ),
    (changed("players.0.homeworld", 0), "players[0].homeworld: expected a whole number from 1"),
    (changed("players.0.homeworld", 10_001), "players[0].homeworld: expected a whole number from 1 to 10000"),
    (
        position_of("foe out | foe homeworld 1 | third hand S1"),
        "players[1].homeworld: expected a whole number from -1000000 to 0, found 1",
    ),
    (
        changed("players.1.used_up", True, "foe out | third hand S1"),
        "players[1].used_up: a player who is out has nothing (TW-E1)",
    ),
    (changed("players.0.unlocked", 0), "players[0].unlocked: expected a whole number from 1 to 4, found 0"),
    (changed("players.0.unlocked", 1), "players[0].lane: expected at most 1 ships, as many as are unlocked (TW-F2)"),
    (
        changed("players.0.hand", ["Crew 9"]),
        "players[0].hand[0]: expected the name of a card, found 'Crew 9'; nearest: 'Crew 5'",
    ),
    (changed("players.0.hand", ["4x Crew 4"]), "players[0]: Crew 4: expected at most 3 in all places, found 4"),
    (changed("players.0.hand", ["300x Crew 4"]), "players[0]: Crew 4: expected at most 3 in all places, found 300"),
    (changed("players.0.hand", ["3x Starship 3"]), "Starship 3: expected at most 3 in all places, found 4"),
    (changed("players.0.hand", ["3x Crew 3"]), "Crew 3: expected at most 3 in all places, found 4"),
    (
        changed("players.0.tops", ["Starship 9", None, None, None]),
        "players[0].tops[0]: expected the name of a card, found 'Starship 9'",
    ),
    (
        changed("players.0.lane.1", SHIP | {"token": "Crusier"}),
        "players[0].lane[1].token: expected a known word, found 'Crusier'; nearest: 'Cruiser'",
    ),
    (
        changed("players.0.lane.1", SHIP | {"crew": "Crew 9"}),
        "players[0].lane[1].crew: expected the name of a card, found 'Crew 9'",
    ),
    (changed("players.0.known", ["Crew 4"]), "players[0].known: Crew 4 is not so often in the hand"),
    (changed("players.0.tops", ["Starship 3"]), "players[0].tops: expected 4, a card or null for each pile, found 1"),
    (changed("players.0.tops", [None] * 4), "expected a Starship on top of the pile while there is one (TW-1.3)"),
    (changed("players.0.tops", ["Crew 1", None, None, None]), "players[0].tops[0]: expected a Starship or null"),
    (changed("players.0.lane", [SHIP] * 5), "players[0].lane: expected at most 4 places, found 5"),
    (changed("players.0.lane.1", SHIP | {"weapons": []}), "players[0].lane[1].weapons: expected at least one Weapon"),
    (changed("players.0.lane.1", SHIP | {"weapons": 5}), "players[0].lane[1].weapons: expected a list, found 5"),
    (changed("players.0.lane.1", SHIP | {"crew": "Crew 5"}), "Firepower and Resistance together are more than the"),
    (
        changed("players.0.lane.1", SHIP | {"crew": "Weapon 2"}),
        "players[0].lane[1].crew: expected a Crew, found Weapon 2",
    ),
    (changed("players.0.lane.1", SHIP | {"token": "Cruiser"}), "this game is played without Reinforcement Starships"),
    (changed("players.1.lane.1", SHIP | {"weapons": ["Weapon 1", "Weapon 2"]}), "expected one Weapon, found 2 (TW-F3)"),
    (changed("players.1.out", True), "a player who is out has nothing (TW-E1)"),
    (changed("decision", "role"), "decision: expected an object, found 'role'"),
    (changed("decision.type", "roles"), "decision.type: expected a known word, found 'roles'; nearest: 'role'"),
    (changed("decision.role", "Trader"), "decision.role: a Role is chosen from then on, and not before"),
    (changed("decision.change", 2), "decision.change: a decision of type role has no such field"),
    (changed("decision", {"type": "buy"}), "decision.role: a Role is chosen from then on, and not before"),
    (
        changed("decision", {"type": "pay", "role": "Trader", "buying": "Crew 5"}),
        "decision.buying: expected a card on top of a pile (TW-B2)",
    ),
    (
        changed("decision", {"type": "fit", "role": "Trader", "fitting": 2}),
        "decision.fitting: expected a place with a ship",
    ),
    (
        changed("decision", {"type": "smuggle", "role": "Smuggler", "target": 1, "shown": ["Crew 1"]}),
        "decision.shown: expected cards that are known to be in the target's hand (TW-R7)",
    ),
    (
        changed("decision", {"type": "sabotage", "role": "Saboteur", "to_ask": [0], "count": 1}),
        "decision.to_ask: expected the opponents who have to discard",
    ),
    (
        changed("decision", {"type": "sabotage", "role": "Saboteur", "to_ask": [1], "count": 3}),
        "decision.count: expected 1 to 2 cards due, found 3",
    ),
    (
        changed("decision", {"type": "attack", "role": "Admiral", "target": 0}),
        "decision.target: expected an opponent who is not out",
    ),
    (
        changed("decision", {"type": "attack", "role": "Admiral", "target": 1, "unused": ["player_0 lane 2"]}),
        "decision.unused: there is no ship in player_0 lane 2",
    ),
    (
        changed("decision", {"type": "attack", "role": "Admiral", "target": 1, "unused": ["player_1 lane 1"]}),
        "decision.unused: expected ships of the attacking side",
    ),
    (
        changed(
            "decision",
            {
                "type": "attack",
                "role": "Admiral",
                "target": 1,
                "unused": ["player_0 lane 1"],
                "group": ["player_0 lane 1"],
            },
        ),
        "decision.unused: a ship acts once in an attack (TW-A2)",
    ),
    (
        changed("decision", {"type": "roll", "role": "Admiral", "target": 1}),
        "decision.engaged: in a battle ships of both sides are engaged (TW-A5)",
    ),
    (
        changed(
            "decision",
            {"type": "roll", "role": "Admiral", "target": 1, "engaged": [1], "fighting": ["player_0 lane 1"]},
        ),
        "decision.die: expected both dice on the table (TW-C1)",
    ),
    (
        changed("decision", {"type": "roll", "role": "Admiral", "target": 1, "engaged": [2], "die": [1, 1]}),
        "decision.engaged: expected places with a ship",
    ),
    (changed("decision", {"type": "over"}), "decision.winner: expected a seat, found null"),
    (changed("decision", {"type": "over", "winner": 1, "cut_short": True}), "a game that was cut short has no winner"),
    (changed("decision", {"type": "over", "winner": 1}), "players: in a game that is over no turn is used up"),
    (
        changed("decision", {"type": "over", "winner": 1, "role": "Banker"}),
        "decision.role: a game that is over has no such field",
    ),
    (
        changed("decision", {"type": "over", "winner": 1}, "foe out | third hand S1"),
        "decision.winner: a player who is out has not won (TW-E1)",
    ),
    (
        position_of("hand - | foe hand - | third hand -"),
        "players: expected cards of at least one player in a game that goes on",
    ),
    (position_of("foe out | third out"), "players: in a game that goes on at least two are not out, found 1"),
    (changed("leader", 1, "foe out | third hand S1"), "leader: player_1 is out (TW-E1)"),
    (under("bank", active=1, count=2), "decision.active: only the rest of a turn is played by an ally (TW-R1.5)"),
    (under("replace", "Engineer", fitting=1, count=1), "expected the Weapon that takes the place of another"),
    (under("fit", "Trader", fitting=4), "decision.fitting: expected a place with a ship"),
    (
        changed(
            "decision",
            attack("replace", fitting=1, count=1, refitting="Weapon 4"),
            "hand W4, W4, W4 | lane 1/1 | third hand S1",
        ),
        "decision.refitting: all 3 lie elsewhere",
    ),
    (under("replace", fitting=1, count=1, refitting="Crew 4"), "decision.refitting: expected a Weapon, found Crew 4"),
    (under("pay", buying="Starship 9"), "decision.buying: expected the name of a card, found 'Starship 9'"),
    (under("smuggle", target=1, shown=["9x Crew 1"]), "decision.shown: expected at most 3 cards, found 9"),
    (under("invite", target=1, to_ask=["player_9"]), "decision.to_ask: expected player_0 to player_2"),
    (under("attack", alien_turn=1), "decision.alien_turn: a decision of type attack has no such field"),
    (under("roll", alien_turn=1), "decision.alien_turn: only The Derelict acts by itself (TW-S1)"),
    (under("attack", target=1, allies=[1, 2]), "decision.allies: the target is no ally"),
    (under("roll", **BATTLE, die=[1]), "decision.die: expected a pair, of attacker and defender, found a list of 1"),
    (under("roll", **BATTLE, die=[1, 21]), "decision.die: expected a whole number from 0 to 20, found 21"),
    (under("roll", **BATTLE, die=[1, 2], window_at=2), "decision.window_at: expected less than 2, found 2"),
    (
        under("loss", **BATTLE, die=[1, 2], lost=["player_1 lane 1"], struck=0),
        "decision.lost: expected ships of the side that was struck",
    ),
    (
        under("loss", **BATTLE, die=[1, 2], struck=1),
        "decision.lost: expected ships that are about to be destroyed",
    ),
    (
        under("cancel", **BATTLE, die=[1, 2], back="roll"),
        "decision.played: expected the Tactic that may be cancelled, and where it was played",
    ),
    (
        under("cancel", **BATTLE, die=[1, 2], played="Signal Jam"),
        "decision.played: expected the Tactic that may be cancelled, and where it was played",
    ),
    (
        under("cancel", **BATTLE, die=[1, 2], played="Signal Jam", back="roll", played_by=2),
        "decision.played_by: expected a player who takes part",
    ),
    (
        under("cancel", **BATTLE, die=[1, 2], played="Signal Jam", back="loss"),
        "decision.lost: expected ships that are about to be destroyed",
    ),
    (under("cancel", **BATTLE, back="bank"), "decision.back: expected a known word, found 'bank'"),
    (
        changed("decision", attack("chancellor", "Chancellor"), "hand S1 | foe hand S1 | third hand S1"),
        "decision: nothing could be done at 'chancellor'",
    ),
    (under("roll", **BATTLE, initiative=[0, 1000]), "decision.initiative: expected a whole number from 0 to 999"),
    (under("buy", "Trader", change=1000), "decision.change: expected a whole number from 0 to 999, found 1000"),
    (under("buy", "Trader", active="you"), "decision.active: expected player_0 to player_2"),
    (under("attack", target="you"), "decision.target: expected player_0 to player_2"),
    (changed("decision", {"type": "over", "winner": "you"}), "decision.winner: expected player_0 to player_2"),
    (
        changed("decision", attack("attack", target=1), "foe out | third hand S1"),
        "decision.target: expected an opponent who is not out",
    ),
    (
        under("sabotage", "Saboteur", to_ask=[], count=1),
        "decision.to_ask: expected the opponents who have to discard",
    ),
    (
        under("sabotage", "Saboteur", to_ask=[1], count=2, to_all=True),
        "decision.count: expected 1 to 1 cards due, found 2",
    ),
    (
        under("smuggle", "Smuggler", target=0, shown=["Starship 1"]),
        "decision.target: expected an opponent who is not out",
    ),
    (
        under("smuggle", "Smuggler", target=1),
        "decision.shown: expected cards that are known to be in the target's hand (TW-R7)",
    ),
    (
        changed("decision", attack("fit", "Trader"), "turn foe | lane -, -, -, 1/1 | third hand S1"),
        "decision.fitting: expected a place with a ship",
    ),
    (under("pay", "Trader"), "decision.buying: expected a card on top of a pile (TW-B2)"),
    (
        under("roll", **BATTLE, unused=["player_0 lane 1"], die=[1, 1]),
        "decision.unused: a ship acts once in an attack (TW-A2)",
    ),
    (
        under("roll", target=1, fighting=["player_0 lane 2"], engaged=[1], die=[1, 1]),
        "decision.fighting: there is no ship in player_0 lane 2",
    ),
    (
        under("roll", target=1, engaged=[1], die=[1, 1]),
        "decision.engaged: in a battle ships of both sides are engaged (TW-A5)",
    ),
    *(
        (
            under(point, target=1, fighting=["player_0 lane 1"], die=[1, 1], **more),
            "decision.engaged: in a battle ships of both sides are engaged (TW-A5)",
        )
        for point, more in (
            ("alert", {}),
            ("destroy", {"struck": 1}),
            ("cancel", {"played": "Signal Jam", "back": "roll"}),
        )
    ),
    *(
        (under(point, **BATTLE, struck=1, **more), "decision.die: expected both dice on the table (TW-C1)")
        for point, more in (("destroy", {}), ("loss", {"lost": ["player_1 lane 1"]}))
    ),
    (
        under("loss", **BATTLE, die=[1, 1], struck=1, lost=["player_0 lane 1"]),
        "decision.lost: expected ships of the side that was struck",
    ),
    (
        under("loss", **BATTLE, die=[1, 1], struck=1, lost=["player_1 lane 2"], destroyed=1),
        "decision.lost: there is no ship in player_1 lane 2",
    ),
]


def test_faults_of_the_table_and_of_the_decision_are_named_at_once() -> None:
    with pytest.raises(ValueError, match="round: expected a whole number") as error:
        game_of(num_players=3).from_position(changed("decision.type", "rolls") | {"round": 0})
    assert "decision.type: expected a known word, found 'rolls'; nearest: 'roll'" in str(error.value)


@pytest.mark.parametrize(("position", "said"), FAULTS, ids=[said[:60] for _, said in FAULTS])
def test_every_fault_is_named_and_what_would_be_right(position: Any, said: str) -> None:
    with pytest.raises(ValueError, match=r"\w") as error:
        game_of(num_players=3).from_position(position)
    assert said in str(error.value), str(error.value)


NO_OPPONENT = "decision.target: expected an opponent who is not out"
ALL_THAT_IS_WRONG = [  # nothing else is said that would follow from it
    (changed("decision", {"type": "bank", "role": ""}) | {"round": 0}, "round: expected a whole number from 1 to 100"),
    (
        changed("players.0.lane.1", SHIP | {"starship": "Crew 5"}),
        "players[0].lane[1].starship: expected a Starship, found Crew 5",
    ),
    (under("bank", "Banker"), "decision.role: expected a known word, found 'Banker'"),
    (under("pay", ""), "decision.role: a Role is chosen from then on, and not before"),
    (under("roll", **BATTLE, alien_turn=1), "decision.alien_turn: only The Derelict acts by itself (TW-S1)"),
    (under("attack", target=0, unused=["player_0 lane 2"]), NO_OPPONENT),
    (under("attack", target=1, group=["player_1 lane 1"]), "decision.group: expected ships of the attacking side"),
    (
        under("roll", target=1, fighting=["player_1 lane 1"], engaged=[1], die=[1, 1], window_at=3),
        "decision.fighting: expected ships of the attacking side",
    ),
]


@pytest.mark.parametrize(("position", "said"), ALL_THAT_IS_WRONG, ids=[said[:60] for _, said in ALL_THAT_IS_WRONG])
def test_a_fault_is_not_followed_by_what_comes_of_it(position: Position, said: str) -> None:
    with pytest.raises(ValueError, match="this position") as error:
        game_of(num_players=3).from_position(position)
    lines = str(error.value).splitlines()
    assert len(lines) == 2, lines
    assert lines[1].startswith(f"  - {said}")


def test_with_four_players_a_target_is_named_too() -> None:
    with pytest.raises(ValueError, match=NO_OPPONENT):
        Table(changed("decision", attack("attack"), "lane 1/1 | fourth hand S1"))


# ── What is under way, read and written ──────────────────────────────────────────────────────────


@pytest.mark.parametrize(("text", "decision"), DECISIONS, ids=NAMES)
def test_what_is_under_way_is_written_as_it_was_read(text: str, decision: Position) -> None:
    assert Table(position_with(text, decision), **options_of(text)).decision == decision


def test_whom_the_derelict_attacks_need_not_be_said() -> None:
    decision = attack("strike", "Trader", alien_turn=2, alien_fire=4)
    table = Table(changed("decision", decision, AGAINST.replace("Siege Pattern", "Orbital Umbrella")))
    assert (table.asked, table.decision["target"]) == (0, 0)


def test_where_the_round_is_played_out_somebody_may_have_reached_the_goal() -> None:
    assert Table(position_of("credits 101 | hand S1"), finish_round=True).you["treasury"] == 101


@pytest.mark.parametrize(
    ("text", "options", "said"),
    [
        ("lane 1/1 Cruiser, 2/2 Cruiser", {}, r"players\[0\].lane: there is one token of each class"),
        ("gone Cruiser", {}, r"players\[0\].tokens_gone: in this game an eliminated token returns to the supply"),
        ("gone Crusier", REMOVED, r"tokens_gone\[0\]: expected a known word, found 'Crusier'; nearest: 'Cruiser'"),
        ("gone Cruiser, Cruiser", REMOVED, r"players\[0\].tokens_gone: there is one token of each class"),
        ("lane 1/1 Cruiser | gone Cruiser", REMOVED, "tokens_gone: expected tokens that are on no ship, found Cruiser"),
        ("foe out | foe gone Cruiser | third hand S1", REMOVED, "tokens_gone: a player who is out has nothing"),
    ],
)
def test_a_token_is_in_one_place(text: str, options: dict[str, str], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Table(position_of(text), **MODULE | options)


def test_everybody_sees_which_tokens_are_gone_and_only_where_they_can_be() -> None:
    table = Table(position_of("gone Cruiser | foe gone Sentinel, Destroyer"), **MODULE | REMOVED)
    game, states = table.game, table.batch.states
    assert table.batch.observation[0, :, 991:].tolist() == [
        [0, 0, 0, 1, 0, 1, 0, 0, 0, 1],
        [1, 0, 0, 0, 1, 0, 0, 0, 1, 0],
    ]
    assert game.position(states, "public")["players"][1]["tokens_gone"] == ["Sentinel", "Destroyer"]
    assert str(game.view(states, "public").seats[1].figures[-1]) == "tokens gone Sentinel, Destroyer"
    assert (game_of(**MODULE).num_features, game.num_features) == (991, 1001)


def test_the_factions_of_a_game_are_those_of_its_positions() -> None:
    with pytest.raises(ValueError, match=r"players\[0\].faction: expected Covenant, as this game is set up"):
        Table(position_of("hand S1"), factions=["Covenant", "Destined"])
    with pytest.raises(ValueError, match=r"players\[1\].faction: expected Acolytes, as this game is set up"):
        Table(position_of("faction Destined | foe faction Covenant"), factions=["Destined", "Acolytes"])
    position = position_of("faction Destined | foe faction Acolytes")
    for left_out in (0, 1):
        del position["players"][left_out]["faction"]
        table = Table(position, factions=["Destined", "Acolytes"])
        assert [table.you["faction"], table.foe["faction"]] == ["Destined", "Acolytes"]


ALONE = "scenario The Derelict | hand S1 | lane 1/1"
MINE = ["player_0 lane 1"]
BATTLE_ALONE = {"fighting": MINE, "engaged": [1], "die": [4, 3]}
FAULTS_ALONE = [
    (changed("critical_mass", 50, ALONE), "critical_mass: expected a whole number from 0 to 6, found 50"),
    (changed("critical_mass", 6, ALONE), "critical_mass: expected less than 6 in a game that goes on (TW-S1)"),
    *(
        (
            changed("decision", attack(point, **BATTLE_ALONE | {"alien_turn": 1}), ALONE),
            "decision.alien_turn: expected 2 while The Derelict acts, 0 otherwise (TW-S2); found 1",
        )
        for point in ("roll", "strike")
    ),
    (
        changed("decision", attack("roll", **BATTLE_ALONE | {"alien_attacks": 1}), ALONE),
        "decision.alien_attacks: expected 0 while The Derelict does not act, found 1",
    ),
    (changed("decision", attack("attack", target=0), ALONE), "decision.target: The Derelict is no player (TW-S7)"),
    (changed("decision", attack("strike", fighting=MINE), ALONE), "The Derelict has no Homeworld to strike (TW-S7)"),
    (
        changed("decision", attack("cancel", fighting=MINE, played="Orbital Umbrella", back="strike"), ALONE),
        "The Derelict has no Homeworld to strike (TW-S7)",
    ),
    *(
        (changed("decision", attack("destroy", **BATTLE_ALONE | more), ALONE), "The Derelict has no ships to destroy")
        for more in ({"struck": 1}, {"struck": 0}, {"alien_turn": 2, "alien_fire": 4, "fighting": []})
    ),
]


@pytest.mark.parametrize(("position", "said"), FAULTS_ALONE, ids=[said[:60] for _, said in FAULTS_ALONE])
def test_faults_of_a_position_against_the_derelict(position: Position, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        game_of(scenario="The Derelict").from_position(position)


def test_a_game_against_the_derelict_may_be_won_by_nobody() -> None:
    game = game_of(scenario="The Derelict")
    position = changed("decision", {"type": "over", "winner": None}, ALONE)
    assert game.position(game.from_position(position))["decision"] == {"type": "over", "winner": None}


def faults_of(position: Position, **options: Any) -> list[str]:
    """Return what is wrong with a position, all of it."""
    with pytest.raises(ValueError, match="can't be set up") as refused:
        game_of(**options).from_position(position)
    return str(refused.value).split("\n  - ")[1:]


def test_what_follows_from_another_fault_is_not_told() -> None:
    nobody = position_of("hand - | foe hand - | third hand -")
    nobody["players"][0]["hand"] = ["Starship 99"]
    (fault,) = faults_of(nobody, num_players=3)
    assert fault.startswith("players[0].hand[0]: expected the name of a card")
    few = position_of("foe out | third hand S1")
    del few["players"][2]
    (fault,) = faults_of(few, num_players=3)
    assert fault == "players: expected one for each of 3 players, found 2"
    won = changed("decision", {"type": "over", "winner": 1}, "foe out | third hand S1")
    won["players"][1]["treasury"] = -1
    (fault,) = faults_of(won, num_players=3)
    assert fault.startswith("players[1].treasury: expected a whole number")
