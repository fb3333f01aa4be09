"""The worked examples X.1 to X.11, each played by both engines."""

from __future__ import annotations

import pytest

from tests.scenarios import Choice, Row, rows
from tests.these_new_worlds.scenario import check, position_of
from tests.these_new_worlds.table import Table

pytestmark = pytest.mark.rule

DOMES = "dome red 6, blue 6 | foe dome red 6, blue 6"
FIGHT = f"passed | top Assembly of Worlds | hand Privateers | {DOMES} | contested Vermeil | collective Loam, Azimuth"
X3 = f"{FIGHT} | tokens yellow 3, green 4, blue 1 | foe tokens red 2, yellow 4, green 3, blue 1"
X3_DICE = "3 6 4 2 2 3 5 5"
X5 = "top Open Archives | foe tokens red 5, green 2 | hand Border Militia, Spot Trade, Privateers"
X6 = "collective Cobalt Reach, Lumen Deep, Loam | contested Azimuth"
X9 = "top Assembly of Worlds | hand Trade Envoy | foe hand - | costs 2 5 3 1 | foe tokens red 2, blue 1"

ROWS: list[Row] = [
    *rows(f"""
X.1 4 with three yellow tokens is 7, 2 with four is 6: the first player takes the die
    before: {FIGHT} | tokens yellow 3 | foe tokens yellow 4
    play: pass   after: round 2 | planets Vermeil   dice: 3 3 4 2 3 3 3 3
X.2 2 with four green tokens is 6, 3 with three is 6: nobody takes it
    before: {FIGHT} | tokens green 4 | foe tokens green 3
    play: pass   after: round 2 | collective Vermeil, Loam, Azimuth   dice: 3 3 3 3 2 3 3 3
X.3 a whole combat: one die each, the first player owns a red planet and the other none
    before: {X3} | planets Cinderfall   play: pass   after: round 3 | planets Cinderfall, Vermeil   dice: {X3_DICE}
X.3 neither owns one
    before: {X3}   play: pass   after: round 2 | collective Vermeil, Loam, Azimuth   dice: {X3_DICE}
X.3 each owns one
    before: {X3} | planets Cinderfall | foe planets Ares Tor
    play: pass   after: round 4 | collective Vermeil, Loam, Azimuth   dice: {X3_DICE}
X.3 the first player owns one, the other two
    before: {X3} | planets Cinderfall | foe planets Ares Tor, Ochre Gate
    play: pass   after: round 5 | foe planets Ares Tor, Ochre Gate, Vermeil   dice: {X3_DICE}
"""),
    *(
        Choice(f"X.4 Spot Trade on {top}", f"top {top} | hand Spot Trade", "", "play Spot Trade" if can else "pass")
        for top, can in (
            ("Privateers", True), ("Border Militia", True), ("Breakthrough", True), ("Bumper Harvest", True),
            ("Provincial Decree", True), ("Courier Service", True), ("Research Colony", False),
            ("Arsenal Convoy", False), ("Frontier Market", True),
        )
    ),
    *rows(f"""
X.4 Spot Trade on an empty pile
    before: top - | hand Spot Trade, Border Militia, Tax Season
    legal:  play Spot Trade; play Border Militia; play Tax Season; play Escort Wing; play Arsenal Convoy
            play Garrison Levy; play Provincial Decree; play Courier Service
X.4 played on Frontier Market it is the top card with value 6: Escort Wing may follow
    before: top Frontier Market | hand Spot Trade, Privateers | foe hand Escort Wing, Research Colony
    play: play Spot Trade   legal: play Escort Wing
X.5 must or may: without a red planet
    before: {X5}   legal: pass; play Privateers for red; play Privateers for green
X.5 with a red planet
    before: {X5} | planets Vermeil   legal: play Border Militia; play Privateers for red; play Privateers for green
X.5 with Peer Review as well
    before: {X5}, Peer Review | planets Vermeil
    legal:  play Border Militia; play Peer Review; play Privateers for red; play Privateers for green
X.5 with Peer Review, without a red planet
    before: {X5}, Peer Review   legal: play Peer Review; play Privateers for red; play Privateers for green
X.6 counting: the empire
    before: top Tax Season | hand Assembly of Worlds | planets Aurelia, Concord
    play: play Assembly of Worlds   after: +Assembly of Worlds | tokens yellow 3 | turn foe
X.6 The Collective, blue
    before: top Tax Season | hand Open Archives | {X6}
    play: play Open Archives   after: +Open Archives | tokens blue 3 | turn foe
X.6 The Collective, green
    before: top Peer Review | hand Frontier Market | {X6}
    play: play Frontier Market   after: +Frontier Market | tokens green 2 | turn foe
X.6 Trade Envoy for blue
    before: top Peer Review | hand Trade Envoy | foe hand Privateers | {X6}
    play: play Trade Envoy for blue   after: +Trade Envoy | tokens blue 2 | turn foe
X.6 Trade Envoy for green
    before: top Peer Review | hand Trade Envoy | foe hand Privateers | {X6}
    play: play Trade Envoy for green   after: +Trade Envoy | tokens green 1 | turn foe
X.6 Trade Envoy can name neither red nor yellow
    before: top Peer Review | hand Trade Envoy | foe hand Privateers | {X6}
    legal:  pass; play Trade Envoy for green; play Trade Envoy for blue
X.7 stealing red
    before: top Tax Season | hand Privateers | foe tokens red 5, green 2
    play: play Privateers for red   after: +Privateers | tokens red 3 | foe tokens red 2, green 2 | turn foe
X.7 stealing green
    before: top Tax Season | hand Privateers | foe tokens red 5, green 2
    play: play Privateers for green   after: +Privateers | tokens green 2 | foe tokens red 5 | turn foe
X.7 nothing to steal
    before: top Tax Season | hand Privateers   legal: pass; play Privateers for nothing
X.8 paying: what can be
    before: step dome | top Tax Season | hand Privateers | costs 2 5 3 1 | tokens red 2, yellow 1, green 4, blue 1
    legal:  pass; colonize with red and green; colonize with red and blue; colonize with green and blue
X.8 paying with red and blue
    before: step dome | top Tax Season | hand Privateers | costs 2 5 3 1 | tokens red 2, yellow 1, green 4, blue 1
    play: colonize with red and blue   after: tokens yellow 1, green 4 | dome red 2, blue 1 | turn foe | step card
X.9 the other colonizes: that turn is not passed, you get another
    before: {X9}
    play: pass; colonize with red and blue   legal: pass; play Trade Envoy for yellow; play Trade Envoy for green
X.9 if you pass again, the other's next turn passes too and the phase ends
    before: {X9}   play: pass; colonize with red and blue; pass   after: round 2 | foe planets Sapphire Nine
X.9 had the other passed at the dome step, the phase would have ended there
    before: {X9}   play: pass; pass   after: round 2 | collective Halcyon Seat, Thornmere, Sapphire Nine
X.10 what a pass proves
    before: turn foe | top Garrison Levy | hand Tax Season | foe hand Spot Trade, Privateers
            aside Assembly of Worlds, Escort Wing
    play: pass   after: turn you | passed | foe not held Escort Wing, Assembly of Worlds
"""),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_example(row: Row) -> None:
    check(row)


def test_x10_then_you_know_the_others_whole_hand() -> None:
    table = Table(position_of("turn foe | top Garrison Levy | hand Tax Season | foe hand Spot Trade, Privateers"
                              " | aside Assembly of Worlds, Escort Wing"), ask="public")  # fmt: skip
    assert len({table.game.hide(table.batch.states, 0, seed).tobytes() for seed in range(50)}) > 3
    table.do("pass")
    for seed in range(50):
        assert table.game.hide(table.batch.states, 0, seed).tobytes() == table.batch.states.tobytes()


ENDS = [  # planets of you, the foe, The Collective after a round, and how it ends; None: it goes on
    ((4, 0, 2), 4, "you"),
    ((3, 1, 3), 5, None),
    ((4, 1, 2), 5, "you"),
    ((3, 2, 3), 6, "you"),
    ((3, 3, 2), 6, "draw"),
    ((2, 2, 4), 6, "draw"),
    ((3, 0, 5), 6, "nobody"),
    ((0, 0, 5), 3, "nobody"),
]


@pytest.mark.parametrize("taken_by", [0, 1, 2])
@pytest.mark.parametrize(("counts", "number", "end"), ENDS, ids=str)
def test_x11_the_end_of_the_game(counts: tuple[int, int, int], number: int, end: str | None, taken_by: int) -> None:
    """Whoever took the last planet, the game ends as the numbers say, unless it would have ended before."""
    before = list(counts)
    before[taken_by] -= 1
    if min(before) < 0 or before[2] < 2 or before[0] > 3 or before[1] > 3 or before[2] > 4:
        return
    names = ["Ares Tor", "Cinderfall", "Ochre Gate", "Aurelia", "Concord", "Halcyon Seat", "Evergild", "Loam"]
    empires = [[names.pop() for _ in range(count)] for count in before]
    text = (
        f"passed | top Assembly of Worlds | hand Privateers | contested Azimuth"
        f" | planets {', '.join(empires[0]) or '-'}"
        f" | foe planets {', '.join(empires[1]) or '-'} | collective {', '.join(empires[2])}"
    )
    text += "" if taken_by == 2 else f" | {('', 'foe ')[taken_by]}dome red 6, blue 6"
    position = position_of(text)
    assert position["round"] == number
    table = Table(position, ask="public")
    table.do("pass")
    decision = table.position()["decision"]
    if end is None:
        assert decision["step"] == "card"
        assert table.position()["round"] == number + 1
    else:
        result = "won" if end == "you" else end
        assert decision == {"step": "over", "result": result, "winner": 0 if end == "you" else None}
    after = [len(table.you["planets"]), len(table.foe["planets"]), len(table.position()["collective"])]
    assert after == list(counts)
