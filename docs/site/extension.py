"""What Sphinx is taught for this site: numbers of rules lead to the rule, links to source files to their pages.

Below: the tree that tree.py lays, with rules.json: on which page each rule stands.
"""

from __future__ import annotations

import json
import posixpath
import re
import sys
import textwrap
from pathlib import Path
from types import FunctionType
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

MENTION = re.compile(r"\[(?P<mark>book|faq|ruling)\]|\b(?P<number>[A-Z]+-\w+(?:\.\d+)?)(?![\w-])")
OURS = ("ow_env.", "agents.", "training.")
NOT_IN = (nodes.literal, nodes.literal_block, nodes.reference, nodes.title, nodes.raw, addnodes.desc_signature)


class RuleLinks(SphinxPostTransform):
    """Gives every rule and every section of rules its number as an anchor, and links each mention of one to it."""

    default_priority = 900
    formats = ("html",)

    def run(self, **_: Any) -> None:
        """Change the page."""
        pages: dict[str, str] = self.app.rule_pages  # type: ignore[attr-defined]
        if not pages:
            return
        here = self.env.docname
        if here in pages.values():
            self.set_anchors({number for number, page in pages.items() if page == here})
        for text in list(self.document.findall(nodes.Text)):
            if not any(isinstance(above, NOT_IN) for above in parents(text)):
                self.link(text, pages)

    def set_anchors(self, own: set[str]) -> None:
        """Give the rules and sections of this page their anchors."""
        for item in self.document.findall(nodes.list_item):
            first = next(item.findall(nodes.strong), None)
            number = first.astext() if first is not None else ""
            if first is not None and number in own:
                item["ids"].append(number)
                item["classes"].append("rule")
                link = nodes.reference("", "", first.deepcopy(), internal=True, refuri=f"#{number}")
                first.parent.replace(first, link)
        for section in self.document.findall(nodes.section):
            number = section.next_node(nodes.title).astext().partition(" ")[0]
            if number in own:
                section["ids"].append(number)

    def link(self, text: nodes.Text, pages: dict[str, str]) -> None:
        """Put links in the place of the numbers in a text, and labels in that of "[book]" and its like."""
        told = text.astext()
        found = [each for each in MENTION.finditer(told) if each["mark"] or each["number"] in pages]
        if not found:
            return
        parts: list[nodes.Node] = []
        done = 0
        for each in found:
            parts.append(nodes.Text(told[done : each.start()]))
            if each["mark"]:
                parts.append(nodes.inline("", each["mark"], classes=["mark", each["mark"]]))
            else:
                number = each["number"]
                uri = f"{self.app.builder.get_relative_uri(self.env.docname, pages[number])}#{number}"
                parts.append(nodes.reference("", number, internal=True, refuri=uri, classes=["rule-number"]))
            done = each.end()
        parts.append(nodes.Text(told[done:]))
        text.parent.replace(text, [part for part in parts if part.astext()])


def parents(node: nodes.Node) -> Any:
    """Yield all that a node stands in."""
    while node.parent is not None:
        node = node.parent
        yield node


def read_rule_pages(app: Sphinx) -> None:
    """Read on which page each rule and each section of rules stands."""
    file = Path(app.srcdir) / "rules.json"
    app.rule_pages = json.loads(file.read_text("utf-8")) if file.is_file() else {}  # type: ignore[attr-defined]


def lead_to_sources(app: Sphinx, document: nodes.document) -> None:
    """Let links to files that have a page here lead to it: `cards.toml` to its page, a folder to its index."""
    for link in document.findall(addnodes.pending_xref):
        if link.get("reftype") == "myst" and link.get("refdomain") is None and "#" not in link["reftarget"]:
            path = posixpath.normpath(posixpath.join(posixpath.dirname(link["refdoc"]), link["reftarget"]))
            page = next((name for name in (path, f"{path}/index") if name in app.env.found_docs), None)
            if page is not None:
                link["refdomain"], link["reftarget"], link["reftargetid"] = "doc", page, None


def name_in_full(app: Sphinx, document: nodes.document) -> None:
    """Let a name in a docstring or signature be what it is in its module: an imported class leads to its page."""
    for link in list(document.findall(addnodes.pending_xref)):
        module = sys.modules.get(link.get("py:module") or "")
        if link.get("refdomain") == "py" and module is not None and "." not in link["reftarget"]:
            link.attributes.pop("refspecific", None)  # else any class of that name would do
            found = getattr(module, link["reftarget"], None)
            if isinstance(found, type | FunctionType) and found.__module__.startswith(OURS):
                link["reftarget"] = f"{found.__module__}.{found.__qualname__}"


def keep_columns(app: Sphinx, what: str, name: str, found: Any, options: Any, lines: list[str]) -> None:
    """Keep what the docstring of a module tells in columns, or indented, as it is written."""
    if what != "module":
        return
    told, literal = [], False
    for part in "\n".join(lines).strip("\n").split("\n\n"):
        columns = bool(re.search(r"^ |\S {3}", part, re.MULTILINE))
        if columns and not literal:
            told.append("::")
        told.append(textwrap.indent(part, "    ") if columns else part)
        literal = columns or part.endswith("::")
    lines[:] = "\n\n".join(told).split("\n")


def add_replays(app: Sphinx) -> None:
    """Copy what lies in the tree's folder `extra` to the site as it is: replays, which are whole pages, and boards."""
    app.config.html_extra_path.append(str(Path(app.srcdir) / "extra"))


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of it."""
    app.connect("builder-inited", read_rule_pages)
    app.connect("builder-inited", add_replays)
    app.connect("doctree-read", lead_to_sources)
    app.connect("doctree-read", name_in_full)
    app.connect("autodoc-process-docstring", keep_columns)
    app.add_post_transform(RuleLinks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
