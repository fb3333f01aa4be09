"""What holds in every position and can be looked at in many at once: masks, ranges, secrecy, refusals, invariants."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from ow_env.compiled.jit import PURE
from ow_env.core import Batch
from ow_env.core.game import Rows
from ow_env.core.observation import Observation
from ow_env.core.players import look
from ow_env.core.sparse import SparseRows
from ow_env.testing.compiled import figures_of, reasons_of, rows_over
from ow_env.testing.contract import Contract, each_game
from ow_env.testing.playthroughs import Course, courses, hidden

pytestmark = [pytest.mark.bounds, pytest.mark.contract]

BLOCK = 256  # positions at once
REFUSED = 1 if PURE else 4  # actions of a kind and reason that are tried
FILLING = 7  # stands in rows before they are written


def blocks(contract: Contract) -> Iterator[tuple[Course, slice, Rows]]:
    """Yield the positions of a game in blocks, with what each seat sees and may do."""
    for course in courses(contract.name):
        for first in range(0, len(course), BLOCK):
            some = slice(first, min(first + BLOCK, len(course)))
            yield course, some, course.game.show(course.states[some])


def first_of(course: Course, some: slice, wrong: np.ndarray) -> str:
    """Say where the first that is wrong is: an array over positions, and maybe seats and actions."""
    place = [int(each) for each in np.argwhere(wrong)[0]] if wrong.any() else [0]
    return course.at(some.start + place[0], *place[1:3])


# ── What seats see and may do ────────────────────────────────────────────────────────────────────


@each_game()
def test_the_mask_is_why_not(contract: Contract) -> None:
    """For every seat and every action; and a seat that is not asked has `pass` alone."""
    for course, some, shown in blocks(contract):
        allowed = reasons_of(course.game, course.states[some]) == 0
        wrong = allowed != (shown.action_mask == 1)
        assert not wrong.any(), first_of(course, some, wrong)
        assert np.isin(shown.action_mask, (0, 1)).all()
        wrong = ~shown.to_act & ((shown.action_mask.sum(axis=2) != 1) | (shown.action_mask[:, :, 0] != 1))
        assert not wrong.any(), first_of(course, some, wrong)


@each_game()
def test_rows_are_written_whole_whatever_stood_there(contract: Contract) -> None:
    for course, some, shown in blocks(contract):
        observation, mask = rows_over(course.game, course.states[some], FILLING)
        assert (observation == shown.observation).all(), first_of(course, some, observation != shown.observation)
        assert (mask == shown.action_mask).all(), first_of(course, some, mask != shown.action_mask)


@each_game()
def test_whoever_is_asked_has_a_choice(contract: Contract) -> None:
    """One answer alone is asked for only where the contract says so; nobody is asked when the game is over."""
    for course, some, shown in blocks(contract):
        states = course.states[some]
        one = contract.single_answer(course.game, states)
        choices = shown.action_mask.sum(axis=2)
        wrong = shown.to_act & (choices < 2 - one[:, None])
        assert not wrong.any(), first_of(course, some, wrong)
        wrong = shown.to_act.any(axis=1) == course.is_over[some]
        assert not wrong.any(), first_of(course, some, wrong)


@each_game()
def test_numbers_stay_in_their_ranges(contract: Contract) -> None:
    """What is observed, and the bounds of `facts`: how many may play, act at once, be allowed, be other than 0."""
    for course, some, shown in blocks(contract):
        game = course.game
        least, most = game.facts.players
        assert least <= game.num_players <= most
        wrong = shown.observation > game.observation_high
        assert not wrong.any(), first_of(course, some, wrong.any(axis=2))
        assert shown.action_mask.sum(axis=2).max() <= game.most_actions
        assert np.count_nonzero(shown.observation, axis=2).max() <= game.most_numbers
        asked = shown.to_act.sum(axis=1)
        assert game.facts.choices != "turns" or asked.max() <= 1
        assert not game.asks_everybody or np.isin(asked, (0, game.num_players)).all()


@each_game()
def test_what_the_engine_says_in_numbers_holds_together(contract: Contract) -> None:
    """Endings, turns that never fall, outcomes, potentials, rewards, and bytes that are not in use."""
    for course in courses(contract.name):
        game = course.game
        before, after = figures_of(game, course.states), figures_of(game, course.after)
        assert (before.asked == course.to_act).all()
        assert ((before.ending > 0) == course.is_over).all()
        assert (after.turn >= before.turn)[~course.is_over].all()
        assert (game.turn(course.states) == before.turn).all()
        for figures, states in ((before, course.states), (after, course.after)):
            over = figures.ending > 0
            assert (figures.outcome[figures.ending != 1] == 0).all()
            assert (np.abs(figures.outcome) <= 1).all()
            assert game.facts.payoff == "score" or np.isin(figures.outcome, (-1, 0, 1)).all()
            assert np.isfinite(figures.potential).all()
            assert (figures.potential[over] == 0).all()
            behind = np.arange(game.state_dtype.itemsize) >= figures.used[:, None]
            assert not states.view(np.uint8).reshape(len(states), -1)[behind].any()
        played = ~course.is_over
        assert (course.reward == after.outcome.astype(np.float32))[played].all()


@each_game()
def test_shaped_rewards_add_the_change_of_the_potential(contract: Contract) -> None:
    for course in courses(contract.name):
        some = np.flatnonzero(~course.is_over)
        shaped = Batch(course.game, len(some), reward="shaped")
        shaped.set_states(course.states[some])
        shaped.rng[:] = course.rng[some]
        shaped.step(course.actions[some])
        assert shaped.states.tobytes() == course.after[some].tobytes(), (
            "the generator and the decision are all it takes"
        )
        change = figures_of(course.game, course.after[some]).potential
        change -= figures_of(course.game, course.states[some]).potential
        np.testing.assert_allclose(shaped.reward, course.reward[some] + change, atol=1e-5)


@each_game()
def test_invariants_hold(contract: Contract) -> None:
    """In every position, and in that which follows; what is counted stays the same."""
    for course in courses(contract.name):
        contract.invariants(course.game, course.states)
        contract.check(course.game, course.after, course.states)


# ── What is refused, and what is not ─────────────────────────────────────────────────────────────


@each_game()
def test_what_is_forbidden_is_refused_and_changes_nothing(contract: Contract) -> None:
    """One action for each verb and reason, several times."""
    tried: dict[tuple[int, int, str], int] = {}
    for course, some, shown in blocks(contract):
        game, states = course.game, course.states[some]
        reasons = reasons_of(game, states)
        batch = Batch(game, len(states))
        batch.set_states(states)
        legal = shown.action_mask.argmax(axis=2)
        rng = np.random.default_rng(course.number)
        before = batch.states.tobytes(), batch.rng.tobytes(), batch.action_mask.tobytes(), batch.observation.tobytes()
        for row in rng.permutation(np.flatnonzero(~course.is_over[some]))[: 4 if PURE else 24].tolist():
            for seat in range(game.num_players):
                forbidden = rng.permutation(np.flatnonzero(reasons[row, seat]))
                alike = np.stack([game.structure.kind[forbidden], reasons[row, seat, forbidden]], axis=1)
                for place in np.unique(alike, axis=0, return_index=True)[1].tolist():
                    key = (*(int(each) for each in alike[place]), course.game.options.get("ask", ""))
                    tried[key] = tried.get(key, 0) + 1
                    if tried[key] > REFUSED:
                        continue
                    moves = legal.copy()
                    moves[row, seat] = forbidden[place]
                    with pytest.raises(ValueError, match=f"row {row}: player_{seat} may not play"):
                        batch.step(moves)
        assert before == (
            *(batch.states.tobytes(), batch.rng.tobytes(), batch.action_mask.tobytes(), batch.observation.tobytes()),
        )
    assert tried


@each_game()
def test_every_action_that_is_allowed_is_accepted_and_changes_something(contract: Contract) -> None:
    """Each of them is played in a copy of the position; what comes of it is whole."""
    for course in courses(contract.name):
        game = course.game
        some = np.random.default_rng(course.number).permutation(np.flatnonzero(~course.is_over))[: 2 if PURE else 12]
        shown = game.show(course.states[some])
        rows, seats, actions = np.nonzero(shown.action_mask * shown.to_act[:, :, None])
        if not len(rows):
            continue
        batch = Batch(game, len(rows), seed=course.number)
        batch.set_states(course.states[some][rows])
        moves = shown.action_mask.argmax(axis=2)[rows]
        moves[np.arange(len(rows)), seats] = actions
        batch.step(moves)
        size = game.state_dtype.itemsize
        was, now = (states.view(np.uint8).reshape(-1, size) for states in (course.states[some][rows], batch.states))
        same = (was == now).all(axis=1)
        assert not same.any(), course.at(
            int(some[rows[same.argmax()]]), int(seats[same.argmax()]), int(actions[same.argmax()])
        )
        contract.check(game, batch.states, course.states[some][rows])


# ── What a seat can't know ───────────────────────────────────────────────────────────────────────


@each_game()
def test_what_a_seat_gets_is_the_same_after_hide(contract: Contract) -> None:
    """Observation, mask, reasons, potential, whether it is asked, and, where all may know that, who else is.

    Of positions that the seat can't tell apart `hide` makes the same under the same key, to the byte: it follows from
    what the seat knows, and from the key. And the invariants hold in it.
    """
    changed = 0
    for course, some, shown in blocks(contract):
        game, states = course.game, course.states[some]
        reasons, figures = reasons_of(game, states), figures_of(game, states)
        for seat in [course.number % game.num_players] if PURE else range(game.num_players):
            guess = game.hide(states, seat, seed=course.number)
            again = game.show(guess)
            for what, one, other in (
                ("observation", shown.observation[:, seat], again.observation[:, seat]),
                ("mask", shown.action_mask[:, seat], again.action_mask[:, seat]),
                ("reasons", reasons[:, seat], reasons_of(game, guess)[:, seat]),
                ("potential", figures.potential[:, [seat]], figures_of(game, guess).potential[:, [seat]]),
                ("turn", figures.turn[:, None], figures_of(game, guess).turn[:, None]),
                ("ending", figures.ending[:, None], figures_of(game, guess).ending[:, None]),
                ("asked", shown.to_act[:, [seat]], again.to_act[:, [seat]]),
                ("who is asked", shown.to_act, again.to_act if contract.asks_openly else shown.to_act),
            ):
                wrong = (one != other).any(axis=1)
                assert not wrong.any(), f"{what}: {first_of(course, some, wrong)}, player_{seat}"
            contract.check(game, guess, states if contract.hide_keeps_census else guess)
            choices = again.action_mask.sum(axis=2)
            assert (choices >= 1)[again.to_act].all(), "the player who is asked has an answer"
            differs = np.array([one.tobytes() != other.tobytes() for one, other in zip(states, guess, strict=True)])
            changed += int(differs.sum())
            if not PURE:
                for key in (course.number, course.number + 1):  # of another deal of the same
                    dealt = game.hide(game.hide(states, seat, seed=key), seat, seed=course.number)
                    wrong = np.array([a.tobytes() != b.tobytes() for a, b in zip(guess, dealt, strict=True)])
                    assert not wrong.any(), f"the truth decides: {first_of(course, some, wrong)}, player_{seat}"
    hides, few = hidden(contract.name).from_some, 0 if PURE else 20
    assert changed > few if hides else changed == 0, "hiding changes what is hidden"


@each_game(only=lambda contract: contract.hides is not False)
def test_somebody_else_sees_what_was_drawn_again(contract: Contract) -> None:
    """The seat whose cards change sees it: so the comparison above is one."""
    seen = 0
    for course in courses(contract.name):
        game = course.game
        if game.num_players > 1:
            guess = game.hide(course.states, 0, seed=course.number)
            others = game.show(course.states).observation[:, 1:] != game.show(guess).observation[:, 1:]
            seen += int(others.any(axis=(1, 2)).sum())
    assert seen > 20 or PURE or not hidden(contract.name).from_others


# ── Rows of both forms ───────────────────────────────────────────────────────────────────────────


@pytest.mark.skipif(PURE, reason="what is compared is how compiled loops write rows")
@each_game()
@pytest.mark.parametrize("observe", ["all", "acting"])
def test_random_play_is_the_same_in_every_form_of_rows(contract: Contract, observe: str) -> None:
    for game in contract.games:
        forms = [
            Batch(game, 3, seed=7, autoreset=True, observe=observe, rows=form) for form in ("dense", "sparse", "both")
        ]
        dense, sparse, both = forms
        for _ in range(5):
            assert all(batch.rollout(40) for batch in forms)
            assert dense.states.tobytes() == sparse.states.tobytes() == both.states.tobytes(), "the same was chosen"
            assert (dense.action_mask == both.action_mask).all()
            assert (dense.observation == both.observation).all()
            for name in ("legal", "legal_count", "feature_index", "feature_value", "feature_count"):
                assert (getattr(sparse, name) == getattr(both, name)).all()


@each_game()
def test_who_is_asked_sees_the_same_when_only_they_are_shown_anything(contract: Contract) -> None:
    for course in courses(contract.name):
        some = ~course.is_over
        whole, sparing = (Batch(course.game, int(some.sum()), observe=observe) for observe in ("all", "acting"))
        for batch in (whole, sparing):
            batch.set_states(course.states[some])
            batch.rng[:] = course.rng[some]
            batch.step(course.actions[some])
        for array in ("to_act", "action_mask", "reward", "terminated", "truncated"):
            assert (getattr(whole, array) == getattr(sparing, array)).all(), array
        assert (whole.observation[whole.to_act] == sparing.observation[whole.to_act]).all()


@each_game()
def test_an_observation_has_both_forms_whichever_it_was_given(contract: Contract) -> None:
    for game in contract.games[: 1 if PURE else 4]:
        seen = []
        for form in ("dense", "sparse"):
            batch = Batch(game, 5, seed=4, rows=form)
            batch.rollout(6)
            rows, seats = np.nonzero(batch.to_act)
            seen.append(look(batch, rows, seats, 6))
        one, two = seen
        assert len(one) == len(two) > 0
        assert one.features.tobytes() == two.features.tobytes()
        assert one.mask.tobytes() == two.mask.tobytes()
        for name in SparseRows.__slots__[:5]:
            assert getattr(one.sparse, name).tobytes() == getattr(two.sparse, name).tobytes()
            assert getattr(two.sparse, name).base is None, "no way to what others see"
        some = np.array([len(one) - 1, 0])
        for each in (one, two):
            assert each.take(some).features.tobytes() == one.features[some].tobytes()
            whole = Observation.joined([each.take(slice(0, 1)), each.take(slice(1, None))])
            assert whole.features.tobytes() == one.features.tobytes()
            assert whole.mask.tobytes() == one.mask.tobytes()


@each_game(only=lambda contract: contract.reveals)
def test_that_a_question_comes_tells_nothing(contract: Contract) -> None:
    """Where everyone is asked who could have an answer: after the same decision the same seats are asked.

    Also if all that the seat that decided can't know is drawn again before, unless the decision brings it to light.
    """
    compared = 0
    for course in courses(contract.name):
        game, asked = course.game, course.to_act.sum(axis=1) == 1
        if game.options.get("ask") != "public":
            continue
        some = np.array([k for k in np.flatnonzero(asked).tolist() if not contract.reveals(course.names(k))], int)
        for seat in range(game.num_players):
            own = some[course.to_act[some, seat]]
            if len(own):
                other = Batch(game, len(own))
                other.set_states(game.hide(course.states[own], seat, seed=course.number))
                other.rng[:] = course.rng[own]
                other.step(course.actions[own])
                shown = game.show(course.after[own])
                wrong = (shown.to_act != other.to_act).any(axis=1)
                assert not wrong.any(), (
                    f"{course.at(int(own[wrong.argmax()]))}: {course.names(int(own[wrong.argmax()]))}"
                )
                compared += len(own)
    assert compared > 5 or contract.games[0].facts.choices == "simultaneous" or PURE
