"""OpenSpiel: its checks, rl_environment, CFR, exploitability, IS-MCTS and evaluation.

pip install 'open-worlds-env[openspiel,train]'
"""

import argparse
import contextlib
import os
import sys
import time

import numpy as np
import pyspiel
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import cfr, evaluate_bots, exploitability, ismcts, mcts, random_agent

import training.exact.openspiel  # noqa: F401  registers the small games, and all others
from ow_env.adapters.openspiel import AgentBot


@contextlib.contextmanager
def quiet():
    """Keep what OpenSpiel's checks print in C++ off the screen."""
    sys.stdout.flush()
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


def play(game: pyspiel.Game, steps: int) -> int:
    """Let OpenSpiel's random agents play in its rl_environment; return how many actions they took."""
    env = rl_environment.Environment(game)
    agents = [random_agent.RandomAgent(seat, game.num_distinct_actions()) for seat in range(game.num_players())]
    played = 0
    while played < steps:
        step = env.reset()
        while not step.last():
            step = env.step([agents[step.observations["current_player"]].step(step).action])
            played += 1
    return played


def solved(name: str) -> float:
    """Return the exploitability of 50 iterations of CFR+."""
    game = pyspiel.load_game(name)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(50):
        solver.evaluate_and_update_policy()
    return exploitability.exploitability(game, solver.average_policy())


def beaten(game: pyspiel.Game, games: int) -> float:
    """Return the score of IS-MCTS with 20 simulations against our random agent."""
    rng = np.random.RandomState(1)
    ismcts.ISMCTSBot.restart_at = lambda self, state: None  # glue: evaluate_bots calls it, and 2.0.2 has none
    score = 0.0
    for number in range(games):
        search = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(random_state=rng), 2.0, 20, random_state=rng)
        state = game.new_initial_state()
        returns = evaluate_bots.evaluate_bots(state, [search, AgentBot(game, 1, "random", seed=number)], rng)
        score += (1 + returns[0]) / 2 / games
    return score


def main(steps: int = 10_000, game: str = "ow_env_star_realms", games: int = 10) -> str:
    """Check every game, play, solve, search; return figures."""
    names = [name for name in pyspiel.registered_names() if name.startswith("ow_env_")]
    with quiet():
        for name in names:
            each = pyspiel.load_game(name)
            explicit = each.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
            pyspiel.random_sim_test(each, num_sims=1, serialize=explicit, verbose=False)
    began = time.perf_counter()
    played = play(pyspiel.load_game(game), steps)
    rate = played / (time.perf_counter() - began)
    left = solved("ow_env_goofspiel_3_random")
    score = beaten(pyspiel.load_game("ow_env_goofspiel(num_cards=6)"), games)
    return (
        f"steps {played}  steps/s {rate:.0f}  games checked {len(names)}  exploitability after CFR+ {left:.3f}"
        f"  score of IS-MCTS against random {score:.2f}"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--game", default="ow_env_star_realms")
    print(main(**vars(parser.parse_args())))
