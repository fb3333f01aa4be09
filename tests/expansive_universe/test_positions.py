"""Positions as JSON (EU-15.2): exact both ways, what is left out, every fault named; all views tell all (EU-13.1)."""

from __future__ import annotations

import ast
import inspect
import json
import re
from typing import Any

import pytest

from ow_env import expansive_universe_v0
from ow_env.expansive_universe.position import read_decision, read_table
from tests.expansive_universe.scenario import position_of
from tests.expansive_universe.table import Table, game_of
from tests.tables import Position

MIDDLE = position_of(
    "turn foe | round 3 | gold 4 | points 7 | row Assembly Plaza, Tax Office | at Barge of State"
    " | tokens Tax Office foe"
    " | crew Press Ganger + War Horn holding foe Skull Hunter + Bone Cleaver | destroyed Navy Ace"
    " | fleet Barge of State + Spiked Hull at Kharg | line up Ram Skiff, -, Ironjaw, -, -, Stun Baton | foe gold 2"
)


def played(text: str, *actions: str) -> Position:
    """Return the position after some actions."""
    table = Table(position_of(text))
    table.do(*actions)
    return table.position()


CAPTURE = "gold 3 | at Skull Landing | crew Sector Marshal + Stun Baton + Tactical Visor | foe crew Press Ganger"
SPACE = (
    "gold 3 | fleet Line Frigate + Blockade Net at Core | foe fleet Ironjaw + Spiked Hull at Core, Ram Skiff at Core"
)
LOST = (
    "gold 2 | fleet Accord Dreadnought at Core, Peacekeeper at Core, Ironjaw at Core, War Ark at Core | foe fleet"
    " Line Frigate at Core, Ram Skiff at Core"
)
BATTLE = played(CAPTURE, "attack Skull Landing", "pass")
WEAPON = played(CAPTURE, "attack Skull Landing", "pass", "entangle Sector Marshal", "pass")
TARGET = played(SPACE, "attack Core", "pass", "entangle Line Frigate")
LOSS = played(LOST, "attack Core")
SIDE = played("row Assembly Plaza, Tax Office | line up Parade Ground", "buy slot 0")
BEARER = played("fleet Barge of State, Ram Skiff | line up Spiked Hull", "buy slot 0")
MISSION = played("gold 2 | crew Fleet Quartermaster, Survey Scientist", "mission")
TAKEN = played(
    "gold 3 | row Assembly Plaza, Naval Academy | at Naval Academy | line up Parade Ground"
    " | crew Fleet Quartermaster, Survey Scientist, Customs Inspector",
    "mission",
    "buy slot 0",
)
PLANET = played(  # another than whose turn it is has armaments to come
    "turn foe | fleet Line Frigate + Blockade Net + Armoured Bulkheads | foe gold 3"
    " | foe fleet Ironjaw + Spiked Hull at Concordia",
    "attack Concordia",
    "entangle Line Frigate",
)
LAST_LOCATION = played("faction Sorcerons | row Circle of Stones, Moon Gate | line up Cursed Reef", "buy slot 0")
FIRST_WEAPON = played("crew Navy Ace | line up Stun Baton", "buy slot 0")
CUT_SHORT = played("round 40 | turn foe | line up Navy Ace", "end turn")
OVER = played("points 19 | gold 1 | fleet Barge of State at Core", "end turn")
ALL = {
    "turn": MIDDLE, "maneuver": BATTLE, "weapon": WEAPON, "target": TARGET, "loss": LOSS, "side": SIDE,
    "bearer": BEARER, "flight": MISSION, "side after a mission": TAKEN, "over": OVER, "target at a planet": PLANET,
    "side of the last location": LAST_LOCATION, "bearer of the first weapon": FIRST_WEAPON,
    "over without a winner": CUT_SHORT,
    "turn beside who is out": position_of("gold 1 | foe out | foe points 4 | third gold 1"),
}  # fmt: skip


# ── There and back ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ALL)
def test_a_position_is_written_as_it_was_read(name: str) -> None:
    game = game_of(num_players=len(ALL[name]["players"]))
    states = game.from_position(json.loads(json.dumps(ALL[name])))
    assert game.position(states) == ALL[name]
    assert game.from_position(game.position(states)).tobytes() == states.tobytes()
    assert ALL[name]["decision"]["type"] == name.split()[0]


def test_the_form_of_a_position() -> None:
    at = Table(MIDDLE).position()
    assert at["players"][0]["crew"][1] == {
        "card": "Press Ganger",
        "weapons": ["War Horn"],
        "captive": {"card": "Skull Hunter", "weapons": ["Bone Cleaver"], "of": 1},
    }
    assert at["players"][0]["ships"] == [{"card": "Barge of State", "at": "Kharg", "armaments": ["Spiked Hull"]}]
    assert (at["players"][0]["crew_at"], at["tokens"]) == ("Barge of State", {"Tax Office": 1})
    assert at["line_up"] == ["Ram Skiff", None, "Ironjaw", None, None, "Stun Baton"]
    assert at["decision"] == {"type": "turn", "asked": 1}
    assert LOSS["decision"] == {
        "type": "loss", "asked": 1, "has_attacked": True, "battle": "space", "battle_place": "Core", "turn_at": 1,
        "difference": [0, 8], "resist": [0, 8], "resolving": True,
    }  # fmt: skip
    assert PLANET["decision"] == {
        "type": "target", "asked": 0, "has_attacked": True, "battle": "space", "battle_place": "Concordia",
        "attacker": 1, "entangled": ["Line Frigate"], "once": ["Line Frigate"], "user": "Line Frigate",
        "text_of": "Blockade Net", "queue": ["Armoured Bulkheads"],
    }  # fmt: skip
    assert CUT_SHORT["decision"] == {"type": "over", "winner": None}
    assert (WEAPON["decision"]["user"], WEAPON["decision"]["text_of"]) == ("Sector Marshal", "Sector Marshal")


def test_what_is_left_out_is_empty_or_what_it_has_to_be() -> None:
    game = game_of(num_players=2)
    least = {"players": [{"crew": ["Chancellor Ondra"]}, {"crew": ["Prime Compiler"], "gold": 1}], "line_up": []}
    least["line_up"] = ["Navy Ace", None, None, None, None, None]  # without a choice the turn would end at once
    at = game.position(game.from_position(least))
    assert (at["round"], at["first"], at["active"], at["core"]) == (1, 0, 0, "Galactic Core #1")
    assert [him["faction"] for him in at["players"]] == ["Galaxernment", "Robotocense"]
    assert [him["crew_at"] for him in at["players"]] == ["Assembly Plaza", "Boot Terrace"]
    assert (len(at["deck"]), at["destroyed"], at["tokens"]) == (53, [], {})
    assert [him["ships"] for him in at["players"]] == [[], []]
    assert [him["points"] for him in at["players"]] == [0, 0]


def test_factions_that_are_set_need_not_be_told() -> None:
    game = game_of(factions=("Wartribe", "Galaxernment"))
    told = position_of("faction Wartribe | foe faction Galaxernment | gold 1 | line up Navy Ace")
    least = changed(changed(told, "players.0.faction", DEL), "players.1.faction", DEL)
    assert game.position(game.from_position(least)) == game.position(game.from_position(told))


def test_eu_15_2_a_position_goes_on_to_its_next_decision() -> None:
    """Nothing but `end turn` is legal, so the turn passes on."""
    table = Table(position_of("fleet -"))
    assert table.asked == 1
    assert None not in table.position()["line_up"]


# ── What is refused ──────────────────────────────────────────────────────────────────────────────


def changed(position: Position, path: str, value: Any) -> Position:
    """Return a position with one field changed: ``players.0.crew``; ``del`` takes it away."""
    position = json.loads(json.dumps(position))
    *before, last = path.split(".")
    at: Any = position
    for key in before:
        at = at[int(key)] if isinstance(at, list) else at.setdefault(key, {})
    if value is DEL:
        del at[last]
    else:
        at[int(last) if isinstance(at, list) else last] = value
    return dict(position)


DEL = object()
STARTER = position_of("foe fleet - | destroyed Navy Ace | gold 1")
FAULTS: list[tuple[Any, list[str]]] = [
    ([1], ["expected a position, an object, found a list of 1"]),
    (changed(MIDDLE, "game", "tradeworlds"), ["game: expected 'expansive_universe', found 'tradeworlds'"]),
    (changed(MIDDLE, "format", 2), ["format: expected 1, found 2"]),
    (changed(MIDDLE, "core", "Galactic Core #2"), ["core: expected 'Galactic Core #1', found 'Galactic Core #2'"]),
    (changed(MIDDLE, "round", 0), ["round: expected a whole number from 1 to 40, found 0"]),
    (changed(MIDDLE, "round", 41), ["round: expected a whole number from 1 to 40, found 41"]),
    (changed(MIDDLE, "first", 2), ["first: expected player_0 to player_1, or a seat from 0 to 1, found 2"]),
    (changed(MIDDLE, "active", 7), ["active: expected player_0 to player_1, or a seat from 0 to 1, found 7"]),
    (changed(MIDDLE, "tunr", 1), ["there is no field 'tunr'; nearest: 'round'"]),
    (changed(MIDDLE, "players.0.gold", 100), ["players[0].gold: expected a whole number from 0 to 99, found 100"]),
    (changed(MIDDLE, "players.0.points", -1), ["players[0].points: expected a whole number from 0 to 9999, found -1"]),
    (
        changed(MIDDLE, "players.0.faction", "Wartrib"),
        ["players[0].faction: expected a known word, found 'Wartrib'; nearest: 'Wartribe'"],
    ),
    (
        changed(MIDDLE, "tokens", {"Tax Office": 0}),
        ["tokens.Tax Office: expected another player than its owner, who puts none there (EU-6.5)"],
    ),
    (
        changed(MIDDLE, "tokens", {"Data Vault": 1}),
        ["tokens.Data Vault: a token lies on a location in play, and this one is in no row (EU-6.5)"],
    ),
    (changed(MIDDLE, "players.0.faction", "Wartribe"), ["players: no Faction is played twice (EU-0.1)"]),
    (
        changed(MIDDLE, "players.0.row", ["Tax Office"]),
        ["players[0].row: the alpha location never leaves its row (EU-10.4)"],
    ),
    (
        changed(MIDDLE, "players.0.row", ["Assembly Plaza", "Navy Ace"]),
        [
            "players[0].row[1]: expected a location, found Navy Ace",
            "deck: Tax Office is nowhere; it lies here if not elsewhere",
        ],
    ),
    (
        changed(MIDDLE, "players.0.row", ["Assembly Plaza", "Moon Gate"]),
        [
            "players[0].row[1]: Moon Gate is of a Faction that nobody plays (EU-1.1)",
            "deck: Tax Office is nowhere; it lies here if not elsewhere",
        ],
    ),
    (
        changed(MIDDLE, "players.0.out", True),
        [
            "players[0].gold: expected 0, found 4",
            "players[0].crew: a player who is out has none (EU-10.6)",
            "players[0].ships: a player who is out has none (EU-10.6)",
            "players[0].crew_at: a player who is out has none (EU-10.6)",
            "deck: Press Ganger is nowhere; it lies here if not elsewhere",
            "deck: Skull Hunter is nowhere; it lies here if not elsewhere",
            "deck: Bone Cleaver is nowhere; it lies here if not elsewhere",
            "deck: War Horn is nowhere; it lies here if not elsewhere",
            "deck: Spiked Hull is nowhere; it lies here if not elsewhere",
        ],
    ),
    (
        changed(MIDDLE, "players.0.crew", ["Press Ganger"]),
        [
            "players[0].crew: expected Chancellor Ondra in the crew of a player who is not out (EU-10.5)",
            "deck: Skull Hunter is nowhere; it lies here if not elsewhere",
            "deck: Bone Cleaver is nowhere; it lies here if not elsewhere",
            "deck: War Horn is nowhere; it lies here if not elsewhere",
        ],
    ),
    (
        changed(MIDDLE, "players.0.crew.1.captive.card", "Warlord Gruda"),
        [
            "players[0].crew[1].captive.card: Warlord Gruda is an alpha, which can't be captured (EU-12.1)",
            "players[1].crew[0].card: Warlord Gruda lies in players[0].crew[1].captive.card already",
            "players[1].crew: expected Warlord Gruda in the crew of a player who is not out (EU-10.5)",
            "deck: Skull Hunter is nowhere; it lies here if not elsewhere",
        ],
    ),
    (
        changed(MIDDLE, "players.0.crew.1.captive.of", 0),
        ["players[0].crew[1].captive.of: expected another player who is not out"],
    ),
    (
        changed(MIDDLE, "players.0.crew.1.captive.card", "Skull Huntr"),
        [
            "players[0].crew[1].captive.card: expected the name of a card, found 'Skull Huntr';"
            " nearest: 'Skull Hunter'",
            "deck: Skull Hunter is nowhere; it lies here if not elsewhere",
            "deck: Bone Cleaver is nowhere; it lies here if not elsewhere",
        ],
    ),
    (
        changed(MIDDLE, "players.0.crew.1.captive.of", DEL),
        [
            "players[0].crew[1].captive.of: expected player_0 to player_1, or a seat from 0 to 1, found null",
            "deck: Bone Cleaver is nowhere; it lies here if not elsewhere",
        ],
    ),
    (
        changed(MIDDLE, "players.0.crew.1.weapons", ["Spiked Hull"]),
        [
            "players[0].crew[1].weapons[0]: expected a weapon, found Spiked Hull",
            "deck: War Horn is nowhere; it lies here if not elsewhere",
        ],
    ),
    (
        changed(MIDDLE, "players.0.crew.1.wepons", []),
        ["players[0].crew[1]: there is no field 'wepons'; nearest: 'weapons'"],
    ),
    (
        changed(MIDDLE, "players.0.crew.0", 5),
        [
            "players[0].crew[0]: expected an object, found 5",
            "players[0].crew[0].card: expected the name of a card, found null",
            "players[0].crew: expected Chancellor Ondra in the crew of a player who is not out (EU-10.5)",
        ],
    ),
    (
        changed(MIDDLE, "players.0.ships.0.at", "Umbrahl"),
        [
            "players[0].ships[0].at: expected a known word, found 'Umbrahl'; nearest: 'Concordia'",
            "players[0].crew_at: expected a location in play or a spaceship of the player's, found Barge of State",
            "deck: Spiked Hull is nowhere; it lies here if not elsewhere",
        ],
    ),
    (
        changed(MIDDLE, "players.0.ships.0.armaments", ["War Horn"]),
        [
            "players[0].ships[0].armaments[0]: expected an armament, found War Horn",
            "deck: Spiked Hull is nowhere; it lies here if not elsewhere",
        ],
    ),
    (
        changed(MIDDLE, "players.0.ships.0.card", "Stun Baton"),
        [
            "players[0].ships[0].card: expected a spaceship, found Stun Baton",
            "players[0].crew_at: expected a location in play or a spaceship of the player's, found Barge of State",
            "deck: Spiked Hull is nowhere; it lies here if not elsewhere",
        ],
    ),
    (
        changed(MIDDLE, "players.0.crew_at", "Barge of Stat"),
        ["players[0].crew_at: expected the name of a card, found 'Barge of Stat'; nearest: 'Barge of State'"],
    ),
    (
        changed(MIDDLE, "players.0.crew_at", "Ironjaw"),
        ["players[0].crew_at: expected a location in play or a spaceship of the player's, found Ironjaw"],
    ),
    (
        changed(MIDDLE, "players.0.crew_at", "Moon Gate"),
        ["players[0].crew_at: expected a location in play or a spaceship of the player's, found Moon Gate"],
    ),
    (
        changed(MIDDLE, "line_up", ["Ram Skiff"]),
        [
            "line_up: expected 6, a card or null for each slot, found 1",
            "deck: Ironjaw is nowhere; it lies here if not elsewhere",
            "deck: Stun Baton is nowhere; it lies here if not elsewhere",
        ],
    ),
    (
        changed(MIDDLE, "line_up.1", "Barge of State"),
        ["line_up[1]: Barge of State lies in players[0].ships[0].card already"],
    ),
    (changed(MIDDLE, "line_up.1", "Navy Ace"), ["destroyed[0]: Navy Ace lies in line_up[1] already"]),
    (
        changed(MIDDLE, "destroyed", ["Black Tusk"]),
        [
            "destroyed[0]: Black Tusk lies in players[1].ships[0].card already",
            "deck: Navy Ace is nowhere; it lies here if not elsewhere",
        ],
    ),
    (changed(MIDDLE, "tokens", {"Navy Ace": 0}), ["tokens: expected a location, found 'Navy Ace'"]),
    (
        changed(MIDDLE, "tokens", {"Tax Ofice": 0}),
        ["tokens: expected the name of a card, found 'Tax Ofice'; nearest: 'Tax Office'"],
    ),
    (
        changed(MIDDLE, "tokens", {"Tax Office": 5}),
        ["tokens.Tax Office: expected player_0 to player_1, or a seat from 0 to 1, found 5"],
    ),
    (changed(MIDDLE, "players", [{}]), ["players: expected one for each of 2 players, found 1"]),
    (
        changed(MIDDLE, "view", "public"),
        ["view: only a full position can be set up, found that of 'public', which hides cards"],
    ),
    (changed(MIDDLE, "decision.type", "tunr"), ["decision.type: expected a known word, found 'tunr'; nearest: 'turn'"]),
    (changed(MIDDLE, "decision.step", 1), ["decision.step: a decision of type turn has no such field"]),
    (changed(MIDDLE, "decision.has_flown", 3), ["decision.has_flown: expected true or false, found 3"]),
    (changed(MIDDLE, "decision.winner", 0), ["decision.winner: a decision of type turn has no such field"]),
    (changed(OVER, "decision.asked", 0), ["decision.asked: a game that is over has no such field"]),
    (
        changed(OVER, "players.0.out", True),
        [
            "players[0].gold: expected 0, found 1",
            "players[0].crew: a player who is out has none (EU-10.6)",
            "players[0].ships: a player who is out has none (EU-10.6)",
            "players[0].crew_at: a player who is out has none (EU-10.6)",
        ],
    ),
    (
        changed(OVER, "decision.winner", 2),
        ["decision.winner: expected player_0 to player_1, or a seat from 0 to 1, found 2"],
    ),
    (
        changed(BATTLE, "decision.battle", "sky"),
        ["decision.battle: expected a known word, found 'sky'; nearest: 'space'"],
    ),
    (changed(BATTLE, "decision.battle", ""), ["decision.battle: expected space or location"]),
    (
        changed(BATTLE, "decision.battle_place", "Tax Office"),
        ["decision.battle_place: expected a location in play", "decision.battle_place: nobody is there"],
    ),
    (
        changed(BATTLE, "decision.battle_place", "Navy Ace"),
        ["decision.battle_place: expected a location, found 'Navy Ace'"],
    ),
    (
        changed(LOSS, "decision.battle_place", "Umbrahl"),
        ["decision.battle_place: expected a place in play", "decision.battle_place: nobody is there"],
    ),
    (
        changed(LOSS, "decision.battle_place", "Umbral"),
        ["decision.battle_place: expected a known word, found 'Umbral'; nearest: 'Umbrahl'"],
    ),
    (
        changed(BATTLE, "decision.battle_place", "Skull Landin"),
        ["decision.battle_place: expected the name of a card, found 'Skull Landin'; nearest: 'Skull Landing'"],
    ),
    (changed(LOSS, "decision.battle_place", "Concordia"), ["decision.battle_place: nobody is there"]),
    (
        changed(LOSS, "decision.attacker", 1),
        ["decision.attacker: the attacker is the player whose turn it is (EU-7.1)"],
    ),
    (
        changed(LOSS, "decision.attacker", 5),
        ["decision.attacker: expected player_0 to player_1, or a seat from 0 to 1, found 5"],
    ),
    (changed(LOSS, "decision.resolving", False), ["decision.resolving: true while damage is resolved, and only then"]),
    (changed(LOSS, "decision.difference", [0]), ["decision.difference: expected one for each of 2 players, found 1"]),
    (
        changed(LOSS, "decision.cover", [0, -1]),
        ["decision.cover[1]: expected a whole number from 0 to 9999, found -1"],
    ),
    (
        changed(LOSS, "decision.boost", [-9999, -10000]),
        ["decision.boost[1]: expected a whole number from -9999 to 9999, found -10000"],
    ),
    (changed(PLANET, "decision.queue", ["War Horn"]), ["decision.queue: expected armaments, found War Horn"]),
    (
        changed(BATTLE, "decision.entangled", ["War Horn"]),
        ["decision.entangled: expected characters and spaceships, found War Horn"],
    ),
    (changed(BATTLE, "decision.passes", 9), ["decision.passes: expected a whole number from 0 to 4, found 9"]),
    (changed(TARGET, "decision.user", "Sector Marshal"), ["decision.user: expected a spaceship, found Sector Marshal"]),
    (changed(TARGET, "decision.user", "Ironjaw"), ["decision.user: expected a card of player_0, who maneuvers"]),
    (changed(TARGET, "decision.user", DEL), ["decision.user: expected a card of player_0, who maneuvers"]),
    (
        changed(TARGET, "decision.user", "Iron Jaw"),
        [
            "decision.user: expected the name of a card, found 'Iron Jaw'; nearest: 'Ironjaw'",
        ],
    ),
    (changed(TARGET, "decision.text_of", DEL), ["decision.text_of: expected the card whose text is carried out"]),
    (
        changed(TARGET, "decision.text_of", "Tax Office"),
        ["decision.text_of: expected a character or a weapon or an armament, found Tax Office"],
    ),
    (changed(TARGET, "decision.text_of", "War Horn"), ["decision.text_of: War Horn has no text in this battle"]),
    (changed(TARGET, "decision.step", 2), ["decision.step: expected less than 2, found 2"]),
    (
        changed(WEAPON, "decision.text_of", "Stun Baton"),
        ["decision.text_of: a weapon is chosen after the character's own text (EU-8.4)"],
    ),
    (changed(SIDE, "decision.placing", DEL), ["deck: Parade Ground is nowhere; it lies here if not elsewhere"]),
    (
        changed(SIDE, "decision.placing", "Navy Ace"),
        [
            "deck[6]: Navy Ace lies in decision.placing already",
            "deck: Parade Ground is nowhere; it lies here if not elsewhere",
        ],
    ),
    (
        changed(BEARER, "decision.placing", "Navy Ace"),
        [
            "deck[6]: Navy Ace lies in decision.placing already",
            "deck: Spiked Hull is nowhere; it lies here if not elsewhere",
        ],
    ),
    (changed(changed(SIDE, "deck", DEL), "decision.placing", DEL), ["decision.placing: expected a location"]),
    (changed(changed(SIDE, "deck", DEL), "decision.placing", "Navy Ace"), ["decision.placing: expected a location"]),
    (
        changed(changed(BEARER, "deck", DEL), "decision.placing", "Navy Ace"),
        ["decision.placing: expected a weapon or an armament"],
    ),
    (changed(SIDE, "decision.step", 1), ["decision.step: expected at most 0, found 1"]),
    (changed(TAKEN, "decision.step", 2), ["decision.step: expected at most 1, found 2"]),
    (changed(TAKEN, "decision.mission", "Moon Gate"), ["decision.mission: expected a location in play"]),
    (changed(MISSION, "decision.mission", DEL), ["decision.mission: expected a location in play"]),
    (changed(MISSION, "decision.mission", "Moon Gate"), ["decision.mission: expected a location in play"]),
    (changed(MISSION, "decision.mission", "Navy Ace"), ["decision.mission: expected a location, found Navy Ace"]),
    (
        changed(MISSION, "decision.step", 1),
        ["decision.step: the effect there is nothing more, which does not ask for flight"],
    ),
    (
        changed(MISSION, "decision.type", "march"),
        ["decision.step: the effect there is flight, which does not ask for march"],
    ),
    (changed(MIDDLE, "tokens", [1]), ['tokens: expected an object such as {"Assembly Plaza": 1}, found a list of 1']),
    (
        changed(STARTER, "destroyed", ["Navy Ace", "Black Tusk"]),
        ["destroyed[1]: Black Tusk is a starter, which never lies there (EU-10.4)"],
    ),
    (
        changed(STARTER, "line_up.1", "Black Tusk"),
        ["line_up[1]: Black Tusk is a starter, which never lies there (EU-10.4)"],
    ),
    (
        changed(MIDDLE, "players.0", {"faction": "Galaxernment", "out": True, "row": ["Assembly Plaza", "Tax Office"]}),
        [
            "deck: Press Ganger is nowhere; it lies here if not elsewhere",
            "deck: Skull Hunter is nowhere; it lies here if not elsewhere",
            "deck: Bone Cleaver is nowhere; it lies here if not elsewhere",
            "deck: War Horn is nowhere; it lies here if not elsewhere",
            "deck: Spiked Hull is nowhere; it lies here if not elsewhere",
        ],
    ),
    (
        changed(OVER, "players.0", {"faction": "Galaxernment", "out": True, "row": ["Assembly Plaza"]}),
        ["decision.winner: a player who is out has not won (EU-10.5)"],
    ),
]


@pytest.mark.parametrize(("position", "faults"), FAULTS, ids=[faults[0][:70] for _, faults in FAULTS])
def test_every_fault_is_named_and_what_would_be_right(position: Any, faults: list[str]) -> None:
    with pytest.raises(ValueError, match=re.escape(faults[0])) as error:
        game_of(num_players=2).from_position(position)
    found = str(error.value).split("\n  - ")
    assert (found[1:] if found[0] == "this position can't be set up:" else found) == faults


FURTHER = [
    ({"num_players": 3}, position_of("turn foe | foe out | third gold 1"), "active: player_1 is out (EU-10.5)"),
    *(
        (
            {"num_players": 3},
            position_of(f"gold 1 | {whose} out | crew Press Ganger holding {whose} Skull Hunter | {other} gold 1"),
            "players[0].crew[1].captive.of: expected another player who is not out",
        )
        for whose, other in (("foe", "third"), ("third", "foe"))
    ),
    ({"num_players": 2}, position_of("foe out"), "players: in a game that goes on at least two are not out, found 1"),
    (
        {"factions": ("Sorcerons", None)},
        MIDDLE,
        "players[0].faction: expected Sorcerons, as this game is set up, found 'Galaxernment'",
    ),
    (
        {"factions": (None, "Galaxernment")},
        changed(MIDDLE, "players.0.faction", "Robotocense"),
        "players[1].faction: expected Galaxernment, as this game is set up, found 'Wartribe'",
    ),
]


@pytest.mark.parametrize(("options", "position", "fault"), FURTHER, ids=[fault for *_, fault in FURTHER])
def test_faults_of_other_games(options: dict[str, Any], position: Position, fault: str) -> None:
    with pytest.raises(ValueError, match=re.escape(fault)) as error:
        game_of(**options).from_position(position)
    assert str(error.value).split("\n  - ")[1:] == [fault]


def test_every_refusal_of_the_reader_is_met_above() -> None:
    """Every piece of a sentence in the reader's code stands in a fault."""
    bodies = [ast.parse(inspect.getsource(module)).body for module in (read_table, read_decision)]
    documented = (ast.FunctionDef, ast.ClassDef)
    inside = [node for body in bodies for each in body if isinstance(each, documented) for node in ast.walk(each)]
    texts = {node for node in inside if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    texts -= {node.body[0].value for node in inside if isinstance(node, documented)}  # type: ignore[attr-defined]
    pieces = {node.value.strip() for node in texts if " " in node.value.strip()}
    told = " ".join([*(fault for _, faults in FAULTS for fault in faults), *(fault for *_, fault in FURTHER)])
    assert len(pieces) > 20
    assert {piece for piece in pieces if piece not in told} == set()


def test_every_fault_of_a_position_is_named_at_once() -> None:
    position = MIDDLE | {"round": 99, "first": 5, "format": 7}
    with pytest.raises(ValueError, match="this position can't be set up:") as error:
        game_of(num_players=2).from_position(position)
    assert str(error.value).split("\n  - ")[1:] == [
        "format: expected 1, found 7",
        "round: expected a whole number from 1 to 40, found 99",
        "first: expected player_0 to player_1, or a seat from 0 to 1, found 5",
    ]


# ── Views ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("view", ["public", "player_0", "player_1"])
def test_every_view_tells_all_and_says_which_it_is(view: str) -> None:
    table = Table(MIDDLE)
    assert table.game.position(table.batch.states, view) == {**MIDDLE, "view": view}


def test_an_environment_is_set_to_a_position_and_begins_at_one() -> None:
    env = expansive_universe_v0.parallel_env()
    env.reset(seed=1)
    env.set_position(MIDDLE)
    assert env.game.position(env._batch.states) == MIDDLE
    env.reset(seed=2, options={"position": MIDDLE})
    assert env.game.position(env._batch.states) == MIDDLE
