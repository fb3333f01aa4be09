"""The numbered rules of TradeWorlds: all numbers that are cited exist, and all numbers are cited."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from training.cli import main
from training.commands.rules import read_rules

pytestmark = pytest.mark.pure

ROOT = Path(__file__).parents[2]
CODE = ("ow_env/tradeworlds/**/*.py", "tests/tradeworlds/**/*.py")
CITING = (
    *CODE,
    "ow_env/**/*.py",
    "ow_env/tradeworlds/data/*",
    "agents/tradeworlds/**/*.py",
    "training/**/*.py",
    "docs/*.md",
)
NUMBER = r"\bTW-(?:[A-Z]\d*|\d+)(?:\.\d+)?\b"


def cited(*patterns: str) -> set[str]:
    """Return the numbers that files cite, those of whole parts too."""
    files = {file for pattern in patterns for file in ROOT.glob(pattern)}
    return {number for file in files for number in re.findall(NUMBER, file.read_text("utf-8"))}


def test_every_rule_says_what_it_is() -> None:
    rules = read_rules("tradeworlds")
    assert len(rules) == 110
    assert not [rule.number for rule in rules if not rule.marks]
    assert {mark for rule in rules for mark in rule.marks.split(", ")} == {"book", "ruling"}


def test_rules_are_numbered_in_sequence() -> None:
    sections: dict[str, list[str]] = {}
    for rule in read_rules("tradeworlds"):
        section = rule.sections[0]
        sections.setdefault(section, []).append(rule.number.removeprefix(section).removeprefix("."))
    assert list(sections) == [f"TW-{section}" for section in "012BFURACTMESHP"]
    for numbers in sections.values():
        whole = [number for number in numbers if "." not in number]
        assert whole == [str(number + 1) for number in range(len(whole))]
        for number in whole:
            parts = [part for part in numbers if part.startswith(f"{number}.")]
            assert parts == [f"{number}.{part + 1}" for part in range(len(parts))]


def test_every_rule_cited_exists() -> None:
    rules = read_rules("tradeworlds")
    known = {name for rule in rules for name in (rule.number, *rule.sections)} | {"TW-X1", "TW-X"}
    assert cited(*CITING) <= known, cited(*CITING) - known


def test_every_rule_is_cited_by_code_or_tests() -> None:
    missing = {rule.number for rule in read_rules("tradeworlds")} - cited(*CODE)
    assert {number.lower().replace("-", "_").replace(".", "_") for number in missing} <= {
        found
        for file in ROOT.glob("tests/tradeworlds/*.py")
        for found in re.findall(r"tw_\w\d?(?:_\d+)?", file.read_text())
    }, missing


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("TW-C4", "TW-C4  A battle\n  [ruling] With several ships"),
        ("r1.5", 'TW-R1.5  The ten Roles\n  [ruling] "This round" is the time'),
        ("tw-r1", "TW-R1.7  The ten Roles"),
        ("TW-B", "TW-B5  Buying"),
        ("0.3", "TW-0.3  Words"),
        ("", "TW-0.1 "),
    ],
)
def test_a_rule_is_printed_by_its_number(typed: str, expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--game", "tradeworlds", *typed.split()]) == 0
    assert expected in capsys.readouterr().out


def test_a_rule_is_printed_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--game", "tradeworlds", "TW-B3"]) == 0
    assert capsys.readouterr().out.count("TW-B3  ") == 1


def test_rulings_alone_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--game", "tradeworlds", "--rulings"]) == 0
    out = capsys.readouterr().out
    assert "\nTW-R1.4 " in out
    assert "\nTW-U2 " not in out


def test_a_number_that_is_none_names_what_is_near(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--game", "tradeworlds", "B9"]) == 2
    assert "its section has TW-B1, TW-B2, TW-B3, TW-B4, TW-B5" in capsys.readouterr().err
