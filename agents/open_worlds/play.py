"""The scripts of Open Worlds, a row each. A new one is a file beside builder.py, and a row here.

Below: builder.py, raider.py, expert.py. Above: agents.registry, the search, the deck lab.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.open_worlds.builder import choose_builder
from agents.open_worlds.expert import choose_expert
from agents.open_worlds.raider import choose_raider
from agents.open_worlds.reading import prepare
from agents.open_worlds.sight import SIGHT, rule
from agents.script import Script

TEMPERS: dict[str, dict[str, float]] = {
    "builder": {},
    "raider": {
        "fleet": 0.125,
        "horizon": 3.0,
        "force": 1.0,
        "place": 0.5,
        "care": 0.5,
        "patience": 0.6,
        "presence": 0.4,
        "booty": 1.0,
        "disaster": 1.0,
        "stir": 0.1,
        "escape": 1.0,
    },
    "expert": {
        "fleet": 0.15,
        "horizon": 3.0,
        "force": 1.0,
        "place": 1.0,
        "care": 0.75,
        "patience": 0.6,
        "presence": 0.4,
        "build": 1.0,
        "booty": 0.8,
        "disaster": 1.5,
        "stir": 0.1,
        "escape": 1.0,
        "guard": 0.15,
        "yard": 0.7,
        "keep": 1.3,
        "crowd": 0.1,
        "adjust": 1.3,
        "early": 0.5,
        "pace": 0.05,
        "retreat": 0.7,
        "doubt": 0.5,
        "opening": 0.3,
        "settle": 0.8,
        "bluff": 0.7,
    },
}


def sight_for(tables: NDArray[Any], **temper: float) -> NDArray[Any]:
    """Return the scratch memory [1] that a script works in.

    Args:
        tables: [1] those of an Open Worlds.
        temper: the fields of `sight.TEMPER`; those not named are 0.
    """
    sight = np.zeros(1, SIGHT)
    prepare(tables[0], sight[0])
    for field, value in temper.items():
        sight[0]["temper"][field] = value
    return sight


SCRIPTS = {
    script.name: script
    for script in (
        Script("builder", 1, choose_builder, rule.library.name, sight_for, TEMPERS["builder"]),
        Script("raider", 1, choose_raider, rule.library.name, sight_for, TEMPERS["raider"]),
        # 2: looks at nothing that another choice left behind
        Script("expert", 2, choose_expert, rule.library.name, sight_for, TEMPERS["expert"]),
    )
}
