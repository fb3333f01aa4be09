"""Goofspiel: bid a hand of cards for prizes, all at once. The smallest complete game of the suite.

Each file imports only those before it: state, actions, rules, observe, engine, notation, position, view, events, game.
"""
