"""The page of all tables, in a real browser: one's own, a seat to take, giving up, and the score."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.training.play.browser.playing import Person
from tests.training.play.served import Served

# with bounds: there every game is compiled
pytestmark = [pytest.mark.xdist_group("pages"), pytest.mark.bounds, pytest.mark.slow]


def ordered(page: Any, server: Served, people: int) -> None:
    """Set up a table of Goofspiel on the page of choices."""
    page.goto(server.origin)
    table = {"players": (["person"] * people + ["random"])[:2], "names": ["Ada", "Bob"], "options": {"num_cards": 5}}
    kept = {"game": "goofspiel", "games": {"goofspiel": table}}
    page.evaluate("kept => localStorage.setItem('ow-setup', JSON.stringify(kept))", kept)
    page.reload()
    page.locator("#start").click()
    page.wait_for_selector("#table, #links h2")  # the answer is there: a table of one person is gone to at once


def test_a_game_goes_on_after_its_tab_was_closed(open_page: Callable[..., Any], server: Served) -> None:
    page = open_page(reduced_motion="reduce")
    ordered(page, server, 1)
    Person(page).wait()
    table = page.url
    page.goto(f"{server.origin}/hall")
    page.get_by_role("link", name="Your turn as Ada").click()
    page.wait_for_url(table)
    Person(page).play()
    page.get_by_role("link", name="Tables").click()
    mine = page.locator("section", has_text="Your tables")
    mine.get_by_text("finished").first.wait_for()
    assert page.locator("section", has_text="Your score in this browser").locator("li").count() == 1


def test_a_seat_is_left_to_anyone_and_taken_by_somebody_else(open_page: Callable[..., Any], server: Served) -> None:
    ada, bob = open_page(reduced_motion="reduce"), open_page(reduced_motion="reduce")
    ordered(ada, server, 2)
    ada.get_by_role("button", name="let anyone take the seat of Bob").click()
    ada.get_by_text("anyone may take it").wait_for()
    bob.goto(f"{server.origin}/hall")
    bob.get_by_role("button", name="Take a seat").click()
    bob.wait_for_url("**/table#*")
    bob.wait_for_selector("#table[data-asked=true]")
    assert bob.locator(".near .seat-name").inner_text().startswith("Bob")
    ada.goto(f"{server.origin}/hall")
    ada.get_by_text("Links to give away").click()
    assert ada.locator(".seat-links input").count() == 3
    assert ada.get_by_role("button", name="let anyone take the seat of Ada").count() == 1
    assert ada.get_by_role("button", name="let anyone take the seat of Bob").count() == 0


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_the_page_of_all_tables_fits_and_is_accessible(
    width: int, scheme: str, open_page: Callable[..., Any], server: Served, accessible: Callable[[Any], list[str]]
) -> None:
    page = open_page(width=width, scheme=scheme)
    ordered(page, server, 2)
    page.goto(f"{server.origin}/hall")
    page.get_by_text("Links to give away").first.click()
    assert accessible(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.wait_for_timeout(5500)  # the list is asked for again
    assert page.locator(".seat-links input").count() >= 3  # what was opened stays so
