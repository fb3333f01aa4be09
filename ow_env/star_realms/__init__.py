"""Star Realms, the base set for two players: buy ships and bases, draw them again, and shoot.

Each file imports only those before it: cards, state, actions, rules, observe, engine, structure, tables, options,
notation, position, view, events, game.
"""
