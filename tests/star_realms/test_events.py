"""What is told of a decision of Star Realms: sentences with rule numbers, for each viewer what that viewer may know."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ow_env.core import Batch
from ow_env.core.events import HAPPENING, RESULT, STEP, TURN
from ow_env.star_realms import events
from ow_env.star_realms.game import StarRealms

ROW = ["Mothership", "Dreadnaught", "Battlecruiser", "Flagship", "Command Ship"]
Player = dict[str, Any]


@cache
def game(ask: str = "needed") -> StarRealms:
    return StarRealms(ask=ask)  # type: ignore[arg-type]


class Table:
    """A game from a position in which player_0 acts in the Main Phase of turn 9, and what is told of it."""

    def __init__(self, mine: Player, other: Player | None = None, **told: Any) -> None:
        usual = {"turn": 9, "active": 0, "first": 0, "trade_row": ROW, "explorers": 4}
        players = [{"authority": 50, **mine}, {"authority": 50, **(other or {})}]
        given = {"game": "star_realms", "format": 1, **usual, "players": players, **told}
        self.batch = Batch(game(), 1, 5)
        self.batch.set_states(game().from_position(given))

    def told(self, actions: str, view: str = "full") -> list[str]:
        """Play actions of player_0, divided by ` / `, and return the sentences told of the last."""
        sentences: list[str] = []
        for name in actions.split(" / "):
            chosen = [game().action_id(self.batch.states, 0, name), 0]
            sentences = [str(event) for event in game().events(self.batch.states, chosen, self.batch.rng, view)]
            self.batch.step([chosen])
        return sentences


SENTENCES: list[tuple[str, Player, Player, dict[str, Any], str, list[str]]] = [
    # what it shows, mine, the other's, what else holds, actions, all that is told of the last
    (
        "gains of one ability are told together",
        {"hand": ["Cutter", "Scout"]}, {}, {}, "play Cutter",
        [
            "player_0 plays Cutter (SR-3.1)",
            "player_0 gains 4 Authority, now 54, and 2 Trade, now 2 (SR-4.6)",
        ],
    ),
    (
        "an ally ability that gains by itself, one that is triggered, Fleet HQ",
        {"hand": ["Trade Pod", "Scout"], "ships": ["Blob Fighter"], "bases": ["Fleet HQ"], "deck": ["Viper"]},
        {}, {}, "play Trade Pod",
        [
            "player_0 plays Trade Pod (SR-3.1)",
            "player_0 gains 1 Combat, now 1, by Fleet HQ (SR-10.3)",
            "the ally ability of Blob Fighter is triggered (SR-5.1)",
            "player_0 gains 2 Combat, now 3, by the ally ability of Trade Pod (SR-2.5)",
            "player_0 gains 3 Trade, now 3 (SR-4.6)",
        ],
    ),
    (
        "no ally, no Fleet HQ: nothing of that is told",
        {"hand": ["Trade Pod", "Scout"], "ships": ["Cutter"], "deck": ["Viper"]}, {}, {}, "play Trade Pod",
        ["player_0 plays Trade Pod (SR-3.1)", "player_0 gains 3 Trade, now 3 (SR-4.6)"],
    ),
    (
        "the same ally ability of two copies",
        {"hand": ["Ram", "Scout"], "ships": ["Ram"]}, {}, {"combat": 5}, "play Ram",
        [
            "player_0 plays Ram (SR-3.1)",
            "player_0 gains 4 Combat, now 9, by the ally ability of 2x Ram (SR-2.5)",
            "player_0 gains 5 Combat, now 14 (SR-4.6)",
        ],
    ),
    (
        "an ally ability is used",
        {"hand": ["Scout"], "ships": ["Blob Fighter", "Blob Fighter"], "deck": ["Viper", "Scout"]}, {}, {},
        "ally Blob Fighter / ally Blob Fighter",
        ["player_0 uses the ally ability of Blob Fighter (SR-5.2)", "player_0 draws 1 card: Viper (SR-9.3)"],
    ),
    (
        "a ship with an or",
        {"hand": ["Patrol Mech", "Scout"]}, {}, {}, "play Patrol Mech: combat",
        ["player_0 plays Patrol Mech: combat (SR-3.1)", "player_0 gains 5 Combat, now 5 (SR-4.6)"],
    ),
    (
        "a base is played without a branch",
        {"hand": ["Barter World", "Scout"]}, {}, {}, "play Barter World", ["player_0 plays Barter World (SR-3.1)"],
    ),
    (
        "a branch of a base",
        {"hand": ["Scout"], "bases": ["Barter World"]}, {}, {}, "use Barter World: trade",
        ["player_0 uses Barter World: trade (SR-4.1)", "player_0 gains 2 Trade, now 2 (SR-4.6)"],
    ),
    (
        "a base without an or",
        {"hand": ["Scout", "Viper"], "bases": ["Junkyard"]}, {}, {}, "use Junkyard / scrap Viper from hand",
        ["player_0 scraps Viper from hand (SR-6.3)"],
    ),
    (
        "the only card that can be scrapped",
        {"hand": ["Viper", "Viper"], "bases": ["Junkyard"]}, {}, {}, "use Junkyard",
        [
            "player_0 uses Junkyard (SR-4.1)",
            "player_0 scraps Viper from hand, as nothing else is possible (SR-6.3)",
        ],
    ),
    (
        "a choice is declined",
        {"hand": ["Trade Bot", "Scout"]}, {}, {}, "play Trade Bot / pass",
        ["player_0 scraps nothing (SR-4.5)"],
    ),
    (
        "gains before a choice",
        {"hand": ["Trade Bot", "Scout"], "discard": ["Viper"]}, {}, {}, "play Trade Bot",
        ["player_0 plays Trade Bot (SR-3.1)", "player_0 gains 1 Trade, now 1 (SR-4.6)"],
    ),
    (
        "a card of the discard pile is scrapped",
        {"hand": ["Trade Bot", "Scout"], "discard": ["Viper"]}, {}, {}, "play Trade Bot / scrap Viper from discard",
        ["player_0 scraps Viper from the discard pile (SR-6.3)"],
    ),
    (
        "an Explorer goes back",
        {"hand": ["Scout"], "ships": ["Explorer"]}, {}, {"explorers": 4}, "scrap Explorer",
        [
            "player_0 scraps Explorer for its scrap ability (SR-6.1)",
            "the Explorer goes back to its pile: 5 (SR-0.5)",
            "player_0 gains 2 Combat, now 2 (SR-4.6)",
        ],
    ),
    (
        "a copy that can be of one ship only, and its ally ability",
        {"hand": ["Stealth Needle", "Scout"], "ships": ["Trade Pod"]}, {}, {}, "play Stealth Needle",
        [
            "player_0 plays Stealth Needle (SR-3.1)",
            "Stealth Needle becomes a copy of Trade Pod, as nothing else is possible (SR-10.1)",
            "player_0 gains 2 Combat, now 2, by the ally ability of Trade Pod (SR-2.5)",
            "player_0 gains 2 Combat, now 4, by the ally ability of Stealth Needle as Trade Pod (SR-2.5)",
            "player_0 gains 3 Trade, now 3 (SR-4.6)",
        ],
    ),
    (
        "a copy that is chosen",
        {"hand": ["Stealth Needle", "Scout"], "ships": ["Viper", "Patrol Mech"]}, {}, {},
        "play Stealth Needle / copy Patrol Mech: trade",
        [
            "Stealth Needle becomes a copy of Patrol Mech: trade (SR-10.1)",
            "the ally ability of Stealth Needle as Patrol Mech is triggered (SR-5.1)",
            "player_0 gains 3 Trade, now 3 (SR-4.6)",
        ],
    ),
    (
        "what a copy has",
        {"hand": ["Scout"], "ships": ["Explorer", {"card": "Stealth Needle", "copies": "Explorer"}]}, {}, {},
        "scrap Stealth Needle",
        [
            "player_0 scraps Stealth Needle as Explorer for its scrap ability (SR-6.1)",
            "player_0 gains 2 Combat, now 2 (SR-4.6)",
        ],
    ),
    (
        "nothing to copy",
        {"hand": ["Stealth Needle", "Scout"]}, {}, {}, "play Stealth Needle",
        ["player_0 plays Stealth Needle (SR-3.1)", "there is no ship that Stealth Needle could copy (SR-10.1)"],
    ),
    (
        "discards demanded",
        {"hand": ["Imperial Fighter", "Scout"]}, {"hand": ["Scout", "Viper"], "deck": ["Scout"]}, {},
        "play Imperial Fighter",
        [
            "player_0 plays Imperial Fighter (SR-3.1)",
            "player_0 gains 2 Combat, now 2 (SR-4.6)",
            "player_1 owes 1 discard (SR-8.1)",
        ],
    ),
    (
        "one more discard demanded",
        {"hand": ["Imperial Fighter", "Scout"]}, {"hand": ["Scout", "Viper"], "owed": 1, "deck": ["Scout"]}, {},
        "play Imperial Fighter",
        [
            "player_0 plays Imperial Fighter (SR-3.1)",
            "player_0 gains 2 Combat, now 2 (SR-4.6)",
            "player_1 owes 2 discards (SR-8.1)",
        ],
    ),
    (
        "more discards demanded than there are cards",
        {"hand": ["Imperial Fighter", "Scout"]}, {"hand": ["Scout"], "owed": 1}, {}, "play Imperial Fighter",
        [
            "player_0 plays Imperial Fighter (SR-3.1)",
            "player_0 gains 2 Combat, now 2 (SR-4.6)",
            "player_1 owes 1 discard, not more: that is the whole hand (SR-8.3)",
        ],
    ),
    (
        "discards demanded of an empty hand",
        {"hand": ["Imperial Fighter", "Scout"]}, {}, {}, "play Imperial Fighter",
        [
            "player_0 plays Imperial Fighter (SR-3.1)",
            "player_0 gains 2 Combat, now 2 (SR-4.6)",
            "player_1 owes 0 discards: the hand is empty (SR-8.3)",
        ],
    ),
    (
        "a discard that is owed, then what bases give",
        {"hand": ["Scout", "Viper"], "owed": 1, "bases": ["Blob Wheel", "The Hive"]}, {},
        {"decision": {"type": "owed"}}, "discard Viper",
        [
            "player_0 discards Viper, as owed (SR-8.2)",
            "Main Phase",
            "the ally ability of The Hive is triggered (SR-5.1)",
            "player_0 gains 1 Combat, now 1, by Blob Wheel (SR-2.5)",
            "player_0 gains 3 Combat, now 4, by The Hive (SR-2.5)",
        ],
    ),
    (
        "a purchase, the Row refilled",
        {"hand": ["Scout"]}, {}, {"trade": 6, "trade_deck": ["Ram"]}, "buy Flagship",
        ["player_0 buys Flagship for 6 Trade (SR-9.1)", "Ram comes into the Trade Row (SR-9.5)"],
    ),
    (
        "a purchase with the Trade Deck empty",
        {"hand": ["Scout"]}, {}, {"trade": 6}, "buy Flagship",
        [
            "player_0 buys Flagship for 6 Trade (SR-9.1)",
            "the Trade Deck is empty: the Trade Row has 4 cards (SR-9.5)",
        ],
    ),
    (
        "a purchase on top",
        {"hand": ["Scout"]}, {}, {"trade": 6, "trade_deck": ["Ram"], "permissions": 1}, "buy Flagship on top",
        [
            "player_0 buys Flagship for 6 Trade, on top of the deck (SR-10.5)",
            "Ram comes into the Trade Row (SR-9.5)",
        ],
    ),
    (
        "a permission that goes unused",
        {"hand": ["Scout"]}, {}, {"trade": 2, "permissions": 1}, "buy Explorer",
        [
            "player_0 buys Explorer for 2 Trade (SR-9.1)",
            "player_0 did not put the ship on top, though permitted (SR-10.5)",
        ],
    ),
    (
        "two permissions",
        {"hand": ["Freighter", "Scout"], "ships": ["Cutter"]}, {}, {"permissions": 1},
        "play Freighter / ally Freighter",
        [
            "player_0 uses the ally ability of Freighter (SR-5.2)",
            "player_0 may put the next 2 ships bought on top of the deck (SR-10.5)",
        ],
    ),
    (
        "one permission",
        {"hand": ["Freighter", "Scout"], "ships": ["Cutter"]}, {}, {}, "play Freighter / ally Freighter",
        [
            "player_0 uses the ally ability of Freighter (SR-5.2)",
            "player_0 may put the next ship bought on top of the deck (SR-10.5)",
        ],
    ),
    (
        "a ship acquired",
        {"hand": ["Scout"], "ships": ["Blob Carrier", "Ram"]}, {}, {"trade_deck": ["Viper"][1:]},
        "ally Blob Carrier / acquire Flagship",
        [
            "player_0 acquires Flagship, on top of the deck (SR-10.6)",
            "the Trade Deck is empty: the Trade Row has 4 cards (SR-9.5)",
        ],
    ),
    (
        "a card of the Row scrapped",
        {"hand": ["Battle Pod", "Scout"]}, {}, {"trade_deck": ["Ram"]}, "play Battle Pod / scrap Flagship from row",
        [
            "player_0 scraps Flagship from the Trade Row (SR-6.4)",
            "Ram comes into the Trade Row (SR-9.5)",
        ],
    ),
    (
        "an attack on the opponent",
        {"hand": ["Scout"]}, {"authority": 9}, {"combat": 5}, "attack opponent",
        ["player_0 attacks player_1 with 5 Combat: Authority 4 (SR-7.2)"],
    ),
    (
        "the last attack",
        {"hand": ["Scout"]}, {"authority": 4}, {"combat": 5}, "attack opponent",
        [
            "player_0 attacks player_1 with 5 Combat: Authority 0 (SR-7.2)",
            "player_0 wins: player_1 has no Authority left (SR-11.1)",
        ],
    ),
    (
        "an attack on a base",
        {"hand": ["Scout"]}, {"bases": ["Barter World"]}, {"combat": 5}, "attack Barter World",
        ["player_0 attacks player_1's Barter World with 4 Combat: it is destroyed (SR-7.1)"],
    ),
    (
        "a base destroyed without Combat",
        {"hand": ["Missile Mech", "Scout"]}, {"bases": ["Barter World"]}, {},
        "play Missile Mech / destroy Barter World",
        ["player_0 destroys player_1's Barter World (SR-7.5)"],
    ),
    (
        "a base spared",
        {"hand": ["Missile Mech", "Scout"]}, {"bases": ["Barter World"]}, {}, "play Missile Mech / pass",
        ["player_0 destroys nothing (SR-4.5)"],
    ),
    (
        "cards cycled",
        {"hand": ["Scout", "Viper"], "bases": ["Recycling Station"]}, {}, {},
        "use Recycling Station: cycle / discard Scout / pass",
        [
            "player_0 discards no more (SR-10.7)",
            "player_0 shuffles the discard pile of 1 card: it is the new deck (SR-9.3)",
            "player_0 draws 1 card: Scout (SR-9.3)",
        ],
    ),
    (
        "a card cycled",
        {"hand": ["Scout", "Viper", "Cutter"], "bases": ["Recycling Station"]}, {}, {},
        "use Recycling Station: cycle / discard Scout",
        ["player_0 discards Scout (SR-10.7)"],
    ),
    (
        "no card trimmed",
        {"hand": ["Scout", "Viper"], "bases": ["Brain World"]}, {}, {}, "use Brain World / pass",
        ["player_0 scraps nothing (SR-10.8)"],
    ),
    (
        "two bases, or fewer",
        {"hand": ["Embassy Yacht", "Scout"], "bases": ["Blob Wheel"], "deck": ["Viper"]}, {}, {}, "play Embassy Yacht",
        [
            "player_0 plays Embassy Yacht (SR-3.1)",
            "player_0 gains 3 Authority, now 53, and 2 Trade, now 2 (SR-4.6)",
            "player_0 has fewer than two bases in play and draws nothing (SR-10.4)",
        ],
    ),
    (
        "two bases, and no card",
        {"hand": ["Embassy Yacht", "Scout"], "bases": ["Blob Wheel", "Junkyard"], "deck": ["Viper"]}, {}, {},
        "play Embassy Yacht",
        [
            "player_0 plays Embassy Yacht (SR-3.1)",
            "player_0 gains 3 Authority, now 53, and 2 Trade, now 2 (SR-4.6)",
            "player_0 draws 1 card: Viper (SR-9.3)",
            "player_0 has no more cards to draw (SR-9.4)",
        ],
    ),
    (
        "the end of a turn, and the next with its discards",
        {"hand": ["Scout", "Viper"], "ships": ["Cutter", "Scout"], "deck": ["Ram"] * 2},
        {"hand": ["Scout", "Viper"], "owed": 1, "bases": ["Blob Wheel"]}, {"trade": 3, "combat": 2}, "end turn",
        [
            "player_0 ends the turn (SR-2.7)",
            "3 Trade and 2 Combat are lost (SR-2.7)",
            "player_0 discards the ships Cutter, Scout (SR-2.7)",
            "player_0 discards the unplayed cards Scout, Viper (SR-2.7)",
            "player_0 draws 2 cards: 2x Ram (SR-9.3)",
            "player_0 shuffles the discard pile of 4 cards: it is the new deck (SR-9.3)",
            "player_0 draws 3 cards: ...",
            "Turn 10: player_1",
            "Discards owed",
        ],
    ),
    (
        "one pool is lost",
        {"hand": ["Scout"], "deck": ["Scout"] * 5}, {"hand": ["Scout", "Viper"]}, {"trade": 3}, "end turn",
        [
            "player_0 ends the turn (SR-2.7)",
            "3 Trade is lost (SR-2.7)",
            "player_0 discards the unplayed cards Scout (SR-2.7)",
            "player_0 draws 5 cards: 5x Scout (SR-9.3)",
            "Turn 10: player_1",
            "Main Phase",
        ],
    ),
    (
        "the last turn",
        {"hand": ["Scout"], "deck": ["Scout"] * 5}, {}, {"turn": 300, "first": 1}, "end turn",
        [
            "player_0 ends the turn (SR-2.7)",
            "player_0 discards the unplayed cards Scout (SR-2.7)",
            "player_0 draws 5 cards: 5x Scout (SR-9.3)",
            "The game is stopped after turn 300, nobody has won (SR-11.2)",
        ],
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("mine", "other", "told", "actions", "expected"), [row[1:] for row in SENTENCES], ids=[row[0] for row in SENTENCES]
)
def test_sentences(mine: Player, other: Player, told: dict[str, Any], actions: str, expected: list[str]) -> None:
    sentences = Table(mine, other, **told).told(actions)
    assert len(sentences) == len(expected), sentences
    for sentence, wanted in zip(sentences, expected, strict=True):
        assert sentence == wanted or (wanted.endswith("...") and sentence.startswith(wanted[:-3]))


# ── What each viewer may know ────────────────────────────────────────────────────────────────

DRAWS = [  # deck, top, discard pile: what all are told of a card of Blob Fighter and Mothership drawn
    (["Viper", "Scout", "Cutter"], [], [], ["player_0 draws 1 card (SR-9.3)"]),
    (["Viper", "Scout", "Cutter"], ["Ram"], [], ["player_0 draws 1 card: Ram (SR-9.3)"]),
    (
        ["Viper"], [], ["Scout"],
        [
            "player_0 draws 1 card: Viper (SR-9.3)",
            "the deck is empty: it is known that player_0 holds Cutter, Scout (SR-13.5)",
        ],
    ),
    (
        [], [], ["Scout", "Viper"],
        [
            "player_0 shuffles the discard pile of 2 cards: it is the new deck (SR-9.3)",
            "player_0 draws 1 card (SR-9.3)",
        ],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("deck", "top", "discard", "expected"), DRAWS)
def test_drawn_cards_are_named_to_those_who_know_them(
    deck: list[str], top: list[str], discard: list[str], expected: list[str]
) -> None:
    hand = ["Cutter", "Scout"] if deck else []
    for view in ("public", "player_1", "player_0", "full"):
        mine = {"hand": hand, "ships": ["Blob Fighter", "Ram"], "deck": deck, "top": top, "discard": discard}
        table = Table(mine | {"bases": ["Barter World"]})
        told = table.told("ally Blob Fighter", view)
        assert told[0] == "player_0 uses the ally ability of Blob Fighter (SR-5.2)"
        if view in ("public", "player_1"):
            assert told[1:] == expected
        else:
            assert re.search("draws 1 card: (Ram|Scout|Viper|Cutter) ", " ".join(told))
            assert "known that" not in " ".join(told)


def test_cards_drawn_before_a_reshuffle_are_known_and_those_after_it_are_not() -> None:
    mine = {"hand": ["Cutter"], "deck": ["Ram", "Ram"], "discard": ["Scout", "Viper", "Scout", "Viper"]}
    assert Table(mine).told("end turn", "player_1")[2:5] == [
        "player_0 draws 2 cards: 2x Ram (SR-9.3)",
        "player_0 shuffles the discard pile of 5 cards: it is the new deck (SR-9.3)",
        "player_0 draws 3 cards (SR-9.3)",
    ]


def test_what_was_known_of_a_hand_is_not_told_again() -> None:
    mine = {"hand": ["Cutter", "Scout"], "known": ["Scout"], "ships": ["Blob Fighter", "Ram"], "deck": ["Scout"] * 3}
    assert Table(mine).told("ally Blob Fighter", "public")[1:] == ["player_0 draws 1 card (SR-9.3)"]


def test_of_several_cards_drawn_those_from_the_top_are_named() -> None:
    told = Table({"hand": ["Cutter"], "top": ["Ram"], "deck": ["Scout"] * 9}).told("end turn", "player_1")
    assert told[2] == "player_0 draws 5 cards: Ram and 4 unseen (SR-9.3)"


NO_OTHER = ", as nothing else is possible"


@pytest.mark.parametrize(
    ("mine", "actions", "known", "open_to_all"),
    [
        ({"hand": ["Viper", "Viper"], "bases": ["Junkyard"]}, "use Junkyard", "scraps Viper from hand", False),
        (
            {"hand": ["Battle Station"], "discard": ["Viper"], "bases": ["Junkyard"]},
            "play Battle Station / use Junkyard",
            "scraps Viper from the discard pile",
            True,
        ),
        ({"hand": ["Stealth Needle"], "ships": ["Ram"]}, "play Stealth Needle", "becomes a copy of Ram", True),
    ],
)
def test_that_nothing_else_was_possible_is_told_to_those_who_can_see_it(
    mine: Player, actions: str, known: str, open_to_all: bool
) -> None:
    for view, sees_it in (("full", True), ("player_0", True), ("public", open_to_all), ("player_1", open_to_all)):
        (told,) = (each for each in Table(mine).told(actions, view) if known in each)
        assert (NO_OTHER in told) == sees_it, view


def test_that_a_hand_left_no_choice_is_told_to_those_who_know_it() -> None:
    for view, suffix in (("full", ", as nothing else is possible"), ("player_0", ""), ("public", "")):
        table = Table({"hand": ["Scout"]}, {"hand": ["Viper", "Viper", "Viper"], "owed": 1, "bases": ["Barter World"]})
        assert f"player_1 discards Viper, as owed{suffix} (SR-8.2)" in table.told("end turn", view)


# ── Form ─────────────────────────────────────────────────────────────────────────────────────


def test_headings_deeds_and_results_are_set_apart() -> None:
    table = Table({"hand": ["Viper"], "deck": ["Scout"] * 5}, {"hand": ["Scout"], "bases": ["Blob Wheel"]})
    told = game().events(table.batch.states, [1, 0], table.batch.rng)
    assert [(event.kind, event.level, event.seat) for event in told] == [
        ("end turn", HAPPENING, 0),
        ("unplayed", RESULT, 0),
        ("draw", RESULT, 0),
        ("turn", TURN, None),
        ("step", STEP, None),
        ("gain", HAPPENING, 1),
    ]
    assert told[2].data == {"count": 5, "cards": [game().catalogue.card("Scout").id] * 5}


def test_an_event_has_the_cards_that_its_sentence_names() -> None:
    mine = {"hand": ["Cutter", "Scout"], "ships": ["Blob Fighter", "Ram"], "bases": ["Barter World"]}
    table = Table(mine | {"deck": ["Viper"], "discard": ["Scout"]})
    chosen = [game().action_id(table.batch.states, 0, "ally Blob Fighter"), 0]
    told = {event.kind: event for event in game().events(table.batch.states, chosen, table.batch.rng, "public")}
    for kind, named in (("draw", ["Viper"]), ("known", ["Cutter", "Scout"])):
        assert [game().catalogue.cards[card].name for card in told[kind].data["cards"]] == named


def test_a_copier_that_asks_for_something_else_first_is_not_said_to_find_no_ship() -> None:
    odd = StarRealms(cards=Path(__file__).with_name("odd_cards.toml"))
    players = [{"hand": ["Mimic", "Scout"], "ships": ["Ram"]}, {}]
    batch = Batch(odd, 1, 5)
    batch.set_states(odd.from_position({"turn": 9, "trade_row": ROW, "players": players}))
    told = odd.events(batch.states, [odd.action_id(batch.states, 0, "play Mimic"), 0], batch.rng)
    assert [event.kind for event in told] == ["play", "gain"]


def test_every_kind_of_event_is_met_with_above() -> None:
    with open(events.__file__, encoding="utf-8") as text:
        known = set(re.findall(r'self\.(?:does|comes|arises|tell|head)\(\s*"([a-z ]+)"', text.read()))
    met: set[str] = set()
    for _, mine, other, told, actions, _ in SENTENCES:
        table = Table(mine, other, **told)
        for name in actions.split(" / "):
            chosen = [game().action_id(table.batch.states, 0, name), 0]
            met |= {event.kind for event in game().events(table.batch.states, chosen, table.batch.rng, "public")}
            table.batch.step([chosen])
    assert len(known) > 20
    assert known <= met
