"""Search: an agent that simulates games from what it knows before it moves. docs/search.md explains how.

It is handed determinizations: positions in which all that its seat can't know was resampled. In order, each file
building on those above it:

    records.py   settings, tree and workspace, as compiled code sees them
    tree.py      an information set: where it is found, how its seat chooses there, what it learns
    views.py     what each seat sees of a position, written once
    network.py   what a learned network says of an observation
    rollout.py   prior policy and rollout policy; what the end of a simulation is worth
    ismcts.py    one simulation
    halving.py   sequential halving at the root
    search.py    all simulations, and the move
    bind.py      all this, compiled for one game and its scripts
    settings.py  how a search is asked for
    agent.py     the agent, which the registry makes
"""
