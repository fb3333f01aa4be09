"""What may be done, and why not (TNW-10). `why_not` decides; the mask lists the same."""

from __future__ import annotations

from ow_env.compiled.jit import Mask
from ow_env.core.bits import lowest, without_lowest
from ow_env.core.blank import blank_mask
from ow_env.these_new_worlds import actions as why, state as at
from ow_env.these_new_worlds.actions import DO_COLONIZE, DO_PASS, OK, PASS
from ow_env.these_new_worlds.cards import COLOURS, STEAL, WILD
from ow_env.these_new_worlds.rules.card_phase import can_name, playable
from ow_env.these_new_worlds.rules.colonizing import can_pay
from ow_env.these_new_worlds.rules.sets import has
from ow_env.these_new_worlds.state import EMPTY, RUNNING, Game, Tables, rule


@rule
def waits_for(g: Game, player: int) -> bool:
    """Is it this player who decides? Always the one whose turn it is."""
    return bool(g.ending == RUNNING and g.active == player)


@rule
def why_not_play(g: Game, t: Tables, player: int, card: int, colour: int) -> int:
    """Return why a card can't be played, a wild for this colour, or OK."""
    if g.step != at.CARD_STEP:
        return why.DOME_STEP_NOW
    if not has(g.players[player].hand, card):
        return why.NOT_IN_HAND
    if t.cards[card].colour != WILD:
        return OK if has(playable(g, t, player), card) else why.TOO_LOW
    if can_name(g, t, player, card, colour):
        return OK
    if t.cards[card].award[0] != STEAL:
        return why.NOT_IN_COLLECTIVE
    return why.HOLDS_NONE if colour < COLOURS else why.HOLDS_SOME


@rule
def why_not_colonize(g: Game, player: int, colour: int, other: int) -> int:
    """Return why these two colours can't be paid (TNW-5.3), or OK."""
    if g.step != at.DOME_STEP:
        return why.CARD_STEP_NOW
    return OK if can_pay(g, player, colour) and can_pay(g, player, other) else why.CANT_PAY


@rule
def why_not_pass(g: Game, t: Tables, player: int) -> int:
    """Return why a card has to be played (TNW-3.6), or OK."""
    if g.step == at.CARD_STEP and g.players[player].hand & playable(g, t, player) != EMPTY:
        return why.MUST_PLAY
    return OK


@rule
def why_not(g: Game, t: Tables, player: int, action: int) -> int:
    """Return the first rule that forbids ``action``, or OK. Everyone who asks asks here."""
    if action < 0 or action >= t.action_count:
        return why.NO_SUCH_ACTION
    if g.ending != RUNNING:
        return OK if action == PASS else why.GAME_IS_OVER
    if g.active != player:
        return OK if action == PASS else why.NOT_ASKED
    about = t.actions[action]
    if about.verb == DO_PASS:
        return why_not_pass(g, t, player)
    if about.verb == DO_COLONIZE:
        return why_not_colonize(g, player, int(about.colour), int(about.other))
    return why_not_play(g, t, player, int(about.card), int(about.colour))


@rule
def mark_cards(g: Game, t: Tables, player: int, mask: Mask) -> None:
    """Mark what may be played, and passing if no coloured card may be."""
    hand = g.players[player].hand
    left = hand & playable(g, t, player)
    mask[PASS] = left == EMPTY
    while left != EMPTY:
        mask[t.cards[lowest(left)].play_id] = 1
        left = without_lowest(left)
    left = hand & ~t.coloured
    while left != EMPTY:
        wild = lowest(left)
        left = without_lowest(left)
        named = COLOURS + 1 if t.cards[wild].award[0] == STEAL else COLOURS
        for colour in range(named):
            mask[t.cards[wild].play_id + colour] = can_name(g, t, player, wild, colour)


@rule
def mark_pairs(g: Game, t: Tables, player: int, mask: Mask) -> None:
    """Mark the pairs of colours that can be paid, and passing."""
    mask[PASS] = 1
    for action in range(t.colonize_id, t.action_count):
        about = t.actions[action]
        mask[action] = can_pay(g, player, int(about.colour)) and can_pay(g, player, int(about.other))


@rule
def write_mask(g: Game, t: Tables, player: int, mask: Mask) -> None:
    """Write what a player may do: the whole row; only `pass` for one who is not asked."""
    blank_mask(mask)
    if not waits_for(g, player):
        mask[PASS] = 1
    elif g.step == at.CARD_STEP:
        mark_cards(g, t, player, mask)
    else:
        mark_pairs(g, t, player, mask)


@rule
def only_card_action(g: Game, t: Tables, player: int) -> int:
    """In the card step of a player who holds a card: return the only action allowed, or -1 (TNW-10.5)."""
    hand = g.players[player].hand
    left = hand & playable(g, t, player)
    found = PASS if left == EMPTY else int(t.cards[lowest(left)].play_id)
    if without_lowest(left) != EMPTY:
        return -1
    wilds = hand & ~t.coloured  # one of them may always be played, for some colour or for nothing
    return found if wilds == EMPTY else -1
