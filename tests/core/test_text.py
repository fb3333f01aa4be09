"""Text from files is shown and obeyed by nobody: no terminal, no browser, no spreadsheet."""

from __future__ import annotations

import html
import io

import pytest

from ow_env.core.text import Shown, escaped, in_html, in_markdown, in_table, listed

ODD = [
    ("\x1b[31mred", r"\x1b[31mred"),
    ("a\x07b\x00c", r"a\x07b\x00c"),
    ("del\x7f", r"del\x7f"),
    ("c1\x9b2J", r"c1\x9b2J"),
    ("line\nfeed\rreturn\ttab", r"line\nfeed\rreturn\ttab"),
    ("\u202eturned", r"\u202eturned"),
    ("\u2066isolated\u2069", r"\u2066isolated\u2069"),
    ("\u2028line\u2029paragraph", r"\u2028line\u2029paragraph"),
    ("zero\u200bwidth\ufeff", r"zero\u200bwidth\ufeff"),
    ("half \ud800", r"half \ud800"),
    ("tag \U000e0041", r"tag \U000e0041"),
]


@pytest.mark.parametrize(("text", "shown"), ODD)
def test_what_a_terminal_would_obey_is_written_out(text: str, shown: str) -> None:
    assert escaped(text) == shown
    assert escaped(text).isprintable()
    escaped(text).encode()


@pytest.mark.parametrize("text", ["Smith-Boson F.E.", "é 漢字 🙂", "a\u00a0b\u3000c", "\\x1b", "", "±½"])
def test_what_is_shown_stays(text: str) -> None:
    assert escaped(text) == text


def test_every_character_that_no_terminal_may_get() -> None:
    for code in (*range(32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x2028, 0x2029):
        assert escaped(chr(code)).isascii(), hex(code)
        assert len(escaped(chr(code))) > 1, hex(code)


def test_what_is_no_text_and_what_may_stay() -> None:
    assert escaped(3) == "3"
    assert escaped("two\nlines\x1b", keep="\n") == "two\nlines\\x1b"


def test_in_a_page() -> None:
    assert in_html("<b>\x1b&'\"") == "&lt;b&gt;\\x1b&amp;&#x27;&quot;"
    assert html.unescape(in_html("two\nlines")) == "two\nlines"


def test_in_markdown() -> None:
    assert in_markdown("# a|b [x](y) `c` *d* _e_ <i>\n\\") == (r"\# a\|b \[x\](y) \`c\` \*d\* \_e\_ &lt;i&gt;\\n\\")
    assert in_markdown("stable_baselines3 2.9.2, x86_64") == "stable_baselines3 2.9.2, x86_64"


FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", " =1", "\t=1", "\uff1d1", "\uff0b1", "\uff0d1", "\uff20x"]


@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_is_marked_as_text_in_a_table(text: str) -> None:
    assert not in_table(text).startswith(tuple("=+-@\t\r \uff1d\uff0b\uff0d\uff20"))
    assert in_table(text).endswith(text[-1])


@pytest.mark.parametrize("value", [-1, -0.5, 3, None, True, float("-inf"), "Smith-Boson", "a=b", ""])
def test_numbers_and_other_texts_stay_in_a_table(value: object) -> None:
    assert in_table(value) is value


def test_an_output_that_is_not_steered() -> None:
    inner = io.StringIO()
    out = Shown(inner)
    print("\x1b[2Jtwo\nlines\r", file=out, flush=True)
    assert inner.getvalue() == "\\x1b[2Jtwo\nlines\\r\n"
    assert not out.isatty()


@pytest.mark.parametrize(
    ("names", "said"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b, b", "c, c"], "a, b, b and c, c")]
)
def test_names_are_listed_as_in_a_sentence(names: list[str], said: str) -> None:
    assert listed(iter(names)) == said
