"""Settings of Sphinx for the site; `python -m docs.site` lays its sources and builds it (docs/site/)."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from ow_env.version import VERSION

project = "open-worlds-env"
author = "the authors of open-worlds-env"
version = release = VERSION
html_title = "open-worlds-env"

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "docs.site.extension",
]

# ── Markdown and notebooks ─────────────────────────────────────────────────────────────────────
myst_enable_extensions: list[str] = []
myst_heading_anchors = 4  # the anchors that code hosts make of headings
nb_execution_mode = "off"  # notebooks are shown as they were run by the tests; their outputs are stored in them
nb_merge_streams = True
highlight_language = "text"  # indented blocks are commands and tables; Python says so

# ── Docstrings ─────────────────────────────────────────────────────────────────────────────────
default_role = "py:obj"  # `name` in a docstring leads to it where it is known
autodoc_mock_imports = ["jax", "numba_cuda", "openenv", "pyspiel", "pytest", "ray"]  # none is installed for the site
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
napoleon_google_docstring = True
napoleon_numpy_docstring = False
napoleon_use_rtype = False
napoleon_use_ivar = True  # fields of a dataclass are told once
python_use_unqualified_type_names = True
add_module_names = False
toc_object_entries_show_parents = "hide"
nitpick_ignore_regex = [
    (r"py:obj", r".*"),  # `words` in a docstring are names or code; only names that are documented are links
    (
        r"py:class",
        r".*\.(F|J|S|Code|Word|Faction|Ability|Colour|Award|Extra|Item|Result|Value)|ow_env\.cards\.(options\.Catalogue|catalogue\.Card)",
    ),  # type variables and bare lists of codes are documented nowhere
    (r"py:.*", r"(?!ow_env\.|agents\.|training\.).*"),  # other libraries' names: their pages are not asked for
]

# ── Appearance ─────────────────────────────────────────────────────────────────────────────────
html_theme = "furo"
html_static_path = [str(HERE / "site" / "static")]
html_css_files = ["site.css"]
html_js_files = [("site.js", {"defer": "defer"})]
exclude_patterns = ["extra"]
html_favicon = str(HERE / "site" / "static" / "logo.svg")
html_logo = html_favicon
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
pygments_style = "friendly"
pygments_dark_style = "github-dark"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0b5c8a", "color-brand-content": "#0b5c8a"},
    "dark_css_variables": {"color-brand-primary": "#6fc3ff", "color-brand-content": "#6fc3ff"},
}
