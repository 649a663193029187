"""How much of the game somebody sees: less on the lower levels, as with people who have played less often."""

from dataclasses import dataclass, field, replace
from typing import Final

from tablee.games.restaurant.bot.last_turn import LONGEST
from tablee.games.restaurant.bot.prospects import DEFAULT, Stage, Weights
from tablee.games.restaurant.bot.service_playout import Plans, Taste


@dataclass(frozen=True)
class Sight:
    """What somebody sees, and what he believes."""

    last_turn: int = LONGEST
    """He finds turns that end the evening if they have no more cards than this."""
    weights: Weights = DEFAULT
    """What he believes cards and markers to be worth while orders are taken."""
    plans: Plans = field(default_factory=Plans)
    """What he believes cards to bring when they are served."""


_AT_ANY_TIME: Final = (Stage(0.0, 1.0, 0.0, (0.0, 0.0, 0.0)),)

FACE_VALUES: Final = Weights(
    rim=0.1,
    between=0.1,
    salon=0.1,
    cards=(0.1, 0.2, 0.3, 0.6, 0.1, 0.2, 0.3, 0.6, 0.0, 0.1, 0.1),
    dear_tables=0.0,
    a_jump=0.0,
    two_doubles=0.0,
    stages=_AT_ANY_TIME,
)
"""A menu is worth what is printed on it, and one table is like another."""

WHOEVER_BEGINS: Final = replace(DEFAULT, stages=(Stage(0.0, 0.6, 0.0, (0.0, 0.0, 0.0)),))
"""What cards and markers are worth, but not that a small sum serves first, which decides most evenings."""

SIGHTS: Final = (
    Sight(1, FACE_VALUES, Plans(Taste(leader=0.0, trailer=0.0, opens=0.0))),
    Sight(1, WHOEVER_BEGINS, Plans(Taste(opens=0.0))),
    Sight(2, WHOEVER_BEGINS),
)
"""The least first: one's own points and nothing else; what the others get, too; what the next player gets to serve, and
how a double or a jump can end the evening."""

EVERYTHING: Final = Sight()
