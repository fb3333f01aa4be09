"""Other libraries as clients of the environments: a script for each, a table of them, and what runs them all.

`clients.toml` says what each client is and which versions it is run with; each script is short and stands by itself;
`python -m docs.clients` runs them and writes the table of docs/clients.md.
"""
