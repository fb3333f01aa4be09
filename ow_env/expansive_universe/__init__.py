"""Expansive Universe: crews, spaceships and missions around a Galactic Core, for two to four players."""
