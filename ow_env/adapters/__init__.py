"""How other people's libraries see a game: PettingZoo, Gymnasium, Stable-Baselines3, RLlib.

Adapters decide no rule. docs/pettingzoo.md, gymnasium.md, stable-baselines3.md and rllib.md are their pages.
"""
