"""One decision, and on to the next (SR-2.4, SR-2.6)."""

from __future__ import annotations

from ow_env.compiled.jit import Actions
from ow_env.core.rng import Rng
from ow_env.star_realms import state as at, verbs as do
from ow_env.star_realms.actions import ATTACK_OPPONENT, END_TURN, PASS
from ow_env.star_realms.rules.abilities import ally_of, scrap_of
from ow_env.star_realms.rules.combat import attack_base, attack_opponent, destroy
from ow_env.star_realms.rules.draw import take_from_hand
from ow_env.star_realms.rules.effects import after_choice, begin_ability
from ow_env.star_realms.rules.legality import forced_action
from ow_env.star_realms.rules.playing import acquire_on_top, become_copy, buy, play
from ow_env.star_realms.rules.scrapping import scrap_from_discard, scrap_from_hand, scrap_from_play, scrap_from_row
from ow_env.star_realms.rules.turn import discard_owed, end_turn, set_up
from ow_env.star_realms.state import Game, Tables, piles, rule

add = piles.add


@rule
def use_base(g: Game, t: Tables, base: int, branch: int, rng: Rng) -> None:
    """Use a base's primary (SR-4.1)."""
    g.used[base] += 1
    begin_ability(g, t, int(t.cards[base].primary) + branch, rng)


@rule
def use_ally(g: Game, t: Tables, card: int, rng: Rng) -> None:
    """Use a triggered ally ability (SR-5.2)."""
    g.ally_used[card] += 1
    begin_ability(g, t, ally_of(g, t, card), rng)


@rule
def use_scrap(g: Game, t: Tables, card: int, rng: Rng) -> None:
    """Scrap a card in play, then carry out its scrap ability (SR-6.1)."""
    ability = scrap_of(g, t, card)
    scrap_from_play(g, t, card)
    begin_ability(g, t, ability, rng)


@rule
def act_in_main(g: Game, t: Tables, action: int, rng: Rng) -> None:
    """Carry out an action of the Main Phase."""
    if action == END_TURN:
        end_turn(g, t, rng)
        return
    if action == ATTACK_OPPONENT:
        attack_opponent(g)
        return
    verb, card, branch = int(t.actions[action].verb), int(t.actions[action].card), int(t.actions[action].branch)
    if verb == do.PLAY:
        play(g, t, card, branch, rng)
    elif verb == do.BUY:
        buy(g, t, card, False, rng)
    elif verb == do.BUY_ON_TOP:
        buy(g, t, card, True, rng)
    elif verb == do.USE:
        use_base(g, t, card, branch, rng)
    elif verb == do.ALLY:
        use_ally(g, t, card, rng)
    elif verb == do.SCRAP:
        use_scrap(g, t, card, rng)
    elif verb == do.ATTACK:
        attack_base(g, t, card)


@rule
def cycle_card(g: Game, card: int) -> None:
    """Discard a card that others will be drawn for (SR-10.7)."""
    me = g.players[g.active]
    take_from_hand(me, card)
    add(me.discard, card)


@rule
def choose(g: Game, t: Tables, action: int, rng: Rng) -> None:
    """Carry out the answer to what a card asks, and go on with its ability."""
    verb, card = int(t.actions[action].verb), int(t.actions[action].card)
    if verb == do.COPY:
        become_copy(g, t, int(t.lists[g.ability].card), card, int(t.actions[action].branch), rng)
        return
    if verb == do.SCRAP_FROM_HAND:
        scrap_from_hand(g, t, card)
    elif verb == do.SCRAP_FROM_DISCARD:
        scrap_from_discard(g, t, card)
    elif verb == do.SCRAP_FROM_ROW:
        scrap_from_row(g, t, card, rng)
    elif verb == do.DESTROY:
        destroy(g, card)
    elif verb == do.ACQUIRE:
        acquire_on_top(g, t, card, rng)
    elif verb == do.DISCARD:
        cycle_card(g, card)
    after_choice(g, t, action != PASS, rng)


@rule
def act(g: Game, t: Tables, action: int, rng: Rng) -> None:
    """Carry out one action of the active player."""
    if g.point == at.OWED:
        discard_owed(g, t, int(t.actions[action].card))
    elif g.ability == 0:
        act_in_main(g, t, action, rng)
    else:
        choose(g, t, action, rng)


@rule
def take_forced_steps(g: Game, t: Tables, rng: Rng) -> None:
    """Take what can only be done, until a player has a choice or the game is over (SR-2.6)."""
    action = forced_action(g, t)
    while action >= 0:
        act(g, t, action, rng)
        action = forced_action(g, t)


@rule
def begin(g: Game, t: Tables, rng: Rng) -> None:
    """Set up, and go on to the first decision."""
    set_up(g, t, rng)
    take_forced_steps(g, t, rng)


@rule
def apply(g: Game, t: Tables, rng: Rng, actions: Actions) -> None:
    """Carry out what the active player chose, and go on to the next decision."""
    act(g, t, int(actions[g.active]), rng)
    take_forced_steps(g, t, rng)
