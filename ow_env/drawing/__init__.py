"""What a viewer sees of a game, and how it is drawn: as text, as a picture, as HTML. Knows no game and no rule."""
