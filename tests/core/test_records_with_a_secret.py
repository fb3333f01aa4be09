"""Records of games that a secret keys: nothing before the end, everything afterwards, and only the truth."""

from __future__ import annotations

import io
import json
from typing import Any

import numpy as np
import pytest

from ow_env import goofspiel_v0
from ow_env.core.batch import Batch
from ow_env.core.records import DamagedRecord, Recorder, replay
from ow_env.core.secrecy import Secret, commitment, game_key
from ow_env.goofspiel.game import Goofspiel
from tests.core.test_records import read, resealed

SECRET = b"a secret of this many bytes"
GAME = Goofspiel(num_cards=4)


def play(env: Any, seed: int | None = None, most: int = 99) -> None:
    _, infos = env.reset(seed=seed)
    while env.agents and most:
        *_, infos = env.step({agent: int(info["action_mask"].argmax()) for agent, info in infos.items()})
        most -= 1


def replayed(text: str) -> list[int]:
    return [len(list(replay(record, GAME))) for record in read(text)]


def written(games: int = 1, most: int = 99, **options: Any) -> str:
    """Two lines and more: the record of games of seed 7."""
    text = io.StringIO()
    env = goofspiel_v0.parallel_env(num_cards=4, record=text, secret=SECRET, **options)
    for number in range(games):
        play(env, None if number else 7, most)
    return text.getvalue()


def test_the_key_of_a_game_is_told_at_its_end_and_replays_it() -> None:
    text = written(games=3)
    records = read(text)
    assert len(records) == 3
    for number, record in enumerate(records):
        key = game_key(Secret(SECRET), 7, number)
        assert record.header["record"] == 2
        assert (record.header["seed"], record.header["game_number"]) == (7, number)
        assert record.header["secret_hash"] == commitment(key)
        assert record.result is not None
        assert record.result["secret"] == key.hex()
        assert len(list(replay(record, GAME))) == 4
        before = "".join(text.partition(key.hex())[0])
        assert key.hex() not in before, "not a line before"
    assert SECRET.hex() not in text
    assert SECRET.decode() not in text


def test_without_a_secret_a_record_is_as_it_was() -> None:
    one, other = io.StringIO(), io.StringIO()
    play(goofspiel_v0.parallel_env(num_cards=4, record=one), 7)
    play(goofspiel_v0.parallel_env(num_cards=4, record=other, secret=None), 7)
    assert one.getvalue() == other.getvalue()
    assert json.loads(one.getvalue().partition("\n")[0])["record"] == 1
    assert "secret" not in one.getvalue()


def test_the_seed_alone_deals_another_game() -> None:
    with_it, without = read(written())[0], io.StringIO()
    play(goofspiel_v0.parallel_env(num_cards=4, record=without), 7)
    assert with_it.header["hash"] != read(without.getvalue())[0].header["hash"]


def test_a_game_that_breaks_off_says_that_the_secret_is_not_told_yet() -> None:
    text = written(most=2)
    assert game_key(Secret(SECRET), 7, 0).hex() not in text
    (record,) = read(text, partial=True)
    with pytest.raises(DamagedRecord, match=r"line 4: a secret keys .* not disclosed yet: the game is not over"):
        list(replay(record, GAME))


@pytest.mark.parametrize(
    ("line", "changes", "words"),
    [
        (5, {"secret": "0" * 32}, "line 5: secret: its hash: expected"),
        (5, {"secret": None}, "not disclosed yet: its generator went on in another record"),
        (5, {"secret": "xyz"}, "line 5: secret: expected"),
        (5, {"secret": 5}, "line 5: secret: expected"),
        (1, {"secret_hash": None}, "format of records: expected 1, found 2"),
        (1, {"secret_hash": None, "record": 1}, "line 5: secret: the header says nothing of one"),
        (1, {"record": 1}, "format of records: expected 2, found 1"),
        (1, {"secret_hash": "00"}, "line 1: secret_hash: expected"),
        (1, {"seed": 8}, "line 1: the record has position .* at the beginning, the rules lead to"),
        (1, {"game_number": 2}, "line 1: the record has position .* at the beginning, the rules lead to"),
    ],
)
def test_what_is_forged_is_refused(line: int, changes: dict[str, Any], words: str) -> None:
    """A None takes the field away."""
    text = changed(written(), line, changes)
    with pytest.raises(DamagedRecord, match=words):
        replayed(text)


def changed(text: str, line: int, changes: dict[str, Any]) -> str:
    """Change and take away fields of one line, and renew the checks."""
    lines = [json.loads(part) for part in text.splitlines()]
    taken = {name for name, value in changes.items() if value is None}
    lines[line - 1] = {name: value for name, value in (lines[line - 1] | changes).items() if name not in taken}
    return resealed("".join(json.dumps(part) + "\n" for part in lines), line)


def test_a_position_laid_out_in_a_running_game_tells_its_key_at_the_end_of_the_last_record() -> None:
    text = io.StringIO()
    env = goofspiel_v0.parallel_env(num_cards=4, record=text, secret=SECRET)
    play(env, 7, most=1)
    env.set_position(env.position())
    key = game_key(Secret(SECRET), 7, 0).hex()
    assert '"abandoned"' in text.getvalue()
    assert key not in text.getvalue(), "the game goes on, and would be foretold"
    actions = {agent: int(env._mask[seat].argmax()) for seat, agent in enumerate(env.agents)}
    while env.agents:
        *_, infos = env.step(actions)
        actions = {agent: int(info["action_mask"].argmax()) for agent, info in infos.items()}
    first, last = read(text.getvalue())
    assert last.result is not None
    assert last.result["secret"] == key
    assert len(list(replay(last, GAME))) == 3
    with pytest.raises(DamagedRecord, match=r"line 3: .* its generator went on in another record"):
        list(replay(first, GAME))


def test_every_row_of_a_batch_tells_its_own_key(tmp_path: Any) -> None:
    batch = Batch(GAME, 3, seed=7, secret=SECRET)
    recorder = Recorder(batch, tmp_path)
    recorder.begin()
    while not batch.terminated.all():
        recorder.step(batch.action_mask.argmax(axis=2))
    found = [record for path in sorted(tmp_path.iterdir()) for record in read(path.read_text())]
    keys = [game_key(Secret(SECRET), 7, number).hex() for number in range(3)]
    assert [record.result["secret"] for record in found if record.result] == keys
    for record in found:
        assert len(list(replay(record, GAME))) == 4
    assert np.array_equal(batch.seeds, [7, 7, 7])
