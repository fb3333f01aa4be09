"""Cleanup and the end (TNW-8): five planets in The Collective, four of a player's, six rounds, what it is worth."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from ow_env.core import Batch
from tests.scenarios import Row, rows
from tests.these_new_worlds.oracle.cards import BASE, COLOURS
from tests.these_new_worlds.oracle.late import late_position
from tests.these_new_worlds.scenario import check, position_of
from tests.these_new_worlds.table import Table, game_of

LAST = "passed | top Assembly of Worlds | hand Privateers | contested Sapphire Nine"
DOME = "dome red 6, blue 6"
REDS, YELLOWS = "Ares Tor, Cinderfall, Ochre Gate", "Aurelia, Concord, Halcyon Seat"
FOUR = "collective Evergild, Loam, Thornmere, Viridian Low"

ROWS: list[Row] = rows(f"""
TNW-8.1: tokens, cards and domes go back, the deal passes
    before: passed | dealer you | top Assembly of Worlds | hand Privateers, Spot Trade | foe hand Tax Season
            tokens red 3, blue 2 | foe tokens green 4 | dome red 6, blue 6 | aside Trade Envoy, Breakthrough
            not held Tax Season | foe not held Spot Trade
    play:   pass
    after:  round 2 | dealer foe | turn you | tokens - | foe tokens - | dome - | not held - | foe not held - | played -
            foe played - | top - | planets Sapphire Nine
TNW-8.1, not: planets stay
    before: {LAST} | {DOME} | planets Vermeil | foe planets Loam | collective Azimuth, Aurelia
    play: pass   after: round 4 | planets Vermeil, Sapphire Nine
TNW-8.2: with five planets in The Collective nobody wins, at once and whoever is ahead
    before: {LAST} | {FOUR} | planets {REDS}
    play: pass   after: step over: nobody | collective Evergild, Loam, Thornmere, Viridian Low, Sapphire Nine
TNW-8.2: also early
    before: {LAST} | {FOUR}
    play: pass   after: step over: nobody | collective Evergild, Loam, Thornmere, Viridian Low, Sapphire Nine
TNW-8.2, not: with four it goes on
    before: {LAST} | collective Evergild, Loam, Thornmere
    play: pass   after: round 3 | collective Evergild, Loam, Thornmere, Sapphire Nine
TNW-8.3: with four planets a player ends the game
    before: {LAST} | {DOME} | planets {REDS} | collective Evergild, Loam
    play: pass   after: step over: you | planets {REDS}, Sapphire Nine
TNW-8.3: the sixth round is the last
    before: {LAST} | {DOME} | planets Vermeil, Marigold | foe planets {YELLOWS} | collective Evergild, Loam
    play: pass   after: step over: draw | planets Vermeil, Marigold, Sapphire Nine
TNW-8.3: of four rounds three planets win
    before: {LAST} | {DOME} | planets Vermeil, Marigold | collective Evergild, Loam
    play: pass   after: step over: you | planets Vermeil, Marigold, Sapphire Nine   options: rounds=4, ask="public"
TNW-8.3: of five rounds three planets win
    before: {LAST} | foe {DOME} | foe planets Vermeil, Marigold | planets Ares Tor | collective Evergild, Loam
    play: pass   after: step over: foe | foe planets Vermeil, Marigold, Sapphire Nine   options: rounds=5, ask="public"
TNW-8.3, not: with three of six rounds it goes on
    before: {LAST} | {DOME} | planets Vermeil, Marigold | collective Evergild, Loam
    play: pass   after: round 4 | planets Vermeil, Marigold, Sapphire Nine
TNW-8.3, not: nor with two of four
    before: {LAST} | {DOME} | planets Vermeil | collective Evergild, Loam
    play: pass   after: round 3 | planets Vermeil, Sapphire Nine   options: rounds=4, ask="public"
TNW-8.4: more planets win
    before: {LAST} | {DOME} | planets Vermeil, Marigold | foe planets Ares Tor, Aurelia
            collective Evergild, Loam, Azimuth
    play: pass   after: step over: you | planets Vermeil, Marigold, Sapphire Nine
TNW-8.4: also where the other takes the last
    before: {LAST} | foe {DOME} | planets {REDS} | foe planets Aurelia | collective Evergild, Loam, Azimuth
    play: pass   after: step over: you | foe planets Aurelia, Sapphire Nine
TNW-8.4, not: as many are a draw
    before: {LAST} | planets {REDS} | foe planets Aurelia, Concord | collective Evergild, Loam | foe {DOME}
    play: pass   after: step over: draw | foe planets Aurelia, Concord, Sapphire Nine
""")


@pytest.mark.rule
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)


ENDS = [  # how it ends, rewards of both, with nobody="loss"
    ("over: you", [1, -1], [1, -1]),
    ("over: foe", [-1, 1], [-1, 1]),
    ("over: draw", [0, 0], [0, 0]),
    ("over: nobody", [0, 0], [-1, -1]),
]
BEFORE = {
    "over: you": f"{LAST} | {DOME} | planets {REDS} | collective Evergild, Loam",
    "over: foe": f"{LAST} | foe {DOME} | foe planets {REDS} | collective Evergild, Loam",
    "over: draw": f"{LAST} | {DOME} | planets Vermeil, Marigold | foe planets {YELLOWS} | collective Evergild, Loam",
    "over: nobody": f"{LAST} | {FOUR} | planets {REDS}",
}


@pytest.mark.rule
@pytest.mark.parametrize(("end", "rewards", "if_loss"), ENDS)
def test_tnw_8_5_a_win_a_loss_a_draw_and_nobody(end: str, rewards: list[int], if_loss: list[int]) -> None:
    for nobody, expected in (("draw", rewards), ("loss", if_loss)):
        table = Table(position_of(BEFORE[end]), nobody=nobody, ask="public")
        table.do("pass")
        decision = table.position()["decision"]
        who = {"you": 0, "foe": 1}.get(end[6:])
        assert decision == {"step": "over", "result": "won" if who is not None else end[6:], "winner": who}
        assert table.batch.reward[0].tolist() == expected
        assert table.batch.terminated[0]
        assert not table.batch.truncated[0]
        assert table.asked is None
        outcomes = [table.game.engine.outcome(table.batch.states[0], seat) for seat in range(2)]
        assert outcomes == expected


@pytest.mark.rule
def test_tnw_8_2_nobody_and_draw_are_kept_apart() -> None:
    told = set()
    for end in ("over: draw", "over: nobody"):
        table = Table(position_of(BEFORE[end]), ask="public")
        table.do("pass")
        told.add(table.game.view(table.batch.states).decision)
    assert told == {"A draw, planets 3 to 3", "Nobody wins: The Collective holds 5 planets"}


@pytest.mark.rule
def test_tnw_8_5_not_before_the_end() -> None:
    for number in range(20):
        table = Table(late_position(number), ask="public")
        assert table.batch.reward[0].tolist() == [0, 0]
        assert [table.game.engine.outcome(table.batch.states[0], seat) for seat in range(2)] == [0, 0]
        table.do(table.legal()[0])
        assert table.batch.reward[0].tolist() == [0, 0]


@pytest.mark.rule
@pytest.mark.parametrize(("rounds", "majority"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3), (6, 4)])
def test_tnw_8_5_the_potential_is_the_lead_as_a_share_of_what_wins(rounds: int, majority: int) -> None:
    planets = list(BASE.planets)
    for mine, theirs in product(range(majority), repeat=2):
        if mine + theirs >= rounds:
            continue
        owned = [", ".join(planets[first : first + count]) or "-" for first, count in ((0, mine), (4, theirs))]
        before = f"{LAST} | planets {owned[0]} | foe planets {owned[1]}"
        table = Table(position_of(f"{before} | collective Evergild, Loam"), rounds=rounds, ask="public")
        found = [table.game.engine.potential(table.batch.states[0], table.game.tables[0], seat) for seat in range(2)]
        assert found == [(mine - theirs) / majority, (theirs - mine) / majority]
    over = Table(position_of(BEFORE["over: you"]), ask="public")
    over.do("pass")
    assert over.game.engine.potential(over.batch.states[0], over.game.tables[0], 0) == 0


# ── Bounds ───────────────────────────────────────────────────────────────────────────────────────

TURNS, DECISIONS, TOKENS = 37, 444, 17  # of a round, of a game, of one colour


@pytest.mark.bounds
def test_tnw_8_5_a_game_has_at_most_444_decisions() -> None:
    """A round has at most 16 turns with a card, 2 with a dome, a passed one between any two of them, two at the end."""
    turns = (16 + 2) + (16 + 2 - 1) + 2
    assert (turns, 2 * turns * 6) == (TURNS, DECISIONS)
    most, seen = 0, 0
    for style in (None, "pass"):
        batch = Batch(game_of(ask="public"), 12, seed=8)
        rng, decisions = np.random.default_rng(8), np.zeros(batch.num_games, int)
        while not batch.terminated.all():
            masks = batch.action_mask.copy()
            if style == "pass":  # whoever can pass does so mostly: long games
                idle = (masks[:, :, 0] == 1) & (rng.random(masks.shape[:2]) < 0.7)
                masks[idle, 1:] = 0
            actions = np.array([[rng.choice(np.flatnonzero(mask)) for mask in row] for row in masks])
            decisions += batch.to_act.any(axis=1)
            batch.step(actions)
            seen = max(seen, int(batch.states["players"]["tokens"].max()))
        most = max(most, int(decisions.max()))
    assert 60 < most <= DECISIONS
    assert 4 < seen <= TOKENS


def test_nobody_ever_holds_more_than_17_tokens_of_a_colour() -> None:
    """All that a round can make of a colour: its four cards and Trade Envoy. Privateers only moves it."""
    most = {}
    for colour in COLOURS:
        made = []
        for owned, collective in product(range(4), range(5)):
            if owned + collective > 4:
                continue
            awards = [word for card in BASE.cards if card.colour == colour for word in card.awards]
            worth = {"empire": 1 + owned, "collective": collective}
            made.append(collective + sum(worth.get(word, 0) or int(word.partition(":")[2] or 0) for word in awards))
        most[colour] = max(made)
    assert most == {"red": 13, "yellow": 13, "green": TOKENS, "blue": TOKENS}
