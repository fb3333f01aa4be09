"""Make the pictures of the boards and the pages: ``python -m tests.training.play.browser.pictures [FOLDER]``.

For the README: a turn with hints, which moves, and the report of a minute's training. `--readme` makes these alone.

Below: playing.py, a Chromium, Pillow. Every picture follows from a seed: the scripted agent of each game plays all
seats up to a decision worth a picture.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import ow_env
from ow_env.core.game import States
from tests.training.play.browser.conftest import KNOWS, executable
from tests.training.play.browser.playing import Person
from tests.training.play.served import Served
from training.replay.one_game import one_game, seated_agents

SEED = 11
SEEDS = {"these_new_worlds": 38}  # of a game of which another one shows more
MOST_BYTES = 150_000
COLOURS = 256  # of a picture that would be too large with all of them
COLOURS_OF_TURN = 64
LOOKS = {"": (1440, 900, "dark"), "-light": (1440, 900, "light"), "-phone": (390, 844, "dark")}
# Of the person, before the picture is taken:
CHOICES = {"open_worlds": 31, "star_realms": 78, "these_new_worlds": 24, "goofspiel": 6}
USUAL = 12  # of a game that is not named here
BOARD = 0.6  # of a game's decisions, before its board is drawn
TURN = ("star_realms", 60, 5)  # the game of the picture that moves, choices before its first frame, choices shown
TURN_SIZE = (1200, 750)  # of the window, and of the picture:
TURN_PICTURE = (800, 500)
HINT_SHOWN, CHOICE_SHOWN = 1400, 900  # milliseconds
MOST_BYTES_OF_TURN = 600_000


def main(folder: Path, only_readme: bool = False) -> None:
    """Write all pictures, or only those of the README."""
    folder.mkdir(parents=True, exist_ok=True)
    with Served() as server, browser() as chromium:
        turn(folder / "turn.gif", chromium, server)
        report(folder / "report.png", chromium)
    if only_readme:
        return
    for name in ow_env.games():
        write(folder / f"board-{name}.png", board(name))
    with Served() as server, browser() as chromium:
        setup(folder, chromium, server)
        for name in ow_env.games():
            pages(folder, chromium, server, name)


def report(path: Path, chromium: Any) -> None:
    """Train for a minute and photograph the report: the ladder, and how it learned."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "training.cli", "train", "--minutes", "1", "--out", folder]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        page = a_page(chromium, viewport={"width": 1100, "height": 800}, color_scheme="light")
        page.goto((Path(folder) / "report.html").as_uri())
        page.evaluate("() => [...document.querySelectorAll('h2')][1].scrollIntoView()")
        page.wait_for_timeout(300)
        shoot(page, path)
        page.close()


def board(name: str) -> Any:
    """Return the board of a game as `Game.draw` paints it, in the middle of a game."""
    from PIL import Image

    game = ow_env.make(name)
    seed = SEEDS.get(name, SEED)
    decisions = list(one_game(game, seated_agents(game, ["scripted"], seed)[1], seed))
    state: States = decisions[int(BOARD * len(decisions))][0].state
    return Image.fromarray(game.draw(state, "player_0"))


def setup(folder: Path, chromium: Any, server: Served) -> None:
    """Photograph the page of choices."""
    page = a_page(chromium, viewport={"width": 1100, "height": 720}, color_scheme="dark")
    page.goto(server.origin)
    page.wait_for_selector("#start")
    shoot(page, folder / "page-setup.png")
    page.close()


def pages(folder: Path, chromium: Any, server: Served, name: str) -> None:
    """Photograph the page of a table in the middle of a game, in every look."""
    page = a_page(chromium, viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page.goto(server.link(name, seed=SEEDS.get(name, SEED)))
    person = Person(page)
    for _ in range(CHOICES.get(name, USUAL)):
        person.wait()
        if person.over:
            break
        advised(page, person)
    person.wait()
    page.mouse.move(0, 0)
    for look, (width, height, scheme) in LOOKS.items():
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.wait_for_timeout(200)
        shoot(page, folder / f"page-{name}{look}.png")
    page.close()


def turn(path: Path, chromium: Any, server: Served) -> None:
    """Write a turn as a picture that moves: at each choice the hint, and then what came of it."""
    from PIL import Image

    name, before, shown = TURN
    width, height = TURN_SIZE
    page = a_page(chromium, viewport={"width": width, "height": height}, color_scheme="dark", reduced_motion="reduce")
    page.goto(server.link(name, seed=SEED))
    person, frames, times = Person(page), [], []

    def keep(milliseconds: int) -> None:
        page.mouse.move(0, 0)
        picture = Image.open(BytesIO(page.screenshot())).convert("RGB").resize(TURN_PICTURE, Image.Resampling.LANCZOS)
        frames.append(picture)
        times.append(milliseconds)

    for choice in range(before + shown):
        person.wait()
        watched = choice >= before
        advised(page, person, (lambda: keep(HINT_SHOWN)) if watched else (lambda: None))
        if watched:
            person.wait()
            page.wait_for_timeout(200)
            keep(CHOICE_SHOWN)
    page.close()
    palette = frames[shown].quantize(COLOURS_OF_TURN)  # one for all: what stays the same is stored once
    first, *others = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    first.save(path, save_all=True, append_images=others, duration=times, loop=0, optimize=True)
    size = path.stat().st_size
    print(f"{path}: {size // 1000} kB")
    if size > MOST_BYTES_OF_TURN:
        raise ValueError(f"{path}: expected at most {MOST_BYTES_OF_TURN} bytes, got {size}")


def advised(page: Any, person: Person, hinted: Callable[[], None] = lambda: None) -> None:
    """Choose what the scripted agent would; ``hinted``: called while its hint is shown."""
    at = person.data("at")
    if page.locator("#table .item.can, #table [data-control^='action ']").count() > 1:
        page.select_option(".hint-agent", "scripted")
        page.click("[data-control=hint]")
        page.wait_for_selector("#hint .shares li")
        action = page.locator("#hint .shares li").first.get_attribute("data-action")
        hinted()
    else:
        action = page.locator("#actions button").first.get_attribute("data-action")
    page.evaluate("() => (document.getElementById('all').open = true)")
    page.click(f"#actions [data-action='{action}']")
    person.took(at)
    page.evaluate("() => (document.getElementById('all').open = false)")


def shoot(page: Any, path: Path) -> None:
    """Photograph what the window shows."""
    from PIL import Image

    write(path, Image.open(BytesIO(page.screenshot())))


def write(path: Path, picture: Any) -> None:
    """Write a picture, with fewer colours where it would be too large."""
    picture.convert("RGB").save(path, optimize=True)
    if path.stat().st_size > MOST_BYTES:
        picture.convert("RGB").quantize(COLOURS, dither=0).save(path, optimize=True)
    size = path.stat().st_size
    print(f"{path}: {size // 1000} kB")
    if size > MOST_BYTES:
        raise ValueError(f"{path}: expected at most {MOST_BYTES} bytes, got {size}")


def a_page(chromium: Any, **looks: Any) -> Any:
    """Open a page of somebody who knows how to play, and is not asked twice."""
    page = chromium.new_page(**looks)
    page.set_default_timeout(120_000)  # a game may have to be compiled first
    page.add_init_script(f"{KNOWS}; localStorage.setItem('confirm', 'no')")
    return page


@contextmanager
def browser() -> Iterator[Any]:
    """Start a Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=executable(), args=["--no-sandbox"])
        yield chromium
        chromium.close()


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--readme"]
    main(Path(words[0] if words else "docs/pictures"), only_readme="--readme" in sys.argv)
