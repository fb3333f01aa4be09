"""The tree of sources that Sphinx reads: the project's pages where they stand in it, and the generated ones.

Below: games.py, rule_words.py, reference.py. Above: __main__.py. A page keeps its path, so that its relative links hold
here as they do on a code host. Text files that pages link to (`cards.toml`) become pages of their own.
"""

from __future__ import annotations

import json
import re
from pathlib import Path, PurePosixPath

from docs.site import games, reference, rule_words
from ow_env import registry

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/*.md", "agents/*/shipped/*.md", "notebooks/*.ipynb")
BESIDE = (
    "docs/*.png",
    "docs/*.json",
    "docs/*/**/*.png",
    "docs/*/**/*.svg",
    "docs/*/**/*.txt",
)  # what these pages show and link to
SHOWN = {".py": "python", ".toml": "toml", ".txt": "text", "": "text"}  # files that become pages: how they are coloured
Files = dict[str, str | bytes]  # path in the tree -> content


def lay(tree: Path) -> None:
    """Write the tree; what is there already and unchanged keeps its time, what no longer belongs there goes."""
    files = collect()
    for path in sorted(tree.rglob("*"), reverse=True) if tree.exists() else ():
        if path.is_file() and path.relative_to(tree).as_posix() not in files:
            path.unlink()
    for name, content in files.items():
        data = content.encode() if isinstance(content, str) else content
        path = tree / name
        if not path.is_file() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)


def collect() -> Files:
    """Return every file of the tree."""
    files: Files = {}
    for pattern in (*PAGES, *BESIDE):
        for path in sorted(ROOT.glob(pattern)):
            files[path.relative_to(ROOT).as_posix()] = path.read_bytes()
    found = {name: games.Told(name) for name in registry.games()}
    for game in found.values():
        files |= game.files()
    files |= reference.files()
    files["rule_words.md"] = rule_words.page({game.title: game.rules for game in found.values()})
    numbers = {name: g.rules_page for g in found.values() for rule in g.rules for name in (*rule.sections, rule.number)}
    files["rules.json"] = json.dumps(numbers)
    files["index.md"] = index([*found.values()])
    files |= pages_of_sources(files)
    return files


def index(found: list[games.Told]) -> str:
    """Return the start page: the README's first words, a picture of every game, pictures of the page one plays on."""
    readme = (ROOT / "README.md").read_text("utf-8")
    title, _, rest = readme.partition("\n\n")
    pitch = rest.partition("\n\n    ")[0]
    boards = "\n".join(
        f'<a class="game" href="{game.page}.html"><img src="_images/{game.board}" alt="{game.alt}">'
        f"<span>{game.title}</span></a>"
        for game in found
    )
    pictures = sorted((ROOT / "docs" / "pictures").glob("*.png"))
    shown = "\n\n".join(
        f"![{path.stem.replace('-', ' ').replace('_', ' ')}](docs/pictures/{path.name})" for path in pictures
    )
    pages = "\n".join(game.page for game in found)
    text = (HERE / "index.md").read_text("utf-8")
    for mark, what in (
        ("title", title),
        ("pitch", pitch),
        ("games", boards),
        ("game pages", pages),
        ("pictures", shown),
    ):
        text = text.replace(f"<!-- {mark} -->", what)
    return text


def pages_of_sources(files: Files) -> Files:
    """Return a page for every text file that a page links to, and for a folder a page with all of its files."""
    wanted: set[str] = set()
    folders: Files = {}
    for name, content in files.items():
        if not name.endswith(".md"):
            continue
        text = content if isinstance(content, str) else content.decode()
        for target in re.findall(r"\]\(([^)#:\s]+)\)", re.sub(r"```.*?```", "", text, flags=re.S)):
            path = (ROOT / name).parent.joinpath(target).resolve()
            if not path.is_relative_to(ROOT) or path.relative_to(ROOT).as_posix() in files:
                continue
            inside = path.relative_to(ROOT).as_posix()
            if path.is_dir():
                listed = [each for each in sorted(path.iterdir()) if each.is_file()]
                wanted |= {each.relative_to(ROOT).as_posix() for each in listed if each.suffix in SHOWN}
                pages = [each.name for each in listed if each.suffix in {*SHOWN, ".md"}]
                lines = "\n".join(f"- [{each}]({each})" for each in pages)
                folders[f"{inside}/index.md"] = f"---\norphan: true\n---\n# `{inside}/`\n\n{lines}\n"
            elif path.is_file() and path.suffix in SHOWN:
                wanted.add(inside)
    return folders | {f"{name}.md": page_of_source(name) for name in wanted}


def page_of_source(name: str) -> str:
    """Return a page that shows a file whole."""
    path = PurePosixPath(name)
    text = (ROOT / name).read_text("utf-8")
    fence = "`" * max(3, *(len(ticks) + 1 for ticks in re.findall("`+", text) or [""]))
    return f"---\norphan: true\n---\n# `{path.name}`\n\n`{name}`\n\n{fence}{SHOWN[path.suffix]}\n{text}{fence}\n"
