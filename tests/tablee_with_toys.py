"""The program `tablee`, with the toy games in the house: for tests that start it as a process of its own."""

import sys

from tests.toys import keep_toys

from tablee.cli import main

# Also in the workers of a house, which know this module as `__mp_main__`; not where pytest looks for doctests.
if __name__ in ("__main__", "__mp_main__"):
    keep_toys()

if __name__ == "__main__":
    sys.exit(main())
