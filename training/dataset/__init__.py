"""Games written down for learning from them: what each seat saw, might do and did, in Parquet or as Minari has it.

Below: ow_env, agents, training/measure. Above: commands/dataset.py (``ow dataset``), whoever learns from games that
others played. docs/dataset.md has the format.

    plan.py       which games, by whom, cut into blocks
    playing.py    a block: played by agents, kept as flat arrays
    tables.py     these as Parquet, and back
    writing.py    all blocks, in a folder that an interrupted run goes on with
    reading.py    a folder read back in batches, for training loops; decisions.py: a batch
    shape.py, checking.py   what is refused, and in which words
    to_minari.py  the same as a Minari dataset

pyarrow and minari (``pip install 'open-worlds-env[data]'``) are imported when they are first needed.
"""

from __future__ import annotations

from training.dataset.checking import Checked, check
from training.dataset.decisions import Decisions
from training.dataset.plan import Plan, plan_of
from training.dataset.reading import Dataset, Episode, read
from training.dataset.to_minari import to_minari
from training.dataset.writing import Progress, write

__all__ = [
    "Checked", "Dataset", "Decisions", "Episode", "Plan", "Progress", "check", "plan_of", "read", "to_minari", "write",
]  # fmt: skip
