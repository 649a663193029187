"""The program `tablee`, with the toy games in the house: for tests that start it as a process of its own."""

import sys

from tests.toys import MANIFESTS

from tablee.cli import main
from tablee.core.registry import register

# Here, not below: the workers of a house import this module too.
for manifest in MANIFESTS:
    register(manifest)

if __name__ == "__main__":
    sys.exit(main())
