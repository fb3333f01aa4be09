"""What each seat sees of a position, written at most once, on demand.

Below: tree.py and, at the name bound by bind.py, the game's rules. Above: rollout.py, ismcts.py, halving.py, search.py.
The functions are templates. A simulation begins in the views of the root, which stay until what is hidden there is
resampled; from its first decision on it has views of its own, which hold for one position each.
"""

from __future__ import annotations

from typing import Any

from agents.search.records import ROOT, Game, Plan, View, Workspace
from agents.search.tree import hash_row
from ow_env.core.rng import Rng
from ow_env.core.sparse import nonzero

rules: Any = None  # a game's engine, once bound


def forget(view: View) -> None:
    """Let nothing of a view be known."""
    view.has_mask = 0
    view.has_row = 0
    view.has_hash = 0
    view.has_features = 0


def look_at_root(w: Workspace, plan: Plan) -> None:
    """Let every seat see the position at the root."""
    for seat in range(plan.players):
        w.seats[seat].seen = seat + plan.players


def look_at_next(w: Workspace, plan: Plan) -> None:
    """Let every seat see a position of which nothing is known yet."""
    for seat in range(plan.players):
        w.seats[seat].seen = seat
        forget(w.views[seat])


def forget_root(w: Workspace, plan: Plan) -> None:
    """Let nothing be known of the position at the root: it is another one now."""
    for seat in range(plan.players):
        forget(w.views[seat + plan.players])


def resample(w: Workspace, plan: Plan, root: int, rng: Rng) -> None:
    """Resample what the root's seat can't know of the position at the root."""
    rules.hide(w.positions[ROOT], w.constants[0], root, rng)
    forget_root(w, plan)


def show_mask(w: Workspace, g: Game, seat: int) -> None:
    """Have a seat's mask written."""
    at = int(w.seats[seat].seen)
    if w.views[at].has_mask == 0:
        rules.write_mask(g, w.constants[0], seat, w.masks[at])
        w.views[at].has_mask = 1


def show_row(w: Workspace, g: Game, seat: int) -> None:
    """Have a seat's observation written."""
    at = int(w.seats[seat].seen)
    if w.views[at].has_row == 0:
        rules.write_observation(g, w.constants[0], seat, w.observations[at])
        w.views[at].has_row = 1


def show_hash(w: Workspace, g: Game, seat: int) -> None:
    """Have a seat's observation written, and its hash."""
    show_row(w, g, seat)
    at = int(w.seats[seat].seen)
    if w.views[at].has_hash == 0:
        w.views[at].hash = hash_row(w.observations[at], w.cache.salts)
        w.views[at].has_hash = 1


def list_features(w: Workspace, at: int) -> None:
    """Have the features of a view that are not 0 listed; its observation is written."""
    view = w.views[at]
    if view.has_features == 0:
        row, index, value = w.observations[at], w.features[at], w.feature_values[at]
        view.count = nonzero(row, index)
        for k in range(view.count):
            value[k] = row[index[k]]
        view.has_features = 1


TEMPLATES = (
    forget, look_at_root, look_at_next, forget_root, resample, show_mask, show_row, show_hash,
    list_features,
)  # fmt: skip
