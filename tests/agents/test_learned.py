"""Learned agents: the network by its formulas, whatever rows stand beside; how it chooses; the file it is saved in."""

from __future__ import annotations

import csv
import json
import os
import pickle
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import agents
from agents import learned
from agents.base import Observation
from agents.learned import Layout, PolicyValueNet
from agents.learned.forward import BUCKETS, forward, policy_probs
from agents.learned.lanes import LANES
from ow_env.core.batch import Batch
from ow_env.core.game import Game
from ow_env.core.sparse import SparseRows
from ow_env.goofspiel.game import Goofspiel
from ow_env.open_worlds.game import OpenWorlds
from tests.agents.positions import WIDTHS, made_up

pytestmark = pytest.mark.bounds

WIDE = {"whole": 2 * LANES + 21, "world": LANES + 5, "trunk": LANES}  # vectors of numbers, with and without a rest
NETWORKS = [
    pytest.param(OpenWorlds, "worlds", id="places"),
    pytest.param(OpenWorlds, "flat", id="flat"),
    pytest.param(Goofspiel, "flat", id="goofspiel"),
]
ROOT = Path(__file__).parents[2]


def some_rows(game: Game, rows: int, steps: int = 30) -> tuple[np.ndarray, np.ndarray]:
    """Observations and masks of seats that are asked, from games at random."""
    batch = Batch(game, max(2, rows // 8), seed=4, autoreset=True)
    seen, masks = [], []
    for _ in range(steps):
        batch.rollout(3)
        at, seat = np.nonzero(batch.to_act)
        seen.append(batch.observation[at, seat])
        masks.append(batch.action_mask[at, seat])
    pick = np.random.default_rng(1).permutation(sum(map(len, seen)))[:rows]
    return np.concatenate(seen)[pick], np.concatenate(masks)[pick]


# ── What is computed ─────────────────────────────────────────────────────────────────────────────


def by_formula(layout: Layout, weights: Any, row: np.ndarray) -> tuple[float, np.ndarray]:
    """The value and the logits of all actions, as the docstring of forward.py writes them down: dense, in float64."""
    w = {name: array.astype(np.float64) for name, array in weights.items()}
    tokens = [w["whole.bias"].copy(), *(w["world.bias"].copy() for _ in range(layout.num_places))]
    for i, value in enumerate(row.tolist()):
        rows = w["whole.rows"] if layout.feature_token[i] == 0 else w["world.rows"]
        tokens[layout.feature_token[i]] += value * layout.scale[i] * rows[layout.feature_row[i]]
        if value and layout.bucket_row[i] >= 0:
            tokens[layout.feature_token[i]] += rows[layout.bucket_row[i] + min(value, BUCKETS) - 1]
    whole, *places = (np.maximum(token, 0) for token in tokens)
    trunk = whole @ w["trunk.whole"] + w["trunk.bias"]
    asked: list[np.ndarray] = []
    if places:
        mixed = [np.maximum(place @ w["mix.world"] + whole @ w["mix.whole"] + w["mix.bias"], 0) for place in places]
        trunk += np.mean(mixed, axis=0) @ w["trunk.mean"] + np.max(mixed, axis=0) @ w["trunk.most"]
        if layout.focus >= 0:
            in_focus = row[layout.focus : layout.focus + len(places)]
            trunk += sum(f * m for f, m in zip(in_focus, mixed, strict=True)) @ w["trunk.here"]
        trunk = np.maximum(trunk, 0)
        asked = [np.maximum(m @ w["ask.world"] + trunk @ w["ask.trunk"] + w["ask.bias"], 0) for m in mixed]
    trunk = np.maximum(trunk, 0)
    logits = w["choose.bias"].copy()
    for action, (token, at) in enumerate(zip(layout.action_token, layout.action_row, strict=True)):
        logits[action] += trunk @ w["choose.whole"][at] if token == 0 else asked[token - 1] @ w["choose.world"][at]
    return float(trunk @ w["value.trunk"] + w["value.bias"][0]), logits


@pytest.mark.parametrize("widths", [WIDTHS, WIDE], ids=["narrow", "wide"])
@pytest.mark.parametrize("focus", ["as it is", "none"])
@pytest.mark.parametrize(("make", "kind"), NETWORKS)
def test_the_network_computes_its_formulas(make: Any, kind: str, focus: str, widths: Mapping[str, int]) -> None:
    game = make()
    network = made_up(game, kind, widths)
    if focus == "none":
        network = PolicyValueNet(replace(network.layout, focus=-1), network.weights)
    features, masks = some_rows(game, 6)
    draws = np.linspace(0, 1, 6, endpoint=False)
    actions, log_probs, values = network.act(features, masks, draws)
    probs = network.policy(features, masks)
    scratch = np.full(int(network.net[0]["activations"]), np.nan, np.float32)  # what is left in it does not matter
    for k, (row, mask) in enumerate(zip(features, masks, strict=True)):
        value, logits = by_formula(network.layout, network.weights, row)
        allowed = np.flatnonzero(mask)
        expected = np.exp(logits[allowed] - logits[allowed].max())
        expected /= expected.sum()
        np.testing.assert_allclose(values[k], value, rtol=1e-4, atol=1e-4)
        np.testing.assert_allclose(probs[k][allowed], expected, rtol=1e-4, atol=1e-6)
        assert probs[k].sum() == pytest.approx(1)
        assert log_probs[k] == pytest.approx(np.log(expected[allowed == actions[k]][0]), abs=1e-4)
        # the row by itself, as the search asks it
        assert np.float32(forward(network.net[0], network.params, network.tokens, row, scratch)) == values[k]
        assert policy_probs(network.net[0], network.params, network.tokens, mask, scratch) == len(allowed)
        found = scratch[int(network.net[0]["at_logits"]) :][: len(allowed)]
        np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-6)


SUMS = {  # game, kind, width of the trunk: the bytes of four values
    ("open_worlds", "worlds", 17): "e8a7cf3fce0c5c40c1a3593fb85fc13f",
    ("open_worlds", "worlds", 64): "ac893ac17f5dd2c1fa4b05c10598983f",
    ("open_worlds", "flat", 17): "5bd5493f30343d3fd4ed8e3f8cf0e63d",
    ("open_worlds", "flat", 64): "7123f13fef35e540be3093412c13f7be",
    ("goofspiel", "flat", 17): "082b053fd3f2a23fcac9fcbd3c08593f",
    ("goofspiel", "flat", 64): "10052a418e00a8be064dab4091173f41",
}


@pytest.mark.parametrize(("make", "kind"), NETWORKS)
@pytest.mark.parametrize("widths", [WIDTHS, WIDE], ids=["narrow", "wide"])
def test_values_are_summed_in_one_order(make: Any, kind: str, widths: Mapping[str, int]) -> None:
    """To the last bit: on any processor, compiled and not, one row at a time and in a batch."""
    game = make()
    network = made_up(game, kind, widths)
    features, masks = some_rows(game, 4)
    values = network.act(features, masks, np.zeros(4))[2]
    assert values.tobytes().hex() == SUMS[game.name, kind, widths["trunk"]]


@pytest.mark.parametrize(("make", "kind"), NETWORKS)
def test_a_row_does_not_depend_on_the_rows_beside_it(make: Any, kind: str) -> None:
    game = make()
    network = made_up(game, kind)
    features, masks = some_rows(game, 12)
    draws = np.random.default_rng(5).random(12)
    together = network.act(features, masks, draws)
    for row in range(12):
        one = slice(row, row + 1)
        alone = network.act(features[one], masks[one], draws[one])
        assert [array[0] for array in alone] == [array[row] for array in together]


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_sparse_rows_lead_to_the_same_choices(temperature: float) -> None:
    for game, kind in ((OpenWorlds(), "worlds"), (Goofspiel(), "flat")):
        network = made_up(game, kind)
        features, masks = some_rows(game, 40)
        draws = np.random.default_rng(5).random(len(features))
        expected = network.act(features, masks, draws, temperature)
        found = network.act_sparse(SparseRows.of(features, masks), draws, temperature)
        assert [array.tobytes() for array in found] == [array.tobytes() for array in expected]


def test_a_place_is_valued_by_the_same_weights_wherever_it_lies() -> None:
    """Two Worlds change places in the observation: the value stays, and the actions there change places."""
    game = OpenWorlds()
    network = made_up(game, "worlds")
    network.weights["choose.bias"][:] = 0.0  # the one thing that every action has of its own
    layout = network.layout
    features, _ = some_rows(game, 20)
    masks = np.ones((20, game.num_actions), np.int8)

    def swapped(token: np.ndarray, row: np.ndarray) -> np.ndarray:
        order = np.arange(len(token))
        for each in np.unique(row[token == 1]):
            one, two = (np.flatnonzero((token == t) & (row == each)) for t in (1, 2))
            order[one], order[two] = two, one
        return order

    moved = features[:, swapped(layout.feature_token, layout.feature_row)]
    assert (moved != features).any(axis=1).all()
    before, after = network.act(features, masks, np.zeros(20))[2], network.act(moved, masks, np.zeros(20))[2]
    np.testing.assert_allclose(after, before, rtol=1e-4, atol=1e-5)
    probs = network.policy(moved, masks)[:, swapped(layout.action_token, layout.action_row)]
    np.testing.assert_allclose(probs, network.policy(features, masks), rtol=1e-3, atol=1e-6)


CHOSEN = {  # by the agents of the package in 40 positions, when their strength was measured
    "learned-54": [
        575, 255, 288, 6, 0, 4, 0, 7, 0, 272, 7, 0, 23, 8, 6, 0, 139, 278, 0, 332,
        4, 0, 324, 0, 4, 5, 6, 94, 528, 254, 99, 526, 0, 66, 113, 561, 546, 0, 7, 35,
    ],
    "learned-40": [
        109, 437, 4, 544, 72, 588, 36, 7, 184, 36, 94, 73, 4, 4, 414, 513, 7, 78, 14, 343,
        509, 4, 17, 4, 574, 73, 539, 69, 81, 5, 274, 546, 319, 544, 523, 574, 0, 0, 8, 6,
    ],
    "learned-any-deck": [
        0, 255, 0, 4, 50, 4, 0, 7, 0, 0, 5, 0, 236, 4, 6, 0, 139, 278, 0, 332,
        4, 0, 324, 0, 5, 5, 6, 170, 528, 254, 99, 535, 0, 66, 113, 561, 0, 0, 7, 35,
    ],
}  # fmt: skip


@pytest.mark.parametrize(("name", "decks"), [
    ("learned-54", ("Smith-Boson F.E.", "Empyrean Enterprises")),
    ("learned-40", ("Baker-Braugn EDV", "Ares Venture Trust")),
    ("learned-any-deck", ("Smith-Boson F.E.", "Empyrean Enterprises")),
])  # fmt: skip
def test_the_agents_of_the_package_choose_as_they_always_did(name: str, decks: tuple[str, str]) -> None:
    game = OpenWorlds(decks=decks)
    assert agents.make(name, game).act(Observation(*some_rows(game, 40))).tolist() == CHOSEN[name]


# ── How it chooses ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("temperature", [0.25, 1.0, 3.0])
def test_choices_come_as_often_as_the_temperature_says(temperature: float) -> None:
    game = Goofspiel()
    network = made_up(game, "flat")
    (row,), (mask,) = some_rows(game, 1)
    times = 500
    features, masks = np.repeat(row[None], times, axis=0), np.repeat(mask[None], times, axis=0)
    actions, log_probs, _ = network.act(features, masks, (np.arange(times) + 0.5) / times, temperature)
    _, logits = by_formula(network.layout, network.weights, row)
    weights = np.where(mask, np.exp((logits - logits[mask > 0].max()) / temperature), 0)
    expected = weights / weights.sum()
    counted = np.bincount(actions, minlength=game.num_actions) / times
    np.testing.assert_allclose(counted, expected, atol=2 / times)
    np.testing.assert_allclose(network.policy(features[:1], masks[:1], temperature)[0], expected, rtol=1e-3, atol=1e-6)
    plain = np.where(mask, np.exp(logits), 0)
    np.testing.assert_allclose(log_probs, np.log((plain / plain.sum())[actions]), rtol=1e-4, atol=1e-4)


def test_at_temperature_0_the_first_of_the_likeliest_is_chosen() -> None:
    game = Goofspiel()
    network = made_up(game, "flat")
    features, masks = some_rows(game, 5)
    draws = np.linspace(0, 0.999, 5)
    actions, _, _ = network.act(features, masks, draws, temperature=0.0)
    for row, mask, action in zip(features, masks, actions, strict=True):
        assert action == np.where(mask, by_formula(network.layout, network.weights, row)[1], -np.inf).argmax()
    network.weights["choose.whole"][:] = 0.0
    network.weights["choose.bias"][:] = 0.5  # all alike
    assert network.act(features, masks, draws, temperature=0.0)[0].tolist() == masks.argmax(axis=1).tolist()
    assert (network.policy(features, masks, 0.0).argmax(axis=1) == masks.argmax(axis=1)).all()


def test_arrays_of_other_shapes_are_refused() -> None:
    game = Goofspiel()
    network = made_up(game, "flat")
    features, masks = some_rows(game, 3)
    with pytest.raises(ValueError, match=r"expected observations \[B, \d+\] and masks"):
        network.act(features[:, 1:], masks, np.zeros(3))
    with pytest.raises(ValueError, match=r"expected observations \[B, \d+\] and masks"):
        network.policy(features, masks[:2])
    with pytest.raises(ValueError, match=r"expected 3 draws, one for each row, got \(2,\)"):
        network.act(features, masks, np.zeros(2))
    rows = SparseRows.of(features, masks)
    with pytest.raises(ValueError, match=r"expected 3 draws, one for each row, got \(2,\)"):
        network.act_sparse(rows, np.zeros(2))
    with pytest.raises(ValueError, match=r"expected rows of \(\d+, \d+\) numbers and actions, got"):
        network.act_sparse(replace(rows, num_features=7), np.zeros(3))


def test_a_copy_of_a_network_has_weights_of_its_own() -> None:
    game = Goofspiel()
    network = made_up(game, "flat")
    features, masks = some_rows(game, 4)
    before = network.act(features, masks, np.zeros(4))[2]
    copied = pickle.loads(pickle.dumps(network))
    np.testing.assert_array_equal(copied.act(features, masks, np.zeros(4))[2], before)
    network.weights["value.bias"][0] += 1
    np.testing.assert_allclose(network.act(features, masks, np.zeros(4))[2], before + 1, rtol=1e-5)
    np.testing.assert_array_equal(copied.act(features, masks, np.zeros(4))[2], before)


# ── Saved agents ─────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def saved(tmp_path: Path) -> tuple[Path, Game, learned.Card, PolicyValueNet]:
    game = Goofspiel()
    network = made_up(game, "flat")
    card = learned.Card(learned.FORMAT, game.name, network.layout.digest, "flat", WIDTHS, 1.0, {"by": "hand"})
    path = tmp_path / "one.safetensors"
    learned.save(path, network, card)
    return path, game, card, network


def test_a_saved_agent_plays_as_before(saved: Any) -> None:
    path, game, card, network = saved
    features, masks = some_rows(game, 60)
    draws = np.random.default_rng(1).random(60)
    agent = agents.make(str(path), game, seed=3)
    assert isinstance(agent, learned.LearnedAgent)
    seen = Observation(features, masks)
    np.testing.assert_array_equal(agent.choose(seen, draws), network.act(features, masks, draws)[0])
    np.testing.assert_array_equal(agent.act(seen), agents.make(str(path), game, seed=3).act(seen))
    assert agent.name == "one"
    assert learned.read_card(path) == card


def test_a_saved_agent_may_be_read_by_whom_the_umask_allows(saved: Any) -> None:
    path, _, card, network = saved
    before = os.umask(0o027)
    try:
        learned.save(path, network, card)
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o640


def test_damaged_agents_are_refused(saved: Any) -> None:
    path, game, _, _ = saved
    good = path.read_bytes()
    for at in (0, 3, 8, 20, len(good) // 3):
        path.write_bytes(good[:at])
        with pytest.raises(ValueError, match=r"one\.safetensors"):
            agents.make(str(path), game)
    rng = np.random.default_rng(1)
    length = 8 + int.from_bytes(good[:8], "little")
    for at in rng.integers(0, length, 300):  # any byte of the header: refused, or without consequence
        bad = bytearray(good)
        bad[at] ^= 1 << int(rng.integers(8))
        path.write_bytes(bytes(bad))
        refusals = []
        try:
            agents.make(str(path), game)
        except ValueError as refusal:
            refusals.append(str(refusal))
        assert all("one.safetensors" in refusal for refusal in refusals)


@pytest.mark.parametrize(
    ("what", "complaint"),
    [
        ({"game": "open_worlds"}, "an agent for open_worlds, not for goofspiel"),
        ({"digest": "0" * 16}, "made for features and actions 0000"),
        ({"format": 4}, "of format 4; this version reads 2, 3"),
        ({"widths": {"whole": 12, "world": 10, "trunk": 18}}, "damaged: trunk.whole is F32"),
        ({"widths": {"whole": 10**9, "world": 10, "trunk": 18}}, "widths: whole: expected a whole number from 1 to"),
        ({"network": "worlds"}, "goofspiel has no like places"),
        ({"widths": {"whole": True, "world": 10, "trunk": 18}}, "widths: whole: expected a whole number"),
        ({"widths": {"whole": 12, "world": 10}}, "widths: expected whole, world and trunk"),
        ({"temperature": "x"}, "temperature: expected 0, or a number from 0.001 to 1e+06, found 'x'"),
        ({"temperature": True}, "temperature: expected 0, or a number from 0.001 to 1e+06, found True"),
        ({"temperature": float("nan")}, "NaN is no number"),
        ({"temperature": float("inf")}, "Infinity is no number"),
        ({"temperature": -1}, "temperature: expected 0, or a number from 0.001 to 1e+06, found -1"),
        ({"temperature": 1e-4}, "temperature: expected 0, or a number from 0.001 to 1e+06, found 0.0001"),
        ({"temperature": 10**400}, "temperature: expected 0, or a number from 0.001 to 1e+06, found 1000"),
        ({"game": "\x1b[31m"}, "game: expected [a-z]"),
        ({"game": 3}, "game: expected [a-z]"),
        ({"digest": None}, "digest: expected [0-9a-f]{16}, found None"),
        ({"network": ["flat"]}, "network: expected [a-z]"),
        ({"format": True}, "of format True; this version reads 2, 3"),
        ({"trained": [1]}, "trained: expected an object, found [1]"),
        ({"trained": None}, "trained: expected an object, found None"),
        ({"trained": {"decisions": "many"}}, "trained: decisions: expected a whole number"),
        ({"trained": {"decisions": -3}}, "trained: decisions: expected a whole number"),
        ({"trained": {"seconds": "1"}}, "trained: seconds: expected a number"),
        ({"trained": {"games": 1.5}}, "trained: games: expected a whole number"),
        ({"trained": {"settings": "income"}}, "trained: settings: expected an object, found 'income'"),
        ({"trained": {"versions": {"numpy": 2}}}, "trained: versions: numpy: expected a text, found 2"),
        ({"trained": {"versions": ["2"]}}, "trained: versions: expected an object"),
        ({"trained": {"settings": {"decks": [1]}}}, "trained: settings: decks: expected a list of names"),
        ({"trained": {"settings": {"scripted": "expert"}}}, "trained: settings: scripted: expected a list of names"),
        ({"trained": {"a": [[[[[[[1]]]]]]]}}, "trained: expected at most 6 lists and objects in each other"),
        ({"trained": {"a": "x" * 2**18}}, "expected at most 262144 letters"),
    ],
)
def test_an_agent_for_something_else_is_refused(saved: Any, what: dict[str, Any], complaint: str) -> None:
    path, game, card, network = saved
    learned.save(path, network, replace(card, **what))
    with pytest.raises(ValueError, match=r"one\.safetensors") as refusal:
        agents.make(str(path), game)
    assert complaint in str(refusal.value)


def test_an_agent_with_numbers_that_are_none_is_refused(saved: Any) -> None:
    path, game, card, network = saved
    for number in (np.nan, np.inf, -np.inf, 2000, -3e38):
        network.weights["trunk.bias"][3] = number
        learned.save(path, network, card)
        with pytest.raises(ValueError, match=r"trunk\.bias holds numbers that are none, or beyond 1000"):
            agents.make(str(path), game)


@pytest.mark.parametrize("temperature", [float("nan"), float("inf"), -0.5, 1e-4, 2e6, True, "1"])
def test_a_temperature_that_is_none_is_refused(saved: Any, temperature: Any) -> None:
    path, game, _, _ = saved
    with pytest.raises(ValueError, match=r"temperature: expected 0, or a number from 0\.001 to 1e\+06, got"):
        learned.load(path, game, temperature=temperature)


def test_an_agent_of_the_package_is_known_again_in_a_ladder_that_was_published() -> None:
    with open(ROOT / "docs" / "ladder" / "open_worlds-54" / "ratings.csv", encoding="utf-8") as file:
        (stored,) = (json.loads(row["parameters"]) for row in csv.DictReader(file) if row["agent"] == "learned-54")
    agent = agents.make("learned-54", OpenWorlds())
    assert {name: value for name, value in agent.parameters.items() if name != "seed"} == stored


def test_arrays_of_another_type_are_refused_unread(saved: Any) -> None:
    from safetensors.numpy import save

    path, game, card, network = saved
    for kind in (np.float64, np.int32, np.float16):
        arrays = {name: array.astype(kind) for name, array in network.weights.items()}
        path.write_bytes(save(arrays, {learned.HEADER: json.dumps(asdict(card))}))
        with pytest.raises(ValueError, match=r"one\.safetensors: damaged: .* not F32"):
            agents.make(str(path), game)


def test_a_header_that_is_no_object_or_has_other_fields_is_refused(saved: Any) -> None:
    from safetensors.numpy import save

    path, game, card, network = saved
    good = asdict(card)
    for told, said in (
        ("[]", "damaged header: expected format, game"),
        ("[" * 100_000, "damaged header"),
        ("{", "damaged header"),
        ("1" * 5000, "damaged header"),
        (json.dumps({**good, "\x1b[2J": 1}), r"damaged header: expected format.*\\x1b\[2J"),
        (json.dumps({name: value for name, value in good.items() if name != "trained"}), "damaged header: expected"),
    ):
        path.write_bytes(save(dict(network.weights), {learned.HEADER: told}))
        with pytest.raises(ValueError, match=said) as refusal:
            agents.make(str(path), game)
        assert str(refusal.value).isprintable()


def test_nothing_in_a_file_is_run(tmp_path: Path) -> None:
    """A pickle under an agent's name is refused unread."""

    class Trap:
        def __reduce__(self) -> Any:
            return Path.touch, (tmp_path / "sprung",)

    path = tmp_path / "trap.safetensors"
    path.write_bytes(pickle.dumps(Trap()))
    with pytest.raises(ValueError, match="damaged, or no saved agent"):
        agents.make(str(path), Goofspiel())
    assert not (tmp_path / "sprung").exists()
