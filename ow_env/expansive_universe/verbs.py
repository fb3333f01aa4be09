"""The verbs of actions, in the order of their ids (EU-14).

Below: nothing. Above: actions.py, which says what each may be about, and all that asks for one: `do.FLY`.
"""

from __future__ import annotations

from ow_env.cards.numbered import Numbered

VERBS = Numbered()
PASS = VERBS("pass")
END_TURN = VERBS("end turn")
BUY = VERBS("buy")
SIDE = VERBS("place")
PLACE_ON = VERBS("place on")
FLY = VERBS("fly")
MOVE = VERBS("move crew to")
MISSION = VERBS("mission")
ATTACK_PLACE = VERBS("attack")
ATTACK_LOCATION = VERBS("attack at")
ENTANGLE = VERBS("entangle")
USE = VERBS("use")
TARGET = VERBS("target")
TARGET_FACTION = VERBS("target faction")
TAKE = VERBS("take")
DESTROY = VERBS("destroy")
