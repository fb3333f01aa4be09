"""Goofspiel: bid a hand of cards for prizes, all at once. The smallest complete game of the suite.

Read upwards: state, actions, rules, observe, engine, notation, position, render, game.
"""
