"""Why something was not delivered."""


class ReceiverGone(Exception):
    """The receiver is there no longer: nothing more is sent to it."""


class TryLater(Exception):
    """It may work later."""

    def __init__(self, seconds: float = 0.0) -> None:
        super().__init__(seconds)
        self.seconds = seconds
        """How long the receiver wants to be left alone."""


class NotTaken(Exception):
    """The receiver does not take this message, and never will."""
