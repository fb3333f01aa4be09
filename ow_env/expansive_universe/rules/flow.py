"""One decision, and on to the next (EU-14)."""

from __future__ import annotations

from ow_env.core.jit import Actions
from ow_env.core.rng import Rng
from ow_env.expansive_universe.actions import (
    DO_ATTACK_PLACE,
    DO_BUY,
    DO_DESTROY,
    DO_END_TURN,
    DO_ENTANGLE,
    DO_FLY,
    DO_MISSION,
    DO_MOVE,
    DO_PASS,
    DO_PLACE_ON,
    DO_SIDE,
    DO_TAKE,
    DO_TARGET,
    DO_TARGET_FACTION,
    DO_USE,
)
from ow_env.expansive_universe.rules.damage import begin_battle, clear_battle, lose, losses_are_over, resolve_damage
from ow_env.expansive_universe.rules.legality import (
    PRICE,
    price_of_attack,
    price_of_flight,
    price_of_mission,
    price_of_slot,
    single_action,
)
from ow_env.expansive_universe.rules.lineup import put_on, put_on_side, salvage, take_slot
from ow_env.expansive_universe.rules.maneuvers import (
    decline_maneuver,
    maneuver,
    maneuvers_are_over,
    next_step,
    text_goes_on,
    use_weapon,
)
from ow_env.expansive_universe.rules.missions import (
    aim_mission,
    begin_mission,
    mission_goes_on,
    mission_number,
    next_effect,
    rob,
)
from ow_env.expansive_universe.rules.places import seat_of_faction
from ow_env.expansive_universe.rules.texts import do_to_card, do_to_player
from ow_env.expansive_universe.rules.travel import fly, move_crew
from ow_env.expansive_universe.rules.turn import end_turn, set_up
from ow_env.expansive_universe.state import (
    AT_FLIGHT,
    AT_LOCATION,
    AT_LOSS,
    AT_MANEUVER,
    AT_MARCH,
    AT_PLUNDER,
    AT_RECRUIT,
    AT_TARGET,
    AT_TURN,
    IN_MISSION,
    IN_SPACE,
    IN_TEXT,
    RUNNING,
    Game,
    Tables,
    rule,
)


@rule
def pay(g: Game, gold: int) -> None:
    """Pay gold."""
    g.players[g.active].gold -= gold


# ── One action ───────────────────────────────────────────────────────────────────────────────────


@rule
def pass_by(g: Game) -> None:
    """Decline what is asked."""
    if g.point == AT_MANEUVER:
        decline_maneuver(g)
    elif g.point == AT_TARGET:
        next_step(g)
    else:
        next_effect(g)


@rule
def buy(g: Game, t: Tables, slot: int) -> None:
    """Buy the card of a slot (EU-3), or take it for nothing (EU-6.4)."""
    if g.point == AT_RECRUIT:
        g.step += 1
    else:
        pay(g, price_of_slot(g, t, slot))
        g.has_bought |= slot > 0
    take_slot(g, t, slot)


@rule
def take_flight(g: Game, t: Tables, ship: int, place: int) -> None:
    """Fly a spaceship, as an action or by a mission (EU-4)."""
    if g.point == AT_FLIGHT:
        next_effect(g)
    else:
        pay(g, price_of_flight(g, t))
        g.has_flown = 1
    fly(g, ship, place)


@rule
def take_move(g: Game, t: Tables, card: int) -> None:
    """Move the crew, as an action or by a mission (EU-5)."""
    if g.point == AT_MARCH:
        next_effect(g)
    else:
        pay(g, PRICE)
    move_crew(g, t, card)


@rule
def take_mission(g: Game, t: Tables) -> None:
    """Attempt a mission (EU-6)."""
    pay(g, price_of_mission(g, t))
    begin_mission(g)


@rule
def take_attack(g: Game, t: Tables, battle: int, place: int) -> None:
    """Attack (EU-7)."""
    pay(g, price_of_attack(g, t))
    g.has_attacked = 1
    begin_battle(g, battle, place)


@rule
def take_target(g: Game, t: Tables, card: int) -> None:
    """Name a card."""
    if g.point == AT_TARGET:
        word = int(t.cards[int(g.text_of) - 1].text.word[g.step])
        do_to_card(g, t, int(g.turn_at), card, word)
        next_step(g)
    else:
        aim_mission(g, t, card)
        next_effect(g)


@rule
def take_target_faction(g: Game, t: Tables, faction: int) -> None:
    """Name a player."""
    seat = seat_of_faction(g, faction)
    if g.point == AT_PLUNDER:
        rob(g, int(g.active), seat, mission_number(g, t))
        next_effect(g)
        return
    text = t.cards[int(g.text_of) - 1].text
    do_to_player(g, int(g.turn_at), seat, int(text.word[g.step]), int(text.number[g.step]))
    next_step(g)


@rule
def act_in_turn(g: Game, t: Tables, verb: int, a: int, b: int, rng: Rng) -> None:
    """Carry out an action of a turn."""
    if verb == DO_END_TURN:
        end_turn(g, t, rng)
    elif verb == DO_BUY:
        buy(g, t, a)
    elif verb == DO_FLY:
        take_flight(g, t, int(t.cards[a].number), b)
    elif verb == DO_MOVE:
        take_move(g, t, a)
    elif verb == DO_MISSION:
        take_mission(g, t)
    elif verb == DO_ATTACK_PLACE:
        take_attack(g, t, IN_SPACE, b)
    else:
        take_attack(g, t, AT_LOCATION, int(t.cards[a].number))


@rule
def act(g: Game, t: Tables, action: int, rng: Rng) -> None:
    """Carry out one action of the player who is asked."""
    player, row = int(g.asked), t.actions[action]
    verb, a, b = int(row.verb), int(row.a), int(row.b)
    if verb == DO_PASS:
        pass_by(g)
    elif verb == DO_SIDE:
        put_on_side(g, t, a)
    elif verb == DO_PLACE_ON:
        put_on(g, t, a)
    elif verb == DO_ENTANGLE:
        maneuver(g, t, player, int(t.cards[a].number))
    elif verb == DO_USE:
        use_weapon(g, t, player, int(t.cards[a].number))
    elif verb == DO_TARGET:
        take_target(g, t, a)
    elif verb == DO_TARGET_FACTION:
        take_target_faction(g, t, b)
    elif verb == DO_TAKE:
        g.step += 1
        salvage(g, t, a)
    elif verb == DO_DESTROY:
        lose(g, t, player, int(t.cards[a].kind), int(t.cards[a].number))
    else:
        act_in_turn(g, t, verb, a, b, rng)


# ── On to the next decision ──────────────────────────────────────────────────────────────────────


@rule
def goes_on(g: Game, t: Tables, rng: Rng) -> bool:
    """Take a step that is nobody's choice, if one is due. Return whether it was."""
    point = int(g.point)
    if point == IN_MISSION:
        mission_goes_on(g, t)
        return True
    if point == IN_TEXT:
        text_goes_on(g, t)
        return True
    if point == AT_MANEUVER and maneuvers_are_over(g, t):
        resolve_damage(g, t)
        return True
    if point == AT_LOSS:
        return losses_are_over(g, t)
    if point == AT_TURN and not g.players[g.active].alive:
        end_turn(g, t, rng)
        return True
    return False


@rule
def tidy(g: Game) -> None:
    """Forget the turn or the battle in which the game ended; it never ends in a mission or a text (EU-6, EU-12)."""
    clear_battle(g)
    g.asked = g.active
    g.has_flown = 0
    g.has_attacked = 0
    g.has_bought = 0
    g.has_tried = 0


@rule
def take_single_steps(g: Game, t: Tables, rng: Rng) -> None:
    """Take what leaves no choice, until somebody is asked or the game is over (EU-14)."""
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
