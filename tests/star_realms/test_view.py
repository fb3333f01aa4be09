"""What is shown of Star Realms: whole pages, what is asked, marks of cards in play; and nothing that is hidden."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from ow_env.core import Batch
from ow_env.core.game import States
from ow_env.drawing.page import html_of
from ow_env.drawing.parts import Card, Choice, Spot, Zone
from ow_env.drawing.text import WIDTH
from ow_env.star_realms.cards import load_catalogue
from ow_env.star_realms.game import StarRealms
from ow_env.star_realms.verbs import VERBS
from ow_env.star_realms.words import what_it_does

VIEWS = ("full", "public", "player_0", "player_1")
ROW = ["Mothership", "Dreadnaught", "Battlecruiser", "Flagship", "Command Ship"]


@cache
def game() -> StarRealms:
    return StarRealms()


def position(mine: dict[str, Any], other: dict[str, Any] | None = None, **told: Any) -> dict[str, Any]:
    """Return a position in which player_0 acts in the Main Phase of turn 9."""
    usual = {"turn": 9, "active": 0, "first": 0, "trade_row": ROW, "explorers": 10}
    players = [{"authority": 50, **mine}, {"authority": 50, **(other or {})}]
    return {"game": "star_realms", "format": 1, **usual, "players": players, **told}


def state(mine: dict[str, Any], other: dict[str, Any] | None = None, **told: Any) -> States:
    return game().from_position(position(mine, other, **told))


def middle() -> States:
    """A turn under way, with all that a page can show."""
    return state(
        {
            "hand": ["Scout", "Viper"],
            "known": ["Viper"],
            "deck": ["Cutter", "Scout", "Scout"],
            "top": ["Ram"],
            "discard": ["Explorer", "Explorer"],
            "bases": [{"card": "The Hive", "used": ["primary"], "triggered": True}, "Barter World"],
            "ships": [
                {"card": "Blob Fighter", "used": ["ally"], "triggered": True},
                {"card": "Stealth Needle", "copies": "Blob Fighter", "triggered": True},
            ],
        },
        {
            "authority": 7,
            "hand": ["Scout", "Scout", "Freighter", "Viper", "Cutter"],
            "known": ["Freighter"],
            "deck": ["Scout", "Trade Bot"],
            "bases": ["Blob Wheel", "Space Station"],
            "owed": 2,
        },
        trade=3,
        combat=9,
        permissions=1,
        trade_row=["Battle Pod", "Port of Call", "Patrol Mech", "Patrol Mech", "Fleet HQ"],
        trade_deck=["Junkyard", "Trade Bot", "Trade Bot"],
        scrap_heap=["Scout", "Viper"],
        explorers=8,
    )


PAGES = {
    "player_0": """
Turn 9 of 300 · Main Phase · Trade Deck 3 · player_0 started
> player_0 may play, use, buy, attack, or end the turn

  Trade Row  Battle Pod cost 2 (C4, may scrap from row; ally: C2),
             Port of Call cost 6 D6 outpost (T3; scrap: draw 1, may destroy base),
             Fleet HQ cost 8 D8 (always: combat per ship played 1),
             2x Patrol Mech cost 4 (T3; or C5; ally: may scrap from hand or discard)
  Explorers  8x Explorer cost 2 (T2; scrap: C2)
  Trade Deck 2x Trade Bot, Junkyard
  scrap heap Scout, Viper

player_0 (you)  Authority 50 · Trade 3 · Combat 9 · hand 2 · deck 4 · discard 2 · next ship may go on top
  bases      The Hive D5 (C3; ally: draw 1) used, triggered, Barter World D4 (A2; or T2; scrap: C5)
  ships      Blob Fighter (C3; ally: draw 1) ally used,
             Stealth Needle (copy ship) copies Blob Fighter, triggered
  hand       Scout, Viper
  known      Viper
  on top     Ram
  deck       Cutter, 2x Scout
  discard    2x Explorer
player_1  Authority 7 · hand 5 · deck 2 · discard 0 · owes 2 discards
  bases      Blob Wheel D5 (C1; scrap: T3), Space Station D4 outpost (C2; ally: C2; scrap: T4)
  known      Freighter
  unseen     Cutter, Trade Bot, 3x Scout, Viper

T Trade, C Combat, A Authority, D Defense, used = its primary was used this turn,
triggered = its ally ability may be used, ally used = its ally ability was used this turn,
known = cards of the hand of which the opponent can be sure,
on top = known cards on top of the deck, the next first,
unseen = what deck and unknown part of the hand hold together""",
    "player_1": """
player_0  Authority 50 · Trade 3 · Combat 9 · hand 2 · deck 4 · discard 2 · next ship may go on top
  bases      The Hive D5 (C3; ally: draw 1) used, triggered, Barter World D4 (A2; or T2; scrap: C5)
  ships      Blob Fighter (C3; ally: draw 1) ally used,
             Stealth Needle (copy ship) copies Blob Fighter, triggered
  known      Viper
  on top     Ram
  unseen     Cutter, 3x Scout
  discard    2x Explorer
player_1 (you)  Authority 7 · hand 5 · deck 2 · discard 0 · owes 2 discards
  bases      Blob Wheel D5 (C1; scrap: T3), Space Station D4 outpost (C2; ally: C2; scrap: T4)
  hand       Cutter, Freighter, 2x Scout, Viper
  known      Freighter
  deck       Trade Bot, Scout
""",
}


def test_a_whole_page() -> None:
    assert game().render(middle(), "player_0") == PAGES["player_0"].strip("\n")


def test_the_other_players_page_shows_the_other_hand() -> None:
    assert PAGES["player_1"].strip("\n") in game().render(middle(), "player_1")


def test_everybody_sees_all_in_the_full_view_and_no_hand_in_the_public_one() -> None:
    full, public = (game().render(middle(), view) for view in ("full", "public"))
    assert "  hand       Scout, Viper\n" in full
    assert "  hand       Cutter, Freighter, 2x Scout, Viper\n" in full
    assert "  hand " not in public
    assert "  unseen     Cutter, 3x Scout\n" in public
    assert "(you)" not in full + public


def test_a_hand_that_is_hidden_is_a_number_of_cards() -> None:
    hands = [zone for zone in game().view(middle(), "public").zones if zone.name == "hand"]
    assert [(zone.seat, zone.hidden, zone.cards) for zone in hands] == [(0, 2, ()), (1, 5, ())]


def test_a_game_that_is_over() -> None:
    won = game().render(state({"authority": 12}, {"authority": 0}, decision={"type": "over", "winner": 0}))
    assert won.startswith("Turn 9 of 300 · Trade Deck 0 · player_0 started\n> player_0 wins, Authority 12 to 0\n")
    assert "Combat" not in won.split("\n\n")[2]
    lost = game().render(state({"authority": 0}, {"authority": 3}, decision={"type": "over", "winner": 1}))
    assert "> player_1 wins, Authority 3 to 0\n" in lost
    cut = {"turn": 300, "active": 1, "decision": {"type": "over", "winner": None}}
    page = game().render(state({"authority": 12}, {"authority": 15}, **cut))
    assert "> Stopped after turn 300 without a winner, Authority 12 to 15\n" in page
    assert "LAST TURN" not in page


def test_the_last_turn_is_announced() -> None:
    hands: tuple[dict[str, Any], ...] = ({}, {"hand": ["Scout"]})
    assert " · LAST TURN · Main Phase · " in game().render(state(*hands, turn=300, active=1))
    assert "LAST TURN" not in game().render(state({"hand": ["Scout"]}, turn=299))


# ── What is asked ────────────────────────────────────────────────────────────────────────────

BASES = {"bases": ["Blob Wheel", "Barter World"]}
TWO = {"hand": ["Scout", "Viper"], "deck": ["Scout", "Viper", "Viper", "Scout"]}

OWED = {"decision": {"type": "owed"}}
ASKED = [  # mine, the other's, what else holds, actions, the sentence
    ({**TWO, "owed": 1}, {}, OWED, (), "player_0 discards a card, 1 is owed"),
    ({**TWO, "hand": ["Scout", "Viper", "Viper"], "owed": 2}, {}, OWED, (), "player_0 discards a card, 2 are owed"),
    (
        {**TWO, "hand": ["Scout", "Trade Bot"]}, {}, {}, ("play Trade Bot",),
        "player_0 may scrap a card of hand or discard pile (Trade Bot)",
    ),
    (
        {**TWO, "bases": ["Junkyard"]}, {}, {}, ("use Junkyard",),
        "player_0 scraps a card of hand or discard pile (Junkyard)",
    ),
    (
        {**TWO, "bases": ["Machine Base"]}, {}, {}, ("use Machine Base",),
        "player_0 scraps a card of the hand (Machine Base)",
    ),
    (
        {**TWO, "hand": ["Scout", "Battle Pod"]}, {}, {}, ("play Battle Pod",),
        "player_0 may scrap a card of the Trade Row (Battle Pod)",
    ),
    (
        {**TWO, "hand": ["Scout", "Missile Mech"]}, BASES, {}, ("play Missile Mech",),
        "player_0 may destroy a base of player_1 (Missile Mech)",
    ),
    (
        {**TWO, "hand": ["Blob Destroyer", "Ram"]}, BASES, {},
        ("play Blob Destroyer", "play Ram", "ally Blob Destroyer"),
        "player_0 may destroy a base of player_1 (Blob Destroyer, ally ability)",
    ),
    (
        {**TWO, "hand": ["Scout", "Blob Carrier", "Ram"]}, {}, {},
        ("play Blob Carrier", "play Ram", "ally Blob Carrier"),
        "player_0 acquires a ship, on top of the deck (Blob Carrier, ally ability)",
    ),
    (
        {**TWO, "hand": ["Scout", "Viper", "Stealth Needle"]}, {}, {},
        ("play Scout", "play Viper", "play Stealth Needle"),
        "player_0 copies a ship played this turn (Stealth Needle)",
    ),
    (
        {**TWO, "bases": ["Recycling Station"]}, {}, {}, ("use Recycling Station: cycle",),
        "player_0 may discard a card, to draw another for it (Recycling Station, 0 of 2 so far)",
    ),
    (
        {**TWO, "bases": ["Brain World"]}, {}, {}, ("use Brain World", "scrap Viper from hand"),
        "player_0 may scrap a card of hand or discard pile, to draw another for it (Brain World, 1 of 2 so far)",
    ),
    (
        {**TWO, "bases": ["Port of Call"]}, BASES, {}, ("scrap Port of Call",),
        "player_0 may destroy a base of player_1 (Port of Call, scrap ability)",
    ),
]  # fmt: skip


def played(before: States, *actions: str) -> States:
    """Return the position after these actions of player_0."""
    batch = Batch(game(), 1, 7)
    batch.set_states(before)
    for name in actions:
        batch.step([[game().action_id(batch.states, 0, name), 0]])
    return batch.states


@pytest.mark.parametrize(("mine", "other", "told", "actions", "sentence"), ASKED, ids=[row[-1] for row in ASKED])
def test_what_is_asked(
    mine: dict[str, Any], other: dict[str, Any], told: dict[str, Any], actions: tuple[str, ...], sentence: str
) -> None:
    view = game().view(played(state(mine, other, **told), *actions))
    assert view.decision == sentence
    assert view.step == ("Discards owed" if "owed" in mine else "Main Phase")
    assert [seat.asked for seat in view.seats] == [True, False]
    owed = {1: ("owes 1 discard",), 2: ("owes 2 discards",)}
    assert view.seats[0].marks == owed.get(mine.get("owed", 0), ())


def zone(states: States, name: str, seat: int | None = 0, view: str = "full") -> Zone:
    return next(each for each in game().view(states, view).zones if (each.name, each.seat) == (name, seat))


def marks(states: States, name: str) -> list[tuple[int, tuple[str, ...]]]:
    """Return the copies of a card of player_0 in play, with what marks each."""
    cards = (*zone(states, "bases").cards, *zone(states, "ships").cards)
    return [(card.copies, card.marks) for card in cards if card.name == name]


def test_copies_in_play_are_told_apart_by_what_they_have_used() -> None:
    before = state({"hand": ["Scout"], "bases": ["Trading Post", "Trading Post"]})
    assert marks(before, "Trading Post") == [(2, ())]
    assert marks(played(before, "use Trading Post: trade"), "Trading Post") == [(1, ("used",)), (1, ())]


def test_an_ally_ability_is_marked_as_triggered_then_as_used() -> None:
    before = state({"hand": ["Ram", "Scout"], "deck": ["Viper"] * 3, "bases": ["The Hive"]})
    assert marks(before, "The Hive") == [(1, ("used",))]
    after = played(before, "play Ram")
    assert marks(after, "The Hive") == [(1, ("used", "triggered"))]
    assert marks(after, "Ram") == [(1, ("ally used",))]
    assert marks(played(after, "ally The Hive"), "The Hive") == [(1, ("used", "ally used"))]


def asked(states: States) -> list[str]:
    return [card.name for each in game().view(states).zones for card in each.cards if card.asked]


def test_the_card_that_asks_is_marked() -> None:
    before = state({"hand": ["Scout", "Viper", "Trade Bot"], "bases": ["Junkyard"]})
    assert asked(before) == []
    assert asked(played(before, "use Junkyard")) == ["Junkyard"]
    assert asked(played(before, "play Trade Bot")) == ["Trade Bot"]


def test_a_copy_asks_where_what_it_copies_has_left_play() -> None:
    copy = {"ships": [{"card": "Stealth Needle", "copies": "Trade Bot"}], "hand": ["Scout", "Viper"]}
    decision = {"type": "scrap", "card": "Trade Bot", "ability": "primary", "step": 1}
    before = state(copy, decision=decision, played=["Trade Bot", "Stealth Needle"], scrap_heap=["Trade Bot"])
    assert asked(before) == ["Stealth Needle"]


def test_permissions_are_told_with_their_number() -> None:
    for many, told in ((0, ()), (1, ("next ship may go on top",)), (2, ("next 2 ships may go on top",))):
        assert game().view(state({"hand": ["Scout"]}, permissions=many)).seats[0].marks == told


# ── Cards ────────────────────────────────────────────────────────────────────────────────────


def test_every_card_says_all_that_its_row_says() -> None:
    for card in load_catalogue().cards:
        told = " ".join(f"{figure.sign}{figure.value}" for line in what_it_does(card) for figure in line.figures)
        abilities = [card.fields.get(key, []) for key in ("primary", "ally", "scrap", "always")]
        lists = [part for each in abilities for part in (each.values() if isinstance(each, dict) else [each])]
        words = " ".join(word for part in lists for word in part)
        for word, sign in (("trade", "T"), ("combat", "C"), ("authority", "A")):
            words = words.replace(f"{word}:", sign)
        assert told == words.replace(":", " "), card.name


def test_cost_and_defense_stand_where_they_matter() -> None:
    def figures(card: Card) -> list[str]:
        return [f"{figure.sign}{figure.value}" for figure in card.figures]

    states = state({"hand": ["Scout"], "bases": ["Barter World", "Junkyard"]}, trade_row=["Mech World", "Ram"])
    assert [figures(card) for card in zone(states, "Trade Row", None).cards] == [
        ["cost 3"],
        ["cost 5", "D6", "outpost"],
    ]
    assert [figures(card) for card in zone(states, "bases").cards] == [["D4"], ["D5", "outpost"]]


# ── What is hidden ───────────────────────────────────────────────────────────────────────────


def test_every_card_is_shown_once_in_the_full_view() -> None:
    """What lies somewhere is shown there, and `known` is part of the hand."""
    total = sum(card.copies for card in load_catalogue().cards)
    batch, rng = Batch(game(), 1, 4), np.random.default_rng(4)
    for _ in range(150):
        view = game().view(batch.states)
        assert sum(card.copies for each in view.zones if each.name != "known" for card in each.cards) == total
        batch.step([[rng.choice(np.flatnonzero(mask)) for mask in batch.action_mask[0]]])


# ── Pointing ─────────────────────────────────────────────────────────────────────────────────

MINE, THEIRS = 0, 1
POINTING = [  # action, what it does, where its card lies; before whom
    ("play Scout", "play", "Scout", ("hand",), MINE),
    ("play Patrol Mech: combat", "play: combat", "Patrol Mech", ("hand",), MINE),
    ("buy Ram", "buy", "Ram", ("Trade Row", "Explorers"), None),
    ("buy Explorer on top", "buy on top", "Explorer", ("Trade Row", "Explorers"), None),
    ("use Barter World: trade", "use: trade", "Barter World", ("bases", "ships"), MINE),
    ("ally Blob Fighter", "ally", "Blob Fighter", ("bases", "ships"), MINE),
    ("scrap Explorer", "scrap", "Explorer", ("bases", "ships"), MINE),
    ("attack Barter World", "attack", "Barter World", ("bases",), THEIRS),
    ("discard Viper", "discard", "Viper", ("hand",), MINE),
    ("scrap Viper from hand", "scrap from hand", "Viper", ("hand",), MINE),
    ("scrap Viper from discard", "scrap from discard", "Viper", ("discard",), MINE),
    ("scrap Ram from row", "scrap from row", "Ram", ("Trade Row",), None),
    ("destroy Barter World", "destroy", "Barter World", ("bases",), THEIRS),
    ("acquire Ram", "acquire", "Ram", ("Trade Row", "Explorers"), None),
    ("copy Patrol Mech: trade", "copy: trade", "Patrol Mech", ("ships",), MINE),
]


@pytest.mark.parametrize(("name", "label", "card", "zones", "whose"), POINTING, ids=[row[0] for row in POINTING])
def test_one_points_at_the_card_where_its_verb_finds_it(
    name: str, label: str, card: str, zones: tuple[str, ...], whose: int | None
) -> None:
    states = middle()
    action = game().action_id(states, 0, name)
    for seat in (0, 1):
        lies_before = None if whose is None else seat if whose == MINE else 1 - seat
        source = Spot(game().catalogue.card(card).id, zones, lies_before)
        assert game().choice(states, seat, action) == Choice(action, name, label, source)


def test_an_attack_on_the_opponent_points_at_the_opponent_and_an_end_nowhere() -> None:
    states = middle()
    for seat in (0, 1):
        assert game().choice(states, seat, 2) == Choice(2, "attack opponent", "attack", Spot(seat=1 - seat))
        assert game().choice(states, seat, 1) == Choice(1, "end turn", "end turn")
        assert game().choice(states, seat, 0) == Choice(0, "pass", "decline")


def test_every_verb_is_pointed_with() -> None:
    actions = [*range(3), *(game().action_id(middle(), 0, row[0]) for row in POINTING)]
    assert set(game().notation.rows["verb"][actions]) == set(range(len(VERBS)))


def test_nothing_is_taken_back() -> None:
    """Others see every choice."""
    assert [game().private_step(middle(), seat) for seat in (0, 1)] == [None, None]


# ── Refused ──────────────────────────────────────────────────────────────────────────────────


# ── Drawings ─────────────────────────────────────────────────────────────────────────────────


def test_the_picture_shows_what_the_view_shows_and_keeps_its_size() -> None:
    full, mine = game().draw(middle()), game().draw(middle(), "player_0")
    assert full.dtype == np.uint8
    assert full.shape == mine.shape == game().draw(Batch(game(), 1).states).shape
    assert (full != mine).any()


def test_the_page_of_html_says_what_cards_do() -> None:
    page = html_of(game().view(middle(), "player_1"))
    assert "Port of Call cost 6 D6 outpost <span class=soft>T3; scrap: draw 1, may destroy base</span>" in page
    assert "<i>copies Blob Fighter, triggered</i>" in page
    assert 'title="Blob Wheel; Blob; Defense 5; Combat 1; scrap: Trade 3"' in page


def test_a_full_table_keeps_to_the_width_of_the_page() -> None:
    names = [card.name for card in load_catalogue().cards]
    bases = [card.name for card in load_catalogue().cards if card.is_base]
    ships = [name for name in names if name not in bases]
    crowded = state({"hand": ["Scout", "Viper"], "deck": ["Scout"], "bases": bases, "ships": ships[:-3]}, trade_row=[])
    for view in VIEWS:
        page = game().render(crowded, view)
        assert max(map(len, page.splitlines())) <= WIDTH
        game().draw(crowded, view)
