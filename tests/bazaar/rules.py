"""The rules of the bazaar: throw the die, buy, discard, draw three; and what a player could only guess."""

from __future__ import annotations

from ow_env.rules import Actions, ActionTable, Numbered, Rng, State, Tables, below
from tests.bazaar.state import BEST, HAND, KINDS, KNOWN, Player, piles, rule, supply

ACTIONS = ActionTable()
PASS = 0
BUY = ACTIONS("buy", cards=KINDS)
BUY_ON_TOP = ACTIONS("buy on top", cards=KINDS)
COUNT = len(ACTIONS.names)

REASONS = Numbered()
OK = REASONS("")
NO_SUCH_ACTION = REASONS("there is no such action")
NOT_ASKED = REASONS("it is another player's turn")
SOLD_OUT = REASONS("nothing of it is left")
TOO_DEAR = REASONS("it costs more than there is to spend")
NO_ROOM = REASONS("no more cards can be known on top")

find, add, remove, take_any, pour = piles.find, piles.add, piles.remove, piles.take_any, piles.pour
put_on_top, draw_or_reshuffle = piles.put_on_top, piles.draw_or_reshuffle
take_from_supply = supply.remove


@rule
def draw_hand(me: Player, rng: Rng) -> None:
    """Draw three cards; what was known on top is known in the hand."""
    for _ in range(HAND):
        known = me.deck.known > 0
        card = draw_or_reshuffle(me.deck, me.discard, rng)
        if card >= 0:
            add(me.hand, card)
            if known:
                add(me.known, card)


@rule
def points_of(me: Player, t: Tables) -> int:
    """Return what all cards of a player are worth."""
    total = 0
    for i in range(me.hand.count):
        total += int(t.points[me.hand.cards[i]])
    for i in range(me.discard.count):
        total += int(t.points[me.discard.cards[i]])
    for i in range(me.deck.known):
        total += int(t.points[me.deck.top[i]])
    for i in range(me.deck.rest.count):
        total += int(t.points[me.deck.rest.cards[i]])
    return total


@rule
def begin_turn(g: State, t: Tables, rng: Rng) -> None:
    """Throw the die: half of it, and the coins in hand, may be spent."""
    g.die = below(rng, 6) + 1
    me = g.players[g.seat]
    coins = int(g.die) // 2
    for i in range(me.hand.count):
        coins += int(t.coins[me.hand.cards[i]])
    g.coins = coins


@rule
def end_turn(g: State, t: Tables, rng: Rng) -> None:
    """Discard the hand, draw another, and let the next player throw."""
    me = g.players[g.seat]
    pour(me.hand, me.discard)
    while me.known.count > 0:
        remove(me.known, int(me.known.cards[0]))
    draw_hand(me, rng)
    g.seat += 1
    if g.seat == g.num_players:
        g.seat = 0
        g.turn += 1
    g.die = 0
    g.coins = 0
    if g.turn < g.rounds:
        begin_turn(g, t, rng)


@rule
def why_not_buy(g: State, t: Tables, kind: int, more: int) -> int:
    """Return the rule that forbids to buy a card of a kind for so much more than it costs, or OK."""
    if g.supply.copies[kind] == 0:
        return SOLD_OUT
    return TOO_DEAR if int(t.cost[kind]) + more > int(g.coins) else OK


@rule
def why_not(g: State, t: Tables, player: int, action: int) -> int:
    """Return the first rule that forbids an action."""
    if action < 0 or action >= COUNT:
        return NO_SUCH_ACTION
    if action == PASS:
        return OK
    if g.turn >= g.rounds or g.seat != player:
        return NOT_ASKED
    if action < BUY_ON_TOP:
        return why_not_buy(g, t, action - BUY, 0)
    why = why_not_buy(g, t, action - BUY_ON_TOP, 1)
    if why == OK and g.players[player].deck.known == KNOWN:
        return NO_ROOM
    return why


@rule
def can_buy(g: State, t: Tables) -> bool:
    """Can the player whose turn it is do anything but pass?"""
    for action in range(1, COUNT):
        if why_not(g, t, int(g.seat), action) == OK:
            return True
    return False


@rule
def skip_the_poor(g: State, t: Tables, rng: Rng) -> None:
    """End the turns of all who can only pass."""
    while g.turn < g.rounds and not can_buy(g, t):
        end_turn(g, t, rng)


@rule
def buy(g: State, t: Tables, kind: int, more: int) -> None:
    """Pay for a card; for one coin more it goes on top of the deck."""
    me = g.players[g.seat]
    take_from_supply(g.supply, kind)
    g.coins -= t.cost[kind] + more
    if more == 0:
        add(me.discard, kind)
    else:
        put_on_top(me.deck, kind)


@rule
def begin(g: State, t: Tables, rng: Rng) -> None:
    """Deal, and throw for the first player."""
    for player in range(g.num_players):
        draw_hand(g.players[player], rng)
    begin_turn(g, t, rng)
    skip_the_poor(g, t, rng)


@rule
def apply(g: State, t: Tables, rng: Rng, actions: Actions) -> None:
    """Buy, or end the turn."""
    action = int(actions[g.seat])
    if action == PASS:
        end_turn(g, t, rng)
    elif action < BUY_ON_TOP:
        buy(g, t, action - BUY, 0)
    else:
        buy(g, t, action - BUY_ON_TOP, 1)
    skip_the_poor(g, t, rng)


@rule
def waits_for(g: State, player: int) -> bool:
    """Is it this player's turn?"""
    return bool(g.turn < g.rounds and g.seat == player)


@rule
def deal_anew(me: Player, rng: Rng) -> None:
    """Mix what nobody else knows of a hand with the rest of the deck, and draw it anew."""
    unknown = int(me.hand.count) - int(me.known.count)
    pour(me.hand, me.deck.rest)
    for i in range(me.known.count):
        remove(me.deck.rest, int(me.known.cards[i]))
        add(me.hand, int(me.known.cards[i]))
    for _ in range(unknown):
        add(me.hand, take_any(me.deck.rest, rng))


@rule
def hide(g: State, t: Tables, player: int, rng: Rng) -> None:
    """Draw anew, in place, what others hold and did not show."""
    for other in range(g.num_players):
        if other != player:
            deal_anew(g.players[other], rng)


@rule
def outcome(g: State, player: int) -> float:
    """Return the score, from -1 for nothing to 1 for `BEST` points or more."""
    if g.turn < g.rounds:
        return 0.0
    me = g.players[player]
    total = 0
    for kind in range(3, len(KINDS)):
        worth = 1 if kind == 3 else 3 if kind == 4 else 6
        for i in range(me.hand.count):
            total += worth * (me.hand.cards[i] == kind)
        for i in range(me.discard.count):
            total += worth * (me.discard.cards[i] == kind)
        for i in range(me.deck.known):
            total += worth * (me.deck.top[i] == kind)
        for i in range(me.deck.rest.count):
            total += worth * (me.deck.rest.cards[i] == kind)
    return 2.0 * min(total, BEST) / BEST - 1.0


@rule
def potential(g: State, t: Tables, player: int) -> float:
    """Return what the cards are worth so far, from 0 to 1; 0 after the end."""
    if g.turn >= g.rounds:
        return 0.0
    return min(points_of(g.players[player], t), BEST) / BEST
