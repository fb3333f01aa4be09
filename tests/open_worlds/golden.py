"""The golden games of Open Worlds: what is played, and how a position is told. tests/golden.py has all else."""

from __future__ import annotations

from typing import Any

from ow_env.core.game import Game, States
from ow_env.open_worlds.cards import load_catalogue
from tests.golden import Golden

CATALOGUE = load_catalogue()
SMITH, EMPYREAN, BAKER, ARES = (deck.name for deck in CATALOGUE.decks)
UNPRINTED = sorted({card.name for card in CATALOGUE.cards} - {card for deck in CATALOGUE.decks for card in deck.names})


def brawl(title: str, seed: int, decks: list[Any], **options: Any) -> Golden:
    """Return a game among players who fight, and leave no card unused."""
    return Golden(title, seed, {"decks": decks, **options}, "brawler")


def with_unprinted(printed: str, *left_out: str) -> list[str]:
    """Return a printed deck in which the cards of no printed deck stand for as many others."""
    assert len(left_out) == len(UNPRINTED)
    kept = [(name, copies) for name, copies in CATALOGUE.deck(printed).cards if name not in left_out]
    return [f"{copies}x {name}" if copies > 1 else name for name, copies in kept] + UNPRINTED


BY_HAND = {  # the beginning of a turn late in a game, with all that the games above leave out
    "game": "open_worlds",
    "format": 1,
    "turn": 5,
    "step": "stage",
    "priority": 0,
    "worlds": [{"name": "Koti"}, {"name": "Vita Ptal"}, {"name": "Maail"}],
    "players": [
        {
            "prior_income": 6,
            "income": 6,
            "hand": ["Adjust", "Invasion Force 10", "Light Brigade", "Outpost", "Troops 22"],
            "staged": {"Vita Ptal": ["Auto Assault 10", "Auto Assault 14"]},
            "units": {"Koti": ["City 25", "High Palace"], "Vita Ptal": ["Robot Factory"]},
            "deck": [
                *("City 10", "Espionage", "Exploit", "Exploit", "Fallout Raid"),
                *("Invasion Force 15", "Outpost", "Titan", "Troops 15", "We Quit"),
            ],
        },
        {
            "prior_income": 5,
            "income": 5,
            "hand": [
                *("False Alert", "Hidden Outpost", "Invasion Force 21"),
                *("Light Brigade", "Terraform Plant", "Troops 22"),
            ],
            "units": {"Koti": ["Outpost"], "Vita Ptal": ["City 10", "Outpost"], "Maail": ["City 25"]},
            "deck": [
                *("Coup", "Exploit", "Exploit", "Invasion Force 10", "Outpost"),
                *("Outpost", "Research", "Scout", "Shipyard 9", "Troops 20"),
            ],
        },
    ],
}

GAMES: dict[str, Golden] = {
    "two-54-cards": brawl("The printed 54-card decks, all staging at once.", 51, [SMITH, EMPYREAN]),
    "two-54-cards-in-order": brawl(
        "The same decks in the other seats, staging in Priority Order.", 65, [EMPYREAN, SMITH], stage="priority"
    ),
    "two-40-cards": brawl("The introductory game.", 3, [BAKER, ARES]),
    "two-40-cards-in-order": brawl(
        "The introductory game, staging in Priority Order, decklists open, the first player by the draw of Worlds.",
        5,
        [ARES, BAKER],
        stage="priority",
        first_player="worlds",
        open_decklists=True,
    ),
    "three": brawl("Three players, two of them with the same deck.", 9, [SMITH, EMPYREAN, SMITH]),
    "three-in-order": brawl(
        "Three players, decks of 40 and 54 cards, staging in Priority Order, first in the order of finish.",
        12,
        [BAKER, EMPYREAN, ARES],
        stage="priority",
        first_player=["player_2", "player_1", "player_0"],
    ),
    "four": brawl("Four players, one with each printed deck.", 5, [SMITH, EMPYREAN, BAKER, ARES]),
    "four-in-order": brawl(
        "Four players crowd on four Worlds, staging in Priority Order.",
        2,
        [ARES, BAKER, EMPYREAN, SMITH],
        stage="priority",
        num_worlds=4,
    ),
    "all-asked-who-could": brawl(
        "All are asked who could have something to play, whatever they hold.", 23, [SMITH, EMPYREAN], ask="public"
    ),
    "unprinted-cards": brawl(
        "Decks with the cards that no printed deck holds.",
        66,
        [
            with_unprinted(
                SMITH,
                *("Industry 7", "Assassin", "Killer", "Pike", "Scout"),
                *("Shipyard 8", "Fleet Support", "Biostorm", "Corvette", "Cruiser"),
            ),
            with_unprinted(
                EMPYREAN,
                *("Industry 6", "Industry 7", "Garrison", "Quarry", "Corsair"),
                *("Frigate", "Lancer", "Striker", "Comet Barrage", "Troops 25"),
            ),
        ],
    ),
    "by-hand": Golden(
        "From a position set up by hand, with cards and choices that the other games do not come to.",
        49,
        {"worlds": ["Koti", "Vita Ptal", "Maail"], "max_turns": 8},
        "brawler",
        lambda: BY_HAND,
    ),
    "scripted": Golden(
        "Two scripted players, when it was written first, on Worlds agreed beforehand.",
        1,
        {"worlds": ["Koti", "Phoebe K2", "Graense", "Vita Ptal", "Maail"], "first_player": "player_0"},
    ),
    "cut-short": Golden("Random players, truncated after three turns.", 2, {"max_turns": 3}),
}


def table(game: Game, state: States) -> list[str]:
    """Return a position as text draws it, without the legend below it."""
    return game.render(state).rpartition("\n\n")[0].splitlines()


def turn(game: Game, state: States) -> str:
    """Return the turn in words, or the setup."""
    return game.moment(state).partition(",")[0]
