"""Sub-commands of ``ow decks`` that only a game of built decks has: lists, cards, Worlds, and searches.

Below: commands/decks/playing.py, training/decklab/open_worlds, which those that play import.
"""

from __future__ import annotations

import argparse
from typing import Any, cast

from ow_env.cards.catalogue import FaultyFile
from training.arguments import a_path, a_seed
from training.commands.options import add_json, add_own_cards, only_for, options_of

GAME = "open_worlds"
LISTS = ("show", "check", "random")


def add_to(actions: Any, name: str, told: str) -> None:
    """Add one of the sub-commands that ``DECKS`` names."""
    parser = actions.add_parser(name, help=told, description=f"{told[0].upper()}{told[1:]}.")
    if name in LISTS:
        add_list(parser, name)
    else:
        add_measure(parser, name)
        add_json(parser, below=True)
    add_own_cards(parser)
    only_for(GAME, parser)


def add_list(parser: argparse.ArgumentParser, name: str) -> None:
    """Add the arguments of what shows, checks and draws up deck lists."""
    from ow_env.open_worlds.decks import SIZES

    parser.set_defaults(run={"show": show_deck, "check": check_file, "random": draw_up}[name], json=False)
    if name == "show":
        parser.add_argument("deck", metavar="DECK", nargs="+", help="the name of a printed deck, or a file")
        parser.add_argument("--plain", action="store_true", help="only the list")
    elif name == "check":
        parser.add_argument("file", metavar="FILE", type=a_path, help="the deck file")
        parser.add_argument("--size", type=int, choices=SIZES, help="check it as a deck of this size")
    else:
        parser.add_argument(
            "--size", type=int, choices=SIZES, default=SIZES[0], help="number of cards (default %(default)s)"
        )
        parser.add_argument("--seed", type=a_seed, default=0, metavar="N", help="random seed (default 0)")


def add_measure(parser: argparse.ArgumentParser, name: str) -> None:
    """Add the arguments of what plays."""
    from ow_env.open_worlds.decks import SIZES
    from training.commands.decks.playing import add_playing
    from training.decklab import open_worlds as lab

    compiled = (*lab.AGENTS, "learned", "the path of a saved agent")
    run = {
        "card-values": value_cards,
        "worlds": compare_worlds,
        "build": build_decks,
        "sensitivity": analyse_sensitivity,
    }
    parser.set_defaults(run=run[name])
    if name == "card-values":
        parser.add_argument("deck", metavar="DECK", help="the deck, by name or file")
        parser.add_argument(
            "--against", nargs="+", metavar="DECK", help="opponents (default: the printed decks of its size)"
        )
        parser.add_argument(
            "--card", metavar="CARD", help="replace only this card, by every card that may take its place"
        )
        parser.add_argument("--by", default="Outpost", metavar="CARD", help="the replacement (default %(default)s)")
        add_playing(parser, width=None, fast=compiled)
    elif name == "worlds":
        parser.add_argument("one", metavar="A", help="the deck whose score is reported")
        parser.add_argument("other", metavar="B", help="its opponent")
        add_playing(parser, width=None)
    elif name == "build":
        parser.add_argument(
            "--against", nargs="+", metavar="DECK", help="opponents (default: the printed decks of that size)"
        )
        parser.add_argument(
            "--size", type=int, choices=SIZES, default=SIZES[0], help="number of cards (default %(default)s)"
        )
        parser.add_argument(
            "--generations", type=int, default=30, metavar="N",
            help="in all; a larger number continues an earlier search (default 30)",
        )  # fmt: skip
        parser.add_argument(
            "--oracle", action="store_true", help="double oracle: the best deck joins the opponents, weighted by Nash"
        )
        add_playing(parser, width=None, games=False, fast=compiled)
    else:
        add_playing(parser, width=None)


# ── Deck lists ───────────────────────────────────────────────────────────────────────────────


def list_decks(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """Print name and size of every printed deck; return them as data."""
    from ow_env.open_worlds.cards import load_catalogue

    decks = load_catalogue(cards=options_of(arguments).get("cards")).decks
    for deck in decks:
        print(f"{deck.name:<22} {deck.size} cards{', introductory' if deck.introductory else ''}")
    return [{"name": deck.name, "size": deck.size, "introductory": deck.introductory} for deck in decks]


def show_deck(arguments: argparse.Namespace) -> None:
    """Print the deck as a deck file that explains itself."""
    from ow_env.open_worlds.cards import load_catalogue
    from ow_env.open_worlds.decks import as_text, load_deck
    from training.decklab import open_worlds as lab

    catalogue = load_catalogue(cards=arguments.cards)
    deck = load_deck(" ".join(arguments.deck), catalogue)
    if not deck.cards:
        raise ValueError(f"{deck.name}: there is no card in this deck")
    unknown = [name for name, _ in deck.cards if name not in catalogue.card_ids]
    if arguments.plain or unknown:  # `check` says what is wrong with it
        print(as_text(deck), end="")
    else:
        print(lab.describe(deck, catalogue), end="")


def check_file(arguments: argparse.Namespace) -> None:
    """Say that the deck is legal, or everything that keeps it from being so."""
    from ow_env.open_worlds.cards import Deck, load_catalogue
    from ow_env.open_worlds.decks import check_deck, load_deck

    catalogue = load_catalogue(cards=arguments.cards)
    deck = load_deck(arguments.file, catalogue)
    if arguments.size:
        deck = Deck(deck.name, deck.cards, arguments.size)
    faults = check_deck(deck, catalogue)
    if faults:
        raise FaultyFile(arguments.file, faults)
    print(f"{deck.name}: a legal deck of {deck.size} cards.")


def draw_up(arguments: argparse.Namespace) -> None:
    """Print a random legal deck as a deck file."""
    from ow_env.open_worlds.cards import load_catalogue
    from ow_env.open_worlds.decks import random_deck
    from training.decklab import open_worlds as lab

    catalogue = load_catalogue(cards=arguments.cards)
    deck = random_deck(catalogue, arguments.size, arguments.seed)
    print(lab.describe(deck, catalogue), end="")


# ── What plays ───────────────────────────────────────────────────────────────────────────────


def value_cards(arguments: argparse.Namespace) -> Any:
    """Replace every card in turn; print what that costs, and the score of games in which it came early."""
    from training.commands.decks.playing import pairs_of, playing, tell
    from training.decklab import open_worlds as lab
    from training.decklab.open_worlds import card_value

    bouts = pairs_of(arguments) or card_value.BOUTS
    common: dict[str, Any] = {"against": arguments.against, "bouts": bouts}
    with playing(arguments) as play:
        (agent,) = play.agents
        how = common | play.how | {"report": play.report(bouts)}
        found = lab.card_values(arguments.deck, agent, card=arguments.card, by=arguments.by, **how)
        noted = lab.NotedCards()
        if arguments.card is None:
            again = {key: play.how[key] for key in ("setup", "seed", "executor", "threads")}
            common["bouts"] = found.share.bouts  # the very games above
            noted = lab.note_cards(arguments.deck, agent, **common, **again, report=play.progress)
    text = f"{found.text()}\n\n{noted.text()}" if noted.cards else found.text()
    tell(text, found.write(arguments.out, noted))
    return {"replaced": found.rows(), "came early": noted.rows()}


def compare_worlds(arguments: argparse.Namespace) -> Any:
    """Play two decks; print the score of the first with each World."""
    from training.commands.decks.playing import pairs_of, playing, tell
    from training.decklab import open_worlds as lab
    from training.decklab.open_worlds import world_effects

    bouts = pairs_of(arguments) or world_effects.BOUTS
    with playing(arguments) as play:
        how: dict[str, Any] = {"bouts": bouts, "report": play.report(bouts)} | play.how
        found = lab.measure_world_effects(arguments.one, arguments.other, play.agents[0], **how)
    tell(found.text(), found.write(arguments.out))
    return found.rows()


def build_decks(arguments: argparse.Namespace) -> Any:
    """Search for decks, print the best of every style, and write the map."""
    from training.commands.decks.playing import playing, tell
    from training.decklab import open_worlds as lab

    with playing(arguments) as play:

        def report(state: lab.DeckMap, share: float) -> None:
            text = f"generation {state.generation} of {arguments.generations}, {len(state.elites)} styles"
            play.progress(share, state.games, f"{text}, best {100 * state.best:.0f} % (biased: selected by it)")

        asked = {"size": arguments.size, "generations": arguments.generations, "oracle": arguments.oracle}
        state = lab.search_decks(arguments.against, play.agents[0], **asked, report=report, **play.how)
        catalogue = cast(lab.OpenWorldsSetup, play.setup).catalogue
    tell(state.text(), state.write(catalogue, arguments.out))
    return state.rows()


def analyse_sensitivity(arguments: argparse.Namespace) -> Any:
    """Vary every reconstructed card value over its range; print which change the balance of the printed pairs most."""
    from training.commands.decks.playing import pairs_of, playing, tell
    from training.decklab import open_worlds as lab
    from training.decklab.open_worlds import sensitivity

    bouts = pairs_of(arguments) or sensitivity.BOUTS
    with playing(arguments) as play:

        def report(games: int, share: float) -> None:
            play.progress(share, games)

        found = lab.measure_sensitivity(lab.PAIRS, play.agents[0], bouts=bouts, report=report, **play.how)
    tell(found.text(), found.write(arguments.out), plots=False)
    return found.rows()
