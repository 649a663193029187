"""Options of a game: dataclass fields with their allowed values."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import Field, dataclass, field, fields
from enum import Enum
from typing import Any, TypeVar

from tablee.core.errors import BadOption
from tablee.core.texts import Phrase

E = TypeVar("E", bound=Enum)


class Option(ABC):
    """What one option may be set to."""

    @abstractmethod
    def read(self, value: object) -> object:
        """The value in the form the game keeps; raises `ValueError` if it is not allowed."""

    @property
    @abstractmethod
    def allowed(self) -> Phrase:
        """The allowed values, for people."""


@dataclass(frozen=True)
class Integer(Option):
    """An integer from `low` to `high`, in steps of `step`."""

    low: int
    high: int
    step: int = 1

    def read(self, value: object) -> object:
        if type(value) is not int or value not in range(self.low, self.high + 1, self.step):
            raise ValueError
        return value

    @property
    def allowed(self) -> Phrase:
        kind = "allowed.whole" if self.step == 1 else "allowed.whole_step"
        return Phrase(kind, {"low": self.low, "high": self.high, "step": self.step})


@dataclass(frozen=True)
class Integers(Option):
    """Several integers, each from `low` to `high`; the order does not matter."""

    least: int
    most: int
    low: int
    high: int

    def read(self, value: object) -> object:
        if not isinstance(value, Sequence) or isinstance(value, str) or not self.least <= len(value) <= self.most:
            raise ValueError
        if any(type(item) is not int or not self.low <= item <= self.high for item in value):
            raise ValueError
        return tuple(sorted(value))

    @property
    def allowed(self) -> Phrase:
        return Phrase("allowed.wholes", {"least": self.least, "most": self.most, "low": self.low, "high": self.high})


@dataclass(frozen=True)
class Choice(Option):
    """One of the members of an enum, or its value."""

    members: type[Enum]

    def read(self, value: object) -> object:
        return self.members(value)

    @property
    def allowed(self) -> Phrase:
        return Phrase("allowed.choice", {"values": ", ".join(str(member.value) for member in self.members)})


@dataclass(frozen=True)
class Flag(Option):
    """Yes or no."""

    needs: str | None = None
    """A flag of the same game without which this one means nothing: it cannot be set alone."""
    rule: str | None = None
    """The rule that says so."""

    def read(self, value: object) -> object:
        if not isinstance(value, bool):
            raise ValueError
        return value

    @property
    def allowed(self) -> Phrase:
        return Phrase("allowed.flag")


def integer(default: int, low: int, high: int, step: int = 1) -> int:
    """A dataclass field holding an integer."""
    chosen: int = field(default=default, metadata={"option": Integer(low, high, step)})
    return chosen


def integers(default: tuple[int, ...], least: int, most: int, low: int, high: int) -> tuple[int, ...]:
    """A dataclass field holding several integers."""
    chosen: tuple[int, ...] = field(default=default, metadata={"option": Integers(least, most, low, high)})
    return chosen


def choice(default: E) -> E:
    """A dataclass field holding a member of an enum."""
    chosen: E = field(default=default, metadata={"option": Choice(type(default))})
    return chosen


def flag(default: bool, *, needs: str | None = None, rule: str | None = None) -> bool:
    """A dataclass field holding yes or no; `needs`: another flag, without which it cannot be set, by this rule."""
    chosen: bool = field(default=default, metadata={"option": Flag(needs, rule)})
    return chosen


def options_of(game: Any) -> dict[str, Option]:
    """The options of a game (or game class), by name, in the order it declares them."""
    return {entry.name: _option(entry) for entry in fields(game)}


def check_options(game: Any) -> None:
    """Check every option of a new game and bring it into its kept form; raises `BadOption`."""
    for name, option in options_of(game).items():
        value = getattr(game, name)
        try:
            object.__setattr__(game, name, option.read(value))
        except ValueError:
            raise BadOption(
                "bad_option", {"game": game.name, "option": name, "value": value, "allowed": option.allowed}
            ) from None
    for name, option in options_of(game).items():
        needed = needed_by(option)
        if isinstance(option, Flag) and needed and getattr(game, name) and not getattr(game, needed):
            raise BadOption("option_alone", {"option": name, "needed": needed}, rule=option.rule)


def needed_by(option: Option) -> str | None:
    """The option without which this one cannot be set."""
    return option.needs if isinstance(option, Flag) else None


def _option(entry: "Field[Any]") -> Option:
    option: Option = entry.metadata["option"]
    return option
