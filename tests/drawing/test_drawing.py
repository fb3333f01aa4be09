"""One view, several drawings: text, picture and HTML show what is in it, and nothing else is needed."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import numpy as np
import pytest

from ow_env.core.batch import Batch
from ow_env.drawing.board import picture_of
from ow_env.drawing.page import STYLE, html_of
from ow_env.drawing.text import WIDTH, text_of
from ow_env.drawing.view import (
    Card,
    Figure,
    Kind,
    Link,
    Place,
    Seat,
    Sign,
    View,
    Zone,
    pile_of,
    viewer_of,
)
from ow_env.goofspiel.game import Goofspiel
from ow_env.open_worlds.game import OpenWorlds

pytestmark = pytest.mark.pure

HOSTILE = "<script>alert(1)</script>"


def table(**told: object) -> View:
    """Return a view of a game there is not, with a bit of everything."""
    given = {
        "game": "Invented",
        "viewer": 0,
        "when": "Turn 2 of 9",
        "step": "Build",
        "decision": "player_0 builds",
        "over": False,
        "alerts": ("LAST TURN",),
        "notes": ("wind: east",),
        "stack": ("player_1 plays Storm",),
        "orders": ("Ordered so far", "  Barge: 3 at Mill"),
        "seats": (
            Seat("player_0", True, "Start", (Figure("Gold", "3", note="prior 1"),), ("tired",)),
            Seat("player_1"),
        ),
        "places": (
            Place("Bay", (Figure("Fish", "2/5"),), ("Windy",), ("Wreck",), "being built", True, room=(0, None)),
        ),
        "zones": (
            Zone("market", "table", cards=(Card("Plank", figures=(Figure("Price", "4", "$"),), copies=2),), hidden=3),
            Zone("boats", "table", 0, 0, (Card("Barge", 4, "Boat", (Figure("Hull", "7", "H", "shield"),), keys=(1,)),)),
            Zone("laid", "staged", 1, 0, (Card(face_down=True), Card("Mast", face_down=True))),
            Zone("mills", "table", 1, 0, (Card("Mill", marks=("burning",), keys=(2,), owner=0, lost=True),)),
            Zone("hand", "hand", 0, None, pile_of(["Oar", "Oar", "Sail"])),
            Zone("hand", "hand", 1, None, (), 4),
            Zone("Rubble", "pile", 1, None, pile_of(["Brick"]), 2),
        ),
        "links": (Link(1, 2, 0, "3"),),
        "kinds": (Kind("Boat", "#336699"),),
        "signs": (Sign("H", "Hull", "shield"), Sign("burning", "loses 1 each turn")),
    }
    return View(**(given | told))  # type: ignore[arg-type]


def test_the_text_of_a_game_there_is_not() -> None:
    assert text_of(table()).splitlines() == [
        "Turn 2 of 9 · LAST TURN · Build · wind: east",
        "player_1 plays Storm",
        "> player_0 builds",
        "",
        "> Bay <",
        "Fish 2/5",
        "Windy",
        "under it: Wreck",
        "being built",
        "player_0 (you) " + "─" * (WIDTH - 15),
        "Barge H7",
        "player_1 " + "─" * (WIDTH - 9),
        "laid [?], [Mast]",
        "Mill burning",
        "",
        "  market    2x Plank $4, [3 face down]",
        "",
        "Ordered so far",
        "  Barge: 3 at Mill",
        "",
        "player_0 (you)  Gold 3 (prior 1) · tired",
        "  hand      2x Oar, Sail",
        "player_1",
        "  Rubble    Brick, [2 face down]",
        "",
        "H Hull, burning = loses 1 each turn",
    ]


class Reader(HTMLParser):
    """Reads what a page shows, and whether every element is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def read(page: str) -> str:
    """Return the words of a page of HTML."""
    reader = Reader()
    reader.feed(page.removeprefix(STYLE))
    assert not reader.open
    return " ".join(reader.words)


def test_the_page_says_what_the_text_says() -> None:
    words = read(html_of(table()))
    for name in re.findall(r"[A-Za-z]{3,}", text_of(table())):
        assert name in words, name
    assert "4 face down" in words


def test_a_page_is_only_text_whatever_the_cards_are_called() -> None:
    zones = (Zone(HOSTILE, "hand", 0, None, (Card(HOSTILE, kind=HOSTILE, marks=(HOSTILE,)),)),)
    hostile = table(
        zones=zones, decision=HOSTILE, when=HOSTILE, alerts=(HOSTILE,), stack=(HOSTILE,), orders=(HOSTILE,),
        seats=(Seat(HOSTILE, figures=(Figure(HOSTILE, HOSTILE),), first=HOSTILE, marks=(HOSTILE,)),),
        places=(Place(HOSTILE, (Figure(HOSTILE, "1"),), (HOSTILE,), (HOSTILE,), HOSTILE),),
        signs=(Sign(HOSTILE, HOSTILE),),
    )  # fmt: skip
    page = html_of(hostile)
    assert "<script" not in page
    assert HOSTILE in read(page)


def test_the_style_comes_along_unless_it_is_there_already() -> None:
    assert html_of(table()).startswith(STYLE)
    assert "<style" not in html_of(table(), style=False)


def test_a_picture_of_a_game_there_is_not() -> None:
    pictures = [picture_of(table(viewer=viewer)) for viewer in (0, None)]
    assert pictures[0].dtype == np.uint8
    assert pictures[0].shape == pictures[1].shape
    assert (pictures[0] != picture_of(table(links=()))).any()
    assert picture_of(table(places=())).shape == pictures[0].shape


GAMES = [Goofspiel(2, 5), Goofspiel(4, 5, bids="hidden"), OpenWorlds(), OpenWorlds(num_players=3)]


@pytest.mark.parametrize("game", GAMES)
def test_a_view_is_data_and_is_drawn_three_ways(game: Goofspiel | OpenWorlds) -> None:
    states = Batch(game, 1, 2).states
    for name in ("full", "public", *game.agents):
        view = game.view(states, name)
        assert json.loads(json.dumps(view.data()))["decision"] == view.decision
        assert view.viewer == viewer_of(name, game.agents)
        assert str(view) == text_of(view) == game.render(states, name)
        assert view._repr_html_() == html_of(view)
        assert np.array_equal(game.draw(states, name), picture_of(view))
        for zone in view.zones:
            assert zone.seat is None or zone.seat < game.num_players
            for card in zone.cards:
                assert card.kind in {"", *(kind.name for kind in view.kinds)}
                assert card.number is None or card.number < len(game.card_numbers)


def test_whose_view_it_is() -> None:
    agents = ["player_0", "player_1"]
    assert [viewer_of(view, agents) for view in ("full", "public", *agents)] == [None, None, 0, 1]


@pytest.mark.parametrize("view", ["player_9", "Full", "", None, 0, ["full"]])
def test_a_view_that_there_is_not_is_refused(view: object) -> None:
    game = Goofspiel(2, 5)
    states = Batch(game, 1).states
    expected = re.escape(f"view: expected full, public or one of player_0, player_1, got {view!r}")
    for ask in (game.view, game.position, game.render):
        with pytest.raises(ValueError, match=expected):
            ask(states, view)  # type: ignore[operator]
