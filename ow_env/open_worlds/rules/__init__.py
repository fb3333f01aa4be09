"""The rules of Open Worlds, one file for each Step of the rulebook.

In the order in which a turn plays them:

setup | turn | stage | move | reveal | resolution | install_facilities | station_orbitals | deploy_ground_forces |
trigger_catastrophes | orbital_activity | surface_conflict | count_income | trash | draw; utilities beside them all.

Below them: piles, units, worlds, order, combat (what several Steps need), hidden (what all may think of a hand). Above
them: legality (what may be done), flow (what follows what), hide (what a player can't know). The numbers OW-x.y are
those of docs/rules.md.
"""
