"""What is no position: each fault that the rule `sound` tells, and where it begins."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from ow_env.core import Game
from ow_env.core.game import States
from ow_env.expansive_universe.rules import sound
from tests import unsound
from tests.expansive_universe.oracle.cards import ARMAMENT, BASE, CHARACTER, LOCATION, SPACESHIP, WEAPON
from tests.expansive_universe.table import game_for
from tests.expansive_universe.test_positions import ALL
from tests.files import card_file
from tests.unsound import Row, rows

pytestmark = pytest.mark.rule

# A card is meant by its name: its number among those of its kind, and with `card` before it among all.
NUMBERS = {f"card {name}": number for number, name in enumerate(BASE.cards)} | {
    name: number
    for kind in (CHARACTER, SPACESHIP, LOCATION, WEAPON, ARMAMENT)
    for number, name in enumerate(BASE.of(kind))
}
ROWS: list[Row] = rows("""
turn
    -> FINE
    point = at.OVER -> ENDED
    ending = 1 -> ENDED
    ending = 2 -> ENDED
    # who is asked
    first = 1 -> FINE
    first = 2 -> SEATS
    active = 2; asked = 2 -> SEATS
    asked = 2 -> SEATS
    asked = 0 -> SEATS
    active = 0 -> SEATS
    active = 0; asked = 0 -> FINE
    winner = 1 -> FINE
    winner = 2 -> SEATS
    attacker = 1 -> FINE
    attacker = 2 -> SEATS
    turn_at = 1 -> FINE
    turn_at = 2 -> SEATS
    destroyer = 1 -> FINE
    destroyer = 2 -> SEATS
    passes = 2 -> FINE
    passes = 3 -> PASSES
    round_number = 40 -> FINE
    round_number = 41 -> ROUND
    # the line-up
    slots[1] = 1 + card Void Mirror -> FINE
    slots[1] = 2 + card Void Mirror -> SLOT
    slots[5] = 2 + card Void Mirror -> SLOT
    slots[1] = 1 + card Prime Compiler; slots[3] = 1 + card Prime Compiler -> SLOT
    slots[0] = 1 + card Chancellor Ondra; slots[5] = 1 + card Chancellor Ondra -> SLOT
    slots[1] = 1 + card Chancellor Ondra -> CARDS
    slots[1] = 1 + card Field Surgeon -> CARDS
    slots[1] = 1 + card Navy Ace -> CARDS
    slots[1] = 1 + card Skull Hunter -> CARDS
    slots[1] = 1 + card Barge of State -> CARDS
    slots[1] = 1 + card Assembly Plaza -> CARDS
    slots[1] = 1 + card Tax Office -> CARDS
    slots[1] = 1 + card War Horn -> CARDS
    slots[1] = 1 + card Spiked Hull -> CARDS
    # players
    players[0].faction = -1 -> FACTION
    players[1].faction = -1 -> FACTION 1
    players[1].faction = 3 -> FINE
    players[1].faction = 4 -> FACTION 1
    players[1].faction = 0 -> FACTION 1
    players[0].row[2] = 1 -> ROW
    players[1].row[1] = 1 -> ROW 1
    players[1].row[63] = 1 -> ROW 1
    players[0].alive = 0; players[0].crew_ship = 0 -> OUT
    active = 0; asked = 0; players[1].alive = 0; players[1].crew = 0; players[1].crew_location = 0 -> OUT 1
    players[0].crew = 0 -> OUT
    players[0].crew_location = 1 -> CREW
    players[0].crew_location = 1; players[0].crew_ship = 0 -> FINE
    players[0].crew_location = 1 + Skull Landing; players[0].crew_ship = 0 -> FINE
    players[0].crew_location = 1 + Circle of Stones; players[0].crew_ship = 0 -> CREW
    players[0].crew_ship = 0 -> CREW
    players[0].crew_ship = 1 + Black Tusk -> CREW
    players[0].crew_ship = 1 + Null Hulk -> CREW
    players[1].crew_location = 1 + Assembly Plaza -> FINE
    players[1].crew_location = 0 -> CREW 1
    players[1].crew_location = 0; players[1].crew_ship = 1 + Black Tusk -> FINE
    players[1].crew_location = 0; players[1].crew_ship = 1 + Barge of State -> CREW 1
    players[0].row[0] = Boot Terrace; players[1].crew_location = 1 -> CREW 1
    # cards that there are
    deck[0] += {Ember Adept} -> FINE
    deck[0] += {40} -> NO_CARD
    deck[1] += {Obsidian Spire} -> FINE
    deck[1] += {24} -> NO_CARD
    deck[2] += {Cursed Reef} -> FINE
    deck[2] += {20} -> NO_CARD
    deck[3] += {Ghost Lantern} -> FINE
    deck[3] += {20} -> NO_CARD
    deck[4] += {Void Mirror} -> FINE
    deck[4] += {16} -> NO_CARD
    deck[4] += {63} -> NO_CARD
    destroyed[0] += {Ember Adept} -> FINE
    destroyed[0] += {40} -> NO_CARD
    destroyed[4] += {16} -> NO_CARD
    players[0].crew += {Prime Compiler} -> FINE
    players[0].crew += {40} -> NO_CARD
    players[0].ships += {24} -> NO_CARD
    players[0].row[2] = Hidden Library; players[0].row_count = 3 -> FINE
    players[0].row[2] = 20; players[0].row_count = 3 -> NO_CARD
    weapon_on[Ghost Lantern] = 1 + Press Ganger -> FINE
    weapon_on[20] = 1 + Press Ganger -> NO_CARD
    armament_on[Void Mirror] = 1 + Black Tusk -> FINE
    armament_on[16] = 1 + Black Tusk -> NO_CARD
    captive_of[40] = 1 -> NO_CARD
    # each in one place
    deck[0] += {Chancellor Ondra} -> CARDS
    deck[0] += {Skull Hunter} -> CARDS
    deck[0] += {Navy Ace} -> CARDS
    deck[1] += {Barge of State} -> CARDS
    deck[1] += {Ram Skiff} -> CARDS
    deck[2] += {Assembly Plaza} -> CARDS
    deck[2] += {Tax Office} -> CARDS
    deck[3] += {War Horn} -> CARDS
    deck[3] += {Stun Baton} -> CARDS
    deck[4] += {Spiked Hull} -> CARDS
    destroyed[0] += {Chancellor Ondra} -> CARDS
    destroyed[0] += {Field Surgeon} -> CARDS
    destroyed[1] += {Ironjaw} -> CARDS
    destroyed[3] += {Bone Cleaver} -> CARDS
    destroyed[4] += {Spiked Hull} -> CARDS
    players[1].crew += {Press Ganger} -> CARDS
    players[1].crew += {Skull Hunter} -> CARDS
    players[1].ships += {Barge of State} -> CARDS
    players[0].row[2] = Assembly Plaza; players[0].row_count = 3 -> CARDS
    players[1].row[1] = Tax Office; players[1].row_count = 2 -> CARDS
    # spaceships
    players[0].ships += {Null Hulk} -> SHIPS
    players[0].ships += {Null Hulk}; ships_at[0] = {Null Hulk} -> FINE
    players[0].ships += {Null Hulk}; ships_at[4] = {Null Hulk} -> FINE
    players[0].ships += {Null Hulk}; ships_at[5] = {Null Hulk} -> SHIPS
    players[0].ships += {Null Hulk}; ships_at[6] = {Null Hulk} -> SHIPS
    ships_at[0] = {Null Hulk} -> SHIPS
    ships_at[0] = {Null Hulk}; players[0].crew_ship = 1 + Black Tusk -> SHIPS
    ships_at[3] = {Barge of State, Null Hulk} -> SHIPS
    ships_at[0] = {Black Tusk} -> SHIPS
    # what lies on cards
    weapon_on[War Horn] = 1 + Chancellor Ondra -> FINE
    weapon_on[War Horn] = 1 + Skull Hunter -> FINE
    weapon_on[War Horn] = 1 + Navy Ace -> BEARERS
    weapon_on[Servo Arms] = 1 + Chancellor Ondra; deck[3] += {Servo Arms} -> CARDS
    weapon_on[Stun Baton] = 1 + Navy Ace; slots[5] = 0 -> BEARERS
    weapon_on[Stun Baton] = 1 + Chancellor Ondra; slots[5] = 0 -> FINE
    players[0].crew = {Press Ganger}; weapon_on[War Horn] = 1 + Chancellor Ondra -> BEARERS
    armament_on[Spiked Hull] = 1 + Black Tusk -> FINE
    armament_on[Spiked Hull] = 1 + Null Hulk -> BEARERS
    armament_on[Coil Cannon] = 1 + Barge of State; deck[4] += {Coil Cannon} -> CARDS
    players[0].ships = 0; ships_at[3] = {Black Tusk}; players[0].crew_ship = 0; players[0].crew_location = 1 -> BEARERS
    token[Tax Office] = 1 -> FINE
    token[Tax Office] = 3 -> TOKENS
    token[Boot Terrace] = 1 -> TOKENS
    token[Assembly Plaza] = 2 -> FINE
    # captives
    holds[Press Ganger] = 0 -> CAPTIVES
    holds[Press Ganger] = 0; holds[Chancellor Ondra] = 1 + Skull Hunter -> FINE
    holds[Press Ganger] = 0; holds[Field Surgeon] = 1 + Skull Hunter -> CAPTIVES
    holds[Chancellor Ondra] = 1 + Skull Hunter -> CAPTIVES
    holds[Chancellor Ondra] = 1 + Field Surgeon -> CAPTIVES
    holds[Chancellor Ondra] = 1 + Prime Compiler; captive_of[Prime Compiler] = 1 -> FINE
    holds[Chancellor Ondra] = 1 + Prime Compiler; captive_of[Prime Compiler] = 3 -> CAPTIVES
    holds[Warlord Gruda] = 1; players[0].crew = {Press Ganger}; captive_of[Chancellor Ondra] = 1 -> FINE
    holds[Warlord Gruda] = 1; players[0].crew = {Press Ganger} -> CAPTIVES
    captive_of[Chancellor Ondra] = 1; players[0].crew = {Press Ganger} -> CAPTIVES
    captive_of[Chancellor Ondra] = 1 -> CARDS
    captive_of[Assembler Unit] = 1; deck[0] += {Assembler Unit} -> CARDS
    captive_of[Skull Hunter] = 1 -> FINE
    captive_of[Skull Hunter] = 0; weapon_on[Bone Cleaver] = 0 -> CAPTIVES
    captive_of[Skull Hunter] = 3 -> CAPTIVES
    captive_of[Prime Compiler] = 1 -> CAPTIVES
    # nothing under way
    placing = 1 + card Null Hulk -> PLACING
    players[0].crew = {Press Ganger}; placing = 1 -> PLACING
    placing = 2 + card Void Mirror -> SLOT
    mission = 1 -> MISSION
    battle = 1 -> BATTLE
    battle = 2; battle_place = Skull Landing -> BATTLE
    battle_place = 63 -> FINE
    user = 1 -> USER
    text_of = 1 -> TEXT
    step = 1 -> FINE
    point = at.SIDE -> PLACING
    point = at.BEARER -> PLACING
    point = at.RECRUIT -> MISSION
    point = at.STRIKE -> MISSION
    point = at.MANEUVER; turn_at = 1 -> BATTLE
    point = at.LOSS; turn_at = 1 -> BATTLE
    entangled[0] = {39} -> FINE
    entangled[0] = {40} -> QUEUE
    waylaid[0] = {40} -> QUEUE
    once[0] = {40} -> QUEUE
    twice[0] = {40} -> QUEUE
    entangled[1] = {23} -> FINE
    entangled[1] = {24} -> QUEUE
    waylaid[1] = {24} -> QUEUE
    once[1] = {24} -> QUEUE
    twice[1] = {24} -> QUEUE
    queue = {15} -> FINE
    queue = {16} -> QUEUE
maneuver
    -> FINE
    asked = 1 -> SEATS
    asked = 1; turn_at = 1 -> FINE
    active = 1 -> FINE
    battle = 0 -> BATTLE
    battle = 1 -> BATTLE
    battle_place = Assembly Plaza -> BATTLE
    battle_place = Circle of Stones -> BATTLE
    players[0].crew_location = 1 -> BATTLE
    players[1].crew_location = 1 -> FINE
    user = 1 -> USER
    text_of = 1 -> TEXT
    mission = 1 -> MISSION
    placing = 1 + card Prime Compiler -> PLACING
weapon
    -> FINE
    active = 1 -> FINE
    asked = 1 -> SEATS
    battle = 0 -> BATTLE
    user = 0 -> USER
    user = 40 -> FINE
    user = 41 -> USER
    text_of = 0 -> TEXT
    text_of = 120 -> FINE
    text_of = 121 -> TEXT
    step = 4 -> FINE
target
    -> FINE
    active = 1 -> FINE
    asked = 1 -> SEATS
    battle = 0 -> BATTLE
    battle_place = 1 -> BATTLE
    battle_place = 63 -> BATTLE
    ships_at[0] = 0; ships_at[4] = 73736; battle_place = 4 -> FINE
    players[0].ships -= {Line Frigate}; ships_at[0] -= {Line Frigate}; armament_on[Blockade Net] = 0 -> BATTLE
    user = 0 -> USER
    user = 24 -> FINE
    user = 25 -> USER
    text_of = 0 -> TEXT
    text_of = 121 -> TEXT
    text_of = 1 -> FINE
    text_of = 1; step = 1 -> STEP
    text_of = 1 + card Override Daemon; step = 1 -> FINE
    text_of = 1 + card Override Daemon; step = 2 -> STEP
    text_of = 1 + card Accord Dreadnought -> STEP
loss
    -> FINE
    asked = 0 -> SEATS
    battle = 0 -> BATTLE
    user = 1 -> USER
    text_of = 1 -> TEXT
side
    -> FINE
    turn_at = 1 -> FINE
    asked = 1 -> SEATS
    placing = 0 -> PLACING
    placing = 1 + card Assembly Plaza -> CARDS
    placing = 1 + card Null Hulk -> PLACING
    placing = 1 + card Servo Arms -> PLACING
    placing = 1 + card Coil Cannon -> PLACING
    placing = 1 + card Prime Compiler -> PLACING
    slots[0] = 1 + card Hidden Library; placing = 1 + card Hidden Library -> SLOT
    players[0].row[0] = Hidden Library; players[0].crew_location = 1 + Hidden Library;
        placing = 1 + card Assembly Plaza -> FINE
    battle = 1 -> BATTLE
bearer
    -> FINE
    placing = 0 -> PLACING
    placing = 1 + card Servo Arms -> FINE
    placing = 1 + card Null Hulk -> PLACING
    placing = 1 + card Hidden Library -> PLACING
    placing = 1 + card Prime Compiler -> PLACING
    placing = 120 -> FINE
    placing = 121 -> SLOT
    placing = 1 -> CARDS
    mission = 1; step = 1 -> FINE
flight
    -> FINE
    mission = 0 -> MISSION
    mission = 1 + Boot Terrace -> MISSION
    mission = 1 + Skull Landing -> STEP
    step = 1 -> STEP
    step = 2 -> STEP
    point = at.RECRUIT -> STEP
    point = at.STRIKE -> STEP
    placing = 1 + card Prime Compiler -> PLACING
    deck[2] -= {Naval Academy}; players[0].row[0] = Naval Academy; players[0].crew_location = 1 + Naval Academy;
        mission = 1 + Naval Academy; point = at.RECRUIT -> FINE
    deck[2] -= {Siege Battery}; players[0].row[0] = Siege Battery; players[0].crew_location = 1 + Siege Battery;
        mission = 1 + Siege Battery; point = at.STRIKE -> FINE
side after a mission
    -> FINE
    mission = 0 -> FINE
    mission = 1 + Boot Terrace -> MISSION
    step = 0 -> FINE
    step = 2 -> STEP
over
    -> FINE
    point = 0 -> ENDED
    ending = 0 -> ENDED
    asked = 1 -> FINE
    asked = 2 -> SEATS
    passes = 3 -> FINE
    round_number = 41 -> FINE
    mission = 1 -> FINE
    battle = 1 -> FINE
    user = 1 -> FINE
    players[0].crew_ship = 1 + Null Hulk; players[0].crew_location = 0 -> CREW
turn beside who is out
    -> FINE
    active = 1; asked = 1 -> SEATS
    active = 2; asked = 2 -> FINE
    asked = 2 -> SEATS
    first = 1 -> FINE
    first = 2 -> FINE
    first = 3 -> SEATS
    players[1].alive = 1 -> OUT 1
    players[1].ships = {Null Hulk}; ships_at[0] = {Null Hulk} -> OUT 1
    players[1].crew_location = 1 -> CREW 1
    players[1].crew_ship = 1 -> CREW 1
    players[2].faction = 0 -> FACTION 2
    players[2].crew += {Chancellor Ondra} -> CARDS
    passes = 3 -> FINE
    passes = 4 -> PASSES
    token[0] = 3 -> FINE
    token[0] = 4 -> TOKENS
""")  # fmt: skip


@cache
def standing(at: str) -> tuple[Game, States]:
    """Return a position and its game."""
    game = game_for(ALL[at])
    return game, game.from_position(ALL[at])


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_what_is_wrong_with_a_position(row: Row) -> None:
    unsound.check(row, *standing(row.at), sound, NUMBERS)


def test_a_text_with_all_effects_there_may_be_ends_behind_the_last(tmp_path: Path) -> None:
    effects = "skills = ['command'], effects = ['flight', 'march', 'flight', 'march']"
    cards = card_file(tmp_path, f"[location]\n'Assembly Plaza' = {{ {effects} }}")
    game = game_for(ALL["flight"], cards=str(cards))
    for row in rows("flight\n    step = 2 -> FINE\n    step = 3 -> STEP\n    step = 4 -> STEP"):
        unsound.check(row, game, game.from_position(ALL["flight"]), sound, NUMBERS)


def test_each_fault_is_told() -> None:
    unsound.check_each_is_told(ROWS, sound)
