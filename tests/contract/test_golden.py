"""Every golden game, played again from its own text, is that text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.contract.golden import decisions_of
from tests.contract.table import Contract, contracts, each_game
from tests.golden import decisions_in, from_file, tell

pytestmark = [pytest.mark.bounds, pytest.mark.shipped]

AGAIN = "(`make golden` writes the golden games again)"
GAMES = [(name, golden) for name, contract in contracts().items() for golden in contract.golden]


@pytest.mark.parametrize(("name", "golden"), GAMES, ids=[f"{name}-{golden}" for name, golden in GAMES])
def test_a_golden_game_is_what_is_played(name: str, golden: str) -> None:
    contract = contracts()[name]
    text = (contract.folder / "playthroughs" / f"{golden}.txt").read_text(encoding="utf-8")
    played = contract.golden[golden]
    try:
        now = tell(played, contract.make(**played.options), from_file(decisions_in(text)), contract.tell_table,
                   contract.whose_turn)  # fmt: skip
    except ValueError as error:
        pytest.fail(f"{golden}.txt: {error} {AGAIN}")
    for number, (line, was) in enumerate(zip(now.splitlines(), text.splitlines(), strict=False), 1):
        assert line == was, f"{golden}.txt, line {number} {AGAIN}"
    assert now == text


@each_game(only=lambda contract: contract.golden)
def test_every_golden_game_has_a_file_and_every_file_is_one(contract: Contract) -> None:
    files = sorted(path.stem for path in (contract.folder / "playthroughs").glob("*.txt"))
    assert files == sorted(contract.golden)


@each_game(only=lambda contract: contract.golden)
def test_decisions_read_as_they_did(contract: Contract) -> None:
    text = (contract.folder / "decisions.txt").read_text(encoding="utf-8")
    assert decisions_of(contract) == text, AGAIN


def test_the_page_on_language_models_shows_one_of_these_decisions() -> None:
    page = (Path(__file__).parents[2] / "docs/language-models.md").read_text("utf-8")
    told = "".join(
        (contract.folder / "decisions.txt").read_text("utf-8") for contract in contracts().values() if contract.golden
    )
    shown = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    assert len(shown) == 2
    assert all(text in told for text in shown)
