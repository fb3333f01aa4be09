"""Matchups of decks: honest intervals, the same results either way round and in one go or several."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

from training.cli import main
from training.decklab import playing
from training.decklab.intervals import fixed, sequence
from training.decklab.open_worlds import setup as lab_setup
from training.decklab.open_worlds.kernel import AGENTS
from training.decklab.open_worlds.setup import OpenWorldsSetup, kernel_runner
from training.decklab.playing import play_matchup, play_matchups, summary
from training.decklab.setup import Pairing, seed_of_games
from training.measure.match import wilson
from training.measure.store import Store
from training.measure.workers import ProcessExecutor, RayExecutor, SerialExecutor

SETUP = OpenWorldsSetup()
BAKER, ARES = "Baker-Braugn EDV", "Ares Venture Trust"


# ── Intervals ────────────────────────────────────────────────────────────────────────────────


def test_who_stops_when_it_suits_is_not_deceived():
    """A false claim at any of thousands of looks: seldom by the sequence, often by an interval for one look."""
    rng = np.random.default_rng(1)
    wrong = naive = 0
    for _ in range(200):
        values = (rng.random(3000) < 0.6) / 2 + (rng.random(3000) < 0.6) / 2
        low, high = sequence(values, 0.02)
        wrong += bool(((low > 0.6) | (high < 0.6)).any())
        count = np.arange(1, 3001)
        mean = values.cumsum() / count
        error = 1.96 * np.sqrt((values**2).cumsum() / count - mean**2) / np.sqrt(count)
        naive += bool((abs(mean - 0.6) > error)[50:].any())
    assert wrong <= 10
    assert naive >= 60


# ── Matchups ────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(lab_setup, "BLOCK", 24)


@pytest.mark.parametrize("other", ["builder", "random"])
def test_a_matchup_is_the_same_the_other_way_round(small, other):
    one = play_matchup(BAKER, ARES, "builder", other, bouts=40, setup=SETUP)
    two = play_matchup(ARES, BAKER, other, "builder", bouts=40, setup=SETUP)
    assert one.bouts == two.bouts == 48
    assert one.seatings == (2 if other == "builder" else 4)
    assert np.allclose(one.values, 1 - two.values)
    assert (one.count("w"), one.count("t")) == (two.count("l"), two.count("t"))
    assert sum(map(one.count, "wltx")) == one.games
    assert (one.first, one.seat, one.turns) == (two.first, two.seat, two.turns)


def test_both_agents_play_both_decks_from_both_seats(small):
    """Builder and raider leave nothing to chance: playing step by step they must come to the same."""
    pairing = Pairing(SETUP.side(BAKER), SETUP.side(ARES), "builder", "raider", fixed=True)
    state = play_matchups([pairing], SETUP, bouts=24)[0]
    told = summary(SETUP.play_agents(pairing, 0, 24), 24)
    assert told["ends"] == [part[:24] for part in state.ends]
    assert len(set(told["ends"])) > 1  # the agents do matter
    assert told["turns"] == state.turns
    assert (told["first"], told["seat"], told["spread"]) == (state.first, state.seat, state.spread)


def test_the_seeds_of_two_agents_are_two(small):
    """With the same seeds a deck against itself would play the same game from both seats, and always draw."""
    state = play_matchups([Pairing(SETUP.side(ARES), SETUP.side(ARES), "random", "random")], SETUP, bouts=24)[0]
    assert (state.values != 0.5).any()


def test_turns_and_seats_are_as_sure_as_their_bouts(small):
    """Both games of a bout have the same Worlds and draws, so that games are not independent."""
    pairing = Pairing(SETUP.side(BAKER), SETUP.side(ARES), "builder", "builder", fixed=True)
    state = play_matchups([pairing], SETUP, bouts=48)[0]
    orders = (pairing.one, pairing.other), (pairing.other, pairing.one)
    results, _ = kernel_runner(SETUP, 1).play(
        np.concatenate([SETUP.template(*order) for order in orders]),
        np.repeat([0, 1], 48),
        np.tile(np.arange(48), 2),
        seed_of_games(pairing),
        np.full((96, 2), AGENTS.index("builder"), np.int8),
        np.zeros((96, 2), np.uint64),  # builders leave nothing to chance
    )
    turns = results["turns"].reshape(2, 48).mean(axis=0)
    mean, error = turns.mean(), turns.std() / np.sqrt(48)
    assert (state.length.mean, state.length.half) == pytest.approx((mean, 1.959964 * error))
    for share, who in ((state.first_share, results["first"]), (state.seat_share, 0)):
        points = np.where(results["winner"] < 0, 0.5, results["winner"] == who).reshape(2, 48).mean(axis=0)
        mean, variance = points.mean(), points.var() / 48
        assert share.mean == pytest.approx(mean)
        assert (share.low, share.high) == pytest.approx(wilson(mean, mean * (1 - mean) / variance))
    assert play_matchup(ARES, BAKER, "builder", bouts=48, setup=SETUP).length == state.length


def test_a_bout_is_the_same_for_threads_processes_and_the_store(small, tmp_path, monkeypatch):
    pairings = [Pairing(SETUP.side(BAKER), SETUP.side(ARES), "random", "random", seed=5)]
    plain = play_matchups(pairings, SETUP, bouts=48, threads=2)[0]
    with ProcessExecutor(2) as executor, Store(tmp_path / "s.sqlite") as store:
        there = play_matchups(pairings, SETUP, bouts=48, executor=executor, store=store)[0]
    assert there.ends == plain.ends
    monkeypatch.setattr(playing, "play_block", None)  # nobody can play
    with Store(tmp_path / "s.sqlite") as store:
        assert play_matchups(pairings, SETUP, bouts=48, store=store)[0].ends == plain.ends


class Many(SerialExecutor):
    """Four hands, who take all that is offered before the first of them is done."""

    def __init__(self):
        self.offered = []

    def num_workers(self):
        return 4

    def run(self, work, shared, items):
        taken = list(items)
        self.offered.append([item.number for item in taken])
        yield from reversed([(item, work(shared, item)) for item in taken])


def test_one_matchup_keeps_all_hands_busy_and_none_in_vain(small):
    executor = Many()
    how = {"agent": "builder", "setup": SETUP}
    there = play_matchup(BAKER, ARES, **how, bouts=72, executor=executor)
    assert executor.offered == [[0, 1, 2]]  # three blocks make 72 bouts: the fourth hand has nothing to do
    assert there.ends == play_matchup(BAKER, ARES, **how, bouts=72).ends
    there = play_matchup(BAKER, ARES, **how, width=0.06, executor=(executor := Many()))
    assert executor.offered[:2] == [[0, 1, 2, 3], [4, 5, 6, 7]]
    assert there.ends == play_matchup(BAKER, ARES, **how, width=0.06).ends


def test_ray_plays_the_same_matchups(small):
    pytest.importorskip("ray")
    pairings = [Pairing(SETUP.side(BAKER), SETUP.side(ARES), "random", "random", seed=seed) for seed in (5, 6)]
    with RayExecutor(processes=2) as executor:
        assert executor.num_workers() == 2
        there = play_matchups(pairings, [SETUP, OpenWorldsSetup(max_turns=9)], bouts=48, executor=executor)
    here = play_matchups(pairings, [SETUP, OpenWorldsSetup(max_turns=9)], bouts=48)
    assert [state.ends for state in there] == [state.ends for state in here]


def test_a_matchup_that_was_interrupted_goes_on(small, tmp_path):
    def stop(states):
        if states[0].bouts >= 24:
            raise KeyboardInterrupt

    how = {"agent": "builder", "width": 0.06, "setup": SETUP}
    with Store(tmp_path / "s.sqlite") as store, pytest.raises(KeyboardInterrupt):
        play_matchup(BAKER, ARES, **how, store=store, report=stop)
    with Store(tmp_path / "s.sqlite") as store:
        seen = []
        again = play_matchup(BAKER, ARES, **how, store=store, report=lambda states: seen.append(states[0].bouts))
    assert seen[0] == 24
    assert again.ends == play_matchup(BAKER, ARES, **how).ends
    assert again.interval.half <= 0.06 < fixed(again.values[:24]).half


def test_a_variant_is_played_the_way_round_its_deck_is():
    """Else half of all variants of a deck would be played with the seeds of the other deck, and compared in vain."""
    for decks in ((BAKER, ARES), (ARES, BAKER)):
        pairing = Pairing(*map(SETUP.side, decks), "expert", "expert", fixed=True)
        assert SETUP.stored(pairing) == (pairing, False)
    ways = [
        SETUP.stored(Pairing(*map(SETUP.side, decks), "expert", "expert")) for decks in ((BAKER, ARES), (ARES, BAKER))
    ]
    assert ways[0][0] == ways[1][0]
    assert {turned for _, turned in ways} == {False, True}


def test_other_decks_agents_seeds_and_cards_are_other_experiments(small, tmp_path, monkeypatch):
    own = tmp_path / "own.toml"
    own.write_text("[orbital]\nKite = { defense = 9 }\n")
    with Store(tmp_path / "s.sqlite") as store:
        tried = ((SETUP, "random", 1), (SETUP, "builder", 1), (SETUP, "random", 2), (OpenWorldsSetup(own), "random", 1))
        for setup, agent, seed in tried:
            play_matchup(BAKER, ARES, agent, bouts=24, seed=seed, setup=setup, store=store)
        assert store._db.run("SELECT COUNT(*) FROM experiments") == [(4,)]
        play_matchup(SETUP.side(ARES).names, BAKER, "random", bouts=24, setup=SETUP, store=store)  # without its name
        assert store._db.run("SELECT COUNT(*) FROM experiments") == [(4,)]
        play_matchup(BAKER, ARES, "random", bouts=24, setup=OpenWorldsSetup(max_turns=9), store=store)
        monkeypatch.setattr(lab_setup, "rules_hash", lambda engine: "other rules")
        play_matchup(BAKER, ARES, "random", bouts=24, setup=OpenWorldsSetup(), store=store)
        assert store._db.run("SELECT COUNT(*) FROM experiments") == [(6,)]


def test_blocks_that_are_there_stay(tmp_path):
    with Store(tmp_path / "s.sqlite") as store:
        number = store.experiment("duel", {"seed": 1})
        store.add_blocks(number, {0: {"ends": ["w"]}})
        store.add_blocks(number, {0: {"ends": ["l"]}, 1: {"ends": ["t"]}})
        assert store.blocks(number) == {0: {"ends": ["w"]}, 1: {"ends": ["t"]}}
        assert store.experiment("duel", {"seed": 1}) == number != store.experiment("duel", {"seed": 2})


# ── The command ──────────────────────────────────────────────────────────────────────────────


def test_the_command(tmp_path, capsys):
    typed = ["decks", "match", BAKER, ARES, "--agent", "builder", "--games", "100"]
    kept = ["--store", str(tmp_path / "s.sqlite"), "--out", str(tmp_path / "out")]
    assert main([*typed, *kept]) == 0
    out = capsys.readouterr().out
    settled, any_time = out.splitlines()[1:3]
    assert "of a fixed number of games" in settled
    assert "anytime-valid" in any_time
    assert "512 games:" in out
    assert "256 mirrored groups of 2 games" in out
    assert "truncated" in out
    assert "seed 1" in out
    row = json.loads((tmp_path / "out/match.json").read_text())[0]
    assert row["won"] + row["lost"] + row["tied"] + row["truncated"] == 512
    assert (tmp_path / "out/match.csv").exists()
    assert main([*typed, "--other-agent", "random", *kept]) == 0
    builders, others = re.findall(r"([0-9.]+) % .*with (?:builder|random) for it and", capsys.readouterr().out)
    assert float(builders) > 50 > float(others)
