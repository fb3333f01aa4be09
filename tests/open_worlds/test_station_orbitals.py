"""Station Orbitals: Ships come as they are, Stations and Fields if their REQ is met (OW-4b).

Every REQ in every situation stands in test_resolution.py, Class and Income in the tests of Reveal.
"""

from __future__ import annotations

import pytest

from ow_env.open_worlds.cards import Kind, load_catalogue
from tests.open_worlds.scenario import Table, check
from tests.scenarios import Row, rows

pytestmark = pytest.mark.rule

ROWS = rows("""
OW-4b.1 a Battle Station is stationed where its player has a Facility
    before: resolve | Phoebe K2: you Outpost, stage Battle Station 20 | hand Scout
    after:  trash | asked you | Phoebe K2: you Battle Station 20, Outpost | income 1
OW-4b.1 a Battle Station is Trashed where its player has none
    before: resolve | Phoebe K2: you Transport, stage Battle Station 25 | foe Outpost | hand Scout
    after:  trash | priority foe | asked you | Phoebe K2: you Transport | wreck Battle Station 25 | foe: income 1
OW-4b.1 an Energy Shield, a Field, is stationed where its player has a Facility
    before: resolve | Koti: you Outpost, stage Energy Shield | foe Outpost | hand Scout
    after:  trash | asked you | Koti: you Energy Shield, Outpost | income 1 | foe: income 1
OW-4b.1 two players, one Facility: only its player's Energy Shield is stationed
    before: resolve | Koti: you stage Energy Shield | foe Outpost, stage Energy Shield | hand Scout
    after:  trash | priority foe | asked you | Koti: you - | foe Energy Shield, Outpost | wreck Energy Shield
            foe: income 1
OW-4b.1 a Siege Platform is stationed where an opponent has something
    before: resolve | Koti: you Outpost, stage Siege Platform | foe Transport | hand Scout
    after:  trash | asked you | Koti: you Outpost, Siege Platform | income 1
OW-4b.1 a Siege Platform is Trashed where only its own player has something
    before: resolve | Koti: you Outpost, stage Siege Platform | hand Scout
    after:  trash | asked you | Koti: you Outpost | wreck Siege Platform | income 1
OW-4b.1 four players: any opponent will do, also the last
    before: resolve | Koti: foe stage Siege Platform | fourth Transport | hand Scout
    after:  trash | asked you | Koti: foe Siege Platform
OW-4b.1 three players: what lies at another World does not count
    before: resolve | Koti: foe stage Siege Platform | Maail: third Outpost | resolved | hand Scout
    after:  trash | priority third | asked you | Koti: foe - | foe: wreck Siege Platform | third: income 1
OW-4b.1 a Ship needs nothing at its World
    before: resolve | Phoebe K2: you stage Transport | foe Outpost | hand Scout
    after:  trash | priority foe | asked you | Phoebe K2: you Transport | foe: income 1
OW-4b.1 Orbitals need no room: H2O is for Facilities
    before: resolve | Koti: you 3x Outpost, stage Battle Station 20 | foe stage Transport | hand Scout
    play: reserve   after: trash | asked you | Koti: you Battle Station 20, 3x Outpost | foe Transport | income 3
OW-4b.1 all players' Orbitals come into play together: those with Weapons meet in Conflict
    before: resolve | priority third | Koti: you stage Striker | foe stage Scout | third stage Transport
    after:  asked third: retreat | Koti: you Striker | foe Scout | third Transport
OW-4b.1 only what is staged to this World comes into play
    before: resolve | Koti: you stage Transport | Maail: you stage Scout | Phoebe K2
    play: resolve Koti   after: asked you: next world | Koti: you Transport
OW-4b.1 a Station whose REQ is not met is Trashed, be an Automated Ground Force beside it
    before: resolve | Koti: you Robot Factory, stage Auto Assault 10, Siege Platform | hand Outpost
    after:  trash | asked you | Koti: you Robot Factory | wreck Auto Assault 10, Siege Platform | income 2
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)


def test_every_ship_needs_nothing() -> None:
    """OW-4b.1, at a Hostile World where its player has nothing."""
    ships = [card.name for card in load_catalogue().cards if card.kind == Kind.SHIP]
    ships.remove("Enter Fray")  # a Utility, never staged (OW-6.1)
    for ship in ships:
        units = Table(f"resolve | Phoebe K2: you stage {ship} | hand Outpost").position()["players"][0]["units"]
        assert units == {"Phoebe K2": [ship]}
