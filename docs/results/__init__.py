"""The report: studies that measure what this project claims, each kept as data, and the page that shows them.

    python -m docs.results            measures all of it: hours
    python -m docs.results learning   one study (`--list` names them)

Below: training's selfplay/, measure/, exact/, decklab/; docs/shipped/ (the modes there are). In order, each file
building on those above it:

    study.py      what a study is: how it is measured, kept with commit and machine, and shown
    learning.py   learning curves with several seeds; what network, league and teacher are worth
    turns.py      the value of going first
    sides.py      decks and Factions against each other
    searching.py  strength of the search by simulations and by time
    exploitability.py  what best responses win, exactly, in small games
    page.py       all studies, and docs/results.md
    regret.py     a table of docs/search.md: what searches lose by what they choose

``docs/results/<study>.json`` holds what was measured. The page follows from these files alone.
"""
