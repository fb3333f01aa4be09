"""How games end (TW-E)."""

from __future__ import annotations

import pytest

from ow_env.tradeworlds.state import GAME, NOBODY
from tests.scenarios import Row, rows
from tests.tables import Position
from tests.tradeworlds.scenario import check, position_of
from tests.tradeworlds.table import Shown, Table

pytestmark = pytest.mark.rule

LATE = {"finish_round": True}
OUT = "foe out | foe homeworld 0 | foe hand -"

ROWS: list[Row] = rows(f"""
TW-E1: a Homeworld at 0 is out, with all that the player had
    before: lane 4/3 | foe homeworld 4 | foe hand S1, W1 | foe credits 30 | third hand S1
    play: role Admiral; target player_1   after: {OUT} | point discard
TW-E1: what others knew of the hand is gone with it
    before: lane 4/3 | foe homeworld 4 | foe hand S1, W1 | foe known S1 | third hand S1
    play: role Admiral; target player_1   after: {OUT} | foe known - | point discard
TW-E1: tokens that are out of the game are no longer told of a player who is out
    before: lane 4/3 | foe homeworld 4 | foe hand S1 | foe gone Cruiser | third hand S1
    play: role Admiral; target player_1   after: {OUT} | foe gone - | point discard
    options: reinforcements=True, eliminated_tokens="removed"
TW-E1: below 0 too, and the turn passes over the seat
    before: lane 4/3 | foe homeworld 2 | foe hand S1, W1 | third hand S1
    play:   role Admiral; target player_1; done
    after:  foe out | foe homeworld -2 | foe hand - | turn third | asked third | point role
TW-E1: a turn that was used up is forgotten
    before: lane 4/3 | foe homeworld 4 | foe used up | third hand S1
    play: role Admiral; target player_1   after: {OUT} | foe used up - | point discard
TW-E1, not: with one Defense Point left
    before: lane 4/3 | foe homeworld 5 | foe hand S1, W1 | third hand S1
    play: role Admiral; target player_1   after: foe homeworld 1 | point discard
TW-E2: the first with 100 credits wins at once
    before: credits 95 | hand C5, S1
    play: role Treasurer; bank Crew 5; done   after: credits 100 | hand S1 | discard C5 | result you | point over
TW-E2: also with the last card that is banked
    before: credits 99 | hand S1 | foe hand -
    play: role Treasurer; bank Starship 1   after: credits 100 | hand - | discard S1 | result you | point over
TW-E2: also with a card that was smuggled
    before: credits 96 | hand S1 | foe hand W4, S2
    play:   role Smuggler; bank Weapon 4
    after:  credits 100 | foe hand S2 | foe known S2 | foe discard W4 | result you | point over
TW-E2: also with a ship that was decommissioned
    before: credits 97 | lane 1/1 | hand S4
    play: role Chancellor   after: credits 100 | lane - | discard S1, W1, C1 | result you | point over
TW-E2: also after a joint attack that nobody joined
    before: credits 99 | hand S1 | foe lane 1/3 | third lane 4/2
    play:   role Chancellor; target player_1; pass; role Treasurer
    after:  credits 100 | hand - | discard S1 | result you | point over
TW-E2: also in the turn of another
    before: lane 3/3 | foe faction Brethren | foe credits 96 | foe lane 3/3
    play:   role Admiral; send lane 1; engage 1
    after:  lane - | discard S2, W3, C3 | foe credits 101 | result foe | point over
    dice:   4 4
TW-E2, not: in Space Wars
    before: scenario Space Wars | credits 95 | hand C5, S1
    play: role Treasurer; bank Crew 5; done   after: credits 100 | level 4 | hand S1 | discard C5 | point discard
TW-E2: of several Brethren the first from the leader is credited first
    before: turn third | asked third | lane 1/1 | faction Brethren | credits 99 | foe lane 2/2 | foe hand S1
            third faction Brethren | third credits 99 | third lane 2/1
    play:   role Chancellor; target player_1; join; send lane 1; send lane 1 of player_0; engage 1
    after:  third credits 104 | foe lane - | foe discard S1, W2, C2 | result third | point over
    dice:   4 3
TW-E3: the last player left wins
    before: scenario Space Wars | lane 4/3 | foe homeworld 4
    play: role Admiral   after: {OUT} | result you | point over
TW-E3: in Trade Wars too
    before: lane 4/3 | foe homeworld 4 | third out   play: role Admiral   after: {OUT} | result you | point over
TW-E4: when the round after the last would begin the game is cut short
    before: round 7 | turn foe | asked foe | point discard
    play: done   after: result truncated | point over | ...   options: max_rounds=7
TW-E4, not: while the last is played
    before: round 7 | point discard   play: done   after: turn foe | asked foe | point role   options: max_rounds=7
TW-E5: with 100 credits the round is played out
    before: credits 95 | hand C5, S1
    play:   role Treasurer; bank Crew 5; done
    after:  credits 100 | level 4 | hand S1 | discard C5 | point discard
    options: finish_round=True
TW-E5: then the highest Treasury wins
    before: credits 101 | turn foe | asked foe | point discard | foe credits 105
    play: done   after: result foe | point over | ...   options: finish_round=True
TW-E5: of equal ones the later in the round
    before: credits 101 | starter foe | foe credits 101 | point discard
    play: done   after: result you | point over | ...   options: finish_round=True
TW-E5: of three equal ones the last in the round
    before: credits 101 | turn third | asked third | point discard | foe credits 101 | third credits 101
    play: done   after: result third | point over | ...   options: finish_round=True
TW-E5, not: in Space Wars
    before: scenario Space Wars | credits 101 | turn foe | asked foe | point discard
    play: done   after: round 2 | turn you | asked you | point role   options: finish_round=True
TW-E5, not: whoever is out
    before: credits 101 | turn foe | asked foe | point discard | foe credits 100 | third out | third credits 150
    play: done   after: result you | point over | ...   options: finish_round=True
TW-E5, not: with 99
    before: credits 99 | turn foe | asked foe | point discard | foe credits 99
    play: done   after: round 2 | turn you | asked you | point role   options: finish_round=True
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)


@pytest.mark.parametrize(
    ("text", "rewards", "options"),
    [
        ("credits 99 | hand S1", [1, -1], {}),
        ("credits 99 | hand S1 | third hand S1 | fourth out", [1, -1, -1, -1], {}),
    ],
)
def test_what_an_end_is_worth(text: str, rewards: list[int], options: dict[str, object]) -> None:
    table = Table(position_of(text), **options)
    table.do("role Treasurer")
    assert table.asked is None
    assert table.batch.reward[0].tolist() == rewards
    assert table.batch.terminated[0]
    outcomes = [table.game.engine.outcome(table.batch.states[0], seat) for seat in range(len(rewards))]
    assert outcomes == rewards


def test_tw_e4_a_game_cut_short_is_truncated_and_nobody_wins() -> None:
    table = Table(position_of("round 7 | turn foe | asked foe | point discard"), max_rounds=7)
    table.do("done")
    assert (bool(table.batch.terminated[0]), bool(table.batch.truncated[0])) == (False, True)
    assert table.batch.reward[0].tolist() == [0, 0]


@pytest.mark.parametrize(
    ("text", "potentials", "options"),
    [
        ("credits 30 | foe credits 10", [0.2, -0.2], {}),
        ("credits 30 | foe credits 10 | third credits 50", [-0.2, -0.4, 0.2], {}),
        ("credits 30 | foe out | foe credits 90 | third credits 10", [0.2, -0.3, -0.2], {}),
        ("credits 150 | foe credits 10", [0.9, -0.9], LATE),
        ("scenario Space Wars | homeworld 9 | foe hand S1", [-0.5, 0.5], {}),
        ("scenario Space Wars | homeworld 9 | foe out | foe homeworld -2 | third hand S1", [-0.5, -1, 0.5], {}),
        ("scenario The Derelict | homeworld 9 | hand S1, S2", [0.5], {}),
    ],
)
def test_the_potential_is_the_lead(text: str, potentials: list[float], options: dict[str, object]) -> None:
    """In credits towards the goal, or in Defense Points that are left."""
    table = Table(position_of(text), **options)
    g, t = table.batch.states[0], table.game.tables[0]
    engine = table.game.engine
    assert [engine.potential(g, t, seat) for seat in range(len(potentials))] == pytest.approx(potentials)
    assert [engine.outcome(g, seat) for seat in range(len(potentials))] == [0] * len(potentials)
    assert (engine.ending(g), engine.turn(g)) == (0, 1)


def test_after_the_end_there_is_no_potential() -> None:
    table = Table(position_of("credits 99 | round 4 | hand S1"))
    table.do("role Treasurer")
    engine, g = table.game.engine, table.batch.states[0]
    assert [engine.potential(g, table.game.tables[0], seat) for seat in (0, 1)] == [0, 0]
    assert (engine.ending(g), engine.turn(g)) == (1, 4)


UNDER_WAY = (
    *("unused", "group", "busy", "fighting", "lost", "doomed", "fitting", "used_up", "asked", "target", "ally"),
    *("to_ask", "rest_due", "token_used", "played_by", "played", "buying", "shown", "refitting", "role", "die"),
    *("initiative", "fire", "guard", "attacking", "count", "banked", "change", "budget", "shield", "passes"),
    *("alien_fire", "alien_turn", "alien_attacks", "refused"),
)


@pytest.mark.parametrize(
    ("text", "dice", "play"),
    [
        ("credits 99 | hand S1 | foe hand S1", (1,), "role Treasurer"),
        ("lane 4/3 | foe homeworld 4 | third out", (1,), "role Admiral"),
        (
            "hand S1 | foe lane 1/3 | third lane 4/2 | third faction Brethren | third credits 95",
            (5, 2),
            "role Chancellor; target player_1; join; send lane 1 of player_2; engage 1",
        ),
        ("scenario The Derelict | hand S1, W5 | point discard | homeworld 3", ((8, 10), 3), "done"),
    ],
)
def test_after_the_end_nothing_is_observed_to_be_under_way(text: str, dice: tuple[Shown, ...], play: str) -> None:
    table = Table(position_of(text))
    table.roll(*dice)
    for action in play.split("; "):
        if action in table.legal():
            table.do(action)
    assert table.asked is None
    slices = {
        feature.name: table.batch.observation[0, :, feature.start : feature.stop] for feature in table.game.features
    }
    assert not [name for name in UNDER_WAY if slices[name].any()]


OF_RECORD = GAME.names[GAME.names.index("role") : GAME.names.index("players")]


@pytest.mark.parametrize(
    "said",
    [
        {"unused": ["player_0 lane 2"]},
        {"group": ["player_0 lane 2"]},
        {"doomed": ["player_0 lane 2"]},
        {"allies": ["player_2"]},
        {"rest_due": ["player_2"]},
        {"busy": [1], "refused": True, "passes": 1, "window_at": 1, "initiative": [1, 1], "token_used": ["player_0"]},
    ],
    ids=str,
)
def test_whatever_a_position_said_to_be_under_way_is_forgotten_with_the_end(said: Position) -> None:
    """Also what could not have been there in play: the bounty for the ship that is destroyed wins (TW-C8, TW-E2)."""
    position = position_of("lane 4/3, 1/1 | faction Brethren | credits 95 | foe lane 1/1 | third lane 1/1")
    position["decision"] = {
        "type": "roll",
        "role": "Admiral",
        "target": 1,
        "fighting": ["player_0 lane 1"],
        "engaged": [1],
        "die": [2, 1],
        **said,
    }
    table = Table(position)
    assert table.decision == {"type": "over", "winner": 0}
    g = table.batch.states[0]
    assert (g["active"], g["asked"], g["target"]) == (0, 0, NOBODY)
    assert not [name for name in OF_RECORD if name != "target" and g[name].any()]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_follows_the_last_player_is_not_used(players: int) -> None:
    """As many bytes of the record as there are players are in use: beyond them nothing but zeros is ever written."""
    text = " | ".join(["hand S1", *(f"{who} hand S1" for who in ("foe", "third", "fourth")[: players - 1])])
    table = Table(position_of(text))
    g = table.batch.states[0]
    used = table.game.engine.used(g)
    assert not any(g.tobytes()[used:])
    assert g.nbytes - used == (4 - players) * g["players"][0].nbytes
