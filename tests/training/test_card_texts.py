"""What cards do, in sentences: made of the words of their card files and what these mean."""

from __future__ import annotations

import pytest

import ow_env
from ow_env import registry
from ow_env.cards.catalogue import Row
from training.card_texts import Said, card_texts, in_short, said_by

VOCABULARY = {
    "effects": {"gain:N": "N cards", "shout": {"means": "all hear it"}, "look:N": {"means": "see N cards (BZ-1.2)"}},
    "fields": {
        "text": {"says": ""},
        "primary": {"words": "effects", "says": ""},
        "late": {"words": "effects", "says": "Later"},
        "skills": {"words": "effects", "says": "Skills", "by_name": True},
        "inn.only": {"words": "effects", "says": "Here"},
        "kind": {"words": "effects"},
        "when": {"words": "effects", "says": "When", "unsaid": ["shout"]},
    },
}


def row(section: str = "shop", **fields: object) -> Row:
    return Row(section, fields, {})


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"primary": ["gain:2", "shout"]}, [Said("", "2 cards; all hear it.")]),
        ({"primary": ["gain:1"]}, [Said("", "1 card.")]),
        ({"primary": {"one": ["gain:2"], "other": ["may shout"]}}, [Said("", "2 cards, or you may all hear it.")]),
        ({"late": ["shout"], "primary": ["gain:3"]}, [Said("", "3 cards."), Said("Later", "All hear it.")]),
        ({"skills": ["shout", "gain"]}, [Said("Skills", "Shout, gain.")]),
        ({"text": "Take {number}!", "number": 4, "primary": ["shout"]}, [Said("", "Take 4!")]),
        ({"only": ["shout"], "kind": "shout"}, []),
        ({"primary": ["unheard"]}, []),
        ({"when": "shout", "primary": ["shout"]}, [Said("", "All hear it.")]),
        ({"when": "gain:2"}, [Said("When", "2 cards.")]),
    ],
)
def test_a_row_says_what_its_words_mean(fields, told):
    assert list(said_by(row(**fields), VOCABULARY)) == told


def test_a_field_may_be_told_in_one_section_alone():
    assert list(said_by(row("inn", only="shout"), VOCABULARY)) == [Said("Here", "All hear it.")]


def test_in_short_numbers_of_rules_are_left_out():
    said = tuple(said_by(row(primary=["look:2"], late=["gain:2", "shout"]), VOCABULARY))
    assert said[0].text == "See 2 cards (BZ-1.2)."
    assert in_short(said) == "See 2 cards. Later: 2 cards; all hear it."


@pytest.mark.parametrize(
    ("game", "card", "short"),
    [
        ("star_realms", "Brain World", "scrap up to 2 cards of your hand or discard pile, then draw as many"),
        ("open_worlds", "Solar Flare", "Hits: each Orbital."),
        (
            "expansive_universe",
            "Storm Caller",
            "Skills: lore, might. Your total is 2 higher. Only if: the battle is at",
        ),
        ("tradeworlds", "Spotter Drone", "Initiative of this battle is 1 higher"),
        ("these_new_worlds", "Courier Service", "Take 1 token of the card's colour."),
    ],
)
def test_cards_of_every_game_say_what_they_do(game, card, short):
    assert short.casefold() in in_short(card_texts(ow_env.make(game))[card]).casefold()


@pytest.mark.parametrize("game", registry.ROWS)
def test_no_sentence_has_a_gap(game):
    for said in card_texts(ow_env.make(game)).values():
        for each in said:
            assert each.text[-1] in ".!?"
            assert not [gap for gap in ("None", " N ", " n ", "`", "{") if gap in each.text]
