"""Rows: all lay a card at once, and who lays the sixth card of a row takes it. After Wolfgang Kramer's 6 nimmt! (1994).

One deal for two to four players. The cards 1 to 104 bear 1 to 7 bulls each. Every player has ten, and four rows begin
with a card each. In a round all choose a card; they are laid in rising order, each behind the highest last card below
it. Who would lay a row's sixth card takes the five; whose card is below all last cards takes a row of choice. The card
then begins the row. After ten rounds the fewest bulls win.
"""

from __future__ import annotations

import numpy as np

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
    seat,
)  # fmt: skip

CARDS, SEATS, ROWS, LONGEST, ROUNDS = 104, 4, 4, 5, 10
NUMBERS = range(1, CARDS + 1)
MOST_BULLS = 171                                  # on all cards together


# What a position is, and who sees what of it

PLAYER = record([
    ("hand", flags(NUMBERS, OWNER)),
    ("laid", choice(NUMBERS)),                    # this round, and not yet in a row
    ("bulls", number(0, MOST_BULLS)),
])
GAME = record([
    ("num_players", number(2, SEATS, fixed=True)),
    ("turn", number(0, ROUNDS)),                  # rounds in which all have laid their card
    ("taker", seat(SEATS)),                       # who has to choose a row; nobody: all choose a card
    ("rows", choice(NUMBERS), (ROWS, LONGEST)),
    ("gone", flags(NUMBERS)),                     # all cards that have come to the table
    ("players", PLAYER, SEATS),
])
rule = rules_of("rows", State=GAME)


# What can be said, and why not

ACTIONS = ActionTable()
LAY = ACTIONS("lay", cards=NUMBERS) - 1           # the id of a card's action is LAY + the card
TAKE = ACTIONS("take row", places=range(1, ROWS + 1))

REASONS = Numbered()
OK = REASONS("")
OVER = REASONS("the game is over")
NOT_ASKED = REASONS("another player has to choose a row")
CHOOSE_A_CARD = REASONS("{player} has to lay a card")
CHOOSE_A_ROW = REASONS("{player} has to take a row: the card is below all of them")
NOT_HELD = REASONS("{player} does not hold this card")


# The rules

@rule
def waits_for(g: State, player: int) -> bool:
    """Ask who has to choose a row, if somebody has; else all, for a card. The last card of a hand is no choice."""
    return g.taker == player if g.taker >= 0 else g.turn < ROUNDS - 1


@rule
def is_over(g: State) -> bool:
    """Has every card been laid, and lies in a row?"""
    return g.turn == ROUNDS and g.taker < 0


@rule
def why_not(g: State, t: Tables, player: int, action: int) -> int:
    """Return why an action is forbidden, or OK."""
    if not waits_for(g, player):
        return OK if action == 0 else (OVER if is_over(g) else NOT_ASKED)
    if g.taker >= 0:
        return OK if action >= TAKE else CHOOSE_A_ROW
    if action == 0 or action >= TAKE:
        return CHOOSE_A_CARD
    return OK if g.players[player].hand[action - LAY - 1] else NOT_HELD


@rule
def bulls_of(card: int) -> int:
    """Return how many bulls a card bears."""
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    return 3 if card % 10 == 0 else (2 if card % 5 == 0 else 1)


@rule
def last_of(g: State, row: int) -> int:
    """Return the last card of a row."""
    last = 0
    for place in range(LONGEST):
        if g.rows[row, place] > 0:
            last = int(g.rows[row, place])
    return last


@rule
def row_for(g: State, card: int) -> int:
    """Return the row with the highest last card below this one; -1: there is none."""
    best, highest = -1, 0
    for row in range(ROWS):
        last = last_of(g, row)
        if highest < last < card:
            best, highest = row, last
    return best


@rule
def bulls_in(g: State, row: int) -> int:
    """Return how many bulls a row has."""
    bulls = 0
    for place in range(LONGEST):
        if g.rows[row, place] > 0:
            bulls += bulls_of(int(g.rows[row, place]))
    return bulls


@rule
def take(g: State, player: int, row: int) -> None:
    """Let a player take a row, which begins again with the card laid."""
    g.players[player].bulls += bulls_in(g, row)
    for place in range(LONGEST):
        g.rows[row, place] = 0
    g.rows[row, 0] = g.players[player].laid
    g.players[player].laid = 0


@rule
def append(g: State, player: int, row: int) -> None:
    """Put the card laid behind a row, which is taken if it is full."""
    for place in range(LONGEST):
        if g.rows[row, place] == 0:
            g.rows[row, place] = g.players[player].laid
            g.players[player].laid = 0
            return
    take(g, player, row)


@rule
def lowest(g: State) -> int:
    """Return who has laid the lowest card that lies in no row yet; -1: all do."""
    best = -1
    for player in range(g.num_players):
        laid = g.players[player].laid
        if laid > 0 and (best < 0 or laid < g.players[best].laid):
            best = player
    return best


@rule
def place_cards(g: State) -> None:
    """Put the cards laid into rows, as far as nobody has to choose one."""
    player = lowest(g)
    while player >= 0 and g.taker < 0:
        row = row_for(g, int(g.players[player].laid))
        if row < 0:
            g.taker = player
        else:
            append(g, player, row)
            player = lowest(g)


@rule
def lay(g: State, player: int, card: int) -> None:
    """Lay a card from the hand."""
    g.players[player].hand[card - 1] = 0
    g.players[player].laid = card
    g.gone[card - 1] = 1


@rule
def go_on(g: State) -> None:
    """Place what has been laid; the last card of all hands is no choice."""
    place_cards(g)
    if g.turn == ROUNDS - 1 and g.taker < 0:
        g.turn = ROUNDS
        for player in range(g.num_players):
            for card in range(1, CARDS + 1):
                if g.players[player].hand[card - 1]:
                    lay(g, player, card)
        place_cards(g)


@rule
def apply(g: State, t: Tables, rng: Rng, actions: Actions) -> None:
    """Lay the cards that all have chosen, or take the row that one has."""
    if g.taker >= 0:
        player = int(g.taker)
        g.taker = -1
        take(g, player, actions[player] - TAKE)
    else:
        for player in range(g.num_players):
            lay(g, player, actions[player] - LAY)
        g.turn += 1
    go_on(g)


@rule
def is_free(g: State, card: int) -> bool:
    """Does nobody hold it, and has it not come to the table?"""
    for player in range(g.num_players):
        if g.players[player].hand[card - 1]:
            return False
    return g.gone[card - 1] == 0


@rule
def draw(g: State, rng: Rng) -> int:
    """Return any card that is free."""
    free = 0
    for card in range(1, CARDS + 1):
        free += is_free(g, card)
    nth = below(rng, free)
    for card in range(1, CARDS + 1):
        nth -= is_free(g, card)
        if nth < 0:
            return card
    return 0                                      # never: one was free


@rule
def begin(g: State, t: Tables, rng: Rng) -> None:
    """Deal the rows and the hands."""
    for row in range(ROWS):
        g.rows[row, 0] = draw(g, rng)
        g.gone[g.rows[row, 0] - 1] = 1
    for player in range(g.num_players):
        for _ in range(ROUNDS):
            g.players[player].hand[draw(g, rng) - 1] = 1


@rule
def hide(g: State, t: Tables, player: int, rng: Rng) -> None:
    """Resample what a seat can't know: the hands of the others."""
    for other in range(g.num_players):
        for card in range(CARDS):
            if other != player:
                g.players[other].hand[card] = 0
    left = ROUNDS - g.turn
    for other in range(g.num_players):
        for _ in range(left if other != player else 0):
            g.players[other].hand[draw(g, rng) - 1] = 1


@rule
def outcome(g: State, player: int) -> float:
    """Return 1 for the fewest bulls alone, 0 for sharing them, -1 for more; 0 before the end."""
    if not is_over(g):
        return 0.0
    ahead = MOST_BULLS
    for other in range(g.num_players):
        if other != player:
            ahead = min(ahead, int(g.players[other].bulls) - int(g.players[player].bulls))
    return 1.0 if ahead > 0 else (0.0 if ahead == 0 else -1.0)


# What a seat is given

SEEN = Features(S=("seat", SEATS), C=("card", CARDS), R=("place", ROWS))
HAND = SEEN("hand", "C", 1, "cards in my hand")
GONE = SEEN("gone", "C", 1, "cards that have come to the table")
LAST = SEEN("last", "R", CARDS, "the last card of each row")
LENGTH = SEEN("length", "R", LONGEST, "how many cards it has")
BULLS = SEEN("row_bulls", "R", 7 * LONGEST, "how many bulls")
LAID = SEEN("laid", "S", CARDS, "the card laid that has to be placed, by seats from mine")
TAKEN = SEEN("bulls", "S", MOST_BULLS, "bulls taken, by seats from mine")
TURN = SEEN("turn", "", ROUNDS, "rounds played")


@rule
def write_observation(g: State, t: Tables, player: int, observation: Observation) -> None:
    """Write what a seat knows."""
    blank(observation)
    for card in range(CARDS):
        observation[HAND + card] = g.players[player].hand[card]
        observation[GONE + card] = g.gone[card]
    for row in range(ROWS):
        observation[LAST + row] = last_of(g, row)
        for place in range(LONGEST):
            observation[LENGTH + row] += g.rows[row, place] > 0
        observation[BULLS + row] = bulls_in(g, row)
    for place in range(g.num_players):
        other = g.players[(player + place) % g.num_players]
        observation[LAID + place] = other.laid
        observation[TAKEN + place] = other.bulls
    observation[TURN] = g.turn


# The game as one object

class Rows(Game):
    """Rows, for two to four players."""

    facts = Facts("Rows", (2, SEATS), choices="mixed", decks="fixed", payoff="win", most_actions=ROUNDS)
    actions, features, reasons = ACTIONS, SEEN, REASONS

    def __init__(self, num_players: int = 2) -> None:
        g = self.configured(num_players)
        g.taker = -1

    @property
    def card_numbers(self):
        """What is printed on each card: its number and its bulls, as shares of the most."""
        bulls = [getattr(bulls_of, "py_func", bulls_of)(card) for card in NUMBERS]
        return np.stack([np.array(NUMBERS) / CARDS, np.array(bulls) / 7], axis=1).astype(np.float32)
