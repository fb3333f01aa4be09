"""The agents that come with the package can be made anew by one command, and their page says what their cards say."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pytest

from agents import learned
from docs.shipped import __main__ as command, leaderboard, roster
from docs.shipped.roster import Recipe, make, recipes
from training.games import make_game
from training.measure import model_card
from training.measure.workers import SerialExecutor
from training.selfplay import settings, train

ROOT = Path(__file__).parents[2]
SMALL = "\n".join(
    [
        'game = "goofspiel"', "minutes = 0", "decisions = 600", 'network = "flat"', "width_whole = 8",
        "width_trunk = 8", "num_envs = 16", "rollout = 300", "batch = 300", "threads = 1", "games = 0", "",
    ]
)  # fmt: skip


def test_every_agent_that_comes_along_has_a_recipe_a_card_and_a_ladder() -> None:
    for recipe in recipes():
        assert recipe.weights.is_file(), f"{recipe.label}: make it by `python -m docs.shipped {recipe.label}`"
        assert recipe.card.is_file()
        folder = ROOT / "docs" / "ladder" / recipe.label
        assert any((folder / name).is_file() for name in ("ratings.csv", "shares.csv")), f"{recipe.label}: no ladder"


def test_everybody_on_a_ladder_has_a_rating() -> None:
    for recipe in recipes():
        path = ROOT / "docs" / "ladder" / recipe.label / "ratings.csv"
        rows = list(csv.DictReader(path.read_text("utf-8").splitlines())) if path.is_file() else []
        assert [row["agent"] for row in rows if row["elo"] == "nan"] == [], recipe.label


@pytest.mark.parametrize(("players", "most", "block"), [(2, 3000, 16), (2, 750, 4), (3, 750, 1), (4, 10, 1)])
def test_every_two_on_a_ladder_meet_in_half_of_its_games(players: int, most: int, block: int) -> None:
    game = make_game("open_worlds", num_players=players)
    assert roster.block_of(game, 7, most) == block


def test_every_recipe_is_named_by_the_mode_it_plays() -> None:
    for recipe in recipes():
        chosen = settings.read(recipe.settings)
        assert recipe.name == roster.shipped.name_for(train.games_of(chosen)[0], chosen.random_matchups > 0)


def test_the_leaderboard_and_the_readme_say_what_ladders_and_cards_say() -> None:
    told = "write it again: python -m docs.shipped.leaderboard"
    assert leaderboard.PAGE.read_text("utf-8") == leaderboard.page(recipes()), told
    readme = leaderboard.README.read_text("utf-8")
    assert readme == leaderboard.with_block(readme, recipes()), told
    assert leaderboard.block(recipes()).count("±") > 10


def test_some_can_be_chosen_by_game_or_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert {recipe.game for recipe in recipes(["tradeworlds"])} == {"tradeworlds"}
    assert [recipe.name for recipe in recipes(["open_worlds-54"])] == ["learned-54"]
    assert recipes(["open_worlds", "open_worlds-54"]) == recipes(["open_worlds"])
    with pytest.raises(ValueError, match=r"^chess: expected a game or one of open_worlds-40, open_worlds-54"):
        recipes(["chess"])
    assert command.main(["--list", "open_worlds"]) == 0
    assert capsys.readouterr().out.split()[0] == "open_worlds-40"


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Recipe:
    """Return a recipe of a few seconds, and measure little."""
    monkeypatch.setattr(roster, "SEARCHES", ("search:2",))
    monkeypatch.setattr(roster, "RESPONSE", 600)
    (tmp_path / "shipped").mkdir()
    path = tmp_path / "shipped" / "learned.toml"
    path.write_text(SMALL, encoding="utf-8")
    return Recipe("goofspiel", path)


@pytest.mark.slow
def test_an_agent_is_trained_measured_and_put_on_its_ladder_and_what_is_there_is_not_made_again(
    small: Recipe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs, ladders = tmp_path / "runs", tmp_path / "ladder"
    make(small, runs, ladders, SerialExecutor(), games=176)
    card = json.loads(small.card.read_text("utf-8"))
    assert card["trained"]["decisions"] == 600
    assert card["measured_by"] == "ow agents card agents/goofspiel/shipped/learned.safetensors --games 176"
    assert "--settings agents/goofspiel/shipped/learned.toml" in card["command"]
    assert card["file"]["weights"] == learned.digest_of(learned.load(small.weights, train.games_of(
        settings.read(small.settings))[0]).network)  # fmt: skip
    assert {score["anchor"] for score in card["scores"]} == {"random", "matcher"}
    rated = (ladders / "goofspiel" / "ratings.csv").read_text("utf-8")
    assert all(name in rated for name in ("random", "matcher", "search:2"))
    found = card["exploited"]
    assert (found["decisions"], found["games"], found["even"]) == (600, 176, 0.5)
    assert 0 <= found["low"] < found["share"] < found["high"] <= 1
    own = "agents/goofspiel/shipped/learned"
    command = f"ow exploit {own}.safetensors --settings {own}.toml --from-itself --decisions 600 --games 176"
    assert found["measured_by"] == command
    told = small.card.with_suffix(".md").read_text("utf-8")
    assert f"scores {100 * found['share']:.1f} % [" in told
    assert f"    {command}" in told
    monkeypatch.setattr(leaderboard, "ROOT", tmp_path)
    line = leaderboard.table([], [leaderboard.card_row(small, card)]).splitlines()[-1]
    assert "[learned](../shipped/learned.md)" in line
    assert f"matcher {100 * card['scores'][1]['points']:.1f} %" in line

    before = small.card.read_bytes()
    make(small, runs, ladders, SerialExecutor(), games=176, as_it_is=True)
    assert small.card.read_bytes() == before
    without = {name: value for name, value in card.items() if name != "exploited"}
    model_card.write(without, small.card.parent)  # what a response won is kept as long as the agent is the same
    assert json.loads(small.card.read_text("utf-8"))["exploited"] == found
    model_card.write({**without, "engine": "another"}, small.card.parent)
    assert "exploited" not in json.loads(small.card.read_text("utf-8"))
    assert "## Exploitability" not in small.card.with_suffix(".md").read_text("utf-8")
    small.card.write_bytes(before)

    weights, progress = small.weights.read_bytes(), (runs / "goofspiel" / "progress.jsonl").read_text("utf-8")
    small.weights.unlink()
    make(small, runs, ladders, SerialExecutor(), games=176)
    assert small.weights.read_bytes() == weights
    assert (runs / "goofspiel" / "progress.jsonl").read_text("utf-8") == progress
    assert (ladders / "goofspiel" / "ratings.csv").read_text("utf-8") == rated


@pytest.mark.slow
def test_a_response_that_was_stopped_goes_on(small: Recipe, tmp_path: Path) -> None:
    runs, ladders = tmp_path / "runs", tmp_path / "ladder"
    make(small, runs, ladders, SerialExecutor(), games=176)
    card = json.loads(small.card.read_text("utf-8"))
    found = card.pop("exploited")
    small.card.unlink()
    model_card.write(card, small.card.parent)
    [response] = (runs / "goofspiel").glob("response-*")
    shutil.rmtree(response)
    with pytest.raises(KeyboardInterrupt):
        make(small, runs, ladders, SerialExecutor(), games=176, as_it_is=True, stop=lambda: True)
    assert "exploited" not in json.loads(small.card.read_text("utf-8"))
    make(small, runs, ladders, SerialExecutor(), games=176, as_it_is=True)
    assert json.loads(small.card.read_text("utf-8"))["exploited"] == found


@pytest.mark.slow
def test_what_an_agent_begins_from_is_trained_before(
    small: Recipe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    small.settings.with_name("zeroth.toml").write_text(SMALL, encoding="utf-8")
    first = small.settings.with_name("first.toml")
    first.write_text(f'begin_from = "runs/zeroth/agent.safetensors"\n{SMALL}', encoding="utf-8")
    small.settings.write_text(f'begin_from = "runs/first/agent.safetensors"\n{SMALL}', encoding="utf-8")
    with pytest.raises(KeyboardInterrupt):
        make(small, Path("made"), Path("ladder"), SerialExecutor(), games=176, stop=lambda: True)
    assert (len(train.history(Path("runs/zeroth"))), Path("runs/first").exists(), Path("made").exists()) == (1, 0, 0)
    make(small, Path("made"), Path("ladder"), SerialExecutor(), games=176)
    assert train.history(Path("runs/first"))[-1]["decisions"] == 600
    assert "It was initialised with the weights of runs/first/agent.safetensors." in small.card.with_suffix(
        ".md"
    ).read_text("utf-8")
    before = (tmp_path / "runs/first/progress.jsonl").read_bytes()
    shutil.rmtree("made")
    make(small, Path("made"), Path("ladder"), SerialExecutor(), games=176)
    assert (tmp_path / "runs/first/progress.jsonl").read_bytes() == before, "it is there already"


def test_an_agent_that_is_not_there_can_not_be_measured_as_it_is(small: Recipe, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"goofspiel: there is no learned\.safetensors yet to measure as it is"):
        make(small, tmp_path / "runs", tmp_path / "ladder", SerialExecutor(), games=176, as_it_is=True)


def test_settings_of_another_mode_than_the_name_says_are_refused(small: Recipe, tmp_path: Path) -> None:
    wrong = Recipe("goofspiel", small.settings.with_name("learned-54.toml"))
    small.settings.rename(wrong.settings)
    with pytest.raises(ValueError, match=r"learned-54\.toml: expected the name 'learned', by the mode it plays"):
        make(wrong, tmp_path / "runs", tmp_path / "ladder", SerialExecutor(), games=176)
    assert not (tmp_path / "runs").exists()
