"""What a program at a table may be told instead of what it asked for."""


class RemoteError(Exception):
    """The house did not do what was asked."""


class Refused(RemoteError):
    """The house says no, and why."""

    def __init__(self, code: str, sentence: str, rule: str | None = None, wait: float | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.rule = rule
        """The rule of the game that an action would break."""
        self.wait = wait
        """After how many seconds it may be asked again, if that is all."""


class Unreachable(RemoteError):
    """The house does not answer, or what answers is not a house."""
