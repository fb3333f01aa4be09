"""Decisions and actions (TW-P): who is asked, the 469 actions in order, every reason against one."""

from __future__ import annotations

import numpy as np
import pytest

from ow_env import tradeworlds_v0
from ow_env.tradeworlds.actions import OK, REASONS
from tests.scenarios import Refusal, Row, rows
from tests.tradeworlds.oracle.cards import BASE, PILES, ROLES
from tests.tradeworlds.oracle.oracle import all_actions
from tests.tradeworlds.scenario import check, position_of
from tests.tradeworlds.table import Table, game_of

MODULE, PUBLIC = {"reinforcements": True}, {"ask": "public"}
CARDS = [card.name for card in BASE.cards]

ROWS: list[Row] = rows("""
TW-P1: an ally decides in the rest of its turn, which is the leader's
    before: lane 3/3 | foe lane 1/3 | third lane 4/2 | third hand S1, S2
    play:   role Chancellor; target player_1; join; done; done; discard Starship 1
    after:  third used up | third hand S2 | third discard S1 | asked third | point discard
# target, strike, and the steps with nothing to do
TW-P4: a single legal action is taken
    before: hand S4 | lane 3/3 | foe lane -   play: role Admiral   after: foe homeworld 15 | point discard
TW-P4, not: with a choice
    before: hand S4, Siege Pattern | lane 3/3 | foe lane -   play: role Admiral   after: point attack
TW-P5: who has to discard is asked, though all cards are equal
    before: hand S1 | foe hand 3x C1   play: role Saboteur   legal: discard Crew 1   options: ask="public"
TW-P5: who loses a ship is asked while a card that saves it may be in hand
    before: lane 3/3 | foe lane 3/3 | foe hand S1 | foe deck Escape Pods
    play: role Admiral; send lane 1; engage 1   legal: pass   dice: 4 3   options: ask="public"
TW-P5: who attacks is asked with a single card in hand
    before: hand S4 | lane 3/3 | foe lane 3/3
    play: role Admiral; send lane 1   legal: engage 1   options: ask="public"
TW-P5, not: with none
    before: hand - | lane 3/3 | foe lane 3/3
    play: role Admiral; send lane 1   after: turn foe | asked foe   dice: 3 4   options: ask="public"
""")

BLOCKS = [  # what the names are, and where they begin (TW-P3)
    (0, ["pass", "done"]),
    (2, [f"role {role}" for role in ROLES]),
    (12, ["target player_1", "target player_2", "target player_3", "target all", "join"]),
    (17, [f"decommission lane {place}" for place in (1, 2, 3, 4)]),
    *(
        (21 + 30 * n, [f"{verb} {card}" for card in CARDS])
        for n, verb in enumerate(("bank", "remove", "discard", "buy", "spend"))
    ),
    (171, ["configure Starship 1 + Weapon 1 + Crew 1", "configure Starship 1 + Weapon 1 + Crew 2"]),
    (296, [f"fit Weapon {n}" for n in range(1, 6)]),
    (301, [f"refit lane 1 with {card}" for card in CARDS[:15]]),
    (361, [f"replace Weapon {n}" for n in range(1, 6)]),
    (366, ["send lane 1", "send lane 2", "send lane 3", "send lane 4", "send lane 1 of player_1"]),
    (382, ["engage 1", "engage 2", "engage 1+2", "engage 3"]),
    (397, ["strike"]),
    (398, [f"play {card.name}" for card in BASE.cards if card.pile == PILES[3]]),
    (413, ["destroy lane 1"]),
    (429, ["reinforce lane 1 with Sentinel", "reinforce lane 1 with Gunship"]),
    (449, ["use Sentinel", "use Gunship", "use Frigate", "use Cruiser", "use Destroyer"]),
    (454, ["eliminate Sentinel of player_1"]),
]


@pytest.mark.rule
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)


def test_tw_p3_the_469_actions_stand_in_their_order() -> None:
    game = game_of(num_players=4)
    state = Table(num_players=4).batch.states
    names = [game.action_name(state, 0, action) for action in range(game.num_actions)]
    assert names == all_actions()
    assert len(set(names)) == 469
    for begin, block in BLOCKS:
        assert names[begin : begin + len(block)] == block


def test_tw_p3_the_next_player_has_the_same_id_for_every_seat() -> None:
    game, state = game_of(num_players=4), Table(num_players=4).batch.states
    for seat in range(4):
        for onward in (1, 2, 3):
            name = f"target player_{(seat + onward) % 4}"
            assert game.action_id(state, seat, name) == 11 + onward
            assert game.action_name(state, seat, 11 + onward) == name


@pytest.mark.rule
def test_tw_p2_equal_cards_are_one_action() -> None:
    table = Table(position_of("point discard | hand 3x C1, S1"))
    assert table.legal() == ["discard Crew 1", "discard Starship 1", "done"]


def test_tw_p1_in_the_parallel_form_the_others_pass_and_it_does_nothing() -> None:
    env = tradeworlds_v0.parallel_env(num_players=3)
    env.reset(seed=1)
    env.set_position(position_of("point discard | hand S1, W1 | third hand S1"))
    observations, *_ = env.step(
        {"player_0": env.game.action_id(env._batch.states, 0, "discard Weapon 1"), "player_1": 0, "player_2": 0}
    )
    at = env.game.position(env._batch.states)
    assert (at["players"][0]["hand"], at["decision"]["type"]) == (["Starship 1"], "discard")
    assert np.flatnonzero(observations["player_1"]["action_mask"]).tolist() == [0]


# ── Reasons ──────────────────────────────────────────────────────────────────────────────────────

ATTACK = "lane 3/3, 1/1 | foe lane 2/3, 1/2 | hand Siege Pattern, Vector Plot"
WHY: list[Refusal] = rows(f"""
not asked
    before: hand S1   play: foe: role Trader   why: it is player_0 who decides (TW-P)
not now
    before: hand S1   play: buy Crew 1   why: that is no answer here: a Role is to be chosen (TW-P)
not done
    before: hand C1, C2   play: role Treasurer; done   why: at least one has to be chosen (TW-R2)
is out
    before: lane 1/1 | third hand S1 | fourth out
    play: role Admiral; target player_3   why: player_3 is out of the game (TW-E1)
no such player
    before: lane 1/1, 2/2   play: role Chancellor; target nobody 2   why: there is no such player
nobody to attack The Derelict together with
    before: scenario The Derelict | lane 1/1, 2/2
    play: role Chancellor; target nobody 1   why: The Derelict has neither hand nor allies (TW-S8)
no ship there
    before: lane 1/1, 2/2   play: role Chancellor; decommission lane 3   why: you have no ship in lane 3
no ships
    before: hand S1   play: role Admiral   why: you have no ship in your lane (TW-R3)
no cards
    before: hand - | deck S1 | foe hand S1 | lane 1/1   play: role Treasurer   why: you have no card in hand (TW-R2)
no cards there
    before: hand S1 | foe hand - | foe deck S1   play: role Smuggler   why: no opponent has a card to take (TW-R7)
none in that hand
    before: foe hand - | foe deck S1 | third hand S1 | fourth hand S1
    play: role Smuggler; target player_1   why: player_1 has no card in hand (TW-R7)
no exchange
    before: lane 1/1 | hand S1
    play: role Captain   why: no card of your hand can take the place of one in your ships (TW-R4)
no Chancellor
    before: hand S1
    play: role Chancellor   why: you have no ship to decommission, and nobody to attack together with (TW-R1)
nobody to join
    before: lane 1/1, 2/2 | foe lane 1/3 | third hand S1
    play:   role Chancellor; target player_1
    why:    against player_1 nobody could join: it takes a ship and an unused turn (TW-R1.2)
refused
    before: lane 1/1, 2/2 | foe lane 1/3 | third lane 4/2
    play:   role Chancellor; target player_1; pass; role Chancellor; target player_1
    why:    nobody joined, so no other joint attack is proposed this turn (TW-R1.4)
alone
    before: scenario The Derelict | hand S1
    play: role Saboteur   why: The Derelict has neither hand nor allies (TW-S8)
not in hand
    before: hand C1, C2   play: role Treasurer; bank Crew 3   why: Crew 3 is not in your hand: Crew 1, Crew 2
not shown
    before: foe hand S1, W4
    play: role Smuggler; bank Crew 1   why: Crew 1 is none of the cards taken: Starship 1, Weapon 4 (TW-R7)
not on top
    before: point buy | hand C5 | tops S1, -, -, -
    play: buy Crew 1   why: Crew 1 lies on top of none of your piles: Starship 1 (TW-B2)
too dear
    before: point buy | hand C1 | tops S1, W5, -, -
    play: buy Weapon 5   why: Weapon 5 costs 5; your hand and change are worth 1 (TW-B3)
no place
    before: point configure | credits 20 | lane 1/1 | hand S1, W1, C1
    play:   configure Starship 1 + Weapon 1 + Crew 1
    why:    you have 1 ships and 1 places unlocked (TW-F2)
    options: reinforcements=True
too heavy
    before: point configure | level 1 | hand S1, W5, C1, W1
    play:   configure Starship 1 + Weapon 5 + Crew 1
    why:    Capacity 5 is less than Firepower and Resistance together, 6 (TW-F1)
not of the Role
    before: lane S5 1/1 | hand C2, C3, S1
    play: role Commander; refit lane 1 with Starship 1   why: as Commander you exchange Crew cards (TW-R4)
the same card
    before: lane S5 1/1 | hand C1, C3, C2
    play: role Commander; refit lane 1 with Crew 1   why: a card of the same value is no exchange (TW-R4)
the same Crew card, of another value than the Weapon
    before: lane S5 3/1 | hand C1, C3, C2
    play: role Commander; refit lane 1 with Crew 1   why: a card of the same value is no exchange (TW-R4)
not fitted
    before: lane S5 4+3/1 | hand W2, W1
    play:   role Engineer; refit lane 1 with Weapon 2; replace Weapon 1
    why:    the ship in lane 1 has no Weapon 1 that could go
not unused
    before: {ATTACK}
    play:   role Admiral; send lane 1; send lane 1
    why:    that ship has acted in this attack, or is not on your side (TW-A2)
out of reach
    before: lane 1/1, 1/1 | foe lane 1/3 | hand Overcharged Coils, S1
    play:   role Admiral; send lane 1
    why:    all ships left, with the Tactics played, do not reach the lowest Resistance there (TW-A4)
not there
    before: {ATTACK}   play: role Admiral; send lane 1; engage 3   why: player_1 has no ship in a place of 3
too many
    before: lane 5/1, 1/1 | foe lane 1/1, 1/1
    play:   role Admiral; send lane 1; engage 1+2
    why:    1+2 are more ships than you send: one ship may not engage two (TW-A5)
too weak
    before: lane 3/3, 1/1 | foe lane 2/3, 1/1 | hand Siege Pattern
    play: role Admiral; send lane 2; engage 1   why: Firepower 1 does not reach the Resistance of 1, 3 (TW-A4)
nobody sent
    before: {ATTACK}   play: role Admiral; engage 1   why: no ship was sent into a battle yet (TW-A3)
the group waits
    before: {ATTACK}   play: role Admiral; send lane 1; done   why: ships are sent: they engage first (TW-A4)
nor strike they
    before: {ATTACK}   play: role Admiral; send lane 1; strike   why: ships are sent: they engage first (TW-A4)
not at all but by the Saboteur
    before: lane 1/1 | foe hand S1 | third hand S1
    play: role Smuggler; target all   why: that is no answer here: an opponent is to be named (TW-P)
not at all where The Derelict is
    before: scenario The Derelict | hand S1
    play: role Smuggler   why: The Derelict has neither hand nor allies (TW-S8)
no ship to send
    before: {ATTACK}
    play: role Admiral; send lane 3   why: that ship has acted in this attack, or is not on your side (TW-A2)
not a ship of the target
    before: {ATTACK}
    play:   role Admiral; send lane 1 of player_1
    why:    that ship has acted in this attack, or is not on your side (TW-A2)
not a ship of nobody
    before: {ATTACK}
    play:   role Admiral; send lane 1 of nobody 3
    why:    that ship has acted in this attack, or is not on your side (TW-A2)
no Tactic in hand
    before: {ATTACK}
    play: role Admiral; play Ghost Echo   why: Ghost Echo is not in your hand: Vector Plot, Siege Pattern
no exchange in an empty place
    before: lane S5 1/1 | hand C2, C3, S1
    play: role Commander; refit lane 2 with Crew 2   why: you have no ship in lane 2
no exchange of what is not in hand
    before: lane S5 1/1 | hand C2, C3, S1
    play: role Commander; refit lane 1 with Crew 4   why: Crew 4 is not in your hand: Starship 1, Crew 2, Crew 3
no exchange that is too heavy
    before: lane 1/4, S5 1/1 | hand C2, C5
    play:   role Commander; refit lane 1 with Crew 5
    why:    Capacity 5 is less than Firepower and Resistance together, 6 (TW-F1)
no exchange of a Weapon for one alike
    before: lane S5 2/1 | hand W1, W2, W3
    play: role Engineer; refit lane 1 with Weapon 2   why: a card of the same value is no exchange (TW-R4)
no exchange of a Weapon for one too heavy
    before: lane 3/3, S5 1/1 | hand W5, W2
    play:   role Engineer; refit lane 1 with Weapon 5
    why:    Capacity 6 is less than Firepower and Resistance together, 8 (TW-F1)
no exchange of the weakest Weapon for one too heavy
    before: lane 1/4, S5 2/1 | hand W5, W3
    play:   role Engineer; refit lane 1 with Weapon 5
    why:    Capacity 5 is less than Firepower and Resistance together, 9 (TW-F1)
no exchange of one of the strongest Weapons for one too heavy
    before: lane 4/4, S5 2/1 | hand W5, W3
    play:   role Engineer; refit lane 1 with Weapon 5
    why:    Capacity 8 is less than Firepower and Resistance together, 9 (TW-F1)
no exchange of a Starship for one alike
    before: lane 3/3, S5 1/1 | hand S2, S3
    play: role Captain; refit lane 1 with Starship 2   why: a card of the same value is no exchange (TW-R4)
no Weapon that is not in hand
    before: point configure | level 1 | hand S5, 2x W1, W2, C1
    play: configure Starship 5 + Weapon 1 + Crew 1; fit Weapon 3   why: Weapon 3 is not in your hand: Weapon 1, Weapon 2
no Weapon that is too heavy
    before: point configure | level 1 | hand S5, W1, 2x W2, W5, C4
    play:   configure Starship 5 + Weapon 2 + Crew 4; fit Weapon 5
    why:    Capacity 9 is less than Firepower and Resistance together, 11 (TW-F1)
no token in an empty place
    before: credits 20 | lane 1/1
    play: reinforce lane 2 with Cruiser   why: you have no ship in lane 2   options: reinforcements=True
shielded
    before: {ATTACK}   play: role Admiral; strike   why: a ship that is not busy protects the Homeworld (TW-A6)
no Homeworld
    before: scenario The Derelict | lane 5/1, 4/1 | hand Siege Pattern
    play: role Admiral; strike   why: The Derelict has no Homeworld (TW-S7)
must strike
    before: lane 1/1 | foe lane - | hand Siege Pattern
    play: role Admiral; done   why: ships that can strike do so (TW-A6)
no use here
    before: {ATTACK}   play: role Admiral; play Vector Plot
    why:    Vector Plot has no use here: it is played on the dice (TW-T1)
no module
    before: credits 20 | lane 1/1
    play: reinforce lane 1 with Cruiser   why: this game is played without Reinforcement Starships (TW-M1)
has a token
    before: credits 20 | lane 1/1 Cruiser, 2/2
    play: reinforce lane 1 with Gunship   why: the ship in lane 1 has a token (TW-M1)   options: reinforcements=True
token sent
    before: credits 20 | lane 1/1 Cruiser, 2/2
    play: reinforce lane 2 with Cruiser   why: your Cruiser is on a ship (TW-M1)   options: reinforcements=True
can't pay
    before: credits 9 | lane 1/1
    play: reinforce lane 1 with Cruiser   why: it costs 10 credits, you have 9 (TW-M7)   options: reinforcements=True
""")


@pytest.mark.rule
@pytest.mark.parametrize("row", WHY, ids=str)
def test_why_not(row: Refusal) -> None:
    check(row)


THREE_SENT = "role Admiral; send lane 1; send lane 2; send lane 3; engage 1"
FIGHT = "role Admiral; send lane 1; engage 1"
TOKENS = "credits 9 | lane 3/3 Gunship, 1/1 Cruiser | foe lane 3/3 | hand Vector Plot"
ALERT = "credits 5 | lane 3/3 Destroyer | foe lane 3/3 Frigate, 1/1 Cruiser"
ALLIES = f"{ALERT} | third credits 5 | third lane 1/1 Destroyer"
TOGETHER = "role Chancellor; target player_1; join; send lane 1; send lane 1 of player_2; engage 1"
USELESS = "a {} is of no use to your side (TW-M3)"
GONE = "player_1 has no {} on a ship, or it is eliminated already (TW-M4)"
NOT_ONE = "that ship is not one that can be destroyed now (TW-C4)"
WHY_IN_BATTLE = [  # the position, what the dice show, what is played, what is tried then, why not
    ("lane 1/1, 1/1, 1/4 | foe lane 3/1", (3, 3), THREE_SENT, "destroy lane 3 of player_0",
     "its Resistance is 4, and 3 Firepower is left (TW-C4)"),
    ("lane 1/4, 1/1, 1/1 | foe lane 3/1", (3, 3), THREE_SENT, "destroy lane 1 of player_0",
     "its Resistance is 4, and 3 Firepower is left (TW-C4)"),
    ("lane 1/4, 1/1, 1/1 | foe lane 3/1", (3, 3), THREE_SENT, "destroy lane 4 of player_0", NOT_ONE),
    ("lane 1/4, 1/1, 1/1 | foe lane 3/1", (3, 3), THREE_SENT, "destroy lane 1", NOT_ONE),
    ("lane 1/3, 1/1, 1/1, S2 2/2 | foe lane 4/1", (3, 3),
     "role Admiral; send lane 1; send lane 2; send lane 3; send lane 4; engage 1; destroy lane 4 of player_0",
     "destroy lane 4 of player_0", NOT_ONE),
    ("lane 1/3, 1/1, 1/1, S2 2/2 | foe lane 4/1", (3, 3),
     "role Admiral; send lane 1; send lane 2; send lane 3; send lane 4; engage 1; destroy lane 4 of player_0",
     "destroy lane 1 of player_0", "its Resistance is 3, and 2 Firepower is left (TW-C4)"),
    (TOKENS, (3, 4), "role Admiral; send lane 1; send lane 2; engage 1; use Gunship", "use Cruiser",
     "you have used a token in this battle (TW-M2)"),
    (TOKENS, (3, 4), FIGHT, "use Cruiser", "you have no Cruiser on a ship that is concerned (TW-M2)"),
    (TOKENS.replace("Gunship", "Sentinel"), (3, 4), FIGHT, "use Gunship",
     "you have no Gunship on a ship that is concerned (TW-M2)"),
    *((TOKENS, (3, 4), FIGHT, f"use {token}", USELESS.format(token)) for token in ("Sentinel", "Frigate", "Destroyer")),
    ("credits 1 | lane 3/3 Gunship | foe lane 3/3 | hand Vector Plot", (3, 4), FIGHT, "use Gunship",
     "it costs 2 credits, you have 1 (TW-M7)"),
    ("lane 3/3 | foe lane 3/3 Frigate | foe credits 3", (5, 4), FIGHT, "use Cruiser", USELESS.format("Cruiser")),
    ("lane 3/3 | foe lane 3/3 Gunship, 1/1 Frigate | foe credits 9 | foe hand Escape Pods", (5, 4), FIGHT,
     "use Frigate", "you have no Frigate on a ship that is concerned (TW-M2)"),
    (ALERT, (3, 4), FIGHT, "eliminate Sentinel of player_1", GONE.format("Sentinel")),
    (ALLIES, (3, 4), f"{TOGETHER}; eliminate Frigate of player_1", "eliminate Frigate of player_1",
     GONE.format("Frigate")),
    ("lane 3/3 | foe lane 3/3 | hand Evasive Burn, Vector Plot", (3, 4), FIGHT, "play Evasive Burn",
     "Evasive Burn has no use here: it is for the defender, and you are the attacker (TW-T1)"),
    (ALLIES, (3, 4), f"{TOGETHER}; pass", "eliminate Destroyer of player_0",
     "player_0 is not on the other side (TW-M4)"),
]  # fmt: skip


@pytest.mark.rule
@pytest.mark.parametrize(("before", "dice", "play", "tried", "why"), WHY_IN_BATTLE)
def test_why_not_in_a_battle(before: str, dice: tuple[int, ...], play: str, tried: str, why: str) -> None:
    table = Table(position_of(before), **MODULE)
    table.roll(*dice)
    for action in play.split("; "):
        if action in table.legal():
            table.do(action)
    assert tried not in table.legal()
    assert table.why_not(tried) == why


@pytest.mark.rule
def test_no_token_is_used_without_the_module() -> None:
    table = Table(position_of("lane 3/3 | foe lane 3/3 | hand Vector Plot"))
    table.roll(3, 4)
    table.do("role Admiral", "send lane 1")
    assert table.why_not("use Cruiser") == "this game is played without Reinforcement Starships (TW-M1)"


@pytest.mark.rule
def test_who_is_not_asked_may_only_pass() -> None:
    table = Table(position_of("hand S1 | foe hand S1"))
    assert table.batch.action_mask[0, 1].tolist() == [1] + [0] * 468
    assert table.batch.action_mask[0, 0].max() == 1


@pytest.mark.rule
def test_an_allowed_action_has_no_reason() -> None:
    assert Table(position_of("hand S1")).why_not("role Trader") is None


@pytest.mark.rule
def test_no_such_action_and_a_game_that_is_over() -> None:
    table = Table(position_of("credits 99 | hand S1"))
    state = table.batch.states
    for action in (-1, 469, 10**9):
        assert table.game.why_not(state, 0, action) == "there is no such action"
    table.do("role Treasurer")
    assert table.why_not("role Trader", 0) == "the game is over"


@pytest.mark.uncompiled
def test_nearly_every_reason_is_met() -> None:
    """But for a few that need much: a token used, an ally's, a ship that can't be destroyed."""
    game, met = game_of(), {OK}
    for row in WHY:
        table = Table(position_of(row.before), **(row.options or {}))
        *actions, last = [each.strip() for each in row.play.split(";")]
        for action in actions:
            if action in table.legal():
                table.do(action)
        who, _, name = last.rpartition(": ")
        seat = 1 if who else table.asked
        assert seat is not None
        action = table.game.action_id(table.batch.states, seat, name)
        met.add(table.game.engine.why_not(table.batch.states[0], table.game.tables[0], seat, action))
    assert len(met) > len(tuple(REASONS)) - 16
    assert game.num_actions == 469
