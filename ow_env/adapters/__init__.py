"""How other people's libraries see a game: PettingZoo, more to come. Adapters decide no rule."""
