"""Action names, both ways, for every seat and number of players; and why an action is forbidden."""

from __future__ import annotations

import re

import pytest

from ow_env.open_worlds import engine
from tests.open_worlds.scattered import begun, decisions, scattered, table

PLAYERS = (2, 3, 4)

# ── Names ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("players", PLAYERS)
def test_every_id_has_one_name_and_every_name_one_id(players):
    game = table(players)
    state = begun(game, seed=3)
    for seat in range(players):
        names = [game.action_name(state, seat, action) for action in range(game.num_actions)]
        assert len(set(names)) == game.num_actions
        assert all(name == " ".join(name.split()) for name in names)
        for action in range(0, game.num_actions, 3):
            assert game.action_id(state, seat, names[action]) == action


@pytest.mark.parametrize("players", PLAYERS)
def test_general_names_are_those_of_seat_0_with_worlds_by_place(players):
    game = table(players)
    state = begun(game, seed=4)
    worlds = game.notation.world_names(state[0])
    assert len(set(game.actions)) == len(game.actions) == game.num_actions
    for action, general in enumerate(game.actions):
        place = re.search(r"World (\d)$", general)
        wanted = general if not place else general[: place.start()] + worlds[int(place[1]) - 1]
        assert game.action_name(state, 0, action) == wanted


def test_before_they_are_known_worlds_go_by_their_place():
    game = table(2)
    assert game.action_name(game.template, 1, game.actions.index("resolve World 3")) == ("resolve World 3")
    assert game.action_id(game.template, 0, "stage City 12 @ World 5") >= 0


NAMED = [  # players, who acts, field with the card's first id, place in its block, name
    (2, 0, "target_id", 0, "target own City 12"),
    (2, 0, "target_id", 1, "target City 12"),
    (2, 1, "target_id", 0, "target own City 12"),
    (2, 1, "conquer_id", 1, "conquer City 12"),
    (2, 1, "defend_id", 0, "defend City 12"),
    (2, 1, "defend_id", 1, "defend conquered City 12"),
    (3, 0, "target_id", 0, "target own City 12 held by player_1"),
    (3, 0, "target_id", 1, "target City 12 of player_1"),
    (3, 0, "target_id", 2, "target City 12 of player_2 held by player_1"),
    (3, 0, "target_id", 3, "target own City 12 held by player_2"),
    (3, 0, "target_id", 4, "target City 12 of player_1 held by player_2"),
    (3, 0, "target_id", 5, "target City 12 of player_2"),
    (3, 1, "target_id", 1, "target City 12 of player_2"),
    (3, 2, "target_id", 1, "target City 12 of player_0"),
    (3, 2, "conquer_id", 2, "conquer City 12 of player_1 held by player_0"),
    (3, 2, "defend_id", 0, "defend City 12"),
    (3, 2, "defend_id", 1, "defend City 12 of player_0"),
    (4, 3, "defend_id", 2, "defend City 12 of player_1"),
]


@pytest.mark.parametrize(("players", "seat", "field", "place", "name"), NAMED)
def test_whose_card_is_meant(players, seat, field, place, name):
    game = table(players)
    state = begun(game, seed=5)
    card = game.catalogue.card_ids["City 12"]
    action = int(game.tables[0]["cards"][card][field]) + place
    assert game.action_name(state, seat, action) == name
    assert game.action_id(state, seat, name) == action


@pytest.mark.parametrize(("players", "name"), [(2, "target Titan"), (3, "target Titan of player_1")])
def test_cards_that_cannot_change_hands_have_one_name_for_each_opponent(players, name):
    game = table(players)
    titan = [action for action in game.actions if action.startswith("target") and "Titan" in action]
    assert titan[0] == name
    assert len(titan) == players - 1


@pytest.mark.parametrize("players", PLAYERS)
def test_what_a_name_says_is_what_the_action_does(players):
    """`target CARD of player_2 held by player_1` picks exactly such a unit."""
    game = table(players)
    state = game.from_position(scattered(game, seed=6))
    found = 0
    for now in decisions(game, state, seed=6, most=30):
        g = now[0]
        for player in range(players):
            if g["world"] < 0 or not engine.waits_for(g, player):
                continue
            here = g["units"][g["starts"][g["world"]] : g["starts"][g["world"] + 1]]
            units = [(int(u["card"]), int(u["owner"]), int(u["controller"])) for u in here]
            for action in game.legal_actions(now, player):
                name = game.action_name(now, player, int(action))
                if name.startswith(("target", "conquer")):
                    assert unit_named(game, player, name) in units
                    found += 1
    assert found > 5


def unit_named(game, player, name):
    """Return card, owner and controller as the words of an action say."""
    words = re.fullmatch(r"\w+ (own )?(.+?)(?: of player_(\d))?(?: held by player_(\d))?", name)
    card = game.catalogue.card_ids[words[2]]
    if game.num_players == 2:
        return card, player if words[1] else 1 - player, 1 - player
    owner = player if words[1] else int(words[3])
    return card, owner, owner if words[4] is None else int(words[4])


UNKNOWN = [  # asked, what the error says after it
    ("stage City 12 @ Kotti", "'Kotti' is no World; nearest: 'Koti'"),
    ("stage City 12 @ Wend", "'Wend' is not in this row; nearest: "),
    ("resolve Maali", "'Maali' is no World; nearest: 'Maail'"),
    ("stage Cty 12 @ Koti", "there is no card 'Cty 12'; nearest: 'City 12'"),
    ("target own Citty 12", "there is no card 'Citty 12'; nearest: 'City 12'"),
    ("stagge City 12 @ Koti", "'stagge' is no verb; nearest: 'stage'"),
    ("Pass", "'Pass' is no verb; nearest: 'pass'"),
    ("", "'' is no verb"),
    ("attack City 12", "'attack' is no verb; nearest: 'target'"),
    ("trash City 12", "'trash' is no verb; nearest: 'discard'"),
    ("stage City 12 at Koti", "before the World stands ' @ '; nearest: 'stage City 12 @ Koti'"),
    ("stage City 12@Phoebe K2", "before the World stands ' @ '; nearest: 'stage City 12 @ Phoebe K2'"),
    ("move Scout to Maail", "before the World stands ' @ '; nearest: 'move Scout @ Maail'"),
    ("move City 12 to Maail", "there is no card 'City 12 to Maail'"),
]
ASKED_WRONGLY = [  # all words are known, but do not go together so; the nearest name
    ("option 3", "option"),
    ("move City 12 @ Koti", "move"),
    ("stage City 12", "stage City 12 @ "),
    ("target City 12 of player_1", "target City 12"),
    ("pass please", "pass"),
    ("resolve", "resolve Koti"),
]


@pytest.fixture
def opening():
    game = table(2)
    worlds = ["Koti", "Phoebe K2", "Graense", "Vita Ptal", "Maail"]
    return game, game.from_position({"step": "income", "worlds": worlds, "players": [{}, {}]})


@pytest.mark.parametrize(("name", "told"), UNKNOWN)
def test_an_unknown_action_names_the_word_that_is_wrong(opening, name, told):
    game, state = opening
    with pytest.raises(ValueError, match=f"^there is no action {name!r}: {re.escape(told)}"):
        game.action_id(state, 0, name)


@pytest.mark.parametrize(("name", "near"), ASKED_WRONGLY)
def test_an_unknown_action_names_the_nearest(opening, name, near):
    game, state = opening
    with pytest.raises(ValueError, match=f"^there is no action {name!r}; nearest: '{near}"):
        game.action_id(state, 0, name)


@pytest.mark.parametrize("name", [None, 7, ["pass"]])
def test_what_is_no_name_is_refused(opening, name):
    game, state = opening
    with pytest.raises(ValueError, match="expected the name of an action such as 'pass'"):
        game.action_id(state, 0, name)


@pytest.mark.parametrize("action", [-1, 10**6])
def test_an_id_beyond_the_last_has_no_name(opening, action):
    game, state = opening
    with pytest.raises(ValueError, match=f"expected an action from 0 to .*, got {action}"):
        game.action_name(state, 0, action)
    assert game.why_not(state, 0, action) == (f"there is no action {action}: the last one is {game.num_actions - 1}")


# ── Why an action is forbidden ─────────────────────────────────────────────────────────────────

ROW = ["Koti", "Graense", "Maail"]
HERE = {"world": "Koti"}


def fight(ask, unit, **more):
    return {"ask": ask, "to_act": ["player_0"], "world": "Koti", "unit": unit, **more}


FORBIDDEN = [  # step, player 0, player 1, decision, action of player 0, what is said
    ("stage", {"hand": ["Exploit", "Outpost", "Outpost"]}, {}, None, "stage City 12 @ Koti",
     "cannot stage City 12 @ Koti: City 12 is not in your hand (it holds Exploit, 2x Outpost)"),
    ("stage", {"hand": ["Exploit"]}, {}, None, "move Scout @ Koti",
     "cannot move Scout @ Koti: move is not what is asked now (asked now: stage a card, or pass)"),
    ("stage", {"hand": ["Exploit"], "staged": {"Koti": ["City 12"]}}, {},
     {"ask": "stage", "to_act": ["player_0"]}, "stage Exploit @ Koti",
     "cannot stage Exploit @ Koti: you have already staged to Koti, and no card there permits more "
     "(OW-S.1) (staged there: City 12)"),
    ("move", {"units": {"Koti": ["Keeper"]}}, {}, None, "move Keeper @ Maail",
     "cannot move Keeper @ Maail: Maail is out of the Range of Keeper (OW-M.1) "
     "(Koti is 2 parsecs away, and its Range is 1)"),
    ("move", {"units": {"Koti": ["Keeper"]}}, {}, None, "move Scout @ Maail",
     "cannot move Scout @ Maail: you have no Scout in play that could move "
     "(your Ships: Keeper at Koti)"),
    ("reveal", {"staged": {"Koti": ["Striker"], "Maail": ["Titan"]}, "income": 6}, {}, None, "pass",
     "pass is not allowed here: something has to be chosen "
     "(Class 18 against a prior turn Income of 6: Striker 2, Titan 16)"),
    ("resolve", {}, {}, None, "pass",
     "pass is not allowed here: something has to be chosen (left: Koti, Graense, Maail)"),
    ("resolve", {"units": {"Koti": ["Exploit"]}, "staged": {"Koti": ["City 12"]}}, {},
     {"ask": "swap", "to_act": ["player_0"], **HERE}, "swap City 15",
     "cannot swap City 15: you have no City 15 at this World (at Koti you have Exploit)"),
    ("resolve", {"units": {"Koti": ["Troops 10"]}}, {"units": {"Koti": ["City 12"]}},
     fight("surface conflict", "Troops 10 of player_0"), "target own City 12",
     "cannot target own City 12: there is no such card at this World "
     "(at Koti your opponents have City 12)"),
    ("resolve", {"units": {"Koti": ["Invasion Force 15", "Invasion Force 10"]}},
     {"units": {"Koti": ["City 12", "City 20"]}},
     {"ask": "conquer", "to_act": ["player_0"], **HERE, "orders": [
         {"unit": "Invasion Force 15 of player_0", "targets": ["City 12 of player_1"]},
         {"unit": "Invasion Force 10 of player_0", "targets": ["City 20 of player_1"]}]},
     "conquer City 20",
     "cannot conquer City 20: City 20 is not overcome (OW-4f.4) "
     "(damage 10 against a Defensive Strength of 20)"),
    ("trash", {"hand": ["Exploit"]}, {}, None, "discard City 12",
     "cannot discard City 12: City 12 is not in your hand (it holds Exploit)"),
    ("trash", {}, {"hand": ["Exploit"]}, None, "discard City 12",
     "cannot discard City 12: it is another player's decision (it is up to player_1)"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("step", "mine", "theirs", "decision", "action", "told"),
    FORBIDDEN,
    ids=[f"{row[0]}: {row[4]}" for row in FORBIDDEN],
)
def test_a_refusal_says_what_was_asked_what_was_found_and_the_figures(step, mine, theirs, decision, action, told):
    game = table(2, worlds=3)
    position = {"step": step, "worlds": ROW, "players": [mine, theirs]}
    state = game.from_position(position | ({"decision": decision} if decision else {}))
    assert game.why_not(state, 0, game.action_id(state, 0, action)) == told


@pytest.mark.parametrize("players", PLAYERS)
def test_every_refusal_reads_as_a_whole_sentence_and_none_changes_the_position(players):
    game = table(players)
    state = game.from_position(scattered(game, seed=8))
    met = set()
    for number, now in enumerate(decisions(game, state, seed=8, most=16)):
        before = now.tobytes()
        for player in range(players):
            for action in range((number + player) % 19, game.num_actions, 19):
                code = int(engine.why_not(now[0], game.tables[0], player, action))
                text = game.why_not(now, player, action)
                met.add(code)
                assert (text is None) == (code == 0)
                if text is not None:
                    assert not re.search(r"[{}]|\bNone\b|  |\(\)", text), text
                    name = game.action_name(now, player, action)
                    assert text.startswith((f"cannot {name}: ", "pass is not allowed")), text
        assert now.tobytes() == before
    assert len(met) > 7
