"""A strict checker for any PettingZoo parallel environment: `check_parallel(env_fn)`.

Knows no game. Above: tests; docs/checker.md shows how to use it.
It plays whole seeded episodes with random allowed actions and looks for faults that silently spoil
experiments: episodes that the seed does not determine, observations outside their space, reused buffers, masks that
disagree with `step`, copies that play another game. The result is a list of `Finding`, each with steps to
reproduce it; an environment without faults gives an empty one. report.py has the findings, episode.py plays,
handed_out.py checks what comes back, trials.py tries masks, copies and rendering on the way; subject.py is the
environment under test, values.py compares what it hands out.

Masks are looked for where environments have them: `infos[agent]["action_mask"]` or the observation's
`"action_mask"`. An agent without a mask may do anything its action space holds. An environment need not have
masks, `possible_agents`, `state()`, `render()` or `close()`; what it has is looked at.
"""

from __future__ import annotations

from collections.abc import Callable

from ow_env.adapters.check.episode import Episode, close
from ow_env.adapters.check.report import CHECKS, Finding, Report
from ow_env.adapters.check.subject import Acting, Env, seeded_globals
from ow_env.adapters.check.values import plain

__all__ = ["CHECKS", "Finding", "Report", "check_parallel"]


def check_parallel(
    env_fn: Callable[[], Env],
    *,
    seed: int = 0,
    episodes: int = 2,
    max_steps: int = 1000,
    acting: Acting | None = None,
) -> Report:
    """Play episodes of a PettingZoo parallel environment and report all that is not as it should be.

    Args:
        env_fn: makes a new environment; called several times.
        seed: of the first episode; the following ones count up from it. It decides the actions too.
        episodes: how many are played.
        max_steps: an episode is left after so many steps.
        acting: for a game in turns: gives the agents whose actions count now. The masks of the others are not
            looked at. Left out, everybody acts.

    Returns:
        a report that is true if nothing was found, and prints as one line for each finding. An environment that
        can't be made at all raises what it raises.
    """
    report = Report()
    used = env_fn()
    with seeded_globals(seed):
        for number in range(episodes):
            try:
                twin = env_fn()
            except Exception as error:
                message = f"a second environment can't be made: {type(error).__name__}"
                report.add(Finding("crash", message, seed + number, -1, None, plain(error)))
                break
            Episode(report, env_fn, used, twin, seed + number, max_steps, acting).play()
            report.episodes += 1
        close(used)
    return report
