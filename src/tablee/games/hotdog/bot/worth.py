"""What hot-dogs not paid for yet are worth, in dollars. Found by trial in matches."""

from typing import Final

IN_TIME: Final = 0.3
"""A hot-dog that can be sold before any player can have sold out."""
IN_OVERTIME: Final = 0.1
"""A hot-dog that can be sold if that takes one round more."""
WAITING: Final = 0.5
"""A hot-dog at a table that is not full yet."""
NEARLY_FULL: Final = 0.3
"""Added to it in proportion as the table fills."""
HAND_SWING: Final = 4.5
"""How much a hand can change: a lead in dollars divided by it is a logarithm of odds. Fitted to matches."""
TO_THE_END: Final = 0.15
"""The part of a hand that stays open even when a player has hardly a hot-dog left."""
