"""A word's number is its place in the list."""

from __future__ import annotations

import pytest

from ow_env.cards.numbered import Numbered


def test_words_are_numbered_as_they_come():
    words = Numbered()
    assert [words("idle"), words("choosing"), words("over")] == [0, 1, 2]
    assert (len(words), words[1], words[-1], words[:2]) == (3, "choosing", "over", ["idle", "choosing"])
    assert list(words) == ["idle", "choosing", "over"]
    assert words.index("over") == 2


def test_no_word_has_two_numbers():
    words = Numbered()
    words("idle")
    words("over")
    with pytest.raises(ValueError, match="'over' is number 1 already"):
        words("over")
    assert len(words) == 2
