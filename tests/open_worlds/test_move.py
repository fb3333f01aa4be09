"""Move (OW-M) and how far apart Worlds are (OW-0.3): Ships in play go to other Worlds, openly."""

from __future__ import annotations

from pathlib import Path

import pytest
from scenario import Refusal, Scenario, Table, check, check_refusal, tidy

pytestmark = pytest.mark.pure

# Ranges: Keeper 1, Striker 2, Corsair 3, Scout 4; Enter Fray, once it is a Ship, 1.

SCENARIOS = [
    Scenario(
        "OW-M.1 a Ship moves, once",
        before="""move
                  Koti: you Striker
                  Maail:
                  Aldra:
                  you: hand Outpost | deck Exploit
                  foe: deck Exploit""",
        play="you: move Striker @ Maail",
        after="""resolve | asked you: next world
                 Koti:
                 Maail: you Striker (moved)
                 Aldra:
                 you: hand Outpost | deck Exploit
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-M.1 as far as its Range",
        before="""move
                  Koti: you Striker
                  Maail:
                  Aldra:
                  you: hand Outpost | deck Exploit
                  foe: deck Exploit""",
        play="you: move Striker @ Aldra",
        after="""resolve | asked you: next world
                 Koti:
                 Maail:
                 Aldra: you Striker (moved)
                 you: hand Outpost | deck Exploit
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-0.3 to the left as to the right",
        before="""move
                  Koti:
                  Maail:
                  Aldra:
                  Farrow:
                  Quill: you Scout
                  you: hand Outpost | deck Exploit
                  foe: deck Exploit""",
        play="you: move Scout @ Koti",
        after="""resolve | asked you: next world
                 Koti: you Scout (moved)
                 Maail:
                 Aldra:
                 Farrow:
                 Quill:
                 you: hand Outpost | deck Exploit
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-M.1 no Ship has to move",
        before="""move
                  Koti: you Striker
                  Maail: foe Scout
                  you: deck Exploit
                  foe: deck Exploit""",
        play="you, foe: pass",
        after="""resolve | asked you: next world
                 Koti: you Striker
                 Maail: foe Scout
                 you: deck Exploit
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-M.1 several Ships move, some may stay",
        before="""move
                  Koti: you Striker, Scout, Keeper
                  Maail:
                  Aldra:
                  you: deck Exploit
                  foe: deck Exploit""",
        play="you: move Keeper @ Maail; you: move Scout @ Aldra; you: pass",
        after="""resolve | asked you: next world
                 Koti: you Striker
                 Maail: you Keeper (moved)
                 Aldra: you Scout (moved)
                 you: deck Exploit
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-M.1 in Priority Order: the player with Priority moves everything first",
        before="""move
                  Koti: you Striker, Scout
                  Maail: foe Scout
                  you: deck Exploit
                  foe: deck Exploit""",
        play="you: move Scout @ Maail",
        after="""move | asked you
                 Koti: you Striker
                 Maail: you Scout (moved) | foe Scout
                 you: deck Exploit
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-M.1 in Priority Order: then the next one, who saw it",
        before="""move
                  Koti: you Striker
                  Maail: foe Scout
                  you: deck Exploit
                  foe: deck Exploit""",
        play="you: move Striker @ Maail; foe: move Scout @ Koti",
        after="""resolve | asked you: next world
                 Koti: foe Scout (moved)
                 Maail: you Striker (moved)
                 you: deck Exploit
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-0.5 Priority Order goes round the table",
        before="""move | priority third
                  Koti: you Striker | foe Striker | third Striker | fourth Striker
                  Maail:
                  you: deck Exploit
                  foe: deck Exploit
                  third: deck Exploit
                  fourth: deck Exploit""",
        play="third: pass; fourth: move Striker @ Maail; you: move Striker @ Maail",
        after="""move | priority third | asked foe
                 Koti: foe Striker | third Striker
                 Maail: you Striker (moved) | fourth Striker (moved)
                 you: deck Exploit
                 foe: deck Exploit
                 third: deck Exploit
                 fourth: deck Exploit""",
        players=4,
    ),
    Scenario(
        "OW-M.1 a staged Ship does not move, it is not in play",
        before="""move
                  Koti: you Outpost, stage Striker
                  Maail: foe Striker
                  you: deck Exploit | prior 5
                  foe: deck Exploit""",
        play="",
        after="""move | asked foe
                 Koti: you Outpost, stage Striker
                 Maail: foe Striker
                 you: deck Exploit | prior 5 | income 5
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-M.1 Stations, Fields, Facilities and Ground Forces stay where they are",
        before="""move
                  Koti: you Battle Station 20, Energy Shield, City 12, Troops 10
                  Maail:
                  you: deck Exploit
                  foe: deck Exploit""",
        play="",
        after="""resolve | asked you: next world
                 Koti: you Battle Station 20, Energy Shield, City 12, Troops 10
                 Maail:
                 you: deck Exploit
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-M.1 an Enter Fray of an earlier turn is a Ship and moves",
        before="""move
                  Koti: you Enter Fray
                  Maail:
                  Aldra:
                  you: deck Exploit
                  foe: deck Exploit""",
        play="you: move Enter Fray @ Maail",
        after="""resolve | asked you: next world
                 Koti:
                 Maail: you Enter Fray (moved)
                 Aldra:
                 you: deck Exploit
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-M.1 next turn it may move again",
        before="""trash
                  Koti:
                  Maail: you Striker (moved)
                  you: hand Outpost | deck 3x Exploit
                  foe: deck 3x Exploit""",
        play="you: pass; you, foe: pass; you: move Striker @ Koti",
        after="""resolve | turn 3 | asked you: next world
                 Koti: you Striker (moved)
                 Maail:
                 you: hand Outpost, 2x Exploit | deck Exploit
                 foe: hand 2x Exploit | deck Exploit""",
    ),
    Scenario(
        "OW-M.1 what comes into play beside a Ship that moved has not moved",
        before="""resolve
                  Koti: you Striker (moved), stage Outpost
                  you: hand Scout | deck 3x Exploit
                  foe: deck 3x Exploit""",
        play="",
        after="""trash | asked you
                 Koti: you Striker (moved), Outpost
                 you: hand Scout | deck 3x Exploit | income 1
                 foe: deck 3x Exploit""",
    ),
    Scenario(
        "OW-2.1 whose Ships have all moved is not asked",
        before="""move
                  Koti: you Striker (moved)
                  Maail: foe Scout
                  you: deck Exploit
                  foe: deck Exploit""",
        play="",
        after="""move | asked foe
                 Koti: you Striker (moved)
                 Maail: foe Scout
                 you: deck Exploit
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-2.1 with one World alone there is nowhere to go",
        before="""move
                  Koti: you Striker
                  you: hand Outpost | deck 3x Exploit
                  foe: deck 3x Exploit""",
        play="",
        after="""trash | asked you
                 Koti: you Striker
                 you: hand Outpost | deck 3x Exploit
                 foe: deck 3x Exploit""",
    ),
    Scenario(
        "OW-2.1 nobody has a Ship: Move passes by",
        before="""move
                  Koti: you Outpost
                  Maail:
                  you: deck Exploit
                  foe: deck Exploit""",
        play="",
        after="""resolve | asked you: next world
                 Koti: you Outpost
                 Maail:
                 you: deck Exploit
                 foe: deck Exploit""",
    ),
    Scenario(
        "OW-M.1 whose Ships are halted does not move, the others do",
        before="""move
                  Koti: you Striker | foe Striker | third Striker
                  Maail:
                  you: deck Exploit | halted
                  foe: deck Exploit
                  third: deck Exploit | halted""",
        play="foe: move Striker @ Maail",
        after="""resolve | asked you: next world
                 Koti: you Striker | third Striker
                 Maail: foe Striker (moved)
                 you: deck Exploit | halted
                 foe: deck Exploit
                 third: deck Exploit | halted""",
        players=3,
    ),
]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_scenario(scenario: Scenario) -> None:
    check(scenario)


ROW = """move
         Koti: you Striker, Keeper, Battle Station 20, Enter Fray
         Maail: foe Scout
         Aldra:
         Farrow: you Corsair
         Quill:
         Rime:
         you: hand Lancer | deck Exploit
         foe: deck Exploit"""
SHIPS = "your Ships: Striker at Koti, Keeper at Koti, Enter Fray at Koti, Corsair at Farrow"

REFUSALS = [
    Refusal(
        "OW-M.1 beyond its Range",
        ROW,
        "you: move Striker @ Farrow",
        "cannot move Striker @ Farrow: Farrow is out of the Range of Striker (OW-M.1)"
        " (Koti is 3 parsecs away, and its Range is 2)",
    ),
    Refusal(
        "OW-M.1 beyond a Range of 1",
        ROW,
        "you: move Keeper @ Aldra",
        "cannot move Keeper @ Aldra: Aldra is out of the Range of Keeper (OW-M.1)"
        " (Koti is 2 parsecs away, and its Range is 1)",
    ),
    Refusal(
        "OW-0.3 the row is no ring",
        ROW,
        "you: move Striker @ Rime",
        "cannot move Striker @ Rime: Rime is out of the Range of Striker (OW-M.1)"
        " (Koti is 5 parsecs away, and its Range is 2)",
    ),
    Refusal(
        "OW-M.1 an opponent's False Alert: the halted player is told why",
        """move
           Koti: you Striker | foe Striker
           Maail:
           you: halted""",
        "you: move Striker @ Maail",
        "cannot move Striker @ Maail: an opponent's False Alert keeps your Ships where they are",
    ),
    Refusal(
        "OW-M.1 a Ship moves once in a turn, not back",
        ROW,
        "you: move Striker @ Maail; you: move Striker @ Koti",
        "cannot move Striker @ Koti: Striker has moved this turn (OW-M.1)",
    ),
    Refusal(
        "OW-M.1 nor on, with Range to spare",
        ROW,
        "you: move Corsair @ Quill; you: move Corsair @ Rime",
        "cannot move Corsair @ Rime: Corsair has moved this turn (OW-M.1)",
    ),
    Refusal(
        "OW-M.1 to stay is no move",
        ROW,
        "you: move Striker @ Koti",
        "cannot move Striker @ Koti: Striker is at Koti already",
    ),
    Refusal(
        "OW-M.1 another player's Ship",
        ROW,
        "you: move Scout @ Koti",
        f"cannot move Scout @ Koti: you have no Scout in play that could move ({SHIPS})",
    ),
    Refusal(
        "OW-M.1 a Ship in hand",
        ROW,
        "you: move Lancer @ Koti",
        f"cannot move Lancer @ Koti: you have no Lancer in play that could move ({SHIPS})",
    ),
    Refusal(
        "OW-M.1 a staged Ship",
        """move
           Koti: you Striker, stage Lancer
           Maail:
           you: deck Exploit | prior 5
           foe: deck Exploit""",
        "you: move Lancer @ Maail",
        "cannot move Lancer @ Maail: you have no Lancer in play that could move (your Ships: Striker at Koti)",
    ),
    Refusal(
        "OW-M.1 who comes later waits",
        ROW,
        "foe: move Scout @ Koti",
        "cannot move Scout @ Koti: it is another player's decision (it is up to player_0)",
    ),
    Refusal(
        "OW-M.1 who was first is done",
        ROW,
        "you: pass; you: move Striker @ Maail",
        "cannot move Striker @ Maail: it is another player's decision (it is up to player_1)",
    ),
    Refusal(
        "OW-M.1 nothing is staged during Move",
        ROW,
        "you: stage Lancer @ Koti",
        "cannot stage Lancer @ Koti: stage is not what is asked now (asked now: move a Ship, or pass)",
    ),
]


@pytest.mark.parametrize("refusal", REFUSALS, ids=str)
def test_refusal(refusal: Refusal) -> None:
    check_refusal(refusal)


REACH = [  # from Rime, the fifth of nine: the Ship, how far it goes
    ("OW-0.3 neighbours are 1 parsec apart", "Keeper", 1),
    ("OW-0.3 the next but one are 2 apart", "Striker", 2),
    ("OW-0.3 and so on", "Corsair", 3),
    ("OW-0.3 to the ends of the row", "Scout", 4),
]


@pytest.mark.parametrize(("rule", "ship", "parsecs"), REACH, ids=[reach[0] for reach in REACH])
def test_reach(rule: str, ship: str, parsecs: int) -> None:
    worlds = "Koti Maail Aldra Farrow Rime Quill Calyx Ulmo Wend".split()
    lines = [f"{world}: you {ship}" if world == "Rime" else f"{world}:" for world in worlds]
    table = Table("\n".join(["move", *lines, "you: deck Exploit", "foe: deck Exploit"]))
    near = [w for i, w in enumerate(worlds) if 1 <= abs(i - 4) <= parsecs]
    assert table.allowed("you") == ["pass", *(f"move {ship} @ {world}" for world in near)]


@pytest.mark.parametrize("view", ["public", "player_1"])
def test_ow_m_1_moves_are_public(view: str) -> None:
    table = Table("""move
                     Koti: you Striker, Scout
                     Maail:
                     you: deck Exploit
                     foe: deck Exploit""")
    table.play("you: move Striker @ Maail")
    you = table.game.position(table.state, view)["players"][0]
    assert you["units"] == {"Koti": ["Scout"], "Maail": [{"card": "Striker", "moved": True}]}


def test_ow_2_1_a_ship_of_range_0_goes_nowhere_and_nobody_is_asked(tmp_path: Path) -> None:
    """No printed Ship has Range 0; a card file may bring one."""
    cards = tmp_path / "cards.toml"
    cards.write_text('[orbital]\nBuoy = { kind = "ship", weapons = [], defense = 3, class = 1, range = 0 }\n')
    table = Table("""move
                     Koti: you Buoy
                     Maail: foe Scout""", cards=str(cards))  # fmt: skip
    assert table.text() == tidy("""move | asked foe
                                   Koti: you Buoy
                                   Maail: foe Scout""")
