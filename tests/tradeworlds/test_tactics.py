"""Tactics and their windows (TW-T), every Tactic of the catalogue in those where it has a use."""

from __future__ import annotations

import pytest

from tests.scenarios import Row, rows
from tests.tradeworlds.oracle.cards import ATTACK, BASE, DEFEND
from tests.tradeworlds.scenario import check, position_of
from tests.tradeworlds.table import Table

pytestmark = pytest.mark.rule

FIGHT = "role Admiral; send lane 1; engage 1"
EVEN = "lane 3/3 | foe lane 3/3"

ROWS: list[Row] = rows(f"""
TW-T1: a Tactic that was played is discarded
    before: {EVEN} | hand Discrete Hardware, S1
    play: {FIGHT}; play Discrete Hardware   after: hand S1 | discard Discrete Hardware | point discard   dice: 1 5
TW-T1, not: it does not last for the next battle
    before: lane 2/3, 2/3 | foe lane 3/3, 3/3 | hand Siege Pattern, S1
    play:   role Admiral; play Siege Pattern; send lane 1; engage 1
    after:  hand S1 | discard Siege Pattern | point discard
    dice:   1 5
TW-T2: one card at a time, then the next player
    before: {EVEN} | hand Discrete Hardware, Vector Plot | foe hand Ghost Echo, Scatter Chaff
    play: {FIGHT}; play Vector Plot   legal: play Ghost Echo; play Scatter Chaff; pass
TW-T3: a Tactic is cancelled
    before: {EVEN} | hand Discrete Hardware, S1 | foe hand Signal Jam, S1
    play:   {FIGHT}; play Discrete Hardware; play Signal Jam
    after:  hand S1 | discard Discrete Hardware | foe hand S1 | foe discard Signal Jam | point discard
    dice:   3 4
TW-T3, not: if the other side passes
    before: {EVEN} | hand Discrete Hardware, S1 | foe hand Signal Jam, S1
    play:   {FIGHT}; play Discrete Hardware; pass
    after:  hand S1 | discard Discrete Hardware | foe lane - | foe discard S2, W3, C3 | point discard
    dice:   3 4
TW-T3: nothing cancels a cancel
    before: {EVEN} | hand Discrete Hardware, Signal Jam, S1 | foe hand Signal Jam, S1
    play:   {FIGHT}; play Discrete Hardware; play Signal Jam
    after:  hand Signal Jam, S1 | discard Discrete Hardware | foe hand S1 | foe discard Signal Jam | point discard
    dice:   3 4
TW-T3: the attackers are asked in turn, leader first
    before: lane 3/3 | hand Signal Jam, S1 | foe lane 3/3 | foe hand Ghost Echo, S1 | third lane 1/1
            third hand Signal Jam
    play:   role Chancellor; target player_1; join; send lane 1; engage 1; play Ghost Echo; pass
    after:  foe hand S1 | foe discard Ghost Echo | asked third | third used up | point cancel
    dice:   4 2
TW-T3: the first one cancels, and the next is not asked
    before: lane 3/3 | hand Signal Jam, S1 | foe lane 3/3 | foe hand Ghost Echo, S1 | third lane 1/1
            third hand Signal Jam
    play:   role Chancellor; target player_1; join; send lane 1; engage 1; play Ghost Echo; play Signal Jam
    after:  hand S1 | discard Signal Jam | foe hand S1 | foe discard Ghost Echo, S2, W3, C3 | foe lane -
            foe homeworld 17 | third used up | point discard
    dice:   4 2
TW-T3, not: by one's own side
    before: lane 3/3 | hand Discrete Hardware, S1 | foe lane 3/3 | third lane 1/1 | third hand Signal Jam, S1
    play:   role Chancellor; target player_1; join; send lane 1; engage 1; play Discrete Hardware
    after:  hand S1 | discard Discrete Hardware | foe lane - | foe discard S2, W3, C3 | foe homeworld 17 | third used up
            point discard
    dice:   2 4
TW-T3: also what was declared
    before: lane 2/3 | foe lane 3/3 | hand Siege Pattern, S1 | foe hand Signal Jam, S1
    play:   role Admiral; play Siege Pattern; play Signal Jam
    after:  hand S1 | discard Siege Pattern | foe hand S1 | foe discard Signal Jam | point discard
TW-T4: Firepower is declared by the leader alone
    before: lane 3/3 | hand Siege Pattern, Discrete Hardware | foe lane 3/3 | third lane 1/1 | third hand Focused Lances
    play: role Chancellor; target player_1; join   legal: send lane 1; send lane 1 of player_2; play Siege Pattern; done
TW-T4, not: with nothing left to use it
    before: lane 3/3 | foe lane 3/3 | hand Siege Pattern, S1   play: {FIGHT}; pass   after: point discard   dice: 1 5
TW-T5: until all have passed in succession
    before: {EVEN} | hand Discrete Hardware, Vector Plot, S1 | foe hand Ghost Echo, Scatter Chaff, S1
    play:   {FIGHT}; pass; play Ghost Echo; play Vector Plot; pass; play Discrete Hardware
    after:  hand S1 | discard Vector Plot, Discrete Hardware | foe hand Scatter Chaff, S1 | foe discard Ghost Echo
            asked foe | point roll
    dice:   5 2
TW-T5: the leader, then allies, then the defender
    before: lane 3/3 | hand Vector Plot, S1 | foe lane 3/3 | foe hand Ghost Echo, S1 | third lane 1/1
            third hand Vector Plot
    play:   role Chancellor; target player_1; join; send lane 1; engage 1; pass
    after:  asked third | third used up | point roll
    dice:   3 4
TW-T5: so it goes after a Tactic, too
    before: lane 3/3 | hand Vector Plot, S1 | foe lane 3/3 | foe hand Ghost Echo, S1 | third lane 1/1
            third hand Vector Plot
    play:   role Chancellor; target player_1; join; send lane 1; engage 1; play Vector Plot
    after:  hand S1 | discard Vector Plot | asked third | third used up | point roll
    dice:   3 4
TW-T5: who has passed is asked again after another has played
    before: {EVEN} | hand Discrete Hardware, S1 | foe hand Ghost Echo, S1
    play:   {FIGHT}; pass; play Ghost Echo; play Discrete Hardware
    after:  hand S1 | discard Discrete Hardware | foe hand S1 | foe lane - | foe discard Ghost Echo, S2, W3, C3
            point discard
    dice:   4 2
TW-T5: a cancelled Tactic counts as one played
    before: {EVEN} | hand Discrete Hardware, S1 | foe hand Ghost Echo, Signal Jam, S1
    play:   {FIGHT}; play Discrete Hardware; play Signal Jam; pass
    after:  hand S1 | discard Discrete Hardware | foe hand Ghost Echo, S1 | foe discard Signal Jam | point discard
    dice:   3 5
TW-T5: allies may play in a battle without a ship of theirs
    before: lane 3/3 | foe lane 3/3 | third lane 1/1 | third hand Vector Plot, Ghost Echo
    play: role Chancellor; target player_1; join; send lane 1; engage 1   legal: play Vector Plot; pass
TW-T5: a re-roll replaces the die, bonuses stay
    before: {EVEN} | hand Second Reading, Vector Plot, S1
    play:   {FIGHT}; play Vector Plot; play Second Reading
    after:  hand S1 | discard Vector Plot, Second Reading | foe lane - | foe discard S2, W3, C3 | point discard
    dice:   1 6 5
TW-T6: Firepower adds to a strike, shields subtract
    before: lane 3/3, 2/3 | hand Focused Lances, S1 | foe hand Orbital Umbrella, S1
    play:   role Admiral; strike; play Focused Lances; play Orbital Umbrella
    after:  hand S1 | discard Focused Lances | foe hand S1 | foe discard Orbital Umbrella | foe homeworld 15
            point discard
TW-T6: never below 0
    before: lane 3/3 | foe hand Orbital Umbrella, S1
    play: role Admiral; play Orbital Umbrella   after: foe hand S1 | foe discard Orbital Umbrella | point discard
TW-T6: what was declared counts
    before: lane 3/3 | hand Siege Pattern, S1 | foe hand S1
    play: role Admiral; play Siege Pattern   after: hand S1 | discard Siege Pattern | foe homeworld 12 | point discard
TW-T6, not: no Firepower for a Homeworld's defence
    before: lane 3/3 | foe hand Orbital Umbrella, Siege Pattern, Layered Plating
    play: role Admiral   legal: play Orbital Umbrella; pass
TW-T7: salvaged cards go to the hand
    before: {EVEN} | foe hand Escape Pods, S1
    play:   {FIGHT}; play Escape Pods
    after:  foe lane - | foe hand S1, S2, W3, C3 | foe known S2, W3, C3 | foe discard Escape Pods | point discard
    dice:   5 2
TW-T7: an attacker's too
    before: {EVEN} | hand Escape Pods, S1
    play:   {FIGHT}; play Escape Pods
    after:  lane - | hand S1, S2, W3, C3 | known S2, W3, C3 | discard Escape Pods | point configure
    dice:   2 2
TW-T7, not: where the salvage is cancelled and nothing else could save it
    before: {EVEN} | hand Signal Jam, S1 | foe hand Escape Pods, S1
    play:   {FIGHT}; play Escape Pods; play Signal Jam
    after:  hand S1 | discard Signal Jam | foe lane - | foe hand S1 | foe discard Escape Pods, S2, W3, C3
            point discard
    dice:   5 2
TW-T7, not: also where all are asked who could hold a card
    before: {EVEN} | hand Signal Jam, S1 | foe hand Escape Pods, S1
    play:   {FIGHT}; play Escape Pods; play Signal Jam
    after:  hand S1 | discard Signal Jam | foe lane - | foe hand S1 | foe discard Escape Pods, S2, W3, C3
            point discard
    dice:   5 2
    options: ask="public"
TW-T7: asked again while another card could save it
    before: lane 3/3 | hand Signal Jam, S1 | foe lane 3/3 Frigate | foe credits 3 | foe hand Escape Pods, S1
    play:   {FIGHT}; play Escape Pods; play Signal Jam; use Frigate
    after:  hand S1 | discard Signal Jam | foe credits 0 | foe lane 3/3 | foe hand S1 | foe discard Escape Pods
            point discard
    dice:   5 2
    options: reinforcements=True
TW-T7: a bounty is paid all the same
    before: {EVEN} | faction Brethren | foe hand Escape Pods, S1
    play:   {FIGHT}; play Escape Pods
    after:  credits 5 | foe lane - | foe hand S1, S2, W3, C3 | foe known S2, W3, C3 | foe discard Escape Pods
            point discard
    dice:   5 2
TW-T8, not: who could hold nothing that cancels is not asked to
    before: {EVEN} | hand Discrete Hardware, S1 | foe hand S1, S2 | foe deck C1 | foe discard Signal Jam
    play:   {FIGHT}; play Discrete Hardware
    after:  hand S1 | discard Discrete Hardware | foe lane - | foe discard Signal Jam, S2, W3, C3 | point discard
    dice:   4 2
    options: ask="public"
TW-T8: who is asked may pass
    before: {EVEN} | hand Discrete Hardware | foe hand Ghost Echo   play: {FIGHT}   legal: play Discrete Hardware; pass
TW-T8, not: who has nothing is not asked
    before: {EVEN} | hand Ghost Echo, S1 | foe hand Ghost Echo   play: {FIGHT}   legal: play Ghost Echo; pass
""")


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
