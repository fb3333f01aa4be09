"""Which move a reply means: lenient about form, but it never chooses between two.

Below: core/decision.py. Above: agent.py.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ow_env.core.decision import Decision

MOVE = re.compile(r"\bmove\b\W*:", re.IGNORECASE)  # what stands before the move: "MOVE:", "**Move:**"
NUMBERED = re.compile(r"#?(\d+)(?:[.):]|$)\s*(.*)")


class Unreadable(ValueError):
    """A reply that is no legal move; it says why, as the model is told."""


def read_move(reply: str, decision: Decision) -> int:
    """Return the id of the action that a reply means.

    The move is what stands behind the last "MOVE:" or, where there is none, in the last line: a name, the number of a
    move in the list, both, or a sentence that names one move.

    Raises:
        Unreadable: it names no move, several, or one that is not allowed: then by which rule.
    """
    said = said_in(reply)
    if not said:
        raise Unreadable("your reply was empty")
    place = place_of(said, decision.legal_names)
    if place is not None:
        return decision.legal[place]
    name = said.strip(" .*_`\"'")
    try:
        return decision.action_id(name)
    except ValueError as error:
        raise Unreadable(str(error)) from None


def said_in(reply: str) -> str:
    """Return the part of a reply in which the move stands."""
    lines = [line.strip() for line in reply.splitlines() if line.strip()]
    for line in reversed(lines):
        found = list(MOVE.finditer(line))
        if found and (told := line[found[-1].end() :].strip(" *_`")):
            return told
    return lines[-1] if lines else ""


def place_of(said: str, names: Sequence[str]) -> int | None:
    """Return which of some moves is said; None: none of them.

    Raises:
        Unreadable: more than one is.
    """
    told, known = plain(said), [plain(name) for name in names]
    if told in known:
        return known.index(told)
    numbered = NUMBERED.fullmatch(told)
    named = {place for place, name in enumerate(known) if name in found_in(told, known)}
    if numbered:
        place = int(numbered[1]) - 1
        if not 0 <= place < len(names):
            raise Unreadable(f"there is no move {numbered[1]}: they are numbered from 1 to {len(names)}")
        if not numbered[2] or numbered[2] == known[place]:
            return place
        named |= {place}
    if len(named) > 1:
        raise Unreadable(f"your reply names several moves: {', '.join(names[place] for place in sorted(named))}")
    return None if numbered or not named else named.pop()


def found_in(told: str, known: Sequence[str]) -> set[str]:
    """Return the names that stand in a sentence as whole words, without those that are part of a longer one there."""
    found: set[str] = set()
    rest = told
    for name in sorted(known, key=len, reverse=True):
        pattern = rf"(?<!\w){re.escape(name)}(?!\w)"
        if name and re.search(pattern, rest):
            found.add(name)
            rest = re.sub(pattern, "\0", rest)
    return found


def plain(text: str) -> str:
    """Return text without what does not matter: case, marks around it, double blanks."""
    return " ".join(text.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").strip(" .!*_`\"'").split())
