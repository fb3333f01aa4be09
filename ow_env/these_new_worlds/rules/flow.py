"""One decision, and on to the next (TNW-3.8, TNW-10.5)."""

from __future__ import annotations

from ow_env.compiled.jit import Actions
from ow_env.core.rng import Rng
from ow_env.these_new_worlds import state as at
from ow_env.these_new_worlds.actions import PASS
from ow_env.these_new_worlds.rules.card_phase import play, play_none
from ow_env.these_new_worlds.rules.colonizing import can_colonize, colonize
from ow_env.these_new_worlds.rules.legality import only_card_action
from ow_env.these_new_worlds.rules.rounds import end_card_phase, set_up
from ow_env.these_new_worlds.state import EMPTY, Game, Tables, rule


@rule
def end_turn(g: Game, t: Tables, is_passed: bool, rng: Rng) -> None:
    """End a turn: after two passed ones in a row the card phase is over (TNW-3.8)."""
    if is_passed and g.passed:
        end_card_phase(g, t, rng)
        return
    g.passed = is_passed
    g.has_played = 0
    g.active = 1 - g.active
    g.step = at.CARD_STEP


@rule
def end_card_step(g: Game, t: Tables, rng: Rng) -> None:
    """Go on to the dome step, if there is one (TNW-5.6), or end the turn."""
    if can_colonize(g, int(g.active)):
        g.step = at.DOME_STEP
    else:
        end_turn(g, t, g.has_played == 0, rng)


@rule
def act_in_card_step(g: Game, t: Tables, action: int, rng: Rng) -> None:
    """Play a card, or none."""
    if action == PASS:
        play_none(g, t, int(g.active))
    else:
        play(g, t, int(g.active), int(t.actions[action].card), int(t.actions[action].colour))
    end_card_step(g, t, rng)


@rule
def act(g: Game, t: Tables, action: int, rng: Rng) -> None:
    """Carry out one action of the player whose turn it is."""
    if g.step == at.CARD_STEP:
        act_in_card_step(g, t, action, rng)
    elif action == PASS:
        end_turn(g, t, g.has_played == 0, rng)
    else:
        colonize(g, int(g.active), int(t.actions[action].colour), int(t.actions[action].other))
        end_turn(g, t, False, rng)


@rule
def take_forced_steps(g: Game, t: Tables, rng: Rng) -> None:
    """Take card steps that leave no choice, until a player has to decide or the game is over (TNW-3.9, TNW-10.5).

    With `ask="public"` everyone who holds a card is asked.
    """
    while g.step == at.CARD_STEP:
        if g.players[g.active].hand == EMPTY:
            end_card_step(g, t, rng)
            continue
        action = -1 if g.ask_public else only_card_action(g, t, int(g.active))
        if action < 0:
            return
        act_in_card_step(g, t, action, rng)


@rule
def begin(g: Game, t: Tables, rng: Rng) -> None:
    """Set up, and go on to the first decision."""
    set_up(g, t, rng)
    take_forced_steps(g, t, rng)


@rule
def apply(g: Game, t: Tables, rng: Rng, actions: Actions) -> None:
    """Carry out what the player whose turn it is chose, and go on to the next decision."""
    act(g, t, int(actions[g.active]), rng)
    take_forced_steps(g, t, rng)
