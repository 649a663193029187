"""Two-player games of simultaneous choices, solved exactly: backward induction, a linear programme for each matrix."""

from collections.abc import Sequence
from typing import Any

from scipy.optimize import linprog

from tablee.core.game import Game, State
from tablee.core.seat import Seat

FIRST, SECOND = Seat(0), Seat(1)


class SolvedGame:
    """The part of the win that is the first seat's if both play perfectly, for every state of a game without chance."""

    def __init__(self, game: Game[Any, Any, Any]) -> None:
        self.game = game
        self._values: dict[str, float] = {}

    def value(self, state: State) -> float:
        """The value of a state in which both are to choose, or the match is over."""
        key = repr(state)
        if key not in self._values:
            self._values[key] = self._work_out(state)
        return self._values[key]

    def _work_out(self, state: State) -> float:
        if not self.game.actors(state):
            winners = self.game.winners(state)
            return (FIRST in winners) / len(winners)
        return matrix_value(self.matrix(state))

    def matrix(self, state: State) -> list[list[float]]:
        """What each pair of choices leads to: rows are the first seat's legal actions, columns the second's."""
        return [
            [self.value(self._after(state, row, column)) for column in self.game.legal(state, SECOND)]
            for row in self.game.legal(state, FIRST)
        ]

    def _after(self, state: State, row: Any, column: Any) -> State:
        after = state.copy()
        self.game.apply(after, FIRST, row, False)
        self.game.apply(after, SECOND, column, False)
        return after


def matrix_value(matrix: Sequence[Sequence[float]]) -> float:
    """What the row player can be sure of on average: the largest v with a mixture of rows that gives v in every column.

    >>> round(matrix_value([[1, 0], [0, 1]]), 6)
    0.5
    """
    if (sure := max(map(min, matrix))) == min(map(max, zip(*matrix, strict=True))):
        return sure
    rows, columns = len(matrix), len(matrix[0])
    solved = linprog(
        [0.0] * rows + [-1.0],
        A_ub=[[-matrix[row][column] for row in range(rows)] + [1.0] for column in range(columns)],
        b_ub=[0.0] * columns,
        A_eq=[[1.0] * rows + [0.0]],
        b_eq=[1.0],
        bounds=[(0, 1)] * rows + [(None, None)],
    )
    return float(-solved.fun)
