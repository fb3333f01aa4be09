"""Deploy Ground Forces: those whose REQ is met come into play (OW-4c).

Below: station_orbitals.py, worlds.py (`capacity_at`). Above: flow.py.
"""

from __future__ import annotations

from ow_env.open_worlds.cards import GROUND
from ow_env.open_worlds.rules.station_orbitals import bring_in, trash_unmet
from ow_env.open_worlds.state import Game, Tables, rule


@rule
def deploy_ground_forces(g: Game, t: Tables) -> None:
    """Deploy the staged Ground Forces whose REQ is met; Capacity is looked at, not used up (OW-4c.1)."""
    trash_unmet(g, t, GROUND)
    bring_in(g, t, GROUND)
