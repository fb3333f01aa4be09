"""Whole games between learned agents, in blocks: one call of a network for all decisions of a block.

Below: kernel.py (what is told of games), agents, ow_env's Batch. Above: setup.py, which lets these play whatever the
kernel can't. A game follows from its seed, its number, the decks and the agents: the order of games and the number of
threads change nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

import agents
from agents import learned, shipped
from agents.base import Agent
from ow_env.compiled.jit import PURE
from ow_env.core.game import Game, States
from ow_env.core.players import draws_in, look
from ow_env.open_worlds import verbs as do
from ow_env.open_worlds.game import OpenWorlds
from ow_env.open_worlds.state import NOBODY, STAGE
from training.decklab.kernel import RESULT
from training.decklab.open_worlds.kernel import AGENTS, DRAWN, EARLY, EARLY_TURNS, NOTE, OPENING, STAGED
from training.decklab.seeds import seed_of
from training.templates import TemplateBatch

PIECE = 256  # games that one thread plays at a time


@cache
def _shipped() -> frozenset[str]:
    return frozenset({shipped.NAME, *shipped.paths(OpenWorlds.name)})


def is_learned(name: str) -> bool:
    """Return whether this is the name of a network that plays: one of the package's, or the path of a saved agent."""
    return name.endswith(learned.SUFFIX) or name in _shipped()


def is_batched(*names: str) -> bool:
    """Return whether these agents can play in blocks: learned ones, and the kernel's beside them."""
    return all(name in AGENTS or is_learned(name) for name in names)


class BatchRunner:
    """Plays games between agents of which some are learned. Make one for a game and keep it.

    Args:
        game: with decks of the size that is played, so that "learned" is the agent made for it.
        names: who plays, as `agents.make` takes them; each is known by its place here.
        threads: that share the games of a call.
        known: a game with other cards that saved agents are made for; None: they are for ``game``.
        like: [C] for each card of ``game`` the card of ``known`` that it is taken for.
    """

    def __init__(
        self, game: Game, names: Sequence[str], threads: int = 1, known: Game | None = None,
        like: NDArray[np.int64] | None = None,
    ) -> None:  # fmt: skip
        self.game, self.names, self.threads = game, tuple(names), threads
        self.loaded: dict[str, Agent] = {}
        for name in self.names:
            if is_learned(name):
                self.loaded[name] = agents.make(name, known or game)
                if known is not None and like is not None:
                    self.loaded[name] = for_stand_ins(self.loaded[name], known, game, like)

    def play(
        self,
        templates: States,
        template_index: NDArray[np.int64],
        numbers: NDArray[np.int64],
        seed: int,
        agents: NDArray[np.int8],
        agent_seeds: NDArray[np.uint64],
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        """Play N games to their end; arguments and results are those of `KernelRunner.play`.

        A learned agent's draws follow from the game's seed and number, so ``agent_seeds`` decide nothing of it; what a
        script draws follows from the first game of the piece it is played in.
        """
        count = len(template_index)
        results, notes = np.zeros(count, RESULT), np.zeros(count, NOTE)

        def piece(first: int) -> None:
            part = slice(first, min(count, first + PIECE))
            own = seed_of("batched", seed, int(numbers[first]), agent_seeds[first].tolist()) % 2**31
            self._play(
                templates, template_index[part], numbers[part], seed, agents[part], own, results[part], notes[part],
            )  # fmt: skip

        firsts = range(0, count, PIECE)
        if self.threads == 1 or PURE or len(firsts) == 1:
            for first in firsts:
                piece(first)
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                list(pool.map(piece, firsts))
        return results, notes

    def _play(
        self, templates: States, template_index: NDArray[np.int64], numbers: NDArray[np.int64], seed: int,
        seated: NDArray[np.int8], own: int, results: NDArray[Any], notes: NDArray[Any],
    ) -> None:  # fmt: skip
        """Play some games side by side."""
        players = [
            self.loaded.get(name) or agents.make(name, self.game, seed=own + place)
            for place, name in enumerate(self.names)
        ]
        count = len(template_index)
        batch = TemplateBatch(self.game, count, seed, observe="acting", rows="sparse")
        batch.set_templates(templates, template_index)
        batch.begin(numbers)
        actions = np.zeros((count, self.game.num_players), np.int32)
        staging = np.array(self.game.tables[0]["actions"]["verb"] == do.STAGE)
        cards = self.game.tables[0]["actions"]["card"]
        results["first"] = NOBODY
        running, steps = ~(batch.terminated | batch.truncated), 0
        while running.any():
            states = batch.states
            unknown = running & (results["first"] == NOBODY)
            results["first"][unknown] = states["priority"][unknown]
            begins = running & (states["turn"] > notes["turn"]) & (states["point"] >= STAGE)
            note_hands(states, np.flatnonzero(begins), notes["cards"])
            np.copyto(notes["turn"], states["turn"], where=begins)
            actions[:] = 0
            asked = batch.to_act & running[:, None]
            for place, player in enumerate(players):
                at, seat = np.nonzero(asked & (seated[:, : asked.shape[1]] == place))
                if len(at):
                    actions[at, seat] = choose(player, batch, at, seat, steps)
            at, seat = np.nonzero(asked & staging[actions])
            notes["cards"][at, seat, cards[actions[at, seat]]] |= np.uint8(STAGED | DRAWN)
            batch.step(actions)
            results["decisions"] += running
            running &= ~(batch.terminated | batch.truncated)
            steps += 1
        ended = batch.states
        results["ending"], results["winner"], results["turns"] = ended["ending"], ended["winner"], ended["turn"]


def choose(
    player: Agent, batch: TemplateBatch, at: NDArray[np.intp], seat: NDArray[np.intp], steps: int
) -> NDArray[np.int32]:
    """Return what a player does in these seats of these rows."""
    seen = look(batch, at, seat, steps)
    if isinstance(player, learned.LearnedAgent):
        return player.choose(seen, draws_in(batch, at, seat, steps))
    return player.act(seen)


def note_hands(states: States, rows: NDArray[np.intp], notes: NDArray[np.uint8]) -> None:
    """Note which cards are in hand now in these rows, as a turn begins; see `kernel.look_on`."""
    if not len(rows):
        return
    hands = states["players"]["hand"][rows][:, : notes.shape[1]]
    turn = states["turn"][rows]
    bits = DRAWN | np.where(turn <= 1, OPENING, 0) | np.where(turn <= EARLY_TURNS, EARLY, 0)
    held = np.arange(hands["cards"].shape[-1]) < hands["count"][..., None]
    row, player, place = np.nonzero(held)
    np.bitwise_or.at(notes, (rows[row], player, hands["cards"][row, player, place]), bits[row].astype(np.uint8))


def for_stand_ins(agent: Agent, known: Game, game: Game, like: NDArray[np.int64]) -> Agent:
    """Return a learned agent for a game with other cards, each of which it takes for one that it knows."""
    assert isinstance(agent, learned.LearnedAgent)
    network = learned.transferred(agent.network, agent.card.network, known, game, like)
    return learned.LearnedAgent(network, agent.card, agent.name, temperature=agent.temperature)
