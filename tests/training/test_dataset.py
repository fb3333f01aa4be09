"""`ow dataset`: what is written is what was played, however it was interrupted; what is damaged is refused in words."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import re
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import agents
from agents.base import Observation
from ow_env.core import Batch
from ow_env.open_worlds.cards import load_catalogue
from ow_env.registry import games
from tests.tables import game_of
from training.cli import main
from training.dataset import check, plan_of, read, to_minari, write
from training.dataset.playing import Ragged, play_block
from training.dataset.tables import COLUMNS, DECISIONS, ENDS, to_bytes
from training.measure.match import play_match
from training.measure.workers import ProcessExecutor

pytest.importorskip("pyarrow", reason="the extra `data` is not installed")
import pyarrow.parquet as pq

GOOFSPIEL = {"num_cards": 5}


def written(tmp_path, *names, game="goofspiel", count=20, options=None, executor=None, **more):
    """Write a small dataset; return its folder."""
    folder = tmp_path / "data"
    plan = plan_of(game_of(game, **(options or {})), names or ("random",), count, **{"seed": 3, "block": 8, **more})
    write(plan, folder, executor)
    return folder


def contents(folder):
    """Return all files of a folder by their names."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


# ── What is written is what was played ───────────────────────────────────────────────────────

SOLO = {"scenario": "The Derelict", "num_players": 1}
TABLES = [  # game, options, agents
    ("open_worlds", {}, ("random",)),
    ("goofspiel", {}, ("random",)),
    ("open_worlds", {"num_players": 3}, ("random", "scripted")),
    ("goofspiel", {"num_players": 4, "num_cards": 4}, ("random",)),
]
ELSEWHERE = [  # in the pass in which every game is compiled
    *((name, {}, ("random",)) for name in games() if name not in ("open_worlds", "goofspiel")),
    ("tradeworlds", {"num_players": 4}, ("random",)),
    ("tradeworlds", SOLO, ("random", "scripted")),
    ("expansive_universe", {"num_players": 3}, ("random",)),
]
ROWS = [*TABLES, *(pytest.param(*row, marks=pytest.mark.bounds) for row in ELSEWHERE)]
ROW = ("game", "game_number", "seat", "agent", "action", "reward", "result", "truncated")


@pytest.mark.parametrize(("game", "options", "names"), ROWS)
def test_every_row_is_what_a_dense_batch_shows_when_the_actions_are_played_again(game, options, names, tmp_path):
    folder = written(tmp_path, *names, game=game, options=options, count=1, block=1)
    dataset = read(folder)
    assert len(dataset) == sum(len(batch) for batch in dataset.batches())
    by_game: dict = {}
    for batch in dataset.batches(64):
        columns = [batch.plain(name).tolist() for name in ROW]
        for *row, seen, mask in zip(*columns, batch.observation, batch.action_mask, strict=True):
            by_game.setdefault(row[0], []).append((*row, seen, mask))
    assert sorted(by_game) == list(range(dataset.about["games"]))
    ends = {(e.game, e.seat): e for e in dataset.episodes()}
    for number, rows in by_game.items():
        way = dataset.ways[number % len(dataset.ways)]
        played = Batch(dataset.games[way.variant], 1, 3, first_game=number // len(dataset.ways))  # dense, every seat
        players, left = played.game.num_players, iter(rows)
        paid, owed = np.zeros(players), np.zeros(players)
        while not (played.terminated[0] or played.truncated[0]):
            actions = np.zeros((1, players), np.int64)
            for seat in np.flatnonzero(played.to_act[0]).tolist():
                _, game_number, who, agent, action, reward, _, _, seen, mask = next(left)
                assert (game_number, who, agent) == (number // len(dataset.ways), seat, way.seats[seat])
                np.testing.assert_array_equal(seen, played.observation[0, seat])
                np.testing.assert_array_equal(mask, played.action_mask[0, seat])
                actions[0, seat] = action
                owed[seat] += reward
            played.step(actions)
            paid += played.reward[0]
        assert not list(left)
        np.testing.assert_array_equal(owed, paid)
        for _, _, seat, _, _, _, result, truncated, _, _ in rows:
            assert (result, truncated) == (paid[seat], played.truncated[0])
        for seat in range(players):
            end = ends[number, seat]
            np.testing.assert_array_equal(end.final_observation, played.observation[0, seat])
            assert end.result == paid[seat]
            assert end.decisions.last.tolist() == [False] * (len(end.decisions) - 1) + [True] * bool(len(end.decisions))
    assert check(folder, sample=None).replayed == dataset.about["games"]


@pytest.mark.bounds
def test_the_games_are_those_of_ow_match(tmp_path):
    game = game_of("star_realms")
    names = [name for name in agents.names("star_realms") if name not in ("random", "search", "scripted", "learned")][
        :2
    ]
    dataset = read(written(tmp_path, *names, game="star_realms", count=12, seed=9, block=6))
    result = play_match(game, *(agents.make(name, game, 0) for name in names), 12, seed=9)
    won = sum(e.result > 0 for e in dataset.episodes() if e.agents[e.seat] == names[0])
    assert (dataset.about["games"], won) == (result.games, result.wins)


def test_who_meets_whom():
    game = game_of("goofspiel", **GOOFSPIEL)

    def seats(*labels, options=None, **more):
        plan = plan_of(game_of("goofspiel", **(options or GOOFSPIEL)), labels, 7, **more)
        return plan.games, ["".join(str(who) for who in way.seats) for way in plan.ways]

    assert seats("random") == (7, ["00"])
    assert seats("random", "scripted") == (8, ["01", "10"])
    assert seats("random", "search:2", "search:4") == (12, ["01", "10", "02", "20", "12", "21"])
    four = {"num_players": 4, "num_cards": 4}
    assert sorted(seats("random", "search:2", options=four)[1]) == ["0011", "0101", "0110", "1001", "1010", "1100"]
    assert seats("random", "search:2", "search:4", options=four, together=True)[1] == ["0120", "1201", "2012"]
    numbers = [
        (block.way, block.first, block.count) for block in plan_of(game, ("random", "scripted"), 20, block=8).blocks()
    ]
    assert numbers == [(0, 0, 8), (1, 0, 8), (0, 8, 2), (1, 8, 2)]


def test_sides_are_played_both_ways(tmp_path):
    game = game_of("open_worlds")
    dataset = read(written(tmp_path, "random", game="open_worlds", count=2, block=1))
    assert [way.variant for way in dataset.ways] == [0, 1]
    assert [variant.sides for variant in dataset.games] == [variant.sides for variant in game.variants()]


# ── Policies ─────────────────────────────────────────────────────────────────────────────────


def test_a_search_tells_its_policy_and_random_play_none(tmp_path):
    folder = written(tmp_path, "random", "search:8", options=GOOFSPIEL, count=4)
    dataset = read(folder)
    for batch in dataset.batches():
        searched = batch.agent == dataset.agents.index("search:8")
        assert batch.has_policy.tolist() == searched.tolist()
        assert np.isnan(batch.value).tolist() == (~searched).tolist()
        np.testing.assert_allclose(batch.policy[searched].sum(1), 1, atol=1e-5)
        assert not batch.policy[batch.action_mask == 0].any()
        assert (np.abs(batch.value[searched]) <= 1).all()
    without = read(written(tmp_path / "without", "random", "search:8", options=GOOFSPIEL, count=4, policies=False))
    for with_, batch in zip(dataset.batches(), without.batches(), strict=True):
        assert not batch.has_policy.any()
        np.testing.assert_array_equal(with_.action, batch.action)  # it plays the same games, asked or not


def test_a_policy_is_the_one_the_agent_tells_for_what_it_saw(tmp_path):
    learned = agents.make("learned", game_of("open_worlds"))
    dataset = read(written(tmp_path, "learned", game="open_worlds", count=2, block=2))
    batch = next(dataset.batches(50))
    advice = learned.advise(Observation(batch.observation, batch.action_mask))
    np.testing.assert_allclose(batch.policy, advice.policy, atol=1e-6)
    np.testing.assert_allclose(batch.value, advice.values, atol=1e-6)


# ── Interrupted, gone on with ────────────────────────────────────────────────────────────────


class Stopped(Exception):
    """Ctrl-C, as a test can send it."""


def test_an_interrupted_run_goes_on_and_writes_the_same_files(tmp_path):
    plan = plan_of(game_of("goofspiel", **GOOFSPIEL), ("random", "search:4"), 40, 3, block=4)
    write(plan, tmp_path / "whole")
    stops = iter([2, 5, 6])
    wanted = next(stops)

    def report(progress):
        nonlocal wanted
        if progress.blocks == wanted:
            wanted = next(stops, -1)
            raise Stopped

    for blocks in (2, 5, 6):
        with pytest.raises(Stopped):
            write(plan, tmp_path / "parts", report=report)
        about = json.loads((tmp_path / "parts" / "dataset.json").read_text())
        assert (about["complete"], len(about["blocks"])) == (False, blocks)
        with pytest.raises(
            ValueError, match=f"not finished: {blocks} blocks with .* the command that began it goes on"
        ):
            read(tmp_path / "parts")
        assert len(read(tmp_path / "parts", unfinished=True)) == about["decisions"] > 0
    write(plan, tmp_path / "parts")
    assert contents(tmp_path / "parts") == contents(tmp_path / "whole")


@pytest.mark.slow
def test_workers_change_nothing(tmp_path):
    alone = written(tmp_path / "alone", "random", options=GOOFSPIEL, block=4)
    with ProcessExecutor(2) as executor:
        shared = written(tmp_path / "shared", "random", options=GOOFSPIEL, block=4, executor=executor)
    assert contents(shared) == contents(alone)


def test_a_block_that_was_lost_or_half_written_is_played_again(tmp_path):
    folder = written(tmp_path, options=GOOFSPIEL)
    before = contents(folder)
    (folder / DECISIONS / "000001.parquet").unlink()
    (folder / ENDS / "000002.parquet").write_bytes(b"PAR1")
    (folder / DECISIONS / "000002.parquet.partial").write_bytes(b"half of it")
    written(tmp_path, options=GOOFSPIEL)
    assert contents(folder) == before


def test_more_games_go_on_where_the_dataset_ends(tmp_path):
    folder = written(tmp_path, options=GOOFSPIEL, count=16)
    before = contents(folder)
    written(tmp_path, options=GOOFSPIEL, count=32)
    assert read(folder).about["games"] == 32
    assert {name: content for name, content in contents(folder).items() if name in before and "json" not in name} == {
        name: content for name, content in before.items() if "json" not in name
    }
    assert contents(folder) == contents(written(tmp_path / "at once", options=GOOFSPIEL, count=32))


def test_a_full_disk_leaves_no_half_written_file(tmp_path, monkeypatch):
    whole = Path.write_bytes

    def full(self, content):
        whole(self, content[: len(content) // 2])
        raise OSError(28, "No space left on device", str(self))

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left"):
        written(tmp_path, options=GOOFSPIEL)
    monkeypatch.undo()
    assert list(contents(tmp_path / "data")) == ["README.md", "dataset.json"]


DIFFERS = [  # what is asked for the second time, what is said
    ({"seed": 4}, "it holds another dataset: seed is 3 there, 4 asked for; choose another folder"),
    ({"block": 4}, "block is 8 there, 4 asked for"),
    ({"options": {"num_cards": 6}}, "variants is .* there"),
    ({"agents": ("search:4",)}, "agents is"),
    ({"count": 10}, "it holds 20 games already, more than the 10 asked for"),
]


@pytest.mark.parametrize(("change", "said"), DIFFERS)
def test_another_dataset_in_the_folder_is_left_alone(change, said, tmp_path):
    folder = written(tmp_path, options=GOOFSPIEL)
    before = contents(folder)
    change = dict(change)
    with pytest.raises(ValueError, match=said):
        written(tmp_path, *change.pop("agents", ()), **{"options": GOOFSPIEL, **change})
    assert contents(folder) == before


def test_other_files_are_left_alone(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "thesis.tex").write_text("years of work")
    with pytest.raises(ValueError, match="expected a new folder, an empty one or a dataset"):
        written(tmp_path, options=GOOFSPIEL)
    assert list(contents(tmp_path / "data")) == ["thesis.tex"]


# ── Reading ──────────────────────────────────────────────────────────────────────────────────


def test_batches_hold_every_decision_once_in_any_order(tmp_path):
    dataset = read(written(tmp_path, options=GOOFSPIEL, count=40))

    def rows(**more):
        batches = list(dataset.batches(30, **more))
        assert {len(batch) <= 30 for batch in batches} == {True}
        return [(g, d, s) for b in batches for g, d, s in zip(b.game, b.plain("decision"), b.seat, strict=True)]

    assert rows() == sorted(rows())
    assert len(set(rows())) == len(dataset)
    assert rows(shuffle=1) != rows() != rows(shuffle=2) != rows(shuffle=1)
    assert sorted(rows(shuffle=1)) == rows()
    assert rows(shuffle=1) == rows(shuffle=1)


def test_what_is_held_out_is_in_no_other_part_and_no_deal_is_in_both(tmp_path):
    dataset = read(written(tmp_path, "random", "scripted", options=GOOFSPIEL, count=200))
    learn, test = dataset.split(0.2)
    numbers = [{int(n) for b in part.batches() for n in b.plain("game_number")} for part in (learn, test)]
    assert numbers[0] | numbers[1] == set(range(100))
    assert not numbers[0] & numbers[1]
    assert 15 <= len(numbers[1]) <= 25
    assert sum(len(b) for part in (learn, test) for b in part.batches()) == len(dataset)
    assert {e.game_number for e in test.episodes()} == numbers[1]


def test_one_agents_decisions(tmp_path):
    dataset = read(written(tmp_path, "random", "scripted", options=GOOFSPIEL))
    chosen = list(dataset.batches(agents=["scripted"]))
    assert {dataset.agents[who] for batch in chosen for who in batch.agent} == {"scripted"}
    assert 0 < sum(map(len, chosen)) < len(dataset)
    with pytest.raises(ValueError, match="agents: 'scriptet' has not played here; nearest: 'scripted'"):
        list(dataset.batches(agents=["scriptet"]))


def test_any_parquet_reader_sees_the_columns(tmp_path):
    table = pq.read_table(written(tmp_path, options=GOOFSPIEL) / DECISIONS)
    assert table.column_names == list(COLUMNS[DECISIONS])
    row = table.slice(0, 1).to_pylist()[0]
    assert row["agent"] == "random"
    assert row["policy"] is row["value"] is None
    assert row["action"] in row["legal"]
    assert all(one < other for one, other in pairwise(row["feature_index"]))


def test_games_with_own_cards_are_read_with_them(tmp_path):
    catalogue = load_catalogue()
    folder = written(tmp_path, game="open_worlds", options={"cards": catalogue}, count=2, block=1)
    with pytest.raises(ValueError, match=r"variants\[0\]: cards: the game and you must name a card file, or neither"):
        read(folder)
    assert check(folder, cards=catalogue).replayed == 2


# ── Damage ───────────────────────────────────────────────────────────────────────────────────


def test_a_file_that_is_cut_short_missing_or_changed_is_refused(tmp_path):
    folder = written(tmp_path, options=GOOFSPIEL)
    path = folder / DECISIONS / "000001.parquet"
    content = path.read_bytes()
    path.write_bytes(content[:100])
    with pytest.raises(ValueError, match=rf"000001.parquet: expected {len(content)} bytes, found 100: it is cut short"):
        read(folder)
    path.write_bytes(content[:500] + bytes([content[500] ^ 1]) + content[501:])
    for look in (check, lambda folder: list(read(folder).batches())):
        with pytest.raises(ValueError, match=r"000001.parquet: damaged: expected a SHA-256 of [0-9a-f]{64}, found"):
            look(folder)
    path.unlink()
    with pytest.raises(ValueError, match=r"000001.parquet: this file is missing"):
        read(folder)


ABOUT = [  # what is changed in dataset.json, what is said
    (lambda a: a.update(format="x"), "format: expected 'open-worlds dataset', found \"x\""),
    (lambda a: a.update(format_version=2), "format_version: expected 1, found 2: another release"),
    (lambda a: a.update(version=99), "version of goofspiel: expected 0, found 99: it was played by other rules"),
    (lambda a: a.update(game="chess"), "game: expected one of open_worlds, .*, found 'chess'"),
    (lambda a: a.update(num_features=7), "num_features: expected .*, found 7"),
    (lambda a: a.pop("seed"), "seed: it is missing"),
    (lambda a: a.update(seed=-1), "seed: expected a number from 0 up, found -1"),
    (lambda a: a["variants"][0].update(num_cards=99), r"variants\[0\]: "),
    (lambda a: a["ways"][0].update(seats=[0, 5]), r"ways\[0\]: expected .*, and for 2 seats an agent below 1, found {"),
    (lambda a: a["ways"][0].update(seats="01"), r"ways\[0\]: seats: expected a list, found "),
    (lambda a: a.update(decisions=7), "expected 20 games with 7 decisions in its blocks, found 20 with 160"),
    (lambda a: a["blocks"][0]["bytes"].pop(ENDS), r"blocks\[0\]: bytes: ends: it is missing"),
    (lambda a: a["blocks"][1].update(block=0), "blocks: expected numbers in increasing order"),
]


@pytest.mark.parametrize(("change", "said"), ABOUT, ids=[row[1][:40] for row in ABOUT])
def test_a_wrong_description_is_refused_with_the_field(change, said, tmp_path):
    folder = written(tmp_path, options=GOOFSPIEL)
    about = json.loads((folder / "dataset.json").read_text())
    change(about)
    (folder / "dataset.json").write_text(json.dumps(about))
    with pytest.raises(ValueError, match=said):
        read(folder)


def forge(folder, change, table=DECISIONS, labels=None):
    """Change the columns of file 0, maybe the order of its names; make all hashes and sizes right again."""
    dataset = read(folder)
    columns = dict((dataset.decisions(0) if table == DECISIONS else dataset.ends(0)).columns)
    columns = {name: c if isinstance(c, Ragged) else c.copy() for name, c in columns.items()}
    change(columns)
    footer = {"seed": dataset.about["seed"], "block": 0}
    content = to_bytes(table, columns, labels or dataset.agents, dataset.num_features, dataset.num_actions, footer)
    (folder / table / "000000.parquet").write_bytes(content)
    about = json.loads((folder / "dataset.json").read_text())
    about["blocks"][0]["bytes"][table] = len(content)
    about["blocks"][0]["sha256"][table] = hashlib.sha256(content).hexdigest()
    if table == DECISIONS:
        about["decisions"] += len(columns["seat"]) - about["blocks"][0]["decisions"]
        about["blocks"][0]["decisions"] = len(columns["seat"])
    (folder / "dataset.json").write_text(json.dumps(about))


def ragged(columns, name, change):
    """Change the values of a column of lists."""
    values = columns[name].values.copy()
    change(values)
    columns[name] = Ragged(values, columns[name].offsets)


def test_an_agent_is_known_by_its_name_however_a_file_numbers_names(tmp_path):
    """Any program may write the files anew, with a dictionary in another order."""
    folder = written(tmp_path, "random", "scripted", options=GOOFSPIEL)
    before = read(folder)
    kept, names = before.decisions(0).columns["agent"], before.agents
    assert len(set(kept.tolist())) == len(names) > 1
    forge(folder, lambda columns: columns.update(agent=len(names) - 1 - columns["agent"]), labels=names[::-1])
    assert read(folder).decisions(0).columns["agent"].tolist() == kept.tolist()


def more(values):
    """Let the seat of row 0 see another number."""
    values[4] += 1


def allow(columns):
    """Let the mask of row 0 allow another action, and take it."""
    legal = columns["legal"]
    last = legal.offsets[1] - 1
    values = legal.values.copy()
    values[last] = 9
    columns["legal"] = Ragged(values, legal.offsets)
    columns["action"][0] = 9


def without_last(columns):
    """Leave out the last row."""
    rows = np.arange(len(columns["seat"]) - 1)
    columns |= {name: c.take(rows) if isinstance(c, Ragged) else c[rows] for name, c in columns.items()}


LIES = [  # what is changed, what playing the games again says
    (DECISIONS, lambda c: c["result"].__setitem__(2, -c["result"][2] or 1), r"row 2 .*: result: expected .* by"),
    (DECISIONS, lambda c: c["reward"].__setitem__(0, 0.5), r"row 0 .*: reward: expected 0.0 by the rules, found 0.5"),
    (DECISIONS, lambda c: c["last"].__setitem__(0, True), r"row 0 .*: last: expected False by the rules, found True"),
    (DECISIONS, lambda c: c["seat"].__setitem__(3, 7), r"row 3 .*: seat: expected 1 by the rules, found 7"),
    (DECISIONS, lambda c: c["game"].__setitem__(0, 5), r"row 0 .*: game: expected 0 by the rules, found 5"),
    (DECISIONS, lambda c: ragged(c, "feature_value", more), r"row 0 .*: feature_value: expected"),
    (DECISIONS, lambda c: c["action"].__setitem__(0, 13), r"number 0 in row 0: row 0: player_0 may not play .bid 13."),
    (DECISIONS, allow, r"row 0: player_0 may not play .bid 9."),
    (DECISIONS, without_last, r"game number 7: it ends after decision \d+; by the rules it goes on"),
    (ENDS, lambda c: c["decisions"].__setitem__(0, 99), r"the end, player_0\): decisions: expected 4 by the rules"),
    (ENDS, lambda c: c["truncated"].__setitem__(1, True), r"row 1 .*: truncated: expected False by the rules"),
]  # fmt: skip


@pytest.mark.parametrize(("table", "change", "said"), LIES, ids=[row[2][:40] for row in LIES])
def test_what_the_rules_do_not_bear_out_is_found_by_playing_again(table, change, said, tmp_path):
    folder = written(tmp_path, options={"num_cards": 5, "order": "random"})
    forge(folder, change, table)
    assert check(folder, sample=0).replayed == 0  # the files are those of dataset.json
    with pytest.raises(ValueError, match=said):
        check(folder)


def test_ids_out_of_range_are_no_observation(tmp_path):
    folder = written(tmp_path, options=GOOFSPIEL)
    forge(folder, lambda c: ragged(c, "feature_index", lambda values: values.__setitem__(0, 60000)))
    with pytest.raises(ValueError, match=r"expected ids below [0-9]+, found 60000"):
        _ = next(read(folder).batches()).observation


def test_other_rules_are_named_as_what_may_explain_it(tmp_path):
    folder = written(tmp_path, options=GOOFSPIEL)
    forge(folder, lambda c: c["reward"].__setitem__(0, 0.5))
    about = json.loads((folder / "dataset.json").read_text())
    (folder / "dataset.json").write_text(json.dumps(about | {"rules": "0" * 16}))
    with pytest.raises(ValueError, match=r"written by version .*, whose rules were others than here"):
        check(folder)


# ── Minari ───────────────────────────────────────────────────────────────────────────────────


def test_minari_loads_what_was_played(tmp_path, monkeypatch):
    minari = pytest.importorskip("minari", reason="the extra `data` is not installed")
    dataset = read(written(tmp_path, "random", "search:4", options=GOOFSPIEL, count=6))
    target = to_minari(dataset, "goofspiel/search-v0", tmp_path / "minari")
    assert [path.name for path in (tmp_path / "minari").iterdir()] == ["goofspiel"]
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    loaded = minari.load_dataset("goofspiel/search-v0")
    assert loaded.total_steps == len(dataset)
    env = loaded.recover_environment()
    assert (env.observation_space, env.action_space) == (loaded.observation_space, loaded.action_space)
    assert env.unwrapped.game.options == dataset.games[0].options
    assert env.observation_space.contains(env.reset(seed=1)[0])
    played = list(dataset.episodes())
    assert loaded.total_episodes == len(played) == 12
    for episode, mine in zip(loaded.iterate_episodes(), played, strict=True):
        count = len(mine.decisions)
        seen = episode.observations
        np.testing.assert_array_equal(seen["observation"][:count], mine.decisions.observation)
        np.testing.assert_array_equal(seen["observation"][count], mine.final_observation)
        np.testing.assert_array_equal(seen["action_mask"][:count], mine.decisions.action_mask)
        np.testing.assert_array_equal(episode.actions, mine.decisions.action)
        assert episode.rewards.sum() == mine.result
        assert episode.terminations.tolist() == mine.decisions.last.tolist()
        assert not episode.truncations.any()
        searched = mine.agents[mine.seat] == "search:4"
        assert mine.decisions.has_policy.tolist() == [searched] * count
        np.testing.assert_array_equal(episode.infos["policy"][:count], mine.decisions.policy)
        np.testing.assert_array_equal(episode.infos["value"][:count], mine.decisions.value)
        space = loaded.observation_space
        assert space.contains({name: some[0] for name, some in seen.items()})
    told = next(iter(loaded.storage.get_episode_metadata([0])))
    assert told["options"] == {
        "game": 0, "game_number": 0, "seat": 0, "agents": ["random", "search:4"], "result": played[0].result,
    }  # fmt: skip
    assert told["seed"] == 3
    with pytest.raises(ValueError, match="there is a dataset of this id"):
        to_minari(dataset, "goofspiel/search-v0", tmp_path / "minari")
    assert (target / "data").is_dir()


@pytest.mark.parametrize("missing", ["minari", "PIL"])
def test_minari_names_the_extra_it_needs(missing, tmp_path, monkeypatch):
    dataset = read(written(tmp_path, options=GOOFSPIEL))
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(ImportError, match=rf"need {missing}, .*: pip install 'open-worlds-env\[data\]'"):
        to_minari(dataset, "goofspiel/random-v0", tmp_path / "minari")


def test_the_command_says_how_many_episodes_it_wrote(tmp_path, capsys):
    pytest.importorskip("minari", reason="the extra `data` is not installed")
    folder = written(tmp_path, options=GOOFSPIEL, count=4)
    assert main(["dataset", "minari", str(folder), "goofspiel/a-v0", "--out", str(tmp_path / "minari")]) == 0
    assert "a-v0: 8 episodes: minari.load_dataset('goofspiel/a-v0')" in capsys.readouterr().out


def test_minari_refuses_an_id_that_is_none_and_leaves_nothing(tmp_path):
    pytest.importorskip("minari", reason="the extra `data` is not installed")
    dataset = read(written(tmp_path, options=GOOFSPIEL))
    for name, why in (
        ("what is this-v0", "Malformed dataset ID"),
        ("x", "expected a version at its end, such as x-v0"),
    ):
        with pytest.raises(ValueError, match=why):
            to_minari(dataset, name, tmp_path / "minari")
    assert not (tmp_path / "minari").exists()


# ── The command ──────────────────────────────────────────────────────────────────────────────


def test_the_command_writes_checks_and_shows(tmp_path, capsys):
    folder = tmp_path / "data"
    typed = f"dataset random scripted --game goofspiel --option num_cards=5 --games 30 --processes 1 --out {folder}"
    assert main(typed.split()) == 0
    out = capsys.readouterr().out
    assert "goofspiel: 30 games, random and scripted, seed 1" in out
    assert "30 games, 240 decisions" in out
    assert main(["dataset", "check", "--all", str(folder)]) == 0
    assert "240 decisions of 30 games in 2 blocks: intact; 30 games replayed: identical" in capsys.readouterr().out
    assert main(["dataset", "show", str(folder)]) == 0
    assert "bytes per decision (dense: " in capsys.readouterr().out
    assert main(["dataset", "check", "--sample", "-1", str(folder)]) == 2
    assert "sample: expected a number of games from 0 up, got -1" in capsys.readouterr().err
    head = (folder / "README.md").read_text("utf-8").split("---\n")[1]
    tables = (
        "- config_name: decisions\n  data_files: decisions/*.parquet\n  default: true\n"
        "- config_name: ends\n  data_files: ends/*.parquet\n"
    )
    assert head == f"configs:\n{tables}tags:\n- reinforcement-learning\n"
    (folder / "README.md").write_text("mine")
    assert main([*typed.replace("30 --p", "40 --p").split()]) == 0
    assert (folder / "README.md").read_text() == "mine"
    (folder / "dataset.json").write_text("[" * 100_000)
    assert main(["dataset", "show", str(folder)]) == 2
    assert "it is nested too deeply" in capsys.readouterr().err


# ── The page ─────────────────────────────────────────────────────────────────────────────────

PAGE = (Path(__file__).parents[2].joinpath("docs", "dataset.md")).read_text("utf-8")


@pytest.mark.slow
def test_the_examples_of_the_page_run(tmp_path, monkeypatch):
    pytest.importorskip("minari", reason="the extra `data` is not installed")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    written(tmp_path, "expert", "raider", game="open_worlds", count=8, block=2).rename("match")
    to_minari(read("match"), "open_worlds/match-v0")
    for block in re.findall(r"^```python\n(.*?)^```$", PAGE, re.M | re.S):
        exec(compile(block, "docs/dataset.md", "exec"), {})


@pytest.mark.parametrize("table", [DECISIONS, ENDS])
def test_the_page_names_every_column_and_field(table):
    assert not [name for name in COLUMNS[table] if f"`{name}`" not in PAGE]


@pytest.mark.slow
def test_a_clone_of_an_agent_that_is_easy_to_learn_chooses_as_it_does(tmp_path):
    pytest.importorskip("torch")
    path = Path(__file__).parents[2] / "docs" / "clients" / "behaviour_cloning.py"
    spec = importlib.util.spec_from_file_location("behaviour_cloning", path)
    cloning = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(cloning)
    folder = written(tmp_path, "scripted", "random", game="goofspiel", options=GOOFSPIEL, count=200, block=64)
    told = cloning.main(str(folder), "scripted", str(tmp_path / "clone.safetensors"), epochs=12, width=32, rate=1e-2)
    share, forced = (float(re.search(rf"{what} (\S+)", told)[1]) for what in ("alike", "allowed"))
    assert share > 0.95 > 0.5 > forced
    game = game_of("goofspiel", **GOOFSPIEL)
    clone = agents.make(str(tmp_path / "clone.safetensors"), game)
    assert play_match(game, clone, agents.make("random", game, 1), 200, seed=5).score > 0.7


def test_a_block_depends_on_its_number_alone():
    plan = plan_of(game_of("goofspiel", **GOOFSPIEL), ("random",), 24, 3, block=8)
    one, other = list(plan.blocks())[1:]
    before = play_block(plan, other).decisions["action"]
    play_block(plan, one)
    np.testing.assert_array_equal(play_block(plan, other).decisions["action"], before)
