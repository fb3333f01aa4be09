"""These New Worlds: two empires, six planets, a card phase for each, space combat where both have landed."""
