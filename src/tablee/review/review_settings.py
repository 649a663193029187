"""How thoroughly a match is reviewed."""

from math import inf

import msgspec

from tablee.core.errors import TableeError
from tablee.core.game import AnyGame
from tablee.core.registry import manifest_of


class ReviewError(TableeError):
    """A match that cannot be reviewed."""

    def __init__(self, code: str, details: dict[str, object] | None = None) -> None:
        super().__init__(code, details, texts="tablee.review")

    def __reduce__(self) -> tuple[type["ReviewError"], tuple[str, dict[str, object]]]:
        return type(self), (self.code, self.details)


class ReviewSettings(msgspec.Struct, frozen=True):
    """The same record and settings give the same review. `ReviewTuning` says what the numbers are."""

    iterations: int
    worlds: int
    playouts: int
    moves: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("iterations", "worlds", "playouts"):
            if getattr(self, name) < 2:
                raise ReviewError("too_little", {"name": name, "value": getattr(self, name)})

    @property
    def playout_moves(self) -> float:
        """The same as a number that moves can be counted down from."""
        return inf if self.moves is None else self.moves


def settings_for(game: AnyGame, depth: int = 1, seed: int = 0) -> ReviewSettings:
    """The usual settings of a game. `depth`: a multiple of the usual work.

    >>> import tablee
    >>> usual, deep = (settings_for(tablee.game(min(tablee.GAMES)), depth) for depth in (1, 4))
    >>> deep.playouts == 4 * usual.playouts
    True
    """
    tuning = manifest_of(game).review
    share = depth * min(1.0, tuning.players / game.players)
    iterations, worlds, playouts = (
        max(2, round(share * usual)) for usual in (tuning.iterations, tuning.worlds, tuning.playouts)
    )
    return ReviewSettings(iterations, worlds, playouts, tuning.moves, seed)
