"""What a seat observes follows from the position that all see (EU-13.1): every number, worked out from its JSON."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ow_env.expansive_universe import observe
from ow_env.testing.playthroughs import courses
from tests import tables
from tests.expansive_universe import sets
from tests.expansive_universe.oracle.cards import BASE, CORE, FACTIONS
from tests.expansive_universe.scenario import position_of
from tests.expansive_universe.table import Table, game_of
from tests.files import card_file
from tests.tables import Position

MOST = 255  # more reads so
HABITS = ("home guard", "raid", "income", "haggle", "free attack", "free mission")
LAWS = ("core income", "free flight", "toll", "core point", "silence", "drift")
POINTS = (
    *("turn", "side", "bearer", "recruit", "flight", "march", "salvage", "plunder", "rescue", "sabotage", "strike"),
    *("maneuver", "weapon", "target", "loss", "over"),
)


def told_to(at: Position, seat: int, max_rounds: int) -> dict[str, list[int]]:
    """Return what a seat observes: name of a slice -> its numbers. Seats are counted from the observer."""
    count, decision, cards = len(at["players"]), at["decision"], list(BASE.cards)
    seats = [(seat + onward) % count for onward in range(count)]
    table = [at["players"][other] for other in seats]
    order = {name: 1 + number for number, name in enumerate(cards)}
    crews, fleets = ([him.get(key, []) for him in table] for key in ("crew", "ships"))
    captives = [entry["captive"] for crew in crews for entry in crew if "captive" in entry]
    characters = [*chain(*crews), *captives]
    ships = list(chain(*fleets))

    def names(some: Any) -> list[int]:
        there = list(some)
        return [int(name in there) for name in cards]

    def of_each(some: Any) -> list[int]:
        return list(chain(*(names(each) for each in some)))

    def numbers(told: dict[str, int]) -> list[int]:
        return [told.get(name, 0) for name in cards]

    def is_it(wanted: int | None) -> list[int]:
        return [int(other == wanted) for other in seats]

    def number(value: int) -> int:
        return min(max(value, 0), MOST)

    def by_seat(key: str) -> list[int]:
        told = decision.get(key, [0] * count)
        return [number(told[other]) for other in seats]

    planets = [BASE.planets[him["faction"]] for him in table]
    bearer = {name: order[entry["card"]] for entry in characters for name in entry["weapons"]}
    bearer |= {name: order[entry["card"]] for entry in ships for name in entry["armaments"]}
    bearer |= {entry["captive"]["card"]: order[entry["card"]] for entry in chain(*crews) if "captive" in entry}
    loaded = {entry["card"]: len(entry["weapons"]) for entry in characters}
    loaded |= {entry["card"]: len(entry["armaments"]) for entry in ships}
    battle, there = decision.get("battle"), fighters(at)
    totals = [total(at, other) if there[other] else 0 for other in seats]
    once, twice = (decision.get(key, []) for key in ("once", "twice"))
    return {
        "crew": of_each([entry["card"] for entry in crew] for crew in crews),
        "ships": of_each([entry["card"] for entry in fleet] for fleet in fleets),
        "row": list(chain(*(numbers({name: 1 + place for place, name in enumerate(him["row"])}) for him in table))),
        "arms": of_each(
            [*chain(*(entry["weapons"] for entry in crew)), *chain(*(entry["armaments"] for entry in fleet))]
            for crew, fleet in zip(crews, fleets, strict=True)
        ),
        "captives": of_each([held["card"] for held in captives if held["of"] == other] for other in seats),
        "crew_at": of_each([him.get("crew_at")] for him in table),
        "tokens": of_each([name for name, whose in at["tokens"].items() if whose == other] for other in seats),
        "ship_at": of_each([entry["card"] for entry in ships if entry["at"] == place] for place in (CORE, *planets)),
        "line_up": of_each([name] for name in at["line_up"]),
        "deck": names(at["deck"]),
        "destroyed": names(at["destroyed"]),
        "bearer": numbers(bearer),
        "loaded": numbers(loaded),
        "entangled": names(decision.get("entangled", [])),
        "waylaid": names(decision.get("waylaid", [])),
        "maneuvers": [(name in once) + (name in twice) for name in cards],
        "fights": names(chain(*there)),
        "placing": names([decision.get("placing")]),
        "user": names([decision.get("user")]),
        "text": names([decision.get("text_of"), decision.get("mission")]),
        "faction": [int(him["faction"] == name) for him in table for name in FACTIONS],
        "planet": [figure(BASE.planet_texts[planet], word) for planet in planets for word in HABITS],
        "core": [figure(BASE.cores[at["core"]], word) for word in LAWS],
        "alive": [int(not him.get("out")) for him in table],
        "gold": [him.get("gold", 0) for him in table],
        "points": [number(him["points"]) for him in table],
        "crew_count": [len(crew) for crew in crews],
        "ship_count": [len(fleet) for fleet in fleets],
        "row_count": [len(him["row"]) for him in table],
        "on_core": [sum(entry["at"] == CORE for entry in fleet) for fleet in fleets],
        "asked": is_it(decision.get("asked")),
        "active": is_it(at["active"]),
        "starter": is_it(at["first"]),
        "last": is_it((at["first"] - 1) % count),
        "attacker": is_it(decision.get("attacker", 0) if battle else None),
        "turn_at": is_it(decision.get("turn_at", 0) if battle else None),
        "total": [number(each) for each in totals],
        **{key: by_seat(key) for key in ("cover", "guard", "difference")},
        "point": [int(decision["type"] == point) for point in POINTS],
        "battle": [int(battle == kind) for kind in (None, "space", "location")],
        "step": [decision.get("step", 0)],
        "passes": [decision.get("passes", 0)],
        **{key: [int(key in decision)] for key in ("has_flown", "has_attacked", "has_bought", "has_tried")},
        "round": [number(at["round"])],
        "rounds_left": [number(max_rounds - at["round"])],
    }


def figure(text: dict[str, int], word: str) -> int:
    """Return the number of an effect, 1 if it takes none, 0 if the text has it not."""
    return (text[word] or 1) if word in text else 0


def fighters(at: Position) -> list[list[str]]:
    """Return for each seat its cards at the place of the battle."""
    decision = at["decision"]
    if decision.get("battle") == "space":
        place = decision["battle_place"]
        return [[entry["card"] for entry in him.get("ships", []) if entry["at"] == place] for him in at["players"]]
    if decision.get("battle") == "location":
        place = decision["battle_place"]
        return [
            [entry["card"] for entry in him.get("crew", [])] if him.get("crew_at") == place else []
            for him in at["players"]
        ]
    return [[] for _ in at["players"]]


def total(at: Position, seat: int) -> int:
    """Return a damage total (EU-9.1)."""
    decision, him = at["decision"], at["players"][seat]
    away, place = decision.get("waylaid", []), decision["battle_place"]
    here = [name for name in fighters(at)[seat] if name not in away]
    if decision["battle"] == "location":
        found = sum(BASE.cards[name].combat for name in here)
        home = place in him["row"]
    else:
        aboard = [entry["card"] for entry in him["crew"]] if him["crew_at"] in here else []
        found = sum(BASE.cards[name].space for name in (*here, *aboard) if name not in away)
        home = place == BASE.planets[him["faction"]]
    habits = BASE.planet_texts[BASE.planets[him["faction"]]]
    found += decision.get("boost", [0] * len(at["players"]))[seat]
    found += habits.get("home guard", 0) * home + habits.get("raid", 0) * (decision.get("attacker", 0) == seat)
    return max(found, 0)


def compare(game: Any, state: Any, max_rounds: int = 40) -> None:
    """Compare what every seat observes with what the position says."""
    at = game.position(state)
    shown = game.show(state).observation[0]
    for seat in range(game.num_players):
        expected = told_to(at, seat, max_rounds)
        assert list(expected) == [feature.name for feature in game.features]
        for feature in game.features:
            found = shown[seat, feature.start : feature.stop].tolist()
            assert found == expected[feature.name], f"{feature.name} of player_{seat}"


ROWS = [  # positions with much in them; what is played
    (
        "turn foe | round 3 | gold 4 | points 7 | row Assembly Plaza, Tax Office | at Barge of State"
        " | tokens Tax Office foe | crew Press Ganger + War Horn holding foe Skull Hunter + Bone Cleaver"
        " | destroyed Navy Ace | fleet Barge of State + Spiked Hull at Kharg, Customs Cutter at Core"
        " | line up Ram Skiff, -, Ironjaw, -, -, Stun Baton | foe gold 2 | core #4",
        "",
    ),
    ("gold 99 | points 300 | line up Navy Ace | third out | fourth gold 3 | core #1", ""),
    (  # what is a third player's lies on your cards
        "used mission, fly, attack, buy | gold 3 | crew Press Ganger holding third Siege Walker | line up Navy Ace"
        " | tokens Assembly Plaza third | starter third | third gold 3",
        "",
    ),
    (
        "gold 3 | at Skull Landing | crew Sector Marshal + Stun Baton | foe crew Press Ganger",
        "attack Skull Landing; pass",
    ),
    (
        "gold 3 | fleet Line Frigate + Blockade Net at Core"
        " | foe fleet Ironjaw + Spiked Hull at Core, Ram Skiff at Core",
        "attack Core; pass; entangle Line Frigate",
    ),
    (
        "gold 2 | fleet Accord Dreadnought at Core, Peacekeeper at Core, Ironjaw at Core, War Ark at Core"
        " | foe fleet Line Frigate at Core, Ram Skiff at Core",
        "attack Core",
    ),
    ("gold 1 | row Assembly Plaza, Tax Office | line up Parade Ground", "buy slot 0"),
    ("used mission, fly, attack, buy | points 19 | gold 1 | fleet Barge of State at Core", "end turn"),
    ("gold 2 | crew Fleet Quartermaster, Survey Scientist", "mission"),
    (
        "faction Sorcerons | gold 2 | at Skull Landing | crew Ember Adept, Archmage Sel + Sleep Wand"
        " | foe faction Wartribe | foe crew War Drummer",
        "attack Skull Landing; entangle War Drummer; entangle Archmage Sel; target Warlord Gruda",
    ),
    (
        "gold 2 | fleet Accord Dreadnought at Core, Line Frigate at Core, Peacekeeper at Core | foe at Black Tusk"
        " | foe crew Senate Envoy, Press Ganger, Berserker | foe fleet Black Tusk at Core",
        "attack Core",
    ),
    (
        "gold 3 | at Skull Landing | crew Sector Marshal | foe crew Press Ganger, Clan Matriarch"
        " | third at Skull Landing | third crew Siege Walker",
        "attack Skull Landing; entangle Clan Matriarch",
    ),
    (  # one spaceship is waylaid, another has maneuvered twice
        "faction Sorcerons | gold 3 | fleet Starwitch + Phase Veil at Core, Mirror Barque + Field Repair Bay at Core"
        " | foe faction Robotocense | foe fleet Vector Interceptor + Coil Cannon at Core, Scrap Hauler at Core,"
        " Lattice Cruiser at Core",
        "attack Core; pass; entangle Starwitch; target Scrap Hauler; pass; entangle Mirror Barque; target Starwitch;"
        " pass; entangle Starwitch; target Lattice Cruiser",
    ),
    (  # it has no total whose planet is fought about by others, and no spaceship there
        "gold 3 | fleet Line Frigate + Blockade Net at Foundry Prime | foe fleet Ironjaw + Spiked Hull at Foundry Prime"
        " | third fleet -",
        "attack Foundry Prime",
    ),
    (  # the first card of all maneuvers
        "gold 3 | at Skull Landing | foe crew Press Ganger, Chain Raider",
        "attack Skull Landing; entangle Chancellor Ondra",
    ),
    (  # the second effect of a text
        "gold 3 | at Skull Landing | crew Field Surgeon, Sector Marshal | foe crew Press Ganger, Chain Raider",
        "attack Skull Landing; pass; entangle Sector Marshal; target Press Ganger; pass; entangle Field Surgeon",
    ),
]


@pytest.mark.rule
@pytest.mark.parametrize(("text", "play"), ROWS, ids=[text[:40] for text, _ in ROWS])
def test_an_observation_is_what_the_position_says(text: str, play: str) -> None:
    position = position_of(text)
    table = Table(position)
    for action in filter(None, play.split("; ")):
        if action in table.legal():
            table.do(action)
    compare(table.game, table.batch.states)


@pytest.mark.bounds
@pytest.mark.xdist_group("expansive_universe")
def test_so_it_is_in_games() -> None:
    """In the playthroughs of tests/contract/."""
    for course in courses("expansive_universe"):
        if not course.game.options["cards"]:
            for k in range(0, len(course), 5):
                compare(course.game, course.states[k : k + 1], course.game.options["max_rounds"])


@pytest.mark.rule
def test_the_slices_are_as_long_as_what_they_count() -> None:
    expected = told_to(position_of("third gold 1 | gold 1"), 0, 40)
    found = observe.features(len(BASE.cards), 3, len(FACTIONS))
    assert [(each.name, each.stop - each.start) for each in found] == [(name, len(expected[name])) for name in expected]


def shown_of(table: Table, name: str, place: int) -> int:
    """Return one number of a slice as player_0 sees it."""
    start = next(each.start for each in table.game.features if each.name == name)
    return int(table.batch.observation[0, 0, start + place])


@pytest.mark.rule
def test_eu_15_1_the_first_character_of_a_set_is_seen_where_it_lies(tmp_path: Path) -> None:
    cards = str(card_file(tmp_path, sets.beginning_with("Sector Marshal")))
    table = Table(position_of("gold 1 | line up Sector Marshal"), cards=cards)
    assert [shown_of(table, "line_up", place) for place in range(3)] == [1, 0, 0]
    table = Table(position_of("gold 1 | foe crew Press Ganger holding you Sector Marshal"), cards=cards)
    assert shown_of(table, "captives", 0) == 1


@pytest.mark.rule
def test_eu_15_1_the_last_card_of_a_full_kind_is_seen_where_it_lies(tmp_path: Path) -> None:
    game = game_of(cards=str(card_file(tmp_path, sets.full())))
    at = position_of("gold 1 | line up Navy Ace")
    del at["deck"]
    at["tokens"] = {"Location 63": 1}
    at["players"][0]["row"].append("Location 63")
    at["players"][0]["crew"] = [{"card": "Chancellor Ondra", "weapons": ["Weapon 63"]}]
    at["players"][0]["ships"] = [{"card": "Spaceship 63", "armaments": ["Armament 63"]}]
    table = tables.Table(game, at)
    number = game.catalogue.card_ids
    assert shown_of(table, "bearer", number["Weapon 63"]) == 1 + number["Chancellor Ondra"]
    assert shown_of(table, "bearer", number["Armament 63"]) == 1 + number["Spaceship 63"]
    assert shown_of(table, "tokens", len(number) + number["Location 63"]) == 1


@pytest.mark.rule
def test_numbers_above_255_read_255() -> None:
    table = Table(position_of("points 300 | gold 1 | line up Navy Ace"), max_rounds=400)
    points, left = (
        next(each for each in table.game.features if each.name == name) for name in ("points", "rounds_left")
    )
    observation = table.batch.observation[0, 0]
    assert (observation[points.start], observation[left.start]) == (MOST, MOST)


@pytest.mark.rule
def test_it_is_written_anew() -> None:
    """Nothing of what was there before is left."""
    table = Table(position_of("gold 1 | line up Navy Ace"))
    before = table.batch.observation[0].copy()
    table.batch.observation[:] = 7
    table.batch.set_states(table.batch.states.copy())
    assert np.array_equal(table.batch.observation[0], before)


# ── What a position is worth ─────────────────────────────────────────────────────────────────────


@pytest.mark.rule
@pytest.mark.parametrize(
    ("text", "potentials"),
    [
        ("points 5 | foe points 3", [0.1, -0.1]),
        ("points 5 | foe points 3 | third points 9", [-0.2, -0.3, 0.2]),
        ("points 5 | foe points 9 | third points 1 | foe out", [0.2, 0.2, -0.2]),
        ("points 0 | foe points 50", [-1, 1]),
        ("points 0 | foe points 0", [0, 0]),
    ],
)
def test_the_potential_is_the_lead_in_points(text: str, potentials: list[float]) -> None:
    table = Table(position_of(f"{text} | gold 1 | line up Navy Ace"))
    g, t = table.batch.states[0], table.game.tables[0]
    found = [table.game.engine.potential(g, t, seat) for seat in range(len(potentials))]
    assert found == pytest.approx(potentials)


@pytest.mark.rule
def test_after_the_end_there_is_none_and_the_winner_has_1() -> None:
    table = Table(position_of("points 19 | gold 1 | fleet Barge of State at Core | third gold 0"))
    engine, t = table.game.engine, table.game.tables[0]
    assert [engine.outcome(table.batch.states[0], seat) for seat in range(3)] == [0, 0, 0]
    assert (engine.ending(table.batch.states[0]), engine.turn(table.batch.states[0])) == (0, 2)
    table.do("end turn")
    g = table.batch.states[0]
    assert [engine.potential(g, t, seat) for seat in range(3)] == [0, 0, 0]
    assert [engine.outcome(g, seat) for seat in range(3)] == [1, -1, -1]
    assert (engine.ending(g), engine.used(g)) == (1, g.nbytes)
