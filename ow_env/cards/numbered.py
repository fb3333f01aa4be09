"""Closed lists of words that rules know by number, a line each: ``STAGE = POINTS("stage")``.

Below: nothing. Above: each game's state.py, verbs.py, actions.py. The number is the word's place; positions and
observations hold it, so new words come last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload


class Numbered(Sequence[str]):
    """A list of words that grows while its module is loaded."""

    def __init__(self) -> None:
        self.words: list[str] = []

    def __call__(self, word: str) -> int:
        """Add a word and return its number.

        Raises:
            ValueError: it is there already.
        """
        if word in self.words:
            raise ValueError(f"{word!r} is number {self.words.index(word)} already")
        self.words.append(word)
        return len(self.words) - 1

    def __len__(self) -> int:
        return len(self.words)

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> list[str]: ...

    def __getitem__(self, place: int | slice) -> str | list[str]:
        return self.words[place]

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)
