"""Every number of the rules is shown, both where it has an effect and where it has none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from ow_env.these_new_worlds import cards

HERE = Path(__file__).parent
RULES = cards.DATA / "rules.md"
NUMBERS = {0: 6, 1: 4, 2: 6, 3: 9, 4: 7, 5: 6, 6: 1, 7: 4, 8: 5, 9: 4, 10: 5, 11: 1, 12: 1}  # in each part
WHOLE_PARTS = (13,)  # in files of their own: test_positions.py, test_card_files.py
ONE_WAY = {  # why there is nothing to show for one of the two
    "TNW-0.1": "there is no other number",
    "TNW-0.2": "an order holds everywhere",
    "TNW-1.1": "a beginning is always so",
    "TNW-1.4": "a limit that there is not",
    "TNW-2.6": "what is hidden is TNW-9.2's",
}


def shown() -> Iterator[tuple[str, bool]]:
    """Yield the numbers that tests show, and whether they show where the rule has no effect."""
    for path in HERE.glob("test_*.py"):
        module = import_module(f"tests.these_new_worlds.{path.stem}")
        for row in getattr(module, "ROWS", ()):
            found = re.match(r"(TNW-\d+\.\d+)(, not)?: ", str(row))
            if found:
                yield found[1], bool(found[2])
        for name in vars(module):
            found = re.match(r"test_tnw_(\d+)_(\d+)_(not_)?", name)
            if found:
                yield f"TNW-{found[1]}.{found[2]}", bool(found[3])


def every() -> list[str]:
    return [f"TNW-{part}.{number}" for part, count in NUMBERS.items() for number in range(1, count + 1)]


def test_every_number_is_shown_both_ways() -> None:
    wanted = {(number, other) for number in every() for other in (False, True)}
    wanted -= {(number, True) for number in ONE_WAY}
    assert wanted - set(shown()) == set()


def test_no_number_is_shown_that_is_none() -> None:
    assert {number for number, _ in shown()} <= set(every())


def test_each_row_has_its_own_title() -> None:
    for path in HERE.glob("test_*.py"):
        titles = [str(row) for row in getattr(import_module(f"tests.these_new_worlds.{path.stem}"), "ROWS", ())]
        assert len(set(titles)) == len(titles), path.name


def test_these_are_the_numbers_of_the_rules() -> None:
    found = set(re.findall(r"^- \*\*(TNW-\d+\.\d+)\*\*", RULES.read_text(encoding="utf-8"), re.M))
    assert {number for number in found if int(number[4:].split(".")[0]) not in WHOLE_PARTS} == set(every())
