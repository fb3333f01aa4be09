"""After `hide` a player sees the very same, and what was hidden is dealt anew within what everybody knows."""

from __future__ import annotations

import numpy as np
import pytest
from random_games import TABLES, census, check_invariants, positions, table

from ow_env.open_worlds.cards import AUTOMATED
from ow_env.open_worlds.state import REVEAL


@pytest.mark.parametrize("name", TABLES)
def test_what_a_player_sees_does_not_depend_on_what_it_cannot_know(name):
    game = table(name)
    cards = game.tables[0]["cards"]
    unlimited = np.flatnonzero(cards["unlimited"][: len(game.catalogue.cards)])
    changed = 0
    for step, batch in enumerate(positions(game, 8, seed=21)):
        if step % 3:
            continue
        dealt = census(game, batch.states)
        for player in range(game.num_players):
            guess = game.hide(batch.states, player, seed=step)
            view = game.show(guess)
            assert (view.observation[:, player] == batch.observation[:, player]).all()
            assert (view.action_mask[:, player] == batch.action_mask[:, player]).all()
            check_invariants(game, guess)
            counted = census(game, guess)
            assert (counted.sum(axis=2) == dealt.sum(axis=2)).all(), "as many cards as before"
            unique = np.delete(counted, unlimited, axis=2)
            assert unique.max() <= 1, "a deck holds one of each, but Outposts and Exploits (OW-1.1)"
            assert (counted[:, player] == dealt[:, player]).all(), "a player's own cards stay"
            if game.template[0]["open_decklists"]:
                assert (counted == dealt).all(), "with open decklists the cards are the same"
            assert (view.action_mask[view.to_act].sum(axis=1) >= 1).all()
            check_pairs(game, guess)
            changed += sum(a.tobytes() != b.tobytes() for a, b in zip(guess, batch.states, strict=True))
    assert changed > 100, "hiding changes hidden things"


def check_pairs(game, states):
    """Where a player has two cards face down at a World, one is an Automated Ground Force (OW-S.1)."""
    for seat in range(game.num_players):
        me = states["players"][:, seat]
        pairs = (me["staged_count"] == 2) & (states["point"] < REVEAL)[:, None]
        kinds = game.tables[0]["cards"]["kind"][me["staged"][pairs]]
        assert (kinds == AUTOMATED).any(axis=1).all()


@pytest.mark.parametrize("name", ["2 players, 54 cards", "4 players, all printed decks"])
def test_positions_and_pictures_of_a_view_hold_nothing_that_hide_changes(name):
    game = table(name)
    for step, batch in enumerate(positions(game, 2, seed=22)):
        if step % 9:
            continue
        for player in range(game.num_players):
            view = f"player_{player}"
            guess = game.hide(batch.states, player, seed=step)
            for row in range(2):
                there, here = guess[row : row + 1], batch.states[row : row + 1]
                assert game.position(there, view) == game.position(here, view)
                assert game.render(there, view) == game.render(here, view)


def test_a_game_is_the_same_whatever_the_size_of_its_batch():
    from ow_env.core import Batch

    game = table("2 players, 54 cards")
    alone = Batch(game, 1, seed=9, first_game=17)
    among = Batch(game, 64, seed=9, threads=2)
    rng = np.random.default_rng(0)
    while not (alone.terminated[0] or alone.truncated[0]):
        assert alone.states[0].tobytes() == among.states[17].tobytes()
        keys = np.where(among.action_mask, rng.random(among.action_mask.shape), -1.0)
        actions = keys.argmax(axis=2)
        alone.step(actions[17:18])
        among.step(actions)
