"""A game looked at again: what each seat could expect, the choices that cost most, the page they are on."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import agents
import ow_env
from ow_env.core.records import Moment
from training.cli import main
from training.replay.one_game import one_game, seated_agents
from training.replay.review import LEAST_LOST, LONG, WORST, Choice, choices_at, doubtful, review
from training.replay.standalone import review_of
from training.replay.stepping import stepping

GAME = ow_env.make("goofspiel", num_cards=4)


def played(*names: str, seed: int = 1) -> list[Moment]:
    return [moment for moment, _ in one_game(GAME, seated_agents(GAME, names, seed)[1], seed)]


@pytest.fixture(scope="module")
def moments() -> list[Moment]:
    return played("random", "matcher")


def test_a_value_stands_wherever_a_seat_can_choose_and_its_result_at_the_end(moments: list[Moment]) -> None:
    found = review(GAME, moments)
    result = [GAME.engine.outcome(moments[-1].state[0], seat) for seat in range(2)]
    for seat, line in enumerate(found["values"]):
        assert [step for step, _ in line] == [0, 1, 2, len(moments) - 1], "in the last round one card is left"
        assert all(-1 <= value <= 1 for _, value in line)
        assert line[-1][1] == result[seat]


def test_the_choices_that_cost_most_are_told_with_better_ones(moments: list[Moment]) -> None:
    found = review(GAME, moments)
    for seat, told in enumerate(found["choices"]):
        lost = [each["lost"] for each in told]
        assert len(told) <= WORST
        assert lost == sorted(lost, reverse=True)
        assert all(each >= LEAST_LOST for each in lost)
        for each in told:
            moment = moments[each["step"]]
            legal = [GAME.action_name(moment.state, seat, int(a)) for a in GAME.legal_actions(moment.state, seat)]
            assert each["chosen"] == moment.actions[GAME.agents[seat]] != each["better"]
            assert each["better"] in legal
            assert each["when"] == moment.name


def test_what_throws_the_game_away_is_found() -> None:
    """Bids that lose the highest prize to a lower card cost most; the same game twice is judged alike."""
    for seed in range(60):
        moments = played("random", "matcher", seed=seed)
        found = review(GAME, moments, simulations=200)
        if any(each["lost"] > 0.5 for each in found["choices"][0]):
            assert found == review(GAME, moments, simulations=200)
            return
    raise AssertionError("sixty random games without a blunder")


def test_a_choice_costs_what_the_search_expects_more_of_the_best(moments: list[Moment]) -> None:
    first = choices_at(GAME, moments[:1], agents.make("search:400,width=100", GAME))
    assert [each.seat for each in first] == [0, 1]
    for each in first:
        assert each.chosen == moments[0].chosen[each.seat]
        loss = each.expected - each.values[each.chosen]
        assert each.lost == (loss if each.best != each.chosen else 0)
        legal = GAME.legal_actions(moments[0].state, each.seat).tolist()
        assert np.flatnonzero(~np.isnan(each.values)).tolist() == legal


def test_what_is_told_is_what_a_longer_search_with_other_random_numbers_found() -> None:
    """Of the first search's numbers the largest are too large."""
    moments = next(
        m for m in (played("random", "matcher", seed=seed) for seed in range(60)) if review(GAME, m)["choices"][0]
    )
    (told, *_) = review(GAME, moments)["choices"][0]
    longer = agents.make(f"search:{LONG},width=100", GAME, seed=1)
    steps = sorted({each["step"] for each in review(GAME, moments)["choices"][0]})
    again = {step: choices_at(GAME, [moments[step]], longer, only=0) for step in steps}
    assert all([each.seat for each in found] == [0] for found in again.values())
    assert told["lost"] == round(again[told["step"]][0].lost, 3)
    first = choices_at(GAME, [moments[told["step"]]], agents.make("search:100,width=100", GAME), only=0)
    assert told["lost"] != round(first[0].lost, 3)


def test_first_comes_what_was_not_tried_then_what_lost_most(moments: list[Moment]) -> None:
    def lost(value: float) -> Choice:
        return Choice(moments[0], 0, -1, 0.5, np.full(GAME.num_actions, 0.5 - value))

    ordered = sorted((lost(value) for value in (0.1, 0.3, np.nan, -0.2)), key=doubtful)
    assert [each.lost for each in ordered] == pytest.approx([np.nan, 0.3, 0.1, -0.2], nan_ok=True)


def test_it_tells_how_far_it_is(moments: list[Moment]) -> None:
    told: list[tuple[int, int]] = []
    review(GAME, moments, lambda done, of: told.append((done, of)))
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1][0] == told[-1][1]


def test_a_review_is_part_of_a_game_s_data(moments: list[Moment]) -> None:
    found = review(GAME, moments)
    decisions = [(moment, {}) for moment in moments]
    assert stepping(GAME, decisions, ["a", "b"], reviewed=found)["review"] == found
    assert "review" not in stepping(GAME, decisions, ["a", "b"])
    json.dumps(found, allow_nan=False)


def data_in(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="game">(.*?)</script>', page, re.S)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_the_command_puts_it_on_the_page_of_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, page = tmp_path / "game.jsonl", tmp_path / "game.html"
    list(one_game(GAME, seated_agents(GAME, ["random"], 1)[1], 1, str(record)))
    assert main(["replay", str(record), "--html", str(page), "--review"]) == 0
    assert data_in(page.read_text("utf-8"))["review"] == review_of(record.read_text("utf-8"), lambda done, of: None)
    assert main(["replay", str(record), "--html", str(page), "--force"]) == 0
    assert "review" not in data_in(page.read_text("utf-8"))
    capsys.readouterr()


def test_a_review_is_asked_for_with_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "game.jsonl"
    list(one_game(GAME, seated_agents(GAME, ["random"], 1)[1], 1, str(record)))
    assert main(["replay", str(record), "--review"]) == 2
    assert "--review: only with --html OUT" in capsys.readouterr().err
