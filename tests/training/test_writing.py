"""Files of results: whole or not at all, and safe to open in a spreadsheet; results laid out as text."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

from training.files import aligned, aligned_wrapped, rounded, write_csv, write_json, write_whole


def test_numbers_stay_numbers_and_formulas_become_text(tmp_path: Path) -> None:
    path = tmp_path / "new" / "table.csv"
    write_csv(path, [{"deck": "=HYPERLINK(1)", "@share": -0.25, "none": None}, {"deck": "a", "@share": 3, "none": ""}])
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert rows == [["deck", "'@share", "none"], ["'=HYPERLINK(1)", "-0.25", ""], ["a", "3", ""]]


def test_no_rows_have_a_heading(tmp_path: Path) -> None:
    write_csv(tmp_path / "table.csv", [], "pairs")
    assert (tmp_path / "table.csv").read_text("utf-8").strip() == "pairs"


def test_what_cannot_be_written_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "table.csv"
    write_whole(path, "before")

    def full(self: Path, *arguments: object, **named: object) -> int:
        self.write_bytes(b"ha")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match=r"No space left on device: .*table\.csv"):
        write_whole(path, "after")
    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no devices")
def test_a_link_stays_and_a_device_is_written_into(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("folder/file")
    (tmp_path / "folder").mkdir()
    for text in ("one", "two"):  # what it leads to is not there, then it is
        write_whole(tmp_path / "link", text)
        assert (tmp_path / "link").is_symlink()
        assert (tmp_path / "folder" / "file").read_text() == text
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_whole(tmp_path / "pipe", "three")
    assert os.read(reader, 9) == b"three"
    os.close(reader)
    assert (tmp_path / "pipe").is_fifo()
    for path, why in ((Path("/dev/full"), "No space left"), (tmp_path / "folder", "Is a directory")):
        with pytest.raises(OSError, match=why):
            write_whole(path, "four")


def test_json_is_json(tmp_path: Path) -> None:
    write_json(tmp_path / "one.json", {"share": rounded(float("inf")), "name": "é"})
    assert (tmp_path / "one.json").read_text("utf-8") == '{\n "share": null,\n "name": "\\u00e9"\n}\n'
    write_json(tmp_path / "one.json", "é", ascii_only=False)
    assert (tmp_path / "one.json").read_text("utf-8") == '"é"\n'
    with pytest.raises(ValueError, match="not JSON compliant"):
        write_json(tmp_path / "one.json", [float("nan")])


def test_columns() -> None:
    rows = [["1", "", "of points"], ["20", "expert", "5"]]
    assert aligned(rows) == ["1           of points", "20  expert          5"]
    assert aligned(rows, left=(1,)) == [" 1          of points", "20  expert          5"]
    wrapped = aligned_wrapped([["a", "x " * 20], ["bcd", ""]], 36)
    assert wrapped == ["  a    x x x x x x x x x x x x x x x", "       x x x x x", "  bcd"]
