"""People who play on the page of a table: by clicks, or by the keyboard alone."""

from __future__ import annotations

import json
import random
from typing import Any

MOST_CHOICES = 3000  # of one person in one game: more means that a game does not end
SPOTS = """() => [...document.querySelectorAll("#table .item.can")]
    .filter((one) => one.checkVisibility()).map((one) => one.dataset.key)"""
BUTTONS = (
    """() => [...document.querySelectorAll("#table [data-control^='action ']")].map((one) => one.dataset.control)"""
)


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
        self.confirm()
        self.took(at)

    def confirm(self) -> None:
        """Say that what is left undone is meant, where that is asked."""
        meant = self.page.locator("#table [data-control='confirm']")
        if meant.count():
            meant.click()

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
            if self.page.locator("#table [data-control='confirm']").count():
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
