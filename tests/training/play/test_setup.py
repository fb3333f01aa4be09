"""What can be chosen for a table is offered as data, all of it can be had, and nothing else."""

from __future__ import annotations

import inspect

import pytest

from ow_env import registry
from training.play import setup
from training.play.messages import text_of
from training.play.table import Refused

PLAYERS = ["person", "random"]


def order(**changes):
    return setup.read_order({"game": "goofspiel", "players": PLAYERS, **changes})


@pytest.mark.parametrize("game", registry.games())
def test_whatever_is_offered_can_be_had(game):
    data = setup.game_data(game)
    least, most = data["players"]
    for count in range(least, most + 1):
        assert setup.read_order({"game": game, "players": ["person"] * count}).game.num_players == count
    for option in data["options"]:
        if option["kind"] == "choice":
            values = option["values"]
        elif option["kind"] == "switch":
            values = [True, False]
        elif option["kind"] == "sides":
            some, many = option["values"], max(2, least)  # different ones: a game may refuse one twice
            values = [[some[(first + seat) % len(some)] for seat in range(many)] for first in range(len(some))]
        else:
            values = [5]
        for value in values:
            made = ordered(game, {option["name"]: value}, least, most)
            assert made.game.name == game
            if option["kind"] != "sides":
                assert made.game.options[option["name"]] == value
            else:
                assert list(made.game.sides) == value
    for agent in data["agents"]:
        assert agent["about"]
        made = setup.read_order({"game": game, "players": ["person", *[agent["name"]] * max(1, least - 1)]})
        assert made.players[1] == agent["name"]
    assert text_of(data)


def ordered(game, options, least, most):
    """A table of people, two or as many as can play so."""
    for count in (*range(max(2, least), most + 1), least):
        try:
            return setup.read_order({"game": game, "players": ["person"] * count, "options": options})
        except Refused as refusal:
            refused = refusal
    raise refused


def test_what_only_one_choice_lets_so_many_play_is_chosen():
    alone = setup.read_order({"game": "tradeworlds", "players": ["person"]}).game
    assert alone.options["scenario"] == "The Derelict"
    two = setup.read_order({"game": "tradeworlds", "players": ["person"] * 2}).game
    assert two.options["scenario"] == "Trade Wars"
    with pytest.raises(Refused, match="num_players of Trade Wars: expected a whole number from 2 to 4, got 1"):
        setup.read_order({"game": "tradeworlds", "players": ["person"], "options": {"scenario": "Trade Wars"}})
    with pytest.raises(Refused, match="num_players of The Derelict"):
        setup.read_order({"game": "tradeworlds", "players": ["person"] * 2, "options": {"scenario": "The Derelict"}})


def test_sides_may_be_chosen_for_some_seats_only():
    def sides(game, chosen):
        option = registry.class_of(game).facts.side
        made = setup.read_order({"game": game, "players": ["person"] * len(chosen), "options": {option: chosen}})
        return [*made.game.sides] or made.game.options[option]

    assert sides("tradeworlds", ["Covenant", None]) == ["Covenant", None]
    assert sides("expansive_universe", [None, "Wartribe", None]) == [None, "Wartribe", None]
    usual = list(registry.make("open_worlds").sides)
    assert len(set(usual)) == 2
    assert sides("open_worlds", [usual[1], None]) == [usual[1], usual[1]]
    assert sides("open_worlds", [None, usual[0]]) == [usual[0], usual[0]]


@pytest.mark.parametrize("game", registry.games())
def test_every_option_of_a_game_is_offered_but_files_and_lists(game):
    offered = set(setup.options_of(game))
    left_out = set(inspect.signature(registry.class_of(game)).parameters) - offered - {setup.PLAYERS}
    assert left_out <= {"cards", "worlds", "first_player", "first_dealer", "starting_gold"}
    assert all(option.about for option in setup.options_of(game).values())


WRONG = [  # what is changed, what is said of it
    ({"game": "goofspeil"}, "game: expected one of .*, got 'goofspeil'.*goofspiel"),
    ({"game": None}, "game: expected a text"),
    ({"game": ["goofspiel"]}, "game: expected a text"),
    ({"players": None}, "players: expected a list of 2 to 4 for goofspiel, got None"),
    ({"players": ["person"]}, "players: expected a list of 2 to 4"),
    ({"players": ["person"] * 5}, "players: expected a list of 2 to 4"),
    ({"players": ["person", "machter"]}, r"players\[1\]: expected one of person, .*, got 'machter'.*matcher"),
    ({"players": ["person", 3]}, r"players\[1\]: expected a text"),
    ({"players": ["search:0", "person"]}, r"players\[0\]: expected search:N with N from 1 to 2000"),
    ({"players": ["search:²", "person"]}, r"players\[0\]: expected search:N"),
    ({"players": ["search:9999999999", "person"]}, r"players\[0\]: expected search:N"),
    ({"players": ["search:200,threads=64", "person"]}, r"players\[0\]: expected search:N"),
    ({"players": ["/tmp/x.safetensors", "person"]}, r"players\[0\]: expected one of"),
    ({"seed": -1}, "seed: expected a whole number from 0"),
    ({"seed": "7"}, "seed: expected a whole number"),
    ({"seed": 2**60}, "seed: expected a whole number"),
    ({"names": "Ada"}, "names: expected a list of at most 2, got 'Ada'"),
    ({"names": ["a", "b", "c"]}, "names: expected a list of at most 2"),
    ({"names": ["x" * 41]}, r"names\[0\]: expected a text of at most 40"),
    ({"options": 3}, "options: expected an object"),
    ({"options": {"num_card": 5}}, "there is no option 'num_card'.*num_cards"),
    ({"options": {"num_players": 3}}, "there is no option 'num_players'"),
    ({"options": {"num_cards": 50}}, "options: num_cards: expected a whole number from 4 to 13, got 50"),
    ({"options": {"num_cards": True}}, "options.num_cards: expected a whole number"),
    ({"options": {"bids": "hiden"}}, "options.bids: expected one of public, hidden, got 'hiden'.*hidden"),
    ({"options": {"bids": ["hidden"]}}, "options.bids: expected one of"),
    ({"seats": 2}, "there is no field 'seats'.*; a table has game"),
]
OTHER_GAMES = [
    ({"game": "open_worlds", "options": {"cards": "/etc/passwd"}}, "there is no option 'cards'"),
    ({"game": "open_worlds", "options": {"worlds": []}}, "there is no option 'worlds'"),
    ({"game": "open_worlds", "options": {"decks": ["/etc/passwd"] * 2}}, "options.decks: expected one of"),
    ({"game": "open_worlds", "options": {"decks": [None, "Ares"]}}, "options.decks: expected one of"),
    ({"game": "tradeworlds", "options": {"factions": [None, "Covenent"]}}, "options.factions: .*nearest: 'Covenant'"),
    ({"game": "open_worlds", "options": {"decks": "Ares"}}, "options.decks: expected a list of 2"),
    ({"game": "open_worlds", "options": {"open_decklists": 1}}, "options.open_decklists: expected true or false"),
    ({"game": "star_realms", "players": ["person"] * 3}, "players: expected a list of 2 for star_realms"),
]


@pytest.mark.parametrize(
    ("changes", "said"), WRONG + OTHER_GAMES, ids=[str(i) for i in range(len(WRONG + OTHER_GAMES))]
)
def test_a_wrong_order_is_refused_by_its_field(changes, said):
    with pytest.raises(Refused, match=said):
        order(**changes)


@pytest.mark.parametrize("value", [None, [], "goofspiel", 3])
def test_no_order_at_all_is_refused(value):
    with pytest.raises(Refused, match="a table: expected an object"):
        setup.read_order(value)


def test_an_agent_that_can_not_play_so_many_is_refused_in_words():
    with pytest.raises(Refused, match=r"players\[1\]: "):
        setup.read_order({"game": "open_worlds", "players": ["person", "learned-54", "random"]})
    hints = setup.hints_for(setup.read_order({"game": "open_worlds", "players": ["person"] * 3}).game)
    assert "scripted" in hints
    assert "learned-54" not in hints


def test_the_arguments_of_a_docstring_are_told_in_one_line():
    text = "A game.\n\nArgs:\n    one: what it\n        means.\n    two: another.\n\nRaises:\n    ValueError: no."
    assert setup.arguments_in(text) == {"one": "what it means.", "two": "another."}


@pytest.mark.parametrize("game", registry.ROWS)
def test_opponents_of_every_table_stand_by_their_strength(game):
    tables = setup.levels_of(game)
    assert tables
    least, most = registry.class_of(game).facts.players
    for table in tables:
        assert max(2, least) <= table["players"] <= most
        assert [one["level"] for one in table["levels"]] == list(setup.LEVELS)
        ratings = [float(one["strength"].split()[1]) for one in table["levels"]]
        assert ratings == sorted(ratings)
        assert len({one["agent"] for one in table["levels"]}) == len(setup.LEVELS)
        assert all(one["about"] and one["time"] for one in table["levels"])
        order = {
            "game": game,
            "players": ["person", *[one["agent"] for one in table["levels"][: table["players"] - 1]]],
        }
        assert setup.read_order({**order, "options": table["options"]}).game.num_players == table["players"]


def test_a_scenario_says_how_many_can_play_it():
    options = {option["name"]: option for option in setup.game_data("tradeworlds")["options"]}
    counts = options["scenario"]["players"]
    assert counts == {"Trade Wars": [2, 3, 4], "Space Wars": [2, 3, 4], "The Derelict": [1]}
    assert [name for name, option in options.items() if option["players"]] == ["scenario"]


@pytest.mark.parametrize("game", registry.ROWS)
def test_people_are_told_of_options_without_python(game):
    known = setup.options_of(game)
    assert set(setup.words_of(game)) <= set(known)
    for option in known.values():
        assert option.label
        assert "_" not in option.label
        if option.kind != "sides":  # for which the page has its own words
            assert not [word for word in ("None", '"', "True", "False", "_") if word in option.about], option
        assert set(option.labels) <= set(option.values)
    for told in setup.words_of(game).values():
        assert set(told) <= {"label", "help", "values", "research", "first"}
