"""The report says what was measured: its page follows from its data, and its data from games."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from docs.results import __main__ as command, exploitability, learning, page, searching, sides, turns
from docs.results.study import Bench, Row, Study, run, with_interval
from docs.shipped.roster import Recipe, recipes
from ow_env.core.game import Game
from ow_env.registry import make as make_game
from training.exact.games import small_games

LITTLE = {"rollout": 300, "batch": 300, "teacher_batch": 300, "num_envs": 16, "threads": 1, "width_whole": 8,
          "width_world": 8, "width_trunk": 8}  # fmt: skip


def recipe_of(label: str) -> Recipe:
    """Return one recipe."""
    return next(recipe for recipe in recipes() if recipe.label == label)


def test_the_page_follows_from_the_data() -> None:
    assert page.PAGE.read_text("utf-8") == page.page(page.FOLDER)


def test_all_data_say_how_they_came_about() -> None:
    measured = {study.name: page.FOLDER / f"{study.name}.json" for study in page.STUDIES}
    assert {path.stem for path in page.FOLDER.glob("*.json")} <= measured.keys()
    for name, path in measured.items():
        if not path.is_file():
            assert f"Not measured yet: `python -m docs.results {name}`." in page.PAGE.read_text("utf-8")
            continue
        data = json.loads(path.read_text("utf-8"))
        assert data["command"] in (f"ow results {name}", f"python -m docs.results {name}")
        assert data["commit"]
        assert data["machine"]
        for row in data["rows"]:
            if "exploitable" in row:  # exactly
                assert 0 <= row["exploitable"] <= 0.5
                continue
            assert 0 <= row["low"] <= row["share"] <= row["high"] <= 1
            assert row["games"] > 0


def test_what_was_measured_is_kept_and_not_measured_again(tmp_path: Path) -> None:
    measured = []

    def measure(bench: Bench) -> list[dict[str, object]]:
        def one(name: str) -> list[dict[str, object]]:
            measured.append(name)
            return [{"name": name, **with_interval(0.5, bench.scaled(100))}]

        return [row for name in ("a", "b") for row in bench.once(("row", name), one, name)]

    study = Study("coins", "Coins", measure, lambda rows: [f"{len(rows)} rows"])
    bench = Bench(tmp_path / "runs", scale=0.5)
    data = json.loads(run(study, bench, tmp_path / "out").read_text("utf-8"))
    assert data["command"] == "python -m docs.results coins --scale 0.5"
    assert [row["games"] for row in data["rows"]] == [50, 50]
    run(study, bench, tmp_path / "out")
    assert measured == ["a", "b"]
    assert "## Coins\n\n2 rows\n\n`python -m docs.results coins --scale 0.5`, commit " in page.page(
        tmp_path / "out", [study]
    )
    assert "Not measured yet: `python -m docs.results coins`" in page.page(tmp_path, [study])


@pytest.mark.bounds
def test_the_shares_of_all_places_add_up_and_who_begins_is_told_from_who_sits_first() -> None:
    rows = turns.by_place(recipe_of("star_realms"), make_game("star_realms"), "simple", "simple", 600)
    assert sum(row["share"] for row in rows) == pytest.approx(1, abs=1e-4)
    assert [row["place"] for row in rows] == [1, 2]
    assert {row["what"] for row in rows} == {"place"}
    assert rows[0]["games"] == 600
    again = turns.by_place(recipe_of("star_realms"), make_game("star_realms"), "simple", "simple", 600)
    assert again == rows


@pytest.mark.bounds
def test_at_a_table_of_four_every_place_has_a_share() -> None:
    game = make_game("expansive_universe", num_players=4)
    rows = turns.by_place(recipe_of("expansive_universe"), game, "random", "random", 24)
    assert [row["place"] for row in rows] == [1, 2, 3, 4]
    assert sum(row["share"] for row in rows) == pytest.approx(1, abs=1e-4)


def test_where_all_choose_at_once_seats_are_told() -> None:
    recipe = Recipe("goofspiel", Path("learned.toml"))
    rows = turns.by_place(recipe, make_game("goofspiel"), "random", "random", 16)
    assert {row["what"] for row in rows} == {"seat"}


@pytest.mark.slow
def test_a_learning_curve_has_a_row_for_each_checkpoint_and_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learning, "VARIANTS", {"small": LITTLE, "smaller": {**LITTLE, "teacher": ""}})
    monkeypatch.setattr(learning, "SEEDS", (1,))
    bench = Bench(tmp_path, scale=2700 / learning.DECISIONS)
    rows = learning.measure(bench)
    of_small = [row for row in rows if row["variant"] == "small"]
    assert [row["decisions"] for row in of_small] == [2400, 2700]
    assert [row["finished"] for row in of_small] == [False, True]
    assert learning.measure(bench) == rows
    text = "\n".join(learning.lines(rows))
    assert "| small | " in text
    assert "2,700 learner decisions" in text
    learning.plot(rows, tmp_path / "curve.png")
    assert (tmp_path / "curve.png").stat().st_size > 1000


def test_exploitability_is_exact_and_a_learners_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploitability, "GAMES", ("goofspiel-2",))
    monkeypatch.setattr(exploitability, "SEEDS", (1, 2))
    bench = Bench(tmp_path, scale=4096 / exploitability.DECISIONS)
    rows = exploitability.measure(bench)
    by_agent = {(row["agent"], row["seed"]): row["exploitable"] for row in rows}
    assert by_agent["random", 0] == pytest.approx(1 / 4)  # whoever keeps the 2 for the 2 takes three quarters
    assert by_agent["matcher", 0] == 0
    assert {seed for agent, seed in by_agent if agent == exploitability.TRAINED} == {1, 2}
    assert exploitability.measure(bench) == rows
    assert "| `goofspiel-2` | 25.00 | 0.00 (matcher) | **" in "\n".join(exploitability.lines(rows))


def test_all_games_of_that_study_can_be_solved() -> None:
    assert set(exploitability.GAMES) <= set(small_games())


@pytest.mark.bounds
def test_a_search_is_timed_and_its_points_counted(tmp_path: Path) -> None:
    game = make_game("star_realms")
    [row] = searching.one_match(recipe_of("star_realms"), game, 4, "eager", 8)
    assert row["games"] == 8
    assert row["even"] == 0.5
    assert row["milliseconds"] > 0
    assert row["share"] > 0.5  # it plays on by a better agent than this one
    rows = [row, {**row, "simulations": 40}, {**row, "simulations": 40, "against": "search:4"}]
    searching.plot(rows, tmp_path / "search.png")
    told = searching.lines(rows)
    assert told[2] == "| game | even | 4 simulations | 40 simulations | 40 against 4 |"
    assert told[4].count("%") == 4


def test_each_search_by_its_own_network_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where an agent of the same game leads the search, as with any deck, the row would be another's."""

    def noted(recipe: Recipe, game: Game, budget: int, other: str, games: int) -> list[Row]:
        by_network = other == str(recipe.weights)
        return [{"mode": recipe.label, "players": game.num_players, "match": (budget, by_network or other, games)}]

    monkeypatch.setattr(searching, "one_match", noted)
    rows = searching.measure(Bench(tmp_path))
    two = [
        "open_worlds-40", "open_worlds-54", "star_realms", "these_new_worlds", "tradeworlds-space-wars",
        "tradeworlds-trade-wars", "expansive_universe", "goofspiel",
    ]  # fmt: skip
    assert sorted({row["mode"] for row in rows if row["players"] == 2}) == sorted(two)
    assert len({row["mode"] for row in rows if row["players"] > 2}) == 8
    assert [tuple(row["match"]) for row in rows if row["mode"] == "goofspiel"] == [
        (20, True, 300),
        (200, True, 200),
        (200, "search:20", 200),
        (2000, True, 40),
        (2000, "search:200", 40),
    ]
    with_three = [tuple(row["match"]) for row in rows if row["mode"] == "open_worlds-54-for-3"]
    assert with_three == [(20, True, 300), (200, True, 60)], "fewer games where they take long"


def test_decks_and_factions_of_every_game_of_two_that_has_some_are_compared() -> None:
    assert [recipe.label for recipe in sides.compared()] == [
        "open_worlds-40", "open_worlds-54", "open_worlds-any-deck", "tradeworlds-space-wars", "tradeworlds-trade-wars",
        "expansive_universe",
    ]  # fmt: skip


def test_a_matrix_is_told_from_both_sides() -> None:
    row = {"mode": "m", "game": "tradeworlds", "agent": "x", "side": "A", "against": "B", "share": 0.7, "low": 0.6,
           "high": 0.75, "games": 10}  # fmt: skip
    lines = sides.lines([row])
    assert "| A |  | 70.0 % [60.0, 75.0] |" in lines
    assert "| B | 30.0 % [25.0, 40.0] |  |" in lines


def test_the_studies_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--list"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [s.name for s in page.STUDIES]
    assert np.all([study.title for study in page.STUDIES])


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("nothing", "nothing: expected one of learning, search, exploitability, turns, sides"),
        ("--scale 0", "--scale: expected a number above 0, up to 100, got 0"),
        ("--scale 0.5", "--scale: the page's own figures have 1; name another folder by --out"),
    ],
)
def test_what_makes_no_sense_is_refused(typed: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(typed.split()) == 2
    assert capsys.readouterr().err == f"docs.results: {told}\n"
