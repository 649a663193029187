"""The program `tablee`, with the toy games in the house: for tests that start it as a process of its own."""

import sys

from tests.toys import keep_toys

from tablee.cli import main

# In the workers of a house it is `__mp_main__`. Nothing is registered where pytest imports it to look for doctests.
if __name__ in ("__main__", "__mp_main__"):
    keep_toys()

if __name__ == "__main__":
    sys.exit(main())
