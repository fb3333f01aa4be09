"""One view, several drawings: text, picture and HTML show what is in it, and nothing else is needed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest

from ow_env.core.batch import Batch
from ow_env.core.game import Game
from ow_env.drawing.board import LISTS, WIDE_CARD, Board, broken, picture_of, width_of_lists
from ow_env.drawing.canvas import Canvas
from ow_env.drawing.page import STYLE, html_of
from ow_env.drawing.parts import Card, Figure, Kind, Line, Link, Place, Seat, Sign, Zone, pile_of, viewer_of
from ow_env.drawing.text import WIDTH, text_of
from ow_env.drawing.view import View
from ow_env.goofspiel.game import Goofspiel
from tests.games import each_table

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


@pytest.mark.parametrize(
    ("zone", "why"),
    [
        (Zone("reef", "table", None, 0), "zone 'reef' would be drawn nowhere: it lies at place 0 before no seat"),
        (Zone("reef", "table", 2), "seat: expected None or a whole number below 2, found 2"),
        (Zone("reef", "table", 0, 1), "place: expected None or a whole number below 1, found 1"),
        (Zone("reef", "open"), "kind: expected one of table, staged, hand, pile, list, found 'open'"),
    ],
)
def test_a_zone_that_would_be_drawn_nowhere_is_refused(zone: Zone, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        table(zones=(zone,))


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
    assert picture_of(table(places=(), zones=())).shape == pictures[0].shape


@each_table
def test_a_view_is_data_and_is_drawn_three_ways(make_game: Callable[[], Game]) -> None:
    game = make_game()
    states = Batch(game, 1, 2).states
    for name in ("full", "public", game.agents[-1]):
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


@pytest.mark.parametrize("view", ["player_9", "Full", "", None, 0, ["full"]])
def test_a_view_that_there_is_not_is_refused(view: object) -> None:
    game = Goofspiel(2, 5)
    states = Batch(game, 1).states
    expected = re.escape(f"view: expected full, public or one of player_0, player_1, got {view!r}")
    for ask in (game.view, game.position, game.render):
        with pytest.raises(ValueError, match=expected):
            ask(states, view)  # type: ignore[operator]


# ── What cards can do, and tables without places ─────────────────────────────────────────────

ABLE = Card(
    "Rig", lines=(Line((Figure("Coins", "2", "c", "coin"), Figure("", "draw 1"))), Line((Figure("", "mend"),), "or"))
)


def market(*cards: Card, zone: str = "for sale", seat: int | None = None, kind: str = "table") -> View:
    """A table without places, with one zone."""
    seats = (Seat("player_0"), Seat("player_1"))
    return View("Market", None, "Round 1", "", "?", False, seats, (Zone(zone, kind, seat, cards=cards),))


def test_what_a_card_can_do_is_told_behind_it() -> None:
    assert "  for sale  Rig (c2, draw 1; or mend), Bolt" in text_of(market(ABLE, Card("Bolt")))
    assert "<span class=soft>c2, draw 1; or mend</span>" in html_of(market(ABLE))
    assert 'title="Rig; Coins 2, draw 1; or mend"' in html_of(market(ABLE))


def test_a_long_name_of_a_zone_pushes_all_lists_aside() -> None:
    view = market(Card("Bolt"), zone="on the long table")
    assert "  on the long table Bolt" in text_of(view)
    assert "  bench             Nut" in text_of(
        replace(view, zones=(*view.zones, Zone("bench", "pile", 0, cards=(Card("Nut"),))))
    )


def test_a_card_too_long_for_a_line_is_broken() -> None:
    long = replace(ABLE, lines=ABLE.lines * 9)
    lines = text_of(market(long)).splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert " ".join(" ".join(lines).split()).count("c2, draw 1; or mend") == 9


def test_what_a_card_can_do_is_painted_in_lines_that_fit() -> None:
    words = broken(ABLE.lines, 60)
    assert [[(word.text, word.icon) for word in line] for line in words] == [
        [("2", "coin"), ("draw 1", "")],
        [("or", ""), ("mend", "")],
    ]
    assert [[word.text for word in line] for line in broken(ABLE.lines, 30)] == [["2"], ["draw 1"], ["or"], ["mend"]]
    plain = picture_of(market(Card("Rig")))
    assert (plain != picture_of(market(ABLE))).any()


def laid(*zones: Zone, right: float = 1022, detail: int = 2) -> tuple[list[tuple[str, float, float]], float]:
    places, bottom = Board(market()).lay_zones(list(zones), 0, right, detail)
    return [(card.name if card else "?", x, y) for _, card, x, y in places], bottom


def test_lists_are_as_narrow_as_what_they_tell_allows() -> None:
    def wide(count: int) -> int:
        return width_of_lists([Zone("deck", "list", cards=tuple(Card(f"Long Name {k}") for k in range(count)))])

    assert [wide(count) for count in (0, 3, 20, 40, 90)] == [LISTS[0]] * 3 + [LISTS[1]] * 2


def test_cards_without_a_place_flow_on_into_the_next_line() -> None:
    names = [f"card {number}" for number in range(19)]
    places, bottom = laid(Zone("ships", "table", 0, cards=tuple(map(Card, names)), hidden=3))
    assert [name for name, *_ in places] == [*names, "?"]
    assert all(x + WIDE_CARD <= 1022 for _, x, _ in places)
    assert len({(x, y) for _, x, y in places}) == 20
    assert len({y for *_, y in places}) == 3
    assert bottom > places[-1][2]


def test_a_zone_that_does_not_fit_behind_another_begins_a_line() -> None:
    six, five = (
        Zone(name, "table", 0, cards=tuple(Card(f"{name}{k}") for k in range(count)))
        for name, count in (("a", 6), ("b", 5))
    )
    places, _ = laid(six, five)
    assert {y for name, _, y in places if name[0] == "a"} == {0}
    assert next((name, x) for name, x, y in places if y > 0) == ("b0", 0)
    assert [y for *_, y in laid(five, Zone("c", "table", 0, cards=(Card("c0"),)))[0]] == [0] * 6


def test_a_full_table_leaves_details_out_before_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[int] = []
    written: list[str] = []
    monkeypatch.setattr(Canvas, "write", lambda self, x, y, text, *rest, **more: written.append(text) or 0.0)

    class Counting(Board):
        def card(self, x: float, y: float, high: float, card: Card, detail: int) -> None:
            assert y + high <= self.strips[1].top + self.strips[1].height
            painted.append(detail)
            super().card(x, y, high, card, detail)

    able = replace(ABLE, figures=(Figure("size", "1"),), lines=ABLE.lines * 3)
    for count, shown, detail in ((8, 8, 2), (40, 40, 1), (56, 56, 0), (60, 56, 0)):
        painted.clear()
        written.clear()
        Counting(market(*(replace(able, name=f"card {k}") for k in range(count)), seat=0)).paint()
        assert painted == [detail] * shown
        assert ("+ 4 more" in written) == (count > shown)


def test_many_figures_of_a_player_stand_in_rows_of_as_many(monkeypatch: pytest.MonkeyPatch) -> None:
    seat = Seat("player_0", figures=tuple(Figure(f"f{k}", f"{k}") for k in range(6)))
    written: dict[str, tuple[float, float]] = {}

    def write(self: Canvas, x: float, y: float, text: str, *rest: object, **more: object) -> float:
        written[text] = (x, y)
        return 0.0

    monkeypatch.setattr(Canvas, "write", write)
    assert Board(market()).stats(0, 0, 90, seat) == 84
    assert [[text for text in "012345" if written[text][1] == y] for y in (0, 42)] == [["0", "1", "2"], ["3", "4", "5"]]
    assert written["0"][0] == written["3"][0]
