"""The strict checker on games that others wrote: the table of docs/checker.md, which `make check-others` writes.

It runs in an environment of its own, with PettingZoo's games and what they need. Below: ow_env/adapters/check/.
"""
