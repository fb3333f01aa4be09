"""A game as data to step through: all views come back as they were, it is small, and who sees what."""

from __future__ import annotations

import json
from typing import Any

import pytest

import ow_env
from ow_env.core.batch import Batch
from ow_env.core.game import Game
from ow_env.core.records import Moment
from ow_env.core.secrecy import seed_for
from training.card_texts import card_texts
from training.replay.one_game import Adviser, Opinion, ask, one_game, seated_agents, view_of
from training.replay.stepping import Parts, advised, as_json, decode, stepping

pytestmark = pytest.mark.bounds

Decided = list[tuple[Moment, dict[int, Opinion]]]
SHORT: dict[str, dict[str, Any]] = {"open_worlds": {"max_turns": 3}, "goofspiel": {"num_players": 3}}


def played(game: Game, names: list[str], seed: int = 1, advise: bool = False) -> Decided:
    return list(one_game(game, seated_agents(game, names, seed)[1], seed, advise=advise))


@pytest.mark.parametrize("name", ow_env.games())
def test_every_step_comes_back_as_every_viewer_saw_it(name: str) -> None:
    game = ow_env.make(name, **SHORT.get(name, {}))
    decisions = played(game, ["scripted"])[-12:]
    data = json.loads(as_json(stepping(game, advised(decisions), ["one", "two", "three"])))
    assert data["viewers"] == ["full", "public", *game.agents]
    assert len(data["steps"]) == len(decisions) > 10
    for step, (moment, _) in enumerate(decisions):
        for viewer in data["viewers"]:
            shown = decode(data, step, viewer)
            expected = json.dumps(view_of(game, moment.state, viewer).data())
            assert json.dumps(shown["view"]) == expected  # as text: true is not 1
            assert shown["when"] == game.moment(moment.state)
            told = game.events(moment.state, moment.chosen, moment.rng, viewer) if moment.actions else ()
            assert [event["text"] for event in shown["log"]] == [event.text for event in told]
    last = decode(data, -1, "full")["view"]
    assert last["over"]
    assert last["decision"] == game.ending(decisions[-1][0].state)  # who won, and why


def test_cards_that_are_seen_say_what_they_do() -> None:
    cards = {}
    for name in ("star_realms", "open_worlds"):
        game = ow_env.make(name, **SHORT.get(name, {}))
        data = stepping(game, advised(played(game, ["scripted"])[:3]), ["one", "two"])
        cards[name] = {card["name"]: card for card in json.loads(as_json(data))["cards"]}
    scout = cards["star_realms"]["Scout"]
    assert scout["short"] == "1 Trade into your pool."
    assert scout["says"] == [{"label": "", "text": "1 Trade into your pool."}]
    assert 0 < len(cards["open_worlds"]) < len(card_texts(game)) / 2  # only those that are seen


@pytest.mark.slow
@pytest.mark.parametrize(("name", "most"), [("open_worlds", 250_000), ("star_realms", 250_000), ("goofspiel", 20_000)])
def test_a_whole_game_is_small(name: str, most: int) -> None:
    game = ow_env.make(name)
    decisions = played(game, ["scripted"])
    text = as_json(stepping(game, advised(decisions), ["scripted"]))
    assert len(text.encode()) < most


def test_values_that_are_equal_but_not_the_same_stay_apart() -> None:
    values = [1, True, 1.0, "1", None, [], {}, [1], [True], {"a": 1}, {"a": True}, {"b": 1}, [[1]], "", 0, False, [0]]
    parts = Parts()
    numbers = [parts.number(value) for value in values]
    assert len(set(numbers)) == len(values)
    data = {"viewers": ["all"], **parts.data([[number] for number in numbers])}
    assert json.dumps([decode(data, step, "all") for step in range(len(values))]) == json.dumps(values)
    assert parts.number([[1]]) == numbers[12]  # and each is kept once
    with pytest.raises(TypeError, match="expected plain data, got"):
        parts.number({1, 2})


def test_a_seat_is_told_its_own_decisions_and_no_others() -> None:
    game = ow_env.make("goofspiel", num_cards=4)
    data = stepping(game, advised(played(game, ["scripted", "random"])), ["a", "b"])
    seats = {viewer: [each["seat"] for each in decode(data, 0, viewer)["decisions"]] for viewer in data["viewers"]}
    assert seats == {"full": [0, 1], "public": [], "player_0": [0], "player_1": [1]}
    decided = decode(data, 0, "player_1")["decisions"][0]
    assert decided["name"].startswith("bid ")
    assert decided["source"]["zones"] == ["hand"]


def test_opinions_are_told_with_names_and_shares() -> None:
    game = ow_env.make("goofspiel", num_cards=5)
    decisions = played(game, ["search:30", "random"], advise=True)
    data = stepping(game, advised(decisions, Adviser("scripted", game)), ["search:30", "random"])
    searching, scripted = decode(data, 0, "player_0")["opinions"]
    assert searching["agent"] == "search:30"
    assert -1 <= searching["value"] <= 1
    shares = [choice["share"] for choice in searching["choices"]]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) == pytest.approx(1, abs=0.01)
    taken = [choice["name"] for choice in searching["choices"] if choice["taken"]]
    assert taken == [each["name"] for each in decode(data, 0, "player_0")["decisions"]]
    assert scripted["agent"] == "scripted"
    assert scripted["sure"]
    assert [choice["share"] for choice in scripted["choices"]] == [1.0]
    # What random chose is known from the decision; and nobody else is told what an agent thought.
    assert [each["agent"] for each in decode(data, 0, "player_1")["opinions"]] == ["scripted"]
    assert decode(data, 0, "public")["opinions"] == []
    assert len(decode(data, 0, "full")["opinions"]) == 3


def test_an_adviser_says_what_it_would_have_said_at_the_table() -> None:
    game = ow_env.make("goofspiel", num_cards=5)
    decisions = played(game, ["random"])
    adviser = Adviser("search:30", game, 7)
    for number, (moment, _) in enumerate(decisions[:-1]):
        batch = Batch(game, 1, 7)
        batch.set_states(moment.state)
        players = seated_agents(game, ["search:30"], seed_for("advice", 7))[1]
        expected = ask(batch, dict(enumerate(players)), number, advise=True)
        opinions = adviser.opinions(moment)
        assert sorted(opinions) == sorted(expected) == [0, 1]
        for seat, opinion in opinions.items():
            assert opinion.agent == "search:30"
            assert (opinion.action, opinion.value) == (expected[seat].action, expected[seat].value)
            assert opinion.policy is not None
            assert opinion.policy.tolist() == expected[seat].policy.tolist()
    assert adviser.opinions(decisions[-1][0]) == {}


def test_who_is_asked_for_an_opinion_plays_the_same_game() -> None:
    game = ow_env.make("goofspiel", num_cards=5)
    told, silent = (played(game, ["search:30", "random"], advise=advise) for advise in (True, False))
    assert [moment.actions for moment, _ in told] == [moment.actions for moment, _ in silent]
    assert all(opinions[0].policy is not None for _, opinions in told[:-1])
    assert all(opinions[0].policy is None for _, opinions in silent[:-1])


def test_names_from_files_steer_nothing() -> None:
    game = ow_env.make("goofspiel", num_cards=4)
    data = stepping(game, advised(played(game, ["random"])), ["\x1b[31m\u202eevil", "b"], ending="ends\x07")
    assert data["players"][0]["name"] == r"\x1b[31m\u202eevil"
    assert data["ending"] == r"ends\x07"
