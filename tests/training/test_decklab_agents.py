"""The same two decks played by several agents: what is sure of their differences, and the command."""

from __future__ import annotations

import numpy as np
import pytest

from training.cli import main
from training.decklab.matchup import AgentComparison, Matchup
from training.decklab.open_worlds import setup as lab_setup
from training.decklab.open_worlds.setup import OpenWorldsSetup
from training.decklab.playing import compare_agents, play_matchup
from training.decklab.setup import Pairing

SETUP = OpenWorldsSetup()
BAKER, ARES = "Baker-Braugn EDV", "Ares Venture Trust"


def made_up(agent, share, bouts=400):
    """Return a matchup of which this share was won, its bouts in no order."""
    pairing = Pairing(SETUP.side(BAKER), SETUP.side(ARES), agent, agent)
    rng = np.random.default_rng(len(agent))
    ends = ["".join(rng.permutation(list("w" * round(share * bouts) + "l" * round((1 - share) * bouts)))) for _ in "ab"]
    spread = {"turns": 256 * bouts, "first": 6 * bouts, "seat": 6 * bouts}
    return Matchup(pairing, 0.03, ends, turns=16 * bouts, first=bouts, seat=bouts, spread=spread)


@pytest.mark.parametrize("settled", [True, False])
def test_agents_who_surely_disagree(settled):
    played = [made_up("random", 0.3), made_up("raider", 0.31), made_up("expert", 0.7)]
    compared = AgentComparison(played, settled)
    found = compared.disagreements()
    assert [(high.pairing.agent, low.pairing.agent) for high, low, _ in found] == [
        ("expert", "random"), ("expert", "raider"),
    ]  # fmt: skip
    assert found[0][2].mean == pytest.approx(0.4)
    assert 0 < found[0][2].low < 0.4 < found[0][2].high
    text = compared.text()
    assert "scores higher with expert than with random, by +" in text
    assert text.count("above 50 % with the one") == 2
    assert "raider than" not in text


def test_looking_as_often_as_one_likes_makes_claims_rarer():
    played = [made_up("random", 0.55), made_up("expert", 0.62)]
    settled, open_end = AgentComparison(played, settled=True), AgentComparison(played, settled=False)
    assert settled.disagreements()
    assert not open_end.disagreements()
    assert "no two agents differ significantly" in open_end.text()
    assert "a winner with" not in settled.text()  # it wins with both


def test_each_agent_plays_its_own_games(monkeypatch):
    monkeypatch.setattr(lab_setup, "BLOCK", 24)
    played = compare_agents(BAKER, ARES, ["random", "builder"], bouts=24, setup=SETUP)
    assert [state.ends for state in played.matchups] == [
        play_matchup(BAKER, ARES, agent, bouts=24, setup=SETUP).ends for agent in ("random", "builder")
    ]
    for wrong in (["builder"], ["builder", "builder"]):
        with pytest.raises(ValueError, match="two or more, each once, got builder"):
            compare_agents(BAKER, ARES, wrong, setup=SETUP)


def test_the_command(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(lab_setup, "BLOCK", 24)
    typed = ["decks", "match", BAKER, ARES, "--agent", "random", "builder", "--store", str(tmp_path / "s.sqlite")]
    typed += ["--out", str(tmp_path)]
    assert main([*typed, "--games", "48"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert "each agent playing both sides, seed 1" in rows[0]
    assert [row.split()[0] for row in rows[4:6]] == ["random", "builder"]
    for row in rows[4:6]:
        *_, games, won, lost, tied, cut, _ = row.split()
        assert int(games) == 48 == int(won) + int(lost) + int(tied) + int(cut)
