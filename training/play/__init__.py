"""A game to sit down at: people and agents at one table, on a page of one's own machine or in the terminal.

Below: agents, Batch, the views of games. Above: commands/play.py. No game is named here. In order, each file building
on those above it:

    table.py      one game being played: seats, plans that can be undone, agents, hints, the log. No web, no waiting
    messages.py   what is sent to a viewer and what may come from one, as JSON
    setup.py      what can be chosen for a new table, and what was chosen, checked
    limits.py     what a server takes on, and from one visitor
    sharing.py    fair shares between visitors: rates, connections, threads in which they take turns
    connections.py  connections as they come in: counted, timed, their frames counted
    tables.py     the tables of a server: the secrets of seats, what is forgotten when
    hall.py       the tables being played and the WebSocket of each tab; agents choose in threads
    server.py     the pages, the records, and who is let in
    terminal.py   the same table in a terminal
    page/         what runs in the browser: plain ES modules and CSS
"""
