"""Who is asked tells no more than it has to, and neither a position nor a copy of it can foretell a draw (OW-6, OW-7).

That a player gets the very same after `hide` is held for every game by tests/contract/. Under `ask="public"` who else
is asked must not depend on anything hidden either (OW-6.16): if the rules ask again in both positions, from any seat
on, they must ask the same player the same; and both, played on with the same open choices, must stay the same to the
player's eye until a hidden card is shown.
"""

from __future__ import annotations

import copy
import json
import pickle
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from ow_env import open_worlds_v0
from ow_env.cards.decklists import counted
from ow_env.core import Batch
from ow_env.core.rng import RNG, start
from ow_env.open_worlds import state as at
from ow_env.open_worlds.game import OpenWorlds
from ow_env.open_worlds.rules.flow import advance
from ow_env.open_worlds.rules.order import around
from ow_env.open_worlds.rules.utilities import is_window
from ow_env.open_worlds.state import GAME, NOBODY
from ow_env.testing.courses import Chooser
from ow_env.testing.playthroughs import courses
from tests.open_worlds.contract import ADVANCED, BY_POSITION, make
from tests.open_worlds.random_games import positions

pytestmark = [pytest.mark.bounds, pytest.mark.xdist_group("open_worlds")]

ONWARD = 8  # decisions that positions are played on for


def usual(ask: str = "needed") -> OpenWorlds:
    """Return the game with the printed 54-card decks."""
    return make(decks=ADVANCED, ask=ask)


class Leak(AssertionError):
    """Something a player gets depends on what it cannot know."""


def same(what: str, one: Any, other: Any) -> None:
    """Raise unless two arrays that a player is handed are the same."""
    if not np.array_equal(np.asarray(one, object), np.asarray(other, object)):
        raise Leak(f"{what}: differs by what the player cannot know")


# ── Who is asked ─────────────────────────────────────────────────────────────────────────────


def compare_asked(game: OpenWorlds, here: Any, there: Any) -> int:
    """Let the rules ask again in both positions, from each seat on, and compare. Return how often."""
    compared = 0
    for row in range(len(here)):
        for seat in range(game.num_players):
            one, other = (asked_again(game, states[row : row + 1], seat) for states in (here, there))
            if one is not None:
                same("who is asked", [one], [other])
                compared += 1
    return compared


def asked_again(game: OpenWorlds, state: Any, seat: int) -> tuple[int, ...] | None:
    """Return whom the rules ask if they ask again from a seat on: nobody is (). None where no hidden card decides it.

    In a window, for a reaction, for the exchange of the FINAL TURN and in Stage one after the other the seats are
    gone through; what a Utility asks as it resolves is asked again.
    """
    g = state.copy()[0]
    point, question = int(g["point"]), int(g["question"])
    g["actor"] = NOBODY
    if g["phase"] == at.REACTING:
        g["react_seat"] = 1 + seat
    elif question in (at.ASK_CARD_OF_DECK, at.ASK_GROUND_FORCE, at.ASK_REPLACEMENT, at.ASK_TAKEN_BACK):
        g["phase"], g["question"], g["react_seat"] = at.REACTING, at.ASK_NOTHING, game.num_players
        g["play_card"], g["play_world"] = 0, -1
    elif g["phase"] == at.IDLE and (is_window(point) or point == at.EXCHANGE):
        g["seat"], g["passes"] = seat, 0
    elif point == at.STAGE and g["stage_in_order"]:
        for place in range(game.num_players):
            g["players"][around(g, int(g["priority"]) + place)]["done"] = place < seat
    else:
        return None
    chance = np.zeros(1, RNG)
    start(chance[0], np.uint64(0), np.uint64(0))
    advance(g, game.tables[0], chance[0])
    went_on = any(g[field] != state[0][field] for field in ("point", "turn", "world"))
    return () if went_on else (int(g["actor"]), int(g["phase"]))


def play_on(rng: Any, game: OpenWorlds, here: Any, there: Any, player: int) -> int:
    """Play both on, the player alike, the others passing where they may, and compare. Return how many decisions.

    A row is left as soon as a hidden card is shown, and not begun where others are half done behind the screen.
    """
    lines = Batch(game, len(here)), Batch(game, len(here))
    for batch, states in zip(lines, (here, there), strict=True):
        batch.set_states(states)
    one, other = lines
    seats = np.arange(game.num_players)
    live = ~behind_screen(here) & (here["question"] != at.ASK_TAKEN_BACK) & ~(one.terminated | one.truncated)
    compared = 0
    for _ in range(ONWARD):
        visible = live[:, None] & ((seats == player) | ~behind_screen(one.states)[:, None])
        same("who is asked further on", one.to_act[visible], other.to_act[visible])
        same("observation further on", one.observation[live, player], other.observation[live, player])
        same("mask further on", one.action_mask[live, player], other.action_mask[live, player])
        compared += int(live.sum())
        chosen = Chooser(game, {}, int(rng.integers(2**31)), len(here))(one)[:, player]
        point, turn = one.states["point"].copy(), one.states["turn"].copy()
        shows = (one.states["question"] == at.ASK_GROUND_FORCE) & ~one.to_act[:, player]
        for batch in lines:
            actions = batch.action_mask.argmax(axis=2)
            actions[live, player] = chosen[live]
            batch.step(actions)
        revealed = (point < at.REVEAL) & ((one.states["point"] >= at.REVEAL) | (one.states["turn"] > turn))
        live &= ~shows & ~revealed & ~(one.terminated | one.truncated)
    return compared


def behind_screen(states: Any) -> Any:
    """Do all choose at once now, seeing nothing of each other?"""
    return (states["point"] == at.ADJUST_HAND) | ((states["point"] == at.STAGE) & (states["stage_in_order"] == 0))


def test_who_is_asked_does_not_depend_on_what_is_hidden() -> None:
    asked = played = 0
    for course in courses("open_worlds"):
        game = course.game
        if game.options["ask"] != "public" or any(game is one for one in BY_POSITION):
            continue
        states = course.states[~course.is_over][:: 1 + len(course) // 25]
        for player in range(game.num_players):
            guess = game.hide(states, player, seed=course.number)
            asked += compare_asked(game, states, guess)
            played += play_on(np.random.default_rng(course.number), game, states, guess, player)
    assert asked > 100
    assert played > 100


def asked_in_windows(ask: str, games: int) -> tuple[int, int]:
    """Return in how many windows somebody was asked, and in how many of them another hand would not have been.

    The hand is dealt again as the others know it before they see who is asked: so it tells them something then.
    """
    game = usual(ask)
    windows = otherwise = 0
    for batch in positions(game, games, seed=2):
        for row in range(batch.num_games):
            here = batch.states[row : row + 1].copy()
            g = here[0]
            if not (is_window(int(g["point"])) and g["phase"] == at.IDLE):
                continue
            seat = (int(g["actor"]) - int(g["priority"])) % game.num_players
            before = here.copy()
            before["actor"] = NOBODY
            guess = game.hide(before, 1 - int(g["actor"]), seed=windows)
            windows += 1
            otherwise += asked_again(game, guess, seat) != asked_again(game, here, seat)
    return windows, otherwise


def test_by_default_being_asked_in_a_window_tells_the_others_of_a_utility():
    windows, otherwise = asked_in_windows("needed", 60)
    assert windows > 20
    assert otherwise > 0.5 * windows, "most hands would not have been asked: whoever is gives something away (OW-6.4)"


def test_asked_for_what_they_could_hold_players_give_nothing_away():
    windows, otherwise = asked_in_windows("public", 12)
    assert windows > 200
    assert otherwise == 0, "whatever hand it were, it would have been asked (OW-6.16)"


def test_a_point_that_is_shown_for_what_somebody_holds_is_noticed():
    """The default does what `ask="public"` must not: both comparisons find it."""
    game = usual()
    rng = np.random.default_rng(5)
    found: set[str] = set()
    for batch in positions(game, 8, seed=3):
        live = ~(batch.terminated | batch.truncated)
        states = batch.states[live]
        for player in range(game.num_players):
            guess = game.hide(states, player, seed=int(rng.integers(2**62)))
            try:
                compare_asked(game, states, guess)
            except Leak as leak:
                found.add(str(leak).partition(":")[0])
            try:
                play_on(rng, game, states, guess, player)
            except Leak as leak:
                found.add(str(leak).partition(":")[0])
        if {"who is asked", "who is asked further on"} <= found:
            return
    pytest.fail(f"found only {found}")


# ── Nothing foretells a draw ─────────────────────────────────────────────────────────────────


def keys_of(told) -> Iterator[str]:
    """Yield every key of nested JSON."""
    if isinstance(told, dict):
        yield from told
    for part in told.values() if isinstance(told, dict) else told if isinstance(told, list) else ():
        yield from keys_of(part)


def before_a_draw(seed: int):
    """Return an environment at the last decision before a Draw Step."""
    env = open_worlds_v0.parallel_env()
    _, infos = env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    while True:
        told = env.position()
        if told["step"] == "trash" and all(len(player["hand"]) < 8 for player in told["players"]):
            return env
        chosen = {a: int(rng.choice(np.flatnonzero(infos[a]["action_mask"]))) for a in env.agents}
        _, _, _, _, infos = env.step(chosen)
        if not env.agents:
            _, infos = env.reset()


def hands_after_the_draw(env) -> list[list[str]]:
    """Pass until the cards are drawn; return the hands."""
    while env.position()["step"] in ("trash", "draw"):
        env.step(dict.fromkeys(env.agents, 0))
    return [player["hand"] for player in env.position()["players"]]


@pytest.mark.parametrize("ask", ["needed", "public"])
def test_open_decklists_tell_others_what_is_left_of_a_deck_out_of_sight(ask: str) -> None:
    """In views and positions: each card of the list that nobody has seen go anywhere, and no other."""
    game = make(decks=("Baker-Braugn EDV", "Ares Venture Trust"), open_decklists=True, ask=ask)
    names, hidden = [card.name for card in game.catalogue.cards], 0
    for batch in positions(game, 1, 12):
        g, state = batch.states[0], batch.states
        for seat, him in enumerate(g["players"][:2]):
            piles = [him[pile]["cards"][: him[pile]["count"]] for pile in ("deck", "hand", "trash")]
            face_down = him["staged"][np.arange(2) < him["staged_count"][:, None]] if g["point"] <= at.REVEAL else []
            right = Counter(names[card] for card in [*np.concatenate(piles), *face_down])
            view = f"player_{1 - seat}"
            (zone,) = (zone for zone in game.view(state, view).zones if (zone.name, zone.seat) == ("hidden", seat))
            shown = Counter[str]()
            for card in zone.cards:
                shown[card.name] += card.copies
            assert shown == right
            told = game.position(state, view)["players"][seat]["unseen"]
            assert Counter(name for entry in told for name in [counted(entry)[0]] * counted(entry)[1]) == right
            hidden += right.total()
    assert hidden > 500


def test_a_position_holds_nothing_of_what_decides_its_draws():
    assert not {"seed", "key", "count", "rng", "chance"} & set(GAME.names)
    for seed in (7, 2**62 + 12345):
        env = open_worlds_v0.parallel_env()
        env.reset(seed=seed)
        for view in ("full", "public", "player_0"):
            told = env.position(view)
            known = {"seed", "key", "count", "drawn", "rng", "chance", "game_number", "hash"}
            assert not known & set(keys_of(told))
            key = int(env.unwrapped._batch.rng[0]["key"])
            assert str(key) not in json.dumps(told)
            assert seed < 100 or str(seed) not in json.dumps(told)


def test_the_bytes_of_a_position_are_the_same_under_any_chance():
    game = usual()
    here, there = Batch(game, 1, seed=1), Batch(game, 1, seed=2)
    there.set_states(here.states)
    assert there.states.tobytes() == here.states.tobytes()
    assert there.rng.tobytes() != here.rng.tobytes()
    assert (there.observation == here.observation).all()


def test_a_copy_under_another_seed_draws_other_cards():
    env = before_a_draw(3)
    told = env.position()
    true = hands_after_the_draw(copy.deepcopy(env))
    others = []
    for seed in range(12):
        for again in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
            again.reset(seed=1000 + seed)
            again.set_position(told)
            assert again.position() == told
            others.append(hands_after_the_draw(again))
    assert others[0::2] == others[1::2], "a pickled copy is a copy"
    assert sum(hands == true for hands in others) <= 2, "who copies the table does not see the draw"
    assert len({json.dumps(hands) for hands in others}) >= 10


def test_hide_does_not_draw_as_the_game_will():
    game = usual()
    env = before_a_draw(5)
    batch = env.unwrapped._batch
    true = hands_after_the_draw(copy.deepcopy(env))
    for seed in range(12):
        guess = Batch(game, 1, seed=5000 + seed)
        guess.set_states(game.hide(batch.states, 0, seed=seed))
        while guess.states[0]["point"] in (at.TRASH, at.DRAW):
            guess.step([[0, 0]])
        assert game.position(guess.states)["players"][0]["hand"] != true[0]


def test_a_game_is_the_same_whatever_the_size_of_its_batch():
    game = usual()
    alone = Batch(game, 1, seed=9, first_game=17)
    among = Batch(game, 64, seed=9, threads=2)
    rng = np.random.default_rng(0)
    while not (alone.terminated[0] or alone.truncated[0]):
        assert alone.states[0].tobytes() == among.states[17].tobytes()
        keys = np.where(among.action_mask, rng.random(among.action_mask.shape), -1.0)
        actions = keys.argmax(axis=2)
        alone.step(actions[17:18])
        among.step(actions)
