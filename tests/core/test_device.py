"""The rules on a GPU, where there is one; their code, where NVIDIA's compiler is. Elsewhere this is skipped."""

from __future__ import annotations

import contextlib
import importlib.util
from types import SimpleNamespace

import numpy as np
import pytest

from ow_env.core.batch import Batch
from ow_env.registry import class_of, games, make

torch = pytest.importorskip("torch")
ARRAYS = "action_mask", "observation", "to_act", "reward", "terminated", "truncated", "game_number"
GAMES = [
    (name, players)
    for name in games()
    if not name.startswith("bazaar")
    for players in range(2, class_of(name).facts.players[1] + 1)
]
HAS_CODE = importlib.util.find_spec("numba_cuda") is not None
on_a_gpu = pytest.mark.skipif(not (torch.cuda.is_available() and HAS_CODE), reason="no GPU, or no extra `gpu`")


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
    labels.add(label_of(LIBRARIES["tradeworlds"], whole_words(two), (7, 5)))  # so are those of another GPU
    assert len(labels) == 3
    assert None not in labels


def test_a_gpu_gets_code_of_its_own_capability() -> None:
    pytest.importorskip("numba_cuda")
    from ow_env.device.compile import compile_kernels
    from ow_env.device.kernels import CUT

    texts = compile_kernels(make("goofspiel"), (7, 5)).split(CUT)
    assert all(".target sm_75" in text for text in texts)


def test_a_gpu_that_is_too_old_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba_cuda")
    from ow_env.device.batch import program_of

    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda device: (6, 1))
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda device: "Pascal")
    with pytest.raises(ValueError, match=r"device: Pascal has compute capability 6\.1; .* need 7\.5 or later"):
        program_of(make("goofspiel"), torch.device("cuda", 0))


def test_a_driver_that_does_not_load_the_code_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba_cuda")
    from ow_env.device import launch

    driver = SimpleNamespace(
        CUresult=SimpleNamespace(CUDA_SUCCESS=0), cuGetErrorString=lambda error: (0, b"unsupported PTX version"),
        cuModuleLoadData=lambda code: (222,), cuDriverGetVersion=lambda: (0, 12040),
    )  # fmt: skip
    monkeypatch.setattr(launch, "driver", lambda: driver)
    monkeypatch.setattr(torch.cuda, "device", contextlib.nullcontext)
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda device: "H100")
    told = r"device: the driver of H100 knows CUDA 12\.4, and can't load .*unsupported PTX version.*; update the driver"
    with pytest.raises(ValueError, match=told):
        launch.Program({"play": (b"", "play")}, torch.device("cpu"))


@on_a_gpu
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_game_on_a_gpu_is_that_on_a_cpu(name: str, players: int) -> None:
    from ow_env.device.batch import DeviceBatch

    game = make(name) if class_of(name).facts.players[1] == 2 else make(name, num_players=players)
    cpu = Batch(game, 4096, 5, autoreset=True, observe="acting", reward="shaped")
    gpu = DeviceBatch(game, 4096, 5, reward="shaped")
    decisions = 0
    for steps in (1, 20, 79):
        decisions += cpu.rollout(steps)
        gpu.rollout(steps)
        for array in ARRAYS:
            np.testing.assert_array_equal(getattr(cpu, array), getattr(gpu, array).cpu().numpy(), array)
        assert cpu.states.tobytes() == gpu.states.tobytes()
    assert gpu.decisions() == decisions

    other, rng = DeviceBatch(game, 4096, 9), np.random.default_rng(1)
    rows, seats, keys = rng.permutation(4096), rng.integers(players, size=4096), rng.integers(1, 2**62, 4096)
    other.determinize(gpu, *(torch.from_numpy(each).cuda() for each in (rows, seats, keys)))
    assert other.states.tobytes() == cpu.determinizations(rows, seats, keys.astype(np.uint64)).tobytes()


@on_a_gpu
def test_a_refused_action_changes_nothing_and_is_named() -> None:
    from ow_env.device.batch import DeviceBatch

    gpu = DeviceBatch(make("goofspiel"), 4096)
    before = gpu.states.tobytes()
    gpu.step(torch.full((4096, 2), 9999, dtype=torch.int32))
    with pytest.raises(ValueError, match="actions: row 0: player 0: action 9999 is not allowed"):
        gpu.check()
    assert gpu.states.tobytes() == before
