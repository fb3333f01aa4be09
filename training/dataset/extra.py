"""The packages that only datasets need, imported when they are first asked for. Below: nothing. Above: this folder."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def need(package: str) -> Any:
    """Return a module of the extra ``data``.

    Raises:
        ImportError: it is not installed; it says how to.
    """
    try:
        return import_module(package)
    except ImportError as error:
        missing = (error.name or package).partition(".")[0]
        raise ImportError(
            f"datasets need {missing}, which is not installed: pip install 'open-worlds-env[data]'", name=missing
        ) from None


def pyarrow() -> Any:
    """Return pyarrow."""
    return need("pyarrow")


def parquet() -> Any:
    """Return pyarrow.parquet."""
    return need("pyarrow.parquet")
