"""The rules of Expansive Universe, a file for each part of data/rules.md.

sets.py          sets of cards
places.py        EU-0.3, 5       where spaceships and crews are, what bears what
leaving.py       EU-10, 12.1     what is destroyed, captured and returned; who is out
lineup.py        EU-1.2, 3, 11   the line-up, placing what was bought or taken
travel.py        EU-4, 5         flying, moving the crew
missions.py      EU-6            missions and the texts of locations
battle.py        EU-7, 9.1       who is in a battle, totals
texts.py         EU-8, 12        what the texts of characters, weapons and armaments do
maneuvers.py     EU-8            maneuvers in turn
damage.py        EU-9            damage resolution, the end of a battle
turn.py          EU-1, 2, 11     setup, turns, rounds, winning
legality.py      EU-14           what may be done, and why not
flow.py          EU-14           one decision, and on to the next
hide.py          EU-13.2         what a player could only guess: nothing
"""
