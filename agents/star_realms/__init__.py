"""The scripted agents of Star Realms, as compiled rules."""

from agents.star_realms.scripts import SCRIPTS

__all__ = ["SCRIPTS"]
