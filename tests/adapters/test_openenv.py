"""Games as OpenEnv has them: over its server and clients, by names of moves, several at once, and as tools of MCP."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import agents  # noqa: F401  whose names are opponents'
from ow_env import registry
from ow_env.adapters.one_seat import OneSeat

pytest.importorskip("openenv.core", reason="needs open-worlds-env[openenv]")

from fastapi.testclient import TestClient
from openenv import GenericEnvClient

from ow_env.adapters import openenv
from ow_env.adapters.openenv import GameEnvironment, Move

pytestmark = pytest.mark.filterwarnings("ignore")  # of OpenEnv and what it stands on
BRIEF = {
    "open_worlds": {"max_turns": 2},
    "star_realms": {"max_turns": 6},
    "these_new_worlds": {"rounds": 2},
    "tradeworlds": {"max_rounds": 2},
    "expansive_universe": {"max_rounds": 1},
    "goofspiel": {"num_cards": 4},
}
ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "openenv.md").read_text("utf-8")


def brief(name: str) -> Any:
    return registry.make(name, **BRIEF[name])


def played(env: GameEnvironment, seen: Any, rng: np.random.Generator) -> Any:
    while not seen.done:
        seen = env.step(Move(move=str(rng.choice(seen.legal))))
        assert seen.why_not is None
    return seen


# ------------------------------------------------------------------------------------------ the environment


QUICK = ("goofspiel", "these_new_worlds")


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in BRIEF]
)
def test_a_game_is_the_one_that_gymnasium_plays(name: str) -> None:
    """Same seed, seat and opponent: the same legal moves, rewards and end."""
    env, plain = GameEnvironment(brief(name), "random", seat=1), OneSeat(brief(name), 1, opponent="random", seat=1)
    for seed in (3, 4) if name == "goofspiel" else (3,):
        seen = env.reset(seed=seed)
        plain.begin(np.ones(1, bool), [seed])
        rng = np.random.default_rng(seed)
        while not plain.over[0]:
            legal = np.flatnonzero(plain.mask()[0]).tolist()
            names = [env.game.action_name(plain.batch.states, 1, action) for action in legal]
            assert (seen.legal, seen.done) == (names, False)
            assert all(name in seen.text for name in names[:3])
            nth = int(rng.integers(len(legal)))
            plain.step([legal[nth]])
            seen = env.step(Move(move=names[nth]))
            assert seen.reward == plain.reward[0]
        assert seen.done
        assert seen.legal == []
        assert env.state.result == seen.reward
        assert len(seen.text) > 10


def test_moves_are_named_as_people_name_them() -> None:
    env = GameEnvironment(brief("goofspiel"))
    for said in ("bid 3", " Bid 3. ", "`bid 3`", '"bid 3"', "3", "3.", "3. bid 3", "3) BID 3"):
        seen = env.reset(seed=1)
        assert seen.legal[2] == "bid 3"
        assert env.step(Move(move=said)).why_not is None
        assert env.state.step_count == 1
        assert "bid 3" not in env.legal_moves()


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("bid 9", "bid 9: "),
        ("bit 3", "there is no action 'bit 3'"),
        ("7", "there is no move number 7: they go from 1 to 4"),
        ("", "expected the name of a legal move, got nothing"),
        ("I would like to win. " * 50, "there is no action"),
    ],
)
def test_an_illegal_move_changes_nothing_and_is_told_why(said: str, why: str) -> None:
    env = GameEnvironment(brief("goofspiel"))
    before = env.reset(seed=1)
    seen = env.step(Move(move=said))
    assert why in seen.why_not
    assert (seen.text, seen.legal, seen.done, seen.reward) == (before.text, before.legal, False, 0.0)
    assert (env.state.step_count, env.state.illegal_moves) == (0, 1)
    assert env.step(Move(move="bid 3")).why_not is None


def test_too_many_illegal_moves_in_a_row_lose_the_game() -> None:
    env = GameEnvironment(brief("goofspiel"), max_illegal=3)
    for moves in (["x", "x", "bid 1", "x", "x"], ["x", "x", "x"]):
        env.reset(seed=1)
        seen = [env.step(Move(move=move)) for move in moves][-1]
        lost = len(moves) == 3
        assert seen.done == lost
        assert (env.state.result, seen.reward) == ((-1.0, -1.0) if lost else (None, 0.0))
    assert seen.text == "You lose: 3 moves in a row were illegal."
    assert "'x'" in seen.why_not
    endless = GameEnvironment(brief("goofspiel"), max_illegal=None)
    endless.reset(seed=1)
    assert not [endless.step(Move(move="x")) for _ in range(50)][-1].done


def test_before_and_after_a_game_a_move_is_refused_in_a_sentence() -> None:
    env = GameEnvironment(brief("goofspiel"))
    seen = env.step(Move(move="bid 3"))
    assert (seen.done, seen.why_not) == (True, openenv.NOT_BEGUN)
    end = played(env, env.reset(seed=2), np.random.default_rng(0))
    seen = env.step(Move(move="bid 3"))
    assert (seen.done, seen.why_not, seen.text, seen.reward) == (True, openenv.OVER, end.text, 0.0)


def test_the_text_is_full_once_a_game_and_then_terse() -> None:
    for form, first, later in (("first", True, False), ("full", True, True), ("terse", False, False)):
        env = GameEnvironment(brief("goofspiel"), form=form)
        for seed in (1, 2):
            assert ("RULES IN SHORT" in env.reset(seed=seed).text) == first
            assert ("RULES IN SHORT" in env.step(Move(move="1")).text) == later


def test_reset_takes_opponent_and_seat_and_refuses_what_it_does_not_know() -> None:
    env = GameEnvironment(brief("goofspiel"), ["random", "scripted"])
    env.reset(seed=5, episode_id="mine", opponent="scripted", seat="player_1")
    assert (env.state.episode_id, env.state.opponent, env.state.seat) == ("mine", "scripted", "player_1")
    env.step(Move(move="bid 2"))
    for wrong, told in (
        ({"opponent": "os:scripted"}, "opponent: expected one of 'random', 'scripted', got 'os:scripted'"),
        ({"seat": 7}, "seat: expected 0 to 1, got 7"),
        ({"seat": [0]}, "seat: expected a number, a player's name, 'alternate' or 'random'"),
        ({"seed": -1}, "seed: expected a number from 0"),
        ({"sed": 4}, "reset: there is no argument 'sed', did you mean 'seed'"),
    ):
        with pytest.raises(ValueError, match=re.escape(told.partition(", did")[0])):
            env.reset(**wrong)
        assert env.state.step_count == 1  # the game goes on
    assert env.step(Move(move="bid 3")).why_not is None


def test_options_are_checked_when_the_environment_is_made() -> None:
    for wrong, told in (
        ({"opponent": "scriptd"}, "no opponent is called 'scriptd'"),
        ({"form": "long"}, "form: expected one of"),
        ({"max_illegal": 0}, "max_illegal: expected a whole number from 1 up"),
        ({"seat": 9}, "seat: expected 0 to 1, got 9"),
    ):
        with pytest.raises(ValueError, match=re.escape(told)):
            GameEnvironment(brief("goofspiel"), **wrong)


def test_with_a_secret_a_seed_does_not_tell_the_cards() -> None:
    texts = {GameEnvironment(brief("goofspiel"), seat=0, secret=bytes([n]) * 32).reset(seed=1).text for n in range(30)}
    assert len(texts) > 1
    plain = {GameEnvironment(brief("goofspiel"), seat=0).reset(seed=1).text for _ in range(3)}
    assert len(plain) == 1


# ------------------------------------------------------------------------------------------ the server


def test_over_the_websocket_many_play_at_once_each_a_game_of_its_own() -> None:
    served = openenv.app(brief("goofspiel"), ["random", "scripted"], sessions=4)
    with TestClient(served) as client:
        schema = client.get("/schema").json()["action"]
        assert schema["required"] == ["move"]
        doors = [client.websocket_connect("/ws").__enter__() for _ in range(4)]
        first = []
        for number, door in enumerate(doors):
            door.send_json({"type": "reset", "data": {"seed": number, "seat": 0}})
            first.append(door.receive_json()["data"]["observation"])
        assert len({each["text"] for each in first}) > 1
        doors[0].send_json({"type": "step", "data": {"move": "bid 4"}})
        assert "bid 4" not in doors[0].receive_json()["data"]["observation"]["legal"]
        doors[1].send_json({"type": "step", "data": {"move": "bid 40"}})
        answer = doors[1].receive_json()["data"]["observation"]
        assert answer["legal"] == first[1]["legal"]
        assert "bid 40" in answer["why_not"]
        doors[2].send_json({"type": "state"})
        told = doors[2].receive_json()["data"]
        assert (told["seat"], told["opponent"], told["step_count"]) == ("player_0", "random", 0)
        doors[3].send_json({"type": "reset", "data": {"opponent": "nobody"}})
        assert "expected one of 'random', 'scripted'" in doors[3].receive_json()["data"]["message"]
        with client.websocket_connect("/ws") as one_more:
            assert one_more.receive_json()["data"]["code"] == "CAPACITY_REACHED"
        for door in doors:
            door.__exit__(None, None, None)
        assert client.post("/reset", json={"seed": 2**64}).status_code == 422
        assert (
            client.post("/step", json={"action": {"move": "bid 1"}}).json()["observation"]["why_not"]
            == openenv.NOT_BEGUN
        )


@pytest.fixture
def server(tmp_path: Path) -> Any:
    """The command, on a free port; yields its address."""
    command = [sys.executable, "-m", "ow_env.adapters.openenv", "--game", "goofspiel", "--option", "num_cards=4"]
    command += ["--opponent", "scripted", "random", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as running:
        assert running.stdout
        line = running.stdout.readline()
        yield re.search(r"http://\S+\d", line)[0]
        running.send_signal(2)
        assert running.wait(20) in (0, 130)


@pytest.mark.slow
def test_openenvs_own_client_plays_a_whole_game_with_the_command(server: str) -> None:
    with GenericEnvClient(base_url=server).sync() as client:
        for seed in range(3):
            result = client.reset(seed=seed)
            while not result.done:
                result = client.step({"move": result.observation["legal"][-1]})
            assert result.reward in (-1, 0, 1)
            assert client.state()["result"] == result.reward


# ------------------------------------------------------------------------------------------ MCP


def test_the_tools_play_a_game() -> None:
    fastmcp = pytest.importorskip("fastmcp")
    env = GameEnvironment(brief("goofspiel"), ["random", "scripted"])

    async def play() -> None:
        async with fastmcp.Client(env.mcp_server) as client:
            assert {tool.name for tool in await client.list_tools()} == {"new_game", "legal_moves", "play", "rules"}

            async def call(name: str, **arguments: Any) -> Any:
                return (await client.call_tool(name, arguments)).data

            assert await call("legal_moves") == []
            assert openenv.NOT_BEGUN in await call("play", move="bid 1")
            assert "Refused: opponent: expected one of" in await call("new_game", opponent="os:x")
            assert "RULES IN SHORT" in await call("new_game", seed=1, opponent="scripted")
            assert (await call("play", move="bid 9")).startswith("Refused: bid 9: ")
            while moves := await call("legal_moves"):
                told = await call("play", move=moves[-1])
            assert "Refused" not in told
            assert await call("rules", number="1.1") == "Refused: Goofspiel has no numbered rules"
        async with fastmcp.Client(GameEnvironment(brief("star_realms")).mcp_server) as client:
            assert "SR-4 " in await call("rules")
            assert "SR-4.1 " in await call("rules", number="4.1")
            assert "Refused: there is no rule 'SR-99'" in await call("rules", number="SR-99")

    asyncio.run(play())


def test_openenvs_own_mcp_door_has_the_tools() -> None:
    with TestClient(openenv.app(brief("goofspiel"), sessions=2)) as client:
        asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
        listed = client.post("/mcp", json=asked).json()["result"]["tools"]
        assert {tool["name"] for tool in listed} == {"new_game", "legal_moves", "play", "rules"}
        with client.websocket_connect("/mcp") as door:
            told = []
            for name, arguments in (("new_game", {"seed": 1}), ("play", {"move": "1"}), ("legal_moves", {})):
                door.send_json({**asked, "method": "tools/call", "params": {"name": name, "arguments": arguments}})
                told.append(door.receive_json()["result"])
            assert "RULES IN SHORT" in told[0]
            assert told[2] == ["bid 2", "bid 3", "bid 4"]


# ------------------------------------------------------------------------------------------ the command


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["--opponent", "scriptd"], "no opponent is called 'scriptd'"),
        (["--option", "num_cards"], "--option: expected NAME=VALUE, got 'num_cards'"),
        (["--option", "num_cards=40"], "num_cards: expected a whole number from 4 to 13, got 40"),
        (["--option", "cards=40"], "goofspiel has no option 'cards'"),
        (["--seat", "left"], "seat: expected one of 'alternate', 'random', got 'left'"),
        (["--sessions", "0"], "sessions: expected a whole number from 1 up"),
        (["--port", "99999"], "can't listen on 127.0.0.1:99999"),
        (["--host", "no.such.host.invalid"], "can't listen on no.such.host.invalid:8000"),
    ],
)
def test_the_command_refuses_in_a_sentence(given: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert openenv.main(["--game", "goofspiel", *given]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


def test_a_port_that_is_taken_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    door = openenv.listening("127.0.0.1", 0)
    with door:
        assert openenv.main(["--game", "goofspiel", "--port", str(door.getsockname()[1])]) == 2
    assert "Address already in use" in capsys.readouterr().err


def test_help_names_every_option_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        openenv.main(["--help"])
    text = capsys.readouterr().out
    for option in set(re.findall(r"--[a-z-]+", text)) - {"--help"}:
        assert option in PAGE, option


def test_the_dockerfile_is_on_the_page_and_starts_the_command() -> None:
    file = (ROOT / "docs" / "openenv" / "Dockerfile").read_text("utf-8")
    assert f"```dockerfile\n{file}```" in PAGE
    module, *given = json.loads(file.partition("\nCMD ")[2])[2:]
    assert module == openenv.__name__
    told = openenv.parser().parse_args(given)
    assert (told.port, told.host) == (int(re.search(r"EXPOSE (\d+)", file)[1]), "0.0.0.0")
    libraries = re.search(r"RUN ow compile (.*) &&", file)[1].split()
    assert libraries[0] == told.game


def test_without_openenv_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openenv.core.env_server", None)
    monkeypatch.delitem(sys.modules, "ow_env.adapters.openenv")
    with pytest.raises(ImportError, match=r"pip install 'open-worlds-env\[openenv\]'"):
        __import__("ow_env.adapters.openenv")


# ------------------------------------------------------------------------------------------ the page


@pytest.mark.slow
@pytest.mark.parametrize("block", re.findall(r"^```python\n(.*?)^```$", PAGE, re.M | re.S))
def test_an_example_of_the_page_runs(block: str) -> None:
    """Blocks that connect to port 8000 find a server there."""
    if ":8000" not in block:
        exec(compile(block, "openenv.md", "exec"), {})
        return
    import uvicorn

    door = openenv.listening("127.0.0.1", 0)
    running = uvicorn.Server(uvicorn.Config(openenv.app(brief("star_realms")), log_level="warning"))
    thread = threading.Thread(target=running.run, kwargs={"sockets": [door]}, daemon=True)
    thread.start()
    exec(compile(block.replace(":8000", f":{door.getsockname()[1]}"), "openenv.md", "exec"), {})
    running.should_exit = True
    thread.join(20)
