"""Learning on a GPU, where torch finds one: the same steps as on a CPU, to rounding. Elsewhere this is skipped.

test_selfplay.py holds plain torch, by which a GPU learns, against the compiled update on a CPU.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from agents import learned
from ow_env.goofspiel.game import Goofspiel
from tests.training.test_selfplay import TINY, a_round, assert_alike
from training.selfplay import settings, train

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="torch finds no GPU")


@pytest.mark.parametrize("teacher_weight", [0.0, 0.7])
@pytest.mark.parametrize("magnet", [0.0, 0.3])
@pytest.mark.parametrize(("kind", "game"), [("worlds", "open_worlds"), ("flat", "goofspiel")])
def test_a_round_on_a_gpu_is_that_on_a_cpu(
    tmp_path: Path, kind: str, game: str, magnet: float, teacher_weight: float
) -> None:
    wanted = {**TINY, "game": game, "network": kind, "decks": None, "magnet": magnet}
    on_cpu = a_round(tmp_path, wanted, "compiled", teacher_weight)
    parameters, logged = a_round(tmp_path, {**wanted, "device": "cuda"}, "torch", teacher_weight)
    assert {parameter.device.type for parameter in parameters.values()} == {"cuda"}
    assert_alike(on_cpu, ({name: parameter.cpu() for name, parameter in parameters.items()}, logged))


def test_a_run_on_a_gpu_goes_on_after_an_interruption(tmp_path: Path) -> None:
    """And what it ends with plays without torch, as any agent."""
    chosen = settings.read(None, **TINY | {"device": "cuda", "magnet": 0.1})
    rounds: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        train.train(tmp_path, chosen, say=rounds.append, stop=lambda: len(rounds) == 3)
    path = train.train(tmp_path, settings.read(tmp_path / "settings.toml", of_a_run=True), resume=True)
    history: list[dict[str, Any]] = train.history(tmp_path)
    assert [row["round"] for row in history] == [1, 2, 3, 4, 5, 6]
    assert np.isfinite([row["value_loss"] for row in history]).all()
    assert learned.load(path, Goofspiel()).network.weights["value.bias"].dtype == np.float32


def test_a_gpu_is_taken_where_there_is_one(tmp_path: Path) -> None:
    assert train.set_up(tmp_path, settings.read(None, **TINY | {"device": "auto"})).model.device.type == "cuda"
