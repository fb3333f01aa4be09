"""Whole games on the page of a table, for every game there is: by clicks, by the keyboard alone, in two tabs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import ow_env

pytest.importorskip("uvicorn", reason="needs the extra play")

from tests.training.play.browser.playing import Person, Served, serving

SHORT: dict[str, dict[str, Any]] = {  # options that end a game early
    "open_worlds": {"max_turns": 2, "num_worlds": 3},
    "star_realms": {"max_turns": 6},
    "tradeworlds": {"max_rounds": 3},
    "goofspiel": {"num_cards": 5},
}
RESULT = ("wins", "draw", "score")  # one of these words is in a result


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with serving() as served:
        yield served


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
    assert [url for url in asked if not url.startswith((server.base, "data:", "blob:"))] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ow_env.games())
def test_a_whole_game_by_clicks(name: str, table: Callable[..., Any], server: Served) -> None:
    page = table(server.seat(name, ["person", "scripted"]), reduced_motion="no-preference")
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


@pytest.mark.parametrize("name", ow_env.games())
def test_a_game_by_the_keyboard_alone(name: str, table: Callable[..., Any], server: Served) -> None:
    page = table(server.seat(name, ["person", "scripted"], **SHORT.get(name, {})))
    page.mouse.move(0, 0)
    result = Person(page, 2).play("press")
    assert page.locator("#table .decision.result").inner_text() == result
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement !== document.body")


@pytest.mark.parametrize("name", ow_env.games())
def test_two_tabs_against_each_other(name: str, table: Callable[..., Any], server: Served) -> None:
    made = server.create(name, ["person", "person"], **SHORT.get(name, {}))
    people = [Person(table(server.base + each["link"]), seat) for seat, each in enumerate(made["seats"])]
    watcher = table(server.base + made["watch"])
    while not people[0].over:
        asked = [person for person in people if person.data("asked") == "true"]
        for person in asked:
            if person.data("asked") == "true":
                person.click_one()
        if not asked:
            people[0].page.wait_for_timeout(20)
    results = []
    for page in (people[0].page, people[1].page, watcher):
        page.wait_for_selector("#table[data-over=true]")
        results.append(page.locator("#table .decision").inner_text())
    assert len(set(results)) == 1
    assert watcher.locator("#table .can").count() == 0
