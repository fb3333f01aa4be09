"""One block of games, played by agents and kept decision by decision, as flat arrays.

Below: Batch, `look`, plan.py. Above: tables.py makes Arrow tables of it. Nothing here knows a file.

Shapes: D decisions in all games of the block, one for each seat that acted; E = games x seats ends; lists are ragged:
row i has entries ``offsets[i] : offsets[i + 1]`` of one flat array.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from agents.base import Agent
from ow_env.core.batch import Batch
from ow_env.core.observation import Observation
from ow_env.core.players import keep_history, seen_by
from training.dataset.plan import Block, Plan

Array: TypeAlias = NDArray[Any]


@dataclass(frozen=True)
class Ragged:
    """Rows of different lengths."""

    values: Array  # all rows, one after the other
    offsets: NDArray[np.int64]  # [rows + 1]

    @staticmethod
    def of(values: Array, counts: Array) -> Ragged:
        """Return rows of these lengths."""
        return Ragged(values, np.concatenate([np.zeros(1, np.int64), np.cumsum(counts, dtype=np.int64)]))

    @property
    def counts(self) -> NDArray[np.int64]:
        """How long each row is."""
        return np.diff(self.offsets)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def take(self, rows: Array) -> Ragged:
        """Return these rows, in this order."""
        counts = self.counts[rows]
        taken = Ragged.of(self.values[:0], counts)
        index = np.repeat(self.offsets[:-1][rows] - taken.offsets[:-1], counts) + np.arange(taken.offsets[-1])
        return Ragged(self.values[index], taken.offsets)

    def row(self, number: int) -> Array:
        """Return one row."""
        return self.values[self.offsets[number] : self.offsets[number + 1]]


Column: TypeAlias = Array | Ragged
Columns: TypeAlias = dict[str, Column]


@dataclass(frozen=True)
class Played:
    """A block: its decisions, game after game, and how its games ended, by name of the column."""

    decisions: Columns  # [D]
    ends: Columns  # [E]


class Chooser:
    """Asks the agents of a block.

    Args:
        players: one for each seat.
        policies: ask for policy and value too, of agents that tell them (`advise`).
    """

    def __init__(self, players: Sequence[Agent], policies: bool) -> None:
        self.players, self.policies = players, policies

    def __call__(
        self, batch: Batch, rows: Array, seats: Array, steps: int
    ) -> tuple[Array, Array | None, NDArray[np.float32]]:
        """Return the actions [B] of these seats, their policies over all actions [B, A] or None, and values [B].

        Who tells no policy has zeros in its row, and who tells no value NaN.
        """
        actions, policy = np.zeros(len(rows), np.int32), None
        values = np.full(len(rows), np.nan, np.float32)
        for agent in dict.fromkeys(self.players):  # each once, for all the seats it holds
            held = np.array([player is agent for player in self.players])[seats]
            if not held.any():
                continue
            seen: Observation = seen_by(agent, batch, rows[held], seats[held], steps)
            advise = getattr(agent, "advise", None) if self.policies else None
            if advise is None:
                actions[held] = agent.act(seen)
                continue
            advice = advise(seen)
            actions[held] = advice.actions
            policy = np.zeros((len(rows), batch.game.num_actions), np.float32) if policy is None else policy
            policy[held] = advice.policy
            if advice.values is not None:
                values[held] = advice.values
        return actions, policy, values


def play_block(plan: Plan, block: Block, choose: Any = None) -> Played:
    """Play a block.

    Args:
        plan: of the dataset.
        block: which part of it.
        choose: who chooses, called as a `Chooser`; None: the agents of the plan.
    """
    way = plan.ways[block.way]
    game = plan.variants[way.variant]
    choose = choose or Chooser(plan.players(block), plan.policies)
    batch = Batch(game, block.count, plan.seed, first_game=block.first, observe="acting", rows="sparse")
    if isinstance(choose, Chooser):
        keep_history(batch, choose.players)
    kept, ends = Kept(game.num_features, game.num_actions), Kept(game.num_features, game.num_actions)
    players = game.num_players
    last = np.full((block.count, players), -1)  # the seat's last decision so far
    result, choices = np.zeros((block.count, players), np.float32), np.zeros((block.count, players), np.int32)
    actions = np.zeros((block.count, players), np.int32)
    running = ~(batch.terminated | batch.truncated)
    ids: list[Array] = []  # decisions that were paid ...
    paid: list[Array] = []  # ... and how much, for those other than 0
    steps = count = 0
    while running.any():
        rows, seats = np.nonzero(batch.to_act & running[:, None])
        chosen, policy, values = choose(batch, rows, seats, steps)
        steps += 1
        sparse = kept.see(batch, rows, seats)
        kept.add(row=rows, seat=seats, decision=np.full(len(rows), steps), action=chosen, value=values)
        kept.add_policy(sparse, policy)
        last[rows, seats] = np.arange(count, count + len(rows))
        choices[rows, seats] += 1
        count += len(rows)
        actions[:] = 0
        actions[rows, seats] = chosen
        batch.step(actions)
        rewarded = running[:, None] & (batch.reward != 0)
        result[rewarded] += batch.reward[rewarded]
        rewarded &= last >= 0
        ids.append(last[rewarded])
        paid.append(batch.reward[rewarded])
        ended = running & (batch.terminated | batch.truncated)
        if ended.any():
            over = np.flatnonzero(ended)
            rows, seats = np.repeat(over, players), np.tile(np.arange(players), len(over))
            ends.see(batch, rows, seats)
            ends.add(row=rows, seat=seats, decisions=np.full(len(rows), steps), truncated=batch.truncated[rows])
        running &= ~ended
    reward, final = np.zeros(count, np.float32), np.zeros(count, np.bool_)
    np.add.at(
        reward, np.concatenate([*ids, np.zeros(0, np.int64)]).astype(np.int64), np.concatenate([*paid, reward[:0]])
    )
    final[last[last >= 0]] = True
    decisions, finished = kept.columns(), ends.columns()
    truncated = np.zeros(block.count, np.bool_)
    truncated[finished["row"]] = finished["truncated"]
    decisions |= {"reward": reward, "last": final, "truncated": truncated[decisions["row"]]}
    finished["choices"] = choices[finished["row"], finished["seat"]]
    seated = np.array(way.seats)
    for columns in (decisions, finished):
        row, seat = columns["row"], columns["seat"]
        columns["game_number"] = block.first + row
        columns["game"] = columns["game_number"] * len(plan.ways) + block.way
        columns["way"] = np.full(len(row), block.way)
        columns["seed"] = np.full(len(row), plan.seed, np.uint64)
        columns["agent"] = seated[seat]
        columns["result"] = result[row, seat]
    return Played(in_order(decisions), in_order(finished))


class Kept:
    """What is seen and done, piece by piece, until it is put together.

    Args:
        features: F.
        actions: A.
    """

    def __init__(self, features: int, actions: int) -> None:
        self.types = {"feature_index": ids_below(features), "feature_value": np.uint8, "legal": ids_below(actions)}
        self.pieces: dict[str, list[Array]] = {}
        self.policies = False

    def add(self, **pieces: Array) -> None:
        """Keep some rows of several columns."""
        for name, piece in pieces.items():
            self.pieces.setdefault(name, []).append(piece)

    def see(self, batch: Batch, rows: Array, seats: Array) -> Any:
        """Keep what seats see and may do; return it as sparse rows."""
        sparse = batch.sparse_rows(rows, seats)
        used = np.arange(sparse.feature_index.shape[1]) < sparse.feature_count[:, None]
        allowed = np.arange(sparse.legal.shape[1]) < sparse.legal_count[:, None]
        self.add(
            feature_index=sparse.feature_index[used].astype(self.types["feature_index"]),
            feature_value=sparse.feature_value[used], legal=sparse.legal[allowed].astype(self.types["legal"]),
            feature_count=sparse.feature_count, legal_count=sparse.legal_count,
        )  # fmt: skip
        return sparse

    def add_policy(self, sparse: Any, policy: Array | None) -> None:
        """Keep what speaks for each allowed action; who tells nothing has an empty row."""
        if policy is None:
            self.add(policy=np.zeros(0, np.float32), policy_count=np.zeros(len(sparse), np.int32))
            return
        told = policy.any(axis=1)
        allowed = np.arange(sparse.legal.shape[1]) < np.where(told, sparse.legal_count, 0)[:, None]
        self.add(
            policy=np.take_along_axis(policy, sparse.legal, axis=1)[allowed].astype(np.float32),
            policy_count=np.where(told, sparse.legal_count, 0),
        )

    def columns(self) -> dict[str, Any]:
        """Return everything by column, in the order in which it came."""
        whole: dict[str, Any] = {name: np.concatenate(pieces) for name, pieces in self.pieces.items()}
        for counted, lists in (
            ("feature_count", ("feature_index", "feature_value")), ("legal_count", ("legal",)),
            ("policy_count", ("policy",)),
        ):  # fmt: skip
            if counted in whole:
                counts = whole.pop(counted)
                whole |= {name: Ragged.of(whole[name], counts) for name in lists}
        return whole


def in_order(columns: dict[str, Any]) -> Columns:
    """Return rows game by game, in each in the order in which they came; without the number of the batch's row."""
    order = np.argsort(columns.pop("row"), kind="stable")
    return {name: some.take(order) if isinstance(some, Ragged) else some[order] for name, some in columns.items()}


def ids_below(count: int) -> type[np.unsignedinteger[Any]]:
    """Return the type that holds numbers below ``count``."""
    return np.uint16 if count <= 2**16 else np.uint32
