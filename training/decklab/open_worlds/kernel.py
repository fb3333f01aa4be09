"""Whole games between scripted agents in one compiled kernel.

Below: the rules of Open Worlds and its scripted players. Above: setup.py. The
kernel plays one game to its end before the next, in one record: all it touches stays in the
processor's nearest cache. Of observations it writes that of the seat asked, and of that what its
agent reads. A game follows from its seed, its number, the two decks and the seeds of the agents; the
order of games, the number of threads and who else plays change nothing.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numba import types
from numpy.typing import NDArray

from agents.open_worlds import SCRIPTS
from agents.open_worlds.scratch import SCRATCH, Row
from agents.script import dispatch
from ow_env.core.jit import Actions, Mask, record, rules_of
from ow_env.core.kernels import KINDS
from ow_env.core.rng import RNG, pick, start
from ow_env.open_worlds import state as at, verbs as do
from ow_env.open_worlds.observe import (
    clear,
    write_conflict,
    write_hand_and_staged,
    write_observation,
    write_players,
    write_turn,
    write_units,
    write_worlds,
)
from ow_env.open_worlds.rules.flow import apply, begin
from ow_env.open_worlds.rules.legality import waits_for, write_mask
from ow_env.open_worlds.state import GAME, NOBODY, PLAYERS, RUNNING, TABLES, WORLDS, Game, Tables

AGENTS = ("random", *SCRIPTS)  # who chooses, by number
RANDOM, BUILDER, RAIDER, EXPERT = range(4)  # of those after them nothing is known: they see all

RESULT = record([  # of one game
    ("ending", np.int8),             # 1: by the rules; 2: cut off
    ("winner", np.int8),             # seat; -1: nobody
    ("first", np.int8),              # who had Priority first
    ("turns", np.int16),
    ("decisions", np.int32),         # joint ones
    ("choices", np.int32, PLAYERS),  # asked of each seat
    ("income", np.int16, PLAYERS),   # counted last
    ("worlds", np.uint8, WORLDS),    # cards of the Worlds in the row
])

# What is noted of a card of a seat, as bits.
OPENING = 1  # in hand when the first turn began
EARLY = 2  # in hand or laid down when the third turn began, or before
STAGED = 4  # laid face down at a World at some time
DRAWN = 8  # in hand at some time
EARLY_TURNS = 3

Games: TypeAlias = NDArray[Any]  # [1] the position that is played on
Chance: TypeAlias = NDArray[Any]  # [1]
AgentChance: TypeAlias = NDArray[Any]  # [P] one for each agent
Constants: TypeAlias = NDArray[Any]  # [1] read-only tables
Templates: TypeAlias = NDArray[Any]  # [K] read-only
Scratches: TypeAlias = NDArray[Any]  # [S] one for each sort of agent
Seeds: TypeAlias = NDArray[np.uint64]  # [N]
Numbers: TypeAlias = NDArray[np.int64]  # [N]
AgentSeeds: TypeAlias = NDArray[np.uint64]  # [N, P]
Seated: TypeAlias = NDArray[np.int8]  # [N, P] places in Scratch and Sorts
Sorts: TypeAlias = NDArray[np.int8]  # [S] places in AGENTS
Results: TypeAlias = NDArray[Any]  # [N]
Notes: TypeAlias = NDArray[np.uint8]  # [N, P, CARDS], or [0, P, CARDS]: nothing is noted

rule = rules_of(
    "open_worlds_decklab",
    "open_worlds",
    "open_worlds_agents",
    Game=GAME,
    Tables=TABLES,
    Scratch=SCRATCH,
    Row=np.dtype((np.uint8, (1,))),
    Games=np.dtype((GAME, (1,))),
    Chance=np.dtype((RNG, (1,))),
    AgentChance=np.dtype((RNG, (1,))),
    Scratches=np.dtype((SCRATCH, (1,))),
    Results=np.dtype((RESULT, (1,))),
    AgentSeeds=np.dtype((np.uint64, (1, 1))),
    Seated=np.dtype((np.int8, (1, 1))),
    Sorts=np.dtype((np.int8, (1,))),
    Notes=np.dtype((np.uint8, (1, 1, 1))),
)
for _word, _name in (("Templates", "Game"), ("Constants", "Tables")):
    rule.library.types[_word] = types.Array(rule.library.types[_name], 1, "C", readonly=True)
rule.library.types |= {word: KINDS[word] for word in ("Seeds", "Numbers")}


@rule
def show(g: Game, t: Tables, player: int, agent: int, row: Row) -> None:
    """Write what this agent reads of its observation now; the rest is zero, and no choice is another for it.

    Builder, raider and expert never read the piles or the Utility in play; only the expert looks at the Worlds always.
    """
    if agent > EXPERT:
        write_observation(g, t, player, row)
        return
    clear(t, row)
    write_turn(g, t, player, row)
    write_players(g, t, player, row)
    write_hand_and_staged(g, t, player, row)
    point = int(g.point)
    fights = point == at.ORBITAL or point == at.SURFACE
    if agent == EXPERT or point == at.STAGE or point == at.MOVE or point == at.SWAP or fights:
        write_worlds(g, t, player, row)
        write_units(g, t, player, row)
    if fights:
        write_conflict(g, t, player, row)


choose = dispatch(rule.library, tuple(SCRIPTS.values()))


@rule
def note_hands(g: Game, notes: Notes, game: int) -> None:
    """Note which cards are in hand now, as a turn or a stage begins."""
    for player in range(g.num_players):
        hand = g.players[player].hand
        for i in range(hand.count):
            bits = DRAWN
            if g.turn <= 1:
                bits |= OPENING
            if g.turn <= EARLY_TURNS:
                bits |= EARLY
            notes[game, player, hand.cards[i]] |= np.uint8(bits)


@rule
def play_games(
    games: Games,
    chance: Chance,
    agent_chance: AgentChance,
    row: Row,
    mask: Mask,
    actions: Actions,
    scratch: Scratches,
    sorts: Sorts,
    tables: Constants,
    templates: Templates,
    seeds: Seeds,
    numbers: Numbers,
    template_index: Numbers,
    agents: Seated,
    agent_seeds: AgentSeeds,
    results: Results,
    notes: Notes,
) -> int:
    """Play N games to their end, one after the other.

    Args:
        games: one position to play in; like all up to ``scratch`` overwritten, and no result.
        chance: what it draws from.
        agent_chance: what each agent draws from.
        row: one observation.
        mask: one mask.
        actions: one joint decision.
        scratch: what each sort of agent works in, prepared for ``tables``, its evaluation weights in place.
        sorts: who each is.
        tables: constants the rules read.
        templates: positions before the first move of chance.
        seeds: with ``numbers``, what decides the chance of each game.
        numbers: game numbers.
        template_index: which template each game begins from.
        agents: which sort of agent each seat has in each game.
        agent_seeds: what decides the choices that an agent leaves to chance.
        results: written.
        notes: ORed into, what became of every card.

    Returns:
        how many decisions were taken, one for each player asked.
    """
    g = games[0]
    t = tables[0]
    noting = notes.shape[0] > 0
    taken = 0
    for i in range(results.shape[0]):
        games[0] = templates[template_index[i]]
        start(chance[0], seeds[i], np.uint64(numbers[i]))
        players = int(g.num_players)
        for player in range(players):
            start(agent_chance[player], agent_seeds[i, player], np.uint64(0))
        begin(g, t, chance[0])
        result = results[i]
        result.first = NOBODY
        decisions = 0
        noted = 0
        while g.ending == RUNNING:
            if result.first == NOBODY:
                result.first = g.priority  # determined once the hands are adjusted (OW-1.4)
            if noting and g.turn > noted and g.point >= at.STAGE:
                noted = int(g.turn)
                note_hands(g, notes, i)
            for player in range(players):
                actions[player] = 0
                if not waits_for(g, player):
                    continue
                result.choices[player] += 1
                taken += 1
                write_mask(g, t, player, mask)
                sort = agents[i, player]
                agent = int(sorts[sort])
                if agent == RANDOM:
                    actions[player] = pick(mask, agent_chance[player])
                else:
                    show(g, t, player, agent, row)
                    actions[player] = choose(t, scratch[sort], agent, row, mask, agent_chance[player])
                if noting and t.actions[actions[player]].verb == do.STAGE:
                    notes[i, player, t.actions[actions[player]].card] |= np.uint8(STAGED | DRAWN)
            apply(g, t, chance[0], actions)
            decisions += 1
        result.ending = g.ending
        result.winner = g.winner
        result.turns = g.turn
        result.decisions = decisions
        for player in range(players):
            result.income[player] = g.players[player].income
        for w in range(g.num_worlds):
            result.worlds[w] = g.worlds[w].card
    return taken
