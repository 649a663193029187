"""Views, events and actions in words, in a reader's language."""

from collections.abc import Mapping, Sequence
from typing import Any

from tablee.core.game import Action, Event, Game, View
from tablee.core.record import Player
from tablee.core.seat import Seat
from tablee.core.texts import Lang, You, catalogue
from tablee.server.plain_text import cleaned, is_visible


class Narrator:
    """Puts one game into words, with the names of its players, in one language. The reader is addressed as such."""

    def __init__(
        self, game: Game[Any, Any, Any], players: Sequence[Player], lang: Lang, reader: Seat | None = None
    ) -> None:
        self._game = game
        self._words = game.words
        self.lang = lang
        self.names = shown_names(players, lang)
        self.key = (lang, reader, self.names)
        """Narrators with the same key say the same about a match."""
        self._addressed = tuple(You(name) if seat == reader else name for seat, name in enumerate(self.names))

    def view(self, view: View) -> tuple[str, ...]:
        """The whole view, line by line."""
        return tuple(self._words.view(view, self.names, self.lang).splitlines())

    def event(self, event: Event) -> str:
        """What happened; "" if there is nothing to say."""
        return self._words.event(event, self._addressed, self.lang)

    def action(self, action: Action) -> str:
        """A choice, in a few words."""
        return self._words.drawn_action(action, self.lang)

    def choices(self, choices: Mapping[str, Any]) -> tuple[str, ...] | None:
        """Each of the actions that a seat chooses from; None where the choices are no list."""
        if choices["kind"] != "list":
            return None
        return tuple(self.action(self._game.action(plain)) for plain in choices["actions"])


def shown_names(players: Sequence[Player], lang: Lang) -> tuple[str, ...]:
    """The names of the seats in sentences. They are unique, also for bots and people without a name.

    >>> shown_names([Player("Ada"), Player("Ada"), Player("", "greedy"), Player("")], "en")
    ('Ada', 'Ada (2)', 'Bot 3', 'Seat 4')
    """
    say = catalogue("tablee.server", lang)
    names: list[str] = []
    for seat, player in enumerate(players, start=1):
        name = cleaned(player.name)
        if not is_visible(name):
            name = say("names.bot" if player.bot else "names.nobody", seat=seat)
        while name in names:
            name = f"{name} ({seat})"
        names.append(name)
    return tuple(names)
