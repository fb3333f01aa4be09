"""Every number of the rules is shown, both where it has an effect and where it has none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from ow_env.star_realms import cards

HERE = Path(__file__).parent
RULES = cards.DATA / "rules.md"
NUMBERS = {0: 7, 1: 4, 2: 9, 3: 3, 4: 9, 5: 6, 6: 4, 7: 6, 8: 4, 9: 6, 10: 12, 11: 3, 13: 8}  # in each part
WHOLE_PARTS = (12, 14, 15)  # each in a file of its own: test_actions.py, test_positions.py, test_card_files.py
NOT_SHOWN = {"SR-0.7": "which of two texts holds: there is only one, and tests play by it"}
ONE_WAY = {  # why there is nothing to show for one of the two
    "SR-13.6": "`hide` leaves all else: test_secrecy.py",
    "SR-13.7": "a list of what chance decides: shown where it does",
}


def shown() -> Iterator[tuple[str, bool]]:
    """Yield the numbers that tests show, and whether they show where the rule has no effect."""
    for path in HERE.glob("test_*.py"):
        module = import_module(f"tests.star_realms.{path.stem}")
        for row in getattr(module, "ROWS", ()):
            found = re.match(r"(SR-\d+\.\d+)(, not)?: ", str(row))
            if found:
                yield found[1], bool(found[2])
        for name in vars(module):
            found = re.match(r"test_sr_(\d+)_(\d+)_(not_)?", name)
            if found:
                yield f"SR-{found[1]}.{found[2]}", bool(found[3])


def every() -> list[str]:
    return [f"SR-{part}.{number}" for part, count in NUMBERS.items() for number in range(1, count + 1)]


def test_every_number_is_shown_both_ways() -> None:
    found = set(shown())
    wanted = {(number, other) for number in every() for other in (False, True) if number not in NOT_SHOWN}
    wanted -= {(number, True) for number in ONE_WAY}
    assert wanted - found == set()


def test_no_number_is_shown_that_is_none() -> None:
    assert {number for number, _ in shown()} <= set(every())


def test_each_row_has_its_own_title() -> None:
    for path in HERE.glob("test_*.py"):
        rows = getattr(import_module(f"tests.star_realms.{path.stem}"), "ROWS", ())
        titles = [str(row) for row in rows if str(row).startswith("SR-")]  # an example of the rulebook has several rows
        assert len(set(titles)) == len(titles), path.name


def test_these_are_the_numbers_of_the_rules() -> None:
    found = set(re.findall(r"^- \*\*(SR-\d+\.\d+)\*\*", RULES.read_text(encoding="utf-8"), re.M))
    assert {number for number in found if int(number[3:].split(".")[0]) not in WHOLE_PARTS} == set(every())
