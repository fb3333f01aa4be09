"""The golden games of Star Realms: what is played, and how a position is told. tests/golden.py has all else."""

from __future__ import annotations

from ow_env.core.game import Game, States
from ow_env.star_realms.cards import Faction, load_catalogue
from tests.golden import Golden
from tests.star_realms.oracle.crowded import crowded_position
from tests.star_realms.scenario import one_part, order, parts_of, position_of

UNTOLD = {("asked", "main"), ("first", "you"), ("first", "foe")}


def every_kind() -> str:
    """Return hands and decks with one card of each kind of the Trade Deck, and Explorers."""
    kinds = [card.name for card in load_catalogue().cards if card.faction is not Faction.UNALIGNED]
    parts = []
    for before, mine in (("", kinds[:23]), ("foe ", kinds[23:])):
        parts += [f"{before}hand {', '.join(mine[::5])}", f"{before}A99"]
        rest = [card for card in mine if card not in mine[::5]]
        parts.append(f"{before}deck {', '.join([*rest, 'Scout', 'Explorer'])}")
    return " | ".join(["turn 1 of you | row -", *parts, "explorers 8"])


GAMES = {
    "dear": Golden("Two players who do all they can before a turn ends, and buy the dearest card.", 4, {}, "buyer"),
    "dear-too": Golden("The same, begun by player_1.", 5, {"first_player": 1}, "buyer"),
    "any-card": Golden(
        "Cheap cards and dear ones; asked is also where only a hidden hand leaves no choice.", 6, {"ask": "public"},
        "eager",
    ),
    "uniform-cut-short": Golden("Any action as likely, cut short after 16 turns.", 2, {"max_turns": 16}),
    "crowded": Golden(
        "From the middle of a crowded position, with much to choose.", 3, {}, "eager", lambda: crowded_position(9)
    ),
    "every-card": Golden(
        "Each player has a card of every kind of two factions.", 36, {"max_turns": 14}, "eager",
        lambda: position_of(every_kind()),
    ),
    "crowded-to-the-last-turn": Golden(
        "Another one, which is cut short.", 5, {"max_turns": 4}, "eager", lambda: crowded_position(23, 4)
    ),
}  # fmt: skip


def table(game: Game, state: States) -> list[str]:
    """Return a position as scenarios write it."""
    position = game.position(state)
    parts = parts_of(position)
    parts["trade deck"] = f"of {len(position['trade_deck'])}"
    keys = sorted((key for key in parts if parts[key] and (key, parts[key]) not in UNTOLD), key=order)
    return [" | ".join(one_part(key, parts[key]) for key in keys)]
