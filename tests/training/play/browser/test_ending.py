"""The end of a game on its page: who won, the score, another game, and the review, there and in a saved file."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.training.play.browser.playing import Person
from tests.training.play.served import Served

# with bounds: there every game is compiled
pytestmark = [pytest.mark.xdist_group("pages"), pytest.mark.bounds, pytest.mark.slow]


@pytest.fixture
def ended(open_page: Callable[..., Any], server: Served) -> Callable[..., Any]:
    """Return what plays a short game to its end."""

    def ended(**looks: Any) -> Any:
        page = open_page(reduced_motion="reduce", **looks)
        page.goto(server.link("goofspiel", num_cards=6))
        Person(page, 3).play()
        return page

    return ended


def test_the_end_says_who_won_and_counts_the_score_once(ended: Callable[..., Any]) -> None:
    page = ended()
    said = page.locator("#table .decision.result").inner_text()
    assert said.startswith(("You won.", "You lost.", "A draw."))
    score = page.locator(".score").inner_text()
    assert re.fullmatch(r"You [01] : [01] scripted(, 1 drawn)?", score)
    page.reload()
    page.wait_for_selector(".score")
    assert page.locator(".score").inner_text() == score


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_a_game_is_reviewed_and_a_click_goes_to_a_choice(
    width: int, scheme: str, ended: Callable[..., Any], accessible: Callable[[Any], list[str]]
) -> None:
    page = ended(width=width, scheme=scheme)
    page.locator("[data-control=review]").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".review-panel .graph")
    panel = page.locator(".review-panel")
    assert panel.locator("polyline").count() == 2
    assert "in the end" in panel.locator(".graph").get_attribute("aria-label")
    assert panel.evaluate("panel => panel.scrollWidth <= panel.clientWidth")
    assert accessible(page) == []
    choice = panel.locator("[data-step]").first
    step = choice.get_attribute("data-step")
    with page.context.expect_page() as opened:
        choice.press("Enter")
    replay = opened.value
    replay.wait_for_selector(".ow-stepper .review .graph")
    assert replay.locator(".count").inner_text().startswith(f"{int(step) + 1} of ")
    page.keyboard.press("Escape")
    assert page.locator(".review-panel").count() == 0


def test_the_review_is_in_the_file_of_a_replay(
    ended: Callable[..., Any], open_page: Callable[..., Any], tmp_path: Path
) -> None:
    page = ended()
    page.locator("[data-control=review]").click()
    page.wait_for_selector(".review-panel .graph")
    page.get_by_role("button", name="Close").click()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the replay").click()
    saved.value.save_as(tmp_path / "game.html")
    file = open_page()
    file.goto((tmp_path / "game.html").as_uri())
    last = file.locator(".review [data-step]").last
    step = int(last.get_attribute("data-step"))
    last.click()
    assert file.locator(".count").inner_text().startswith(f"{step + 1} of ")
    stood = file.locator(".review .stand").get_attribute("x1")
    file.keyboard.press("Home")
    assert file.locator(".review .stand").get_attribute("x1") != stood or step == 0
