"""What the playthroughs came to: each kind of decision, verb, reason, card and event. Else the nets would be slack."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from ow_env.compiled.jit import PURE
from ow_env.testing.compiled import reasons_of
from ow_env.testing.contract import Contract, each_game
from ow_env.testing.playthroughs import Course, courses

pytestmark = [
    pytest.mark.bounds,
    pytest.mark.skipif(PURE, reason="on so few positions not everything is met"),
]

KIND = r'self\.(?!within)\w+\(\s*"([a-z][a-z ]*)"'  # what a narrator calls an event


def check(contract: Contract, what: str, wanted: set[str], met: set[str]) -> None:
    """Check that all was met but what the contract explains, and that nothing is explained that was met."""
    missing = wanted - met - set(contract.unmet) - set(contract.rare)
    assert missing == set(), f"{what}: not met (if a changed card led away from it, and a scenario has it: `rare`)"
    assert met & set(contract.unmet) == set(), f"{what}: met, though the contract says that it is not"


@each_game(only=lambda contract: contract.words)
def test_every_kind_of_decision_is_met(contract: Contract) -> None:
    for what, (words, number_of) in contract.words.items():
        numbers = np.unique(np.concatenate([number_of(course.states) for course in courses(contract.name)]))
        check(contract, what, set(words), {words[int(number)] for number in numbers})


@each_game()
def test_every_verb_is_allowed_and_taken_and_every_card_is_played(contract: Contract) -> None:
    """The cards, where the contract says that there is an action about each."""
    idle = {"pass"}  # all that a seat can do that is not asked; some games know no other use of it
    verbs = {name.split()[0] for game in contract.games for name in game.actions} - idle
    allowed, taken, cards = set[str](), set[str](), set[int]()
    for course in courses(contract.name):
        names, shown = course.game.actions, course.game.show(course.states)
        mask = (shown.action_mask * shown.to_act[:, :, None]).any(axis=(0, 1))
        allowed |= {names[action].split()[0] for action in np.flatnonzero(mask)}
        taken |= {names[action].split()[0] for action in np.flatnonzero(course.taken)}
        if not course.game.options.get("cards"):
            cards |= set(course.game.structure.card[course.taken].tolist())
    check(contract, "allowed", verbs, allowed - idle)
    check(contract, "taken", verbs, taken - idle)
    if contract.cards_are_played:
        names = [card.name for card in contract.games[0].catalogue.cards]
        check(contract, "cards", set(names), {names[card] for card in cards if card >= 0})


@each_game(only=lambda contract: contract.reasons)
def test_every_reason_is_met(contract: Contract) -> None:
    met: set[int] = set()
    for course in courses(contract.name):
        for first in range(0, len(course), 256):
            met |= set(np.unique(reasons_of(course.game, course.states[first : first + 256])).tolist())
    check(contract, "reasons", set(contract.reasons), {contract.reasons[number] for number in met})


def rarest_first(contract: Contract) -> Iterator[tuple[Course, int]]:
    """Yield positions of all courses in turn, where something was decided; of each course one after the other."""
    played = courses(contract.name)
    for place in range(max(map(len, played))):
        for course in played:
            k = len(course) - 1 - place
            if k >= 0 and not course.is_over[k]:
                yield course, k


@each_game(only=lambda contract: contract.events is not None)
def test_every_kind_of_event_is_met(contract: Contract) -> None:
    assert contract.events is not None
    known = set(re.findall(KIND, Path(contract.events.__file__ or "").read_text(encoding="utf-8")))
    wanted, met = known - {name.removeprefix("event: ") for name in (*contract.unmet, *contract.rare)}, set[str]()
    for number, (course, k) in enumerate(rarest_first(contract)):
        for view in ("full", "public")[: 1 + (number % 3 == 0)]:
            told = course.game.events(course.states[k : k + 1], course.actions[k], course.rng[k : k + 1], view)
            met |= {event.kind for event in told}
        if not wanted - met:
            break
    check(contract, "events", {f"event: {kind}" for kind in known}, {f"event: {kind}" for kind in met})
    assert met <= known | set(contract.unnamed_events)


@each_game(only=lambda contract: contract.events is not None)
def test_a_rule_that_is_listened_to_is_called(contract: Contract) -> None:
    """A listener to a rule that nothing calls would tell nothing for ever."""
    telling = contract.events.telling  # type: ignore[union-attr]
    assert not [rule.__qualname__ for rule in telling._listeners if rule not in telling._copies]
