"""`ow play`: what it says, where it listens, how it ends."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from websockets.sync.client import connect

from training.cli import main
from training.commands import play

ROOT = Path(__file__).parents[3]


@pytest.fixture
def served(monkeypatch):
    """What would be served, and what a browser would open."""
    opened, servers = [], []
    monkeypatch.setattr(play, "serve", lambda app, listener: (servers.append(app), listener.close()))
    monkeypatch.setattr(play.webbrowser, "open", opened.append)
    monkeypatch.setattr(play.threading, "Thread", NoThread)
    return opened, servers


class NoThread:
    def __init__(self, target, args, daemon):
        self.start = lambda: target(*args)


def test_without_a_game_the_page_of_choices_is_opened(served, capsys):
    opened, _ = served
    assert main(["play", "--port", "0"]) == 0
    assert len(opened) == 1
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", opened[0])
    assert opened[0] in capsys.readouterr().out


@pytest.mark.parametrize(("players", "scenario"), [(1, "The Derelict"), (4, "Space Wars")])
def test_one_sits_down_alone_or_with_three(players, scenario, served, capsys):
    opened, _ = served
    table = ("--option", f"scenario={scenario}", "--option", f"num_players={players}")
    assert main(["play", "--game", "tradeworlds", *table, "--port", "0"]) == 0
    assert "/table#" in opened[0]
    out = capsys.readouterr().out
    assert "Player 2" not in out  # nobody else has a link
    assert out.count("/table#") == 2  # one's own, and one to watch


def test_with_a_game_one_sits_down_at_once(served, capsys):
    opened, _ = served
    typed = "play --game goofspiel --against person --option num_players=3 --seat 1 --seed 7 --port 0"
    assert main(typed.split()) == 0
    told = capsys.readouterr().out
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/table#[\w-]{32}", opened[0])
    links = re.findall(r"Player (\d): (\S+)", told)
    assert [seat for seat, _ in links] == ["1", "3"]
    assert opened[0] not in [link for _, link in links]
    assert "to watch: " in told


def test_no_browser_is_opened_where_none_is_wanted(served):
    opened, servers = served
    assert main(["play", "--no-browser", "--port", "0"]) == 0
    assert opened == []
    assert len(servers) == 1


def test_sharing_says_what_it_means(served, capsys):
    assert main(["play", "--no-browser", "--port", "0"]) == 0
    assert "encrypted" not in capsys.readouterr().out
    assert main(["play", "--no-browser", "--host", "0.0.0.0", "--port", "0"]) == 0
    told = capsys.readouterr().out
    for word in ("whoever has the link of a seat plays that seat", "nothing is encrypted", "among people you trust"):
        assert word in told


def test_a_port_that_is_taken_is_told(capsys):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert main(["play", "--no-browser", "--port", str(port)]) == 2
    assert f"can't listen at 127.0.0.1, port {port}" in capsys.readouterr().err
    assert "--port 0" in "--port 0 takes any that is free"


def ended_by_ctrl_c(cache: Path | None) -> None:
    """Serve a table, and end it by Ctrl-C, twice at once; with an empty cache in the middle of compiling its game."""
    game = "open_worlds" if cache else "goofspiel"  # takes a minute to compile
    command = f"-m training.cli play --no-browser --port 0 --game {game}"
    process = subprocess.Popen(
        [sys.executable, *command.split()], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, **({"OW_ENV_CACHE": str(cache)} if cache else {})},
    )  # fmt: skip
    try:
        host, secret = re.search(r"http://(\S+?)/table#(\S+)", process.stdout.readline()).groups()
        with connect(f"ws://{host}/socket", origin=f"http://{host}") as websocket:
            websocket.send(f'{{"do": "hello", "secret": "{secret}"}}')
            while json.loads(websocket.recv(60))["kind"] != ("note" if cache else "moment"):
                pass
            time.sleep(1.0 if cache else 0.0)  # the compiler is at work
            process.send_signal(signal.SIGINT)
            process.send_signal(signal.SIGINT)
            out, error = process.communicate(timeout=25)
    finally:
        process.kill()
    assert process.returncode == 0, error
    assert out.endswith("The tables are closed.\n")
    assert "Traceback" not in error
    assert cache or error == ""
