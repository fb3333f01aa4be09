"""Your Game: all lay a card at once, the highest takes the round, and each round is worth a point more than the last.

Two to four players hold six of the cards 1 to 30, hidden from each other. After five rounds the most points win.
"""

from __future__ import annotations

from ow_env.rules import (
    OWNER,
    Actions,
    ActionTable,
    Facts,
    Features,
    Game,
    Numbered,
    Observation,
    Rng,
    State,
    Tables,
    below,
    blank,
    choice,
    flags,
    number,
    record,
    rules_of,
)

CARDS, SEATS, HELD, ROUNDS = 30, 4, 6, 5
MOST_POINTS = ROUNDS * (ROUNDS + 1) // 2
NUMBERS = range(1, CARDS + 1)


# What a position is, and who sees what of it

PLAYER = record([
    ("hand", flags(NUMBERS, OWNER)),              # the others see how many
    ("laid", choice(NUMBERS)),                    # in the last round
    ("points", number(0, MOST_POINTS)),
])
GAME = record([
    ("num_players", number(2, SEATS, fixed=True)),
    ("turn", number(0, ROUNDS)),                  # rounds played
    ("gone", flags(NUMBERS)),                     # all cards that have been laid
    ("players", PLAYER, SEATS),
])
rule = rules_of("your_game", State=GAME)


# What can be said, and why not

ACTIONS = ActionTable()                           # id 0 is "pass": all there is for who is not asked
LAY = ACTIONS("lay", cards=NUMBERS)               # the id of the first card's action; the others follow

REASONS = Numbered()
OK = REASONS("")
OVER = REASONS("the game is over")
LAY_A_CARD = REASONS("{player} has to lay a card")
NOT_HELD = REASONS("{player} does not hold this card")


# The rules

@rule
def waits_for(g: State, player: int) -> bool:
    """Ask all players in every round."""
    return g.turn < ROUNDS


@rule
def why_not(g: State, t: Tables, player: int, action: int) -> int:
    """Return why an action is forbidden, or OK."""
    if g.turn == ROUNDS:
        return OK if action == 0 else OVER
    if action == 0:
        return LAY_A_CARD
    return OK if g.players[player].hand[action - LAY] else NOT_HELD


@rule
def apply(g: State, t: Tables, rng: Rng, actions: Actions) -> None:
    """Lay the cards that all have chosen; the highest takes the round."""
    best = 0
    for player in range(g.num_players):
        card = actions[player] - LAY
        g.players[player].hand[card] = 0
        g.players[player].laid = card + 1
        g.gone[card] = 1
        if g.players[player].laid > g.players[best].laid:
            best = player
    g.turn += 1
    g.players[best].points += g.turn


@rule
def is_free(g: State, card: int) -> bool:
    """Has nobody laid it, and nobody got it?"""
    for player in range(g.num_players):
        if g.players[player].hand[card]:
            return False
    return g.gone[card] == 0


@rule
def deal(g: State, player: int, count: int, rng: Rng) -> None:
    """Deal a player so many of the cards that are free, or all there are."""
    for _ in range(count):
        free = 0
        for card in range(CARDS):
            free += is_free(g, card)
        nth = below(rng, max(free, 1))
        for card in range(CARDS):
            if is_free(g, card):
                if nth == 0:
                    g.players[player].hand[card] = 1
                nth -= 1


@rule
def begin(g: State, t: Tables, rng: Rng) -> None:
    """Deal the hands."""
    for player in range(g.num_players):
        deal(g, player, HELD, rng)


@rule
def hide(g: State, t: Tables, player: int, rng: Rng) -> None:
    """Resample what a seat can't know: the hands of the others."""
    for other in range(g.num_players):
        for card in range(CARDS if other != player else 0):
            g.players[other].hand[card] = 0
    for other in range(g.num_players):
        deal(g, other, HELD - g.turn if other != player else 0, rng)


@rule
def outcome(g: State, player: int) -> float:
    """Return 1 for the most points alone, 0 for sharing them, -1 for less; 0 before the end."""
    if g.turn < ROUNDS:
        return 0.0
    lead = MOST_POINTS
    for other in range(g.num_players):
        if other != player:
            lead = min(lead, int(g.players[player].points) - int(g.players[other].points))
    return 1.0 if lead > 0 else (0.0 if lead == 0 else -1.0)


# What a seat is given

SEEN = Features(S=("seat", SEATS), C=("card", CARDS))
HAND = SEEN("hand", "C", 1, "cards in my hand")
GONE = SEEN("gone", "C", 1, "cards that have been laid")
LAID = SEEN("laid", "S", CARDS, "the card laid in the last round, by seats from mine")
POINTS = SEEN("points", "S", MOST_POINTS, "points, by seats from mine")
TURN = SEEN("turn", "", ROUNDS, "rounds played")


@rule
def write_observation(g: State, t: Tables, player: int, observation: Observation) -> None:
    """Write what a seat knows."""
    blank(observation)
    for card in range(CARDS):
        observation[HAND + card] = g.players[player].hand[card]
        observation[GONE + card] = g.gone[card]
    for place in range(g.num_players):
        other = g.players[(player + place) % g.num_players]
        observation[LAID + place] = other.laid
        observation[POINTS + place] = other.points
    observation[TURN] = g.turn


# The game as one object

class YourGame(Game):
    """Your Game, for two to four players."""

    facts = Facts("Your Game", (2, SEATS), choices="simultaneous", decks="fixed", payoff="win", most_actions=HELD)
    actions, features, reasons = ACTIONS, SEEN, REASONS

    def __init__(self, num_players: int = 2) -> None:
        self.configured(num_players)
