"""The deck lab of Star Realms."""
