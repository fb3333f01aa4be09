"""What every game shares: compiled rules, random numbers, the Game contract, Batch."""
