"""The sub-command of ``ow decks`` for decks that are bought in play: what each card is worth.

Below: commands/decks/playing.py, training/decklab/star_realms.
"""

from __future__ import annotations

import argparse
from typing import Any, cast

from ow_env.star_realms.game import StarRealms
from training.commands.decks.playing import add_playing, bouts_of, playing, tell
from training.commands.options import add_option, add_own_cards, only_for
from training.decklab import star_realms as lab
from training.decklab.star_realms import bought


def add_to(actions: Any) -> None:
    """Add the sub-command."""
    parser = actions.add_parser("bought", help="what each card is worth that decks are bought of")
    parser.set_defaults(run=value_cards)
    parser.add_argument("--card", metavar="CARD", help="this card only")
    add_playing(parser, width=None, fast=lab.AGENTS, blocks=f"{bought.BLOCK} bouts, two games each")
    add_option(parser)
    add_own_cards(parser)
    only_for(StarRealms.name, parser)


def value_cards(arguments: argparse.Namespace) -> None:
    """Bar and give every card in turn; print what that costs and brings."""
    with playing(arguments) as play:
        setup = cast(lab.StarRealmsSetup, play.setup)
        how: dict[str, Any] = {name: play.how[name] for name in ("seed", "store", "executor", "threads")}
        asked = {"card": arguments.card, "bouts": bouts_of(arguments) or bought.BOUTS}
        found = lab.measure_bought(play.agents[0], setup=setup, report=play.progress, **asked, **how)
    tell(found.text(), found.write(arguments.out))
