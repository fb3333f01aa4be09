"""The environments of the bazaar, as `ow_env/<game>_v0.py` has those of a game."""

from __future__ import annotations

from ow_env.adapters.gymnasium import entry_points
from ow_env.adapters.pettingzoo import environments
from tests.bazaar.game import Bazaar

env, raw_env, parallel_env = environments("bazaar_v0", Bazaar)
single_env, vector_env = entry_points("bazaar_v0", Bazaar)
