"""Trigger Catastrophes: what each hits, how damage adds up, Energy Shield (OW-4d).

Every Defensive Strength that the book prints is measured here as well. Asteroid Strike does 15 damage,
Solar Flare 15, GRB 16, Comet Barrage 25, Biostorm 30; Energy Shield takes 15 off. Vita Ptal is Habitable,
Koti is not.
"""

from __future__ import annotations

import pytest

from ow_env.cards.catalogue import PRINTED
from ow_env.open_worlds.cards import Type, load_catalogue
from tests.open_worlds.scenario import Table, card_file, check
from tests.scenarios import Row, rows

pytestmark = pytest.mark.rule

ROWS = rows("""
# ── Whom they hit, and how hard ────────────────────────────────────────────────────────────
OW-4d.1 Asteroid Strike: 15 damage reach a Defensive Strength of 15, not of 20
    before: resolve | Koti: you stage Asteroid Strike | foe City 15, City 20 | hand Scout
    after:  trash | priority foe | asked you | Koti: you - | foe City 20 | wreck Asteroid Strike
            foe: wreck City 15 | income 2
OW-4d.1 a Catastrophe hits its player's own units too
    before: resolve | Koti: you City 15, Outpost, stage Asteroid Strike | foe Exploit | hand Scout
    after:  trash | asked you | Koti: you - | foe - | wreck Asteroid Strike, City 15, Outpost | foe: wreck Exploit
OW-4d.1 four players: it hits all of them, Ground Forces as well, and no Orbital
    before: resolve
            Koti: you Outpost, Troops 10 | foe stage Asteroid Strike | third Outpost, Transport | fourth City 20
            hand Scout
    after:  trash | priority fourth | asked you | Koti: you - | foe - | third Transport | wreck Outpost, Troops 10
            foe: wreck Asteroid Strike | third: wreck Outpost | fourth: income 2
OW-4d.1 it hits nothing at another World
    before: resolve | Koti: you stage Asteroid Strike | Maail: you Outpost | foe Outpost | resolved | hand Scout
    after:  trash | asked you | Koti: you - | wreck Asteroid Strike | income 1 | foe: income 1
OW-4d.1 the damage of two Catastrophes adds up: 15 and 15 destroy City 30
    before: resolve | Koti: you City 30, stage Asteroid Strike | foe stage Asteroid Strike | hand Scout
    after:  trash | asked you | Koti: you - | foe - | wreck Asteroid Strike, City 30 | foe: wreck Asteroid Strike
OW-4d.1 one of them alone does not
    before: resolve | Koti: you City 30, stage Asteroid Strike | hand Scout
    after:  trash | asked you | Koti: you City 30 | wreck Asteroid Strike | income 3
OW-4d.1 only what hits the unit adds up: a Solar Flare is nothing to City 30
    before: resolve | Koti: you City 30, stage Asteroid Strike | foe stage Solar Flare | hand Scout
    after:  trash | asked you | Koti: you City 30 | foe - | wreck Asteroid Strike | income 3 | foe: wreck Solar Flare
OW-4d.1 four players: all four Catastrophes add up on each unit they hit
    before: resolve | Koti: you Titan, stage Solar Flare | foe stage Solar Flare | third stage GRB | fourth stage GRB
            Maail: you City 30 | resolved | hand Scout
    after:  trash | asked you | Koti: you - | foe - | third - | fourth - | wreck Solar Flare, Titan | income 3
            foe: wreck Solar Flare | third: wreck GRB | fourth: wreck GRB
OW-4d.1 three players: 15, 15 and nothing more do not destroy Titan
    before: resolve | Koti: you Titan, stage Solar Flare | foe stage Solar Flare | third stage Asteroid Strike
            hand Scout
    after:  trash | asked you | Koti: you Titan | foe - | third - | wreck Solar Flare | foe: wreck Solar Flare
            third: wreck Asteroid Strike
OW-4d.1 the damage is forgotten before Surface Conflict: 15 and then 20 leave City 25
    before: resolve | Koti: you Troops 20, stage Asteroid Strike | foe City 25 | hand Scout
    play:   target City 25
    after:  trash | priority foe | asked you | Koti: you - | wreck Asteroid Strike, Troops 20 | foe: income 2
OW-4d.1 the damage is forgotten before Orbital Activity: 15 and then 20 leave Cruiser
    before: resolve | Koti: you Destroyer, stage Solar Flare | foe Cruiser | hand Scout
    play:   target Cruiser; target Cruiser; foe: pass; foe: pass
    after:  trash | asked you | Koti: you Destroyer | wreck Solar Flare
OW-4d.1 without a Catastrophe nothing is destroyed
    before: resolve | Koti: you Garrison, stage Exploit | foe Outpost | hand Scout
    after:  trash | asked you | Koti: you Exploit, Garrison | income 3 | foe: income 1
OW-4d.1 a Facility that has just installed is hit
    before: resolve | Koti: you stage Outpost | foe stage Asteroid Strike | hand Scout
    after:  trash | asked you | Koti: you - | foe - | wreck Outpost | foe: wreck Asteroid Strike
# ── Where the cards go, and what does not protect ──────────────────────────────────────────
OW-4d.2 the Catastrophe is Trashed, also where it hits nothing
    before: resolve | Koti: you stage Asteroid Strike | foe Kite | hand Scout
    after:  trash | asked you | Koti: you - | wreck Asteroid Strike
OW-4d.2 a Hidden Outpost can't be targeted, a Catastrophe destroys it all the same
    before: resolve | Koti: you stage Asteroid Strike | foe Hidden Outpost | hand Scout
    after:  trash | asked you | Koti: you - | foe - | wreck Asteroid Strike | foe: wreck Hidden Outpost
OW-4d.2 a Catastrophe that does not hit Facilities spares it
    before: resolve | Koti: you stage Solar Flare | foe Hidden Outpost | hand Scout
    after:  trash | priority foe | asked you | Koti: you - | wreck Solar Flare | foe: income 2
OW-0.7 a conquered Facility that is destroyed goes to its owner's Trash Heap
    before: resolve | Koti: you Outpost, Outpost (foe's), stage Asteroid Strike | hand Scout
    after:  trash | asked you | Koti: you - | wreck Asteroid Strike, Outpost | foe: wreck Outpost
OW-4d.1 Enter Fray is a Ship in play: a Solar Flare destroys it (OW-6.6)
    before: resolve | Koti: you stage Solar Flare | foe Enter Fray | hand Scout
    after:  trash | asked you | Koti: you - | foe - | wreck Solar Flare | foe: wreck Enter Fray
OW-4d.1 an Asteroid Strike does not
    before: resolve | Koti: you stage Asteroid Strike | foe Enter Fray | hand Scout
    after:  trash | asked you | Koti: you - | wreck Asteroid Strike
OW-4d.1 a Suck Dry that is destroyed becomes no indicator
    before: resolve | Koti: you Suck Dry (age 1) | foe stage Asteroid Strike | hand Scout
    after:  trash | asked you | Koti: you - | foe - | wreck Suck Dry | foe: wreck Asteroid Strike
# ── REQ ────────────────────────────────────────────────────────────────────────────────────
OW-4d.3 a Biostorm at a World that is not Habitable is Trashed without effect
    before: resolve | Koti: you stage Biostorm | foe City 10, Troops 10 | hand Scout
    after:  trash | priority foe | asked you | Koti: you - | wreck Biostorm | foe: income 1
OW-4d.3 at a Habitable World, Hostile or not, it takes its effect
    before: resolve | Graense: you stage Biostorm | foe City 10, Exploit, Troops 10 | hand Scout
    after:  trash | priority foe | asked you | Graense: you - | foe Exploit | wreck Biostorm
            foe: wreck City 10, Troops 10 | income 2
OW-4d.3 nor does it add to a Catastrophe whose REQ is met
    before: resolve | Koti: you stage Biostorm | foe City 20, stage Asteroid Strike | hand Scout
    after:  trash | priority foe | asked you | Koti: you - | foe City 20 | wreck Biostorm
            foe: wreck Asteroid Strike | income 2
OW-4d.3 where a Terraform Plant stands it takes its effect and adds up
    before: resolve | Koti: you stage Biostorm | foe City 20, Terraform Plant, stage Asteroid Strike | hand Scout
    after:  trash | asked you | Koti: you - | foe - | wreck Biostorm
            foe: wreck Asteroid Strike, City 20, Terraform Plant
# ── Energy Shield ──────────────────────────────────────────────────────────────────────────
OW-4d.4 an Energy Shield takes the 15 of an Asteroid Strike off one's ground units
    before: resolve | Koti: you City 10, Energy Shield, Outpost, Troops 10 | foe stage Asteroid Strike | hand Scout
    after:  trash | asked you | Koti: foe - | income 2 | foe: wreck Asteroid Strike
OW-4d.4 it protects nobody else's
    before: resolve | Koti: you Energy Shield, Outpost | foe Outpost, stage Asteroid Strike | third Outpost | hand Scout
    after:  trash | asked you | Koti: foe - | third - | income 1 | foe: wreck Asteroid Strike, Outpost
            third: wreck Outpost
OW-4d.4 it protects nothing at another World
    before: resolve | Koti: you Outpost | foe stage Asteroid Strike | Maail: you Energy Shield, Outpost | resolved
            hand Scout
    after:  trash | asked you | Koti: you - | foe - | wreck Outpost | income 1 | foe: wreck Asteroid Strike
OW-4d.4 off the sum, not off each: 15 and 15 less 15 destroy City 15, not City 20
    before: resolve | Vita Ptal: you City 15, City 20, Energy Shield, stage Asteroid Strike | foe stage Asteroid Strike
            hand Scout
    after:  trash | asked you | Vita Ptal: you City 20, Energy Shield | foe -
            wreck Asteroid Strike, City 15 | income 2 | foe: wreck Asteroid Strike
OW-4d.4 it protects while it is being destroyed: of the 16 of a GRB 1 is left
    before: resolve | Koti: you City 10, Energy Shield, Outpost | foe stage GRB | hand Scout
    after:  trash | asked you | Koti: you City 10 | foe - | wreck Energy Shield, Outpost | income 1 | foe: wreck GRB
OW-4d.4 no Orbital is protected, the shield itself included
    before: resolve | Koti: you Energy Shield, Kite, Outpost | foe stage Solar Flare | hand Scout
    after:  trash | asked you | Koti: you Outpost | foe - | wreck Energy Shield, Kite | income 1
            foe: wreck Solar Flare
OW-4d.4 one that has just been stationed protects
    before: resolve | Koti: you Outpost, stage Energy Shield | foe stage Asteroid Strike | hand Scout
    after:  trash | asked you | Koti: you Energy Shield, Outpost | foe - | income 1 | foe: wreck Asteroid Strike
OW-4d.4 a conquered City is protected by its Conqueror's shield
    before: resolve | Koti: you City 10 (foe's), Energy Shield | foe stage Asteroid Strike | hand Scout
    after:  trash | asked you | Koti: foe - | income 1 | foe: wreck Asteroid Strike
OW-4d.4 and not by its owner's
    before: resolve | Koti: you City 10 (foe's) | foe Energy Shield, Outpost, stage Asteroid Strike | hand Scout
    after:  trash | priority foe | asked you | Koti: you - | foe Energy Shield, Outpost
            foe: wreck Asteroid Strike, City 10 | income 1
OW-4d.4 three players, two shields: each protects its own, and no shield counts for both
    before: resolve | Koti: you City 10, Energy Shield | foe Energy Shield, Outpost | third stage Comet Barrage
            hand Scout
    after:  trash | asked you | Koti: you Energy Shield | foe Energy Shield | third - | wreck City 10
            foe: wreck Outpost | third: wreck Comet Barrage
OW-4d.1 a Ship that has moved into it is destroyed, and nothing of it is left
    before: move | Koti: you Scout | Maail: foe stage Solar Flare | hand Outpost
    play:   move Scout @ Maail; resolve Koti
    after:  trash | asked you | Koti: you - | Maail: foe - | wreck Scout | foe: wreck Solar Flare
""")


# ── What each Catastrophe hits ─────────────────────────────────────────────────────────────────

FACILITIES = ["Outpost", "Exploit", "City 10", "Industry 6", "Shipyard 8", "Terraform Plant"]
GROUND_FORCES = ["Troops 10", "Clone Army", "Auto Assault 10"]
ORBITALS = ["Kite", "Battle Station 20", "Energy Shield"]
HIT = {  # a Catastrophe -> what it destroys of a unit of each kind
    "Asteroid Strike": [*FACILITIES, "Troops 10", "Auto Assault 10"],
    "Solar Flare": ["Kite", "Energy Shield"],
    "GRB": [*FACILITIES, "Troops 10", "Auto Assault 10", "Kite", "Energy Shield"],
    "Comet Barrage": [*FACILITIES, *GROUND_FORCES],
    "Biostorm": ["City 10", "Troops 10", "Clone Army"],
}


@pytest.mark.parametrize("catastrophe", HIT)
def test_ow_4d_1_what_it_hits(catastrophe: str) -> None:
    """City or Palace outlives it, so that a foe's unit has something to fight and stays."""
    for unit in (*FACILITIES, *GROUND_FORCES, *ORBITALS):
        lives = survives(unit, f"City 30, High Palace, stage {catastrophe}")
        assert lives == (unit not in HIT[catastrophe]), unit


def survives(unit: str, yours: str, cards: str | None = None) -> bool:
    """Does a foe's unit outlive a Catastrophe of yours?"""
    foe = Table(f"resolve | Vita Ptal: you {yours} | foe {unit} | hand Scout", cards=cards).position()["players"][1]
    assert (foe["units"], foe["wreck"]) in (({"Vita Ptal": [unit]}, []), ({}, [unit]))
    return not foe["wreck"]


# ── Figures: damage, shields, Defensive Strength ───────────────────────────────────────────────

DAMAGE = {  # a Catastrophe -> its damage, the type of a unit it hits
    "Asteroid Strike": (15, "wall"),
    "Solar Flare": (15, "hulk"),
    "GRB": (16, "wall"),
    "Comet Barrage": (25, "wall"),
    "Biostorm": (30, "camp"),
}
DEFENSES = {  # units whose Defensive Strength the book prints
    "Outpost": 1, "Exploit": 1,
    "City 10": 10, "City 12": 12, "City 15": 15, "City 20": 20, "City 25": 25, "City 30": 30,
    "Industry 6": 6, "Industry 7": 7, "Industry 8": 8,
    "Industry 9": 9, "Industry 10": 10, "Industry 11": 11,
    "Shipyard 8": 8, "Shipyard 9": 9, "Shipyard 10": 10,
    "Frigate": 12, "Battle Station 20": 20, "Battle Station 25": 25,
    "Troops 10": 10, "Troops 12": 12, "Troops 15": 15,
    "Troops 20": 20, "Troops 22": 22, "Troops 25": 25,
    "Invasion Force 10": 10, "Invasion Force 15": 15, "Invasion Force 21": 21,
    "Auto Assault 10": 10, "Auto Assault 14": 14,
}  # fmt: skip


def own_cards() -> str:
    """Return a card file: units just strong enough or too weak, and Catastrophes of any damage."""
    most = sorted({damage for damage, _ in DAMAGE.values()})
    strong = sorted({n + more for n in most for more in (0, 1)})
    blows = sorted({n - less for n in DEFENSES.values() for less in (0, 1)} - {0})
    post = 'kind = "post", income = 0, req = "any world"'
    camp = 'kind = "population", income = 0, req = "any world"'
    ship = 'kind = "ship", weapons = [], class = 1, range = 1'
    hits = 'hits = ["facility", "ground", "orbital"], req = "any world"'
    return "\n".join(
        [
            "[facility]",
            f'"Rock" = {{ {post}, defense = 99 }}',
            f'"Dome" = {{ {post}, defense = 99, effects = ["shield:10"] }}',
            *(f'"Wall {n}" = {{ {post}, defense = {n} }}' for n in strong),
            *(f'"Camp {n}" = {{ {camp}, defense = {n} }}' for n in (30, 31)),
            "[orbital]",
            *(f'"Hulk {n}" = {{ {ship}, defense = {n} }}' for n in (15, 16)),
            "[catastrophe]",
            *(f'"Blow {n}" = {{ {hits}, damage = {n} }}' for n in blows),
        ]
    )


OWN_CARDS = own_cards()
OWN_ROWS = rows(
    """
OW-4d.4 two shields of one player add up: of 24 damage 15 and 10 are taken off, and nothing is left
    before: resolve | Koti: you Dome, Energy Shield, Outpost, stage Blow 24 | hand Scout
    after:  trash | asked you | Koti: you Dome, Outpost | wreck Blow 24, Energy Shield | income 1
""",
    cards=OWN_CARDS,
)


@pytest.mark.parametrize("row", [*ROWS, *OWN_ROWS], ids=str)
def test_rule(row: Row) -> None:
    check(row)


def lives(unit: str, catastrophe: str) -> bool:
    """Does a foe's unit outlive a Catastrophe? A Rock gives it something to fight, so that it stays."""
    return survives(unit, f"Rock, stage {catastrophe}", card_file(OWN_CARDS))


def test_ow_4d_1_the_damage_on_the_card_reaches_as_much_defensive_strength_and_no_more() -> None:
    for catastrophe, (damage, target) in DAMAGE.items():
        assert not lives(f"{target.title()} {damage}", catastrophe)
        assert lives(f"{target.title()} {damage + 1}", catastrophe)


@pytest.mark.parametrize("units", [[*DEFENSES][part::8] for part in range(8)], ids=lambda units: units[0])
def test_ow_4d_1_a_unit_is_destroyed_by_damage_equal_to_its_defensive_strength_and_by_no_less(units: list[str]) -> None:
    for unit in units:
        assert not lives(unit, f"Blow {DEFENSES[unit]}")
        if DEFENSES[unit] > 1:
            assert lives(unit, f"Blow {DEFENSES[unit] - 1}")


def test_no_printed_figure_is_left_out() -> None:
    printed = {c.name for c in load_catalogue().cards if c.labels.get("defense") == PRINTED}
    assert printed == set(DEFENSES)
    catastrophes = {c.name for c in load_catalogue().cards if c.type == Type.CATASTROPHE}
    assert catastrophes == set(DAMAGE) == set(HIT)
