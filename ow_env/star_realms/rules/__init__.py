"""The rules of Star Realms, a file for each part of data/rules.md.

draw.py          SR-9.3, 13.5   drawing, reshuffling, what the opponent knows of a hand
row.py           SR-9.5, 6.4    the Trade Row and the Explorer pile
abilities.py     SR-2.5, 4, 5   cards in play: what they have used, allies, automatic gains
scrapping.py     SR-6           out of the game
combat.py        SR-7           targets, attacks
effects.py       SR-4.5, 4.8    what each word of an ability does, in its order, up to a choice
playing.py       SR-3, 10       playing, copying, buying
turn.py          SR-1, 2, 8, 11 setup, the turn's phases, owed discards, the end
legality.py      SR-12          what may be done, and why not
flow.py          SR-2.6, 12     one decision, and on to the next
hide.py          SR-13.6        what a player could only guess
"""
