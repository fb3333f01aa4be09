"""The rules of Goofspiel.

rounds.py    turn up a prize, bid, compare, pay
hide.py      resample what a player can't know
"""
