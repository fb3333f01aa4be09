"""The documentation site: it is built without a warning, every game and rule is on it, and its links lead somewhere."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from functools import cache
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

from ow_env import registry
from ow_env.core.declared import described
from training.cli import COMMANDS
from training.rules import Rule, read_rules

ROOT = Path(__file__).parents[1]
INSTALLED = ROOT / "tests" / "bazaar" / "installed"  # a game that the project does not know, as another distribution's
OUTSIDE = re.compile(r"^[a-z][a-z0-9+.-]*:|^//")

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("site")]  # which is built once


class Page(HTMLParser):
    """The anchors of a page, where it links to, and what it lets the browser fetch by itself."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self.anchors |= {value for name in ("id", "name") if (value := told.get(name))}
        for name in ("href", "src"):
            if value := told.get(name):
                self.links.append(value)
                if tag != "a":
                    self.fetched.append(value)


@cache
def page(path: Path) -> Page:
    return Page(path.read_text("utf-8"))


def text(site: Path, name: str) -> str:
    return (site / name).read_text("utf-8")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as `make docs` builds it, with a game more."""
    folder = tmp_path_factory.mktemp("site")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (INSTALLED, ROOT)))}
    built = subprocess.run(
        [sys.executable, "-m", "docs.site", "--out", str(folder)],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (built.returncode, built.stderr) == (0, "")
    return folder / "html"


def broken(folder: Path) -> list[str]:
    """Return the links between the pages of a folder that lead nowhere."""
    found = []
    for path in sorted(folder.rglob("*.html")):
        for link in page(path).links:
            if OUTSIDE.match(link):
                continue
            place, _, anchor = unquote(link).partition("#")
            target = (path.parent / place.partition("?")[0]).resolve() if place else path
            if not target.is_file():
                found.append(f"{path.relative_to(folder)}: {link}: no such file")
            elif anchor and target.suffix == ".html" and anchor not in page(target).anchors:
                found.append(f"{path.relative_to(folder)}: {link}: no such anchor")
    return found


def rules() -> list[tuple[str, Rule]]:
    return [(game, rule) for game in registry.games() for rule in read_rules(game)]


def test_every_link_leads_somewhere(site: Path):
    assert broken(site) == []


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path):
    (tmp_path / "one.html").write_text('<a href="two.html">a</a><a id="here" href="#there">b</a><a href="#here">c</a>')
    assert broken(tmp_path) == ["one.html: two.html: no such file", "one.html: #there: no such anchor"]


def test_nothing_is_fetched_from_elsewhere(site: Path):
    fetched = {link for path in site.rglob("*.html") for link in page(path).fetched}
    assert not [link for link in fetched if OUTSIDE.match(link) and not link.startswith("data:")]


@pytest.mark.parametrize("game", [*registry.ROWS, "bazaar"])
def test_every_game_has_its_page(site: Path, game: str):
    told = text(site, f"games/{game}.html")
    assert f"../replays/{game}.html#play" in told
    assert '"steps":' in text(site, f"replays/{game}.html")
    assert (site / "boards" / f"{game}.png").stat().st_size > 10_000
    start = text(site, "index.html")
    assert f'href="games/{game}.html"' in start
    assert f'src="boards/{game}.png"' in start
    options = re.findall(r"<strong>(\w+)</strong>", told)
    if game in registry.ROWS:
        assert set(registry.make(game).options) <= set(options)
    assert "num_actions" in re.sub(r"<[^>]+>", "", told)


@pytest.mark.parametrize("game", registry.ROWS)
def test_the_session_on_its_page_is_true(site: Path, game: str):
    failed, tried = doctest.testfile(str(site.parent / "source" / "games" / f"{game}.md"), module_relative=False)
    assert (failed, tried) == (0, 3)


def test_the_start_page_shows_what_this_is(site: Path):
    start = text(site, "index.html")
    assert re.search(r'<iframe src="replays/\w+\.html#play"', start)
    shown = re.sub(r"<[^>]+>", "", start)
    assert "pip install" in shown
    assert "print(batch.observation.shape, batch.action_mask.shape)\n# (1024, 2, " in shown
    assert [start.count(f'class="{kind}"') for kind in ("door", "game")] == [3, len(registry.games()) + 1]


def test_every_measurement_of_the_benchmark_can_be_filtered(site: Path):
    told = text(site, "docs/benchmark.html")
    assert 'class="filter"' in told
    assert told.count("<tr>") > 500


def test_every_command_is_on_its_page(site: Path):
    told = re.sub(r"<[^>]+>", "", text(site, "commands.html"))
    assert all(f"usage: ow {name}" in told for name in COMMANDS)


@pytest.mark.parametrize("game", registry.ROWS)
def test_every_slice_and_every_kind_of_action_is_told(site: Path, game: str):
    made = registry.make(game)
    told = re.sub(r"<[^>]+>", "", text(site, f"games/{game}/spaces.html"))
    rows = re.findall(r"<tr.*?</tr>", text(site, f"games/{game}/spaces.html"), re.S)
    fields = len(list(described(made.state_dtype)))
    assert len(rows) == len(made.features) + len(made.structure.kinds) + fields + 3
    assert all(feature.name in told for feature in made.features)


def test_every_rule_has_its_anchor(site: Path):
    assert len(rules()) > 180
    for game, rule in rules():
        anchors = page(site / "ow_env" / game / "data" / "rules.html").anchors
        assert {rule.number, rule.number.partition(".")[0]} <= anchors


def test_a_number_leads_to_its_rule(site: Path):
    """On other pages, in docstrings, in the rules themselves; what is typed as code stays code."""
    assert 'href="../ow_env/open_worlds/data/rules.html#OW-4a.4"' in text(site, "docs/agents.html")
    assert 'href="../ow_env/open_worlds/data/rules.html#OW-1.4"' in text(site, "reference/ow_env.open_worlds.html")
    assert 'href="#OW-1.4"' in text(site, "ow_env/open_worlds/data/rules.html")
    assert re.search(r"<code[^>]*><span class=\"pre\">OW-4a.3</span></code>", text(site, "docs/rules.html"))


def test_the_words_of_the_rules(site: Path):
    told = text(site, "rule_words.html")
    (line,) = re.findall(r"<li><p>parsec: .*?</p></li>|<li><p>parsecs: .*?</p></li>", told, re.S)
    assert re.findall(r">(OW-[^<]+)<", line)[0] == "OW-0.3"
    assert re.search(r"<li><p>occupy: <strong><a [^>]*>OW-0.2</a></strong>", told)
    games = {name for name in registry.ROWS if (ROOT / "ow_env" / name / "data" / "rules.md").exists()}
    assert {game for game, _ in rules()} == games
    assert all(f"#{rule.number}" in told for _, rule in rules() if rule.number.endswith(".1"))


@pytest.mark.parametrize("game", [game for game in registry.ROWS if hasattr(registry.make(game), "catalogue")])
def test_every_card_is_listed_with_its_labels(site: Path, game: str):
    told = text(site, f"games/{game}/cards.html")
    table, _, details = told.partition('id="field-by-field"')
    for card in registry.make(game).catalogue.cards:
        name = card.name.replace("'", "&#x27;")
        assert f">{name}</a></th>" in table, name
        assert f"<strong>{name}</strong>" in details, name
    labels = {label for card in registry.make(game).catalogue.cards for label in card.labels.values()}
    shown = " ".join(unescape(details).split())
    assert not [label for label in labels if label not in shown]
    assert 'class="reconstructed"' in table


def test_notebooks_are_shown_as_they_were_run(site: Path):
    found = sorted(ROOT.glob("notebooks/*.ipynb"))
    assert found
    for path in found:
        assert "cell_output" in text(site, f"notebooks/{path.stem}.html")


def test_the_reference_has_what_is_public(site: Path):
    objects = (site / "genindex.html").read_text("utf-8")
    public = ("core.batch.Batch", "core.game.Game.why_not", "registry.make")
    for name in (*(f"ow_env.{each}" for each in public), "agents.base.Agent", "training.measure.match.play_match"):
        assert f"#{name}" in objects, name
