"""The verbs of actions, in the order of their ids (SR-12).

Below: nothing. Above: actions.py, which says what each may be about, and all that asks for one: `do.BUY`.
"""

from __future__ import annotations

from ow_env.cards.numbered import Numbered

VERBS = Numbered()
PASS = VERBS("pass")
END_TURN = VERBS("end turn")
ATTACK_OPPONENT = VERBS("attack opponent")
PLAY = VERBS("play")
BUY = VERBS("buy")
BUY_ON_TOP = VERBS("buy {card} on top")
USE = VERBS("use")
ALLY = VERBS("ally")
SCRAP = VERBS("scrap")
ATTACK = VERBS("attack")
DISCARD = VERBS("discard")
SCRAP_FROM_HAND = VERBS("scrap {card} from hand")
SCRAP_FROM_DISCARD = VERBS("scrap {card} from discard")
SCRAP_FROM_ROW = VERBS("scrap {card} from row")
DESTROY = VERBS("destroy")
ACQUIRE = VERBS("acquire")
COPY = VERBS("copy")
