"""The deck lab: how strong a side of a game is (a deck, a faction, a seat), and why, by playing it many times.

Below: ow_env, agents, training's store and workers. Above: commands/decks (`ow decks`). What is here holds for any
game; a folder with a game's name has what holds for that game alone, as building decks. In order, each file building on
those above it:

    intervals.py   how sure a figure is
    seeds.py       seeds that follow from what they are for
    setup.py       the game, its sides, and who can play it
    kernel.py      whole games between scripted agents in one compiled kernel
    matchup.py     one side against another: what came of it
    stored.py      what a stored result has to be before it is used
    playing.py     playing matchups, one or many
    balance.py     are sides, seats and who moves first even
    metagame.py    Nash mixtures, alpha-Rank, cycles
    matrix.py      every side against every other
    plots.py       pictures of that; ranked.py: of what was tried one by one
"""

from __future__ import annotations

from training.decklab.balance import Balance, measure_balance
from training.decklab.intervals import Interval
from training.decklab.matchup import WIDTH, AgentComparison, Matchup
from training.decklab.matrix import Metagame, play_matrix
from training.decklab.metagame import alpha_rank, nash
from training.decklab.playing import compare_agents, play_matchup, play_matchups
from training.decklab.setup import Pairing, Setup, Side, setup_of

__all__ = [
    "WIDTH",
    "AgentComparison",
    "Balance",
    "Interval",
    "Matchup",
    "Metagame",
    "Pairing",
    "Setup",
    "Side",
    "alpha_rank",
    "compare_agents",
    "measure_balance",
    "nash",
    "play_matchup",
    "play_matchups",
    "play_matrix",
    "setup_of",
]
