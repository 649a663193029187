"""Errors. Each one is data (a code and details) that can be put into a sentence in the reader's language."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tablee.core.texts import Lang, Phrase, catalogue


class TableeError(Exception):
    """A request that cannot be carried out. Nothing has changed."""

    def __init__(
        self,
        code: str,
        details: Mapping[str, object] | None = None,
        *,
        rule: str | None = None,
        texts: str = "tablee.core",
    ) -> None:
        super().__init__(code)
        self.code = code
        self.details = dict(details or {})
        self.rule = rule
        self.texts = texts

    @property
    def phrase(self) -> Phrase:
        """The error as a text not yet translated; it starts with the rule that was broken, if any."""
        sentence = Phrase(f"errors.{self.code}", self.details, self.texts)
        return Phrase("errors.by_rule", {"rule": self.rule, "sentence": sentence}) if self.rule else sentence

    def say(self, lang: Lang) -> str:
        """The error as a sentence."""
        return catalogue(self.texts, lang)("errors.as_is", sentence=self.phrase)

    def __str__(self) -> str:
        return self.say("en")

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (type(self), self.code, self.details, self.rule, self.texts)


def _rebuilt(
    kind: type[TableeError], code: str, details: Mapping[str, object], rule: str | None, texts: str
) -> TableeError:
    return kind(code, details, rule=rule, texts=texts)


class UnknownGame(TableeError):
    """No game of that name in the house."""


class UnknownRules(TableeError):
    """A version of a game's rules that the house does not have."""


class BadOption(TableeError):
    """An option the game does not have, or a value it cannot take."""


class BadData(TableeError):
    """Plain data that cannot be read as an action, an event or a view."""


class BadRecord(TableeError):
    """A record that cannot be read or does not replay."""


class Unreadable(TableeError):
    """A typed line that cannot be read as an action."""


class IllegalAction(TableeError):
    """An action the rules do not allow now."""


@dataclass(frozen=True)
class Refusal:
    """Why an action is not allowed: the rule, a code, and what to fill into its sentence."""

    code: str
    rule: str | None = None
    details: Mapping[str, object] = field(default_factory=dict)
