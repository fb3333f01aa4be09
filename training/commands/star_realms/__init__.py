"""What Star Realms adds to commands: a module for each command that says more of this game than of any other."""

DECKS = {  # sub-commands of `ow decks`, in decks.py
    "market-values": "the value of each card that can be bought, by forbidding it and by giving it away",
}
