"""The benchmark: six tasks that never change, each a fixed panel, seeds and a metric with its interval.

Below: measure/ (matches), decklab/ (held-out decks), exact/ (solved games). Above: commands/benchmark.py, docs/tasks.

    tasks.toml   the tasks, as data
    tasks.py     ... read, and refused where this installation has other agents in a panel
    units.py     the smallest thing that is played, stored, and replayed by a check: some game numbers, one solved game
    results.py   a result file: played, resumed, summed up, checked
"""
