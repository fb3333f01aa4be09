"""The numbered rules of Star Realms, and that all numbers that are cited exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from training.cli import main
from training.rules import read_rules

pytestmark = pytest.mark.pure

ROOT = Path(__file__).parents[2]
CITING = (
    "ow_env/**/*.py",
    "ow_env/star_realms/data/*",
    "agents/star_realms/**/*.py",
    "training/**/*.py",
    "docs/*.md",
    "tests/star_realms/**/*.py",
)


def test_every_rule_says_what_it_is() -> None:
    rules = read_rules("star_realms")
    assert len(rules) > 90
    assert not [rule.number for rule in rules if not rule.marks]
    assert {mark for rule in rules for mark in rule.marks.split(", ")} == {"book", "faq", "ruling"}


def test_rules_are_numbered_in_sequence() -> None:
    sections: dict[str, list[str]] = {}
    for rule in read_rules("star_realms"):
        section, _, number = rule.number.partition(".")
        assert rule.section.startswith(f"{section} ")
        sections.setdefault(section, []).append(number)
    assert list(sections) == [f"SR-{number}" for number in range(len(sections))]
    for numbers in sections.values():
        assert numbers == [str(number + 1) for number in range(len(numbers))]


def test_every_rule_cited_exists() -> None:
    numbers = {rule.number for rule in read_rules("star_realms")}
    known = numbers | {number.partition(".")[0] for number in numbers}
    everywhere: set[str] = set()
    for pattern in CITING:
        for file in ROOT.glob(pattern):
            cited = set(re.findall(r"SR-\d+(?:\.\d+)?", file.read_text("utf-8")))
            assert cited <= known, f"{file.name} cites {sorted(cited - known)}"
            everywhere |= cited
    assert len(everywhere) > 60


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("SR-7.3", "SR-7.3  Combat\n  [book] While the opponent has an outpost in play"),
        ("10.3", "SR-10.3  Cards that need more words\n  [faq] Fleet HQ gives 1 Combat"),
        ("sr-8", "SR-8.3  Discards that are owed\n  [ruling] What was demanded"),
        ("", "SR-1.1    [book] Each player begins with 50 Authority"),
    ],
)
def test_a_rule_is_printed_by_its_number(typed: str, expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--game", "star_realms", *typed.split()]) == 0
    assert expected in capsys.readouterr().out


def test_rulings_alone_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--game", "star_realms", "--rulings"]) == 0
    out = capsys.readouterr().out
    assert "\nSR-8.1 " in out
    assert "\nSR-2.8 " not in out


def test_a_number_that_is_none_names_what_is_near(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--game", "star_realms", "7.9"]) == 2
    assert "its section has SR-7.1, SR-7.2, SR-7.3, SR-7.4, SR-7.5, SR-7.6" in capsys.readouterr().err
