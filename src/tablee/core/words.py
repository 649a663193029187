"""The texts of a game. Each game has one `Words`, in its `text` package."""

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Final, Generic, TypeVar

from tablee.core.game_parts import Action, Event, View
from tablee.core.texts import Catalogue, Lang, catalogue

V = TypeVar("V", bound=View)
A = TypeVar("A", bound=Action)

_UNESCAPED: Final = re.compile(r"(?<!\\)\[")


class Words(ABC, Generic[V, A]):
    """Everything a game says to people. `names` are the names of the seats, in order."""

    package: ClassVar[str]

    def texts(self, lang: Lang) -> Catalogue:
        """The texts of the game in one language."""
        return catalogue(self.package, lang)

    @abstractmethod
    def view(self, view: V, names: Sequence[str], lang: Lang) -> str:
        """The whole view as text, in lines that a screen reader can read out."""

    def board(self, view: V, names: Sequence[str], lang: Lang) -> str:
        """The view drawn for a terminal, with styles as `[bold red]…[/]`; by default the plain text.

        The caller has already escaped any `[` in the names: these are not escaped again.
        """
        return _UNESCAPED.sub(r"\\[", self.view(view, names, lang))

    @abstractmethod
    def action(self, action: A, lang: Lang) -> str:
        """An action in a few words."""

    def drawn_action(self, action: A, lang: Lang) -> str:
        """The same for readers to whom the place of the action is drawn, so that it need not be named."""
        return self.action(action, lang)

    @abstractmethod
    def event(self, event: Event, names: Sequence[str], lang: Lang) -> str:
        """What happened, as one or more sentences; "" if there is nothing to say."""

    @abstractmethod
    def prompt(self, view: V, lang: Lang) -> str:
        """What the seat is asked to choose now and how to type it, with an example."""

    @abstractmethod
    def parse(self, line: str, view: V) -> A:
        """The action that a typed line means; raises `Unreadable` with what is wrong. Legality is not checked."""

    @abstractmethod
    def spell(self, action: A, view: V) -> str:
        """The line to type for this action; the inverse of `parse`."""

    def preview(self, view: V, action: A, names: Sequence[str], lang: Lang) -> str:
        """What a legal action would do, to be confirmed before it is played; "" if no confirmation is needed.

        Styles and names are as in `board`.
        """
        return ""
