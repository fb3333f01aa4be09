"""Open Worlds, whole: cards (data) -> state -> actions -> rules -> observe -> notation -> render -> game."""
