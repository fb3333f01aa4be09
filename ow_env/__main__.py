"""``python -m ow_env``: the command `ow`, where its script is not on the path."""

import sys

from ow_env.cli import main

if __name__ == "__main__":
    sys.exit(main())
