"""A program that plays any legal action until it is time for a fault: what it is told to do is its first argument."""

import json
import os
import sys
import time
from pathlib import Path

FAULT, FROM = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5  # what it does, and at which decision
HELLO = {"type": "hello", "protocol": 1, "name": "test", "version": "1", "wants": []}


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def hello() -> None:
    if FAULT == "no hello":
        time.sleep(60)
    if FAULT == "exit at once":
        sys.exit("no module named brain")
    if FAULT == "starts once":
        file = Path(sys.argv[3])
        if file.exists():
            sys.exit("once was enough")
        file.touch()
    said = {"other protocol": {"protocol": 2}, "wants all": {"wants": ["everything"]}, "no name": {"name": 3}}
    wants = {"wants": ["data", "text", "terse", "features"]} if FAULT == "write down" else {}
    say(json.dumps(HELLO | wants | said.get(FAULT, {})))


def fault(message: dict) -> None:
    if FAULT == "silence":
        time.sleep(60)
    elif FAULT == "exit":
        print("Traceback: the queen is missing", file=sys.stderr)
        sys.exit(3)
    elif FAULT == "signal":
        os.kill(os.getpid(), 11)
    elif FAULT == "close":
        os.close(1)
        time.sleep(60)
    elif FAULT == "no JSON":
        say("I think I play 4")
    elif FAULT == "a list":
        say("[4]")
    elif FAULT == "deep":
        say("[" * 100_000)
    elif FAULT == "latin-1":
        os.write(1, b'{"type": "action", "name": "caf\xe9"}\n')
    elif FAULT == "megabytes":
        while True:
            os.write(1, b"x" * 65536)
    elif FAULT == "chatter":
        while True:
            say('{"type": "info"}')
    elif FAULT == "flood":
        for _ in range(40):
            os.write(2, b"noise\n" * 10_000)
        answer(message)
    elif FAULT == "illegal":
        legal = {action["id"] for action in message["legal"]}
        answer(message, next(id for id in range(1000) if id not in legal))
    elif FAULT == "unknown id":
        answer(message, 10**30)
    elif FAULT == "unknown name":
        answer(message, "play the Death Star")
    elif FAULT == "a fraction":
        answer(message, 1.5)
    elif FAULT == "other id":
        answer(message | {"id": message["id"] - 1})
    elif FAULT == "two answers":
        answer(message)
        answer(message)
    elif FAULT == "slow":
        time.sleep(0.1)
        answer(message)
    elif FAULT == "deaf":
        os.write(1, b"")
        time.sleep(60)
    else:
        answer(message)


def answer(message: dict, action: object = None) -> None:
    legal = message["legal"]
    action = legal[int(message["draw"] * len(legal))]["name"] if action is None else action
    say(json.dumps({"type": "action", "id": message["id"], "action": action}))


def child() -> None:
    """Begin a process that would outlive us, and say which."""
    pid = os.fork()
    if pid == 0:
        time.sleep(120)
        os._exit(0)
    Path(sys.argv[3]).write_text(f"{os.getpid()} {pid}", "utf-8")


asked = 0
if FAULT == "children":
    child()
for line in sys.stdin:
    if FAULT == "write down":
        with Path(sys.argv[3]).open("a", encoding="utf-8") as file:
            file.write(line)
    message = json.loads(line)
    if FAULT == "strict" and message["type"] not in ("hello", "game", "decision", "result", "quit"):
        sys.exit(f"there is no {message['type']}")
    if FAULT == "once" and message.get("again"):
        sys.exit("I was told that before")
    if message["type"] == "hello":
        hello()
    elif message["type"] == "decision":
        asked += 1
        fault(message) if asked >= FROM else answer(message)
    elif message["type"] == "quit" and FAULT != "children":
        break
if FAULT == "stays":
    time.sleep(60)
