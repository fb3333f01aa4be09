"""What the checker finds: one `Finding` for each thing that is wrong, in a `Report`; `CHECKS` says what is checked.

Below: nothing. Above: subject.py, which reports.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong, and how to see it again."""

    check: str  # which property does not hold: one of CHECKS
    message: str  # what was found, in words that are the same wherever it is found
    seed: int
    step: int  # decisions after reset(seed=seed); -1: at reset or before
    agent: Any = None
    detail: str = ""  # the values it was found with

    def __str__(self) -> str:
        """Return the finding as one line."""
        who = f", {self.agent}" if self.agent is not None else ""
        at = "at reset" if self.step < 0 else f"step {self.step}"
        detail = f": {self.detail}" if self.detail else ""
        return f"{self.check}: {self.message}{detail} (seed {self.seed}, {at}{who})"


CHECKS = {
    "seed": "the same seed and actions give the same episode, in a new environment and in a used one",
    "global": "Python's and NumPy's global random numbers are neither used nor changed by reset and step",
    "form": "reset gives two dictionaries and step five; each agent's info is a dictionary",
    "space": "every observation lies in its declared space and has its dtype; NaN lies in none",
    "same spaces": "observation_space(agent) and action_space(agent) give the same object at every call",
    "agents": "the dictionaries have the living agents as keys; who ended is gone; possible_agents holds all",
    "rewards": "rewards are finite numbers, terminations and truncations are booleans",
    "buffers": "what was handed out is not changed later",
    "inputs": "actions, seeds and options handed in are not changed",
    "mask": "masks are 0 and 1, as long as the action space, and allow something",
    "mask and step": "what the mask allows is accepted; what it forbids is not silently played",
    "copy": "a deep copy plays the same game on, and leaves the original alone",
    "pickle": "a pickled and unpickled environment plays the same game on",
    "render": "rendering gives what the render mode promises and does not change the game",
    "state": "state(), where there is one, lies in state_space and is decided by the seed",
    "crash": "reset, step and the spaces raise nothing when used as documented",
}


@dataclass
class Report:
    """All findings: one for each check, message and agent, the first time it is found, and how often."""

    findings: list[Finding] = field(default_factory=list)
    counts: dict[tuple[str, str, Any], int] = field(default_factory=dict)
    episodes: int = 0
    steps: int = 0

    def add(self, finding: Finding) -> None:
        """Keep a finding if it is the first of its kind."""
        key = (finding.check, finding.message, finding.agent)
        self.counts[key] = self.counts.get(key, 0) + 1
        if self.counts[key] == 1:
            self.findings.append(finding)

    @property
    def failed(self) -> list[str]:
        """The names of the checks that found something, in the order of CHECKS."""
        found = {finding.check for finding in self.findings}
        return [check for check in CHECKS if check in found]

    def __bool__(self) -> bool:
        """Is everything in order?"""
        return not self.findings

    def __str__(self) -> str:
        """Return the findings, a line each."""
        played = f"{self.episodes} episodes, {self.steps} steps"
        return "\n".join([f"{played}: {len(self.findings) or 'no'} findings", *map(str, self.findings)])
