"""Play the engine and the oracle of every game that has one side by side; at every decision everything must agree.

python -m tests.contract.oracle --games 3000                                          of each game (`make oracle`)
python -m tests.contract.oracle star_realms --setup crowded --first 17 --games 1      one of them again
"""

from __future__ import annotations

import argparse
import time

from tests.contract.table import Contract, contracts
from tests.contract.test_oracle import lockstep_of
from tests.lockstep import setup_of, share


def play(contract: Contract, games: int, first: int, name: str | None) -> None:
    """Play so many games of all setups, or of one."""
    begun = time.monotonic()
    make, setups = lockstep_of(contract)
    lockstep = make()
    shares = {setup_of(name, setups): games} if name else share(games, setups)
    for setup, count in shares.items():
        before = lockstep.decisions
        lockstep.play(setup, first, count)
        print(f"{count:6} games, {lockstep.decisions - before:8} decisions: {contract.name}, {setup.name}", flush=True)
    print(lockstep.report())
    print(f"{time.monotonic() - begun:.0f} s")


def main() -> None:
    """Play as the command line says."""
    with_oracle = {name: contract for name, contract in contracts().items() if contract.oracle}
    parser = argparse.ArgumentParser(description="Play engines and their oracles side by side.")
    parser.add_argument("game", nargs="?", choices=sorted(with_oracle), help="one game alone")
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--setup", help="the name of one, see the game's oracle/setups.py")
    told = parser.parse_args()
    for name, contract in with_oracle.items():
        if told.game in (None, name):
            play(contract, told.games, told.first, told.setup)


if __name__ == "__main__":
    main()
