"""Runs a program, and ends it and all that it has started when the process that wanted it is gone.

A script of its own, started by process.py as ``python guard.py FD COMMAND ...`` in a session of its own. Standard input
and output are the program's. FD is a pipe whose other end the parent holds: it ends with the parent, however that
ended. The exit code is the program's; 128 + n if signal n has ended it, as in a shell.
"""

import _thread
import os
import signal
import sys


def run(life: int, command: list[str]) -> int:
    """Run a command to its end; return its exit code."""
    if not hasattr(os, "fork"):
        return 126
    child = os.fork()
    if child == 0:
        os.close(life)
        try:
            os.execvp(command[0], command)
        except OSError as error:
            os.write(2, f"{command[0]}: {error.strerror}\n".encode())
        os._exit(127)
    for stream in range(3):
        os.close(stream)  # who reads them learns at once when the program has closed its own

    def watch() -> None:
        os.read(life, 1)
        os.killpg(0, signal.SIGKILL)

    _thread.start_new_thread(watch, ())
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    os._exit(run(int(sys.argv[1]), sys.argv[2:]))
