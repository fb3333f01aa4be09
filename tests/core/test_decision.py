"""What a player that reads is told: views, what happened since its last decision, actions by name."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
import pytest

import ow_env
from ow_env.adapters.one_seat import OneSeat
from ow_env.core.batch import Batch
from ow_env.core.decision import MOST_EVENTS, Decision
from ow_env.core.game import Game
from ow_env.core.observation import Observation
from ow_env.core.players import keep_history, look, needs_views, seated, seen_by
from ow_env.core.primer import primer_of
from ow_env.core.text import second_person
from ow_env.goofspiel.game import Goofspiel
from tests.games import each_name, make
from training.measure.jobs import Job, play_deal
from training.measure.match import play_batch
from training.measure.timed import Timed

pytestmark = pytest.mark.uncompiled


class Reader:
    """Plays the first or the last action allowed, and keeps the decisions it is given."""

    name, version, parameters = "reader", 1, {}
    needs_views = True

    def __init__(self, last: bool = False) -> None:
        self.decisions: list[Decision] = []
        self.last = last

    def act(self, observation: Observation) -> np.ndarray:
        assert observation.decisions is not None
        self.decisions += observation.decisions
        return np.array([each.legal[-1 if self.last else 0] for each in observation.decisions], np.int32)


def told(decision: Decision) -> list[str]:
    return [event.text for event in decision.events]


def seats_of(game: Game, row: int = 0) -> Any:
    """A batch that keeps its history, and what asks a seat of it."""
    batch = Batch(game, 2, 1, rows="sparse")
    batch.keep_history()

    def ask(seat: int) -> Decision:
        seen = look(batch, np.array([row]), np.array([seat]), 0, views=True)
        assert seen.decisions is not None
        return seen.decisions[0]

    return batch, ask


def test_a_player_is_told_what_happened_since_its_last_decision_and_no_more():
    batch, ask = seats_of(Goofspiel(num_cards=5))
    assert ask(0).events == ()
    names = [name.split()[1] for name in ask(0).legal_names]
    assert names == ["1", "2", "3", "4", "5"]
    batch.step(np.full((2, 2), [ask(0).legal[0], ask(1).legal[1]]))
    assert [line for line in told(ask(0)) if " bids " in line] == ["player_0 bids 1", "player_1 bids 2"]
    batch.step(np.full((2, 2), [ask(0).legal[-1], ask(1).legal[0]]))
    assert [line for line in told(ask(1)) if " bids " in line] == ["player_0 bids 5", "player_1 bids 1"]


def test_whoever_is_asked_second_is_told_the_first_moves_too():
    game = ow_env.make("star_realms")
    batch, ask = seats_of(game)
    starter = int(np.flatnonzero(batch.to_act[0])[0])
    while batch.to_act[0, starter]:
        batch.step(np.where(batch.to_act, batch.legal[:, :, 0], 0))
    assert any(line.startswith(f"player_{starter}") for line in told(ask(1 - starter)))


def test_what_was_refused_was_not_done_and_a_new_game_has_no_past():
    batch, ask = seats_of(Goofspiel(num_cards=5))
    legal = np.full((2, 2), ask(0).legal[0])
    with pytest.raises(ValueError, match="may not play"):
        batch.step(np.full((2, 2), 99))
    assert ask(0).events == ()
    batch.step(legal)
    assert ask(0).events
    batch.copy_rows([0], [1])
    assert batch.history is not None
    assert [len(row) for row in batch.history.rows] == [1, 1]
    batch.reset([0])
    assert ask(0).events == ()
    assert [len(row) for row in batch.history.rows] == [0, 1]
    batch.set_states(batch.states[:1], [1])
    assert [len(row) for row in batch.history.rows] == [0, 0]


def test_with_autoreset_the_next_game_has_no_past():
    batch = Batch(Goofspiel(num_cards=4), 1, 1, autoreset=True)
    batch.keep_history()
    assert batch.history is not None
    lengths = []
    for _ in range(4):
        batch.step(np.where(batch.to_act, batch.action_mask.argmax(axis=2), 0))
        lengths.append(len(batch.history.rows[0]))
    assert 0 in lengths[1:]
    batch.rollout(1)
    assert batch.history.rows == [[]]


def test_batches_that_seat_nobody_who_reads_keep_no_history():
    batch = Batch(Goofspiel(), 1)
    keep_history(batch, ["random", object()])
    assert batch.history is None
    reader = Reader()
    assert needs_views(reader)
    assert needs_views(seated(reader, Goofspiel(), 1))
    assert needs_views(Timed(reader))
    keep_history(batch, [reader])
    assert batch.history is not None
    assert seen_by(object(), batch, np.zeros(1, np.intp), np.zeros(1, np.intp), 0).decisions is None


def in_a_match(reader: Reader) -> None:
    play_batch(Goofspiel(num_cards=4), [reader, Reader(last=True)], 2, 1)


def in_an_environment(reader: Reader) -> None:
    games = OneSeat(Goofspiel(num_cards=4), 2, opponent=reader)
    games.begin(np.ones(2, bool), [1, 2])
    for _ in range(2):
        games.step(games.mask().argmax(axis=1))


def on_a_ladder(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("training.measure.jobs.agents.make", lambda name, game, seed: reader)
    play_deal(Goofspiel(num_cards=4), ((0, 1), (1, 0)), 0, Job("reader", "reader", 0, 2, 1))


def test_hosts_tell_what_happened(monkeypatch):
    for host in (in_a_match, in_an_environment, lambda reader: on_a_ladder(reader, monkeypatch)):
        reader = Reader()
        host(reader)
        assert any(" bids " in line for decision in reader.decisions for line in told(decision))


def test_rows_are_taken_and_joined_with_their_decisions():
    game = Goofspiel()
    batch = Batch(game, 3, 1, rows="sparse")
    seen = look(batch, np.arange(3), np.array([0, 1, 0]), 0, views=True)
    assert [decision.seat for decision in seen.decisions] == [0, 1, 0]
    assert [decision.seat for decision in seen.take(np.array([1, 2])).decisions] == [1, 0]
    both = Observation.joined([seen.take(slice(1, 2)), seen])
    assert [decision.seat for decision in both.decisions] == [1, 0, 1, 0]
    assert len(both.draws) == len(both.games) == 4
    assert both.determinizations is None


@each_name
def test_a_decision_names_its_actions_and_gives_the_reason_against_others(name):
    game = make(name)
    batch = Batch(game, 1, 3)
    seat = int(np.flatnonzero(batch.to_act[0])[0])
    (decision,) = look(batch, np.zeros(1, np.intp), np.array([seat]), 0, views=True).decisions
    for action, called in zip(decision.legal, decision.legal_names, strict=True):
        assert decision.action_id(called) == action
        assert decision.why_not(action) is None
    forbidden = sorted(set(range(game.num_actions)) - set(decision.legal))
    if forbidden:
        assert decision.why_not(forbidden[-1]) == game.why_not(batch.states, seat, forbidden[-1])
        with pytest.raises(ValueError, match="^" + decision.action_name(forbidden[-1])[:10]):
            decision.action_id(decision.action_name(forbidden[-1]))
    with pytest.raises(ValueError, match="there is no"):
        decision.action_id("fly to the moon")
    with pytest.raises(ValueError, match=f"0 to {game.num_actions - 1}"):
        decision.why_not(game.num_actions)


@each_name
def test_a_decision_is_data_and_two_texts(name):
    game = make(name)
    batch = Batch(game, 1, 3)
    seat = int(np.flatnonzero(batch.to_act[0])[-1])
    (decision,) = look(batch, np.zeros(1, np.intp), np.array([seat]), 0, views=True).decisions
    data = decision.data()
    assert json.loads(json.dumps(data)) == data
    assert [move["id"] for move in data["legal"]] == list(decision.legal)
    assert data["players"][data["seat"]] == f"player_{seat}"
    full, terse = decision.text(), decision.text("terse")
    for text in (full, terse):
        assert all(f"{number}. {called}" in text for number, called in enumerate(decision.legal_names, 1))
        assert f"you (player_{seat})" in text
        assert "\N{NO-BREAK SPACE}" not in text
        assert not any(line != line.rstrip() for line in text.splitlines())
    assert len(terse) < len(full)
    with pytest.raises(ValueError, match="form"):
        decision.text("short")


@each_name
def test_the_rules_in_short_are_whole_and_have_no_numbers(name):
    primer = primer_of(type(make(name)))
    if primer is not None:
        assert not re.search(r"[A-Z]{2,4}-\d|\(\)|\(,| [.,;:)]", primer.rules)
        assert primer.rules.count("\n") == len(primer.turn) + 2


def test_of_many_events_the_last_are_told():
    batch, ask = seats_of(Goofspiel(num_cards=5))
    batch.step(np.full((2, 2), ask(0).legal[0]))
    (event, *_) = ask(0).events
    first = ask(0)
    many = Decision(first.game, 0, first.view, (event,) * 50, first.legal, first.legal_names, first.determinization)
    text = many.text()
    assert f"(and {50 - MOST_EVENTS['full']} things before)" in text
    assert text.count(event.text.replace("player_0", "you")) <= MOST_EVENTS["full"]


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("player_0 plays Scout", "you play Scout"),
        ("player_0 passes", "you pass"),
        ("player_0 has fewer bases and draws nothing", "you have fewer bases and draw nothing"),
        ("player_0 may buy, or end the turn", "you may buy, or end the turn"),
        ("player_0's City 20 is Trashed: no room", "your City 20 is Trashed: no room"),
        ("player_1 attacks player_0 with 3", "player_1 attacks you with 3"),
        ("player_1 attacks: player_0 loses 3", "player_1 attacks: you lose 3"),
        ("player_0 carries 2 and tries the Gate", "you carry 2 and try the Gate"),
        ("Kharg of player_0 is hit", "Kharg of yours is hit"),
        ("player_0: pass", "you: pass"),
        ("player_0 bids a card, as all do", "you bid a card, as all do"),
        ("player_0 has to pay", "you have to pay"),
        ("player_0 carries on", "you carry on"),
        ("player_0 plays a card on Scout, or passes", "you play a card on Scout, or pass"),
        ("player_0 Swaps Exploit at Elpis", "you Swap Exploit at Elpis"),
        ("player_01 plays Scout", "player_01 plays Scout"),
        ("player_1 plays Scout", "player_1 plays Scout"),
    ],
)
def test_sentences_are_said_to_their_reader(said, read):
    assert second_person(said, "player_0") == read
