"""Players that are programs. They see a view, never a state."""

from tablee.bots.levels import BOTS, LEVELS

__all__ = ["BOTS", "LEVELS"]
