"""Every table fits its window to the end of its game: nothing that is asked, and no button, lies outside or is covered.

Scripts play whole games; the page of a seat is loaded at moments of each, in a window of each size. ``OW_FIT_GAMES=20``
plays so many of each game, shared among its tables, and looks more often; left out: one at each table.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

import pytest

from ow_env import registry
from ow_env.core.batch import Batch
from tests.training.play.browser.playing import Person
from tests.training.play.served import Served
from training.play.setup import read_order
from training.play.table import PERSON, Table

pytestmark = [pytest.mark.xdist_group("pages"), pytest.mark.bounds, pytest.mark.slow]

GAMES = int(os.environ.get("OW_FIT_GAMES", "0"))
TO_THE_END = 10_000
MOMENTS = (20, 60, 120, 200, 300, TO_THE_END) if GAMES else (30, TO_THE_END)  # so many choices of the seat later
SIZES = [(1440, 900), (1024, 768), (390, 844)]
FIRST = """() => {
    const faults = [];
    const window_ = { top: 0, bottom: innerHeight };
    const inSight = (selector, pane) => [...document.querySelectorAll(selector)].some((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return bottom > pane.top && top < pane.bottom;
    });
    const board = document.querySelector("#table .board").getBoundingClientRect();
    if (board.height < 80) faults.push(`the board has ${Math.round(board.height)} pixels`);
    if (!inSight("#table .decision", window_)) faults.push("what is asked is out of sight");
    if (document.querySelector("#table .hand.own .card") && !inSight("#table .hand.own .card", window_))
        faults.push("the hand is out of sight");
    if (document.querySelector("#table .near") && !inSight("#table .near", board)) faults.push("no own board in sight");
    return faults;
}"""
FAULTS = """() => {
    const faults = [];
    if (document.documentElement.scrollHeight > innerHeight + 1) faults.push("the page scrolls");
    if (document.documentElement.scrollWidth > innerWidth) faults.push("the page is too wide");
    const marked = [...document.querySelectorAll("#table .can, #table .target, #table .controls .button")];
    for (const one of marked.filter((each) => each.checkVisibility())) {
        one.scrollIntoView({ block: "center", inline: "center" });
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const name = one.dataset.key ?? one.dataset.control;
        if (right < 0 || left > innerWidth || bottom < 0 || top > innerHeight) faults.push(`outside: ${name}`);
        const [x, y] = [(left + right) / 2, Math.min((top + bottom) / 2, top + 14)];
        const hit = document.elementFromPoint(x, y);
        if (!hit || !(one.contains(hit) || hit.contains(one) || hit.closest(".links, .share")))
            faults.push(`covered: ${name} by ${hit?.className ?? "nothing"}`);
    }
    for (const name of document.querySelectorAll("#table .card-name")) {
        if (!name.checkVisibility()) continue;
        if (name.scrollWidth > name.clientWidth + 1) faults.push(`broken or cut: ${name.textContent}`);
        if (name.closest(".card").getBoundingClientRect().width < 34) faults.push(`narrow: ${name.textContent}`);
    }
    return faults;
}"""
TABLES = [
    (name, players)
    for name in registry.games()
    for players in range(max(2, registry.class_of(name).facts.players[0]), registry.class_of(name).facts.players[1] + 1)
    if players <= 4
]


def play_on(table: Table, choices: int) -> None:
    """Let a script take choices for the person, until there were so many or the game is over."""
    while not table.over and (table.ready or choices):
        if table.ready:
            table.step()
        else:
            shown = table.shown(0)
            table.choose(0, table.hint(shown, "scripted").choices[0][0])
            choices -= 1


def seeds(game: str) -> range:
    """Return the seeds of the games at one table."""
    return range(max(1, -(-GAMES // sum(name == game for name, _ in TABLES))))


@pytest.mark.parametrize(("game", "players", "seed"), [(*table, seed) for table in TABLES for seed in seeds(table[0])])
def test_nothing_that_is_asked_is_covered_at_any_time(
    game: str, players: int, seed: int, open_page: Callable[..., Any], server: Served
) -> None:
    order = {"game": game, "players": [PERSON, *["scripted"] * (players - 1)], "seed": seed}
    entry = server.hall.create(read_order(order))
    faults, looked, at = [], 0, 0

    def look(width: int, height: int) -> None:
        page = open_page(width, reduced_motion="reduce")
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{server.origin}/table#{entry.seats[0]}")
        Person(page).wait()
        found = page.evaluate(FIRST) + page.evaluate(FAULTS)
        faults.extend(f"after {at} choices, {width}x{height}: {fault}" for fault in found)
        page.context.close()
        while entry.connected:
            time.sleep(0.005)

    look(*SIZES[0])  # the first who comes has the table made
    for moment in MOMENTS:
        play_on(entry.table, moment - at)
        at = moment
        for size in SIZES:
            look(*size)
            looked += 1
        if entry.table.over:
            break
    print(f"{game}, {players} players, seed {seed}: {entry.table.decisions} decisions, looked at {looked} times")
    assert entry.table.over
    assert faults == []


def test_the_own_board_stays_in_sight_when_a_phone_is_turned(open_page: Callable[..., Any], server: Served) -> None:
    entry = server.hall.create(read_order({"game": "expansive_universe", "players": [PERSON, "scripted"], "seed": 11}))
    page = open_page(reduced_motion="reduce")
    page.goto(f"{server.origin}/table#{entry.seats[0]}")
    Person(page).wait()
    page.goto(server.origin)
    while entry.connected:
        page.wait_for_timeout(5)
    play_on(entry.table, 12)
    page.goto(f"{server.origin}/table#{entry.seats[0]}")
    Person(page).wait()
    for width, height in [(390, 844), (844, 390), (390, 844)]:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(200)
        assert "no own board in sight" not in page.evaluate(FIRST), width


def test_other_seats_fold_to_a_line_and_stay_so(
    open_page: Callable[..., Any], server: Served, accessible: Callable[[Any], list[str]]
) -> None:
    page = open_page(reduced_motion="reduce")
    (secret,), _ = server.table("tradeworlds", PERSON, "scripted", "scripted", seed=3)
    page.goto(f"{server.origin}/table#{secret}")
    person = Person(page)
    person.wait()
    assert page.locator("#table .band.folded").count() == page.locator("#table .panel.folded").count() == 2
    assert "credits" in page.locator("#table .band.folded").first.inner_text()
    assert accessible(page) == []
    folders = page.locator("#table .folder")
    assert folders.evaluate_all("all => all.map(one => one.ariaExpanded)") == ["false", "false"]
    folders.first.click()
    assert page.locator("#table .band.folded").count() == 1
    folders.first.focus()
    page.keyboard.press("Enter")  # by the keyboard, too; what was in focus stays so
    assert page.locator("#table .band.folded").count() == 2
    page.keyboard.press("Enter")
    person.click_one()
    person.wait()
    assert page.locator("#table .folder").evaluate_all("all => all.map(one => one.ariaExpanded)") == ["true", "false"]
    page.reload()
    person.wait()
    assert page.locator("#table .band.folded").count() == 1
    two = open_page(reduced_motion="reduce")
    two.goto(server.link("star_realms"))
    Person(two).wait()
    assert two.locator("#table .folded").count() == 0  # of two nobody need be folded


def test_a_seat_at_which_something_is_asked_is_not_folded(open_page: Callable[..., Any], server: Served) -> None:
    game = registry.make("tradeworlds", num_players=3)
    view = game.view(Batch(game, 1, 3).states, "player_0").data()
    zone = next(zone for zone in view["zones"] if zone["seat"] == 1 and zone["cards"])
    spot = {"card": zone["cards"][0]["number"], "zones": [zone["name"]], "seat": 1, "place": None}
    choice = {"action": 1, "name": "take", "label": "take", "source": spot, "target": None}
    page = open_page()
    page.goto(server.origin)
    drawn = """async ([view, choices]) => {
        const { drawTable } = await import("/page/table.js");
        const root = document.createElement("div");
        document.body.append(root);
        drawTable(root, view, { choices, folded: new Set([1, 2]), fold: () => {} });
        return [...root.querySelectorAll(".band.folded")].map((one) => one.className);
    }"""
    assert page.evaluate(drawn, [view, []]) == ["band folded seat-1", "band folded seat-2"]
    assert page.evaluate(drawn, [view, [choice]]) == ["band folded seat-2"]
