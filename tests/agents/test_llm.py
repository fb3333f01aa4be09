"""A language model as an agent, held against a local endpoint that plays by a script."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import agents
from agents.llm.answers import VARIABLE
from agents.llm.asking import Unanswered, at_once, pause_after
from agents.llm.reading import Unreadable, place_of, read_move, said_in
from agents.llm.settings import read_spec
from ow_env.adapters.one_seat import OneSeat
from ow_env.core.batch import Batch
from ow_env.core.players import look, seated
from ow_env.goofspiel.game import Goofspiel
from tests.agents.chat_server import KEY, MODEL, Late, Raw, Server, Status, first, serving
from training.commands import match as command
from training.measure import counted, ladder, report
from training.measure.match import play_match
from training.measure.store import Store

pytest.importorskip("openai", reason="the extra llm")
SPEC = f"llm:{MODEL}"
GAME = Goofspiel(num_cards=5)


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where answers are kept, one place a test."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "answers"))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    return tmp_path / "answers"


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Server]]:
    """Start servers that end with the test."""
    opened: list[Any] = []

    def start(script: Any = first) -> Server:
        opened.append(serving(script))
        server: Server = opened[-1].__enter__()
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        return server

    yield start
    for each in opened:
        each.__exit__(None, None, None)


def seen(rows: int = 1, game: Any = GAME) -> Any:
    batch = Batch(game, rows, 1, rows="sparse")
    seats = np.array([int(np.flatnonzero(asked)[0]) for asked in batch.to_act])
    return look(batch, np.arange(rows), seats, 0, views=True)


def decision(game: Any = GAME) -> Any:
    return seen(1, game).decisions[0]


# ── What a reply means ───────────────────────────────────────────────────────────────────────────

NAMES = ("end turn", "buy Scout", "buy Scout Ship", "attack Blob Wheel", "use Barter World: trade")


@pytest.mark.parametrize(
    ("reply", "name"),
    [
        ("MOVE: 2", "buy Scout"),
        ("MOVE: 2.", "buy Scout"),
        ("move: buy scout", "buy Scout"),
        ("I think.\n\n**MOVE:** `buy Scout Ship`", "buy Scout Ship"),
        ("MOVE: 3. buy Scout Ship", "buy Scout Ship"),
        ("MOVE: 1\nMOVE: 2", "buy Scout"),
        ("First I considered 1.\nMOVE: #4", "attack Blob Wheel"),
        ("I will attack Blob Wheel now.", "attack Blob Wheel"),
        ("I could buy Scout, but:\nbuy Scout Ship", "buy Scout Ship"),
        ("MOVE: use Barter World: trade", "use Barter World: trade"),
        ("2", "buy Scout"),
        ("MOVE: buy  SCOUT.", "buy Scout"),
    ],
)
def test_a_reply_that_means_one_move_is_read(reply: str, name: str):
    place = place_of(said_in(reply), NAMES)
    assert place is not None
    assert NAMES[place] == name


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        ("MOVE: 2 buy Scout Ship", None),
        ("MOVE: 2. buy Scout Ship", "several moves: buy Scout, buy Scout Ship"),
        ("MOVE: buy Scout or end turn", "several moves: end turn, buy Scout"),
        ("MOVE: 9", "there is no move 9: they are numbered from 1 to 5"),
        ("MOVE: 0", "there is no move 0"),
        ("MOVE: resign", None),
        ("MOVE: buy Scouting", None),
        ("no idea", None),
        ("", None),
    ],
)
def test_a_reply_that_means_none_or_several_is_no_guess(reply: str, why: str | None):
    if why is None and reply != "MOVE: 2 buy Scout Ship":
        assert place_of(said_in(reply), NAMES) is None
    elif why is None:
        assert NAMES[place_of(said_in(reply), NAMES) or 0] == "buy Scout Ship"
    else:
        with pytest.raises(Unreadable, match=why):
            place_of(said_in(reply), NAMES)


def test_a_move_that_is_not_allowed_is_refused_by_the_rule_against_it():
    asked = decision()
    why = asked.why_not(asked.legal[-1] + 1)
    assert why
    with pytest.raises(Unreadable, match=f"^bid 6: {re.escape(why)}$"):
        read_move("MOVE: bid 6", asked)
    with pytest.raises(Unreadable, match="there is no"):
        read_move("MOVE: castle", asked)
    with pytest.raises(Unreadable, match="empty"):
        read_move(" \n", asked)


# ── Playing ──────────────────────────────────────────────────────────────────────────────────────


def last(messages: list[dict[str, str]]) -> str:
    """The last move in the list, by name."""
    names = re.findall(r"^\d+\. (.*)$", messages[1]["content"].partition("YOUR MOVE")[2], re.MULTILINE)
    return f"Let me see.\nMOVE: {names[-1]}"


def test_a_model_plays_by_what_it_replies(serve):
    server = serve(last)
    agent = agents.make(SPEC, GAME)
    assert agent.act(seen(3)).tolist() == [decision().legal[-1]] * 3
    assert agent.report()["decisions"] == 3
    assert len(server.asked) == 3
    body = server.asked[0]
    assert body["model"] == MODEL
    asked = {each["messages"][1]["content"] for each in server.asked}
    assert asked == {each.text() for each in seen(3).decisions}
    assert "temperature" not in body
    assert "max_tokens" not in body


def test_settings_reach_the_endpoint(serve):
    server = serve(lambda messages: "MOVE: 1")
    agent = agents.make(f"{SPEC},form=terse,temperature=0,max_tokens=50", GAME)
    agent.act(seen())
    assert server.asked[0]["messages"][1]["content"] == decision().text("terse")
    assert (server.asked[0]["temperature"], server.asked[0]["max_tokens"]) == (0, 50)


def test_an_illegal_reply_is_told_why_and_asked_again(serve):
    def script(messages: list[dict[str, str]]) -> str:
        return "MOVE: bid 77" if len(messages) == 2 else "MOVE: 3"

    server = serve(script)
    agent = agents.make(SPEC, GAME)
    assert agent.act(seen()).tolist() == [decision().legal[2]]
    told = agent.report()
    assert (told["retries"], told["illegal"], told["decisions"]) == (1, 0, 1)
    again = server.asked[1]["messages"]
    assert [message["role"] for message in again] == ["system", "user", "assistant", "user"]
    assert "bid 77" in again[3]["content"]
    assert "MOVE:" in again[3]["content"]


def test_nonsense_is_counted_and_replaced_by_what_the_seat_draws(serve):
    server = serve(lambda messages: "I like turtles")
    observation = seen(40)
    agent = agents.make(f"{SPEC},retries=1", GAME)
    chosen = agent.act(observation)
    told = agent.report()
    assert (told["illegal"], told["retries"], told["decisions"]) == (40, 40, 40)
    assert len(server.asked) == 80
    expected = [each.legal[int(draw * 5)] for each, draw in zip(observation.decisions, observation.draws, strict=True)]
    assert chosen.tolist() == expected
    assert len(set(expected)) > 1


def test_where_decisions_are_not_told_it_says_so():
    batch = Batch(GAME, 1, 1, rows="sparse")
    with pytest.raises(ValueError, match=f"{SPEC}: it needs decisions in words"):
        agents.make(SPEC, GAME).act(look(batch, np.zeros(1, int), np.zeros(1, int), 0))


@pytest.mark.slow
def test_it_can_be_scored_in_a_game_that_is_solved(serve):
    """There it is told positions without what led to them."""
    pytest.importorskip("scipy")
    from training.exact import games
    from training.exact.score import act
    from training.exact.tree import build_tree

    serve()
    tree = build_tree(games.make("goofspiel-4"))
    chosen = act(tree, agents.make(SPEC, tree.game), np.random.default_rng(1))
    assert (tree.masks[np.arange(len(chosen)), chosen] > 0).all()
    assert (chosen == tree.masks.argmax(axis=1)).all()


def test_no_more_requests_than_allowed_are_in_flight(serve):
    server = serve(lambda messages: Late(0.05))
    agents.make(f"{SPEC},at_once=3", GAME).act(seen(9))
    assert server.most == 3
    server.most = 0
    agents.make(f"{SPEC},at_once=1,temperature=1", GAME).act(seen(3))
    assert server.most == 1


def test_a_decision_without_a_choice_is_not_asked(serve):
    server = serve()
    observation = seen()
    only = observation.decisions[0]
    object.__setattr__(only, "legal", only.legal[:1])
    assert agents.make(SPEC, GAME).act(observation).tolist() == [only.legal[0]]
    assert server.asked == []


def test_streamed_replies_are_read(serve):
    server = serve(lambda messages: "I will\nMOVE: 2")
    agent = agents.make(f"{SPEC},stream=yes", GAME)
    assert agent.act(seen()).tolist() == [decision().legal[1]]
    assert server.asked[0]["stream"] is True
    assert agent.report()["tokens out"] == 4


def test_tokens_and_cost_are_counted(serve):
    serve()
    free = agents.make(SPEC, GAME)
    free.act(seen())
    told = free.report()
    assert "cost" not in told
    assert told["tokens in"] > 100
    assert told["tokens out"] == 2
    assert told["seconds"] > 0
    paid = agents.make(f"{SPEC},input_price=2,output_price=10", GAME)
    paid.act(seen())
    assert paid.report()["cost"] == pytest.approx((told["tokens in"] * 2 + 2 * 10) / 1e6)


# ── What was answered is kept ────────────────────────────────────────────────────────────────────


def test_a_match_that_is_played_again_asks_nothing_again(serve, kept):
    server = serve(last)
    one = play_match(GAME, agents.make(SPEC, GAME), agents.make("random", GAME, 1), 4, seed=1)
    asked = len(server.asked)
    assert asked >= 4
    agent = agents.make(f"{SPEC},timeout=3,at_once=2", GAME)
    two = play_match(GAME, agent, agents.make("random", GAME, 1), 4, seed=1)
    assert len(server.asked) == asked
    assert one == two
    assert agent.report()["kept"] == asked
    next(kept.glob("*/*.json")).write_text("{")
    play_match(GAME, agents.make(SPEC, GAME), agents.make("random", GAME, 1), 4, seed=1)
    assert len(server.asked) == asked + 1


def test_other_settings_games_and_moments_are_asked_anew_and_sure_models_are_not(serve):
    server = serve()
    agents.make(SPEC, GAME).act(seen(2))
    assert len(server.asked) == 2, "the same words in two games"
    agents.make(f"{SPEC},form=terse", GAME).act(seen())
    assert len(server.asked) == 3
    for _ in range(2):
        agents.make(f"{SPEC},temperature=0,at_once=1", GAME).act(seen(2).take(np.array([0, 0])))
    assert len(server.asked) == 4


def test_nothing_is_kept_where_nothing_shall_be(serve, kept, monkeypatch):
    server = serve()
    monkeypatch.setenv(VARIABLE, "")
    for _ in range(2):
        agents.make(SPEC, GAME).act(seen())
    assert len(server.asked) == 2
    assert not kept.exists()


# ── What goes wrong ──────────────────────────────────────────────────────────────────────────────


def refused(spec: str = SPEC) -> str:
    with pytest.raises(Unanswered) as caught:
        agents.make(spec, GAME).act(seen())
    return str(caught.value)


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("llm", "expected the name of a model, llm:MODEL"),
        ("llm:", "expected the name of a model"),
        ("llm:form=terse", "expected the name of a model"),
        (f"{SPEC},from=terse", "nearest: 'form'"),
        (f"{SPEC},form", "NAME=VALUE"),
        (f"{SPEC},form=long", "form: expected"),
        (f"{SPEC},retries=-1", "retries: expected a whole number from 0"),
        (f"{SPEC},retries=many", "retries: expected a whole number"),
        (f"{SPEC},retries=1,retries=2", "retries is given twice"),
        (f"{SPEC},input_price=2", "input_price and output_price"),
        (f"{SPEC},timeout=0", "timeout: expected a number above 0"),
    ],
)
def test_settings_that_are_none_are_refused(spec: str, why: str):
    with pytest.raises(ValueError, match=why):
        agents.make(spec, GAME)


def test_models_have_colons_and_slashes():
    assert read_spec("llm:qwen2.5:7b,form=terse").model == "qwen2.5:7b"
    assert read_spec("llm:meta/llama-4:free").model == "meta/llama-4:free"


def test_without_a_key_nobody_is_made(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY")
    assert "no key: set OPENAI_API_KEY" in refused()


def test_a_wrong_key_is_told_at_once(serve, monkeypatch):
    server = serve()
    monkeypatch.setenv("OPENAI_API_KEY", "wrong")
    assert re.search("refuses the key in OPENAI_API_KEY: .*Incorrect API key", refused())
    assert len(server.asked) == 1


def test_an_unknown_model_is_told_at_once(serve):
    server = serve()
    assert re.search("knows no model 'gpt-9'", refused("llm:gpt-9"))
    assert len(server.asked) == 1


def test_no_server_is_told(monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    assert "no server answers at http://127.0.0.1:9/v1: is it running" in refused(f"{SPEC},tries=1")


def test_a_late_reply_is_told(serve):
    serve(lambda messages: Late(5))
    assert re.search(r"no reply from .* in 0.2 s .*\(2 tries\)", refused(f"{SPEC},timeout=0.2,tries=2"))


def test_a_server_that_is_busy_is_asked_again_when_it_says(serve, capsys):
    times: list[float] = []

    def script(messages: list[dict[str, str]]) -> Any:
        times.append(time.monotonic())
        return Status(429, "slow down", {"retry-after": "2"}) if len(times) == 1 else "MOVE: 1"

    serve(script)
    agents.make(SPEC, GAME).act(seen())
    assert times[1] - times[0] >= 2
    assert "429" in (told := capsys.readouterr().err)
    assert "next try in 2 s" in told


def test_a_spent_budget_is_not_waited_for(serve):
    server = serve(lambda messages: Status(429, "You exceeded your current quota", error="insufficient_quota"))
    assert "exceeded your current quota" in refused()
    assert len(server.asked) == 1


def test_a_server_that_fails_is_tried_again_and_one_that_refuses_is_not(serve):
    server = serve(lambda messages: Status(500, "oops") if len(server.asked) < 2 else "MOVE: 1")
    agents.make(SPEC, GAME).act(seen())
    assert len(server.asked) == 2
    other = serve(lambda messages: Status(400, "max_tokens is not supported"))
    assert "answers 400: " in refused()
    assert len(other.asked) == 1


CHUNK = '{"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": []}'


@pytest.mark.parametrize(
    ("reply", "spec", "why"),
    [
        (Raw("<html>hello</html>", "text/html"), SPEC, "speak OpenAI's chat protocol"),
        (Raw('{"error": "what?"}'), SPEC, "speak OpenAI's chat protocol"),
        (Raw("{"), f"{SPEC},tries=1", "none of a chat endpoint"),
        (Raw("{", missing=10), f"{SPEC},tries=1", "broke off"),
        (Raw(f"data: {CHUNK}\n\n", "text/event-stream", missing=10), f"{SPEC},stream=yes,tries=1", "broke off"),
    ],
)
def test_what_is_no_reply_is_told_in_a_sentence(serve, reply: Raw, spec: str, why: str):
    serve(lambda messages: reply)
    assert re.search(why, refused(spec))


def test_pauses_grow_and_end():
    nothing = ValueError()
    assert [pause_after(nothing, number) for number in (1, 2, 3)] == [0.5, 1.0, 2.0]
    assert pause_after(nothing, 100) == 120.0


def test_the_first_error_ends_what_is_done_at_once():
    done = []

    def work(item: int, stop: Any) -> int:
        done.append(item)
        if item == 2:
            raise ValueError("two")
        time.sleep(0.01)
        return item

    assert at_once(lambda item, stop: item * item, range(5), 2) == [0, 1, 4, 9, 16]
    with pytest.raises(ValueError, match="two"):
        at_once(work, range(100), 2)
    assert len(done) < 20


# ── Where an agent's name is taken ───────────────────────────────────────────────────────────────


def test_a_model_is_taken_by_name_and_listed_nowhere(serve):
    server = serve()
    assert not any(name.startswith("llm") for name in agents.names(GAME))
    assert seated(SPEC, GAME, 1) is not None
    games = OneSeat(GAME, opponent=SPEC)
    games.begin(np.ones(1, bool), [1])
    games.step(games.mask().argmax(axis=1))
    assert len(server.asked) == 1
    agent_key = ladder.agent_key_of(SPEC, GAME)
    assert agent_key.key == ladder.agent_key_of(f"{SPEC},timeout=7,input_price=1,output_price=1", GAME).key
    assert agent_key.key != ladder.agent_key_of(f"{SPEC},form=terse", GAME).key


def test_a_match_tells_what_was_counted(serve, capsys):
    import argparse

    serve(last)
    asked = {"one": SPEC, "other": "random", "game": "goofspiel", "decks": None, "games": 2, "seed": 1, "record": None}
    told = command.match(argparse.Namespace(**asked, random_decks=None, random_values=0, time=False))
    assert re.search(rf"{SPEC}: \d+ decisions, for each illegal 0, retries 0, tokens in \d+", capsys.readouterr().out)
    assert told["reports"][0]["decisions"] > 0
    assert told["reports"][1] == {}


def test_a_match_with_a_slow_model_shows_how_far_it_is(serve, capsys, monkeypatch):
    import argparse

    monkeypatch.setattr("training.progress.PATIENCE", 0.05)
    serve(lambda messages: Late(0.1))
    asked = {"one": SPEC, "other": "random", "game": "goofspiel", "decks": None, "games": 2, "seed": 1, "record": None}
    command.match(argparse.Namespace(**asked, random_decks=None, random_values=0, time=False))
    assert re.search(r"no game has ended yet \| 1 games in play, joint decision \d+", capsys.readouterr().err)


def test_a_ladder_adds_up_keeps_and_shows_what_was_counted(serve, tmp_path):
    server = serve(lambda messages: "MOVE: 1" if len(server.asked) % 2 else "nonsense")
    specs = [f"{SPEC},retries=0,input_price=1,output_price=1", "random"]
    with Store(tmp_path / "ladder.sqlite") as store:
        standing = ladder.run_ladder(store, GAME, specs, width=0.9, games=8, block=2)
    with Store(tmp_path / "ladder.sqlite") as store:
        again = ladder.ratings(store, GAME)
        matchup = store.matchup(GAME)
        (told,) = counted.kept(store, {"matchup": matchup}).values()
    assert again.reports == standing.reports
    assert told["decisions"] == len(server.asked)
    assert told["illegal"] == pytest.approx(told["decisions"] / 2, abs=1)
    table = report.table(again)
    assert re.search(r"ms +illegal +retries +tokens in +tokens out +seconds +kept +cost", table)
    row = {row["agent"]: row for row in report.rating_rows(again)}
    assert row[specs[0]]["illegal"] == pytest.approx(0.5, abs=0.1)
    assert np.isnan(row["random"]["illegal"])
    json.dumps(row[specs[0]])


def test_reports_add_up_and_what_one_lacks_is_unknown():
    assert counted.added([{}, {"decisions": 2, "cost": 1}, {"decisions": 3, "cost": 2}]) == {"decisions": 5, "cost": 3}
    assert counted.added([{"decisions": 2, "cost": 1}, {"decisions": 3}]) == {"decisions": 5}
    assert counted.cells({"decisions": 4, "illegal": 1}, ["illegal", "cost"]) == ["0.25", "-"]
    assert counted.report_of(object()) == {}
    assert counted.fault({"key": {"decisions": -1}}) is not None
    assert counted.fault([]) is not None


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGINT") or os.name == "nt", reason="signals as POSIX has them")
def test_ctrl_c_ends_a_match_while_replies_are_awaited(serve):
    server = serve(lambda messages: Late(30))
    code = "import sys; from ow_env.cli import main; sys.exit(main())"
    order = [sys.executable, "-c", code, "match", SPEC, "random", "--game", "goofspiel", "--games", "2"]
    with subprocess.Popen(order, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 60
        while not server.asked and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.05)
        assert server.asked
        process.send_signal(signal.SIGINT)
        begun = time.monotonic()
        _, told = process.communicate(timeout=20)
    assert process.returncode == 130
    assert time.monotonic() - begun < 10
    assert "Traceback" not in told


@pytest.mark.slow
def test_a_command_that_meets_no_server_ends_in_a_sentence(monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    code = "import sys; from ow_env.cli import main; sys.exit(main())"
    order = [sys.executable, "-c", code, "match", f"{SPEC},tries=1", "random", "--game", "goofspiel", "--games", "2"]
    done = subprocess.run(order, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "no server answers" in done.stderr
    assert "Traceback" not in done.stderr
