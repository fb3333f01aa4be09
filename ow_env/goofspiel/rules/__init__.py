"""The rules of Goofspiel.

rounds.py    turn up a prize, bid, compare, pay
hide.py      draw anew what a player can't know
"""
