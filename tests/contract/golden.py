"""Write golden games: each decides again as its file says where that is legal, and elsewhere by chance.

python -m tests.contract.golden                      those of every game (`make golden`)
python -m tests.contract.golden star_realms dear     one of them
"""

from __future__ import annotations

import sys

from tests.contract.table import Contract, contracts
from tests.golden import decisions_in, from_file, tell, then_by_chance, told_decisions


def write(contract: Contract, name: str) -> None:
    """Play a golden game and write its file."""
    golden, path = contract.golden[name], contract.folder / "playthroughs" / f"{name}.txt"
    game = contract.make(**golden.options)
    before = decisions_in(path.read_text(encoding="utf-8")) if path.exists() else []
    choose = then_by_chance(before, game, contract.styles[golden.style], golden.seed)
    path.parent.mkdir(exist_ok=True)
    path.write_text(tell(golden, game, choose, contract.tell_table, contract.whose_turn), encoding="utf-8")
    print(f"{path.parent.parent.name}/{path.name}")


def decisions_of(contract: Contract) -> str:
    """Return some decisions of a game's first golden game, as players read them."""
    name, golden = next(iter(contract.golden.items()))
    game = contract.make(**golden.options)
    played = (contract.folder / "playthroughs" / f"{name}.txt").read_text(encoding="utf-8")
    return told_decisions(game, golden.begin(game), from_file(decisions_in(played)))


def main(arguments: list[str]) -> None:
    """Write those of all games, of one, or one."""
    for contract in contracts().values() if not arguments else [contracts()[arguments[0]]]:
        for name in arguments[1:] or contract.golden:
            write(contract, name)
        if contract.golden:
            (contract.folder / "decisions.txt").write_text(decisions_of(contract), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
