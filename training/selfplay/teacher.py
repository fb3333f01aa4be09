"""The teacher: an agent that a run begins by imitating, and how much its choices count as the run goes on.

Below: ow_env's players, decisions.py, learner.py, settings.py. Above: train.py. After each rollout the teacher is asked
what it would do in the learner's place, at every decision (Ross et al. 2011, "A Reduction of Imitation Learning and
Structured Prediction to No-Regret Online Learning"). The learner plays all the while: it is taught where it gets to,
its values are those of its own play, and nothing changes in how games are collected when PPO takes over.
"""

from __future__ import annotations

import numpy as np

from ow_env.core.observation import Observation
from ow_env.core.players import Player
from training.selfplay.decisions import Decisions
from training.selfplay.learner import Learner, pieces
from training.selfplay.settings import Settings


def only_imitates(chosen: Settings, done: float, decisions: int) -> bool:
    """Tell whether PPO waits.

    Args:
        chosen: the settings.
        done: the share of the run that lies behind, from 0 to 1.
        decisions: of the learner so far.
    """
    return chosen.teacher != "" and done < chosen.teacher_share and decisions < chosen.teacher_decisions


def weight(chosen: Settings, done: float) -> float:
    """Return the weight of the cross-entropy to the teacher's choices beside PPO's loss; alone it counts 1.

    Kickstarting (Schmitt et al. 2018), its weight decreasing linearly from ``kickstart`` to 0 at ``kickstart_until``.
    """
    if chosen.teacher == "" or done >= chosen.kickstart_until:
        return 0.0
    return chosen.kickstart * (1 - done / chosen.kickstart_until)


def teach(players: list[Player], decisions: Decisions, learner: Learner, rng: np.random.Generator) -> None:
    """Write what the teacher would do at each decision of a rollout.

    Args:
        players: the teacher, once for each thread: a script works in memory of its own.
        decisions: `taught` of them is written.
        learner: whose threads share the work.
        rng: draws for a teacher that draws from a policy.
    """
    draws = rng.random(decisions.count)
    rows = pieces(decisions.count, len(players))
    order = np.arange(decisions.count)

    def ask(k: int) -> None:
        ids = order[rows[k]]
        if len(ids):
            decisions.decided.taught[ids] = players[k](Observation(sparse=decisions.rows(ids)), draws[rows[k]])

    learner.share(ask, len(players))
