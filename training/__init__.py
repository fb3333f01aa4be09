"""How agents learn and how they are measured; the `ow` command."""

__distribution__ = "open-worlds-env"  # looked for by ow_env.siblings: other distributions use the name too
