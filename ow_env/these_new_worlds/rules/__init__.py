"""The rules of These New Worlds, a file for each part of data/rules.md.

sets.py          sets of cards and planets
awards.py        TNW-4          tokens for a card
card_phase.py    TNW-3          what may be played, playing, what a pass proves
colonizing.py    TNW-5          paying for the dome
combat.py        TNW-7          dice and tokens, colour by colour
rounds.py        TNW-1, 2, 6, 8 setup, opening a round, who gets the planet, cleanup and the end
legality.py      TNW-10         what may be done, and why not
flow.py          TNW-3, 10.5    one decision, and on to the next
hide.py          TNW-9.4        what a player could only guess
"""
