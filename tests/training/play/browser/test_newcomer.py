"""What a newcomer meets: how to play, opened by itself the first time; a guided first game, note by note."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from tests.training.play.browser.playing import Person
from tests.training.play.served import Served
from training.play.setup import levels_of
from training.primer import Guide, read_guide, read_primer

pytestmark = [pytest.mark.xdist_group("pages"), pytest.mark.bounds, pytest.mark.slow]


@pytest.mark.parametrize("width", [390, 1440])
def test_how_to_play_opens_by_itself_once(
    width: int, open_page: Callable[..., Any], server: Served, accessible: Callable[[Any], list[str]]
) -> None:
    compiled, link = open_page(), server.link("star_realms")  # while it compiles how to play is there to be read
    compiled.goto(link)
    Person(compiled).wait()
    page = open_page(width, newcomer=True)
    page.goto(link)
    page.wait_for_selector("dialog.lookup[open]")
    primer = read_primer("star_realms")
    assert primer is not None
    told = page.locator(".lookup-body").inner_text()
    assert primer.aim.partition(" (")[0] in told
    assert page.locator(".lookup-body li").count() == len(primer.turn) + len(primer.tips)
    assert accessible(page) == []
    page.click(".lookup-body [data-rule='SR-7.3']")  # numbers of rules lead to their text
    page.wait_for_selector(".rule-text.current")
    page.keyboard.press("Escape")
    page.reload()
    Person(page).wait()
    page.wait_for_selector("#how:not([hidden])")
    assert page.locator("dialog.lookup[open]").count() == 0
    page.click("#how")
    assert page.locator("#lookup-title").inner_text() == "How to play Star Realms"


def guided(page: Any, server: Served, game: str) -> Guide:
    guide = read_guide(game)
    assert guide is not None
    (secret,), _ = server.table(game, *guide.players, seed=guide.seed, options=dict(guide.options))
    page.goto(f"{server.origin}/table?guide#{secret}")
    page.wait_for_selector(".guide:not([hidden])")
    return guide


def test_a_guided_game_is_walked_note_by_note(
    open_page: Callable[..., Any], server: Served, accessible: Callable[[Any], list[str]]
) -> None:
    page = open_page(newcomer=True, reduced_motion="reduce")
    guide = guided(page, server, "goofspiel")
    assert page.locator("dialog.lookup[open]").count() == 0
    assert accessible(page) == []
    person, met = Person(page), []
    while True:
        person.wait()
        while page.locator(".guide").is_visible():
            met.append(page.locator(".guide p").inner_text())
            assert page.locator(".guided").count() == 1
            box, window = page.locator(".guide").bounding_box(), page.viewport_size
            assert box["x"] >= 0
            assert box["y"] >= 0
            assert box["x"] + box["width"] <= window["width"]
            assert box["y"] + box["height"] <= window["height"]
            page.keyboard.press("n") if len(met) % 2 else page.click(".guide .main")
        if person.over:
            break
        person.click_one()
    assert met == [note.text for note in guide.notes]


def test_a_guided_game_goes_on_where_it_was_and_can_be_left(open_page: Callable[..., Any], server: Served) -> None:
    page = open_page(newcomer=True)
    guide = guided(page, server, "goofspiel")
    page.click(".guide .main")
    assert page.locator(".guide p").inner_text() == guide.notes[1].text
    page.reload()
    Person(page).wait()
    page.wait_for_selector(".guide:not([hidden])")  # the second was neither left nor followed by a choice
    assert page.locator(".guide p").inner_text() == guide.notes[1].text
    Person(page).click_one()
    page.wait_for_selector(".guide:not([hidden])")
    assert page.locator(".guide p").inner_text() == guide.notes[2].text
    page.click("text=Leave the guide")
    assert page.locator(".guide, .guided").count() == 0
    page.reload()
    Person(page).wait()
    assert page.locator(".guide").count() == 0


@pytest.mark.parametrize("width", [390, 1440])
def test_cards_say_what_they_do(width: int, open_page: Callable[..., Any], server: Served) -> None:
    page = open_page(width, reduced_motion="reduce")
    page.goto(server.link("star_realms"))
    Person(page).wait()
    page.wait_for_selector("#table .hand .card .says")
    scout = page.locator("#table .hand .card[data-name=Scout]")
    assert scout.locator(".says").inner_text() == "1 Trade into your pool."
    assert "1 Trade into your pool." in scout.get_attribute("aria-label")
    for_sale = page.locator("#table [data-zone='null null Trade Row'] .card").first
    assert for_sale.locator(".icon-tag").count() == 1
    for_sale.hover()
    page.wait_for_selector("#card-tip:not([hidden])")
    assert page.locator("#card-tip b").first.inner_text() == for_sale.get_attribute("data-name")
    page.mouse.move(0, 0)
    page.wait_for_selector("#card-tip", state="hidden")
    page.keyboard.press("Tab")
    scout.focus()
    page.keyboard.press("ArrowRight")  # by the keyboard, too
    page.wait_for_selector("#card-tip:not([hidden])")
    page.keyboard.press("i")
    page.wait_for_selector("dialog.lookup[open] .said")
    assert not page.locator("dialog.lookup table").is_visible()
    page.click("text=Where the values come from")
    assert page.locator("dialog.lookup table").is_visible()


def test_a_value_that_is_not_printed_is_told_once_a_table(open_page: Callable[..., Any], server: Served) -> None:
    page = open_page()
    page.goto(server.link("open_worlds"))
    Person(page).wait()
    assert page.locator(".unsure").count() == 1
    assert page.locator(".unsure").inner_text().startswith("values: ")


# ── Setting up ───────────────────────────────────────────────────────────────────────────────


def test_a_game_begins_with_one_click(open_page: Callable[..., Any], server: Served) -> None:
    page = open_page(390)
    page.goto(server.origin)
    with page.expect_request("**/tables") as asked:
        page.get_by_role("group", name="Goofspiel").get_by_role("button", name="Play now").click()
    medium = levels_of("goofspiel")[0]["levels"][1]["agent"]
    assert asked.value.post_data_json == {"game": "goofspiel", "players": ["person", medium]}
    Person(page).wait()


def test_a_guided_game_begins_with_one_click(open_page: Callable[..., Any], server: Served) -> None:
    page = open_page(newcomer=True)
    page.goto(server.origin)
    tile = page.get_by_role("group", name="Goofspiel")
    tile.get_by_role("button", name="How to play").click()
    assert page.locator("#lookup-title").inner_text() == "How to play Goofspiel"
    page.keyboard.press("Escape")
    tile.get_by_role("button", name="Guided game").click()
    page.wait_for_selector(".guide:not([hidden])")
    assert page.locator(".guide .soft").inner_text() == "1 of 9"


def test_a_scenario_comes_before_the_players_it_allows(open_page: Callable[..., Any], server: Served) -> None:
    page = open_page()
    page.goto(server.origin)
    page.check("input[value=tradeworlds]")
    page.select_option("[name=count]", "4")
    strong = [table["levels"][3]["agent"] for table in levels_of("tradeworlds")]
    page.select_option("[name='player 1']", strong[2])
    assert "Elo" in page.locator(".seat-row").nth(1).inner_text()
    page.select_option("[name=count]", "2")  # the strongest of this table now
    assert page.input_value("[name='player 1']") == strong[0]
    page.select_option("[name=scenario]", "The Derelict")
    assert page.locator("[name=count]").count() == 0
    assert page.locator(".seat-row").count() == 1
    page.click("#start")
    page.wait_for_selector("#table[data-at]")


# ── While a game is compiled ─────────────────────────────────────────────────────────────────


def test_while_a_game_is_compiled_one_can_read_how_to_play(
    open_page: Callable[..., Any], server: Served, accessible: Callable[[Any], list[str]], monkeypatch: Any
) -> None:
    ready, made = threading.Event(), server.hall.threads.made

    async def made_later(entry: Any) -> None:
        while not ready.is_set():
            await asyncio.sleep(0.05)
        await made(entry)

    monkeypatch.setattr(server.hall.threads, "made", made_later)
    page = open_page(newcomer=True)
    page.goto(server.link("goofspiel"))
    page.wait_for_selector(".making .primer")
    told = page.locator(".making").inner_text()
    assert told.startswith("Goofspiel is being made ready")
    assert "0 s so far" in told
    page.wait_for_selector("text=5 s so far")
    assert accessible(page) == []
    later = open_page(newcomer=True)  # whoever comes later is told how long it has taken already
    later.goto(page.url)
    later.wait_for_selector(".making .primer")
    assert "0 s so far" not in later.locator(".making").inner_text()
    ready.set()
    Person(page).wait()
    assert page.locator("dialog.lookup[open]").count() == 0  # it was there to be read
