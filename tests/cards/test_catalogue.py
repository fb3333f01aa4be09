"""Card files: labels, rows laid over rows, and a closed vocabulary in which every fault is named at once."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from types import SimpleNamespace

import pytest

from ow_env.cards.catalogue import (
    ByName,
    FaultyFile,
    Reader,
    Row,
    check_spelling,
    labelled,
    labelled_by_field,
    lay_file,
    read_toml,
    shown,
    word_of,
)

SECTIONS = ("ship", "base", "world")


class Faction(IntEnum):
    BLOB = 0
    TRADE_FEDERATION = 1
    MACHINE_CULT = 2


def laid(path: Path, text: str, rows: dict[str, Row] | None = None, **how) -> tuple[dict[str, Row], list[str]]:
    rows = {} if rows is None else rows
    (path / "cards.toml").write_text(text, "utf-8")
    how = {"own": False} | how
    return rows, lay_file(rows, path / "cards.toml", SECTIONS, **how)


def reader(faults: list[str], /, **fields) -> Reader:
    spelled = {"MACHINE_CULT": "cult"}
    misplaced = {"shield": "{what}: a shield stands in [base]"}
    return Reader("Scout", Row("ship", fields, {}), faults, ("cost", "crew"), spelled, misplaced)


# ── Files ────────────────────────────────────────────────────────────────────────────────────────


def test_a_faulty_file_says_all_that_is_wrong_and_steers_no_terminal():
    error = FaultyFile(Path("my\x1bcards"), ["one\x1b", "two"])
    assert error.faults == ("one\\x1b", "two")
    assert str(error) == "my\\x1bcards cannot be used:\n  - one\\x1b\n  - two"
    assert error.path == Path("my\x1bcards")


def test_a_file_that_cannot_be_read(tmp_path: Path):
    with pytest.raises(FaultyFile, match="there is no such file"):
        read_toml(tmp_path / "none")
    (tmp_path / "cards").write_bytes(b"\xff")
    with pytest.raises(FaultyFile, match="it is no text in UTF-8"):
        read_toml(tmp_path / "cards")
    with pytest.raises(FaultyFile, match=r"it cannot be read: .*Is a directory"):
        read_toml(tmp_path)
    (tmp_path / "cards").write_text("a = " + "[" * 9000)
    with pytest.raises(FaultyFile, match="it is nested too deeply"):
        read_toml(tmp_path / "cards")
    (tmp_path / "cards").write_text("[ship")
    with pytest.raises(FaultyFile, match="it is not TOML: "):
        read_toml(tmp_path / "cards")
    (tmp_path / "cards").write_text("[ship.Scout]\ncost = 3")
    assert read_toml(tmp_path / "cards") == {"ship": {"Scout": {"cost": 3}}}


def test_what_a_file_said_is_cut_short():
    assert shown("City") == '"City"'
    assert shown(3) == "3"
    assert shown(["a"]) == "['a']"
    assert shown("x" * 58) == f'"{"x" * 58}"'
    assert shown("x" * 59) == f'"{"x" * 56}...'
    assert len(shown("x" * 59)) == 60


# ── Labels ───────────────────────────────────────────────────────────────────────────────────────


def test_figures_are_reconstructed_unless_the_row_says_where_they_come_from(tmp_path: Path):
    text = '[ship.Scout]\ncost = 3\ncrew = 1\nrange = 2\nprinted = ["cost"]\ninferred = ["crew"]'
    rows, faults = laid(tmp_path, text)
    assert faults == []
    assert rows["Scout"] == Row(
        "ship", {"cost": 3, "crew": 1, "range": 2}, {"cost": "printed", "crew": "inferred", "range": "reconstructed"}
    )


def test_a_users_own_file_prints_nothing(tmp_path: Path):
    rows, faults = laid(tmp_path, "[ship.Scout]\ncost = 3", own=True)
    assert (rows["Scout"].labels, faults) == ({"cost": "yours"}, [])
    only = 'only the standard catalogue says what the rulebook prints; what your own file states is labelled "yours"'
    for text, said in (
        ('printed = ["cost"]', [f"Scout, printed: {only}"]),
        ('inferred = ["cost"]', [f"Scout, inferred: {only}"]),
        ("printed = true\ninferred = 1", [f"Scout, printed: {only}", f"Scout, inferred: {only}"]),
    ):
        for whole in ((), ("ship",)):
            rows, faults = laid(tmp_path, f"[ship.Scout]\ncost = 3\n{text}", own=True, labelled_whole=whole)
            assert faults == said
            assert rows["Scout"] == Row("ship", {"cost": 3}, {"cost": "yours"})


def test_some_sections_are_printed_whole_or_not_at_all(tmp_path: Path):
    rows, faults = laid(tmp_path, "[world.Koti]\nh2o = 3\nprinted = true", labelled_whole=("world",))
    assert (rows["Koti"], faults) == (Row("world", {"h2o": 3}, {"h2o": "printed"}), [])
    rows, faults = laid(tmp_path, "[world.Koti]\nh2o = 3", labelled_whole=("world",))
    assert (rows["Koti"].labels, faults) == ({"h2o": "reconstructed"}, [])
    for said in ("printed = false", 'printed = ["h2o"]', "inferred = true"):
        _, faults = laid(tmp_path, f"[world.Koti]\nh2o = 3\n{said}", labelled_whole=("world",))
        assert faults == [f"Koti, {said.partition(' ')[0]}: a World says printed = true or nothing"]


def test_a_label_names_a_field_of_the_row_once():
    faults: list[str] = []
    stated = {"cost": 3, "printed": ["cost", "crew"], "inferred": ["cost"]}
    row = labelled("Scout", "ship", stated, faults, own=False, whole=False)
    assert row.labels == {"cost": "printed"}
    assert faults == ['Scout, printed: the row does not state "crew"', 'Scout, inferred: "cost" has a label already']
    labelled("Scout", "ship", {"cost": 3, "printed": "cost"}, faults := [], own=False, whole=False)
    assert faults == ['Scout, printed: expected a list of fields, found "cost"']


DEFAULTS = {"ship": {"cost": "found 3/3", "crew": "found 2/3"}, "base": {"cost": "ruled"}, "world": {}}


def test_each_section_may_have_labels_that_its_rows_have_but_where_they_say_otherwise(tmp_path: Path):
    text = """labels = 3
[ship.Scout]
cost = 3
crew = 1
labels = { crew = "ruled" }
[base.Fort]
cost = 4
"""
    rows, faults = laid(tmp_path, text, default_labels=DEFAULTS, ignored=("labels",))
    assert faults == []
    assert rows == {
        "Scout": Row("ship", {"cost": 3, "crew": 1}, {"cost": "found 3/3", "crew": "ruled"}),
        "Fort": Row("base", {"cost": 4}, {"cost": "ruled"}),
    }
    _, faults = laid(tmp_path, "labels = 3", default_labels=DEFAULTS)
    assert faults == ["[labels]: there is no such section; nearest: 'base'"]


def test_with_labels_by_field_too_a_users_own_file_labels_nothing(tmp_path: Path):
    rows, _ = laid(tmp_path, "[ship.Scout]\ncost = 3\ncrew = 1", default_labels=DEFAULTS)
    assert laid(tmp_path, "[ship.Pike]\ncost = 4", own=True, default_labels=DEFAULTS)[1] == []
    text = '[ship.Scout]\ncost = 4\nlabels = { cost = "found 3/3" }'
    _, faults = laid(tmp_path, text, rows, own=True, default_labels=DEFAULTS)
    assert faults == ['Scout, labels: what your own file states is labelled "yours"']
    assert rows["Scout"] == Row("ship", {"cost": 4, "crew": 1}, {"cost": "yours", "crew": "found 2/3"})
    faults = []
    row = labelled_by_field("Scout", "ship", {"cost": 4, "labels": 3}, {}, faults, own=True)
    assert row == Row("ship", {"cost": 4}, {"cost": "yours"})
    assert len(faults) == 1


# ── Rows ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_row_corrects_the_one_of_its_name_in_its_section(tmp_path: Path):
    rows, _ = laid(tmp_path, '[ship.Scout]\ncost = 3\ncrew = 1\nprinted = ["crew"]')
    _, faults = laid(tmp_path, "[ship.Scout]\ncost = 4", rows, own=True)
    assert faults == []
    assert rows == {"Scout": Row("ship", {"cost": 4, "crew": 1}, {"cost": "yours", "crew": "printed"})}
    laid(tmp_path, "[base.Scout]\nshield = 4", rows, own=True)
    assert rows == {"Scout": Row("base", {"shield": 4}, {"shield": "yours"})}  # another card of that name


def test_what_is_wrong_with_the_form_of_a_file(tmp_path: Path):
    text = "[shop.Scout]\n[ship.Scout]\ncost = 3\n[base.Scout]\nshield = 4\n[world]\nKoti = 3\n"
    rows, faults = laid(tmp_path, text)
    assert faults == [
        "[shop]: there is no such section; nearest: 'ship'",
        "Scout: stands in [ship] and again in [base]",
        "Koti: expected a table of fields, found 3",
    ]
    assert rows == {"Scout": Row("ship", {"cost": 3}, {"cost": "reconstructed"})}
    _, faults = laid(tmp_path, 'ship = "Scout"')
    assert faults == ['[ship]: expected a table of rows, found "Scout"']


def test_a_game_may_refuse_a_name(tmp_path: Path):
    def check(name, rows, faults):
        faults.append(f"{name} after {list(rows)}")

    _, faults = laid(tmp_path, "[ship.Scout]\n[ship.Pike]\n", check_name=check)
    assert faults == ["Scout after []", "Pike after ['Scout']"]


# ── How a row is read ────────────────────────────────────────────────────────────────────────────


def test_a_code_goes_by_its_name_in_lower_case_unless_it_is_spelled():
    assert word_of(Faction.TRADE_FEDERATION, {}) == "trade federation"
    assert word_of(Faction.MACHINE_CULT, {"MACHINE_CULT": "cult"}) == "cult"
    faults: list[str] = []
    plain = Reader("Scout", Row("ship", {"faction": "machine cult", "crew": 1}, {}), faults)
    assert plain.code("faction", Faction) is Faction.MACHINE_CULT
    plain.shape("Ship", [], ["faction"])
    assert faults == ["Scout, crew: there is no such field; nearest: 'faction'"]


def test_the_shape_of_a_row():
    faults: list[str] = []
    reader(faults, cost=3, name="x").shape("Ship", ["cost"], ["name"])
    assert faults == []
    reader(faults, crew=1, shield=2, nmae=3).shape("Ship", ["cost"], ["name"])
    assert faults == [
        "Scout, cost: a Ship has to state it",
        "Scout, crew: a Ship has no such field",
        "Scout, shield: a Ship: a shield stands in [base]",
        "Scout, nmae: there is no such field; nearest: 'name'",
    ]
    reader(faults := [], shield=2).shape("Base", [], ["shield"])
    assert faults == []
    reader(faults, crew=1).shape("Outpost", [], [])
    reader(faults, crew=1).shape("Base", [], [])
    assert faults == ["Scout, crew: an Outpost has no such field", "Scout, crew: a Base has no such field"]


def test_a_whole_number_in_its_range():
    faults: list[str] = []
    for value in (2, 5):
        assert reader(faults, cost=value).whole("cost", 2, 5) == value
    assert faults == []
    for wrong in (1, 6, "3", 3.0, True, None):
        assert reader(faults, cost=wrong).whole("cost", 2, 5) == 0
        assert faults.pop() == f"Scout, cost: expected a whole number from 2 to 5, found {shown(wrong)}"


def test_what_is_left_out_is_nothing():
    faults: list[str] = []
    empty = reader(faults)
    assert empty.whole("cost", 2, 5) == 0
    assert empty.flag("unique") is False
    assert empty.flag("unique", default=True) is True
    assert empty.words("effects") == []
    assert empty.code("faction", Faction) is None
    assert faults == []


def test_true_or_false():
    faults: list[str] = []
    assert reader(faults, unique=True).flag("unique") is True
    assert reader(faults, unique=False).flag("unique", default=True) is False
    assert faults == []
    assert reader(faults, unique=1).flag("unique", default=True) is True
    assert faults == ["Scout, unique: expected true or false, found 1"]


def test_words_each_once():
    faults: list[str] = []
    assert reader(faults, effects=["draw", "trash"]).words("effects") == ["draw", "trash"]
    assert faults == []
    assert reader(faults, effects=["draw", "trash", "draw"]).words("effects") == ["draw", "trash"]
    assert faults.pop() == "Scout, effects: names a word twice: ['draw', 'trash', 'draw']"
    for value in ("draw", ["draw", 3]):
        assert reader(faults, effects=value).words("effects") == []
        assert faults.pop() == f"Scout, effects: expected a list of words, found {shown(value)}"
    assert faults == []


def test_a_code_by_its_word():
    faults: list[str] = []
    assert reader(faults, faction="blob").code("faction", Faction) is Faction.BLOB
    assert reader(faults, faction="cult").code("faction", Faction) is Faction.MACHINE_CULT
    assert faults == []
    assert reader(faults, faction="machine cult").code("faction", Faction) is None
    assert faults.pop() == "Scout, faction: \"machine cult\" is not a known word; nearest: 'cult'"
    assert reader(faults, faction=0).code("faction", Faction) is None
    assert faults.pop() == "Scout, faction: expected a word, found 0"
    assert faults == []


def test_a_word_with_a_number():
    faults: list[str] = []
    most = {"shield": 9, "draw": 3}
    row = reader(faults)
    assert row.numbered("effects", "shield:9", most) == ("shield", 9)
    assert row.numbered("effects", "draw:1", most) == ("draw", 1)
    assert row.numbered("effects", "conquers", most) == ("conquers", 1)
    assert row.numbered("effects", "conquers:5", most) == ("conquers:5", 1)
    assert faults == []
    for found in ("draw", "draw:", "draw:0", "draw:4", "draw:-1", "draw:x", "draw:1000000000", "draw:٣"):
        assert row.numbered("effects", found, most) == ("draw", 1)
        assert faults.pop() == f'Scout, effects: found "{found}"; draw takes a number from 1 to 3, as in draw:2'
    assert faults == []


# ── Names ────────────────────────────────────────────────────────────────────────────────────────


def test_cards_are_found_by_name():
    catalogue = ByName(cards=(SimpleNamespace(name="Scout"), SimpleNamespace(name="Kite")), stated=())
    assert catalogue.card_ids == {"Scout": 0, "Kite": 1}
    assert catalogue.card("Kite") is catalogue.cards[1]
    with pytest.raises(ValueError, match=r"^there is no card 'Kit'; nearest: 'Kite'$"):
        catalogue.card("Kit")
    assert catalogue == ByName(cards=catalogue.cards, stated=(("Kite", Row("ship", {}, {})),))  # whatever files say
    assert "stated" not in repr(catalogue)


def test_a_name_is_spelt_so_that_it_reads_back():
    def faults_of(name: str, **how: str) -> list[str]:
        faults: list[str] = []
        check_spelling(name, {"Kite": Row("ship", {}, {}), "Le Fay": Row("ship", {}, {})}, faults, **how)
        return faults

    for right in ("K", "M" * 40, "Le Fay's & Co. 2 - No!", "\u00c9", "Kite", "Kites"):
        assert faults_of(right) == []
    for wrong in ("", " Mine", "Mine ", "3 Mines", "Mine: red", "My_Mine", "_Mine", "My  Mine", "M" * 41, "No #2"):
        assert faults_of(wrong) == [f'"{wrong}": a name is a letter, then up to 39 letters, digits, spaces, .\'&!-']
    assert faults_of("No #2", signs="#") == []
    assert faults_of("No!", signs="#") == ['"No!": a name is a letter, then up to 39 letters, digits, spaces, #']
    assert faults_of("kite") == ['"kite": differs from "Kite" only in upper and lower case']
    assert faults_of("le fay") == ['"le fay": differs from "Le Fay" only in upper and lower case']
