"""Open Worlds positions as JSON: complete and exact, as far as a view may see them.

It reads::

    {"game": "open_worlds", "format": 1, "options": {...}, "turn": 3, "final_turn": false,
     "priority": 0, "step": "stage",
     "worlds": [{"name": "Koti", "h2o": 3, "res": 3, "habitable": false, "hostile": false}, ...],
     "players": [{"deck_name": "...", "prior_income": 6, "income": 6,
                  "hand": ["City 12", "Outpost", "Outpost"], "deck": [...],
                  "trash": [...],   # thrown away face down
                  "wreck": [...],   # Trashed from the open table: the same Trash Heap to the rules
                  "seen": [...],    # known to all to be in hand, staged or thrown away
                  "staged": {"Koti": ["Asteroid Strike"]},
                  "units": {"Vita Ptal": ["City 20", {"card": "City 10", "owner": 1}]}}, ...],
     "indicators": {"Koti": ["Suck Dry"]},   # of player 0; others: {"card": ..., "owner": 1}
     "decision": {"ask": "stage", "to_act": ["player_0", "player_1"]}}

Of what is left out there is none, or it is as usual; an entry of a pile may stand for several cards, "5x Outpost".
A unit is a name, or more than a name where it is another player's card, has no Income this turn
(`idle`), has moved (`moved`), or is on its way to become an indicator (`age`). `decision` says what
is asked (one of state.POINTS), of whom, and everything half done: the World being resolved, which
Weapon is asked for, the orders given in a conflict, who Swaps what, the Utility in play. There a
unit is told by its owner, if need be its controller, and which of identical ones it is:
`Titan of player_0`, `City 12 of player_1 held by player_0`, `Outpost of player_1 #2`.

`priority` is null until it is determined, once the hands are adjusted. Priority Order goes round the table
from it; where `first_player` of the options is a list of all seats, that list is the order from setup until
the first Count Income.

A view of one player, or the public one, has a count in the place of what it hides; opponents' deck
names it leaves open, and while all choose at once it shows the others as they were before.

The way in goes through a draft (model.py): read_table.py and read_decision.py (with read_utility.py) fill it with plain
values, build.py makes the record of it, and check.py lets the rules play on from there. The way out is write.py;
form.py is what both ways share. Below: notation.py, observe.py, rules/. Above: game.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from ow_env.core.game import Position, States
from ow_env.open_worlds.notation import Notation
from ow_env.open_worlds.position.build import build
from ow_env.open_worlds.position.check import check_draft, check_record
from ow_env.open_worlds.position.model import Draft
from ow_env.open_worlds.position.read_decision import read_decision
from ow_env.open_worlds.position.read_table import read_table
from ow_env.open_worlds.position.write import Writer

OF_POSITION = (  # the fields of a position
    "game format view options turn final_turn priority step ending winner worlds players indicators decision"
).split()


def write_position(words: Notation, state: States, view: str, deck_names: Sequence[str] = ()) -> Position:
    """Return a position as JSON data; `view` is full, public, player_0, player_1 ...

    Raises:
        ValueError: there is no such view; names the nearest.
    """
    return Writer(words, state[0], view, deck_names).write()


def read_position(words: Notation, template: States, position: Position) -> States:
    """Return the state [1] that a full position describes.

    Without a `decision` the Step is about to begin: nobody is asked yet (`actor` is NOBODY), and the caller lets the
    rules play on.

    Args:
        words: of the configured game.
        template: [1] GAME record: how many play, how many Worlds, the options.
        position: as `write_position` returns it; what is left out is nothing, or as usual.

    Raises:
        ValueError: it is no position of this game. Every fault is named, each with its field, what was found and what
            would be right.
    """
    p = Draft(words, template)
    told = p.position(position, OF_POSITION)
    read_table(p, told)
    if told.get("decision") is not None:
        read_decision(p, told["decision"])
    check_draft(p)
    p.refuse()
    state = build(p)
    check_record(p, state)
    p.refuse()
    return state
