"""Other libraries at the same work: one file each, run by the Python of ``.venv-peers``.

Below: worker.py, choose.py and the library itself; nothing else of this project. Each file says
what one decision is there. ``constraints.txt`` has the exact versions that ``make bench`` installs.
"""
