"""What card games share: card files, deck lists, piles and stacks, named slices, positions, drawing. It knows no game.

catalogue.py    cards as data in TOML: labelled values, closed vocabularies, all faults of a file at once
decklists.py    deck files: TOML, or plain text with an entry a line
piles.py        unordered piles of cards
tallies.py      unordered cards, as a count for each kind
sets.py         sets of unique cards, as a bit mask
stacks.py       a deck in which some cards on top are known, and a discard pile that is shuffled back into it
features.py     the named slices of an observation, each declared once
numbered.py     closed lists of words that rules know by number
sides.py        the Factions that seats play: as an option, drawn, rotated over seats
options.py      options that card games share: a card file, a seat
names.py        what ids are called, and the nearest to a name that is not known
positions.py    reading positions as JSON: typed values, every fault named with its field; whose view it is
"""
