"""What the table says and asks: whose turn it is, what is left undone, what others did, who won, what comes next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.training.play.browser.playing import Person
from tests.training.play.served import Served

pytestmark = [pytest.mark.xdist_group("pages"), pytest.mark.bounds, pytest.mark.slow]


def seated(address: str, open_page: Callable[..., Any], motion: str = "reduce") -> Any:
    page = open_page(reduced_motion=motion)
    page.goto(address)
    Person(page).wait()
    return page


def test_a_turn_that_leaves_cards_is_ended_only_if_that_is_meant(open_page: Callable[..., Any], server: Served) -> None:
    page = seated(server.link("star_realms"), open_page)
    assert page.locator("#table .decision").inner_text().startswith("Your turn: you may play")
    at = page.get_attribute("#table", "data-at")
    page.click("#table [data-control='action end turn']")
    assert "not played" in page.locator(".confirm").inner_text()
    page.click("#table [data-control='go back']")
    assert page.get_attribute("#table", "data-at") == at
    page.click("#table [data-control='action end turn']")
    page.check(".confirm input")
    page.click("#table [data-control='confirm']")
    Person(page).took(at)
    Person(page).wait()
    assert "Player 2" in page.locator("#strip").inner_text()
    at = page.get_attribute("#table", "data-at")
    page.click("#table [data-control='action end turn']")  # it was said not to ask again
    Person(page).took(at)


def test_cards_are_played_all_at_once_and_taken_back(open_page: Callable[..., Any], server: Served) -> None:
    page = seated(server.link("star_realms"), open_page)
    hand, log = page.locator("#table .hand").inner_text(), page.locator("#log .entry").all_inner_texts()
    page.click("#table [data-control='together']")
    page.wait_for_selector("#table [data-control='together']", state="detached")
    while page.locator("#table .hand").inner_text() != hand:
        at = page.get_attribute("#table", "data-at")
        page.click("#table [data-control='undo']")
        Person(page).took(at)
    assert page.locator("#log .entry").all_inner_texts() == log


def test_what_others_do_is_shown_one_after_the_other_and_a_click_goes_on(
    open_page: Callable[..., Any], server: Served
) -> None:
    page = open_page(reduced_motion="no-preference")
    page.add_init_script("localStorage.setItem('speed', 'slow'); localStorage.setItem('confirm', 'no')")
    page.goto(server.link("star_realms"))
    Person(page).wait()
    page.click("#table [data-control='action end turn']")
    page.wait_for_selector("#table[data-asked=false]")
    page.wait_for_timeout(500)
    seen = {page.get_attribute("#table", "data-at")}
    while page.get_attribute("#table", "data-asked") == "false" and len(seen) < 20:
        page.locator("#table .top").click()
        seen.add(page.get_attribute("#table", "data-at"))
        page.wait_for_timeout(30)
    assert len(seen) > 2
    Person(page).wait()
    page.click("#last-again")
    page.wait_for_selector("#table[data-asked=false]")
    Person(page).wait()


def test_whoever_watches_sees_it_one_after_the_other_too(open_page: Callable[..., Any], server: Served) -> None:
    (secret,), watch = server.table("star_realms", "person", "scripted", seed=5)
    player = open_page(reduced_motion="reduce")
    player.add_init_script("localStorage.setItem('confirm', 'no')")
    player.goto(f"{server.origin}/table#{secret}")
    Person(player).wait()
    page = open_page(reduced_motion="no-preference")
    page.add_init_script("localStorage.setItem('speed', 'slow')")
    page.goto(f"{server.origin}/table#{watch}")
    page.wait_for_selector("#table[data-at]")
    player.click("#table [data-control='action end turn']")
    Person(player).wait()  # for the player, who wants it at once, the other's turn is over
    lines, seen = page.locator("#log .entry").count(), []
    while page.locator("#log .entry").count() < player.locator("#log .entry").count():
        page.locator("#table .top").click()  # goes on
        page.wait_for_timeout(30)
        seen.append(page.locator("#log .entry").count())
    assert seen == sorted(seen)
    assert len({lines, *seen}) > 3
    assert page.locator("#strip .last-turn .seat-name").all_inner_texts() == ["Player 1", "Player 2"]
    page.click("#last-again")


def test_a_bid_lies_where_it_will_lie(open_page: Callable[..., Any], server: Served) -> None:
    (secret, _), _ = server.table("goofspiel", "person", "person", names=["Ann", "Bo"])
    page = seated(f"{server.origin}/table#{secret}", open_page)
    assert page.locator(".panel .seat-name").all_inner_texts() == ["Bo", "Ann (you)"]
    page.locator("#table .hand .card").nth(2).click()
    page.wait_for_selector("#table .near.band .card.asked")
    assert "chosen" in page.locator("#table .near.band .card.asked").inner_text()
    assert page.locator("#table .hand .card").count() == 12
    page.click("#table [data-control='undo']")
    page.wait_for_function("() => document.querySelectorAll('#table .hand .card').length === 13")


def test_the_end_says_who_won_and_a_rematch_is_one_click_away(open_page: Callable[..., Any], server: Served) -> None:
    page = seated(server.link("goofspiel", num_cards=4), open_page)
    said = Person(page).play()
    assert said.startswith(("You won.", "You lost.", "A draw."))
    page.wait_for_selector(".score")
    page.click("#table [data-control='rematch']")
    page.wait_for_selector("#table[data-over=false]", timeout=60_000)
    assert page.locator(".near .seat-name").inner_text() == "Player 2 (you)"
    page.goto(f"{server.origin}/hall")
    page.locator("a:has-text('as Player 2')").first.wait_for()


def test_whoever_resigns_has_lost(open_page: Callable[..., Any], server: Served) -> None:
    page = seated(server.link("star_realms"), open_page)
    page.click("#resign")
    assert page.get_attribute("#table", "data-over") == "false"
    page.click("#resign")
    page.wait_for_selector("#table[data-over=true]")
    assert page.locator("#table .decision").inner_text() == "You lost. Player 2 wins: Player 1 has resigned"


def test_the_derelict_sits_at_the_table(open_page: Callable[..., Any], server: Served) -> None:
    page = open_page(reduced_motion="reduce")
    (secret,), _ = server.table("tradeworlds", "person", options={"scenario": "The Derelict"})
    page.goto(f"{server.origin}/table#{secret}")
    Person(page).wait()
    assert "Resistance" in page.locator(".guest").inner_text()
