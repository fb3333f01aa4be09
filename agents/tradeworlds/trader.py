"""The trader: all scripts of TradeWorlds are this one, with weights of their own.

Below: roles.py and those under it. Above: scripts.py. For each decision it takes what has the highest value, by the
formulas of weights.py; ships, purchases and attacks are planned again for each.
"""

from __future__ import annotations

from agents.tradeworlds import trade
from agents.tradeworlds.battles import plan_attack, price_of, result, result_with, struck
from agents.tradeworlds.decode import decode, ships_of
from agents.tradeworlds.roles import choose_target, gain_of_exchange, joins, value_of_role
from agents.tradeworlds.scratch import ME, NONE, Scratch, Tables, rule
from agents.tradeworlds.trade import NEVER, trade_of
from ow_env.compiled.jit import Mask, Observation
from ow_env.core.rng import Rng
from ow_env.tradeworlds import state as at, verbs as do
from ow_env.tradeworlds.actions import DONE, PASS
from ow_env.tradeworlds.cards import ATTACK, CRUISER, DEFEND, FIREPOWER, INITIATIVE, PLACES, REROLL, SHIELD, TOKENS
from ow_env.tradeworlds.observe import PLAYED
from ow_env.tradeworlds.state import SHIPS

SAVED = 0.5  # share of a ship's worth that its cards in hand are
LEFT_TO_UNLOCK = 0.5  # share of a place that credits spent on a token cost


# ── The turn ─────────────────────────────────────────────────────────────────────────────────────


@rule
def gain_of_token(t: Tables, s: Scratch, place: int, token: int) -> float:
    """Return what a Reinforcement Starship on a ship of mine is worth, less its price."""
    share = 1.0 if token == CRUISER or token == CRUISER - 1 else 0.7  # Frigate and Cruiser before others
    cost = s.weights.credit * (1.0 if t.goal > 0 else float(s.weights.idle)) * int(t.send)
    if s.level[ME] < s.wanted:
        cost += LEFT_TO_UNLOCK * s.weights.unlock + s.weights.credit * int(t.send)
    size = trade.worth_of_ship(s, int(s.fire[place]), int(s.strength[place])) / (1.0 + trade.worth_of_ship(s, 5, 5))
    return float(s.weights.token * share * size - cost)


@rule
def choose_role(t: Tables, s: Scratch, row: Observation) -> int:
    """Return the best Role, or the token that comes before it."""
    best, choice = 4.0 * NEVER, int(s.legal[0])
    token, gain = NONE, 0.0
    for k in range(s.num_legal):
        action = int(s.legal[k])
        a = t.actions[action]
        if a.verb == do.REINFORCE:
            found = gain_of_token(t, s, int(a.a), int(a.b))
            if found > gain:
                token, gain = action, found
        elif a.verb == do.ROLE:
            found = value_of_role(t, s, row, int(a.a))
            if found > best:
                best, choice = found, action
    return choice if token == NONE else token


@rule
def choose_reinforcement(t: Tables, s: Scratch, otherwise: int) -> int:
    """Return the best token to send, or what else is to be done."""
    best, choice = 0.0, otherwise
    for k in range(s.num_legal):
        a = t.actions[s.legal[k]]
        if a.verb == do.REINFORCE:
            found = gain_of_token(t, s, int(a.a), int(a.b))
            if found > best:
                best, choice = found, int(s.legal[k])
    return choice


@rule
def choose_refit(t: Tables, s: Scratch, row: Observation) -> int:
    """Return the best exchange; the end of them where none is a gain."""
    best, choice = 2.0 * NEVER, int(s.legal[0])
    for k in range(s.num_legal):
        a = t.actions[s.legal[k]]
        found = 0.0
        if a.verb == do.REFIT:
            found = gain_of_exchange(t, s, row, int(a.a), int(a.b))
        if found > best:
            best, choice = found, int(s.legal[k])
    return choice


@rule
def cheapest(t: Tables, s: Scratch, verb: int) -> int:
    """Return the action of a verb for the card that I can best do without."""
    best, choice = -NEVER, int(s.legal[0])
    for k in range(s.num_legal):
        a = t.actions[s.legal[k]]
        if a.verb == verb:
            found = trade_of(t, int(a.a)) + trade.keeping(t, s, int(a.a))
            if found < best:
                best, choice = found, int(s.legal[k])
    return choice


@rule
def dearest(t: Tables, s: Scratch) -> int:
    """Return the action for the card of the highest Trade Value."""
    choice = int(s.legal[0])
    for k in range(s.num_legal):
        if trade_of(t, int(t.actions[s.legal[k]].a)) > trade_of(t, int(t.actions[choice].a)):
            choice = int(s.legal[k])
    return choice


@rule
def choose_discard(t: Tables, s: Scratch) -> int:
    """Return a card to discard so that another is drawn, or the end of it."""
    action = cheapest(t, s, do.DISCARD)
    a = t.actions[action]
    return action if a.verb == do.DISCARD and trade.is_stale(t, s, int(a.a)) else DONE


# ── The attack ───────────────────────────────────────────────────────────────────────────────────


@rule
def choose_in_attack(t: Tables, s: Scratch, mask: Mask) -> int:
    """Return what the plan of the attack begins with."""
    ships, busy = int(s.unused) | int(s.group), 0
    if s.target != NONE:
        busy = int(s.busy) >> (PLACES * int(s.target)) & ((1 << PLACES) - 1)
    more = int(s.power[ATTACK])
    best = plan_attack(t, s, ships, int(s.target), busy, int(s.group), more)
    tactic = NONE
    for k in range(s.num_legal):
        a = t.actions[s.legal[k]]
        if a.verb == do.PLAY:
            amount = int(t.cards[a.a].number)
            found = plan_attack(t, s, ships, int(s.target), busy, int(s.group), more + amount)
            found -= price_of(t, s, int(a.a))
            if found > best:
                best, tactic = found, int(s.legal[k])
    if tactic != NONE:
        return tactic
    plan_attack(t, s, ships, int(s.target), busy, int(s.group), more)
    choice = DONE
    if s.best_group == s.group and s.group:
        choice = int(t.first[do.ENGAGE]) + int(s.best_lane) - 1
    elif s.best_group:
        for ship in range(SHIPS - 1, -1, -1):
            if int(s.best_group) & ~int(s.group) & (1 << ship):
                choice = int(t.first[do.SEND]) + ship
    elif mask[t.first[do.STRIKE]]:
        choice = int(t.first[do.STRIKE])
    return choice if mask[choice] else int(s.legal[0])


@rule
def my_side(s: Scratch) -> int:
    """Return the side that I am on."""
    return ATTACK if s.attacking else DEFEND


@rule
def for_me(s: Scratch, value: float) -> float:
    """Return what a result for the attackers is worth to me."""
    return value if s.attacking else -value


@rule
def choose_in_roll(t: Tables, s: Scratch) -> int:
    """Return the Tactic or token that changes the battle most for its price, or pass."""
    side = my_side(s)
    now, best, choice = for_me(s, result(t, s)), 0.0, PASS
    for k in range(s.num_legal):
        a = t.actions[s.legal[k]]
        if a.verb == do.PLAY:
            effect, amount = int(t.cards[a.a].effect), int(t.cards[a.a].number)
            cost = price_of(t, s, int(a.a))
        elif a.verb == do.USE:
            effect, amount = REROLL if a.a == CRUISER else INITIATIVE, int(t.amount[a.a])
            cost = s.weights.credit * int(t.use[a.a])
        else:
            continue
        found = for_me(s, result_with(t, s, effect, amount, side)) - now - cost
        if found > best:
            best, choice = found, int(s.legal[k])
    return choice


@rule
def strike_fire(t: Tables, s: Scratch) -> int:
    """Return the damage of the strike as it stands."""
    fire = int(s.power[ATTACK]) - int(s.shield)
    if s.alien_turn:
        return fire + int(s.alien_fire)
    for ship in range(SHIPS):
        if s.fighting >> ship & 1:
            fire += int(s.fire[ship])
    return fire


@rule
def choose_in_strike(t: Tables, s: Scratch) -> int:
    """Return the Tactic that changes the strike most for its price, or pass."""
    fire, best, choice = strike_fire(t, s), 0.0, PASS
    now = struck(t, s, int(s.target), fire)
    for k in range(s.num_legal):
        a = t.actions[s.legal[k]]
        if a.verb == do.PLAY:
            amount = int(t.cards[a.a].number)
            more = amount if t.cards[a.a].effect == FIREPOWER else -amount
            found = abs(struck(t, s, int(s.target), fire + more) - now) - price_of(t, s, int(a.a))
            if found > best:
                best, choice = found, int(s.legal[k])
    return choice


@rule
def choose_cancel(t: Tables, s: Scratch, row: Observation) -> int:
    """Cancel the Tactic of the other side, if it changes more than that costs."""
    played = NONE
    for card in range(t.card_count):
        if row[t.at[PLAYED] + card] != 0:
            played = card
    if played == NONE:
        return PASS
    effect, amount, side = int(t.cards[played].effect), int(t.cards[played].number), 1 - my_side(s)
    change = 0.0
    if s.back == at.ROLL:
        change = result_with(t, s, effect, amount, side) - result(t, s)
    elif s.back == at.STRIKE:
        fire = strike_fire(t, s)
        more = -amount if effect == SHIELD else amount
        change = struck(t, s, int(s.target), fire + more) - struck(t, s, int(s.target), fire)
    elif s.back == at.LOSS:
        return int(s.legal[s.num_legal - 1])
    for k in range(s.num_legal):
        a = t.actions[s.legal[k]]
        if a.verb == do.PLAY and -for_me(s, change) > price_of(t, s, int(a.a)):
            return int(s.legal[k])
    return PASS


@rule
def choose_saving(t: Tables, s: Scratch) -> int:
    """Save the ship with a decoy, or its cards with a Tactic, if that is worth it."""
    worth, best, choice = 0.0, 0.0, PASS
    for ship in range(SHIPS):
        if s.fighting >> ship & 1 and s.ships >> ship & 1 and ships_of(s, ME) >> ship & 1:
            worth = max(worth, trade.worth_of_ship(s, int(s.fire[ship]), int(s.strength[ship])))
    for k in range(s.num_legal):
        a = t.actions[s.legal[k]]
        found = 0.0
        if a.verb == do.USE:
            found = worth - s.weights.credit * int(t.use[a.a])
        elif a.verb == do.PLAY:
            found = SAVED * worth - price_of(t, s, int(a.a))
        if found > best:
            best, choice = found, int(s.legal[k])
    return choice


@rule
def choose_loss(t: Tables, s: Scratch) -> int:
    """Return which ship is destroyed: the dearest."""
    best, choice = NEVER, int(s.legal[0])
    for k in range(s.num_legal):
        a = t.actions[s.legal[k]]
        if a.verb == do.DESTROY:
            ship = PLACES * int(a.a) + int(a.b)
            found = trade.worth_of_ship(s, int(s.fire[ship]), int(s.strength[ship])) + 0.1 * s.strength[ship]
            if found > best:
                best, choice = found, int(s.legal[k])
    return choice


@rule
def choose_alert(t: Tables, s: Scratch) -> int:
    """Eliminate the strongest token of the other side, if tokens are worth it."""
    choice = PASS
    for k in range(s.num_legal):
        a = t.actions[s.legal[k]]
        if a.verb == do.ELIMINATE and s.weights.token > s.weights.credit * int(t.use[TOKENS]):
            choice = int(s.legal[k])
    return choice


# ── All of it ────────────────────────────────────────────────────────────────────────────────────


@rule
def choose_in_turn(t: Tables, s: Scratch, row: Observation, mask: Mask) -> int:
    """Return what to do where the turn's player is asked."""
    point = int(s.point)
    if point == at.ROLE:
        return choose_role(t, s, row)
    if point == at.CHANCELLOR or point == at.TARGET:
        return choose_target(t, s, row, mask)
    if point == at.BANK:
        trade.keep_for_bank(t, s)
        return trade.choose_bank(t, s)
    if point == at.SMUGGLE:
        return dearest(t, s)
    if point == at.REMOVE:
        action = cheapest(t, s, do.REMOVE)
        stays = trade_of(t, int(t.actions[action].a)) >= s.average and mask[DONE]
        return DONE if stays else action
    if point == at.REFIT:
        return choose_refit(t, s, row)
    if point == at.BUY:
        trade.keep_cards(t, s, int(s.level[ME]))
        return trade.choose_purchase(t, s, row, mask)
    if point == at.PAY:
        trade.keep_cards(t, s, int(s.level[ME]))
        card = trade.payment(t, s, trade.price_due(t, s, row))
        return cheapest(t, s, do.SPEND) if card == NONE else int(t.first[do.SPEND]) + card
    if point == at.CONFIGURE:
        trade.keep_cards(t, s, int(s.level[ME]))
        return choose_reinforcement(t, s, trade.choose_ship(t, s))
    if point == at.FIT:
        return int(s.legal[s.num_legal - 1])  # the strongest Weapon that fits
    if point == at.DISCARD:
        trade.keep_cards(t, s, int(s.level[ME]))
        return choose_discard(t, s)
    return int(s.legal[0])


@rule
def choose_trader(t: Tables, s: Scratch, row: Observation, mask: Mask, rng: Rng) -> int:
    """Return the allowed action of the highest value."""
    decode(t, s, row, mask)
    if s.num_legal <= 1:
        return int(s.legal[0]) if s.num_legal == 1 else PASS
    point = int(s.point)
    if point == at.INVITE:
        return int(t.first[do.JOIN]) if joins(t, s) else PASS
    if point == at.SABOTAGE:
        return cheapest(t, s, do.DISCARD)
    if point == at.ATTACK:
        return choose_in_attack(t, s, mask)
    if point == at.ALERT:
        return choose_alert(t, s)
    if point == at.ROLL:
        return choose_in_roll(t, s)
    if point == at.STRIKE:
        return choose_in_strike(t, s)
    if point == at.CANCEL:
        return choose_cancel(t, s, row)
    if point == at.DESTROY:
        return choose_loss(t, s)
    if point == at.LOSS:
        return choose_saving(t, s)
    action = choose_in_turn(t, s, row, mask)
    return action if mask[action] else int(s.legal[0])
