"""The figures that may move: only what is ours, within its ranges and rising rows, and a card file comes of it."""

from __future__ import annotations

import random

import pytest

from ow_env.cards.catalogue import RECONSTRUCTED
from ow_env.open_worlds.cards import load_catalogue
from ow_env.open_worlds.game import OpenWorlds
from training.decklab.open_worlds.calibration import CALIBRATED, around
from training.decklab.open_worlds.parameters import applied, as_card_file, figure_of, parameters_of, space_of

STANDARD = load_catalogue()
SPACE = space_of(STANDARD)
CITIES = ("City 10", "City 12", "City 15", "City 20", "City 25", "City 30")


def scattered(seed):
    """Return some sets of figures far from the standard ones."""
    return around(SPACE, SPACE.standard, random.Random(seed))[:6]


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
    for seed in range(8):
        for values in scattered(seed):
            own = applied(STANDARD, SPACE.figures(values))
            incomes = [own.card(name).income for name in CITIES]
            assert incomes == sorted(incomes)
            guns = [own.card(f"Battle Station {number}").weapons[0] for number in (20, 25)]
            assert guns == sorted(guns)
            seen.add(tuple(incomes))
    assert len(seen) > 5


def test_no_ship_crosses_the_class_of_introductory_decks():
    for each in SPACE.every:
        if each.field == "class" and each.section == "orbital":
            assert (each.low > 11) == (each.standard > 11) == (each.high > 11)


def test_a_set_of_figures_is_a_card_file(tmp_path):
    for place, values in enumerate(scattered(1)):
        figures = SPACE.figures(values)
        assert len(figures) > 15
        assert (SPACE.values(figures) == values).all()
        path = tmp_path / f"{place}.toml"
        path.write_text(as_card_file(STANDARD, figures, ["ours"]))
        own, made = load_catalogue(cards=path), applied(STANDARD, figures)
        assert own.rows().tobytes() == made.rows().tobytes() != STANDARD.rows().tobytes()
        assert own.world_rows().tobytes() == made.world_rows().tobytes()
        assert (SPACE.read(own) == values).all()
        assert OpenWorlds(cards=path).tables.tobytes() == OpenWorlds(cards=made).tables.tobytes()
    assert applied(STANDARD, {}).rows().tobytes() == STANDARD.rows().tobytes()


def test_figures_out_of_their_ranges_are_all_named(tmp_path):
    path = tmp_path / "far.toml"
    path.write_text('[facility]\n"City 30" = { income = 1 }\n[orbital]\nTitan = { defense = 44 }\n')
    with pytest.raises(ValueError, match=r"ranges") as refusal:
        SPACE.read(load_catalogue(cards=path))
    assert "City 30, income: expected 2 to 5, found 1" in str(refusal.value)
    assert "Titan, defense: expected 26 to 42, found 44" in str(refusal.value)
    assert "City 25, income: expected 2 to 1, found 2" in str(refusal.value)


def test_the_calibrated_card_file_keeps_to_the_ranges():
    """What the lab found and ships: nothing printed or inferred is touched, and everything is in range."""
    own = load_catalogue(cards=CALIBRATED)
    figures = SPACE.figures(SPACE.read(own))
    assert len(figures) > 10
    made = applied(STANDARD, figures)
    assert made.rows().tobytes() == own.rows().tobytes()
    assert made.world_rows().tobytes() == own.world_rows().tobytes()
    for each, value in figures.items():
        assert figure_of(own, each.name, each) == value
