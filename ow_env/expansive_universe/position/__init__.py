"""Expansive Universe's positions as JSON: complete and exact. All but the order of the deck is public (EU-13).

It reads::

    {"game": "expansive_universe", "format": 1, "core": "Galactic Core #1", "round": 3, "first": 0, "active": 1,
     "line_up": ["Veil Dancer", null, ...], "deck": [...], "destroyed": [...], "tokens": {"Assembly Plaza": 1},
     "players": [{"faction": "Wartribe", "gold": 3, "points": 5, "crew_at": "Skull Landing",
                  "row": ["Fighting Pit", "Skull Landing"],
                  "crew": [{"card": "Press Ganger", "weapons": ["Bone Cleaver"],
                            "captive": {"card": "Sector Marshal", "weapons": ["Stun Baton"], "of": 1}}, ...],
                  "ships": [{"card": "Black Tusk", "at": "Kharg", "armaments": []}]}, ...],
     "decision": {"type": "turn"}}

What is left out is empty, 0, false or null, but: `round` is 1, `active` who started, `faction` that of the game,
`crew_at` the first location of the row, `at` the planet of the player, `deck` all cards that lie nowhere else,
`decision` is `turn`. Who has nothing but a card may be told by its name alone. A player who is out has
``"out": true``, a row and points. Starters that are nowhere have left the game.

`decision` has a `type` and what is under way, by the names of `UNDER_WAY`; in a battle `boost`, `cover`, `guard`,
`difference` and `resist` have a number for each player. `asked` says who decides, in what is written; it need not be
said. A finished game has ``{"type": "over", "winner": 0}``; null: it was cut short.

The way in: read_table.py fills a record, read_decision.py goes on where the table is sound, and the rules
play on from there. The way out is write.py; form.py is what both ways share. Below: rules/. Above: view.py, game.py.
"""

from __future__ import annotations

from ow_env.cards.positions import Positions
from ow_env.expansive_universe.position import read_decision, read_table, write
from ow_env.expansive_universe.rules.flow import take_single_steps
from ow_env.expansive_universe.rules.legality import why_not
from ow_env.expansive_universe.state import POINTS, RUNNING

POSITIONS = Positions(
    write.Writer, read_table.Reader, read_decision.read_decision, take_single_steps, RUNNING, why_not, POINTS
)
