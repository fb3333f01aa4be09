"""The league: whom the learner plays, how often, and how it fares against each.

Below: agents. Above: arena.py, which seats them. Members are scripted agents, by name, and past selves, as files.
The learner meets itself in a fixed share of its games. In the others it meets a few members at a time (each costs a
call of its network for every decision), drawn by how hard they still are: weight (1 - p) ** hardness, p being the
share of points won against it (prioritised fictitious self-play; Vinyals et al., Nature 575, 2019).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

MEMORY = 400.0  # results older than about so many games fade
PRIOR = 4.0  # games at even odds that stand for what is not known yet
LEAST_WEIGHT = 0.02  # nobody is forgotten: a member beaten always may be met again


@dataclass
class Member:
    """Somebody to play against, and the learner's results against it."""

    name: str  # "builder", or the name of a past self: "after 1200000"
    path: str | None = None  # the file of a past self, relative to the run's folder; None: a scripted agent
    games: float = 0.0  # faded: the last ones count most
    points: float = 0.0  # of those, won by the learner; a tie is half a point
    played: int = 0  # in all
    retired: bool = False  # games under way are played to their end, no others

    @property
    def share(self) -> float:
        """The share of points the learner wins against it, pulled towards one half while little is known."""
        return (self.points + PRIOR / 2) / (self.games + PRIOR)

    def record(self, points: float) -> None:
        """Count one game."""
        fade = 1 - 1 / MEMORY
        self.games = self.games * fade + 1
        self.points = self.points * fade + points
        self.played += 1


@dataclass
class League:
    """All members, and those met now.

    Args:
        scripted: names of agents.
        hardness: the exponent of the weights.
        most_past: so many past selves at most; the first always stays, the others thin out evenly.
    """

    scripted: tuple[str, ...]
    hardness: float
    most_past: int
    members: list[Member] = field(default_factory=list)
    active: list[str] = field(default_factory=list)  # names of the members met now
    itself: Member = field(default_factory=lambda: Member("itself"))
    joined: int = 0  # past selves so far

    def __post_init__(self) -> None:
        known = {member.name for member in self.members}
        self.members += [Member(name) for name in self.scripted if name not in known]

    def find(self, name: str) -> Member:
        """Return the member of this name."""
        return next(member for member in self.members if member.name == name)

    def add(self, name: str, path: str) -> None:
        """Let a past self join; if there are too many, another retires."""
        self.members.append(Member(name, path))
        self.joined += 1
        past = self.past
        if len(past) > self.most_past:
            leaves = past[1 + self.joined % max(1, len(past) - 2)]  # neither the first nor the newest
            leaves.retired = True
            self.active = [name for name in self.active if name != leaves.name]

    def forget(self, met: set[str]) -> None:
        """Forget who has retired and is met at no table."""
        self.members = [member for member in self.members if not member.retired or member.name in met]

    @property
    def past(self) -> list[Member]:
        """The past selves, oldest first."""
        return [member for member in self.members if member.path is not None and not member.retired]

    def weights(self, members: list[Member]) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Return how likely each of these is drawn."""
        hard = np.array([(1 - member.share) ** self.hardness + LEAST_WEIGHT for member in members])
        total: np.ndarray[Any, np.dtype[np.float64]] = hard / hard.sum()
        return total

    def redraw(self, rng: np.random.Generator, past_at_once: int) -> None:
        """Choose who is met from now on: all scripted agents, and so many past selves."""
        past = self.past
        count = min(past_at_once, len(past))
        chosen: list[str] = []
        if count:
            picks = rng.choice(len(past), size=count, replace=False, p=self.weights(past))
            chosen = [past[pick].name for pick in sorted(picks)]
        self.active = [member.name for member in self.members if member.path is None] + chosen

    def draw(self, rng: np.random.Generator, scripted: float, past: float) -> Member:
        """Return the opponent of the next game: a scripted agent or a past self with these chances, else itself."""
        luck = rng.random()
        members = [self.find(name) for name in self.active]
        if luck < scripted:
            pool = [member for member in members if member.path is None]
        elif luck < scripted + past:
            pool = [member for member in members if member.path is not None]
        else:
            pool = []
        if not pool:
            return self.itself
        return pool[int(rng.choice(len(pool), p=self.weights(pool)))]

    def state(self) -> dict[str, Any]:
        """Return all of it as plain data."""
        return {
            "members": [vars(member) for member in self.members],
            "active": list(self.active),
            "itself": vars(self.itself),
            "joined": self.joined,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from what `state` returned."""
        self.members = [Member(**told) for told in state["members"]]
        self.active = list(state["active"])
        self.itself = Member(**state["itself"])
        self.joined = int(state["joined"])
