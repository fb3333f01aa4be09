"""People at the table: games played in a browser or a terminal, watched, and stepped through afterwards."""
