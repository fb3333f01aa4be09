"""Agents that learn Open Worlds by playing themselves. `train.py` is the script; docs/training.md tells about it."""
