"""What holds in every game of Star Realms, on any path: played at random, with all options."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ow_env.core import Batch
from ow_env.core.jit import PURE
from ow_env.star_realms.actions import NO_SUCH_ACTION, OK, REASONS
from ow_env.star_realms.cards import load_catalogue
from ow_env.star_realms.game import StarRealms
from tests.star_realms.games import (
    EVERYTHING,
    check_invariants,
    game_of,
    looked_at,
    met_with,
    one_of_each,
    random_course,
    reasons_of,
)
from tests.star_realms.oracle.crowded import crowded_position

pytestmark = pytest.mark.pure

ODD = str(Path(__file__).with_name("odd_cards.toml"))
LONG = 25 if PURE else 400  # decisions of a game that are looked at
ENOUGH = 100  # actions asked of each kind
FULL_TOP = 53  # seed of a game with a deck that has no room for another card on top
settings = st.fixed_dictionaries(
    {"first_player": st.sampled_from([None, 0, 1]), "ask": st.sampled_from(["needed", "public"])},
    optional={"max_turns": st.integers(1, 40), "cards": st.just(ODD)},
)
games = settings.map(lambda options: game_of(**options))
seeds = st.integers(0, 2**32 - 1)


def some_course(game: StarRealms, seed: int, eager: float = 0.9) -> Any:
    """Yield some decisions in a row of a random game; with the base set it begins mostly in a crowded position."""
    crowded = seed % 4 and not game.options["cards"]
    position = crowded_position(seed, game.options["max_turns"]) if crowded else None
    course = random_course(game, seed, position, eager)
    for _, batch in zip(range(LONG), course, strict=False):
        yield batch


@given(games, seeds, st.sampled_from([0.0, 0.9, 1.0]))
def test_no_card_is_made_or_lost_and_what_is_known_follows(game: StarRealms, seed: int, eager: float) -> None:
    for step, batch in enumerate(random_course(game, seed, eager=eager)):
        check_invariants(game, batch.states)
        if step == 3 * LONG:
            break


def test_the_mask_is_why_not() -> None:
    met: set[str] = set()

    @given(games, seeds)
    def everywhere(game: StarRealms, seed: int) -> None:
        for batch in some_course(game, seed):
            allowed = reasons_of(game, batch.states) == OK
            assert np.array_equal(batch.action_mask[0], allowed)
            met.update(met_with(game, batch.states, batch.action_mask[0]))

    everywhere()
    assert met == EVERYTHING or PURE, EVERYTHING - met


def test_a_reason_is_given_for_every_other_action() -> None:
    """One of those with the same verb and reason is asked, unless there were enough such at this point before."""
    seen: Counter[tuple[int, int, int]] = Counter()

    @given(games, seeds)
    @example(game_of(), FULL_TOP)
    def everywhere(game: StarRealms, seed: int) -> None:
        random = np.random.default_rng(seed)
        for batch in some_course(game, seed):
            reasons = reasons_of(game, batch.states)
            for player in range(2):
                for action in one_of_each(game, reasons[player], random):
                    verb, reason = int(game.notation.rows[action]["verb"]), int(reasons[player, action])
                    seen[kind := (int(batch.states[0]["point"]), verb, reason)] += 1
                    if seen[kind] <= ENOUGH:
                        why = game.why_not(batch.states, player, action)
                        assert (why is None) == bool(batch.action_mask[0, player, action])
                        assert why is None or "{" not in why

    everywhere()
    missing = {*range(len(REASONS))} - {NO_SUCH_ACTION} - {reason for _, _, reason in seen}
    assert not missing or PURE, [REASONS[reason] for reason in missing]


@given(games, seeds)
def test_exactly_one_seat_is_asked_and_it_has_a_choice(game: StarRealms, seed: int) -> None:
    """What is forced is never asked, but under "public" what only a hidden hand forces."""
    for batch in some_course(game, seed):
        over = bool(batch.terminated[0] or batch.truncated[0])
        active = int(batch.states[0]["active"])
        assert batch.to_act[0].tolist() == [not over and seat == active for seat in range(2)]
        assert np.flatnonzero(batch.action_mask[0, 1 - active]).tolist() == [0]
        if not over:
            choices = int(batch.action_mask[0, active].sum())
            assert choices > 1 or (game.options["ask"] == "public" and choices == 1)


@given(games, seeds)
def test_names_read_back(game: StarRealms, seed: int) -> None:
    for batch in some_course(game, seed):
        for player in range(2):
            for action in game.legal_actions(batch.states, player):
                name = game.action_name(batch.states, player, int(action))
                assert game.action_id(batch.states, player, name) == action


@given(games, seeds)
def test_a_position_written_and_read_is_the_same_record(game: StarRealms, seed: int) -> None:
    for batch in looked_at(some_course(game, seed)):
        assert game.from_position(game.position(batch.states)).tobytes() == batch.states.tobytes()


@given(games, seeds)
def test_observations_stay_in_their_range(game: StarRealms, seed: int) -> None:
    for batch in some_course(game, seed):
        assert (batch.observation[0] <= game.observation_high).all()


@given(seeds, st.sampled_from(["needed", "public"]), st.booleans())
def test_turning_the_seats_turns_the_game(seed: int, ask: str, crowded: bool) -> None:
    one, other = Batch(game_of(first_player=0, ask=ask), 1, seed), Batch(game_of(first_player=1, ask=ask), 1, seed)
    if crowded:
        position = crowded_position(seed % 1000)
        one.set_states(one.game.from_position(position))
        turned = {**position, "players": position["players"][::-1]}
        turned |= {name: 1 - position[name] for name in ("active", "first")}
        winner = position.get("decision", {}).get("winner")
        assert winner is None
        other.set_states(other.game.from_position(turned))
    random = np.random.default_rng(seed)
    for _ in range(LONG):
        assert other.observation[0, ::-1].tobytes() == one.observation[0].tobytes()
        assert other.action_mask[0, ::-1].tobytes() == one.action_mask[0].tobytes()
        assert other.reward[0, ::-1].tolist() == one.reward[0].tolist()
        if one.terminated[0] or one.truncated[0]:
            break
        moves = np.array([random.choice(np.flatnonzero(mask)) for mask in one.action_mask[0]])
        one.step([moves])
        other.step([moves[::-1]])


@given(games, seeds)
def test_an_action_masked_out_is_refused_and_changes_nothing(game: StarRealms, seed: int) -> None:
    *_, batch = some_course(game, seed)
    if batch.terminated[0] or batch.truncated[0]:
        return
    legal = batch.action_mask[0].argmax(axis=1)
    before = batch.states.tobytes(), batch.rng.tobytes(), batch.action_mask.tobytes()
    for player in range(2):
        for action in np.flatnonzero(batch.action_mask[0, player] == 0)[:: 1 + seed % 7]:
            moves = legal.copy()
            moves[player] = action
            with pytest.raises(ValueError, match=f"row 0: player_{player} may not play"):
                batch.step([moves])
    assert before == (batch.states.tobytes(), batch.rng.tobytes(), batch.action_mask.tobytes())


# ── What is known ────────────────────────────────────────────────────────────────────────────────


@given(seeds)
def test_what_is_known_of_a_new_hand_follows_from_what_lay_open(seed: int) -> None:
    """Wherever a turn ends: the cards on top and those drawn before a reshuffle, if any was; else only what must be."""
    game = game_of()
    for batch in some_course(game, seed):
        at = game.position(batch.states)
        if at["decision"] != {"type": "main"}:
            continue
        seat = at["active"]
        him = at["players"][seat]
        after = Batch(game, 1, seed)
        after.set_states(batch.states)
        moves = [0, 0]
        moves[seat] = game.action_id(batch.states, seat, "end turn")
        after.step([moves])
        then = game.position(after.states)
        if then["turn"] > at["turn"] + 1:
            continue  # the next turn ended by itself
        top, rest = him["top"][:5], him["deck"]
        known = Counter(top)
        if len(top) + len(rest) <= 5:  # the shuffled part runs out: what was in it is known to be drawn
            known += Counter(rest)
            left = Counter(him["discard"] + him["hand"] + [ship if isinstance(ship, str) else ship["card"]
                                                           for ship in him["ships"]])  # fmt: skip
            if len(top) + len(rest) + sum(left.values()) <= 5:
                known += left
        assert Counter(then["players"][seat]["known"]) == known
        assert then["players"][seat]["top"] == []


# ── Who is asked ─────────────────────────────────────────────────────────────────────────────────


@given(seeds)
def test_public_asks_where_needed_does_and_more(seed: int) -> None:
    """Both play the same: what `needed` takes by itself `public` asks with a single answer, or takes too."""
    needed, public = Batch(game_of(), 1, seed), Batch(game_of(ask="public"), 1, seed)
    position = crowded_position(seed % 1000)
    for batch in (needed, public):
        batch.set_states(batch.game.from_position(position))
        batch.rng[:] = needed.rng
    random, more = np.random.default_rng(seed), 0
    for _ in range(LONG):
        while public.action_mask[0, int(public.states[0]["active"])].sum() == 1 and public.to_act[0].any():
            public.step([public.action_mask[0].argmax(axis=1)])
            more += 1
        here, there = needed.game.position(needed.states), public.game.position(public.states)
        assert here == there
        if needed.terminated[0] or needed.truncated[0]:
            break
        moves = [random.choice(np.flatnonzero(mask)) for mask in needed.action_mask[0]]
        needed.step([moves])
        public.step([moves])


def test_the_box_has_110_cards() -> None:
    assert sum(card.copies for card in load_catalogue().cards) == 110
