"""Learned agents: a network trained by self-play, the agent that plays with it, and the file it is saved in.

Below: agents.base, the Game contract. Above: agents.registry, agents.search, training.
"""

from __future__ import annotations

from agents.learned.agent import Card, LearnedAgent, digest_of
from agents.learned.figures import Printed
from agents.learned.file import (
    COLDEST,
    FORMAT,
    HEADER,
    HOTTEST,
    SUFFIX,
    TEMPERATURES,
    fits,
    is_temperature,
    load,
    read_card,
    save,
)
from agents.learned.layout import Layout, lay_out
from agents.learned.network import PolicyValueNet, shapes
from agents.learned.transfer import transferred

__all__ = [
    "LearnedAgent", "PolicyValueNet", "Layout", "lay_out", "shapes", "Card", "save", "read_card", "load", "digest_of",
    "FORMAT", "HEADER", "SUFFIX", "COLDEST", "HOTTEST", "TEMPERATURES", "is_temperature",
    "transferred", "Printed", "fits",
]  # fmt: skip
