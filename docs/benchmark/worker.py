"""A process that measures when asked: one line of JSON in, one line out.

Above: ours.py and peers/, which name their cases and call `serve`; run.py starts them and asks.
Imports nothing of this project and only the standard library, for peers' Pythons load it too.

    {"do": "versions"}                                          -> {package: version}
    {"do": "prepare", "name": ..., "case": ..., "games": ...}   -> facts about the case
    {"do": "measure", "name": ..., "seconds": 1.0}              -> a sample
    anything that fails                                         -> {"error": "..."}

A sample says for how many seconds something was done, and counts what was done: "decisions",
"games", "copies" ... "choosing" are the seconds in which an action was chosen outside the library.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any, TypeAlias

Counts: TypeAlias = dict[str, float]

SHORT = 0.03  # seconds that one call of `run` should take: the clock then costs nothing
MOST = 2**20  # times, however fast they are
TRIAL = 0.3  # seconds in which a batch size is tried


@dataclass
class Case:
    """Something that can be done again and again.

    Attributes:
        run: do it so many times; return what was done.
        facts: what a reader must know to judge the figure: "decision" in words, "games",
            "actions", "observation" (how many numbers) ...
        times: how often one call of `run` should do it; `prepared` finds out.
    """

    run: Callable[[int], Counts]
    facts: dict[str, Any]
    times: int = 1


Maker: TypeAlias = Callable[[dict[str, Any]], Case]  # gets what run.py sent with "prepare"


def prepared(case: Case) -> Case:
    """Warm up, and find how many times make one call long enough for the clock."""
    case.run(1)  # compiles whatever compiles
    while True:
        begun = time.perf_counter()
        case.run(case.times)
        took = time.perf_counter() - begun
        if took >= SHORT or case.times >= MOST:
            return case
        case.times *= 2 if took > SHORT / 4 else 4


def measured(case: Case, seconds: float) -> Counts:
    """Do it for this long, and count."""
    sample: Counts = {}
    begun = time.perf_counter()
    while True:
        for what, count in case.run(case.times).items():
            sample[what] = sample.get(what, 0) + count
        took = time.perf_counter() - begun
        if took >= seconds:
            return {"seconds": took, **sample}


def best_of(sizes: Sequence[int], make: Callable[[int], Case]) -> Case:
    """Prepare the case for each number of games and keep the fastest, to do everybody justice."""
    best, most = None, -1.0
    for size in sizes:
        case = prepared(make(size))
        sample = measured(case, TRIAL) if len(sizes) > 1 else {"seconds": 1.0, "decisions": 0.0}
        rate = sample["decisions"] / sample["seconds"]
        if rate > most:
            best, most = case, rate
    if best is None:
        raise ValueError("no batch size to try")
    return best


def serve(makers: Mapping[str, Maker], packages: Sequence[str]) -> None:
    """Answer until there are no more questions.

    Args:
        makers: by the name of the case.
        packages: whose versions belong beside the figures.
    """
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever a library prints is no answer
    cases: dict[str, Case] = {}
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = answered(request, cases, makers, packages)
        except Exception as error:  # a peer may fail in any way; the others go on
            answer = {"error": f"{type(error).__name__}: {error}"[:300]}
        print(json.dumps(answer), file=answers, flush=True)


def answered(
    request: dict[str, Any],
    cases: dict[str, Case],
    makers: Mapping[str, Maker],
    packages: Sequence[str],
) -> dict[str, Any]:
    """Return the answer to one question."""
    if request["do"] == "versions":
        return {"python": sys.version.split()[0], **versions(packages)}
    name = request["name"]
    if request["do"] == "prepare":
        cases[name] = makers[request["case"].partition(":")[0]](request)
        if cases[name].times == 1:
            prepared(cases[name])
        return cases[name].facts
    return measured(cases[name], request["seconds"])


def versions(packages: Sequence[str]) -> dict[str, str]:
    """Return which version of each package this Python has, if any."""
    found = {}
    for package in packages:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found
