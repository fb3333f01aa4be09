"""Reading a position: the table, what is decided there, and how the rules play on from it.

Below: read_table.py, read_decision.py, rules/. Above: the folder's two functions.
"""

from __future__ import annotations

from ow_env.cards.positions import read_and_go_on
from ow_env.core.game import Position, States
from ow_env.core.rng import Rngs
from ow_env.tradeworlds.cards import Catalogue
from ow_env.tradeworlds.position.read_decision import read_decision
from ow_env.tradeworlds.position.read_table import Reader
from ow_env.tradeworlds.rules.flow import take_single_steps
from ow_env.tradeworlds.rules.legality import why_not
from ow_env.tradeworlds.state import POINTS, RUNNING, Game, Tables


def read_position(
    catalogue: Catalogue, tables: States, template: States, position: Position, rng: Rngs | None = None
) -> States:
    """Return the state [1] that a full position describes, played on to its next decision (TW-P).

    Args:
        catalogue: the cards.
        tables: [1] TABLES.
        template: [1] GAME: the options.
        position: as `write_position` returns it; what is left out is as the top of this folder says.
        rng: [1] draws what is due before that; None: always the same.

    Raises:
        ValueError: it is no position of this game. Every fault is named, each with its field, what was found and what
            would be right.
    """
    return read_and_go_on(
        Reader(catalogue, tables, template),
        tables,
        position,
        rng,
        read_decision=read_decision,
        steps=take_single_steps,
        running=RUNNING,
        nothing_to_do=nothing_to_do,
    )


def nothing_to_do(g: Game, t: Tables) -> str:
    """Return what is asked, if nobody could answer; else nothing."""
    stuck = all(why_not(g, t, int(g.asked), action) for action in range(int(t.action_count)))
    return POINTS[g.point] if stuck else ""
