"""A game that the suite does not know is registered, and everything plays it: adapters, agents, search, training.

Nothing outside this folder names it. It has what the games so far have not: turns, dice, decks bought in play with
known cards on top, and scores instead of winners.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test

import agents
import ow_env
from agents.script import Script
from agents.search import bind
from docs.benchmark import __main__ as benchmark
from ow_env.adapters.sb3 import GameVecEnv
from ow_env.core.batch import Batch
from ow_env.core.players import look
from ow_env.core.records import Recorder, read_records, rebuild, replay
from tests.bazaar import agents as folder
from tests.bazaar.agents.collector import COLLECTOR
from tests.bazaar.bazaar_v0 import parallel_env, raw_env, single_env, vector_env
from tests.bazaar.game import Bazaar
from tests.bazaar.installing import INSTALLED
from training.cli import main
from training.decklab import play_matchup, setup_of
from training.decklab.setup import seed_of_games
from training.known_agents import known_agents
from training.measure.ladder import games_per_pair, play_pairs
from training.measure.match import play_batch, play_match

# ── The contract ───────────────────────────────────────────────────────────────────────────────


def test_it_is_known_by_its_name():
    assert ow_env.games()[-1] == "bazaar"
    assert isinstance(ow_env.make("bazaar", num_players=3), Bazaar)
    with pytest.raises(ValueError, match="there is no game 'bazar'; nearest: 'bazaar'"):
        ow_env.make("bazar")
    with pytest.raises(ValueError, match=r"bazaar has no option 'colour'; nearest: '.*'; its options: .*num_players"):
        ow_env.make("bazaar", colour="red")


def test_who_plays_it():
    assert agents.names("bazaar") == ["collector", "random", "scripted", "search"]
    assert sorted(agent.name for agent in known_agents("bazaar")) == agents.names("bazaar")  # as `ow agents` lists them
    with pytest.raises(ValueError, match="expert plays open_worlds, not bazaar, which collector, random"):
        agents.make("expert", Bazaar())


# ── Adapters and records ───────────────────────────────────────────────────────────────────────


@pytest.mark.filterwarnings("ignore:Observation:UserWarning")  # a dictionary, with the mask
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_libraries_play_it_for_one_too():
    """With the agents of its folder as opponents; the rest is asked of it in tests/adapters."""
    parallel_api_test(parallel_env(num_players=1, illegal="pass"), num_cycles=60)
    api_test(raw_env(num_players=1, illegal="pass"), num_cycles=60)
    for players in (1, 4):
        check_env(single_env(num_players=players, illegal="pass"), skip_render_check=True)
    vector = vector_env(3, opponent="collector")
    assert isinstance(vector, gymnasium.vector.VectorEnv)
    seen, _ = vector.reset(seed=1)
    assert seen.shape == (3, Bazaar().num_features)


@pytest.mark.slow
def test_stable_baselines_learns_it():
    from sb3_contrib import MaskablePPO

    env = GameVecEnv(Bazaar(num_players=3), 8, opponent="collector")
    MaskablePPO("MlpPolicy", env, n_steps=16, batch_size=32, n_epochs=1, device="cpu").learn(256)


@pytest.mark.parametrize("players", [2, 4])
def test_a_record_is_played_again(players: int, tmp_path: Path):
    game = Bazaar(num_players=players, rounds=3)
    batch = Batch(game, 1, seed=4)
    recorder = Recorder(batch, tmp_path / "game.jsonl")
    recorder.begin()
    while not batch.terminated[0]:
        actions = np.zeros((1, players), np.int32)
        (seat,) = np.flatnonzero(batch.to_act[0])
        actions[0, seat] = batch.action_mask[0, seat].nonzero()[0][-1]
        recorder.step(actions)
    recorder.close()
    (record,) = read_records(tmp_path / "game.jsonl")
    moments = list(replay(record, rebuild(record, [Bazaar])))
    assert moments[-1].state.tobytes() == batch.states.tobytes()
    rewards = record.result["rewards"]
    assert rewards == [round(float(reward), 6) for reward in batch.reward[0]]
    best = [seat for seat in range(players) if rewards[seat] == max(rewards)]
    assert record.result["winner"] == (f"player_{best[0]}" if len(best) == 1 else None)


# ── Agents ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.bounds
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_search_plays_it(players: int):
    """With three and four seats each maximises its own."""
    game = Bazaar(num_players=players, rounds=4)
    search = agents.make("search:60,rollout=collector,prior=collector,rollout_turns=1", game, seed=1)
    result = play_match(game, search, agents.make("random", game, 2), games=16, seed=3)
    assert result.score > 0.6
    batch = Batch(game, 6, seed=2)
    batch.rollout(9)
    rows, seats = np.nonzero(batch.to_act)
    seen = look(batch, rows, seats, 9, determinize=True)
    assert (agents.make("search:30", game, 5).act(seen) == agents.make("search:30", game, 5).act(seen)).all()


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_pairs_are_fair(players: int):
    game = Bazaar(num_players=players, rounds=3)
    pairs = play_pairs(game, "collector", "random", num_pairs=12)
    assert 2 * len(pairs) == 12 * games_per_pair(game)
    ends = [end for pair in pairs for end in (pair.first, pair.second)]
    assert ends.count("won") > 2 * ends.count("lost")


def test_a_script_is_a_file_and_a_row(monkeypatch: pytest.MonkeyPatch):
    """Named by nothing else, it is known to the registry, plays, and plays on in the search."""
    spender = Script("spender", 1, COLLECTOR.choose, COLLECTOR.library, COLLECTOR.scratch, {"patience": 0.0})
    monkeypatch.setattr(folder, "SCRIPTS", {**folder.SCRIPTS, spender.name: spender})
    game = Bazaar()
    assert "spender" in agents.names("bazaar")
    assert agents.make("spender", game).name == "spender"
    assert play_match(game, agents.make("spender", game), agents.make("random", game), games=8, seed=1).games == 8
    bind.searcher_of.cache_clear()
    try:
        assert bind.searcher_of("bazaar").numbers == {"random": 0, "collector": 1, "spender": 2, "scripted": 1}
    finally:
        bind.searcher_of.cache_clear()


# ── Commands ───────────────────────────────────────────────────────────────────────────────────


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    capsys.readouterr()
    code = main(arguments)
    told = capsys.readouterr()
    assert code == 0, told.err
    return told.out


def test_its_view_and_environments_show_themselves_in_a_notebook():
    env = parallel_env(num_players=3)
    env.reset(seed=4)
    shown = env.unwrapped._repr_html_()
    assert "market" in shown
    assert shown == env.unwrapped.view()._repr_html_() == Bazaar(3).view(Batch(Bazaar(3), 1, 4).states)._repr_html_()
    alone = single_env()
    alone.reset(seed=4)
    assert "player_0 (you)" in alone.unwrapped._repr_html_()


def test_what_happens_is_told():
    game = Bazaar()
    batch = Batch(game, 1, 6)
    bought = int(np.flatnonzero(batch.action_mask[0, 0])[-1])
    told = [str(event) for event in game.events(batch.states, [bought, 0], batch.rng, "public")]
    assert told[0].startswith("player_0 buys ")


def test_one_plays_it_alone():
    """One seat: the score is all there is; the search maximises it, matches and ladders compare it."""
    game = Bazaar(num_players=1, rounds=4)
    assert game.facts.solo
    scores = {}
    for name in ("random", "collector", "search:60"):
        agent, batch, step = agents.make(name, game, 1), Batch(game, 40, seed=7), 0
        while not batch.terminated.all():
            rows = np.flatnonzero(~batch.terminated)
            seen = look(batch, rows, np.zeros(len(rows), np.intp), step, name.startswith("search"))
            actions = np.zeros((40, 1), np.int32)
            actions[rows, 0] = agent.act(seen)
            batch.step(actions)
            step += 1
        scores[name] = float(batch.reward.mean())
    assert scores["search:60"] > scores["random"]


def test_watch_and_match(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    record = tmp_path / "game.jsonl"
    short = ("--game", "bazaar", "--option", "rounds=2")
    told = said(capsys, "watch", "collector", "random", *short, "--record", str(record))
    assert "Player 1 buys" in told
    assert "turn 2 · buyer Player 1 · die 0" in told
    assert "terminated after" in said(capsys, "replay", str(record))
    assert ", 4 games" in said(capsys, "match", "collector", "random", "--game", "bazaar", "--games", "4")
    listed = said(capsys, "agents", "--game", "bazaar")
    assert "\ncollector                        a script\n" in listed
    assert listed.endswith("No learned agent of this game is installed: `ow train --game bazaar`.\n")


def test_the_deck_lab_compares_its_seats(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    """It has no sides: so what is measured is what it is worth to move first."""
    setup = setup_of("bazaar", rounds=2)
    state = play_matchup("player_0", "player_1", "collector", setup=setup, bouts=16)
    game, collector = setup.game, agents.make("collector", setup.game)
    begins = Batch(game, 16, seed_of_games(state.pairing)).to_act.argmax(axis=1)
    reward, _, _ = play_batch(game, [collector] * 2, 16, seed_of_games(state.pairing))
    leads = reward[:, 0] - reward[:, 1]
    assert state.ends == ["".join("ltw"[1 + int(np.sign(lead))] for lead in leads)]
    assert state.first == (np.where(begins == 0, leads, -leads) > 0).sum()
    assert "who moves first: score" in state.text()
    kept = ("--store", str(tmp_path / "s.sqlite"), "--out", str(tmp_path), "--processes", "1", "--games", "16")
    three = ("--game", "bazaar", "--option", "num_players=3", "--option", "rounds=2", "--agent", "collector")
    assert "(3) player_2" in said(capsys, "decks", "matrix", *three, *kept)
    assert "player_1 against player_2, played by collector: " in said(capsys, "decks", "balance", *three, *kept)
    assert said(capsys, "cards", "--game", "bazaar").startswith("Bazaar has cards with numbers only")
    assert "its code is tests.bazaar.rules." in said(capsys, "rules", "--game", "bazaar")


@pytest.mark.slow
def test_ladder_train_and_bench(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", f"{INSTALLED}:{Path(__file__).parents[2]}")  # of processes of its own
    store = ["--store", str(tmp_path / "ladder.sqlite")]
    for option in ("num_players=2", "num_players=3"):
        told = said(capsys, "ladder", "random", "collector", "--game", "bazaar", "--option", option, "--games", "96",
                    "--block", "4", "--processes", "1", *store)  # fmt: skip
        assert told.index("collector") < told.index("random")
    run = tmp_path / "run"
    settings = tmp_path / "small.toml"
    settings.write_text(
        "num_envs = 32\nrollout = 512\nbatch = 256\nthreads = 1\nladder_checkpoints = 1\nladder_games = 100\n"
    )
    told = said(capsys, "train", "--game", "bazaar", "--decisions", "1536", "--games", "100", "--out", str(run),
                "--settings", str(settings))  # fmt: skip
    assert "against collector" in told
    assert (run / "agent.safetensors").exists()
    assert ", 8 games" in said(
        capsys, "match", str(run / "agent.safetensors"), "random", "--game", "bazaar", "--games", "8"
    )
    quick = ("--quick", "--only", "single", "--rounds", "1", "--seconds", "0.05")
    assert benchmark.main(["--game", "bazaar", *quick]) == 0
    assert "Bazaar" in capsys.readouterr().out


def test_another_process_finds_it_too():
    """As worker processes do, by the path alone."""
    look = "import ow_env; print(ow_env.make('bazaar').num_actions)"
    environment = {"PYTHONPATH": f"{INSTALLED}:{Path(__file__).parents[2]}", "NUMBA_DISABLE_JIT": "1"}
    told: Any = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, env=environment)
    assert told.stdout == "13\n", told.stderr
