"""Learning on a GPU: games, policy and gradients there, in one loop."""
