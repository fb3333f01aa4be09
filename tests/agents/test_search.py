"""The search: right in games that are known exactly, the same whatever the company, and with no look at the table."""

from __future__ import annotations

import dataclasses
import json
import os
import pickle
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import agents
from agents import learned, shipped
from agents.games import SearchDefaults
from agents.search.agent import SearchAgent
from agents.search.bind import searcher_of
from agents.search.records import TO_THE_END
from agents.search.settings import Settings, in_words, read_spec
from ow_env.adapters.gymnasium import OneSeatEnv
from ow_env.core.batch import Batch
from ow_env.core.game import Game
from ow_env.core.players import look, needs_determinizations
from ow_env.core.secrecy import seed_for
from ow_env.expansive_universe.game import ExpansiveUniverse
from ow_env.goofspiel.game import Goofspiel
from ow_env.open_worlds.game import OpenWorlds
from ow_env.these_new_worlds.game import TheseNewWorlds
from ow_env.tradeworlds.game import TradeWorlds
from tests.agents.positions import midgame, saved, seen_by
from tests.goofspiel.test_equilibrium import expected
from training.measure.ladder import Job, agent_key_of, play_deal
from training.measure.match import play_match

pytestmark = pytest.mark.bounds


def after(game: Game, *rounds: tuple[int, ...]) -> Batch:
    """Return a Goofspiel in which these bids were made."""
    batch = Batch(game, 1)
    for bids in rounds:
        batch.step(np.array([bids]))
    return batch


# ── Games that are known exactly ─────────────────────────────────────────────────────────────────


MATRICES = [  # options, the rounds before, who is asked, in what shares an equilibrium bids, what it brings
    ({"order": "ascending"}, [(1, 2), (3, 4)], 0, {2: 1 / 2, 4: 1 / 2}),
    ({"order": "ascending"}, [(1, 2), (3, 4)], 1, {1: 1 / 2, 3: 1 / 2}),
    ({"order": "descending"}, [(1, 3), (2, 1)], 0, {3: 1 / 3, 4: 2 / 3}),
    ({"order": "descending"}, [(1, 3), (2, 1)], 1, {2: 2 / 3, 4: 1 / 3}),
    ({"order": "ascending"}, [(1, 1), (4, 3)], 0, {2: 1 / 3, 3: 2 / 3}),
]


@pytest.mark.parametrize(("options", "rounds", "seat", "shares"), MATRICES)
def test_regret_matching_finds_the_mixture_of_a_matrix_game(options, rounds, seat, shares):
    game = Goofspiel(num_cards=4, ties="carry", **options)
    batch = after(game, *rounds)
    agent = agents.make("search:8000,explore=0.05", game, seed=1)
    _, found, worth = agent.look_ahead(seen_by(batch, seat))
    for card, share in shares.items():
        assert found[0, card] == pytest.approx(share, abs=0.04)
    value = float(expected(game, batch.states[0])) * (1 - 2 * seat)
    assert worth[0] == pytest.approx(value, abs=0.06)


@pytest.mark.parametrize("seat", [0, 1])
def test_every_position_after_one_round_gets_the_value_of_its_equilibrium(seat):
    game = Goofspiel(num_cards=4, order="descending")
    batch = Batch(game, 16)
    batch.step(np.array(list(product(range(1, 5), repeat=2))))
    values = np.array([float(expected(game, g)) for g in batch.states]) * (1 - 2 * seat)
    errors = {}
    for simulations in (50, 12_000):
        agent = agents.make(f"search:{simulations},explore=0.05", game, seed=1)
        errors[simulations] = np.abs(agent.look_ahead(seen_by(batch, seat))[2] - values)
    assert errors[12_000].max() < 0.06
    assert errors[12_000].mean() < errors[50].mean() / 4


@pytest.mark.parametrize("select", ["uct", "regret", "halving"])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_bid_that_wins_for_sure_is_found(select, seat):
    game = Goofspiel(num_cards=4, order="descending")
    for mine, other, bid in (((1, 2), (4, 1), 4), ((1, 4), (4, 3), 3)):
        batch = after(game, *(zip(mine, other, strict=True) if seat == 0 else zip(other, mine, strict=True)))
        assert winning(game, batch, seat) == {bid}
        agent = agents.make(f"search:1000,select={select},final=best", game, seed=2)
        actions, _, worth = agent.look_ahead(seen_by(batch, seat))
        assert actions[0] == bid
        assert worth[0] > 0.4


def winning(game: Game, batch: Batch, seat: int) -> set[int]:
    """The bids of a seat that win whatever the other bids."""
    mask = batch.action_mask[0]
    found = set()
    for bid in np.flatnonzero(mask[seat]).tolist():
        results = []
        for answer in np.flatnonzero(mask[1 - seat]).tolist():
            tried = Batch(game, 1)
            tried.set_states(batch.states)
            bids = np.zeros((1, 2), np.int64)
            bids[0, seat], bids[0, 1 - seat] = bid, answer
            tried.step(bids)
            results.append(float(tried.reward[0, seat]))
        if min(results) == 1:
            found.add(bid)
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_is_far_ahead_expects_to_win_and_the_others_to_lose(players):
    game = Goofspiel(num_players=players, num_cards=5, order="descending")
    batch = after(game, (5, *range(1, players)), (4, *range(2, players), 2 if players == 2 else 1))
    for seat in range(players):
        worth = agents.make("search:300", game, seed=1).look_ahead(seen_by(batch, seat))[2][0]
        assert worth > 0.7 if seat == 0 else worth < -0.7


def test_more_simulations_win_more():
    game = Goofspiel(num_cards=5)
    random = agents.make("random", game, seed=1)
    few, many = (
        play_match(game, agents.make(f"search:{count},select=uct,final=best", game, 1), random, 200, seed=2).score
        for count in (2, 400)
    )
    assert many > 0.75 > few + 0.1


# ── Reproducible, and alone ──────────────────────────────────────────────────────────────────────

KINDS = [
    "search:40", "search:40,select=halving,final=best", "search:40,select=uct,final=mixed", "search:40,rollout_turns=1",
]  # fmt: skip


@pytest.mark.parametrize("spec", KINDS)
def test_neither_company_nor_threads_matter_and_the_seed_does(spec):
    game = Goofspiel(num_cards=6, bids="hidden")
    seen = midgame(game, 4, 2)
    one = agents.make(spec, game, seed=5).look_ahead(seen)
    again = agents.make(f"{spec},threads=3", game, seed=5).look_ahead(seen)
    for mine, other in zip(one, again, strict=True):
        assert np.array_equal(mine, other)
    used = agents.make(spec, game, seed=5)
    order = [3, 1, 6]
    for row in order:  # one by one, in another order, by an agent that has searched before
        alone = used.look_ahead(seen.take([row]))
        for whole, single in zip(one, alone, strict=True):
            assert np.array_equal(whole[row], single[0])
    other_seed = agents.make(spec, game, seed=6).look_ahead(seen)
    assert not np.array_equal(one[2], other_seed[2])


@pytest.mark.parametrize("spec", ["search:41,select=uct", "search:40,select=halving,final=best", "search:40"])
def test_several_trees_of_a_decision_count_together(spec):
    game = Goofspiel(num_cards=6)
    seen = midgame(game, 3, 2)
    agent = agents.make(f"{spec},trees=2", game, seed=5)
    actions, shares, worth = agent.look_ahead(seen)
    differ = []
    for row in range(len(seen)):
        alone = seen.take(np.array([row]))
        for mine, whole in zip(agent.look_ahead(alone), (actions, shares, worth), strict=True):
            assert np.array_equal(mine[0], whole[row]), "neither company nor the order of threads matters"
        root, other = agent.tree.nodes[0], agent._workspaces[1].tree.nodes[0]
        assert root["visits"] > 1.5 * other["visits"] > 0, "the first holds both"
        differ.append(root["value_sum"] != 2 * other["value_sum"])
        if "halving" not in spec:  # whose worth is that of the action taken
            assert root["value_sum"] / root["visits"] == pytest.approx(worth[row])
    assert any(differ), "each tree has random numbers of its own"
    assert seen.mask[np.arange(len(seen)), actions].all()
    assert np.allclose(shares.sum(axis=1), 1)
    assert not np.array_equal(agents.make(spec, game, seed=5).look_ahead(seen)[2], worth)


def test_trees_decide_nothing_where_there_is_only_one_thing_to_do():
    game = Goofspiel(num_cards=4)
    batch = after(game, (1, 2), (2, 3), (3, 4))
    actions, shares, _ = agents.make("search:48,trees=3", game, seed=1).look_ahead(seen_by(batch, 0))
    assert shares[0, actions[0]] == 1


@pytest.mark.parametrize("game", [Goofspiel(), OpenWorlds()], ids=["goofspiel", "open_worlds"])
def test_what_it_is_given_stays_as_it_was(game):
    seen = midgame(game, 3, 8)
    names = ("features", "mask", "determinizations", "seats", "draws")
    before = [getattr(seen, name).copy() for name in names]
    agents.make("search:20", game, seed=1).act(seen)
    for name, array in zip(names, before, strict=True):
        assert getattr(seen, name).tobytes() == array.tobytes()


def test_by_time_it_searches_until_the_time_is_over():
    game = Goofspiel()
    for select in ("uct", "regret", "halving"):
        agent = agents.make(f"search:20ms,select={select}", game, seed=1)
        seen = midgame(game, 2, 3)
        actions = agent.act(seen)
        assert seen.mask[np.arange(len(seen)), actions].all()
        assert agent.simulated[0] > 32 * len(seen)


# ── What it may know ─────────────────────────────────────────────────────────────────────────────


def test_what_can_not_be_known_makes_no_difference():
    """Two true positions that look alike to a seat give it the same determinizations, and so all that comes of them."""
    game = OpenWorlds()
    batch = Batch(game, 3, seed=9)
    batch.rollout(25)
    rows = np.arange(3)
    for seat in (0, 1):
        other = Batch(game, 3, seed=9)
        other.set_states(game.hide(batch.states, seat, seed=4))
        other.game_number[:] = batch.game_number
        assert not np.array_equal(batch.states, other.states)
        seats = np.full(3, seat)
        one, two = (look(b, rows, seats, 25, determinize=True) for b in (batch, other))
        assert one.determinizations.tobytes() == two.determinizations.tobytes()
        assert one.draws.tobytes() == two.draws.tobytes()
        asked = batch.to_act[:, seat]
        choices = [agents.make("search:30", game, 1).look_ahead(seen.take(asked)) for seen in (one, two)]
        for mine, same in zip(*choices, strict=True):
            assert np.array_equal(mine, same)


def test_hidden_bids_are_drawn_alike_whatever_they_were():
    """Two true pasts that look alike: many choices agree as closely as chance allows."""
    game = Goofspiel(num_cards=5, bids="hidden", order="descending")
    count = 400
    worths, hands = [], set()
    for theirs in (1, 2), (3, 1):  # the other has lost both prizes, and holds other cards now
        batch = Batch(game, count)
        for own, other in zip((5, 4), theirs, strict=True):
            batch.step(np.tile([own, other], (count, 1)))
        hands.add(batch.states[0].players[1].hand.tobytes())
        batch.game_number[:] = np.arange(count) + count * len(worths)  # other determinizations, other draws
        seen = look(batch, np.arange(count), np.zeros(count, np.int64), 2, determinize=True)
        worths.append(agents.make("search:60", game, 1).look_ahead(seen)[2])
    assert len(hands) == 2
    one, two = worths
    error = np.sqrt(one.var() / count + two.var() / count)
    assert abs(one.mean() - two.mean()) < 4 * error + 1e-9


def test_it_does_not_foresee_the_dice():
    """Where only chance decides what comes next, the game's own random numbers make no difference."""
    game = Goofspiel(num_cards=6)
    batch = Batch(game, 2, seed=4)
    batch.rollout(2)
    before = seen_by(batch, 0)
    batch.rng["key"] += 1
    batch.rng["count"] += 1
    after_it = seen_by(batch, 0)
    one, other = (agents.make("search:50", game, 1).look_ahead(seen) for seen in (before, after_it))
    for mine, same in zip(one, other, strict=True):
        assert np.array_equal(mine, same)


def test_without_determinizations_it_says_what_it_needs():
    game = Goofspiel()
    batch = Batch(game, 2)
    agent = agents.make("search", game)
    assert needs_determinizations(agent)
    with pytest.raises(ValueError, match="expected determinizations in the observation, got none"):
        agent.act(look(batch, np.arange(2), np.zeros(2, np.int64), 0))


# ── The network ──────────────────────────────────────────────────────────────────────────────────


def test_a_network_leads_the_search_and_values_its_ends(tmp_path):
    game = Goofspiel(num_cards=5)
    path = saved(tmp_path / "network.safetensors", game, "flat")
    seen = midgame(game, 3, 1)
    led = agents.make(f"search:1,network={path},rollout_turns=0", game, 1)
    worth = led.look_ahead(seen)[2]
    network = learned.load(path, game).network
    for row in range(len(seen)):  # one simulation: the value of the root, as both seats see it
        batch = Batch(game, 1)
        batch.set_states(seen.determinizations[row : row + 1])
        values = network.act(batch.observation[0], batch.action_mask[0], np.zeros(2))[2]
        ahead = [game.engine.potential(batch.states[0], game.tables[0], seat) for seat in (0, 1)]
        gains = np.clip(values + ahead, -1, 1)
        mean = (gains[0] - gains[1]) / 2
        assert worth[row] == pytest.approx(mean if seen.seats[row] == 0 else -mean, abs=1e-4)


UNCOMPILED = """
import sys
import numpy as np
import agents
from tests.agents.positions import midgame
from ow_env.goofspiel.game import Goofspiel
from ow_env.open_worlds.game import OpenWorlds

found = []
for game, spec, steps in (
    (Goofspiel(num_cards=6, bids="hidden"), "search:40", 2),
    (Goofspiel(num_cards=6, bids="hidden"), "search:40,select=halving,rollout_turns=1", 2),
    (OpenWorlds(), f"search:6,network={sys.argv[2]}", 8),
):
    found += [part.ravel() for part in agents.make(spec, game, 3).look_ahead(midgame(game, 1, steps))]
np.save(sys.argv[1], np.concatenate(found))
"""


@pytest.mark.slow
def test_the_same_compiled_or_not(tmp_path):
    path = saved(tmp_path / "network.safetensors", OpenWorlds(), "worlds")
    for name, setting in (("compiled", "0"), ("not", "1")):
        subprocess.run(
            [sys.executable, "-c", UNCOMPILED, tmp_path / f"{name}.npy", path],
            env={**os.environ, "NUMBA_DISABLE_JIT": setting},
            cwd=Path(__file__).parents[2],
            check=True,
        )
    compiled, uncompiled = (np.load(tmp_path / f"{name}.npy") for name in ("compiled", "not"))
    np.testing.assert_allclose(compiled, uncompiled, atol=1e-6)


# ── Specs, and where it sits ─────────────────────────────────────────────────────────────────────

BAD = [
    ("search:0", "simulations: expected a whole number from 1 to 1,000,000, got 0"),
    ("search:many", "simulations: expected a whole number"),
    ("search:1.5", "simulations: expected a whole number"),
    ("search:-3ms", "milliseconds: expected a whole number"),
    ("search:0ms", "milliseconds: expected 1 or more"),
    ("search:simulations=10,milliseconds=20", "give simulations or milliseconds, not both"),
    ("search:10,10", "expected NAME=VALUE, got '10'"),
    ("search:10,simulations=10", "simulations is given twice"),
    ("search:20,", "expected NAME=VALUE, got ''"),
    ("search:20,width", "expected NAME=VALUE, got 'width'"),
    ("search:network=", "expected NAME=VALUE, got 'network='"),
    ("search:1_000", "simulations: expected a whole number"),
    ("search:50MS", "simulations: expected a whole number"),
    ("search:zzz=1", "there is no setting 'zzz'; there are simulations, milliseconds, network"),
    ("search:40,trees=3", "trees: expected one for each 16 of the 40 simulations at most, which is 2, got 3"),
    ("search:40,trees=2,threads=2", "give trees or threads, not both"),
    ("search:roolout=random", "there is no setting 'roolout'; nearest: 'rollout'"),
    (
        "search:network=none,rollout=expert",
        "rollout: expected one of 'random', 'matcher', 'scripted', and with a network (network=PATH) 'network'",
    ),
    ("search:network=none,prior=network", "prior: expected one of"),
    ("search:select=best", "select: expected one of 'uct', 'regret', 'halving', got 'best'"),
    ("search:final=worst", "final: expected one of 'best', 'mixed'"),
    ("search:c_puct=nan", "c_puct: expected a number from 0 to 100, got nan"),
    ("search:rollout_turns=soon", "rollout_turns: expected a whole number from 0 to"),
    ("search:network=nowhere.safetensors", "nowhere.safetensors: there is no such file"),
]


@pytest.mark.parametrize(("spec", "words"), BAD)
def test_a_bad_spec_is_refused_in_words(spec, words):
    with pytest.raises(ValueError, match=r"search|safetensors") as refused:
        agents.make(spec, Goofspiel(), 1)
    assert words in str(refused.value)


def test_the_learned_agent_of_the_table_leads_the_search_where_none_is_named():
    for game in (TradeWorlds(), TradeWorlds(num_players=3), Goofspiel()):
        own = str(shipped.path_of("learned", game))
        assert read_spec("search", game).network == own
    assert read_spec("search", Goofspiel(num_cards=4)).network == "none"


@pytest.mark.parametrize(
    ("game", "network", "words"),
    [
        (TradeWorlds(), "1000", "prior=network,rollout=network,rollout_turns=1,select=halving,final=best"),
        (TradeWorlds(), "network=none", "prior=strategist,rollout=strategist,rollout_turns=4,select=halving"),
        (TradeWorlds(), "prior=random", "rollout=network,rollout_turns=1,select=uct"),
        (TheseNewWorlds(), "network=none", "prior=governor,rollout=greedy,rollout_turns=1"),
        (OpenWorlds(), "network=none", "prior=expert,rollout=expert,rollout_turns=1"),
        (ExpansiveUniverse(), "1000", "prior=network,rollout=network,rollout_turns=1"),
        (Goofspiel(), "1000", "prior=network,rollout=network,rollout_turns=0,select=regret,final=mixed"),
        (Goofspiel(), "network=none", "prior=random,rollout=random,rollout_turns=13,select=regret,final=mixed"),
    ],
)  # fmt: skip
def test_what_is_not_said_follows_from_the_game_and_whether_a_network_leads(game, network, words):
    assert read_spec(f"search:{network}", game) == read_spec(f"search:{network},{words}", game)


def test_how_far_to_play_on_is_measured_where_nothing_says_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    game = Goofspiel(num_cards=9)
    assert read_spec("search:network=none", game).rollout_turns == 13
    monkeypatch.setattr("agents.search.length.MEASURED", {})
    unsaid = replace(searcher_of(game.name), defaults=SearchDefaults())
    monkeypatch.setattr("agents.search.settings.searcher_of", lambda name: unsaid)
    for _ in range(2):
        assert read_spec("search:network=none", game).rollout_turns == 9
    said = "search: in goofspiel it plays on for at most 9 turns beyond the tree, as long as random games last"
    assert capsys.readouterr().err.count(said) == 1
    assert read_spec("search:network=none,rollout_turns=3", game).rollout_turns == 3
    monkeypatch.setattr("agents.search.length.MOST_STEPS", 2)
    assert read_spec("search:network=none", Goofspiel(num_cards=8)).rollout_turns == 2, "of a game without end"


def test_settings_are_printed_as_they_are_given_and_told_on_the_page():
    page = (Path(__file__).parents[2] / "docs" / "search.md").read_text("utf-8")
    told = {name for row in re.findall(r"^\| ([a-z_, ]+) \|", page, re.M) for name in row.split(", ")}
    assert {field.name for field in dataclasses.fields(Settings)} <= told
    assert in_words("rollout_turns", TO_THE_END) == "rollout_turns end"
    assert in_words("rollout_turns", 4) == "rollout_turns 4"
    assert in_words("simulations", TO_THE_END) == f"simulations {TO_THE_END}"


def test_a_spec_says_what_it_changes():
    game = Goofspiel()
    alone = Settings(select="regret", final="mixed", rollout_turns=13)
    assert read_spec("search:network=none", game) == alone
    assert read_spec("search", game).network == str(shipped.path_of("learned", game))
    assert read_spec("search", Goofspiel(num_cards=4)) == alone
    assert read_spec("search:50ms", game).milliseconds == 50
    asked = read_spec("search:200,select=uct,c_puct=0.5,rollout_turns=end,threads=2", game)
    assert (asked.simulations, asked.select, asked.c_puct, asked.threads) == (200, "uct", 0.5, 2)
    assert "search" in agents.names("goofspiel")
    assert "search" in agents.names("open_worlds")
    assert agents.make("search:7", game, 1).parameters["simulations"] == 7


def test_a_ladder_knows_a_search_by_its_settings_and_the_weights_of_its_network(tmp_path):
    path = saved(tmp_path / "network.safetensors", Goofspiel(), "flat")
    agent_key = agent_key_of(f"search:8,network={path},threads=2", Goofspiel())
    told = dataclasses.asdict(read_spec(f"search:8,network={path}", Goofspiel()))
    del told["threads"]
    told["network"] = learned.load(str(path), Goofspiel()).parameters["weights"]
    assert json.loads(agent_key.parameters) == told
    assert (agent_key.name, agent_key.version) == ("search", 5)


def test_the_ladder_tells_budgets_and_networks_apart(tmp_path):
    game = Goofspiel()
    specs = ["search", "search:1000", "search:999", "search:1000,c_puct=2", "search:1000,threads=2"]
    keys = [agent_key_of(spec, game).key for spec in specs]
    assert keys[0] == keys[1] == keys[4]
    assert len(set(keys)) == 3
    one = saved(tmp_path / "one.safetensors", game, "flat")
    other = saved(tmp_path / "other.safetensors", game, "flat", seed=2)
    copied = Path(shutil.copy(one, tmp_path / "copied.safetensors"))
    by_file = [agent_key_of(f"search:10,network={os.fspath(path)}", game).key for path in (one, other, copied)]
    assert by_file[0] == by_file[2] != by_file[1]
    assert by_file[0] not in keys


def test_it_plays_in_ladders_and_goes_to_other_processes_whole():
    game = Goofspiel(num_cards=5)
    assert len(play_deal(game.variants()[0], ((0, 1), (1, 0)), 0, Job("search:30", "random", 0, 3, 5))) == 3
    agent, seen = agents.make("search:20", game, 1), midgame(game, 2, 1)
    other = pickle.loads(pickle.dumps(agent))
    assert isinstance(other, SearchAgent)
    assert np.array_equal(agent.look_ahead(seen)[1], other.look_ahead(seen)[1])


def test_environments_seat_it_by_name_with_its_settings():
    game = Goofspiel(num_cards=4)

    def course(opponent):
        env = OneSeatEnv(game, opponent=opponent)
        seen, _ = env.reset(seed=3)
        told, over = [], False
        while not over:
            told.append(seen.tobytes())
            seen, _, over, _, _ = env.step(int(env.action_masks().argmax()))
        return told

    agent = agents.make("search:30,select=uct", game, seed_for("opponent", 3))
    assert course("search:30,select=uct") == course("agents:search:30,select=uct") == course(agent)
    for wrong, words in [
        ("search:roolout=random", "there is no setting 'roolout'"),
        ("agents:search:0", "simulations: expected a whole number"),
        ("random:5", "'random' takes no settings"),
        ("serch:100", "there is no module 'serch' to import.*opponent='agents:serch:100'"),
        ("agents:serch:100", "no opponent is called 'serch'; nearest: 'search'"),
    ]:
        with pytest.raises(ValueError, match=words):
            OneSeatEnv(game, opponent=wrong)


def test_open_worlds_is_searched_by_scripts_and_by_a_network(tmp_path):
    game = OpenWorlds()
    path = saved(tmp_path / "network.safetensors", game, "worlds")
    seen = midgame(game, 3, 30)
    without = ",prior=random,rollout=raider,rollout_turns=0"
    for words in ("", ",select=halving", ",select=regret", f",network={path}", without):
        agent = agents.make(f"search:24{words}", game, 1)
        actions, shares, worth = agent.look_ahead(seen)
        assert seen.mask[np.arange(len(seen)), actions].all()
        assert np.allclose(shares.sum(axis=1), 1)
        assert (shares[seen.mask == 0] == 0).all()
        assert (np.abs(worth) <= 1).all()


def test_each_seat_of_each_game_has_a_name_that_stays() -> None:
    game = Goofspiel()
    batch = Batch(game, 5, seed=1)
    names = []
    for moment in range(3):
        names.append([seen_by(batch, seat, moment) for seat in (0, 1)])
        batch.step(batch.action_mask.argmax(axis=2))
    found = [np.concatenate([seen.games for seen in both]) for both in names]
    assert len(set(found[0].tolist())) == 10
    assert all(np.array_equal(found[0], one) for one in found)
    assert [one.moments.tolist() for one, _ in names] == [[0] * 5, [1] * 5, [2] * 5]
    keys = batch.draw_keys(np.arange(5), np.zeros(5, np.intp))
    assert not set(keys.tolist()) & set(found[0].tolist()), "what is drawn by is not told"
    batch.reset()
    assert not set(seen_by(batch, 0, 0).games.tolist()) & set(found[0].tolist()), "the next games have others"
