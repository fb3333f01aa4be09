"""The scripted players of Star Realms: what they choose where it is clear, and whole games."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

import agents
from agents.star_realms import SCRIPTS
from agents.star_realms.weights import VALUES
from ow_env.star_realms.game import StarRealms
from ow_env.star_realms.verbs import VERBS
from tests.agents import choices, positions
from tests.agents.positions import compiled, every_setting_counts, seen_in_play
from training.measure.match import play_batch

pytestmark = pytest.mark.bounds
PLAYERS = tuple(SCRIPTS)
DEAR = ["Mothership", "Brain World", "Machine Base", "Junkyard", "Command Ship"]  # nothing of 5 Trade or less


@cache
def game() -> StarRealms:
    return StarRealms()


def choice(name: str, position: dict[str, Any], agent_seed: int = 1) -> str:
    """The name of what a script of player_0 does in a position."""
    return positions.choice(agents.make(name, game(), agent_seed), game().from_position(position), game())


def at(you: dict[str, Any], foe: dict[str, Any] | None = None, **told: Any) -> dict[str, Any]:
    """A position in the Main Phase of turn 15; both at 50 Authority, ten Scouts in either deck."""
    usual = {"authority": 50, "deck": ["5x Scout"]}
    return {
        "game": "star_realms",
        "format": 1,
        "turn": 15,
        "active": 0,
        "first": 0,
        "trade_row": DEAR,
        "explorers": 10,
        "players": [usual | you, usual | (foe or {})],
        **told,
    }


SHIELD = {"bases": ["Trading Post"]}  # an outpost of Defense 4
CLEAR = [
    # what it shows
    #     who, you, the opponent, of the turn, choice
    ("who can win attacks, whatever else there is",
     "admiral", {"hand": ["Ram"]}, {"authority": 5}, {"combat": 5}, "attack opponent"),
    ("an outpost is attacked before anything else can be",
     "admiral", {"hand": []}, SHIELD | {"authority": 5}, {"combat": 9}, "attack Trading Post"),
    ("what the last point of Combat takes is scrapped",
     "admiral", {"bases": [{"card": "Barter World", "used": ["primary"]}], "hand": []},
     {"authority": 8}, {"combat": 3},
     "scrap Barter World"),
    ("a base stays where its scrap ability wins nothing",
     "admiral", {"bases": [{"card": "The Hive", "used": ["primary"]}, "Battle Station"], "hand": []}, {},
     {"combat": 3}, "attack opponent"),
    ("a base that does much is destroyed",
     "admiral", {"hand": []}, {"bases": ["The Hive"]}, {"combat": 9}, "attack The Hive"),
    ("of two outposts the one that does more",
     "admiral", {"hand": []}, {"bases": ["Battle Station", "War World"]}, {"combat": 5}, "attack War World"),
    ("bases come before who counts them",
     "admiral", {"hand": ["Embassy Yacht", "Barter World"], "bases": ["Central Office"]}, {}, {"permissions": 0},
     "play Barter World"),
    ("who draws is played before who does not",
     "admiral", {"hand": ["Imperial Frigate", "Corvette", "Scout"]}, {}, {}, "play Corvette"),
    ("an ally ability that draws is used at once",
     "admiral", {"hand": ["Scout", "Viper"], "ships": ["Blob Fighter", "Ram"]}, {"authority": 50}, {"combat": 8},
     "ally Blob Fighter"),
    ("who scraps comes while starting cards are in hand",
     "admiral", {"hand": ["Scout", "Missile Bot", "Viper"]}, {}, {}, "play Missile Bot"),
    ("a copier waits for what it can copy",
     "admiral", {"hand": ["Stealth Needle", "Dreadnaught", "Scout"]}, {}, {}, "play Dreadnaught"),
    ("a permission is had before the purchase",
     "admiral", {"hand": [], "ships": ["Freighter", "Cutter"]}, {}, {"trade": 7, "combat": 4}, "ally Freighter"),
    ("a ship that may be put on top is",
     "admiral", {"hand": []}, {}, {"trade": 3, "permissions": 1, "trade_row": ["Imperial Frigate", *DEAR[:4]]},
     "buy Imperial Frigate on top"),
    ("nothing is bought that makes the deck worse",
     "admiral", {"hand": [], "deck": ["Dreadnaught", "Flagship", "Battlecruiser"]}, {"authority": 9},
     {"trade": 2, "combat": 1, "turn": 25}, "attack opponent"),
    ("simple: the dearest card",
     "simple", {"hand": []}, {}, {"trade": 7}, "buy Mothership"),
    ("simple: no Explorer from turn 8 on",
     "simple", {"hand": []}, {}, {"trade": 4, "combat": 1}, "attack opponent"),
    ("simple: an Explorer before turn 8",
     "simple", {"hand": []}, {}, {"trade": 4, "combat": 1, "turn": 7}, "buy Explorer"),
    ("simple: an Explorer is scrapped from turn 8 on",
     "simple", {"hand": [], "ships": ["Explorer"]}, {}, {"combat": 1, "explorers": 9}, "scrap Explorer"),
    ("simple: bases first",
     "simple", {"hand": ["Dreadnaught", "Scout", "Battle Station"]}, {}, {}, "play Battle Station"),
    ("simple: then who draws",
     "simple", {"hand": ["Dreadnaught", "Scout", "Blob Destroyer"]}, {}, {}, "play Dreadnaught"),
    ("simple: an outpost before a purchase is not asked",
     "simple", {"hand": []}, SHIELD, {"combat": 4, "trade": 1}, "attack Trading Post"),
    ("eager: the turn ends only where nothing else is left",
     "eager", {"hand": []}, {}, {"combat": 4}, "attack opponent"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("who", "you", "foe", "told", "expected"), [row[1:] for row in CLEAR], ids=[r[0] for r in CLEAR]
)
def test_in_the_main_phase(who, you, foe, told, expected):
    assert choice(who, at(you, foe, **told)) == expected


SCRAP = {"type": "scrap", "card": "Missile Bot", "ability": "primary", "step": 1}
DESTROY = {"type": "destroy", "card": "Missile Mech", "ability": "primary", "step": 1}
CYCLE = {"type": "cycle", "card": "Recycling Station", "ability": "primary", "branch": "cycle", "step": 0}
COPY = {"type": "copy", "card": "Stealth Needle", "ability": "primary", "step": 0}
ASKED = [
    # what it shows
    #     who, decision, you, the opponent, choice
    ("a starting card goes, from the discard pile where it is not missed",
     "admiral", SCRAP, {"hand": ["Scout"], "discard": ["Scout", "Cutter"], "ships": ["Missile Bot"]}, {},
     "scrap Scout from discard"),
    ("a good card is kept",
     "admiral", SCRAP, {"hand": ["Flagship"], "discard": ["Dreadnaught"], "ships": ["Missile Bot"],
                        "deck": ["Battlecruiser"]}, {}, "pass"),
    ("the base that does most falls",
     "admiral", DESTROY, {"ships": ["Missile Mech"], "hand": ["Scout"]}, {"bases": ["Blob Wheel", "Fleet HQ"]},
     "destroy Fleet HQ"),
    ("the worst card is exchanged",
     "admiral", CYCLE, {"hand": ["Scout", "Dreadnaught"], "bases": [{"card": "Recycling Station", "used": ["primary"]}],
                        "deck": ["Flagship", "Battlecruiser"]}, {}, "discard Scout"),
    ("nothing is exchanged for worse",
     "admiral", CYCLE, {"hand": ["Flagship", "Dreadnaught"], "deck": ["5x Scout"],
                        "bases": [{"card": "Recycling Station", "used": ["primary"]}]}, {}, "pass"),
    ("the best ship is copied",
     "admiral", COPY, {"hand": ["Scout"], "ships": ["Stealth Needle", "Dreadnaught", "Cutter"]}, {},
     "copy Dreadnaught"),
    ("simple: a starting card goes",
     "simple", SCRAP, {"hand": ["Flagship"], "discard": ["Viper"], "ships": ["Missile Bot"]}, {},
     "scrap Viper from discard"),
    ("simple: and no other",
     "simple", SCRAP, {"hand": ["Flagship"], "discard": ["Cutter"], "ships": ["Missile Bot"]}, {}, "pass"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("who", "decision", "you", "foe", "expected"), [row[1:] for row in ASKED], ids=[r[0] for r in ASKED]
)
def test_where_a_card_asks(who, decision, you, foe, expected):
    assert choice(who, at(you, foe, decision=decision)) == expected


def test_the_worst_card_is_discarded_for_the_opponent() -> None:
    you = {"hand": ["Scout", "Dreadnaught", "Cutter"], "owed": 1}
    position = at(you, {}, decision={"type": "owed"})
    assert choice("admiral", position) == choice("simple", position) == "discard Scout"


def test_the_eager_player_takes_anything_but_the_end_of_the_turn() -> None:
    position = at({"hand": ["Scout", "Viper", "Ram"]}, {}, combat=3)
    found = {choice("eager", position, seed) for seed in range(60)}
    assert found == {"attack opponent", "play Scout", "play Viper", "play Ram"}


NEVER: dict[str, set[str]] = {"simple": {"scrap {card} from row"}}
LINES = choices.FILE.read_text().splitlines()


@pytest.mark.parametrize("line", LINES, ids=[line.partition(":")[0] for line in LINES])
def test_a_turn_is_played_as_it_is_written_down(line: str) -> None:
    player, number = line.partition(":")[0].split()
    assert f"{player} {number}: {choices.turn_of(player, int(number))}" == line


@pytest.mark.parametrize("player", choices.PLAYERS)
def test_every_kind_of_action_is_written_down(player: str) -> None:
    taken = {name for line in LINES if line.startswith(player) for name in line.partition(": ")[2].split(" / ")}
    verbs = game().notation.rows["verb"][[game().notation.action_id(name) for name in taken]]
    assert {VERBS[verb] for verb in verbs} >= {*VERBS} - NEVER.get(player, set())


# ── Whole games ──────────────────────────────────────────────────────────────────────────────────


OWN = """
[blob]
"Swarm" = { cost = 1, copies = 3, type = "ship", primary = { trade = ["trade:1"], draw = ["draw:1"] } }

[machine_cult]
"Mimic" = { cost = 2, copies = 1, type = "ship", primary = ["combat:1", "copy ship"] }
"Sieve" = { cost = 2, copies = 2, type = "base", defense = 3, primary = ["cycle:3", "trim:1"] }
"""


@compiled
def test_they_play_with_cards_of_ones_own(tmp_path: Path) -> None:
    """What a card is worth follows from its effects, so any card has a value."""
    (tmp_path / "own.toml").write_text(OWN)
    played = StarRealms(cards=tmp_path / "own.toml")
    for name in PLAYERS:
        reward, truncated, _ = play_batch(played, [agents.make(name, played, seat) for seat in range(2)], 20, seed=4)
        assert (abs(reward).sum(axis=1) == 2).all()
        assert not truncated.any()


def test_the_first_script_is_the_best() -> None:
    assert list(SCRIPTS) == ["admiral", "simple", "eager"]


@compiled
def test_every_weight_counts() -> None:
    every_setting_counts(SCRIPTS["admiral"], game(), seen_in_play(game(), "admiral", 2000))


def test_what_a_card_is_worth_follows_the_formula() -> None:
    """By hand from weights.py: an Imperial Frigate, a Barter World, a Fleet HQ and a Trading Post, early and late."""
    w, ids = VALUES, game().catalogue.card_ids
    scratch = SCRIPTS["admiral"].scratch_for(game().tables)[0]
    for column, when in enumerate(("early", "late")):
        one = {name: w[f"{name}_{when}"] for name in ("trade", "combat", "authority", "draw", "discard", "thin")}
        frigate = ids["Imperial Frigate"]
        assert scratch["primary"][frigate, column] == pytest.approx(4 * one["combat"] + one["discard"])
        assert scratch["ally"][frigate, column] == pytest.approx(2 * one["combat"])
        assert scratch["scrap"][frigate, column] == pytest.approx(one["draw"])
        either = max(2 * one["authority"], 2 * one["trade"])
        assert scratch["primary"][ids["Barter World"], column] == pytest.approx(either)
        assert scratch["primary"][ids["Fleet HQ"], column] == pytest.approx(w["per_ship"] * one["combat"])
        assert scratch["primary"][ids["Brain World"], column] == pytest.approx(2 * (one["thin"] + one["draw"]))
    assert scratch["stay"][ids["Fleet HQ"]] == pytest.approx(w["base_turns"] + 8 * w["defense_turns"])
    assert scratch["shield"][ids["Fleet HQ"]] == pytest.approx(8 * w["base_shield"])
    assert scratch["shield"][ids["Trading Post"]] == pytest.approx(4 * w["outpost_shield"])
    assert scratch["stay"][ids["Ram"]] == 1.0
    assert scratch["shield"][ids["Ram"]] == 0.0


def test_what_is_no_weight_is_refused() -> None:
    with pytest.raises(ValueError, match="admiral has no setting 'combat_now'; nearest: 'combat_late'"):
        SCRIPTS["admiral"](game(), combat_now=2.0)
    with pytest.raises(ValueError, match=r"simple has no setting 'combat_late'$"):
        SCRIPTS["simple"](game(), combat_late=2.0)
