"""The oracle by itself: its cards and actions are the game's, it reads what it writes, and how long its games are."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from tests.star_realms.oracle import positions
from tests.star_realms.oracle.cards import CARDS, Effect
from tests.star_realms.oracle.crowded import crowded_position
from tests.star_realms.oracle.oracle import Oracle, all_actions
from tests.star_realms.oracle.table import Dice
from tests.star_realms.table import game_of

WORDS = {  # the catalogue's words for effects, where the oracle has another
    "scrap from hand": "scrap hand",
    "scrap from hand or discard": "scrap",
    "scrap from row": "scrap row",
    "destroy base": "destroy",
    "acquire ship on top": "acquire",
    "next ship on top": "permission",
    "draw per blob played": "draw per blob",
    "with two bases draw": "draw with two bases",
    "copy ship": "copy",
}


def test_both_name_the_same_actions() -> None:
    assert list(game_of().actions) == all_actions()


def test_both_have_the_same_cards() -> None:
    """The oracle's table was typed by hand; every field of the catalogue is as there."""
    catalogue = tomllib.loads((files("ow_env.star_realms") / "data" / "cards.toml").read_text("utf-8"))
    found = {
        name: as_here(None if faction == "unaligned" else faction, fields)
        for faction in ("blob", "trade_federation", "star_empire", "machine_cult", "unaligned")
        for name, fields in catalogue[faction].items()
    }
    expected = {
        card.name: {
            **{name: value for name, value in vars(card).items() if name not in ("name", *ABILITIES)},
            **{which: card.ability(which) and card.ability(which).branches for which in ABILITIES},  # type: ignore[union-attr]
        }
        for card in CARDS.values()
    }
    assert list(found) == list(expected)
    assert found == expected


ABILITIES = ("primary", "ally", "scrap")


def as_here(faction: str | None, fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of one of the catalogue's cards as the oracle has them."""
    always = fields.get("always", [])
    pays = [int(word.rpartition(":")[2]) for word in always if word.startswith("combat per ship played:")]
    return {
        "faction": faction,
        "cost": fields["cost"],
        "copies": fields["copies"],
        "defense": fields.get("defense", 0),
        "outpost": fields.get("outpost", False),
        "pays_per_ship": sum(pays),
        "is_everyones_ally": "ally of all factions" in always,
        **{which: branches_here(fields.get(which)) for which in ABILITIES},
    }


def branches_here(told: Any) -> dict[str, tuple[Effect, ...]] | None:
    """Return an ability's branches."""
    if told is None:
        return None
    branches = told if isinstance(told, dict) else {"": told}
    return {name: tuple(effect_here(text) for text in parts) for name, parts in branches.items()}


def effect_here(text: str) -> Effect:
    """Return an effect."""
    word, _, number = text.removeprefix("may ").partition(":")
    return Effect(WORDS.get(word, word), int(number or 0), text.startswith("may "))


@pytest.mark.parametrize("ask", ["needed", "public"])
def test_the_oracle_asks_nobody_without_a_choice(ask: str) -> None:
    """With `ask="public"` one card may be all there is to name, but only of a hand that hides it."""
    alone = 0
    for number in range(200):
        oracle = positions.read(crowded_position(number), Dice(number), ask=ask)
        for _ in range(20):
            if oracle.is_over:
                break
            legal = oracle.legal()
            if len(legal) == 1:
                alone += 1
                assert oracle.decision in ("owed", "scrap", "scrap hand")
            oracle.play(Dice(number).random.choice(legal))
    assert bool(alone) == (ask == "public")


def test_the_oracle_reads_what_it_writes() -> None:
    """A position written at a decision changes nothing when it is read: no gain is left, nothing is forced."""
    for number in range(100):
        oracle = positions.read(crowded_position(number), Dice(number))
        for _ in range(10):
            if oracle.is_over:
                break
            told = positions.write(oracle)
            assert positions.write(positions.read(told, Dice(0))) == told
            oracle.play(Dice(number).random.choice(oracle.legal()))


@pytest.mark.slow
def test_the_oracles_games_are_as_long_as_they_should_be() -> None:
    """Eager random players take 27 turns and 260 decisions; the bounds lie more than four standard errors away."""
    played = [play_eagerly(number) for number in range(60)]
    assert 24 < sum(game.table.turn for game, _ in played) / 60 < 30
    assert 234 < sum(asked for _, asked in played) / 60 < 286


def play_eagerly(number: int) -> tuple[Oracle, int]:
    """Play one game of the oracle; return it and how many decisions it took."""
    dice = Dice(number)
    oracle, asked = Oracle.new(dice), 0
    while not oracle.is_over:
        oracle.play(dice.random.choice([name for name in oracle.legal() if name != "end turn"] or ["end turn"]))
        asked += 1
    return oracle, asked
