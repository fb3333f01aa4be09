"""Count Income (OW-5): what each card earns, who gets Priority, who wins, what runs dry."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from ow_env.open_worlds import engine
from ow_env.open_worlds.rules.count_income import place_indicator
from tests.open_worlds.scenario import Table, check, oracle_at, position_of
from tests.scenarios import SEATS, Row, agree, rows

pytestmark = pytest.mark.rule

DECKS = "hand Scout | deck 3x Exploit | foe: deck 3x Exploit"

# ── What each card earns ─────────────────────────────────────────────────────────────────────

# Koti RES 3, Maail 4, Phoebe K2 5 and Hostile, Graense 2, Habitable and Hostile,
# Vita Ptal 4 and Habitable, Lacuna 7, Rime 1 and Hostile.

EARNS = [  # rule, the Worlds of the row, your Income
    ("OW-5.1 Outpost: 1", "Koti: you Outpost", 1),
    ("OW-5.1 Hidden Outpost: 2", "Koti: you Hidden Outpost", 2),
    ("OW-5.1 Garrison: 1", "Koti: you Garrison", 1),
    ("OW-5.1 Exploit: 2, whatever the RES", "Rime: you Exploit", 2),
    ("OW-5.1 Seasoned Exploit: 3", "Koti: you Seasoned Exploit", 3),
    ("OW-5.1 Quarry: 3", "Koti: you Quarry", 3),
    ("OW-5.1 Suck Dry: 7", "Koti: you Suck Dry", 7),
    ("OW-5.1 City 10: 1", "Koti: you City 10", 1),
    ("OW-5.1 City 12: 1", "Koti: you City 12", 1),
    ("OW-5.1 City 15: 1", "Koti: you City 15", 1),
    ("OW-5.1 City 20: 2", "Koti: you City 20", 2),
    ("OW-5.1 City 25: 2", "Koti: you City 25", 2),
    ("OW-5.1 City 30: 3", "Koti: you City 30", 3),
    ("OW-5.1 Robot Factory: 2, it is no Industry", "Phoebe K2: you Robot Factory", 2),
    ("OW-5.1 Shipyard 8: 1", "Koti: you Shipyard 8", 1),
    ("OW-5.1 Shipyard 9: 1", "Koti: you Shipyard 9", 1),
    ("OW-5.1 Shipyard 10: 1", "Koti: you Shipyard 10", 1),
    ("OW-5.1 Terraform Plant: 1", "Koti: you Terraform Plant", 1),
    ("OW-5.1 Industry 6: the RES of its World", "Koti: you Industry 6", 3),
    ("OW-5.1 Industry 7: the RES of its World", "Maail: you Industry 7", 4),
    ("OW-5.1 Industry 8: the RES of its World", "Phoebe K2: you Industry 8", 5),
    ("OW-5.1 Industry 9: the RES of its World", "Graense: you Industry 9", 2),
    ("OW-5.1 Industry 10: the RES of its World", "Lacuna: you Industry 10", 7),
    ("OW-5.1 Industry 11: the RES of its World", "Rime: you Industry 11", 1),
    ("OW-5.1 two Industries earn it twice", "Maail: you Industry 6, Industry 11", 8),
    ("OW-5.1 each Industry earns by its own World", "Koti: you Industry 6 | Lacuna: you Industry 7", 10),
    ("OW-5.1 Exotic Outpost: 3 at a Hostile World", "Phoebe K2: you Exotic Outpost", 3),
    ("OW-5.1 Exotic Outpost: 1 at a World that is neither", "Koti: you Exotic Outpost", 1),
    ("OW-5.1 Exotic Outpost: 1 at a Habitable World", "Vita Ptal: you Exotic Outpost", 1),
    ("OW-5.1 Exotic Outpost: 1 where a World is both", "Graense: you Exotic Outpost", 1),
    ("OW-5.1 Exotic Outpost: 1 at a Hostile World that is terraformed",
     "Phoebe K2: you Exotic Outpost | foe Terraform Plant", 1),
    ("OW-5.1 Exotic Outpost: a Terraform Plant elsewhere does not matter",
     "Phoebe K2: you Exotic Outpost | Rime: foe Terraform Plant", 3),
    ("OW-5.1 Company Town: at least 1", "Koti: you Company Town", 1),
    ("OW-5.1 Company Town: 1 for one Industry", "Rime: you Company Town, Industry 6", 2),
    ("OW-5.1 Company Town: 1 for each Production or Mining and Drilling Facility",
     "Ulmo: you Company Town, Industry 6, Robot Factory, Exploit, Quarry", 13),
    ("OW-5.1 Company Town: no Post, Yard, Complex nor Population Facility counts",
     "Ulmo: you Company Town, Exploit, Outpost, City 10, Shipyard 8, Terraform Plant", 7),
    ("OW-5.1 Company Town: an opponent's Facilities do not count",
     "Ulmo: you Company Town, Exploit | foe Exploit, Industry 6", 3),
    ("OW-5.1 Company Town: Facilities at other Worlds do not count",
     "Ulmo: you Company Town, Exploit | Koti: you 3x Exploit", 9),
    ("OW-5.1 Company Town: Conquered ones do", "Ulmo: you Company Town, Exploit, Exploit (foe's)", 6),
    ("OW-4f.5 Company Town: a Conquered one goes by its Conqueror's Facilities",
     "Ulmo: you Company Town (foe's), Exploit, Quarry | foe Exploit", 7),
    ("OW-5.1 Trade Center: its own World counts", "Koti: you Trade Center", 1),
    ("OW-5.1 Trade Center: 1 for each World you occupy, however often",
     "Koti: you Trade Center, City 10 | Maail: you 2x Outpost | Quill | Rime: you Outpost", 7),
    ("OW-0.2 Trade Center: with Orbitals and Ground Forces alone you occupy nothing",
     "Koti: you Trade Center | Maail: you Titan, Battle Station 20, Energy Shield, Troops 10", 1),
    ("OW-0.2 Trade Center: what an opponent occupies you do not",
     "Koti: you Trade Center | Maail: foe Outpost | Quill: foe Outpost (you's)", 1),
    ("OW-0.2 Trade Center: a Conquered Facility occupies its World for you",
     "Koti: you Trade Center | Maail: you Outpost (foe's)", 3),
    ("OW-4f.5 Trade Center: a Conquered one counts its Conqueror's Worlds",
     "Koti: you Trade Center (foe's) | Maail: foe Outpost | Quill: foe Outpost | Rime: you Exploit", 4),
    ("OW-5.5 High Palace: a Population Facility at its own World does not count",
     "Koti: you High Palace, City 10", 1),
    ("OW-5.5 High Palace: 1 for each other World with one, however many",
     "Koti: you High Palace, City 10 | Maail: you City 12, City 15 | Quill: you Company Town", 6),
    ("OW-5.5 High Palace: other kinds do not count",
     "Koti: you High Palace, City 10 | Maail: you Outpost, Industry 6 | Rime: you Trade Center", 9),
    ("OW-5.5 High Palace: an opponent's do not count, Conquered ones do",
     "Koti: you High Palace, City 10 | Maail: foe City 12 | Rime: you City 15 (foe's)", 3),
    ("OW-4f.5 High Palace: a Conquered one counts its Conqueror's Worlds",
     "Koti: you High Palace (foe's) | Maail: foe City 12 | Quill: foe City 10 | Rime: you City 12", 2),
    ("OW-5.1 nothing in play: no Income", "Koti: foe City 30", 0),
    ("OW-5.1 Orbitals and Ground Forces earn nothing",
     "Ulmo: you Titan, Transport, Enter Fray, Battle Station 25, Energy Shield, Siege Platform, Troops 25, Clone Army",
     0),
    ("OW-5.1 units of all Worlds add up", "Koti: you Exploit, Outpost | Maail: you City 30", 6),
    ("OW-4f.5 what you Conquered earns for you", "Koti: you Industry 6 (foe's), Outpost", 4),
    ("OW-4f.5 what was Conquered from you does not", "Koti: you Outpost | foe City 30 (you's)", 1),
    ("OW-5.4 a Facility that was stopped earns nothing", "Koti: you City 30 (idle), Outpost", 1),
    ("OW-5.4 nor an Industry", "Koti: you Industry 6 (idle), Outpost", 1),
    ("OW-5.4 its identical copies earn as ever", "Rime: you Exploit (idle), 2x Exploit, Exploit (foe's)", 6),
    ("OW-5.4 stopped, it still occupies and is still a work",
     "Koti: you Trade Center | Ulmo: you Exploit (idle), Company Town", 3),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "worlds", "income"), EARNS, ids=[row[0] for row in EARNS])
def test_earns(rule: str, worlds: str, income: int) -> None:
    text = f"income | {worlds} | {DECKS}"
    table = Table(text)
    agree(table, oracle_at(table, position_of(text)))
    assert table.position()["players"][0]["income"] == income


# ── Priority and the prior turn Income ───────────────────────────────────────────────────────

ROWS = rows(f"""
OW-5.2 the highest Income has Priority
    before: income | Koti: you Exploit | foe City 30 | {DECKS}
    after:  trash | priority foe | asked you | income 2 | foe: income 3
OW-5.2 whoever has the highest Income keeps Priority
    before: income | Koti: you City 30 | foe Exploit | {DECKS}   after: trash | asked you | income 3 | foe: income 2
OW-5.2 tied for highest, you keep Priority
    before: income | Koti: you Exploit | foe City 20 | {DECKS}   after: trash | asked you | income 2 | foe: income 2
OW-5.2 tied for highest, your opponent keeps it
    before: income | priority foe | Koti: you Exploit | foe City 20 | {DECKS}
    after:  trash | asked you | income 2 | foe: income 2
OW-5.2 nobody earns anything: Priority stays
    before: income | priority foe | Koti | {DECKS}   after: trash | asked you
OW-5.2 the Income of the turn before does not matter
    before: income | Koti: you Exploit | foe City 30 | hand Scout | deck 3x Exploit | prior 9
            foe: deck 3x Exploit | prior 1
    after:  trash | priority foe | asked you | income 2 | foe: income 3
OW-5.2 of four, the highest has Priority
    before: income | priority foe | Ulmo: you Exploit | foe City 20 | third City 30 | fourth Outpost
            hand Scout | deck 3x Exploit | foe: deck 3x Exploit | third: deck 3x Exploit | fourth: deck 3x Exploit
    after:  trash | priority third | asked you | income 2 | foe: income 2 | third: income 3 | fourth: income 1
OW-5.2 the holder is not among the tied: the next of them round the table has it
    before: income | priority third | Ulmo: you City 30 | foe City 30 | third Exploit | fourth Outpost
            hand Scout | deck 3x Exploit | foe: deck 3x Exploit | third: deck 3x Exploit | fourth: deck 3x Exploit
    after:  trash | priority you | asked you | income 3 | foe: income 3 | third: income 2 | fourth: income 1
OW-5.2 the next of the tied, not the first seat
    before: income | priority foe | Ulmo: you City 30 | foe Exploit | third City 30 | hand Scout | deck 3x Exploit
            foe: deck 3x Exploit | third: deck 3x Exploit
    after:  trash | priority third | asked you | income 3 | foe: income 2 | third: income 3
OW-5.2 the holder is among the tied and keeps it
    before: income | priority third | Ulmo: you City 30 | foe Exploit | third City 30 | hand Scout | deck 3x Exploit
            foe: deck 3x Exploit | third: deck 3x Exploit
    after:  trash | asked you | income 3 | foe: income 2 | third: income 3
OW-5.3 it is the prior turn Income of the next turn
    before: income | Koti: you Exploit | foe City 30 | hand Scout | deck 3x Exploit | prior 9 | foe: deck 4x Exploit
    play:   pass
    after:  stage | turn 3 | priority foe | asked you, foe | hand 2x Exploit, Scout | deck Exploit | income 2 | prior 2
            foe: hand 3x Exploit | deck Exploit | income 3 | prior 3
OW-5.3 so a Ship may come into play that could not before
    before: income | Koti: you Exploit | Maail | hand Striker | deck 3x Exploit | foe: deck 4x Exploit
    play:   pass; stage Striker @ Maail; you, foe: pass
    after:  resolve | turn 3 | asked you: next world | Maail: you stage Striker
            hand 2x Exploit | deck Exploit | income 2 | prior 2 | foe: hand 2x Exploit | deck 2x Exploit
# ── Stopped for one turn ─────────────────────────────────────────────────────────────────
OW-5.4 next turn it earns again
    before: trash | Koti: you City 30 (idle), Exploit | foe Outpost (idle) | hand Scout | deck 3x Exploit | income 2
            foe: deck 3x Exploit
    play:   pass
    after:  stage | turn 3 | asked you, foe | Koti: you City 30, Exploit | foe Outpost
            hand 2x Exploit, Scout | deck Exploit | prior 2 | foe: hand 2x Exploit | deck Exploit
OW-5.4 whoever comes to control it earns nothing either
    before: resolve | Koti: you Outpost, Troops 10 | foe City 15 (idle) | hand Coup, Scout | deck 3x Exploit
            foe: deck 3x Exploit
    play:   play Coup
    after:  trash | asked you | Koti: you City 15 (foe's) (idle), Outpost, Troops 10 | foe -
            hand Scout | wreck Coup | income 1
# ── What runs dry ────────────────────────────────────────────────────────────────────────
OW-5.1 Suck Dry: at the first count it only grows older
    before: income | Koti: you Suck Dry, Outpost | {DECKS}
    after:  trash | asked you | Koti: you Outpost, Suck Dry (age 1) | income 8
OW-5.1 Suck Dry: at the second count it still earns, then lies under its World
    before: income | Koti: you Suck Dry (age 1), Outpost | {DECKS}
    after:  trash | asked you | Koti: you Outpost | under Suck Dry | income 8
OW-5.1 Suck Dry: no other card grows old
    before: income | Koti: you Quarry, Outpost | foe Exploit | {DECKS}
    after:  trash | asked you | income 4 | foe: income 2
OW-5.1 Suck Dry: it also grows old while it is stopped
    before: income | Koti: you Suck Dry (age 1) (idle), Outpost | {DECKS}
    after:  trash | asked you | Koti: you Outpost | under Suck Dry | income 1
OW-0.7 Suck Dry: the indicator stays its owner's card, whoever controlled it
    before: income | priority foe | Koti: you Outpost | foe Suck Dry (you's) (age 1)
            Maail: you Suck Dry (foe's) (age 1) | hand Scout | deck 3x Exploit | foe: deck 3x Exploit
    after:  trash | priority you | asked you | Koti: foe - | under Suck Dry | Maail: you - | under Suck Dry (foe's)
            income 8 | foe: income 7
OW-5.1 Suck Dry: three under one World, those of each owner side by side
    before: income | Ulmo: you Suck Dry (age 1) | foe Suck Dry (age 1) | third Suck Dry (age 1)
            hand Scout | deck 3x Exploit | foe: deck 3x Exploit | third: deck 3x Exploit
    after:  trash | asked you | Ulmo: you - | foe - | third - | under Suck Dry, Suck Dry (foe's), Suck Dry (third's)
            income 7 | foe: income 7 | third: income 7
OW-5.1 Suck Dry: an indicator under a World further right
    before: income | Ulmo: you Suck Dry (age 1) | third Suck Dry (age 1) | Koti: under Suck Dry (foe's)
            hand Scout | deck 3x Exploit | foe: deck 3x Exploit | third: deck 3x Exploit
    after:  trash | asked you | Ulmo: you - | third - | under Suck Dry, Suck Dry (third's) | income 7 | third: income 7
OW-5.1 Suck Dry: an indicator under a World further left
    before: income | Koti: under Suck Dry (foe's) | Ulmo: you Suck Dry (age 1) | third Suck Dry (age 1)
            hand Scout | deck 3x Exploit | foe: deck 3x Exploit | third: deck 3x Exploit
    after:  trash | asked you | Ulmo: you - | third - | under Suck Dry, Suck Dry (third's) | income 7 | third: income 7
OW-0.4 Suck Dry: H2O is 2 less, the Facilities there stay
    before: resolve | Farrow: you 3x Outpost, stage Exploit | under Suck Dry | hand Scout | deck 3x Exploit
            foe: deck 3x Exploit
    play: pass   after: trash | asked you | Farrow: you 3x Outpost | wreck Exploit | income 3
OW-0.4 Suck Dry: below what is left there is room
    before: resolve | Farrow: you Outpost, stage Exploit | under Suck Dry | hand Scout | deck 3x Exploit
            foe: deck 3x Exploit
    play: pass   after: trash | asked you | Farrow: you Exploit, Outpost | income 3
OW-0.4 Suck Dry: at another World H2O stays as it is
    before: resolve | Koti: you 2x Outpost, stage Exploit | Farrow: under Suck Dry | hand Scout | deck 3x Exploit
            foe: deck 3x Exploit
    play: resolve Koti; pass   after: trash | asked you | Koti: you Exploit, 2x Outpost | income 4
OW-4f.5 Suck Dry: Conquered, it is as old as it was
    before: resolve | Koti: you Outpost, Transport, stage Invasion Force 10 | foe Suck Dry (age 1)
            hand Scout | deck 3x Exploit | foe: deck 3x Exploit
    play:   target Suck Dry; conquer Suck Dry
    after:  trash | asked you | Koti: you Outpost, Transport | foe - | under Suck Dry (foe's)
            wreck Invasion Force 10 | income 8
OW-0.4 Suck Dry: two of them count twice
    before: resolve | Juno's Reach: you Outpost, stage Exploit | under Suck Dry, Suck Dry (foe's)
            hand Scout | deck 3x Exploit | foe: deck 3x Exploit
    play: pass   after: trash | asked you | Juno's Reach: you Outpost | wreck Exploit | income 1
OW-0.4 Suck Dry: H2O never falls below 1
    before: resolve | Kestrel: you stage Exploit | under Suck Dry | hand Scout | deck 3x Exploit | foe: deck 3x Exploit
    after:  trash | asked you | Kestrel: you Exploit | income 2
# ── Who wins ─────────────────────────────────────────────────────────────────────────────
OW-5.1 on the FINAL TURN the highest Income wins
    before: income | turn 9 | final turn | Koti: you Exploit | foe City 30 | hand Scout | foe: deck 3x Exploit
    after:  over | won by foe | income 2 | foe: income 3
OW-5.1 Priority does not break a tie for highest
    before: income | turn 9 | final turn | Koti: you Exploit | foe City 20 | hand Scout | foe: deck 3x Exploit
    after:  over | won by nobody | income 2 | foe: income 2
OW-5.1 a tie below the highest is none
    before: income | turn 9 | final turn | Ulmo: you Exploit | foe City 20 | third City 30 | hand Scout
            foe: deck 3x Exploit | third: deck 3x Exploit
    after:  over | won by third | income 2 | foe: income 2 | third: income 3
OW-5.1 of four, two are tied for highest
    before: income | turn 9 | final turn | priority fourth | Ulmo: you Exploit | foe City 20 | third Outpost
            hand Scout | foe: deck 3x Exploit | third: deck 3x Exploit | fourth: deck 3x Exploit
    after:  over | won by nobody | income 2 | foe: income 2 | third: income 1
OW-5.1 nobody earns anything: a draw
    before: income | turn 9 | final turn | Koti: foe Titan | hand Scout | foe: deck 3x Exploit
    after:  over | won by nobody
OW-3.6 the game ends there: nothing runs dry, nobody trashes or draws
    before: income | turn 9 | final turn | Ulmo: you Outpost | foe City 20 | Koti: you City 30 | hand 2x Outpost
            foe: hand Scout | deck 3x Exploit | prior 7
    after:  over | won by you | income 4 | foe: income 2
OW-3.6 on any other turn it goes on
    before: income | turn 9 | Koti: you Exploit | foe City 30 | hand Scout | foe: deck 3x Exploit
    after:  trash | priority foe | asked you | income 2 | foe: income 3
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)


OUTCOMES = [  # rule, the Facilities of each player, what each one got
    ("OW-5.1 the winner and the loser", ["City 30", "Outpost"], [1, -1]),
    ("OW-5.1 a draw", ["City 20", "Exploit"], [0, 0]),
    ("OW-5.1 one winner among three", ["Outpost", "City 30", "Exploit"], [-1, 1, -1]),
    ("OW-5.1 one winner among four", ["Outpost", "Outpost", "City 30", ""], [-1, -1, 1, -1]),
    ("OW-5.1 two tied above a third, who has lost", ["City 20", "Exploit", "Outpost"], [0, 0, -1]),
    ("OW-5.1 three tied for highest", ["City 20", "Exploit", "City 25"], [0, 0, 0]),
]


@pytest.mark.parametrize(("rule", "units", "outcomes"), OUTCOMES, ids=[row[0] for row in OUTCOMES])
def test_outcome(rule: str, units: list[str], outcomes: list[int]) -> None:
    there = " | ".join(f"{who} {unit or '-'}" for who, unit in zip(SEATS, units, strict=False))
    table = Table(f"income | turn 9 | final turn | Ulmo: {there}")
    assert engine.ending(table.state[0]) == 1
    found = [engine.outcome(table.state[0], player) for player in range(len(units))]
    assert found == outcomes


def test_ow_5_1_before_the_final_turn_nobody_has_won() -> None:
    table = Table("income | turn 9 | Koti: you City 30 | hand Scout")
    assert engine.ending(table.state[0]) == 0
    assert [engine.outcome(table.state[0], player) for player in (0, 1)] == [0, 0]


ODD_CARDS = Path(__file__).with_name("odd_cards.toml")  # with more cards that deplete


def test_indicators_lie_in_one_order_whatever_came_first() -> None:
    table = Table("trash | Koti | Maail | hand Outpost", cards=str(ODD_CARDS))
    first, then = (table.game.catalogue.card_ids[name] for name in ("Suck Dry", "Burner"))
    assert first < then
    marks = [(0, first, 1), (0, then, 0), (0, then, 1), (1, first, 0), (1, then, 0)]
    for order in permutations(marks):
        g = table.state.copy()[0]
        for world, card, owner in order:
            place_indicator(g, world, card, owner)
        lie = g["indicators"][: g["indicator_count"]]
        assert [(int(m["world"]), int(m["card"]), int(m["owner"])) for m in lie] == marks
