"""Look for what a seat gets and can't know, in many more positions than the tests look at.

python -m tests.contract.secrecy --games 100                 (`make secrecy`)
python -m tests.contract.secrecy star_realms --games 10
"""

from __future__ import annotations

import argparse
import time

from ow_env.testing import playthroughs
from ow_env.testing.test_arrays import (
    test_somebody_else_sees_what_was_drawn_again,
    test_that_a_question_comes_tells_nothing,
    test_what_a_seat_gets_is_the_same_after_hide,
)
from ow_env.testing.test_words import check_told, test_what_hide_gives_is_a_position_that_may_be
from tests.contract.table import Contract, contracts


def look(contract: Contract) -> None:
    """Compare what every seat gets."""
    begun = time.monotonic()
    test_what_a_seat_gets_is_the_same_after_hide(contract)
    if contract.hides is not False:
        test_somebody_else_sees_what_was_drawn_again(contract)
    if contract.reveals:
        test_that_a_question_comes_tells_nothing(contract)
    compared, changed = check_told(contract)
    test_what_hide_gives_is_a_position_that_may_be(contract)
    played = playthroughs.courses(contract.name)
    print(
        f"{contract.name}: {sum(map(len, played))} positions of {len(played) * playthroughs.ROWS} games, {compared} of"
        f" them in words ({changed} changed by `hide`): no difference, {time.monotonic() - begun:.0f} s",
        flush=True,
    )


def main() -> None:
    """Play as many games as the command line says."""
    parser = argparse.ArgumentParser(description="Look for what a seat gets and cannot know.")
    parser.add_argument("game", nargs="?", choices=sorted(contracts()), help="one game alone")
    parser.add_argument("--games", type=int, default=100)
    told = parser.parse_args()
    playthroughs.COURSES = -(-told.games // playthroughs.ROWS)
    playthroughs.KEPT = 10**9
    playthroughs.IN_WORDS = 30 * told.games
    for name, contract in contracts().items():
        if told.game in (None, name):
            look(contract)


if __name__ == "__main__":
    main()
