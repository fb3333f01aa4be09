"""A record of a game of each kind, written and read, leads to the very same position."""

from __future__ import annotations

import io

import pytest

from ow_env.core import Batch
from ow_env.core.records import Recorder, read_records, rebuild, replay
from ow_env.testing.contract import Contract, each_game
from ow_env.testing.courses import Chooser

pytestmark = pytest.mark.bounds


@each_game()
def test_a_record_is_played_again(contract: Contract) -> None:
    """Games of several configurations, as far as options alone make them."""
    usual = [game for game in contract.games if not game.options.get("cards")]
    for seed, game in enumerate(usual[:: 1 + len(usual) // 4][:4]):
        text, batch = io.StringIO(), Batch(game, 1, seed=seed)
        recorder, chooser = Recorder(batch, text), Chooser(game, {}, seed, 1)
        recorder.begin()
        while not (batch.terminated[0] or batch.truncated[0]):
            recorder.step(chooser(batch))
        (record,) = read_records(io.BytesIO(text.getvalue().encode()))
        moments = list(replay(record, rebuild(record, [type(game)])))
        assert moments[-1].state.tobytes() == batch.states.tobytes()
