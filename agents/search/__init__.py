"""Search: an agent that plays its games on in its head, from guesses that are consistent with what it knows.

In order: tree.py (the search, for any game), mind.py (a learned network, one row at a time), bind.py (both, compiled
for one game and its scripts), and agent.py, which the registry makes. docs/search.md explains how it works.
"""
