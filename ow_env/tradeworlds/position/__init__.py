"""TradeWorlds' positions as JSON: complete and exact, as far as a view may see them (TW-H).

It reads::

    {"game": "tradeworlds", "format": 1, "scenario": "Trade Wars", "round": 3, "first": 0, "leader": 1,
     "players": [{"faction": "Acolytes", "treasury": 12, "homeworld": 18, "unlocked": 1,
                  "hand": ["2x Crew 1", ...], "known": [], "deck": [...], "discard": [...], "removed": [],
                  "tops": ["Starship 3", "Weapon 5", "Crew 3", "Ghost Echo"], "piles": [...],
                  "lane": [{"starship": "Starship 2", "weapons": ["Weapon 3"], "crew": "Crew 1"}, null, null, null]},
                 ...],
     "decision": {"type": "role"}}

What is left out is empty, 0, false or null, but: `round` is 1, `leader` who started, `faction` and `homeworld` as at
the start, `unlocked` what the treasury unlocks, `known` nothing, `decision` is `role`. `players` can't be left out;
cards that lie nowhere are not in the game. An entry of a list of cards may stand for several. A player who is out has
`"out": true` and nothing else but a treasury and a Homeworld.

With Reinforcement Starships a ship may have a `token`, as ``"Cruiser"``; `tokens_gone` lists those of a player that
are out of the game, where eliminated ones are removed.

`decision` has a `type` and what is under way, by the names of `UNDER_WAY`: ships are `"player_0 lane 1"`, places of the
target numbers from 1, pairs are of the attacking and the defending side. `asked` says who decides, in what is written;
it need not be said. A finished game has ``{"type": "over", "winner": 0}``; null: nobody, it was lost alone or, with
``"cut_short": true``, cut short.

A view of one player, or the public one, has counts for hidden hands and decks, and in `unseen` what both hold together.

The way in: read_table.py fills a record, read_decision.py goes on where the table is sound, and the rules
play on from there. The way out is write.py; form.py is what both ways share. Below: rules/. Above: view.py, game.py.
"""

from __future__ import annotations

from ow_env.cards.positions import Positions
from ow_env.tradeworlds.position import read_decision, read_table, write
from ow_env.tradeworlds.rules.flow import take_single_steps
from ow_env.tradeworlds.rules.legality import why_not
from ow_env.tradeworlds.state import POINTS, RUNNING

POSITIONS = Positions(
    write.Writer, read_table.Reader, read_decision.read_decision, take_single_steps, RUNNING, why_not, POINTS
)
