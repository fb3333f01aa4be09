"""What NVIDIA's compiler makes of the rules, translated to C and run on a CPU: it plays the games of `Batch`.

Needs the extra `gpu` and gcc, no GPU; elsewhere this is skipped.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ow_env.core.batch import Batch
from ow_env.core.game import Game
from ow_env.registry import class_of, games, make

torch = pytest.importorskip("torch")
pytest.importorskip("numba_cuda")

from ow_env.device.batch import DeviceBatch  # noqa: E402
from ow_env.device.compile import code_for  # noqa: E402
from ow_env.device.kernels import CUT, NAMES  # noqa: E402
from tests.ptx import OnCPU, UnknownInstruction, in_c  # noqa: E402

pytestmark = [pytest.mark.slow, pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")]
ARRAYS = "action_mask", "observation", "to_act", "reward", "terminated", "truncated", "game_number"
DECISIONS = 20_000
N = 32
GAMES = [
    (name, players)
    for name in games()
    if not name.startswith("bazaar")
    for players in range(2, class_of(name).facts.players[1] + 1)
]


MADE: dict[str, OnCPU] = {}  # by their code, which is often the same for two, three and four players


def translated(game: Game, folder: Path) -> OnCPU:
    """Return a game's kernels for the CPU."""
    code = code_for(game)
    if code not in MADE:
        MADE[code] = OnCPU(dict(zip(NAMES, code.split(CUT), strict=True)), folder)
    return MADE[code]


def game_for(name: str, players: int) -> Game:
    """Return a game for so many."""
    return make(name) if class_of(name).facts.players[1] == 2 else make(name, num_players=players)


def assert_same(cpu: Batch, gpu: DeviceBatch) -> None:
    """Hold all that a player sees, and the positions, to be the same byte by byte."""
    for array in ARRAYS:
        np.testing.assert_array_equal(getattr(cpu, array), getattr(gpu, array).numpy(), array)
    assert cpu.states.tobytes() == gpu.states.tobytes()


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_compilers_code_plays_the_games_of_a_batch(name: str, players: int, tmp_path: Path) -> None:
    game = game_for(name, players)
    program = translated(game, tmp_path)
    given: dict[str, Any] = {"autoreset": True, "observe": "acting", "reward": "shaped"}
    cpu, gpu = Batch(game, N, 5, **given), DeviceBatch(game, N, 5, device="cpu", program=program, **given)
    assert_same(cpu, gpu)
    decisions = 0
    for _ in range(20):  # actions drawn by a kernel, 32 threads a game
        decisions += cpu.rollout(1)
        gpu.rollout(1)
        assert_same(cpu, gpu)
    assert gpu.decisions() == decisions
    rng = np.random.default_rng(1)
    while decisions < DECISIONS or cpu.game_number.max() < N:  # games have ended, and others begun
        assert decisions < 20 * DECISIONS
        decisions += int(cpu.to_act.sum())
        actions = (rng.random(cpu.action_mask.shape) * cpu.action_mask).argmax(2)
        cpu.step(actions)
        gpu.step(torch.from_numpy(actions))
        assert_same(cpu, gpu)
    gpu.check()
    observation, mask = gpu.seat_rows()
    assert torch.equal(observation[:, : game.num_features], gpu.observation.flatten(0, 1))
    assert torch.equal(mask[:, : game.num_actions], gpu.action_mask.flatten(0, 1))

    other = DeviceBatch(game, N, 9, device="cpu", program=program)
    rows, seats = rng.permutation(N), rng.integers(players, size=N)
    keys = rng.integers(1, 2**62, N)
    other.determinize(gpu, *map(torch.from_numpy, (rows, seats, keys)))
    expected = cpu.determinizations(rows, seats, keys.astype(np.uint64))
    assert other.states.tobytes() == expected.tobytes()
    assert gpu.states.tobytes() == cpu.states.tobytes()


@pytest.mark.parametrize("wrong", [9999, -3])
def test_a_refused_action_is_named_and_nothing_is_played(wrong: int, tmp_path: Path) -> None:
    game = make("goofspiel")
    gpu = DeviceBatch(game, N, device="cpu", program=translated(game, tmp_path))
    before, numbers = gpu.states.tobytes(), gpu._rng.clone()
    actions = gpu.action_mask.int().argmax(2).int()
    actions[7, 1] = wrong
    gpu.step(actions)
    gpu.step(gpu.action_mask.int().argmax(2).int())  # nor does what comes before the check
    gpu.rollout(2)
    with pytest.raises(ValueError, match=rf"row 7: player 1: action {wrong} is not allowed \(1 refused in all\)"):
        gpu.check()
    assert gpu.states.tobytes() == before
    assert torch.equal(gpu._rng, numbers)
    assert gpu.decisions() == 0
    gpu.step(gpu.action_mask.int().argmax(2).int())
    gpu.check()
    assert gpu.states.tobytes() != before


def test_positions_of_another_game_are_refused(tmp_path: Path) -> None:
    two, three = make("goofspiel"), make("goofspiel", num_players=3)
    program = translated(two, tmp_path)
    one, other = (DeviceBatch(each, N, device="cpu", program=program) for each in (two, three))
    nothing = torch.zeros(N, dtype=torch.int64)
    with pytest.raises(ValueError, match="other: expected a batch of the same game: "):
        one.determinize(other, nothing, nothing, nothing)


def test_an_unknown_instruction_is_refused() -> None:
    with pytest.raises(UnknownInstruction, match="tanh"):
        in_c(".visible .entry one(\n)\n{\n\t.reg .f32 %f<3>;\n\ttanh.approx.f32 \t%f1, %f2;\n}\n")
