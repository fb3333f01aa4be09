"""Deck lists: the printed ones, files of one's own, what makes a deck legal (OW-1.1, OW-1.5)."""

from __future__ import annotations

from collections import Counter

import pytest

from ow_env.cards.catalogue import FaultyFile
from ow_env.open_worlds.cards import load_catalogue
from ow_env.open_worlds.decks import Deck, as_text, check_deck, load_deck, random_deck

CATALOGUE = load_catalogue()
SMITH = CATALOGUE.deck("Smith-Boson F.E.")
BAKER = CATALOGUE.deck("Baker-Braugn EDV")

PRINTED = [
    # deck                   cards  introductory  Outposts  Exploits  Facilities  Orbitals
    ("Smith-Boson F.E.",     54,    False,        5,        5,        26,         15),
    ("Empyrean Enterprises", 54,    False,        3,        4,        25,         15),
    ("Baker-Braugn EDV",     40,    True,         9,        5,        24,         8),
    ("Ares Venture Trust",   40,    True,         7,        7,        26,         9),
]


@pytest.mark.parametrize(
    ("name", "size", "introductory", "outposts", "exploits", "facilities", "orbitals"), PRINTED
)
def test_printed_decks(name, size, introductory, outposts, exploits, facilities, orbitals):
    deck = load_deck(name)
    counts = Counter(deck.names)
    types = Counter(CATALOGUE.card(card).type.name for card in deck.names)
    assert len(deck.names) == deck.size == size
    assert deck.introductory is introductory
    assert (counts["Outpost"], counts["Exploit"]) == (outposts, exploits)
    assert (types["FACILITY"], types["ORBITAL"]) == (facilities, orbitals)
    assert check_deck(deck, CATALOGUE) == ()


def swapped(deck, *changes):
    """Return a printed deck with some entries exchanged, e.g. ("City 10", "Titan")."""
    entries = dict(deck.cards)
    for out, in_, copies in changes:
        entries.pop(out)
        entries[in_] = copies
    return Deck("mine", tuple(entries.items()), deck.size)


FAULTS = [
    # rule, deck, what is said
    ("OW-1.1 two City 12", swapped(SMITH, ("City 10", "City 12", 2)),
     ["City 12: 2 copies, a deck may have 1 (OW-1.1)"]),
    ("OW-1.1 City 10 and City 12 differ", SMITH, []),
    ("OW-1.1 any number of Outposts", swapped(SMITH, ("City 10", "Outpost", 6)), []),
    ("OW-1.1 one card too many", swapped(SMITH, ("City 10", "Outpost", 7)),
     ["has 55 cards, expected 54 (OW-1.1)"]),
    ("an unknown card", swapped(SMITH, ("Titan", "Titen", 1)),
     ["there is no card 'Titen'; nearest: 'Titan'"]),
    ("OW-1.5 a Utility in an introductory deck", swapped(BAKER, ("City 10", "Adjust", 1)),
     ["Adjust: left out of introductory decks (OW-1.5)"]),
    ("OW-1.5 by name in an introductory deck", swapped(BAKER, ("City 10", "Garrison", 1)),
     ["Garrison: left out of introductory decks (OW-1.5)"]),
    ("OW-1.5 a Warship is of Class 11", swapped(BAKER, ("City 10", "Warship", 1)), []),
    ("OW-1.5 does not bind the full game", swapped(SMITH, ("City 10", "Garrison", 1)), []),
    ("no such size", Deck("small", (("Outpost", 5),), 5),
     ["a deck is of 54 or 40 cards, this one of 5"]),
    ("no copies", Deck("odd", (("City 10", 0), ("Exploit", 40)), 40),
     ["City 10: expected at least 1 copy, found 0"]),
    ("all faults at once", Deck("bad", (("Adjust", 2), ("Kyte", 1), ("Exploit", 1)), 40),
     ["has 4 cards, expected 40 (OW-1.1)",
      "Adjust: 2 copies, a deck may have 1 (OW-1.1)",
      "Adjust: left out of introductory decks (OW-1.5)",
      "there is no card 'Kyte'; nearest: 'Kite'"]),
]


@pytest.mark.parametrize(("rule", "deck", "faults"), FAULTS, ids=[row[0] for row in FAULTS])
def test_deck_construction(rule, deck, faults):
    assert list(check_deck(deck, CATALOGUE)) == faults


def test_copies_are_counted_over_the_whole_list():
    twice = Deck("twice", (*SMITH.cards, ("Titan", 1)), 54)
    assert "Titan: 2 copies, a deck may have 1 (OW-1.1)" in check_deck(twice, CATALOGUE)


def test_a_card_is_unique_by_name_and_defensive_strength(tmp_path):
    own = tmp_path / "cards.toml"
    row = 'kind = "population", defense = {}, income = 1, req = "habitable"'
    for defense, faults in ((20, ("City: 2 copies, a deck may have 1 (OW-1.1)",)), (21, ())):
        own.write_text(f"[facility]\nCity = {{ {row.format(defense)} }}")
        mine = load_catalogue(cards=own)
        assert check_deck(swapped(SMITH, ("City 10", "City", 1)), mine) == faults


TEXT = """\
# my deck
5x Exploit   # the usual
 3 x Outpost

City 12
"""
TOML = 'name = "Mine"\nsize = 40\ncards = ["5x Exploit", "3x Outpost", "City 12"]\n'
CARDS = (("Exploit", 5), ("Outpost", 3), ("City 12", 1))


def test_a_deck_is_read_from_text_toml_and_lists(tmp_path):
    (tmp_path / "mine.txt").write_text(TEXT)
    (tmp_path / "mine.toml").write_text(TOML)
    assert load_deck(tmp_path / "mine.txt") == Deck("mine", CARDS, 40)
    assert load_deck(str(tmp_path / "mine.toml")) == Deck("Mine", CARDS, 40)
    assert load_deck(["5x Exploit", "3x Outpost", "City 12"]) == Deck("unnamed", CARDS, 40)
    assert load_deck(SMITH) is SMITH


@pytest.mark.parametrize("deck", [*CATALOGUE.decks, random_deck(CATALOGUE, 54, 3)])
def test_a_deck_written_as_text_reads_back(tmp_path, deck):
    (tmp_path / "deck.txt").write_text(as_text(deck))
    assert load_deck(tmp_path / "deck.txt") == Deck("deck", deck.cards, deck.size)


REFUSED = [
    ("mine.toml", 'size = 50\ncards = ["Exploit"]', ["size: expected 54 or 40, found 50"]),
    ("mine.toml", 'crads = ["Exploit"]', ["crads: there is no such field; nearest: 'cards'",
                                          "cards: expected a list such as"]),
    ("mine.toml", 'name = 3\ncards = "Exploit"', ["name: expected", "cards: expected a list"]),
    ("mine.toml", "cards = [", ["it is not TOML"]),
    ("none.txt", None, ["there is no such file"]),
    ("none.toml", None, ["there is no such file"]),
]


@pytest.mark.parametrize(("file", "text", "faults"), REFUSED)
def test_a_faulty_deck_file_is_refused(tmp_path, file, text, faults):
    if text is not None:
        (tmp_path / file).write_text(text)
    with pytest.raises(FaultyFile) as refusal:
        load_deck(str(tmp_path / file))
    assert len(refusal.value.faults) == len(faults)
    for found, expected in zip(refusal.value.faults, faults, strict=True):
        assert found.startswith(expected)


def test_a_mistyped_deck_names_the_nearest():
    with pytest.raises(ValueError, match=r"no deck 'Smith-Bosun' .* nearest: 'Smith-Boson F.E.'"):
        load_deck("Smith-Bosun")


@pytest.mark.parametrize("size", [54, 40])
def test_random_decks_are_legal_and_follow_their_seed(size):
    decks = [random_deck(CATALOGUE, size, seed) for seed in range(200)]
    assert not any(check_deck(deck, CATALOGUE) for deck in decks)
    assert len({deck.cards for deck in decks}) == 200
    assert {name for deck in decks for name in deck.names} == {
        card.name for card in CATALOGUE.cards if size == 54 or card.introductory
    }
    shares = {sum(CATALOGUE.card(name).unlimited for name in deck.names) for deck in decks}
    assert (min(shares), max(shares)) == (size // 8, size // 3)
    assert random_deck(CATALOGUE, size, 7) == random_deck(load_catalogue(), size, 7)


def test_a_random_deck_of_no_size_is_refused():
    with pytest.raises(ValueError, match="expected a size of 54 or 40, got 50"):
        random_deck(CATALOGUE, 50)


def test_a_random_deck_needs_cards(tmp_path):
    row = 'kind = "post", defense = 1, income = 1, req = "any world"'
    (tmp_path / "cards.toml").write_text(f"[facility]\nOutpost = {{ {row} }}")
    (tmp_path / "worlds.toml").write_text("")
    (tmp_path / "decks.toml").write_text("[deck]")
    with pytest.raises(ValueError, match="1 cards, none unlimited, do not make a deck of 54"):
        random_deck(load_catalogue(tmp_path))


def test_a_deck_file_needs_no_suffix(tmp_path):
    (tmp_path / "mine").write_text(TEXT)
    assert load_deck(str(tmp_path / "mine")) == Deck("mine", CARDS, 40)
    assert load_deck(tmp_path / "mine") == Deck("mine", CARDS, 40)
