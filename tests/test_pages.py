"""Every example on the pages is run, and every command that they show is one that `ow` takes."""

from __future__ import annotations

import ast
import doctest
import json
import re
import shlex
from pathlib import Path

import pytest

from docs.site.commands import page as page_of_commands
from ow_env.open_worlds.cards import load_catalogue
from ow_env.open_worlds.decks import as_text
from tests.bazaar.installing import installed
from training.cli import parser
from training.selfplay.settings import Settings

ROOT = Path(__file__).parents[1]
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for pattern in ("*.md", "docs/*.md", "agents/*/shipped/*.md")
    for path in sorted(ROOT.glob(pattern))
}
ELSEWHERE = {  # pages whose examples another test runs, or holds against the files that they quote
    "README.md": "tests/test_readme.py",
    "docs/adding-a-game.md": "tests/goofspiel/test_docs.py",
    "docs/clients.md": "tests/adapters/test_clients.py",
    "docs/dataset.md": "tests/training/test_dataset.py",
    "docs/gymnasium.md": "tests/adapters/test_sb3.py",
    "docs/jax.md": "tests/adapters/test_jax.py",
    "docs/opponents.md": "tests/adapters/test_sb3.py",
    "docs/openenv.md": "tests/adapters/test_openenv.py",
    "docs/openspiel.md": "tests/training/test_exact_openspiel.py",
    "docs/pettingzoo.md": "tests/adapters/test_sb3.py",
    "docs/records.md": "tests/training/test_replay.py",
    "docs/rllib.md": "tests/adapters/test_rllib.py",
    "docs/sparse.md": "tests/core/test_sparse_page.py",
    "docs/stable-baselines3.md": "tests/adapters/test_sb3.py",
    "docs/your-own-game.md": "tests/rows/test_page.py",
}
SMALLER = {  # what a page plays for its figures, and what is played here
    "games=2000": "games=4",
    "search:1000": "search:40",
    "bouts=12_000": "bouts=64",
    "bouts=20000": "bouts=64",
    "width=0.02": "width=0.4",
    "width=0.03": "width=0.4",
    "width=0.05": "width=0.4",
}
BLOCKS = re.findall(r"^```python\n(.*?)^```$", "\n".join(PAGES.values()), re.M | re.S)


def blocks(page: str) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", PAGES[page], re.M | re.S)


def scripts() -> list[tuple[str, str]]:
    """Return the examples without prompts that are run here, each with its page."""
    return [
        (page, block)
        for page in PAGES
        if page not in ELSEWHERE
        for block in blocks(page)
        if not block.startswith(">>> ")
    ]


def commands() -> list[tuple[str, str]]:
    """Return what is typed on the pages, without what is said beside it."""
    found = []
    for page, text in PAGES.items():
        for line in re.findall(r"^ {4}(?:\.venv/bin/)?ow ((?:.*\\\n)*.*)", text, re.M):
            typed = re.split(r" {2,}| # | > ", re.sub(r"\\\n\s*", "", line))[0]
            found.append((page, typed.replace(" ...", "").strip()))
    return found


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with what the examples find: a deck of one's own."""
    monkeypatch.chdir(tmp_path)
    Path("runs").mkdir()
    Path("mine.txt").write_text(as_text(load_catalogue().deck("Empyrean Enterprises")))
    return tmp_path


def test_who_runs_an_example_elsewhere_names_its_page():
    for page, test in ELSEWHERE.items():
        text = (ROOT / test).read_text("utf-8")
        assert f'"{page.rpartition("/")[2]}"' in text, f"{test} does not run {page}"


def test_no_example_is_left_without_its_colours():
    """One that is only indented would be run by nobody."""
    for page, text in PAGES.items():
        fenced = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
        assert not re.findall(r"^ {4}(?:from \w\S* import|import \w|>>> |\w+ = \w+\().*", fenced, re.M), page


@pytest.mark.parametrize("page", [page for page in PAGES if ">>> " in PAGES[page] and page not in ELSEWHERE])
def test_a_session_says_what_is_answered(page: str, folder: Path):
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False)
    assert tried > 0
    assert failed == 0


@pytest.mark.slow
@pytest.mark.parametrize(("page", "block"), scripts(), ids=[page for page, _ in scripts()])
def test_an_example_runs(page: str, block: str, folder: Path):
    for large, small in SMALLER.items():
        block = block.replace(large, small)
    exec(compile(block, page, "exec"), {})


def test_only_what_stands_on_a_page_is_made_smaller():
    assert not [large for large in SMALLER if not any(large in block for block in BLOCKS)]


@pytest.mark.parametrize(("page", "typed"), commands(), ids=[f"{page}: {typed}" for page, typed in commands()])
def test_a_command_is_one_that_there_is(page: str, typed: str):
    with installed(ROOT / "tests" / "rows" / "installed"):  # the game of docs/your-own-game.md
        parser(words := shlex.split(typed)).parse_args(words)


def test_a_command_that_there_is_not_would_be_noticed():
    with pytest.raises(SystemExit):
        parser(["decks"]).parse_args(["decks", "duell", "A", "B"])
    assert len(commands()) > 60


GUIDES = re.search(r":caption: Guides\n.*?\n\n(.*?)```", (ROOT / "docs/site/index.md").read_text("utf-8"), re.S)[1]


@pytest.mark.parametrize("page", re.findall(r"<docs/(.+)>", GUIDES))
def test_a_guide_is_short(page: str):
    """Code and tables apart. What was tried, and older results, belong to a study."""
    text = re.sub(r"^```.*?^```$", "", PAGES[f"docs/{page}.md"], flags=re.M | re.S)
    words = re.sub(r"^( {4}|\|).*$", "", text, flags=re.M).split()
    assert len(words) <= 1200


WORDING = PAGES["docs/glossary.md"].partition("## Wording")[2]
AVOIDED = [
    phrase.strip()
    for cell in re.findall(r"^\| (?!instead of|---)(.*?) \|", WORDING, re.M)
    for phrase in cell.split(",")
]
UNLIKE_THE_FIELD = re.compile("|".join(rf"\b{re.escape(phrase)}\b" for phrase in AVOIDED), re.I)
OTHERS = {"CHANGELOG.md"}  # what was
MORE = [*ROOT.glob("docs/*/*.md"), *ROOT.glob("ow_env/*/data/*.md"), *ROOT.glob("docs/ladder/*/*.txt")]
KEYS = {"training/decklab/open_worlds/random_figures.py": "random figures"}  # the name of a seed, which stays


def unlike(text: str) -> str | None:
    """Return a phrase to avoid with what stands around it; None: there is none."""
    text = " ".join(text.split())
    found = UNLIKE_THE_FIELD.search(text)
    return text[max(found.start() - 60, 0) : found.end() + 30] if found else None


def prose(page: str) -> str:
    """Return a page without code, and without the table of what to avoid."""
    return re.sub(r"^```.*?^```$|^ {4}[^\n]*$|`[^`\n]+`", "", page.replace(WORDING, ""), flags=re.M | re.S)


def test_a_page_speaks_as_the_field_does():
    """Bundled, score, bit-identical, 3-player games, resampled, single-player ... : see docs/glossary.md."""
    assert len(AVOIDED) > 25
    assert unlike("the share\nof points") is not None
    pages = {page: text for page, text in PAGES.items() if page not in OTHERS}
    pages |= {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in MORE}
    assert {page: said for page, text in pages.items() if (said := unlike(prose(text)))} == {}


def test_a_notebook_speaks_as_the_field_does():
    found = {}
    for path in ROOT.glob("notebooks/*.ipynb"):
        cells = json.loads(path.read_text("utf-8"))["cells"]
        for cell in cells:
            if cell["cell_type"] == "markdown" and (said := unlike(prose("".join(cell["source"])))):
                found[path.name] = said
    assert found == {}


def test_a_docstring_and_a_message_speak_as_the_field_does():
    """Every text in a source that has several words: docstrings, errors, help; and what scripts of a page show."""
    found = {}
    for package in ("ow_env", "agents", "training", "docs"):
        for path in ROOT.glob(f"{package}/**/*.py"):
            name = path.relative_to(ROOT).as_posix()
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
                if " " in text and text != KEYS.get(name) and (said := unlike(re.sub(r"`[^`\n]+`", "", text))):
                    found[name] = said
    for path in ROOT.glob("training/**/*.js"):
        code = re.sub(r"/\*.*?\*/|^\s*//.*$", "", path.read_text("utf-8"), flags=re.M | re.S)
        if said := unlike(code):
            found[path.relative_to(ROOT).as_posix()] = said
    assert found == {}


def test_the_help_of_commands_and_settings_speaks_as_the_field_does():
    told = f"{page_of_commands()}\n{Settings().explained()}"
    found = re.search(rf"{UNLIKE_THE_FIELD.pattern}|\bfigures\b|\banew\b|\bbouts?\b|as often as|\bwanted\b", told, re.I)
    assert found is None, found
