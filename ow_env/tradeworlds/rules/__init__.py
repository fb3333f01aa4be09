"""The rules of TradeWorlds, a file for each part of data/rules.md.

lanes.py         TW-0.2, F       ships and sets of them: Firepower, Resistance, places
hands.py         TW-2.4, B2, H4  drawing, discarding, piles, what others know of a hand
credits.py       TW-U, E2        Treasuries, unlock levels, the goal
ends.py          TW-E            who is out, who has won
roles.py         TW-R            what the Roles do, but the attack
market.py        TW-B, F         buying and configuring
tokens.py        TW-M            Reinforcement Starships
windows.py       TW-T            who is asked to play a Tactic, and which
battle.py        TW-C, T5, T6    dice, Tactics, results
losses.py        TW-C4 to C9     which ships are destroyed, and what becomes of their cards
attack.py        TW-A, R1        the attack, alone or together
derelict.py      TW-S            what The Derelict does
turn.py          TW-1, 2, E4     setup, turns, rounds
legality.py      TW-P            what may be done, and why not
flow.py          TW-P            one decision, and on to the next
hide.py          TW-H5           what a player could only guess
"""
