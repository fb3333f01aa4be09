"""Games as pages to step through: `ow watch --html`, `ow watch --browser`, `ow replay --html`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ow_env.core.batch import Batch
from ow_env.core.records import Recorder
from ow_env.goofspiel.game import Goofspiel
from training.cli import main
from training.replay.stepping import decode

WATCH = "watch --game goofspiel --option num_cards=4"


def data_in(path: Path) -> dict[str, Any]:
    page = path.read_text("utf-8")
    assert page.endswith("</html>\n")
    data: dict[str, Any] = json.loads(re.findall(r'id="game">(.*?)</script>', page)[0])
    return data


@pytest.fixture
def record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "game.jsonl"
    assert main([*WATCH.split(), "scripted", "random", "--record", str(path)]) == 0
    capsys.readouterr()
    return path


def run(typed: str, capsys: pytest.CaptureFixture[str], code: int = 0) -> str:
    """Run a command and return what it said."""
    assert main(typed.split()) == code
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return err if code else out


def test_a_replay_becomes_one_page(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "new" / "game.html"
    assert run(f"replay --html {out} {record}", capsys) == f"3 decisions, verified: {out}\n"
    data = data_in(out)
    assert [player["name"] for player in data["players"]] == ["scripted", "random"]
    assert len(data["steps"]) == 4
    assert "won" in data["ending"] or "nobody" in data["ending"]
    assert [each.name for each in out.parent.iterdir()] == ["game.html"]  # nothing half-written is left


def test_a_page_is_not_replaced_unasked(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "game.html"
    out.write_text("mine")
    assert "game.html exists; --force overwrites it" in run(f"replay --html {out} {record}", capsys, 2)
    assert "exists; --force" in run(f"{WATCH} --html {out}", capsys, 2)
    assert out.read_text() == "mine"
    run(f"replay --force --html {out} {record}", capsys)
    assert len(data_in(out)["steps"]) == 4
    assert "is a folder" in run(f"replay --force --html {tmp_path} {record}", capsys, 2)


def test_a_damaged_record_gives_no_page(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "game.html"
    text = record.read_text("utf-8")
    record.write_text(text.replace("bid 4", "bid 3", 1), "utf-8")
    assert f"{record}, line " in run(f"replay --html {out} {record}", capsys, 2)
    record.write_text("".join(text.splitlines(keepends=True)[:-1]), "utf-8")
    assert "the record breaks off" in run(f"replay --html {out} {record}", capsys, 2)
    assert not out.exists()
    run(f"replay --partial --html {out} {record}", capsys)
    assert data_in(out)["ending"] == "The record ends, incomplete, after 3 decisions."


def test_of_several_games_one_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    batch = Batch(Goofspiel(), 1, 5)
    recorder = Recorder(batch, tmp_path / "games.jsonl")
    prizes = []
    for _ in range(3):
        recorder.begin()
        prizes.append(batch.game.moment(batch.states))
        while not batch.terminated[0]:
            recorder.step(batch.action_mask.argmax(axis=2))
        batch.reset()
    recorder.close()
    out = tmp_path / "out.html"
    typed = f"replay --html {out} {tmp_path / 'games.jsonl'}"
    assert "takes one game, got 3; choose one with --number" in run(typed, capsys, 2)
    assert "--number: expected 1 to 3, got 4" in run(f"{typed} --number 4", capsys, 2)
    pages = []
    for number in (1, 3):
        run(f"{typed} --force --number {number}", capsys)
        pages.append(decode(data_in(out), 0, "full")["when"])
    assert pages == prizes[::2]
    assert pages[0] != pages[1]
    assert "only with --html" in run(f"replay --number 1 {tmp_path / 'games.jsonl'}", capsys, 2)


def test_advice_is_on_the_page(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "game.html"
    run(f"replay --html {out} --advice matcher --advice random {record}", capsys)
    opinions = decode(data_in(out), 0, "full")["opinions"]
    assert [(each["seat"], each["agent"]) for each in opinions] == [
        (0, "matcher"), (0, "random"), (1, "matcher"), (1, "random")
    ]  # fmt: skip
    assert "no agent is called 'nobody'" in run(f"replay --force --html {out} --advice nobody {record}", capsys, 2)
    assert "add --html OUT" in run(f"replay --advice random {record}", capsys, 2)
    assert "add --html OUT" in run(f"{WATCH} --advice random", capsys, 2)
    assert "only with --html" in run(f"replay --force {record}", capsys, 2)


@pytest.mark.parametrize("option", ["--view public", "--every", "--check"])
def test_what_is_about_text_is_refused_with_a_page(
    option: str, record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = f"replay --html {tmp_path / 'game.html'} {option} {record}"
    assert f"{option.split()[0]}: only for text output" in run(typed, capsys, 2)
    if option != "--check":
        assert "only for text output" in run(f"{WATCH} {option} --browser", capsys, 2)
    assert not (tmp_path / "game.html").exists()


def test_a_watched_game_is_written_and_recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, record = tmp_path / "game.html", tmp_path / "game.jsonl"
    assert run(f"{WATCH} scripted random --html {out} --record {record}", capsys) == f"3 decisions: {out}\n"
    again = tmp_path / "again.html"
    run(f"replay --html {again} {record}", capsys)
    assert data_in(again)["steps"] == data_in(out)["steps"]


@pytest.mark.parametrize("found", [True, False])
def test_a_watched_game_is_opened_in_the_browser(
    found: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda address: opened.append(address) or found)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    said = run(f"{WATCH} random --browser", capsys)
    path = Path(opened[0].removeprefix("file://"))
    assert len(data_in(path)["steps"]) == 4
    assert path.parent.stat().st_mode & 0o077 == 0  # nobody else's to change
    assert str(path) in said
    assert ("No browser was found" in said) is not found
