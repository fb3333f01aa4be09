"""The oracle by itself: its cards and actions are the game's, it reads what it writes, and how long its games are."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from tests.expansive_universe.oracle import oracle as rules, positions
from tests.expansive_universe.oracle.cards import BASE, Card
from tests.expansive_universe.oracle.crowded import crowded
from tests.expansive_universe.oracle.oracle import all_actions
from tests.expansive_universe.oracle.self_play import choose, played
from tests.expansive_universe.oracle.table import Dice
from tests.expansive_universe.table import game_of


def test_both_name_the_same_actions() -> None:
    """EU-14.2 to 14.6: the same names, at the same ids."""
    names = all_actions()
    assert list(game_of(num_players=2).actions) == list(game_of(num_players=4).actions) == names
    first = {name.split()[0]: len(names) - 1 - at for at, name in enumerate(reversed(names))}
    told = (first["fly"], first["mission"], first["entangle"], first["take"], first["destroy"], len(names))
    assert told == (74, 238, 264, 452, 488, 552)


def test_both_have_the_same_cards() -> None:
    """The oracle's table is written for itself; every field of the catalogue is as there."""
    catalogue = tomllib.loads((files("ow_env.expansive_universe") / "data" / "cards.toml").read_text("utf-8"))
    kinds = ("character", "spaceship", "location", "weapon", "armament")
    found = {name: as_here(name, kind, fields) for kind in kinds for name, fields in catalogue[kind].items()}
    assert list(found) == list(BASE.cards)
    assert found == BASE.cards
    planets = {name: texts(fields["effects"]) for name, fields in catalogue["planet"].items()}
    assert {name: tuple(words.items()) for name, words in BASE.planet_texts.items()} == planets
    assert {fields["faction"]: name for name, fields in catalogue["planet"].items()} == BASE.planets
    cores = {name: texts(fields["effects"]) for name, fields in catalogue["core"].items()}
    assert {name: tuple(words.items()) for name, words in BASE.cores.items()} == cores


def texts(effects: list[str]) -> tuple[tuple[str, int], ...]:
    return tuple((word, int(number or 0)) for word, _, number in (effect.partition(":") for effect in effects))


def as_here(name: str, kind: str, fields: dict[str, Any]) -> Card:
    """Return a row of the catalogue as the oracle has it."""
    numbers = {key: fields.get(key, 0) for key in ("combat", "space", "expire", "resistance")}
    return Card(
        name,
        kind,
        fields["faction"],
        fields.get("alpha", False),
        tuple(fields.get("skills", ())),
        **numbers,
        outside=fields.get("side") == "outside",
        text=texts(fields.get("ability", fields.get("effects", []))),
        when=fields.get("when", ""),
    )


def test_the_oracle_asks_nobody_without_a_choice() -> None:
    for number in range(60):
        oracle = positions.read(crowded(2 + number % 3)(number), Dice(number))
        for _ in range(20):
            if oracle.is_over:
                break
            assert len(oracle.legal()) > 1
            oracle.play(Dice(number).random.choice(oracle.legal()))


def test_the_oracle_reads_what_it_writes() -> None:
    """A position written where a turn goes on changes nothing when it is read."""
    read = 0
    for number in range(60):
        oracle = positions.read(crowded(2 + number % 3)(number), Dice(number))
        for _ in range(30):
            if oracle.is_over:
                break
            if oracle.point == rules.TURN:
                told = positions.write(oracle)
                assert positions.write(positions.read(told, Dice(0))) == told
                read += 1
            oracle.play(choose(Dice(number).random, "warlike", oracle.legal(), {}))  # type: ignore[arg-type]
    assert read > 300


@pytest.mark.slow
@pytest.mark.parametrize(("players", "rounds", "decisions"), [(2, 17.6, 202), (3, 16.0, 259), (4, 14.9, 318)])
def test_the_oracles_games_are_as_long_as_they_should_be(players: int, rounds: float, decisions: float) -> None:
    """As long as those of another program that plays by these rules, within four standard errors of 40 games."""
    games = [played(number, "uniform", players) for number in range(40)]
    assert abs(sum(game.round for game, _, _ in games) / 40 - rounds) < 3.5
    assert abs(sum(count for _, count, _ in games) / 40 - decisions) < 60
