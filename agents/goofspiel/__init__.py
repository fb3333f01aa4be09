"""Who plays Goofspiel: matcher.py, a script."""

from agents.games import SearchDefaults
from agents.goofspiel.matcher import MATCHER

SCRIPTS = {MATCHER.name: MATCHER}
SEARCH = SearchDefaults(
    scale=4.0,  # a lead of a quarter of all points is worth half a game
    alone={"select": "regret", "final": "mixed"},
    with_network={"select": "regret", "final": "mixed", "prior": "network", "rollout_turns": 0},
)

__all__ = ["SCRIPTS", "SEARCH"]
