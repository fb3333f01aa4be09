"""The code on docs/sparse.md runs, in its order, and plays."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "sparse.md"
BLOCKS = dict(re.findall(r"## ([^\n]+)\n(?:(?!\n## ).)*?```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S))
NEEDS = {"PyTorch: `EmbeddingBag` as a first layer": "torch", "JAX: padded rows": "jax"}


@pytest.fixture(scope="module")
def names() -> dict[str, Any]:
    """What the first block leaves to those after it."""
    left: dict[str, Any] = {}
    exec(compile(BLOCKS["NumPy: random play"], f"{PAGE}: NumPy", "exec"), left)
    return left


def test_every_block_is_known() -> None:
    assert list(BLOCKS) == ["NumPy: random play", "NumPy: a linear policy", *NEEDS]
    assert len(BLOCKS) == PAGE.read_text(encoding="utf-8").count("```python")


@pytest.mark.parametrize("title", ["NumPy: a linear policy", *NEEDS])
def test_a_policy_steps_the_games(names: dict[str, Any], title: str) -> None:
    if title in NEEDS:
        pytest.importorskip(NEEDS[title])
    block = dict(names)
    if title != "NumPy: a linear policy":
        block["actions"] = names["batch"].to_act.astype("int32")
    before = names["batch"].states.tobytes()
    exec(compile(BLOCKS[title], f"{PAGE}: {title}", "exec"), block)
    played = block.get("small", names["batch"])
    assert played.legal_count.min() >= 1
    assert played is not names["batch"] or before != played.states.tobytes()
    assert (played.states["turn"] > 0).any() or played is not names["batch"]
