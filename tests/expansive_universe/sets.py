"""Card sets of one's own (EU-15.1) that several tests play with, as texts of card files.

Used by test_special.py, test_observe.py, test_positions.py. Below: the standard set.
"""

from __future__ import annotations

from ow_env.expansive_universe.cards import CARDS, DATA, MOST_OF_KIND, load_catalogue

NEEDED = {  # what a row has to state
    "character": 'skills = ["lore"], combat = 1, space = 1, expire = 5, ability = ["boost:1"]',
    "spaceship": "space = 1, expire = 5",
    "location": 'side = "outside", skills = ["command"], effects = ["gold:1"]',
    "weapon": 'ability = ["boost:1"]',
    "armament": 'ability = ["boost:1"]',
}


def beginning_with(name: str) -> str:
    """Return the whole standard set, but with this character first, in whose place stands an alpha."""
    lines = (DATA / "cards.toml").read_text("utf-8").replace("[labels]", "").splitlines(keepends=True)
    row = next(line for line in lines if line.startswith(f'"{name}"'))
    lines.remove(row)
    lines.insert(lines.index("[character]\n") + 1, row)
    text = "[set]\nreplaces = true\n" + "".join(lines)
    return "\n".join(line.partition(", printed = ")[0] + " }" * (", printed = " in line) for line in text.splitlines())


def full() -> str:
    """Return rows that make as many cards of each kind as there is room for: ``Weapon 63`` is the last weapon."""
    rows = []
    for kind, cards in zip(CARDS, load_catalogue().of_kind, strict=True):
        rows.append(f"[{kind}]")
        rows += [
            f'"{kind.capitalize()} {number}" = {{ faction = "Galaxernment", {NEEDED[kind]} }}'
            for number in range(len(cards), MOST_OF_KIND)
        ]
    return "\n".join(rows)
