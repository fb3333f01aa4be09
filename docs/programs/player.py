"""A player in Python, standard library only: any action, but the one with the longest name half of the time.

Try it: ow match program:"python3 docs/programs/player.py" random
"""

import json
import sys


def say(message):
    """Write a message as one line, at once: the reader waits for it."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def choose(decision):
    """Return the id of an action. The draw, from 0 to 1, is our dice: so the same game can be played again."""
    legal, draw = decision["legal"], decision["draw"]
    if draw < 0.5:
        return max(legal, key=lambda action: len(action["name"]))["id"]
    return legal[int((2 * draw - 1) * len(legal))]["id"]


games = {}  # number -> how often we were asked
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello":
        say({"type": "hello", "protocol": 1, "name": "player.py", "version": "1", "wants": []})
    elif kind == "game":  # message has its name, options, players, our seat and the rules in short
        games[message["game"]] = 0
    elif kind == "decision":
        games[message["game"]] += 1
        say({"type": "action", "id": message["id"], "action": choose(message)})
    elif kind == "result":
        asked = games.pop(message["game"])
        print(f"game {message['game']}: {message['outcome']} after {asked} decisions", file=sys.stderr)
    elif kind == "quit":
        break
