"""What a player sees (TNW-9): all but the other's hand and the cards set aside.

Below: rules/. Above: engine.py, structure.py. Seats are counted from the observer: 0 is me, 1 the other.
"""

from __future__ import annotations

from ow_env.cards.features import Slices
from ow_env.compiled.jit import Observation
from ow_env.core.bits import count_ones, lowest, without_lowest
from ow_env.core.blank import blank
from ow_env.core.rng import Bits
from ow_env.core.structure import Feature
from ow_env.these_new_worlds.cards import COLOURS
from ow_env.these_new_worlds.rules.legality import waits_for
from ow_env.these_new_worlds.state import EMPTY, MOST_ROUNDS, NONE, PLAYERS, STEPS, Game, Tables, rule

MOST = 255

slices = Slices(S="seats from mine", K="cards", N="planets", C="colours", T="steps")
HAND = slices("hand", "K", 1, "my hand")
UNSEEN = slices("unseen", "K", 1, "cards that the other holds or that are set aside, as far as I can tell")
NOT_HELD = slices("not_held", "SK", 1, "cards that a pass has proved the player not to hold")
PLAYED = slices("played", "SK", 1, "cards in the discard pile, by who played them")
TOP = slices("top", "K", 1, "the card on top of the discard pile")
EMPIRE = slices("empire", "SN", 1, "planets colonized")
COLLECTIVE = slices("collective", "N", 1, "The Collective")
CONTESTED = slices("contested", "N", 1, "the contested planet")
DECK = slices("deck", "N", 1, "planets still to come")
COST = slices("cost", "C", MOST, "what a dome costs of each colour")
TOKENS = slices("tokens", "SC", MOST, "tokens held; above 255 read 255")
PAID = slices("paid", "SC", MOST, "tokens paid for the dome")
DOME = slices("dome", "S", 1, "who has placed the dome")
HELD = slices("hand_count", "S", MOST, "cards in hand")
OWNED = slices("planet_count", "S", MOST, "planets colonized, counted")
IN_COLLECTIVE = slices("collective_count", "", MOST, "planets in The Collective, counted")
ASKED = slices("asked", "S", 1, "who decides")
DEALER = slices("dealer", "S", 1, "who dealt")
STEP = slices("step", "T", 1, "what is decided")
HAS_PLAYED = slices("has_played", "", 1, "whether a card was played in this turn")
PASSED = slices("passed", "", 1, "whether the turn before was passed")
ROUND = slices("round", "", MOST_ROUNDS, "the round, from 1")
LEFT = slices("rounds_left", "", MOST_ROUNDS, "rounds to come after it")


def axis_sizes(cards: int, planets: int) -> dict[str, int]:
    """Return how long each axis is with so many cards and planets."""
    return {"S": PLAYERS, "K": cards, "N": planets, "C": COLOURS, "T": len(STEPS)}


def features(cards: int, planets: int) -> tuple[Feature, ...]:
    """Return the named slices of an observation with so many cards and planets."""
    return slices.features(axis_sizes(cards, planets))


@rule
def write_set(members: Bits, observation: Observation, at: int) -> None:
    """Write a 1 for each member of a set."""
    while members != EMPTY:
        observation[at + lowest(members)] = 1
        members = without_lowest(members)


@rule
def write_seat(g: Game, t: Tables, other: int, seat: int, observation: Observation) -> None:
    """Write what everybody knows of the player ``seat`` places from the observer."""
    him = g.players[other]
    cards, planets = int(t.card_count), int(t.planet_count)
    write_set(him.not_held, observation, int(t.at[NOT_HELD]) + seat * cards)
    write_set(him.played, observation, int(t.at[PLAYED]) + seat * cards)
    write_set(him.planets, observation, int(t.at[EMPIRE]) + seat * planets)
    for colour in range(COLOURS):
        observation[t.at[TOKENS] + seat * COLOURS + colour] = min(int(him.tokens[colour]), MOST)
        observation[t.at[PAID] + seat * COLOURS + colour] = him.paid[colour]
    observation[t.at[DOME] + seat] = him.dome
    observation[t.at[HELD] + seat] = count_ones(him.hand)
    observation[t.at[OWNED] + seat] = count_ones(him.planets)
    observation[t.at[ASKED] + seat] = waits_for(g, other)
    observation[t.at[DEALER] + seat] = g.dealer == other


@rule
def write_observation(g: Game, t: Tables, player: int, observation: Observation) -> None:
    """Write all that a player knows."""
    blank(observation)
    me, him = g.players[player], g.players[1 - player]
    write_set(me.hand, observation, int(t.at[HAND]))
    write_set((him.hand | g.set_aside), observation, int(t.at[UNSEEN]))
    if g.top != NONE:
        observation[t.at[TOP] + g.top] = 1
    write_set(g.collective, observation, int(t.at[COLLECTIVE]))
    write_set(g.deck, observation, int(t.at[DECK]))
    if g.contested != NONE:
        observation[t.at[CONTESTED] + g.contested] = 1
    for colour in range(COLOURS):
        observation[t.at[COST] + colour] = g.costs[colour]
    observation[t.at[IN_COLLECTIVE]] = count_ones(g.collective)
    observation[t.at[STEP] + g.step] = 1
    observation[t.at[HAS_PLAYED]] = g.has_played
    observation[t.at[PASSED]] = g.passed
    observation[t.at[ROUND]] = g.round_number
    observation[t.at[LEFT]] = g.rounds - g.round_number
    write_seat(g, t, player, 0, observation)
    write_seat(g, t, 1 - player, 1, observation)
