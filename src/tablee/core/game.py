"""The interface of a game. See docs/architecture.md for why it is this small."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from tablee.core import chance, codec
from tablee.core.chance import Random
from tablee.core.errors import Refusal
from tablee.core.game_parts import Action, Event, Told, View
from tablee.core.options import check_options
from tablee.core.seat import CHANCE, Seat
from tablee.core.texts import Lang
from tablee.core.words import Words

__all__ = ["Action", "AnyGame", "Event", "Game", "State", "Told", "View"]


class State(ABC):
    """What lies on the table: plain mutable data in `__slots__`. Only the rules write to it."""

    __slots__: tuple[str, ...] = ()

    @abstractmethod
    def copy(self) -> "State":
        """A state that shares nothing mutable with this one; written by hand because it is hot."""

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and all(getattr(self, name) == getattr(other, name) for name in self._parts)

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self._parts)})"

    @property
    def _parts(self) -> tuple[str, ...]:
        """The names of all that it holds. A compiled class has no `__slots__`: the compiler lists them elsewhere."""
        parts: tuple[str, ...] = getattr(self, "__mypyc_attrs__", self.__slots__)
        return tuple([name for name in parts if name != "__dict__"])


S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)
V = TypeVar("V", bound=View)


@dataclass(frozen=True)
class Game(ABC, Generic[S, A, V]):
    """Rules with the options chosen. Options are the dataclass fields; every game has `players`.

    Only `apply` changes a state; all other methods are pure.
    """

    name: ClassVar[str]
    rules_version: ClassVar[int]
    """Goes up when a fix of the rules changes how any recorded match would go."""
    added_options: ClassVar[frozenset[str]] = frozenset()
    """Of an earlier version: options that were added later. They have a fixed value there and are not listed."""
    package: ClassVar[str]
    """The package that holds the game's `text` folder and `rules.md`."""
    action_types: ClassVar[tuple[type[Action], ...]]
    event_types: ClassVar[tuple[type[Event], ...]]
    view_type: ClassVar[type[Any]]
    words: ClassVar[Words[Any, Any]]
    players: int

    def __post_init__(self) -> None:
        check_options(self)

    def _keep(self, **worked_out: object) -> None:
        """Keep what follows from the options: for games whose rules need it at hand at every step."""
        for name, value in worked_out.items():
            object.__setattr__(self, name, value)

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """All the seats, clockwise."""
        return tuple(Seat(number) for number in range(self.players))

    def __reduce__(self) -> tuple[Any, ...]:
        # Memoised tables are not pickled: the other process builds its own.
        return type(self), tuple(getattr(self, entry.name) for entry in fields(self))

    # The course of a match

    @abstractmethod
    def start(self) -> S:
        """The state before anything is drawn or chosen."""

    @abstractmethod
    def actors(self, state: S) -> Sequence[Seat]:
        """Who is to choose: one seat, several at once, `(CHANCE,)`, or nobody when the match is over.

        Simultaneous choices lie face down in the state; the last one resolves them all, so they may be applied in any
        order.
        """

    def may_replace(self, state: S) -> Sequence[Seat]:
        """The seats whose choice lies face down and may still be replaced by another."""
        return ()

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> Sequence[A]:
        """All that a seat may do now; empty unless it is one of `actors` or `may_replace`."""

    def choices(self, state: S, seat: Seat) -> dict[str, Any]:
        """All that a seat may do now as plain data, short enough to send. Override where the list is long."""
        return {"kind": "list", "actions": [self.plain(action) for action in self.legal(state, seat)]}

    def refusal(self, state: S, seat: Seat, action: A) -> Refusal | None:
        """Why the seat may not do this now; None if it may. Must not reveal more than the seat knows."""
        return None if action in self.legal(state, seat) else Refusal("not_possible")

    def is_legal(self, state: S, seat: Seat, action: A) -> bool:
        """Whether the seat may do this now."""
        return self.refusal(state, seat, action) is None

    def odds(self, state: S) -> Mapping[A, int]:
        """What chance may do now, each with its weight."""
        return {}

    def sample(self, state: S, rng: Random) -> A:
        """One outcome of chance, drawn by its odds. Override where listing the odds is slow."""
        return chance.draw(self.odds(state), rng)

    def ticket(self, state: S, rng: Random) -> A:
        """One outcome of chance as the tables of a house draw it: the one at `rng.random()` of the odds, in the order
        in which `odds` lists them. Anybody can check that without knowing the rules.

        Override it, with the same outcome, where listing is slow. A game whose odds are too many to list leaves them
        empty: it is then drawn by `sample`.
        """
        odds = self.odds(state)
        return chance.at_share(odds, rng.random()) if odds else self.sample(state, rng)

    def random_action(self, state: S, seat: Seat, rng: Random) -> A:
        """A legal action, each as likely as the others (for `CHANCE`: by its odds). Override to avoid listing."""
        if seat == CHANCE:
            return self.sample(state, rng)
        return rng.choice(self.legal(state, seat))

    @abstractmethod
    def apply(self, state: S, seat: Seat, action: A, events: bool = True) -> Sequence[Event]:
        """Carry out a legal action on the state, in place. With `events=False` none are made (for playouts)."""

    # What is known

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """All that a seat (None: a spectator) knows."""

    def revealed(self, state: S, seat: Seat | None) -> V:
        """The view of a seat with all hidden cards shown, for a replay. Override where anything is hidden for longer
        than a choice lies face down."""
        return self.view(state, seat)

    @abstractmethod
    def determinize(self, view: V, rng: Random) -> S:
        """A full state that is possible given the view, drawn with the odds the viewer would give it."""

    # How it stands

    @abstractmethod
    def scores(self, state: S) -> tuple[int, ...]:
        """The score of each seat if the match ended now."""

    @abstractmethod
    def winners(self, state: S) -> tuple[Seat, ...]:
        """Who has won; several share; empty while the match goes on."""

    @abstractmethod
    def conserved(self, state: S) -> Mapping[str, int]:
        """Amounts that no action may change: the cards in all places, the coins in play plus those paid, …"""

    def tally(self, state: S) -> Mapping[str, int]:
        """Statistics of a finished match, as `group.case`: how it ended, how often something occurred."""
        return {}

    @property
    @abstractmethod
    def longest(self) -> int:
        """An upper bound on the entries of a match in which nobody replaces a choice."""

    # Plain data

    def options(self) -> dict[str, Any]:
        """The options as plain data."""
        return {
            entry.name: codec.plain(getattr(self, entry.name))
            for entry in fields(self)
            if entry.name not in self.added_options
        }

    def identity(self) -> dict[str, Any]:
        """Which game this is, as plain data: its name, the version of its rules, its options."""
        return {"game": self.name, "rules_version": self.rules_version, "options": self.options()}

    def action(self, data: Mapping[str, Any]) -> Any:
        """An action from plain data: `{"type": …}` and its fields."""
        return codec.read_tagged(data, self.action_types)

    def event(self, data: Mapping[str, Any]) -> Any:
        """An event from plain data."""
        return codec.read_tagged(data, self.event_types)

    def view_from(self, data: Mapping[str, Any]) -> V:
        """A view from plain data."""
        view: V = codec.read(data, self.view_type)
        return view

    @staticmethod
    def plain(thing: Action | Event | View) -> dict[str, Any]:
        """An action, event or view as plain data (dicts, lists, strings, numbers)."""
        return codec.plain_tagged(thing)

    # Names for people

    @classmethod
    def title(cls, lang: Lang) -> str:
        """The name of the game, for people."""
        return cls.words.texts(lang)("title")


AnyGame = Game[Any, Any, Any]
"""A game where it does not matter which."""
