"""A table: plans that can be undone, what is refused and why, hints, the record."""

from __future__ import annotations

import io
import random
from dataclasses import replace

import pytest

import agents
import ow_env
from ow_env.core.records import read_records, rebuild, replay
from ow_env.drawing.parts import Spot
from ow_env.registry import class_of, games
from tests.training.play.sitting import IDS, KINDS, all_people, made, played
from training.play import messages
from training.play.table import PERSON, Refused, Table, fits, rules_in

pytestmark = pytest.mark.bounds


def told(table: Table, viewer: int | None) -> str:
    """All that a viewer could be sent now."""
    body, thinking = messages.moment(table, table.shown(viewer))
    return messages.text_of([body, thinking, table.log(viewer)])


def staging(seed: int = 3) -> Table:
    """A game in which two people choose at once, unseen, several cards each."""
    table = all_people(ow_env.make("open_worlds"), seed)
    rng = random.Random(0)
    while "stage" not in table.game.moment(table.shown(0).state):
        for seat in table.people:
            if table.shown(seat).asked:
                table.choose(seat, rng.choice(table.legal(table.shown(seat))))
        while table.ready:
            table.step()
    return table


def staged(table: Table, seat: int) -> None:
    """Have a seat plan to stage two cards; it could stage more."""
    for _ in range(2):
        table.choose(seat, table.legal(table.shown(seat))[-1])
    assert len(table.legal(table.shown(seat))) > 1


def done(table: Table, seat: int) -> None:
    """Have a seat say that it is done."""
    table.choose(seat, table.legal(table.shown(seat))[0])
    assert not table.shown(seat).asked


@pytest.mark.parametrize("kind", KINDS, ids=IDS)
def test_people_play_a_whole_game_and_its_record_is_true(kind):
    table = all_people(made(kind), 11)
    done = list(played(table, random.Random(5), undo=0.2))
    assert table.over
    assert done.count("step") >= table.decisions
    record = next(read_records(io.BytesIO(table.record().encode())))
    game = rebuild(record, [class_of(table.game.name)])
    *_, last = replay(record, game)
    assert last.state.tobytes() == table.shown(None).state.tobytes()
    assert record.result["rewards"] == table.rewards()


@pytest.mark.parametrize("kind", KINDS, ids=IDS)
def test_taking_back_returns_to_what_was_shown_before_to_the_byte(kind):
    table, rng = all_people(made(kind), 4), random.Random(4)
    undone = 0
    for _ in range(25):
        while table.ready:
            table.step()
        for seat in [seat for seat in table.people if table.shown(seat).asked]:
            before = [told(table, viewer) for viewer in (*table.people, None)]
            table.choose(seat, rng.choice(table.legal(table.shown(seat))))
            if not table.ready:  # another is asked too
                table.undo(seat)
                undone += 1
                assert [told(table, viewer) for viewer in (*table.people, None)] == before
                table.choose(seat, rng.choice(table.legal(table.shown(seat))))
    assert undone or table.game.facts.choices == "turns" or "priority" in table.game.options.values()


def test_two_people_plan_independently_and_nobody_sees_it():
    table = staging()
    other, public = told(table, 1), told(table, None)
    staged(table, 0)
    assert (told(table, 1), told(table, None)) == (other, public)
    own = told(table, 0)
    staged(table, 1)
    assert told(table, 0) == own
    assert table.decisions == staging().decisions, "nothing is played before both are done"


def test_a_plan_can_be_taken_back_until_all_are_done_and_no_longer():
    table = staging()
    for seat in (0, 1):
        staged(table, seat)
    done(table, 0)
    assert table.shown(0).undo
    table.undo(0)
    assert table.shown(0).asked
    done(table, 0)
    done(table, 1)
    assert table.ready
    table.step()
    for seat in (0, 1):
        with pytest.raises(Refused, match="has been played"):
            table.undo(seat)


def test_what_was_played_is_taken_back_as_long_as_it_told_nothing():
    table = Table(ow_env.make("star_realms", first_player=0), (PERSON, PERSON), 1)
    game, before = table.game, [told(table, viewer) for viewer in (0, 1, None)]
    for _ in range(2):  # over several choices, in any order
        for name in ("play Scout", "play Viper"):
            actions = {
                game.action_name(table.shown(0).state, 0, action): action for action in table.legal(table.shown(0))
            }
            if name in actions:
                table.choose(0, actions[name])
                table.step()
    played = table.decisions
    assert played > 1
    assert not table.shown(1).undo
    for _ in range(played):
        assert table.shown(0).undo
        table.undo(0)
    assert [told(table, viewer) for viewer in (0, 1, None)] == before
    assert not table.shown(0).undo
    table.choose(0, game.action_id(table.shown(0).state, 0, "end turn"))
    table.step()
    assert not table.shown(0).undo, "cards were drawn"


@pytest.mark.parametrize("kind", KINDS, ids=IDS)
def test_taking_back_what_was_played_returns_to_it_to_the_byte(kind):
    table, rng = all_people(made(kind), 6), random.Random(6)
    for what in played(table, rng):
        if what == "choose" and table.ready and not table.over:
            asked, decisions, state = table._asked_people(), table.decisions, table._now.tobytes()
            table.step()
            back = [seat for seat in table.people if table._free[-1:] == [seat]]
            if back and rng.random() < 0.5:
                assert back == asked, "only who chose alone may take it back"
                table.undo(back[0])
                assert (table.decisions, table._now.tobytes()) == (decisions, state)
                assert table.shown(back[0]).asked
        if table.decisions > 25:
            break


def test_what_was_planned_is_what_is_played():
    table = staging()
    planned = {}
    for seat in (0, 1):
        before = table.shown(seat).state
        first = table.legal(table.shown(seat))[-1]
        staged(table, seat)
        done(table, seat)
        planned[f"player_{seat}"] = table.game.action_name(before, seat, first)
    begun = table.decisions
    for seat in (0, 1):
        assert table.shown(seat).decisions == begun
    while table.ready:
        table.step()
    for _ in played(table, random.Random(1)):
        pass
    record = next(read_records(io.BytesIO(table.record().encode())))
    assert record.decisions[begun]["actions"] == planned


def test_who_is_not_asked_can_choose_nothing():
    table = Table(ow_env.make("star_realms", first_player=0), (PERSON, PERSON), 1)
    assert table.shown(0).asked
    assert not table.shown(1).asked
    with pytest.raises(Refused, match="not your turn"):
        table.choose(1, 0)
    with pytest.raises(Refused, match="nothing can be taken back"):
        table.undo(0)


def test_an_action_that_is_not_allowed_is_refused_by_its_rule():
    table = Table(ow_env.make("star_realms", first_player=0), (PERSON, PERSON), 1)
    game, shown = table.game, table.shown(0)
    explorer = game.action_id(shown.state, 0, "buy Explorer")
    before = told(table, 0)
    with pytest.raises(Refused, match=r"Explorer costs 2 Trade, you have 0 \(SR-9\.1\)"):
        table.choose(0, explorer)
    for action in (-1, game.num_actions, 10**9):
        with pytest.raises(Refused, match=f"from 0 to {game.num_actions - 1}, got {action}"):
            table.choose(0, action)
    assert told(table, 0) == before
    assert shown.asked


def test_who_points_at_what_is_not_allowed_is_told_the_rule():
    table = Table(ow_env.make("star_realms", first_player=0), (PERSON, PERSON), 1)
    game, shown = table.game, table.shown(0)
    explorer = game.action_id(shown.state, 0, "buy Explorer")
    pointed = game.choice(shown.state, 0, explorer).source
    reason = table.why(shown, pointed, None)
    assert reason.rules == ("SR-9.1",)
    assert "costs 2 Trade" in reason.text
    assert reason.choice is None


@pytest.mark.parametrize("kind", KINDS, ids=IDS)
def test_who_points_at_what_is_allowed_is_given_the_choice(kind):
    table, rng = all_people(made(kind), 2), random.Random(2)
    pointed = 0
    for _ in played(table, rng):
        for seat in table.people:
            shown = table.shown(seat)
            for action in table.legal(shown)[:3]:
                choice = table.game.choice(shown.state, seat, action)
                if choice.source is not None:
                    found = table.why(shown, choice.source, choice.target).choice
                    assert found is not None
                    assert (found.source, found.target) == (choice.source, choice.target)
                    pointed += 1
        if pointed > 40:
            break
    assert pointed > 10


def test_who_points_at_nothing_in_particular_is_told_what_is_asked():
    table = staging()
    shown = table.shown(0)
    asked = table.game.view(shown.state, "player_0").decision
    assert asked in table.why(shown, Spot(seat=1), None).text


def test_a_card_stands_for_its_place_and_its_seat():
    card = Spot(card=3, zones=("units",), seat=1, place=2)
    assert fits(Spot(place=2), card)
    assert not fits(Spot(place=1), card)
    assert fits(Spot(card=3), card)
    assert fits(Spot(card=3, zones=("hand", "units")), card)
    assert not fits(Spot(card=3, zones=("hand",)), card)
    assert not fits(Spot(card=3, seat=0), card)
    assert not fits(None, card)
    assert not fits(Spot(place=2), None)


def test_numbers_of_rules_are_found_in_words():
    assert rules_in("not here (OW-4a.4), nor there (SR-9.1; OW-4a.4): H2O-poor, X-1") == ("OW-4a.4", "SR-9.1")


@pytest.mark.parametrize("game", ["goofspiel", "star_realms"])
def test_every_agent_gives_hints_that_change_nothing(game):
    table = Table(ow_env.make(game), (PERSON, "scripted"), 1)
    while table.ready:
        table.step()
    before = told(table, 0)
    legal = set(table.legal(table.shown(0)))
    for name in [*(name for name in agents.names(game) if name != "search"), "search:20"]:
        hint = table.hint(table.shown(0), name)
        assert hint.agent == name
        assert {action for action, _ in hint.choices} <= legal
        assert 0 < sum(share for _, share in hint.choices) <= 1 + 1e-9
        assert [share for _, share in hint.choices] == sorted((share for _, share in hint.choices), reverse=True)
        assert (hint.value is not None) == name.startswith(("search", "learned"))
    assert told(table, 0) == before
    with pytest.raises(Refused, match="whoever has to choose now"):
        table.hint(table.shown(None), "scripted")
    with pytest.raises(ValueError, match="no agent is called 'scriptd'"):
        table.hint(table.shown(0), "scriptd")


HIDDEN = [("goofspiel", {"num_players": 2, "bids": "hidden"}), ("goofspiel", {"num_players": 3, "bids": "hidden"})]
OTHERS = [pytest.param((name, {}), marks=pytest.mark.slow) for name in games() if name != "star_realms"]


@pytest.mark.parametrize("kind", [*HIDDEN, ("star_realms", {}), *OTHERS], ids=str)
def test_a_hint_follows_from_what_the_seat_knows(kind):
    """It is the same if all that the seat can't know is drawn anew."""
    table, game = all_people(made(kind), 5), made(kind)
    asked = 0
    for what in played(table, random.Random(6)):
        seats = [seat for seat in table.people if table.shown(seat).asked]
        if what != "step" or not seats or table.decisions % 4:
            continue
        asked += 1
        for name in ("search:24", "search:12,select=halving"):
            shown = table.shown(seats[-1])
            dealt = replace(shown, state=game.hide(shown.state, seats[-1], seed=asked))
            assert table.hint(shown, name) == table.hint(dealt, name)
        if asked == 4:
            break
    assert asked > 1


def test_nobody_can_work_a_hint_out_at_another_table():
    """Each has a key of its own, whatever the seed of its game."""
    tables = [all_people(made(HIDDEN[0]), 5) for _ in range(9)]
    assert len({table.hint(table.shown(0), "search:12").choices for table in tables}) > 1


def test_a_game_without_a_seed_is_foretold_by_nobody():
    game = ow_env.make("goofspiel")
    orders = set()
    for _ in range(4):
        table = all_people(game, None)
        for _ in played(table, random.Random(1)):
            pass
        record = next(read_records(io.BytesIO(table.record().encode())))
        assert "secret_hash" in record.header
        orders.add(tuple(line["moment"] for line in record.decisions))
    assert len(orders) == 4


def test_there_is_no_record_before_the_end():
    table = all_people(ow_env.make("goofspiel"), 1)
    with pytest.raises(Refused, match="when the game is over"):
        table.record()


def test_agents_play_alone_and_are_seen_by_all():
    table = Table(ow_env.make("star_realms"), ("scripted", "random"), 2)
    assert table.view_of(None) == "full"
    while not table.over:
        assert table.ready
        table.step()
    assert sorted(table.rewards()) == [-1, 1]
    assert [entry.n for entry in table.log(None)] == list(range(len(table.log(None))))


def test_a_seat_too_many_and_an_unknown_agent_are_refused():
    with pytest.raises(ValueError, match="expected 2, one for each seat, got 1"):
        Table(ow_env.make("goofspiel"), (PERSON,))
    with pytest.raises(ValueError, match="no agent is called 'nobdy'"):
        Table(ow_env.make("goofspiel"), (PERSON, "nobdy"))
