"""The numbered rules of These New Worlds: all numbers that are cited exist, and all numbers are cited."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from training.cli import main
from training.commands.rules import read_rules

pytestmark = pytest.mark.pure

ROOT = Path(__file__).parents[2]
CODE = ("ow_env/these_new_worlds/**/*.py", "tests/these_new_worlds/**/*.py")
CITING = (
    *CODE,
    "ow_env/**/*.py",
    "ow_env/these_new_worlds/data/*",
    "agents/these_new_worlds/**/*.py",
    "training/**/*.py",
    "docs/*.md",
)


def cited(*patterns: str) -> set[str]:
    """Return the numbers that files cite, those of whole parts too."""
    files = {file for pattern in patterns for file in ROOT.glob(pattern)}
    return {number for file in files for number in re.findall(r"TNW-\d+(?:\.\d+)?", file.read_text("utf-8"))}


def test_every_rule_says_what_it_is() -> None:
    rules = read_rules("these_new_worlds")
    assert len(rules) == 63
    assert not [rule.number for rule in rules if not rule.marks]
    assert {mark for rule in rules for mark in rule.marks.split(", ")} == {"book", "ruling"}


def test_rules_are_numbered_in_sequence() -> None:
    sections: dict[str, list[str]] = {}
    for rule in read_rules("these_new_worlds"):
        section, _, number = rule.number.partition(".")
        assert rule.section.startswith(f"{section} ")
        sections.setdefault(section, []).append(number)
    assert list(sections) == [f"TNW-{number}" for number in range(len(sections))]
    for numbers in sections.values():
        assert numbers == [str(number + 1) for number in range(len(numbers))]


def test_every_rule_cited_exists() -> None:
    numbers = {rule.number for rule in read_rules("these_new_worlds")}
    known = numbers | {number.partition(".")[0] for number in numbers}
    assert cited(*CITING) <= known


def test_every_rule_is_cited_by_code_or_tests() -> None:
    assert {rule.number for rule in read_rules("these_new_worlds")} <= cited(*CODE)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("TNW-7.3", "TNW-7.3  Space combat\n  [book] Whoever took more dice"),
        ("tnw-6", "TNW-6.1  Who gets the planet\n  [book] With one dome on it"),
        ("", "TNW-1.1 "),
    ],
)
def test_a_rule_is_printed_by_its_number(typed: str, expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--game", "these_new_worlds", *typed.split()]) == 0
    assert expected in capsys.readouterr().out


def test_rulings_alone_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--game", "these_new_worlds", "--rulings"]) == 0
    out = capsys.readouterr().out
    assert "\nTNW-3.8 " in out
    assert "\nTNW-7.3 " not in out
