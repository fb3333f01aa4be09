"""What is no position: each fault that the rule `sound` tells, and where it begins."""

from __future__ import annotations

from copy import copy
from functools import cache

import pytest

from ow_env.core import Game
from ow_env.core.game import States
from ow_env.open_worlds.cards import load_catalogue
from ow_env.open_worlds.rules import sound
from tests import unsound
from tests.open_worlds.scenario import Table
from tests.unsound import Row, rows

pytestmark = pytest.mark.rule

ADJUST = "turn 0 | Koti | hand Outpost, Scout | foe: hand 2x Outpost"
BATTLE = "resolve | hand Outpost | Maail: you Outpost | Koti"
ALERT = (
    "stage | Koti: you Striker | foe Striker | third Striker | hand Espionage, False Alert"
    " | foe: hand Espionage, Outpost | third: hand Espionage"
)
SABOTAGE = (
    "resolve | Maail: you Outpost | Koti: you Outpost | foe Exploit, Quarry | hand Sabotage | foe: hand Espionage"
)
FRAY = "move | Koti: you Outpost | Maail | hand Enter Fray | foe: hand Espionage"
RESEARCH = "draw | Koti: you Outpost | hand 9x Outpost, Research | deck Exploit, Outpost, Scout | foe: hand Espionage"
BRIGADE = "resolve | Koti: you Outpost | foe City 12 | hand Light Brigade, Troops 10, Troops 12 | foe: hand Espionage"
TAKE = "move | Koti: you Robot Factory, stage Auto Assault 10, City 12 | Maail | hand Adjust, Auto Assault 14"
POSITIONS = {  # by the name of the point: the position, what is played
    "adjust": (f"adjust | {ADJUST}", ""),
    "adjust, the first by lot": (f"adjust | priority nobody | first by lot | {ADJUST}", ""),
    "stage": (
        "stage | Koti: you City 12, City 15 (foe's), Outpost | foe stage Scout"
        " | Varuna Deep: you Outpost, Robot Factory, stage Auto Assault 10, Titan | foe Corvette | Farrow"
        " | hand 2x Outpost, Troops 10 | trash Coup | wreck Exploit | seen Coup, Outpost, Troops 10 | foe: seen Scout",
        "",
    ),
    "stage in order": ("stage | stage in order | Koti | hand Outpost, Scout | foe: hand Outpost", ""),
    "move": ("move | Koti: you Transport, stage Scout | foe Transport | Maail | hand Outpost | seen Scout", ""),
    "next world": (
        "resolve | priority foe | Koti: you Quarry | foe City 12 | Maail | Farrow: under Suck Dry, Suck Dry (foe's)"
        " | hand Outpost",
        "",
    ),
    "orbital activity": (f"{BATTLE}: you Titan | foe City 12, Corvette", "resolve Koti"),
    "surface conflict": (f"{BATTLE}: you Troops 10 | foe City 12, Troops 12", "resolve Koti"),
    "reaction": (ALERT, "play False Alert"),
    "reaction to a reaction": (ALERT, "play False Alert; foe: play Espionage; third: pass"),
    "world": (FRAY, "play Enter Fray"),
    "world chosen": (FRAY, "play Enter Fray; choose Maail"),
    "target": (SABOTAGE, "resolve Koti; play Sabotage"),
    "target chosen": (SABOTAGE, "resolve Koti; play Sabotage; target Quarry"),
    "option": (RESEARCH, "play Research"),
    "card of deck": (RESEARCH, "play Research; option 2; foe: pass"),
    "ground force": (BRIGADE, "play Light Brigade; foe: pass"),
    "ground force, not yet": (BRIGADE, "play Light Brigade"),
    "taken back": (TAKE, "play Adjust"),
    "trash": ("trash | Koti: you Outpost | hand Outpost", ""),
    "over": ("over | truncated | turn 40 | Koti: you Outpost | foe Outpost", ""),
}
ROWS: list[Row] = rows("""
stage
    -> FINE
    point = at.GAME_OVER -> ENDED
    ending = 1 -> ENDED
    max_turns = 2 -> FINE
    max_turns = 1 -> TURN
    # where the units of each World begin
    starts[0] = 1 -> STARTS
    starts[1] = 6; starts[2] = 5 -> STARTS
    starts[3] = 5 -> STARTS
    starts[3] = 7 -> UNIT
    starts[4] = 1 -> STARTS
    starts[9] = 1 -> STARTS
    # units: at Koti Outpost, City 12, City 15 (foe's); in Varuna Deep Outpost, Robot Factory, the foe's Corvette
    units[4].world = 0 -> UNIT
    units[2].owner = 2 -> UNIT
    units[5].controller = 2 -> UNIT
    units[3].conqueror = 2 -> FINE
    units[3].conqueror = 3 -> UNIT
    units[3].defends = 6 -> FINE
    units[3].defends = 7 -> UNIT
    units[5].owner = 0 -> ANOTHERS
    units[0].card = City 12; units[1].card = Outpost -> UNIT
    units[1].card = Outpost -> FINE
    units[1].card = Outpost; units[0].idle = 1 -> FINE
    units[1].card = Outpost; units[1].idle = 1 -> FINE
    units[0].controller = 1 -> UNIT
    units[2].controller = 1 -> FINE
    units[1].card = City 15 -> FINE
    units[1].card = City 15; units[1].owner = 1; units[2].owner = 0 -> UNIT
    # Worlds, indicators, the order of players
    worlds[2].card = 35 -> FINE
    worlds[2].card = 36 -> WORLD
    worlds[3].card = 1 -> WORLD
    worlds[3].h2o = 1 -> WORLD
    worlds[8].resolved = 1 -> WORLD
    indicators[0].card = Suck Dry -> INDICATOR
    indicators[0].owner = 1 -> INDICATOR
    indicators[15].world = 1 -> INDICATOR
    order[0] = 1; order[1] = 0 -> FINE
    order[0] = 1 -> ORDER
    order[1] = 2 -> ORDER
    order[2] = 2 -> FINE
    priority = 1 -> FINE
    priority = 2 -> ORDER
    priority = -1 -> PRIORITY
    # the decision
    world = 0 -> AT_WORLD
    seat = 1 -> FINE
    seat = 2 -> SEAT
    passes = 2 -> FINE
    passes = 3 -> SEAT
    actor = 0 -> ACTOR
    actor = -1 -> ACTOR
    unit = 1 -> WEAPON
    weapon = 1 -> WEAPON
    phase = at.CHOOSING -> PHASE
    question = at.ASK_WORLD -> QUESTION
    play_target = 1 -> QUESTION
    plays[0].card = Coup -> PLAYS_THERE
    plays[0].player = 1 -> PLAYS_THERE
    plays[7].cancelled = 1 -> PLAYS_THERE
    play_count = 1; plays[0].card = We Quit -> PHASE
    phase = at.REACTING; play_count = 1; plays[0].card = We Quit -> PHASE
    point = at.COUNT_INCOME; actor = 0; players[1].known -= Scout -> FINE
    # staged cards
    players[1].staged_count[0] = 2; players[1].staged[0][0] = Outpost; players[1].staged[0][1] = Scout -> FINE
    players[1].staged_count[0] = 2; players[1].staged[0][1] = Outpost -> STAGED_CARDS 1
    players[1].staged_count[0] = 0 -> STAGED_CARDS 1
    players[1].staged_count[2] = 2 -> FINE
    players[1].staged_count[2] = 1 -> FINE
    players[1].staged_count[3] = 1 -> STAGED_CARDS 1
    players[1].staged[2][1] = 1 -> STAGED_CARDS 1
    players[1].staged[8][0] = 1 -> STAGED_CARDS 1
    # cards that there are, one of each
    players[0].deck += 43 x Outpost -> FINE
    players[0].deck += 44 x Outpost -> TOO_MANY
    players[1].deck += 54 x Outpost -> TOO_MANY 1
    players[1].deck += 78 -> FINE
    players[1].deck += 79 -> NO_CARD 1
    players[1].hand += 79 -> NO_CARD 1
    players[0].trash.cards[0] = 79 -> NO_CARD
    players[0].open_trash.cards[0] = 79 -> NO_CARD
    players[0].staged[1][1] = 79 -> NO_CARD
    units[4].card = 79 -> NO_CARD
    units[2].card = 79 -> ANOTHERS
    indicators[0].card = 79; indicator_count = 1; indicators[0].owner = 1 -> NO_CARD 1
    players[0].deck += Troops 10 -> TWICE
    players[0].deck += Troops 12 -> FINE
    players[0].deck += Coup -> TWICE
    players[0].deck += Exploit -> FINE
    players[0].deck += Titan -> TWICE
    players[0].deck += Scout -> FINE
    players[0].deck += City 12 -> TWICE
    players[0].deck += City 15 -> FINE
    players[0].deck += Corvette -> FINE
    players[1].deck += City 15 -> TWICE 1
    players[0].deck += Fallout Raid; players[0].deck += Asteroid Strike -> FINE
    players[0].deck += 2 x Fallout Raid -> TWICE
    players[0].deck += 2 x Asteroid Strike -> TWICE
    players[0].deck += 2 x Solar Flare -> TWICE
    players[0].deck += Solar Flare; players[0].trash.cards[0] = Solar Flare -> TWICE
    players[0].deck += Seasoned Exploit; players[0].open_trash.cards[0] = Seasoned Exploit -> TWICE
    players[0].trash.cards[0] = Seasoned Exploit; players[0].open_trash.cards[0] = Seasoned Exploit -> TWICE
    indicators[0].card = Suck Dry; indicator_count = 1 -> FINE
    indicators[0].card = Suck Dry; indicator_count = 1; players[0].trash.cards[0] = Suck Dry -> TWICE
    indicators[0].card = Suck Dry; indicator_count = 1; players[1].hand += Suck Dry -> FINE
    # cards that are known
    players[0].known.cards[2] = Auto Assault 10 -> FINE
    players[0].known.cards[2] = Auto Assault 14 -> KNOWN_CARDS
    players[0].known.cards[2] = City 12; players[0].known.cards[1] = City 12 -> KNOWN_CARDS
    players[0].known.cards[1] = Outpost -> FINE
    players[0].known.cards[1] = Outpost; players[0].known.cards[2] = Outpost -> KNOWN_CARDS
    players[0].known.cards[1] = Exploit; players[0].known.cards[2] = Coup -> KNOWN_CARDS
    players[1].known.cards[0] = Titan -> KNOWN_CARDS 1
stage in order
    -> FINE
    actor = 1 -> FINE
    actor = 2 -> SEAT
    actor = -1 -> SEAT
    actor = -2 -> SEAT
    stage_in_order = 0 -> ACTOR
adjust
    -> FINE
    actor = 0 -> ACTOR
    priority = -1 -> PRIORITY
    first_player = -1 -> PRIORITY
adjust, the first by lot
    -> FINE
    priority = 0 -> PRIORITY
    first_player = 0 -> PRIORITY
move
    -> FINE
    actor = 1 -> SEAT
    actor = 1; seat = 1 -> FINE
    actor = -2 -> SEAT
    point = at.WINDOW_MOVED -> FINE
    point = at.REVEAL -> KNOWN_CARDS
next world
    -> FINE
    actor = 0 -> SEAT
    priority = 0 -> SEAT
    priority = 0; actor = 0 -> FINE
    seat = 1 -> FINE
    world = 0 -> AT_WORLD
    indicators[0].owner = 2 -> INDICATOR
    indicators[0].world = 3 -> INDICATOR
    indicators[0].world = 1 -> FINE
    indicators[1].owner = 0 -> TWICE
orbital activity
    -> FINE
    world = -1 -> AT_WORLD
    world = 2 -> AT_WORLD
    actor = 1 -> SEAT
    actor = 1; seat = 1 -> WEAPON
    unit = 4 -> WEAPON
    actor = 1; seat = 1; unit = 2 -> FINE
    actor = 1; seat = 1; unit = 3 -> FINE
    actor = 1; seat = 1; unit = 4 -> WEAPON
    unit = 0 -> WEAPON
    weapon = 3 -> FINE
    weapon = 4 -> WEAPON
    point = at.RETREAT -> WEAPON
    point = at.RETREAT; unit = 0 -> FINE
    point = at.WORLD_ENDS; unit = 0 -> FINE
    point = at.COUNT_INCOME; unit = 0 -> AT_WORLD
    point = at.NEXT_WORLD; unit = 0 -> AT_WORLD
    point = at.WINDOW_WORLD; unit = 0 -> FINE
surface conflict
    -> FINE
    unit = 0 -> WEAPON
    unit = 2 -> WEAPON
    weapon = 4 -> WEAPON
reaction
    -> FINE
    actor = 0 -> SEAT
    react_seat = 2 -> SEAT
    react_seat = 2; actor = 2 -> FINE
    react_seat = 3 -> SEAT
    react_seat = 3; actor = 0 -> SEAT
    react_seat = 4 -> SEAT
    react_seat = 3; actor = -1 -> SEAT
    order[0] = 2; order[1] = 1; order[2] = 0; actor = 2 -> FINE
    order[0] = 2; order[1] = 1; order[2] = 0 -> SEAT
    plays[0].player = 2; actor = 0 -> FINE
    plays[0].player = 3 -> PLAYS_THERE
    plays[0].card = Outpost -> PLAYS_THERE
    plays[0].card = Light Brigade -> QUESTION
    plays[0].card = Sabotage -> CHOSEN
    plays[0].card = Coup -> CHOSEN
    plays[0].card = We Quit -> CHOSEN
    plays[0].card = Enter Fray -> CHOSEN
    plays[0].card = Research -> FINE
    phase = at.IDLE -> PHASE
    play_count = 0; plays[0].card = 0 -> PHASE
    point = at.STAGE -> PHASE
    question = at.ASK_WORLD -> QUESTION
    players[0].trash += False Alert -> TWICE
reaction to a reaction
    -> FINE
    plays[1].player = 0 -> SEAT
    phase = at.CHOOSING; question = at.ASK_WORLD -> PHASE
    phase = at.RESOLVING; question = at.ASK_REPLACEMENT -> PHASE
world
    -> FINE
    actor = 1 -> SEAT
    question = at.ASK_NOTHING -> QUESTION
    question = at.ASK_OPTION -> FINE
    question = at.ASK_REPLACEMENT -> QUESTION
    question = at.ASK_TARGET -> CHOSEN
    question = at.ASK_TARGET; play_world = 0 -> FINE
    play_world = 1 -> FINE
    play_world = 2 -> CHOSEN
    play_target = 1; play_world = 0 -> CHOSEN
    phase = at.RESOLVING -> QUESTION
world chosen
    -> FINE
    play_world = 0 -> FINE
    play_world = -1 -> CHOSEN
    play_world = 2 -> CHOSEN
    play_target = 1; play_world = 0 -> CHOSEN
target
    -> FINE
    play_world = -1 -> CHOSEN
    play_target = 2 -> CHOSEN
    question = at.ASK_WORLD; play_world = -1 -> FINE
target chosen
    -> FINE
    plays[0].card = Coup -> FINE
    plays[0].card = We Quit -> FINE
    plays[0].card = Enter Fray -> CHOSEN
    plays[0].card = False Alert -> CHOSEN
    play_target = 0 -> CHOSEN
    play_target = 1 -> CHOSEN
    play_target = 2 -> FINE
    play_target = 5 -> CHOSEN
    play_world = 0 -> CHOSEN
    play_world = 0; play_target = 1 -> FINE
    play_world = -1 -> CHOSEN
option
    -> FINE
    question = at.ASK_GROUND_FORCE -> QUESTION
    plays[0].player = 1 -> SEAT
    plays[0].player = 1; actor = 1 -> FINE
card of deck
    -> FINE
    actor = 1 -> SEAT
    question = at.ASK_NOTHING -> QUESTION
    question = at.ASK_OPTION -> QUESTION
    question = at.ASK_REPLACEMENT -> FINE
    question = at.ASK_TAKEN_BACK -> QUESTION
    question = at.ASK_GROUND_FORCE -> QUESTION
ground force
    -> FINE
    point = at.WINDOW_DRAWN; world = -1 -> QUESTION
    plays[0].card = Research -> QUESTION
ground force, not yet
    -> FINE
    point = at.WINDOW_DRAWN; world = -1 -> QUESTION
taken back
    -> FINE
    play_world = -1 -> QUESTION
    play_world = -1; players[0].staged_count[8] = 1 -> QUESTION
    play_world = 1 -> QUESTION
    play_card = 0 -> QUESTION
    play_card = 1 + Auto Assault 10 -> QUESTION
    plays[0].player = 1; actor = 1 -> QUESTION
trash
    -> FINE
    world = 0 -> AT_WORLD
over
    -> FINE
    point = at.STAGE -> ENDED
    ending = 0 -> ENDED
    actor = 0 -> FINE
    max_turns = 1 -> FINE
    unit = 1 -> FINE
    priority = 2 -> ORDER
""")


@cache
def standing(at: str) -> tuple[Game, States]:
    """Return a position and its game."""
    before, play = POSITIONS[at]
    table = Table(before)
    table.play(play)
    return table.game, table.states


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_what_is_wrong_with_a_position(row: Row) -> None:
    unsound.check(row, *standing(row.at), sound, load_catalogue().card_ids)


def test_of_the_first_card_of_all_there_is_one_too_if_it_has_a_limit() -> None:
    table = Table("stage | Koti | hand Outpost")
    game = copy(table.game)
    game.tables = game.tables.copy()
    game.tables["cards"]["unlimited"] = 0
    for row in rows("stage\n    -> FINE\n    players[0].deck += 0 -> TWICE"):
        unsound.check(row, game, table.states, sound, {})


def test_each_fault_is_told() -> None:
    unsound.check_each_is_told(ROWS, sound)
