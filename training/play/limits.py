"""What one server takes on, and from one visitor: every limit of `ow play`, in one place.

Below: nothing. Above: sharing.py, connections.py, tables.py, hall.py, server.py. What a visitor may rely on, and what
happens beyond a limit, is the table in docs/server.md; tests/training/play/test_promises.py holds each of its rows.

A visitor is an address that connections come from: all tabs of one machine, and whoever shares its address.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Numbers are of one server where no visitor, connection, table or seat is named; times are in seconds."""

    # Connections.
    connections: int = 800  # and no more than the system lets a process open files, less `spare_files`
    spare_files: int = 200  # for what is not a connection, and for those that are being refused
    visitor_connections: int = 400
    request_within: float = 10.0  # of connecting, or of the answer before, a request is there whole
    hello_within: float = 10.0  # of its opening a WebSocket says which seat it is
    read_within: float = 30.0  # of its sending something is read by the other side
    farewell: float = 2.0  # for which a connection that is refused is kept, so that the reason can be read
    farewells: int = 50  # connections that are told the reason at once; beyond, none is given
    requests: float = 100.0  # of one visitor a second
    requests_at_once: int = 1000  # fifty people at one address open a page together
    frames: float = 20.0  # of any kind, of one WebSocket a second; twice as many at once
    visitor_frames: float = 400.0  # of all WebSockets of one visitor; twice as many at once
    body: int = 16_384  # bytes of a request
    outbox: int = 64  # messages that wait for a slow tab

    # Tables.
    tables: int = 200
    visitor_tables: int = 60
    created: float = 2.0  # tables of one visitor a second; ten times as many at once
    searching: int = 24  # seats of agents that search, at all tables: each has a tree in memory
    visitor_searching: int = 12
    tabs: int = 8  # of one seat
    spectators: int = 50  # of one table
    unused: float = 600.0  # after which a table at which nobody ever sat is forgotten
    idle: float = 3600.0  # likewise one that everybody has left
    ended: float = 900.0  # likewise, once its game is over
    spared: float = 60.0  # for which one that all have left is kept where there is no room: a page may come back
    tidied: float = 60.0  # between two looks at what is to be forgotten

    # Replays: pages to step through a game that is over.
    replay_decisions: int = 5000  # of a game of which a page is made
    review_decisions: int = 2000  # of a game that is reviewed: an agent looks at each
    replay_bytes: int = 32 * 2**20  # of pages that are kept
