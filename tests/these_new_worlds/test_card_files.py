"""Card files of one's own: corrections, added cards, every fault named at once (TNW-13.4); and the game's options."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ow_env.cards.catalogue import FaultyFile
from ow_env.core import Batch
from ow_env.these_new_worlds import cards as source
from ow_env.these_new_worlds.cards import DATA, Colour, load_catalogue, vocabulary
from ow_env.these_new_worlds.game import TheseNewWorlds
from tests.files import card_file
from tests.tables import Position
from tests.these_new_worlds.contract import invariants
from tests.these_new_worlds.oracle.boxes import box_of
from tests.these_new_worlds.scenario import CARDS
from tests.these_new_worlds.table import Table, game_of

ODD = Path(__file__).with_name("odd_cards.toml")
GOLD = [f"Gold {name}" for name in "Rush Vein Mine Mint Bank Vault Exchange Standard Reserve Fever".split()]


# ── The catalogue ────────────────────────────────────────────────────────────────────────────────


def test_the_catalogue() -> None:
    catalogue = load_catalogue()
    assert [card.name for card in catalogue.cards] == CARDS
    assert [sum(planet.colour is colour for planet in catalogue.planets) for colour in Colour] == [4, 4, 4, 4, 0]
    assert [card.name for card in catalogue.cards if card.steals] == ["Privateers"]
    assert catalogue.setup == type(catalogue.setup)(2, 5, 8, 6, 6)
    assert [card.id for card in catalogue.cards] == list(range(18))
    assert [planet.id for planet in catalogue.planets] == list(range(16))


def test_a_figure_says_where_it_is_from() -> None:
    catalogue = load_catalogue()
    assert catalogue.card("Spot Trade").labels == {
        "colour": "printed", "value": "inferred", "award": "printed", "extra": "printed",
    }  # fmt: skip
    assert catalogue.card("Breakthrough").labels["value"] == "reconstructed"
    assert catalogue.card("Breakthrough").labels["award"] == "printed"
    values = [card.labels["value"] for card in catalogue.cards]
    assert (values.count("printed"), values.count("inferred")) == (2, 1)


def test_every_word_is_explained_and_used() -> None:
    words = vocabulary()
    used = {word.partition(":")[0] for card in load_catalogue().cards for word in card.fields["award"]}
    assert used == {word.removesuffix(":N") for word in words["awards"]}
    assert {word for card in load_catalogue().cards for word in card.fields.get("extra", [])} == set(words["extras"])
    assert list(words["colours"]) == [colour.name.lower() for colour in Colour]
    assert all(entry["means"] for section in ("awards", "extras") for entry in words[section].values())


def test_the_files_are_read_as_they_are() -> None:
    """Without what is kept of them."""
    assert source.standard_setup.__wrapped__() == load_catalogue().setup
    assert source.vocabulary.__wrapped__() == vocabulary()


def test_an_award_reads_as_it_was_written() -> None:
    assert [gain.text for gain in load_catalogue().card("Frontier Market").awards] == ["collect:1", "collective"]
    assert [gain.text for gain in load_catalogue().card("Trade Envoy").awards] == ["collective any"]
    assert [gain.text for gain in load_catalogue().card("Privateers").awards] == ["steal:3"]


def test_a_card_unknown_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no card 'Pluto'"):
        load_catalogue().only(["Spot Trade", "Pluto"])


def test_a_catalogue_of_some_cards_keeps_their_order() -> None:
    few = load_catalogue().only(["Privateers", "Spot Trade", "Border Militia", "Spot Trade"])
    assert [(card.id, card.name) for card in few.cards] == [(0, "Border Militia"), (1, "Spot Trade"), (2, "Privateers")]
    assert few.planets == load_catalogue().planets


# ── Corrections and additions ────────────────────────────────────────────────────────────────────


def test_a_correction_keeps_what_it_does_not_state(tmp_path: Path) -> None:
    catalogue = load_catalogue(card_file(tmp_path, '[action."Spot Trade"]\nvalue = 9\n'))
    card, before = catalogue.card("Spot Trade"), load_catalogue().card("Spot Trade")
    assert (card.value, card.awards, card.extras, card.id) == (9, before.awards, before.extras, before.id)
    assert (card.labels["value"], card.labels["award"]) == ("yours", "printed")
    game = TheseNewWorlds(cards=tmp_path / "mine.toml")
    assert game.actions == game_of().actions
    assert game.num_features == game_of().num_features


def test_a_corrected_card_is_played_so(tmp_path: Path) -> None:
    text = '[action."Spot Trade"]\nvalue = 1\naward = ["collect:2", "empire"]\nextra = ["own its colour"]\n'
    table = Table(table_of(["Spot Trade", "Breakthrough"], ["Loam", "Evergild"]), cards=str(card_file(tmp_path, text)),
                  ask="public", hand=2)  # fmt: skip
    table.do("play Spot Trade")
    assert table.tokens() == [0, 0, 5, 0]


def table_of(hand: list[str], planets: list[str], top: str = "Garrison Levy") -> Position:
    """Return a position in which player_0 holds these, and player_1 has played a card and holds one."""
    laid = len(planets)
    return {
        "round": 1 + laid, "dealer": 1, "active": 0, "contested": "Azimuth",
        "costs": dict.fromkeys(("red", "yellow", "green", "blue"), 6), "collective": ["Vermeil", "Concord"],
        "players": [{"hand": hand, "planets": planets}, {"hand": ["Privateers"], "played": [top]}], "top": top,
    }  # fmt: skip


def test_added_cards_have_a_layout_of_their_own() -> None:
    game = game_of(cards=str(ODD))
    assert [card.name for card in game.catalogue.cards] == [
        *CARDS[:16], "Toll for Passage", *GOLD, "Trade Envoy", "Privateers", "Second Envoy", "Cutpurse",
    ]  # fmt: skip
    assert len(set(game.actions)) == game.num_actions == 1 + 16 + 11 + 5 + 5 + 4 + 5 + 6
    assert [name for name in game.actions if "Envoy" in name] == [
        *(f"play Trade Envoy for {named}" for named in ("red", "yellow", "green", "blue", "nothing")),
        *(f"play Second Envoy for {named}" for named in ("red", "yellow", "green", "blue")),
    ]
    assert len(game.card_numbers) == 31
    assert [planet.name for planet in game.catalogue.planets][-2:] == ["Outer Ring", "Zenith"]
    assert [each.stop - each.start for each in game.features[:3]] == [31, 31, 62]


def test_the_oracle_reads_the_same_file() -> None:
    catalogue, box = load_catalogue(ODD), box_of(ODD)
    assert [
        (card.name, card.colour.name.lower(), card.value, tuple(gain.text for gain in card.awards))
        for card in catalogue.cards
    ] == [(card.name, card.colour, card.value, card.awards) for card in box.cards]
    assert {planet.name: planet.colour.name.lower() for planet in catalogue.planets} == box.planets
    assert [planet.name for planet in catalogue.planets] == list(box.planets)


def test_tokens_by_the_hundred_are_counted_right() -> None:
    """Ten cards with 27 yellow each are more than a byte holds: 270 in the record, and an observation reads 255."""
    others = [name for name in (*CARDS, "Toll for Passage") if name not in ("Courier Service", "Trade Envoy")][-11:]
    table = Table({
        "dealer": 1, "active": 0, "contested": "Azimuth", "collective": ["Vermeil", "Ares Tor"],
        "costs": dict.fromkeys(("red", "yellow", "green", "blue"), 6), "top": GOLD[0],
        "players": [
            {"hand": ["Courier Service", GOLD[-1]], "played": GOLD[:-1], "tokens": {"yellow": 9 * 27}},
            {"hand": others, "played": []},
        ],
    }, cards=str(ODD), hand=11, ask="public")  # fmt: skip
    table.do(f"play {GOLD[-1]}")
    assert table.tokens() == [0, 270, 0, 0]
    tokens = next(each for each in table.game.features if each.name == "tokens")
    assert table.batch.observation[0, 0, tokens.start + 1] == 255
    table.do("play Privateers for yellow")
    assert table.tokens() == [0, 267, 0, 0]


def test_a_name_with_for_in_it_is_pointed_at_like_any_other() -> None:
    game = game_of(cards=str(ODD))
    state = Table(cards=str(ODD)).batch.states
    labels = {name: game.choice(state, 0, action).label for action, name in enumerate(game.actions)}
    assert labels["play Toll for Passage"] == "play"
    assert labels["play Cutpurse for nothing"] == "play for nothing"
    assert labels["play Second Envoy for red"] == "play for red"


# ── Faults ───────────────────────────────────────────────────────────────────────────────────────

MINE = '[action.Mine]\ncolour = "red"\nvalue = 3\naward = ["collect:1"]\n'
SPOT = '[action."Spot Trade"]\n'
WORDS = "; nearest: 'collect'"
FAULTS: list[tuple[str, list[str]]] = [
    (f"{SPOT}value = 0", ["Spot Trade, value: only a wild has a Position Value of 0 (TNW-3.4)"]),
    (f"{SPOT}value = -1", ["Spot Trade, value: expected a whole number from 0 to 99, found -1",
                           "Spot Trade, value: only a wild has a Position Value of 0 (TNW-3.4)"]),
    (f"{SPOT}value = 100", ["Spot Trade, value: expected a whole number from 0 to 99, found 100",
                            "Spot Trade, value: only a wild has a Position Value of 0 (TNW-3.4)"]),
    (f'{SPOT}colour = "gren"', ["Spot Trade, colour: \"gren\" is not a known word; nearest: 'green'"]),
    (f'{SPOT}colour = "wild"', [
        "Spot Trade, value: a wild has a Position Value of 0, found 6 (TNW-0.5)",
        "Spot Trade, extra: a wild can always be played, it needs none (TNW-3.4)",
        'Spot Trade, award: a wild has one award, "collective any" or "steal:N"']),
    (f"{SPOT}award = 3", ["Spot Trade, award: expected a list of 1 to 3 awards, found 3"]),
    (f"{SPOT}award = []", ["Spot Trade, award: expected a list of 1 to 3 awards, found []"]),
    (f'{SPOT}award = "collect:1"', ['Spot Trade, award: expected a list of 1 to 3 awards, found "collect:1"']),
    (f'{SPOT}award = ["collect:1", "empire", "collective", "empire"]', [
        "Spot Trade, award: expected a list of 1 to 3 awards, found ['collect:1', 'empire', 'collective', 'empire']"]),
    (f"{SPOT}award = [3]", ["Spot Trade, award: expected a word, found 3"]),
    (f'{SPOT}award = ["colect:1"]', [f'Spot Trade, award: "colect:1" is not a known word{WORDS}']),
    (f'{SPOT}award = ["empire:2"]', ["Spot Trade, award: \"empire:2\" is not a known word; nearest: 'empire'"]),
    *((f'{SPOT}award = ["{word}"]', [
        f'Spot Trade, award: found "{word}"; collect takes a number from 1 to 9, as in collect:2'])
      for word in ("collect", "collect:0", "collect:10", "collect:x")),
    *((f'{SPOT}award = ["collect:1", "{word}"]', [
        "Spot Trade, award: only a wild names a colour; a coloured card gives its own (TNW-4.1)"])
      for word in ("steal:1", "collective any")),
    (f'{SPOT}extra = ["own its color"]', [
        "Spot Trade, extra: \"own its color\" is not a known word; nearest: 'own its colour'"]),
    (f'{SPOT}extra = "own its colour"', ['Spot Trade, extra: expected a list of words, found "own its colour"']),
    (f'{SPOT}extra = ["own its colour", "own its colour"]', [
        "Spot Trade, extra: names a word twice: ['own its colour', 'own its colour']"]),
    ("[action.Privateers]\nvalue = 1", [
        "Privateers, value: a wild has a Position Value of 0, found 1 (TNW-0.5)"]),
    ('[action.Privateers]\naward = ["steal:3", "collective any"]', [
        'Privateers, award: a wild has one award, "collective any" or "steal:N"']),
    ('[action.Privateers]\naward = ["collect:3"]', [
        'Privateers, award: a wild has one award, "collective any" or "steal:N"']),
    ('[action.Privateers]\naward = ["steal:10"]', [
        'Privateers, award: found "steal:10"; steal takes a number from 1 to 9, as in steal:2']),
    ('[action.Privateers]\nextra = ["own its colour"]', [
        "Privateers, extra: a wild can always be played, it needs none (TNW-3.4)"]),
    ("[action.Mine]\nvalue = 3", ["Mine, colour: a card has to state it", "Mine, award: a card has to state it",
                                  "Mine, award: expected a list of 1 to 3 awards, found []"]),
    ('[planet.Loam]\ncolour = "wild"', ['Loam, colour: "wild" is not a known word; nearest: \'red\'']),
    ('[planet.Loam]\nvalue = 3', ["Loam, value: a planet has no such field"]),
    ("[planet.Pluto]", ["Pluto, colour: a planet has to state it"]),
    ('[planet."Spot Trade"]\ncolour = "red"', [
        "Spot Trade: it stands in [action], found in [planet]"]),
    (MINE.replace("Mine", "Loam"), ["Loam: it stands in [planet], found in [action]"]),
    *((MINE.replace("Mine", f'"Mine for {word}"'), [
        f'"Mine for {word}": a name can\'t end in "for" and a colour, or in "for nothing": actions do'])
      for word in ("red", "yellow", "green", "blue", "nothing")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "faults"), FAULTS, ids=[faults[0] for _, faults in FAULTS])
def test_a_fault_is_named_with_what_would_be_right(text: str, faults: list[str], tmp_path: Path) -> None:
    with pytest.raises(FaultyFile) as error:
        load_catalogue(card_file(tmp_path, text))
    assert list(error.value.faults) == faults
    with pytest.raises(ValueError, match=r"^cards: "):
        TheseNewWorlds(cards=card_file(tmp_path, text))


def many(cards: int, planets: int) -> str:
    letters = [chr(ord("A") + number) for number in range(26)]
    return "".join(MINE.replace("Mine", f"Card{letter}") for letter in letters[:cards]) + "".join(
        f'[planet.World{letter}]\ncolour = "red"\n' for letter in letters[:planets]
    )


def test_there_is_room_for_so_many(tmp_path: Path) -> None:
    catalogue = load_catalogue(card_file(tmp_path, many(14, 16)))
    assert (len(catalogue.cards), len(catalogue.planets)) == (32, 32)
    with pytest.raises(FaultyFile, match="there are 33 action cards; there is room for 32"):
        load_catalogue(card_file(tmp_path, many(15, 16)))
    with pytest.raises(FaultyFile, match="there are 33 planets; there is room for 32"):
        load_catalogue(card_file(tmp_path, many(14, 17)))


def test_a_game_with_32_cards_and_planets_plays(tmp_path: Path) -> None:
    game = game_of(cards=str(card_file(tmp_path, many(14, 16))), hand=16)
    batch = Batch(game, 1, seed=1)
    while not batch.terminated[0]:
        batch.step([[mask.nonzero()[0][-1] for mask in batch.action_mask[0]]])
        invariants(game, batch.states)


def test_the_files_of_the_game_are_in_order() -> None:
    files = ["cards.toml", "guide.toml", "play.toml", "primer.md", "rules.md", "setup.toml", "vocabulary.toml"]
    assert sorted(path.name for path in DATA.iterdir()) == files


# ── Options ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"first_dealer": 2}, "first_dealer: expected a whole number from 0 to 1, got 2"),
        ({"first_dealer": -1}, "first_dealer: expected a whole number from 0 to 1, got -1"),
        ({"first_dealer": "you"}, "first_dealer: expected player_0, player_1, a seat or None, got 'you'"),
        ({"first_dealer": True}, "first_dealer: expected a whole number from 0 to 1, got True"),
        ({"rounds": 0}, "rounds: expected a whole number from 1 to 6, got 0"),
        ({"rounds": 7}, "rounds: expected a whole number from 1 to 6, got 7"),
        ({"rounds": "6"}, "rounds: expected a whole number from 1 to 6, got '6'"),
        ({"hand": 0}, "hand: expected a whole number from 1 to 9, got 0"),
        ({"hand": 10}, "hand: expected a whole number from 1 to 9, got 10"),
        ({"hand": 8.0}, "hand: expected a whole number from 1 to 9, got 8.0"),
        ({"nobody": "win"}, "nobody: expected one of 'draw', 'loss', got 'win'; nearest: 'draw'"),
        ({"ask": "all"}, "ask: expected one of 'needed', 'public', got 'all'; nearest: 'public'"),
    ],
    ids=str,
)
def test_an_option_is_refused_by_name(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=next(iter(options))) as error:
        TheseNewWorlds(**options)
    assert str(error.value) == said


def test_a_deck_with_too_few_planets_or_cards_is_refused() -> None:
    few = load_catalogue().only(CARDS[:5])
    with pytest.raises(ValueError, match="hand: 8 cards for each of 2 players, of 5; state it"):
        TheseNewWorlds(cards=few)
    assert TheseNewWorlds(cards=few, hand=2).num_actions == 1 + 5 + 6
    small = type(few)(few.cards, few.planets[:7], few.setup)
    with pytest.raises(ValueError, match=r"rounds: 6 rounds need 8 planets, the catalogue has 7 \(TNW-1.2\)"):
        TheseNewWorlds(cards=small, hand=2)
    assert TheseNewWorlds(cards=small, hand=2, rounds=5).num_actions == 12


def test_options_are_told_as_they_were_given() -> None:
    assert TheseNewWorlds().options == {
        "first_dealer": None, "rounds": 6, "hand": None, "nobody": "draw", "cards": None, "ask": "needed",
    }  # fmt: skip
    game = TheseNewWorlds("player_1", 4, 3, "loss", ODD, "public")
    assert game.options == {
        "first_dealer": "player_1", "rounds": 4, "hand": 3, "nobody": "loss", "cards": str(ODD), "ask": "public",
    }  # fmt: skip
    assert type(TheseNewWorlds(first_dealer=np.int64(1)).options["first_dealer"]) is int
    assert TheseNewWorlds.rebuilt(game.options).options == game.options


def test_a_catalogue_may_be_given_itself() -> None:
    catalogue = load_catalogue(ODD)
    assert TheseNewWorlds(cards=catalogue).catalogue is catalogue
    assert TheseNewWorlds(cards=catalogue).options["cards"] == "a Catalogue"


@pytest.mark.parametrize("dealer", ["player_0", 0, "player_1", 1])
def test_the_first_dealer_is_who_was_named(dealer: Any) -> None:
    for seed in range(5):
        assert Table(seed=seed, first_dealer=dealer).position()["dealer"] == (dealer in ("player_1", 1))


@pytest.mark.parametrize(("hand", "aside"), [(1, 16), (5, 8), (9, 0)])
def test_a_hand_of_another_size_sets_the_other_cards_aside(hand: int, aside: int) -> None:
    at = Table(hand=hand, ask="public").position()
    assert [len(him["hand"]) for him in at["players"]] == [hand, hand]
    assert len(at["set_aside"]) == aside
