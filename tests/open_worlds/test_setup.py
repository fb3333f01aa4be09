"""Setup (OW-1): the Worlds, the opening hands and their one exchange, who is first."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from ow_env.core.rng import RNG, start
from ow_env.open_worlds import engine, state as at
from ow_env.open_worlds.cards import load_catalogue
from ow_env.open_worlds.decks import check_deck, load_deck
from ow_env.open_worlds.game import OpenWorlds
from ow_env.open_worlds.rules.setup import draw_world_card, draw_worlds, first_by_world_draw, world_rank
from tests.open_worlds.scenario import Table, check
from tests.scenarios import Row, rows

INTRODUCTORY = ["Baker-Braugn EDV", "Ares Venture Trust"]
DRY = {"Bering's Eye", "Kestrel", "Lacuna", "Xanthe", "Cinder Gate"}  # H2O below 3
MANY = 40  # games set up where a rule speaks of chance

# ── The exchange of the opening hand ─────────────────────────────────────────────────────────

TEN = "3x Outpost, 2x Exploit, City 10, City 12, Scout, Titan, Adjust"
FOE = "foe: hand 10x Outpost | deck 5x Exploit"

HELD = "Adjust, City 10, City 12, 2x Exploit, 3x Outpost, Scout, Titan"

ROWS = rows(f"""
OW-1.3 four cards are thrown away face down and four are drawn for them
    before: adjust | turn 0 | Koti | hand {TEN} | deck 9x Exploit | {FOE}
    play:   discard Titan; discard Scout; discard Adjust; discard Outpost; foe: pass
    after:  stage | turn 1 | asked you, foe
            hand City 10, City 12, 6x Exploit, 2x Outpost | deck 5x Exploit | trash Adjust, Outpost, Scout, Titan
OW-1.3 one card is exchanged for one
    before: adjust | turn 0 | Koti | hand {TEN} | deck 9x Exploit | {FOE}
    play:   discard Titan; you, foe: pass
    after:  stage | turn 1 | asked you, foe
            hand Adjust, City 10, City 12, 3x Exploit, 3x Outpost, Scout | deck 8x Exploit | trash Titan
OW-1.3 nobody has to exchange a card
    before: adjust | turn 0 | Koti | hand {TEN} | deck 9x Exploit | {FOE}
    play: foe, you: pass   after: stage | turn 1 | asked you, foe
OW-1.3 nothing is drawn before all have chosen
    before: adjust | turn 0 | Koti | hand {TEN} | deck 9x Exploit | {FOE}
    play:   discard Titan; foe: discard Outpost; pass; foe: discard Outpost
    after:  asked foe: adjust hand | hand Adjust, City 10, City 12, 2x Exploit, 3x Outpost, Scout | trash Titan
            foe: hand 8x Outpost | trash 2x Outpost
OW-1.3 four players exchange, each their own
    before: adjust | turn 0 | Koti | hand 2x Outpost | deck 5x Exploit | foe: hand 2x Outpost | deck 5x Exploit
            third: hand 2x Outpost | deck 5x Exploit | fourth: hand 2x Outpost | deck 5x Exploit
    play:   fourth, third: discard Outpost; fourth, third: discard Outpost; foe: discard Outpost; you, foe: pass
    after:  stage | turn 1 | asked you, foe, third, fourth
            foe: hand Exploit, Outpost | deck 4x Exploit | trash Outpost
            third: hand 2x Exploit | deck 3x Exploit | trash 2x Outpost
            fourth: hand 2x Exploit | deck 3x Exploit | trash 2x Outpost
OW-1.4 nobody has Priority before all hands are adjusted
    before: adjust | turn 0 | priority nobody | first by lot | Koti | hand {TEN} | deck 9x Exploit | {FOE}
    play: pass; foe: discard Outpost   after: asked foe: adjust hand | foe: hand 9x Outpost | trash Outpost
OW-1.4 when all hands are adjusted, the lot says who has it
    before: adjust | turn 0 | priority nobody | first by lot | Koti | hand {TEN} | deck 9x Exploit | {FOE}
    play: you, foe: pass   after: stage | turn 1 | priority foe | asked you, foe
OW-1.4 Priority that is given is known while hands are adjusted
    before: adjust | turn 0 | priority foe | first foe | Koti | hand {TEN} | deck 9x Exploit | {FOE}
    play: pass; foe: discard Outpost   after: asked foe: adjust hand | foe: hand 9x Outpost | trash Outpost
OW-1.4 in the first turn players act in the order of finish that was given
    before: adjust | turn 0 | priority third | stage in order | first third, foe, you | Koti
            hand Outpost | deck 2x Exploit | foe: hand Outpost | deck 2x Exploit | third: hand Outpost | deck 2x Exploit
    play:   you, foe, third: pass; third: stage Outpost @ Koti
    after:  stage | turn 1 | asked foe | Koti: third stage Outpost | third: hand -
OW-1.4 a seat that is given is first, and from there it goes round the table
    before: adjust | turn 0 | priority third | stage in order | first third | Koti | hand Outpost | deck 2x Exploit
            foe: hand Outpost | deck 2x Exploit | third: hand Outpost | deck 2x Exploit
    play:   you, foe, third: pass; third: stage Outpost @ Koti
    after:  stage | turn 1 | asked you | Koti: third stage Outpost | third: hand -
OW-1.4 also reactions are asked for in the order of finish (OW-6.8)
    before: adjust | turn 0 | priority third | first third, foe, you | Koti | hand Espionage | deck 3x Exploit
            foe: hand Espionage | deck 3x Exploit | third: hand Research | deck 3x Exploit
    play:   you, foe, third: pass; third: play Research; third: option 1
    after:  draw | asked foe: reaction | third: hand -
OW-1.4 the order of finish holds until the first Count Income, then it goes round the table (OW-0.5)
    before: income | turn 1 | priority third | first third, foe, you | Koti: third Outpost
            hand Scout | deck 4x Exploit | foe: hand Scout | deck 4x Exploit | third: hand Scout | deck 4x Exploit
    play: third: pass   after: trash | asked you | third: income 1
OW-1.4 a tie is broken by the order that held until this count (OW-5.2)
    before: income | turn 1 | priority third | first third, foe, you | Koti: you Outpost | foe Outpost
            hand Scout | deck 4x Exploit | foe: hand Scout | deck 4x Exploit | third: hand Scout | deck 4x Exploit
    play: foe: pass   after: trash | priority foe | asked third | income 1 | foe: income 1
OW-1.4 in later turns it plays no part
    before: move | turn 2 | priority third | first third, foe, you | Koti: you Scout | foe Scout | third Scout | Maail
            hand Outpost | deck 4x Exploit
    play: third: pass   after: asked you
OW-1.3 only once: what was drawn stays in hand
    before: adjust | turn 0 | Koti | hand {TEN} | deck Asteroid Strike, Exploit | {FOE}
    play:   discard Titan; discard Scout; you, foe: pass
    after:  stage | turn 1 | final turn | asked you, foe
            hand Adjust, Asteroid Strike, City 10, City 12, 3x Exploit, 3x Outpost | deck - | trash Scout, Titan
OW-1.3 who has exchanged four is done
    before: adjust | turn 0 | Koti | hand {TEN} | deck 9x Exploit | {FOE}
    play:   discard Titan; discard Scout; discard Adjust; discard Outpost
    after:  stage | turn 1 | asked you, foe | hand City 10, City 12, 6x Exploit, 2x Outpost | deck 5x Exploit
            trash Adjust, Outpost, Scout, Titan
# ── What is refused ──
OW-1.3 whoever is done takes nothing more back to the heap
    before: adjust | turn 0 | Koti | hand {TEN} | deck 9x Exploit | {FOE}
    play:   pass; foe: discard Outpost; discard Outpost
    why:    cannot discard Outpost: it is another player's decision (player_0 is done with this Step)
OW-1.3 only a card of the hand is exchanged
    before: adjust | turn 0 | Koti | hand {TEN} | deck 9x Exploit | {FOE}
    play: discard City 30   why: cannot discard City 30: City 30 is not in your hand (it holds {HELD})
OW-1.3 nothing is staged before the hands are adjusted
    before: adjust | turn 0 | Koti | hand {TEN} | deck 9x Exploit | {FOE}
    play:   stage Outpost @ Koti
    why:    cannot stage Outpost @ Koti: stage is not what is asked now (asked now: discard up to 4 cards of the opening
            hand, or pass)
""")


@pytest.mark.rule
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)


@pytest.mark.rule
def test_ow_1_3_a_fifth_card_is_not_exchanged() -> None:
    """Whoever has exchanged four is done, though others were not."""
    table = Table(f"adjust | turn 0 | Koti | hand {TEN} | deck 9x Exploit | {FOE}")
    table.play("discard Titan; foe: discard Outpost")
    me = table.states[0].players[0]
    me.adjusted, me.done = 4, 1
    assert "at most 4 cards may be exchanged during setup (OW-1.3)" in str(table.why_not("discard Outpost", 0))
    assert table.asked == [1]


@pytest.mark.rule
def test_ow_1_3_nobody_sees_what_another_exchanges_and_all_see_how_many() -> None:
    table = Table(f"adjust | turn 0 | Koti | hand {TEN} | deck 9x Exploit | {FOE}")
    before = table.game.position(table.state, "player_1")
    table.play("discard Titan; discard Scout; foe: discard Outpost; foe: discard Outpost")
    seen = table.game.position(table.state, "player_1")
    assert seen["players"][0] == before["players"][0]
    table.play("pass; foe: pass")
    you = table.game.position(table.state, "player_1")["players"][0]
    assert (you["hand"], you["deck"], you["trash"]) == (10, 7, 2)


# ── What lies on the table as the game begins ────────────────────────────────────────────────


def begun(game: OpenWorlds, seed: int = 0) -> np.ndarray:
    """Set a game up and return its state [1] at the first decision."""
    state = game.template.copy()
    chance = np.zeros(1, RNG)
    start(chance[0], np.uint64(seed), np.uint64(0))
    engine.begin(state[0], game.tables[0], chance[0])
    return state


def row(game: OpenWorlds, seed: int = 0) -> list[str]:
    """Return the names of the Worlds that a game draws."""
    state = game.template.copy()
    chance = np.zeros(1, RNG)
    start(chance[0], np.uint64(seed), np.uint64(0))
    draw_worlds(state[0], game.tables[0], chance[0])
    return [world["name"] for world in game.position(state)["worlds"]]


def row_as_begun(game: OpenWorlds, seed: int = 0) -> list[str]:
    """Return the names of the Worlds a game begins with."""
    return [world["name"] for world in game.position(begun(game, seed))["worlds"]]


@pytest.mark.rule
@pytest.mark.parametrize(("players", "worlds"), [(2, 5), (3, 7), (4, 9)])
def test_ow_1_each_player_begins_with_ten_cards_of_the_own_deck(players: int, worlds: int) -> None:
    game = OpenWorlds(num_players=players)
    position = game.position(begun(game))
    assert position["turn"] == 0
    assert position["decision"]["ask"] == "adjust hand"
    assert position["decision"]["to_act"] == [f"player_{seat}" for seat in range(players)]
    assert len(position["worlds"]) == worlds
    for deck, me in zip(game.decks, position["players"], strict=True):
        assert (len(me["hand"]), len(me["deck"])) == (10, 44)
        assert Counter(me["hand"]) + Counter(me["deck"]) == Counter(dict(deck.cards))
        assert (me["trash"], me["wreck"], me["seen"], me["units"]) == ([], [], [], {})
        assert (me["income"], me["prior_income"]) == (0, 0)


@pytest.mark.rule
def test_ow_1_1_the_introductory_game_has_decks_of_40() -> None:
    game = OpenWorlds(decks=INTRODUCTORY)
    for me in game.position(begun(game))["players"]:
        assert (len(me["hand"]), len(me["deck"])) == (10, 30)


def test_ow_1_1_a_second_city_12_is_refused() -> None:
    deck = [name for name, n in load_deck("Smith-Boson F.E.").cards for _ in range(n)]
    deck[deck.index("City 10")] = "City 12"
    with pytest.raises(ValueError, match=r"City 12: 2 copies, a deck may have 1 \(OW-1\.1\)"):
        OpenWorlds(decks=[deck, deck])


def test_ow_1_5_left_out_of_introductory_decks() -> None:
    deck = [card for card, n in load_deck("Baker-Braugn EDV").cards for _ in range(n)]
    assert not check_deck(load_deck(deck), load_catalogue())
    for name in (
        *("Adjust", "Shipyard 8", "Suck Dry", "Fallout Raid", "Assassin", "Battle Station 20"),
        *("Energy Shield", "Invasion Force 10", "High Palace", "Biostorm", "Comet Barrage"),
        *("Trade Center", "Terraform Plant", "Exotic Outpost", "Garrison", "Hidden Outpost"),
    ):
        changed = [name if card == "City 10" else card for card in deck]
        with pytest.raises(ValueError, match=r"left out of introductory decks \(OW-1\.5\)"):
            OpenWorlds(decks=[changed, "Ares Venture Trust"])


@pytest.mark.bounds
@pytest.mark.parametrize("players", [2, 3, 4])
def test_ow_1_2_every_world_of_the_row_is_another(players: int) -> None:
    game = OpenWorlds(num_players=players)
    for seed in range(MANY // 4):
        assert len(set(row(game, seed))) == game.num_worlds


@pytest.mark.bounds
def test_ow_1_2_any_world_may_come() -> None:
    game = OpenWorlds()
    assert row_as_begun(game, 1) == row(game, 1) != row(game, 2)
    seen = Counter(name for seed in range(MANY) for name in row(game, seed))
    assert len(seen) == 36
    assert max(seen.values()) < MANY / 2  # 40 games lay 200 Worlds, each of the 36 about 6 times


@pytest.mark.bounds
def test_ow_1_2_worlds_short_of_h2o_are_left_out_of_the_introductory_game_alone() -> None:
    full, introductory = OpenWorlds(), OpenWorlds(decks=INTRODUCTORY)
    mixed = OpenWorlds(decks=["Smith-Boson F.E.", "Ares Venture Trust"])
    assert set().union(*(row(full, seed) for seed in range(MANY))) >= DRY
    assert set().union(*(row(mixed, seed) for seed in range(MANY))) >= DRY
    seen = set().union(*(row(introductory, seed) for seed in range(2 * MANY)))
    assert not seen & DRY
    assert len(seen) == 36 - len(DRY)  # H2O 3 is enough


@pytest.mark.bounds
def test_ow_1_2_worlds_that_were_named_lie_in_that_order() -> None:
    names = ["Maail", "Lacuna", "Koti"]
    game = OpenWorlds(worlds=names)
    assert {tuple(row_as_begun(game, seed)) for seed in range(5)} == {tuple(names)}
    world = game.position(begun(game))["worlds"][1]
    assert (world["h2o"], world["res"], world["habitable"], world["hostile"]) == (1, 7, False, False)


@pytest.mark.bounds
def test_ow_1_3_other_chance_deals_other_hands() -> None:
    game = OpenWorlds(worlds=["Koti"], first_player=0)
    hands = [game.position(begun(game, seed))["players"][0]["hand"] for seed in (1, 1, 2)]
    assert hands[0] == hands[1] != hands[2]


# ── Who is first ─────────────────────────────────────────────────────────────────────────────


def adjusted(game: OpenWorlds, state: np.ndarray, seed: int = 0) -> np.ndarray:
    """Let everybody keep the opening hand; return the state [1] at the next decision, under this chance."""
    assert state[0]["point"] == at.ADJUST_HAND
    state, chance = state.copy(), np.zeros(1, RNG)
    start(chance[0], np.uint64(seed), np.uint64(0))
    engine.apply(state[0], game.tables[0], chance[0], np.zeros(game.num_players, np.int32))
    return state


def firsts(game: OpenWorlds) -> Counter[int]:
    """Count who has Priority first over some games that begin with the very same position."""
    state = begun(game)
    assert state[0]["priority"] == -1
    return Counter(int(adjusted(game, state, seed)[0]["priority"]) for seed in range(MANY))


@pytest.mark.bounds
@pytest.mark.parametrize("players", [2, 3, 4])
def test_ow_1_4_a_random_seat_is_first(players: int) -> None:
    found = firsts(OpenWorlds(num_players=players, worlds=["Koti"]))
    assert sorted(found) == list(range(players))
    assert min(found.values()) >= MANY / players / 8


@pytest.mark.bounds
@pytest.mark.parametrize("players", [2, 3, 4])
def test_ow_1_4_the_draw_of_worlds_may_decide_who_is_first(players: int) -> None:
    found = firsts(OpenWorlds(num_players=players, worlds=["Koti"], first_player="worlds"))
    assert sorted(found) == list(range(players))
    assert min(found.values()) >= MANY / players / 8


@pytest.mark.bounds
@pytest.mark.parametrize("players", [2, 3, 4])
def test_ow_1_4_the_winner_of_the_last_game_is_first_where_it_is_named(players: int) -> None:
    for seat in range(players):
        for named in (seat, f"player_{seat}"):
            game = OpenWorlds(num_players=players, worlds=["Koti"], first_player=named)
            for seed in range(2):
                state = begun(game, seed)
                assert state[0]["priority"] == adjusted(game, state, seed)[0]["priority"] == seat


def told(game: OpenWorlds, state: np.ndarray, seat: int) -> list[int]:
    """Return what a seat's observation says of Priority: a number for each seat, the own one first."""
    at = {feature.name: feature for feature in game.features}["priority"]
    return [int(n) for n in game.show(state).observation[0, seat, at.start : at.stop]]


@pytest.mark.bounds
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("first", [None, "worlds"])
def test_ow_1_4_who_will_be_first_is_told_to_nobody_while_hands_are_adjusted(players: int, first: str | None) -> None:
    game = OpenWorlds(num_players=players, worlds=["Koti"], first_player=first)
    state = begun(game)
    assert game.from_position(game.position(state)).tobytes() == state.tobytes()
    later = adjusted(game, state)
    for seat in range(players):
        assert told(game, state, seat) == [0] * players
        assert sorted(told(game, later, seat)) == [0] * (players - 1) + [1]
    for view in ("full", "public", *game.agents):
        assert game.position(state, view)["priority"] is None
        assert "Priority" not in game.render(state, view)
        assert "Priority: player_" in game.render(later, view)


@pytest.mark.rule
def test_ow_1_4_an_order_is_seen_by_all_until_the_first_count() -> None:
    game = OpenWorlds(num_players=3, worlds=["Koti"], first_player=("player_2", 1, "player_0"))
    state = begun(game)
    for now in (state, adjusted(game, state)):
        assert [told(game, now, seat) for seat in range(3)] == [[3, 2, 1], [2, 1, 3], [1, 3, 2]]
        for view in ("full", "public", *game.agents):
            assert game.position(now, view)["options"]["first_player"] == [2, 1, 0]
            assert "Priority: player_2, then player_1, then player_0" in game.render(now, view)
    position = {"step": "trash", "turn": 1, "priority": 2, "worlds": ["Koti"], "players": [{}, {}, {"hand": ["Scout"]}]}
    counted = game.from_position(position)
    assert [told(game, counted, seat) for seat in range(3)] == [[0, 0, 1], [0, 1, 0], [1, 0, 0]]
    assert "Priority: player_2\n" in game.render(counted)


@pytest.mark.rule
@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1), (1, 0, 2), (2, 1, 0)])
def test_ow_1_4_an_order_that_is_given_is_known_from_the_start(order: tuple[int, ...]) -> None:
    state = begun(OpenWorlds(num_players=3, worlds=["Koti"], first_player=order))
    assert state[0]["priority"] == order[0]
    assert tuple(state[0]["order"][:3]) == order


@pytest.mark.rule
def test_ow_1_4_an_order_round_the_table_is_the_same_as_its_first_seat() -> None:
    order = OpenWorlds(num_players=3, first_player=(1, 2, 0))
    seat = OpenWorlds(num_players=3, first_player=1)
    assert begun(order).tobytes() == begun(seat).tobytes()
    assert order.position(begun(order))["options"]["first_player"] == 1
    assert order.options["first_player"] == [1, 2, 0]
    assert OpenWorlds.rebuilt(json.loads(json.dumps(order.options))).template.tobytes() == order.template.tobytes()


WRONG_ORDERS = [
    (("player_1", 0), "first_player: expected a seat or all 3 in order, got 2 of them: ('player_1', 0)"),
    ((), "first_player: expected a seat or all 3 in order, got 0 of them: ()"),
    ((2, 0, "player_2"), "first_player[2]: player_2 is there twice; each seat has one place in the order"),
    ((2, 0, "playr_1"), "first_player[2]: expected a seat from 0 to 2 or its name, got 'playr_1'; nearest: 'player_1'"),
    ((2, 0, 3), "first_player[2]: expected a seat from 0 to 2 or its name, got 3"),
    ((2, 0, True), "first_player[2]: expected a seat from 0 to 2 or its name, got True"),
    ("player_3", """first_player: expected a seat from 0 to 2, its name, all of them in order, "worlds" or None, \
got 'player_3'"""),
    ({2, 1, 0}, """first_player: expected a seat from 0 to 2, its name, all of them in order, "worlds" or None, \
got {0, 1, 2}"""),
]  # fmt: skip


@pytest.mark.parametrize(("order", "message"), WRONG_ORDERS, ids=[message for _, message in WRONG_ORDERS])
def test_ow_1_4_a_wrong_order_is_refused(order: object, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        OpenWorlds(num_players=3, first_player=order)


RANKS = [  # OW-1.4: the better World, the lesser one
    ("OW-1.4 the highest H2O is first", "Brume", "Sabik Four"),
    ("OW-1.4 H2O counts before all else", "Ulmo", "Nyx Prime"),
    ("OW-1.4 then the highest RES", "Elpis", "Varuna Deep"),
    ("OW-1.4 RES counts before being Habitable", "Ashfall", "Quill"),
    ("OW-1.4 then the Habitable World", "Vita Ptal", "Palisade"),
    ("OW-1.4 being Habitable counts before not being Hostile", "Graense", "Zephyr Low"),
    ("OW-1.4 then the World that is not Hostile", "Farrow", "Drift's End"),
    ("OW-1.4 also of two Habitable ones", "Calyx", "Yarrow"),
]


@pytest.mark.rule
def test_ow_1_4_worlds_have_ranks() -> None:
    game = OpenWorlds()
    ids, tables = game.catalogue.world_ids, game.tables[0]
    for rule, better, lesser in RANKS:
        assert world_rank(tables, ids[better]) > world_rank(tables, ids[lesser]), rule


@pytest.mark.bounds
@pytest.mark.parametrize("players", [2, 3, 4])
def test_ow_1_6_players_draw_different_worlds_from_those_not_placed(players: int) -> None:
    """Row and lots use up the whole Worlds Deck, so each World is drawn exactly once."""
    game = OpenWorlds(num_players=players, num_worlds=2)
    tables = game.tables.copy()
    tables[0]["world_count"] = 2 + players
    worlds = game.catalogue.worlds
    winners = set()
    for seed in range(30):
        g = game.template.copy()[0]
        g["worlds"][0]["card"], g["worlds"][1]["card"] = 1, players  # Phoebe K2 and one more
        chance = np.zeros(1, RNG)
        start(chance[0], np.uint64(seed), np.uint64(0))
        again = chance.copy()
        drawn: list[int] = []
        while len(drawn) < players:  # as the book says: each player draws one, and keeps it
            card = int(draw_world_card(g, tables[0], 2, again[0]))
            if card not in drawn:
                drawn.append(card)
        assert set(drawn) == set(range(2 + players)) - {1, players}
        lots = [(worlds[c].h2o, worlds[c].res, worlds[c].habitable, not worlds[c].hostile)
                for c in drawn]  # fmt: skip
        first = int(first_by_world_draw(g, tables[0], chance[0]))
        assert lots[first] == max(lots)
        winners.add(first)
    assert winners == set(range(players))


@pytest.mark.bounds
def test_ow_1_6_of_worlds_that_tie_in_everything_chance_decides(tmp_path: Path) -> None:
    """Of a worst World and three equal ones, players 2, 3 and 4 may be first when they hold those."""
    twins = "\n".join(f'"Twin {n}" = {{ h2o = 9, res = 9 }}' for n in range(3))
    cards = tmp_path / "cards.toml"
    cards.write_text(f"[world]\n{twins}\n")
    game = OpenWorlds(num_players=4, num_worlds=1, cards=cards)
    tables = game.tables.copy()
    ids = game.catalogue.world_ids
    three = [ids[f"Twin {n}"] for n in range(3)]
    for a, b in combinations(three, 2):
        assert world_rank(tables[0], a) == world_rank(tables[0], b)
    tables[0]["world_cards"][1:4] = tables[0]["world_cards"][three]
    tables[0]["world_cards"][4] = tables[0]["world_cards"][ids["Lacuna"]]
    tables[0]["world_count"] = 5  # Koti in the row, the twins, Lacuna
    found: Counter[tuple[int, int]] = Counter()
    for seed in range(6 * MANY):
        g = game.template.copy()[0]
        g["worlds"][0]["card"] = 0
        chance = np.zeros(1, RNG)
        start(chance[0], np.uint64(seed), np.uint64(0))
        again = chance.copy()
        first = int(first_by_world_draw(g, tables[0], chance[0]))
        if draw_world_card(g, tables[0], 1, again[0]) == 4:  # player 0 drew the worst one
            found[(0, first)] += 1
    assert (0, 0) not in found
    assert min(found[(0, seat)] for seat in (1, 2, 3)) > sum(found.values()) / 6


@pytest.mark.bounds
def test_ow_1_6_of_three_who_tie_each_is_first_as_often(tmp_path: Path) -> None:
    twins = "\n".join(f'"Twin {n}" = {{ h2o = 9, res = 9 }}' for n in range(3))
    cards = tmp_path / "cards.toml"
    cards.write_text(f"[world]\n{twins}\n")
    game = OpenWorlds(num_players=3, num_worlds=1, cards=cards)
    tables = game.tables.copy()
    tables[0]["world_cards"][1:4] = tables[0]["world_cards"][game.catalogue.world_ids["Twin 0"]]
    tables[0]["world_count"] = 4  # Koti in the row, and for each player a twin
    found: Counter[int] = Counter()
    for seed in range(6 * MANY):
        g = game.template.copy()[0]
        g["worlds"][0]["card"] = 0
        chance = np.zeros(1, RNG)
        start(chance[0], np.uint64(seed), np.uint64(0))
        found[int(first_by_world_draw(g, tables[0], chance[0]))] += 1
    assert sum(found.values()) == 6 * MANY
    assert max(found.values()) < 2.5 * MANY  # each is first 2 * MANY times, about


@pytest.mark.bounds
def test_ow_1_2_the_worlds_of_the_introductory_game_are_others_too() -> None:
    game = OpenWorlds(decks=INTRODUCTORY)
    for seed in range(MANY):
        assert len(set(row(game, seed))) == game.num_worlds


@pytest.mark.bounds
def test_ow_1_2_a_world_has_what_is_printed_on_it() -> None:
    game = OpenWorlds()
    for seed in range(4):
        for world in game.position(begun(game, seed))["worlds"]:
            card = game.catalogue.world(world["name"])
            printed = (card.h2o, card.res, card.habitable, card.hostile)
            assert (world["h2o"], world["res"], world["habitable"], world["hostile"]) == printed
