"""The tests that every game has to pass: ``pytest --pyargs ow_env.testing --game NAME``, of any registered game.

contract.py says what a game may bring, and how it is found; playthroughs.py plays the positions that the tests look at.
"""
