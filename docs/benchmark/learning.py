"""A short run of self-play training, as `ow train --from-scratch` does it: playing and learning, end to end.

Run by run.py as ``python -m docs.benchmark.learning GAME ROUNDS``, in a process of its own; prints one line of JSON.
The first round is not measured: memory is touched, and networks of opponents are loaded.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from training.selfplay import checkpoint, settings, train


def learned(game: str, rounds: int) -> dict[str, float]:
    """Return what these rounds took.

    Returns:
        "decisions" of the learner, "wall" and "processor" seconds, "decisions/s" of wall-clock time, and the "share of
        learning" in the whole run.
    """
    usual = settings.read(None, game=game, teacher="")
    chosen = replace(usual, minutes=0.0, decisions=(1 + rounds) * usual.rollout, games=0, device="cpu")
    marks: list[tuple[float, float]] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        train.train(folder, chosen, say=lambda line: marks.append((time.perf_counter(), time.process_time())))
        last = checkpoint.newest(folder)
        assert last is not None
        shares = json.loads((last / "state.json").read_text(encoding="utf-8"))["times"]
    wall, processor = (end - begin for begin, end in zip(marks[0], marks[-1], strict=True))
    decisions = rounds * chosen.rollout
    return {
        "decisions": decisions,
        "wall": wall,
        "processor": processor,
        "decisions/s": decisions / wall,
        "share of learning": shares["learning"],
    }


if __name__ == "__main__":
    print(json.dumps(learned(sys.argv[1], int(sys.argv[2]))))
