"""`ow replay`, and the runners that write what it reads."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from ow_env.core import Batch
from ow_env.core.records import Recorder
from ow_env.goofspiel.game import Goofspiel
from ow_env.open_worlds.game import OpenWorlds
from training.cli import main

DOCS = Path(__file__).parents[2] / "docs" / "records.md"


@pytest.fixture
def match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    typed = f"match scripted random --game goofspiel --games 4 --record {tmp_path / 'games'}"
    assert main(typed.split()) == 0
    capsys.readouterr()
    return sorted(map(str, (tmp_path / "games").iterdir()))


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Three decisions of an Open Worlds game whose writer then died."""
    text, batch = io.StringIO(), Batch(OpenWorlds(first_player=0), 1, 4)
    recorder = Recorder(batch, text)
    recorder.begin()
    for _ in range(3):
        recorder.step(batch.action_mask.argmax(axis=2))
    (tmp_path / "game.jsonl").write_text(text.getvalue(), encoding="utf-8")
    return tmp_path / "game.jsonl"


def test_every_game_of_a_match_is_written_and_true(match: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    names = [Path(path).name for path in match]
    seats = ("random-scripted", "scripted-random")
    assert names == [f"goofspiel-seed1-game{number}-{who}.jsonl" for number in (0, 1) for who in seats]
    assert main(["replay", "--check", *match]) == 0
    assert capsys.readouterr().out == "4 games, 48 decisions: verified.\n"


def test_a_game_is_printed_step_by_step(match: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", match[0]]) == 0
    out = capsys.readouterr().out
    assert out.startswith("goofspiel, seed 1, game 0, from the start; Player 1: random; Player 2: scripted\n")
    assert out.count("prize is ") >= 12
    assert len(re.findall("Player 1 bids", out)) == len(re.findall("Player 2 bids", out)) == 13  # the last by itself
    assert re.search(r"terminated after 12 decisions: Player [12] won.\n\n1 game, 12 decisions: verified", out)


def test_a_view_names_no_others_actions(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = {}
    for view in ("full", "public", "player_0", "player_1"):
        assert main(["replay", "--partial", "--view", view, str(game)]) == 0
        shown[view] = re.findall(r"^    (Player \d) (?:puts|keeps|stages)", capsys.readouterr().out, re.M)
    assert set(shown["full"]) == {"Player 1", "Player 2"}
    assert shown["public"] == []
    assert set(shown["player_0"]) == {"Player 1"}
    assert set(shown["player_1"]) == {"Player 2"}
    tables = []
    for options in ([], ["--every"]):
        main(["replay", "--partial", *options, str(game)])
        tables.append(capsys.readouterr().out.count("Priority: "))
    assert tables == [tables[0], 4]


REFUSED = [  # what is done to the file, what is typed, what is said
    (lambda text: text, "", "line 5: the record breaks off: expected decision 4 or the result, found the end"),
    (lambda text: text.replace("pass", "pats", 1), "", "line 2: check of this line"),
    (lambda text: text[:-9], "", "line 4: it breaks off"),
    (lambda text: text.replace('"record": 1', '"record": 9'), "", "line 1: format of records: expected 1, found 9"),
    (lambda text: text, "--partial --view player_7", "got 'player_7'"),
    (lambda text: text, "--partial --cards none.toml", "line 1: options: cards: the game and you"),
    (lambda text: "", "", "line 1: expected the beginning of a game, found nothing"),
]


@pytest.mark.parametrize(("damage", "options", "said"), REFUSED)
def test_what_is_not_true_is_refused_with_its_line(
    damage: object, options: str, said: str, game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = game.read_text(encoding="utf-8")
    assert "pass" in text
    game.write_text(damage(text), encoding="utf-8")  # type: ignore[operator]
    assert main(["replay", *options.split(), str(game)]) == 2
    err = capsys.readouterr().err
    assert err.startswith("ow: ")
    assert said in err
    assert "Traceback" not in err


def test_a_watched_game_can_be_recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "game.jsonl")
    assert main(["watch", "--game", "goofspiel", "random", "--record", path]) == 0
    assert main(["replay", "--check", path]) == 0
    assert capsys.readouterr().out.endswith("1 game, 12 decisions: verified.\n")


def test_the_page_on_records_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.jsonl").touch()
    batch = Batch(OpenWorlds(max_turns=1), 1, 4)
    recorder = Recorder(batch, "game.jsonl")
    recorder.begin()
    while not batch.truncated[0]:
        recorder.step(batch.action_mask.argmax(axis=2))
    recorder.close()
    page = DOCS.read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.S)
    assert len(blocks) == 3
    for block in blocks:
        exec(block, {})
    assert sorted(path.name for path in Path("games").iterdir()) == [f"goofspiel-seed7-game{i}.jsonl" for i in (0, 1)]
    shown = dict(re.findall(r'"(hash|moment)": "([^"]+)"', page))
    batch = Batch(Goofspiel(num_cards=4), 1, 7)
    assert batch.game.digest(batch.states) in page
    assert batch.game.moment(batch.states) == shown["moment"]
    batch.step([[1, 2]])
    assert batch.game.digest(batch.states) == shown["hash"]
