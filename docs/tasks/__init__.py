"""The tables of docs/tasks.md, from the result files in this folder: `python -m docs.tasks`."""
