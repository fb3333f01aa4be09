"""What Open Worlds adds to commands: a module for each command that says more of this game than of any other."""

DECKS = {  # sub-commands of `ow decks`, in decks.py
    "show": "show a deck: its curves and kinds, and what each card is for",
    "check": "check that a deck file is legal (OW-1)",
    "random": "draw up a random legal deck",
    "card-values": "the value of each card of a deck, by replacing it",
    "worlds": "the effect of each World on a pairing of decks",
    "build": "search for strong decks, the best of every style",
    "sensitivity": "which reconstructed card values change the balance of the printed decks most",
}
