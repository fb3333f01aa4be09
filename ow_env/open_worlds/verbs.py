"""The verbs of actions, in the order of their ids.

Below: nothing. Above: actions.py, which says what each may be about, and all that asks for one: `do.STAGE`.
"""

from __future__ import annotations

from ow_env.cards.numbered import Numbered

VERBS = Numbered()
PASS = VERBS("pass")
RESERVE = VERBS("reserve")
OPTION = VERBS("option")
RESOLVE = VERBS("resolve")
CHOOSE = VERBS("choose")
STAGE = VERBS("stage")
MOVE = VERBS("move")
DISCARD = VERBS("discard")
SWAP = VERBS("swap")
RETREAT = VERBS("retreat")
TARGET = VERBS("target")
DEFEND = VERBS("defend")
CONQUER = VERBS("conquer")
PLAY = VERBS("play")
TAKE = VERBS("take")
