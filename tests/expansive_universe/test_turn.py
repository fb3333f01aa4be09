"""Words, the turn, buying, flying, moving the crew (EU-0 to EU-5)."""

from __future__ import annotations

import pytest

from tests.expansive_universe.scenario import check
from tests.scenarios import Row, rows

pytestmark = pytest.mark.rule

ROWS: list[Row] = rows("""
EU-0.2: seats go clockwise
    before: third gold 0 | line up Navy Ace   play: end turn   after: turn foe | asked foe | foe gold 2 | line up drawn
EU-0.2: after the last seat comes the first
    before: turn third | third gold 0 | line up Navy Ace
    play: end turn   after: round 3 | turn you | asked you | gold 3 | line up drawn
EU-0.2: who is out is passed over
    before: foe out | third gold 0 | line up Navy Ace
    play: end turn   after: turn third | asked third | third gold 2 | line up drawn
EU-0.3: what lies on a spaceship is where it is
    before: gold 2 | at Barge of State | crew Navy Ace + War Horn | fleet Barge of State + Spiked Hull
    play: fly Barge of State to Core   after: gold 1 | fleet Barge of State + Spiked Hull at Core
EU-0.4: crews on locations of a planet are not in a battle there
    before: gold 2 | fleet Line Frigate at Kharg, Peacekeeper at Kharg, Accord Dreadnought at Kharg
            foe fleet Ram Skiff | foe crew Navy Ace
    play: attack Kharg   after: gold 1 | points 3 | foe fleet - | destroyed Ram Skiff
EU-1.7: in the first round the first player does not fly
    before: round 1 | gold 1 | line up Ram Skiff   legal: end turn; buy slot 0; move crew to Barge of State
EU-1.7: nor does the second of three
    before: round 1 | starter third | gold 1 | third gold 0 | line up Ram Skiff
    legal:  end turn; buy slot 0; move crew to Barge of State
EU-1.7, not: the last in turn order flies
    before: round 1 | starter foe | gold 1 | line up Ram Skiff
    legal:  end turn; buy slot 0; move crew to Barge of State; fly Barge of State to Core
EU-1.7, not: if all fly
    before: round 1 | gold 1 | line up Ram Skiff   options: first_round_flights=True
    legal:  end turn; buy slot 0; move crew to Barge of State; fly Barge of State to Core
EU-1.7: not even by an effect
    before: round 1 | gold 1 | crew Fleet Quartermaster, Survey Scientist | line up Ram Skiff
    play: mission   after: gold 0 | points 2
EU-2.1: 1 gold for the planet and 1 for each location
    before: foe row Fighting Pit, Skull Landing, Trophy Hall | foe gold 3 | line up Navy Ace
    play: end turn   after: turn foe | asked foe | foe gold 7 | line up drawn
EU-2.1: texts of the planet and of the Core count
    before: turn foe | row Assembly Plaza, Tax Office | fleet Barge of State at Core | line up Navy Ace
    play: end turn   after: round 3 | turn you | asked you | gold 5 | line up drawn
EU-2.1, not: without a spaceship on the Core, or with another Core
    before: turn foe | core #2 | fleet Barge of State at Core | line up Navy Ace
    play: end turn   after: round 3 | turn you | asked you | gold 3 | line up drawn
EU-2.2: all actions of a turn, in any order
    before: gold 2 | fleet Barge of State, Customs Cutter at Core | crew Fleet Quartermaster, Survey Scientist
            line up Ram Skiff, -, War Horn, Navy Ace | foe fleet Black Tusk at Core
    legal:  end turn; buy slot 0; buy slot 2; fly Barge of State to Core; fly Customs Cutter to Concordia
            fly Customs Cutter to Kharg; move crew to Barge of State; mission; attack Core
EU-2.2: any number of times
    before: gold 4 | fleet Customs Cutter
    play:   fly Customs Cutter to Core; fly Customs Cutter to Concordia; fly Customs Cutter to Core
    after:  gold 1 | fleet Customs Cutter at Core
EU-2.3: what cannot be paid is not legal
    before: fleet Barge of State, Customs Cutter at Core | crew Fleet Quartermaster, Survey Scientist
            line up Ram Skiff, Navy Ace | foe fleet Black Tusk at Core
    legal:  end turn; buy slot 0
EU-2.3: what would exceed 99 gold is lost
    before: turn foe | gold 98 | line up Navy Ace
    play: end turn   after: round 3 | turn you | asked you | gold 99 | line up drawn
EU-2.4: the turn ends when nothing else is legal
    before: gold 1 | line up -, Navy Ace
    play: buy slot 1   after: gold 0 | crew Navy Ace | turn foe | asked foe | foe gold 2 | line up drawn
EU-2.5: the first attack of a turn is free
    before: faction Wartribe | fleet Black Tusk at Core | foe fleet Barge of State at Core | line up Navy Ace
    legal:  end turn; buy slot 0; attack Core
EU-2.5, not: the second
    before: faction Wartribe | used attack | fleet Black Tusk at Core | foe fleet Barge of State at Core
            line up Navy Ace
    legal:  end turn; buy slot 0
EU-2.5: haggle for the first card from a slot above 0
    before: faction Robotocense | gold 4 | line up Navy Ace, Pilot Core, Siege Walker
    play: buy slot 0; buy slot 2; buy slot 1   after: gold 2 | crew Navy Ace, Siege Walker, Pilot Core | line up -
EU-2.5: used up by a card that costs nothing with it
    before: faction Robotocense | gold 4 | line up Navy Ace, Pilot Core, Siege Walker
    play: buy slot 1; buy slot 2   after: gold 2 | crew Siege Walker, Pilot Core | line up Navy Ace
EU-2.5: the first flight is free by the Core
    before: core #2 | gold 2 | fleet Barge of State, Customs Cutter
    play:   fly Barge of State to Core; fly Customs Cutter to Core
    after:  gold 1 | fleet Barge of State at Core, Customs Cutter at Core
EU-3.1: the number of the slot is the price, and the slot stays empty
    before: gold 5 | line up Ram Skiff, Navy Ace, -, War Drummer
    play: buy slot 3   after: gold 2 | crew War Drummer | line up Ram Skiff, Navy Ace
EU-3.1: slot 0 is free
    before: gold 1 | line up Ram Skiff, Navy Ace
    play: buy slot 0   after: gold 1 | fleet Barge of State, Ram Skiff | line up -, Navy Ace
EU-3.2: a character joins the crew aboard a spaceship far away
    before: gold 1 | at Barge of State | fleet Barge of State at Kharg | line up Navy Ace
    play: buy slot 0   after: crew Navy Ace | line up -
EU-3.3: a spaceship begins on the own planet
    before: gold 1 | fleet Barge of State at Core | line up Ram Skiff
    play: buy slot 0   after: fleet Barge of State at Core, Ram Skiff | line up -
EU-3.4: beside a single location it goes right unasked
    before: gold 1 | line up Tax Office   play: buy slot 0   after: row Assembly Plaza, Tax Office | line up -
EU-3.4, EU-14.3: left or right of a row
    before: gold 1 | row Assembly Plaza, Tax Office | line up Parade Ground
    play: buy slot 0   legal: place left; place right
EU-3.4: left
    before: gold 1 | row Assembly Plaza, Tax Office | line up Parade Ground
    play: buy slot 0; place left   after: row Parade Ground, Assembly Plaza, Tax Office | line up -
EU-3.4: right
    before: gold 1 | row Assembly Plaza, Tax Office | line up Parade Ground
    play: buy slot 0; place right   after: row Assembly Plaza, Tax Office, Parade Ground | line up -
EU-3.5: a weapon goes on a character of the crew
    before: gold 1 | crew Navy Ace, Press Ganger holding foe Clan Matriarch | foe crew Duel Champion | line up War Horn
    play: buy slot 0   legal: place on Chancellor Ondra; place on Navy Ace; place on Press Ganger
EU-3.5: an armament goes to the spaceship that is named
    before: gold 1 | fleet Barge of State, Ram Skiff | line up Spiked Hull
    play: buy slot 0; place on Ram Skiff   after: fleet Barge of State, Ram Skiff + Spiked Hull | line up -
EU-3.5: several on one
    before: gold 1 | crew Navy Ace + Stun Baton | line up War Horn
    play: buy slot 0; place on Navy Ace   after: crew Navy Ace + Stun Baton + War Horn | line up -
EU-3.5: the only bearer is not asked for
    before: gold 1 | line up War Horn   play: buy slot 0   after: crew Chancellor Ondra + War Horn | line up -
EU-3.5: an armament goes on a spaceship, wherever it is
    before: gold 1 | fleet Barge of State, Customs Cutter at Core, Ram Skiff at Kharg | line up Spiked Hull
    play: buy slot 0   legal: place on Barge of State; place on Customs Cutter; place on Ram Skiff
EU-3.5: no armament without a spaceship
    before: gold 1 | fleet - | line up Spiked Hull, War Horn   legal: end turn; buy slot 1
EU-4.1: from a planet to the Core only, from the Core to any planet
    before: gold 1 | fleet Barge of State, Customs Cutter at Core, Ram Skiff at Kharg | third gold 0
    legal:  end turn; fly Barge of State to Core; fly Customs Cutter to Concordia; fly Customs Cutter to Kharg
            fly Customs Cutter to Foundry Prime; fly Ram Skiff to Core; move crew to Barge of State; attack Kharg
EU-4.3: planets of players who are out can be flown to
    before: gold 1 | fleet Customs Cutter at Core | third gold 0 | foe out
    play:   fly Customs Cutter to Kharg
    after:  gold 0 | fleet Customs Cutter at Kharg | turn third | asked third | third gold 2 | line up drawn
EU-5.1: to the next location on either side; no boarding from inside
    before: gold 1 | row Assembly Plaza, Tax Office, Parade Ground | at Tax Office | fleet Barge of State
            line up Navy Ace
    legal:  end turn; buy slot 0; fly Barge of State to Core; move crew to Assembly Plaza; move crew to Parade Ground
EU-0.7, EU-5.1: from an outside location to own spaceships on its planet
    before: gold 1 | row Assembly Plaza, Tax Office, Parade Ground | at Parade Ground
            fleet Barge of State, Customs Cutter at Core | foe fleet Black Tusk at Concordia | line up Navy Ace
    legal:  end turn; buy slot 0; fly Barge of State to Core; fly Customs Cutter to Concordia
            fly Customs Cutter to Kharg; move crew to Barge of State; move crew to Tax Office; attack Concordia
EU-5.1: from a spaceship to any outside location of the planet
    before: gold 1 | row Assembly Plaza, Tax Office, Parade Ground | at Barge of State
            fleet Barge of State, Customs Cutter | line up Navy Ace
    legal:  end turn; buy slot 0; fly Barge of State to Core; fly Customs Cutter to Core; move crew to Assembly Plaza
            move crew to Parade Ground
EU-5.1: nowhere from a spaceship on the Core
    before: gold 1 | at Barge of State | fleet Barge of State at Core, Customs Cutter at Core
    legal:  end turn; fly Barge of State to Concordia; fly Barge of State to Kharg; fly Customs Cutter to Concordia
            fly Customs Cutter to Kharg
EU-5.1: on the row of another
    before: gold 2 | foe row Fighting Pit, Skull Landing | at Skull Landing | fleet - | foe at Black Tusk
    play: move crew to Fighting Pit   after: gold 1 | at Fighting Pit
EU-5.2: landing under the owner's spaceships costs 5 gold more
    before: gold 7 | at Barge of State | fleet Barge of State at Kharg | foe gold 3
    play: move crew to Skull Landing   after: gold 1 | at Skull Landing | foe gold 8
EU-5.2: it has to be paid in full
    before: gold 5 | used attack | at Barge of State | fleet Barge of State at Kharg | foe fleet -
            third fleet Bulkhead One at Kharg
    play: move crew to Skull Landing   after: gold 4 | at Skull Landing
EU-5.2, not: five gold are too little
    before: gold 5 | at Barge of State | fleet Barge of State at Kharg
    legal:  end turn; fly Barge of State to Core; attack Kharg
EU-5.2, not: boarding costs none
    before: gold 2 | at Skull Landing | fleet Barge of State at Kharg
    play: move crew to Barge of State   after: gold 1 | at Barge of State
EU-5.2, not: at home
    before: gold 2 | at Barge of State | foe fleet Black Tusk at Concordia
    play: move crew to Assembly Plaza   after: gold 1 | at Assembly Plaza
EU-5.2: another toll by the Core
    before: core #3 | gold 5 | at Barge of State | fleet Barge of State at Kharg | foe gold 3
    play: move crew to Skull Landing   after: gold 1 | at Skull Landing | foe gold 6
EU-5.2, not: on the planet of a player who is out
    before: gold 2 | at Barge of State | fleet Barge of State at Kharg | foe out | third fleet Bulkhead One at Kharg
    play: move crew to Skull Landing   after: gold 1 | at Skull Landing
EU-5.3: several crews on one location
    before: gold 2 | at Barge of State | fleet Barge of State at Kharg | foe fleet - | third at Skull Landing
    play: move crew to Skull Landing   after: gold 1 | at Skull Landing
EU-5.4: of the toll, what would exceed 99 gold is lost
    before: gold 7 | at Barge of State | fleet Barge of State at Kharg | foe gold 97
    play: move crew to Skull Landing   after: gold 1 | at Skull Landing | foe gold 99
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rules(row: Row) -> None:
    check(row)
