"""Whole games on the page of a table, for every game there is: by clicks, by the keyboard alone, in two tabs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from ow_env import registry
from tests.training.play.browser.playing import Person
from tests.training.play.served import Served

pytestmark = [pytest.mark.xdist_group("browser"), pytest.mark.bounds]  # where every game is compiled

SHORT: dict[str, dict[str, Any]] = {  # options that end a game early
    "open_worlds": {"max_turns": 2, "num_worlds": 3},
    "star_realms": {"max_turns": 6},
    "tradeworlds": {"max_rounds": 3},
    "goofspiel": {"num_cards": 5},
}
RESULT = ("wins", "draw", "score", "without a winner")  # one of these words is in a result


@pytest.fixture
def table(open_page: Callable[..., Any], server: Served) -> Iterator[Callable[..., Any]]:
    """Return what opens a page; the test fails if it asks anybody but the server for anything."""
    asked: list[str] = []

    def opened(address: str, **looks: Any) -> Any:
        page = open_page(**{"reduced_motion": "reduce", **looks})
        page.on("request", lambda request: asked.append(request.url))
        page.on("websocket", lambda socket: asked.append(socket.url.replace("ws:", "http:")))
        page.goto(address)
        return page

    yield opened
    assert asked
    assert [url for url in asked if not url.startswith((server.origin, "data:", "blob:"))] == []


def by_clicks(name: str, table: Callable[..., Any], server: Served, **options: Any) -> None:
    page = table(server.link(name, **options), reduced_motion="no-preference")
    person = Person(page)
    result = person.play()
    assert any(word in result for word in RESULT), result
    assert page.locator("#log .entry").last.inner_text()
    shown = [int(number) for number in page.locator("#log .entry").evaluate_all("all => all.map(one => one.dataset.n)")]
    assert shown == list(range(len(shown)))  # nothing told twice, nothing left out
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the record").click()
    lines = saved.value.path().read_text("utf-8").splitlines()
    assert json.loads(lines[0])["game"] == name
    assert len(lines) > person.choices


def test_a_short_game_by_clicks(table: Callable[..., Any], server: Served) -> None:
    by_clicks("star_realms", table, server, **SHORT["star_realms"])


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.games())
def test_a_whole_game_by_clicks(name: str, table: Callable[..., Any], server: Served) -> None:
    by_clicks(name, table, server)


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.games())
def test_a_game_by_the_keyboard_alone(name: str, table: Callable[..., Any], server: Served) -> None:
    page = table(server.link(name, **SHORT.get(name, {})))
    page.mouse.move(0, 0)
    result = Person(page, 2).play("press")
    assert page.locator("#table .decision.result").inner_text() == result
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement !== document.body")


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.games())
def test_two_tabs_against_each_other(name: str, table: Callable[..., Any], server: Served) -> None:
    seats, watch = server.table(name, "person", "person", seed=5, options=SHORT.get(name, {}))
    pages = [table(f"{server.origin}/table#{secret}") for secret in (*seats, watch)]
    people = [Person(page, seat) for seat, page in enumerate(pages[:2])]
    while not people[0].over:
        asked = [person for person in people if person.data("asked") == "true"]
        for person in asked:
            if person.data("asked") == "true":
                person.click_one()
        if not asked:
            people[0].page.wait_for_timeout(20)
    results = []
    for page in pages:
        page.wait_for_selector("#table[data-over=true]")
        results.append(page.locator("#table .decision").inner_text())
    assert len({re.sub(r"^(You won|You lost|A draw)\. ", "", result) for result in results}) == 1
    assert pages[2].locator("#table .can").count() == 0
