"""What `hide` deals, and how often: each outcome as often as counting all deals by hand says (OW-7).

Each row is a small position. All deals of one's hidden cards that fit what everybody knows are listed here, in plain
Python and from the rules alone, and each counts the same. Uncompiled, `hide` is led through every sequence of numbers
that chance could give it, so that the chances of its outcomes are exact fractions; compiled, it draws some thousand
times under a fixed seed. Both have to agree with the list, in every part of the position.
"""

from __future__ import annotations

import json
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ow_env.compiled.jit import PURE
from ow_env.core import Batch
from ow_env.core.rng import RNG, start
from ow_env.open_worlds.cards import Catalogue, Type, load_catalogue
from ow_env.open_worlds.game import OpenWorlds
from ow_env.open_worlds.rules import flow, hide as hide_rules
from ow_env.open_worlds.rules.piles import add
from tests.open_worlds.scenario import Table, position_of
from tests.scenarios import SEATS, actions_of

Odds = dict[str, Fraction]  # by what the position says: how likely it is
Position = dict[str, Any]  # as the game writes it
DRAWS = 20_000  # of each row, compiled
ODD_CARDS = Path(__file__).with_name("odd_cards.toml")  # with Utilities no printed deck has
AUTOMATED = ("Auto Assault 10", "Auto Assault 14", "Fallout Raid")


@dataclass(frozen=True)
class Case:
    """One row: the rule it shows, the position, and what its players know of each other.

    Attributes:
        behind: what opponents do behind a simultaneous Step, or choose unseen; it has to be undone.
        own: what the viewer has done before that, which stays.
        answers: the cards one of which an opponent who is asked must hold.
        beside: where the only answer is Light Brigade, one of these must be beside it.
        face_up: what is staged has been revealed.
        cards: there are no others, and they are numbered as they stand here; closed decklists are made up of them.
        in_sight: which of these lie open.
        left_out: which of these introductory decks leave out.
    """

    rule: str
    before: str
    viewer: int = 0
    players: int = 2
    own: str = ""
    behind: str = ""
    asked: int = -1
    answers: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    face_up: bool = False
    cards: tuple[str, ...] = ()
    in_sight: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.rule


CASES = [
    Case(
        "OW-7.1 hand and Deck",
        "move | open decklists | Koti: you Scout | Maail | foe: hand Outpost, City 12 | deck City 10, Exploit",
    ),
    Case(
        "OW-7.1 copies of a card are dealt as cards, not as kinds",
        "move | open decklists | Koti: you Scout | Maail | foe: hand 2x Outpost | deck 2x Outpost, Exploit",
    ),
    Case(
        "OW-7.1 the Trash Heap that lies face down, but not what was Trashed openly",
        "move | open decklists | Koti: you Scout | Maail | foe: hand Outpost | trash City 12, Exploit"
        " | deck City 10 | wreck City 15",
    ),
    Case(
        "OW-S.1 cards face down at two Worlds",
        "move | open decklists | Koti: you Scout | foe stage Outpost | Maail | Graense: foe stage City 12"
        " | foe: hand Exploit | deck City 10",
    ),
    Case(
        "OW-R.1 what is staged lies open after Reveal",
        "move | open decklists | Koti: you Scout, stage Quarry | foe stage Outpost | Maail: foe stage Striker"
        " | foe: hand Exploit | deck City 10, Troops 10 | trash Kite",
        own="you: pass",
        face_up=True,
    ),
    Case(
        "OW-S.1 of two cards at a World one is Automated",
        "move | open decklists | Koti: you Scout | foe Robot Factory, stage Auto Assault 10, Exploit | Maail"
        " | foe: hand Auto Assault 14 | deck City 10",
    ),
    Case(
        "OW-S.1 of two cards at a World the Automated one may have either place",
        "move | open decklists | Koti: you Scout | foe Robot Factory, stage Auto Assault 10, Solar Flare | Maail"
        " | foe: hand Exploit | deck City 10",
    ),
    Case(
        "OW-S.1 two at one World and one at another",
        "move | open decklists | Koti: you Scout | foe stage Exploit"
        " | Maail: foe Robot Factory, stage Fallout Raid, Auto Assault 10 | foe: deck City 10, Outpost",
    ),
    Case(
        "OW-7.3 a card that was seen returning is anywhere but in the Deck",
        "move | open decklists | Koti: you Scout | foe stage Outpost | Maail | foe: hand Exploit | trash Striker"
        " | deck City 10 | seen Striker",
    ),
    Case(
        "OW-7.3 of three Exploits one is known to be out of the Deck, any of them",
        "move | open decklists | Koti: you Scout | foe stage Exploit | Maail | foe: hand Exploit"
        " | deck City 10, Exploit | seen Exploit",
    ),
    Case(
        "OW-7.3 of four Exploits two are known to be out of the Deck, and a City",
        "move | open decklists | Koti: you Scout | Maail | foe: hand 2x Exploit, City 10, Outpost | deck Exploit"
        " | seen 2x Exploit, City 10",
    ),
    Case(
        "OW-7.3 of two Exploits one is known to be out of the Deck, and an Outpost",
        "move | open decklists | Koti: you Scout | Maail | foe: hand Exploit, Outpost | trash Exploit"
        " | deck City 10 | seen Outpost, Exploit",
    ),
    Case(
        "OW-7.3 after Reveal what is known is in the hand or thrown away",
        "move | open decklists | Koti: you Scout, stage Quarry | foe stage Exploit | Maail"
        " | foe: hand Exploit, Outpost | deck Striker | trash Exploit | seen 2x Exploit",
        own="you: pass",
        face_up=True,
    ),
    Case(
        "OW-6.4 who is asked in a window has a Utility for it",
        "stage | priority foe | open decklists | Koti: you Striker | foe Striker"
        " | foe: hand False Alert, Outpost | deck City 10, Adjust",
        asked=1,
        answers=("False Alert",),
    ),
    Case(
        "OW-6.4 one of two Utilities is enough, and both may be there",
        "stage | priority foe | open decklists | Koti: you Striker | foe Striker, stage Outpost"
        " | foe: hand False Alert, Exploit | deck Adjust",
        asked=1,
        answers=("False Alert", "Adjust"),
    ),
    Case(
        "OW-6.10 Adjust needs another card in hand",
        "move | priority foe | open decklists | Koti: foe Scout, stage City 12 | foe: hand Adjust, Outpost"
        " | deck City 10",
        asked=1,
        answers=("Adjust",),
    ),
    Case(
        "OW-6.3 who is asked for a reaction has one",
        "stage | open decklists | Koti: you Striker | foe Striker | hand False Alert"
        " | foe: hand Espionage, Outpost | deck City 10, Exploit",
        own="you: play False Alert",
        asked=1,
        answers=("Espionage",),
    ),
    Case(
        "OW-3.1 who is asked on the FINAL TURN holds a Prohibited card",
        "stage | turn 5 | final turn | priority foe | open decklists | Koti: you Striker | foe Striker"
        " | foe: hand Suck Dry, Outpost | deck City 10, Fallout Raid",
        asked=1,
        answers=("Suck Dry", "Fallout Raid"),
    ),
    Case(
        "OW-6.14 Light Brigade needs a Ground Force beside it",
        "resolve | priority foe | open decklists | Koti: you City 12 | foe City 12"
        " | foe: hand Light Brigade, Troops 10 | deck Outpost, Troops 12",
        asked=1,
        answers=("Light Brigade",),
        beside=("Troops 10", "Troops 12"),
        face_up=True,
    ),
    Case(
        "OW-6.7 who is asked which Ground Force to put down has one",
        "resolve | priority foe | open decklists | Koti: you City 12 | foe City 12"
        " | foe: hand Light Brigade, Troops 10, Troops 15 | deck Outpost, Exploit",
        own="foe: play Light Brigade",
        asked=1,
        answers=("Troops 10", "Troops 15"),
        face_up=True,
    ),
    Case(
        "OW-6.14 who has played Light Brigade has a Ground Force, also while another may react",
        "resolve | priority foe | open decklists | Koti: you City 12 | foe City 12 | hand Espionage"
        " | foe: hand Light Brigade, Troops 10, Outpost | deck Troops 15, Exploit",
        own="foe: play Light Brigade",
        asked=1,
        answers=("Troops 10", "Troops 15"),
        face_up=True,
    ),
    Case(
        "OW-6.16 who is asked as all are may have no answer",
        "stage | priority foe | ask public | open decklists | Koti: you Striker | foe Striker"
        " | foe: hand False Alert, Outpost | deck City 10",
    ),
    Case(
        "OW-6.16 who has played Light Brigade has a Ground Force, even where all are asked",
        "resolve | priority foe | ask public | open decklists | Koti: you City 12 | foe City 12"
        " | foe: hand Light Brigade, Troops 10, Outpost | deck Exploit",
        own="foe: play Light Brigade",
        asked=1,
        answers=("Troops 10",),
        face_up=True,
    ),
    Case(
        "OW-6.7 by which card Adjust has replaced another is not seen",
        "move | priority foe | open decklists | Koti: foe Robot Factory, stage Auto Assault 10, Outpost | Maail"
        " | hand Quarry | foe: hand Adjust, Exploit, Auto Assault 14",
        own="foe: play Adjust",
        behind="foe: stage Auto Assault 14 @ Koti",
    ),
    Case(
        "OW-6.7 by which card one has replaced another oneself is known",
        "move | open decklists | Koti: you Robot Factory, stage Auto Assault 10, Outpost | Maail"
        " | hand Adjust, Exploit, Auto Assault 14 | foe: hand Exploit | deck City 10",
        own="you: play Adjust; you: stage Auto Assault 14 @ Koti",
    ),
    Case(
        "OW-1.3 what is put away while all adjust their hands is not seen",
        "adjust | turn 0 | open decklists | Koti | hand Quarry, Kite | deck Outpost | foe: hand Outpost, Exploit"
        " | deck City 10",
        own="you: discard Kite",
        behind="foe: discard Exploit",
    ),
    Case(
        "OW-1.3 who has put the only card away, and who has none",
        "adjust | turn 0 | open decklists | Koti | hand Quarry, Kite | deck Outpost | foe: hand Outpost"
        " | deck City 10 | third: deck City 12",
        players=3,
        behind="foe: discard Outpost",
    ),
    Case(
        "OW-1.3 who is done is not seen to be",
        "adjust | turn 0 | open decklists | Koti | hand Quarry, Kite | deck Outpost | foe: hand Outpost, Exploit"
        " | deck City 10",
        behind="foe: pass",
    ),
    Case(
        "OW-S.2 who has staged all is not seen to have",
        "stage | open decklists | Koti: you Scout | Maail | hand Quarry | foe: hand Outpost | deck City 10",
        behind="foe: stage Outpost @ Koti",
    ),
    Case(
        "OW-S.2 who has staged all, and who has nothing to stage",
        "stage | open decklists | Koti: you Scout | Maail | hand Quarry | foe: hand Outpost | deck City 10"
        " | third: deck City 12",
        players=3,
        behind="foe: stage Outpost @ Koti",
    ),
    Case(
        "OW-S.2 what is staged at once is staged unseen",
        "stage | open decklists | Koti: you Scout | Maail | hand Quarry | foe: hand Outpost, Exploit | deck City 10",
        own="you: stage Quarry @ Koti",
        behind="foe: stage Exploit @ Koti",
    ),
    Case(
        "OW-S.2 in the book's order it is seen that a card lies there",
        "stage | priority foe | stage in order | open decklists | Koti: you Scout | Maail"
        " | foe: hand Outpost, Exploit | deck City 10",
        own="foe: stage Exploit @ Koti",
    ),
    Case(
        "OW-7.1 two players, the second",
        "move | priority foe | open decklists | Koti: foe Scout, stage City 15 | Maail: you stage Outpost"
        " | hand City 12 | trash Striker | deck City 10 | foe: hand Quarry, Kite | trash Lancer | deck City 20",
        viewer=1,
    ),
    Case(
        "OW-6.4 who is not asked need not have an answer",
        "stage | priority foe | open decklists | Koti: you Striker | foe Striker | hand Outpost"
        " | deck False Alert, City 10 | foe: hand False Alert",
        viewer=1,
    ),
    Case(
        "OW-7.1 three players, the first",
        "move | open decklists | Koti: you Scout | Maail | hand Quarry | deck City 15 | foe: hand Outpost"
        " | deck City 10, Exploit | third: hand Striker | deck City 12, Kite",
        players=3,
    ),
    Case(
        "OW-7.1 three players, the second",
        "move | priority foe | open decklists | Koti: foe Scout | third stage City 12 | Maail | hand Quarry"
        " | deck City 15 | foe: hand Outpost | deck City 10, Exploit | third: hand Striker | deck Kite",
        players=3,
        viewer=1,
    ),
    Case(
        "OW-7.1 three players, the third",
        "move | priority third | open decklists | Koti: third Scout | Maail | trash Quarry | deck City 15"
        " | foe: hand Outpost | deck City 10, Exploit | third: hand Striker | deck City 12, Kite",
        players=3,
        viewer=2,
    ),
    *(
        Case(
            f"OW-7.1 four players, seat {viewer}",
            "move | open decklists | Koti: you Scout | Maail | hand Quarry | deck City 15 | foe: hand Outpost"
            " | deck City 10 | third: hand Striker | deck City 12 | fourth: hand Lancer | deck City 20",
            players=4,
            viewer=viewer,
        )
        for viewer in range(4)
    ),
]


FEW = ("Outpost", "Exploit", "City 10", "City 12", "Striker")

CLOSED = [
    Case(
        "OW-7.2 any card but those in sight, one in five an Outpost or Exploit",
        "move | Koti: you Striker | foe City 12, Exploit | Maail | foe: hand City 10 | deck Exploit",
        cards=FEW,
        in_sight=("City 12", "Exploit"),
    ),
    Case(
        "OW-7.2 what was Trashed openly is in sight, and an indicator",
        "move | Koti: you Striker | under Suck Dry (foe's) | Maail | foe: hand Outpost | deck Outpost | wreck City 12",
        cards=(*FEW, "Suck Dry"),
        in_sight=("City 12", "Suck Dry"),
    ),
    Case(
        "OW-7.2 a card that another has Conquered is its owner's",
        "move | Koti: you City 12 (foe's), Striker | Maail | foe: hand Outpost",
        cards=FEW,
        in_sight=("City 12",),
    ),
    Case(
        "OW-7.2 what has been revealed is in sight",
        "move | Koti: you Striker, stage City 12 | foe stage City 10 | Maail: foe stage Striker"
        " | foe: hand Outpost | deck Outpost",
        own="you: pass",
        face_up=True,
        cards=FEW,
        in_sight=("City 10", "Striker"),
    ),
    Case(
        "OW-7.3 a card that was seen returning is among the made-up ones",
        "move | Koti: you Striker | Maail | foe: hand City 10 | deck Outpost | seen City 10",
        cards=FEW,
    ),
    Case(
        "OW-7.3 an Outpost was seen returning, and there may be more",
        "move | Koti: you Striker | Maail | foe: hand Outpost, City 10 | deck Outpost | seen Outpost",
        cards=("Outpost", "City 10", "Striker"),
    ),
    Case(
        "OW-1.1 where all others are in sight, what is left is an Outpost or Exploit",
        "move | Koti: you Striker | Maail | foe: hand Outpost | deck Exploit | wreck City 10, City 12, Striker",
        cards=FEW,
        in_sight=("City 10", "City 12", "Striker"),
    ),
    Case(
        "OW-S.1 of two made-up cards at a World one is Automated",
        "move | Koti: you Striker | foe Robot Factory, stage Auto Assault 10, City 10 | Maail",
        cards=("Outpost", "City 10", "Robot Factory", "Striker", "Auto Assault 10", "Auto Assault 14"),
        in_sight=("Robot Factory",),
    ),
    Case(
        "OW-6.4 for who is asked in a window a Utility is made up",
        "stage | priority foe | Koti: you Striker | foe Striker | foe: hand False Alert | deck Outpost",
        asked=1,
        answers=("False Alert",),
        cards=("Outpost", "Striker", "Troops 10", "Troops 12", "False Alert"),
        in_sight=("Striker",),
    ),
    Case(
        "OW-6.14 with Light Brigade a Ground Force is made up",
        "resolve | priority foe | Koti: you City 12 | foe City 12 | foe: hand Light Brigade, Troops 10",
        asked=1,
        answers=("Light Brigade",),
        beside=("Troops 10", "Troops 12", "Auto Assault 10"),
        face_up=True,
        cards=("Outpost", "City 12", "Troops 10", "Troops 12", "Auto Assault 10", "Light Brigade"),
        in_sight=("City 12",),
    ),
    Case(
        "OW-6.14 with Light Brigade a Ground Force is made up, also while another may react",
        "resolve | priority foe | Koti: you City 12 | foe City 12 | hand Espionage"
        " | foe: hand Light Brigade, Troops 10, Outpost",
        own="foe: play Light Brigade",
        asked=1,
        answers=("Troops 10", "Troops 12", "Auto Assault 10"),
        face_up=True,
        cards=("Outpost", "City 12", "Troops 10", "Troops 12", "Auto Assault 10", "Light Brigade", "Espionage"),
        in_sight=("City 12", "Light Brigade"),
    ),
    Case(
        "OW-6.8 a Utility that is being played is in sight, and no answer to itself",
        "stage | Koti: you Striker | foe Striker | hand False Alert | foe: hand Espionage, Outpost",
        own="you: play False Alert",
        asked=1,
        answers=("Espionage",),
        cards=("Outpost", "Striker", "Troops 10", "Troops 12", "False Alert", "Espionage"),
        in_sight=("Striker",),
    ),
    Case(
        "OW-6.8 a Utility that is being played is in sight for whom it belongs to",
        "stage | priority foe | Koti: you Striker | foe Striker | hand Espionage | foe: hand False Alert, Outpost",
        own="foe: play False Alert",
        cards=("Outpost", "City 10", "Striker", "False Alert", "Espionage"),
        in_sight=("Striker", "False Alert"),
    ),
    Case(
        "OW-7.2 what lies open of another's deck tells nothing",
        "move | Koti: you City 12, Striker | under Suck Dry | Maail | wreck City 10 | foe: hand Outpost",
        cards=(*FEW, "Suck Dry"),
    ),
    Case(
        "OW-7.2 two players, the second",
        "move | priority foe | Koti: you City 12 | foe Scout | Maail | hand Outpost | trash Scout | foe: hand City 12",
        viewer=1,
        cards=("Outpost", "City 12", "Scout"),
        in_sight=("City 12",),
    ),
    Case(
        "OW-6.4 for who is not asked no answer is made up",
        "stage | priority foe | Koti: you Striker | foe Striker | hand City 10 | foe: hand False Alert",
        viewer=1,
        cards=("Outpost", "City 10", "Striker", "False Alert"),
        in_sight=("Striker",),
    ),
    Case(
        "OW-1.5 an introductory deck has no card that such decks leave out",
        "move | introductory | Koti: you Striker | Maail | foe: hand City 10 | deck Outpost",
        cards=("Outpost", "City 10", "Garrison", "Striker", "Titan"),
        left_out=("Garrison", "Titan"),
    ),
    Case(
        "OW-S.1 an Automated card that lies open is not the one of two",
        "move | Koti: you Scout | foe Robot Factory, stage Auto Assault 10, City 10 | Maail"
        " | foe: wreck Auto Assault 14",
        cards=("Outpost", "City 10", "Robot Factory", "Scout", "Auto Assault 10", "Auto Assault 14", "Fallout Raid"),
        in_sight=("Robot Factory", "Auto Assault 14"),
    ),
    Case(
        "OW-S.1 where an Automated card is known to be there no other has to be",
        "move | Koti: you Scout | foe Robot Factory, stage Auto Assault 10, City 10 | Maail"
        " | foe: seen Auto Assault 10",
        cards=("Outpost", "City 10", "Robot Factory", "Scout", "Auto Assault 10", "Auto Assault 14"),
        in_sight=("Robot Factory",),
    ),
    Case(
        "OW-6.4 one answer is enough, though there are two",
        "resolve | priority foe | Koti: you City 12, Quarry | foe City 12 | foe: hand Sabotage | deck Outpost",
        asked=1,
        answers=("Coup", "Sabotage"),
        face_up=True,
        cards=("Outpost", "City 12", "Quarry", "Coup", "Sabotage"),
        in_sight=("City 12",),
    ),
    Case(
        "OW-6.4 the first card of the catalogue may be the answer",
        "stage | priority foe | Koti: you Striker | foe Striker | foe: hand False Alert | deck Outpost",
        asked=1,
        answers=("False Alert",),
        cards=("False Alert", "Outpost", "City 10", "Striker"),
        in_sight=("Striker",),
    ),
    Case(
        "OW-6.10 who holds one card has not been asked for Adjust",
        "stage | priority foe | Koti: foe stage Outpost | foe: hand False Alert",
        asked=1,
        answers=("False Alert",),
        cards=("Outpost", "City 10", "Adjust", "False Alert"),
    ),
    Case(
        "OW-6.14 with Light Brigade one Ground Force is made up, and not two",
        "resolve | priority foe | Koti: you City 12 | foe City 12 | foe: hand Light Brigade, Troops 10 | deck Outpost",
        asked=1,
        answers=("Light Brigade",),
        beside=("Troops 10", "Troops 12"),
        face_up=True,
        cards=("Outpost", "City 12", "Troops 10", "Troops 12", "Light Brigade"),
        in_sight=("City 12",),
    ),
    Case(
        "OW-6.14 with Light Brigade a Ground Force is made up, whatever is known beside",
        "resolve | priority foe | Koti: you City 12 | foe City 12 | foe: hand Light Brigade, Troops 10, Outpost"
        " | seen Outpost",
        asked=1,
        answers=("Light Brigade",),
        beside=("Troops 10", "Troops 12"),
        face_up=True,
        cards=("Outpost", "City 12", "Troops 10", "Troops 12", "Light Brigade"),
        in_sight=("City 12",),
    ),
    Case(
        "OW-6.14 who may draw has a Deck to draw from, though it is being made up",
        "stage | priority foe | Koti: you Striker | foe Striker | foe: hand Early Plans | deck Outpost",
        asked=1,
        answers=("Early Plans",),
        cards=("Outpost", "City 10", "Striker", "Early Plans"),
        in_sight=("Striker",),
    ),
]


# ── What should come out ─────────────────────────────────────────────────────────────────────────


def expected(case: Case) -> Odds:
    """List what could lie where, from the rules, each deal of the cards counting the same."""
    base = table_of(case, behind=False).position()
    each = [
        {json.dumps(mine): Fraction(1)} if seat == case.viewer else deals_of(case, seat, mine)
        for seat, mine in enumerate(base["players"])
    ]
    found: Odds = {}
    for outcomes in product(*(odds.items() for odds in each)):
        players = [json.loads(text) for text, _ in outcomes]
        found[written(base | {"players": players})] = math.prod(odds for _, odds in outcomes)
    return found


def deals_of(case: Case, seat: int, player: Position) -> Odds:
    """Deal one player's hidden cards in every way and leave out what can't be."""
    there = {} if case.face_up else player["staged"]
    hidden = [(world, k) for world, cards in there.items() for k in range(len(cards))]
    staged = [card for cards in there.values() for card in cards]
    cards = (*player["hand"], *player["trash"], *staged, *player["deck"])
    odds: Odds = defaultdict(Fraction)
    for pool, share in made_up(case, seat, player, cards).items():
        counts: Counter[str] = Counter()
        for order in permutations(pool):
            dealt = laid_out(player, list(order), hidden)
            if may_be(case, seat, dealt):
                counts[json.dumps(in_order(dealt))] += 1
        for text, count in counts.items():
            odds[text] += share * Fraction(count, counts.total())
    return odds


def laid_out(player: Position, cards: list[str], hidden: list[tuple[str, int]]) -> Position:
    """Lay cards, in this order, where the player has cards that are hidden."""
    dealt = deepcopy(player)
    for pile in ("hand", "trash"):
        dealt[pile], cards = cards[: len(player[pile])], cards[len(player[pile]) :]
    for world, k in hidden:
        dealt["staged"][world][k], *cards = cards
    dealt["deck"] = cards
    return dealt


UNLIMITED = ("Outpost", "Exploit")  # of which a deck may hold any number


def made_up(case: Case, seat: int, player: Position, cards: tuple[str, ...]) -> dict[tuple[str, ...], Fraction]:
    """Return which cards may be hidden, and how likely that is made up: with open decklists those that are."""
    if "open decklists" in case.before:
        return {cards: Fraction(1)}
    pools = {tuple(sorted(player["seen"])): Fraction(1)}
    pairs = 0 if case.face_up else sum(len(there) == 2 for there in player["staged"].values())
    needed = [(AUTOMATED, pairs)]
    if seat == case.asked:
        needed += [(case.answers, 1), (case.beside, 1)]
    for kinds, least in needed:
        for _ in range(least):
            pools = spread(pools, lambda pool, k=kinds, n=least: one_of(case, pool, k) if lacks(pool, k, n) else {})
    while any(len(pool) < len(cards) for pool in pools):
        pools = spread(pools, lambda pool: any_one(case, pool) if len(pool) < len(cards) else {})
    return pools


def lacks(pool: tuple[str, ...], kinds: tuple[str, ...], least: int) -> bool:
    """Are there fewer of these among the cards than are needed?"""
    return sum(card in kinds for card in pool) < least


def spread(
    pools: dict[tuple[str, ...], Fraction], more: Callable[[tuple[str, ...]], dict[str, Fraction]]
) -> dict[tuple[str, ...], Fraction]:
    """Add a card to each set of cards, each with the odds it has; to some, none."""
    found: dict[tuple[str, ...], Fraction] = defaultdict(Fraction)
    for pool, share in pools.items():
        cards = more(pool)
        if not cards:
            found[pool] += share
        for card, odds in cards.items():
            found[tuple(sorted((*pool, card)))] += share * odds
    return dict(found)


def one_of(case: Case, pool: tuple[str, ...], kinds: tuple[str, ...]) -> dict[str, Fraction]:
    """Return the cards of these kinds that the deck could hold beside others: each as likely."""
    fitting = [card for card in case.cards if card in kinds and could_hold(case, pool, card)]
    return {card: Fraction(1, len(fitting)) for card in fitting}


def any_one(case: Case, pool: tuple[str, ...]) -> dict[str, Fraction]:
    """Return the cards that the deck could hold beside others: one in five is of those it may hold many of."""
    fitting = [card for card in case.cards if could_hold(case, pool, card)]
    many = [card for card in fitting if card in UNLIMITED]
    single = [card for card in fitting if card not in UNLIMITED]
    shares = (Fraction(1, 5), Fraction(4, 5)) if many and single else (Fraction(1), Fraction(1))
    return {card: share / len(some) for some, share in zip((many, single), shares, strict=True) for card in some}


def could_hold(case: Case, pool: tuple[str, ...], card: str) -> bool:
    """Could the deck hold another copy of a card (OW-1.1, OW-1.5)?"""
    return card not in case.left_out and (card in UNLIMITED or card not in (*case.in_sight, *pool))


def may_be(case: Case, seat: int, dealt: Position) -> bool:
    """Tell whether a deal fits what everybody knows."""
    hand = Counter(dealt["hand"])
    outside = hand + Counter(dealt["trash"])
    if not case.face_up:
        for cards in dealt["staged"].values():
            outside += Counter(cards)
            if len(cards) == 2 and not set(cards) & set(AUTOMATED):
                return False
    if not Counter(dealt["seen"]) <= outside:
        return False
    return seat != case.asked or has_answer(case, hand)


def has_answer(case: Case, hand: Counter[str]) -> bool:
    """Tell whether somebody who is asked could answer from this hand."""
    held = {answer for answer in case.answers if hand[answer]}
    if held == {"Light Brigade"}:
        return any(hand[force] for force in case.beside)
    return bool(held)


# ── What comes out ───────────────────────────────────────────────────────────────────────────────


class Hidden(Table):
    """A table of a row, with what the opponents did unseen or without."""

    def __init__(self, before: str, players: int = 2, names: tuple[str, ...] = (), cards: str | None = None) -> None:
        if not names:
            super().__init__(before, players, cards)
            return
        position = position_of(before, players)
        self.game = small_game(names, len(position["worlds"]))
        self.states = self.game.from_position(position)
        self.told: list[str] = []
        self.rng = np.zeros(1, RNG)

    def play(self, actions: str) -> None:
        """Take actions one by one; others who choose at the same time wait."""
        for action in actions_of(actions):
            who, _, name = action.partition(": ")
            seat, g, t = SEATS.index(who), self.states[0], self.game.tables[0]
            assert self.why_not(name, seat) is None
            others = [g.players[other] for other in self.asked if other != seat]
            for player in others:
                player.done = 1
            flow.act(g, t, seat, self.game.action_id(self.states, seat, name), self.rng[0])
            for player in others:
                player.done = 0
            flow.advance(g, t, self.rng[0])

    def position(self) -> Position:
        """Return what the position says."""
        found: Position = self.game.position(self.state)
        return found

    def odds(self, viewer: int, monkeypatch: pytest.MonkeyPatch) -> Odds:
        """Return what `hide` makes of it and how often: exactly where it runs uncompiled."""
        if PURE:
            return self.exactly(viewer, monkeypatch)
        guesses = self.game.hide(np.repeat(self.state, DRAWS), viewer, seed=1)
        found, counts = np.unique(guesses.view(f"V{guesses.itemsize}"), return_counts=True)
        states = found.view(self.state.dtype)
        texts = (self.checked(states[k : k + 1]) for k in range(len(states)))
        return {text: Fraction(int(n), DRAWS) for text, n in zip(texts, counts, strict=True)}

    def exactly(self, viewer: int, monkeypatch: pytest.MonkeyPatch) -> Odds:
        """Lead `hide` through all that chance may give it.

        After a deal that does not fit it deals the same cards again: so what one deal of a set of cards comes to,
        divided among its deals that fit, is what all of them come to.
        """
        reached: dict[str, Fraction] = defaultdict(Fraction)  # by set of cards: how likely it is gathered
        dealt: dict[tuple[str, str], Fraction] = defaultdict(Fraction)  # by set of cards and outcome
        texts: dict[bytes, str] = {}
        with monkeypatch.context() as patch:
            for name in ("fits", "is_counted_once"):
                patch.setattr(hide_rules, name, or_give_up(getattr(hide_rules, name)))
            for below, chance in every_course():
                let_come(patch, below)
                state = self.state.copy()
                try:
                    hide_rules.hide(state[0], self.game.tables[0], viewer, np.zeros(1, RNG)[0])
                except GivenUp:
                    reached[cards_of(state)] += chance()
                    continue
                cards = cards_of(state)
                reached[cards] += chance()
                if state.tobytes() not in texts:
                    texts[state.tobytes()] = self.checked(state)
                dealt[cards, texts[state.tobytes()]] += chance()
        fitting: dict[str, Fraction] = defaultdict(Fraction)
        for (cards, _), share in dealt.items():
            fitting[cards] += share
        assert fitting.keys() == reached.keys(), "of some cards no deal fits"
        odds: Odds = defaultdict(Fraction)
        for (cards, text), share in dealt.items():
            odds[text] += share / fitting[cards] * reached[cards]
        assert sum(odds.values()) == 1
        return dict(odds)

    def checked(self, state: Any) -> str:
        """Return what a position says, and see that set up from that it is the same record."""
        told = self.game.position(state)
        assert self.game.from_position(told).tobytes() == state.tobytes()
        return written(told)


def cards_of(state: Any) -> str:
    """Return which cards each player has out of sight, or staged, wherever they lie."""
    found = []
    for me in state[0]["players"]:
        staged = [me["staged"][w][:n].tolist() for w, n in enumerate(me["staged_count"])]
        piles = [me[pile]["cards"][: me[pile]["count"]].tolist() for pile in ("hand", "deck", "trash")]
        found.append(sorted(card for cards in (*staged, *piles) for card in cards))
    return str(found)


class GivenUp(Exception):
    """A deal that doesn't fit, after which `hide` would deal again."""


def or_give_up(asks: Callable[..., bool]) -> Callable[..., bool]:
    """Return a rule that ends the deal where it would say no."""

    def ask(*arguments: Any) -> bool:
        if not asks(*arguments):
            raise GivenUp
        return True

    return ask


def let_come(patch: pytest.MonkeyPatch, below: Any) -> None:
    """Let `hide` have these random numbers, and what it draws cards with, which is bound with names of its own."""
    patch.setattr(hide_rules, "below", below)
    patch.setitem(hide_rules.take_any.__globals__, "below", below)


def every_course() -> Iterator[tuple[Callable[[Any, int], int], Callable[[], Fraction]]]:
    """Yield `below` for every course that chance can take, and what says how likely the course was."""
    drawn: list[tuple[int, int]] = []  # what comes, of how many
    while True:
        place = 0

        def below(_: Any, n: int) -> int:
            nonlocal place
            if place == len(drawn):
                drawn.append((0, n))
            assert drawn[place][1] == n >= 1, "the same numbers so far, another question"
            place += 1
            return drawn[place - 1][0]

        yield below, lambda: math.prod((Fraction(1, n) for _, n in drawn), start=Fraction(1))
        while drawn and drawn[-1][0] == drawn[-1][1] - 1:
            drawn.pop()
        if not drawn:
            return
        drawn[-1] = drawn[-1][0] + 1, drawn[-1][1]


@cache
def small_game(names: tuple[str, ...], worlds: int) -> OpenWorlds:
    """Return a game for two in which there are no cards but these."""
    whole = load_catalogue(cards=ODD_CARDS)
    cards = tuple(replace(whole.card(name), id=number) for number, name in enumerate(names))
    catalogue = Catalogue(cards, whole.worlds, whole.decks)
    return OpenWorlds(decks=[["54x Outpost"]] * 2, num_worlds=worlds, cards=catalogue)


def table_of(case: Case, *, behind: bool = True) -> Hidden:
    """Set a row up."""
    table = Hidden(case.before, case.players, case.cards)
    table.play(case.own)
    if behind:
        table.play(case.behind)
    return table


def written(position: Position) -> str:
    """Return a position as one text, whatever order its cards are named in."""
    return json.dumps(position | {"players": [in_order(player) for player in position["players"]]})


def in_order(player: Position) -> Position:
    """Sort the piles of a player."""
    piles = {pile: sorted(player[pile]) for pile in ("hand", "deck", "trash")}
    return player | piles | {"staged": {world: sorted(cards) for world, cards in player["staged"].items()}}


def compare(found: Odds, wanted: Odds) -> None:
    """See that outcomes are as likely as they should be; if they were drawn, as near as draws come."""
    assert found.keys() <= wanted.keys(), f"it can't be:\n{next(iter(found.keys() - wanted.keys()))}"
    if PURE:
        assert found == wanted
        return
    chi_square = sum(
        DRAWS * float(found.get(text, Fraction(0)) - share) ** 2 / float(share) for text, share in wanted.items()
    )
    freedom = len(wanted) - 1
    assert chi_square < freedom + 4 * math.sqrt(2 * freedom) + 8, f"{chi_square:.1f} of {freedom}"


@pytest.mark.uncompiled
@pytest.mark.parametrize("case", CASES + CLOSED, ids=str)
def test_every_deal_that_fits_comes_up_equally_often(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    every_deal(case, monkeypatch)


@pytest.mark.bounds
@pytest.mark.slow
@pytest.mark.parametrize("case", (CASES + CLOSED)[::5], ids=str)
def test_every_deal_comes_up_as_often_compiled(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    every_deal(case, monkeypatch)


def every_deal(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold what `hide` deals, and how often, against what a row says."""
    table = table_of(case)
    wanted = expected(case)
    assert len(wanted) > 1
    step = table.position()["step"]
    assert case.face_up or step == case.before.split()[0], "it is the position that is meant"
    assert written(table_of(case, behind=False).position()) in wanted, "what is true could be"
    compare(table.odds(case.viewer, monkeypatch), wanted)


# ── Dealing again, and what happens where no deal fits ───────────────────────────────────────────

UNLIKELY = (
    "stage | priority foe | open decklists | Koti: foe Robot Factory, stage Auto Assault 10, Exploit"
    " | foe: hand False Alert, Adjust | trash City 15 | deck City 10, City 12, Auto Assault 14, 2x Exploit"
    " | seen Exploit"
)


@pytest.mark.bounds
def test_a_deal_that_does_not_fit_is_gathered_and_dealt_again() -> None:
    table = Hidden(UNLIKELY)
    cards = cards_of(table.state)
    for state in table.game.hide(np.repeat(table.state, 15), 0, seed=2):
        assert cards_of(state[None]) == cards
        me = table.game.position(state[None])["players"][1]
        assert {"False Alert", "Adjust"} & set(me["hand"])
        assert set(AUTOMATED) & set(me["staged"]["Koti"])
        assert "Exploit" in me["hand"] + me["trash"] + me["staged"]["Koti"]
        assert me["seen"] == ["Exploit"]


WITHOUT_TRIES = [
    Case(
        "an answer, and an Automated card",
        "stage | priority foe | open decklists | Koti: foe Robot Factory, stage Auto Assault 10, Exploit"
        " | foe: hand False Alert | deck Adjust, City 10",
        asked=1,
        answers=("False Alert",),
    ),
    Case(
        "Light Brigade, and what it puts down",
        "resolve | priority foe | open decklists | Koti: you City 12 | foe City 12"
        " | foe: hand Light Brigade, Troops 10 | deck Outpost, Troops 12",
        asked=1,
        answers=("Light Brigade",),
        beside=("Troops 10", "Troops 12"),
        face_up=True,
    ),
    Case(
        "one of two answers",
        "resolve | priority foe | open decklists | Koti: you City 12, Quarry | foe City 12 | foe: hand Sabotage"
        " | deck Outpost, Coup",
        asked=1,
        answers=("Coup", "Sabotage"),
        face_up=True,
    ),
    Case(
        "an Automated card where two lie, and nowhere else",
        "move | open decklists | Koti: you Scout | foe stage Exploit"
        " | Maail: foe Robot Factory, stage Auto Assault 10, City 10 | foe: deck Auto Assault 14",
    ),
    Case(
        "an Automated card that is known to be outside the Deck, once",
        "move | open decklists | Koti: you Scout | foe Robot Factory, stage Auto Assault 10, City 10 | Maail"
        " | foe: hand Exploit | deck Outpost | seen Auto Assault 10",
    ),
    Case(
        "no answer for who is not asked",
        "stage | priority foe | open decklists | Koti: you Striker | foe Striker | hand Outpost"
        " | deck False Alert | foe: hand False Alert",
        viewer=1,
    ),
    Case(
        "an answer that is the first card of the catalogue",
        "stage | priority foe | open decklists | Koti: you Striker | foe Striker"
        " | foe: hand False Alert, City 10 | deck Outpost",
        asked=1,
        answers=("False Alert",),
        cards=("False Alert", "Outpost", "City 10", "Striker"),
    ),
    Case(
        "an Automated card that is the first of the catalogue",
        "move | open decklists | Koti: you Scout | foe Robot Factory, stage Auto Assault 10, City 10 | Maail"
        " | foe: deck Outpost",
        cards=("Auto Assault 10", "Outpost", "City 10", "Robot Factory", "Scout"),
    ),
    Case(
        "a Ground Force that is the first card of the catalogue",
        "resolve | priority foe | open decklists | Koti: you City 12 | foe City 12"
        " | foe: hand Light Brigade, Troops 10, Exploit | deck Outpost",
        asked=1,
        answers=("Light Brigade",),
        beside=("Troops 10",),
        face_up=True,
        cards=("Troops 10", "Outpost", "Exploit", "City 12", "Light Brigade"),
    ),
]


@pytest.mark.uncompiled
@pytest.mark.parametrize("case", WITHOUT_TRIES, ids=str)
def test_where_no_blind_deal_fits_what_is_needed_is_dealt_first(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hide_rules, "TRIES", 0)
    wanted = expected(case)
    assert len(wanted) > 1
    assert table_of(case).odds(case.viewer, monkeypatch).keys() == wanted.keys(), "all that may be, and nothing else"


@pytest.mark.uncompiled
def test_an_answer_that_has_been_dealt_is_one_of_the_copies_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of no printed card that may be an answer a deck has several; here Exploit is Prohibited on the FINAL TURN."""
    monkeypatch.setattr(hide_rules, "TRIES", 0)
    cards = tmp_path / "cards.toml"
    cards.write_text("[facility]\nExploit = { prohibited = true }\n")
    before = (
        "stage | turn 5 | final turn | priority foe | open decklists | Koti: you Striker | foe Striker"
        " | foe: hand Exploit, Outpost, City 10 | deck Exploit | seen Outpost, Exploit"
    )
    odds = Hidden(before, cards=str(cards)).odds(0, monkeypatch)
    hands = {tuple(json.loads(text)["players"][1]["hand"]) for text in odds}
    assert hands == {("Exploit", "Exploit", "Outpost"), ("City 10", "Exploit", "Outpost")}


@pytest.mark.uncompiled
def test_nothing_is_dealt_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a card of one's own is an answer, Home Guard may be dealt without a Ground Force, as there is none."""
    monkeypatch.setattr(hide_rules, "TRIES", 0)
    before = (
        "resolve | priority foe | open decklists | Koti: you City 12, Industry 8 | foe City 12"
        " | foe: hand Raze, Exploit | deck Home Guard, Outpost"
    )
    table = Hidden(before, cards=str(ODD_CARDS))
    cards = cards_of(table.state)
    for below, _ in every_course():
        let_come(monkeypatch, below)
        state = table.state.copy()
        hide_rules.hide(state[0], table.game.tables[0], 0, table.rng[0])
        assert state[0]["players"][1]["hand"]["count"] == 2
        assert cards_of(state) == cards


WITHOUT, DEPLOYING = {"Raze", "Uprising"}, {"Light Brigade", "Home Guard"}  # a Ground Force put down, and with one
ONE_PLACE = (
    "resolve | priority foe | Koti: you City 12, Industry 8 | foe City 12 | foe: hand Raze, Exploit | seen Exploit"
    " | deck Outpost"
)


@pytest.mark.bounds
@pytest.mark.parametrize(
    ("before", "answers"),
    [
        # known cards leave one place in hand: no answer that puts a Ground Force down fits beside them
        (ONE_PLACE, WITHOUT),
        # they may lie in the Trash Heap too
        (ONE_PLACE.replace("| deck", "| trash City 10 | deck"), WITHOUT | DEPLOYING),
        # what is known is the Ground Force
        (ONE_PLACE.replace("Exploit", "Troops 15"), WITHOUT | DEPLOYING),
        (ONE_PLACE.replace("Raze, Exploit", "Raze, Exploit, Outpost"), WITHOUT | DEPLOYING),
    ],
)
def test_an_answer_is_made_up_only_if_what_it_puts_down_has_a_place(before: str, answers: set[str]) -> None:
    table = Hidden(before, cards=str(ODD_CARDS))
    guesses = table.game.hide(np.repeat(table.state, 200), 0, seed=1)
    found = set()
    for row in range(len(guesses)):
        position = table.game.position(guesses[row : row + 1])
        assert (table.game.from_position(position) == guesses[row : row + 1]).all()
        found |= answers & set(position["players"][1]["hand"])
        assert found, position["players"][1]
    assert found == answers


@pytest.mark.bounds
def test_without_ground_forces_no_answer_is_made_up_that_puts_one_down() -> None:
    before = f"""resolve | priority foe
                 Koti: you City 12, Industry 8 | foe City 12
                 foe: hand Raze, Exploit | wreck {all_forces()} | deck Outpost"""
    table = Hidden(before, cards=str(ODD_CARDS))
    guesses = table.game.hide(np.repeat(table.state, 200), 0, seed=1)
    for row in range(len(guesses)):
        assert WITHOUT & set(table.game.position(guesses[row : row + 1])["players"][1]["hand"])


def all_forces() -> str:
    """Return every Ground Force that could be put down, as a list of cards."""
    return ", ".join(card.name for card in load_catalogue(cards=ODD_CARDS).cards if card.type == Type.GROUND)


@pytest.mark.bounds
@pytest.mark.parametrize(
    ("foe", "places"),  # in hand beside the answer, from which a Ground Force may lie there
    [
        ("hand Raze, Exploit", 1),
        ("hand Raze, Troops 15 | seen Troops 15", 0),
        (f"hand Raze, Exploit | wreck {all_forces()}", 99),
    ],
)
def test_where_a_ground_force_may_lie_beside_an_answer(foe: str, places: int) -> None:
    before = f"""resolve | priority foe
                 Koti: you City 12, Industry 8 | foe City 12
                 foe: {foe} | deck Outpost"""
    table = Table(before, cards=str(ODD_CARDS))
    g, t = table.state[0], table.game.tables[0]
    g["players"][1]["deck"]["count"] = 0  # nothing has been made up
    for given in range(3):
        assert hide_rules.may_deploy(g, t, 1, given) == (given >= places)


@pytest.mark.bounds
def test_a_known_answer_that_can_put_nothing_down_is_none() -> None:
    """Home Guard is known, but no Ground Force is left: another answer is made up."""
    before = f"""resolve | priority foe
                 Koti: you City 12, Industry 8 | foe City 12
                 foe: hand Home Guard, Raze | seen Home Guard | wreck {all_forces()} | deck Outpost"""
    table = Hidden(before, cards=str(ODD_CARDS))
    guesses = table.game.hide(np.repeat(table.state, 200), 0, seed=1)
    for row in range(len(guesses)):
        assert WITHOUT & set(table.game.position(guesses[row : row + 1])["players"][1]["hand"])


@pytest.mark.uncompiled
def test_no_more_is_made_up_than_there_is_room_for_or_there_could_be() -> None:
    before = f"""resolve | priority foe
                 Koti: you City 12, Industry 8 | foe City 12
                 foe: hand Raze, Exploit | wreck {all_forces()} | deck Outpost"""
    table = Table(before, cards=str(ODD_CARDS))
    g, t = table.state[0], table.game.tables[0]
    deck = g["players"][1]["deck"]
    forces, answers = hide_rules.GROUND_FORCES, hide_rules.ANSWERS
    for size, wanted, made in ((3, forces, 0), (1, answers, 1), (3, answers, 2)):
        deck["count"], deck["cards"] = 0, 0
        hide_rules.make_up_wanted(g, t, 1, size, wanted, 2, 1, 0, 1, table.rng[0])
        assert deck["count"] == made, (size, wanted)


@pytest.mark.uncompiled
@pytest.mark.parametrize(
    ("known", "wreck", "made"),
    [
        ("Raze", "", 0),  # it is an answer
        ("Raze", all_forces(), 0),  # and asks for no Ground Force
        ("Home Guard", "", 0),  # it is one beside a Ground Force, which can still be made up
        ("Home Guard", all_forces(), 1),
    ],
)
def test_a_known_answer_counts_if_it_can_be_one(known: str, wreck: str, made: int) -> None:
    before = f"""resolve | priority foe
                 Koti: you City 12, Industry 8 | foe City 12
                 foe: hand {known}, Uprising {"| wreck " + wreck if wreck else ""} | deck Outpost, Exploit"""
    table = Table(before, cards=str(ODD_CARDS))
    g, t = table.state[0], table.game.tables[0]
    deck = g["players"][1]["deck"]
    deck["cards"][:2] = table.game.catalogue.card_ids[known], 0
    deck["count"] = 1
    hide_rules.make_up_wanted(g, t, 1, 4, hide_rules.ANSWERS, 1, 1, 0, 1, table.rng[0])
    assert deck["count"] == 1 + made


FACE_DOWN = """move
               Koti: you Scout | foe Scout, stage Outpost
               Maail: you City 12
               foe: hand City 10, City 12 | """


@pytest.mark.uncompiled
@pytest.mark.parametrize(
    ("before", "free"),  # places in foe's hand that are not taken by known cards for want of others
    [
        ("resolve | priority foe | Koti: you City 12, Industry 8 | foe City 12 | foe: hand Raze, Exploit", 2),
        (ONE_PLACE, 1),
        (ONE_PLACE.replace("| deck", "| trash City 10 | deck"), 2),
        (FACE_DOWN + "seen City 10, City 12", 1),
        (FACE_DOWN + "seen City 10", 2),
        (FACE_DOWN.replace("move", "resolve") + "seen City 10, City 12", 0),  # now it lies open
    ],
)
def test_how_many_places_in_hand_known_cards_leave(before: str, free: int, monkeypatch: pytest.MonkeyPatch) -> None:
    told = []

    def make_up_pool(g, t, player, size, others, staged, free, rng) -> None:
        told.append((others, free))
        raise GivenUp

    table = Hidden(before, cards=str(ODD_CARDS))
    monkeypatch.setattr(hide_rules, "make_up_pool", make_up_pool)
    with pytest.raises(GivenUp):
        hide_rules.hide(table.state[0], table.game.tables[0], 0, table.rng[0])
    hand = 2
    assert told == [(hand - 1, free)]


@pytest.mark.uncompiled
def test_a_hundred_blind_deals_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []
    monkeypatch.setattr(hide_rules, "fits", lambda *_: tried.append("a deal"))
    monkeypatch.setattr(hide_rules, "deal_needed", lambda *_: tried.append("what is needed"))
    table = Hidden(UNLIKELY)
    hide_rules.hide(table.state[0], table.game.tables[0], 0, table.rng[0])
    assert tried == ["a deal"] * 100 + ["what is needed"]


# ── Which cards are made up ──────────────────────────────────────────────────────────────────────


def pools_of(case: Case, monkeypatch: pytest.MonkeyPatch) -> dict[tuple[str, ...], Fraction]:
    """Return which cards are made up for foe, before any is dealt, and how likely."""
    table = table_of(case)
    names = [card.name for card in table.game.catalogue.cards]
    pools: dict[tuple[str, ...], Fraction] = defaultdict(Fraction)
    with monkeypatch.context() as patch:
        patch.setattr(hide_rules, "deal_out", or_give_up(lambda *_: False))
        for below, chance in every_course():
            let_come(patch, below)
            state = table.state.copy()
            with pytest.raises(GivenUp):
                hide_rules.hide(state[0], table.game.tables[0], case.viewer, table.rng[0])
            deck = state[0]["players"][1]["deck"]
            pools[tuple(sorted(names[card] for card in deck["cards"][: deck["count"]]))] += chance()
    return dict(pools)


TWO_PAIRS = (
    "move | Koti: you Scout | foe Robot Factory, stage Auto Assault 10, Outpost"
    " | Maail: foe Robot Factory (you's), stage Auto Assault 14, Outpost"
)
OF_TWO_PAIRS = ("Outpost", "Robot Factory", "Scout", "Auto Assault 10", "Auto Assault 14")


@pytest.mark.uncompiled
@pytest.mark.parametrize(
    "case",
    [
        Case("two at each of two Worlds", TWO_PAIRS, cards=OF_TWO_PAIRS, in_sight=("Robot Factory",)),
        Case(
            "two at each of two Worlds, one of them known",
            f"{TWO_PAIRS}\nfoe: seen Auto Assault 14",
            cards=OF_TWO_PAIRS,
            in_sight=("Robot Factory",),
        ),
    ],
    ids=str,
)
def test_as_many_automated_cards_are_made_up_as_there_have_to_be(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    foe = table_of(case).position()["players"][1]
    hidden = (*foe["hand"], *(card for cards in foe["staged"].values() for card in cards))
    assert pools_of(case, monkeypatch) == made_up(case, 1, foe, hidden)


@pytest.mark.uncompiled
@pytest.mark.parametrize(
    "case",
    [
        Case(
            "no room for a Ground Force beside Light Brigade",
            "resolve | priority foe | Koti: you City 12, Industry 8 | foe City 12 | foe: hand Raze, Outpost"
            " | seen Outpost",
            cards=("Outpost", "City 12", "Industry 8", "Troops 10", "Light Brigade", "Raze"),
        ),
        Case(
            "no Ground Force to be had",
            "resolve | priority foe | Koti: you City 12, Industry 8 | foe City 12 | foe: hand Raze, Outpost",
            cards=("Outpost", "City 12", "Industry 8", "Light Brigade", "Raze"),
        ),
    ],
    ids=str,
)
def test_no_more_cards_are_made_up_than_there_are(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the printed Utilities Light Brigade alone is played in this window; Raze is of a card file."""
    assert {len(pool) for pool in pools_of(case, monkeypatch)} == {2}


# ── Which card may be why somebody is asked ──────────────────────────────────────────────────────

ALL = "Adjust, Coup, Enter Fray, Espionage, False Alert, Fleet Support, Light Brigade, Research, Sabotage, We Quit"
FULL = f"""{{step}}
    Koti: foe City 12, stage Titan | you City 12, Quarry
    Maail:
    you: hand False Alert
    foe: hand {ALL}, Troops 10 | deck 9x Outpost"""
FORCES = {
    *("Troops 10", "Troops 12", "Troops 15", "Troops 20", "Troops 22", "Troops 25", "Clone Army"),
    *("Invasion Force 10", "Invasion Force 15", "Invasion Force 21"),
    *("Auto Assault 10", "Auto Assault 14"),
}
REASONS = [  # the position, what is done there, how many other cards are in hand, what may be why foe is asked
    (FULL.format(step="stage | priority foe"), "", 1, {"We Quit"}),
    (FULL.format(step="stage | priority foe"), "foe: pass", 1, {"Adjust", "False Alert"}),
    (FULL.format(step="stage | priority foe"), "foe: pass", 0, {"False Alert"}),
    (FULL.format(step="stage"), "foe: pass; you: play False Alert", 1, {"Espionage"}),
    (FULL.format(step="stage | turn 5 | final turn"), "foe: pass; you: play False Alert", 1, {"Espionage"}),
    (
        "stage | turn 5 | final turn | priority foe | Koti: you Striker | foe Striker | foe: hand Suck Dry"
        " | deck Outpost",
        "",
        1,
        None,
    ),
    (
        "resolve | priority foe | Koti: you City 12 | foe City 12 | foe: hand Light Brigade, Troops 10, Troops 12",
        "",
        1,
        {"Light Brigade"},
    ),
    (
        "resolve | priority foe | Koti: you City 12 | foe City 12 | foe: hand Light Brigade, Troops 10, Troops 12",
        "foe: play Light Brigade",
        1,
        FORCES | {"Fallout Raid"},
    ),
    (
        "resolve | turn 5 | final turn | priority foe | Koti: you City 12 | foe City 12"
        " | foe: hand Light Brigade, Troops 10, Troops 12",
        "foe: play Light Brigade",
        1,
        FORCES,
    ),
]


def reasons(table: Table, others: int, staged: int = 1) -> set[str]:
    """Return what may be why foe, who is asked, is: with so many other cards in hand, and something staged or not."""
    assert "player_1" in table.game.position(table.state)["decision"]["to_act"]
    g, t = table.state[0], table.game.tables[0]
    cards = table.game.catalogue.cards
    wanted = hide_rules.GROUND_FORCES if hide_rules.must_deploy(g, t, 1) else hide_rules.ANSWERS
    return {card.name for card in cards if hide_rules.is_wanted(g, t, 1, card.id, wanted, others, staged)}


@pytest.mark.bounds
@pytest.mark.parametrize(("before", "play", "others", "names"), REASONS)
def test_only_what_may_be_played_now_may_be_why_somebody_is_asked(
    before: str, play: str, others: int, names: set[str] | None
) -> None:
    table = Table(before)
    table.play(play)
    cards = table.game.catalogue.cards
    assert reasons(table, others) == ({card.name for card in cards if card.prohibited} if names is None else names)


@pytest.mark.bounds
def test_where_nothing_is_staged_adjust_is_no_reason() -> None:
    table = Table(FULL.format(step="stage | priority foe"))
    table.play("foe: pass")
    assert reasons(table, 1, staged=0) == {"False Alert"}


SURFACE = (
    "resolve | priority foe{final} | Koti: you City 12, Industry 8 | foe {foe} | foe: hand Raze, Troops 10, Troops 12"
)
ODD_REASONS = [  # the same with the cards of odd_cards.toml
    (SURFACE.format(final="", foe="City 12"), "", 1, WITHOUT | DEPLOYING),
    (SURFACE.format(final="", foe="City 12"), "", 0, {"Raze", "Uprising"}),
    (SURFACE.format(final=" | turn 5 | final turn", foe="City 12"), "", 0, {"Raze"}),
    (SURFACE.format(final="", foe="Troops 15, Striker"), "", 1, {"Raze"}),
    (FULL.format(step="stage"), "foe: pass; you: play False Alert", 1, {"Espionage", "Veto", "Late Veto"}),
    (
        FULL.format(step="stage | turn 5 | final turn"),
        "foe: pass; you: play False Alert",
        1,
        {"Espionage", "Veto"},
    ),
    (
        "stage | priority foe | Koti: you Striker | foe Striker | foe: hand Early Plans | deck Outpost",
        "",
        0,
        {"Early Plans", "Blockade"},
    ),
]


@pytest.mark.bounds
@pytest.mark.parametrize(("before", "play", "others", "names"), ODD_REASONS)
def test_what_an_own_card_does_decides_when_it_may_be_why_somebody_is_asked(
    before: str, play: str, others: int, names: set[str]
) -> None:
    table = Table(before, cards=str(ODD_CARDS))
    table.play(play)
    assert reasons(table, others) == names


def make_up_one_by_one(g: Any, t: Any, player: int, size: int, rng: Any) -> None:
    """Fill a Deck up as the rule is told: before each card it is asked anew which ones the deck could still hold."""
    pile = g["players"][player]["deck"]

    def fitting(unlimited: bool) -> list[int]:
        kind = (card for card in range(t.card_count) if bool(t.cards[card].unlimited) == unlimited)
        return [card for card in kind if hide_rules.may_be_made_up(g, t, player, card)]

    while pile["count"] < size:
        unlimited = hide_rules.below(rng, hide_rules.UNLIMITED_IN) == 0
        cards = fitting(unlimited) or fitting(not unlimited)
        add(pile, cards[hide_rules.below(rng, len(cards))])


@pytest.mark.bounds
@pytest.mark.parametrize("introductory", [False, True])
def test_cards_are_made_up_as_if_each_time_it_were_asked_which_ones_fit(introductory: bool) -> None:
    game = OpenWorlds(decks=("Baker-Braugn EDV", "Ares Venture Trust")) if introductory else OpenWorlds()
    batch = Batch(game, 2, seed=4)
    batch.rollout(40)
    for row in range(2):
        made = []
        for make_up in (hide_rules.make_up_rest, make_up_one_by_one):
            g, rng = batch.states[row : row + 1].copy()[0], np.zeros(1, RNG)[0]
            start(rng, np.uint64(row), np.uint64(0))
            deck = g["players"][1]["deck"]
            size = int(deck["count"])
            deck["cards"], deck["count"] = 0, 0
            make_up(g, game.tables[0], 1, size, rng)
            made.append((g.tobytes(), rng.tobytes()))
        assert size > 4
        assert made[0] == made[1]
