"""Awards (TNW-4): what every card gives."""

from __future__ import annotations

import pytest

from tests.scenarios import Choice, Row, Scenario, rows
from tests.these_new_worlds.oracle.cards import BASE
from tests.these_new_worlds.scenario import CARDS, check

ROWS: list[Row] = rows("""
TNW-4.1: the award is taken straight after the card is played, before a dome can be
    before: top Breakthrough | hand Spot Trade, Privateers | costs 6 6 2 3 | tokens green 1, blue 3
    play: play Spot Trade   after: +Spot Trade | tokens green 2, blue 3 | step dome | has played
TNW-4.1: several awards are carried out in order
    before: top Breakthrough | hand Frontier Market | collective Evergild, Loam
    play: play Frontier Market   after: +Frontier Market | tokens green 3 | turn foe
TNW-4.1, not: nothing of another colour, nothing for the other
    before: top Breakthrough | hand Tax Season | tokens red 1 | foe tokens yellow 2
    play: play Tax Season   after: +Tax Season | tokens red 1, yellow 3 | turn foe
TNW-4.2: N tokens
    before: top Border Militia | hand Provincial Decree
    play: play Provincial Decree   after: +Provincial Decree | tokens yellow 4 | turn foe
TNW-4.2, not: no more for planets
    before: top Border Militia | hand Provincial Decree | planets Aurelia, Concord | collective Marigold, Vermeil
    play: play Provincial Decree   after: +Provincial Decree | tokens yellow 4 | turn foe
TNW-4.3: one for each planet of the card's colour, and one for the Homeworld
    before: top Border Militia | hand Assembly of Worlds | planets Aurelia, Marigold
    play: play Assembly of Worlds   after: +Assembly of Worlds | tokens yellow 3 | turn foe
TNW-4.3, not: for no other planets, and at least one
    before: top Border Militia | hand Assembly of Worlds | planets Vermeil, Loam | foe planets Concord
            collective Aurelia, Marigold
    play: play Assembly of Worlds   after: +Assembly of Worlds | tokens yellow 1 | turn foe
TNW-4.4: one for each planet of the card's colour in The Collective
    before: top Border Militia | hand Open Archives | collective Azimuth, Cobalt Reach, Lumen Deep, Vermeil
    play: play Open Archives   after: +Open Archives | tokens blue 4 | turn foe
TNW-4.4, not: for no planets of empires, and no Homeworld; it may be none
    before: top Border Militia | hand Open Archives | planets Azimuth | foe planets Cobalt Reach
    play: play Open Archives   after: +Open Archives | tokens blue 1 | turn foe
TNW-4.5: a token of the colour named for each planet of it in The Collective
    before: top Border Militia | hand Trade Envoy | foe hand Privateers | collective Azimuth, Cobalt Reach, Loam
    play: play Trade Envoy for blue   after: +Trade Envoy | tokens blue 2 | turn foe
TNW-4.5: every colour that has a planet there can be named
    before: top Assembly of Worlds | hand Trade Envoy | foe hand Privateers | collective Vermeil, Aurelia, Loam, Azimuth
    legal:  pass; play Trade Envoy for red; play Trade Envoy for yellow; play Trade Envoy for green
            play Trade Envoy for blue
TNW-4.5, not: a colour without a planet there can't be named
    before: top Border Militia | hand Trade Envoy | foe hand Privateers | planets Vermeil | contested Ochre Gate
    play: play Trade Envoy for red   why: The Collective has no red planet (TNW-4.5)
TNW-4.6: up to three of one colour, from the other player
    before: top Border Militia | hand Privateers | foe tokens red 5, green 2 | tokens red 1
    play: play Privateers for red   after: +Privateers | tokens red 4 | foe tokens red 2, green 2 | turn foe
TNW-4.6: no more than there are
    before: top Border Militia | hand Privateers | foe tokens red 5, green 2
    play: play Privateers for green   after: +Privateers | tokens green 2 | foe tokens red 5 | turn foe
TNW-4.6, not: of no other colour, and not what was paid
    before: top Assembly of Worlds | hand Privateers | foe tokens yellow 1 | foe dome red 6, blue 6 | tokens green 3
    legal:  pass; play Privateers for yellow
TNW-4.6, not: a colour of which the other holds none can't be named
    before: top Border Militia | hand Privateers | foe tokens yellow 1
    play: play Privateers for red   why: the other player holds no red token (TNW-4.6)
TNW-4.7: with nothing to steal it may be played for its value
    before: top Garrison Levy | hand Privateers, Border Militia
    play: play Privateers for nothing   after: +Privateers | turn foe
TNW-4.7, not: as long as the other holds any token
    before: top Garrison Levy | hand Privateers | foe tokens blue 1
    play: play Privateers for nothing   why: the other player holds tokens: name a colour of theirs (TNW-4.7)
""")

GIVEN = {  # every card on an empty table: you own a planet of each colour but green, The Collective has one of each
    "Border Militia": "red 4", "Escort Wing": "red 1", "Arsenal Convoy": "red 3", "Garrison Levy": "red 2",
    "Provincial Decree": "yellow 4", "Courier Service": "yellow 1", "Tax Season": "yellow 3",
    "Assembly of Worlds": "yellow 2", "Bumper Harvest": "green 3", "Spot Trade": "green 1",
        "Freight Charter": "green 4",
    "Frontier Market": "green 2", "Breakthrough": "blue 3", "Research Colony": "blue 4", "Peer Review": "blue 1",
    "Open Archives": "blue 2", "Trade Envoy for green": "green 1", "Privateers for red": "red 3",
}  # fmt: skip


@pytest.mark.rule
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)


@pytest.mark.rule
@pytest.mark.parametrize("played", GIVEN)
def test_every_card_gives_what_it_says(played: str) -> None:
    card = played.partition(" for ")[0]
    top, foe = ("Privateers", "Tax Season") if card == "Trade Envoy" else ("Trade Envoy", "Privateers")
    if card == "Privateers":
        foe = "Tax Season"
    elif card == "Tax Season":
        foe = "Privateers"
    before = (
        f"top {top} | hand {card} | foe hand {foe} | planets Vermeil, Aurelia, Azimuth | costs 6 6 6 6"
        " | collective Cinderfall, Concord, Loam, Lumen Deep | foe tokens red 5"
    )
    left = " | foe tokens red 2" if card == "Privateers" else ""
    check(Scenario(played, before, f"play {played}", f"+{card} | tokens {GIVEN[played]} | turn foe{left}"))


def test_no_card_is_left_out() -> None:
    assert [name.partition(" for ")[0] for name in GIVEN] == CARDS


@pytest.mark.rule
@pytest.mark.parametrize("card", [card.name for card in BASE.cards if card.extras])
def test_every_extra_way_to_play_a_card(card: str) -> None:
    """Below what lies on top, each card that has one can be played by it, and can't without what it asks for."""
    it = BASE.card(card)
    [extra] = it.extras
    own = {"red": "Vermeil", "yellow": "Aurelia", "green": "Loam", "blue": "Azimuth"}[it.colour]
    higher = [each for each in BASE.cards if each.value > it.value]
    same = next(each.name for each in higher if each.colour == it.colour)
    other = next(each.name for each in reversed(higher) if each.colour != it.colour)
    by_colour = extra == "same colour on top"
    for top, planets, playable in ((same, "-", by_colour), (other, "-", False), (other, own, not by_colour)):
        legal = f"play {card}" if playable else "pass"
        check(Choice(card, f"top {top} | hand {card} | planets {planets} | contested Ochre Gate", "", legal))


@pytest.mark.rule
@pytest.mark.parametrize("card", [card.name for card in BASE.cards if not card.is_wild and not card.extras])
def test_a_card_without_an_extra_way_needs_a_higher_value(card: str) -> None:
    it = BASE.card(card)
    own = {"red": "Vermeil", "yellow": "Aurelia", "green": "Loam", "blue": "Azimuth"}[it.colour]
    for top in BASE.cards:
        if top.name in (card, "Trade Envoy"):
            continue
        legal = f"play {card}" if it.value > top.value else "pass"
        check(Choice(card, f"top {top.name} | hand {card} | planets {own} | contested Ochre Gate", "", legal))
