"""Error messages for rules that can't be compiled or lack something: where, what is wrong, what to write.

Below: nothing. Above: jit.py, for what Numba refuses; ow_env/core/engines.py; commands, which say it in a sentence.
"""

from __future__ import annotations

import ast
import inspect
import linecache
import re
import textwrap
from collections.abc import Iterator
from typing import Any

from numba import types

LONGEST = 300  # letters of what Numba says


class UnfitRules(TypeError, ValueError):
    """Rules of a game that nobody can play as they are written. All that is known to be wrong is named.

    Attributes:
        lines: what to write, or what is wrong, a line each.
        kind: the class of the game, if it is that which lacks something.
    """

    kind: type | None = None

    def __init__(self, told: str, lines: tuple[str, ...] = ()) -> None:
        super().__init__("\n  - ".join([told, *lines]))
        self.lines = lines or (told,)


def of_numba(name: str, function: Any, arguments: tuple[Any, ...], error: Exception) -> UnfitRules:
    """Return the error message for a rule that Numba refuses.

    Where a float turned up, the unsigned fields that the rule reads are named: a loop over one counts unsigned, and an
    unsigned number together with a signed one is a float to Numba.

    Args:
        name: of the rule, dotted.
        function: the rule.
        arguments: the Numba types of its arguments.
        error: Numba's, or a KeyError, by which it says that a record has no such field.
    """
    said = str(error)
    if isinstance(error, KeyError):
        return UnfitRules(f"{name} can't be compiled: it reads a field {said} of a record that has none of this name")
    numbers = re.findall(r'^File ".*", line (\d+):$', said, re.M)
    where = name
    if numbers:
        code = linecache.getline(function.__code__.co_filename, int(numbers[-1])).strip()
        where = f"{name}, line {numbers[-1]} ({code})" if code else f"{name}, line {numbers[-1]}"
    if "float64" in said:
        found: dict[str, tuple[Any, int]] = {}
        for field, kind, line in unsigned_fields(function, arguments):
            found.setdefault(field, (kind, line))
        told = tuple(
            f'declare the field signed: {name} reads the {kind} "{field}" in line {line}; write'
            f' ("{field}", number(0, {2**kind.bitwidth - 1})) in its record, with the most that it can be'
            for field, (kind, line) in found.items()
        )
        if told:
            mixed = "an unsigned number and a signed one together are a float in compiled code"
            return UnfitRules(f"{where} can't be compiled: {mixed}", told)
    return UnfitRules(f"{where} can't be compiled: {cause_of(said)}")


def cause_of(said: str) -> str:
    """Return the first thing that one of Numba's long errors says."""
    heads = ("Failed in", "- ", ">>>", "During:")
    lines = [line.strip() for line in said.splitlines() if line.strip() and not line.strip().startswith(heads)]
    if lines and lines[0].startswith("No implementation of function"):
        wanted = [line.strip() for line in said.splitlines() if line.strip().startswith(">>>")]
        lines[0] = " ".join([lines[0], *wanted[:1]])
    text = re.sub(r"Record\((?:[^()]|\([^()]*\))*\)", "a record", lines[0] if lines else said)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def unsigned_fields(function: Any, arguments: tuple[Any, ...]) -> Iterator[tuple[str, Any, int]]:
    """Yield what unsigned fields of records a rule reads: the field, its Numba type, and the line, in order."""
    try:
        lines, first = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, SyntaxError):  # typed at a prompt
        return
    known = dict(zip(inspect.signature(function).parameters, arguments, strict=True))
    for node in ast.walk(tree):  # names for parts of a record: ``me = g.players[player]``
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            kind = kind_of(node.value, known)
            if isinstance(kind, types.Record | types.Array):
                known[node.targets[0].id] = kind
    reads = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)]
    for node in sorted(reads, key=lambda node: (node.lineno, node.col_offset)):
        kind = kind_of(node, known)
        kind = kind.dtype if isinstance(kind, types.Array) else kind
        if isinstance(kind, types.Integer) and str(kind).startswith("uint"):
            yield node.attr, kind, first + node.lineno - 1


def kind_of(node: ast.AST, known: dict[str, Any]) -> Any:
    """Return the Numba type of an expression made of names, fields and indices; None: of anything else."""
    if isinstance(node, ast.Name):
        return known.get(node.id)
    if isinstance(node, ast.Attribute):
        record = kind_of(node.value, known)
        return record.typeof(node.attr) if isinstance(record, types.Record) and node.attr in record.fields else None
    if isinstance(node, ast.Subscript):
        array = kind_of(node.value, known)
        return array.dtype if isinstance(array, types.Array) else None
    return None
