"""One self-contained HTML file of a game to step through: nothing is fetched, and it opens from a disk.

Below: stepping.py, the page's own files. Above: server.py, commands, the report of a training run. In order: the page,
the parts inlined into it. The data is one block of JSON that the script reads as text and shows as text; the page's
policy (Content-Security-Policy) lets no other script run and nothing be requested, whatever a name in the data says.
"""

from __future__ import annotations

import io
import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files

from ow_env.core.game import Game
from ow_env.core.records import Record, read_records, rebuild, replay
from ow_env.core.text import in_html
from ow_env.registry import class_of
from training.replay.review import Progress, Review, review as review_game
from training.replay.stepping import Stepping, as_json, stepping
from training.words import spoken

ENTRY, STYLES = "stepper.js", ("style.css", "stepper.css", "review.css")


def page_of(data: Stepping) -> str:
    """Return a page to step through a game, whole, in words for people."""
    data = spoken(data)
    script = f"{bundled(ENTRY)}\n{START}"
    policy = (
        f"default-src 'none'; script-src 'sha256-{b64encode(sha256(script.encode()).digest()).decode()}';"
        " style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
    )
    played = as_json(data).replace("<", "\\u003c")
    parts = {"title": in_html(title_of(data)), "policy": policy, "style": styles(), "data": played, "script": script}
    return re.sub(r"\{\{(\w+)\}\}", lambda slot: parts[slot[1]], PAGE)  # one pass: no part is searched for slots


def replay_html(text: str, reviewed: Review | None = None) -> str:
    """Return a page to step through the game of a record.

    Args:
        text: the record.
        reviewed: the review of the game, if it is to be on the page.

    Raises:
        DamagedRecord: the record is not what was written.
    """
    record, game = game_of(text)
    names = [agent["name"] for agent in record.header["agents"] or ()]
    by = (record.result or {}).get("by", ())
    ending = f"{' and '.join(by)} resigned." if by else ""
    return page_of(stepping(game, ((moment, {}) for moment in replay(record, game)), names, ending, reviewed))


def review_of(text: str, progress: Progress) -> Review:
    """Return the review of the game of a record.

    Raises:
        DamagedRecord: the record is not what was written.
    """
    record, game = game_of(text)
    return review_game(game, list(replay(record, game)), progress)


def game_of(text: str) -> tuple[Record, Game]:
    """Return the one record of a text, and its game."""
    (record,) = read_records(io.BytesIO(text.encode()))
    return record, rebuild(record, [class_of(record.header["game"])])


def framed(page: str, title: str) -> str:
    """Return a whole page as an element of another page, neither's looks touching the other's."""
    inner = page.replace("&", "&amp;").replace("'", "&#39;")
    return f"<iframe class=\"game\" title='{in_html(title)}' srcdoc='{inner}'></iframe>"


def title_of(data: Stepping) -> str:
    """Return what is shown, in a line: the game and who played."""
    seats = [(data["agents"][each["seat"]], each["name"]) for each in data["players"]]
    players = ", ".join(seat if name == seat else f"{seat}: {name}" for seat, name in seats)
    return f"{data['game']['title']} ({players})" if players else str(data["game"]["title"])


# ── What is inlined ──────────────────────────────────────────────────────────────────────────────

COMMENT = re.compile(
    r"^ *(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.M | re.S
)  # on lines of their own: they would only make it longer
IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([\w-]+\.js)";$', re.M)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|const|let|class) +([\w$]+))", re.M)


def styles() -> str:
    """Return the looks of the page."""
    return "\n".join(read(name) for name in STYLES).replace("</", "<\\/")


@cache
def bundled(entry: str) -> str:
    """Return a module of the page and those it imports as one script, each in a scope of its own.

    Raises:
        ValueError: a module is written in a way that this does not know.
    """
    scopes = [scope_of(name) for name in in_order(entry, [], ())]
    text = "\n".join([*scopes, f"const {{ step }} = {name_of(entry)};"])
    return text.replace("</", "<\\/").replace("<!--", "<\\!--")  # what a page would take for its own


def in_order(name: str, order: list[str], above: tuple[str, ...]) -> list[str]:
    """Add a module to the order after all that it imports, and return the order."""
    if name in above:
        raise ValueError(f"{' -> '.join((*above, name))}: modules import each other in a circle")
    if name not in order:
        for _, other in IMPORT.findall(read(name)):
            in_order(other, order, (*above, name))
        order.append(name)
    return order


def scope_of(name: str) -> str:
    """Return a module as a function called at once, which returns what the module exports."""
    text = COMMENT.sub("", read(name))
    exported = EXPORT.findall(text)
    text = IMPORT.sub(lambda found: f"const {{{found[1].replace(' as ', ': ')}}} = {name_of(found[2])};", text)
    text = EXPORT.sub("", text)
    left = re.search(r"^(?:import|export)\b.*|\bimport\(", text, re.M)
    if left:
        raise ValueError(f"{name}: can't be inlined, for it says {left[0]!r}")
    return f'const {name_of(name)} = (() => {{\n"use strict";\n{text}\nreturn {{ {", ".join(exported)} }};\n}})();'


def name_of(module: str) -> str:
    """Return what stands for a module in a script: module_table."""
    return "module_" + re.sub(r"\W", "_", module.removesuffix(".js"))


@cache
def read(name: str) -> str:
    """Return one of the page's files."""
    return (files("training.play") / "page" / name).read_text("utf-8")


# With #play behind the address the game plays at once, for pages that embed it; not for who wants no motion. With
# #step=12 it begins there, for links out of a review.
START = """const data = JSON.parse(document.getElementById("game").textContent);
const shown = step(document.getElementById("stepper"), data);
const asked = /^#step=([0-9]{1,7})$/.exec(location.hash);
if (asked) shown.go(Number(asked[1]));
if (location.hash === "#play" && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
  document.querySelector(".bar .play").click();
}"""

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{{policy}}">
<meta name="viewport" content="width=device-width">
<title>{{title}}</title>
<style>
{{style}}
</style>
</head>
<body>
<main id="play">
<h1 class="stepper-title">{{title}}</h1>
<div id="stepper"></div>
<p class="stepper-note">Arrow keys step, Home and End jump, space plays, 0 to 9 switch the view; with Shift
arrow keys go from card to card, of which each says what it does. This file
holds the whole game, with all that was hidden while it was played.</p>
<noscript><p class="stepper-note">To step through the game, the page needs JavaScript.</p></noscript>
</main>
<script type="application/json" id="game">{{data}}</script>
<script>{{script}}</script>
</body>
</html>
"""
