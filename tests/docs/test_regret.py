"""What choices lose by the word of a long search: less the longer one thinks, and nothing for the best."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from docs.results.regret import collect, judge, main, measure
from ow_env.goofspiel.game import Goofspiel

JUDGE = "search:3000,select=uct,final=best"


def lost_by(line: str) -> float:
    """What a line of the table says is lost."""
    return float(line.split("|")[2].split("±")[0])


def test_one_who_thinks_longer_loses_less() -> None:
    game = Goofspiel(num_cards=6, order="descending")
    seen = collect(game, "random", 60, seed=2)
    assert len(seen) == 60
    assert (seen.mask.sum(axis=1) > 1).all()
    lost = judge(game, seen, JUDGE, seed=3)
    allowed = seen.mask != 0
    assert np.isnan(lost[~allowed]).all()
    tried = lost[allowed]
    assert np.nanmin(np.where(np.isnan(lost), 9, lost).min(axis=1)) <= 0, "somebody is the best"
    assert np.isfinite(tried).mean() > 0.9
    specs = ("random", "search:2000,select=uct,final=best")
    random, long = (lost_by(measure(game, seen, lost, spec, 5)) for spec in specs)
    assert long < random / 2


def test_positions_are_drawn_alike_from_the_same_seed() -> None:
    game = Goofspiel(num_cards=4)
    one, again, other = (collect(game, "random", 20, seed) for seed in (1, 1, 2))
    assert one.determinizations is not None
    assert again.determinizations is not None
    assert other.determinizations is not None
    assert one.determinizations.tobytes() == again.determinizations.tobytes() != other.determinizations.tobytes()


def test_it_prints_a_table(capsys: Any) -> None:
    typed = ["random", "search:20", "--game", "goofspiel", "--positions", "5", "--player", "random"]
    assert main([*typed, "--judge", "search:50"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("|")[1].strip() for line in lines[2:]] == ["random", "search:20"]
    assert lines[3].split("|")[3].strip() == "20.0"


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (["random", "--positions", "0"], "--positions: expected a number from 1 up, got 0"),
        (["search:0"], "simulations: expected a whole number"),
        (["random", "--judge", "random"], "--judge: expected a search, got 'random'"),
    ],
)
def test_what_makes_no_sense_is_refused(typed: list[str], told: str, capsys: Any) -> None:
    assert main([*typed, "--game", "goofspiel"]) == 2
    assert told in capsys.readouterr().err
