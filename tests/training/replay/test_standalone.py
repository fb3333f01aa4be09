"""One HTML file of a game: nothing outside it is needed or asked for, and no name in it is more than text."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest

import ow_env
from ow_env.core.batch import Batch
from ow_env.core.records import DamagedRecord, Recorder
from training.replay import standalone
from training.replay.one_game import one_game, seated_agents
from training.replay.standalone import bundled, framed, page_of, replay_html
from training.replay.stepping import advised, decode, stepping
from training.words import spoken

HOSTILE = "</script><img src=x onerror=alert(1)><!--<script>{{script}} & ' \" `${1}`"


class Elements(HTMLParser):
    """The elements of a page, with the text of scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, dict[str, str | None], str]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        self.found.append((f"/{tag}", {}))

    def handle_data(self, data: str) -> None:
        if self.found and self.found[-1][0] in ("script", "style"):
            self.texts.append((*self.found[-1], data))

    def text_of(self, tag: str, **attributes: str) -> str:
        """Return the text of the one element of this kind."""
        texts = [text for name, has, text in self.texts if name == tag and attributes.items() <= has.items()]
        return "".join(texts)


def data_of(*names: str) -> dict[str, Any]:
    game = ow_env.make("goofspiel", num_cards=4)
    players = seated_agents(game, ["random"], 1)[1]
    return stepping(game, advised(one_game(game, players, 1)), names, ending=names[0])


def test_nothing_outside_the_file_is_named() -> None:
    page = page_of(data_of("one", "two"))
    elements = Elements(page)
    assert {tag for tag, _ in elements.found}.isdisjoint({"link", "img", "iframe", "object", "embed", "base", "form"})
    for tag, attributes in elements.found:
        assert {"src", "href", "srcset", "data", "action", "style"}.isdisjoint(attributes), tag
    addresses = set(re.findall(r"\w+://[^\s\"'`)]*", page))
    assert addresses == {"http://www.w3.org/2000/svg"}  # the name of a language, never fetched
    assert not re.search(r"@import|url\((?!#)", elements.text_of("style"))
    assert not re.search(r"\bfetch\(|XMLHttpRequest|WebSocket|\bimport\(|\beval\(|innerHTML|document\.write", page)


def test_only_the_scripts_of_the_page_may_run_and_nothing_may_be_requested() -> None:
    elements = Elements(page_of(data_of("one", "two")))
    policy = next(has["content"] for tag, has in elements.found if "http-equiv" in has)
    assert policy is not None
    script = "".join(text for tag, has, text in elements.texts if tag == "script" and "type" not in has)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert policy.startswith(f"default-src 'none'; script-src 'sha256-{digest}';")


def test_a_hostile_name_is_text() -> None:
    harmless, hostile = (Elements(page_of(data_of(name, "two"))) for name in ("one", HOSTILE))
    assert [tag for tag, _ in hostile.found] == [tag for tag, _ in harmless.found]
    read = json.loads(hostile.text_of("script", id="game"))
    assert read["players"][0]["name"] == read["ending"] == HOSTILE
    scripts = [[text for tag, has, text in each.texts if "type" not in has] for each in (harmless, hostile)]
    assert scripts[0] == scripts[1]


def test_a_record_is_a_page() -> None:
    game, text = ow_env.make("goofspiel", num_cards=4), io.StringIO()
    batch = Batch(game, 1, 1, secret=bytes(32))
    recorder = Recorder(batch, text)
    recorder.begin()
    while not batch.terminated[0]:
        recorder.step(batch.action_mask.argmax(axis=2))
    data = json.loads(Elements(replay_html(text.getvalue())).text_of("script", id="game"))
    told = replace(spoken(game.view(batch.states, "public")), decision=spoken(game.ending(batch.states)))
    assert decode(data, len(data["steps"]) - 1, "public")["view"] == json.loads(json.dumps(told.data()))
    assert [seat["name"] for seat in told.data()["seats"]] == data["agents"] == ["Player 1", "Player 2"]
    with pytest.raises(DamagedRecord):
        replay_html(text.getvalue()[:-40])


def test_a_page_in_a_page_is_the_same_page() -> None:
    page = page_of(data_of(HOSTILE, "two"))
    elements = Elements(f"<p>{framed(page, 'a game')}</p>")
    assert [tag for tag, _ in elements.found] == ["p", "iframe", "/iframe", "/p"]
    assert elements.found[1][1]["srcdoc"] == page


def test_modules_are_inlined_each_once_and_after_what_they_import(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = 'import { one, two as deux } from "./a.js";\nimport { one as uno } from "./b.js";\nexport const step = 1;'
    modules = {
        "entry.js": entry,
        "a.js": 'import {\n  one,\n} from "./b.js";\nexport function two() {}\nexport async function later() {}',
        "b.js": "export const one = '</b><!--'; // import nothing",
    }
    monkeypatch.setattr(standalone, "read", modules.__getitem__)
    text = bundled.__wrapped__("entry.js")
    assert re.findall(r"const module_(\w+) = \(", text) == ["b", "a", "entry"]
    assert text.count("const one = ") == 1
    assert "const { one, two: deux } = module_a;" in text
    assert "return { two, later };" in text
    assert r"'<\/b><\!--'" in text


@pytest.mark.parametrize(
    ("module", "said"),
    [
        ('import all from "./b.js";', "import all from"),
        ('import { a } from "https://other";', "import { a } from"),
        ("export default 1;", "export default"),
        ("export { a };", "export { a }"),
        ('const a = import("./b.js");', "import("),
        ('import { a } from "./entry.js";', "entry.js -> entry.js: modules import each other in a circle"),
    ],
)
def test_a_module_that_can_not_be_inlined_is_refused(module: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standalone, "read", {"entry.js": module}.__getitem__)
    with pytest.raises(ValueError, match=re.escape(said)):
        bundled.__wrapped__("entry.js")
