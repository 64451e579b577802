"""`python -m unotable`: the command line where no script is installed."""

import sys

from unotable.cli import main

if __name__ == "__main__":
    sys.exit(main())
