"""Compiled rules: compiled once, cached, never stale. Independent of any game."""
