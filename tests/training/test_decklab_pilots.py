"""One duel in the hands of several pilots: what is sure of their differences, and the command."""

from __future__ import annotations

import numpy as np
import pytest

from training.cli import main
from training.decklab import duels
from training.decklab.duels import Duel, Setting, by_pilots, disagreements, duel
from training.decklab.field import Field
from training.decklab.showing import pilots_text

FIELD = Field()
BAKER, ARES = "Baker-Braugn EDV", "Ares Venture Trust"


def made_up(pilot, share, bouts=400):
    """Return a duel of which this share was won, its bouts in no order."""
    setting = Setting(FIELD.deck(BAKER), FIELD.deck(ARES), pilot, pilot)
    rng = np.random.default_rng(len(pilot))
    ends = ["".join(rng.permutation(list("w" * round(share * bouts) + "l" * round((1 - share) * bouts)))) for _ in "ab"]
    spread = {"turns": 256 * bouts, "first": 6 * bouts, "seat": 6 * bouts}
    return Duel(setting, 0.03, ends, turns=16 * bouts, first=bouts, seat=bouts, spread=spread)


@pytest.mark.parametrize("settled", [True, False])
def test_pilots_who_surely_disagree(settled):
    played = [made_up("random", 0.3), made_up("raider", 0.31), made_up("expert", 0.7)]
    found = disagreements(played, settled)
    assert [(high.setting.pilot, low.setting.pilot) for high, low, _ in found] == [
        ("expert", "random"), ("expert", "raider"),
    ]  # fmt: skip
    assert found[0][2].mean == pytest.approx(0.4)
    assert 0 < found[0][2].low < 0.4 < found[0][2].high
    text = pilots_text(played, settled)
    assert "it does better with expert than with random: +40.0" in text
    assert text.count("a winner with the one") == 2
    assert "raider than" not in text


def test_looking_as_often_as_one_likes_makes_claims_rarer():
    played = [made_up("random", 0.55), made_up("expert", 0.62)]
    assert disagreements(played, settled=True)
    assert not disagreements(played, settled=False)
    assert "no two pilots surely differ" in pilots_text(played, settled=False)
    assert "a winner with" not in pilots_text(played, settled=True)  # it wins with both


def test_each_pilot_plays_its_own_duel(monkeypatch):
    monkeypatch.setattr(duels, "BLOCK", 24)
    played = by_pilots(BAKER, ARES, ["random", "builder"], bouts=24, table=FIELD)
    assert [state.ends for state in played] == [
        duel(BAKER, ARES, pilot, bouts=24, table=FIELD).ends for pilot in ("random", "builder")
    ]
    for wrong in (["builder"], ["builder", "builder"]):
        with pytest.raises(ValueError, match="two or more, each once, got builder"):
            by_pilots(BAKER, ARES, wrong, table=FIELD)


def test_the_command(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(duels, "BLOCK", 24)
    typed = ["decks", "duel", BAKER, ARES, "--pilot", "random", "builder", "--store", str(tmp_path / "s.sqlite")]
    typed += ["--out", str(tmp_path)]
    assert main([*typed, "--games", "48"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert "each pilot playing both decks, seed 1" in rows[0]
    assert [row.split()[0] for row in rows[4:6]] == ["random", "builder"]
    for row in rows[4:6]:
        *_, games, won, lost, tied, cut, _ = row.split()
        assert int(games) == 48 == int(won) + int(lost) + int(tied) + int(cut)
    assert main([*typed, "--other-pilot", "raider"]) == 2
    assert "--other-pilot: goes with one --pilot, not with several" in capsys.readouterr().err
