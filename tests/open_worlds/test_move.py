"""Move (OW-M) and how far apart Worlds are (OW-0.3): Ships in play go to other Worlds, openly."""

from __future__ import annotations

import pytest

from tests.open_worlds.scenario import Table, check
from tests.scenarios import Row, rows

pytestmark = pytest.mark.rule

# Ranges: Keeper 1, Striker 2, Corsair 3, Scout 4; Enter Fray, once it is a Ship, 1.

ROW = (
    "move | Koti: you Striker, Keeper, Battle Station 20, Enter Fray | Maail: foe Scout | Aldra | Farrow: you Corsair"
    " | Quill | Rime | hand Lancer | deck Exploit | foe: deck Exploit"
)
SHIPS = "your Ships: Striker at Koti, Keeper at Koti, Enter Fray at Koti, Corsair at Farrow"

ROWS = rows(f"""
OW-M.1 a Ship moves, once
    before: move | Koti: you Striker | Maail | Aldra | hand Outpost | deck Exploit | foe: deck Exploit
    play: move Striker @ Maail   after: resolve | asked you: next world | Koti: you - | Maail: you Striker (moved)
OW-M.1 as far as its Range
    before: move | Koti: you Striker | Maail | Aldra | hand Outpost | deck Exploit | foe: deck Exploit
    play: move Striker @ Aldra   after: resolve | asked you: next world | Koti: you - | Aldra: you Striker (moved)
OW-0.3 to the left as to the right
    before: move | Koti | Maail | Aldra | Farrow | Quill: you Scout | hand Outpost | deck Exploit | foe: deck Exploit
    play: move Scout @ Koti   after: resolve | asked you: next world | Koti: you Scout (moved) | Quill: you -
OW-M.1 no Ship has to move
    before: move | Koti: you Striker | Maail: foe Scout | deck Exploit | foe: deck Exploit
    play: you, foe: pass   after: resolve | asked you: next world
OW-M.1 several Ships move, some may stay
    before: move | Koti: you Striker, Scout, Keeper | Maail | Aldra | deck Exploit | foe: deck Exploit
    play:   move Keeper @ Maail; move Scout @ Aldra; pass
    after:  resolve | asked you: next world | Koti: you Striker | Maail: you Keeper (moved) | Aldra: you Scout (moved)
OW-M.1 in Priority Order: the player with Priority moves everything first
    before: move | Koti: you Striker, Scout | Maail: foe Scout | deck Exploit | foe: deck Exploit
    play: move Scout @ Maail   after: asked you | Koti: you Striker | Maail: you Scout (moved)
OW-M.1 in Priority Order: then the next one, who saw it
    before: move | Koti: you Striker | Maail: foe Scout | deck Exploit | foe: deck Exploit
    play:   move Striker @ Maail; foe: move Scout @ Koti
    after:  resolve | asked you: next world | Koti: you - | foe Scout (moved) | Maail: you Striker (moved) | foe -
OW-0.5 Priority Order goes round the table
    before: move | priority third | Koti: you Striker | foe Striker | third Striker | fourth Striker | Maail
            deck Exploit | foe: deck Exploit | third: deck Exploit | fourth: deck Exploit
    play:   third: pass; fourth: move Striker @ Maail; move Striker @ Maail
    after:  asked foe | Koti: you - | fourth - | Maail: you Striker (moved) | fourth Striker (moved)
OW-M.1 a staged Ship does not move, it is not in play
    before: move | Koti: you Outpost, stage Striker | Maail: foe Striker | deck Exploit | prior 5 | foe: deck Exploit
    after:  asked foe | income 5
OW-M.1 Stations, Fields, Facilities and Ground Forces stay where they are
    before: move | Koti: you Battle Station 20, Energy Shield, City 12, Troops 10 | Maail | deck Exploit
            foe: deck Exploit
    after:  resolve | asked you: next world
OW-M.1 an Enter Fray of an earlier turn is a Ship and moves
    before: move | Koti: you Enter Fray | Maail | Aldra | deck Exploit | foe: deck Exploit
    play: move Enter Fray @ Maail   after: resolve | asked you: next world | Koti: you - | Maail: you Enter Fray (moved)
OW-M.1 next turn it may move again
    before: trash | Koti | Maail: you Striker (moved) | hand Outpost | deck 3x Exploit | foe: deck 3x Exploit
    play:   pass; you, foe: pass; move Striker @ Koti
    after:  resolve | turn 3 | asked you: next world | Koti: you Striker (moved) | Maail: you -
            hand 2x Exploit, Outpost | deck Exploit | foe: hand 2x Exploit | deck Exploit
OW-M.1 what comes into play beside a Ship that moved has not moved
    before: resolve | Koti: you Striker (moved), stage Outpost | hand Scout | deck 3x Exploit | foe: deck 3x Exploit
    after:  trash | asked you | Koti: you Outpost, Striker (moved) | income 1
OW-2.1 whose Ships have all moved is not asked
    before: move | Koti: you Striker (moved) | Maail: foe Scout | deck Exploit | foe: deck Exploit   after: asked foe
OW-2.1 with one World alone there is nowhere to go
    before: move | Koti: you Striker | hand Outpost | deck 3x Exploit | foe: deck 3x Exploit   after: trash | asked you
OW-2.1 nobody has a Ship: Move passes by
    before: move | Koti: you Outpost | Maail | deck Exploit | foe: deck Exploit   after: resolve | asked you: next world
OW-M.1 whose Ships are halted does not move, the others do
    before: move | Koti: you Striker | foe Striker | third Striker | Maail | deck Exploit | halted | foe: deck Exploit
            third: deck Exploit | halted
    play: foe: move Striker @ Maail   after: resolve | asked you: next world | Koti: foe - | Maail: foe Striker (moved)
OW-0.3 neighbours are 1 parsec apart
    before: move | Koti | Maail | Aldra | Farrow | Rime: you Keeper | Quill | Calyx | Ulmo | Wend
    legal:  pass; move Keeper @ Farrow; move Keeper @ Quill
OW-0.3 the next but one are 2 apart
    before: move | Koti | Maail | Aldra | Farrow | Rime: you Striker | Quill | Calyx | Ulmo | Wend
    legal:  pass; move Striker @ Aldra; move Striker @ Farrow; move Striker @ Quill; move Striker @ Calyx
OW-0.3 and so on
    before: move | Koti | Maail | Aldra | Farrow | Rime: you Corsair | Quill | Calyx | Ulmo | Wend
    legal:  pass; move Corsair @ Maail; move Corsair @ Aldra; move Corsair @ Farrow; move Corsair @ Quill
            move Corsair @ Calyx; move Corsair @ Ulmo
OW-0.3 to the ends of the row
    before: move | Koti | Maail | Aldra | Farrow | Rime: you Scout | Quill | Calyx | Ulmo | Wend
    legal:  pass; move Scout @ Koti; move Scout @ Maail; move Scout @ Aldra; move Scout @ Farrow; move Scout @ Quill
            move Scout @ Calyx; move Scout @ Ulmo; move Scout @ Wend
# ── What is refused ──
OW-M.1 beyond its Range
    before: {ROW}
    play:   move Striker @ Farrow
    why:    cannot move Striker @ Farrow: Farrow is out of the Range of Striker (OW-M.1) (Koti is 3 parsecs away, and
            its Range is 2)
OW-M.1 beyond a Range of 1
    before: {ROW}
    play:   move Keeper @ Aldra
    why:    cannot move Keeper @ Aldra: Aldra is out of the Range of Keeper (OW-M.1) (Koti is 2 parsecs away, and its
            Range is 1)
OW-0.3 the row is no ring
    before: {ROW}
    play:   move Striker @ Rime
    why:    cannot move Striker @ Rime: Rime is out of the Range of Striker (OW-M.1) (Koti is 5 parsecs away, and its
            Range is 2)
OW-M.1 an opponent's False Alert: the halted player is told why
    before: move | Koti: you Striker | foe Striker | Maail | halted
    play:   move Striker @ Maail
    why:    cannot move Striker @ Maail: an opponent's False Alert keeps your Ships where they are
OW-M.1 a Ship moves once in a turn, not back
    before: {ROW}
    play:   move Striker @ Maail; move Striker @ Koti
    why:    cannot move Striker @ Koti: Striker has moved this turn (OW-M.1)
OW-M.1 nor on, with Range to spare
    before: {ROW}
    play:   move Corsair @ Quill; move Corsair @ Rime
    why:    cannot move Corsair @ Rime: Corsair has moved this turn (OW-M.1)
OW-M.1 to stay is no move
    before: {ROW}   play: move Striker @ Koti   why: cannot move Striker @ Koti: Striker is at Koti already
OW-M.1 another player's Ship
    before: {ROW}
    play: move Scout @ Koti   why: cannot move Scout @ Koti: you have no Scout in play that could move ({SHIPS})
OW-M.1 a Ship in hand
    before: {ROW}
    play: move Lancer @ Koti   why: cannot move Lancer @ Koti: you have no Lancer in play that could move ({SHIPS})
OW-M.1 a staged Ship
    before: move | Koti: you Striker, stage Lancer | Maail | deck Exploit | prior 5 | foe: deck Exploit
    play:   move Lancer @ Maail
    why:    cannot move Lancer @ Maail: you have no Lancer in play that could move (your Ships: Striker at Koti)
OW-M.1 who comes later waits
    before: {ROW}
    play: foe: move Scout @ Koti   why: cannot move Scout @ Koti: it is another player's decision (it is up to player_0)
OW-M.1 who was first is done
    before: {ROW}
    play:   pass; move Striker @ Maail
    why:    cannot move Striker @ Maail: it is another player's decision (it is up to player_1)
OW-M.1 nothing is staged during Move
    before: {ROW}
    play:   stage Lancer @ Koti
    why:    cannot stage Lancer @ Koti: stage is not what is asked now (asked now: move a Ship, or pass)
""")

# No printed Ship has Range 0; a card file may bring one.
OWN_CARDS = '[orbital]\nBuoy = { kind = "ship", weapons = [], defense = 3, class = 1, range = 0 }\n'
OWN_ROWS = rows(
    """
OW-2.1 a Ship of Range 0 goes nowhere, and nobody is asked
    before: move | Koti: you Buoy | Maail: foe Scout   after: asked foe
""",
    cards=OWN_CARDS,
)


@pytest.mark.parametrize("row", [*ROWS, *OWN_ROWS], ids=str)
def test_rule(row: Row) -> None:
    check(row)


@pytest.mark.parametrize("view", ["public", "player_1"])
def test_ow_m_1_moves_are_public(view: str) -> None:
    table = Table("move | Koti: you Striker, Scout | Maail | deck Exploit | foe: deck Exploit")
    table.play("move Striker @ Maail")
    you = table.game.position(table.state, view)["players"][0]
    assert you["units"] == {"Koti": ["Scout"], "Maail": [{"card": "Striker", "moved": True}]}
