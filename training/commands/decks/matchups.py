"""``ow decks match``, ``matrix``, ``balance``: sides of any game, measured by playing.

Below: playing.py beside this, training/decklab.
"""

from __future__ import annotations

import argparse
from typing import Any

from training import decklab
from training.commands.decks.playing import add_playing, pairs_of, playing, tell
from training.commands.options import add_game_options, add_json
from training.decklab.balance import BOUTS
from training.decklab.setup import Pairing
from training.files import write_csv, write_json


def add_to(actions: Any, name: str, told: str) -> None:
    """Add one of the sub-commands."""
    parser = actions.add_parser(name, help=told, description=f"{told[0].upper()}{told[1:]}.".replace("%%", "%"))
    if name == "match":
        parser.set_defaults(run=play_match)
        side = "a deck by name or file; in a game without decks a seat, such as player_0"
        parser.add_argument("one", metavar="A", help=f"the deck whose score is reported: {side}")
        parser.add_argument("other", metavar="B", help="its opponent")
        add_playing(parser, several=True)
        parser.add_argument("--other-agent", metavar="AGENT", help="plays B; each agent then plays both decks")
    elif name == "matrix":
        parser.set_defaults(run=show_matrix)
        parser.add_argument("sides", nargs="*", metavar="DECK", help="default: the bundled decks, or the seats")
        add_playing(parser)
    else:
        parser.set_defaults(run=show_balance)
        add_playing(parser, width=None, several=True)
    add_game_options(parser)
    add_json(parser, below=True)


def play_match(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """Play two decks against each other; print the score of the first, with each agent."""
    if len(arguments.agents or ()) > 1 and arguments.other_agent:
        raise ValueError("--other-agent: goes with one --agent, not with several")
    with playing(arguments) as play:
        one, other = play.setup.side(arguments.one), play.setup.side(arguments.other)
        pairing = Pairing(one, other, play.agents[0], arguments.other_agent or play.agents[0])
        bouts = pairs_of(arguments, len(play.setup.seatings(pairing)))
        how: dict[str, Any] = {"width": arguments.width, "bouts": bouts, "report": play.report(bouts)} | play.how
        if len(play.agents) > 1:
            compared = decklab.compare_agents(one, other, play.agents, **how)
            rows, text = compared.rows(), compared.text()
        else:
            played = decklab.play_matchup(one, other, play.agents[0], arguments.other_agent, **how)
            rows, text = [played.row()], played.text(settled=bouts is not None)
    written = [arguments.out / "match.csv", arguments.out / "match.json"]
    write_csv(written[0], rows)
    write_json(written[1], rows)
    tell(text, written, plots=False)
    return rows


def show_matrix(arguments: argparse.Namespace) -> dict[str, Any]:
    """Play every deck against every other; print the matrix and write tables and plots."""
    with playing(arguments) as play:
        sides = [play.setup.side(side) for side in arguments.sides] or play.setup.sides()
        pairing = Pairing(sides[0], sides[-1], play.agents[0], play.agents[0])
        bouts = pairs_of(arguments, len(play.setup.seatings(pairing)))
        how = {"width": arguments.width, "bouts": bouts, "report": play.report(bouts)} | play.how
        meta = decklab.play_matrix(sides, play.agents[0], **how)
    tell(meta.text(), meta.write(arguments.out))
    return meta.data()


def show_balance(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """Play pairs that should be equal; print their balance, that of the seats, and how long games last."""
    with playing(arguments) as play:
        one, other = play.setup.pairs()[0]
        seatings = play.setup.seatings(Pairing(one, other, play.agents[0], play.agents[0]))
        bouts = pairs_of(arguments, len(seatings)) or BOUTS
        found = decklab.measure_balance(None, play.agents, bouts=bouts, report=play.report(bouts), **play.how)
    written = [arguments.out / "balance.csv", arguments.out / "balance.json"]
    write_csv(written[0], found.rows())
    write_json(written[1], found.rows())
    tell(found.text(), written, plots=False)
    return found.rows()
