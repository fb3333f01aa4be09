"""Every table fits its window: nothing that is asked, and no button, lies outside or under something else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ow_env import registry
from tests.training.play.browser.playing import Person
from tests.training.play.served import Served

pytestmark = [pytest.mark.xdist_group("pages"), pytest.mark.bounds, pytest.mark.slow]

SIZES = [(1440, 900), (1024, 768), (390, 844)]
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


def seated(game: str, players: int, open_page: Callable[..., Any], server: Served) -> tuple[Any, Person]:
    """Sit somebody down at a table of so many."""
    page = open_page(width=1440, reduced_motion="reduce")
    (secret,), _ = server.table(game, "person", *["scripted"] * (players - 1), seed=3)
    page.goto(f"{server.origin}/table#{secret}")
    return page, Person(page, 3)


def fits(page: Any) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        assert page.evaluate(FAULTS) == [], (width, height)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_nothing_that_is_asked_is_covered_at_any_time(
    game: str, players: int, open_page: Callable[..., Any], server: Served
) -> None:
    page, person = seated(game, players, open_page, server)
    for step in range(61):
        person.wait()
        if step in (0, 20, 60) or person.over:
            fits(page)
        if person.over:
            break
        page.set_viewport_size({"width": 1440, "height": 900})
        person.click_one()
