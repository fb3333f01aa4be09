"""The course of a turn: which Step follows which, and what each action sets going (OW-2).

Below: every Step. Above: engine.py. `proceed` is the turn on one screen: which Step plays at which point. A Step goes
on by the name of the point that comes next, and calls no other; but deploy_ground_forces and trigger_catastrophes
share what station_orbitals does with staged cards, and utilities asks stage and reveal what they allow.
"""

from __future__ import annotations

from ow_env.core.jit import Actions
from ow_env.core.rng import Rng
from ow_env.open_worlds.actions import (
    DO_CHOOSE,
    DO_CONQUER,
    DO_DEFEND,
    DO_DISCARD,
    DO_MOVE,
    DO_OPTION,
    DO_PASS,
    DO_PLAY,
    DO_RESERVE,
    DO_RESOLVE,
    DO_RETREAT,
    DO_STAGE,
    DO_SWAP,
    DO_TAKE,
    DO_TARGET,
)
from ow_env.open_worlds.rules import setup
from ow_env.open_worlds.rules.count_income import proceed_count_income
from ow_env.open_worlds.rules.deploy_ground_forces import deploy_ground_forces
from ow_env.open_worlds.rules.draw import proceed_draw
from ow_env.open_worlds.rules.install_facilities import install_facilities, proceed_install, proceed_swap, swap
from ow_env.open_worlds.rules.legality import waits_for
from ow_env.open_worlds.rules.move import move, proceed_move
from ow_env.open_worlds.rules.orbital_activity import (
    aim,
    begin_orbital_activity,
    proceed_orbital,
    proceed_retreat,
    reserve,
    retreat,
)
from ow_env.open_worlds.rules.order import around, go
from ow_env.open_worlds.rules.resolution import proceed_next_world, proceed_world_ends, resolve
from ow_env.open_worlds.rules.reveal import proceed_over_class, proceed_reveal, trash_ship
from ow_env.open_worlds.rules.stage import proceed_stage, stage
from ow_env.open_worlds.rules.station_orbitals import station_orbitals
from ow_env.open_worlds.rules.surface_conflict import (
    attack,
    begin_surface_conflict,
    conquer,
    defend,
    proceed_conquer,
    proceed_surface,
)
from ow_env.open_worlds.rules.trash import discard, proceed_trash
from ow_env.open_worlds.rules.trigger_catastrophes import trigger_catastrophes
from ow_env.open_worlds.rules.turn import end_turn, exchange, proceed_exchange, proceed_turn_begins
from ow_env.open_worlds.rules.utilities import (
    begin_replacing,
    choose_unit,
    is_window,
    play,
    proceed_play,
    proceed_window,
    put_down,
    replace,
    search,
)
from ow_env.open_worlds.state import (
    ADJUST_HAND,
    ASK_CARD_OF_DECK,
    ASK_NOTHING,
    ASK_TAKEN_BACK,
    CONQUER,
    COUNT_INCOME,
    DEPLOY,
    DRAW,
    EVERYONE,
    EXCHANGE,
    IDLE,
    INSTALL,
    MOVE,
    NEXT_WORLD,
    NOBODY,
    ORBITAL,
    OVER_CLASS,
    REACTING,
    RETREAT,
    REVEAL,
    RUNNING,
    STAGE,
    SURFACE,
    SWAP,
    TRASH,
    TURN_BEGINS,
    WINDOW_DRAWN,
    WINDOW_MOVED,
    WINDOW_REVEAL,
    WINDOW_STAGE,
    WINDOW_STAGED,
    WINDOW_SURFACE,
    WINDOW_TURN,
    WINDOW_WORLD,
    WORLD_ENDS,
    Game,
    Tables,
    rule,
)


@rule(inline=True)
def leave_window(g: Game, t: Tables) -> None:
    """Go on from a window in which nobody plays any more to what follows it (OW-6.1)."""
    point = int(g.point)
    if point == WINDOW_TURN:
        go(g, WINDOW_STAGE)
    elif point == WINDOW_STAGE:
        go(g, STAGE)
    elif point == WINDOW_STAGED:
        go(g, MOVE)
    elif point == WINDOW_MOVED:
        go(g, REVEAL)
    elif point == WINDOW_REVEAL:
        go(g, OVER_CLASS)
    elif point == WINDOW_WORLD:
        go(g, INSTALL)
    elif point == WINDOW_SURFACE:
        begin_surface_conflict(g, t)
    elif point == WINDOW_DRAWN:
        end_turn(g)


@rule(inline=True)
def deploy(g: Game, t: Tables) -> None:
    """Install, station, deploy, trigger: the Sub-Steps a to d, in which nobody decides but about Swaps (OW-4)."""
    install_facilities(g, t)
    station_orbitals(g, t)
    deploy_ground_forces(g, t)
    trigger_catastrophes(g, t)
    begin_orbital_activity(g, t)


@rule(inline=True)
def proceed(g: Game, t: Tables, rng: Rng) -> None:
    """Go one point on through the turn, or ask somebody (OW-2)."""
    point = int(g.point)
    if g.phase != IDLE:
        proceed_play(g, t, rng)
    elif is_window(point):
        if proceed_window(g, t):
            leave_window(g, t)
    elif point == ADJUST_HAND:
        setup.proceed_adjust(g, t, rng)
    elif point == TURN_BEGINS:
        proceed_turn_begins(g, t)
    elif point == EXCHANGE:
        proceed_exchange(g, t)
    elif point == STAGE:
        proceed_stage(g, t)
    elif point == MOVE:
        proceed_move(g, t)
    elif point == REVEAL:
        proceed_reveal(g, t)
    elif point == OVER_CLASS:
        proceed_over_class(g, t)
    elif point == NEXT_WORLD:
        proceed_next_world(g)
    elif point == INSTALL:
        proceed_install(g, t)
    elif point == SWAP:
        proceed_swap(g, t)
    elif point == DEPLOY:
        deploy(g, t)
    elif point == RETREAT:
        proceed_retreat(g, t)
    elif point == ORBITAL:
        proceed_orbital(g, t)
    elif point == SURFACE:
        proceed_surface(g, t)
    elif point == CONQUER:
        proceed_conquer(g, t)
    elif point == WORLD_ENDS:
        proceed_world_ends(g, t)
    elif point == COUNT_INCOME:
        proceed_count_income(g, t)
    elif point == TRASH:
        proceed_trash(g)
    elif point == DRAW:
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
    if g.phase == REACTING:
        g.react_seat += 1
    elif g.actor == EVERYONE or g.point == STAGE:
        g.players[player].done = 1
    elif g.point == ORBITAL or g.point == SURFACE:
        g.weapon += 1
    elif is_window(int(g.point)):
        g.passes += 1
        g.seat = around(g, int(g.seat) + 1)
    else:
        g.seat += 1


@rule(inline=True)
def answer(g: Game, t: Tables, player: int, action: int) -> None:
    """Make a choice that the Utility in play asks for (OW-6.7)."""
    a = t.actions[action]
    card = int(a.card)
    if a.verb == DO_CHOOSE:
        g.play_world = a.world
    elif a.verb == DO_OPTION:
        g.play_option = a.world
    elif a.verb == DO_TARGET:
        controller = around(g, player + int(a.controller))
        owner = around(g, player + int(a.owner))
        choose_unit(g, t, controller, card, owner)
    elif a.verb == DO_STAGE:
        begin_replacing(g, t, player, card, int(a.world))
    elif a.verb == DO_TAKE:
        if g.question == ASK_TAKEN_BACK:
            replace(g, player, int(g.play_card) - 1, card)
        elif g.question == ASK_CARD_OF_DECK:
            search(g, player, card)
        else:
            put_down(g, player, card)
        g.question = ASK_NOTHING


@rule(inline=True)
def act(g: Game, t: Tables, player: int, action: int, rng: Rng) -> None:
    """Take one player's action. Checks nothing: ask `why_not` first."""
    a = t.actions[action]
    verb = int(a.verb)
    card = int(a.card)
    world = int(a.world)
    controller = around(g, player + int(a.controller))
    owner = around(g, player + int(a.owner))
    if verb == DO_PASS:
        decline(g, player)
    elif verb == DO_PLAY:
        play(g, player, card)
    elif g.phase != IDLE:
        answer(g, t, player, action)
    elif verb == DO_STAGE:
        stage(g, player, card, world)
    elif verb == DO_MOVE:
        move(g, t, player, card, world)
    elif verb == DO_RESOLVE:
        resolve(g, world)
    elif verb == DO_DISCARD:
        if g.point == ADJUST_HAND:
            setup.adjust(g, player, card)
        elif g.point == EXCHANGE:
            exchange(g, player, card, rng)
        elif g.point == OVER_CLASS:
            trash_ship(g, t, player, card)
        else:
            discard(g, player, card)
    elif verb == DO_SWAP:
        swap(g, player, card)
    elif verb == DO_RETREAT:
        retreat(g, player, card)
    elif verb == DO_RESERVE:
        reserve(g)
    elif verb == DO_TARGET and g.point == ORBITAL:
        aim(g, t, controller, card, owner)
    elif verb == DO_TARGET:
        attack(g, t, controller, card, owner)
    elif verb == DO_DEFEND:
        defend(g, t, player, card, owner)
    elif verb == DO_CONQUER:
        conquer(g, t, player, controller, card, owner)


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
