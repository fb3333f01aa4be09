"""The league: whom the learner plays, how often, and how it fares against each.

Below: agents. Above: arena.py, which seats them. Members are scripted agents, by name, and the checkpoint pool: past
versions of the learner, as files. A fixed share of its games is self-play. In the others it meets the active members
(each costs a call of its network for every joint decision), drawn by prioritized fictitious self-play: weight
(1 - p) ** pfsp_exponent, p being the score against the member (Vinyals et al., Nature 575, 2019).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

MEMORY = 400.0  # results older than about so many games fade
PRIOR = 4.0  # games at even odds that stand for what is not known yet
LEAST_WEIGHT = 0.02  # nobody is forgotten: a member beaten always may be met again


def pfsp_weights(shares: NDArray[np.float64], exponent: float) -> NDArray[np.float64]:
    """Return how likely each is drawn, 1 in all, for scores [N] against each."""
    hard = (1 - shares) ** exponent + LEAST_WEIGHT
    total: NDArray[np.float64] = hard / hard.sum()
    return total


@dataclass
class Member:
    """Somebody to play against, and the learner's results against it."""

    name: str  # "builder", or of a checkpoint: "after 1200000"
    path: str | None = None  # of a checkpoint, relative to the run's folder; None: a scripted agent
    games: float = 0.0  # exponentially discounted: the last ones count most
    points: float = 0.0  # of those, won by the learner; a tie is half a point
    played: int = 0  # in all
    retired: bool = False  # games under way are played to their end, no others

    @property
    def share(self) -> float:
        """The learner's score against it, pulled towards one half while little is known."""
        return (self.points + PRIOR / 2) / (self.games + PRIOR)

    def record(self, points: float, weight: float = 1.0, games: int = 1) -> None:
        """Count games that ended at once.

        Args:
            points: of a game, won by the learner, on average, each counted by its weight.
            weight: how many games each stands for, on average.
            games: how many they are.
        """
        fade = (1 - 1 / MEMORY) ** games
        counted = weight * (MEMORY * (1 - fade) if games > 1 else 1)
        self.games = self.games * fade + counted
        self.points = self.points * fade + counted * points
        self.played += games


@dataclass
class League:
    """All members, and those met now.

    Args:
        scripted: names of agents.
        pfsp_exponent: of the weights; 0: all members alike.
        pool_size: so many checkpoints at most; the first always stays, the others thin out evenly.
    """

    scripted: tuple[str, ...]
    pfsp_exponent: float
    pool_size: int
    members: list[Member] = field(default_factory=list)
    active: list[str] = field(default_factory=list)  # names of the members met now
    itself: Member = field(default_factory=lambda: Member("itself"))
    joined: int = 0  # checkpoints so far

    def __post_init__(self) -> None:
        known = {member.name for member in self.members}
        self.members += [Member(name) for name in self.scripted if name not in known]

    def find(self, name: str) -> Member:
        """Return the member of this name."""
        return next(member for member in self.members if member.name == name)

    def add(self, name: str, path: str) -> None:
        """Add a checkpoint to the pool; if it is too large, another retires."""
        self.members.append(Member(name, path))
        self.joined += 1
        pool = self.pool
        if len(pool) > self.pool_size:
            leaves = pool[1 + self.joined % max(1, len(pool) - 2)]  # neither the first nor the newest
            leaves.retired = True
            self.active = [name for name in self.active if name != leaves.name]

    def forget(self, met: set[str]) -> None:
        """Forget who has retired and plays in no game."""
        self.members = [member for member in self.members if not member.retired or member.name in met]

    @property
    def pool(self) -> list[Member]:
        """The checkpoint pool, oldest first."""
        return [member for member in self.members if member.path is not None and not member.retired]

    def weights(self, members: list[Member]) -> NDArray[np.float64]:
        """Return how likely each of these is drawn."""
        return pfsp_weights(np.array([member.share for member in members]), self.pfsp_exponent)

    def redraw(self, rng: np.random.Generator, active_checkpoints: int) -> None:
        """Choose who is met from now on: all scripted agents, and so many of the pool."""
        pool = self.pool
        count = min(active_checkpoints, len(pool))
        chosen: list[str] = []
        if count:
            picks = rng.choice(len(pool), size=count, replace=False, p=self.weights(pool))
            chosen = [pool[pick].name for pick in sorted(picks)]
        self.active = [member.name for member in self.members if member.path is None] + chosen

    def chances(self, scripted: float, pool: float) -> NDArray[np.float64]:
        """Return how likely `draw` returns the learner, and each of the active members: [1 + K]."""
        members = [self.find(name) for name in self.active]
        found = np.zeros(1 + len(members))
        for share, of_pool in ((scripted, False), (pool, True)):
            those = [number for number, member in enumerate(members, 1) if (member.path is not None) == of_pool]
            if those:
                found[those] = share * self.weights([members[number - 1] for number in those])
        found[0] = max(0.0, 1 - found.sum())  # shares of 1 together may add up to a little more
        return found

    def draw(self, rng: np.random.Generator, scripted: float, pool: float) -> Member:
        """Return the next opponent: a scripted agent or a checkpoint with these probabilities, else the learner."""
        draw = rng.random()
        members = [self.find(name) for name in self.active]
        if draw < scripted:
            candidates = [member for member in members if member.path is None]
        elif draw < scripted + pool:
            candidates = [member for member in members if member.path is not None]
        else:
            candidates = []
        if not candidates:
            return self.itself
        return candidates[int(rng.choice(len(candidates), p=self.weights(candidates)))]

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
        self.members = [Member(**member) for member in state["members"]]
        self.active = list(state["active"])
        self.itself = Member(**state["itself"])
        self.joined = int(state["joined"])
