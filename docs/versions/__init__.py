"""Which versions of its dependencies the project was run with: docs/versions.md and versions.json.

`make test-lowest` and `make test-newest` run the tests with them, in environments of their own; `page` writes the page.
"""
