"""The bundled agents, retrained: trained, measured for their cards, put on their ladders, listed.

    python -m docs.shipped                    all of them, each in the time its settings say
    python -m docs.shipped open_worlds-54     one of them

roster.py says what that takes; leaderboard.py writes docs/leaderboard.md and the README's table of agents from cards
and ladders. The rest goes into agents/<game>/shipped/ and docs/ladder/.
"""
