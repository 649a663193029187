"""How a house can fail a program."""


class RemoteError(Exception):
    """The house did not do what was asked."""


class RefusedByHouse(RemoteError):
    """The house refused a request and says why."""

    def __init__(self, code: str, sentence: str, rule: str | None = None, wait: float | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.rule = rule
        """The rule of the game that an action would break."""
        self.wait = wait
        """After how many seconds to try again, where that helps."""


class Unreachable(RemoteError):
    """The house does not answer, or what answers is not a house."""
