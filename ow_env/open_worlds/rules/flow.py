"""The course of a turn: which Step follows which, and what each action sets going (OW-2).

Below: every Step. Above: engine.py. `proceed` is the turn on one screen: which Step plays at which point. A Step goes
on by the name of the point that comes next, and calls no other; but deploy_ground_forces and trigger_catastrophes
share what station_orbitals does with staged cards, and utilities asks stage and reveal what they allow.
"""

from __future__ import annotations

from ow_env.compiled.jit import Actions
from ow_env.core.rng import Rng
from ow_env.open_worlds import state as at, verbs as do
from ow_env.open_worlds.rules import orbital_activity, setup, surface_conflict, utilities
from ow_env.open_worlds.rules.count_income import proceed_count_income
from ow_env.open_worlds.rules.deploy_ground_forces import deploy_ground_forces
from ow_env.open_worlds.rules.draw import proceed_draw
from ow_env.open_worlds.rules.install_facilities import install_facilities, proceed_install, proceed_swap, swap
from ow_env.open_worlds.rules.legality import waits_for
from ow_env.open_worlds.rules.move import move, proceed_move
from ow_env.open_worlds.rules.order import around, go
from ow_env.open_worlds.rules.resolution import proceed_next_world, proceed_world_ends, resolve
from ow_env.open_worlds.rules.reveal import proceed_over_class, proceed_reveal, trash_ship
from ow_env.open_worlds.rules.stage import proceed_stage, stage
from ow_env.open_worlds.rules.station_orbitals import station_orbitals
from ow_env.open_worlds.rules.trash import discard, proceed_trash
from ow_env.open_worlds.rules.trigger_catastrophes import trigger_catastrophes
from ow_env.open_worlds.rules.turn import end_turn, exchange, proceed_exchange, proceed_turn_begins
from ow_env.open_worlds.state import EVERYONE, NOBODY, RUNNING, Game, Tables, rule


@rule(inline=True)
def leave_window(g: Game, t: Tables) -> None:
    """Go on from a window in which nobody plays any more to what follows it (OW-6.1)."""
    point = int(g.point)
    if point == at.WINDOW_TURN:
        go(g, at.WINDOW_STAGE)
    elif point == at.WINDOW_STAGE:
        go(g, at.STAGE)
    elif point == at.WINDOW_STAGED:
        go(g, at.MOVE)
    elif point == at.WINDOW_MOVED:
        go(g, at.REVEAL)
    elif point == at.WINDOW_REVEAL:
        go(g, at.OVER_CLASS)
    elif point == at.WINDOW_WORLD:
        go(g, at.INSTALL)
    elif point == at.WINDOW_SURFACE:
        surface_conflict.begin_surface_conflict(g, t)
    elif point == at.WINDOW_DRAWN:
        end_turn(g)


@rule(inline=True)
def deploy(g: Game, t: Tables) -> None:
    """Install, station, deploy, trigger: the Sub-Steps a to d, in which nobody decides but about Swaps (OW-4)."""
    install_facilities(g, t)
    station_orbitals(g, t)
    deploy_ground_forces(g, t)
    trigger_catastrophes(g, t)
    orbital_activity.begin_orbital_activity(g, t)


@rule(inline=True)
def proceed(g: Game, t: Tables, rng: Rng) -> None:
    """Go one point on through the turn, or ask a player (OW-2)."""
    point = int(g.point)
    if g.phase != at.IDLE:
        utilities.proceed_play(g, t, rng)
    elif utilities.is_window(point):
        if utilities.proceed_window(g, t):
            leave_window(g, t)
    elif point == at.ADJUST_HAND:
        setup.proceed_adjust(g, t, rng)
    elif point == at.TURN_BEGINS:
        proceed_turn_begins(g, t)
    elif point == at.EXCHANGE:
        proceed_exchange(g, t)
    elif point == at.STAGE:
        proceed_stage(g, t)
    elif point == at.MOVE:
        proceed_move(g, t)
    elif point == at.REVEAL:
        proceed_reveal(g, t)
    elif point == at.OVER_CLASS:
        proceed_over_class(g, t)
    elif point == at.NEXT_WORLD:
        proceed_next_world(g)
    elif point == at.INSTALL:
        proceed_install(g, t)
    elif point == at.SWAP:
        proceed_swap(g, t)
    elif point == at.DEPLOY:
        deploy(g, t)
    elif point == at.RETREAT:
        orbital_activity.proceed_retreat(g, t)
    elif point == at.ORBITAL:
        orbital_activity.proceed_orbital(g, t)
    elif point == at.SURFACE:
        surface_conflict.proceed_surface(g, t)
    elif point == at.CONQUER:
        surface_conflict.proceed_conquer(g, t)
    elif point == at.WORLD_ENDS:
        proceed_world_ends(g, t)
    elif point == at.COUNT_INCOME:
        proceed_count_income(g, t)
    elif point == at.TRASH:
        proceed_trash(g)
    elif point == at.DRAW:
        proceed_draw(g, rng)


@rule
def advance(g: Game, t: Tables, rng: Rng) -> None:
    """Play on by the rules alone to the next decision, or to the end."""
    g.actor = NOBODY
    while g.actor == NOBODY and g.ending == RUNNING:
        proceed(g, t, rng)


@rule(inline=True)
def decline(g: Game, player: int) -> None:
    """Pass: done, no target, or nothing more, as the question was."""
    if g.phase == at.REACTING:
        g.react_seat += 1
    elif g.actor == EVERYONE or g.point == at.STAGE:
        g.players[player].done = 1
    elif g.point == at.ORBITAL or g.point == at.SURFACE:
        g.weapon += 1
    elif utilities.is_window(int(g.point)):
        g.passes += 1
        g.seat = around(g, int(g.seat) + 1)
    else:
        g.seat += 1


@rule(inline=True)
def answer(g: Game, t: Tables, player: int, action: int) -> None:
    """Make a choice that the Utility in play asks for (OW-6.7)."""
    a = t.actions[action]
    card = int(a.card)
    if a.verb == do.CHOOSE:
        g.play_world = a.world
    elif a.verb == do.OPTION:
        g.play_option = a.world
    elif a.verb == do.TARGET:
        controller = around(g, player + int(a.controller))
        owner = around(g, player + int(a.owner))
        utilities.choose_unit(g, t, controller, card, owner)
    elif a.verb == do.STAGE:
        utilities.begin_replacing(g, t, player, card, int(a.world))
    elif a.verb == do.TAKE:
        if g.question == at.ASK_TAKEN_BACK:
            utilities.replace(g, player, int(g.play_card) - 1, card)
        elif g.question == at.ASK_CARD_OF_DECK:
            utilities.search(g, player, card)
        else:
            utilities.put_down(g, player, card)
        g.question = at.ASK_NOTHING


@rule(inline=True)
def act(g: Game, t: Tables, player: int, action: int, rng: Rng) -> None:
    """Take one player's action. Checks nothing: ask `why_not` first."""
    a = t.actions[action]
    verb = int(a.verb)
    card = int(a.card)
    world = int(a.world)
    controller = around(g, player + int(a.controller))
    owner = around(g, player + int(a.owner))
    if verb == do.PASS:
        decline(g, player)
    elif verb == do.PLAY:
        utilities.play(g, player, card)
    elif g.phase != at.IDLE:
        answer(g, t, player, action)
    elif verb == do.STAGE:
        stage(g, player, card, world)
    elif verb == do.MOVE:
        move(g, t, player, card, world)
    elif verb == do.RESOLVE:
        resolve(g, world)
    elif verb == do.DISCARD:
        if g.point == at.ADJUST_HAND:
            setup.adjust(g, player, card)
        elif g.point == at.EXCHANGE:
            exchange(g, player, card, rng)
        elif g.point == at.OVER_CLASS:
            trash_ship(g, t, player, card)
        else:
            discard(g, player, card)
    elif verb == do.SWAP:
        swap(g, player, card)
    elif verb == do.RETREAT:
        orbital_activity.retreat(g, player, card)
    elif verb == do.RESERVE:
        orbital_activity.reserve(g)
    elif verb == do.TARGET and g.point == at.ORBITAL:
        orbital_activity.aim(g, t, controller, card, owner)
    elif verb == do.TARGET:
        surface_conflict.attack(g, t, controller, card, owner)
    elif verb == do.DEFEND:
        surface_conflict.defend(g, t, player, card, owner)
    elif verb == do.CONQUER:
        surface_conflict.conquer(g, t, player, controller, card, owner)


@rule
def begin(g: Game, t: Tables, rng: Rng) -> None:
    """Set up a game from its template and play on to the first decision (OW-1)."""
    setup.begin(g, t, rng)
    advance(g, t, rng)


@rule
def apply(g: Game, t: Tables, rng: Rng, actions: Actions) -> None:
    """Take one joint decision, an action for each player, and play on to the next. Entries of others are ignored."""
    for player in range(g.num_players):
        if waits_for(g, player):
            act(g, t, player, int(actions[player]), rng)
    advance(g, t, rng)
