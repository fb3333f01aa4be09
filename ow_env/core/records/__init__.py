"""Recording games, reading records back, and replaying them to verify every position.

Below: batch.py and game.py; which game a record is of, and how it is built, the caller knows. Above:
adapters, training. format.py: what a record is, and what is refused; writer.py, reader.py, replayer.py, which also says
what one player saw of a game; result.py: what a game pays. docs/records.md has every field.

A record is lines of JSON: what is played, a line for each joint decision, how it ended::

    {"record": 1, "game": "goofspiel", ..., "seed": 7, ..., "hash": "4e8a7bf759415287", "check": ...}
    {"decision": 1, "moment": "round 1, prize 3", "actions": {"player_0": "bid 3", ...}, "hash": ...}
    {"result": "terminated", "winner": "player_0", "rewards": [1, -1], "decisions": 3, "check": ...}

``hash`` is that of the position: after the decision the rules must lead to it again, on any machine.
``check`` is a checksum of its line and all lines before it, so that damage is located. It is
no signature: an edited record can get a new checksum, but the hashes still verify that the rules were followed.

A game whose draws a secret keyed (`Batch`, ``secret``) discloses in its result what it was keyed with, and in its
header a hash of that, so that nobody can choose it afterwards. Its seed alone tells nothing before the end.
"""

from __future__ import annotations

from ow_env.core.records.format import RESULTS, DamagedRecord, Line, Record, sealed
from ow_env.core.records.reader import Source, read_records
from ow_env.core.records.replayer import Moment, rebuild, replay, seen_by
from ow_env.core.records.result import outcomes, winner
from ow_env.core.records.writer import Recorder, Target, header
from ow_env.core.rules_hash import SAME_RULES, rules_hash, same_rules, source_hash

__all__ = [
    "DamagedRecord",
    "Moment",
    "Record",
    "Recorder",
    "read_records",
    "rebuild",
    "replay",
    "seen_by",
    # Beside these, for whoever works on records or keeps results by the rules they were played under:
    "RESULTS",
    "SAME_RULES",
    "Line",
    "Source",
    "Target",
    "header",
    "outcomes",
    "rules_hash",
    "same_rules",
    "sealed",
    "source_hash",
    "winner",
]
