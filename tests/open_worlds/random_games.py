"""Random games of Open Worlds at tables of every kind, for tests that look at whole games. Below: contract.py."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ow_env.core import Batch
from ow_env.open_worlds.game import OpenWorlds
from ow_env.testing.courses import Chooser
from tests.open_worlds.contract import CONFIGURATIONS, make

TABLES: dict[str, dict[str, Any]] = {
    ", ".join(f"{name} {value}" for name, value in options.items()) or "as usual": options
    for options in CONFIGURATIONS
    if "cards" not in options
}


def table(name: str, ask: str | None = None) -> OpenWorlds:
    """Return one of the games of TABLES, or the same under another setting of `ask`."""
    return make(**TABLES[name] | ({"ask": ask} if ask else {}))


def positions(game: OpenWorlds, games: int, seed: int) -> Iterator[Batch]:
    """Yield a batch at every decision of so many random games, until all are over."""
    batch, chooser = Batch(game, games, seed), Chooser(game, {}, seed, games)
    while not (batch.terminated | batch.truncated).all():
        yield batch
        batch.step(chooser(batch))
    yield batch
