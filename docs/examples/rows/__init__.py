"""Rows: a game of one's own."""
