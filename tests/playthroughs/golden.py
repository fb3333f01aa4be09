"""Golden games: whole games as text, for people to read and for a diff to show what a change does to them.

`make golden` writes every game of GAMES anew; test_playthroughs.py plays each file again from its own action names
and compares all of it. In order: the games and who plays them, how a game is told, how it is read back.

A file begins with a sentence, the options of the game, its seed and the players, each on a line. Then comes the
table at the beginning of each turn, and below it a line for each joint decision: where in the turn it is (left out
where it is as before), and who does what, in the words that the environment takes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import TextWrapper
from typing import Any

import numpy as np

import agents
from agents.base import observe
from ow_env.core import Batch
from ow_env.open_worlds.cards import load_catalogue
from ow_env.open_worlds.game import OpenWorlds
from tests.golden import write_files

HERE = Path(__file__).parent

# ── The games ────────────────────────────────────────────────────────────────────────────────


@dataclass
class Golden:
    """One golden game: what is played, under which seed, by whom."""

    title: str
    seed: int
    players: list[str]  # one for each seat: "scripted", "random 3", "brawler 5" (and the seed of its choices)
    options: dict[str, Any] = field(default_factory=dict)
    position: dict[str, Any] | None = None  # where it begins, if not with the setup


CATALOGUE = load_catalogue()
SMITH, EMPYREAN, BAKER, ARES = (deck.name for deck in CATALOGUE.decks)
UNPRINTED = sorted({card.name for card in CATALOGUE.cards} - {card for deck in CATALOGUE.decks for card in deck.names})


def brawl(title: str, seed: int, decks: list[Any], **options: Any) -> Golden:
    """Return a game among brawlers."""
    players = [f"brawler {10 * seed + seat}" for seat in range(len(decks))]
    return Golden(title, seed, players, {"decks": decks, **options})


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
        ["brawler 49", "brawler 50"],
        {"worlds": ["Koti", "Vita Ptal", "Maail"], "max_turns": 8},
        BY_HAND,
    ),
    "scripted": Golden(
        "Two scripted players on Worlds agreed beforehand.",
        1,
        ["scripted", "scripted"],
        {"worlds": ["Koti", "Phoebe K2", "Graense", "Vita Ptal", "Maail"], "first_player": "player_0"},
    ),
    "cut-short": Golden("Random players, truncated after three turns.", 2, ["random 1", "random 2"], {"max_turns": 3}),
}


# ── Who plays them ───────────────────────────────────────────────────────────────────────────

FIGHTING = ("play", "take", "target", "defend", "reserve", "conquer", "swap", "retreat", "move", "choose", "option")


def player(name: str, game: OpenWorlds) -> Callable[[Batch, int], int]:
    """Return who chooses an action for a seat: an agent, or a brawler, who leaves no card unused."""
    kind, _, seed = name.partition(" ")
    agent = agents.make("scripted" if kind == "brawler" else kind, game, seed=int(seed or 0))
    rng = np.random.default_rng(int(seed or 0))

    def choose(batch: Batch, seat: int) -> int:
        if kind == "brawler":
            allowed = [int(action) for action in np.flatnonzero(batch.action_mask[0, seat])]
            names = {action: game.action_name(batch.states, seat, action) for action in allowed}
            bold = [action for action in allowed if names[action].partition(" ")[0] in FIGHTING]
            if bold and rng.random() < 0.75:
                return int(rng.choice(bold))
            staging = [action for action in allowed if names[action].startswith("stage ")]
            if staging and rng.random() < 0.5:
                return int(rng.choice(staging))
        seen = observe(batch.observation[0], batch.action_mask[0], np.array([seat]))
        return int(agent.act(seen)[0])

    return choose


def play(golden: Golden) -> str:
    """Play a game and return it as text."""
    game = OpenWorlds(**golden.options)
    players = [player(name, game) for name in golden.players]

    def choose(batch: Batch) -> dict[str, str]:
        seats = map(int, np.flatnonzero(batch.to_act[0]))
        return {game.agents[seat]: game.action_name(batch.states, seat, players[seat](batch, seat)) for seat in seats}

    return tell(golden, game, choose)


# ── How a game is told ───────────────────────────────────────────────────────────────────────

WRAPPER = TextWrapper(108, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def tell(golden: Golden, game: OpenWorlds, choose: Callable[[Batch], dict[str, str]]) -> str:
    """Return a game as text. `choose` gives an action by name for everybody who is asked."""
    heads = [f"options {json.dumps(golden.options)}"]
    if golden.position is not None:
        heads.append(f"position {json.dumps(golden.position)}")
    heads += [f"seed {golden.seed}", f"players {', '.join(golden.players)}"]
    lines = [golden.title, *(line for head in heads for line in WRAPPER.wrap(head)), *told(golden, game, choose)]
    return "\n".join(lines) + "\n"


def begun(golden: Golden, game: OpenWorlds) -> Batch:
    """Return a batch of one that stands where the game begins."""
    batch = Batch(game, 1, golden.seed)
    if golden.position is not None:
        batch.set_states(game.from_position(golden.position))
    return batch


def told(golden: Golden, game: OpenWorlds, choose: Callable[[Batch], dict[str, str]]) -> Iterator[str]:
    """Yield the tables and the decisions."""
    batch = begun(golden, game)
    turn = point = ""
    while not (batch.terminated[0] or batch.truncated[0]):
        now, _, asked = game.moment(batch.states).partition(", ")
        if now != turn:
            turn, point = now, ""
            yield f"\n{page(game, batch)}\n"
        actions = choose(batch)
        done = " │ ".join(f"{who}: {action}" for who, action in actions.items())
        yield f"▸ {asked.removeprefix('window: ') if asked != point else '':<29} {done}"
        point = asked
        step(game, batch, actions)
    yield f"\n{page(game, batch)}"


def step(game: OpenWorlds, batch: Batch, actions: dict[str, str]) -> None:
    """Play actions given by name."""
    chosen = np.zeros((1, game.num_players), np.int32)
    for who, action in actions.items():
        seat = game.agents.index(who)
        chosen[0, seat] = game.action_id(batch.states, seat, action)
    batch.step(chosen)


def page(game: OpenWorlds, batch: Batch) -> str:
    """Return the table without the legend below it."""
    return game.render(batch.states).rpartition("\n\n")[0]


# ── How it is read back ──────────────────────────────────────────────────────────────────────


def read(text: str) -> tuple[Golden, list[dict[str, str]]]:
    """Return the game a file tells of, and its decisions."""
    title, *lines = text.splitlines()
    heads = re.sub("\n  ", " ", "\n".join(lines[: lines.index("")])).splitlines()
    head = dict(line.split(" ", 1) for line in heads)
    golden = Golden(
        title=title,
        seed=int(head["seed"]),
        players=head["players"].split(", "),
        options=json.loads(head["options"]),
        position=json.loads(head["position"]) if "position" in head else None,
    )
    decisions = [
        dict(part.split(": ", 1) for part in re.findall(r"player_\d: [^│]*[^│ ]", line))
        for line in lines
        if line.startswith("▸ ")
    ]
    return golden, decisions


if __name__ == "__main__":
    write_files(HERE, GAMES, play)
