"""One decision, and on to the next (TW-P)."""

from __future__ import annotations

from ow_env.compiled.jit import Actions
from ow_env.core.rng import Rng
from ow_env.tradeworlds import state as at, verbs as do
from ow_env.tradeworlds.cards import CHANCELLOR, FRIGATE, LEVELS, PLACES
from ow_env.tradeworlds.rules import attack, battle, losses, market, roles
from ow_env.tradeworlds.rules.derelict import derelict_acts
from ow_env.tradeworlds.rules.hands import discard
from ow_env.tradeworlds.rules.legality import seat_of, ship_of, single_action
from ow_env.tradeworlds.rules.tokens import pay_for_use, reinforce
from ow_env.tradeworlds.rules.turn import end_rest, set_up
from ow_env.tradeworlds.rules.windows import can_save
from ow_env.tradeworlds.state import NO_ROLE, NOBODY, RUNNING, SHIPS, Game, Tables, rule

# ── One action ───────────────────────────────────────────────────────────────────────────────────


@rule
def pass_by(g: Game, t: Tables, player: int) -> None:
    """Pass, in a window or to an invitation."""
    if g.point == at.INVITE or g.point == at.CANCEL:
        g.to_ask &= ~(1 << player)
    elif g.point == at.ALERT:
        g.window_at += 1
    elif g.point == at.LOSS:
        losses.destroy(g, t, losses.first_lost(g))
    else:
        battle.pass_in_window(g)


@rule
def end_step(g: Game, t: Tables, rng: Rng) -> None:
    """End what was being done."""
    if g.point == at.BANK:
        roles.end_banking(g, t)
    elif g.point == at.ATTACK:
        attack.end_attack(g)
    elif g.point == at.BUY:
        market.end_buying(g)
    elif g.point == at.CONFIGURE:
        market.end_configuring(g)
    elif g.point == at.FIT:
        market.end_fitting(g)
    elif g.point == at.DISCARD:
        end_rest(g, t, rng)
    else:  # removing, exchanging
        roles.end_role(g)


@rule
def take_target(g: Game, t: Tables, seat: int, rng: Rng) -> None:
    """Name an opponent."""
    if g.role == CHANCELLOR:
        attack.propose(g, seat)
    else:
        roles.choose_target(g, t, seat, rng)


@rule
def take_discard(g: Game, player: int, card: int) -> None:
    """Discard a card, for the Saboteur or at the end of the turn."""
    discard(g.players[player], card)
    if g.point == at.SABOTAGE:
        g.count -= 1


@rule
def take_bank(g: Game, t: Tables, card: int) -> None:
    """Bank a card of the hand, or one of those taken."""
    if g.point == at.SMUGGLE:
        roles.smuggle(g, t, card)
    else:
        roles.bank(g, t, card)


@rule
def take_play(g: Game, player: int, card: int) -> None:
    """Play a Tactic: one that cancels another has that effect at once (TW-T3)."""
    if g.point == at.CANCEL:
        discard(g.players[player], card)
        battle.after_tactic(g)
    else:
        battle.play(g, player, card)


@rule
def take_use(g: Game, t: Tables, player: int, token: int, rng: Rng) -> None:
    """Use a token."""
    if g.point == at.LOSS:
        pay_for_use(g, t, player, FRIGATE)
        losses.decoy(g, losses.first_lost(g))
    else:
        battle.use_token(g, t, player, token, rng)


@rule
def act_on_cards(g: Game, t: Tables, player: int, verb: int, a: int, b: int, c: int, rng: Rng) -> None:
    """Carry out an action of one's own turn."""
    if verb == do.ROLE:
        roles.choose_role(g, t, a, rng)
    elif verb == do.TARGET:
        take_target(g, t, seat_of(g, player, a), rng)
    elif verb == do.TARGET_ALL:
        roles.sabotage(g, roles.opponents_with_cards(g), roles.FROM_ALL)
    elif verb == do.DECOMMISSION:
        roles.decommission(g, t, a)
    elif verb == do.BANK:
        take_bank(g, t, a)
    elif verb == do.REMOVE:
        roles.remove_card(g, a)
    elif verb == do.DISCARD:
        take_discard(g, player, a)
    elif verb == do.BUY:
        market.begin_purchase(g, a)
    elif verb == do.SPEND:
        market.spend(g, t, a)
    elif verb == do.CONFIGURE:
        market.configure(g, t, a, b, c)
    elif verb == do.FIT:
        market.fit(g, a)
    elif verb == do.REFIT:
        roles.refit(g, t, a, b)
    elif verb == do.REPLACE:
        roles.replace(g, t, a - LEVELS + 1)
    elif verb == do.REINFORCE:
        reinforce(g, t, a, b)


@rule
def act(g: Game, t: Tables, action: int, rng: Rng) -> None:
    """Carry out one action of the player who is asked."""
    player, row = int(g.asked), t.actions[action]
    verb, a, b, c = int(row.verb), int(row.a), int(row.b), int(row.c)
    if verb == do.PASS:
        pass_by(g, t, player)
    elif verb == do.DONE:
        end_step(g, t, rng)
    elif verb == do.JOIN:
        attack.join(g, player)
        g.to_ask &= ~(1 << player)
    elif verb == do.SEND:
        attack.send(g, ship_of(g, player, a, b))
    elif verb == do.ENGAGE:
        attack.engage(g, a)
    elif verb == do.STRIKE:
        attack.strike(g)
    elif verb == do.PLAY:
        take_play(g, player, a)
    elif verb == do.DESTROY:
        losses.lose(g, t, ship_of(g, player, a, b))
    elif verb == do.USE:
        take_use(g, t, player, a, rng)
    elif verb == do.ELIMINATE:
        battle.eliminate_token(g, t, player, seat_of(g, player, a), b)
        g.window_at += 1
    else:
        act_on_cards(g, t, player, verb, a, b, c, rng)


# ── On to the next decision ──────────────────────────────────────────────────────────────────────


@rule
def loss_is_dealt_with(g: Game, t: Tables) -> bool:
    """Destroy the next ship that is lost, unless its owner is asked first (TW-T7, TW-C9). Return whether it went on."""
    number = losses.first_lost(g)
    if number == SHIPS:
        losses.end_losses(g, t)
        return True
    if can_save(g, t, number):
        g.asked = number // PLACES
        return False
    losses.destroy(g, t, number)
    return True


@rule
def goes_on(g: Game, t: Tables, rng: Rng) -> bool:
    """Take a step that is nobody's choice, if one is due. Return whether it was."""
    point = int(g.point)
    if point == at.INVITE:
        return attack.invitation_is_over(g)
    if point == at.SABOTAGE:
        return roles.sabotage_is_over(g)
    if point == at.BANK:
        return roles.banking_is_over(g, t)
    if point == at.REMOVE:
        return roles.removing_is_over(g)
    if point == at.ATTACK:
        return attack.attack_is_over(g)
    if point == at.ALERT:
        return battle.alert_is_over(g, t, rng)
    if point == at.ROLL or point == at.STRIKE:
        return battle.window_is_over(g, t, rng)
    if point == at.CANCEL:
        return battle.cancel_is_over(g, t, rng)
    if point == at.DESTROY:
        return losses.losses_are_chosen(g, t)
    if point == at.LOSS:
        return loss_is_dealt_with(g, t)
    if point == at.PAY:
        return market.paying_is_over(g, t, rng)
    if point == at.DERELICT_ACTS:
        derelict_acts(g, t, rng)
        return True
    return False


@rule
def tidy(g: Game) -> None:
    """Forget what was under way when the game ended."""
    losses.forget_battle(g)
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
    """Take what leaves no choice, until a player has to decide or the game is over (TW-P)."""
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
