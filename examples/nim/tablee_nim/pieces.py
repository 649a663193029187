"""A heap of matches."""

from typing import Final

MOST: Final = 3
"""NM-02: so many matches may be taken at once."""

PACKAGE: Final = __package__
"""Where texts and rules are found: in this package, whatever it is called."""
