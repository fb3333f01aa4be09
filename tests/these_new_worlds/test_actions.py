"""Decisions and actions (TNW-10, TNW-12): who is asked what, the 32 actions in order, every reason against one."""

from __future__ import annotations

import numpy as np
import pytest

from ow_env import these_new_worlds_v0
from ow_env.these_new_worlds.actions import OK, REASONS
from tests.scenarios import Refusal, Row, rows
from tests.these_new_worlds.oracle.oracle import all_actions
from tests.these_new_worlds.scenario import CARDS, check, position_of
from tests.these_new_worlds.table import Table, game_of

NEEDED = {"ask": "needed"}
COLOURS = ("red", "yellow", "green", "blue")
NEXT = "round 2 | collective Halcyon Seat, Thornmere, Sapphire Nine"
QUIET = "top Breakthrough | hand Spot Trade, Tax Season | foe hand Bumper Harvest"  # the foe can't follow either

ROWS: list[Row] = rows(f"""
TNW-10.2: in the card step cards, wilds with a colour, and pass where no coloured card can be played
    before: top Open Archives | hand Spot Trade, Trade Envoy, Privateers | foe hand Tax Season
            foe tokens red 5, green 2 | collective Azimuth, Loam
    legal:  pass; play Trade Envoy for green; play Trade Envoy for blue; play Privateers for red
            play Privateers for green
TNW-10.2: in the dome step pairs, and pass
    before: step dome | top Open Archives | hand Spot Trade, Trade Envoy | foe hand Tax Season | costs 2 5 3 1
            tokens red 2, yellow 5, green 2, blue 1
    legal:  pass; colonize with red and yellow; colonize with red and blue; colonize with yellow and blue
TNW-10.2, not: no card step without cards
    before: turn foe | top Open Archives | hand - | foe hand Trade Envoy | costs 2 5 3 1 | tokens red 2, blue 1
    play: pass   legal: pass; colonize with red and blue
TNW-10.3: a wild and its colour are one action
    before: top Open Archives | hand Privateers, Spot Trade | foe tokens red 5
    play: play Privateers for red   after: +Privateers | tokens red 3 | foe tokens red 2 | turn foe
# the foe passes, then you do
TNW-10.5: a card step with a single legal action is carried out without asking
    before: {QUIET}   play: play Tax Season   after: {NEXT}   options: ask="needed"
TNW-10.5, not: with ask=public everyone who holds a card is asked
    before: {QUIET}   play: play Tax Season   after: +Tax Season | tokens yellow 3 | turn foe
TNW-10.5, not: a dome step is a choice and is asked
    before: {QUIET} | costs 2 5 3 1 | foe tokens red 2, blue 1
    play: play Tax Season   after: +Tax Season | tokens yellow 3 | turn foe | step dome   options: ask="needed"
TNW-10.5, not: a card step with a wild is asked
    before: top Breakthrough | hand Spot Trade, Tax Season | foe hand Bumper Harvest, Privateers
    play: play Tax Season   after: +Tax Season | tokens yellow 3 | turn foe   options: ask="needed"
""")

BLOCKS = [  # what the names are, and where they begin (TNW-10.4)
    (0, ["pass"]),
    (1, [f"play {name}" for name in CARDS[:16]]),
    (17, [f"play Trade Envoy for {colour}" for colour in COLOURS]),
    (21, [f"play Privateers for {colour}" for colour in COLOURS]),
    (25, ["play Privateers for nothing"]),
    (
        26,
        [
            *("colonize with red and yellow", "colonize with red and green", "colonize with red and blue"),
            *("colonize with yellow and green", "colonize with yellow and blue", "colonize with green and blue"),
        ],
    ),
]


@pytest.mark.rule
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)


def test_tnw_10_4_the_32_actions_stand_in_their_order() -> None:
    game = game_of()
    for begin, names in BLOCKS:
        assert list(game.actions[begin : begin + len(names)]) == names
    assert game.num_actions == len(game.actions) == len(set(game.actions)) == 32
    assert list(game.actions) == all_actions()


def test_tnw_10_4_not_another_catalogue_has_a_layout_of_its_own() -> None:
    from ow_env.these_new_worlds.cards import load_catalogue

    game = game_of(cards=load_catalogue().only(["Privateers", "Spot Trade"]), hand=1)
    assert game.actions == (
        "pass",
        "play Spot Trade",
        *(f"play Privateers for {colour}" for colour in (*COLOURS, "nothing")),
        *BLOCKS[-1][1],
    )


def test_tnw_10_3_not_a_name_that_is_none() -> None:
    game, state = game_of(), Table().batch.states
    for name, said in (
        ("play Spot Trad", "there is no action 'play Spot Trad'; nearest: 'play Spot Trade'"),
        ("play Privateers", "there is no action 'play Privateers'; there is 'play Privateers for red'"),
        (
            "colonize with blue and red",
            "there is no action 'colonize with blue and red'; nearest: 'colonize with red and blue'",
        ),
        (3, "there is no action 3"),
        (None, "there is no action None"),
        (["pass"], r"there is no action \['pass'\]"),
    ):
        with pytest.raises(ValueError, match=said):
            game.action_id(state, 0, name)  # type: ignore[arg-type]


def test_a_name_reads_back() -> None:
    game, state = game_of(), Table().batch.states
    for action, name in enumerate(game.actions):
        assert game.action_name(state, 0, action) == name
        assert game.action_id(state, 1, name) == action


def test_what_actions_are_about() -> None:
    """An action's kind is its verb with the colours it names, its card the one named, and no action names a seat."""
    structure, game = game_of().structure, game_of()
    for action, name in enumerate(game.actions):
        card, kind = int(structure.card[action]), structure.kinds[structure.kind[action]]
        assert kind.split()[0] == name.split()[0]
        assert (CARDS[card] in name) if card >= 0 else not name.startswith("play")
        named = [colour for colour in (*COLOURS, "nothing") if colour in name]
        assert named == [word for word in kind.split() if word in (*COLOURS, "nothing")] or name[5:] in CARDS
    assert set(structure.seat.tolist()) == {0}


# ── The record of a position ─────────────────────────────────────────────────────────────────────


@pytest.mark.rule
def test_tnw_10_1_what_a_position_records() -> None:
    at = Table(position_of("top Breakthrough | hand Spot Trade, Tax Season")).position()
    assert list(at) == [
        *("game", "format", "round", "dealer", "active", "contested", "costs", "collective", "deck", "players"),
        *("set_aside", "top", "decision"),
    ]
    assert list(at["players"][0]) == ["hand", "not_held", "played", "dome", "tokens", "paid", "planets"]
    assert list(at["decision"]) == ["step", "has_played", "passed"]


@pytest.mark.rule
def test_tnw_10_1_not_what_is_drawn_later() -> None:
    """Two games that stand alike are the same record, whatever will be drawn in them."""
    position = position_of("passed | top Assembly of Worlds | hand Privateers")
    one, other = (Table(position, seed=seed, ask="public") for seed in (1, 2))
    assert one.batch.states.tobytes() == other.batch.states.tobytes()
    one.do("pass")
    other.do("pass")
    assert one.position()["players"] != other.position()["players"]


# ── Forced steps ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule
def test_tnw_10_5_a_position_with_one_legal_action_can_be_played() -> None:
    """`hide` gives such positions: the other is asked, and with other cards there is no choice."""
    game, single = game_of(), 0
    table = Table(position_of("turn foe | top Tax Season | hand Spot Trade | foe hand Trade Envoy, Escort Wing"
                              " | aside Assembly of Worlds, Breakthrough"))  # fmt: skip
    for seed in range(30):
        guess = game.hide(table.batch.states, 0, seed)
        mask = game.show(guess).action_mask[0, 1]
        if mask.sum() == 1:
            single += 1
            table.batch.set_states(guess)
            table.batch.step([[0, int(mask.argmax())]])
            assert table.asked is not None
            table = Table(position_of("turn foe | top Tax Season | hand Spot Trade | foe hand Trade Envoy, Escort Wing"
                                      " | aside Assembly of Worlds, Breakthrough"))  # fmt: skip
    assert single > 2


@pytest.mark.bounds
@pytest.mark.parametrize("seed", range(3))
def test_needed_and_public_play_the_same_game(seed: int) -> None:
    """What `needed` takes by itself `public` asks with a single answer; all else is the same."""
    needed, public = (Table(seed=seed, ask=ask) for ask in ("needed", "public"))
    rng, more = np.random.default_rng(seed), 0
    while needed.asked is not None:
        while len(public.legal()) == 1:
            public.do(public.legal()[0])
            more += 1
        assert needed.position() == public.position()
        assert len(needed.legal()) > 1
        name = str(rng.choice(needed.legal()))
        needed.do(name)
        public.do(name)
    while public.asked is not None:
        public.do(*public.legal())
    assert needed.position() == public.position()
    assert more > 10


@pytest.mark.rule
def test_tnw_10_5_also_as_a_game_begins() -> None:
    """With one card each nobody has a choice but with a wild or a dome: games go on to it, or to their end."""
    ends = 0
    for seed in range(40):
        table = Table(seed=seed, hand=1, rounds=3)
        assert table.asked is None or len(table.legal()) > 1
        ends += table.asked is None
        assert Table(seed=seed, hand=1, rounds=3, ask="public").position()["round"] == 1
    assert 0 < ends < 40


# ── Reasons ──────────────────────────────────────────────────────────────────────────────────────

STEP = "step dome | top Assembly of Worlds | hand Privateers | costs 2 5 3 1 | tokens red 2, blue 1"
WHY: list[Refusal] = rows(f"""
the game is over
    before: step over: draw | planets Vermeil, Loam, Aurelia | foe planets Concord, Marigold, Azimuth
            collective Ochre Gate, Evergild
    play: you: play Spot Trade   why: the game is over
not asked
    before: {QUIET}   play: foe: play Bumper Harvest   why: it is the other player's turn (TNW-3.1)
card step
    before: {QUIET}
    play: colonize with red and yellow   why: a card is played or not, before a dome is placed (TNW-3.1)
dome step
    before: {STEP}
    play: play Privateers for nothing   why: the card step of this turn is over: a dome is placed or not (TNW-3.1)
must play
    before: {QUIET}
    play: pass   why: who can play a coloured card must play one, or a wild: Tax Season, Spot Trade (TNW-3.6)
not in hand
    before: {QUIET}   play: play Open Archives   why: Open Archives is not in your hand: Tax Season, Spot Trade
not in hand
    before: {QUIET}   play: play Trade Envoy for red   why: Trade Envoy is not in your hand: Tax Season, Spot Trade
too low
    before: top Tax Season | hand Spot Trade
    play: play Spot Trade
    why:  Spot Trade has the value 6, on top lies Tax Season, 9 (TNW-3.2); its extra way is closed, for no green card is
          on top (TNW-3.3)
not in The Collective
    before: top Tax Season | hand Trade Envoy | foe hand Privateers
    play: play Trade Envoy for red   why: The Collective has no red planet (TNW-4.5)
holds none
    before: top Tax Season | hand Privateers
    play: play Privateers for blue   why: the other player holds no blue token (TNW-4.6)
holds some
    before: top Tax Season | hand Privateers | foe tokens red 1
    play: play Privateers for nothing   why: the other player holds tokens: name a colour of theirs (TNW-4.7)
can't pay
    before: {STEP}   play: colonize with red and green   why: red costs 2 and green 3, you hold 2 and 0 (TNW-5.3)
can't pay
    before: {STEP}   play: colonize with yellow and blue   why: yellow costs 5 and blue 1, you hold 0 and 1 (TNW-5.3)
""")


@pytest.mark.rule
@pytest.mark.parametrize("row", WHY, ids=lambda row: f"{row.rule}: {row.play}")
def test_why_not(row: Refusal) -> None:
    check(row)


@pytest.mark.uncompiled
def test_every_reason_is_met() -> None:
    game, met = game_of(ask="public"), {OK}
    for row in WHY:
        table = Table(position_of(row.before), ask="public")
        who, _, name = row.play.rpartition(": ")
        seat = {"you": 0, "foe": 1}.get(who, table.asked)
        action = game.action_id(table.batch.states, 0, name)
        met.add(game.engine.why_not(table.batch.states[0], game.tables[0], seat, action))
    state = Table().batch.states
    for action in (-1, 32, 10**9):
        met.add(game.engine.why_not(state[0], game.tables[0], 0, action))
        assert game.why_not(state, 0, action) == "there is no such action"
    assert met == set(range(len(tuple(REASONS))))


@pytest.mark.rule
def test_an_allowed_action_has_no_reason() -> None:
    assert Table(position_of(QUIET), ask="public").why_not("play Tax Season") is None


# ── The parallel form ────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule
def test_tnw_12_1_who_is_not_asked_has_only_pass_which_does_nothing() -> None:
    env = these_new_worlds_v0.parallel_env(ask="public")
    env.reset(seed=1)
    env.set_position(position_of("top Assembly of Worlds | hand Privateers"))
    observations, *_ = env.step({"player_0": 0, "player_1": 0})
    position = env.game.position(env._batch.states)
    assert (position["active"], position["decision"]["passed"], position["round"]) == (1, True, 1)
    assert np.flatnonzero(observations["player_0"]["action_mask"]).tolist() == [0]


@pytest.mark.rule
def test_tnw_12_1_not_it_is_no_passed_turn() -> None:
    table = Table(position_of("passed | top Breakthrough | hand Spot Trade, Tax Season"), ask="public")
    table.batch.step([[table.game.action_id(table.batch.states, 0, "play Spot Trade"), 0]])
    at = table.position()
    assert (at["active"], at["decision"]["passed"], at["round"]) == (1, False, 1)
