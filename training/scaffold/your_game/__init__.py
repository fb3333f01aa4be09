"""Your Game. The rules are in game.py; agents.py has who plays it by a script."""
