"""What tests write into files, and read from pages."""

from __future__ import annotations

from pathlib import Path


def card_file(folder: Path, text: str) -> Path:
    """Write a card file of a user's own; return its path."""
    path = folder / "mine.toml"
    path.write_text(text, "utf-8")
    return path


def rows_of(page: str, heading: str) -> list[list[str]]:
    """Return the cells of the tables in a section of a Markdown page, the first line left out."""
    section = page.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ") and not line.startswith("| ---")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines][1:]
