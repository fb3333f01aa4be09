"""The rules on a GPU, where there is one; their code, where NVIDIA's compiler is. Elsewhere this is skipped."""

from __future__ import annotations

import numpy as np
import pytest

from ow_env.core.batch import Batch
from ow_env.registry import games, make

torch = pytest.importorskip("torch")
ARRAYS = "action_mask", "observation", "to_act", "reward", "terminated", "truncated", "game_number"
on_a_gpu = pytest.mark.skipif(not torch.cuda.is_available(), reason="torch finds no GPU")


def test_the_code_of_a_game_has_every_kernel_and_no_call() -> None:
    pytest.importorskip("numba_cuda")
    from ow_env.device.compile import compile_kernels
    from ow_env.device.kernels import CUT, NAMES

    game = make("goofspiel")
    texts = compile_kernels(game).split(CUT)
    assert len(texts) == len(NAMES)
    for text in texts:
        assert text.count(".entry") == 1
        assert "call.uni" not in text


def test_every_rule_of_a_game_has_a_device_function_of_its_own_signature() -> None:
    """Those too that the games' shared piles of cards bring: numba-cuda would guess their signatures."""
    pytest.importorskip("numba_cuda")
    from ow_env.compiled.jit import LIBRARIES
    from ow_env.device.compile import NOT_THERE, Twins, no_gpu_needed

    make("these_new_worlds").kernels  # noqa: B018
    libraries = LIBRARIES["these_new_worlds"].all_below()
    of_the_cpu = [member.dispatcher for library in libraries for member in library.members]
    rules = [rule for rule in of_the_cpu if rule.py_func.__globals__["__name__"] not in NOT_THERE]
    assert any(rule.py_func.__globals__["__name__"] == "ow_env.cards.sets" for rule in rules)
    with no_gpu_needed():
        assert {id(rule) for rule in rules} <= Twins(libraries).made.keys()


def test_rows_of_another_length_are_other_code() -> None:
    pytest.importorskip("numba_cuda")
    from ow_env.compiled.jit import LIBRARIES
    from ow_env.device.compile import label_of
    from ow_env.device.kernels import whole_words

    two, three = make("tradeworlds", num_players=2), make("tradeworlds", num_players=3)
    assert two.num_features != three.num_features
    labels = {label_of(LIBRARIES["tradeworlds"], whole_words(game)) for game in (two, three)}
    assert len(labels) == 2
    assert None not in labels


@on_a_gpu
@pytest.mark.parametrize("name", [name for name in games() if not name.startswith("bazaar")])
def test_a_game_on_a_gpu_is_that_on_a_cpu(name: str) -> None:
    from ow_env.device.batch import DeviceBatch

    cpu = Batch(make(name), 4096, 5, autoreset=True, observe="acting")
    gpu = DeviceBatch(make(name), 4096, 5)
    decisions = 0
    for steps in (1, 20, 79):
        decisions += cpu.rollout(steps)
        gpu.rollout(steps)
        for array in ARRAYS:
            np.testing.assert_array_equal(getattr(cpu, array), getattr(gpu, array).cpu().numpy(), array)
        assert cpu.states.tobytes() == gpu.states.tobytes()
    assert gpu.decisions() == decisions


@on_a_gpu
def test_a_refused_action_changes_nothing_and_is_named() -> None:
    from ow_env.device.batch import DeviceBatch

    gpu = DeviceBatch(make("goofspiel"), 4096)
    before = gpu.states.tobytes()
    gpu.step(torch.full((4096, 2), 9999, dtype=torch.int32))
    with pytest.raises(ValueError, match="actions: row 0: player 0: action 9999 is not allowed"):
        gpu.check()
    assert gpu.states.tobytes() == before
