"""Whole games between scripted agents in one compiled kernel, and what each bought.

Below: the rules of Star Realms and its scripted agents. Above: bought.py. The kernel plays one game to its end before
the next, in one record. A game follows from its seed, its number, the position it begins from, the agents, their seeds
and what they may not buy; the order of games, the number of threads and who else plays change nothing.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numba import types
from numpy.typing import NDArray

from agents.script import dispatch
from agents.star_realms import SCRIPTS
from agents.star_realms.scratch import SCRATCH
from ow_env.core.jit import Actions, Mask, Observation, record, rules_of
from ow_env.core.kernels import KINDS as WORDS
from ow_env.core.rng import RNG, pick, start
from ow_env.star_realms import state as at, verbs as do
from ow_env.star_realms.observe import write_observation
from ow_env.star_realms.rules.flow import apply, begin
from ow_env.star_realms.rules.legality import write_mask
from ow_env.star_realms.state import GAME, PLAYERS, RUNNING, TABLES, Game, Tables

AGENTS = ("random", *SCRIPTS)  # who chooses, by number
RANDOM = 0
ANYTHING = -1  # of `banned`: every kind may be bought

RESULT = record(
    [  # of one game
        ("ending", np.int8),  # 1: by the rules; 2: cut off
        ("winner", np.int8),  # seat; -1: nobody
        ("first", np.int8),  # seat that started
        ("turns", np.int16),
        ("decisions", np.int32),
        ("authority", np.int32, PLAYERS),
    ]
)

Games: TypeAlias = NDArray[Any]  # [1] the position that is played on
Chance: TypeAlias = NDArray[Any]  # [1]
AgentChance: TypeAlias = NDArray[Any]  # [P]
Constants: TypeAlias = NDArray[Any]  # [1] read-only tables
Templates: TypeAlias = NDArray[Any]  # [K] read-only positions before the first random draw
Scratches: TypeAlias = NDArray[Any]  # [S] one for each sort of agent
Seeds: TypeAlias = NDArray[np.uint64]  # [N]
Numbers: TypeAlias = NDArray[np.int64]  # [N]
AgentSeeds: TypeAlias = NDArray[np.uint64]  # [N, P]
Seated: TypeAlias = NDArray[np.int8]  # [N, P] places in Scratches and Sorts; or kinds
Sorts: TypeAlias = NDArray[np.int8]  # [S] places in AGENTS
Results: TypeAlias = NDArray[Any]  # [N]
Bought: TypeAlias = NDArray[np.uint8]  # [N, P, KINDS]

rule = rules_of(
    "star_realms_decklab",
    "star_realms",
    "star_realms_agents",
    Game=GAME,
    Tables=TABLES,
    Scratch=SCRATCH,
    Games=np.dtype((GAME, (1,))),
    Chance=np.dtype((RNG, (1,))),
    AgentChance=np.dtype((RNG, (1,))),
    Scratches=np.dtype((SCRATCH, (1,))),
    Results=np.dtype((RESULT, (1,))),
    AgentSeeds=np.dtype((np.uint64, (1, 1))),
    Seated=np.dtype((np.int8, (1, 1))),
    Sorts=np.dtype((np.int8, (1,))),
    Bought=np.dtype((np.uint8, (1, 1, 1))),
)
for _word, _name in (("Templates", "Game"), ("Constants", "Tables")):
    rule.library.types[_word] = types.Array(rule.library.types[_name], 1, "C", readonly=True)
rule.library.types |= {word: WORDS[word] for word in ("Seeds", "Numbers")}

choose = dispatch(rule.library, tuple(SCRIPTS.values()))


@rule
def takes(t: Tables, action: int) -> bool:
    """Does the action buy or acquire a card?"""
    verb = t.actions[action].verb
    return bool(verb == do.BUY or verb == do.BUY_ON_TOP or verb == do.ACQUIRE)


@rule
def ban(g: Game, t: Tables, kind: int, mask: Mask) -> None:
    """Forbid to buy or acquire a kind of card; where nothing else can be acquired it stays allowed."""
    if t.cards[kind].buy_id >= 0:
        mask[t.cards[kind].buy_id] = 0
    if t.cards[kind].top_id >= 0:
        mask[t.cards[kind].top_id] = 0
    acquire = t.cards[kind].choice_id[at.ACQUIRE]
    if g.point == at.ACQUIRE and acquire >= 0 and mask[acquire] != 0 and mask.sum() > 1:
        mask[acquire] = 0


@rule
def play_games(
    games: Games,
    chance: Chance,
    agent_chance: AgentChance,
    row: Observation,
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
    banned: Seated,
    results: Results,
    bought: Bought,
) -> int:
    """Play N games to their end, one after the other.

    Args:
        games: one position to play in; like all up to ``scratch`` overwritten, and no result.
        chance: what it draws from.
        agent_chance: what each agent draws from.
        row: one observation.
        mask: one mask.
        actions: one joint decision.
        scratch: what each sort of agent works in, prepared for ``tables``.
        sorts: who each is.
        tables: constants the rules read.
        templates: positions before the first random draw.
        seeds: with ``numbers``, what decides the chance of each game.
        numbers: game numbers.
        template_index: which template each game begins from.
        agents: which sort of agent each seat has in each game.
        agent_seeds: what decides the choices that an agent leaves to chance.
        banned: the kind that each seat may neither buy nor acquire; ANYTHING: none.
        results: written.
        bought: added to, how many cards of each kind each seat bought or acquired.

    Returns:
        how many decisions were taken.
    """
    g = games[0]
    t = tables[0]
    taken = 0
    for i in range(results.shape[0]):
        games[0] = templates[template_index[i]]
        start(chance[0], seeds[i], np.uint64(numbers[i]))
        for player in range(PLAYERS):
            start(agent_chance[player], agent_seeds[i, player], np.uint64(0))
        begin(g, t, chance[0])
        decisions = 0
        while g.ending == RUNNING:
            player = int(g.active)
            write_mask(g, t, player, mask)
            if banned[i, player] != ANYTHING:
                ban(g, t, int(banned[i, player]), mask)
            sort = agents[i, player]
            agent = int(sorts[sort])
            if agent == RANDOM:
                action = pick(mask, agent_chance[player])
            else:
                write_observation(g, t, player, row)
                action = int(choose(t, scratch[sort], agent, row, mask, agent_chance[player]))
            if takes(t, action):
                bought[i, player, t.actions[action].card] += np.uint8(1)
            actions[player] = action
            apply(g, t, chance[0], actions)
            decisions += 1
        taken += decisions
        result = results[i]
        result.ending = g.ending
        result.winner = g.winner
        result.first = g.first
        result.turns = g.turn
        result.decisions = decisions
        for player in range(PLAYERS):
            result.authority[player] = g.players[player].authority
    return taken
