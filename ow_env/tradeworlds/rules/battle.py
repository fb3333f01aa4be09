"""A battle (TW-C): dice, the roll window, the result. A strike (TW-A7) and its window. What Tactics do."""

from __future__ import annotations

from ow_env.core.rng import Rng, below
from ow_env.tradeworlds import cards, state as at
from ow_env.tradeworlds.cards import ATTACK, DEFEND, PLACES
from ow_env.tradeworlds.rules import windows
from ow_env.tradeworlds.rules.ends import damage, win
from ow_env.tradeworlds.rules.hands import discard
from ow_env.tradeworlds.rules.lanes import firepower_of, resistance
from ow_env.tradeworlds.rules.losses import end_battle, first_lost, salvage, strike_home
from ow_env.tradeworlds.rules.tokens import can_use, carry_out_eliminations, pay_for_use, place_of_token, tokens_of
from ow_env.tradeworlds.state import NOBODY, SHIPS, Game, Tables, rule


@rule
def roll(faces: int, rng: Rng) -> int:
    """Roll a die: 1 to its number of faces."""
    return below(rng, faces) + 1


@rule
def roll_initiative(g: Game, t: Tables, side: int, rng: Rng) -> None:
    """Roll the Initiative die of a side (TW-C1)."""
    alien = g.alien_turn if side == ATTACK else g.target == NOBODY
    g.die[side] = roll(int(t.alien_initiative) if alien else int(t.initiative_die), rng)


# ── The alert window (TW-M4) ─────────────────────────────────────────────────────────────────────


@rule
def enemies(g: Game, seat: int) -> int:
    """Return the seats on the other side: bit per seat."""
    if seat == g.target:
        return windows.attackers(g)
    return 0 if g.target == NOBODY else 1 << int(g.target)


@rule
def can_eliminate(g: Game, t: Tables, seat: int) -> bool:
    """Can a player use a Destroyer (TW-M4)?"""
    if not can_use(g, t, seat, cards.DESTROYER, windows.in_battle(g)):
        return False
    for other in range(g.num_players):
        if enemies(g, seat) >> other & 1 and tokens_of(g, other):
            return True
    return False


@rule
def eliminate_token(g: Game, t: Tables, seat: int, other: int, token: int) -> None:
    """Use a Destroyer: this token will be eliminated (TW-M4)."""
    pay_for_use(g, t, seat, cards.DESTROYER)
    g.doomed |= 1 << (PLACES * other + place_of_token(g.players[other], token))


@rule
def open_battle(g: Game) -> None:
    """Begin a battle: with the alert window where Reinforcement Starships are played with (TW-C2)."""
    g.window_at = 0
    g.passes = 0
    g.point = at.ALERT


@rule
def roll_dice(g: Game, t: Tables, rng: Rng) -> None:
    """Roll both Initiative dice and open the roll window (TW-C1, TW-C2)."""
    roll_initiative(g, t, ATTACK, rng)
    roll_initiative(g, t, DEFEND, rng)
    g.window_at = 0
    g.passes = 0
    g.point = at.ROLL


@rule
def alert_is_over(g: Game, t: Tables, rng: Rng) -> bool:
    """Look for who is asked in the alert window, once each. Return whether the dice were rolled."""
    while g.reinforcements and g.window_at < windows.count_participants(g):
        seat = windows.participant(g, int(g.window_at))
        if can_eliminate(g, t, seat):
            g.asked = seat
            return False
        g.window_at += 1
    carry_out_eliminations(g)
    roll_dice(g, t, rng)
    return True


# ── The result ───────────────────────────────────────────────────────────────────────────────────


@rule
def hit(g: Game, t: Tables) -> None:
    """The attacker strikes home (TW-C3)."""
    power = int(g.fire[ATTACK]) + (int(g.alien_fire) if g.alien_turn else firepower_of(g, t, int(g.fighting)))
    if g.target == NOBODY:
        if power >= t.alien_resistance:
            win(g, int(g.active))
        end_battle(g)
    else:
        strike_home(g, DEFEND, power - int(g.guard[DEFEND]))


@rule
def strongest_within(g: Game, t: Tables, ships: int, most: int) -> int:
    """Return the ship of highest Resistance of at most so much, of those alike the lowest place; SHIPS: none."""
    found, best = SHIPS, 0
    for number in range(SHIPS):
        if ships >> number & 1:
            strength = resistance(t, g.players[number // PLACES].lane[number % PLACES])
            if best < strength <= most:
                found, best = number, strength
    return found


@rule
def alien_counters(g: Game, t: Tables, rng: Rng) -> None:
    """The Derelict counter-attacks: it rolls its Firepower and destroys what that covers, strongest first (TW-S7)."""
    left = roll(int(t.alien_die), rng) - int(g.guard[ATTACK])
    g.struck = ATTACK
    g.point = at.LOSS
    number = strongest_within(g, t, int(g.fighting), left)
    while number < SHIPS:
        g.lost |= 1 << number
        left -= resistance(t, g.players[number // PLACES].lane[number % PLACES])
        number = strongest_within(g, t, int(g.fighting) & ~int(g.lost), left)


@rule
def counter(g: Game, t: Tables, rng: Rng) -> None:
    """The defender strikes home (TW-C3, TW-S5, TW-S7)."""
    if g.target == NOBODY:
        alien_counters(g, t, rng)
        return
    power = firepower_of(g, t, windows.ships_of_side(g, DEFEND)) + int(g.fire[DEFEND])
    if not g.alien_turn:
        strike_home(g, ATTACK, power - int(g.guard[ATTACK]))
        return
    if power >= t.alien_resistance:
        win(g, int(g.target))
    end_battle(g)


@rule
def decide_battle(g: Game, t: Tables, rng: Rng) -> None:
    """Compare both totals (TW-C3)."""
    attacker = int(g.die[ATTACK]) + int(g.initiative[ATTACK])
    defender = int(g.die[DEFEND]) + int(g.initiative[DEFEND])
    if attacker > defender:
        hit(g, t)
    elif attacker == defender:
        counter(g, t, rng)
    else:
        end_battle(g)


@rule
def decide_strike(g: Game, t: Tables) -> None:
    """Damage the Homeworld (TW-A7, TW-T6)."""
    power = int(g.fire[ATTACK]) + (int(g.alien_fire) if g.alien_turn else firepower_of(g, t, int(g.fighting)))
    damage(g, int(g.target), max(power - int(g.shield), 0))
    end_battle(g)


@rule
def open_strike(g: Game) -> None:
    """Open the strike window (TW-T6)."""
    g.window_at = 0
    g.passes = 0
    g.point = at.STRIKE


@rule
def window_is_over(g: Game, t: Tables, rng: Rng) -> bool:
    """Look for who is asked next, until all have passed in succession (TW-T5). Return whether it is decided."""
    count = windows.count_participants(g)
    while g.passes < count:
        seat = windows.participant(g, int(g.window_at))
        if windows.is_asked(g, t, seat):
            g.asked = seat
            return False
        g.passes += 1
        g.window_at = (int(g.window_at) + 1) % count
    if g.point == at.ROLL:
        decide_battle(g, t, rng)
    else:
        decide_strike(g, t)
    return True


@rule
def pass_in_window(g: Game) -> None:
    """Pass in the window."""
    g.passes += 1
    g.window_at = (int(g.window_at) + 1) % windows.count_participants(g)


# ── Tactics and tokens ───────────────────────────────────────────────────────────────────────────


@rule
def play(g: Game, seat: int, card: int) -> None:
    """Play a Tactic: the other side may cancel it before it takes effect (TW-T1, TW-T3)."""
    discard(g.players[seat], card)
    g.played = card + 1
    g.played_by = seat
    g.back = g.point
    g.to_ask = enemies(g, seat) if g.target != NOBODY else 0
    g.point = at.CANCEL


@rule
def take_effect(g: Game, t: Tables, card: int, side: int, rng: Rng) -> None:
    """Do what a Tactic says (TW-T5 to TW-T7)."""
    effect, amount = int(t.cards[card].effect), int(t.cards[card].number)
    if effect == cards.INITIATIVE:
        g.initiative[side] += amount
    elif effect == cards.REROLL:
        roll_initiative(g, t, side, rng)
    elif effect == cards.FIREPOWER:
        g.fire[side] += amount
    elif effect == cards.RESISTANCE:
        g.guard[side] += amount
    elif effect == cards.SHIELD:
        g.shield += amount
    elif effect == cards.SALVAGE:
        salvage(g, first_lost(g))


@rule
def after_tactic(g: Game) -> None:
    """Go back to where a Tactic was played."""
    g.point = g.back
    g.asked = g.played_by
    g.played = 0
    g.played_by = 0
    g.back = 0
    g.to_ask = 0
    if g.point == at.ROLL or g.point == at.STRIKE:
        g.passes = 0
        g.window_at = (int(g.window_at) + 1) % windows.count_participants(g)


@rule
def cancel_is_over(g: Game, t: Tables, rng: Rng) -> bool:
    """Look for who is asked to cancel; if nobody is left, the Tactic takes effect. Return whether it did (TW-T3)."""
    seat = windows.next_seat(g, int(g.to_ask))
    while seat != NOBODY:
        if windows.can_cancel(g, t, seat):
            g.asked = seat
            return False
        g.to_ask &= ~(1 << seat)
        seat = windows.next_seat(g, int(g.to_ask))
    take_effect(g, t, int(g.played) - 1, windows.side_of(g, int(g.played_by)), rng)
    after_tactic(g)
    return True


@rule
def use_token(g: Game, t: Tables, seat: int, token: int, rng: Rng) -> None:
    """Use a Sentinel, Gunship or Cruiser (TW-M3)."""
    pay_for_use(g, t, seat, token)
    if token == cards.CRUISER:
        roll_initiative(g, t, windows.side_of(g, seat), rng)
    else:
        g.initiative[windows.side_of(g, seat)] += t.amount[token]
    g.passes = 0
    g.window_at = (int(g.window_at) + 1) % windows.count_participants(g)
