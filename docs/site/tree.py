"""The tree of sources that Sphinx reads: the project's pages where they stand in it, and the generated ones.

Below: games.py, rule_words.py, reference.py, commands.py; the benchmark's stored results. Above: __main__.py. A page
keeps its path, so that its relative links hold here as they do on a code host. Text files that pages link to
(`cards.toml`) become pages of their own.
"""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path, PurePosixPath

from docs.benchmark import show, stored
from docs.shipped import leaderboard
from docs.site import commands, games, reference, rule_words
from ow_env import registry

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
PAGES = ("CONTRIBUTING.md", "CHANGELOG.md", "docs/*.md", "agents/*/shipped/*.md", "notebooks/*.ipynb")
BESIDE = (
    "docs/*.png",
    "docs/*.json",
    "docs/*/**/*.png",
    "docs/*/**/*.gif",
    "docs/*/**/*.svg",
    "docs/*/**/*.txt",
)  # what these pages show and link to
# Files that become pages, and how they are coloured.
SHOWN = {".py": "python", ".js": "javascript", ".c": "c", ".toml": "toml", ".txt": "text", "": "text"}
ORPHAN = b"---\norphan: true\n---\n"  # of a page that is linked to, but does not stand in the sidebar
BENCHMARK = "docs/benchmark.md"
DOORS = (
    ("Play", "docs/playing.html", "in the browser or the terminal, against any agent"),
    ("Train", "docs/training.html", "by self-play, or with your own library"),
    ("Research", "docs/results.html", "ratings, exploitability, ablations, benchmark"),
)
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
            card = path.parent.name == "shipped"  # of a bundled agent: the leaderboard leads to it
            files[path.relative_to(ROOT).as_posix()] = ORPHAN * card + path.read_bytes()
    files[BENCHMARK] = with_filter((ROOT / BENCHMARK).read_text("utf-8"))
    found = {name: games.Told(name) for name in registry.games()}
    for game in found.values():
        files |= game.files()
    files |= reference.files()
    files["commands.md"] = commands.page()
    files["rule_words.md"] = rule_words.page({game.title: game.rules for game in found.values()})
    numbers = {name: g.rules_page for g in found.values() for rule in g.rules for name in (*rule.sections, rule.number)}
    files["rules.json"] = json.dumps(numbers)
    files["index.md"] = index([*found.values()])
    files |= pages_of_sources(files)
    return files


def index(found: list[games.Told]) -> str:
    """Return the start page: parts of the README, a replay, a tile for each game."""
    readme = (ROOT / "README.md").read_text("utf-8")
    first = next(game for game in found if game.name == registry.DEFAULT)
    loop, batch = python_of(readme)
    batch = re.sub(r"  # (.*)$", r"\n# \1", batch, flags=re.M)  # what it prints, on a line of its own
    doors = "".join(
        f'<a class="door" href="{page}"><strong>{name}</strong><span>{what}</span></a>' for name, page, what in DOORS
    )
    marks = {
        "tagline": between(readme, "\n**", "**\n"),
        "replay": games.framed_replay(first.replay, f"A game of {first.title}"),
        "batch": f"```python\n{batch}```",
        "loop": f"```python\n{loop}```",
        "doors": f'<div class="doors">{doors}</div>',
        "games": "\n".join(game.tile() for game in found),
        "speed": between(readme, show.BEGIN, show.END),
        "agents": between(readme, leaderboard.BEGIN, leaderboard.END),
        "cite": f"```text{between(readme, '```bibtex', '```')}```",
        "game pages": "\n".join(game.page for game in found),
    }
    text = (HERE / "index.md").read_text("utf-8")
    for mark, what in marks.items():
        text = text.replace(f"<!-- {mark} -->", what.strip("\n"))
    return text


def between(text: str, begin: str, end: str) -> str:
    """Return what stands between two marks of a text."""
    return text.partition(begin)[2].partition(end)[0]


def python_of(text: str) -> list[str]:
    """Return the Python examples of a page."""
    return re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)


def with_filter(page: str) -> str:
    """Return the page of the benchmark with every measurement as a table that can be filtered."""
    rows = show.every_row(stored.read(ROOT / "docs" / "benchmark.json"))
    cells = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>\n" for row in rows)
    heads = "".join(
        f"<th>{head}</th>" for head in ("subject", "driver", "games", "threads", "median", "range", "per second")
    )
    html = (
        '<input class="filter" type="search" placeholder="Filter: rollout 1024" aria-label="Filter measurements">\n'
        f'<div class="table-wrapper"><table class="filtered"><thead><tr>{heads}</tr></thead>'
        f"<tbody>\n{cells}</tbody></table></div>"
    )
    return page.replace(show.FILTER, html)


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
                pages = [each.name for each in listed if each.suffix in SHOWN or f"{inside}/{each.name}" in files]
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
