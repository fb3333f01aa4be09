"""Is a game fair: how even sides that should be equal are, the seats, and who moves first.

Below: playing.py. Above: commands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from training.decklab.matchup import Matchup
from training.decklab.playing import play_matchups
from training.decklab.setup import CUT, TIED, Pairing, Setup

FAIR = 0.02  # a side, and whoever moves first, shall win 48 to 52 %
BOUTS = 2048  # of each pair, to measure balance


@dataclass(frozen=True)
class Balance:
    """How even some pairs of sides are."""

    matchups: Sequence[Matchup]
    setup: Setup

    def is_fair(self, state: Matchup) -> bool:
        """Return whether a pair is as it should be: both sides, both seats, who moves first, and the length."""
        shares = [state.plain]
        shares += [state.first_share] if state.first_mover else []
        shares += [state.seat_share] if state.tells_seats else []
        even = all(abs(interval.mean - 0.5) <= FAIR for interval in shares)
        turns = self.setup.wanted_turns(state.pairing)
        return even and (turns is None or turns[0] <= state.length.mean <= turns[1])

    def text(self) -> str:
        """Return it as lines of text."""
        heading = self.setup.heading()
        return "\n".join([*heading, *[""] * bool(heading), *self.lines()])

    def lines(self) -> list[str]:
        """Return it as lines of text, without what is to be said of the game before."""
        lines = []
        for state in self.matchups:
            pairing = state.pairing
            lines += [
                f"{pairing.one.name} against {pairing.other.name}, played by {pairing.agent}:"
                f" {'fair' if self.is_fair(state) else 'not fair'}",
                f"  score            {state.plain.percent()}",
            ]
            if state.first_mover:
                lines.append(f"  first player     {state.first_share.percent()}")
            if state.tells_seats:
                lines.append(f"  player_0         {state.seat_share.percent()}")
            lines += [
                f"  turns            {state.length.plain()}",
                f"  {state.games} games, {state.count(TIED)} tied, {state.count(CUT)} truncated",
                "",
            ]
        wanted = [f"fair: all scores {100 * (0.5 - FAIR):.0f} to {100 * (0.5 + FAIR):.0f} %"]
        for state in self.matchups:
            turns = self.setup.wanted_turns(state.pairing)
            if turns is not None:
                wanted.append(f"{turns[0]:g} to {turns[1]:g} turns {self.setup.size_of(state.pairing)}".rstrip())
        return [*lines, "; ".join(dict.fromkeys(wanted)), f"seed {self.matchups[0].pairing.seed}; [95 % CI]"]

    def rows(self) -> list[dict[str, Any]]:
        """Return it as data."""
        rows = []
        for state in self.matchups:
            row = state.row()
            shares = {
                "first": state.first_share if state.first_mover else None,
                "player 0": state.seat_share if state.tells_seats else None,
                "turns": state.length,
            }
            for word, interval in shares.items():
                ends = (None,) * 3 if interval is None else (interval.mean, interval.low, interval.high)
                row[word], row[f"{word} low"], row[f"{word} high"] = (
                    None if value is None else round(float(value), 5) for value in ends
                )
            rows.append(row | {"fair": self.is_fair(state)})
        return rows


def measure_balance(
    pairs: Sequence[tuple[Any, Any]] | None = None,
    agents: Sequence[str] = (),
    *,
    setup: Setup,
    bouts: int | None = BOUTS,
    seed: int = 1,
    **how: Any,
) -> Balance:
    """Play pairs of sides that should be equal; each matchup tells shares of sides and seats, and turns.

    Args:
        pairs: two sides each; None: those that the setup names, for seats every two.
        agents: who plays both sides, one after the other; none: the setup's usual one.
        setup: the game and its options.
        bouts: of each pair and agent.
        seed: of games and agents.
        how: width, store, executor, threads, report, as for `playing.play_matchup`.
    """
    found = setup.pairs() if pairs is None else [(setup.side(one), setup.side(other)) for one, other in pairs]
    played: list[Matchup] = []
    for agent in agents or [setup.default_agent]:
        pairings = [Pairing(one, other, agent, agent, seed) for one, other in found]
        played += play_matchups(pairings, setup, bouts=bouts, **how)
    return Balance(played, setup)
