"""How games go, counted: the tables of the games' pages, of any game between any agents.

    python -m docs.counts raider raider --game tradeworlds --games 1200 --seed 21 --told attack

counting.py plays the games and counts; __main__.py is the command. Below: ow_env, agents, training's measure/.
"""
