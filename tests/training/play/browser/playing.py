"""A server for the tests of pages, and people who play on them: by clicks, or by the keyboard alone."""

from __future__ import annotations

import json
import random
import threading
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import uvicorn

from training.commands.play import listen
from training.play.hall import Hall
from training.play.server import LONGEST_MESSAGE, Hosts, application

MOST_CHOICES = 3000  # of one person in one game: more means that a game does not end
READY = "table => table.dataset.at !== undefined"
SPOTS = """() => [...document.querySelectorAll("#table .item.can")]
    .filter((one) => one.checkVisibility()).map((one) => one.dataset.key)"""
BUTTONS = (
    """() => [...document.querySelectorAll("#table [data-control^='action ']")].map((one) => one.dataset.control)"""
)


class Served:
    """A server that runs, and its address."""

    def __init__(self, base: str, hall: Hall) -> None:
        self.base, self.hall = base, hall

    def create(self, game: str, players: Sequence[str], seed: int | None = 5, **options: Any) -> dict[str, Any]:
        """Set up a table and return its links."""
        order = {"game": game, "players": list(players), "seed": seed, "options": options, "names": []}
        headers = {"Content-Type": "application/json", "Origin": self.base}
        request = urllib.request.Request(f"{self.base}/tables", json.dumps(order).encode(), headers)
        with urllib.request.urlopen(request) as answer:
            return dict(json.load(answer))

    def seat(self, *arguments: Any, **options: Any) -> str:
        """Set up a table with one person and return that person's address."""
        return str(self.base + self.create(*arguments, **options)["seats"][0]["link"])


@contextmanager
def serving() -> Iterator[Served]:
    """Serve on a free port of this machine."""
    listener = listen("127.0.0.1", 0)
    port = listener.getsockname()[1]
    hall = Hall()
    app = application(hall, Hosts("127.0.0.1", port))
    config = uvicorn.Config(
        app, log_level="warning", ws="websockets-sansio", ws_max_size=LONGEST_MESSAGE, timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        time.sleep(0.01)
    yield Served(f"http://127.0.0.1:{port}", hall)
    server.should_exit = True
    thread.join(10)


class Person:
    """Somebody at a table's page.

    Args:
        page: at the table.
        seed: of what is chosen: anything that is marked.
    """

    def __init__(self, page: Any, seed: int = 1) -> None:
        self.page, self.chance = page, random.Random(seed)
        self.choices = 0
        page.wait_for_selector("#table[data-at]", timeout=120_000)

    def data(self, name: str) -> str:
        """Return what the table says of itself: at, asked, over."""
        return str(self.page.evaluate("name => document.getElementById('table').dataset[name]", name))

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self.data("over") == "true"

    def wait(self) -> None:
        """Wait until this person is asked, or the game is over."""
        self.page.wait_for_selector("#table[data-asked=true], #table[data-over=true]", timeout=60_000)

    def took(self, at: str) -> None:
        """Wait until the choice has been taken."""
        self.page.wait_for_function("at => document.getElementById('table').dataset.at !== at", arg=at, timeout=60_000)
        self.choices += 1
        assert self.choices < MOST_CHOICES

    def click_one(self) -> None:
        """Choose anything by clicks."""
        at = self.data("at")
        spots, buttons = self.page.evaluate(SPOTS), self.page.evaluate(BUTTONS)
        chosen = self.chance.choice([*spots, *buttons])
        kind = "key" if chosen in spots else "control"
        self.page.click(f"#table [data-{kind}={json.dumps(chosen)}]")
        if kind == "key":
            self.follow_up()
        self.took(at)

    def follow_up(self) -> None:
        """After a card was clicked: take a line of the menu, and a target, where there are any."""
        lines = self.page.locator(".menu-line")
        if lines.count():
            lines.nth(self.chance.randrange(lines.count())).click()
        targets = self.page.locator("#table .item.target")
        if targets.count():
            targets.nth(self.chance.randrange(targets.count())).click()
            if lines.count():
                lines.nth(self.chance.randrange(lines.count())).click()

    def press_one(self) -> None:
        """Choose anything with the keyboard alone."""
        at, keyboard = self.data("at"), self.page.keyboard
        spots, buttons = self.page.evaluate(SPOTS), self.page.evaluate(BUTTONS)
        if spots and (not buttons or self.chance.random() < 0.75):
            self.tab_to("#table .item")
            for _ in range(self.chance.randrange(4)):
                keyboard.press(self.chance.choice(["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"]))
            keyboard.press("Enter")
            for _ in range(3):  # a menu, a target, a menu at the target
                if self.page.locator(".menu-line").count() or self.page.locator("#table .item.target").count():
                    keyboard.press("ArrowDown")
                    keyboard.press("Enter")
        else:
            self.tab_to("#table [data-control^='action ']")
            keyboard.press("Enter")
        self.took(at)

    def tab_to(self, selector: str) -> None:
        """Press Tab until something is in focus."""
        for _ in range(150):  # a table of many zones has as many stops
            if self.page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not come to {selector}")

    def play(self, how: str = "click") -> str:
        """Play to the end and return the result."""
        while True:
            self.wait()
            if self.over:
                return str(self.page.locator("#table .decision").inner_text())
            self.click_one() if how == "click" else self.press_one()
