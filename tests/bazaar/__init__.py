"""A game of nobody's, to hold what the suite promises of games it does not know: it is registered from outside.

Two to four players in turn, dice, decks that are bought in play and may have known cards on top, scores and no winner.
"""
