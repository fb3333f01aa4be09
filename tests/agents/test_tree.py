"""The tree: small searches step for step as they are written down, and each part of the search by hand.

Where a part is tried by hand, it plays a made-up game in plain Python; only `Desk` says how the parts are called and
where they keep what they remember.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from types import FunctionType
from typing import Any

import numpy as np
import pytest

from agents.learned.forward import NETWORK as NETWORK_RECORD
from agents.search import bind, halving, ismcts, network, rollout, search, tree, views
from agents.search.records import (
    BEST,
    BY_NETWORK,
    BY_POTENTIAL,
    HALVING,
    MIXED,
    NETWORK,
    PLAN,
    RANDOM,
    REGRET,
    TO_THE_END,
    UCT,
    Network,
    Roots,
    Tree,
    ValueCache,
    Workspace,
)
from ow_env.compiled.jit import Library, record
from ow_env.core.rng import RNG, start, start_all
from tests.agents.searches import CASES, FILE, searched

PARTS = (tree, views, network, rollout, ismcts, halving, search)
SCRIPT = 1  # a number of the made-up game's script
ACTIONS = 5  # of the made-up game; 0 is pass

# What is played: in each round some seats choose from what `allowed` says. Each sees the round, what is `shown` to it,
# and what it has played itself.
MADE_UP = record([
    ("used", np.int32),  # bytes
    ("rounds", np.int32),  # played
    ("last", np.int32),  # of these it is over
    ("asked", np.uint8, (8,)),  # by round: a bit for each seat
    ("allowed", np.uint8, (ACTIONS,)),
    ("shown", np.uint8, (4, 8)),  # by seat and round
    ("blind", np.int32),  # 1: that alone is seen
    ("played", np.uint8, (4, 8)),  # by seat and round
    ("hidden", np.int32),  # what `hide` draws anew: how often it has
    ("result", np.float64, (4,)),  # of each seat at the end
    ("potential", np.float64, (4,)),
])  # fmt: skip


class MadeUp:
    """The rules, and the scripts, of the made-up game."""

    def note(self, word: str, g: Any, seat: int) -> None:
        """Hear what is written."""

    def used(self, g: Any) -> int:
        return int(g.used)

    def ending(self, g: Any) -> int:
        return int(g.rounds >= g.last)

    def waits_for(self, g: Any, seat: int) -> bool:
        return bool(g.rounds < g.last and g.asked[g.rounds] >> seat & 1)

    def write_mask(self, g: Any, t: Any, seat: int, mask: Any) -> None:
        self.note("mask", g, seat)
        mask[:] = g.allowed
        mask[0] = not g.allowed.any()

    def write_observation(self, g: Any, t: Any, seat: int, row: Any) -> None:
        self.note("row", g, seat)
        row[:] = 0
        row[1] = g.shown[seat, g.rounds]
        if not g.blind:
            row[0], row[2:10] = g.rounds + 1, g.played[seat]

    def apply(self, g: Any, t: Any, rng: Any, actions: Any) -> None:
        g.played[:, g.rounds] = [*actions, 0, 0, 0, 0][:4]
        g.rounds += 1

    def outcome(self, g: Any, seat: int) -> float:
        return float(g.result[seat]) if g.rounds >= g.last else 0.0

    def potential(self, g: Any, t: Any, seat: int) -> float:
        return float(g.potential[seat])

    def hide(self, g: Any, t: Any, seat: int, rng: Any) -> None:
        g.hidden += 1

    def turn(self, g: Any) -> int:
        return int(g.rounds)

    def choose(self, t: Any, scratch: Any, who: int, row: Any, mask: Any, rng: Any) -> int:
        """The highest of what is allowed; a script of another number: the lowest."""
        assert who not in (RANDOM, NETWORK), "they are no scripts"
        assert scratch == who
        allowed = np.flatnonzero(mask)
        return int(allowed[-1] if who == SCRIPT else allowed[0])


def parts() -> dict[str, Any]:
    """Return the functions of the search, compiled or not, as they are written down."""
    found = {}
    for module in PARTS:
        for name, value in vars(module).items():
            function = getattr(value, "py_func", value)
            if isinstance(function, FunctionType) and function.__module__ == module.__name__:
                found[name] = function
    return found


class Desk:
    """A search of the made-up game laid open: its parts, and all that they remember.

    Args:
        players: how many.
        outputs: of the network: the value, to which it adds a tenth of what is shown to the seat, then how
            likely it finds each action that is allowed.
        units: what `unit` draws, one after the other; None: what it draws.
        words: of the plan.
    """

    def __init__(
        self, *, players: int = 2, outputs: Sequence[float] = (), units: Iterable[float] | None = None, **words: Any
    ) -> None:
        net = np.zeros(1, NETWORK_RECORD)[0]
        net["at_logits"] = 2
        network = Network(net, np.zeros(1, np.float32), np.zeros(1, np.int32), np.zeros(2 + ACTIONS, np.float32))
        tree = Tree.of(players, ACTIONS, 100)
        no_constants, scratches = np.array([None]), np.arange(1, SCRIPT + 3)
        w = Workspace.of((players, 10, ACTIONS), tree, network, ValueCache.of(10, 100), no_constants, scratches)
        self.w = w.for_call(MADE_UP)
        self.plan = np.zeros(1, PLAN)[0]
        plain = {"players": players, "trees": 1, "rollout_turns": TO_THE_END, "scale": 1.0, "resample_every": 1000}
        for word, value in (plain | words).items():
            self.plan[word] = value
        self.rng = np.zeros(1, RNG)[0]
        self.seen: list[list[int]] = []  # by the network
        self.rules = MadeUp()
        self.scope: dict[str, Any] = {}
        for module in PARTS:
            self.scope |= vars(module)
        for name, function in parts().items():
            self.scope[name] = FunctionType(function.__code__, self.scope, name)
        self.scope |= {"rules": self.rules, "choose": self.rules.choose, "by_address": lambda arrays: arrays}
        self.scope |= {"forward_sparse": self.forward, "policy_probs": self.policy_probs}
        self.outputs = list(outputs)
        if units is not None:
            drawn = iter(units)
            self.scope["unit"] = lambda rng: next(drawn)

    def forward(self, net: Any, weights: Any, tokens: Any, index: Any, value: Any, count: int, scratch: Any) -> float:
        row = np.zeros(10, np.uint8)
        row[index[:count]] = value[:count]
        assert np.count_nonzero(row) == count
        self.seen.append(row.tolist())
        scratch[:] = -1.0  # until the policy is asked for
        return self.outputs[0] + row[1] / 10

    def policy_probs(self, net: Any, weights: Any, tokens: Any, mask: Any, activations: Any) -> None:
        likely = self.outputs[1:]
        assert len(likely) == np.count_nonzero(mask)
        activations[2 : 2 + len(likely)] = likely

    @property
    def tree(self) -> Tree:
        return self.w.tree

    @property
    def nodes(self) -> Any:
        return self.tree.nodes

    @property
    def edges(self) -> Any:
        return self.tree.edges

    @property
    def tally(self) -> Any:
        return self.tree.counters

    @property
    def values(self) -> Any:
        return self.w.values

    def room(self, *, nodes: int | None = None, edges: int | None = None, path: int | None = None) -> None:
        """Leave room for so many."""
        tree = self.tree._replace(nodes=self.nodes[:nodes], edges=self.edges[:edges])
        self.w = self.w._replace(tree=tree, path=self.w.path[:path])

    def look(self) -> None:
        """Let every seat see another position."""
        self.scope["look_at_next"](self.w, self.plan)

    def shows(self, seat: int, mask: Sequence[int], row: Any = 0) -> None:
        """Lay out what a seat sees."""
        self.look()
        view = self.w.views[seat]
        view.has_mask = view.has_row = 1
        self.w.observations[seat], self.w.masks[seat] = row, mask

    # The tree.

    def node(self, *edges: dict[str, float], seat: int = 0, **words: float) -> int:
        """Enter a node with these edges, of actions 1, 2, ... where nothing else is said; return its number."""
        number, first = int(self.tally.nodes), int(self.tally.edges)
        node = {"seat": seat, "first": first, "count": len(edges), "has_priors": 1, "key": number + 1, **words}
        for word, value in node.items():
            self.nodes[number][word] = value
        for k, edge in enumerate(edges):
            for word, value in ({"action": k + 1} | edge).items():
                self.edges[first + k][word] = value
        self.tally.nodes += 1
        self.tally.edges += len(edges)
        return number

    def of(self, node: int, word: str) -> list[float]:
        """What stands at the edges of a node."""
        first, count = int(self.nodes[node].first), int(self.nodes[node].count)
        return [round(float(value), 9) for value in self.edges[word][first : first + count]]

    def again(self, draw: int) -> Desk:
        """Let chance draw otherwise."""
        start(self.rng, np.uint64(draw), np.uint64(0))
        return self

    def expand(self, mask: Sequence[int], *, key: int, seat: int) -> int:
        """Make the node of a key that has none; return its number."""
        slot = self.scope["find"](self.tree, np.uint64(key))
        return int(self.scope["expand"](self.tree, np.uint64(key), slot, seat, np.array(mask, np.int8)))

    def propose(self, who: int, mask: Sequence[int]) -> int:
        self.plan.rollout = who
        self.shows(0, mask)
        return int(self.scope["rollout_action"](self.w, self.plan, None, 0, self.rng))

    def guide(self, node: int, mask: Sequence[int]) -> list[float]:
        """Guide a node; return its priors."""
        self.shows(0, mask, np.arange(10))
        self.scope["set_priors"](self.w, self.plan, self.nodes[node], 0, self.rng)
        return self.of(node, "prior")

    def select(self, node: int) -> tuple[int, float]:
        """Return which of a node's edges is tried next, and the probability that is noted of it."""
        step = self.w.path[0]
        step.node, step.edge, step.prob = node, -1, 9.0
        self.scope["select"](self.tree, self.nodes[node], self.plan, self.rng, step)
        return int(step.edge - self.nodes[node].first), round(float(step.prob), 9)

    def learn(self, *way: tuple[int, int, float], values: Sequence[float]) -> None:
        """Tell the nodes of a way, each (node, which of its edges or -1, its probability), what came of it."""
        for i, (node, edge, prob) in enumerate(way):
            step = self.w.path[i]
            step.node, step.edge, step.prob = node, -1 if edge < 0 else self.nodes[node].first + edge, prob
        self.tally.steps = len(way)
        self.values[:] = values
        self.scope["backpropagate"](self.tree, self.w.path, self.plan, self.values)

    def score(self, **edge: float) -> float:
        node = self.nodes[self.node(edge)]
        node.visits, node.value_sum = 5, 3.0
        return float(self.scope["score"](node, self.edges[node.first], self.plan))

    def keep(self, node: int, most: int) -> list[float]:
        """Return which edges of a node stay alive."""
        left = self.scope["halve"](self.nodes[node], self.edges, self.plan, most)
        alive = self.of(node, "alive")
        assert left == sum(alive)
        return alive

    def decide(self, node: int) -> tuple[int, list[float]]:
        """Return the action taken, and what speaks for each."""
        policy = np.zeros(ACTIONS)
        action = self.scope["decide"](self.nodes[node], self.edges, self.plan, self.rng, policy)
        return int(action), [round(float(value), 9) for value in policy]

    # Positions and simulations.

    def game(self, **words: Any) -> Any:
        """A position in which all are asked and anything is allowed, one round before the end."""
        g = np.zeros(1, MADE_UP)[0]
        plain = {"last": 1, "asked": 15, "allowed": [0, 1, 1, 1, 1], "used": MADE_UP.itemsize}
        for word, value in (plain | words).items():
            g[word] = value
        return g

    def play_on(self, g: Any) -> None:
        self.look()
        self.scope["roll_out"](self.w, self.plan, g, self.rng)

    def evaluate(self, g: Any) -> list[float]:
        self.values[:] = 9.0
        self.look()
        self.scope["evaluate"](self.w, self.plan, g)
        return [round(float(value), 9) for value in self.values]

    def simulate(self, g: Any, root: int = 0, forced: int = -1) -> None:
        self.scope["forget_root"](self.w, self.plan)
        self.scope["simulate"](self.w, self.plan, g, self.rng, root, forced)

    def search(
        self, games: Sequence[Any], seats: Sequence[int], simulations: int, *, fresh: bool = True
    ) -> tuple[list[int], list[list[float]], list[float]]:
        """Return the actions chosen, what speaks for each, and what the seats may expect."""
        rows = len(games)
        rngs = np.zeros(rows, RNG)
        start_all(rngs, np.uint64(7), np.uint64(0))
        positions = np.zeros(rows, MADE_UP)
        for row, g in enumerate(games):
            positions[row] = g
        before = positions.tobytes()
        policies, actions, values = np.zeros((rows, ACTIONS)), np.zeros(rows, np.int32), np.zeros(rows)
        roots = Roots(positions, np.array(seats), rngs, policies, actions, values)
        self.scope["search"](self.w, self.plan, roots, simulations, fresh)
        assert positions.tobytes() == before, "they are left as they are"
        return actions.tolist(), [[round(share, 9) for share in row] for row in policies.tolist()], values.tolist()


def as_bytes(games: Any) -> Any:
    return games.view(np.uint8).reshape(len(games), -1)


# Two of them uncompiled too; the rest of this file plays by the functions as they are written down, in any pass.
SHORT = ("no play beyond the tree", "uct")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.rule if name in SHORT else pytest.mark.bounds) for name in CASES]
)
@pytest.mark.shipped
def test_a_search_goes_as_it_is_written_down(name: str) -> None:
    written = json.loads(FILE.read_text())[name]
    found = searched(name)
    assert found.keys() == written.keys()
    for word, value in found.items():
        assert np.allclose(np.array(value), np.array(written[word]), atol=2e-5), word


def test_every_search_written_down_is_made() -> None:
    assert json.loads(FILE.read_text()).keys() == CASES.keys()


def by_seat(*shown: int) -> Any:
    """What is shown to each seat in every round."""
    return np.repeat([*shown, 0, 0, 0, 0][:4], 8).reshape(4, 8)


# The tree


def test_whatever_a_seat_sees_and_where_it_is_seen_is_part_of_the_key() -> None:
    desk, row, salts = Desk(), np.zeros(21, np.uint8), ValueCache.of(21, 1).salts
    keys = {int(desk.scope["hash_row"](row, salts))}
    places = ((0, 8), (1, 9), (16, 17), (0, 16), (8, 18), (4, 19), (3, 4))
    pairs = [(pair, values) for pair in places for values in ((1, 2), (2, 1), (3, 3), (1, 255))]
    singles = [(place, value) for place in range(len(row)) for value in (1, 2, 128)]
    for where, values in [*singles, *pairs]:
        other = row.copy()
        other[list(where) if isinstance(where, tuple) else where] = values
        keys.add(int(desk.scope["hash_row"](other, salts)))
    assert len(keys) == 1 + len(singles) + len(pairs)
    assert 0 not in keys


def test_a_node_is_found_by_its_key_behind_others_of_the_same_place() -> None:
    desk = Desk()
    desk.nodes["key"][:3] = 3, 7, 11  # all of them belong at the last of four places
    of_four = desk.tree._replace(slots=np.array([2, 0, 0, 1]))  # node + 1
    assert [desk.scope["find"](of_four, np.uint64(key)) for key in (3, 7, 11, 2)] == [3, 0, 1, 2]


def test_a_new_node_has_an_edge_for_each_action_allowed_and_nothing_of_what_was_there_before() -> None:
    desk = Desk()
    for used in (desk.nodes, desk.edges):
        used.view(np.uint8)[:] = 1  # as an earlier search has left them
    assert desk.expand([0, 1, 0, 1, 0], key=9, seat=1) == 0
    assert desk.expand([1, 0, 0, 0, 1], key=8, seat=0) == 1
    assert (desk.tally.nodes, desk.tally.edges) == (2, 4)
    assert [desk.nodes[word][:2].tolist() for word in ("key", "seat", "first", "count")] == [
        [9, 8], [1, 0], [0, 2], [2, 2],
    ]  # fmt: skip
    assert desk.edges["action"][:4].tolist() == [1, 3, 0, 4]
    for word in ("visits", "alive", "prior", "value_sum", "regret_sum", "strategy_sum"):
        assert desk.edges[word][:4].tolist() == [0, 0, 0, 0], word
        assert desk.edges[word][4] != 0, "what comes behind them is left alone"
    for word in ("visits", "has_priors", "value_sum"):
        assert desk.nodes[word][:2].tolist() == [0, 0], word
    assert np.flatnonzero(desk.tree.slots).tolist() == [8, 9], "each is found by its key"
    assert desk.tree.slots[[9, 8]].tolist() == [1, 2]


@pytest.mark.parametrize(
    ("nodes", "edges", "made"), [(3, 20, True), (2, 20, False), (3, 2 + 5, True), (3, 2 + 4, False)]
)
def test_where_memory_is_full_no_node_is_made(nodes: int, edges: int, made: bool) -> None:
    """There has to be room for every action there is, allowed or not."""
    desk = Desk()
    desk.node({})
    desk.node({})
    desk.room(nodes=nodes, edges=edges)
    assert desk.expand([0, 1, 1, 0, 0], key=9, seat=1) == (2 if made else -1)
    assert (desk.tally.nodes, desk.tally.edges) == ((3, 4) if made else (2, 2))
    assert desk.tree.slots.any() == made


def test_priors_are_the_guides_as_far_as_it_is_trusted_and_even_for_the_rest() -> None:
    mask = [0, 1, 0, 1, 0]
    for guide, priors in (
        (RANDOM, [0.5, 0.5]),
        (SCRIPT, [0.125, 0.125 + 0.75]),
        (SCRIPT + 1, [0.125 + 0.75, 0.125]),
        (NETWORK, [0.125 + 0.75 * 0.25, 0.125 + 0.75 * 0.75]),
    ):
        desk = Desk(prior=guide, prior_weight=0.75, outputs=[0.0, 0.25, 0.75])
        desk.node({"prior": 9})
        node = desk.node({"prior": 9, "action": 1}, {"prior": 9, "action": 3}, has_priors=0)
        assert desk.guide(node, mask) == priors
        assert desk.nodes[node].has_priors == 1
        assert desk.of(0, "prior") == [9], "the other node's"
        assert desk.seen == ([list(range(10))] if guide == NETWORK else [])


# Who plays by itself


def test_one_who_plays_by_itself_is_chance_a_script_or_the_network() -> None:
    mask = [0, 1, 0, 1, 1]
    assert {Desk().again(draw).propose(RANDOM, mask) for draw in range(40)} == {1, 3, 4}
    assert Desk().propose(SCRIPT, mask) == 4
    assert Desk().propose(SCRIPT + 1, mask) == 1


@pytest.mark.parametrize(("drawn", "action"), [(0.0, 1), (0.2, 1), (0.25, 3), (0.7, 3), (0.75, 4), (0.99, 4)])
def test_the_network_plays_each_action_with_the_chance_it_gives_it(drawn: float, action: int) -> None:
    desk = Desk(outputs=[0.0, 0.25, 0.5, 0.25], units=[drawn])
    assert desk.propose(NETWORK, [0, 1, 0, 1, 1]) == action
    assert len(desk.seen) == 1


def test_where_rounding_leaves_something_over_the_network_plays_the_last_action() -> None:
    desk = Desk(outputs=[0.0, 0.25, 0.5], units=[0.99])
    assert desk.propose(NETWORK, [0, 1, 0, 1, 0]) == 3
    assert Desk(outputs=[0.0], units=[0.5]).propose(NETWORK, [0, 0, 0, 0, 0]) == 0, "pass, where nothing is allowed"


# How a seat chooses


# c = 2; a node visited 16 times with 4 in all. The first edge is worth 0.5 + 2 * 0.4 * 4 / (1 + 3) = 1.3.
FIRST = {"visits": 3, "value_sum": 1.5, "prior": 0.4}


@pytest.mark.parametrize(
    ("second", "chosen"),
    [
        ({"visits": 1, "value_sum": 0.11, "prior": 0.3}, 1),  # 0.11 + 2 * 0.3 * 4 / 2 = 1.31
        ({"visits": 1, "value_sum": 0.09, "prior": 0.3}, 0),
        ({"visits": 0, "value_sum": 0, "prior": 0.1325}, 1),  # 4 / 16 + 2 * 0.1325 * 4 = 1.31
        ({"visits": 0, "value_sum": 0, "prior": 0.13}, 0),
        ({"visits": 1, "value_sum": 0.1 + 1.1e-9, "prior": 0.3}, 1),  # better, if only just
        ({"visits": 1, "value_sum": 0.1 - 1.1e-9, "prior": 0.3}, 0),
        ({"visits": 4, "value_sum": 5.21, "prior": 0.0}, 1),
        ({"visits": 4, "value_sum": 5.19, "prior": 0.0}, 0),
    ],
)
def test_uct_tries_what_may_be_worth_most(second: dict[str, float], chosen: int) -> None:
    for draw in range(6):
        desk = Desk(select=UCT, c_puct=2.0).again(draw)
        desk.node({"prior": 9})
        node = desk.node(FIRST, second, visits=16, value_sum=4.0)
        assert desk.select(node) == (chosen, 1.0)


@pytest.mark.parametrize(
    ("node", "edges"),
    [
        ({}, [{"prior": 0.2}, {"prior": 0.5}, {"prior": 0.3}]),  # it has not been visited: all are worth 0
        ({"visits": 1, "value_sum": 0.5}, [{"prior": 0.2}, {"prior": 0.2}, {"prior": 0.2}]),
        (
            {"visits": 3, "value_sum": 1.5},
            [{"visits": 1, "value_sum": 0.4 + less, "prior": 0.2} for less in (0.0, 0.9e-9, -0.9e-9)],
        ),
    ],
)
def test_of_actions_that_look_alike_uct_tries_one_by_lot(node: dict[str, float], edges: list[dict[str, float]]) -> None:
    chosen = [0, 0, 0]
    for draw in range(150):
        desk = Desk(select=UCT, c_puct=2.0).again(draw)
        chosen[desk.select(desk.node(*edges, **node))[0]] += 1
    assert min(chosen) > 35, chosen  # of 50; the standard deviation is 5.8


@pytest.mark.parametrize(("other", "chosen"), [(1e-9, {0, 1}), (-1e-9, {0})])
def test_a_thousand_millionth_more_is_not_better_and_so_much_less_is_worse(other: float, chosen: set[int]) -> None:
    found = set()
    for draw in range(30):
        desk = Desk(select=UCT).again(draw)
        edges = [{"visits": 1, "value_sum": value_sum} for value_sum in (0.0, other)]
        found.add(desk.select(desk.node(*edges, visits=2))[0])
    assert found == chosen


def test_the_lot_is_among_those_that_look_best() -> None:
    edges = [{"visits": 1, "value_sum": total} for total in (0.1, 0.3, 0.3, 0.2)]
    found = set()
    for draw in range(30):
        desk = Desk(select=UCT).again(draw)
        found.add(desk.select(desk.node(*edges, visits=4, value_sum=0.9))[0])
    assert found == {1, 2}


REGRETS = [
    {"regret_sum": 3.0, "prior": 0.1},
    {"regret_sum": -2.0, "prior": 0.1, "strategy_sum": 2.0},
    {"regret_sum": 1.0, "prior": 0.8},
]


@pytest.mark.parametrize(
    ("drawn", "chosen", "prob"),
    [  # shares 3/4, 0, 1/4; with 3/10 at random the chances are 0.7 * 3/4 + 0.1, 0.1 and 0.7 / 4 + 0.1
        (0.0, 0, 0.625),
        (0.624, 0, 0.625),
        (0.626, 1, 0.1),
        (0.724, 1, 0.1),
        (0.726, 2, 0.275),
        (1.0, 2, 0.275),  # what rounding leaves over is the last one's
    ],
)
def test_regret_matching_plays_in_proportion_to_regrets_above_0(drawn: float, chosen: int, prob: float) -> None:
    desk = Desk(select=REGRET, explore=0.3, units=[drawn])
    desk.node({"regret_sum": 99.0})
    node = desk.node(*REGRETS, visits=5)
    assert desk.scope["positive_regret"](desk.nodes[node], desk.edges) == 4.0
    assert desk.select(node) == (chosen, prob)
    assert desk.of(node, "strategy_sum") == [0.75, 2.0, 0.25], "the strategy it meant, not what it tried"
    assert desk.of(0, "strategy_sum") == [0.0]


@pytest.mark.parametrize(("drawn", "chosen"), [(0.0, 0), (0.24, 0), (0.25, 1), (0.74, 1), (0.75, 2)])
def test_without_a_regret_above_0_it_plays_by_the_prior(drawn: float, chosen: int) -> None:
    desk = Desk(select=REGRET, units=[drawn])
    node = desk.node({"prior": 0.25, "regret_sum": -1.0}, {"prior": 0.5}, {"prior": 0.25})
    assert desk.select(node) == (chosen, [0.25, 0.5, 0.25][chosen])
    assert desk.of(node, "strategy_sum") == [0.25, 0.5, 0.25]


@pytest.mark.parametrize(
    ("select", "regrets", "strategies"),
    [
        (REGRET, [4 * 0.25, 4 * 0.75 - 1], [16 * 0.25, 16 * 0.75 + 2]),
        (UCT, [0, -1], [0, 2]),
        (HALVING, [0, -1], [0, 2]),
    ],
)
def test_regret_matching_begins_as_if_the_prior_had_been_played(select, regrets, strategies):
    """In 16 simulations: regrets grow with their root."""
    desk = Desk(select=select, prior=SCRIPT, prior_weight=0.5, prior_trials=16.0)
    other = desk.node({"prior": 0.5})
    node = desk.node({"action": 1}, {"action": 3, "regret_sum": -1.0, "strategy_sum": 2.0}, has_priors=0)
    assert desk.guide(node, [0, 1, 0, 1, 0]) == [0.25, 0.75]
    assert desk.of(node, "regret_sum") == regrets
    assert desk.of(node, "strategy_sum") == strategies
    assert (desk.of(other, "regret_sum"), desk.of(other, "strategy_sum")) == ([0], [0])


@pytest.mark.parametrize("who", [SCRIPT, NETWORK])
@pytest.mark.parametrize(("mask", "only"), [([1, 0, 0, 0, 0], 0), ([0, 0, 0, 0, 1], 4)])
def test_where_one_action_is_allowed_nobody_is_asked(who: int, mask: list[int], only: int) -> None:
    desk = Desk()  # whose network and script would fail: the one says nothing, the other takes the last
    desk.scope["choose"] = None
    assert desk.propose(who, mask) == only
    assert desk.seen == []


# What came of it


@pytest.mark.parametrize("select", [UCT, HALVING])
def test_what_came_of_a_simulation_is_added_up_for_the_seat_that_chose(select: int) -> None:
    desk = Desk(select=select)
    one = desk.node({"visits": 3, "value_sum": 1.0}, {}, visits=3, value_sum=1.0)
    two = desk.node({"visits": 2}, {}, seat=1, visits=2)
    three = desk.node({"visits": 2}, {}, seat=1, visits=2)
    desk.learn((one, 0, 1.0), (two, 1, 1.0), values=(0.5, -0.25))
    desk.learn((three, -1, 1.0), values=(0.5, -0.25))  # here the simulation left the tree
    assert desk.nodes["visits"][:3].tolist() == [4, 3, 3]
    assert desk.nodes["value_sum"][:3].tolist() == [1.5, -0.25, -0.25]
    assert [desk.of(node, "visits") for node in (one, two, three)] == [[4, 0], [2, 1], [2, 0]]
    assert [desk.of(node, "value_sum") for node in (one, two, three)] == [[1.5, 0], [0, -0.25], [0, 0]]
    assert not desk.edges["regret_sum"].any()
    assert desk.edges["visits"].sum() == 4 + 2 + 1 + 2


# The node's mean is 1/4. The first action's mean is 0.6, the second was not tried (so 1/4), the third's is -1/2.
# By regrets 3, 1, -2 it plays 3/4, 1/4, 0.
TRIED = [
    {"visits": 2, "value_sum": 1.2, "regret_sum": 3.0},
    {"visits": 0, "value_sum": 0.0, "regret_sum": 1.0},
    {"visits": 1, "value_sum": -0.5, "regret_sum": -2.0},
]


@pytest.mark.parametrize(
    ("words", "edges", "chosen", "prob", "result", "regrets"),
    [
        # the second: 1/4 + (0.65 - 1/4) / 0.2 = 2.25; expected 3/4 * 0.6 + 1/4 * 2.25 = 1.0125
        ((4, 1.0), TRIED, 1, 0.2, 0.65, [3 + 0.6 - 1.0125, 1 + 2.25 - 1.0125, -2 - 0.5 - 1.0125]),
        # the first: 0.6 + (-0.2 - 0.6) / 0.8 = -0.4; expected 3/4 * -0.4 + 1/4 * 1/4 = -0.2375
        ((4, 1.0), TRIED, 0, 0.8, -0.2, [3 - 0.4 + 0.2375, 1 + 0.25 + 0.2375, -2 - 0.5 + 0.2375]),
        # the third: -0.5 + (0.5 + 0.5) / 0.5 = 1.5; expected 3/4 * 0.6 + 1/4 * 1/4 = 0.5125
        ((4, 1.0), TRIED, 2, 0.5, 0.5, [3 + 0.6 - 0.5125, 1 + 0.25 - 0.5125, -2 + 1.5 - 0.5125]),
        # by the priors 1/5 and 4/5; the first: 0.5 + (0.9 - 0.5) / 0.5 = 1.3; expected 1/5 * 1.3 + 4/5 * 0.3 = 0.5
        ((1, 0.5), [{"prior": 0.2}, {"prior": 0.8, "visits": 1, "value_sum": 0.3}], 0, 0.5, 0.9, [0.8, -0.2]),
        # nothing was tried, so all are 0; the first: 0.5 / 0.5 = 1; expected 1/5
        ((0, 0.0), [{"prior": 0.2}, {"prior": 0.8}], 0, 0.5, 0.5, [0.8, -0.2]),
    ],
)
def test_regrets_are_what_an_action_is_estimated_to_bring_beyond_all(words, edges, chosen, prob, result, regrets):
    desk = Desk(select=REGRET)
    other = desk.node({"regret_sum": 5.0, "visits": 1, "value_sum": 0.5}, {"visits": 1})
    node = desk.node(*edges, seat=1, visits=words[0], value_sum=words[1])
    behind = desk.node({"regret_sum": 5.0})
    desk.learn((other, -1, 1.0), (node, chosen, prob), values=(0.125, result))
    assert desk.of(node, "regret_sum") == pytest.approx(regrets)
    assert desk.of(other, "regret_sum") == [5.0, 0.0], "where the simulation left the tree nothing was chosen"
    assert desk.of(behind, "regret_sum") == [5.0]
    assert (desk.nodes[node].visits, desk.nodes[node].value_sum) == (words[0] + 1, words[1] + result)
    assert desk.of(node, "visits")[chosen] == edges[chosen].get("visits", 0) + 1
    assert desk.of(node, "value_sum")[chosen] == pytest.approx(edges[chosen].get("value_sum", 0) + result)
    assert (desk.nodes[other].visits, desk.nodes[other].value_sum, desk.of(other, "visits")) == (1, 0.125, [1, 1])


# Beyond the tree


@pytest.mark.parametrize(("turns", "rounds"), [(0, 2), (1, 3), (2, 4), (3, 5), (4, 5), (TO_THE_END, 5)])
def test_it_plays_on_until_so_many_turns_have_begun_or_the_game_is_over(turns: int, rounds: int) -> None:
    desk = Desk(players=3, rollout_turns=turns, rollout=SCRIPT)
    desk.w.actions[:] = 3  # as the last decision has left them
    desk.tally.decisions = 10
    g = desk.game(rounds=2, last=5, asked=0b101, allowed=[0, 1, 1, 0, 0])
    desk.play_on(g)
    assert g.rounds == rounds
    assert desk.tally.decisions == 10 + rounds - 2
    for seat, action in enumerate((2, 0, 2)):  # the script's; nobody chooses for whom the game does not wait
        assert g.played[seat].tolist() == [0, 0, *[action] * (rounds - 2), *[0] * (8 - rounds)]


def test_one_who_plays_on_sees_what_its_seat_sees() -> None:
    desk = Desk(rollout_turns=1, rollout=NETWORK, outputs=[0.0, 0.0, 1.0])
    g = desk.game(last=5, shown=by_seat(4, 6), allowed=[0, 0, 1, 1, 0])
    desk.play_on(g)
    assert [row[:2] for row in desk.seen] == [[1, 4], [1, 6]]
    assert g.played[:2, 0].tolist() == [3, 3]


@pytest.mark.parametrize("leaf", [BY_POTENTIAL, BY_NETWORK])
def test_the_end_of_a_game_is_worth_its_outcome(leaf: int) -> None:
    desk = Desk(players=3, leaf=leaf, outputs=[0.5])
    g = desk.game(rounds=1, result=[1, 0, -1, 0], potential=0.5)
    assert desk.evaluate(g) == [1, 0, -1]
    assert desk.seen == []


def test_by_potential_a_position_is_worth_a_lead_squeezed_between_minus_1_and_1() -> None:
    desk = Desk(players=3, leaf=BY_POTENTIAL, scale=2.0)
    assert desk.evaluate(desk.game(potential=[0.5, -1.5, 0.0, 0.0])) == [1 / 2, -3 / 4, 0]


@pytest.mark.parametrize(
    ("asked", "words", "values"),
    [  # the network finds 0.2 for the first of two seats, and 0.5 for the second
        ([1, 0], {}, [0.2, -0.2]),  # it is asked for those who have to choose; what one gains the other loses
        ([0, 1], {}, [-0.5, 0.5]),
        ([1, 1], {}, [(0.2 - 0.5) / 2, (0.5 - 0.2) / 2]),
        ([0, 0], {}, [0, 0]),
        ([1, 1], {"potential": [0.125, 0.25]}, [-0.15, 0.15]),  # is part of what it finds
        ([1, 1], {"potential": [0.125, 0.25], "shaped": 1}, [(0.325 - 0.75) / 2, (0.75 - 0.325) / 2]),
        ([1, 0], {"potential": [0.9, 0.0], "shaped": 1}, [1, -1]),  # never beyond a win
        ([0, 1], {"potential": [0.0, -1.9], "shaped": 1}, [1, -1]),  # nor a loss
    ],
)
def test_by_the_network_a_position_is_worth_what_it_finds(asked, words, values):
    desk = Desk(leaf=BY_NETWORK, outputs=[0.1], shaped=words.get("shaped", 0))
    g = desk.game(asked=asked[0] + 2 * asked[1], shown=by_seat(1, 4), potential=[*words.get("potential", [0, 0]), 0, 0])
    assert desk.evaluate(g) == pytest.approx(values)
    assert [row[:2] for row in desk.seen] == [[1, (1, 4)[seat]] for seat in (0, 1) if asked[seat]]


def test_of_more_than_two_seats_the_network_is_asked_for_each() -> None:
    desk = Desk(players=3, leaf=BY_NETWORK, outputs=[0.1])
    assert desk.evaluate(desk.game(asked=0b001, shown=by_seat(1, 4, 6))) == pytest.approx([0.2, 0.5, 0.7])


# A simulation


def in_the_tree(**words: Any) -> Desk:
    """A desk where who plays in its tree takes action 4, and beyond it 1; the first has 1 point, the others lose it."""
    plain = {"select": UCT, "c_puct": 100.0, "prior": SCRIPT, "prior_weight": 1.0, "rollout": SCRIPT + 1}
    return Desk(**(plain | words))


LOST = [1.0, -1.0, -1.0, -1.0]


def visited(desk: Desk) -> list[tuple[int, int, dict[int, int]]]:
    """Of each node its seat, how often it was visited, and how often which action was taken there."""
    found = []
    for number in range(int(desk.tally.nodes)):
        node, taken = desk.nodes[number], zip(desk.of(number, "action"), desk.of(number, "visits"), strict=True)
        found.append((int(node.seat), int(node.visits), {int(action): int(n) for action, n in taken if n}))
        assert node.value_sum == node.visits * LOST[node.seat], "what came of it for this seat"
    return found


def played(g: Any, seats: int = 2) -> list[list[int]]:
    return [g.played[seat, : g.last].tolist() for seat in range(seats)]


@pytest.mark.parametrize("select", [UCT, HALVING, REGRET])
def test_each_simulation_grows_the_tree_of_the_root_by_a_node_and_those_of_others_too(select: int) -> None:
    desk = in_the_tree(select=select)
    steps = []
    for way in (
        [[1, 1, 1], [1, 1, 1]],  # the root is new: beyond the tree at once
        [[4, 1, 1], [1, 1, 1]],  # the other's first node is new; so is the root's second
        [[4, 4, 1], [4, 1, 1]],
        [[4, 4, 4], [4, 4, 1]],
        [[4, 4, 4], [4, 4, 4]],
    ):
        g = desk.game(last=3, result=LOST)
        desk.simulate(g)
        assert played(g) == way
        steps.append(int(desk.tally.steps))
    assert steps == [1, 3, 5, 6, 6]
    assert desk.tally.decisions == 5 * 3
    new = {} if select == REGRET else {1: 1}  # what another seat takes where its tree ends is no choice of its own
    assert visited(desk) == [
        (0, 5, {4: 4}),
        (1, 4, {4: 3} | new),
        (0, 4, {4: 3}),
        (1, 3, {4: 2} | new),
        (0, 3, {4: 2}),
        (1, 2, {4: 1} | new),
    ]


def test_one_who_has_left_its_tree_does_not_come_back_to_it() -> None:
    desk = in_the_tree()
    for _ in range(5):
        desk.simulate(desk.game(last=3, result=LOST))
    g = desk.game(last=3, result=LOST, shown=[[0] * 8, [9] + [0] * 7, [0] * 8, [0] * 8])  # the other sees news
    desk.simulate(g)
    assert played(g) == [[4, 4, 4], [1, 1, 1]]
    assert visited(desk)[6:] == [(1, 1, {1: 1})]
    assert desk.tally.steps == 4


@pytest.mark.parametrize(("root", "order"), [(0, [0, 1, 2, 0]), (1, [1, 2, 0, 1]), (2, [2, 0, 1, 2])])
def test_the_root_chooses_first_and_the_others_in_turn(root: int, order: list[int]) -> None:
    desk = in_the_tree(players=3)
    for _ in range(2):
        desk.simulate(desk.game(last=3, result=LOST), root)
    assert [seat for seat, *_ in visited(desk)] == order


def test_who_is_not_asked_passes_and_has_no_node() -> None:
    desk = in_the_tree(players=3)
    for _ in range(3):
        desk.w.actions[:] = 3
        g = desk.game(last=3, result=LOST, asked=[0b101, 0b110, 0b011, 0, 0, 0, 0, 0])
        desk.simulate(g)
    assert played(g, 3) == [[4, 0, 4], [0, 4, 1], [4, 1, 0]]
    assert [(seat, visits) for seat, visits, _ in visited(desk)] == [(0, 3), (2, 2), (1, 2), (0, 2), (2, 1), (1, 1)]
    desk = in_the_tree()  # where the root is asked later, another seat has the first node
    g = desk.game(last=2, result=LOST, asked=[0b10, 0b01, 0, 0, 0, 0, 0, 0])
    desk.simulate(g)
    assert visited(desk) == [(1, 1, {1: 1}), (0, 1, {})]


def test_at_the_root_an_edge_can_be_forced_and_nowhere_else() -> None:
    desk = in_the_tree()
    desk.simulate(desk.game(last=2, result=LOST))
    desk.w.path["prob"] = 9.0  # as an earlier search has left them
    for forced in (0, 1, 1, 1):
        g = desk.game(last=2, result=LOST)
        desk.simulate(g, forced=forced)
        assert desk.w.path["prob"][: desk.tally.steps].tolist() == [1.0] * desk.tally.steps
    assert played(g) == [[2, 4], [4, 4]]
    assert visited(desk)[0] == (0, 5, {1: 1, 2: 3})


def test_without_turns_to_play_on_a_simulation_ends_where_the_roots_tree_does() -> None:
    desk = in_the_tree(rollout_turns=0, leaf=BY_POTENTIAL)
    for rounds in (0, 1, 2, 3, 3):
        g = desk.game(last=3, potential=[1, -3, 0, 0], result=LOST)
        desk.simulate(g)
        assert g.rounds == rounds
        assert desk.values.tolist() == ([0.5, -0.75] if rounds < 3 else [1, -1])
    assert desk.tally.decisions == 0 + 1 + 2 + 3 + 3


def test_a_node_asks_for_its_priors_once_when_it_is_met_again() -> None:
    desk = in_the_tree(prior=NETWORK, outputs=[0.0, 0.0, 0.0, 0.0, 1.0])
    asked = []
    for _ in range(6):
        desk.simulate(desk.game(last=3, result=LOST))
        asked.append(len(desk.seen))
    assert asked == [0, 1, 3, 5, 6, 6]


@pytest.mark.parametrize(
    ("room", "way"), [(2, [4, 1, 1]), (3, [4, 1, 1]), (4, [4, 4, 1]), (5, [4, 4, 1]), (6, [4, 4, 4])]
)
def test_where_no_room_is_left_for_choices_the_simulation_leaves_the_tree(room: int, way: list[int]) -> None:
    desk = in_the_tree()
    desk.room(path=room)
    for _ in range(9):
        g = desk.game(last=3, result=LOST)
        desk.simulate(g)
    assert played(g) == [way, way]


def test_where_no_node_can_be_made_nothing_is_learnt_of_it() -> None:
    desk = in_the_tree()
    whole = desk.w
    desk.room(nodes=1)
    for _ in range(3):
        g = desk.game(last=3, result=LOST)
        desk.simulate(g)
    assert played(g) == [[4, 1, 1], [1, 1, 1]]
    assert visited(desk) == [(0, 3, {4: 2})]
    desk.w = whole
    desk.room(nodes=2)
    for _ in range(3):
        g = desk.game(last=3, result=LOST)
        desk.simulate(g)
    assert played(g) == [[4, 1, 1], [4, 1, 1]]
    assert visited(desk) == [(0, 6, {4: 5}), (1, 3, {1: 1, 4: 2})]


def test_a_seat_remembers_what_it_did_and_saw_in_nodes_of_its_own() -> None:
    desk = in_the_tree()
    for forced in (-1, 0, 0, 1, 1, 0, 1):
        desk.simulate(desk.game(last=2, blind=1, result=LOST), forced=forced)
    # The root; the other's first; the root's second after action 1, the other's second; the root's after action 2.
    assert [(seat, visits) for seat, visits, _ in visited(desk)] == [(0, 7), (1, 6), (0, 3), (1, 4), (0, 3)]
    desk = in_the_tree()
    for first in (5, 5, 6, 6, 5, 6):
        shown = np.zeros((4, 8), np.uint8)
        shown[0, 0] = first
        desk.simulate(desk.game(last=2, blind=1, asked=1, shown=shown, result=LOST))
    assert [visits for _, visits, _ in visited(desk)] == [3, 2, 3, 2], "two nodes of each round"
    desk = in_the_tree(players=3)
    for _ in range(2):
        desk.simulate(desk.game(last=1, blind=1, result=LOST))
    assert [seat for seat, *_ in visited(desk)] == [0, 1, 2], "though all see the same"


@pytest.mark.parametrize(
    ("used", "before", "wanted"), [(12, 20, [1] * 12 + [0] * 8 + [7] * 4), (20, 12, [1] * 20 + [7] * 4)]
)
def test_of_a_position_only_the_bytes_in_use_are_copied(used: int, before: int, wanted: list[int]) -> None:
    desk = Desk()
    games = np.zeros(3, MADE_UP)
    content = as_bytes(games)
    content[0], content[1], content[2] = 1, 7, 5
    games["used"][:2] = used, before
    desk.scope["copy_position"](games, content, 0, 1)
    assert games["used"].tolist()[:2] == [used, used]
    assert content[1, 4:24].tolist() == wanted[4:]
    assert (content[1, 24:] == 7).all()
    assert (content[2] == 5).all()


# The root


@pytest.mark.parametrize(
    ("edge", "score"),
    [
        ({"visits": 4, "value_sum": 2.0, "prior": 0.25}, 0.5 + 0.5 * np.log(0.25) / 2),
        ({"visits": 1, "value_sum": 0.3, "prior": 0.25}, 0.3 + 0.5 * np.log(0.25)),
        ({"visits": 0, "value_sum": 0.0, "prior": 0.5}, 0.6 + 0.5 * np.log(0.5)),  # the root's mean
        ({"visits": 0, "value_sum": 0.0, "prior": 0.0}, 0.6 + 0.5 * np.log(0.000001)),  # and yet not ruled out
    ],
)
def test_with_halving_an_action_looks_as_good_as_its_mean_and_its_prior(edge: dict[str, float], score: float) -> None:
    assert Desk(log_prior_bonus=0.5).score(**edge) == pytest.approx(score)


@pytest.mark.parametrize(
    ("totals", "alive", "most", "kept"),
    [
        ([0.4, 0.1, 0.3, 0.2], [1, 1, 1, 1], 2, [1, 0, 1, 0]),
        ([0.4, 0.1, 0.3, 0.2], [1, 1, 1, 1], 4, [1, 1, 1, 1]),
        ([0.4, 0.1, 0.3, 0.2], [0, 1, 1, 1], 2, [0, 0, 1, 1]),  # who is out stays out
        ([0.4, 0.1, 0.3, 0.2], [0, 1, 0, 1], 3, [0, 1, 0, 1]),
        ([0.2, 0.2, 0.2, 0.2], [1, 1, 1, 1], 2, [1, 1, 0, 0]),  # of equals the first
        ([0.1, 0.2, 0.3, 0.4], [1, 1, 1, 1], 1, [0, 0, 0, 1]),
    ],
)
def test_halving_keeps_the_best(totals: list[float], alive: list[int], most: int, kept: list[int]) -> None:
    desk = Desk()
    desk.node({"alive": 1}, {"alive": 1})
    edges = [{"visits": 1, "value_sum": total, "alive": is_in} for total, is_in in zip(totals, alive, strict=True)]
    node = desk.node(*edges)
    desk.node({"alive": 1}, {"alive": 1})
    assert desk.keep(node, most) == kept
    assert desk.of(0, "alive") == desk.of(2, "alive") == [1, 1], "the other nodes'"


@pytest.mark.parametrize(
    ("words", "edges", "action", "shares"),
    [
        ({"select": UCT}, [{"visits": 1}, {"visits": 3}, {}], 2, [0, 0.25, 0.75, 0, 0]),
        ({"select": UCT}, [{"visits": 2}, {"visits": 2}], 1, [0, 0.5, 0.5, 0, 0]),  # of equals the first
        ({"select": UCT}, [{"action": 2}, {"action": 4}], 2, [0, 0, 0.5, 0, 0.5]),  # nothing was tried
        ({"select": UCT}, [{"visits": 1, "strategy_sum": 3}, {}], 1, [0, 1, 0, 0, 0]),
        ({"select": REGRET}, [{"visits": 3, "strategy_sum": 1}, {"strategy_sum": 3}], 2, [0, 0.25, 0.75, 0, 0]),
        ({"select": REGRET}, [{"strategy_sum": 0.125}, {"strategy_sum": 0.375}], 2, [0, 0.25, 0.75, 0, 0]),
        # with halving the best of those in the running, however often each was tried
        (
            {"select": HALVING},
            [
                {"visits": 1, "value_sum": 1},
                {"visits": 4, "value_sum": 1, "alive": 1},
                {"visits": 3, "value_sum": 1.5, "alive": 1},
            ],
            3,
            [0, 0.125, 0.5, 0.375, 0],
        ),
        # ... and of those that were tried as often before they fell behind
        (
            {"select": HALVING},
            [
                {"visits": 4, "value_sum": 4},
                {"visits": 3, "value_sum": 1, "alive": 1},
                {"visits": 1, "value_sum": 0.5, "alive": 1},
            ],
            1,
            [0, 0.5, 0.375, 0.125, 0],
        ),
    ],
)
def test_the_best_action_is_taken(words, edges, action, shares):
    desk = Desk(final=BEST, **words)
    desk.node({"visits": 100, "strategy_sum": 100})
    assert desk.decide(desk.node(*edges)) == (action, shares)


@pytest.mark.parametrize(
    ("select", "action", "worth"),
    [(HALVING, 1, 0.5), (HALVING, 3, -0.25), (HALVING, 2, 0.2), (UCT, 1, 0.2), (REGRET, 1, 0.2)],
)
def test_what_to_expect_is_what_came_of_the_action_taken_or_of_all(select: int, action: int, worth: float) -> None:
    desk = Desk(select=select)
    desk.node({"action": 1, "visits": 8, "value_sum": 8})
    edges = {"action": 1, "visits": 2, "value_sum": 1.0}, {"action": 2}, {"action": 3, "visits": 4, "value_sum": -1.0}
    node = desk.node(*edges, visits=10, value_sum=2.0)
    assert desk.scope["worth_of"](desk.nodes[node], desk.edges, desk.plan, action) == worth
    assert desk.scope["worth_of"](desk.nodes[desk.node({})], desk.edges, desk.plan, 1) == 0


def test_what_two_trees_hold_of_a_decision_is_added_up() -> None:
    desk, other = Desk(), Desk()
    desk.node({"visits": 1, "value_sum": 0.5, "strategy_sum": 1.0, "alive": 1}, {}, visits=2, value_sum=0.25)
    other.node(
        {"visits": 2, "value_sum": 1.0}, {"visits": 3, "strategy_sum": 2.0, "alive": 1}, visits=5, value_sum=-1.0
    )
    desk.node({"visits": 9})
    desk.scope["add_root"](desk.tree, other.tree)
    assert (desk.nodes[0]["visits"], desk.nodes[0]["value_sum"]) == (7, -0.75)
    assert desk.of(0, "visits") == [3, 3]
    assert desk.of(0, "value_sum") == [1.5, 0]
    assert desk.of(0, "strategy_sum") == [1, 2]
    assert desk.of(0, "alive") == [1, 1]
    assert desk.of(1, "visits") == [9]
    assert other.of(0, "visits") == [2, 3], "the other stays as it is"


@pytest.mark.parametrize(
    ("drawn", "action"),
    [
        (0.0, 2),  # never the first: nothing speaks for it
        (0.24, 2),
        (0.25, 3),
        (0.99, 3),
        (1.0, 3),  # nor the last, where rounding leaves something over
    ],
)
def test_a_mixed_choice_takes_each_action_as_often_as_its_share_says(drawn: float, action: int) -> None:
    desk = Desk(select=UCT, final=MIXED, units=[drawn])
    desk.node({"visits": 100})
    assert desk.decide(desk.node({}, {"visits": 1}, {"visits": 3}, {}))[0] == action


# All simulations


class Told(Desk):
    """A desk whose simulations only note what they are asked for; each action's result is made up.

    Args:
        results: what comes of action 1, 2, ...; only these are allowed.
        first: what comes of the first simulation, which makes the root.
        taken: which edges simulations take that are not forced, one after the other; the last again and again.
        words: of the desk.
    """

    def __init__(
        self, results: Sequence[float], taken: Sequence[int] = (0,), *, first: float = 0.0, **words: Any
    ) -> None:
        super().__init__(**words)
        self.results, self.taken, self.first = list(results), list(taken), first
        self.nodes["first"][1:] = 9  # as an earlier search has left them
        self.made: list[tuple[int, int]] = []  # of each simulation: which edge was forced, how often it was hidden
        self.dealt: list[int] = []  # ... and its dice
        self.before: list[bytes] = []  # ... and its position
        self.scope["simulate"] = self.note

    def note(self, w: Any, plan: Any, g: Any, rng: Any, root: int, forced: int) -> None:
        self.made.append((forced, int(g.hidden)))
        self.dealt.append(int(rng.key) + int(rng.count))
        self.before.append(g.tobytes())
        g.rounds, g.allowed[1] = 2, 0  # a simulation changes what it is given, and writes what is seen later
        views = slice(self.plan.players)  # of the simulation; those of the root stay
        self.w.observations[views], self.w.masks[views] = 99, 1
        if self.tally.nodes == 0:
            self.expand(self.mask, key=1, seat=root)
            self.nodes[0].visits, self.nodes[0].value_sum = 1, self.first
            return
        if forced < 0:
            forced = self.taken.pop(0) if self.taken[1:] else self.taken[0]
        self.values[root] = self.results[forced]
        edge = self.edges[self.nodes[0].first + forced]
        edge.visits += 1
        edge.value_sum += self.results[forced]
        edge.strategy_sum += 1
        self.nodes[0].visits += 1
        self.nodes[0].value_sum += self.results[forced]

    @property
    def mask(self) -> list[int]:
        return [0, *(int(k < len(self.results)) for k in range(ACTIONS - 1))]

    def position(self, **words: Any) -> Any:
        return self.game(last=3, allowed=self.mask, **words)


def test_sequential_halving_by_hand() -> None:
    desk = Told([0.1, 0.9, 0.5, 0.2], select=HALVING, width=4)
    ((action,), (shares,), (worth,)) = desk.search([desk.position()], [0], 64)
    forced = [edge for edge, _ in desk.made]
    # The first makes the root. Of the 63 left, half for each of two rounds: 7 for each of four actions, then 17 for
    # each of the best two; one is left over.
    assert forced == [-1, *[0, 1, 2, 3] * 7, *[1, 2] * 17]
    assert action == 2
    assert shares == pytest.approx([0, 7 / 62, 24 / 62, 24 / 62, 7 / 62])
    assert worth == pytest.approx(0.9), "of the action taken"
    assert desk.of(0, "alive") == [0, 1, 1, 0], "who was in the last round"
    assert (desk.tally.done, desk.tally.simulations) == (63, 63)
    assert set(desk.before) == {desk.position().tobytes()}, "each from the guess as it is"
    # All that are compared meet the same dice, each group others.
    groups = [desk.dealt[1 + 4 * k : 5 + 4 * k] for k in range(7)] + [
        desk.dealt[29 + 2 * k : 31 + 2 * k] for k in range(17)
    ]
    assert all(len(set(group)) == 1 for group in groups)
    assert len({group[0] for group in groups}) == 24


@pytest.mark.parametrize(
    ("words", "actions", "simulations", "forced"),
    [
        # not more than `width` to begin with: by their priors, for nothing is tried; 63 // (3 * 2) = 10, then 33 // 2
        ({"width": 3, "prior": SCRIPT, "prior_weight": 0.5}, 4, 64, [*[0, 1, 3] * 10, *[0, 1] * 16]),
        # ... and not more than get 16 simulations each; at least two; 19 // 2 = 9
        ({"width": 4}, 4, 20, [0, 1] * 9),
        ({"width": 1}, 4, 20, [0, 1] * 9),
        ({"width": 4}, 4, 47, [0, 1] * 23),
        ({"width": 4}, 4, 48, [*[0, 1, 2] * 7, *[0, 1] * 13]),
        ({"width": 4}, 2, 64, [0, 1] * 31),
        ({"width": 4}, 4, 3, [0, 1]),
        ({"width": 4}, 4, 2, []),
    ],
)
def test_halving_begins_with_the_likeliest(words, actions, simulations, forced):
    desk = Told([0.4, 0.3, 0.2, 0.1][:actions], select=HALVING, log_prior_bonus=0.001, **words)
    desk.search([desk.position()], [0], simulations)
    assert [edge for edge, _ in desk.made] == [-1, *forced]


def test_with_halving_a_guess_is_drawn_anew_before_a_group_that_would_be_too_many_for_it() -> None:
    desk = Told([0.1, 0.9, 0.5, 0.2], select=HALVING, width=4, resample_every=20)
    desk.search([desk.position()], [0], 64)
    hidden = [times for _, times in desk.made]
    # five groups of four; two of four and six of two; ten of two; one of two
    assert hidden == [0, *[0] * 20, *[1] * 20, *[2] * 20, *[3] * 2]
    desk = Told([0.1, 0.9], select=HALVING, width=4, resample_every=2)
    desk.search([desk.position()], [0], 8)
    assert [times for _, times in desk.made] == [0, 0, 0, 1, 1, 2, 2]


LIKELY = [0.0, 0.1, 0.3, 0.6]


def test_with_halving_the_root_is_guided_by_what_its_seat_sees() -> None:
    words = {"log_prior_bonus": 1.0, "prior": NETWORK, "prior_weight": 1.0}
    desk = Told([0.0, 0.0, 0.0], select=HALVING, width=2, outputs=LIKELY, **words)
    desk.search([desk.position(shown=by_seat(3, 5))], [1], 32)
    assert [row[:2] for row in desk.seen] == [[1, 5]]
    assert desk.of(0, "prior") == pytest.approx([0.1, 0.3, 0.6])
    assert {edge for edge, _ in desk.made[1:]} == {1, 2}


class Watched(MadeUp):
    """The same rules; what is written of a position is written once, until it changes."""

    def __init__(self) -> None:
        self.written: list[tuple[str, int, int]] = []  # of this position: mask or row, round, seat
        self.at_root: list[list[tuple[str, int, int]]] = [[]]  # what was written of the root, by determinization

    def note(self, word: str, g: Any, seat: int) -> None:
        self.at_root[-1] += [(word, 0, seat)] if g.rounds == 0 else []
        assert (word, int(g.rounds), seat) not in self.written
        self.written.append((word, int(g.rounds), seat))

    def apply(self, g: Any, t: Any, rng: Any, actions: Any) -> None:
        super().apply(g, t, rng, actions)
        self.written.clear()

    def hide(self, g: Any, t: Any, seat: int, rng: Any) -> None:
        super().hide(g, t, seat, rng)
        self.at_root.append([])
        self.written.clear()


@pytest.mark.parametrize("turns", [0, 2])
@pytest.mark.parametrize("select", [UCT, REGRET, HALVING])
def test_what_a_seat_sees_of_a_position_is_written_once(select: int, turns: int) -> None:
    words = {"leaf": BY_NETWORK, "rollout": SCRIPT, "rollout_turns": turns, "resample_every": 8, "width": 4}
    desk = Desk(select=select, outputs=[0.25], **words)
    desk.rules = Watched()
    desk.scope["rules"] = desk.rules
    desk.search([desk.game(last=3)], [1], 40)
    assert len(desk.rules.at_root) > 3
    for written in desk.rules.at_root:
        assert sorted(written) == sorted(set(written)), "the root's are kept until it is drawn anew"


def test_the_network_is_asked_once_for_each_observation_of_a_search() -> None:
    desk = Desk(select=UCT, leaf=BY_NETWORK, rollout=SCRIPT, rollout_turns=0, outputs=[0.25])
    position = desk.game(last=3, asked=1)  # one seat, four actions, three rounds
    desk.search([position], [0], 100)
    once = [tuple(row) for row in desk.seen]
    assert len(once) == len(set(once)) > 4
    desk.search([position], [0], 100)
    assert [tuple(row) for row in desk.seen[len(once) :]] == once, "nothing is remembered from one search to the next"


def test_with_halving_a_search_goes_on_with_its_tree() -> None:
    desk = Told([0.1, 0.9], select=HALVING, width=4)
    desk.search([desk.position()], [0], 8)
    ((action,), _, _) = desk.search([desk.position()], [0], 8, fresh=False)
    assert [edge for edge, _ in desk.made] == [-1, *[0, 1] * 3, *[0, 1] * 4], "the root is there already"
    assert (desk.tally.done, desk.tally.simulations, action) == (15, 15, 2)


def test_with_halving_a_search_that_goes_on_prefers_no_action_for_not_having_been_tried() -> None:
    outputs = [0.0, 0.6, 0.36, 0.02, 0.02]
    words = {"log_prior_bonus": 0.1, "prior": NETWORK, "prior_weight": 1.0, "outputs": outputs}
    desk = Told([-0.9, -0.8, 0.9, 0.9], select=HALVING, width=4, first=-0.85, **words)
    desk.search([desk.position()], [0], 32)
    desk.search([desk.position()], [0], 32, fresh=False)
    assert {edge for edge, _ in desk.made[1:]} == {0, 1}


def test_with_halving_all_trees_of_a_decision_together_say_how_many_actions_are_tried() -> None:
    desk = Told([0.4, 0.3, 0.2, 0.1], select=HALVING, width=4, trees=4)
    desk.search([desk.position()], [0], 16)
    assert {edge for edge, _ in desk.made[1:]} == {0, 1, 2, 3}
    assert desk.made[0][1] == 1, "each tree begins with a determinization of its own"


@pytest.mark.parametrize("select", [UCT, REGRET])
def test_every_so_many_simulations_what_the_seat_can_not_know_is_drawn_anew(select: int) -> None:
    desk = Told([0.5, 0.0], [0, 1], select=select, resample_every=3, final=MIXED)
    ((_,), (shares,), (worth,)) = desk.search([desk.position()], [0], 10)
    assert [times for _, times in desk.made] == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3]
    assert all(edge == -1 for edge, _ in desk.made)
    assert shares == pytest.approx([0, 1 / 9, 8 / 9, 0, 0])
    assert worth == 0.5 / 10
    assert (desk.tally.done, desk.tally.simulations) == (10, 10)
    desk.search([desk.position()], [0], 4, fresh=False)
    assert [times for _, times in desk.made[10:]] == [3, 3, 4, 4], "and it goes on from there"
    assert (desk.tally.done, desk.tally.simulations) == (14, 14)
    desk.search([desk.position()], [0], 2)
    assert [times for _, times in desk.made[14:]] == [0, 0], "a new one begins with the guess it is given"
    assert (desk.tally.done, desk.tally.simulations) == (2, 16)


def test_a_guess_may_be_drawn_for_each_simulation() -> None:
    desk = Told([0.5, 0.0], select=REGRET, resample_every=1)
    desk.search([desk.position()], [0], 4)
    assert [times for _, times in desk.made] == [0, 1, 2, 3]


def test_after_one_simulation_a_position_is_worth_what_came_of_it() -> None:
    desk = Told([0.5, 0.25], select=UCT, first=0.75)
    assert desk.search([desk.position()], [0], 1)[2] == [0.75]


@pytest.mark.parametrize("select", [UCT, REGRET, HALVING])
def test_where_there_is_one_thing_to_do_it_is_done_without_a_search(select: int) -> None:
    desk = Told([0.5], select=select)
    assert desk.search([desk.position()], [0], 10) == ([1], [[0, 1, 0, 0, 0]], [0])
    assert desk.made == []
    assert desk.search([desk.game(allowed=[0, 0, 0, 0, 0])], [0], 10) == ([0], [[1, 0, 0, 0, 0]], [0]), "pass"


def test_each_row_is_searched_for_itself() -> None:
    desk = Told([0.5, 0.25], [0], select=UCT)
    positions = [desk.position(shown=by_seat(number)) for number in (1, 2, 3)]
    positions[1].allowed[:] = [0, 0, 1, 0, 0]  # nothing to search
    choices, shares, worth = desk.search(positions, [0, 0, 1], 4)
    assert choices == [1, 2, 1]
    assert shares == [[0, 1, 0, 0, 0], [0, 0, 1, 0, 0], [0, 1, 0, 0, 0]]
    assert worth == [0.5 * 3 / 4, 0, 0.5 * 3 / 4]
    assert desk.before == [positions[0].tobytes()] * 4 + [positions[2].tobytes()] * 4
    assert desk.nodes[0].seat == 1
    assert desk.tally.simulations == 8
    assert np.count_nonzero(desk.tree.slots) == 1, "nothing is left of the row before"


def test_every_part_is_bound_to_a_game_with_all_that_it_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    """No template calls another as it is written down, which knows no rules; none is left out."""
    bound: dict[str, Any] = {}
    rules = MadeUp()
    scope = {"rules": rules, "choose": rules.choose, "forward_sparse": object(), "policy_probs": object()}
    library = Library("made_up_search", "agents.search", {})

    def note(template: Any, called: Any = None, **known: Any) -> Any:
        name = template.__name__
        for module in PARTS:  # what it calls of this folder's templates stands above it, and is the bound one
            for word in set(template.__code__.co_names) & vars(module).keys() & {t.__name__ for t in bind.TEMPLATES}:
                if template.__globals__.get(word) is getattr(module, word):
                    assert known[word] is bound[word], f"{name} calls {word}"
        unbound = {word for word in template.__code__.co_names if template.__globals__.get(word, 0) is None}
        assert all(known[word] is scope[word] for word in unbound), name
        bound[name] = object()
        return bound[name]

    monkeypatch.setattr(library, "bind", note)
    assert library.bind_all(bind.TEMPLATES, scope) == bound
    assert bound.keys() == {name for name, function in parts().items() if function in bind.TEMPLATES}
    left = {name for name, function in parts().items() if needs_a_game(function)} - bound.keys()
    assert not left, "what calls a game is bound to it"


def needs_a_game(function: FunctionType) -> bool:
    """Does it name what only a game has, or call what does?"""
    named = {word: function.__globals__.get(word, 0) for word in function.__code__.co_names}
    return None in named.values() or any(called in bind.TEMPLATES for called in named.values())
