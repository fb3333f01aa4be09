"""World-by-World Resolution: which World is next, the order of its Sub-Steps, every REQ (OW-4).

What each Sub-Step does stands in test_install_facilities.py, test_station_orbitals.py,
test_deploy_ground_forces.py and test_trigger_catastrophes.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from scenario import WHO, Refusal, Scenario, Table, check, check_refusal, parse, tidy

from ow_env.open_worlds.cards import Kind, Type, load_catalogue

pytestmark = pytest.mark.pure

# ── Which World is next, which Sub-Step first ──────────────────────────────────────────────────

SCENARIOS = [
    Scenario(
        "OW-4 the player with Priority picks the next World",
        before="""resolve
                  Koti: you stage Outpost
                  Phoebe K2: foe stage Outpost
                  Graense: you stage City 10""",
        play="you: resolve Phoebe K2",
        after="""resolve | asked you: next world
                 Koti: you stage Outpost
                 Phoebe K2: foe Outpost
                 Graense: you stage City 10""",
    ),
    Scenario(
        "OW-4 whoever has Priority is asked, in whatever seat",
        before="""resolve | priority foe
                  Koti: you stage Outpost
                  Phoebe K2: foe stage Outpost
                  Graense: you stage City 10""",
        play="foe: resolve Graense",
        after="""resolve | priority foe | asked foe: next world
                 Koti: you stage Outpost
                 Phoebe K2: foe stage Outpost
                 Graense: you City 10""",
    ),
    Scenario(
        "OW-4 three players: one of them picks every World",
        before="""resolve | priority third
                  Koti: you stage Outpost
                  Phoebe K2: foe stage Outpost
                  Graense: third stage City 10
                  third: hand Scout""",
        play="third: resolve Koti; third: resolve Graense",
        after="""trash | priority third | asked third
                 Koti: you Outpost
                 Phoebe K2: foe Outpost
                 Graense: third City 10
                 you: income 1
                 foe: income 1
                 third: hand Scout | income 1""",
        players=3,
    ),
    Scenario(
        "OW-4 the last World needs no asking (OW-2.1)",
        before="""resolve
                  Koti: you stage Outpost
                  Phoebe K2: foe stage Outpost
                  you: hand Scout""",
        play="you: resolve Phoebe K2",
        after="""trash | asked you
                 Koti: you Outpost
                 Phoebe K2: foe Outpost
                 you: hand Scout | income 1
                 foe: income 1""",
    ),
    Scenario(
        "OW-4 Worlds that have been resolved are left out",
        before="""resolve
                  Koti: you Outpost | resolved
                  Phoebe K2: you stage Outpost
                  Graense: foe Outpost | resolved
                  you: hand Scout""",
        play="",
        after="""trash | asked you
                 Koti: you Outpost
                 Phoebe K2: you Outpost
                 Graense: foe Outpost
                 you: hand Scout | income 2
                 foe: income 1""",
    ),
    Scenario(
        "OW-4 a World is resolved once in a turn, and again in the next",
        before="""trash | turn 4
                  Koti: you Garrison
                  Phoebe K2: you Outpost
                  you: hand Scout, Striker | deck 9x Outpost
                  foe: hand Kite | deck 9x Outpost""",
        play="""you: discard Scout; you: pass; foe: pass; foe: pass; you: stage Outpost @ Koti;
                you: pass; you: resolve Koti""",
        after="""trash | turn 5 | asked you
                 Koti: you Garrison, Outpost
                 Phoebe K2: you Outpost
                 you: hand Outpost, Striker | deck 7x Outpost | trash Scout | income 3
                 foe: hand Kite, 2x Outpost | deck 7x Outpost""",
    ),
    # The Sub-Steps: a Facilities, b Orbitals, c Ground Forces, d Catastrophes, e Orbital Activity,
    # f Surface Conflict.
    Scenario(
        "OW-4 Facilities install before Orbitals are stationed",
        before="""resolve
                  Koti: you stage Siege Platform | foe stage Outpost""",
        play="",
        after="""resolve | asked you: surface conflict
                 Koti: you Siege Platform | foe Outpost""",
    ),
    Scenario(
        "OW-4 Ground Forces deploy before Catastrophes are triggered",
        before="""resolve
                  Koti: you City 20, stage Troops 10 | foe stage Asteroid Strike
                  you: hand Scout""",
        play="",
        after="""trash | asked you
                 Koti: you City 20
                 you: hand Scout | wreck Troops 10 | income 2
                 foe: wreck Asteroid Strike""",
    ),
    Scenario(
        "OW-4 Orbitals are stationed before Catastrophes are triggered",
        before="""resolve
                  Koti: you stage Striker | foe stage Solar Flare
                  you: hand Scout""",
        play="",
        after="""trash | asked you
                 Koti:
                 you: hand Scout | wreck Striker
                 foe: wreck Solar Flare""",
    ),
    Scenario(
        "OW-4 Catastrophes are triggered before Orbital Activity: no Conflict is left",
        before="""resolve
                  Koti: you Kite, stage Solar Flare | foe Striker
                  you: hand Scout""",
        play="",
        after="""trash | asked you
                 Koti:
                 you: hand Scout | wreck Kite, Solar Flare
                 foe: wreck Striker""",
    ),
    Scenario(
        "OW-4 what a Catastrophe destroyed can't make Conflict: the Warship fires at the ground",
        before="""resolve
                  Koti: you Warship, stage Solar Flare | foe Outpost, Striker""",
        play="",
        after="""resolve | asked you: surface conflict
                 Koti: you Warship | foe Outpost
                 you: wreck Solar Flare
                 foe: wreck Striker""",
    ),
    Scenario(
        "OW-4 Catastrophes are triggered before Surface Conflict: no target is left",
        before="""resolve
                  Koti: you City 20, Troops 20 | foe Outpost, stage Asteroid Strike
                  you: hand Scout""",
        play="",
        after="""trash | asked you
                 Koti: you City 20, Troops 20
                 you: hand Scout | income 2
                 foe: wreck Asteroid Strike, Outpost""",
    ),
    # The REQs of one Sub-Step are judged together.
    Scenario(
        "OW-4.1 a City can't lean on a Terraform Plant that lands with it",
        before="""resolve
                  Koti: you stage Terraform Plant | foe stage City 10
                  you: hand Scout""",
        play="",
        after="""trash | asked you
                 Koti: you Terraform Plant
                 you: hand Scout | income 1
                 foe: wreck City 10""",
    ),
    Scenario(
        "OW-4.1 nor whoever's seat and Priority it is",
        before="""resolve | priority foe
                  Koti: you stage City 10 | foe stage Terraform Plant
                  you: hand Scout""",
        play="",
        after="""trash | priority foe | asked you
                 Koti: foe Terraform Plant
                 you: hand Scout | wreck City 10
                 foe: income 1""",
    ),
    Scenario(
        "OW-4.1 a City can lean on a Terraform Plant that was there, whoever's it is",
        before="""resolve
                  Koti: you Terraform Plant | foe stage City 10
                  you: hand Scout""",
        play="",
        after="""trash | asked you
                 Koti: you Terraform Plant | foe City 10
                 you: hand Scout | income 1
                 foe: income 1""",
    ),
    Scenario(
        "OW-4.1 four players: nobody's Facility leans on one that lands with it",
        before="""resolve | priority third
                  Palisade: you stage Shipyard 8 | foe stage City 10 | fourth stage Terraform Plant
                  you: hand Scout""",
        play="",
        after="""trash | priority fourth | asked you
                 Palisade: fourth Terraform Plant
                 you: hand Scout | wreck Shipyard 8
                 foe: wreck City 10
                 third:
                 fourth: income 1""",
        players=4,
    ),
    Scenario(
        "OW-4.1 four players: where it was there before, all install",
        before="""resolve | priority third
                  Palisade: you stage Shipyard 8 | foe stage City 10 | fourth Terraform Plant
                  you: hand Scout""",
        play="",
        after="""trash | priority fourth | asked you
                 Palisade: you Shipyard 8 | foe City 10 | fourth Terraform Plant
                 you: hand Scout | income 1
                 foe: income 1
                 third:
                 fourth: income 1""",
        players=4,
    ),
    Scenario(
        "OW-4.1 a Siege Platform can't lean on a Ship that is stationed with it",
        before="""resolve
                  Koti: you stage Siege Platform | foe stage Kite
                  you: hand Scout""",
        play="",
        after="""trash | asked you
                 Koti: foe Kite
                 you: hand Scout | wreck Siege Platform""",
    ),
    Scenario(
        "OW-4.1 nor the Siege Platform of a later seat",
        before="""resolve
                  Koti: you stage Kite | foe stage Siege Platform
                  you: hand Scout""",
        play="",
        after="""trash | asked you
                 Koti: you Kite
                 you: hand Scout
                 foe: wreck Siege Platform""",
    ),
    Scenario(
        "OW-4.1 a Siege Platform can lean on a Ship that was there",
        before="""resolve
                  Koti: you stage Siege Platform | foe Transport
                  you: hand Scout""",
        play="",
        after="""trash | asked you
                 Koti: you Siege Platform | foe Transport
                 you: hand Scout""",
    ),
    Scenario(
        "OW-4.1 a Catastrophe's REQ holds although another destroys what it leans on",
        before="""resolve
                  Koti: you City 20, Terraform Plant, stage Asteroid Strike | foe stage Biostorm
                  you: hand Scout""",
        play="",
        after="""trash | asked you
                 Koti:
                 you: hand Scout | wreck Asteroid Strike, City 20, Terraform Plant
                 foe: wreck Biostorm""",
    ),
    Scenario(
        "OW-4.1 a Catastrophe may lean on what installed a Sub-Step earlier",
        before="""resolve
                  Koti: you stage Terraform Plant | foe City 20, stage Biostorm
                  you: hand Scout""",
        play="",
        after="""trash | asked you
                 Koti: you Terraform Plant
                 you: hand Scout | income 1
                 foe: wreck Biostorm, City 20""",
    ),
]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_scenarios(scenario):
    check(scenario)


# Automated Ground Forces that ask for something, as no printed one does.
WALKERS = """
[ground]
"Walker"  = { kind = "automated", weapons = [1], defense = 1, req = "capacity:30" }
"Prowler" = { kind = "automated", weapons = [1], defense = 1, req = "contested" }
"""
WITH_WALKERS = [
    Scenario(
        "OW-4 Facilities install before Ground Forces deploy",
        before="""resolve
                  Koti: you Robot Factory, stage City 30, Walker | foe Outpost""",
        play="",
        after="""resolve | asked you: surface conflict
                 Koti: you City 30, Robot Factory, Walker | foe Outpost""",
    ),
    Scenario(
        "OW-4 Orbitals are stationed before Ground Forces deploy",
        before="""resolve
                  Koti: you Robot Factory, stage Transport, Walker | foe Outpost""",
        play="",
        after="""resolve | asked you: surface conflict
                 Koti: you Robot Factory, Transport, Walker | foe Outpost""",
    ),
    Scenario(
        "OW-4.1 a Ground Force can't lean on one that deploys with it",
        before="""resolve
                  Koti: you stage Prowler | foe stage Prowler
                  you: hand Scout""",
        play="",
        after="""trash | asked you
                 Koti:
                 you: hand Scout | wreck Prowler
                 foe: wreck Prowler""",
    ),
    Scenario(
        "OW-4.1 a Ground Force can lean on one that was there",
        before="""resolve
                  Koti: you stage Prowler | foe Troops 10""",
        play="",
        after="""resolve | asked you: surface conflict
                 Koti: you Prowler | foe Troops 10""",
    ),
]


@pytest.mark.parametrize("scenario", WITH_WALKERS, ids=str)
def test_scenarios_with_cards_of_our_own(tmp_path: Path, scenario):
    cards = tmp_path / "walkers.toml"
    cards.write_text(WALKERS)
    table = Table(scenario.before, cards=str(cards))
    assert table.text() == tidy(scenario.after)


def test_nothing_of_a_conflict_outlasts_its_world():
    """OW-4e.5: set up anew as it stands, the position between two Worlds is the same to the byte."""
    table = Table(
        """resolve
        Koti: you Frigate | foe Escort
        Maail: you Corvette | foe Transport
        Graense:
        Phoebe K2:"""
    )
    table.play("you: resolve Koti; you: target Escort; you: pass; foe: target Frigate")
    table.play("you: resolve Maail; you: reserve")
    position = table.game.position(table.state)
    assert position["decision"] == {"ask": "next world", "to_act": ["player_0"]}
    assert table.game.from_position(position).tobytes() == table.state.tobytes()


# ── What is refused ────────────────────────────────────────────────────────────────────────────

REFUSALS = [
    Refusal(
        "OW-4 a World is resolved once",
        before="""resolve
                  Koti: you Outpost | resolved
                  Phoebe K2: you stage Outpost
                  Graense: foe Outpost""",
        play="you: resolve Koti",
        why=("cannot resolve Koti: Koti has been resolved this turn (OW-4) (left: Phoebe K2, Graense)"),
    ),
    Refusal(
        "OW-4 some World has to be next",
        before="""resolve
                  Koti: you Outpost | resolved
                  Phoebe K2: you stage Outpost
                  Graense: foe Outpost""",
        play="you: pass",
        why="pass is not allowed here: something has to be chosen (left: Phoebe K2, Graense)",
    ),
    Refusal(
        "OW-4 only the player with Priority picks",
        before="""resolve
                  Koti: you Outpost | resolved
                  Phoebe K2: you stage Outpost
                  Graense: foe Outpost""",
        play="foe: resolve Graense",
        why="cannot resolve Graense: it is another player's decision (it is up to player_0)",
    ),
    Refusal(
        "OW-4 nothing else is asked",
        before="""resolve
                  Koti: you Outpost | resolved
                  Phoebe K2: you stage Outpost
                  Graense: foe Outpost""",
        play="you: stage Outpost @ Graense",
        why=("cannot stage Outpost @ Graense: stage is not what is asked now (asked now: resolve a World)"),
    ),
    Refusal(
        "OW-4 at another Step no World is picked",
        before="""trash
                  Koti:
                  Phoebe K2:
                  you: hand Scout""",
        play="you: resolve Koti",
        why=("cannot resolve Koti: resolve is not what is asked now (asked now: discard a card, or pass)"),
    ),
]


@pytest.mark.parametrize("refusal", REFUSALS, ids=str)
def test_refusals(refusal):
    check_refusal(refusal)


def test_all_worlds_that_are_left_may_be_picked():
    table = Table("""resolve
                  Koti: you Outpost | resolved
                  Phoebe K2: you stage Outpost
                  Graense: foe Outpost""")
    assert table.allowed("you") == ["resolve Phoebe K2", "resolve Graense"]
    assert table.allowed("foe") == ["pass"]


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

# At the first World of a line CARD is staged; Worlds are divided by "/". A foe's Outpost gives Ground
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
    ("occupied",                OUT, "Vita Ptal: you stage CARD / Koti: you Outpost | resolved"),
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
    ("industrial base",         OUT, "Vita Ptal: you stage CARD / Koti: you Exploit | resolved"),
    ("works",                   IN,  "Koti: you Exploit, stage CARD"),
    ("works",                   IN,  "Phoebe K2: you Industry 7, stage CARD"),
    ("works",                   OUT, "Vita Ptal: you City 10, stage CARD"),
    ("works",                   OUT, "Vita Ptal: you Outpost, Shipyard 9, stage CARD"),
    ("works",                   OUT, "Vita Ptal: you stage CARD | foe Exploit, Industry 7"),
    ("population here",         IN,  "Koti: you City 10, stage CARD"),
    ("population here",         IN,  "Koti: you Company Town, stage CARD"),
    ("population here",         OUT, "Vita Ptal: you Exploit, Industry 7, Outpost, stage CARD"),
    ("population here",         OUT, "Vita Ptal: you stage CARD | foe City 10"),
    ("population here",         OUT, "Vita Ptal: you stage CARD / Koti: you City 10 | resolved"),
    ("contested",               IN,  "Koti: you stage CARD | foe Outpost"),
    ("contested",               IN,  "Koti: you stage CARD | foe Transport"),
    ("contested",               IN,  "Koti: you stage CARD | foe Troops 10"),
    ("contested",               IN,  "Koti: you stage CARD | foe City 10 (you's)"),
    ("contested",               OUT, "Koti: you stage CARD"),
    ("contested",               OUT, "Koti: you City 10 (foe's), Troops 10, stage CARD"),
    ("contested",               OUT, "Koti: you stage CARD / Maail: foe Outpost | resolved"),
    ("capacity",                IN,  "Koti: you City 25, stage CARD | foe Outpost"),
    ("capacity",                IN,  "Phoebe K2: you Transport, stage CARD | foe Outpost"),
    ("capacity",                OUT, "Koti: you Outpost, stage CARD | foe City 25"),
    ("capacity",                OUT, "Koti: you stage CARD | foe Outpost / Maail: you City 25 | resolved"),
]  # fmt: skip


def judged() -> list[tuple[str, str, bool]]:
    """Every card in every situation of its REQ that does not hold the card already."""
    return [(card, where, met) for req, met, where in SITUATIONS for card in REQ[req] if f"{card}," not in where]


def rule_of(card: str) -> str:
    """Return the number of the rule that judges a card's REQ."""
    found = load_catalogue().card(card).type
    return {Type.FACILITY: "OW-4a.1", Type.ORBITAL: "OW-4b.1", Type.GROUND: "OW-4c.1"}[found]


@pytest.mark.parametrize(
    ("card", "where", "met"),
    judged(),
    ids=[f"{rule_of(card)} {card}: {where}" for card, where, _ in judged()],
)
def test_req(card, where, met):
    before = "resolve\n" + where.replace("CARD", card).replace(" / ", "\n") + "\nyou: hand Outpost"
    table = Table(before)
    if "swap" in table.text().splitlines()[0]:
        table.play("you: pass")
    after = table.game.position(table.state)
    expected = parse(before, 2)
    world = expected["worlds"][0]["name"]
    me = expected["players"][0]
    del me["staged"][world]
    if met:
        me["units"].setdefault(world, []).append(card)
    else:
        me["wreck"] = [card]
    for seat, player in enumerate(expected["players"]):
        found = after["players"][seat]
        assert by_name(found["units"]) == by_name(player["units"]), WHO[seat]
        for pile in ("hand", "trash", "wreck", "seen"):
            assert found[pile] == player.get(pile, []), WHO[seat]
        assert found["staged"] == {}, WHO[seat]


def by_name(units):
    """Return World, card and owner of each unit, in one order; the owner of a card of one's own is None."""
    cards = [(world, card) for world, there in units.items() for card in there]
    named = [(world, c if isinstance(c, dict) else {"card": c}) for world, c in cards]
    return sorted(((world, c["card"], c.get("owner")) for world, c in named), key=str)


def test_no_card_is_left_out():
    told = sorted(card for cards in REQ.values() for card in cards)
    known = [
        card.name
        for card in load_catalogue().cards
        if card.type in (Type.FACILITY, Type.ORBITAL, Type.GROUND) and card.kind != Kind.SHIP
    ]
    assert told == sorted(known)
