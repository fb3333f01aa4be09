"""``ow decks``: deck lists, and how strong decks are, measured by playing them.

Below: training/decklab. The first commands list, show, check and draw up decks; the others play.
"""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from ow_env.cards.catalogue import FaultyFile
from ow_env.open_worlds.cards import Deck, load_catalogue
from ow_env.open_worlds.decks import SIZES, as_text, check_deck, load_deck, random_deck
from training import decklab
from training.commands.cards import add_own_cards
from training.decklab import showing
from training.decklab.field import Field, pilot_settings
from training.files import write_csv, write_json
from training.measure.store import Store
from training.measure.workers import Crew, Here, Processes, Ray

STORE = Path("runs/ladder.sqlite")
OUT = Path("runs/decks")


def add_to(commands: Any) -> None:
    """Add ``ow decks``."""
    parser = commands.add_parser(
        "decks",
        help="list, show, check decks; measure how strong they are",
        description="Deck lists, and how strong decks are. A deck is a printed deck's name or a file: plain "
        "text with an entry a line, such as '5x Exploit', or TOML.",
    )
    parser.set_defaults(run=list_decks, cards=None)
    actions = parser.add_subparsers(title="commands", metavar="COMMAND")
    listed = actions.add_parser("list", help="list the printed decks")
    listed.set_defaults(run=list_decks)
    show = actions.add_parser("show", help="a deck's curves, kinds, and what each card is for")
    show.set_defaults(run=show_deck)
    show.add_argument("deck", metavar="DECK", nargs="+", help="a printed deck's name, or a file")
    show.add_argument("--plain", action="store_true", help="only the list")
    check = actions.add_parser("check", help="check a deck file by the rules of OW-1")
    check.set_defaults(run=check_file)
    check.add_argument("file", metavar="FILE", type=Path)
    check.add_argument("--size", type=int, choices=SIZES, help="judge it as a deck of this size")
    draw = actions.add_parser("random", help="a random legal deck")
    draw.set_defaults(run=draw_up)
    draw.add_argument("--size", type=int, choices=SIZES, default=SIZES[0])
    draw.add_argument("--seed", type=int, default=0, help="the same seed, the same deck (default 0)")
    for each in (listed, show, check, draw):
        add_own_cards(each)
    duel = actions.add_parser("duel", help="one deck against another, until it is known well enough")
    duel.set_defaults(run=play_duel)
    duel.add_argument("one", metavar="A", help="the deck whose share of points is told")
    duel.add_argument("other", metavar="B", help="its opponent")
    add_playing(duel, pilots=True)
    duel.add_argument("--other-pilot", metavar="AGENT", help="plays B; both then play both decks")
    cards = actions.add_parser("cards", help="what each card of a deck is worth")
    cards.set_defaults(run=weigh_cards)
    cards.add_argument("deck", metavar="DECK")
    cards.add_argument("--against", nargs="+", metavar="DECK", help="default: the printed decks of its size")
    cards.add_argument("--card", metavar="CARD", help="replace this card only, by all that may come in its place")
    cards.add_argument("--by", default="Outpost", metavar="CARD", help="what replaces a card (default %(default)s)")
    add_playing(cards, width=None, fast=True)
    worlds = actions.add_parser("worlds", help="which Worlds favour which deck")
    worlds.set_defaults(run=weigh_worlds)
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
    build.add_argument(
        "--oracle", action="store_true", help="let the best deck join the opponents, weighted by Nash"
    )
    add_playing(build, width=None, games=False, fast=True)
    balance = actions.add_parser("balance", help="are the printed pairs of decks even, and the seats")
    balance.set_defaults(run=measure_balance)
    add_playing(balance, width=None, pilots=True)
    levers = actions.add_parser("levers", help="which reconstructed figures move that balance most")
    levers.set_defaults(run=move_figures)
    add_playing(levers, width=None)
    calibrate = actions.add_parser(
        "calibrate", help="search reconstructed figures under which the printed pairs are even"
    )
    calibrate.set_defaults(run=search_figures)
    calibrate.add_argument(
        "--generations", type=int, default=30, help="at most, those kept included (default %(default)s)"
    )
    calibrate.add_argument(
        "--teachers", nargs="+", default=[], metavar="AGENT",
        help="those pilots from whose games slower ones are foretold, but in whose hands the pairs need not be even",
    )
    calibrate.add_argument("--start", type=Path, metavar="FILE", help="a card file with the figures to begin with")
    add_playing(calibrate, width=None, pilots=True)
    matrix = actions.add_parser("matrix", help="every deck against every other; who is best in the end")
    matrix.set_defaults(run=play_matrix)
    matrix.add_argument("decks", nargs="*", metavar="DECK", help="default: the printed decks")
    add_playing(matrix)


# ── What all that play have in common ────────────────────────────────────────────────────────


def add_playing(
    parser: argparse.ArgumentParser,
    width: float | None = decklab.WIDTH,
    games: bool = True,
    pilots: bool = False,
    fast: bool = False,
) -> None:
    """Add who plays, how long, and where results go.

    Args:
        parser: of the command.
        width: what it asks of intervals unless told otherwise; None: it plays a settled number.
        games: whether that number can be chosen.
        pilots: whether several may be named, and are compared.
        fast: whether none but the scripted ones can play.
    """
    who: dict[str, Any] = {"default": "expert"}
    if pilots:
        who = {"default": ["expert"], "nargs": "+", "dest": "pilots"}
    parser.add_argument(
        "--pilot",
        **who,
        metavar="AGENT",
        help="who plays both decks: random, builder, raider, expert"
        + (", and no other" if fast else " (fast), or any agent that `ow ladder` takes")
        + (", or several, one after the other" if pilots else "")
        + " (default expert)",
    )
    if width is not None:
        parser.add_argument(
            "--width",
            type=float,
            default=width,
            help="stop when half the 95 %% interval is so narrow (default %(default)s)",
        )
    if games:
        text = "play so many instead, of each two decks" if width is not None else "how many, of each two decks"
        parser.add_argument(
            "--games", type=int, help=f"{text}; rounded up to blocks of 256 bouts (of 16 if not all pilots are fast)"
        )
    parser.add_argument("--seed", type=int, default=1, help="of games and pilots (default 1)")
    parser.add_argument("--threads", type=int, default=0, help="default: one for each core")
    parser.add_argument("--processes", type=int, help="play in so many processes instead of threads")
    parser.add_argument("--ray", nargs="?", const="", metavar="ADDRESS", help="play on a Ray cluster")
    parser.add_argument("--store", type=Path, default=STORE, help="results (default %(default)s)")
    parser.add_argument(
        "--out", type=Path, default=OUT, metavar="FOLDER", help="tables and plots (default %(default)s)"
    )
    add_own_cards(parser)


def crew_of(arguments: argparse.Namespace) -> Crew:
    """Return who plays: threads of this process, processes, or a Ray cluster."""
    for name in ("processes", "threads"):
        value = getattr(arguments, name)
        if value is not None and value < (name == "processes"):
            raise ValueError(f"--{name}: expected a number from 1 up, got {value}")
    if arguments.ray is not None:
        return Ray(arguments.ray or None, arguments.processes)
    count = arguments.processes or 0
    if count == 0 and not is_scripted(arguments) and (os.cpu_count() or 1) > 1:
        count = os.cpu_count() or 1  # agents in Python do not share a process well
    return Processes(count) if count else Here()


def is_scripted(arguments: argparse.Namespace) -> bool:
    """Return whether all pilots are the fast ones."""
    named = getattr(arguments, "pilots", None) or [arguments.pilot]
    return {*named, getattr(arguments, "other_pilot", None) or "expert"} <= set(decklab.TIERS)


@contextmanager
def playing(arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Give what every function that plays takes; say how to go on when it is interrupted."""
    table = Field(arguments.cards)
    refuse(arguments, table)
    progress = showing.Progress()
    try:
        with crew_of(arguments) as crew, Store(arguments.store) as store:
            yield {
                "store": store,
                "crew": crew,
                "threads": arguments.threads,
                "seed": arguments.seed,
                "table": table,
                "report": progress.duels,
            }
    except KeyboardInterrupt:
        progress.close()
        print(f"stopped: what was played is in {arguments.store}; the same command goes on", file=sys.stderr)
        raise SystemExit(130) from None
    finally:
        progress.close()


def refuse(arguments: argparse.Namespace, table: Field) -> None:
    """Refuse decks, pilots and a folder that will not do, before anything is made or played."""
    named = vars(arguments)
    decks = [named[word] for word in ("one", "other", "deck") if word in named]
    for deck in [*decks, *(named.get("decks") or ()), *(named.get("against") or ())]:
        table.deck(deck)
    for pilot in {*named.get("pilots", ()), named.get("pilot"), named.get("other_pilot")} - {None, *decklab.TIERS}:
        pilot_settings(table, pilot, table.catalogue.decks[0])
    try:
        arguments.out.mkdir(parents=True, exist_ok=True)
        if not os.access(arguments.out, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise ValueError(f"--out: {arguments.out} cannot be written to: {error.strerror}") from None


def progress_of(how: dict[str, Any]) -> showing.Progress:
    """Return the line of progress behind what `playing` gave."""
    return cast(showing.Progress, how["report"].__self__)


def share_of(report: Any, bouts: int) -> Any:
    """Return a report that says how many of a settled number of bouts have been played."""
    progress = report.__self__

    def settled(duels: Sequence[Any]) -> None:
        played = sum(min(state.bouts, bouts) for state in duels)
        progress(played / (bouts * len(duels)), sum(state.games for state in duels))

    return settled


def bouts_of(arguments: argparse.Namespace, games_a_bout: int = 2) -> int | None:
    """Return how many bouts ``--games`` asks for."""
    if arguments.games is None:
        return None
    if arguments.games < 1:
        raise ValueError(f"--games: expected a number from 1 up, got {arguments.games}")
    return int(-(-arguments.games // games_a_bout))


# ── Deck lists ───────────────────────────────────────────────────────────────────────────────


def list_decks(arguments: argparse.Namespace) -> None:
    """Print name and size of every printed deck."""
    for deck in load_catalogue(cards=arguments.cards).decks:
        print(f"{deck.name:<22} {deck.size} cards{', introductory' if deck.introductory else ''}")


def show_deck(arguments: argparse.Namespace) -> None:
    """Print the deck as a deck file that explains itself."""
    catalogue = load_catalogue(cards=arguments.cards)
    deck = load_deck(" ".join(arguments.deck), catalogue)
    unknown = [name for name, _ in deck.cards if name not in catalogue.card_ids]
    if arguments.plain or unknown:  # `check` says what is wrong with it
        print(as_text(deck), end="")
    else:
        print(decklab.describe(deck, catalogue), end="")


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
    print(decklab.describe(deck, catalogue), end="")


# ── Playing ──────────────────────────────────────────────────────────────────────────────────


def play_duel(arguments: argparse.Namespace) -> None:
    """Play two decks against each other and say how strong the first is, in the hands of each pilot."""
    pilots = arguments.pilots
    if len(pilots) > 1 and arguments.other_pilot:
        raise ValueError("--other-pilot: goes with one --pilot, not with several")
    other = arguments.other_pilot or pilots[0]
    bouts = bouts_of(arguments, 2 if other == pilots[0] else 4)
    with playing(arguments) as how:
        if bouts:
            how["report"] = share_of(how["report"], bouts)
        how |= {"width": arguments.width, "bouts": bouts}
        if len(pilots) > 1:
            states = decklab.by_pilots(arguments.one, arguments.other, pilots, **how)
        else:
            states = [decklab.duel(arguments.one, arguments.other, pilots[0], arguments.other_pilot, **how)]
    settled = bouts is not None
    rows = [showing.duel_row(state) for state in states]
    write_csv(arguments.out / "duel.csv", rows)
    write_json(arguments.out / "duel.json", rows)
    print(showing.duel_text(states[0], settled) if len(states) == 1 else showing.pilots_text(states, settled))
    print(f"\nwritten to {arguments.out}: duel.csv, duel.json")


def play_matrix(arguments: argparse.Namespace) -> None:
    """Play every deck against every other; print the matrix and write tables and plots."""
    with playing(arguments) as how:
        bouts = bouts_of(arguments)
        if bouts:
            how["report"] = share_of(how["report"], bouts)
        decks = arguments.decks or decklab.printed(how["table"].catalogue)
        meta = decklab.matrix(decks, arguments.pilot, width=arguments.width, bouts=bouts, **how)
    tell(decklab.matrix_text(meta), decklab.write_matrix(meta, arguments.out))


def tell(text: str, written: list[Path]) -> None:
    """Print what came out and which files have been written: before, for a reader such as `head` may leave early."""
    print(text)
    print(f"\nwritten to {written[0].parent}: {', '.join(path.name for path in written)}")
    if not any(path.suffix == ".png" for path in written):
        print("no plots: matplotlib is not installed (pip install 'open-worlds-env[train]')")


def weigh_cards(arguments: argparse.Namespace) -> None:
    """Replace every card in turn; print what that costs, and how games went that it came early in."""
    bouts = bouts_of(arguments) or decklab.CARD_BOUTS
    common = {"against": arguments.against, "bouts": bouts}
    with playing(arguments) as how:
        progress = progress_of(how)
        how["report"] = share_of(how["report"], bouts)
        found = decklab.cards(
            arguments.deck, arguments.pilot, card=arguments.card, by=arguments.by, **common, **how
        )
        seen = []
        if arguments.card is None:
            again = {key: how[key] for key in ("seed", "table", "crew", "threads")}
            common["bouts"] = found.share.bouts  # the very games above
            seen = decklab.noted(arguments.deck, arguments.pilot, **common, **again, report=progress)
    rows, out = showing.card_rows(found), arguments.out
    data = {"replaced": rows, "came early": showing.noted_rows(seen)}
    labels = [f"{row['card']} (not {row['replaced by']})" for row in rows]
    axis = "what the card adds to the share of points, points of per cent [95 %]"
    title = f"{found.deck.name} against {', '.join(found.opponents)}; {found.pilot}, seed {found.seed}"
    written = showing.write_ranked(out, "cards", rows, data, labels, "worth", axis, title)
    tell(showing.cards_text(found, seen), written)


def weigh_worlds(arguments: argparse.Namespace) -> None:
    """Play two decks; print how the first fares with each World."""
    bouts = bouts_of(arguments) or decklab.WORLD_BOUTS
    with playing(arguments) as how:
        how["report"] = share_of(how["report"], bouts)
        found = decklab.worlds(arguments.one, arguments.other, arguments.pilot, bouts=bouts, **how)
    rows = showing.world_rows(found)
    labels = [row["world"] for row in rows]
    setting = found.duel.setting
    axis = f"change of the share of {setting.one.name}, points of per cent [95 %]"
    title = f"{setting.one.name} against {setting.other.name}; {setting.pilot}, seed {setting.seed}"
    written = showing.write_ranked(arguments.out, "worlds", rows, rows, labels, "change", axis, title)
    tell(showing.worlds_text(found), written)


def build_decks(arguments: argparse.Namespace) -> None:
    """Search for decks, print the best of every style, and write the map."""
    with playing(arguments) as how:
        progress = progress_of(how)

        def report(state: decklab.Map, share: float) -> None:
            text = f"generation {state.generation} of {arguments.generations}, {len(state.elites)} styles"
            progress(share, state.games, f"{text}, best {100 * state.best:.0f} % while it is chosen by")

        how["report"] = report
        state = decklab.build(
            arguments.against,
            arguments.pilot,
            size=arguments.size,
            generations=arguments.generations,
            oracle=arguments.oracle,
            **how,
        )
        catalogue = how["table"].catalogue
    tell(showing.map_text(state), showing.write_map(state, catalogue, arguments.out))


def move_figures(arguments: argparse.Namespace) -> None:
    """Move every reconstructed figure through its range; print which move the balance of the printed pairs most."""
    bouts = bouts_of(arguments) or decklab.LEVER_BOUTS
    with playing(arguments) as how:
        progress = how["report"].__self__
        how["report"] = lambda games, share: progress(share, games)
        found = decklab.levers(decklab.PAIRS, arguments.pilot, bouts=bouts, **how)
    print(showing.levers_text(found))
    rows = showing.lever_rows(found)
    write_csv(arguments.out / "levers.csv", rows)
    write_json(arguments.out / "levers.json", rows)
    print(f"\nwritten to {arguments.out}: levers.csv, levers.json")


def measure_balance(arguments: argparse.Namespace) -> None:
    """Play the printed pairs and print how even they are, the seats, and how long games last."""
    bouts = bouts_of(arguments) or decklab.BALANCE_BOUTS
    with playing(arguments) as how:
        how["report"] = share_of(how["report"], bouts)
        duels = [
            state for pilot in arguments.pilots for state in decklab.balance(decklab.PAIRS, pilot, bouts=bouts, **how)
        ]
        catalogue = how["table"].catalogue
    print(showing.balance_text(duels, catalogue))
    rows = showing.balance_rows(duels)
    write_csv(arguments.out / "balance.csv", rows)
    write_json(arguments.out / "balance.json", rows)
    print(f"\nwritten to {arguments.out}: balance.csv, balance.json")


def search_figures(arguments: argparse.Namespace) -> None:
    """Search reconstructed figures, and write them as a card file of their own."""
    with playing(arguments) as how:
        progress = how["report"].__self__

        def report(state: decklab.Calibration, share: float) -> None:
            text = f"generation {state.generation} of at most {arguments.generations}, {len(state.figures)} figures"
            progress(share, state.games, f"{text} moved, shares expected within {100 * state.worst:.1f} points of even")

        how["report"] = report
        bouts = bouts_of(arguments) or decklab.BALANCE_BOUTS
        state = decklab.calibrate(
            decklab.PAIRS,
            arguments.pilots,
            generations=arguments.generations,
            bouts=bouts,
            start=arguments.start,
            teachers=arguments.teachers,
            **how,
        )
        catalogue = how["table"].catalogue
    print(showing.calibration_text(state, catalogue))
    written = showing.write_calibration(state, catalogue, arguments.out)
    print(f"\nwritten to {arguments.out}: {', '.join(path.name for path in written)}")
