"""One decision, and on to the next (EU-14)."""

from __future__ import annotations

from ow_env.compiled.jit import Actions
from ow_env.core.rng import Rng
from ow_env.expansive_universe import state as at, verbs as do
from ow_env.expansive_universe.rules import legality, maneuvers, missions
from ow_env.expansive_universe.rules.damage import begin_battle, clear_battle, lose, losses_are_over, resolve_damage
from ow_env.expansive_universe.rules.lineup import put_on, put_on_side, salvage, take_slot
from ow_env.expansive_universe.rules.places import seat_of_faction
from ow_env.expansive_universe.rules.texts import do_to_card, do_to_player
from ow_env.expansive_universe.rules.travel import fly, move_crew
from ow_env.expansive_universe.rules.turn import end_turn, set_up
from ow_env.expansive_universe.state import AT_LOCATION, IN_SPACE, RUNNING, Game, Tables, rule


@rule
def pay(g: Game, gold: int) -> None:
    """Pay gold."""
    g.players[g.active].gold -= gold


# ── One action ───────────────────────────────────────────────────────────────────────────────────


@rule
def pass_by(g: Game) -> None:
    """Decline what is asked."""
    if g.point == at.MANEUVER:
        maneuvers.decline_maneuver(g)
    elif g.point == at.TARGET:
        maneuvers.next_step(g)
    else:
        missions.next_effect(g)


@rule
def buy(g: Game, t: Tables, slot: int) -> None:
    """Buy the card of a slot (EU-3), or take it for nothing (EU-6.4)."""
    if g.point == at.RECRUIT:
        g.step += 1
    else:
        pay(g, legality.price_of_slot(g, t, slot))
        g.has_bought |= slot > 0
    take_slot(g, t, slot)


@rule
def take_flight(g: Game, t: Tables, ship: int, place: int) -> None:
    """Fly a spaceship, as an action or by a mission (EU-4)."""
    if g.point == at.FLIGHT:
        missions.next_effect(g)
    else:
        pay(g, legality.price_of_flight(g, t))
        g.has_flown = 1
    fly(g, ship, place)


@rule
def take_move(g: Game, t: Tables, card: int) -> None:
    """Move the crew, as an action or by a mission (EU-5)."""
    if g.point == at.MARCH:
        missions.next_effect(g)
    else:
        pay(g, legality.PRICE)
    move_crew(g, t, card)


@rule
def take_mission(g: Game, t: Tables) -> None:
    """Attempt a mission (EU-6)."""
    pay(g, legality.price_of_mission(g, t))
    missions.begin_mission(g)


@rule
def take_attack(g: Game, t: Tables, battle: int, place: int) -> None:
    """Attack (EU-7)."""
    pay(g, legality.price_of_attack(g, t))
    g.has_attacked = 1
    begin_battle(g, battle, place)


@rule
def take_target(g: Game, t: Tables, card: int) -> None:
    """Name a card."""
    if g.point == at.TARGET:
        word = int(t.cards[int(g.text_of) - 1].text.word[g.step])
        do_to_card(g, t, int(g.turn_at), card, word)
        maneuvers.next_step(g)
    else:
        missions.aim_mission(g, t, card)
        missions.next_effect(g)


@rule
def take_target_faction(g: Game, t: Tables, faction: int) -> None:
    """Name a player."""
    seat = seat_of_faction(g, faction)
    if g.point == at.PLUNDER:
        missions.rob(g, int(g.active), seat, missions.mission_number(g, t))
        missions.next_effect(g)
        return
    text = t.cards[int(g.text_of) - 1].text
    do_to_player(g, int(g.turn_at), seat, int(text.word[g.step]), int(text.number[g.step]))
    maneuvers.next_step(g)


@rule
def act_in_turn(g: Game, t: Tables, verb: int, a: int, b: int, rng: Rng) -> None:
    """Carry out an action of a turn."""
    if verb == do.END_TURN:
        end_turn(g, t, rng)
    elif verb == do.BUY:
        buy(g, t, a)
    elif verb == do.FLY:
        take_flight(g, t, int(t.cards[a].number), b)
    elif verb == do.MOVE:
        take_move(g, t, a)
    elif verb == do.MISSION:
        take_mission(g, t)
    elif verb == do.ATTACK_PLACE:
        take_attack(g, t, IN_SPACE, b)
    else:
        take_attack(g, t, AT_LOCATION, int(t.cards[a].number))


@rule
def act(g: Game, t: Tables, action: int, rng: Rng) -> None:
    """Carry out one action of the player who is asked."""
    player, row = int(g.asked), t.actions[action]
    verb, a, b = int(row.verb), int(row.a), int(row.b)
    if verb == do.PASS:
        pass_by(g)
    elif verb == do.SIDE:
        put_on_side(g, t, a)
    elif verb == do.PLACE_ON:
        put_on(g, t, a)
    elif verb == do.ENTANGLE:
        maneuvers.maneuver(g, t, player, int(t.cards[a].number))
    elif verb == do.USE:
        maneuvers.use_weapon(g, t, player, int(t.cards[a].number))
    elif verb == do.TARGET:
        take_target(g, t, a)
    elif verb == do.TARGET_FACTION:
        take_target_faction(g, t, b)
    elif verb == do.TAKE:
        g.step += 1
        salvage(g, t, a)
    elif verb == do.DESTROY:
        lose(g, t, player, int(t.cards[a].kind), int(t.cards[a].number))
    else:
        act_in_turn(g, t, verb, a, b, rng)


# ── On to the next decision ──────────────────────────────────────────────────────────────────────


@rule
def goes_on(g: Game, t: Tables, rng: Rng) -> bool:
    """Take a step that is nobody's choice, if one is due. Return whether it was."""
    point = int(g.point)
    if point == at.IN_MISSION:
        missions.mission_goes_on(g, t)
        return True
    if point == at.IN_TEXT:
        maneuvers.text_goes_on(g, t)
        return True
    if point == at.MANEUVER and maneuvers.maneuvers_are_over(g, t):
        resolve_damage(g, t)
        return True
    if point == at.LOSS:
        return losses_are_over(g, t)
    if point == at.TURN and not g.players[g.active].alive:
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
    """Take what leaves no choice, until a player has to decide or the game is over (EU-14)."""
    while g.ending == RUNNING:
        if goes_on(g, t, rng):
            continue
        action = legality.single_action(g, t)
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
