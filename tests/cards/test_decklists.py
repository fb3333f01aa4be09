"""Deck files: what they say, and every way in which one can be wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from ow_env.cards import decklists
from ow_env.cards.catalogue import FaultyFile
from ow_env.cards.decklists import LONGEST, DeckList

LIST = 'expected the name or file of a deck, or a list of entries such as "5x Exploit"'


def written(path: Path, text: str, name: str = "deck.toml") -> Path:
    (path / name).write_text(text, "utf-8")
    return path / name


def faults(path: Path, text: str, name: str = "deck.toml") -> tuple[str, ...]:
    with pytest.raises(FaultyFile) as error:
        decklists.read_file(written(path, text, name), (40, 54))
    assert str(error.value).splitlines()[1:] == [f"  - {fault}" for fault in error.value.faults]
    return error.value.faults


@pytest.mark.parametrize(
    ("entry", "read"),
    [
        ("City 12", ("City 12", 1)),
        ("5x Exploit", ("Exploit", 5)),
        (" 12 X  Scout ", ("Scout", 12)),
        ("6 Exploit", ("Exploit", 6)),
        ("6\u00d7 City 12", ("City 12", 6)),
        ("6\u00d7Exploit", ("Exploit", 6)),
        ("\u00a06x\u00a0Suck\u2009Dry\u200b", ("Suck Dry", 6)),  # copied from a web page
        ("999x Scout", ("Scout", 999)),
        ("1000x Scout", ("1000x Scout", 1)),  # no deck has so many: it is a name
        ("5xExploit", ("5xExploit", 1)),
        ("x Exploit", ("x Exploit", 1)),
    ],
)
def test_an_entry_is_a_name_or_so_many_of_it(entry: str, read: tuple[str, int]):
    assert decklists.counted(entry) == read


def test_a_text_file_has_an_entry_a_line_and_is_named_for_its_file(tmp_path: Path):
    path = written(tmp_path, "# mine\n\nCity 12\n 5x Exploit # cheap\n", "my deck.txt")
    assert decklists.read_file(path, (40, 54)) == DeckList("my deck", (("City 12", 1), ("Exploit", 5)), None)


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_a_byte_order_mark_and_ends_of_lines_of_any_system_are_no_content(tmp_path: Path, ends: str):
    for name, text in (("a.txt", "City 12\n5x Exploit\n"), ("a.toml", 'cards = [\n"City 12",\n"5x Exploit"]\n')):
        (tmp_path / name).write_bytes(text.replace("\n", ends).encode("utf-8-sig"))
        assert decklists.read_file(tmp_path / name, ()).cards == (("City 12", 1), ("Exploit", 5))
        (tmp_path / name).write_text(text, "utf-16")
        with pytest.raises(FaultyFile, match="it is text in UTF-16"):
            decklists.read_file(tmp_path / name, ())


def test_what_is_written_reads_back(tmp_path: Path):
    text = decklists.as_text("mine", iter([("City 12", 1), ("Exploit", 2)]))
    assert text == "# mine: 3 cards\nCity 12\n2x Exploit\n"
    assert decklists.read_file(written(tmp_path, text, "mine.txt"), ()).cards == (("City 12", 1), ("Exploit", 2))


def test_a_toml_file_may_say_its_name_and_size(tmp_path: Path):
    told = 'name = "Mine"\nsize = 40\ncards = ["City 12", "5x Exploit"]\n'
    cards = (("City 12", 1), ("Exploit", 5))
    assert decklists.read_file(written(tmp_path, told), (40, 54)) == DeckList("Mine", cards, 40)
    assert decklists.read_file(written(tmp_path, "cards = []"), (40, 54)) == DeckList("deck", (), None)


def test_a_file_of_a_name_that_cannot_be_shown_is_named_by_what_can():
    assert decklists.named_for(Path("a\x1bb.txt")) == "a\\x1bb"
    assert decklists.named_for(Path("é" * 300)) == "é" * LONGEST


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("cads = []\ncards = []", "cads: there is no such field; nearest: 'cards'"),
        ("size = 41\ncards = []", "size: expected 40 or 54, found 41"),
        ("size = true\ncards = []", "size: expected 40 or 54, found True"),
        ("size = 40.0\ncards = []", "size: expected 40 or 54, found 40.0"),
        ('name = "x"', 'cards: expected a list such as ["City 12", "5x Exploit"], found none'),
        ("cards = 5", 'cards: expected a list of entries such as "5x Exploit", found 5'),
        ("cards = [5]", 'cards: expected a list of entries such as "5x Exploit", found [5]'),
        ("name = 3\ncards = []", "name: expected one line of at most 100 letters, all of which can be shown, found 3"),
        ("cards = [", "it is not TOML: Invalid value (at end of document)"),
    ],
)
def test_what_is_wrong_with_a_toml_file(tmp_path: Path, text: str, fault: str):
    assert faults(tmp_path, text) == (fault,)


def test_all_that_is_wrong_is_said_at_once(tmp_path: Path):
    said = faults(tmp_path, 'name = ""\ncads = 1\nsize = 3')
    assert [fault.partition(":")[0] for fault in said] == ["name", "cads", "size", "cards"]


@pytest.mark.parametrize("name", ["deck.toml", "deck.txt"])
def test_a_file_that_cannot_be_read(tmp_path: Path, name: str):
    with pytest.raises(FaultyFile, match="there is no such file"):
        decklists.read_file(tmp_path / name, ())
    (tmp_path / name).write_bytes(b"\xff")
    with pytest.raises(FaultyFile, match="it is no text in UTF-8: byte 1 is 0xff; save it as UTF-8"):
        decklists.read_file(tmp_path / name, ())
    (tmp_path / f"folder-{name}").mkdir()
    with pytest.raises(FaultyFile, match=r"it cannot be read: .*Is a directory"):
        decklists.read_file(tmp_path / f"folder-{name}", ())


@pytest.mark.parametrize("name", [None, 3, "", " \t", "x" * (LONGEST + 1), "two\nlines", "\x1b[31m", "\u202e"])
def test_a_name_has_to_fit_into_a_line(name: object):
    (fault,) = decklists.name_faults(name)
    assert fault.startswith("name: expected one line of at most 100 letters, all of which can be shown, found ")
    assert len(fault) < 180


@pytest.mark.parametrize("name", ["x", "x" * LONGEST, "Smith-Boson F.E.", "Éclair 漢"])
def test_a_name_that_fits(name: str):
    assert decklists.name_faults(name) == []


def test_entries_given_as_a_list():
    found = decklists.from_entries("mine", (entry for entry in ["City 12", "5x Exploit"]), 40)
    assert found == DeckList("mine", (("City 12", 1), ("Exploit", 5)), 40)


@pytest.mark.parametrize(("entries", "found"), [(5, ", got 5"), (["City 12", 5], ", found the entry 5")])
def test_what_is_no_list_of_entries(entries: object, found: str):
    with pytest.raises(ValueError, match="expected the name or file") as error:
        decklists.from_entries("mine", entries)  # type: ignore[arg-type]
    assert str(error.value) == LIST + found
