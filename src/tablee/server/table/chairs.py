"""The chairs of a table, and who sits on them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Author:
    """Who chats: a guest, or a program with a token. Never sent to clients."""

    guest: str | None = None
    program: str | None = None

    @property
    def is_known(self) -> bool:
        """False if the guest was forgotten."""
        return self != Author()


@dataclass(frozen=True)
class Chair:
    """Who holds and who plays one seat."""

    name: str = ""
    guest: str | None = None
    """The id of the guest who holds it. Never sent to clients."""
    bot: str | None = None
    """The level of the bot that holds it."""
    program: str | None = None
    """The hash of the token of an external program that holds it."""
    stand_in: str | None = None
    """The level of the bot that plays for an absent guest."""
    forfeited: bool = False
    left: bool = False
    """Whether the guest left for good: they see and play the seat no more, unless the host gives it back."""

    is_late: bool = False
    """Whether the time for the choice that is awaited ran out: the bot makes it, whoever comes back."""
    is_returning: bool = False
    """Whether the guest plays the seat again after that choice."""
    away: bool = False
    """Whether nobody has been connected for so long that the host may have a bot play, or give the seat away."""

    @property
    def is_expected(self) -> bool:
        """Whether somebody is expected to play it who may be absent, and is not yet known to be."""
        return (self.guest is not None or self.program is not None) and not self.left and not self.away

    @property
    def taken(self) -> bool:
        return self.guest is not None or self.bot is not None or self.program is not None

    @property
    def author(self) -> Author:
        """Who chats from this seat."""
        return Author(self.guest, self.program)

    @property
    def played_by(self) -> str | None:
        """The level of the bot that plays this seat now; None if a person or a program does."""
        return self.stand_in or self.bot
