"""How other people's libraries see a game: PettingZoo, Gymnasium, Stable-Baselines3, RLlib, JAX, OpenSpiel, OpenEnv.

Adapters decide no rule. docs/pettingzoo.md, gymnasium.md, stable-baselines3.md, rllib.md, jax.md, openspiel.md and
openenv.md are their pages.
"""
