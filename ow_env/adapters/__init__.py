"""How other people's libraries see a game: PettingZoo, Gymnasium, Stable-Baselines3.

Adapters decide no rule. docs/adapters.md is their page.
"""
