"""What is told of a decision of TradeWorlds: sentences with rule numbers, the cause before what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tradeworlds.scenario import dice_of, position_of
from tests.tradeworlds.table import Table

# title, position, actions of which the last is told, dice, options, all that is told of it
SENTENCES: list[tuple[str, str, str, str, dict[str, Any], list[str]]] = [
    (
        "a Role, what is banked, what is drawn",
        "hand S1 | deck C1, 3x C2", "role Treasurer", "", {},
        [
            "player_0 is Treasurer (TW-2.2)",
            "player_0 banks Starship 1 (TW-R2)",
            "player_0 gains 1 credit, now 1 (TW-0.5)",
            "player_0 shuffles the discard pile (TW-2.5)",
            "player_0 draws Starship 1, Crew 1, 3x Crew 2 (TW-2.4)",
            "Round 1: player_1",
        ],
    ),
    (
        "credits that win are told before the end",
        "credits 99 | hand S5", "role Treasurer", "", {},
        [
            "player_0 is Treasurer (TW-2.2)",
            "player_0 banks Starship 5 (TW-R2)",
            "player_0 gains 5 credits, now 104 (TW-0.5)",
            "player_0 wins in round 1, 104 credits (TW-E2)",
        ],
    ),
    (
        "the last player left wins by another rule than the credits, in Trade Wars too",
        "lane 4/3 | foe homeworld 3", "role Admiral", "", {},
        [
            "player_0 is Admiral (TW-2.2)",
            "player_0 attacks player_1 (TW-A3)",
            "player_0 strikes the Homeworld of player_1 with player_0's lane 1 (TW-A6)",
            "the Homeworld of player_1 loses 4, 0 left (TW-A7)",
            "player_1 is out (TW-E1)",
            "player_0 wins in round 1, the last player left (TW-E3)",
        ],
    ),
    (
        "... also where the round is to be played out, and somebody else has the credits",
        "lane 4/3 | credits 3 | foe homeworld 4 | foe credits 120", "role Admiral", "", {"finish_round": True},
        [..., "player_0 wins in round 1, the last player left (TW-E3)"],
    ),
    (
        "a round that was played out",
        "credits 101 | turn foe | asked foe | point discard | foe credits 105", "done", "", {"finish_round": True},
        ["player_1 wins in round 1, 105 credits (TW-E5)"],
    ),
    (
        "the last round",
        "round 100 | turn foe | asked foe | point discard", "done", "", {},
        ["Stopped after round 100 without a winner (TW-E4)"],
    ),
    (
        "a battle, and a bounty by its own rule",
        "faction Brethren | lane 3/3 | hand S1 | foe lane 2/2", "role Admiral; send lane 1", "5 2", {},
        [
            "player_0 engages player_1's lane 1 with player_0's lane 1 (TW-A5)",
            "the attacker rolls 5 (TW-C1)",
            "the defender rolls 2 (TW-C1)",
            "Initiative 5 against 2: attacker strikes home (TW-C3)",
            "player_1's lane 1 is destroyed (TW-C7)",
            "player_0 gains 5 credits, now 5 (TW-C8)",
        ],
    ),
    (
        "The Derelict is destroyed",
        "scenario The Derelict | hand S1, Siege Pattern | lane 4/3",
        "role Admiral; play Siege Pattern; send lane 1", "5 2", {},
        [
            ...,
            "Initiative 5 against 2: attacker strikes home (TW-C3)",
            "player_0 wins in round 1: The Derelict is destroyed (TW-S1)",
        ],
    ),
    (
        "Critical Mass grows",
        "scenario The Derelict | critical mass 2 | point discard", "done", "3of10", {},
        ["Critical Mass is 3 (TW-S2)", "Round 2: player_0"],
    ),
    (
        "Critical Mass grows too far",
        "scenario The Derelict | critical mass 5 | point discard", "done", "3of10", {},
        ["Critical Mass is 6 (TW-S2)", "player_0 loses in round 1: The Derelict reached Critical Mass (TW-S1)"],
    ),
    (
        "The Derelict finds an empty lane",
        "scenario The Derelict | point discard", "done", "5of10 4", {},
        [
            "The Derelict attacks with Firepower 4: the Homeworld (TW-S4)",
            "the Homeworld of player_0 loses 4, 14 left (TW-S4)",
            "Round 2: player_0",
        ],
    ),
    (
        "it loses the game there, and no Homeworld has less than nothing",
        "scenario The Derelict | homeworld 3 | point discard", "done", "5of10 4", {},
        [
            "The Derelict attacks with Firepower 4: the Homeworld (TW-S4)",
            "the Homeworld of player_0 loses 4, 0 left (TW-S4)",
            "player_0 is out (TW-E1)",
            "player_0 loses in round 1: the Homeworld is lost (TW-S1)",
        ],
    ),
    (
        "the hyper cannon asks for no empty lane",
        "scenario The Derelict | point discard | lane 1/1", "done", "10of10 4", {},
        [
            "the hyper cannon fires, 4 (TW-S6)",
            "the Homeworld of player_0 loses 4, 14 left (TW-S6)",
            "Round 2: player_0",
        ],
    ),
]  # fmt: skip


def told_of(position: str, play: str, dice: str, options: dict[str, Any], view: str = "full") -> list[str]:
    """The sentences told of the last of some actions."""
    table = Table(position_of(position), **options)
    if dice:
        table.roll(*dice_of(dice))
    *before, last = play.split("; ")
    table.do(*before)
    assert last in table.legal()
    return [str(event) for event in table.game.events(table.batch.states, table.joint(last), table.batch.rng, view)]


@pytest.mark.parametrize(
    ("position", "play", "dice", "options", "expected"),
    [row[1:] for row in SENTENCES],
    ids=[row[0] for row in SENTENCES],
)
def test_sentences(position: str, play: str, dice: str, options: dict[str, Any], expected: list[Any]) -> None:
    found = told_of(position, play, dice, options)
    if expected[0] is ...:
        assert found[-len(expected) + 1 :] == expected[1:]
    else:
        assert found == expected


@pytest.mark.parametrize("view", ["public", "player_1"])
def test_drawn_cards_are_named_to_those_who_know_them(view: str) -> None:
    told = told_of("hand S1 | deck C1, 3x C2", "role Treasurer", "", {}, view)
    assert "player_0 draws 5 cards (TW-2.4)" in told
    assert not any("Crew" in sentence for sentence in told)
    assert any(
        "Crew" in sentence for sentence in told_of("hand S1 | deck C1, 3x C2", "role Treasurer", "", {}, "player_0")
    )
