"""Small games solved exactly, and agents scored against what is exact. Above: `ow exact`."""
