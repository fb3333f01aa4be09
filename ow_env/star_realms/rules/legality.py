"""What may be done, and why not (SR-12). `why_not` decides; the mask lists the same by what lies there."""

from __future__ import annotations

from ow_env.compiled.jit import Mask
from ow_env.core.bits import lowest, without_lowest
from ow_env.core.blank import blank_mask
from ow_env.core.rng import Bits
from ow_env.star_realms import actions as why, state as at, verbs as do
from ow_env.star_realms.actions import ATTACK_OPPONENT, END_TURN, OK, PASS
from ow_env.star_realms.rules.abilities import ally_of, bit, scrap_of
from ow_env.star_realms.rules.combat import opponent_of, outposts, targets
from ow_env.star_realms.rules.effects import can_pass, candidates, discarded_candidates, does_something
from ow_env.star_realms.rules.row import lies_there
from ow_env.star_realms.state import KNOWN, NO_KINDS, RUNNING, Game, Tables, piles, rule

kinds_in = piles.kinds_in


@rule
def waits_for(g: Game, player: int) -> bool:
    """Is it this player who decides? Always the active one (SR-12)."""
    return bool(g.ending == RUNNING and g.active == player)


# ── The Main Phase ───────────────────────────────────────────────────────────────────────────────


@rule
def why_not_buy(g: Game, t: Tables, card: int, on_top: bool) -> int:
    """Return why this kind can't be bought (SR-9.1, SR-10.5), or OK."""
    if not lies_there(g, t, card):
        return why.NO_EXPLORERS if card == t.explorer else why.NOT_IN_ROW
    if t.cards[card].cost > g.trade:
        return why.TOO_DEAR
    if on_top and g.permissions == 0:
        return why.NO_PERMISSION
    if on_top and g.players[g.active].deck.known == KNOWN:
        return why.NO_ROOM_ON_TOP
    return OK


@rule
def why_not_use(g: Game, t: Tables, base: int, branch: int) -> int:
    """Return why this branch of a base's primary can't be used (SR-4.1, SR-4.8), or OK."""
    copies = g.players[g.active].in_play.copies[base]
    if copies == 0:
        return why.NOT_IN_PLAY
    if g.used[base] == copies:
        return why.USED
    return OK if does_something(g, t, int(t.cards[base].primary) + branch) else why.NO_EFFECT


@rule
def why_not_ally(g: Game, t: Tables, card: int) -> int:
    """Return why this kind's ally ability can't be used (SR-5, SR-4.8), or OK."""
    copies = g.players[g.active].in_play.copies[card]
    if copies == 0:
        return why.NOT_IN_PLAY
    ability = ally_of(g, t, card)
    if ability == 0:
        return why.NO_ABILITY
    if t.lists[ability].automatic:
        return why.BY_ITSELF
    if g.triggered & bit(card) == NO_KINDS:
        return why.NOT_TRIGGERED
    if g.ally_used[card] == copies:
        return why.USED
    return OK if does_something(g, t, ability) else why.NO_EFFECT


@rule
def why_not_scrap(g: Game, t: Tables, card: int) -> int:
    """Return why this kind can't be scrapped for its ability (SR-6.1), or OK."""
    if g.players[g.active].in_play.copies[card] == 0:
        return why.NOT_IN_PLAY
    return OK if scrap_of(g, t, card) != 0 else why.NO_ABILITY


@rule
def why_not_target(g: Game, t: Tables, base: int) -> int:
    """Return why this base can't be attacked or chosen (SR-7.3), or OK."""
    if g.players[opponent_of(g)].in_play.copies[base] == 0:
        return why.NOT_OPPOSING
    return OK if targets(g, t) & bit(base) != NO_KINDS else why.SHIELDED


@rule
def why_not_attack(g: Game, t: Tables, base: int) -> int:
    """Return why this base can't be attacked (SR-7.1), or OK."""
    reason = why_not_target(g, t, base)
    return why.TOO_STRONG if reason == OK and t.cards[base].defense > g.combat else reason


@rule
def why_not_attack_opponent(g: Game, t: Tables) -> int:
    """Return why the opponent can't be attacked (SR-7.2, SR-7.3), or OK."""
    if g.combat == 0:
        return why.NO_COMBAT
    return OK if outposts(g, t) == NO_KINDS else why.SHIELDED


@rule
def why_not_in_main(g: Game, t: Tables, action: int) -> int:
    """Return why an action is not allowed in the Main Phase with nothing under way, or OK."""
    if action == END_TURN:
        return OK
    if action == PASS:
        return why.ENDS_NO_TURN
    if action == ATTACK_OPPONENT:
        return why_not_attack_opponent(g, t)
    verb, card = int(t.actions[action].verb), int(t.actions[action].card)
    if verb == do.PLAY:
        return OK if g.players[g.active].hand.copies[card] > 0 else why.NOT_IN_HAND
    if verb == do.BUY or verb == do.BUY_ON_TOP:
        return why_not_buy(g, t, card, verb == do.BUY_ON_TOP)
    if verb == do.USE:
        return why_not_use(g, t, card, int(t.actions[action].branch))
    if verb == do.ALLY:
        return why_not_ally(g, t, card)
    if verb == do.SCRAP:
        return why_not_scrap(g, t, card)
    if verb == do.ATTACK:
        return why_not_attack(g, t, card)
    return why.NOT_NOW


# ── Choices ──────────────────────────────────────────────────────────────────────────────────────


@rule
def fits(point: int, verb: int) -> bool:
    """Is this verb an answer to what is asked?"""
    if verb == do.DISCARD:
        return point == at.OWED or point == at.CYCLE
    if verb == do.SCRAP_FROM_HAND:
        return point == at.SCRAP or point == at.SCRAP_HAND or point == at.TRIM
    if verb == do.SCRAP_FROM_DISCARD:
        return point == at.SCRAP or point == at.TRIM
    if verb == do.SCRAP_FROM_ROW:
        return point == at.SCRAP_ROW
    if verb == do.DESTROY:
        return point == at.DESTROY
    if verb == do.ACQUIRE:
        return point == at.ACQUIRE
    return verb == do.COPY and point == at.COPY


@rule
def why_not_candidate(g: Game, t: Tables, verb: int, card: int) -> int:
    """Return why a card can't be chosen that is no candidate."""
    if verb == do.DISCARD or verb == do.SCRAP_FROM_HAND:
        return why.NOT_IN_HAND
    if verb == do.SCRAP_FROM_DISCARD:
        return why.NOT_IN_DISCARD
    if verb == do.DESTROY:
        return why_not_target(g, t, card)
    if verb == do.COPY:
        return why.NOT_PLAYED
    return why.NO_EXPLORERS if card == t.explorer else why.NOT_IN_ROW


@rule
def why_not_chosen(g: Game, t: Tables, action: int) -> int:
    """Return why an action is no answer to the choice that is asked, or OK."""
    if action == PASS:
        return OK if can_pass(g, t) else why.MUST_CHOOSE
    verb, card = int(t.actions[action].verb), int(t.actions[action].card)
    if not fits(int(g.point), verb):
        return why.NOT_NOW
    if verb == do.SCRAP_FROM_DISCARD:
        among = discarded_candidates(g, int(g.point))
    else:
        among = candidates(g, t, int(g.point))
    return OK if among & bit(card) != NO_KINDS else why_not_candidate(g, t, verb, card)


@rule
def why_not(g: Game, t: Tables, player: int, action: int) -> int:
    """Return the first rule that forbids ``action``, or OK. Everyone who asks asks here."""
    if action < 0 or action >= t.action_count:
        return why.NO_SUCH_ACTION
    if g.ending != RUNNING:
        return OK if action == PASS else why.GAME_IS_OVER
    if g.active != player:
        return OK if action == PASS else why.NOT_ASKED
    return why_not_in_main(g, t, action) if g.point == at.MAIN else why_not_chosen(g, t, action)


# ── The mask ─────────────────────────────────────────────────────────────────────────────────────


@rule
def mark_hand_and_row(g: Game, t: Tables, mask: Mask) -> None:
    """Mark what can be played and bought."""
    me = g.players[g.active]
    left = kinds_in(me.hand.copies)
    while left != NO_KINDS:
        card = lowest(left)
        left = without_lowest(left)
        first = t.cards[card].play_id
        mask[first] = 1
        if t.cards[card].is_base == 0:
            for branch in range(1, t.cards[card].branches):
                mask[first + branch] = 1
    left = kinds_in(g.row.copies)
    if g.explorers > 0:
        left |= bit(int(t.explorer))
    while left != NO_KINDS:
        card = lowest(left)
        left = without_lowest(left)
        if t.cards[card].cost <= g.trade:
            mask[t.cards[card].buy_id] = 1
            if g.permissions > 0 and t.cards[card].is_base == 0:
                mask[t.cards[card].top_id] = why_not_buy(g, t, card, True) == OK


@rule
def mark_abilities(g: Game, t: Tables, mask: Mask) -> None:
    """Mark what cards in play can do."""
    in_play = kinds_in(g.players[g.active].in_play.copies)
    left = in_play & t.usable
    while left != NO_KINDS:
        base = lowest(left)
        left = without_lowest(left)
        for branch in range(t.cards[base].branches):
            mask[t.cards[base].use_id + branch] = why_not_use(g, t, base, branch) == OK
    left = in_play & (t.with_ally & ~t.automatic_ally | t.copiers) & g.triggered
    while left != NO_KINDS:
        card = lowest(left)
        left = without_lowest(left)
        mask[t.cards[card].ally_id] = why_not_ally(g, t, card) == OK
    left = in_play & (t.with_scrap | t.copiers)
    while left != NO_KINDS:
        card = lowest(left)
        left = without_lowest(left)
        mask[t.cards[card].scrap_id] = why_not_scrap(g, t, card) == OK


@rule
def mark_attacks(g: Game, t: Tables, mask: Mask) -> None:
    """Mark what can be attacked."""
    mask[ATTACK_OPPONENT] = outposts(g, t) == NO_KINDS
    left = targets(g, t)
    while left != NO_KINDS:
        base = lowest(left)
        left = without_lowest(left)
        mask[t.cards[base].attack_id] = t.cards[base].defense <= g.combat


@rule
def mark_choices(g: Game, t: Tables, mask: Mask) -> None:
    """Mark the answers to what is asked."""
    point = int(g.point)
    mask[PASS] = can_pass(g, t)
    left = candidates(g, t, point)
    while left != NO_KINDS:
        card = lowest(left)
        left = without_lowest(left)
        first = t.cards[card].choice_id[point]
        mask[first] = 1
        if point == at.COPY:
            for branch in range(1, t.cards[card].branches):
                mask[first + branch] = 1
    left = discarded_candidates(g, point)
    while left != NO_KINDS:
        card = lowest(left)
        left = without_lowest(left)
        mask[t.cards[card].from_discard_id] = 1


@rule
def write_mask(g: Game, t: Tables, player: int, mask: Mask) -> None:
    """Write what a player may do: the whole row; only `pass` for one who is not asked."""
    blank_mask(mask)
    if not waits_for(g, player):
        mask[PASS] = 1
    elif g.point == at.MAIN:
        mask[END_TURN] = 1
        mark_hand_and_row(g, t, mask)
        mark_abilities(g, t, mask)
        if g.combat > 0:
            mark_attacks(g, t, mask)
    else:
        mark_choices(g, t, mask)


# ── The only action ──────────────────────────────────────────────────────────────────────────────


@rule
def only_end_turn(g: Game, t: Tables) -> bool:
    """In the Main Phase: is there nothing to do but to end the turn?"""
    me = g.players[g.active]
    if me.hand.count > 0:
        return False
    if g.combat > 0 and outposts(g, t) == NO_KINDS:
        return False
    left = targets(g, t)
    while left != NO_KINDS:
        if t.cards[lowest(left)].defense <= g.combat:
            return False
        left = without_lowest(left)
    left = kinds_in(g.row.copies)
    if g.explorers > 0:
        left |= bit(int(t.explorer))
    while left != NO_KINDS:
        if t.cards[lowest(left)].cost <= g.trade:
            return False
        left = without_lowest(left)
    in_play = kinds_in(me.in_play.copies)
    left = in_play & (t.usable | t.with_ally | t.with_scrap | t.copiers)
    while left != NO_KINDS:
        card = lowest(left)
        left = without_lowest(left)
        if why_not_scrap(g, t, card) == OK or why_not_ally(g, t, card) == OK:
            return False
        if t.usable & bit(card) != NO_KINDS:
            for branch in range(t.cards[card].branches):
                if why_not_use(g, t, card, branch) == OK:
                    return False
    return True


@rule
def only_choice(g: Game, t: Tables) -> int:
    """At a choice: return the only action allowed, or -1."""
    point = int(g.point)
    if can_pass(g, t):
        return -1  # there is a candidate too, or nothing would be asked
    some, discarded = candidates(g, t, point), discarded_candidates(g, point)
    if some != NO_KINDS and discarded != NO_KINDS:
        return -1
    kinds: Bits = some | discarded
    if without_lowest(kinds) != NO_KINDS:
        return -1
    card = lowest(kinds)
    if point == at.COPY and t.cards[card].branches > 1:
        return -1
    return int(t.cards[card].from_discard_id if discarded != NO_KINDS else t.cards[card].choice_id[point])


@rule
def hand_is_plain(g: Game) -> bool:
    """Could everybody tell that the active player's hand has only one kind of card, or at most one card?"""
    me = g.players[g.active]
    if me.hand.count <= 1:
        return True
    kinds = kinds_in(me.known.copies)
    if me.known.count < me.hand.count:  # the others may be anything of hand and deck that is not known
        kinds = kinds_in(me.hand.copies) | kinds_in(me.deck.rest.copies)
    return bool(without_lowest(kinds) == NO_KINDS)


@rule
def forced_action(g: Game, t: Tables) -> int:
    """Return the action that is taken without asking, the only one (SR-2.6); -1: somebody is asked.

    With `ask="public"` a step that only the hidden cards of a hand force is asked all the same.
    """
    if g.ending != RUNNING:
        return -1
    if g.point == at.MAIN:
        return END_TURN if only_end_turn(g, t) else -1
    action = only_choice(g, t)
    if action >= 0 and g.ask_public and g.point < at.SCRAP_ROW and not hand_is_plain(g):
        return -1
    return action
