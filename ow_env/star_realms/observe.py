"""What a player sees (SR-13): all but the order of decks and the unknown part of the opponent's hand.

Below: rules/. Above: engine.py, structure.py. Seats are counted from the observer: 0 is me, 1 the opponent. Numbers
without an upper limit are told up to 255.
"""

from __future__ import annotations

import numpy as np

from ow_env.cards.features import Slices
from ow_env.compiled.jit import Observation
from ow_env.core.bits import lowest, without_lowest
from ow_env.core.blank import blank
from ow_env.core.structure import Feature
from ow_env.star_realms.cards import MOST_BRANCHES, Ability
from ow_env.star_realms.rules.legality import waits_for
from ow_env.star_realms.state import KINDS, KNOWN, NO_KINDS, PLAYERS, POINTS, Counts, Game, Player, Tables, rule

MOST = 255

slices = Slices(
    S="seats from mine", K="kinds of cards", N="places from the top", P="points", A="abilities", B="branches"
)
# Numbers of each kind come first, in the order in which they are written: see `write_piles`.
HAND = slices("hand", "K", MOST, "my hand")
UNSEEN = slices("unseen", "SK", MOST, "the shuffled deck; the opponent's together with the unknown part of the hand")
SHOWN = slices("known", "SK", MOST, "cards of the hand that the other player knows")
DISCARD = slices("discard", "SK", MOST, "the discard pile")
IN_PLAY = slices("in_play", "SK", MOST, "cards in play")
PLAYED = slices("played", "K", MOST, "cards played this turn")
USED = slices("used", "K", MOST, "bases in play whose primary was used this turn")
ALLY_USED = slices("ally_used", "K", MOST, "cards in play whose ally ability was used this turn")
ROW = slices("row", "K", MOST, "the Trade Row")
TRADE_DECK = slices("trade_deck", "K", MOST, "the Trade Deck")
SCRAP_HEAP = slices("scrap_heap", "K", MOST, "the scrap heap")
TRIGGERED = slices("triggered", "K", 1, "cards in play whose ally ability is triggered")
COPIED = slices("copied", "K", MOST, "ships that a card in play is a copy of")
SOURCE = slices("source", "K", 1, "the card whose ability is under way")
TOP = slices("top", "NK", 1, "the active player's known cards on top of the deck, the next first")
ASKED = slices("asked", "S", 1, "who decides")
STARTER = slices("starter", "S", 1, "who started")
POINT = slices("point", "P", 1, "what is decided")
ABILITY = slices("ability", "A", 1, "which ability of its card is under way")
BRANCH = slices("branch", "B", 1, "which branch of it")
STEP = slices("step", "", MOST, "parts of the ability that are done")
DONE = slices("done", "", MOST, "cards cycled or trimmed so far")
TURN = slices("turn", "", MOST, "the turn, from 1")
LEFT = slices("turns_left", "", MOST, "turns to come before the game is cut short")
TRADE = slices("trade", "", MOST, "the active player's Trade")
COMBAT = slices("combat", "", MOST, "the active player's Combat")
PERMISSIONS = slices("permissions", "", MOST, "ships that may be put on top as they are bought")
EXPLORERS = slices("explorers", "", MOST, "the Explorer pile")
WORTH = slices("authority", "S", MOST, "Authority")
DEBT = slices("owed", "S", MOST, "discards owed at the start of the next turn")
IN_HAND = slices("hand_count", "S", MOST, "cards in hand")
IN_DECK = slices("deck_count", "S", MOST, "cards in the deck")


def axis_sizes(kinds: int) -> dict[str, int]:
    """Return how long each axis is with so many kinds of cards."""
    return {"S": PLAYERS, "K": kinds, "N": KNOWN, "P": len(POINTS), "A": len(Ability), "B": MOST_BRANCHES}


def features(kinds: int) -> tuple[Feature, ...]:
    """Return the named slices of an observation with so many kinds of cards."""
    return slices.features(axis_sizes(kinds))


@rule
def write_counts(counts: Counts, observation: Observation, at: int) -> None:
    """Write the numbers of all kinds that there is room for. Beyond the kinds of the game they are 0.

    A fixed number of bytes is one move of memory. Places are counted without a sign, so that none is tested for being
    negative.
    """
    for kind in range(KINDS):
        observation[np.uint64(at + kind)] = counts[kind]


@rule
def write_unseen(him: Player, observation: Observation, at: int) -> None:
    """Write what an opponent can't tell apart: the shuffled deck, and the unknown part of the hand."""
    for kind in range(KINDS):
        hidden = him.hand.copies[kind] - him.known.copies[kind]
        observation[np.uint64(at + kind)] = him.deck.rest.copies[kind] + hidden


@rule
def write_piles(g: Game, t: Tables, player: int, observation: Observation) -> None:
    """Write all numbers of kinds, the slices in their order: what one writes too far, the next one writes over."""
    me, him = g.players[player], g.players[1 - player]
    kinds = int(t.kinds)
    write_counts(me.hand.copies, observation, int(t.at[HAND]))
    write_counts(me.deck.rest.copies, observation, int(t.at[UNSEEN]))
    write_unseen(him, observation, int(t.at[UNSEEN]) + kinds)
    write_counts(me.known.copies, observation, int(t.at[SHOWN]))
    write_counts(him.known.copies, observation, int(t.at[SHOWN]) + kinds)
    write_counts(me.discard.copies, observation, int(t.at[DISCARD]))
    write_counts(him.discard.copies, observation, int(t.at[DISCARD]) + kinds)
    write_counts(me.in_play.copies, observation, int(t.at[IN_PLAY]))
    write_counts(him.in_play.copies, observation, int(t.at[IN_PLAY]) + kinds)
    write_counts(g.played, observation, int(t.at[PLAYED]))
    write_counts(g.used, observation, int(t.at[USED]))
    write_counts(g.ally_used, observation, int(t.at[ALLY_USED]))
    write_counts(g.row.copies, observation, int(t.at[ROW]))
    write_counts(g.trade_deck.copies, observation, int(t.at[TRADE_DECK]))
    write_counts(g.scrap_heap.copies, observation, int(t.at[SCRAP_HEAP]))


@rule
def write_marks(g: Game, t: Tables, observation: Observation) -> None:
    """Write what is triggered, what is copied, and which cards are known on top of the deck."""
    left = g.triggered
    while left != NO_KINDS:
        observation[t.at[TRIGGERED] + lowest(left)] = 1
        left = without_lowest(left)
    left = t.copiers
    while left != NO_KINDS:
        copied = int(g.copied[lowest(left)])
        left = without_lowest(left)
        if copied > 0:
            observation[t.at[COPIED] + copied - 1] += 1
    deck = g.players[g.active].deck
    for place in range(deck.known):
        observation[t.at[TOP] + place * t.kinds + deck.top[place]] = 1


@rule
def write_decision(g: Game, t: Tables, observation: Observation) -> None:
    """Write what is decided and what is under way."""
    observation[t.at[POINT] + g.point] = 1
    if g.ability > 0:
        observation[t.at[SOURCE] + t.lists[g.ability].card] = 1
        observation[t.at[ABILITY] + t.lists[g.ability].ability] = 1
        observation[t.at[BRANCH] + t.lists[g.ability].branch] = 1
        observation[t.at[STEP]] = g.step
        observation[t.at[DONE]] = g.done


@rule
def write_turn(g: Game, t: Tables, observation: Observation) -> None:
    """Write the turn, its pools, and the Explorers."""
    observation[t.at[TURN]] = min(int(g.turn), MOST)
    observation[t.at[LEFT]] = min(int(g.max_turns) - int(g.turn), MOST)
    observation[t.at[TRADE]] = min(int(g.trade), MOST)
    observation[t.at[COMBAT]] = min(int(g.combat), MOST)
    observation[t.at[PERMISSIONS]] = min(int(g.permissions), MOST)
    observation[t.at[EXPLORERS]] = g.explorers


@rule
def write_seat(g: Game, t: Tables, other: int, seat: int, observation: Observation) -> None:
    """Write the numbers of the player ``seat`` places from the observer."""
    him = g.players[other]
    observation[t.at[ASKED] + seat] = waits_for(g, other)
    observation[t.at[STARTER] + seat] = g.first == other
    observation[t.at[WORTH] + seat] = min(int(him.authority), MOST)
    observation[t.at[DEBT] + seat] = him.owed
    observation[t.at[IN_HAND] + seat] = him.hand.count
    observation[t.at[IN_DECK] + seat] = him.deck.rest.count + him.deck.known


@rule
def write_observation(g: Game, t: Tables, player: int, observation: Observation) -> None:
    """Write all that a player knows."""
    blank(observation[t.at[TRIGGERED] :])  # all that comes before it is written whole
    write_piles(g, t, player, observation)
    write_marks(g, t, observation)
    write_decision(g, t, observation)
    write_turn(g, t, observation)
    write_seat(g, t, player, 0, observation)
    write_seat(g, t, 1 - player, 1, observation)
