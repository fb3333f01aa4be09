"""What each player sees, as numbers 0 to 255 (TW-H).

Below: rules/. Above: engine.py, structure.py. Each slice is declared once, a line each, and written below from the
seat's own view: seat 0 is the observer, 1 the next clockwise.
"""

from __future__ import annotations

from ow_env.cards.features import Slice, Slices
from ow_env.compiled.jit import Observation
from ow_env.core.bits import lowest, without_lowest
from ow_env.core.blank import blank
from ow_env.core.structure import Feature
from ow_env.tradeworlds import state as at
from ow_env.tradeworlds.cards import FACTION_COUNT, LEVELS, PILES, PLACES, SCENARIOS, TOKENS, Role
from ow_env.tradeworlds.rules.lanes import firepower, resistance, spare_capacity
from ow_env.tradeworlds.rules.legality import waits_for
from ow_env.tradeworlds.rules.tokens import is_gone
from ow_env.tradeworlds.rules.windows import attackers
from ow_env.tradeworlds.state import NO_KINDS, NOBODY, SHOWN, Counts, Game, Player, Ship, Tables, piles, rule

kinds_in = piles.kinds_in
MOST = 255  # more reads as this

slices = Slices(
    S="players",
    K="cards",
    L="places of the lane",
    F="Factions",
    T="tokens",
    P="points",
    R="Roles",
    D="sides",
    W="scenarios",
)
HAND = slices("hand", "K", MOST, "your hand")
UNSEEN = slices("unseen", "SK", MOST, "your deck; of others, deck and unknown part of the hand together")
SHOWN_CARDS = slices("known", "SK", MOST, "cards of the hand of which others can be sure")
DISCARD = slices("discard", "SK", MOST, "discard piles")
REMOVED = slices("removed", "SK", MOST, "cards removed from the game")
REST = slices("piles", "SK", MOST, "what lies under the tops of the piles")
TOPS = slices("tops", "SK", 1, "cards on top of the piles")
LANE = slices("lane", "SLK", MOST, "the cards of each ship")
TOKEN = slices("token", "SLT", 1, "the token on each ship")
FIRE = slices("firepower", "SL", MOST, "Firepower of each ship")
STRENGTH = slices("resistance", "SL", MOST, "Resistance of each ship")
SPARE = slices("spare", "SL", MOST, "Capacity left in each ship")
UNUSED = slices("unused", "SL", 1, "ships that may still act in this attack")
GROUP = slices("group", "SL", 1, "ships sent into the next battle")
BUSY = slices("busy", "SL", 1, "ships that protect nothing in this attack")
FIGHTING = slices("fighting", "SL", 1, "ships in this battle, or that strike")
LOST = slices("lost", "SL", 1, "ships to be destroyed")
DOOMED = slices("doomed", "SL", 1, "ships whose tokens will be eliminated")
FITTING = slices("fitting", "L", 1, "the ship that is being fitted")
FACTION = slices("faction", "SF", 1, "Factions")
ALIVE = slices("alive", "S", 1, "who is not out")
CREDITS = slices("treasury", "S", MOST, "credits; above 255 read 255")
WORLD = slices("homeworld", "S", MOST, "Defense Points")
LEVEL = slices("unlocked", "S", PLACES, "places unlocked")
IN_HAND = slices("hand_count", "S", MOST, "cards in hand")
IN_DECK = slices("deck_count", "S", MOST, "cards in the deck")
USED_UP = slices("used_up", "S", 1, "whose next turn is used up")
ASKED = slices("asked", "S", 1, "who decides")
ACTIVE = slices("active", "S", 1, "who plays")
LEADER = slices("leader", "S", 1, "whose turn it is")
STARTER = slices("starter", "S", 1, "who started")
TARGET = slices("target", "S", 1, "against whom a Role is carried out")
ALLY = slices("ally", "S", 1, "who attacks together with the leader")
TO_ASK = slices("to_ask", "S", 1, "who will still be asked, or has to discard")
REST_DUE = slices("rest_due", "S", 1, "allies who will play the rest of their turns")
TOKEN_USED = slices("token_used", "S", 1, "who has used a token in this battle")
PLAYED_BY = slices("played_by", "S", 1, "who played the Tactic that may be cancelled")
PLAYED = slices("played", "K", 1, "the Tactic that may be cancelled")
BUYING = slices("buying", "K", 1, "the card being paid")
TAKEN = slices("shown", "K", SHOWN, "the cards that the Smuggler took")
REFITTING = slices("refitting", "K", 1, "the Weapon that takes the place of another")
POINT = slices("point", "P", 1, "what is decided")
BACK = slices("back", "P", 1, "where the Tactic that may be cancelled was played")
ROLE = slices("role", "R", 1, "the Role")
DIE = slices("die", "D", MOST, "Initiative dice")
BONUS = slices("initiative", "D", MOST, "added to them")
POWER = slices("fire", "D", MOST, "Firepower of Tactics")
GUARD = slices("guard", "D", MOST, "Resistance of Tactics")
SIDE = slices("attacking", "", 1, "whether you are on the attacking side")
COUNT = slices("count", "", MOST, "cards banked or removed, exchanges made; discards due")
BANKED = slices("banked", "", MOST, "Trade Values put down so far")
CHANGE = slices("change", "", MOST, "change")
BUDGET = slices("budget", "", MOST, "Firepower left to destroy ships with")
SHIELD = slices("shield", "", MOST, "damage that shields take from the strike")
REFUSED = slices("refused", "", 1, "whether nobody joined this turn")
TO_ALL = slices("to_all", "", 1, "whether all opponents discard")
PASSES = slices("passes", "", MOST, "who have passed in succession")
ROUND = slices("round", "", MOST, "the round, from 1")
LEFT = slices("rounds_left", "", MOST, "rounds to come before the game is cut short")
MASS = slices("critical_mass", "", MOST, "The Derelict's Critical Mass")
ALIEN_FIRE = slices("alien_fire", "", MOST, "The Derelict's Firepower")
ALIEN_TURN = slices("alien_turn", "", 2, "whether The Derelict acts")
ALIEN_ATTACKS = slices("alien_attacks", "", MOST, "its attacks still to come")
SCENARIO = slices("scenario", "W", 1, "the scenario")
MODULE = slices("reinforcements", "", 1, "whether Reinforcement Starships are played with")
GONE = slices("tokens_gone", "ST", 1, "tokens out of the game; only where eliminated ones are removed")


def axis_sizes(cards: int, players: int) -> dict[str, int]:
    """Return how long each axis is with so many kinds of cards and players."""
    return {
        "S": players,
        "K": cards,
        "L": PLACES,
        "F": FACTION_COUNT,
        "T": TOKENS,
        "P": at.OVER + 1,
        "R": len(Role),
        "D": 2,
        "W": len(SCENARIOS),
    }


def slices_told(tokens_removed: bool) -> list[Slice]:
    """Return the slices that an observation has: the last only where eliminated tokens are removed (TW-M6)."""
    return slices.declared if tokens_removed else slices.declared[:GONE]


def features(cards: int, players: int, tokens_removed: bool) -> tuple[Feature, ...]:
    """Return the named slices of an observation with so many kinds of cards and players."""
    return slices.features(axis_sizes(cards, players))[: len(slices_told(tokens_removed))]


@rule
def number(value: int) -> int:
    """Return a number as an observation has it."""
    return min(max(value, 0), MOST)


@rule
def write_counts(counts: Counts, observation: Observation, at: int) -> None:
    """Write the numbers of all kinds that are there."""
    left = kinds_in(counts)
    while left != NO_KINDS:
        card = lowest(left)
        left = without_lowest(left)
        observation[at + card] = counts[card]


@rule
def write_unseen(him: Player, observation: Observation, at: int) -> None:
    """Write what others can't tell apart: the deck, and the unknown part of the hand."""
    left = kinds_in(him.deck.copies) | kinds_in(him.hand.copies)
    while left != NO_KINDS:
        card = lowest(left)
        left = without_lowest(left)
        observation[at + card] = him.deck.copies[card] + him.hand.copies[card] - him.known.copies[card]


@rule
def write_ship(t: Tables, ship: Ship, observation: Observation, lane: int) -> None:
    """Write one ship; ``lane`` is its place among those of all players."""
    cards = int(t.card_count)
    at = int(t.at[LANE]) + lane * cards
    observation[at + int(ship.starship) - 1] = 1
    observation[at + 2 * LEVELS + int(ship.crew) - 1] = 1
    for level in range(LEVELS):
        observation[at + LEVELS + level] = ship.weapons[level]
    if ship.token > 0:
        observation[t.at[TOKEN] + lane * TOKENS + ship.token - 1] = 1
    observation[t.at[FIRE] + lane] = number(firepower(t, ship))
    observation[t.at[STRENGTH] + lane] = number(resistance(t, ship))
    observation[t.at[SPARE] + lane] = number(spare_capacity(t, ship))


@rule
def write_lane(g: Game, t: Tables, other: int, seat: int, observation: Observation) -> None:
    """Write the ships of the player ``seat`` places from the observer, and what they do in an attack."""
    busy, fighting = 0, int(g.fighting)
    if other == g.target:
        busy = int(g.busy) << (PLACES * other)
        fighting |= int(g.engaged) << (PLACES * other)
    for place in range(PLACES):
        if g.players[other].lane[place].starship == 0:
            continue
        lane, ship = seat * PLACES + place, other * PLACES + place
        write_ship(t, g.players[other].lane[place], observation, lane)
        observation[t.at[UNUSED] + lane] = g.unused >> ship & 1
        observation[t.at[GROUP] + lane] = g.group >> ship & 1
        observation[t.at[BUSY] + lane] = busy >> ship & 1
        observation[t.at[FIGHTING] + lane] = fighting >> ship & 1
        observation[t.at[LOST] + lane] = g.lost >> ship & 1
        observation[t.at[DOOMED] + lane] = g.doomed >> ship & 1


@rule
def write_seat(g: Game, t: Tables, other: int, seat: int, observation: Observation) -> None:
    """Write what everybody knows of the player ``seat`` places from the observer."""
    him = g.players[other]
    cards = int(t.card_count)
    write_counts(him.known.copies, observation, int(t.at[SHOWN_CARDS]) + seat * cards)
    write_counts(him.discard.copies, observation, int(t.at[DISCARD]) + seat * cards)
    write_counts(him.removed.copies, observation, int(t.at[REMOVED]) + seat * cards)
    write_counts(him.rest.copies, observation, int(t.at[REST]) + seat * cards)
    for pile in range(PILES):
        if him.tops[pile] > 0:
            observation[t.at[TOPS] + seat * cards + him.tops[pile] - 1] = 1
    write_lane(g, t, other, seat, observation)
    observation[t.at[FACTION] + seat * FACTION_COUNT + him.faction] = 1
    observation[t.at[ALIVE] + seat] = him.alive
    observation[t.at[CREDITS] + seat] = number(int(him.treasury))
    observation[t.at[WORLD] + seat] = number(int(him.homeworld))
    observation[t.at[LEVEL] + seat] = him.level
    observation[t.at[IN_HAND] + seat] = number(int(him.hand.count))
    observation[t.at[IN_DECK] + seat] = number(int(him.deck.count))
    observation[t.at[USED_UP] + seat] = him.used_up
    observation[t.at[ASKED] + seat] = waits_for(g, other)
    observation[t.at[ACTIVE] + seat] = g.active == other
    observation[t.at[LEADER] + seat] = g.leader == other
    observation[t.at[STARTER] + seat] = g.first == other
    observation[t.at[TARGET] + seat] = g.target == other
    observation[t.at[ALLY] + seat] = g.allies >> other & 1
    observation[t.at[TO_ASK] + seat] = g.to_ask >> other & 1
    observation[t.at[REST_DUE] + seat] = g.rest_due >> other & 1
    observation[t.at[TOKEN_USED] + seat] = g.token_used >> other & 1
    observation[t.at[PLAYED_BY] + seat] = g.played > 0 and g.played_by == other
    if g.tokens_removed:
        for token in range(TOKENS):
            observation[t.at[GONE] + seat * TOKENS + token] = is_gone(him, token + 1)


@rule
def write_cards_named(g: Game, t: Tables, observation: Observation) -> None:
    """Write the cards that are being dealt with."""
    if g.played > 0:
        observation[t.at[PLAYED] + g.played - 1] = 1
        observation[t.at[BACK] + g.back] = 1
    if g.buying > 0:
        observation[t.at[BUYING] + g.buying - 1] = 1
    if g.refitting > 0:
        observation[t.at[REFITTING] + LEVELS + g.refitting - 1] = 1
    if g.fitting > 0:
        observation[t.at[FITTING] + g.fitting - 1] = 1
    for place in range(SHOWN):
        if g.shown[place] > 0:
            observation[t.at[TAKEN] + g.shown[place] - 1] += 1


@rule
def write_numbers(g: Game, t: Tables, player: int, observation: Observation) -> None:
    """Write the numbers of the turn, the attack and the game."""
    observation[t.at[POINT] + g.point] = 1
    if g.role > 0:
        observation[t.at[ROLE] + g.role - 1] = 1
    for side in range(2):
        observation[t.at[DIE] + side] = g.die[side]
        observation[t.at[BONUS] + side] = number(int(g.initiative[side]))
        observation[t.at[POWER] + side] = number(int(g.fire[side]))
        observation[t.at[GUARD] + side] = number(int(g.guard[side]))
    observation[t.at[SIDE]] = g.target != NOBODY and attackers(g) >> player & 1
    observation[t.at[COUNT]] = g.count
    observation[t.at[BANKED]] = number(int(g.banked))
    observation[t.at[CHANGE]] = number(int(g.change))
    observation[t.at[BUDGET]] = number(int(g.budget))
    observation[t.at[SHIELD]] = number(int(g.shield))
    observation[t.at[REFUSED]] = g.refused
    observation[t.at[TO_ALL]] = g.to_all
    observation[t.at[PASSES]] = g.passes
    observation[t.at[ROUND]] = number(int(g.round_number))
    observation[t.at[LEFT]] = number(int(g.max_rounds) - int(g.round_number))
    observation[t.at[MASS]] = number(int(g.critical_mass))
    observation[t.at[ALIEN_FIRE]] = g.alien_fire
    observation[t.at[ALIEN_TURN]] = g.alien_turn
    observation[t.at[ALIEN_ATTACKS]] = g.alien_attacks
    observation[t.at[SCENARIO] + t.scenario] = 1
    observation[t.at[MODULE]] = g.reinforcements


@rule
def write_observation(g: Game, t: Tables, player: int, observation: Observation) -> None:
    """Write all that a player knows."""
    blank(observation)
    cards, players = int(t.card_count), int(g.num_players)
    write_counts(g.players[player].hand.copies, observation, int(t.at[HAND]))
    write_counts(g.players[player].deck.copies, observation, int(t.at[UNSEEN]))
    for seat in range(players):
        other = (player + seat) % players
        if seat > 0:
            write_unseen(g.players[other], observation, int(t.at[UNSEEN]) + seat * cards)
        write_seat(g, t, other, seat, observation)
    write_cards_named(g, t, observation)
    write_numbers(g, t, player, observation)
