"""After `hide` a player gets the very same, and what was hidden is dealt anew within what everybody knows.

A few of the games that tests/secrecy.py plays by the hundred; that its checks bite; and that neither a position
nor a copy of it can foretell a draw.
"""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from ow_env import open_worlds_v0
from ow_env.core import Batch
from ow_env.core.options import ASKING
from ow_env.drawing.view import View
from ow_env.open_worlds.game import OpenWorlds
from ow_env.open_worlds.rules.utilities import is_window
from ow_env.open_worlds.state import DRAW, GAME, IDLE, NOBODY, TRASH
from tests.open_worlds.random_games import TABLES, positions, table
from tests.secrecy import Leak, Secrecy, asked_anew, compare_asked, play_on

NAME = "2 players, 54 cards"


@pytest.mark.parametrize("ask", ASKING)
@pytest.mark.parametrize("name", TABLES)
def test_what_a_player_gets_does_not_depend_on_what_it_cannot_know(name, ask):
    secrecy = Secrecy(seed=21, pictures=0.005, every=8)
    secrecy.play(name, 4 if ask == "needed" else 2, ask)
    assert secrecy.resampled > (60 if ask == "needed" else 30)
    introductory = bool(table(name).template[0]["introductory"])
    asked = ask == "public" and not introductory
    assert (secrecy.views["who is asked"] > 30) == asked, "in the introductory game no hidden card decides it"
    assert (secrecy.views["decision played on"] > 20) == (ask == "public")
    assert secrecy.changed > 0.9 * secrecy.resampled, "hiding changes hidden things"
    assert secrecy.views["infos of an environment"] > 5


@pytest.mark.pure
def test_what_a_player_gets_does_not_depend_on_what_it_cannot_know_uncompiled():
    secrecy = Secrecy(seed=4, pictures=0.0, every=25)
    secrecy.play(NAME, 1)
    assert secrecy.changed > 3


# ── Who is asked ─────────────────────────────────────────────────────────────────────────────


def asked_in_windows(ask: str, games: int) -> tuple[int, int]:
    """Return in how many windows somebody was asked, and in how many of them another hand would not have been.

    The hand is dealt anew as the others know it before they see who is asked: so it tells them something then.
    """
    game = table(NAME, ask)
    windows = otherwise = 0
    for batch in positions(game, games, seed=2):
        for row in range(batch.num_games):
            here = batch.states[row : row + 1].copy()
            g = here[0]
            if not (is_window(int(g["point"])) and g["phase"] == IDLE):
                continue
            seat = (int(g["actor"]) - int(g["priority"])) % game.num_players
            before = here.copy()
            before["actor"] = NOBODY
            guess = game.hide(before, 1 - int(g["actor"]), seed=windows)
            windows += 1
            otherwise += asked_anew(game, guess, seat) != asked_anew(game, here, seat)
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
    game = table(NAME, "needed")
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


# ── What is noticed ──────────────────────────────────────────────────────────────────────────


def give_away(method: str):
    """Return a method of the game that adds something hidden to what one player is told."""

    def telling(self, state, *arguments):
        told = getattr(OpenWorlds, method)(self, state, *arguments)
        hand = state[0]["players"][1]["hand"]
        secret = hand["cards"][: hand["count"]].tolist()
        if isinstance(told, View):
            return replace(told, notes=(*told.notes, str(secret)))
        return {**told, "hint": secret} if isinstance(told, dict) else f"{told}{secret}"

    return telling


@pytest.mark.parametrize(
    ("method", "what"),
    [("position", "position"), ("view", "view"), ("render", "text"), ("moment", "words"), ("action_name", "words")],
)
def test_whatever_gives_a_hand_away_is_noticed(method, what):
    class Telling(OpenWorlds):
        pass

    setattr(Telling, method, give_away(method))
    game = Telling()
    secrecy = Secrecy(set_up=0.0, every=5, pictures=1.0)
    with pytest.raises(Leak, match=f"^{what}: differs"):
        secrecy.play_batch(game, Batch(game, 1, seed=1))


def test_a_mask_or_an_observation_that_gives_something_away_is_noticed(monkeypatch):
    game = table(NAME)
    for field in ("observation", "action_mask"):

        def show(states, field=field):
            rows = OpenWorlds.show(game, states)
            getattr(rows, field)[:, 0, 7] = states["players"]["hand"]["cards"][:, 1, 0] & 1
            return rows

        monkeypatch.setattr(game, "show", show)
        secrecy = Secrecy(set_up=0.0)
        with pytest.raises(Leak, match=f"^{field.removeprefix('action_')}: differs"):
            secrecy.play_batch(game, Batch(game, 4, seed=1))
        monkeypatch.undo()


def test_a_deal_that_breaks_a_rule_is_noticed(monkeypatch):
    game = table(NAME)

    def hide(states, player, seed=0):
        guess = states.copy()
        hand = guess["players"][:, 1 - player]["hand"]
        hand["cards"][:, 1] = hand["cards"][:, 0]  # one card twice
        return guess

    monkeypatch.setattr(game, "hide", hide)
    with pytest.raises(AssertionError):
        Secrecy(set_up=0.0).play_batch(game, Batch(game, 4, seed=1))


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
    game = table(NAME)
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
    game = table(NAME)
    env = before_a_draw(5)
    batch = env.unwrapped._batch
    true = hands_after_the_draw(copy.deepcopy(env))
    for seed in range(12):
        guess = Batch(game, 1, seed=5000 + seed)
        guess.set_states(game.hide(batch.states, 0, seed=seed))
        while guess.states[0]["point"] in (TRASH, DRAW):
            guess.step([[0, 0]])
        assert game.position(guess.states)["players"][0]["hand"] != true[0]


def test_a_game_is_the_same_whatever_the_size_of_its_batch():
    game = table(NAME)
    alone = Batch(game, 1, seed=9, first_game=17)
    among = Batch(game, 64, seed=9, threads=2)
    rng = np.random.default_rng(0)
    while not (alone.terminated[0] or alone.truncated[0]):
        assert alone.states[0].tobytes() == among.states[17].tobytes()
        keys = np.where(among.action_mask, rng.random(among.action_mask.shape), -1.0)
        actions = keys.argmax(axis=2)
        alone.step(actions[17:18])
        among.step(actions)
