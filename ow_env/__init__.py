"""Card games as reinforcement-learning environments: one folder per game, and ``core`` below them.

Importing this package compiles nothing and loads no game.
"""

__version__ = "0.1.0"
