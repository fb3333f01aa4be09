"""Rules as machine code: compiled once, kept, never stale. Knows no game, no number and nothing that is played."""
