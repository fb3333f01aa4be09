"""Tactics and their windows (TW-T), every Tactic of the catalogue in those where it has a use."""

from __future__ import annotations

import pytest

from tests.scenarios import Choice, Row, Scenario
from tests.tradeworlds.oracle.cards import ATTACK, BASE, DEFEND
from tests.tradeworlds.scenario import check, position_of
from tests.tradeworlds.table import Table

pytestmark = pytest.mark.pure

FIGHT = "role Admiral; send lane 1; engage 1"
EVEN = "lane 3/3 | foe lane 3/3"

ROWS: list[Row] = [
    Scenario(
        "TW-T1: a Tactic that was played is discarded",
        before=f"{EVEN} | hand Discrete Hardware, S1",
        play=f"{FIGHT}; play Discrete Hardware",
        dice="1 5",
        after="hand S1 | discard Discrete Hardware | point discard",
    ),
    Scenario(
        "TW-T1, not: it does not last for the next battle",
        before="lane 2/3, 2/3 | foe lane 3/3, 3/3 | hand Siege Pattern, S1",
        play="role Admiral; play Siege Pattern; send lane 1; engage 1",
        dice="1 5",
        after="hand S1 | discard Siege Pattern | point discard",
    ),
    Choice(
        "TW-T2: one card at a time, then the next player",
        before=f"{EVEN} | hand Discrete Hardware, Vector Plot | foe hand Ghost Echo, Scatter Chaff",
        play=f"{FIGHT}; play Vector Plot",
        legal="play Ghost Echo; play Scatter Chaff; pass",
    ),
    Scenario(
        "TW-T3: a Tactic is cancelled",
        before=f"{EVEN} | hand Discrete Hardware, S1 | foe hand Signal Jam, S1",
        play=f"{FIGHT}; play Discrete Hardware; play Signal Jam",
        dice="3 4",
        after="hand S1 | discard Discrete Hardware | foe hand S1 | foe discard Signal Jam | point discard",
    ),
    Scenario(
        "TW-T3, not: if the other side passes",
        before=f"{EVEN} | hand Discrete Hardware, S1 | foe hand Signal Jam, S1",
        play=f"{FIGHT}; play Discrete Hardware; pass",
        dice="3 4",
        after="hand S1 | discard Discrete Hardware | foe lane - | foe discard S2, W3, C3 | point discard",
    ),
    Scenario(
        "TW-T3: nothing cancels a cancel",
        before=f"{EVEN} | hand Discrete Hardware, Signal Jam, S1 | foe hand Signal Jam, S1",
        play=f"{FIGHT}; play Discrete Hardware; play Signal Jam",
        dice="3 4",
        after="hand Signal Jam, S1 | discard Discrete Hardware | foe hand S1 | foe discard Signal Jam | point discard",
    ),
    Scenario(
        "TW-T3: the attackers are asked in turn, leader first",
        before="lane 3/3 | hand Signal Jam, S1 | foe lane 3/3 | foe hand Ghost Echo, S1 | third lane 1/1"
        " | third hand Signal Jam",
        play="role Chancellor; target player_1; join; send lane 1; engage 1; play Ghost Echo; pass",
        dice="4 2",
        after="foe hand S1 | foe discard Ghost Echo | asked third | third used up | point cancel",
    ),
    Scenario(
        "TW-T3: the first one cancels, and the next is not asked",
        before="lane 3/3 | hand Signal Jam, S1 | foe lane 3/3 | foe hand Ghost Echo, S1 | third lane 1/1"
        " | third hand Signal Jam",
        play="role Chancellor; target player_1; join; send lane 1; engage 1; play Ghost Echo; play Signal Jam",
        dice="4 2",
        after="hand S1 | discard Signal Jam | foe hand S1 | foe discard Ghost Echo, S2, W3, C3 | foe lane -"
        " | foe homeworld 17 | third used up | point discard",
    ),
    Scenario(
        "TW-T3, not: by one's own side",
        before="lane 3/3 | hand Discrete Hardware, S1 | foe lane 3/3 | third lane 1/1 | third hand Signal Jam, S1",
        play="role Chancellor; target player_1; join; send lane 1; engage 1; play Discrete Hardware",
        dice="2 4",
        after="hand S1 | discard Discrete Hardware | foe lane - | foe discard S2, W3, C3 | foe homeworld 17"
        " | third used up | point discard",
    ),
    Scenario(
        "TW-T3: also what was declared",
        before="lane 2/3 | foe lane 3/3 | hand Siege Pattern, S1 | foe hand Signal Jam, S1",
        play="role Admiral; play Siege Pattern; play Signal Jam",
        after="hand S1 | discard Siege Pattern | foe hand S1 | foe discard Signal Jam | point discard",
    ),
    Choice(
        "TW-T4: Firepower is declared by the leader alone",
        before="lane 3/3 | hand Siege Pattern, Discrete Hardware | foe lane 3/3 | third lane 1/1"
        " | third hand Focused Lances",
        play="role Chancellor; target player_1; join",
        legal="send lane 1; send lane 1 of player_2; play Siege Pattern; done",
    ),
    Scenario(
        "TW-T4, not: with nothing left to use it",
        before="lane 3/3 | foe lane 3/3 | hand Siege Pattern, S1",
        play=f"{FIGHT}; pass",
        dice="1 5",
        after="point discard",
    ),
    Scenario(
        "TW-T5: until all have passed in succession",
        before=f"{EVEN} | hand Discrete Hardware, Vector Plot, S1 | foe hand Ghost Echo, Scatter Chaff, S1",
        play=f"{FIGHT}; pass; play Ghost Echo; play Vector Plot; pass; play Discrete Hardware",
        dice="5 2",
        after="hand S1 | discard Vector Plot, Discrete Hardware | foe hand Scatter Chaff, S1 | foe discard Ghost Echo"
        " | asked foe | point roll",
    ),
    Scenario(
        "TW-T5: the leader, then allies, then the defender",
        before="lane 3/3 | hand Vector Plot, S1 | foe lane 3/3 | foe hand Ghost Echo, S1 | third lane 1/1"
        " | third hand Vector Plot",
        play="role Chancellor; target player_1; join; send lane 1; engage 1; pass",
        dice="3 4",
        after="asked third | third used up | point roll",
    ),
    Scenario(
        "TW-T5: so it goes after a Tactic, too",
        before="lane 3/3 | hand Vector Plot, S1 | foe lane 3/3 | foe hand Ghost Echo, S1 | third lane 1/1"
        " | third hand Vector Plot",
        play="role Chancellor; target player_1; join; send lane 1; engage 1; play Vector Plot",
        dice="3 4",
        after="hand S1 | discard Vector Plot | asked third | third used up | point roll",
    ),
    Scenario(
        "TW-T5: who has passed is asked again after another has played",
        before=f"{EVEN} | hand Discrete Hardware, S1 | foe hand Ghost Echo, S1",
        play=f"{FIGHT}; pass; play Ghost Echo; play Discrete Hardware",
        dice="4 2",
        after="hand S1 | discard Discrete Hardware | foe hand S1 | foe lane - | foe discard Ghost Echo, S2, W3, C3"
        " | point discard",
    ),
    Scenario(
        "TW-T5: a cancelled Tactic counts as one played",
        before=f"{EVEN} | hand Discrete Hardware, S1 | foe hand Ghost Echo, Signal Jam, S1",
        play=f"{FIGHT}; play Discrete Hardware; play Signal Jam; pass",
        dice="3 5",
        after="hand S1 | discard Discrete Hardware | foe hand Ghost Echo, S1 | foe discard Signal Jam | point discard",
    ),
    Choice(
        "TW-T5: allies may play in a battle without a ship of theirs",
        before="lane 3/3 | foe lane 3/3 | third lane 1/1 | third hand Vector Plot, Ghost Echo",
        play="role Chancellor; target player_1; join; send lane 1; engage 1",
        legal="play Vector Plot; pass",
    ),
    Scenario(
        "TW-T5: a re-roll replaces the die, bonuses stay",
        before=f"{EVEN} | hand Second Reading, Vector Plot, S1",
        play=f"{FIGHT}; play Vector Plot; play Second Reading",
        dice="1 6 5",
        after="hand S1 | discard Vector Plot, Second Reading | foe lane - | foe discard S2, W3, C3 | point discard",
    ),
    Scenario(
        "TW-T6: Firepower adds to a strike, shields subtract",
        before="lane 3/3, 2/3 | hand Focused Lances, S1 | foe hand Orbital Umbrella, S1",
        play="role Admiral; strike; play Focused Lances; play Orbital Umbrella",
        after="hand S1 | discard Focused Lances | foe hand S1 | foe discard Orbital Umbrella | foe homeworld 15"
        " | point discard",
    ),
    Scenario(
        "TW-T6: never below 0",
        before="lane 3/3 | foe hand Orbital Umbrella, S1",
        play="role Admiral; play Orbital Umbrella",
        after="foe hand S1 | foe discard Orbital Umbrella | point discard",
    ),
    Scenario(
        "TW-T6: what was declared counts",
        before="lane 3/3 | hand Siege Pattern, S1 | foe hand S1",
        play="role Admiral; play Siege Pattern",
        after="hand S1 | discard Siege Pattern | foe homeworld 12 | point discard",
    ),
    Choice(
        "TW-T6, not: no Firepower for a Homeworld's defence",
        before="lane 3/3 | foe hand Orbital Umbrella, Siege Pattern, Layered Plating",
        play="role Admiral",
        legal="play Orbital Umbrella; pass",
    ),
    Scenario(
        "TW-T7: salvaged cards go to the hand",
        before=f"{EVEN} | foe hand Escape Pods, S1",
        play=f"{FIGHT}; play Escape Pods",
        dice="5 2",
        after="foe lane - | foe hand S1, S2, W3, C3 | foe known S2, W3, C3 | foe discard Escape Pods | point discard",
    ),
    Scenario(
        "TW-T7: an attacker's too",
        before=f"{EVEN} | hand Escape Pods, S1",
        play=f"{FIGHT}; play Escape Pods",
        dice="2 2",
        after="lane - | hand S1, S2, W3, C3 | known S2, W3, C3 | discard Escape Pods | point configure",
    ),
    Scenario(
        "TW-T7, not: where the salvage is cancelled and nothing else could save it",
        before=f"{EVEN} | hand Signal Jam, S1 | foe hand Escape Pods, S1",
        play=f"{FIGHT}; play Escape Pods; play Signal Jam",
        dice="5 2",
        after="hand S1 | discard Signal Jam | foe lane - | foe hand S1 | foe discard Escape Pods, S2, W3, C3"
        " | point discard",
    ),
    Scenario(
        "TW-T7, not: also where all are asked who could hold a card",
        before=f"{EVEN} | hand Signal Jam, S1 | foe hand Escape Pods, S1",
        play=f"{FIGHT}; play Escape Pods; play Signal Jam",
        dice="5 2",
        after="hand S1 | discard Signal Jam | foe lane - | foe hand S1 | foe discard Escape Pods, S2, W3, C3"
        " | point discard",
        options={"ask": "public"},
    ),
    Scenario(
        "TW-T7: asked again while another card could save it",
        before="lane 3/3 | hand Signal Jam, S1 | foe lane 3/3 Frigate | foe credits 3 | foe hand Escape Pods, S1",
        play=f"{FIGHT}; play Escape Pods; play Signal Jam; use Frigate",
        dice="5 2",
        after="hand S1 | discard Signal Jam | foe credits 0 | foe lane 3/3 | foe hand S1 | foe discard Escape Pods"
        " | point discard",
        options={"reinforcements": True},
    ),
    Scenario(
        "TW-T7: a bounty is paid all the same",
        before=f"{EVEN} | faction Brethren | foe hand Escape Pods, S1",
        play=f"{FIGHT}; play Escape Pods",
        dice="5 2",
        after="credits 5 | foe lane - | foe hand S1, S2, W3, C3 | foe known S2, W3, C3 | foe discard Escape Pods"
        " | point discard",
    ),
    Scenario(
        "TW-T8, not: who could hold nothing that cancels is not asked to",
        before=f"{EVEN} | hand Discrete Hardware, S1 | foe hand S1, S2 | foe deck C1 | foe discard Signal Jam",
        play=f"{FIGHT}; play Discrete Hardware",
        dice="4 2",
        after="hand S1 | discard Discrete Hardware | foe lane - | foe discard Signal Jam, S2, W3, C3 | point discard",
        options={"ask": "public"},
    ),
    Choice(
        "TW-T8: who is asked may pass",
        before=f"{EVEN} | hand Discrete Hardware | foe hand Ghost Echo",
        play=FIGHT,
        legal="play Discrete Hardware; pass",
    ),
    Choice(
        "TW-T8, not: who has nothing is not asked",
        before=f"{EVEN} | hand Ghost Echo, S1 | foe hand Ghost Echo",
        play=FIGHT,
        legal="play Ghost Echo; pass",
    ),
]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)


# ── Every card in every window ───────────────────────────────────────────────────────────────────

TACTICS = [card for card in BASE.cards if card.pile == "tactic"]


def offered(window: str, side: str, name: str) -> bool:
    """Is a card offered in a window, held by a side?"""
    you, foe = (name, "S1") if side == ATTACK else ("S1", name)
    if window == "declare":
        table = Table(position_of(f"lane 1/1 | foe lane 3/3 | hand {you}, S1 | foe hand {foe}"))
        table.do("role Admiral")
    elif window == "strike":
        table = Table(position_of(f"lane 1/1 | foe lane - | hand {you}, S1 | foe hand {foe}"))
        table.do("role Admiral")
        if "strike" in table.legal():
            table.do("strike")
    else:
        table = Table(position_of(f"lane 3/3 | foe lane 3/3 | hand {you}, S1 | foe hand {foe}"))
        table.roll(*((1, 1) if side == ATTACK else (2, 1)) if window == "loss" else (3, 4))
        for action in ("role Admiral", "send lane 1", "engage 1"):
            if action in table.legal():
                table.do(action)
    asked = "attack" if window == "declare" else window
    there = table.decision["type"] == asked and table.asked == (0 if side == ATTACK else 1)
    return there and f"play {name}" in table.legal()


@pytest.mark.parametrize("card", TACTICS, ids=lambda card: card.name)
def test_tw_t1_where_a_tactic_can_be_played(card: object) -> None:
    """Cancels are shown above."""
    for window in ("declare", "roll", "strike", "loss"):
        for side in (ATTACK, DEFEND):
            wanted = card.fits(window, side) and not (window == "declare" and side == DEFEND)  # type: ignore[attr-defined]
            assert offered(window, side, card.name) == wanted, (window, side)  # type: ignore[attr-defined]
