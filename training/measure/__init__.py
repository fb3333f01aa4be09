"""How agents are measured: one against another, every one against every other, kept, rated, shown.

match.py        one agent against another; every number with its interval
ladder.py       every agent against every other
jobs.py         what a worker plays: some game pairs of two agents
workers.py      where jobs are played: in this process, in several, on a Ray cluster
store.py        what was played, in one file; schema.py: its tables; database.py: opened and checked
ratings.py      what that says: Bradley and Terry's model, intervals from whole game pairs
report.py       tables and plots of a ladder
model_card.py   what stands on the card of a saved agent
"""
