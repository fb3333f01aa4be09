"""Deploy Ground Forces: REQ and Capacity (OW-4c).

Every REQ in every situation stands in test_resolution.py; here is what Capacity adds up to. City N has
Capacity N, Frigate and Keeper 10, Transport 30, Garrison 22. What fights leaves play: where a Ground Force has
nothing to fight, it can be seen to stay.
"""

from __future__ import annotations

import pytest

from tests.open_worlds.scenario import Table, check
from tests.scenarios import Row, rows

pytestmark = pytest.mark.rule

ROWS = rows("""
OW-4c.1 City 10 gives Troops 10 the Capacity they need
    before: resolve | Koti: you City 10, stage Troops 10 | hand Scout
    after:  trash | asked you | Koti: you City 10, Troops 10 | income 1
OW-4c.1 City 10 does not give it to Troops 12
    before: resolve | Koti: you City 10, stage Troops 12 | hand Scout
    after:  trash | asked you | Koti: you City 10 | wreck Troops 12 | income 1
OW-4c.1 Facilities and Orbitals add up: City 15 and Frigate carry Troops 25
    before: resolve | Koti: you City 15, Frigate, stage Troops 25 | hand Scout
    after:  trash | asked you | Koti: you City 15, Frigate, Troops 25 | income 1
OW-4c.1 an opponent's Capacity is none of yours
    before: resolve | Koti: you City 10, stage Troops 15 | foe City 15, Transport | hand Scout
    after:  trash | asked you | Koti: you City 10 | wreck Troops 15 | income 1 | foe: income 1
OW-4c.1 nor is your Capacity at another World
    before: resolve | Koti: you City 10, stage Troops 15 | Maail: you City 15 | resolved | hand Scout
    after:  trash | asked you | Koti: you City 10 | wreck Troops 15 | income 2
OW-4c.1 nothing is used up: Troops 10 that are there leave room for others
    before: resolve | Koti: you City 12, Troops 10, stage Troops 12 | hand Scout
    after:  trash | asked you | Koti: you City 12, Troops 10, Troops 12 | income 1
OW-4c.1 the Capacity of a conquered City is its Conqueror's
    before: resolve | Koti: you City 20 (foe's), stage Troops 20 | hand Scout
    after:  trash | asked you | Koti: you City 20 (foe's), Troops 20 | income 2
OW-4c.1 and no longer its owner's
    before: resolve | Koti: you stage Troops 20 | foe City 20 (you's) | hand Scout
    after:  trash | priority foe | asked you | Koti: you - | wreck Troops 20 | foe: income 2
OW-4c.1 a Ship that came this turn brings its Capacity
    before: resolve | Koti: you Transport (moved), stage Troops 25 | hand Scout
    after:  trash | asked you | Koti: you Transport (moved), Troops 25
OW-4c.1 four players, each by their own Capacity
    before: resolve | Koti: you City 10, stage Troops 10 | foe Outpost, stage Troops 12 | fourth Keeper, stage Troops 10
    after:  asked you: surface conflict | Koti: you City 10, Troops 10 | foe Outpost | fourth Keeper, Troops 10
            foe: wreck Troops 12
OW-4c.1 Clone Army needs a Facility of its player there, no Capacity
    before: resolve | Koti: you Outpost, stage Clone Army | hand Scout
    after:  trash | asked you | Koti: you Clone Army, Outpost | income 1
OW-4c.1 without one it is Trashed, Capacity or not
    before: resolve | Koti: you Transport, stage Clone Army | hand Scout
    after:  trash | asked you | Koti: you Transport | wreck Clone Army
OW-4c.1 Auto Assault needs nothing there
    before: resolve | Phoebe K2: you stage Auto Assault 14 | foe City 10
    after:  asked you: surface conflict | Phoebe K2: you Auto Assault 14
OW-4c.1 Ground Forces need no room: H2O is for Facilities
    before: resolve | Koti: you City 10, 2x Outpost, stage Troops 10 | hand Scout
    after:  trash | asked you | Koti: you City 10, 2x Outpost, Troops 10 | income 3
OW-4c.1 other Ground Forces give no Capacity
    before: resolve | Koti: you Clone Army, Company Town, Troops 12, stage Troops 10 | hand Outpost
    after:  trash | asked you | Koti: you Clone Army, Company Town, Troops 12 | wreck Troops 10 | income 1
""")


CAPACITIES = [  # who has to be carried, what carries, is it enough
    ("Troops 10",         "City 10", True),
    ("Troops 10",         "Frigate", True),
    ("Troops 10",         "Company Town", False),
    ("Troops 10",         "Clone Army, Outpost, Troops 25", False),
    ("Troops 12",         "City 12", True),
    ("Troops 12",         "City 10", False),
    ("Troops 12",         "Frigate", False),
    ("Troops 15",         "City 15", True),
    ("Troops 15",         "City 12", False),
    ("Troops 20",         "City 20", True),
    ("Troops 20",         "City 10, Frigate", True),
    ("Troops 20",         "City 15", False),
    ("Troops 22",         "City 12, City 10", True),
    ("Troops 22",         "City 12, Frigate", True),
    ("Troops 22",         "Garrison", True),
    ("Troops 22",         "City 20", False),
    ("Troops 25",         "City 25", True),
    ("Troops 25",         "City 15, City 10", True),
    ("Troops 25",         "City 12, City 12 (foe's)", False),
    ("Invasion Force 10", "City 10", True),
    ("Invasion Force 10", "Company Town", False),
    ("Invasion Force 15", "City 15", True),
    ("Invasion Force 15", "City 12", False),
    ("Invasion Force 21", "City 12, Frigate", True),
    ("Invasion Force 21", "City 20", False),
    ("Invasion Force 21", "City 10, City 10 (foe's)", False),
]  # fmt: skip


@pytest.mark.parametrize(("card", "carriers", "enough"), CAPACITIES)
def test_capacity(card, carriers, enough):
    """OW-4c.1, with a foe's City to fight: so Invasion Forces are met before they leave play."""
    table = Table(f"resolve | Calyx: you {carriers}, stage {card} | foe City 30")
    me = table.game.position(table.state)["players"][0]
    assert (card in me["units"]["Calyx"]) is enough
    assert me["wreck"] == ([] if enough else [card])


OWN_CARDS = """
[facility]
"Wall 22" = { kind = "post", defense = 22, income = 0, req = "any world" }
"Wall 23" = { kind = "post", defense = 23, income = 0, req = "any world" }
"""
OWN_ROWS = rows(
    """
OW-4f.4 the 22 of Troops 22 overcome a Defensive Strength of 22, as printed
    before: resolve | Koti: you City 25, stage Troops 22 | foe Wall 22 | hand Scout
    play:   target Wall 22
    after:  trash | asked you | Koti: you City 25 | foe - | wreck Troops 22 | income 2 | foe: wreck Wall 22
OW-4f.4 and none above
    before: resolve | Koti: you City 25, stage Troops 22 | foe Wall 23 | hand Scout
    play: target Wall 23   after: trash | asked you | Koti: you City 25 | wreck Troops 22 | income 2
""",
    cards=OWN_CARDS,
)


@pytest.mark.parametrize("row", [*ROWS, *OWN_ROWS], ids=str)
def test_rule(row: Row) -> None:
    check(row)
