"""Balance: how even the printed pairs are, and what counts as fair."""

from __future__ import annotations

from training.cli import main
from training.decklab.balance import Balance, measure_balance
from training.decklab.matchup import Matchup
from training.decklab.open_worlds.setup import OpenWorldsSetup, labels_of
from training.decklab.setup import Pairing

SETUP = OpenWorldsSetup()
STANDARD = SETUP.catalogue


def played(ends, turns, first):
    state = Matchup(Pairing(*STANDARD.decks[:2], "expert", "expert"))
    games = 2 * len(ends)
    bouts = games // 2
    spread = {"turns": (2 * turns) ** 2 * bouts, "first": 6 * bouts, "seat": 6 * bouts}
    counts = {"turns": turns * games, "first": first, "seat": bouts, "spread": spread}
    state.add({"ends": [ends, ends], **counts})
    return state


def test_what_is_fair():
    even, uneven = "wl" * 100, "wwl" * 67

    def is_fair(state):
        return Balance([state], SETUP).is_fair(state)

    assert is_fair(played(even, 8, 200))
    for worse in (played(uneven, 8, 201), played(even, 12, 200), played(even, 8, 260), played(even, 4, 200)):
        assert not is_fair(worse)


def test_balance_tells_seats_and_turns():
    both = measure_balance(agents=["builder"], bouts=64, setup=SETUP).matchups
    assert [state.pairing.one.size for state in both] == [54, 40]
    for state in both:
        assert 0 < state.first_share.low < state.first_share.mean < state.first_share.high < 1
        assert state.length.low < state.turns / state.games < state.length.high
    assert both[0].length.mean > both[1].length.mean + 1
    labels = labels_of(STANDARD)
    assert set(labels) == {"printed", "inferred", "reconstructed"}
    assert sum(labels.values()) > 300


def test_the_command_takes_several_agents(tmp_path, capsys):
    common = ["--games", "32", "--store", str(tmp_path / "s.sqlite"), "--out", str(tmp_path)]
    assert main(["decks", "balance", "--agent", "random", "builder", *common]) == 0
    out = capsys.readouterr().out
    assert "130 printed" in out
    for agent in ("random", "builder"):
        assert f"Baker-Braugn EDV against Ares Venture Trust, played by {agent}: " in out
    assert max(len(line) for line in out.splitlines() if not line.startswith("written to")) <= 100
    alone = measure_balance(agents=["random"], bouts=16, setup=SETUP).text()
    assert alone.splitlines()[2:9] == out.splitlines()[2:9]
