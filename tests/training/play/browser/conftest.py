"""A real browser for the tests of pages, and a server: the Chromium that is installed, driven by Playwright."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ow_env import registry
from tests.training.play.served import Served
from training.play.limits import Limits

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
HARMLESS = ("favicon.ico",)  # in messages of the console: browsers ask for it by themselves
HERE = Path(__file__).parent
# Run in a page first: how to play was read before, so that it does not open by itself.
KNOWS = f"localStorage.setItem('ow-primers', '{json.dumps(registry.games())}')"
SHARED = ExitStack()  # one browser and one server for all tests of this folder


def executable() -> str:
    """Return the path of a Chromium; skip the test where there is none, or nothing that drives it."""
    pytest.importorskip("playwright.sync_api", reason="needs playwright, which drives the browser")
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip(f"no browser found: none of {', '.join(NAMES)} is installed, and CHROMIUM names none")
    return found


@cache
def chromium() -> Any:
    path = executable()
    from playwright.sync_api import sync_playwright

    driver = SHARED.enter_context(sync_playwright())
    return SHARED.enter_context(driver.chromium.launch(executable_path=path, args=["--no-sandbox"]))


@cache
def started() -> Served:
    return SHARED.enter_context(Served(Limits(created=500, frames=500)))


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Close both after the last test here: while the driver lives, its thread can run no other event loop."""
    if nextitem is None or HERE not in nextitem.path.parents:
        SHARED.close()
        chromium.cache_clear()
        started.cache_clear()


@pytest.fixture
def server() -> Served:
    return started()


@pytest.fixture
def open_page() -> Iterator[Callable[..., Any]]:
    """Return what opens a fresh page; the test fails if one of them complains."""
    contexts, complaints, harmless = [], [], list(HARMLESS)
    browser = chromium()

    def opened(
        width: int = 1440, scheme: str = "light", expected: tuple[str, ...] = (), newcomer: bool = False, **options: Any
    ) -> Any:
        harmless.extend(expected)
        high = 900 if width > 600 else 844
        context = browser.new_context(viewport={"width": width, "height": high}, color_scheme=scheme, **options)
        contexts.append(context)
        if not newcomer:  # who has read how to play each game
            context.add_init_script(KNOWS)
        page = context.new_page()
        page.set_default_timeout(60_000)  # a game may have to be compiled first
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("dialog", lambda dialog: (complaints.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [text for text in complaints if not any(word in text for word in harmless)] == []


def serious(page: Any) -> list[str]:
    """Return what an accessibility checker finds seriously wrong with a page."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe-playwright-python")
    found = axe.Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {each['help']}: {each['nodes'][0]['html'][:200]}"
        for each in found
        if each["impact"] in ("serious", "critical")
    ]


@pytest.fixture
def accessible() -> Callable[[Any], list[str]]:
    """Return what finds serious faults of accessibility: [] if there are none."""
    return serious
