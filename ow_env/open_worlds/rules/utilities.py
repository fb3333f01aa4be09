"""Utilities: when they may be played, what is chosen, reactions, and what each does (OW-6).

Below: every Step whose cards or figures a Utility touches. Above: legality.py, flow.py.
One Utility is in play at a time. It is played, its open choices are made, the others react, all resolves last
first, and then the window goes on with the next player. Which Utility does what stands in the card's `action`.
"""

from __future__ import annotations

from ow_env.core.rng import Rng
from ow_env.open_worlds import actions as why, cards, state as at
from ow_env.open_worlds.actions import OK
from ow_env.open_worlds.cards import UTILITY, Window
from ow_env.open_worlds.rules import piles
from ow_env.open_worlds.rules.hidden import could_hold
from ow_env.open_worlds.rules.order import around, place_of, player_at
from ow_env.open_worlds.rules.reveal import is_over_class
from ow_env.open_worlds.rules.stage import permits_extra, why_not_beside
from ow_env.open_worlds.rules.units import change_controller, place_unit, trash_unit
from ow_env.open_worlds.rules.worlds import is_facility, is_ground_force, occupies
from ow_env.open_worlds.state import PLAYS, Game, Tables, rule

OPTION_DRAW = 1
OPTION_SEARCH = 2

# ── When a Utility may be played ─────────────────────────────────────────────────────────────


WINDOWS = {  # where in the turn a Utility may be played, and what its condition may be there (OW-6.1)
    at.WINDOW_TURN: (Window.BEGINNING_OF_TURN,),
    at.WINDOW_STAGE: (Window.BEGINNING_OF_STAGE, Window.UNTIL_END_OF_MOVE),
    at.WINDOW_STAGED: (Window.UNTIL_END_OF_MOVE,),
    at.WINDOW_MOVED: (Window.END_OF_MOVE, Window.UNTIL_END_OF_MOVE),
    at.WINDOW_REVEAL: (Window.REVEAL,),
    at.WINDOW_WORLD: (Window.BEGINNING_OF_RESOLUTION,),
    at.WINDOW_SURFACE: (Window.BEGINNING_OF_SURFACE_CONFLICT,),
    at.WINDOW_DRAWN: (Window.END_OF_DRAW,),
}


@rule
def is_window(point: int) -> bool:
    """Is this point of the turn one at which Utilities may be played (OW-6.1)?"""
    return (
        point == at.WINDOW_TURN
        or point == at.WINDOW_STAGE
        or point == at.WINDOW_STAGED
        or point == at.WINDOW_MOVED
        or point == at.WINDOW_REVEAL
        or point == at.WINDOW_WORLD
        or point == at.WINDOW_SURFACE
        or point == at.WINDOW_DRAWN
    )


@rule
def is_its_window(t: Tables, card: int, point: int) -> bool:
    """Does a Utility's condition name this point of the turn (OW-6.1)?"""
    return (int(t.windows[point]) >> int(t.cards[card].window)) & 1 != 0


@rule
def why_not_pick(g: Game, t: Tables, player: int, card: int, index: int) -> int:
    """Return the rule that forbids a Utility to pick a unit, or OK (OW-6.12, OW-6.13).

    Destroying takes a Production, Mining and Drilling or Yard Facility up to a Defensive Strength, or any Station
    or Field; seizing takes a Population Facility up to a Defensive Strength; stopping Income any Facility that
    has some.
    """
    u = g.units[index]
    if u.controller == player:
        return why.YOUR_OWN
    c = t.cards[u.card]
    action = int(t.cards[card].action)
    small = c.defense <= t.cards[card].action_number
    fits = False
    if action == cards.DESTROY:
        plant = c.kind == cards.PRODUCTION or c.kind == cards.MINING or c.kind == cards.YARD
        fits = (plant and small) or c.kind == cards.STATION or c.kind == cards.FIELD
        fits = fits and u.owner != player
    elif action == cards.SEIZE:
        fits = c.kind == cards.POPULATION and small
    elif action == cards.STOP_INCOME:
        fits = is_facility(t, int(u.card)) and u.idle == 0
    if not fits or c.untargetable != 0:
        return why.NO_CHOICE_CARD
    return OK


@rule
def count_picks(g: Game, t: Tables, player: int, card: int, world: int) -> int:
    """Count the units at a World that a Utility may pick."""
    count = 0
    for i in range(g.starts[world], g.starts[world + 1]):
        if why_not_pick(g, t, player, card, i) == OK:
            count += 1
    return count


@rule
def count_worlds_to_pick(g: Game, t: Tables, player: int, card: int) -> int:
    """Count the Worlds with a unit that a Utility may pick."""
    count = 0
    for w in range(g.num_worlds):
        if count_picks(g, t, player, card, w) > 0:
            count += 1
    return count


@rule
def why_not_deploy(g: Game, t: Tables, player: int, card: int) -> int:
    """Return the rule that forbids to put a card of the hand down as a Ground Force, or OK (OW-6.11)."""
    if piles.find(g.players[player].hand, card) < 0:
        return why.NOT_IN_HAND
    if not is_ground_force(t, card):
        return why.NO_CHOICE_CARD
    if g.final_turn != 0 and t.cards[card].prohibited != 0:
        return why.PROHIBITED_NOW
    return OK


@rule
def can_deploy(g: Game, t: Tables, player: int) -> bool:
    """Has the player a Ground Force in hand that a Utility could put down?"""
    me = g.players[player]
    for i in range(me.hand.count):
        if why_not_deploy(g, t, player, int(me.hand.cards[i])) == OK:
            return True
    return False


@rule
def why_not_replace(g: Game, t: Tables, player: int, card: int, world: int) -> int:
    """Return the rule that forbids to lay a card of the hand in the place of a staged one, or OK (OW-6.10)."""
    me = g.players[player]
    if piles.find(me.hand, card) < 0:
        return why.NOT_IN_HAND
    if me.staged_count[world] == 0:
        return why.NO_CHOICE_WORLD
    if me.staged_count[world] == 1:
        return OK
    first = why_not_beside(g, t, player, world, card, int(me.staged[world, 0]))
    if first == OK:
        return OK
    return why_not_beside(g, t, player, world, card, int(me.staged[world, 1]))


@rule
def can_replace(g: Game, t: Tables, player: int, played: int) -> bool:
    """Could the player replace a staged card by one of the hand other than the Utility played (OW-6.10)?"""
    me = g.players[player]
    for w in range(g.num_worlds):
        for i in range(me.hand.count):
            if me.hand.cards[i] != played and why_not_replace(g, t, player, int(me.hand.cards[i]), w) == OK:
                return True
    return False


@rule
def has_effect(g: Game, t: Tables, player: int, card: int) -> bool:
    """Is there something for a Utility to do, here and now (OW-6.14)?"""
    action = int(t.cards[card].action)
    me = g.players[player]
    if action == cards.SWAP_STAGED:
        return can_replace(g, t, player, card)
    if action == cards.LIFT_CLASS_LIMIT:
        return is_over_class(g, t, player)
    if action == cards.DESTROY:
        return g.world >= 0 and count_picks(g, t, player, card, int(g.world)) > 0
    if action == cards.SEIZE:
        if g.world < 0 or not occupies(g, t, player, int(g.world)):
            return False
        return count_picks(g, t, player, card, int(g.world)) > 0
    if action == cards.STOP_INCOME:
        return count_worlds_to_pick(g, t, player, card) > 0
    if action == cards.DRAW_OR_SEARCH:
        return me.deck.count > 0
    if action == cards.DEPLOY_GROUND:
        return g.world >= 0 and occupies(g, t, player, int(g.world)) and can_deploy(g, t, player)
    return True


@rule
def why_not_play(g: Game, t: Tables, player: int, card: int) -> int:
    """Return the rule that forbids to play a Utility in this window, or OK (OW-6.1)."""
    if piles.find(g.players[player].hand, card) < 0:
        return why.NOT_IN_HAND
    if t.cards[card].type != UTILITY or not is_its_window(t, card, int(g.point)):
        return why.WRONG_WINDOW
    if g.final_turn != 0 and t.cards[card].prohibited != 0:
        return why.PROHIBITED_NOW
    return OK if has_effect(g, t, player, card) else why.NO_EFFECT


@rule
def why_not_react(g: Game, t: Tables, player: int, card: int) -> int:
    """Return the rule that forbids to play a card as a reaction, or OK (OW-6.3, OW-6.8)."""
    if piles.find(g.players[player].hand, card) < 0:
        return why.NOT_IN_HAND
    if t.cards[card].type != UTILITY or t.cards[card].window != cards.REACTION or t.cards[card].action != cards.CANCEL:
        return why.WRONG_WINDOW
    if g.final_turn != 0 and t.cards[card].prohibited != 0:
        return why.PROHIBITED_NOW
    return OK if g.play_count < PLAYS else why.TOO_MANY_REACTIONS


@rule(inline=True)
def can_play(g: Game, t: Tables, player: int) -> bool:
    """Has the player a Utility for this window? By default nobody else is asked (OW-6.4).

    Seldom has anybody, so the conditions of all cards in hand are looked at first, without a branch.
    """
    me = g.players[player]
    windows = int(t.windows[g.point])
    named = 0
    for i in range(me.hand.count):
        named |= windows >> int(t.cards[me.hand.cards[i]].window)
    if named & 1 == 0:
        return False
    for i in range(me.hand.count):
        if t.cards[me.hand.cards[i]].type == UTILITY and why_not_play(g, t, player, int(me.hand.cards[i])) == OK:
            return True
    return False


@rule
def can_react(g: Game, t: Tables, player: int) -> bool:
    """Has the player a reaction? By default nobody else is asked for one (OW-6.4)."""
    me = g.players[player]
    for i in range(me.hand.count):
        if t.cards[me.hand.cards[i]].type == UTILITY and why_not_react(g, t, player, int(me.hand.cards[i])) == OK:
            return True
    return False


# ── Who could have one, for all that everybody knows (OW-6.16) ─────────────────────────────────


@rule
def could_replace(g: Game, t: Tables, player: int) -> bool:
    """Has the player staged cards that some card could replace (OW-6.10)?"""
    me = g.players[player]
    for w in range(g.num_worlds):
        if me.staged_count[w] == 1 or (me.staged_count[w] > 1 and permits_extra(g, t, player, w)):
            return True
    return False


@rule
def could_deploy(g: Game, t: Tables, player: int) -> bool:
    """Could the player have a Ground Force in hand that a Utility could put down (OW-6.11)?"""
    for card in range(t.card_count):
        if is_ground_force(t, card) and (g.final_turn == 0 or t.cards[card].prohibited == 0):
            if could_hold(g, t, player, card):
                return True
    return False


@rule
def could_have_effect(g: Game, t: Tables, player: int, card: int) -> bool:
    """Could there be something for a Utility to do, as far as everybody knows? Two need another card in hand."""
    action = int(t.cards[card].action)
    others = int(g.players[player].hand.count) - 1
    if action == cards.SWAP_STAGED:
        return others > 0 and could_replace(g, t, player)
    if action == cards.DEPLOY_GROUND:
        if g.world < 0 or not occupies(g, t, player, int(g.world)):
            return False
        return others > 0 and could_deploy(g, t, player)
    return has_effect(g, t, player, card)


@rule
def could_play(g: Game, t: Tables, player: int) -> bool:
    """Could the player have a Utility for this window?"""
    for card in range(t.card_count):
        c = t.cards[card]
        if c.type == UTILITY and is_its_window(t, card, int(g.point)):
            banned = g.final_turn != 0 and c.prohibited != 0
            if not banned and could_hold(g, t, player, card) and could_have_effect(g, t, player, card):
                return True
    return False


@rule
def could_react(g: Game, t: Tables, player: int) -> bool:
    """Could the player have a reaction?"""
    if g.play_count >= PLAYS:
        return False
    for card in range(t.card_count):
        c = t.cards[card]
        if c.type == UTILITY and c.window == cards.REACTION and c.action == cards.CANCEL:
            banned = g.final_turn != 0 and c.prohibited != 0
            if not banned and could_hold(g, t, player, card):
                return True
    return False


@rule(inline=True)
def is_asked_to_play(g: Game, t: Tables, player: int) -> bool:
    """Is the player asked in this window: for what the hand holds, or for what it could (OW-6.4, OW-6.16)?"""
    return could_play(g, t, player) if g.ask_public != 0 else can_play(g, t, player)


@rule
def is_asked_to_react(g: Game, t: Tables, player: int) -> bool:
    """Is the player asked for a reaction: for what the hand holds, or for what it could (OW-6.4, OW-6.16)?"""
    return could_react(g, t, player) if g.ask_public != 0 else can_react(g, t, player)


@rule
def is_answer_known(g: Game, player: int) -> bool:
    """Do all know that what the resolving Utility asks has one answer alone?"""
    me = g.players[player]
    if g.question == at.ASK_CARD_OF_DECK:
        return me.deck.count == 1
    if g.question == at.ASK_REPLACEMENT:
        staged = 0
        for w in range(g.num_worlds):
            staged += int(me.staged_count[w])
        return me.hand.count == 1 and staged == 1
    return me.hand.count == 1


@rule
def could_choose_taken_back(g: Game, player: int) -> bool:
    """Do two cards of the player lie at any World, so that all but the player take them for the ones to choose from?"""
    for w in range(g.num_worlds):
        if g.players[player].staged_count[w] > 1:
            return True
    return False


# ── Playing one ──────────────────────────────────────────────────────────────────────────────


@rule
def play(g: Game, player: int, card: int) -> None:
    """Play a Utility, or a reaction on top of one (OW-6.2, OW-6.3)."""
    me = g.players[player]
    piles.remove(me.hand, card)
    piles.show(me, card)
    p = g.plays[g.play_count]
    p.card = card
    p.player = player
    p.cancelled = 0
    g.play_count += 1
    g.phase = at.CHOOSING if g.play_count == 1 else at.REACTING
    g.react_seat = 1


@rule
def only_world_to_pick(g: Game, t: Tables, player: int, card: int) -> int:
    """Return the one World with something to pick, or -1 where there are several."""
    only = -1
    for w in range(g.num_worlds):
        if count_picks(g, t, player, card, w) > 0:
            if only >= 0:
                return -1
            only = w
    return only


@rule
def first_pick(g: Game, t: Tables, player: int, card: int, world: int) -> int:
    """Return the index of the first unit at a World that a Utility may pick."""
    for i in range(g.starts[world], g.starts[world + 1]):
        if why_not_pick(g, t, player, card, i) == OK:
            return i
    return -1


@rule
def are_alike(g: Game, t: Tables, player: int, card: int, world: int) -> bool:
    """Are all units that a Utility may pick at a World copies of one card, so that the choice is none (OW-0.8)?"""
    first = first_pick(g, t, player, card, world)
    a = g.units[first]
    for i in range(first, g.starts[world + 1]):
        u = g.units[i]
        if why_not_pick(g, t, player, card, i) == OK:
            if u.card != a.card or u.controller != a.controller or u.owner != a.owner:
                return False
    return True


@rule
def find_pick(g: Game, t: Tables, controller: int, card: int, owner: int) -> int:
    """Return the index of the unit a choice of the Utility in play names, if possible one it may pick; or -1."""
    found = -1
    for i in range(g.starts[g.play_world], g.starts[g.play_world + 1]):
        u = g.units[i]
        if u.card == card and u.controller == controller and u.owner == owner:
            if why_not_pick(g, t, int(g.plays[0].player), int(g.plays[0].card), i) == OK:
                return i
            found = i
    return found


@rule
def why_not_choose_world(g: Game, t: Tables, player: int, world: int) -> int:
    """Return the rule that forbids the Utility in play to choose a World, or OK (OW-6.7)."""
    card = int(g.plays[0].card)
    if t.cards[card].action == cards.BECOME_SHIP:
        return OK
    return OK if count_picks(g, t, player, card, world) > 0 else why.NO_CHOICE_WORLD


@rule
def why_not_choose_unit(g: Game, t: Tables, player: int, controller: int, card: int, owner: int) -> int:
    """Return the rule that forbids the Utility in play to pick such a unit, or OK (OW-6.12)."""
    index = find_pick(g, t, controller, card, owner)
    return why.NOT_HERE if index < 0 else why_not_pick(g, t, player, int(g.plays[0].card), index)


@rule
def choose_unit(g: Game, t: Tables, controller: int, card: int, owner: int) -> None:
    """Pick a unit for the Utility in play."""
    g.play_target = find_pick(g, t, controller, card, owner) + 1


@rule
def next_open_choice(g: Game, t: Tables) -> int:
    """Return what the Utility in play still has to choose openly, making choices that are none (OW-6.7)."""
    card = int(g.plays[0].card)
    player = int(g.plays[0].player)
    action = int(t.cards[card].action)
    if action == cards.BECOME_SHIP:
        if g.num_worlds == 1:
            g.play_world = 0
        return at.ASK_WORLD if g.play_world < 0 else at.ASK_NOTHING
    if action == cards.DRAW_OR_SEARCH:
        return at.ASK_OPTION if g.play_option == 0 else at.ASK_NOTHING
    if action != cards.DESTROY and action != cards.SEIZE and action != cards.STOP_INCOME:
        return at.ASK_NOTHING
    if g.play_world < 0:
        g.play_world = only_world_to_pick(g, t, player, card) if action == cards.STOP_INCOME else g.world
    if g.play_world < 0:
        return at.ASK_WORLD
    if g.play_target == 0 and are_alike(g, t, player, card, int(g.play_world)):
        g.play_target = first_pick(g, t, player, card, int(g.play_world)) + 1
    return at.ASK_TARGET if g.play_target == 0 else at.ASK_NOTHING


# ── What each does ───────────────────────────────────────────────────────────────────────────


@rule
def why_not_search(g: Game, player: int, card: int) -> int:
    """Return the rule that forbids to take a card out of one's Deck, or OK."""
    return OK if piles.find(g.players[player].deck, card) >= 0 else why.NOT_IN_DECK


@rule
def search(g: Game, player: int, card: int) -> None:
    """Take a card out of one's Deck into the hand, unseen."""
    piles.remove(g.players[player].deck, card)
    piles.add(g.players[player].hand, card)


@rule
def put_down(g: Game, player: int, card: int) -> None:
    """Put a Ground Force of the hand into play at the World being resolved, whatever its REQ."""
    me = g.players[player]
    piles.remove(me.hand, card)
    piles.show(me, card)
    place_unit(g, int(g.world), player, card, player, 0, 0)


@rule
def why_not_take_back(g: Game, t: Tables, player: int, card: int) -> int:
    """Return the rule that forbids to take back one of two staged cards, or OK (OW-6.10)."""
    me = g.players[player]
    place = piles.find_staged(me, int(g.play_world), card)
    if place < 0:
        return why.NOT_STAGED
    if me.staged_count[g.play_world] == 1:
        return OK
    other = int(me.staged[g.play_world, 1 - place])
    return why_not_beside(g, t, player, int(g.play_world), int(g.play_card) - 1, other)


@rule
def replace(g: Game, player: int, card: int, taken_back: int) -> None:
    """Lay a card of the hand in the place of a staged one, which returns to the hand; both unseen."""
    me = g.players[player]
    world = int(g.play_world)
    piles.remove_staged(me, world, piles.find_staged(me, world, taken_back))
    piles.remove(me.hand, card)
    piles.add_staged(me, world, card)
    piles.add(me.hand, taken_back)


@rule
def begin_replacing(g: Game, t: Tables, player: int, card: int, world: int) -> None:
    """Choose the card to lay down and where; where two cards lie, which of them returns is asked unless it is clear.

    Under `ask="public"` it is asked, clear or not, wherever two cards of the player lie at some World: to leave the
    question out would tell at which World the card was laid down, or what lies there (OW-6.16).
    """
    me = g.players[player]
    g.play_world = world
    g.play_card = card + 1
    choices = 0
    taken_back = int(me.staged[world, 0])
    if me.staged_count[world] == 2 and me.staged[world, 0] != me.staged[world, 1]:
        for place in range(2):
            if why_not_take_back(g, t, player, int(me.staged[world, place])) == OK:
                taken_back = int(me.staged[world, place])
                choices += 1
    if choices < 2 and (g.ask_public == 0 or not could_choose_taken_back(g, player)):
        replace(g, player, card, taken_back)
        g.question = at.ASK_NOTHING
    else:
        g.question = at.ASK_TAKEN_BACK


@rule
def halt_ships(g: Game, player: int) -> None:
    """No opponent may move Ships this turn."""
    for p in range(g.num_players):
        if p != player:
            g.players[p].halted = 1


@rule
def stop_income(g: Game, index: int) -> None:
    """A Facility has no Income this turn (OW-5.4). Of identical copies the idle ones stand first."""
    u = g.units[index]
    u.idle = 1


@rule
def take_effect(g: Game, t: Tables, rng: Rng) -> int:
    """Let the Utility in play do what it says. Returns what it asks its player first, ASK_NOTHING once it is done."""
    card = int(g.plays[0].card)
    player = int(g.plays[0].player)
    action = int(t.cards[card].action)
    if action == cards.SWAP_STAGED:
        return at.ASK_REPLACEMENT if can_replace(g, t, player, card) else at.ASK_NOTHING
    if action == cards.BECOME_SHIP:
        place_unit(g, int(g.play_world), player, card, player, 0, 0)
    elif action == cards.LIFT_CLASS_LIMIT:
        g.players[player].unlimited_class = 1
    elif action == cards.DESTROY:
        trash_unit(g, int(g.play_target) - 1)
    elif action == cards.SEIZE:
        change_controller(g, int(g.play_target) - 1, player)
    elif action == cards.STOP_INCOME:
        stop_income(g, int(g.play_target) - 1)
    elif action == cards.HALT_SHIPS:
        halt_ships(g, player)
    elif action == cards.DRAW_OR_SEARCH:
        if g.play_option == OPTION_SEARCH:
            return at.ASK_CARD_OF_DECK
        piles.draw(g.players[player], int(t.cards[card].action_number), rng)
    elif action == cards.DEPLOY_GROUND:
        return at.ASK_GROUND_FORCE
    return at.ASK_NOTHING


# ── The course of one Utility, and of a window ───────────────────────────────────────────────


@rule
def resolve_reactions(g: Game) -> None:
    """Resolve the reactions, last first: each one that is not cancelled itself cancels the card below it (OW-6.3)."""
    while g.play_count > 1:
        top = g.plays[g.play_count - 1]
        if top.cancelled == 0:
            g.plays[g.play_count - 2].cancelled = 1
        piles.trash_openly(g, int(top.player), int(top.card))
        top.card = 0
        top.player = 0
        top.cancelled = 0
        g.play_count -= 1


@rule
def is_in_play(g: Game, t: Tables) -> bool:
    """Did the Utility resolve into a Ship, so that its card stays on the table (OW-6.6)?"""
    return g.plays[0].cancelled == 0 and t.cards[g.plays[0].card].action == cards.BECOME_SHIP


@rule
def finish_play(g: Game, t: Tables) -> None:
    """Trash the Utility unless it stays, and go on with the window after who played it (OW-6.6, OW-6.15)."""
    if not is_in_play(g, t):
        piles.trash_openly(g, int(g.plays[0].player), int(g.plays[0].card))
    g.plays[0].card = 0
    g.plays[0].player = 0
    g.plays[0].cancelled = 0
    g.play_count = 0
    g.phase = at.IDLE
    g.question = at.ASK_NOTHING
    g.play_world = -1
    g.play_target = 0
    g.play_option = 0
    g.play_card = 0
    g.react_seat = 0
    g.passes = 0
    g.seat = around(g, int(g.seat) + 1)


@rule
def only_card(g: Game, t: Tables, player: int) -> int:
    """Return the one card that answers what the resolving Utility asks, or -1 where there are several."""
    me = g.players[player]
    only = -1
    pile = me.deck if g.question == at.ASK_CARD_OF_DECK else me.hand
    for i in range(pile.count):
        card = int(pile.cards[i])
        if g.question == at.ASK_CARD_OF_DECK or why_not_deploy(g, t, player, card) == OK:
            if only >= 0 and only != card:
                return -1
            only = card
    return only


@rule
def replace_alone(g: Game, t: Tables, player: int) -> None:
    """Replace the one card that can be replaced, by the one that can replace it, where there is no choice (OW-2.1)."""
    me = g.players[player]
    card = -1
    world = -1
    for w in range(g.num_worlds):
        for i in range(me.hand.count):
            if why_not_replace(g, t, player, int(me.hand.cards[i]), w) == OK:
                if card >= 0 and (card != me.hand.cards[i] or world != w):
                    return
                card = int(me.hand.cards[i])
                world = w
    begin_replacing(g, t, player, card, world)


@rule
def answer_alone(g: Game, t: Tables, player: int) -> None:
    """Answer by itself what the resolving Utility asks where one answer alone is possible (OW-2.1, OW-6.16)."""
    if g.ask_public != 0 and not is_answer_known(g, player):
        return
    if g.question == at.ASK_REPLACEMENT:
        replace_alone(g, t, player)
        return
    only = only_card(g, t, player)
    if only >= 0:
        if g.question == at.ASK_CARD_OF_DECK:
            search(g, player, only)
        else:
            put_down(g, player, only)
        g.question = at.ASK_NOTHING


@rule(inline=True)
def proceed_play(g: Game, t: Tables, rng: Rng) -> None:
    """Carry the Utility in play on to its next question, or to its end (OW-6.3, OW-6.7)."""
    player = int(g.plays[0].player)
    if g.phase == at.CHOOSING:
        g.question = next_open_choice(g, t)
        if g.question != at.ASK_NOTHING:
            g.actor = player
            return
        g.phase = at.REACTING
    if g.phase == at.REACTING:
        last = place_of(g, int(g.plays[g.play_count - 1].player))
        while g.react_seat < g.num_players:
            p = player_at(g, around(g, last + int(g.react_seat)))
            if is_asked_to_react(g, t, p):
                g.actor = p
                return
            g.react_seat += 1
        g.phase = at.RESOLVING
        resolve_reactions(g)
        if g.plays[0].cancelled == 0:
            g.question = take_effect(g, t, rng)
            if g.question != at.ASK_NOTHING:
                answer_alone(g, t, player)
    if g.question != at.ASK_NOTHING:
        g.actor = player
        return
    finish_play(g, t)


@rule(inline=True)
def proceed_window(g: Game, t: Tables) -> bool:
    """Ask who plays next, until all have passed in succession. Returns whether the window is over (OW-6.2)."""
    while g.passes < g.num_players:
        p = player_at(g, int(g.seat))
        if is_asked_to_play(g, t, p):
            g.actor = p
            return False
        g.passes += 1
        g.seat = around(g, int(g.seat) + 1)
    return True
