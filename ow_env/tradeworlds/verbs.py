"""The verbs of actions, in the order of their ids (TW-P).

Below: nothing. Above: actions.py, which says what each may be about, and all that asks for one: `do.BANK`.
"""

from __future__ import annotations

from ow_env.cards.numbered import Numbered

VERBS = Numbered()
PASS = VERBS("pass")
DONE = VERBS("done")
ROLE = VERBS("role")
TARGET = VERBS("target")
TARGET_ALL = VERBS("target all")
JOIN = VERBS("join")
DECOMMISSION = VERBS("decommission")
BANK = VERBS("bank")
REMOVE = VERBS("remove")
DISCARD = VERBS("discard")
BUY = VERBS("buy")
SPEND = VERBS("spend")
CONFIGURE = VERBS("configure")
FIT = VERBS("fit")
REFIT = VERBS("refit")
REPLACE = VERBS("replace")
SEND = VERBS("send")
ENGAGE = VERBS("engage")
STRIKE = VERBS("strike")
PLAY = VERBS("play")
DESTROY = VERBS("destroy")
REINFORCE = VERBS("reinforce")
USE = VERBS("use")
ELIMINATE = VERBS("eliminate")
