"""The tree: small searches step for step as they are written down, and the rules for choosing in it by hand."""

from __future__ import annotations

import json
from types import SimpleNamespace

import numpy as np
import pytest

from agents.search import tree
from agents.search.memory import EDGE, NODE
from tests.agents.searches import CASES, FILE, searched

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("name", CASES)
def test_a_search_goes_as_it_is_written_down(name: str) -> None:
    written = json.loads(FILE.read_text())[name]
    found = searched(name)
    assert found.keys() == written.keys()
    for word, value in found.items():
        assert np.allclose(np.array(value), np.array(written[word]), atol=2e-5), word


def test_every_search_written_down_is_made() -> None:
    assert json.loads(FILE.read_text()).keys() == CASES.keys()


@pytest.mark.parametrize(
    ("visits", "left", "settled"),
    [((5, 2, 1), 2, True), ((5, 2, 1), 3, False), ((2, 5, 5), 0, False), ((1, 2, 9), 6, True), ((3,), 2, True)],
)
def test_it_is_settled_once_the_second_can_not_catch_up(
    visits: tuple[int, ...], left: int, settled: bool
) -> None:
    node, edges = np.zeros(1, NODE)[0], np.zeros(1 + len(visits), EDGE)
    node["first"], node["count"] = 1, len(visits)
    edges["visits"][1:] = visits
    assert tree.is_settled_template(node, edges, left) == settled


def test_where_memory_is_full_no_node_is_made() -> None:
    nodes, edges, slots = np.zeros(2, NODE), np.zeros(6, EDGE), np.zeros(8, np.int64)
    for used in (nodes, edges):
        used.view(np.uint8)[:] = 1  # as an earlier search has left them
    tally = SimpleNamespace(nodes=0, edges=0)
    mask = np.array([0, 1, 1], np.int8)
    assert tree.expand_template(mask, nodes, edges, slots, tally, np.uint64(9), 3, 1) == 0
    assert (tally.nodes, tally.edges, slots.tolist()) == (1, 2, [0, 0, 0, 1, 0, 0, 0, 0])
    assert (int(nodes[0]["key"]), nodes[0]["seat"], nodes[0]["first"], nodes[0]["count"]) == (9, 1, 0, 2)
    assert edges["action"][:2].tolist() == [1, 2]
    for word in ("visits", "alive", "prior", "total", "regret", "played"):
        assert edges[word][:2].tolist() == [0, 0], word
    for word in ("visits", "guided", "total"):
        assert nodes[0][word] == 0, word
    assert tree.expand_template(mask, nodes, edges, slots, tally, np.uint64(8), 4, 0) == 1
    assert tree.expand_template(mask, nodes, edges, slots, tally, np.uint64(7), 5, 0) == -1, "no node is left"
    tally = SimpleNamespace(nodes=0, edges=4)
    assert tree.expand_template(mask, nodes, edges, slots, tally, np.uint64(9), 3, 1) == -1, "too few edges are left"
    tally = SimpleNamespace(nodes=0, edges=3)
    assert tree.expand_template(mask, nodes, edges, slots, tally, np.uint64(9), 3, 1) == 0
    assert (nodes[0]["first"], tally.edges) == (3, 5)


def test_a_node_is_found_by_its_key_behind_others_of_the_same_place() -> None:
    nodes, slots = np.zeros(3, NODE), np.zeros(4, np.int64)
    nodes["key"] = 3, 7, 11  # all of them belong at the last of four places
    for place, node in ((3, 0), (0, 1)):
        slots[place] = node + 1
    assert [tree.find_template(slots, nodes, np.uint64(key)) for key in (3, 7, 11, 2)] == [3, 0, 1, 2]




def test_whatever_a_seat_sees_is_part_of_the_key() -> None:
    row = np.zeros(21, np.uint8)
    keys = {int(tree.hash_row_template(row, np.uint64(5))), int(tree.hash_row_template(row, np.uint64(6)))}
    for place in range(len(row)):
        for value in (1, 2):
            other = row.copy()
            other[place] = value
            keys.add(int(tree.hash_row_template(other, np.uint64(5))))
    assert len(keys) == 2 + 2 * len(row)
