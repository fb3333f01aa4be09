"""The deck lab: how strong a deck is, and why, by playing it many times.

Below: ow_env, agents, ladder.py and store.py. Above: commands/decks.py (`ow decks`).
"""
