"""Which actions are legal: the one place that knows (OW-0 to OW-6).

Below: every Step, each with its own `why_not_...`. Above: flow.py, engine.py.
The mask, the error text and the tests all ask `why_not`. The mask asks it about the few actions that name
something at hand; the tests compare it with `why_not` over all ids.
"""

from __future__ import annotations

from ow_env.compiled.jit import Mask
from ow_env.core.blank import blank_mask
from ow_env.open_worlds import actions as why, state as at, verbs as do
from ow_env.open_worlds.actions import OK, OPTION, OPTIONS, PASS, RESERVE, RESOLVE
from ow_env.open_worlds.rules import utilities
from ow_env.open_worlds.rules.install_facilities import why_not_swap
from ow_env.open_worlds.rules.move import why_not_move
from ow_env.open_worlds.rules.orbital_activity import why_not_reserve, why_not_retreat, why_not_target_orbital
from ow_env.open_worlds.rules.order import around
from ow_env.open_worlds.rules.resolution import why_not_resolve
from ow_env.open_worlds.rules.reveal import why_not_trash_ship
from ow_env.open_worlds.rules.setup import MOST_ADJUSTED, why_not_adjust
from ow_env.open_worlds.rules.stage import free_worlds, why_not_stage, worlds_beside, worlds_with_extra
from ow_env.open_worlds.rules.surface_conflict import why_not_attack, why_not_conquer, why_not_defend
from ow_env.open_worlds.rules.trash import why_not_discard
from ow_env.open_worlds.rules.turn import why_not_exchange
from ow_env.open_worlds.state import EVERYONE, RUNNING, Game, Pile, Tables, rule


@rule
def waits_for(g: Game, player: int) -> bool:
    """Is the player asked now? At a simultaneous Step several are."""
    if g.ending != RUNNING:
        return False
    return g.actor == player or (g.actor == EVERYONE and g.players[player].done == 0)


# ── why_not ──────────────────────────────────────────────────────────────────────────────────


@rule
def why_not_pass(g: Game) -> int:
    """Return the rule that forbids who is asked to pass, or OK: an answer is due to some questions."""
    if g.phase != at.IDLE:
        return OK if g.phase == at.REACTING else why.MUST_CHOOSE
    return why.MUST_CHOOSE if g.point == at.OVER_CLASS or g.point == at.NEXT_WORLD else OK


@rule
def why_not_answer(g: Game, t: Tables, player: int, action: int) -> int:
    """Return the rule that forbids an action while a Utility is in play, or OK (OW-6.3, OW-6.7)."""
    a = t.actions[action]
    verb = int(a.verb)
    card = int(a.card)
    world = int(a.world)
    if verb == do.PASS:
        return why_not_pass(g)
    if g.phase == at.REACTING:
        return utilities.why_not_react(g, t, player, card) if verb == do.PLAY else why.NOT_NOW
    if g.question == at.ASK_WORLD and verb == do.CHOOSE:
        return utilities.why_not_choose_world(g, t, player, world)
    if g.question == at.ASK_TARGET and verb == do.TARGET:
        controller = around(g, player + int(a.controller))
        owner = around(g, player + int(a.owner))
        return utilities.why_not_choose_unit(g, t, player, controller, card, owner)
    if g.question == at.ASK_OPTION and verb == do.OPTION:
        return OK
    if g.question == at.ASK_REPLACEMENT and verb == do.STAGE:
        return utilities.why_not_replace(g, t, player, card, world)
    if g.question == at.ASK_TAKEN_BACK and verb == do.TAKE:
        return utilities.why_not_take_back(g, t, player, card)
    if g.question == at.ASK_CARD_OF_DECK and verb == do.TAKE:
        return utilities.why_not_search(g, player, card)
    if g.question == at.ASK_GROUND_FORCE and verb == do.TAKE:
        return utilities.why_not_deploy(g, t, player, card)
    return why.NOT_NOW


@rule
def why_not_asked(g: Game, player: int, verb: int) -> int:
    """Return why a player is not asked: the game is over, a Utility or a limit stops them, or others are asked."""
    if g.ending != RUNNING:
        return why.GAME_IS_OVER
    if g.point == at.MOVE and verb == do.MOVE and g.players[player].halted != 0:
        return why.HALTED
    if g.point == at.ADJUST_HAND and verb == do.DISCARD and g.players[player].adjusted >= MOST_ADJUSTED:
        return why.FOUR_EXCHANGED
    return why.NOT_ASKED


@rule
def why_not(g: Game, t: Tables, player: int, action: int) -> int:
    """Return the first rule that forbids an action to a player, one of actions.REASONS, or OK.

    A player who is not asked may pass and nothing else.
    """
    if action < 0 or action >= t.action_count:
        return why.NO_SUCH_ACTION
    if not waits_for(g, player):
        if action == PASS:
            return OK
        return why_not_asked(g, player, int(t.actions[action].verb))
    if g.phase != at.IDLE:
        return why_not_answer(g, t, player, action)
    a = t.actions[action]
    verb = int(a.verb)
    card = int(a.card)
    world = int(a.world)
    controller = around(g, player + int(a.controller))
    owner = around(g, player + int(a.owner))
    point = int(g.point)
    if verb == do.PASS:
        return why_not_pass(g)
    if verb == do.STAGE and point == at.STAGE:
        return why_not_stage(g, t, player, card, world)
    if verb == do.MOVE and point == at.MOVE:
        return why_not_move(g, t, player, card, world)
    if verb == do.RESOLVE and point == at.NEXT_WORLD:
        return why_not_resolve(g, world)
    if verb == do.PLAY and utilities.is_window(point):
        return utilities.why_not_play(g, t, player, card)
    if verb == do.DISCARD:
        if point == at.TRASH:
            return why_not_discard(g, player, card)
        if point == at.ADJUST_HAND:
            return why_not_adjust(g, player, card)
        if point == at.OVER_CLASS:
            return why_not_trash_ship(g, t, player, card)
        return why_not_exchange(g, t, player, card) if point == at.EXCHANGE else why.NOT_NOW
    if verb == do.SWAP and point == at.SWAP:
        return why_not_swap(g, t, player, card)
    if verb == do.RETREAT and point == at.RETREAT:
        return why_not_retreat(g, t, player, card)
    if verb == do.RESERVE and point == at.ORBITAL:
        return why_not_reserve(g, t)
    if verb == do.TARGET and point == at.ORBITAL:
        return why_not_target_orbital(g, t, player, controller, card, owner)
    if verb == do.TARGET and point == at.SURFACE:
        return why_not_attack(g, t, controller, card, owner)
    if verb == do.DEFEND and point == at.SURFACE:
        return why_not_defend(g, t, player, card, owner)
    if verb == do.CONQUER and point == at.CONQUER:
        return why_not_conquer(g, t, player, controller, card, owner)
    return why.NOT_NOW


# ── The mask ─────────────────────────────────────────────────────────────────────────────────


@rule
def allow(g: Game, t: Tables, player: int, action: int, mask: Mask) -> None:
    """Mark an action in the mask if nothing forbids it."""
    if why_not(g, t, player, action) == OK:
        mask[action] = 1


@rule
def unit_action(g: Game, t: Tables, player: int, base: int, index: int) -> int:
    """Return the id by which a player names an opponent's unit, `base` being the first of its card's block."""
    u = g.units[index]
    foe = around(g, int(u.controller) - player) - 1
    if t.cards[u.card].facility < 0:
        return base + foe
    owner = around(g, int(u.owner) - player)
    return base + foe * int(g.num_players) + owner


@rule
def allow_cards(g: Game, t: Tables, player: int, pile: Pile, verb: int, mask: Mask) -> None:
    """Mark what may be done with each card of a pile: play, take, or stage it anywhere."""
    last = -1
    for i in range(pile.count):
        card = int(pile.cards[i])
        if card != last:
            if verb == do.TAKE:
                allow(g, t, player, int(t.cards[card].take_id), mask)
            elif verb == do.PLAY:
                if t.cards[card].play_id >= 0:
                    allow(g, t, player, int(t.cards[card].play_id), mask)
            else:
                for w in range(g.num_worlds):
                    allow(g, t, player, int(t.cards[card].stage_id) + w, mask)
        last = card


@rule(inline=True)
def allow_staging(g: Game, t: Tables, player: int, mask: Mask) -> None:
    """Mark where each card of the hand may be staged. In Stage half of all choices are made: no detour here.

    What holds for a World is asked once and not for every card.
    """
    me = g.players[player]
    free = free_worlds(g, player)
    extra = worlds_with_extra(g, t, player)
    for i in range(me.hand.count):
        card = int(me.hand.cards[i])
        allowed = free if extra == 0 else free | worlds_beside(g, t, player, card, extra)
        first = int(t.cards[card].stage_id)
        for w in range(g.num_worlds):
            mask[first + w] = (allowed >> w) & 1


@rule(inline=True)
def allow_discards(g: Game, t: Tables, player: int, mask: Mask) -> None:
    """Mark the cards of the hand that may be thrown away: while hands are adjusted and in Trash all of them."""
    me = g.players[player]
    for i in range(me.hand.count):
        card = int(me.hand.cards[i])
        if g.point != at.EXCHANGE or why_not_exchange(g, t, player, card) == OK:
            mask[t.cards[card].discard_id] = 1


@rule(inline=True)
def allow_staged(g: Game, t: Tables, player: int, mask: Mask) -> None:
    """Mark which staged cards may be Trashed or taken back."""
    me = g.players[player]
    for w in range(g.num_worlds):
        for place in range(me.staged_count[w]):
            card = int(me.staged[w, place])
            if g.question == at.ASK_TAKEN_BACK:
                if w == g.play_world:
                    allow(g, t, player, int(t.cards[card].take_id), mask)
            else:
                allow(g, t, player, int(t.cards[card].discard_id), mask)


@rule(inline=True)
def allow_moves(g: Game, t: Tables, player: int, mask: Mask) -> None:
    """Mark where the player's Ships may move."""
    for i in range(g.starts[g.num_worlds]):
        u = g.units[i]
        if u.controller == player and t.cards[u.card].ship >= 0:
            for w in range(g.num_worlds):
                if why_not_move(g, t, player, int(u.card), w) == OK:
                    mask[t.cards[u.card].move_id + w] = 1


@rule
def allow_own_units(g: Game, t: Tables, player: int, mask: Mask) -> None:
    """Mark which of the player's units here may Swap, Retreat or be Defended."""
    for i in range(g.starts[g.world], g.starts[g.world + 1]):
        u = g.units[i]
        if u.controller == player:
            c = t.cards[u.card]
            if g.point == at.SWAP and c.facility >= 0:
                allow(g, t, player, int(c.swap_id), mask)
            elif g.point == at.RETREAT and c.ship >= 0:
                allow(g, t, player, int(c.retreat_id), mask)
            elif g.point == at.SURFACE and c.facility >= 0:
                owner = around(g, int(u.owner) - player)
                allow(g, t, player, int(c.defend_id) + owner, mask)


@rule
def allow_foes(g: Game, t: Tables, player: int, world: int, verb: int, mask: Mask) -> None:
    """Mark which opposing units at a World may be targeted or Conquered."""
    for i in range(g.starts[world], g.starts[world + 1]):
        u = g.units[i]
        if u.controller != player:
            c = t.cards[u.card]
            if verb == do.TARGET:
                allow(g, t, player, unit_action(g, t, player, int(c.target_id), i), mask)
            elif c.facility >= 0:
                allow(g, t, player, unit_action(g, t, player, int(c.conquer_id), i), mask)


@rule(inline=True)
def allow_answers(g: Game, t: Tables, player: int, mask: Mask) -> None:
    """Mark the answers to what a Utility in play asks."""
    me = g.players[player]
    if g.phase == at.REACTING:
        allow_cards(g, t, player, me.hand, do.PLAY, mask)
    elif g.question == at.ASK_WORLD:
        for w in range(g.num_worlds):
            allow(g, t, player, RESOLVE + int(g.num_worlds) + w, mask)
    elif g.question == at.ASK_TARGET:
        allow_foes(g, t, player, int(g.play_world), do.TARGET, mask)
    elif g.question == at.ASK_OPTION:
        for number in range(OPTIONS):
            allow(g, t, player, OPTION + number, mask)
    elif g.question == at.ASK_REPLACEMENT:
        allow_cards(g, t, player, me.hand, do.STAGE, mask)
    elif g.question == at.ASK_TAKEN_BACK:
        allow_staged(g, t, player, mask)
    elif g.question == at.ASK_CARD_OF_DECK:
        allow_cards(g, t, player, me.deck, do.TAKE, mask)
    elif g.question == at.ASK_GROUND_FORCE:
        allow_cards(g, t, player, me.hand, do.TAKE, mask)


@rule
def write_mask(g: Game, t: Tables, player: int, mask: Mask) -> None:
    """Write which actions the player may take: 1 or 0 for every id. Who is not asked may only pass."""
    blank_mask(mask)
    if not waits_for(g, player):
        mask[PASS] = 1
        return
    mask[PASS] = 1 if why_not_pass(g) == OK else 0
    me = g.players[player]
    point = int(g.point)
    if g.phase != at.IDLE:
        allow_answers(g, t, player, mask)
    elif point == at.STAGE:
        allow_staging(g, t, player, mask)
    elif point == at.ADJUST_HAND or point == at.EXCHANGE or point == at.TRASH:
        allow_discards(g, t, player, mask)
    elif utilities.is_window(point):
        allow_cards(g, t, player, me.hand, do.PLAY, mask)
    elif point == at.MOVE:
        allow_moves(g, t, player, mask)
    elif point == at.OVER_CLASS:
        allow_staged(g, t, player, mask)
    elif point == at.NEXT_WORLD:
        for w in range(g.num_worlds):
            mask[RESOLVE + w] = 1 if why_not_resolve(g, w) == OK else 0
    elif point == at.SWAP or point == at.RETREAT:
        allow_own_units(g, t, player, mask)
    elif point == at.ORBITAL:
        allow(g, t, player, RESERVE, mask)
        allow_foes(g, t, player, int(g.world), do.TARGET, mask)
    elif point == at.SURFACE:
        allow_foes(g, t, player, int(g.world), do.TARGET, mask)
        allow_own_units(g, t, player, mask)
    elif point == at.CONQUER:
        allow_foes(g, t, player, int(g.world), do.CONQUER, mask)
