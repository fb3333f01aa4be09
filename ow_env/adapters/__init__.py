"""How other people's libraries see a game: PettingZoo, Gymnasium, Stable-Baselines3, RLlib.

Adapters decide no rule. docs/adapters.md is their page.
"""
