"""The sub-command of ``ow decks`` for decks that are bought in play: the value of each card.

Below: commands/decks/playing.py, training/decklab/star_realms.
"""

from __future__ import annotations

import argparse
from typing import Any, cast

from ow_env.star_realms.game import StarRealms
from training.commands.decks.playing import add_playing, pairs_of, playing, tell
from training.commands.options import add_json, add_option, add_own_cards, only_for
from training.decklab import star_realms as lab
from training.decklab.star_realms import bought


def add_to(actions: Any, name: str, told: str) -> None:
    """Add the sub-command."""
    parser = actions.add_parser(
        name, help=told,
        description="For each card, play mirrored games in which one player may not buy it, and games in which one"
        " player starts with a copy; the difference in score is the value of the card.",
    )  # fmt: skip
    parser.set_defaults(run=value_cards)
    parser.add_argument("--card", metavar="CARD", help="this card only")
    add_playing(parser, width=None, fast=lab.AGENTS, blocks=f"{bought.BLOCK} game pairs")
    add_option(parser)
    add_own_cards(parser)
    add_json(parser, below=True)
    only_for(StarRealms.name, parser)


def value_cards(arguments: argparse.Namespace) -> Any:
    """Forbid and give every card in turn; print what that costs and brings, return it as data."""
    with playing(arguments) as play:
        setup = cast(lab.StarRealmsSetup, play.setup)
        how: dict[str, Any] = {name: play.how[name] for name in ("seed", "store", "executor", "threads")}
        asked = {"card": arguments.card, "bouts": pairs_of(arguments) or bought.BOUTS}
        found = lab.measure_bought(play.agents[0], setup=setup, report=play.progress, **asked, **how)
    tell(found.text(), found.write(arguments.out))
    return found.rows()
