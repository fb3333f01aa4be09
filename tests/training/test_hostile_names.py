"""Names from files reach a terminal, a page and a table through every command that shows them: as text only."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from ow_env.core.batch import Batch
from ow_env.core.records import Recorder, sealed
from ow_env.goofspiel.game import Goofspiel
from training.cli import main
from training.games import make_game
from training.measure.store import AgentKey, SeatSwap, Store

NASTY = "\x1b[31m\x9b2J\u202e=evil\r"


def shown(capsys: pytest.CaptureFixture[str]) -> str:
    """Return what was printed; nothing in it steers a terminal."""
    told = capsys.readouterr()
    both = told.out + told.err
    for line in both.split("\n"):
        assert line.isprintable(), repr(line)
    return both


def test_a_ladder_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, game = tmp_path / "ladder.sqlite", make_game("goofspiel")
    with Store(path) as store:
        matchup = store.matchup(game.variants()[0])
        nasty = AgentKey.of(f"={NASTY}", f"@{NASTY}", 1, {"note": NASTY}, None)
        dollars = AgentKey.of(r"$\frac$", r"-1", 1, {}, None)
        ids = [store.agent(agent_key) for agent_key in (nasty, dollars, AgentKey.of("random", "random", 1, {}, None))]
        for one, other in ((0, 1), (0, 2), (1, 2)):
            ends = ["won", "lost", "won", "lost"]
            pairs = [SeatSwap(at, 0, 7, "[]", end, "tied", 4, 4, 4, 4, 4, 4, 0.1, 0.1) for at, end in enumerate(ends)]
            store.add(matchup, ids[one], ids[other], 1, pairs)
    assert main(["ladder", "--game", "goofspiel", "--show", "--store", str(path), "--out", str(tmp_path / "out")]) == 0
    assert r"=\x1b[31m\x9b2J\u202e=evil\r" in shown(capsys)
    assert all(line.isprintable() for line in (tmp_path / "out" / "ladder.txt").read_text("utf-8").split("\n"))
    for name in ("ratings", "pairs"):
        with open(tmp_path / "out" / f"{name}.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        for row in rows:
            for column, cell in row.items():
                assert cell.isprintable()
                if column in ("agent", "one", "other", "name", "parameters"):
                    assert not cell.startswith(("=", "+", "-", "@")), cell
    assert any(row["low"].startswith("-") or float(row["misfit"]) <= 0 for row in rows)  # numbers are not marked


def recorded(path: Path, **changes: object) -> Path:
    """Write a short record whose header says something else, its checks renewed."""
    batch = Batch(Goofspiel(num_cards=4), 1, seed=1)
    recorder = Recorder(batch, path)
    recorder.begin()
    while not (batch.terminated[0] or batch.truncated[0]):
        recorder.step(batch.action_mask.argmax(axis=2))
    recorder.close()
    before, lines = "", []
    for number, text in enumerate(path.read_text("utf-8").splitlines()):
        line = json.loads(text)
        del line["check"]
        told, before = sealed(line | (changes if number == 0 else {}), before)
        lines.append(told + "\n")
    path.write_text("".join(lines), "utf-8")
    return path


def test_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    agents = [{"name": NASTY, "version": 1, "parameters": {NASTY: NASTY}}] * 2
    path = recorded(tmp_path / "game.jsonl", agents=agents)
    assert main(["replay", str(path)]) == 0
    assert r"Player 1: \x1b[31m" in shown(capsys)
    for changes in ({"game": NASTY}, {"options": {NASTY: 1}}, {NASTY: 1}, {"engine": {NASTY: NASTY}}):
        assert main(["replay", str(recorded(path, **changes))]) == 2
        assert "line 1" in shown(capsys)


def test_deck_and_card_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    quoted = json.dumps(NASTY)
    named, listed = tmp_path / "named.toml", tmp_path / "listed.toml"
    named.write_text(f'name = {quoted}\ncards = ["City 12"]\n', "utf-8")
    listed.write_text(f'name = "mine"\ncards = ["City 12", {quoted}]\n', "utf-8")
    text = tmp_path / f"{NASTY}.txt".replace("/", "")
    text.write_text("City 12\n\x1b[2J\n", "utf-8")
    for typed, rc in (
        (["decks", "show", str(named)], 2),
        (["decks", "check", str(named)], 2),
        (["decks", "show", str(listed)], 0),
        (["decks", "check", str(listed)], 2),
        (["decks", "show", str(text)], 0),
        (["decks", "check", str(text)], 2),
        (["match", "random", "random", "--decks", str(listed), str(named)], 2),
        (["cards", "--only", NASTY], 2),
    ):
        assert main(typed) == rc, typed
        shown(capsys)
    cards = tmp_path / "cards.toml"
    for rows in (
        f"[orbital]\n{quoted} = {{ defense = 9 }}\n",
        f"[{quoted}]\nKite = {{ defense = 9 }}\n",
        f"[orbital]\nKite = {{ {quoted} = 9 }}\n",
        f"[orbital]\nKite = {{ effects = [{quoted}] }}\n",
    ):
        cards.write_text(rows, "utf-8")
        assert main(["cards", "check", str(cards)]) == 2, rows
        assert "cannot be used" in shown(capsys)
    cards.write_text(f"[utility]\nEspionage = {{ text = {quoted} }}\n", "utf-8")
    assert main(["cards", "check", str(cards)]) == 0
    assert main(["cards", "show", "Espionage", "--cards", str(cards)]) == 0
    assert "evil" in shown(capsys)
