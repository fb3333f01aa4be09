"""Card files of one's own: corrections, added kinds, every fault named at once; and the options of the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ow_env.cards.catalogue import FaultyFile
from ow_env.cards.tallies import KINDS
from ow_env.star_realms.cards import Faction, load_catalogue
from ow_env.star_realms.game import StarRealms
from tests.files import card_file
from tests.star_realms.games import game_of
from tests.star_realms.scenario import position_of
from tests.star_realms.table import Table

ODD = Path(__file__).with_name("odd_cards.toml")
SHIP = 'cost = 1\ncopies = {copies}\ntype = "ship"\n'


# ── The base set ─────────────────────────────────────────────────────────────────────────────────


def test_the_base_set() -> None:
    catalogue = load_catalogue()
    assert len(catalogue.cards) == 49
    by_faction = {faction: [c for c in catalogue.cards if c.faction is faction] for faction in Faction}
    assert [len(cards) for cards in by_faction.values()] == [3, 11, 12, 11, 12]
    assert [sum(card.copies for card in by_faction[faction]) for faction in list(Faction)[1:]] == [20] * 4
    assert [card.name for card in catalogue.cards if card.outpost] == [
        *("Trading Post", "Defense Center", "Port of Call", "Recycling Station", "Space Station", "War World"),
        *("Royal Redoubt", "Battle Station", "Mech World", "Junkyard", "Machine Base", "Brain World"),
    ]
    assert all(card.defense > 0 for card in catalogue.cards if card.is_base)
    assert [card.name for card in catalogue.cards if card.copier] == ["Stealth Needle"]
    assert [card.name for card in catalogue.cards if card.ally_of_all] == ["Mech World"]
    assert [card.name for card in catalogue.cards if card.combat_per_ship] == ["Fleet HQ"]
    assert not catalogue.buyable(catalogue.card("Scout"))
    assert catalogue.buyable(catalogue.card("Explorer"))
    assert catalogue.buyable(catalogue.card("Ram"))


def test_a_figure_says_where_it_is_from() -> None:
    catalogue = load_catalogue()
    assert catalogue.card("Ram").labels["cost"] == "found 12/12"
    assert catalogue.card("Fleet HQ").labels["always"].startswith("found 1 ")
    assert catalogue.card("Scout").labels["cost"] == "ruled (none printed)"
    assert catalogue.card("Scout").labels["copies"] == "found 6/6, book"


def test_an_effect_reads_as_it_was_written() -> None:
    ability = load_catalogue().card("Battlecruiser").scrap
    assert [effect.text for effect in ability[0].effects] == ["draw:1", "may destroy base"]


# ── Corrections and additions ────────────────────────────────────────────────────────────────────


def test_a_correction_keeps_what_it_does_not_state(tmp_path: Path) -> None:
    catalogue = load_catalogue(card_file(tmp_path, "[blob.Ram]\ncost = 9\n"))
    ram, before = catalogue.card("Ram"), load_catalogue().card("Ram")
    assert (ram.cost, ram.copies, ram.primary, ram.ally, ram.scrap, ram.id) == (
        *(9, 2, before.primary, before.ally, before.scrap, before.id),
    )
    assert (ram.labels["cost"], ram.labels["copies"]) == ("yours", "found 12/12")
    game = StarRealms(cards=tmp_path / "mine.toml")
    assert game.actions == game_of().actions, "the same kinds and abilities have the same ids"
    assert game.num_features == game_of().num_features


def test_a_corrected_card_is_played_so(tmp_path: Path) -> None:
    path = card_file(tmp_path, '[blob.Ram]\nprimary = { trade = ["trade:9"], none = ["authority:1"] }\n')
    table = Table(position_of("hand Ram, Scout"), cards=str(path))
    table.do("play Ram: trade")
    assert table.trade == 9


def test_added_kinds_have_a_layout_of_their_own() -> None:
    game, base = StarRealms(cards=ODD), game_of()
    added = 7
    names = [card.name for card in game.catalogue.cards]
    assert len(names) == 49 + added
    assert names.index("Spore") == names.index("Blob World") + 1, "after those of its faction"
    assert names[-3:] == ["Scout", "Viper", "Explorer"]
    assert len(set(game.actions)) == game.num_actions == len(game.actions) > base.num_actions
    assert [name for name in game.actions if "Broker" in name and name.startswith(("play", "copy"))] == [
        *(f"play Broker: {branch}" for branch in ("buy", "cycle all", "heal", "all")),
        *(f"copy Broker: {branch}" for branch in ("buy", "cycle all", "heal", "all")),
    ]
    assert "ally Ram" in game.actions, "an ability with more than gains is used"
    assert {"ally Mimic", "scrap Mimic"} <= set(game.actions)
    assert "copy Mimic" not in game.actions
    grown = {f.name: f.stop - f.start for f in game.features}
    kept = {f.name: f.stop - f.start for f in base.features}
    of_kinds = {name for name, size in kept.items() if size % 49 == 0}
    assert of_kinds >= {"hand", "row", "unseen", "top", "played", "copied"}
    for name, size in kept.items():
        assert grown[name] == (size // 49 * (49 + added) if name in of_kinds else size), name
    assert len(game.card_numbers) == 49 + added


def test_words_in_odd_places() -> None:
    def table(**you: Any) -> Table:
        return Table({"turn": 3, "explorers": 5, "trade_row": ["Cutter"], "players": [you, {"hand": ["3x Scout"]}]},
                     cards=str(ODD))  # fmt: skip

    at = table(hand=["Ram", "Scout"], deck=["2x Viper"], ships=["Blob Fighter"])
    at.do("play Ram", "ally Ram")
    assert at.combat == 6, "a gain beside other effects is not taken by itself"
    at = table(hand=["Broker", "Scout"])
    at.do("play Broker: buy", "buy Cutter on top")
    assert at.you["top"] == ["Cutter"]
    at = table(hand=["Broker", "Scout", "Viper", "Viper"], deck=["4x Spore"])
    at.do("play Broker: cycle all", "discard Viper", "discard Viper", "discard Scout")
    assert at.you["hand"] == ["Spore"] * 3
    at = table(hand=["Broker", "Scout"])
    at.do("play Broker: heal")
    assert at.you["authority"] == 53
    at = table(hand=["Mimic", "Scout"], ships=["Ram", "Viper"])
    at.do("play Mimic")
    assert at.decision == {"type": "scrap row", "card": "Mimic", "ability": "primary", "step": 1}
    at.do("pass", "copy Ram", "ally Mimic")
    assert (at.trade, at.combat) == (1, 6)
    at = Table({"turn": 3, "played": ["Spore"], "players": [{"hand": ["Stealth Needle", "Blob Fighter", "Scout"],
               "deck": ["Viper"]}, {}]}, cards=str(ODD))  # fmt: skip
    at.do("play Stealth Needle")
    assert at.combat == 0, "a copy of a ship without a primary"
    at.do("play Blob Fighter", "ally Blob Fighter")
    at = table(hand=["Viper", "Scout"], bases=["2x Brood Nest"])
    at.do("play Viper")
    assert at.combat == 5, "each copy pays"
    at = table(hand=["Mimic", "Stealth Needle", "Scout"], ships=["Ram"])
    at.do("play Stealth Needle", "play Mimic", "pass")
    assert at.you["ships"][-2:] == [
        {"card": "Stealth Needle", "triggered": True, "copies": "Ram"},
        {"card": "Mimic", "triggered": True, "copies": "Ram"},
    ]


def test_abilities_that_no_card_has(tmp_path: Path) -> None:
    """Six parts, a card of the Row that must go; and the first ability of all, the Blob Fighter's, asks something."""
    path = card_file(
        tmp_path,
        '[blob.Ram]\nprimary = ["combat:1", "combat:2", "combat:3", "combat:4", "combat:5", "combat:6"]\n'
        '[blob."Blob Fighter"]\nprimary = ["may scrap from row"]\n[blob."Trade Pod"]\nprimary = ["scrap from row"]\n',
    )
    before = position_of("hand Ram, Blob Fighter, Trade Pod, Scout, Viper | deck Viper | row Cutter")
    table = Table(before, cards=str(path), ask="public")
    table.do("play Ram")
    assert table.combat == 21
    table.do("play Blob Fighter")
    source = next(feature for feature in table.game.features if feature.name == "source")
    assert table.batch.observation[0, 0, source.start : source.stop].tolist() == [1] + [0] * 48
    table.do("pass", "play Trade Pod")
    assert table.position()["scrap_heap"] == ["Cutter"], "all see the Row: it is not asked"


@pytest.mark.parametrize(
    ("bases", "deck", "offered"),
    [(["2x Mirror Yard"], ["Viper"], True), (["2x Mirror Yard"], [], False), (["Mirror Yard"], ["Viper"], False)],
)
def test_an_ability_that_draws_with_two_bases_is_offered_if_it_would_draw(
    bases: list[str], deck: list[str], offered: bool
) -> None:
    you = {"hand": ["Scout", "Trade Bot"], "bases": bases, "deck": deck}
    table = Table({"turn": 3, "explorers": 1, "players": [you, {}]}, cards=str(ODD))
    table.do("play Trade Bot", "pass")
    assert ("ally Mirror Yard" in table.legal()) == offered


# ── Faults ───────────────────────────────────────────────────────────────────────────────────────

FAULTS: list[tuple[str, list[str]]] = [
    ("[blob.Ram]\ncost = 31", ["Ram, cost: expected a whole number from 0 to 30, found 31"]),
    ("[blob.Ram]\ncopies = 21", ["Ram, copies: expected a whole number from 1 to 20, found 21"]),
    ("[blob.Ram]\ncopies = 0", ["Ram, copies: expected a whole number from 1 to 20, found 0"]),
    ('[blob.Ram]\ntype = "boat"', ["Ram, type: \"boat\" is not a known word; nearest: 'base'"]),
    ('[blob.Ram]\ntype = "base"', ["Ram, defense: a base has to state it"]),
    ("[blob.Ram]\ndefense = 3", ["Ram, defense: a ship has no such field"]),
    ("[blob.Ram]\noutpost = true", ["Ram, outpost: a ship has no such field"]),
    ('[blob.Ram]\nalways = ["ally of all factions"]', ["Ram, always: a ship has no such field"]),
    (
        '[blob.Ram]\nprimary = "combat:5"',
        ['Ram, primary: expected a list of effects, or a table of them for an "or", found "combat:5"'],
    ),
    ("[blob.Ram]\nprimary = []", ["Ram, primary: expected a list of 1 to 6 effects, found []"]),
    (
        '[blob.Ram]\nprimary = ["combat"]',
        ['Ram, primary: found "combat"; combat takes a number from 1 to 20, as in combat:2'],
    ),
    (
        '[blob.Ram]\nprimary = ["combat:0"]',
        ['Ram, primary: found "combat:0"; combat takes a number from 1 to 20, as in combat:2'],
    ),
    (
        '[blob.Ram]\nprimary = ["combat:21"]',
        ['Ram, primary: found "combat:21"; combat takes a number from 1 to 20, as in combat:2'],
    ),
    ('[blob.Ram]\nprimary = ["comabt:2"]', ["Ram, primary: \"comabt:2\" is not a known word; nearest: 'combat'"]),
    ("[blob.Ram]\nprimary = [3]", ["Ram, primary: expected a word, found 3"]),
    ('[blob.Ram]\nprimary = ["may combat:2"]', ['Ram, primary: "may" can\'t stand before "combat"']),
    (
        '[blob.Ram]\nprimary = ["draw per blob played:2"]',
        ["Ram, primary: \"draw per blob played:2\" is not a known word; nearest: 'draw per blob played'"],
    ),
    (
        '[blob.Ram]\nprimary = ["combat:1", "combat:1", "combat:1", "combat:1", "combat:1", "combat:1", "combat:1"]',
        [
            "Ram, primary: expected a list of 1 to 6 effects,"
            " found ['combat:1', 'combat:1', 'combat:1', 'combat:1', 'combat:..."
        ],
    ),
    (
        '[blob.Ram]\nprimary = { one = "draw:1", two = ["trade:1"] }',
        ['Ram, primary: expected a list of 1 to 6 effects, found "draw:1"'],
    ),
    ('[blob.Ram]\nprimary = { one = ["combat:1"] }', ['Ram, primary: an "or" has from 2 to 4 branches, found 1']),
    (
        '[blob.Ram]\nprimary = { One = ["combat:1"], "two " = ["trade:1"] }',
        [
            'Ram, primary: a branch is called by small letters and spaces, found "One"',
            'Ram, primary: a branch is called by small letters and spaces, found "two "',
        ],
    ),
    (
        '[blob.Ram]\nprimary = { a = ["draw:1"], b = ["draw:1"], c = ["draw:1"], d = ["draw:1"], e = ["draw:1"] }',
        ['Ram, primary: an "or" has from 2 to 4 branches, found 5'],
    ),
    (
        '[blob.Ram]\nally = { a = ["combat:1"], b = ["trade:1"] }',
        ["Ram, ally: expected a list of effects, found {'a': ['combat:1'], 'b': ['trade:1']}"],
    ),
    ('[blob.Ram]\nscrap = ["copy ship"]', ['Ram, scrap: "copy ship" can only stand in a primary']),
    (
        '[blob.Ram]\nprimary = ["copy ship"]',
        [
            'Ram, copies: there is 1 of a card with "copy ship", found 2',
            'Ram, ally: a card with "copy ship" has those of what it copies',
            'Ram, scrap: a card with "copy ship" has those of what it copies',
        ],
    ),
    (
        '[machine_cult."Stealth Needle"]\ncopies = 2',
        ['Stealth Needle, copies: there is 1 of a card with "copy ship", found 2'],
    ),
    (
        '[machine_cult."Stealth Needle"]\nally = ["draw:1"]',
        ['Stealth Needle, ally: a card with "copy ship" has those of what it copies'],
    ),
    (
        '[machine_cult."Stealth Needle"]\nprimary = ["copy ship", "trade:1"]',
        ['Stealth Needle, primary: "copy ship" stands last in the primary of a ship, which has no "or"'],
    ),
    (
        '[machine_cult."Stealth Needle"]\nprimary = ["copy ship", "copy ship"]',
        ['Stealth Needle, primary: has "copy ship" twice'],
    ),
    (
        '[machine_cult."Stealth Needle"]\nprimary = { a = ["copy ship"], b = ["trade:1"] }',
        ['Stealth Needle, primary: "copy ship" stands last in the primary of a ship, which has no "or"'],
    ),
    (
        '[machine_cult.Mimic]\ncost = 3\ncopies = 1\ntype = "base"\ndefense = 3\nprimary = ["copy ship"]',
        ['Mimic, primary: "copy ship" stands last in the primary of a ship, which has no "or"'],
    ),
    ("[unaligned.Scout]\ncost = 1\ncopies = 15", ["Scout, copies: the box has as many as are dealt, found 15"]),
    ('[unaligned.Scout]\nally = ["trade:1"]', ["Scout, ally: an unaligned card has no allies (SR-5.5)"]),
    ("[unaligned.Explorer]\ncopies = 11", ["Explorer, copies: the box has as many as are dealt, found 11"]),
    (
        '[unaligned.Novice]\ncost = 1\ncopies = 3\ntype = "ship"',
        ["Novice: [unaligned] has Scout, Viper, Explorer and no others; add it to a faction"],
    ),
    ('[blob.Scout]\ncost = 1\ncopies = 16\ntype = "ship"', ["Scout: it is a ship in [unaligned], found [blob]"]),
    ('[unaligned.Viper]\ntype = "base"\ndefense = 3', ["Viper: it is a ship in [unaligned], found a base"]),
    (
        '[blob."Ram from hand"]\ncost = 1\ncopies = 1\ntype = "ship"',
        ['"Ram from hand": "from hand", "from discard", "from row", "on top", "opponent" are words of actions'],
    ),
    (
        '[blob.opponent]\ncost = 1\ncopies = 1\ntype = "ship"',
        ['"opponent": "from hand", "from discard", "from row", "on top", "opponent" are words of actions'],
    ),
    ('[blob.Base]\ncost = 1\ncopies = 1\ntype = "base"', ["Base, defense: a base has to state it"]),
    (
        '[blob.Base]\ncost = 1\ncopies = 1\ntype = "base"\ndefense = 31\noutpost = 1\n'
        'always = ["combat per ship played:2", "ally of all"]',
        [
            "Base, always: \"ally of all\" is not a known word; nearest: 'ally of all factions'",
            "Base, defense: expected a whole number from 1 to 30, found 31",
            "Base, outpost: expected true or false, found 1",
        ],
    ),
    (
        '[blob.Base]\ncost = 1\ncopies = 1\ntype = "base"\ndefense = 3\nalways = "combat per ship played:2"',
        ['Base, always: expected a list of words, found "combat per ship played:2"'],
    ),
    ("[trade_federation.Ram]\ncost = 1", ["Ram, copies: a ship has to state it", "Ram, type: a ship has to state it"]),
]


@pytest.mark.parametrize(("text", "faults"), FAULTS, ids=[faults[0] for _, faults in FAULTS])
def test_a_fault_is_named_with_what_would_be_right(text: str, faults: list[str], tmp_path: Path) -> None:
    with pytest.raises(FaultyFile) as error:
        load_catalogue(card_file(tmp_path, text))
    assert list(error.value.faults) == faults
    with pytest.raises(ValueError, match=r"^cards: "):
        StarRealms(cards=card_file(tmp_path, text))


def test_there_is_room_for_so_many_kinds_and_cards(tmp_path: Path) -> None:
    def swarm(kinds: int, copies: int) -> str:
        return "".join(f"[blob.Swarm{letter(n)}]\n{SHIP.format(copies=copies)}" for n in range(kinds))

    def letter(number: int) -> str:
        return chr(ord("A") + number)

    assert len(load_catalogue(card_file(tmp_path, swarm(KINDS - 49, 1))).cards) == KINDS == 64
    assert StarRealms(cards=tmp_path / "mine.toml").num_actions > 462
    with pytest.raises(FaultyFile, match="there are 65 kinds of cards; there is room for 64"):
        load_catalogue(card_file(tmp_path, swarm(16, 1)))
    load_catalogue(card_file(tmp_path, swarm(6, 20)))
    with pytest.raises(FaultyFile, match="the Trade Deck has 201 cards; there is room for 200"):
        load_catalogue(card_file(tmp_path, swarm(6, 20) + f"[blob.More]\n{SHIP.format(copies=1)}"))


def test_a_game_with_64_kinds_plays(tmp_path: Path) -> None:
    """The last kind, the Explorer, is bit 63."""
    text = "".join(f'[blob.Swarm{chr(ord("A") + n)}]\n{SHIP.format(copies=3)}ally = ["draw:1"]\n' for n in range(15))
    table = Table({"turn": 3, "explorers": 9, "trade": 5, "players": [{"hand": ["Explorer", "SwarmA", "SwarmO"],
                  "deck": ["9x Scout"]}, {}]}, cards=str(card_file(tmp_path, text)))  # fmt: skip
    assert table.game.catalogue.explorer == 63
    table.do("play Explorer", "scrap Explorer", "buy Explorer", "play SwarmA", "play SwarmO", "ally SwarmO")
    assert table.position()["explorers"] == 9
    check = next(f for f in table.game.features if f.name == "triggered")
    assert table.batch.observation[0, 0, check.start : check.stop].sum() == 2


# ── Options ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"first_player": 2}, "first_player: expected a whole number from 0 to 1, got 2"),
        ({"first_player": -1}, "first_player: expected a whole number from 0 to 1, got -1"),
        ({"first_player": "player_2"}, "first_player: expected player_0, player_1, a seat or None, got 'player_2'"),
        ({"first_player": 0.0}, "first_player: expected a whole number from 0 to 1, got 0.0"),
        ({"first_player": True}, "first_player: expected a whole number from 0 to 1, got True"),
        ({"max_turns": 0}, "max_turns: expected a whole number from 1 to 10000, got 0"),
        ({"max_turns": 10_001}, "max_turns: expected a whole number from 1 to 10000, got 10001"),
        ({"max_turns": "9"}, "max_turns: expected a whole number from 1 to 10000, got '9'"),
        ({"max_turns": None}, "max_turns: expected a whole number from 1 to 10000, got None"),
        ({"ask": "all"}, "ask: expected one of 'needed', 'public', got 'all'; nearest: 'public'"),
        ({"ask": None}, "ask: expected one of 'needed', 'public', got None"),
    ],
    ids=str,
)
def test_an_option_is_refused_by_name(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=next(iter(options))) as error:
        StarRealms(**options)
    assert str(error.value) == said


def test_options_are_told_as_they_were_given() -> None:
    assert StarRealms().options == {"first_player": None, "max_turns": 300, "cards": None, "ask": "needed"}
    game = StarRealms("player_1", 9, ODD, "public")
    assert game.options == {"first_player": "player_1", "max_turns": 9, "cards": str(ODD), "ask": "public"}
    assert StarRealms(first_player=np.int64(1)).options["first_player"] == 1
    assert type(StarRealms(first_player=np.int64(1)).options["first_player"]) is int


def test_a_catalogue_may_be_given_itself() -> None:
    catalogue = load_catalogue(ODD)
    assert StarRealms(cards=catalogue).catalogue is catalogue
    assert StarRealms(cards=catalogue).options["cards"] == "a Catalogue"
