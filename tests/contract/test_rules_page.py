"""The numbered rules of each game that has some: order and marks, what cites them, and how `ow rules` prints them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.contract.table import Contract, each_game
from training.cli import main
from training.rules import Rule, folder_of, read_rules

ROOT = Path(__file__).parents[2]
MORE = r"((?:(?:,| and| to) (?:{prefix}-)?\d+\.\d+)*)"  # `EU-9.1, 9.2` cites two
each_with_rules = each_game(only=lambda contract: contract.rules)


def prefix_of(rules: list[Rule]) -> str:
    """Return what all numbers of a game begin with."""
    (prefix,) = {rule.number.partition("-")[0] for rule in rules}
    return prefix


def cited(prefix: str, *patterns: str) -> dict[str, str]:
    """Return the numbers that files cite, those of whole sections too, and a file that does."""
    found: dict[str, str] = {}
    number = rf"\b({prefix}-(?:\d+[a-z]?|[A-Z]\d*)(?:\.\d+)?)\b" + MORE.format(prefix=prefix)
    for file in {file for pattern in patterns for file in ROOT.glob(pattern)}:
        for first, more in re.findall(number, file.read_text("utf-8")):
            found |= {first: file.name} | {f"{prefix}-{each}": file.name for each in re.findall(r"\d+\.\d+", more)}
    return found


@each_with_rules
def test_every_rule_says_what_it_is_and_they_are_numbered_in_sequence(contract: Contract) -> None:
    rules = read_rules(contract.name)
    assert len(rules) > 60
    assert {mark for rule in rules for mark in rule.marks.split(", ")} == set(contract.rules.marks.split())
    sections: dict[str, list[str]] = {}
    for rule in rules:
        section = rule.sections[0]
        assert rule.section.startswith(f"{section} ")
        sections.setdefault(section, []).append(rule.number.removeprefix(section).removeprefix("."))
    for numbers in sections.values():
        whole = [number for number in numbers if "." not in number]
        assert whole == [str(number + 1) for number in range(len(whole))]
        for number in whole:
            parts = [part for part in numbers if part.startswith(f"{number}.")]
            assert parts == [f"{number}.{part + 1}" for part in range(len(parts))]


@each_with_rules
def test_every_rule_is_read_whole_and_nothing_else_with_it(contract: Contract) -> None:
    page = (folder_of(contract.name) / "data" / "rules.md").read_text("utf-8")
    paragraphs = {" ".join(each.split()) for each in re.split(r"\n(?=- |#|\n)", page)}
    assert [
        rule.number for rule in read_rules(contract.name) if f"- **{rule.number}** {rule.text}" not in paragraphs
    ] == []


@each_with_rules
def test_every_number_that_is_cited_is_a_rules(contract: Contract) -> None:
    rules = read_rules(contract.name)
    known = {name for rule in rules for name in (rule.number, *rule.sections)} | set(contract.rules.besides)
    everywhere = ("ow_env/**/*.py", f"ow_env/{contract.name}/data/*", "agents/**/*.py", "training/**/*.py", "docs/*.md")
    found = cited(prefix_of(rules), *everywhere, f"tests/{contract.name}/**/*.py")
    assert {number: file for number, file in found.items() if number not in known} == {}


@each_game(only=lambda contract: contract.rules and contract.rules.every_one_is_cited)
def test_every_rule_is_cited_by_code_or_tests(contract: Contract) -> None:
    rules = read_rules(contract.name)
    found = set(cited(prefix_of(rules), f"ow_env/{contract.name}/**/*.py", f"tests/{contract.name}/**/*.py"))
    text = "".join(file.read_text("utf-8") for file in contract.folder.glob("*.py"))
    missing = [rule.number for rule in rules if rule.number not in found]
    assert [number for number in missing if re.sub(r"\W", "_", number).lower() not in text] == []


@each_with_rules
def test_rules_are_printed_by_number_by_section_and_all(contract: Contract, capsys: pytest.CaptureFixture[str]) -> None:
    rules = read_rules(contract.name)

    def printed(*typed: str) -> str:
        assert main(["rules", "--game", contract.name, *typed]) == 0
        return capsys.readouterr().out

    some = rules[len(rules) // 2]
    title = f"{some.number}  {some.section.partition(' ')[2]}\n"
    short = some.number.lower().partition("-")[2]
    for typed in (some.number, some.number.lower(), short):
        assert printed(typed).count(title) == 1
    section = some.sections[0]
    of_section = [rule.number for rule in rules if rule.sections[0] == section]
    told = printed(section)
    assert all(f"{number}  " in told for number in of_section)
    told = f"\n{printed()}"
    assert all(f"\n{rule.number} " in told for rule in rules)
    rulings = f"\n{printed('--rulings')}"
    assert all((f"\n{rule.number} " in rulings) == ("ruling" in rule.marks) for rule in rules)
    assert main(["rules", "--game", contract.name, f"{short.rstrip('0123456789')}99"]) == 2
    assert any(number in capsys.readouterr().err for number in of_section)
