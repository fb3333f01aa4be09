"""What Expansive Universe adds to commands: a module for each command that says more of this game than of any other."""
