"""Programs in any language as agents: ``program:COMMAND``, by lines of JSON over its standard input and output.

settings.py reads the name, process.py runs a program and exchanges lines with it, guard.py ends it with its parent,
agent.py asks it for actions. docs/programs.md is the protocol.
"""
