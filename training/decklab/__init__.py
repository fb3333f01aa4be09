"""The deck lab: how strong a deck is, and why, by playing it many times.

Below: ow_env, agents, training's store and workers. Above: commands/decks.py (`ow decks`), whose commands
have the names of these functions. In order, each file building on those above it:

    playing.py     whole games between scripted pilots in one compiled kernel
    field.py       the table: rules, cards, options, and who plays there
    intervals.py   how sure a figure is
    duels.py       one deck against another, or many such duels
    listing.py     a deck on paper
    replacing.py   what each card of a deck is worth
    places.py      which Worlds favour which deck
    metagame.py    Nash mixtures, alpha-Rank, cycles
    searching.py   finding decks: the best of every style
    balancing.py   are the printed pairs even
    figures.py     which figures of cards may be moved, and how far
    moving.py      which of them move the balance most
    calibrating.py with which figures the pairs would be even
    showing.py     progress, tables, files
    tournament.py  every deck against every other
    plots.py       pictures of all that
"""

from training.decklab.balancing import BOUTS as BALANCE_BOUTS
from training.decklab.balancing import PAIRS, balance
from training.decklab.calibrating import Calibration, calibrate
from training.decklab.duels import WIDTH, Duel, Setting, by_pilots, disagreements, duel, play_duels
from training.decklab.field import Field, Table, deck_key, printed
from training.decklab.intervals import Interval
from training.decklab.listing import aggression, describe, economy
from training.decklab.metagame import alpha_rank, nash
from training.decklab.moving import BOUTS as LEVER_BOUTS
from training.decklab.moving import Lever, levers
from training.decklab.places import BOUTS as WORLD_BOUTS
from training.decklab.places import worlds
from training.decklab.playing import TIERS
from training.decklab.replacing import BOUTS as CARD_BOUTS
from training.decklab.replacing import cards, noted
from training.decklab.searching import Map, build
from training.decklab.tournament import Metagame, matrix, matrix_text, write_matrix

__all__ = [
    "BALANCE_BOUTS",
    "CARD_BOUTS",
    "LEVER_BOUTS",
    "PAIRS",
    "TIERS",
    "WIDTH",
    "WORLD_BOUTS",
    "Calibration",
    "Duel",
    "Field",
    "Interval",
    "Lever",
    "Map",
    "Metagame",
    "Setting",
    "Table",
    "aggression",
    "alpha_rank",
    "balance",
    "build",
    "by_pilots",
    "calibrate",
    "cards",
    "deck_key",
    "describe",
    "disagreements",
    "duel",
    "economy",
    "levers",
    "matrix",
    "matrix_text",
    "nash",
    "noted",
    "play_duels",
    "printed",
    "worlds",
    "write_matrix",
]
