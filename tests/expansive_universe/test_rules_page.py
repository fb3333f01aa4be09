"""The numbered rules of Expansive Universe: all numbers that are cited exist, and all numbers are cited."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from training.cli import main
from training.rules import read_rules

pytestmark = pytest.mark.pure

ROOT = Path(__file__).parents[2]
CODE = ("ow_env/expansive_universe/**/*.py", "tests/expansive_universe/**/*.py")
CITING = (
    *CODE,
    "ow_env/**/*.py",
    "ow_env/expansive_universe/data/*",
    "agents/expansive_universe/**/*.py",
    "training/**/*.py",
    "docs/*.md",
)


def cited(*patterns: str) -> set[str]:
    """Return the numbers that files cite, those of whole parts too; `EU-9.1, 9.2` cites two."""
    found: set[str] = set()
    for file in {file for pattern in patterns for file in ROOT.glob(pattern)}:
        for first, more in re.findall(
            r"(EU-\d+(?:\.\d+)?)((?:(?:,| and| to) (?:EU-)?\d+\.\d+)*)", file.read_text("utf-8")
        ):
            found |= {first, *(f"EU-{number}" for number in re.findall(r"\d+\.\d+", more))}
    return found


def test_every_rule_says_what_it_is() -> None:
    rules = read_rules("expansive_universe")
    assert len(rules) > 95
    assert not [rule.number for rule in rules if not rule.marks]
    assert {mark for rule in rules for mark in rule.marks.split(", ")} == {"book", "ruling"}


def test_rules_are_numbered_in_sequence() -> None:
    sections: dict[str, list[str]] = {}
    for rule in read_rules("expansive_universe"):
        section, _, number = rule.number.partition(".")
        assert rule.section.startswith(f"{section} ")
        sections.setdefault(section, []).append(number)
    assert list(sections) == [f"EU-{number}" for number in range(len(sections))]
    for numbers in sections.values():
        assert numbers == [str(number + 1) for number in range(len(numbers))]


def test_every_rule_cited_exists() -> None:
    numbers = {rule.number for rule in read_rules("expansive_universe")}
    known = numbers | {number.partition(".")[0] for number in numbers}
    assert cited(*CITING) <= known


def test_every_rule_is_cited_by_code_or_tests() -> None:
    assert {rule.number for rule in read_rules("expansive_universe")} - cited(*CODE) == set()


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("EU-9.3", "EU-9.3  Damage\n  [ruling] Losers choose"),
        ("eu-4", "EU-4.1  Flying\n  [book] For 1 gold"),
        ("", "EU-1.1 "),
    ],
)
def test_a_rule_is_printed_by_its_number(typed: str, expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--game", "expansive_universe", *typed.split()]) == 0
    assert expected in capsys.readouterr().out


def test_rulings_alone_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--game", "expansive_universe", "--rulings"]) == 0
    out = capsys.readouterr().out
    assert "\nEU-1.7 " in out
    assert "\nEU-3.3 " not in out
