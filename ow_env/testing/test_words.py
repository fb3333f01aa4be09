"""What is said in words of some positions of each game: names, reasons, positions as JSON, views, events.

A few hundred positions of a game, those kept of its playthroughs that differ most (playthroughs.py).
"""

from __future__ import annotations

import json
from collections import Counter
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from ow_env.compiled.jit import PURE
from ow_env.core import Game
from ow_env.core.decision import Decision
from ow_env.core.game import States
from ow_env.testing.compiled import reasons_of
from ow_env.testing.contract import Contract, each_game
from ow_env.testing.playthroughs import courses, hidden, in_words

pytestmark = [pytest.mark.bounds, pytest.mark.contract]

ENOUGH = 1 if PURE else 3  # actions of one verb and one reason that are asked about in words
VIEWED, DRAWN = 3, 120  # one in so many positions is compared as it is viewed, and as a picture


def one(states: States, k: int) -> States:
    """Return a position [1]."""
    return states[k : k + 1]


# ── Names and reasons ────────────────────────────────────────────────────────────────────────────


@each_game()
def test_names_read_back(contract: Contract) -> None:
    """Those of all that is allowed."""
    for course, k, _ in in_words(contract):
        game, state = course.game, one(course.states, k)
        for seat in range(game.num_players):
            for action in game.legal_actions(state, seat):
                name = game.action_name(state, seat, int(action))
                assert game.action_id(state, seat, name) == action, course.at(k, seat, int(action))


@each_game()
def test_what_is_allowed_can_be_told_apart_by_its_label_and_where_it_points(contract: Contract) -> None:
    for course, k, number in in_words(contract):
        game, state = course.game, one(course.states, k)
        seat = number % game.num_players
        choices = [game.choice(state, seat, int(action)) for action in game.legal_actions(state, seat)]
        told = [(choice.label, choice.source, choice.target) for choice in choices]
        assert len(set(told)) == len(told), f"{course.at(k, seat)}: {told}"


@each_game()
def test_every_action_has_a_name_of_its_own(contract: Contract) -> None:
    """For each seat; what is no name is refused in words that name what is nearest."""
    for course in courses(contract.name)[:: 4 if PURE else 1][: len(contract.games)]:
        game, state = course.game, one(course.states, 0)
        for seat in range(game.num_players):
            names = [game.action_name(state, seat, action) for action in range(game.num_actions)]
            assert len(set(names)) == len(names)
            assert [game.action_id(state, seat, name) for name in names] == list(range(game.num_actions))
        assert len(set(game.actions)) == len(game.actions) == game.num_actions
        with pytest.raises(ValueError, match="nearest") as refused:
            game.action_id(state, 0, names[-1] + "x")
        assert "None" not in str(refused.value)


@each_game()
def test_a_reason_in_words_is_given_for_what_is_forbidden_and_for_nothing_else(contract: Contract) -> None:
    """One action is asked about for each verb and each reason, unless there were enough such before."""
    seen: Counter[tuple[int, int, int]] = Counter()
    for course, k, number in in_words(contract):
        game, state = course.game, one(course.states, k)
        reasons = reasons_of(game, state)[0]
        order = np.random.default_rng(number).permutation(game.num_actions)
        for seat in range(game.num_players):
            alike = np.stack([game.structure.kind, reasons[seat]], axis=1)[order]
            for place in np.unique(alike, axis=0, return_index=True)[1].tolist():
                action = int(order[place])
                seen[kind := (game.num_players, *(int(each) for each in alike[place]))] += 1
                if seen[kind] <= ENOUGH:
                    why = game.why_not(state, seat, action)
                    assert (why is None) == (reasons[seat, action] == 0), course.at(k, seat, action)
                    assert why is None or is_a_sentence(why), f"{course.at(k, seat, action)}: {why}"


def is_a_sentence(why: str) -> bool:
    """Whether a reason has words, and none that stand for others."""
    return bool(why.strip()) and not any(word in why for word in ("{", "}", "None", "nan"))


# ── Positions ────────────────────────────────────────────────────────────────────────────────────


@each_game()
def test_a_position_written_and_read_is_the_same_record(contract: Contract) -> None:
    """Also one that is the last of its game; what is written twice is the same."""
    for course, k, _ in in_words(contract):
        game, state = course.game, one(course.states, k)
        position = game.position(state)
        again = game.from_position(json.loads(json.dumps(position)))
        assert again.tobytes() == state.tobytes(), f"{course.at(k)}: {position}"
        assert game.position(again) == position, course.at(k)


@each_game()
def test_a_view_is_no_full_position_and_there_is_none_for_a_stranger(contract: Contract) -> None:
    course = courses(contract.name)[0]
    game, state = course.game, one(course.states, 0)
    for view in ("public", *game.agents):
        with pytest.raises(ValueError, match="full position"):
            game.from_position(game.position(state, view))
    for ask in (
        game.position,
        game.view,
        lambda state, view: game.events(state, course.actions[0], course.rng[:1], view),
    ):
        with pytest.raises(ValueError, match=f"player_{game.num_players}"):
            ask(state, f"player_{game.num_players}")


# ── What a seat gets ─────────────────────────────────────────────────────────────────────────────


def told_to(game: Game, state: States, seat: int, forbidden: list[int], number: int) -> dict[str, Any]:
    """Return all that a seat gets of a position [1], by what it is; views and pictures of some positions."""
    view = f"player_{seat}"
    allowed = [int(action) for action in game.legal_actions(state, seat)]
    found: dict[str, Any] = {
        **{f"position, {each}": json.dumps(game.position(state, each)) for each in (view, "public")},
        "moment": game.moment(state),
        "names": [game.action_name(state, seat, action) for action in allowed],
        "choices": [game.choice(state, seat, action) for action in allowed],
        "reasons": [game.why_not(state, seat, action) for action in forbidden],
        "private step": game.private_step(state, seat),
    }
    if number % VIEWED == 0:
        found |= {f"view, {each}": game.view(state, each) for each in (view, "public")}
        decision = Decision.of(game, state, seat, game.hide(state, seat, number), allowed)
        found |= {"decision": json.dumps(decision.data()), "determinization": decision.determinization.tobytes()}
        found |= {"decision, full": decision.text("full"), "decision, terse": decision.text("terse")}
    if number % DRAWN == 0:
        found["text"] = game.render(state, view)
        found["picture"] = game.draw(state, view).tobytes() if find_spec("PIL") else None
    return found


@each_game()
def test_what_a_seat_is_told_is_the_same_after_hide(contract: Contract) -> None:
    """To the byte: positions, views, names, reasons; of one seat after the other."""
    check_told(contract)


def check_told(contract: Contract) -> tuple[int, int]:
    """Compare what seats are told; return how many positions were compared, and in how many hiding changed anything."""
    changed = compared = 0
    for course, k, number in in_words(contract):
        game, state = course.game, one(course.states, k)
        seat = number % game.num_players
        guess = game.hide(state, seat, number)
        codes = reasons_of(game, state)[0, seat]
        forbidden = [
            int(np.flatnonzero(codes == code)[number % int((codes == code).sum())]) for code in np.unique(codes)
        ]
        here, there = (told_to(game, each, seat, forbidden, number) for each in (state, guess))
        for what, told in here.items():
            assert told == there[what], f"{what}: {course.at(k, seat)}"
        compared += 1
        changed += guess.tobytes() != state.tobytes()
    assert PURE or (changed > 20) == hidden(contract.name).from_some, "hiding changes what is hidden"
    return compared, changed


@each_game()
def test_what_hide_gives_is_a_position_that_may_be(contract: Contract) -> None:
    """It can be read; and where everyone is asked who could have an answer it is the same then."""
    for course, k, number in in_words(contract):
        game, state = course.game, one(course.states, k)
        guess = game.hide(state, (number + 1) % game.num_players, number)
        again = game.from_position(game.position(guess))
        shown = game.show(guess)
        choices = shown.action_mask[0].sum(axis=1)[shown.to_act[0]]
        stands = game.options.get("ask") == "public" and (choices > 1).all()
        if contract.determinization_stands or stands:
            assert again.tobytes() == guess.tobytes(), course.at(k)


# ── Events ───────────────────────────────────────────────────────────────────────────────────────


@each_game()
def test_what_is_told_of_a_decision_is_what_was_done(contract: Contract) -> None:
    """The narrator listens to what leads to the very position that followed; nothing that is told of has changed."""
    for course, k, _ in in_words(contract):
        if course.is_over[k]:
            continue
        game, state = course.game, one(course.states, k)
        before = state.tobytes(), course.rng.tobytes()
        told = game.events(state, course.actions[k], course.rng[k : k + 1])
        assert (state.tobytes(), course.rng.tobytes()) == before
        assert not any(word in str(event) for event in told for word in ("{", "None")), [*map(str, told)]
        if hasattr(game, "narrator"):
            listened, rng = state.copy(), course.rng[k : k + 1].copy()
            narrator = game.narrator(listened, "full")
            game.telling(narrator, listened[0], game.tables[0], rng[0], course.actions[k])
            assert listened.tobytes() == one(course.after, k).tobytes(), course.at(k)
            assert not narrator.inside
        if contract.whole is not None:
            contract.whole(game, state, one(course.after, k), told)


@each_game(only=lambda contract: contract.reveals)
def test_what_is_told_to_who_decides_does_not_depend_on_what_is_hidden(contract: Contract) -> None:
    """Where everyone is asked who could have an answer, and what is decided brings nothing to light."""
    assert contract.reveals is not None
    compared = 0
    for course, k, number in in_words(contract):
        game, state = course.game, one(course.states, k)
        seats = np.flatnonzero(course.to_act[k])
        if game.options.get("ask") != "public" or len(seats) != 1 or contract.reveals(course.names(k)):
            continue
        seat = int(seats[0])
        guess = game.hide(state, seat, number)
        compared += int(guess.tobytes() != state.tobytes())
        view, rng = f"player_{seat}", course.rng[k : k + 1]
        here, there = (game.events(each, course.actions[k], rng, view) for each in (state, guess))
        assert here == there, f"{course.at(k)}: {course.names(k)}"
    simultaneous = contract.games[0].facts.choices == "simultaneous"
    assert compared or PURE or simultaneous or not hidden(contract.name).from_some


@each_game()
def test_viewers_are_told_no_more_than_everybody_together(contract: Contract) -> None:
    """No sentence told to a viewer names a card that neither the viewer sees nor everyone is told of."""
    looked_up = 0
    for course, k, _ in in_words(contract):
        game = course.game
        cards = getattr(getattr(game, "catalogue", None), "cards", ())
        if course.is_over[k] or not cards:
            continue
        before, after, rng = one(course.states, k), one(course.after, k), course.rng[k : k + 1]
        names = sorted((card.name for card in cards), key=len, reverse=True)
        openly = named_in(names, game.events(before, course.actions[k], rng, "public"))
        for view in game.agents:
            told = named_in(names, game.events(before, course.actions[k], rng, view)) - openly
            if told:
                shown = {
                    card.name
                    for state in (before, after)
                    for zone in game.view(state, view).zones
                    for card in zone.cards
                }
                assert told <= shown, f"{course.at(k)}, {view}: {told - shown}"
                looked_up += 1
    assert looked_up >= 0


def named_in(names: list[str], told: Any) -> set[str]:
    """Return the cards that sentences name; a name that is part of another is found by itself only."""
    text, found = " ".join(event.text for event in told), set()
    for name in names:
        if name in text:
            found.add(name)
            text = text.replace(name, "·")
    return found
