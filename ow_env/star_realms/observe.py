"""What a player sees (SR-13): all but the order of decks and the unknown part of the opponent's hand.

Below: rules/. Above: engine.py, structure.py. Seats are counted from the observer: 0 is me, 1 the opponent. Numbers
without an upper limit are told up to 255.
"""

from __future__ import annotations

from ow_env.cards.features import Slices
from ow_env.core.bits import lowest, without_lowest
from ow_env.core.game import Feature
from ow_env.core.jit import Observation
from ow_env.star_realms.cards import MOST_BRANCHES, Ability
from ow_env.star_realms.rules.legality import waits_for
from ow_env.star_realms.state import KNOWN, NO_KINDS, PLAYERS, POINTS, Game, Pile, Tables, piles, rule

MOST = 255

slices = Slices(
    S="seats from mine", K="kinds of cards", N="places from the top", P="points", A="abilities", B="branches"
)
ASKED = slices("asked", "S", 1, "who decides")
STARTER = slices("starter", "S", 1, "who started")
TURN = slices("turn", "", MOST, "the turn, from 1")
LEFT = slices("turns_left", "", MOST, "turns to come before the game is cut short")
POINT = slices("point", "P", 1, "what is decided")
SOURCE = slices("source", "K", 1, "the card whose ability is under way")
ABILITY = slices("ability", "A", 1, "which of its abilities")
BRANCH = slices("branch", "B", 1, "which branch of it")
STEP = slices("step", "", MOST, "parts of the ability that are done")
DONE = slices("done", "", MOST, "cards cycled or trimmed so far")
TRADE = slices("trade", "", MOST, "the active player's Trade")
COMBAT = slices("combat", "", MOST, "the active player's Combat")
PERMISSIONS = slices("permissions", "", MOST, "ships that may be put on top as they are bought")
WORTH = slices("authority", "S", MOST, "Authority")
DEBT = slices("owed", "S", MOST, "discards owed at the start of the next turn")
IN_HAND = slices("hand_count", "S", MOST, "cards in hand")
IN_DECK = slices("deck_count", "S", MOST, "cards in the deck")
HAND = slices("hand", "K", MOST, "my hand")
UNSEEN = slices("unseen", "SK", MOST, "the shuffled deck; the opponent's together with the unknown part of the hand")
SHOWN = slices("known", "SK", MOST, "cards of the hand that the other player knows")
TOP = slices("top", "NK", 1, "the active player's known cards on top of the deck, the next first")
DISCARD = slices("discard", "SK", MOST, "the discard pile")
IN_PLAY = slices("in_play", "SK", MOST, "cards in play")
PLAYED = slices("played", "K", MOST, "cards played this turn")
USED = slices("used", "K", MOST, "bases in play whose primary was used this turn")
ALLY_USED = slices("ally_used", "K", MOST, "cards in play whose ally ability was used this turn")
TRIGGERED = slices("triggered", "K", 1, "cards in play whose ally ability is triggered")
COPIED = slices("copied", "K", MOST, "ships that a card in play is a copy of")
ROW = slices("row", "K", MOST, "the Trade Row")
EXPLORERS = slices("explorers", "", MOST, "the Explorer pile")
TRADE_DECK = slices("trade_deck", "K", MOST, "the Trade Deck")
SCRAP_HEAP = slices("scrap_heap", "K", MOST, "the scrap heap")

kinds_in = piles.kinds_in


def axis_sizes(kinds: int) -> dict[str, int]:
    """Return how long each axis is with so many kinds of cards."""
    return {"S": PLAYERS, "K": kinds, "N": KNOWN, "P": len(POINTS), "A": len(Ability), "B": MOST_BRANCHES}


def features(kinds: int) -> tuple[Feature, ...]:
    """Return the named slices of an observation with so many kinds of cards."""
    return slices.features(axis_sizes(kinds))


@rule
def write_pile(t: Tables, pile: Pile, observation: Observation, at: int) -> None:
    """Write how many cards of each kind lie there."""
    for kind in range(t.kinds):
        observation[at + kind] = pile.copies[kind]


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
    """Write what holds for this turn: pools, what was played and used."""
    observation[t.at[TURN]] = min(int(g.turn), MOST)
    observation[t.at[LEFT]] = min(int(g.max_turns) - int(g.turn), MOST)
    observation[t.at[TRADE]] = min(int(g.trade), MOST)
    observation[t.at[COMBAT]] = min(int(g.combat), MOST)
    observation[t.at[PERMISSIONS]] = min(int(g.permissions), MOST)
    played, used, ally_used = int(t.at[PLAYED]), int(t.at[USED]), int(t.at[ALLY_USED])
    for kind in range(t.kinds):
        observation[played + kind] = g.played[kind]
        observation[used + kind] = g.used[kind]
        observation[ally_used + kind] = g.ally_used[kind]
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
    top = g.players[g.active].deck
    for place in range(top.known):
        observation[t.at[TOP] + place * t.kinds + top.top[place]] = 1


@rule
def write_player(g: Game, t: Tables, player: int, seat: int, observation: Observation) -> None:
    """Write what ``player`` sees of the one ``seat`` places on."""
    other = player if seat == 0 else 1 - player
    him = g.players[other]
    kinds = int(t.kinds)
    observation[t.at[ASKED] + seat] = waits_for(g, other)
    observation[t.at[STARTER] + seat] = g.first == other
    observation[t.at[WORTH] + seat] = min(int(him.authority), MOST)
    observation[t.at[DEBT] + seat] = him.owed
    observation[t.at[IN_HAND] + seat] = him.hand.count
    observation[t.at[IN_DECK] + seat] = him.deck.rest.count + him.deck.known
    write_pile(t, him.known, observation, int(t.at[SHOWN]) + seat * kinds)
    write_pile(t, him.discard, observation, int(t.at[DISCARD]) + seat * kinds)
    write_pile(t, him.in_play, observation, int(t.at[IN_PLAY]) + seat * kinds)
    unseen = int(t.at[UNSEEN]) + seat * kinds
    if seat == 0:
        write_pile(t, him.hand, observation, int(t.at[HAND]))
        write_pile(t, him.deck.rest, observation, unseen)
    else:
        for kind in range(kinds):
            hidden = int(him.hand.copies[kind]) - int(him.known.copies[kind])
            observation[unseen + kind] = int(him.deck.rest.copies[kind]) + hidden


@rule
def write_observation(g: Game, t: Tables, player: int, observation: Observation) -> None:
    """Write all that a player knows."""
    observation[:] = 0
    write_decision(g, t, observation)
    write_turn(g, t, observation)
    write_player(g, t, player, 0, observation)
    write_player(g, t, player, 1, observation)
    write_pile(t, g.row, observation, int(t.at[ROW]))
    write_pile(t, g.trade_deck, observation, int(t.at[TRADE_DECK]))
    write_pile(t, g.scrap_heap, observation, int(t.at[SCRAP_HEAP]))
    observation[t.at[EXPLORERS]] = g.explorers
