"""The documentation site: what it is made of, and what is generated for it.

    python -m docs.site            builds it into build/docs/html (`make docs`)
    python -m docs.site --links    also asks for every external address that it links to (`make docs-links`)

tree.py lays a source tree for Sphinx: the project's own Markdown where it stands, so that its links hold, and beside it
what games.py, rule_words.py and reference.py generate from the registry, the rules and the docstrings. conf.py (one
folder up) has Sphinx's settings, extension.py what Sphinx is taught here. Above: nothing; the packages know no site.
"""
