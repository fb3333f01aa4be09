"""Captured, gained, waylaid (EU-12); rules that only another card file shows (EU-15.1)."""

from __future__ import annotations

from pathlib import Path

import pytest

from ow_env.core import Batch
from tests.expansive_universe import sets
from tests.expansive_universe.scenario import check, position_of
from tests.expansive_universe.table import Table, game_of
from tests.expansive_universe.test_card_files import SMALL
from tests.scenarios import Row, rows

pytestmark = pytest.mark.rule

ROWS: list[Row] = rows("""
EU-12.1: no alpha is captured, whatever its combat
    before: faction Wartribe | gold 1 | at Assembly Plaza | crew Press Ganger | foe faction Galaxernment
            foe crew Berserker
    play: attack Assembly Plaza; pass   legal: entangle Warlord Gruda; pass
EU-12.1: who holds none captures, whoever else holds one
    before: faction Wartribe | gold 1 | at Assembly Plaza | foe faction Galaxernment
            crew Press Ganger, Berserker holding foe Navy Ace, Skull Hunter holding foe Senate Envoy
            foe crew Sector Marshal
    play: attack Assembly Plaza; pass; entangle Press Ganger   legal: target Sector Marshal; pass
EU-12.1: what a captive held returns
    before: faction Wartribe | gold 1 | at Assembly Plaza | crew Press Ganger | foe faction Galaxernment
            foe crew Provost Captain + Stun Baton holding you War Drummer
    play:   attack Assembly Plaza; pass; entangle Press Ganger; target Provost Captain
    after:  crew War Drummer, Press Ganger (entangled) holding foe Provost Captain + Stun Baton | foe crew -
            point maneuver | asked foe
EU-12.1: the captor keeps it when it is waylaid
    before: faction Sorcerons | gold 2 | at Skull Landing | foe faction Wartribe
            foe crew Press Ganger holding you Veil Dancer
    play: attack Skull Landing; entangle Archmage Sel; target Press Ganger   after: gold 1
EU-12.1: when the captor is destroyed it returns
    before: faction Wartribe | gold 1 | at Assembly Plaza | crew Skull Hunter, Clan Matriarch | foe faction Galaxernment
            foe crew Survey Scientist holding you War Drummer, Sector Marshal
    play:   attack Assembly Plaza; pass; entangle Skull Hunter; target Survey Scientist
    after:  points 4 | crew War Drummer, Clan Matriarch, Skull Hunter (entangled) | foe crew Sector Marshal
            destroyed Survey Scientist | point maneuver | asked foe
EU-12.1: a captive of the new controller returns
    before: faction Sorcerons | gold 2 | at Assembly Plaza | crew Mind Binder | foe faction Galaxernment
            foe crew Provost Captain holding you Veil Dancer, Sector Marshal
    play:   attack Assembly Plaza; pass; entangle Mind Binder; target Provost Captain
    after:  gold 1 | crew Provost Captain, Veil Dancer, Mind Binder (entangled) | foe crew Sector Marshal
            point maneuver | asked foe
EU-12.2: of another it stays with its captor
    before: faction Sorcerons | gold 2 | at Assembly Plaza | crew Mind Binder | foe faction Galaxernment
            foe crew Provost Captain holding third Veil Dancer, Sector Marshal | third gold 0
    play:   attack Assembly Plaza; pass; entangle Mind Binder; target Provost Captain
    after:  gold 1 | crew Provost Captain holding third Veil Dancer, Mind Binder (entangled) | foe crew Sector Marshal
            point maneuver | asked foe
EU-12.2: it fights on for you
    before: faction Sorcerons | gold 2 | at Assembly Plaza | crew Mind Binder | foe faction Galaxernment
            foe crew Fleet Quartermaster, Sector Marshal
    play:   attack Assembly Plaza; pass; entangle Mind Binder; target Fleet Quartermaster; pass
    legal:  entangle Archmage Sel; entangle Fleet Quartermaster; pass
EU-12.2: entangled if it was
    before: faction Sorcerons | gold 2 | at Assembly Plaza | crew Mind Binder | foe faction Galaxernment
            foe crew Fleet Quartermaster, Sector Marshal
    play:   attack Assembly Plaza; entangle Fleet Quartermaster; entangle Mind Binder; target Fleet Quartermaster; pass
    legal:  entangle Archmage Sel; pass
EU-12.2: no alpha, whatever its combat
    before: faction Sorcerons | gold 2 | at Assembly Plaza | crew Mind Binder | foe faction Galaxernment
            foe crew Sector Marshal
    play: attack Assembly Plaza; pass   legal: entangle Archmage Sel; pass
EU-12.3: it does not count, and is back afterwards
    before: faction Sorcerons | gold 2 | at Skull Landing | crew Ember Adept | foe faction Wartribe
            foe crew Chain Raider
    play:   attack Skull Landing; entangle Archmage Sel; target Chain Raider; pass
    after:  gold 1 | crew - | foe points 4 | destroyed Ember Adept
EU-12.4: the cards of any opponent in the battle
    before: faction Sorcerons | gold 2 | at Skull Landing | foe faction Wartribe | foe crew Chain Raider
            third at Skull Landing | third crew Senate Envoy
    play:   attack Skull Landing; pass; pass; entangle Archmage Sel
    legal:  target Warlord Gruda; target Chain Raider; target Chancellor Ondra; target Senate Envoy; pass
EU-12.5: a captive that returns is at its crew, straightened
    before: faction Wartribe | gold 1 | at Assembly Plaza | crew Bone Reader, Clan Matriarch | foe faction Galaxernment
            foe crew Press Ganger
    play:   attack Assembly Plaza; pass; entangle Clan Matriarch; entangle Press Ganger; target Clan Matriarch
            entangle Bone Reader; target Clan Matriarch; pass
    legal:  entangle Warlord Gruda; entangle Clan Matriarch; pass
EU-12.5: the maneuvers it made are kept
    before: faction Wartribe | gold 1 | at Assembly Plaza | crew Bone Reader, Clan Matriarch | foe faction Galaxernment
            foe crew Press Ganger
    play:   attack Assembly Plaza; pass; entangle Clan Matriarch; entangle Press Ganger; target Clan Matriarch
            entangle Bone Reader; target Clan Matriarch; pass; entangle Clan Matriarch; pass; entangle Warlord Gruda
    after:  crew Clan Matriarch, Bone Reader
EU-12.5, not: in the battle once damage has begun
    before: faction Wartribe | gold 1 | at Assembly Plaza | crew Berserker, Duel Champion, Siege Walker
            foe faction Galaxernment | foe crew Ember Adept holding third Storm Caller | third faction Sorcerons
            third at Assembly Plaza | third crew Skull Hunter | fourth faction Robotocense
    play:   attack Assembly Plaza; pass; pass; pass
    after:  points 8 | foe crew - | third crew Storm Caller | destroyed Skull Hunter, Ember Adept
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rules(row: Row) -> None:
    check(row)


# ── With other cards (EU-15.1) ───────────────────────────────────────────────────────────────────

PIRATES = """
[faction.Pirates]
[planet.Tortuga]
faction = "Pirates"
alpha = true
effects = []
[location."Rum Cellar"]
faction = "Pirates"
alpha = true
side = "outside"
skills = []
effects = []
[spaceship."Sea Dog"]
faction = "Pirates"
alpha = true
space = 1
expire = 5
[character.Captain]
faction = "Pirates"
alpha = true
skills = []
combat = 1
space = 1
expire = 5
ability = []
"""
CREW = "skills = []\ncombat = 1\nspace = 1\nexpire = 5\nability = []\n"
FULL = (  # 64 characters, weapons and armaments; the last character is of the Wartribe
    PIRATES
    + "".join(f'[character.Sailor{number}]\nfaction = "Pirates"\n{CREW}' for number in range(22))
    + f'[character.Last]\nfaction = "Wartribe"\n{CREW}'
    + "".join(f'[weapon.Cutlass{number}]\nfaction = "Pirates"\nability = []\n' for number in range(44))
    + "".join(f'[armament.Sail{number}]\nfaction = "Pirates"\nability = []\n' for number in range(48))
)
INDOORS = SMALL.replace('"outside"\nskills = []', '"inside"\nskills = ["lore"]')


def playing(folder: Path, cards: str, before: str, *actions: str) -> Table:
    """Return the table after some actions with a card file."""
    (folder / "mine.toml").write_text(cards, "utf-8")
    table = Table(position_of(before), cards=str(folder / "mine.toml"))
    table.do(*actions)
    return table


def test_eu_5_2_a_core_may_let_the_toll_be_1(tmp_path: Path) -> None:
    table = playing(
        tmp_path,
        '[core."Galactic Core #1"]\neffects = ["toll:1"]\n',
        "gold 7 | fleet Barge of State at Kharg | at Barge of State | foe gold 3 | line up Navy Ace",
        "move crew to Skull Landing",
    )
    assert (table.you["gold"], table.foe["gold"]) == (5, 4)


def test_eu_14_at_the_start_too_the_only_action_is_taken_unasked(tmp_path: Path) -> None:
    """No deck, crews that can neither leave nor do missions: in the first round the first player has no choice."""
    (tmp_path / "mine.toml").write_text(INDOORS, "utf-8")
    game = game_of(num_players=2, first_player=0, cards=str(tmp_path / "mine.toml"))
    at = game.position(Batch(game, 1, seed=1).states)
    assert (at["round"], at["active"], at["decision"]) == (1, 1, {"type": "turn", "asked": 1})


@pytest.mark.parametrize(("when", "place"), [("outside", "Core"), ("inside", "Concordia")])
def test_eu_8_3_no_battle_in_space_is_outside_or_inside(when: str, place: str, tmp_path: Path) -> None:
    table = playing(
        tmp_path,
        f'[armament]\n"Spiked Hull" = {{ when = "{when}" }}\n',
        f"gold 3 | fleet Line Frigate + Spiked Hull at {place} | foe fleet Peacekeeper at {place} | line up Navy Ace",
        f"attack {place}",
    )
    assert (table.asked, table.decision["type"], table.you["gold"]) == (0, "turn", 2)


def test_eu_6_4_a_mission_on_the_first_location_of_a_set_may_recruit(tmp_path: Path) -> None:
    table = playing(
        tmp_path,
        '[location."Assembly Plaza"]\neffects = ["recruit:1", "gold:3"]\n',
        "gold 2 | crew Fleet Quartermaster, Survey Scientist | line up Navy Ace, Senate Envoy",
        "mission",
        "buy slot 1",
    )
    assert (table.you["gold"], table.you["points"], len(table.you["crew"])) == (4, 2, 4)


def test_eu_6_4_who_does_not_play_is_not_plundered(tmp_path: Path) -> None:
    table = playing(
        tmp_path,
        PIRATES,
        "faction Wartribe | gold 2 | crew Chain Raider, War Drummer, Forge Smith | foe faction Galaxernment"
        " | foe gold 3 | third faction Robotocense | third gold 3 | fourth faction Sorcerons | fourth gold 3",
        "mission",
    )
    assert sorted(table.legal()) == ["target Galaxernment", "target Robotocense", "target Sorcerons"]


@pytest.mark.parametrize("word", ["capture:9", "gain character:9", "gain weapon"])
def test_eu_8_3_in_space_no_character_and_no_weapon_can_be_named(word: str, tmp_path: Path) -> None:
    table = playing(
        tmp_path,
        f'[armament]\n"Spiked Hull" = {{ ability = ["{word}"] }}\n',
        "gold 3 | fleet Line Frigate + Spiked Hull at Core | foe fleet Peacekeeper + Ramming Prow at Core"
        " | line up Navy Ace",
        "attack Core",
    )
    assert (table.asked, table.decision["type"], table.you["gold"]) == (0, "turn", 2)


def test_eu_8_3_at_a_location_no_spaceship_can_be_named(tmp_path: Path) -> None:
    table = playing(
        tmp_path,
        '[weapon]\n"War Horn" = { ability = ["gain ship:9"] }\n',
        "gold 3 | at Skull Landing | crew Navy Ace + War Horn | foe crew Berserker | line up Survey Scientist",
        "attack Skull Landing",
    )
    assert sorted(table.legal()) == ["entangle Chancellor Ondra", "pass"]


@pytest.mark.parametrize(("gold", "legal"), [(6, ["move crew to Skull Landing", "pass"]), (5, None)])
def test_eu_5_2_a_march_pays_the_toll_in_full(gold: int, legal: list[str] | None, tmp_path: Path) -> None:
    """Aboard by the first effect, ashore by the second; the mission itself costs 1 gold."""
    table = playing(
        tmp_path,
        '[location]\n"Skull Landing" = { skills = ["command"], effects = ["march", "march"] }\n',
        f"gold {gold} | at Skull Landing | fleet Barge of State at Kharg | line up Navy Ace",
        "mission",
        "move crew to Barge of State",
    )
    assert (sorted(table.legal()) if table.decision["type"] == "march" else None) == legal
    assert table.you["points"] == (5 if legal is None else 0)


def test_eu_12_1_the_last_of_64_characters_is_freed_only_where_its_captor_is(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(FULL, "utf-8")
    position = position_of(
        "faction Wartribe | gold 1 | at Assembly Plaza | crew Bone Reader | foe faction Galaxernment"
        " | foe crew Field Surgeon | third faction Robotocense | third crew Siege Walker holding you Chain Raider"
    )
    position["players"][2]["crew"][1]["captive"]["card"] = "Last"
    position["deck"].append("Chain Raider")
    table = Table(position, cards=str(tmp_path / "mine.toml"))
    assert [len(cards) for cards in table.game.catalogue.of_kind] == [64, 25, 21, 64, 64]
    assert table.game.catalogue.of_kind[0][63].name == "Last"
    table.do("attack Assembly Plaza", "pass", "entangle Bone Reader")
    assert (table.asked, table.decision["type"]) == (1, "maneuver")


def test_eu_9_2_where_all_totals_are_0_nothing_is_lost(tmp_path: Path) -> None:
    table = playing(
        tmp_path,
        '[spaceship]\n"Barge of State" = { space = 0 }\n"Black Tusk" = { space = 0, resistance = 0 }\n',
        "gold 2 | fleet Barge of State at Core | foe fleet Black Tusk at Core | line up Navy Ace",
        "attack Core",
    )
    assert (table.asked, table.decision["type"], table.you["gold"]) == (0, "turn", 1)
    assert [len(him["ships"]) for him in (table.you, table.foe)] == [1, 1]


def test_eu_11_1_the_first_card_of_a_set_slides_like_any_other(tmp_path: Path) -> None:
    table = playing(tmp_path, sets.beginning_with("Sector Marshal"), "gold 1 | line up -, Sector Marshal", "end turn")
    assert table.game.catalogue.cards[0].name == "Sector Marshal"
    assert table.position()["line_up"][0] == "Sector Marshal"


def test_eu_6_4_the_first_card_of_a_set_is_recruited_like_any_other(tmp_path: Path) -> None:
    table = playing(
        tmp_path,
        sets.beginning_with("Sector Marshal"),
        "gold 3 | row Assembly Plaza, Naval Academy | at Naval Academy | line up Sector Marshal"
        " | crew Fleet Quartermaster, Survey Scientist, Customs Inspector",
        "mission",
    )
    assert sorted(table.legal()) == ["buy slot 0", "pass"]


def test_eu_12_1_the_first_character_of_a_set_keeps_its_captor_from_another(tmp_path: Path) -> None:
    """Foe's Press Ganger has no maneuver, and is not asked; once it is gained its captive returns (EU-12.2)."""
    table = playing(
        tmp_path,
        sets.beginning_with("Sector Marshal"),
        "gold 2 | at Skull Landing | crew Mind Binder | foe faction Wartribe"
        " | foe crew Press Ganger holding you Sector Marshal | third faction Sorcerons",
        "attack Skull Landing",
        "entangle Mind Binder",
        "target Press Ganger",
    )
    crew = {entry["card"]: entry.get("captive") for entry in table.you["crew"]}
    assert crew == dict.fromkeys(("Sector Marshal", "Chancellor Ondra", "Press Ganger", "Mind Binder"))


def test_eu_12_1_the_first_character_of_a_set_may_be_a_captive(tmp_path: Path) -> None:
    """No alpha here: it is rescued, and it returns when its captor is destroyed, like any other."""
    table = playing(
        tmp_path,
        sets.beginning_with("Sector Marshal"),
        "faction Wartribe | gold 2 | row Skull Landing, Trophy Hall | at Trophy Hall | crew War Drummer, Berserker"
        " | foe faction Galaxernment | foe crew Provost Captain holding you Sector Marshal | line up Chain Raider",
        "mission",
    )
    assert table.game.catalogue.cards[0].name == "Sector Marshal"
    assert "Sector Marshal" in [entry["card"] for entry in table.you["crew"]]
    assert [entry.get("captive") for entry in table.foe["crew"]] == [None, None]
