"""Sub-commands of ``ow decks`` that only a game of built decks has: lists, cards, Worlds, and searches.

Below: commands/decks/playing.py, training/decklab/open_worlds.
"""

from __future__ import annotations

import argparse
from typing import Any, cast

from ow_env.cards.catalogue import FaultyFile
from ow_env.open_worlds.cards import Deck, load_catalogue
from ow_env.open_worlds.decks import SIZES, as_text, check_deck, load_deck, random_deck
from ow_env.open_worlds.game import OpenWorlds
from training.arguments import a_path, a_seed
from training.commands.decks.playing import add_playing, bouts_of, playing, tell
from training.commands.options import add_own_cards, only_for, options_of
from training.decklab import open_worlds as lab
from training.decklab.open_worlds import card_value, sensitivity, world_effects


def add_to(actions: Any) -> None:
    """Add the sub-commands."""
    for parser in (*add_lists(actions), *add_measures(actions)):
        only_for(OpenWorlds.name, parser)


def add_lists(actions: Any) -> list[argparse.ArgumentParser]:
    """Add what shows, checks and draws up deck lists."""
    show = actions.add_parser("show", help="a deck's curves, kinds, and what each card is for")
    show.set_defaults(run=show_deck)
    show.add_argument("deck", metavar="DECK", nargs="+", help="a printed deck's name, or a file")
    show.add_argument("--plain", action="store_true", help="only the list")
    check = actions.add_parser("check", help="check a deck file by the rules of OW-1")
    check.set_defaults(run=check_file)
    check.add_argument("file", metavar="FILE", type=a_path)
    check.add_argument("--size", type=int, choices=SIZES, help="judge it as a deck of this size")
    draw = actions.add_parser("random", help="a random legal deck")
    draw.set_defaults(run=draw_up)
    draw.add_argument("--size", type=int, choices=SIZES, default=SIZES[0])
    draw.add_argument("--seed", type=a_seed, default=0, help="the same seed, the same deck (default 0)")
    parsers = [show, check, draw]
    for parser in parsers:
        add_own_cards(parser)
    return parsers


def add_measures(actions: Any) -> list[argparse.ArgumentParser]:
    """Add what plays."""
    cards = actions.add_parser("cards", help="what each card of a deck is worth")
    cards.set_defaults(run=value_cards)
    cards.add_argument("deck", metavar="DECK")
    cards.add_argument("--against", nargs="+", metavar="DECK", help="default: the printed decks of its size")
    cards.add_argument("--card", metavar="CARD", help="replace this card only, by all that may come in its place")
    cards.add_argument("--by", default="Outpost", metavar="CARD", help="what replaces a card (default %(default)s)")
    add_playing(cards, width=None, fast=(*lab.AGENTS, "learned", "the path of a saved agent"))
    worlds = actions.add_parser("worlds", help="which Worlds favour which deck")
    worlds.set_defaults(run=compare_worlds)
    worlds.add_argument("one", metavar="A", help="the deck whose share of points is told")
    worlds.add_argument("other", metavar="B", help="its opponent")
    add_playing(worlds, width=None)
    build = actions.add_parser("build", help="search for the best deck of every style")
    build.set_defaults(run=build_decks)
    build.add_argument("--against", nargs="+", metavar="DECK", help="default: the printed decks of that size")
    build.add_argument("--size", type=int, choices=SIZES, default=SIZES[0])
    build.add_argument(
        "--generations", type=int, default=30, help="those kept included: ask for more to go on (default 30)"
    )
    build.add_argument("--oracle", action="store_true", help="let the best deck join the opponents, weighted by Nash")
    add_playing(build, width=None, games=False, fast=(*lab.AGENTS, "learned", "the path of a saved agent"))
    levers = actions.add_parser("levers", help="which reconstructed figures move the balance of the printed pairs most")
    levers.set_defaults(run=analyse_sensitivity)
    add_playing(levers, width=None)
    parsers = [cards, worlds, build, levers]
    for parser in parsers:
        add_own_cards(parser)
    return parsers


# ── Deck lists ───────────────────────────────────────────────────────────────────────────────


def list_decks(arguments: argparse.Namespace) -> None:
    """Print name and size of every printed deck."""
    for deck in load_catalogue(cards=options_of(arguments).get("cards")).decks:
        print(f"{deck.name:<22} {deck.size} cards{', introductory' if deck.introductory else ''}")


def show_deck(arguments: argparse.Namespace) -> None:
    """Print the deck as a deck file that explains itself."""
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
    catalogue = load_catalogue(cards=arguments.cards)
    deck = random_deck(catalogue, arguments.size, arguments.seed)
    print(lab.describe(deck, catalogue), end="")


# ── What plays ───────────────────────────────────────────────────────────────────────────────


def value_cards(arguments: argparse.Namespace) -> None:
    """Replace every card in turn; print what that costs, and how games went that it came early in."""
    bouts = bouts_of(arguments) or card_value.BOUTS
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


def compare_worlds(arguments: argparse.Namespace) -> None:
    """Play two decks; print how the first fares with each World."""
    bouts = bouts_of(arguments) or world_effects.BOUTS
    with playing(arguments) as play:
        how: dict[str, Any] = {"bouts": bouts, "report": play.report(bouts)} | play.how
        found = lab.measure_world_effects(arguments.one, arguments.other, play.agents[0], **how)
    tell(found.text(), found.write(arguments.out))


def build_decks(arguments: argparse.Namespace) -> None:
    """Search for decks, print the best of every style, and write the map."""
    with playing(arguments) as play:

        def report(state: lab.DeckMap, share: float) -> None:
            text = f"generation {state.generation} of {arguments.generations}, {len(state.elites)} styles"
            play.progress(share, state.games, f"{text}, best {100 * state.best:.0f} % while it is chosen by")

        asked = {"size": arguments.size, "generations": arguments.generations, "oracle": arguments.oracle}
        state = lab.search_decks(arguments.against, play.agents[0], **asked, report=report, **play.how)
        catalogue = cast(lab.OpenWorldsSetup, play.setup).catalogue
    tell(state.text(), state.write(catalogue, arguments.out))


def analyse_sensitivity(arguments: argparse.Namespace) -> None:
    """Move every reconstructed figure through its range; print which move the balance of the printed pairs most."""
    bouts = bouts_of(arguments) or sensitivity.BOUTS
    with playing(arguments) as play:

        def report(games: int, share: float) -> None:
            play.progress(share, games)

        found = lab.measure_sensitivity(lab.PAIRS, play.agents[0], bouts=bouts, report=report, **play.how)
    tell(found.text(), found.write(arguments.out), plots=False)
