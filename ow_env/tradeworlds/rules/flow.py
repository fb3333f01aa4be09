"""One decision, and on to the next (TW-P)."""

from __future__ import annotations

from ow_env.core.jit import Actions
from ow_env.core.rng import Rng
from ow_env.tradeworlds.actions import (
    DO_BANK,
    DO_BUY,
    DO_CONFIGURE,
    DO_DECOMMISSION,
    DO_DESTROY,
    DO_DISCARD,
    DO_DONE,
    DO_ELIMINATE,
    DO_ENGAGE,
    DO_FIT,
    DO_JOIN,
    DO_PASS,
    DO_PLAY,
    DO_REFIT,
    DO_REINFORCE,
    DO_REMOVE,
    DO_REPLACE,
    DO_ROLE,
    DO_SEND,
    DO_SPEND,
    DO_STRIKE,
    DO_TARGET,
    DO_TARGET_ALL,
    DO_USE,
)
from ow_env.tradeworlds.cards import CHANCELLOR, FRIGATE, LEVELS, PLACES
from ow_env.tradeworlds.rules.attack import (
    attack_is_over,
    end_attack,
    engage,
    invitation_is_over,
    join,
    propose,
    send,
    strike,
)
from ow_env.tradeworlds.rules.battle import (
    after_tactic,
    alert_is_over,
    cancel_is_over,
    eliminate_token,
    pass_in_window,
    play,
    use_token,
    window_is_over,
)
from ow_env.tradeworlds.rules.derelict import derelict_acts
from ow_env.tradeworlds.rules.hands import discard
from ow_env.tradeworlds.rules.legality import seat_of, ship_of, single_action
from ow_env.tradeworlds.rules.losses import (
    decoy,
    destroy,
    end_losses,
    first_lost,
    forget_battle,
    lose,
    losses_are_chosen,
)
from ow_env.tradeworlds.rules.market import (
    begin_purchase,
    configure,
    end_buying,
    end_configuring,
    end_fitting,
    fit,
    paying_is_over,
    spend,
)
from ow_env.tradeworlds.rules.roles import (
    FROM_ALL,
    bank,
    banking_is_over,
    choose_role,
    choose_target,
    decommission,
    end_banking,
    end_role,
    opponents_with_cards,
    refit,
    remove_card,
    removing_is_over,
    replace,
    sabotage,
    sabotage_is_over,
    smuggle,
)
from ow_env.tradeworlds.rules.tokens import pay_for_use, reinforce
from ow_env.tradeworlds.rules.turn import end_rest, set_up
from ow_env.tradeworlds.rules.windows import can_save
from ow_env.tradeworlds.state import (
    AT_ALERT,
    AT_ATTACK,
    AT_BANK,
    AT_BUY,
    AT_CANCEL,
    AT_CONFIGURE,
    AT_DESTROY,
    AT_DISCARD,
    AT_FIT,
    AT_INVITE,
    AT_LOSS,
    AT_PAY,
    AT_REMOVE,
    AT_ROLL,
    AT_SABOTAGE,
    AT_SMUGGLE,
    AT_STRIKE,
    DERELICT_ACTS,
    NO_ROLE,
    NOBODY,
    RUNNING,
    SHIPS,
    Game,
    Tables,
    rule,
)

# ── One action ───────────────────────────────────────────────────────────────────────────────────


@rule
def pass_by(g: Game, t: Tables, player: int) -> None:
    """Pass, in a window or to an invitation."""
    if g.point == AT_INVITE or g.point == AT_CANCEL:
        g.to_ask &= ~(1 << player)
    elif g.point == AT_ALERT:
        g.window_at += 1
    elif g.point == AT_LOSS:
        destroy(g, t, first_lost(g))
    else:
        pass_in_window(g)


@rule
def end_step(g: Game, t: Tables, rng: Rng) -> None:
    """End what was being done."""
    if g.point == AT_BANK:
        end_banking(g, t)
    elif g.point == AT_ATTACK:
        end_attack(g)
    elif g.point == AT_BUY:
        end_buying(g)
    elif g.point == AT_CONFIGURE:
        end_configuring(g)
    elif g.point == AT_FIT:
        end_fitting(g)
    elif g.point == AT_DISCARD:
        end_rest(g, t, rng)
    else:  # removing, exchanging
        end_role(g)


@rule
def take_target(g: Game, t: Tables, seat: int, rng: Rng) -> None:
    """Name an opponent."""
    if g.role == CHANCELLOR:
        propose(g, seat)
    else:
        choose_target(g, t, seat, rng)


@rule
def take_discard(g: Game, player: int, card: int) -> None:
    """Discard a card, for the Saboteur or at the end of the turn."""
    discard(g.players[player], card)
    if g.point == AT_SABOTAGE:
        g.count -= 1


@rule
def take_bank(g: Game, t: Tables, card: int) -> None:
    """Bank a card of the hand, or one of those taken."""
    if g.point == AT_SMUGGLE:
        smuggle(g, t, card)
    else:
        bank(g, t, card)


@rule
def take_play(g: Game, player: int, card: int) -> None:
    """Play a Tactic: one that cancels another has that effect at once (TW-T3)."""
    if g.point == AT_CANCEL:
        discard(g.players[player], card)
        after_tactic(g)
    else:
        play(g, player, card)


@rule
def take_use(g: Game, t: Tables, player: int, token: int, rng: Rng) -> None:
    """Use a token."""
    if g.point == AT_LOSS:
        pay_for_use(g, t, player, FRIGATE)
        decoy(g, first_lost(g))
    else:
        use_token(g, t, player, token, rng)


@rule
def act_on_cards(g: Game, t: Tables, player: int, verb: int, a: int, b: int, c: int, rng: Rng) -> None:
    """Carry out an action of one's own turn."""
    if verb == DO_ROLE:
        choose_role(g, t, a, rng)
    elif verb == DO_TARGET:
        take_target(g, t, seat_of(g, player, a), rng)
    elif verb == DO_TARGET_ALL:
        sabotage(g, opponents_with_cards(g), FROM_ALL)
    elif verb == DO_DECOMMISSION:
        decommission(g, t, a)
    elif verb == DO_BANK:
        take_bank(g, t, a)
    elif verb == DO_REMOVE:
        remove_card(g, a)
    elif verb == DO_DISCARD:
        take_discard(g, player, a)
    elif verb == DO_BUY:
        begin_purchase(g, a)
    elif verb == DO_SPEND:
        spend(g, t, a)
    elif verb == DO_CONFIGURE:
        configure(g, t, a, b, c)
    elif verb == DO_FIT:
        fit(g, a)
    elif verb == DO_REFIT:
        refit(g, t, a, b)
    elif verb == DO_REPLACE:
        replace(g, t, a - LEVELS + 1)
    elif verb == DO_REINFORCE:
        reinforce(g, t, a, b)


@rule
def act(g: Game, t: Tables, action: int, rng: Rng) -> None:
    """Carry out one action of the player who is asked."""
    player, row = int(g.asked), t.actions[action]
    verb, a, b, c = int(row.verb), int(row.a), int(row.b), int(row.c)
    if verb == DO_PASS:
        pass_by(g, t, player)
    elif verb == DO_DONE:
        end_step(g, t, rng)
    elif verb == DO_JOIN:
        join(g, player)
        g.to_ask &= ~(1 << player)
    elif verb == DO_SEND:
        send(g, ship_of(g, player, a, b))
    elif verb == DO_ENGAGE:
        engage(g, a)
    elif verb == DO_STRIKE:
        strike(g)
    elif verb == DO_PLAY:
        take_play(g, player, a)
    elif verb == DO_DESTROY:
        lose(g, t, ship_of(g, player, a, b))
    elif verb == DO_USE:
        take_use(g, t, player, a, rng)
    elif verb == DO_ELIMINATE:
        eliminate_token(g, t, player, seat_of(g, player, a), b)
        g.window_at += 1
    else:
        act_on_cards(g, t, player, verb, a, b, c, rng)


# ── On to the next decision ──────────────────────────────────────────────────────────────────────


@rule
def loss_is_dealt_with(g: Game, t: Tables) -> bool:
    """Destroy the next ship that is lost, unless its owner is asked first (TW-T7, TW-C9). Return whether it went on."""
    number = first_lost(g)
    if number == SHIPS:
        end_losses(g, t)
        return True
    if can_save(g, t, number):
        g.asked = number // PLACES
        return False
    destroy(g, t, number)
    return True


@rule
def goes_on(g: Game, t: Tables, rng: Rng) -> bool:
    """Take a step that is nobody's choice, if one is due. Return whether it was."""
    point = int(g.point)
    if point == AT_INVITE:
        return invitation_is_over(g)
    if point == AT_SABOTAGE:
        return sabotage_is_over(g)
    if point == AT_BANK:
        return banking_is_over(g, t)
    if point == AT_REMOVE:
        return removing_is_over(g)
    if point == AT_ATTACK:
        return attack_is_over(g)
    if point == AT_ALERT:
        return alert_is_over(g, t, rng)
    if point == AT_ROLL or point == AT_STRIKE:
        return window_is_over(g, t, rng)
    if point == AT_CANCEL:
        return cancel_is_over(g, t, rng)
    if point == AT_DESTROY:
        return losses_are_chosen(g, t)
    if point == AT_LOSS:
        return loss_is_dealt_with(g, t)
    if point == AT_PAY:
        return paying_is_over(g, t, rng)
    if point == DERELICT_ACTS:
        derelict_acts(g, t, rng)
        return True
    return False


@rule
def tidy(g: Game) -> None:
    """Forget what was under way when the game ended."""
    forget_battle(g)
    g.active = g.leader
    g.asked = g.leader
    g.role = NO_ROLE
    g.refused = 0
    g.to_all = 0
    g.count = 0
    g.target = NOBODY
    g.allies = 0
    g.to_ask = 0
    g.rest_due = 0
    g.banked = 0
    g.change = 0
    g.unused = 0
    g.group = 0
    g.busy = 0
    g.doomed = 0
    g.alien_turn = 0
    g.alien_attacks = 0
    for seat in range(g.num_players):
        g.players[seat].used_up = 0


@rule
def take_single_steps(g: Game, t: Tables, rng: Rng) -> None:
    """Take what leaves no choice, until somebody is asked or the game is over (TW-P)."""
    while g.ending == RUNNING:
        if goes_on(g, t, rng):
            continue
        action = single_action(g, t)
        if action < 0:
            return
        act(g, t, action, rng)
    tidy(g)


@rule
def begin(g: Game, t: Tables, rng: Rng) -> None:
    """Set up, and go on to the first decision."""
    set_up(g, t, rng)
    take_single_steps(g, t, rng)


@rule
def apply(g: Game, t: Tables, rng: Rng, actions: Actions) -> None:
    """Carry out what the player who is asked chose, and go on to the next decision."""
    act(g, t, int(actions[g.asked]), rng)
    take_single_steps(g, t, rng)
