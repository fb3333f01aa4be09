"""A game to step through, in a real browser: what is decoded, what is shown, keys, phones, readers of screens."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ow_env import registry
from training.replay.one_game import Adviser, one_game, seated_agents
from training.replay.standalone import bundled, framed, page_of
from training.replay.stepping import Stepping, advised, as_json, decode, stepping

# with bounds: there every game is compiled
pytestmark = [pytest.mark.xdist_group("pages"), pytest.mark.bounds, pytest.mark.slow]

HOSTILE = "</script><img src=x onerror=alert(1)>\u202e"
SHORT: dict[str, dict[str, Any]] = {"open_worlds": {"max_turns": 3}}


LOOKS = [  # each width, each theme, each game twice
    ("open_worlds", 390, "light"),
    ("star_realms", 1440, "dark"),
    ("open_worlds", 1440, "dark"),
    ("star_realms", 390, "light"),
]


def data_of(name: str, names: tuple[str, ...] = ("one", "two")) -> Stepping:
    game = registry.make(name, **SHORT.get(name, {}))
    decisions = one_game(game, seated_agents(game, ["scripted"], 1)[1], 1)
    return stepping(game, advised(list(decisions)[:30], Adviser("scripted", game)), names, "as told")


@pytest.fixture(scope="module")
def goofspiel() -> Stepping:
    return data_of("goofspiel", (HOSTILE, "two"))


@pytest.fixture
def opened(open_page: Callable[..., Any], tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Return what opens a game from a file; the test fails if anything else is asked for."""
    asked: list[str] = []

    def opened(data: Stepping, text: str | None = None, **looks: Any) -> Any:
        path = tmp_path / "game.html"
        path.write_text(text or page_of(data), "utf-8")
        page = open_page(**looks)
        page.on("request", lambda request: asked.append(request.url))
        page.goto(path.as_uri())
        return page

    yield opened
    assert {re.sub(r".*/", "", address) for address in asked} <= {"game.html", "about:srcdoc"}


@pytest.mark.parametrize("name", registry.games())
def test_the_page_reads_what_was_written(name: str, open_page: Callable[..., Any]) -> None:
    data = data_of(name)
    script = f"text => {{ {bundled('stepper.js')}\n const data = JSON.parse(text); const {{ decode }} = module_stepper;"
    every = (
        "return data.steps.map((_, step) => data.viewers.map(viewer => JSON.stringify(decode(data, step, viewer)))) }"
    )
    read = open_page().evaluate(script + every, as_json(data))
    for step, shown in enumerate(read):
        for viewer, text in zip(data["viewers"], shown, strict=True):
            assert json.loads(text) == decode(data, step, viewer), (step, viewer)
    assert len(read) == len(data["steps"])


def where(page: Any) -> tuple[int, str]:
    """Return at which step a page is, and the turn that the table shows."""
    count = page.locator(".count").inner_text()
    assert page.locator("input[type=range]").input_value() == str(int(count.split()[0]) - 1)
    return int(count.split()[0]), page.locator(".ow-table .when b").inner_text()


def test_a_game_is_stepped_by_buttons_keys_slider_and_list(goofspiel: Stepping, opened: Callable[..., Any]) -> None:
    page = opened(goofspiel)
    last = len(goofspiel["steps"])
    assert where(page) == (1, "Round 1 of 13")
    page.get_by_role("button", name="one on").click()
    assert where(page) == (2, "Round 2 of 13")
    page.keyboard.press("ArrowRight")
    assert where(page)[0] == 3
    page.keyboard.press("ArrowLeft")
    assert where(page)[0] == 2
    page.keyboard.press("End")
    assert where(page)[0] == last
    assert page.locator(".told").inner_text().endswith("as told")
    page.keyboard.press("ArrowRight")  # nothing comes after the end
    assert where(page)[0] == last
    page.keyboard.press("Home")
    assert where(page)[0] == 1
    page.locator("input[type=range]").fill("4")
    assert where(page)[0] == 5
    page.get_by_text("All decisions").click()
    page.locator(".decisions button").nth(7).click()
    assert where(page)[0] == 8
    assert page.locator(".decisions [aria-current=step]").count() == 1
    decided = decode(goofspiel, 7, "full")["decisions"]
    assert page.locator(".decisions [aria-current=step]").inner_text().endswith(
        "; ".join(f"Player {each['seat'] + 1}: {each['name']}" for each in decided)
    )  # fmt: skip


def test_a_game_plays_by_itself_until_stopped(goofspiel: Stepping, opened: Callable[..., Any]) -> None:
    page = opened(goofspiel)
    page.clock.install(time=0)
    page.clock.pause_at(1)  # from here on time is what `run_for` makes it: a slow machine plays no step by itself
    page.locator(".bar select").select_option("4")
    page.get_by_role("button", name="play").click()
    page.clock.run_for(950)  # three times 300 ms
    assert where(page)[0] == 4
    page.locator("body").press(" ")
    page.clock.run_for(5000)
    assert where(page)[0] == 4
    page.get_by_role("button", name="play").click()
    page.clock.run_for(60_000)
    assert where(page)[0] == len(goofspiel["steps"])
    assert page.get_by_role("button", name="play").count() == 1  # and no longer "pause"


def test_a_seat_s_view_shows_what_the_seat_saw(opened: Callable[..., Any]) -> None:
    data = data_of("open_worlds")
    page = opened(data)
    hand = "[aria-label^=hand] .card-name"
    both = decode(data, 0, "full")["view"]["zones"]
    sizes = [len(zone["cards"]) for zone in both if zone["name"] == "hand"]
    assert page.locator(hand).count() == sum(sizes) > max(sizes)
    assert page.locator(".opinion").count() == 2
    page.get_by_role("radio", name="Player 2").check()
    assert page.locator(hand).count() == sizes[1]  # its own, and not the other's
    assert page.locator(".opinion h3").all_inner_texts() == ["scripted for Player 2"]
    page.keyboard.press("1")
    assert page.get_by_role("radio", name="everybody").is_checked()
    assert page.locator(hand).count() == 0
    assert page.locator(".opinion").count() == 0
    page.keyboard.press("0")
    assert page.locator(hand).count() == sum(sizes)


def test_what_is_decided_is_marked_and_nothing_is_a_button(goofspiel: Stepping, opened: Callable[..., Any]) -> None:
    page = opened(goofspiel)
    bids = [each["source"]["card"] for each in decode(goofspiel, 0, "full")["decisions"]]
    marked = page.locator(".ow-table .can .card-name").all_inner_texts()
    assert sorted(map(int, marked)) == sorted(number + 1 for number in bids)
    assert page.locator(".ow-table [role=button]").count() == 0


def test_cards_say_what_they_do(opened: Callable[..., Any], accessible: Callable[[Any], list[str]]) -> None:
    page = opened(data_of("star_realms"))
    scout = page.locator(".ow-table .band .card[data-name=Scout]").first
    assert scout.locator(".says").inner_text() == "1 Trade into your pool."
    assert "1 Trade into your pool." in scout.get_attribute("aria-label")
    scout.hover()
    page.wait_for_selector("#card-tip:not([hidden])")
    page.mouse.move(0, 0)
    page.wait_for_selector("#card-tip", state="hidden")
    scout.click()  # as a finger does, which points at nothing before
    assert page.locator("#card-tip b").first.inner_text() == "Scout"
    page.keyboard.press("Escape")
    page.locator(".bar select").focus()
    while not page.evaluate("document.activeElement.matches('.card')"):  # by the keyboard: one stop, then with Shift
        page.keyboard.press("Tab")
    first = page.evaluate("document.activeElement.dataset.key")
    page.keyboard.press("Shift+ArrowRight")
    assert page.evaluate("document.activeElement.dataset.key") != first
    assert page.locator("#card-tip b").first.inner_text() == page.evaluate("document.activeElement.dataset.name")
    at = where(page)[0]
    page.keyboard.press("ArrowRight")  # without Shift the game goes on
    assert where(page)[0] == at + 1
    assert page.locator(".ow-table .card[tabindex='0']").count() == 1
    assert accessible(page) == []


def test_a_hostile_name_is_shown_as_text(goofspiel: Stepping, opened: Callable[..., Any]) -> None:
    page = opened(goofspiel)
    assert page.locator("img").count() == 0
    told = HOSTILE.replace("\u202e", r"\u202e")
    assert page.locator("h1").inner_text() == f"Goofspiel (Player 1: {told}, Player 2: two)"
    assert page.get_by_role("radio", name=told).count() == 1


@pytest.mark.parametrize(("name", "width", "scheme"), LOOKS)
def test_a_page_fits_and_is_accessible(
    name: str, width: int, scheme: str, opened: Callable[..., Any], accessible: Callable[[Any], list[str]]
) -> None:
    data = data_of(name)
    page = opened(data, width=width, scheme=scheme)
    page.get_by_text("All decisions").click()
    for step in (0, len(data["steps"]) // 2, len(data["steps"]) - 1):
        page.locator("input[type=range]").fill(str(step))
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert accessible(page) == []


def test_a_game_in_another_page_is_stepped_like_one_of_its_own(goofspiel: Stepping, opened: Callable[..., Any]) -> None:
    page = opened(goofspiel, f"<!doctype html><h1>Report</h1>{framed(page_of(goofspiel), 'a game')}")
    frame = page.frame_locator("iframe.game")
    frame.get_by_role("button", name="one on").click()
    assert frame.locator(".count").inner_text() == f"2 of {len(goofspiel['steps'])}"
