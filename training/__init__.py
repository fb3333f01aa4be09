"""How agents learn and how they are measured; the `ow` command."""
