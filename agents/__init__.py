"""Agents: scripted, learned and searching. They never see a position. See `agents.base`.

>>> import agents
>>> agents.names("goofspiel")
['learned', 'matcher', 'random', 'scripted', 'search']
"""

from __future__ import annotations

from agents.base import Agent, Observation
from agents.registry import make, names

__distribution__ = "open-worlds-env"  # looked for by ow_env.siblings: other distributions use the name too
__all__ = ["Agent", "Observation", "make", "names"]
