"""Seats: the places at a table."""

from typing import Final, NewType

Seat = NewType("Seat", int)
"""A place at the table, counted from 0; not the person who sits there."""

CHANCE: Final = Seat(-1)
"""Whoever shuffles and draws sits here; written "chance" in plain data."""
