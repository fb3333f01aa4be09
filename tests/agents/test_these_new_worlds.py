"""The scripted players of These New Worlds: what they choose where it is clear, and whole games."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from agents.these_new_worlds import SCRIPTS
from agents.these_new_worlds.decode import decode
from agents.these_new_worlds.odds import ahead, decode_worth, fight
from agents.these_new_worlds.scratch import MOST_TOKENS
from agents.these_new_worlds.weights import VALUES
from ow_env.these_new_worlds.cards import load_catalogue
from ow_env.these_new_worlds.game import TheseNewWorlds
from tests.agents import positions
from tests.agents.positions import compiled, every_setting_counts, midgame
from training.exact.these_new_worlds import chances

pytestmark = pytest.mark.bounds


@cache
def game() -> TheseNewWorlds:
    return TheseNewWorlds()


CARDS = [card.name for card in load_catalogue().cards]


def at(you: dict[str, Any], foe: dict[str, Any] | None = None, **told: Any) -> dict[str, Any]:
    """A position of player_0, in the first round; what is not said lies in the other's hand, as far as it goes."""
    foe = foe or {}
    used = [card for player in (you, foe) for name in ("hand", "played") for card in player.get(name, [])]
    rest = [card for card in CARDS if card not in used]

    def filled(player: dict[str, Any]) -> dict[str, Any]:
        have = len(player.get("hand", [])) + len(player.get("played", []))
        more, rest[:] = rest[: 8 - have], rest[8 - have :]
        if player is you:
            return player | {"played": player.get("played", []) + more}
        return player | {"hand": player.get("hand", []) + more}

    players = [filled(you), filled(foe)]
    return {
        "game": "these_new_worlds", "format": 1, "round": 1, "dealer": 1, "active": 0, "contested": "Vermeil",
        "collective": ["Loam", "Azimuth"], "costs": {"red": 3, "yellow": 3, "green": 3, "blue": 3},
        "players": players, **told,
    }  # fmt: skip


def choice(name: str, position: dict[str, Any]) -> str:
    """The name of what a script of player_0 does in a position."""
    return positions.choice(SCRIPTS[name](game(), 1), game().from_position(position), game())


DOME = {"decision": {"step": "dome", "has_played": True}}
LAST = {"decision": {"step": "dome", "has_played": False, "passed": True}}
RICH = {"red": 7, "yellow": 3, "green": 3}
CLEAR = [
    # what it shows
    #     who, my hand, my tokens, top, the rest, choice
    ("greedy: the most tokens", "greedy", ["Bumper Harvest", "Freight Charter", "Peer Review"], {}, None, {},
     "play Freight Charter"),
    ("greedy: of equals the lowest", "greedy", ["Arsenal Convoy", "Bumper Harvest"], {}, None, {},
     "play Bumper Harvest"),
    ("greedy: the cheapest pair, at once", "greedy", ["Bumper Harvest"], {"red": 6, "yellow": 4, "blue": 2},
     "Spot Trade", {**DOME, "costs": {"red": 6, "yellow": 4, "green": 3, "blue": 2}}, "colonize with yellow and blue"),
    ("planner: what its plan lacks", "planner", ["Breakthrough", "Border Militia"], {"yellow": 3}, None,
     {"costs": {"red": 6, "yellow": 3, "green": 6, "blue": 3}}, "play Breakthrough"),
    ("planner: the dome waits while nobody can undo it", "planner", ["Bumper Harvest", "Privateers"], RICH,
     "Spot Trade", DOME, "pass"),
    ("planner: but not in a passed turn", "planner", ["Bumper Harvest", "Privateers"], RICH, "Spot Trade",
     LAST, "colonize with red and yellow"),
    ("planner: nor while a thief may come", "planner", ["Bumper Harvest"], {"red": 3, "yellow": 3}, "Spot Trade", DOME,
     "colonize with red and yellow"),
    ("governor: no dome waits in a passed turn", "governor", ["Bumper Harvest", "Privateers"],
     {"red": 3, "yellow": 3}, "Spot Trade", LAST, "colonize with red and yellow"),
    ("governor: what makes a dome possible", "governor", ["Breakthrough", "Border Militia"], {"yellow": 3}, None,
     {"costs": {"red": 6, "yellow": 3, "green": 6, "blue": 3}}, "play Breakthrough"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("who", "hand", "tokens", "top", "told", "expected"), [row[1:] for row in CLEAR], ids=[row[0] for row in CLEAR]
)
def test_where_it_is_clear(who, hand, tokens, top, told, expected):
    if top is None:
        position = open_round(hand, tokens, told)
    else:
        position = at({"hand": hand, "tokens": tokens, "played": [top]}, **told, top=top)
    assert choice(who, position) == expected


def open_round(hand: list[str], tokens: dict[str, int], told: dict[str, Any]) -> dict[str, Any]:
    """A position in which every coloured card may be played: Trade Envoy lies on top."""
    rest = [card for card in CARDS if card not in hand and card != "Trade Envoy"]
    mine, theirs = rest[: 8 - len(hand)], rest[8 - len(hand) : 15 - len(hand)]
    return at(
        {"hand": hand, "tokens": tokens, "played": mine}, {"played": ["Trade Envoy"], "hand": theirs},
        **{"top": "Trade Envoy", **told},
    )  # fmt: skip


def test_the_best_is_the_scripted_one_and_names_its_weights() -> None:
    assert next(iter(SCRIPTS)) == "governor"  # whom "scripted" stands for
    assert dict(SCRIPTS["governor"].settings) == VALUES


@compiled
def test_every_weight_makes_a_difference() -> None:
    seen = midgame(game(), 600, 40, seed=4)
    every_setting_counts(SCRIPTS["governor"], game(), seen, lambda value: value + 3.0 if value >= 0 else 0.0)
    every_setting_counts(SCRIPTS["planner"], game(), seen, lambda value: 0.0)


def test_the_odds_of_dice_and_combat_are_those_of_counting() -> None:
    scratch = SCRIPTS["governor"].scratch_for(game().tables)
    s = scratch[0]
    assert ahead(s, 0) == pytest.approx(15 / 36)
    assert ahead(s, 6) == 1
    assert ahead(s, -6) == 0
    assert ahead(s, 1) == pytest.approx(21 / 36)
    for mine, theirs in (((1, 2, 3, 4), (4, 3, 2, 1)), ((0, 0, 0, 0), (0, 0, 0, 0)), ((5, 0, 0, 1), (0, 1, 2, 1))):
        s["rest"][:] = 0
        for seat, held in enumerate((mine, theirs)):
            for colour, tokens in enumerate(held):
                s["rest"][seat, colour, tokens] = 1
        fight(s)
        one, even, other = (float(chance) for chance in chances(mine, theirs, 6))
        assert s["lead"][5:].sum() == pytest.approx(one)
        assert s["lead"][4] == pytest.approx(even)
        assert s["lead"][:4].sum() == pytest.approx(other)
    assert MOST_TOKENS == s["rest"].shape[2]


def test_what_the_game_is_worth_after_a_round() -> None:
    """With the last planet a game is decided; before it the share of later planets counts."""
    scratch = SCRIPTS["governor"].scratch_for(game().tables)
    s = scratch[0]
    position = at(
        {"hand": ["Bumper Harvest"], "planets": ["Aurelia", "Marigold"]},
        {"planets": ["Sapphire Nine", "Thornmere"]},
        round=6,
        collective=["Loam", "Azimuth", "Evergild"],
    )
    position["top"] = position["players"][0]["played"][0]
    view = game().show(game().from_position(position))
    decode(game().tables[0], s, view.observation[0, 0].copy(), view.action_mask[0, 0].copy())
    decode_worth(game().tables[0], s)
    assert (s["worth"][0, 3, 2], s["worth"][0, 2, 3], s["worth"][0, 2, 2]) == (1, -1, 0)
    s["rounds"], s["rounds_left"] = 6, 1
    decode_worth(game().tables[0], s)
    share = VALUES["share"]
    assert s["worth"][1, 2, 2] == pytest.approx(0)
    assert s["worth"][1, 3, 1] == 1  # who has three of five keeps the lead
    assert s["worth"][1, 2, 1] == pytest.approx(share)  # 3:1 wins, 2:2 is a draw, a fifth in The Collective ends it
    assert s["worth"][1, 1, 1] == 0  # The Collective holds five already
