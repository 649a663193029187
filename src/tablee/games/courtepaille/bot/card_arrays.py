"""What the cards are worth, in arrays that are indexed by a card's number. Needs numpy."""

from typing import Final

import numpy as np
import numpy.typing as npt

from tablee.games.courtepaille.pieces import WORTH

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

NO_CARD: Final = 59
KINDS: Final = 7
"""How many characters there are, Coco last."""
COCO: Final = 6

VALUE: Final = np.array([*WORTH, 0], dtype=np.float32)
KIND: Final = np.array([number // 9 for number in range(NO_CARD)] + [KINDS], dtype=np.int64)
IS_COCO: Final = KIND == COCO
POINTS: Final = (VALUE[:, None] * (KIND[:, None] == np.arange(KINDS))).astype(np.float32)
"""By card and character: the card's value if it is his."""
