"""What is shown of These New Worlds: whole pages, what is asked, marks; and nothing that is hidden."""

from __future__ import annotations

import numpy as np
import pytest

from ow_env.core import Batch
from ow_env.drawing.page import html_of
from ow_env.drawing.parts import Spot
from ow_env.drawing.text import WIDTH
from ow_env.these_new_worlds.cards import load_catalogue
from ow_env.these_new_worlds.words import what_it_gives
from tests.these_new_worlds.oracle.late import late_position
from tests.these_new_worlds.scenario import CARDS, position_of
from tests.these_new_worlds.table import Table, game_of
from tests.these_new_worlds.test_positions import MIDDLE, OVER

VIEWS = ("full", "public", "player_0", "player_1")
PAGE = """
Round 4 of 6 · Card phase: dome · player_0 dealt · the turn before was passed
> player_0 may pay for the dome, or wait

  contested      Evergild (dome: red 2, yellow 5, green 3, blue 1) green
"""
BELOW = """
  top            Peer Review V7 (collect 1; or: same colour on top)
  The Collective Marigold yellow, Azimuth blue
  Planet Deck    Ares Tor, Cinderfall, Ochre Gate, Concord, Halcyon Seat, Thornmere, Viridian Low,
                 Cobalt Reach, Lumen Deep, Sapphire Nine
  set aside      [2 face down]
  unseen         Border Militia, Escort Wing, Tax Season, Assembly of Worlds, Breakthrough

player_0 (you)  planets 1 · red 4 · yellow 0 · green 3 · blue 0 · hand 2
  empire         Vermeil red
  hand           Spot Trade, Privateers
  played         Arsenal Convoy, Garrison Levy, Provincial Decree, Courier Service, Bumper Harvest,
                 Freight Charter
  not held       Escort Wing
player_1  planets 2 · red 0 · yellow 0 · green 0 · blue 3 · hand 3 · dome placed, for 3 green, 1 blue
  empire         Aurelia yellow, Loam green
  played         Frontier Market, Research Colony, Peer Review, Open Archives, Trade Envoy
  not held       Assembly of Worlds

V Position Value: it has to be higher than that of the card on top,
not held = coloured cards that a pass has proved the player not to hold,
unseen = cards of the hands that can't be seen, and those set aside
"""


def page(text: str, view: str = "full") -> str:
    table = Table(position_of(text), ask="public")
    return table.game.render(table.batch.states, view)


def test_a_whole_page() -> None:
    found = page(MIDDLE, "player_0")
    assert found.startswith(PAGE.lstrip("\n"))
    assert found.endswith(BELOW.rstrip("\n"))


def test_the_other_players_page_shows_the_other_hand() -> None:
    found = page(MIDDLE, "player_1")
    assert "  hand           Border Militia, Tax Season, Breakthrough\n" in found
    assert "  unseen         Escort Wing, Assembly of Worlds, Spot Trade, Privateers\n" in found
    assert "  hand           Spot Trade" not in found
    assert "player_1 (you)" in found


def test_everybody_sees_all_in_the_full_view_and_no_hand_in_the_public_one() -> None:
    full, public = page(MIDDLE), page(MIDDLE, "public")
    assert "  set aside      [Escort Wing], [Assembly of Worlds]\n" in full
    assert full.count("  hand ") == 2
    assert "  hand " not in public
    assert "(you)" not in full + public


ENDS = {
    "draw": (OVER, "A draw, planets 3 to 3"),
    "won": ("step over: foe | planets Aurelia | foe planets Concord, Marigold, Azimuth"
            " | collective Evergild, Loam, Vermeil, Cinderfall",
            "player_1 wins, planets 1 to 3"),
    "nobody": ("step over: nobody | planets Vermeil | collective Evergild, Loam, Thornmere, Azimuth, Aurelia",
               "Nobody wins: The Collective holds 5 planets"),
}  # fmt: skip


@pytest.mark.parametrize("end", ENDS)
def test_a_game_that_is_over(end: str) -> None:
    text, said = ENDS[end]
    found = page(text)
    assert f"> {said}\n" in found
    assert "LAST ROUND" not in found
    assert "dealt" not in found
    assert "contested" not in found
    assert "dome" not in found


def test_the_last_round_is_announced() -> None:
    last = "top Breakthrough | hand Spot Trade | planets Vermeil, Loam | foe planets Aurelia, Azimuth | collective"
    assert " · LAST ROUND · " in page(f"{last} Evergild, Marigold, Concord")
    assert "LAST ROUND" not in page(f"{last} Evergild, Marigold")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("top Breakthrough | hand Spot Trade, Tax Season", "player_0 plays a card on Breakthrough, or passes"),
        ("top -", "player_0 plays a card, or passes"),
        ("top Breakthrough | turn foe | hand Spot Trade", "player_1 plays a card on Breakthrough, or passes"),
        (MIDDLE, "player_0 may pay for the dome, or wait"),
    ],
)
def test_what_is_asked(text: str, said: str) -> None:
    table = Table(position_of(text), ask="public")
    view = table.game.view(table.batch.states)
    assert view.decision == said
    assert [seat.asked for seat in view.seats] == ["player_0" in said, "player_1" in said]


def test_the_contested_planet_is_marked_where_a_dome_may_be_paid() -> None:
    for text, asked in (("top Breakthrough", False), (MIDDLE, True)):
        table = Table(position_of(text), ask="public")
        zones = table.game.view(table.batch.states).zones
        assert [card.asked for zone in zones if zone.name == "contested" for card in zone.cards] == [asked]


def test_every_card_says_all_that_its_row_says() -> None:
    for card in load_catalogue().cards:
        told = [figure.value for line in what_it_gives(card) for figure in line.figures]
        assert told == [word.replace(":", " ") for word in card.fields["award"] + card.fields.get("extra", [])]


# ── Where one points ─────────────────────────────────────────────────────────────────────────────


def test_where_one_points_to_take_an_action() -> None:
    game, state = game_of(), Table().batch.states
    for action, name in enumerate(game.actions):
        choice = game.choice(state, 1, action)
        assert (choice.action, choice.name, choice.target) == (action, name, None)
        if name == "pass":
            assert choice.source is None
        elif name.startswith("colonize"):
            assert (choice.label, choice.source) == (name, Spot(int(state[0]["contested"]), ("contested",)))
            assert game.view(state).shows(choice.source)
        else:
            card = next(number for number, card in enumerate(CARDS) if card in name)
            assert choice.source == Spot(card, ("hand",), 1)
            assert choice.label == f"play{name.removeprefix(f'play {CARDS[card]}')}"


# ── What is hidden ───────────────────────────────────────────────────────────────────────────────


def test_every_card_and_planet_is_shown_once_in_the_full_view() -> None:
    """But the top card, which is one of those played, and what is known not to be held."""
    for number in range(10):
        table = Table(late_position(number), ask="public")
        for _ in range(12):
            view = table.game.view(table.batch.states)
            shown = [card.name for zone in view.zones if zone.name not in ("top", "not held") for card in zone.cards]
            assert sorted(shown) == sorted([*CARDS, *(planet.name for planet in load_catalogue().planets)])
            if table.position()["round"] != late_position(number)["round"]:
                break
            table.do(table.legal()[-1])


# ── Drawings ─────────────────────────────────────────────────────────────────────────────────────


def test_the_picture_shows_what_the_view_shows_and_keeps_its_size() -> None:
    table = Table(position_of(MIDDLE))
    game, state = table.game, table.batch.states
    full, mine = game.draw(state), game.draw(state, "player_0")
    assert full.dtype == np.uint8
    assert full.shape == mine.shape == game.draw(Batch(game, 1).states).shape
    assert (full != mine).any()


def test_the_page_of_html_says_what_cards_do() -> None:
    table = Table(position_of(MIDDLE))
    found = html_of(table.game.view(table.batch.states, "player_0"))
    assert "Peer Review" in found
    assert 'title="Spot Trade; Goods; ' in found


def test_every_page_keeps_to_its_width() -> None:
    for number in range(8):
        table = Table(late_position(number), ask="public")
        for view in VIEWS:
            found = table.game.render(table.batch.states, view)
            assert max(map(len, found.splitlines())) <= WIDTH
