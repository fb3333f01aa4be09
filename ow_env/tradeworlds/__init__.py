"""TradeWorlds: Exterra Edition: buy cards, build ships of them, bank credits, raid: for one to four players."""
