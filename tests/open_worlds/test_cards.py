"""The card catalogue: what the rulebook prints, what a card file may say, and how it is refused."""

from __future__ import annotations

import contextlib
import json
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from ow_env.cards.catalogue import FaultyFile
from ow_env.open_worlds import cards
from ow_env.open_worlds.cards import CARD, WORLD_ROW, load_catalogue, word_of

CATALOGUE = load_catalogue()

# ── What the rulebook prints ───────────────────────────────────────────────────────────────────

PRINTED = [  # card, the figures that the book states, in its words
    ("Outpost",          {"defense": 1, "income": 1, "req": "any world", "swap": "any"}),
    ("Outpost",          {"unlimited": True}),
    ("Exploit",          {"defense": 1, "income": 2, "swap": "population or production"}),
    ("Exploit",          {"req": "non-hostile or occupied", "unlimited": True}),
    ("Shipyard 8",       {"kind": "yard", "defense": 8, "income": 1, "req": "non-hostile"}),
    ("Shipyard 8",       {"effects": ["class free"]}),
    ("Shipyard 9",       {"defense": 9, "req": "non-hostile"}),
    ("Shipyard 10",      {"defense": 10, "req": "non-hostile"}),
    ("Industry 6",       {"defense": 6, "income": "res"}),
    ("Industry 7",       {"kind": "production", "defense": 7, "income": "res"}),
    ("Industry 7",       {"req": "industrial base"}),
    ("Industry 8",       {"defense": 8, "income": "res", "req": "industrial base"}),
    ("Industry 9",       {"defense": 9, "income": "res"}),
    ("Industry 10",      {"defense": 10, "income": "res", "req": "industrial base"}),
    ("Industry 11",      {"defense": 11, "income": "res"}),
    ("City 10",          {"defense": 10, "req": "habitable or occupied"}),
    ("City 12",          {"defense": 12, "req": "habitable or occupied"}),
    ("City 15",          {"kind": "population", "defense": 15, "income": 1, "capacity": 15}),
    ("City 15",          {"req": "habitable or occupied"}),
    ("City 20",          {"defense": 20, "req": "habitable or occupied"}),
    ("City 25",          {"defense": 25}),
    ("City 30",          {"defense": 30}),
    ("Suck Dry",         {"prohibited": True}),
    ("Hidden Outpost",   {"effects": ["untargetable"]}),
    ("Frigate",          {"kind": "ship", "weapons": [7, 7], "defense": 12, "class": 7}),
    ("Frigate",          {"range": 2, "capacity": 10}),
    ("Striker",          {"class": 2}),
    ("Battle Station 20", {"defense": 20}),
    ("Battle Station 25", {"defense": 25}),
    ("Troops 22",        {"kind": "manned", "weapons": [22], "defense": 22, "req": "capacity:22"}),
    ("Troops 22",        {"effects": ["defends", "trash after use"]}),
    ("Invasion Force 10", {"defense": 10}),
    ("Invasion Force 15", {"defense": 15}),
    ("Invasion Force 21", {"defense": 21}),
    ("Auto Assault 10",  {"defense": 10}),
    ("Auto Assault 14",  {"defense": 14}),
    ("Asteroid Strike",  {"damage": 15, "hits": ["facility", "ground"], "req": "any world"}),
    ("Adjust",           {"window": "until end of move", "action": "swap staged"}),
    ("Enter Fray",       {"window": "end of move", "action": "become ship"}),
    ("Espionage",        {"action": "cancel"}),
    ("Research",         {"window": "end of draw", "action": "draw or search"}),
    ("False Alert",      {"window": "beginning of stage"}),
    ("Fleet Support",    {"window": "reveal", "action": "lift class limit"}),
    ("We Quit",          {"window": "beginning of turn"}),
    ("Light Brigade",    {"action": "deploy ground"}),
]


@pytest.mark.parametrize(("name", "figures"), PRINTED)
def test_printed_figures(name, figures):
    card = CATALOGUE.card(name)
    for field, value in figures.items():
        assert card.fields[field] == value
        assert card.labels[field] == "printed"


INFERRED = [  # card, field, what the book's text comes to
    ("City 12", "income", 1),  # with City 20 it is 3, and City 15 has 1
    ("City 20", "income", 2),
    ("City 20", "capacity", 20),  # enough for Troops 20; City 12 is not (OW-X.3)
    ("Troops 20", "req", "capacity:20"),
    ("Exploit", "kind", "mining"),  # satisfies an Industry, is replaced by the two other kinds
    ("Outpost", "kind", "post"),
    ("Fallout Raid", "effects", ["two targets", "trash after conflict"]),
    ("Suck Dry", "effects", ["depletes:2"]),
    ("Invasion Force 21", "effects", ["conquers", "trash after conflict"]),
]


@pytest.mark.parametrize(("name", "field", "value"), INFERRED)
def test_inferred_figures(name, field, value):
    card = CATALOGUE.card(name)
    assert card.fields[field] == value
    assert card.labels[field] == "inferred"


def test_a_reconstructed_figure_claims_nothing():
    assert set(CATALOGUE.card("Titan").labels.values()) == {"reconstructed"}
    assert CATALOGUE.card("Striker").labels["defense"] == "reconstructed"


def test_every_field_has_one_label_and_the_counts_are_known():
    labels = Counter(label for card in CATALOGUE.cards for label in card.labels.values())
    assert all(card.labels.keys() == card.fields.keys() for card in CATALOGUE.cards)
    assert labels == {"printed": 144, "inferred": 43, "reconstructed": 204}


def test_ship_classes_rise_as_the_two_introductory_lists_do():
    for deck in ("Baker-Braugn EDV", "Ares Venture Trust"):
        listed = [CATALOGUE.card(name) for name in CATALOGUE.deck(deck).names]
        classes = [card.ship_class for card in listed if card.kind == cards.SHIP]
        assert classes == sorted(classes)
        assert max(classes) <= 11


def test_the_counts_of_the_set():
    assert Counter(card.type.name for card in CATALOGUE.cards) == {
        "FACILITY": 28, "ORBITAL": 23, "GROUND": 13, "CATASTROPHE": 5, "UTILITY": 10,
    }
    assert len(CATALOGUE.worlds) == len({world.name for world in CATALOGUE.worlds}) == 36
    assert len({(w.h2o, w.res, w.habitable, w.hostile) for w in CATALOGUE.worlds}) > 30


PRINTED_WORLDS = [
    # name        H2O RES habitable hostile
    ("Koti",       3,  3,  False,    False),
    ("Phoebe K2",  5,  5,  False,    True),
    ("Graense",    4,  2,  True,     True),
    ("Vita Ptal",  4,  4,  True,     False),
    ("Maail",      3,  4,  False,    False),
]


@pytest.mark.parametrize(("name", "h2o", "res", "habitable", "hostile"), PRINTED_WORLDS)
def test_printed_worlds(name, h2o, res, habitable, hostile):
    world = CATALOGUE.world(name)
    assert (world.h2o, world.res, world.habitable, world.hostile) == (h2o, res, habitable, hostile)
    assert world.label == "printed"


def test_the_other_worlds_are_reconstructed():
    printed = [world.name for world in CATALOGUE.worlds if world.label == "printed"]
    assert printed == [row[0] for row in PRINTED_WORLDS]


INTRODUCTORY = [  # OW-1.5: card, may it stand in an introductory deck, because
    ("City 30",           True,  "nothing leaves it out"),
    ("Warship",           True,  "Class 11 is the highest allowed"),
    ("Troops 22",         True,  "Troops can't Conquer"),
    ("GRB",               True,  "it is in a printed introductory deck"),
    ("Assassin",          False, "Class 12"),
    ("Shipyard 8",        False, "a Shipyard"),
    ("Suck Dry",          False, "Prohibited"),
    ("Battle Station 20", False, "a Station"),
    ("Energy Shield",     False, "a Field"),
    ("Invasion Force 10", False, "it can Conquer"),
    ("Research",          False, "a Utility"),
    ("High Palace",       False, "by name"),
    ("Biostorm",          False, "by name"),
    ("Comet Barrage",     False, "by name"),
    ("Trade Center",      False, "by name"),
    ("Terraform Plant",   False, "by name"),
    ("Exotic Outpost",    False, "by name"),
    ("Garrison",          False, "by name"),
    ("Hidden Outpost",    False, "by name"),
]


@pytest.mark.parametrize(("name", "allowed", "because"), INTRODUCTORY)
def test_introductory_cards(name, allowed, because):
    assert CATALOGUE.card(name).introductory is allowed, because


@pytest.mark.parametrize(("name", "allowed"), [("Koti", True), ("Kestrel", False)])
def test_introductory_worlds_have_h2o_of_3_or_more(name, allowed):
    assert CATALOGUE.world(name).introductory is allowed


# ── The tables ─────────────────────────────────────────────────────────────────────────────────


def test_rows_say_what_the_cards_say():
    rows = CATALOGUE.rows()
    assert rows.dtype == CARD
    for card, row in zip(CATALOGUE.cards, rows, strict=True):
        assert CATALOGUE.card_ids[card.name] == card.id
        assert row["type"] == card.type
        assert row["kind"] == (card.kind or 0)
        assert row["defense"] == card.defense
        assert row["weapons"][: row["weapon_count"]].tolist() == list(card.weapons)
        assert not row["weapons"][row["weapon_count"] :].any()
        assert row["stage_id"] == row["unit"] == -1


ROWS = [  # card, every field of its row that is not 0
    ("Outpost", "type 1, kind 1, defense 1, income 1, swap 1, unlimited 1, introductory 1"),
    ("Suck Dry", "type 1, kind 2, defense 6, income 7, req 1, depletes 2, prohibited 1"),
    ("High Palace", "type 1, kind 6, defense 22, income_rule 5, capacity 10, req 8"),
    ("Energy Shield", "type 2, kind 9, defense 15, req 1, shield 15, no_bombardment 1"),
    ("Invasion Force 10", "type 3, kind 10, defense 10, req 10, req_capacity 10, "
     "weapon_count 1, weapons [10, 0, 0, 0], conquers 1, trash_after_conflict 1"),
    ("Biostorm", "type 4, req 3, damage 30, hits_manned 1, hits_population 1"),
    ("Enter Fray", "type 5, kind 7, defense 10, weapon_count 2, weapons [9, 9, 0, 0], "
     "move_range 1, window 4, action 3"),
    ("Sabotage", "type 5, window 6, action 5, action_number 10"),
]


@pytest.mark.parametrize(("name", "expected"), ROWS)
def test_whole_rows(name, expected):
    row = CATALOGUE.rows()[CATALOGUE.card_ids[name]]
    names = CARD.names[: CARD.names.index("unit")]
    told = [f"{field} {row[field].tolist()}" for field in names if np.any(row[field])]
    assert ", ".join(told) == expected


def test_world_rows():
    rows = CATALOGUE.world_rows()
    assert rows.dtype == WORLD_ROW
    assert rows[CATALOGUE.world_ids["Graense"]].tolist() == (4, 2, 1, 1)
    assert len(rows) == 36


def test_a_record_reads_its_fields_by_name():
    assert CATALOGUE.rows()[0].defense == 1
    assert CATALOGUE.world_rows()[0].h2o == 3


@pytest.mark.parametrize(
    ("name", "codes"),
    [
        ("kinds", cards.Kind),
        ("requirements", cards.Req),
        ("incomes", list(cards.IncomeRule)[1:]),  # a plain number is FIXED
        ("swaps", cards.Swap),
        ("windows", cards.Window),
        ("actions", cards.Action),
    ],
)
def test_every_word_has_a_code_and_a_meaning(name, codes):
    words = [word.removesuffix(":N") for word in cards.vocabulary()[name]]
    assert words == [word_of(code) for code in codes]


def test_every_effect_has_a_field_and_a_meaning():
    words = [word.removesuffix(":N").replace(" ", "_") for word in cards.vocabulary()["effects"]]
    first = CARD.names.index("untargetable")
    assert tuple(words) == CARD.names[first : first + len(words)]
    hits = [f"hits_{word}" for word in cards.vocabulary()["hits"]]
    assert hits == [name for name in CARD.names if name.startswith("hits_")]


# ── A card file of one's own ───────────────────────────────────────────────────────────────────


MILITIA = '{ kind = "manned", weapons = [4], defense = 4, req = "any world" }'


def load(text):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "mine.toml"
        file.write_text(text, encoding="utf-8")
        return load_catalogue(cards=file)


def faults_of(text):
    with pytest.raises(FaultyFile) as refusal:
        load(text)
    assert all(f"  - {fault}" in str(refusal.value) for fault in refusal.value.faults)
    return list(refusal.value.faults)


def test_a_known_name_corrects_what_it_states_and_keeps_the_rest():
    mine = load('[orbital]\nTitan = { defense = 36 }')
    titan, standard = mine.card("Titan"), CATALOGUE.card("Titan")
    assert (titan.id, titan.defense, titan.weapons) == (standard.id, 36, standard.weapons)
    assert titan.labels["defense"] == "yours"
    assert titan.labels["weapons"] == "reconstructed"
    assert [card for card in mine.cards if card.name != "Titan"] == [
        card for card in CATALOGUE.cards if card.name != "Titan"
    ]


def test_a_new_name_comes_after_all_others():
    mine = load(
        f"[ground]\nMilitia = {MILITIA}\n[world]\nNova = {{ h2o = 2, res = 9, hostile = true }}"
    )
    assert mine.cards[:79] == CATALOGUE.cards
    assert (mine.cards[79].name, mine.cards[79].labels["req"]) == ("Militia", "yours")
    assert (mine.worlds[36].name, mine.worlds[36].label) == ("Nova", "yours")
    assert len(mine.rows()) == 80


def test_a_known_name_of_another_type_is_written_anew():
    titan = load(f"[ground]\nTitan = {MILITIA}").card("Titan")
    assert (titan.id, titan.ship_class) == (CATALOGUE.card("Titan").id, 0)
    assert set(titan.labels.values()) == {"yours"}


def test_the_text_of_a_utility_follows_its_number():
    assert "at most 10" in CATALOGUE.card("Sabotage").text
    assert "at most 12" in load("[utility.Sabotage]\nnumber = 12").card("Sabotage").text


def test_an_effect_can_be_taken_away():
    mine = load('[ground."Fallout Raid"]\neffects = []\nprohibited = false')
    assert mine.card("Fallout Raid").effects == {}
    assert mine.card("Fallout Raid").introductory


FAULTS = [  # what the file says, what the refusal names
    ('[orbital]\nTitan = { kind = "shipp" }', ["Titan, kind", '"shipp"', "nearest: 'ship'"]),
    ('[orbital]\nTitan = { effects = ["bombrd"] }',
     ["Titan, effects", '"bombrd"', "nearest: 'bombard'"]),
    ('[orbital]\nTitan = { effects = ["conquers"] }', ["Titan, effects", "ground, not on orbital"]),
    ('[orbital]\nTitan = { effects = ["shield"] }',
     ["Titan, effects", "from 1 to 99, as in shield:2"]),
    ('[orbital]\nTitan = { effects = ["shield:0"] }', ["Titan, effects", '"shield:0"']),
    ('[orbital]\nTitan = { effects = ["bombard:2"] }', ["Titan, effects", '"bombard:2"']),
    ('[orbital]\nTitan = { effects = ["bombard", "bombard"] }', ["Titan, effects", "twice"]),
    ('[orbital]\nTitan = { effects = ["shield:2", "shield:3"] }', ["Titan, effects", "twice"]),
    ('[orbital]\nTitan = { effects = "bombard" }', ["Titan, effects", "list of words"]),
    ("[orbital]\nTitan = { defense = 0 }", ["Titan, defense", "1 to 99", "0"]),
    ("[orbital]\nTitan = { weapons = [1, 2, 3, 4, 5] }", ["Titan, weapons", "at most 4"]),
    ("[orbital]\nTitan = { weapons = [0] }", ["Titan, weapons", "1 to 99"]),
    ('[orbital]\nTitan = { retreat = "yes" }', ["Titan, retreat", "true or false"]),
    ('[orbital]\nTitan = { req = "occupied" }', ["Titan, req", "a ship has no such field"]),
    ("[orbital]\nTitan = { unlimited = true }", ["Titan, unlimited", "only a Facility"]),
    ('[orbital]\nTitan = { printed = ["defense"] }', ["Titan, printed", '"yours"']),
    ("[orbital]\nTitan = { inferred = [] }", ["Titan, inferred", '"yours"']),
    ("[orbital]\nTitan = { introductory = true }", ["Titan, introductory", "OW-1.5"]),
    ('[orbital]\nKite2 = { kind = "station", defense = 4 }',
     ["Kite2, req", "a station has to state it"]),
    ('[orbital]\nKite2 = { kind = "ship", defense = 4, weapons = [] }',
     ["Kite2, class", "Kite2, range"]),
    ('[facility]\n"City 20" = { kind = "ship" }', ["City 20, kind", '"ship"']),
    ('[facility]\n"City 20" = { income = "ress" }', ["City 20, income", "nearest: 'res'"]),
    ('[facility]\n"City 20" = { income = -1 }', ["City 20, income", "0 to 99"]),
    ('[facility]\n"City 20" = { req = "habitible" }', ["City 20, req", "nearest: 'habitable'"]),
    ('[facility]\n"City 20" = { req = "capacity:many" }', ["City 20, req", "as in capacity:2"]),
    ('[facility]\n"City 20" = { req = 3 }', ["City 20, req", "expected a word"]),
    ('[facility]\n"City 20" = { swap = "every" }', ["City 20, swap", '"every"']),
    ('[ground]\n"Fallout Raid" = { weapons = [12] }',
     ["Fallout Raid, effects", "exactly two Weapons, found 1"]),
    ('[ground]\n"Fallout Raid" = { weapons = [1, 2, 3] }', ["Fallout Raid, effects", "found 3"]),
    ('[catastrophe]\nGRB = { hits = ["facilities"] }', ["GRB, hits", "nearest: 'facility'"]),
    ("[catastrophe]\nGRB = { hits = [] }", ["GRB, hits", "at least one"]),
    ('[catastrophe]\nGRB = { kind = "post" }', ["GRB, kind", "no such field"]),
    ('[utility]\nCoup = { action = "sieze" }', ["Coup, action", "nearest: 'seize'"]),
    ("[utility]\nCoup = { number = 0 }", ["Coup, number", "1 to 99"]),
    ('[utility]\nCoup = { window = "reaction" }', ["Coup, window", '"beginning of resolution" or']),
    ("[utility]\nCoup = { text = 3 }", ["Coup, text", "a sentence"]),
    ('[utility]\n"Enter Fray" = { defense = 0 }', ["Enter Fray, defense", "1 to 99"]),
    ("[world]\nKoti = { h2o = 10 }", ["Koti, h2o", "1 to 9", "10"]),
    ("[world]\nKoti = { printed = true }", ["Koti, printed", '"yours"']),
    ("[world]\nNova = { h2o = 3 }", ["Nova, res", "has to state it"]),
    ('[world]\n"own Nova" = { h2o = 3, res = 3 }', ['"own Nova"', "whose card"]),
    ("[world]\nTitan = { h2o = 3, res = 3 }\n[orbital]\nTitan = { defense = 3 }",
     ["[world] and again in [orbital]"]),
]


@pytest.mark.parametrize(("text", "named"), FAULTS)
def test_a_faulty_file_is_refused_by_name(text, named):
    faults = "\n".join(faults_of(text))
    for part in named:
        assert part in faults


def many(section, row, count):
    return f"[{section}]\n" + "\n".join(f'"New {n}" = {row}' for n in range(count))


WELL = '{ kind = "mining", defense = 4, income = 4, req = "any world", effects = ["depletes:1"] }'


@pytest.mark.parametrize(
    ("section", "row", "room", "what"),
    [
        ("ground", MILITIA, 128 - 79, "129 cards; a catalogue has room for 128"),
        ("world", "{ h2o = 3, res = 3 }", 64 - 36, "65 Worlds; a catalogue has room for 64"),
        ("facility", WELL, 4 - 1, '5 cards with "depletes"; a catalogue has room for 4'),
    ],
)
def test_limits_of_a_catalogue(section, row, room, what):
    load(many(section, row, room))
    assert what in faults_of(many(section, row, room + 1))[0]


LABELS = [  # in a whole catalogue of one's own the labels are checked too
    ('printed = ["defnse"]', 'Outpost, printed: the row does not state "defnse"'),
    ('printed = ["capacity"]', 'Outpost, printed: the row does not state "capacity"'),
    ('printed = ["kind"], inferred = ["kind"]', 'Outpost, inferred: "kind" has a label already'),
    ('printed = "kind"', "Outpost, printed: expected a list of fields"),
]


@pytest.mark.parametrize(("labels", "fault"), LABELS)
def test_labels_name_fields_the_row_states(tmp_path, labels, fault):
    row = 'kind = "post", defense = 1, income = 1, req = "any world"'
    (tmp_path / "cards.toml").write_text(f"[facility]\nOutpost = {{ {row}, {labels} }}")
    with pytest.raises(FaultyFile) as refusal:
        load_catalogue(tmp_path)
    assert any(found.startswith(fault) for found in refusal.value.faults)


def test_a_mistyped_name_names_the_nearest():
    with pytest.raises(ValueError, match="there is no World 'Kotti'; nearest: 'Koti'"):
        CATALOGUE.world("Kotti")
    with pytest.raises(ValueError, match=r"there is no deck 'Ares'; nearest: 'Ares Venture Trust'"):
        CATALOGUE.deck("Ares")


# ── Broken files, by the hundred ───────────────────────────────────────────────────────────────

FIELDS = sorted({field for card in CATALOGUE.cards for field in card.fields})
FIELDS += ["h2o", "printed", "wepons"]
texts = st.text("ab: 7", max_size=6)
scalars = st.one_of(st.integers(-5, 200), st.booleans(), st.floats(-5, 5), texts)
words = st.sampled_from([word for table in cards.vocabulary().values() for word in table])
values = st.one_of(scalars, words, st.lists(st.one_of(scalars, words), max_size=6))


@settings(max_examples=40, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from([card.name for card in CATALOGUE.cards]),
        st.dictionaries(st.sampled_from(FIELDS), values, min_size=1, max_size=4),
        min_size=1,
        max_size=4,
    )
)
def test_any_file_loads_or_is_refused_by_row_and_field(rows):
    def written(names):
        lines = []
        for name in names:
            lines.append(f'[{word_of(CATALOGUE.card(name).type)}."{name}"]')
            lines += [f"{field} = {json.dumps(value)}" for field, value in rows[name].items()]
        return "\n".join(lines)

    def refused(names):
        try:
            load(written(names)).rows()
        except FaultyFile as refusal:
            return set(refusal.faults)
        return set()

    alone = [refused([name]) for name in rows]
    assert refused(list(rows)) == set().union(*alone)  # no fault hides another
    for name, faults in zip(rows, alone, strict=True):
        assert all(fault.startswith(f"{name}, ") for fault in faults)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=40))
def test_any_text_loads_or_is_refused(text):
    with contextlib.suppress(FaultyFile):
        load(text)


# ── The page about them ────────────────────────────────────────────────────────────────────────

PAGE = (Path(cards.__file__).parents[2] / "docs" / "cards.md").read_text("utf-8")


def test_the_card_file_on_the_page_loads():
    example = PAGE.split("```toml\n")[1].split("```")[0]
    mine = load(example)
    assert (mine.card("Titan").weapons, mine.card("Star Kite").retreat) == ((18, 14, 12), True)
    assert (mine.card("Sabotage").action_number, mine.world("Nova").res) == (12, 9)


def test_the_page_lists_every_field():
    fields = {field for card in CATALOGUE.cards for field in card.fields}
    assert not {field for field in fields if f"`{field}`" not in PAGE and f"`{field} =" not in PAGE}
