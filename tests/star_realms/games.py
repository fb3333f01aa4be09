"""Random games of Star Realms, and what must hold in each of their positions.

Used by test_properties.py, test_secrecy.py, test_positions.py and the fuzz. Below: table.py. Cards are counted outside
the engine, from the position as JSON, so that a rule that makes or loses a card is seen by something that is no rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from ow_env.core import Batch
from ow_env.core.jit import Mask, rules_of
from ow_env.star_realms.actions import REASONS, VERBS
from ow_env.star_realms.game import StarRealms
from ow_env.star_realms.rules.legality import why_not
from ow_env.star_realms.state import GAME, MAIN, PLAYERS, POINTS, TABLES, Game, Tables
from tests.courses import begun, course
from tests.star_realms.table import game_of
from tests.tables import Position

PILES = ("hand", "deck", "top", "discard", "bases", "ships")

rule = rules_of("star_realms_tests", "star_realms", Game=GAME, Tables=TABLES)


@rule
def write_reasons(g: Game, t: Tables, player: int, reasons: Mask) -> None:
    """Write for every action why a player may not take it; OK: it may."""
    for action in range(t.action_count):
        reasons[action] = why_not(g, t, player, action)


def reasons_of(game: StarRealms, states: Any) -> np.ndarray:
    """Return for both seats and every action why it is forbidden [2, A]: REASONS of actions.py.

    That is `why_not` of the rules, asked inside compiled code: from Python the hundred millions of calls took minutes.
    """
    reasons = np.zeros((PLAYERS, game.num_actions), np.int8)
    for player in range(PLAYERS):
        write_reasons(states[0], game.tables[0], player, reasons[player])
    return reasons


def one_of_each(game: StarRealms, reasons: np.ndarray, random: np.random.Generator) -> list[int]:
    """Return one action, drawn by chance, of those with the same verb and the same reason [A]."""
    order = random.permutation(game.num_actions)
    alike = game.notation.rows["verb"][order].astype(np.int64) * len(REASONS) + reasons[order]
    return order[np.unique(alike, return_index=True)[1]].tolist()  # type: ignore[no-any-return]


def random_course(game: StarRealms, seed: int, position: Position | None = None, eager: float = 0.9) -> Iterator[Batch]:
    """Play one game at random; yield the batch at every decision and at the end.

    Turns are seldom ended while anything else can be done, or little would happen in them.
    """
    random, end = np.random.default_rng(seed), game.notation.action_id("end turn")

    def act(batch: Batch, seat: int) -> int:
        allowed = np.flatnonzero(batch.action_mask[0, seat])
        if len(allowed) > 1 and random.random() < eager:
            allowed = allowed[allowed != end]
        return int(random.choice(allowed))

    return course(begun(game, seed, position), act)


def looked_at(course: Iterable[Batch], one_in: int = 5) -> Iterator[Batch]:
    """Yield every choice of a course, which are rare, and of the decisions of the Main Phase one in so many."""
    for number, batch in enumerate(course):
        if number % one_in == 0 or batch.states[0]["point"] != MAIN:
            yield batch


EVERYTHING = {*(f"asked: {point}" for point in POINTS), *(f"may: {verb}" for verb in VERBS)}


def met_with(game: StarRealms, states: Any, mask: np.ndarray) -> set[str]:
    """Return what of EVERYTHING a position [1] shows: what is decided, and the verbs that a mask [2, A] allows."""
    verbs = np.unique(game.notation.rows["verb"][mask.any(axis=0)])
    return {f"asked: {POINTS[states[0]['point']]}", *(f"may: {VERBS[verb]}" for verb in verbs)}


def census(game: StarRealms, position: Position) -> Counter[str]:
    """Count every card, wherever it is."""
    found: Counter[str] = Counter()
    for pile in ("trade_row", "trade_deck", "scrap_heap"):
        found.update(position[pile])
    found["Explorer"] += position["explorers"]
    for him in position["players"]:
        for pile in PILES:
            found.update(card if isinstance(card, str) else card["card"] for card in him[pile])
    return found


def box(game: StarRealms) -> Counter[str]:
    """Count the cards of the whole box."""
    return Counter({card.name: card.copies for card in game.catalogue.cards})


def check_invariants(game: StarRealms, state: Any) -> None:
    """Check what holds in every position [1] that a game comes to, whatever was played."""
    at, g = game.position(state), state[0]
    assert census(game, at) == box(game), "a card was made or lost"
    for seat, him in enumerate(at["players"]):
        assert not Counter(him["known"]) - Counter(him["hand"]), "a card is known that is not in the hand"
        assert him["deck"] or sorted(him["known"]) == sorted(him["hand"]), "nothing is hidden, yet it is not known"
        assert him["owed"] <= len(him["hand"])
        if seat != at["active"]:
            assert him["ships"] == him["top"] == [], "only the active player has ships, and known cards on top"
    assert len(at["trade_row"]) == 5 or not at["trade_deck"]
    for pile in (g["row"], g["trade_deck"], g["scrap_heap"], *piles_of(g)):
        assert int(pile["count"]) == int(pile["copies"].sum(dtype=int)), "a pile's number is that of its cards"


def piles_of(g: Any) -> Iterator[Any]:
    """Yield all tallies of both players."""
    for him in g["players"]:
        yield from (him[name] for name in ("hand", "known", "discard", "in_play"))
        yield him["deck"]["rest"]
        assert not him["deck"]["top"][him["deck"]["known"] :].any(), "something lies above the cards on top"


__all__ = [
    "EVERYTHING",
    "box",
    "census",
    "check_invariants",
    "game_of",
    "looked_at",
    "met_with",
    "one_of_each",
    "random_course",
    "reasons_of",
]
