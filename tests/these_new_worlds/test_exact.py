"""These New Worlds cut small enough to solve: against a plain model of the round, and against the engine's own dice."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

import agents
from ow_env.core.batch import Batch
from training.exact.games import make
from training.exact.score import action_probs, policy, score
from training.exact.solve import SequenceForm, realization_plan, sequence_form, solve, value
from training.exact.these_new_worlds import FEW, ROUND, SmallNewWorlds, chances, play_on
from training.exact.tree import build_tree
from training.measure.match import play_match

# ── A plain model of the tiny game, written without the engine ───────────────────────────────────

RED, YELLOW, GREEN, BLUE = range(4)
CARDS = {  # name: (colour, value, tokens, may follow its colour); nobody owns a planet
    "Border Militia": (RED, 1, 4, False),
    "Provincial Decree": (YELLOW, 4, 4, False),
    "Spot Trade": (GREEN, 6, 1, True),
    "Breakthrough": (BLUE, 2, 3, False),
}
COSTS = (3, 3, 2, 3)


@cache
def combat(mine: tuple[int, ...], theirs: tuple[int, ...]) -> float:
    """Who takes more of four dice: chance that it is the first, less that it is the other, by 36 rolls a die."""
    leads = Counter({0: 1})
    for one, other in zip(mine, theirs, strict=True):
        after: Counter[int] = Counter()
        for lead, ways in leads.items():
            for a, b in product(range(1, 7), repeat=2):
                after[lead + (a + one > b + other) - (a + one < b + other)] += ways
        leads = after
    return (sum(w for lead, w in leads.items() if lead > 0) - sum(w for lead, w in leads.items() if lead < 0)) / 36**4


class Node:
    """A position of the model: what each holds, tokens, domes, the top card, and what all have seen."""

    def __init__(self, hands: tuple[frozenset[str], ...]) -> None:
        self.hands, self.dealt = list(hands), hands
        self.tokens = [[0] * 4, [0] * 4]
        self.dome = [False, False]
        self.top: str | None = None
        self.seat, self.step, self.played, self.passed, self.over = 0, "card", False, False, False
        self.told: tuple[Any, ...] = ()

    def copy(self) -> Node:
        other = Node(self.dealt)
        other.__dict__ |= self.__dict__
        other.hands, other.dome = list(self.hands), list(self.dome)
        other.tokens = [list(row) for row in self.tokens]
        return other

    def payable(self) -> list[tuple[int, int]]:
        mine = self.tokens[self.seat]
        can = [colour for colour in range(4) if mine[colour] >= COSTS[colour]]
        return [] if self.dome[self.seat] else list(combinations(can, 2))

    def actions(self) -> list[Any]:
        if self.step == "dome":
            return [None, *self.payable()]
        hand, found = self.hands[self.seat], []
        for name in sorted(hand & CARDS.keys()):
            colour, worth, _, follows = CARDS[name]
            top = CARDS.get(self.top or "")
            if top is None or worth > top[1] or (follows and top[0] == colour):
                found.append((name, colour))
        passing = not found
        if "Privateers" in hand:
            theirs = self.tokens[1 - self.seat]
            found += [("Privateers", colour) for colour in range(4) if theirs[colour]] or [("Privateers", None)]
        return [*([None] if passing else []), *found]

    def after(self, action: Any) -> Node:
        n = self.copy()
        n.told += ((self.seat, self.step, action),)
        if self.step == "card" and action is not None:
            name, colour = action
            n.hands[n.seat] -= {name}
            n.top, n.played = name, True
            if name != "Privateers":
                n.tokens[n.seat][colour] += CARDS[name][2]
            elif colour is not None:
                taken = min(3, n.tokens[1 - n.seat][colour])
                n.tokens[1 - n.seat][colour] -= taken
                n.tokens[n.seat][colour] += taken
        elif self.step == "dome" and action is not None:
            for colour in action:
                n.tokens[n.seat][colour] -= COSTS[colour]
            n.dome[n.seat] = n.played = True
        if self.step == "card" and n.payable():
            n.step = "dome"
            return n
        n.over = n.passed and not n.played
        n.passed, n.played, n.seat, n.step = not n.played, False, 1 - n.seat, "card"
        return n

    def payoff(self) -> float:
        if all(self.dome):
            return combat(tuple(self.tokens[0]), tuple(self.tokens[1]))
        return float(self.dome[0]) - float(self.dome[1])


def deals() -> list[Node]:
    found = []
    for mine in combinations(FEW, 2):
        for theirs in combinations([card for card in FEW if card not in mine], 2):
            found.append(Node((frozenset(mine), frozenset(theirs))))
    return found


def evenly(n: Node) -> float:
    """What seat 0 gets where both take any action alike."""
    if n.over:
        return n.payoff()
    actions = n.actions()
    return sum(evenly(n.after(action)) for action in actions) / len(actions)


class Regrets:
    """CFR+ on the model: a policy for each hand and all that was told, and the average of them."""

    def __init__(self) -> None:
        self.regret: dict[Any, np.ndarray] = {}
        self.total: dict[Any, np.ndarray] = {}
        self.next: dict[int, dict[Any, Node]] = {}

    def walk(self, n: Node, seat: int, reach: float, rival: float, weight: int) -> float:
        if n.over:
            return n.payoff() * (1 if seat == 0 else -1)
        actions = n.actions()
        steps = self.next.setdefault(id(n), {})
        if not steps:
            steps |= {action: n.after(action) for action in actions}
        if len(actions) == 1:
            return self.walk(steps[actions[0]], seat, reach, rival, weight)
        key = (n.seat, n.dealt[n.seat], n.told)
        regret = self.regret.setdefault(key, np.zeros(len(actions)))
        total = regret.sum()
        likely = regret / total if total > 0 else np.full(len(actions), 1 / len(actions))
        if n.seat != seat:
            self.total.setdefault(key, np.zeros(len(actions)))
            self.total[key] += weight * rival * likely
            return sum(
                p * self.walk(steps[a], seat, reach, rival * p, weight) for a, p in zip(actions, likely, strict=True)
            )
        values = np.array(
            [self.walk(steps[a], seat, reach * p, rival, weight) for a, p in zip(actions, likely, strict=True)]
        )
        mean = float(values @ likely)
        self.pending.setdefault(key, np.zeros(len(actions)))
        self.pending[key] += rival * (values - mean)
        return mean

    def value(self, rounds: int) -> float:
        roots = deals()
        for weight in range(1, rounds + 1):
            for seat in range(2):
                self.pending: dict[Any, np.ndarray] = {}
                for root in roots:
                    self.walk(root, seat, 1.0, 1.0, weight)
                for key, more in self.pending.items():
                    self.regret[key] = np.maximum(self.regret[key] + more, 0)
        return float(np.mean([self.average(root) for root in roots]))

    def average(self, n: Node) -> float:
        if n.over:
            return n.payoff()
        actions = n.actions()
        total = self.total.get((n.seat, n.dealt[n.seat], n.told), np.ones(len(actions)))
        likely = total / total.sum() if total.sum() > 0 else np.full(len(actions), 1 / len(actions))
        return sum(p * self.average(n.after(a)) for a, p in zip(actions, likely, strict=True))


@cache
def tiny() -> SequenceForm:
    return sequence_form(build_tree(make("these_new_worlds-tiny")))


def plans(form: SequenceForm, name: str) -> list[np.ndarray]:
    probs, _ = action_probs(form.tree, agents.make(name, form.tree.game), 1)
    return [realization_plan(form, seat, policy(form.tree, seat, probs)) for seat in range(2)]


def test_the_tree_is_that_of_a_plain_model() -> None:
    assert len(make("these_new_worlds-tiny").openings) == len(deals()) == 30
    assert ROUND["costs"] == dict(zip(("red", "yellow", "green", "blue"), COSTS, strict=True))


def test_random_players_get_what_they_get_in_a_plain_model() -> None:
    both = plans(tiny(), "random")
    # The model asks nobody who has no choice, as the engine does.
    assert value(tiny(), both[0], both[1]) == pytest.approx(np.mean([evenly(root) for root in deals()]))


def test_the_value_is_that_of_another_solver_on_a_plain_model() -> None:
    solved = solve(tiny(), "program")
    assert solved.nash_conv == pytest.approx(0, abs=1e-9)
    assert solved.value == pytest.approx(Regrets().value(150), abs=4e-3)
    assert solved.value == pytest.approx(1 / 30, abs=1e-6)
    assert solve(tiny(), "regrets", target=2e-3).value == pytest.approx(solved.value, abs=2e-3)


# ── Chance ───────────────────────────────────────────────────────────────────────────────────────


def test_chances_of_combat() -> None:
    assert chances((0,) * 4, (0,) * 4, 6)[0] == chances((0,) * 4, (0,) * 4, 6)[2]
    assert chances((9, 9, 9, 0), (0,) * 4, 6) == (1, 0, 0)
    one, even, other = chances((1, 0, 0, 0), (0, 1, 0, 0), 6)
    assert one == other
    assert one + even + other == 1
    # Colour by colour: 3 dice for certain one way, 1 the other.
    assert chances((9, 9, 0, 9), (0, 0, 9, 0), 6) == (1, 0, 0)
    assert chances((9, 9, 0, 0), (0, 0, 9, 9), 6) == (0, 1, 0)


def combats(name: str) -> list[tuple[Any, Any, Any]]:
    """Moves of random games that led to combat: position before, actions, position after."""
    batch = Batch(make(name), 2000, seed=6)
    found = []
    for turn in range(60):
        live, before = ~batch.terminated, batch.states.copy()
        likely = batch.action_mask * np.random.default_rng(turn).random(batch.action_mask.shape)
        actions = np.where(live[:, None], likely.argmax(axis=2), 0).astype(np.int32)
        batch.step(actions)
        for n in np.flatnonzero(live & batch.terminated).tolist():
            ready = play_on(before[n], batch.game.tables[0], int(actions[n, before[n]["active"]]))
            if ready.players[0].dome and ready.players[1].dome:
                found.append((before[n], actions[n], batch.states[n].copy()))
        if batch.terminated.all():
            break
    return found


@pytest.mark.parametrize("name", ["these_new_worlds-round", "these_new_worlds-last-2"])
def test_outcomes_are_those_that_the_engine_rolls(name: str) -> None:
    """What a move led to by the dice is listed, and comes about as often as is listed."""
    game = make(name)
    assert isinstance(game, SmallNewWorlds)
    found = combats(name)
    assert len(found) > 5
    open_ends = 0
    for before, actions, after in found:
        listed = {state.tobytes(): share for state, share in game.outcomes(before, actions)}
        assert sum(listed.values()) == 1
        assert after.tobytes() in listed
        if len(listed) > 1 and open_ends < 3:
            open_ends += 1
            many = Batch(game, 3000, seed=3)
            many.set_states(np.repeat(np.array([before], game.state_dtype), 3000))
            many.step(np.repeat(actions[None], 3000, axis=0))
            counted = Counter(state.tobytes() for state in many.states)
            assert counted.keys() <= listed.keys()
            for state, share in listed.items():
                assert counted[state] / 3000 == pytest.approx(float(share), abs=0.04)
    assert open_ends > 0


# ── Scores ───────────────────────────────────────────────────────────────────────────────────────


def test_the_better_an_agent_the_less_it_loses() -> None:
    form = tiny()
    solved = solve(form)
    lost = {name: score(form, solved, name, agents.make(name, form.tree.game)) for name in ("governor", "random")}
    assert lost["governor"].exploitability < lost["random"].exploitability
    assert lost["governor"].exploitability == pytest.approx(1 / 60, abs=1e-6)


def test_exact_shares_are_what_matches_measure() -> None:
    game, form = make("these_new_worlds-tiny"), tiny()
    one, other = plans(form, "planner"), plans(form, "random")
    exact = 0.5 + (value(form, one[0], other[1]) - value(form, other[0], one[1])) / 4
    result = play_match(game, agents.make("planner", game), agents.make("random", game, 2), 4000, seed=5)
    assert abs(result.score - exact) < 0.03


def test_each_hand_is_as_likely_as_the_rules_say() -> None:
    """Six cards of which either player holds two: each pair in as many openings."""
    hands = Counter(int(state["players"][0]["hand"]) for state in make("these_new_worlds-last-2").openings)
    assert len(hands) == 15
    assert set(hands.values()) == {6}
