"""What a search carries from one decision to the next: its tree, and what it believes of the others."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import agents
from agents.base import Observation
from agents.search.keeper import Keeper
from agents.search.records import NO_NODE, ROOT, Roots
from ow_env.core.batch import Batch
from ow_env.core.players import look, names_of
from ow_env.core.rng import RNG, start
from ow_env.goofspiel.game import Goofspiel
from ow_env.open_worlds.game import OpenWorlds
from tests.agents.positions import seen_by

pytestmark = pytest.mark.bounds

SPECS = ["select=regret", "select=uct,final=best", "select=halving,final=best,settled_at=2"]


def tree_of(agent: Any) -> tuple[Any, Any]:
    """Copies of the nodes and edges of an agent's last search."""
    tree = agent.tree
    return tree.nodes[: int(tree.counters.nodes)].copy(), tree.edges[: int(tree.counters.edges)].copy()


def below(nodes: Any, top: int) -> list[int]:
    """Which nodes stay if the game comes to this one: itself and all that were made after it had been chosen from."""
    found = [top]
    for i in range(top + 1, len(nodes)):
        if nodes[i]["under"] in found:
            found.append(i)
    return found


def content(nodes: Any, edges: Any, which: list[int]) -> dict[int, Any]:
    """What some nodes know, by their keys."""
    names = ("visits", "value_sum", "has_priors", "seat", "count")
    of_an_edge = ["action", "visits", "prior", "value_sum", "regret_sum", "strategy_sum"]
    found = {}
    for i in which:
        node = nodes[i]
        first = int(node["first"])
        rows = [[float(e[name]) for name in of_an_edge] for e in edges[first : first + int(node["count"])]]
        found[int(node["key"])] = ([float(node[name]) for name in names], rows)
    return found


# ── The tree ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("settings", SPECS)
@pytest.mark.parametrize("seat", [0, 1])
def test_the_next_decision_begins_with_what_was_found_below_the_node_it_has_come_to(settings: str, seat: int) -> None:
    game = Goofspiel(num_cards=5, order="descending")
    batch = Batch(game, 1, seed=3)
    agent: Any = agents.make(f"search:2000,{settings},keep_tree=1", game, seed=1)
    action = agent.act(seen_by(batch, seat, 0))[0]
    nodes, edges = tree_of(agent)
    other = 5  # what the other bids: something that the search has looked at often
    bids = np.zeros((1, 2), np.int32)
    bids[0, seat], bids[0, 1 - seat] = action, other
    batch.step(bids)
    made = agent.simulated[0]
    kept = agent._keeper.kept
    own = [i for i in range(len(nodes)) if nodes[i]["under"] == 0 and nodes[i]["seat"] == seat]
    assert int(kept.heads[0]["filled"]) == 1

    agent.act(seen_by(batch, seat, 1))
    after, its_edges = tree_of(agent)
    top = [i for i in own if nodes[i]["key"] == after[0]["key"]]
    assert len(top) == 1, "its new root is a node of the old tree"
    assert nodes[top[0]]["way"] == action
    simulations = agent.simulated[0] - made
    assert nodes[top[0]]["visits"] > 1
    assert after[0]["visits"] == nodes[top[0]]["visits"] + simulations
    old, new = content(nodes, edges, below(nodes, top[0])), content(after, its_edges, list(range(len(after))))
    assert old.keys() <= new.keys(), "all that was below it is there"
    assert len({int(nodes[i]["seat"]) for i in below(nodes, top[0])}) == 2, "nodes of both seats"
    for key, ((visits, *_), rows) in old.items():
        assert new[key][0][0] >= visits
        assert [row[1] for row in new[key][1]] >= [0] * len(rows)
        assert all(mine[1] >= before[1] for mine, before in zip(new[key][1], rows, strict=True))


def test_what_is_loaded_is_what_was_saved() -> None:
    """A search that makes no simulation of its own holds the old nodes, number for number."""
    game = Goofspiel(num_cards=5, order="descending")
    batch = Batch(game, 1, seed=3)
    agent: Any = agents.make("search:2000,select=uct,keep_tree=1", game, seed=1)
    action = agent.act(seen_by(batch, 0, 0))[0]
    nodes, edges = tree_of(agent)
    batch.step(np.array([[action, 5]]))
    compiled = agent._searcher.search
    agent.__dict__["_searcher"] = Without(compiled)
    agent.act(seen_by(batch, 0, 1))
    after, its_edges = tree_of(agent)
    (top,) = (i for i in range(len(nodes)) if nodes[i]["key"] == after[0]["key"])
    assert content(after, its_edges, list(range(len(after)))) == content(nodes, edges, below(nodes, top))
    assert after[0]["under"] == NO_NODE
    assert len(after) > 10


class Without:
    """A compiled search that is asked for no simulation."""

    def __init__(self, search: Any) -> None:
        self._search = search

    def search(self, workspace: Any, plan: Any, roots: Any, simulations: int, fresh: bool) -> None:
        self._search(workspace, plan, roots, 0, fresh)


@pytest.mark.parametrize("settings", SPECS)
def test_a_fresh_tree_where_it_is_asked_twice_or_out_of_order_or_is_not_told_the_game(settings: str) -> None:
    game = Goofspiel(num_cards=5, bids="hidden")
    batch = Batch(game, 1, seed=4)
    spec = f"search:60,{settings}"
    plain = agents.make(spec, game, seed=1)
    first = seen_by(batch, 0, 0)
    batch.step(np.array([[2, 3]]))
    second = seen_by(batch, 0, 1)
    alone = [plain.look_ahead(seen) for seen in (first, second)]

    def is_fresh(agent: Any, seen: Observation, want: Any) -> bool:
        return all(np.array_equal(mine, one) for mine, one in zip(agent.look_ahead(seen), want, strict=True))

    agent: Any = agents.make(f"{spec},keep_tree=1,belief=random", game, seed=1)
    assert is_fresh(agent, first, alone[0])
    assert is_fresh(agent, first, alone[0]), "asked twice"
    assert is_fresh(agent, unnamed(second), alone[1]), "not told which game it is"
    assert is_fresh(agent, first, alone[0]), "the game has begun anew"
    later = Batch(game, 1, seed=4, first_game=7)
    later.step(np.array([[2, 3]]))
    other = seen_by(later, 0, 1)
    assert is_fresh(agent, other, plain.look_ahead(other)), "another game"
    played: Any = agents.make(f"{spec},keep_tree=1,belief=random", game, seed=1)
    played.act(first)
    assert not is_fresh(played, second, alone[1]), "and one decision after the other it is not"


def unnamed(seen: Observation) -> Observation:
    """The same from a host that does not say which game it is."""
    return Observation(seen.features.copy(), seen.mask.copy(), seen.determinizations, seen.seats, seen.draws)


@pytest.mark.parametrize(
    ("game", "settings"),
    [(Goofspiel(num_cards=6, bids="hidden"), f"{one},belief=scripted") for one in SPECS]
    + [(OpenWorlds(), "network=none,belief=expert")],
    ids=[*SPECS, "open_worlds"],
)
def test_neither_company_nor_threads_matter_to_what_is_kept(game: Any, settings: str) -> None:
    """Four games in one call, in one call with three threads, and each with an agent of its own."""
    spec = f"search:24,{settings},keep_tree=1"
    batch = Batch(game, 4, seed=9)
    whole, shared = agents.make(spec, game, seed=5), agents.make(f"{spec},threads=3", game, seed=5)
    alone = [agents.make(spec, game, seed=5) for _ in range(8)]
    compared = 0
    for moment in range(5):
        rows, seats = np.nonzero(batch.to_act)
        seen = look(batch, rows, seats, moment, determinize=True)
        found = whole.look_ahead(seen)
        for mine, other in zip(found, shared.look_ahead(seen), strict=True):
            assert np.array_equal(mine, other)
        for at in reversed(range(len(rows))):
            single = alone[2 * rows[at] + seats[at]].look_ahead(seen.take([at]))
            for mine, other in zip(found, single, strict=True):
                assert np.array_equal(mine[at], other[0])
            compared += 1
        actions = np.zeros((4, 2), np.int32)
        actions[rows, seats] = found[0]
        batch.step(actions)
    assert compared > 8


# ── What is believed of the others ───────────────────────────────────────────────────────────────


def bids_believed(policy: str, games: int = 200) -> np.ndarray:
    """What the other is believed to have bid for the 1 where that was beaten by a 3: shares of 1 to 4."""
    game = Goofspiel(num_cards=4, order="ascending", bids="hidden")
    batch = Batch(game, games, seed=2)
    agent: Any = agents.make(f"search:8,belief={policy},particles=16,final=best", game, seed=1)
    agent.act(seen_by(batch, 0, 0))
    agent._keeper.kept.heads["action"] = 3  # whatever it has chosen
    batch.step(np.tile([3, 2], (games, 1)))
    counts = np.zeros(5)
    seen = seen_by(batch, 0, 1)
    for row in range(games):
        agent.act(seen.take([row]))
        workspace = agent._workspaces[0]
        matched = int(workspace.tree.counters.matched)
        kept = agent._keeper.kept
        slot = agent._keeper._known[int(seen.games[row])][0]
        assert matched > 0
        particles = np.frombuffer(kept.particles[slot, : min(matched, 8)].tobytes(), game.state_dtype).copy()
        np.add.at(counts, particles["players"]["bid_for"][:, 1, 0], 1)
    return counts[1:] / counts.sum()


def test_a_hidden_bid_is_believed_as_the_others_policy_and_the_winner_say() -> None:
    """The matcher bids 1 for the 1. One time in ten it errs: then it bids each of four. A 3 has beaten its bid."""
    by_script, at_random = bids_believed("scripted"), bids_believed("random")
    right, wrong = 0.9 + 0.1 / 4, 0.1 / 4  # of a bid of 1, and of 2; a 3 would have tied, a 4 won
    assert by_script[0] == pytest.approx(right / (right + wrong), abs=0.03)
    assert at_random[0] == pytest.approx(0.5, abs=0.06)
    assert by_script[2:].sum() == at_random[2:].sum() == 0, "what can't have been is not believed"


def test_what_is_believed_fits_what_is_seen() -> None:
    """Every particle shows its seat what it sees: nothing of it contradicts what is known."""
    game = OpenWorlds()
    batch = Batch(game, 6, seed=3)
    agent: Any = agents.make("search:8,network=none,belief=expert,particles=6", game, seed=1)
    other = agents.make("expert", game, seed=2)
    matched = checked = 0
    for moment in range(40):
        rows, seats = np.nonzero(batch.to_act)
        actions = np.zeros((6, 2), np.int32)
        for agent_of, mine in ((agent, seats == 0), (other, seats == 1)):
            if mine.any():
                seen = look(batch, rows[mine], seats[mine], moment, determinize=True)
                actions[rows[mine], seats[mine]] = agent_of.act(seen)
                if agent_of is agent:
                    matched += int(agent._workspaces[0].tree.counters.matched)
                    for row in np.flatnonzero(mine):
                        name = int(names_of(batch.draw_keys(rows[row : row + 1], seats[row : row + 1]))[0])
                        slot = agent._keeper._known[name][0]
                        head, kept = agent._keeper.kept.heads[slot], agent._keeper.kept
                        count = int(head["particles"]) if head["filled"] else 0
                        positions = np.frombuffer(kept.particles[slot, :count].tobytes(), game.state_dtype).copy()
                        shown = game.show(positions)
                        for i in range(count):
                            assert np.array_equal(shown.observation[i, 0], batch.observation[rows[row], 0])
                            checked += 1
        batch.step(actions)
    assert matched > 0
    assert checked > 100


def test_two_true_positions_that_look_alike_are_played_alike_with_what_was_seen_before() -> None:
    """What it remembers, too, follows from what its seat has seen and from nothing else."""
    game = OpenWorlds()
    batch = Batch(game, 2, seed=9)
    one, two = (agents.make("search:16,network=none,keep_tree=1,belief=expert", game, 1) for _ in range(2))
    asked = 0
    for moment in range(30):
        rows, seats = np.nonzero(batch.to_act)
        actions = np.zeros((2, 2), np.int32)
        for seat in (0, 1):
            mine = rows[seats == seat]
            if not len(mine):
                continue
            seen = look(batch, mine, np.full(len(mine), seat), moment, determinize=True)
            found = agents.make("expert", game).act(seen)
            if seat == 0:
                other = Batch(game, 2, seed=9)
                other.set_states(game.hide(batch.states, 0, seed=moment))
                other.game_number[:] = batch.game_number
                alike = look(other, mine, np.zeros(len(mine), np.intp), moment, determinize=True)
                found = one.act(seen)
                assert np.array_equal(found, two.act(alike))
                asked += len(mine)
            actions[mine, seat] = found
        batch.step(actions)
    assert asked > 20


# ── Which game it is ─────────────────────────────────────────────────────────────────────────────


def test_each_seat_of_each_game_has_a_name_that_stays() -> None:
    game = Goofspiel()
    batch = Batch(game, 5, seed=1)
    names = []
    for moment in range(3):
        names.append([seen_by(batch, seat, moment) for seat in (0, 1)])
        batch.step(batch.action_mask.argmax(axis=2))
    found = [np.concatenate([seen.games for seen in both]) for both in names]
    assert len(set(found[0].tolist())) == 10
    assert all(np.array_equal(found[0], one) for one in found)
    assert [one.moments.tolist() for one, _ in names] == [[0] * 5, [1] * 5, [2] * 5]
    keys = batch.draw_keys(np.arange(5), np.zeros(5, np.intp))
    assert not set(keys.tolist()) & set(found[0].tolist()), "what is drawn by is not told"
    batch.reset()
    assert not set(seen_by(batch, 0, 0).games.tolist()) & set(found[0].tolist()), "the next games have others"


def test_of_too_many_games_the_longest_unasked_is_forgotten() -> None:
    batch = Batch(Goofspiel(), 4, seed=1)
    keeper = Keeper(0, 1, 1)
    keeper.most = 2

    def ask(row: int, moment: int) -> int:
        return int(keeper.slots(seen_by(batch, 0, moment).take([row]))[0])

    first, second = ask(0, 0), ask(1, 0)
    assert {first, second} == {0, 1}
    keeper.kept.heads["filled"] = 1
    assert ask(0, 1) == first
    assert ask(2, 1) == second, "the place of the one that was asked longest ago"
    assert [int(keeper.kept.heads[slot]["filled"]) for slot in (first, second)] == [1, 0]
    assert keeper.slots(seen_by(batch, 0, 2)).tolist()[2:] == [-1, -1], "no two rows of a call share a place"


def test_without_memory_nothing_is_kept() -> None:
    game = Goofspiel()
    agent: Any = agents.make("search:8", game, seed=1)
    agent.act(seen_by(Batch(game, 2), 0, 0))
    assert agent._keeper.most == 0


@pytest.mark.parametrize("settings", ["select=halving,final=best", "select=uct,final=best,resample_every=50"])
def test_a_search_by_time_goes_on_from_the_position_it_knows(settings: str) -> None:
    """What is kept for the next decision is drawn elsewhere: what is known of the root's position is true of it."""
    game = OpenWorlds()
    batch = Batch(game, 16, seed=3)
    batch.rollout(25)
    rows, seats = np.nonzero(batch.to_act)
    seen = look(batch, rows, seats, 25, determinize=True)
    agent: Any = agents.make(f"search:32,{settings},network=none,belief=expert", game, seed=5)
    workspace = agent._workspaces[0].for_call(agent._dtype, agent._keeper.kept, int(agent._plan[0]["particles"]))
    rngs = np.zeros(len(rows), RNG)
    for row in range(len(rows)):
        start(rngs[row], np.uint64(5), np.uint64(row))
    roots = Roots(
        seen.determinizations, seen.seats, rngs, np.zeros((len(rows), game.num_actions)),
        np.zeros(len(rows), np.int32), np.zeros(len(rows)), agent._keeper.slots(seen),
    )  # fmt: skip
    compared = 0
    for row in range(len(rows)):
        agent._searcher.search(workspace, agent._plan[0], roots.part(row, row + 1), 32, True)
        shown = game.show(workspace.positions[ROOT : ROOT + 1].copy())
        for seat in range(2):
            if workspace.tree.counters.done and workspace.views[seat + 2]["has_mask"]:
                np.testing.assert_array_equal(workspace.masks[seat + 2] != 0, shown.action_mask[0, seat] != 0)
                compared += 1
    assert compared > 16
