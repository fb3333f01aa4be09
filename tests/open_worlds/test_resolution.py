"""World-by-World Resolution: which World is next, the order of its Sub-Steps, every REQ (OW-4).

What each Sub-Step does stands in test_install_facilities.py, test_station_orbitals.py,
test_deploy_ground_forces.py and test_trigger_catastrophes.py.
"""

from __future__ import annotations

import re

import pytest

from ow_env.open_worlds.cards import Kind, Type, load_catalogue
from tests.open_worlds.scenario import PILES, Table, apart, check, oracle_at, parts_of, position_of, read, standing
from tests.scenarios import SEATS, Row, agree, rows

pytestmark = pytest.mark.rule

ROWS = rows("""
# ── Which World is next, which Sub-Step first ──
OW-4 the player with Priority picks the next World
    before: resolve | Koti: you stage Outpost | Phoebe K2: foe stage Outpost | Graense: you stage City 10
    play: resolve Phoebe K2   after: asked you: next world | Phoebe K2: foe Outpost
OW-4 whoever has Priority is asked, in whatever seat
    before: resolve | priority foe | Koti: you stage Outpost | Phoebe K2: foe stage Outpost | Graense: you stage City 10
    play: foe: resolve Graense   after: asked foe: next world | Graense: you City 10
OW-4 three players: one of them picks every World
    before: resolve | priority third | Koti: you stage Outpost | Phoebe K2: foe stage Outpost
            Graense: third stage City 10 | third: hand Scout
    play:   third: resolve Koti; third: resolve Graense
    after:  trash | asked third | Koti: you Outpost | Phoebe K2: foe Outpost | Graense: third City 10 | income 1
            foe: income 1 | third: income 1
OW-4 the last World needs no asking (OW-2.1)
    before: resolve | Koti: you stage Outpost | Phoebe K2: foe stage Outpost | hand Scout
    play:   resolve Phoebe K2
    after:  trash | asked you | Koti: you Outpost | Phoebe K2: foe Outpost | income 1 | foe: income 1
OW-4 Worlds that have been resolved are left out
    before: resolve | Koti: you Outpost | resolved | Phoebe K2: you stage Outpost | Graense: foe Outpost | resolved
            hand Scout
    after:  trash | asked you | Phoebe K2: you Outpost | income 2 | foe: income 1
OW-4 a World is resolved once in a turn, and again in the next
    before: trash | turn 4 | Koti: you Garrison | Phoebe K2: you Outpost | hand Scout, Striker | deck 9x Outpost
            foe: hand Kite | deck 9x Outpost
    play:   discard Scout; pass; foe: pass; foe: pass; stage Outpost @ Koti; pass; resolve Koti
    after:  turn 5 | asked you | Koti: you Garrison, Outpost
            hand Outpost, Striker | deck 7x Outpost | trash Scout | income 3
            foe: hand Kite, 2x Outpost | deck 7x Outpost
# The Sub-Steps: a Facilities, b Orbitals, c Ground Forces, d Catastrophes, e Orbital Activity,
# f Surface Conflict.
OW-4 Facilities install before Orbitals are stationed
    before: resolve | Koti: you stage Siege Platform | foe stage Outpost
    after:  asked you: surface conflict | Koti: you Siege Platform | foe Outpost
OW-4 Ground Forces deploy before Catastrophes are triggered
    before: resolve | Koti: you City 20, stage Troops 10 | foe stage Asteroid Strike | hand Scout
    after:  trash | asked you | Koti: you City 20 | foe - | wreck Troops 10 | income 2 | foe: wreck Asteroid Strike
OW-4 Orbitals are stationed before Catastrophes are triggered
    before: resolve | Koti: you stage Striker | foe stage Solar Flare | hand Scout
    after:  trash | asked you | Koti: you - | foe - | wreck Striker | foe: wreck Solar Flare
OW-4 Catastrophes are triggered before Orbital Activity: no Conflict is left
    before: resolve | Koti: you Kite, stage Solar Flare | foe Striker | hand Scout
    after:  trash | asked you | Koti: you - | foe - | wreck Kite, Solar Flare | foe: wreck Striker
OW-4 what a Catastrophe destroyed can't make Conflict: the Warship fires at the ground
    before: resolve | Koti: you Warship, stage Solar Flare | foe Outpost, Striker
    after:  asked you: surface conflict | Koti: you Warship | foe Outpost | wreck Solar Flare | foe: wreck Striker
OW-4 Catastrophes are triggered before Surface Conflict: no target is left
    before: resolve | Koti: you City 20, Troops 20 | foe Outpost, stage Asteroid Strike | hand Scout
    after:  trash | asked you | Koti: foe - | income 2 | foe: wreck Asteroid Strike, Outpost
# The REQs of one Sub-Step are judged together.
OW-4.1 a City can't lean on a Terraform Plant that lands with it
    before: resolve | Koti: you stage Terraform Plant | foe stage City 10 | hand Scout
    after:  trash | asked you | Koti: you Terraform Plant | foe - | income 1 | foe: wreck City 10
OW-4.1 nor whoever's seat and Priority it is
    before: resolve | priority foe | Koti: you stage City 10 | foe stage Terraform Plant | hand Scout
    after:  trash | asked you | Koti: you - | foe Terraform Plant | wreck City 10 | foe: income 1
OW-4.1 a City can lean on a Terraform Plant that was there, whoever's it is
    before: resolve | Koti: you Terraform Plant | foe stage City 10 | hand Scout
    after:  trash | asked you | Koti: foe City 10 | income 1 | foe: income 1
OW-4.1 four players: nobody's Facility leans on one that lands with it
    before: resolve | priority third | Palisade: you stage Shipyard 8 | foe stage City 10 | fourth stage Terraform Plant
            hand Scout
    after:  trash | priority fourth | asked you | Palisade: you - | foe - | fourth Terraform Plant | wreck Shipyard 8
            foe: wreck City 10 | fourth: income 1
OW-4.1 four players: where it was there before, all install
    before: resolve | priority third | Palisade: you stage Shipyard 8 | foe stage City 10 | fourth Terraform Plant
            hand Scout
    after:  trash | priority fourth | asked you | Palisade: you Shipyard 8 | foe City 10 | income 1 | foe: income 1
            fourth: income 1
OW-4.1 a Siege Platform can't lean on a Ship that is stationed with it
    before: resolve | Koti: you stage Siege Platform | foe stage Kite | hand Scout
    after:  trash | asked you | Koti: you - | foe Kite | wreck Siege Platform
OW-4.1 nor the Siege Platform of a later seat
    before: resolve | Koti: you stage Kite | foe stage Siege Platform | hand Scout
    after:  trash | asked you | Koti: you Kite | foe - | foe: wreck Siege Platform
OW-4.1 a Siege Platform can lean on a Ship that was there
    before: resolve | Koti: you stage Siege Platform | foe Transport | hand Scout
    after:  trash | asked you | Koti: you Siege Platform
OW-4.1 a Catastrophe's REQ holds although another destroys what it leans on
    before: resolve | Koti: you City 20, Terraform Plant, stage Asteroid Strike | foe stage Biostorm | hand Scout
    after:  trash | asked you | Koti: you - | foe - | wreck Asteroid Strike, City 20, Terraform Plant
            foe: wreck Biostorm
OW-4.1 a Catastrophe may lean on what installed a Sub-Step earlier
    before: resolve | Koti: you stage Terraform Plant | foe City 20, stage Biostorm | hand Scout
    after:  trash | asked you | Koti: you Terraform Plant | foe - | income 1 | foe: wreck Biostorm, City 20
OW-4 all Worlds that are left may be picked
    before: resolve | Koti: you Outpost | resolved | Phoebe K2: you stage Outpost | Graense: foe Outpost
    legal:  resolve Phoebe K2; resolve Graense
# ── What is refused ──
OW-4 a World is resolved once
    before: resolve | Koti: you Outpost | resolved | Phoebe K2: you stage Outpost | Graense: foe Outpost
    play: resolve Koti   why: cannot resolve Koti: Koti has been resolved this turn (OW-4) (left: Phoebe K2, Graense)
OW-4 some World has to be next
    before: resolve | Koti: you Outpost | resolved | Phoebe K2: you stage Outpost | Graense: foe Outpost
    play: pass   why: pass is not allowed here: something has to be chosen (left: Phoebe K2, Graense)
OW-4 only the player with Priority picks
    before: resolve | Koti: you Outpost | resolved | Phoebe K2: you stage Outpost | Graense: foe Outpost
    play: foe: resolve Graense   why: cannot resolve Graense: it is another player's decision (it is up to player_0)
OW-4 nothing else is asked
    before: resolve | Koti: you Outpost | resolved | Phoebe K2: you stage Outpost | Graense: foe Outpost
    play:   stage Outpost @ Graense
    why:    cannot stage Outpost @ Graense: stage is not what is asked now (asked now: resolve a World)
OW-4 at another Step no World is picked
    before: trash | Koti | Phoebe K2 | hand Scout
    play: resolve Koti   why: cannot resolve Koti: resolve is not what is asked now (asked now: discard a card, or pass)
""")

# Automated Ground Forces that ask for something, as no printed one does.
OWN_CARDS = """
[ground]
"Walker"  = { kind = "automated", weapons = [1], defense = 1, req = "capacity:30" }
"Prowler" = { kind = "automated", weapons = [1], defense = 1, req = "contested" }
"""
OWN_ROWS = rows(
    """
OW-4 Facilities install before Ground Forces deploy
    before: resolve | Koti: you Robot Factory, stage City 30, Walker | foe Outpost
    after:  asked you: surface conflict | Koti: you City 30, Robot Factory, Walker
OW-4 Orbitals are stationed before Ground Forces deploy
    before: resolve | Koti: you Robot Factory, stage Transport, Walker | foe Outpost
    after:  asked you: surface conflict | Koti: you Robot Factory, Transport, Walker
OW-4.1 a Ground Force can't lean on one that deploys with it
    before: resolve | Koti: you stage Prowler | foe stage Prowler | hand Scout
    after:  trash | asked you | Koti: you - | foe - | wreck Prowler | foe: wreck Prowler
OW-4.1 a Ground Force can lean on one that was there
    before: resolve | Koti: you stage Prowler | foe Troops 10   after: asked you: surface conflict | Koti: you Prowler
""",
    cards=OWN_CARDS,
)


@pytest.mark.parametrize("row", [*ROWS, *OWN_ROWS], ids=str)
def test_rule(row: Row) -> None:
    check(row)


def test_nothing_of_a_conflict_outlasts_its_world():
    """OW-4e.5: set up anew as it stands, the position between two Worlds is the same to the byte."""
    table = Table(
        "resolve | Koti: you Frigate | foe Escort | Maail: you Corvette | foe Transport | Graense | Phoebe K2"
    )
    table.play("you: resolve Koti; you: target Escort; you: pass; foe: target Frigate")
    table.play("you: resolve Maail; you: reserve")
    position = table.game.position(table.state)
    assert position["decision"] == {"ask": "next world", "to_act": ["player_0"]}
    assert table.game.from_position(position).tobytes() == table.state.tobytes()


# ── The REQ of every card ──────────────────────────────────────────────────────────────────────

REQ = {  # what the World must offer -> the cards that ask for it
    "any world": [
        "Outpost", "Exotic Outpost", "Hidden Outpost", "Terraform Plant",
        "Auto Assault 10", "Auto Assault 14", "Fallout Raid",
    ],
    "occupied": [
        "Garrison", "Quarry", "Suck Dry",
        "Battle Station 20", "Battle Station 25", "Energy Shield", "Clone Army",
    ],
    "non-hostile": ["Shipyard 8", "Shipyard 9", "Shipyard 10"],
    "non-hostile or occupied": ["Exploit", "Seasoned Exploit"],
    "habitable or occupied": ["City 10", "City 12", "City 15", "City 20", "City 25", "City 30"],
    "industrial base": [
        "Industry 6", "Industry 7", "Industry 8", "Industry 9", "Industry 10", "Industry 11",
        "Robot Factory",
    ],
    "works": ["Company Town"],
    "population here": ["High Palace", "Trade Center"],
    "contested": ["Siege Platform"],
    "capacity": [
        "Troops 10", "Troops 12", "Troops 15", "Troops 20", "Troops 22", "Troops 25",
        "Invasion Force 10", "Invasion Force 15", "Invasion Force 21",
    ],
}  # fmt: skip

# At the first World of a line CARD is staged; A foe's Outpost gives Ground
# Forces something to fight, so that they are met before they leave play.
IN, OUT = True, False
SITUATIONS = [
    # REQ, does the card come in or not, what lies there
    ("any world",               IN,  "Phoebe K2: you stage CARD | foe Outpost"),
    ("any world",               IN,  "Koti: you Outpost, stage CARD | foe City 10"),
    ("occupied",                IN,  "Phoebe K2: you Outpost, stage CARD | foe Outpost"),
    ("occupied",                IN,  "Koti: you City 12 (foe's), stage CARD | foe Outpost"),
    ("occupied",                OUT, "Vita Ptal: you stage CARD"),
    ("occupied",                OUT, "Vita Ptal: you stage CARD | foe Outpost"),
    ("occupied",                OUT, "Vita Ptal: you Transport, stage CARD | foe City 12 (you's)"),
    ("occupied",                OUT, "Vita Ptal: you stage CARD | Koti: you Outpost | resolved"),
    ("non-hostile",             IN,  "Koti: you stage CARD"),
    ("non-hostile",             IN,  "Vita Ptal: you stage CARD | foe Outpost"),
    ("non-hostile",             IN,  "Phoebe K2: you Terraform Plant, stage CARD"),
    ("non-hostile",             OUT, "Phoebe K2: you stage CARD"),
    ("non-hostile",             OUT, "Graense: you Outpost, stage CARD"),
    ("non-hostile or occupied", IN,  "Koti: you stage CARD"),
    ("non-hostile or occupied", IN,  "Phoebe K2: you Outpost, stage CARD"),
    ("non-hostile or occupied", IN,  "Phoebe K2: you stage CARD | foe Terraform Plant"),
    ("non-hostile or occupied", OUT, "Phoebe K2: you stage CARD"),
    ("non-hostile or occupied", OUT, "Graense: you stage CARD | foe Outpost"),
    ("non-hostile or occupied", OUT, "Phoebe K2: you Transport, stage CARD"),
    ("habitable or occupied",   IN,  "Vita Ptal: you stage CARD"),
    ("habitable or occupied",   IN,  "Graense: you stage CARD | foe Outpost"),
    ("habitable or occupied",   IN,  "Koti: you Outpost, stage CARD"),
    ("habitable or occupied",   IN,  "Phoebe K2: you stage CARD | foe Terraform Plant"),
    ("habitable or occupied",   OUT, "Koti: you stage CARD"),
    ("habitable or occupied",   OUT, "Phoebe K2: you Transport, stage CARD | foe Outpost"),
    ("industrial base",         IN,  "Phoebe K2: you Exploit, stage CARD"),
    ("industrial base",         IN,  "Koti: you City 10, stage CARD"),
    ("industrial base",         IN,  "Koti: you Industry 6, stage CARD"),
    ("industrial base",         IN,  "Koti: you Robot Factory, stage CARD"),
    ("industrial base",         IN,  "Koti: you Industry 6 (foe's), stage CARD"),
    ("industrial base",         OUT, "Koti: you Outpost, Shipyard 8, Trade Center, stage CARD"),
    ("industrial base",         OUT, "Vita Ptal: you stage CARD | foe City 10, Exploit, Industry 6"),
    ("industrial base",         OUT, "Vita Ptal: you stage CARD | Koti: you Exploit | resolved"),
    ("works",                   IN,  "Koti: you Exploit, stage CARD"),
    ("works",                   IN,  "Phoebe K2: you Industry 7, stage CARD"),
    ("works",                   OUT, "Vita Ptal: you City 10, stage CARD"),
    ("works",                   OUT, "Vita Ptal: you Outpost, Shipyard 9, stage CARD"),
    ("works",                   OUT, "Vita Ptal: you stage CARD | foe Exploit, Industry 7"),
    ("population here",         IN,  "Koti: you City 10, stage CARD"),
    ("population here",         IN,  "Koti: you Company Town, stage CARD"),
    ("population here",         OUT, "Vita Ptal: you Exploit, Industry 7, Outpost, stage CARD"),
    ("population here",         OUT, "Vita Ptal: you stage CARD | foe City 10"),
    ("population here",         OUT, "Vita Ptal: you stage CARD | Koti: you City 10 | resolved"),
    ("contested",               IN,  "Koti: you stage CARD | foe Outpost"),
    ("contested",               IN,  "Koti: you stage CARD | foe Transport"),
    ("contested",               IN,  "Koti: you stage CARD | foe Troops 10"),
    ("contested",               IN,  "Koti: you stage CARD | foe City 10 (you's)"),
    ("contested",               OUT, "Koti: you stage CARD"),
    ("contested",               OUT, "Koti: you City 10 (foe's), Troops 10, stage CARD"),
    ("contested",               OUT, "Koti: you stage CARD | Maail: foe Outpost | resolved"),
    ("capacity",                IN,  "Koti: you City 25, stage CARD | foe Outpost"),
    ("capacity",                IN,  "Phoebe K2: you Transport, stage CARD | foe Outpost"),
    ("capacity",                OUT, "Koti: you Outpost, stage CARD | foe City 25"),
    ("capacity",                OUT, "Koti: you stage CARD | foe Outpost | Maail: you City 25 | resolved"),
]  # fmt: skip


def of_each_type(names: list[str]) -> list[str]:
    """Return one card of each type."""
    return list({load_catalogue().card(name).type: name for name in reversed(names)}.values())


@pytest.mark.parametrize("req", REQ)
def test_ow_4a_1_ow_4b_1_ow_4c_1_req(req: str) -> None:
    """In every situation of a REQ, with a card of each type that has it."""
    for word, met, where in SITUATIONS:
        for card in of_each_type(REQ[req]) if word == req else ():
            if f"{card}," not in where:
                judge(card, f"resolve | {where.replace('CARD', card)} | hand Outpost", met)


def judge(card: str, text: str, met: bool) -> None:
    """Assert that a staged card comes into play, or is Trashed, and that nothing else comes or goes."""
    table, before = Table(text), read(text)
    agree(table, oracle_at(table, position_of(text)))
    if "swap" in table.asked_for:
        table.play("pass")
    here = next(key for key, value in before.items() if "stage" in value)
    units = apart(before[here])[0]
    wanted = {**before, here: standing([*units, card] if met else units, [])} | ({} if met else {"you: wreck": card})
    told, meant = (
        {key: value for key, value in at.items() if value and key.endswith((*SEATS, *PILES))}
        for at in (parts_of(table.position()), wanted)
    )
    assert told == meant, text


def test_every_card_asks_for_its_req() -> None:
    found = {card.name: card.req.name for card in load_catalogue().cards}
    for req, cards in REQ.items():
        assert {found[card] for card in cards} == {re.sub("[ -]", "_", req).upper()}


def test_no_card_is_left_out():
    told = sorted(card for cards in REQ.values() for card in cards)
    known = [
        card.name
        for card in load_catalogue().cards
        if card.type in (Type.FACILITY, Type.ORBITAL, Type.GROUND) and card.kind != Kind.SHIP
    ]
    assert told == sorted(known)
