"""Card files of one's own, in each game with cards: laid over the game's, checked whole, every fault named at once."""

from __future__ import annotations

import shutil
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from ow_env.cards.catalogue import YOURS, FaultyFile, Row
from tests.contract.table import Contract, each_game
from tests.files import card_file

each_with_cards = each_game(only=lambda contract: hasattr(contract.games[0], "catalogue"))
CAN_NOT = ("Mine ", "3 Mines", "Mine: red", "My_Mine", "My  Mine", "M" * 41)
LETTERS = '": a name is a letter, then up to 39 letters, digits, spaces, .'
WHOLE = "expected a whole number from "


def source_of(contract: Contract) -> ModuleType:
    """The module that reads a game's card files."""
    return import_module(f"{type(contract.games[0]).__module__.rpartition('.')[0]}.cards")


def whole_number(contract: Contract) -> tuple[str, Row, str]:
    """A row of a game's file, and a field of it that is a whole number."""
    for name, row in source_of(contract).load_catalogue().stated:
        for key, value in row.fields.items():
            if type(value) is int:
                return name, row, key
    raise AssertionError("no field of a card is a whole number")


def faults_of(contract: Contract, tmp_path: Path, text: str) -> list[str]:
    """What is said to be wrong with a file, by the catalogue and, as an option, by the game."""
    path = card_file(tmp_path, text)
    with pytest.raises(FaultyFile) as error:
        source_of(contract).load_catalogue(cards=path)
    with pytest.raises(ValueError, match=r"^cards: ") as refused:
        type(contract.games[0])(cards=path)
    assert all(fault in str(refused.value) for fault in error.value.faults)
    return list(error.value.faults)


@each_with_cards
def test_a_correction_keeps_what_it_does_not_state(contract: Contract, tmp_path: Path) -> None:
    load = source_of(contract).load_catalogue
    name, row, key = whole_number(contract)
    own = load(cards=card_file(tmp_path, f'[{row.section}."{name}"]\n{key} = {row.fields[key]}\n'))
    assert own == load() or own.cards != load().cards  # a label alone may differ
    for (known, before), (found, after) in zip(load().stated, own.stated, strict=True):
        assert (known, before.section, before.fields) == (found, after.section, after.fields)
        labels = before.labels | {key: YOURS} if known == name and before.section == row.section else before.labels
        assert after.labels == labels


@each_with_cards
def test_what_no_file_may_hold_is_named(contract: Contract, tmp_path: Path) -> None:
    name, row, key = whole_number(contract)
    section, quoted = row.section, f'[{row.section}."{name}"]\n'
    for text, begins, ends in (
        (f"{quoted}{key}x = 3", f"{name}, {key}x: there is no such field; nearest: ", ""),
        (f"[{section}x.{key}]", f"[{section}x]: there is no such section; nearest: '{section}'", ""),
        (f"{section} = 3", f"[{section}]: expected a table of rows, found 3", ""),
        (f'[{section}]\n"{name}" = 3', f"{name}: expected a table of fields, found 3", ""),
        (f"{quoted}{key} = -99", f"{name}, {key}: {WHOLE}", ", found -99"),
        (f'{quoted}{key} = "3"', f"{name}, {key}: {WHOLE}", ', found "3"'),
        (f"{quoted}{key} = 2.0", f"{name}, {key}: {WHOLE}", ", found 2.0"),
        (f"{quoted}{key} = true", f"{name}, {key}: {WHOLE}", ", found True"),
        (f"[{section}\n", "it is not TOML", ""),
    ):
        found = faults_of(contract, tmp_path, text)
        assert any(fault.startswith(begins) and fault.endswith(ends) for fault in found), (text, found)
    claims = f'{quoted}labels = {{ {key} = "printed" }}', f'{quoted}{key} = 1\nprinted = ["{key}"]'
    refused = [fault for text in claims for fault in faults_of(contract, tmp_path, text)]
    assert any(fault.endswith(f'what your own file states is labelled "{YOURS}"') for fault in refused)


@each_with_cards
def test_a_name_that_could_not_be_read_back_is_refused(contract: Contract, tmp_path: Path) -> None:
    name, row, _ = whole_number(contract)
    for wrong in CAN_NOT:
        found = faults_of(contract, tmp_path, f'[{row.section}."{wrong}"]\n')
        assert any(fault.startswith(f'"{wrong}{LETTERS}') for fault in found), found
    found = faults_of(contract, tmp_path, f'[{row.section}."{name.upper()}"]\n')
    assert f'"{name.upper()}": differs from "{name}" only in upper and lower case' in found
    for right in ("M" * 40, "Le Fay's & Co. 2 - No!", "É"):
        found = faults_of(contract, tmp_path, f'[{row.section}."{right}"]\nnothing = 0\n')
        assert not any("a name is a letter" in fault for fault in found)


@each_with_cards
def test_every_fault_of_a_file_is_named_at_once(contract: Contract, tmp_path: Path) -> None:
    name, row, key = whole_number(contract)
    found = faults_of(
        contract, tmp_path, f'[{row.section}."{name}"]\n{key} = -99\nnothing = 1\n[{row.section}x.Mine]\n'
    )
    assert {f"{name}, {key}", f"{name}, nothing", f"[{row.section}x]"} <= {fault.partition(":")[0] for fault in found}


@each_with_cards
def test_the_games_own_files_are_checked_too(
    contract: Contract, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source: Any = source_of(contract)
    _, row, key = whole_number(contract)
    shutil.copytree(source.DATA, tmp_path / "data")
    with (tmp_path / "data" / "cards.toml").open("a", encoding="utf-8") as file:
        file.write(f"\n[{row.section}x.{key}]\n")
    monkeypatch.setattr(source, "DATA", tmp_path / "data")
    with pytest.raises(FaultyFile, match=rf"cards.toml cannot be used:\n  - \[{row.section}x\]: there is no such"):
        source.load_catalogue()


@each_with_cards
def test_a_file_that_is_none_is_refused(contract: Contract, tmp_path: Path) -> None:
    load = source_of(contract).load_catalogue
    with pytest.raises(FaultyFile, match=r"none\.toml cannot be used:\n  - there is no such file"):
        load(cards=tmp_path / "none.toml")
    with pytest.raises(FaultyFile, match="cannot be read"):
        load(cards=tmp_path)
    with pytest.raises(ValueError, match=r"^cards: no such file\.toml cannot be used:\n  - there is no such file"):
        type(contract.games[0])(cards="no such file.toml")
    with pytest.raises(ValueError, match=r"^cards: expected the path of a card file, a Catalogue or None, got 3$"):
        type(contract.games[0])(cards=3)


@each_with_cards
def test_a_card_is_found_by_its_name_alone(contract: Contract) -> None:
    catalogue = source_of(contract).load_catalogue()
    assert [catalogue.card(card.name).id for card in catalogue.cards] == list(range(len(catalogue.cards)))
    with pytest.raises(ValueError, match=rf"^there is no card '{catalogue.cards[0].name}x'; nearest: "):
        catalogue.card(f"{catalogue.cards[0].name}x")
