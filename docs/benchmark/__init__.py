"""The benchmark: how fast games are played here and by others, measured in turns on one machine.

    python -m docs.benchmark --quick    our own games, in a few minutes
    make bench                          all of it, with the peers; writes docs/benchmark.* and the README's block

Below: ow_env, agents, training. In the order of reading:

    plan.py      what is measured, and what is compared with what
    run.py       the rounds: starts a worker for each library, asks them in turn, keeps the samples
    worker.py    the other end: a process that prepares cases and measures them when asked
    choose.py    the random choice from a mask, the same code for every library stepped from Python
    ours.py      this project's cases
    startup.py, memory.py, compiling.py, learning.py: what needs a fresh process each time
    peers/       other libraries' cases, one file each, run by a Python of their own
    stored.py    the results in a file
    show.py      the results as docs/benchmark.md and as the README's block; plot.py: as a picture

A *decision* is one action of one player, drawn evenly from those its mask allows, with mask and
observation written and the next game begun where one ended. What that means for each library
stands in its file and goes into the results.
"""
