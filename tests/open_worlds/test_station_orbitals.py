"""Station Orbitals: Ships come as they are, Stations and Fields if their REQ is met (OW-4b).

Every REQ in every situation stands in test_resolution.py, Class and Income in the tests of Reveal.
"""

from __future__ import annotations

import pytest
from scenario import Scenario, Table, check

from ow_env.open_worlds.cards import Kind, load_catalogue

pytestmark = pytest.mark.pure

SCENARIOS = [
    Scenario(
        "OW-4b.1 a Battle Station is stationed where its player has a Facility",
        before="""resolve
                  Phoebe K2: you Outpost, stage Battle Station 20
                  you: hand Scout""",
        play="",
        after="""trash | asked you
                 Phoebe K2: you Battle Station 20, Outpost
                 you: hand Scout | income 1""",
    ),
    Scenario(
        "OW-4b.1 a Battle Station is Trashed where its player has none",
        before="""resolve
                  Phoebe K2: you Transport, stage Battle Station 25 | foe Outpost
                  you: hand Scout""",
        play="",
        after="""trash | priority foe | asked you
                 Phoebe K2: you Transport | foe Outpost
                 you: hand Scout | wreck Battle Station 25
                 foe: income 1""",
    ),
    Scenario(
        "OW-4b.1 an Energy Shield, a Field, is stationed where its player has a Facility",
        before="""resolve
                  Koti: you Outpost, stage Energy Shield | foe Outpost
                  you: hand Scout""",
        play="",
        after="""trash | asked you
                 Koti: you Energy Shield, Outpost | foe Outpost
                 you: hand Scout | income 1
                 foe: income 1""",
    ),
    Scenario(
        "OW-4b.1 two players, one Facility: only its player's Energy Shield is stationed",
        before="""resolve
                  Koti: you stage Energy Shield | foe Outpost, stage Energy Shield
                  you: hand Scout""",
        play="",
        after="""trash | priority foe | asked you
                 Koti: foe Energy Shield, Outpost
                 you: hand Scout | wreck Energy Shield
                 foe: income 1""",
    ),
    Scenario(
        "OW-4b.1 a Siege Platform is stationed where an opponent has something",
        before="""resolve
                  Koti: you Outpost, stage Siege Platform | foe Transport
                  you: hand Scout""",
        play="",
        after="""trash | asked you
                 Koti: you Outpost, Siege Platform | foe Transport
                 you: hand Scout | income 1""",
    ),
    Scenario(
        "OW-4b.1 a Siege Platform is Trashed where only its own player has something",
        before="""resolve
                  Koti: you Outpost, stage Siege Platform
                  you: hand Scout""",
        play="",
        after="""trash | asked you
                 Koti: you Outpost
                 you: hand Scout | wreck Siege Platform | income 1""",
    ),
    Scenario(
        "OW-4b.1 four players: any opponent will do, also the last",
        before="""resolve
                  Koti: foe stage Siege Platform | fourth Transport
                  you: hand Scout""",
        play="",
        after="""trash | asked you
                 Koti: foe Siege Platform | fourth Transport
                 you: hand Scout""",
        players=4,
    ),
    Scenario(
        "OW-4b.1 three players: what lies at another World does not count",
        before="""resolve
                  Koti: foe stage Siege Platform
                  Maail: third Outpost | resolved
                  you: hand Scout""",
        play="",
        after="""trash | priority third | asked you
                 Koti:
                 Maail: third Outpost
                 you: hand Scout
                 foe: wreck Siege Platform
                 third: income 1""",
        players=3,
    ),
    Scenario(
        "OW-4b.1 a Ship needs nothing at its World",
        before="""resolve
                  Phoebe K2: you stage Transport | foe Outpost
                  you: hand Scout""",
        play="",
        after="""trash | priority foe | asked you
                 Phoebe K2: you Transport | foe Outpost
                 you: hand Scout
                 foe: income 1""",
    ),
    Scenario(
        "OW-4b.1 Orbitals need no room: H2O is for Facilities",
        before="""resolve
                  Koti: you 3x Outpost, stage Battle Station 20 | foe stage Transport
                  you: hand Scout""",
        play="you: reserve",
        after="""trash | asked you
                 Koti: you Battle Station 20, 3x Outpost | foe Transport
                 you: hand Scout | income 3""",
    ),
    Scenario(
        "OW-4b.1 all players' Orbitals come into play together: those with Weapons meet in Conflict",
        before="""resolve | priority third
                  Koti: you stage Striker | foe stage Scout | third stage Transport""",
        play="",
        after="""resolve | priority third | asked third: retreat
                 Koti: you Striker | foe Scout | third Transport""",
        players=3,
    ),
    Scenario(
        "OW-4b.1 only what is staged to this World comes into play",
        before="""resolve
                  Koti: you stage Transport
                  Maail: you stage Scout
                  Phoebe K2:""",
        play="you: resolve Koti",
        after="""resolve | asked you: next world
                 Koti: you Transport
                 Maail: you stage Scout
                 Phoebe K2:""",
    ),
    Scenario(
        "OW-4b.1 a Station whose REQ is not met is Trashed, be an Automated Ground Force beside it",
        before="""resolve
                  Koti: you Robot Factory, stage Auto Assault 10, Siege Platform
                  you: hand Outpost""",
        play="",
        after="""trash | asked you
                 Koti: you Robot Factory
                 you: hand Outpost | wreck Auto Assault 10, Siege Platform | income 2""",
    ),
]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_scenarios(scenario):
    check(scenario)


SHIPS = [card.name for card in load_catalogue().cards if card.kind == Kind.SHIP]
SHIPS.remove("Enter Fray")  # a Utility, never staged (OW-6.1)


@pytest.mark.parametrize("ship", SHIPS)
def test_every_ship_needs_nothing(ship):
    """OW-4b.1, at a Hostile World where its player has nothing."""
    table = Table(f"resolve\n Phoebe K2: you stage {ship}\n you: hand Outpost")
    assert table.text().splitlines()[1] == f"Phoebe K2: you {ship}"
