"""A budget for searches in tests."""


class Iterations:
    """A meter that allows a fixed number of iterations."""

    def __init__(self, number: int) -> None:
        self.left = number

    def next_iteration(self) -> bool:
        self.left -= 1
        return self.left >= 0
