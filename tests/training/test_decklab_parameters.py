"""The figures that may move: only what is ours, within its ranges and rising rows, and a card file comes of it."""

from __future__ import annotations

from ow_env.cards.catalogue import RECONSTRUCTED
from ow_env.open_worlds.cards import load_catalogue
from training.decklab.open_worlds.parameters import ATTRIBUTES, applied, parameters_of, space_of
from training.decklab.open_worlds.random_figures import HELD_OUT, with_random_figures
from training.decklab.open_worlds.setup import OpenWorldsSetup

STANDARD = load_catalogue()
SPACE = space_of(STANDARD)
CITIES = ("City 10", "City 12", "City 15", "City 20", "City 25", "City 30")


def place_of(name, field, place=0):
    return [(each.name, each.field, each.place) for each in SPACE.every].index((name, field, place))


def test_only_reconstructed_figures_may_move():
    for each in parameters_of(STANDARD):
        assert each.low <= each.standard <= each.high
        if each.section == "world":
            assert STANDARD.world(each.name).label == RECONSTRUCTED
        else:
            assert STANDARD.card(each.name).labels[each.field] == RECONSTRUCTED
    named = {(each.name, each.field) for each in SPACE.every}
    assert ("Titan", "weapons") in named
    assert ("Frigate", "weapons") not in named  # printed
    assert ("City 20", "income") not in named  # inferred
    assert ("Industry 8", "income") not in named
    assert ("Koti", "res") not in named
    few = {each.name for each in space_of(STANDARD, ["Titan"]).every if each.section != "world"}
    assert few == {"Titan"}


def test_a_better_city_earns_no_less():
    """Printed and inferred Cities bound the others: City 12 has Income 1, City 20 has 2."""
    values = SPACE.standard
    assert SPACE.span(values, place_of("City 10", "income")) == (0, 1)
    assert SPACE.span(values, place_of("City 25", "income")) == (2, 3)  # City 30 has 3
    values[place_of("City 30", "income")] = 5
    assert SPACE.span(values, place_of("City 25", "income")) == (2, 4)
    values[place_of("City 25", "income")] = 4
    assert SPACE.span(values, place_of("City 30", "income")) == (4, 5)
    seen = set()
    for number in range(48):
        own = with_random_figures(OpenWorldsSetup(), HELD_OUT, 0, number).catalogue
        incomes = [own.card(name).income for name in CITIES]
        assert incomes == sorted(incomes)
        guns = [own.card(f"Battle Station {number}").weapons[0] for number in (20, 25)]
        assert guns == sorted(guns)
        seen.add(tuple(incomes))
    assert len(seen) > 5


def test_figures_that_move_reach_the_cards_and_worlds_themselves():
    changed = {each: each.high for each in SPACE.every if each.name in ("Titan", "City 30", "Eden")}
    own = applied(STANDARD, changed)
    for each, value in changed.items():
        entry = own.world(each.name) if each.section == "world" else own.card(each.name)
        found = getattr(entry, ATTRIBUTES.get(each.field, each.field))
        assert (found[each.place] if isinstance(found, tuple) else found) == value
    assert applied(STANDARD, {}).rows().tobytes() == STANDARD.rows().tobytes() != own.rows().tobytes()


def test_no_ship_crosses_the_class_of_introductory_decks():
    for each in SPACE.every:
        if each.field == "class" and each.section == "orbital":
            assert (each.low > 11) == (each.standard > 11) == (each.high > 11)
