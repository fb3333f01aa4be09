"""How agents are measured: one against another, every one against every other, kept, rated, shown.

match.py        one agent against another; every number with its interval
ladder.py       every agent against every other
store.py        what was played, in one file; database.py: opened as a file that a stranger may have made
ratings.py      what that says: Bradley and Terry's model, intervals from whole bouts
workers.py      who plays: here, in processes, on a Ray cluster
report.py       tables and plots of a ladder
model_card.py   what stands on the card of a saved agent
"""
