"""How other people's libraries see a game: PettingZoo, Gymnasium, Stable-Baselines3, RLlib, JAX.

Adapters decide no rule. docs/pettingzoo.md, gymnasium.md, stable-baselines3.md, rllib.md and jax.md are their
pages.
"""
