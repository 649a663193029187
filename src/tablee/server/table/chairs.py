"""The chairs of a table and who sits on them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Author:
    """Who says something: a guest, or a program with a token. Only the house knows which."""

    guest: str | None = None
    program: str | None = None

    @property
    def is_known(self) -> bool:
        """Whether it is still somebody; a guest may have been forgotten."""
        return self != Author()


@dataclass(frozen=True)
class Chair:
    """One seat of a table over the network."""

    name: str = ""
    guest: str | None = None
    """The guest who holds it; only the house knows this id."""
    bot: str | None = None
    """The level of the bot that holds it."""
    program: str | None = None
    """The hash of the token with which a program from outside plays it."""
    stand_in: str | None = None
    """The level of the bot that plays for an absent guest."""
    forfeited: bool = False

    @property
    def taken(self) -> bool:
        return self.guest is not None or self.bot is not None or self.program is not None

    @property
    def author(self) -> Author:
        """Who chats from here."""
        return Author(self.guest, self.program)

    @property
    def played_by(self) -> str | None:
        """The level of the bot of the house that plays this seat now; None if a person or a program does."""
        return self.stand_in or self.bot
