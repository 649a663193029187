"""One match as learning programs play it: choices are numbers, chance is drawn as needed, and nothing is logged."""

import random
from array import array
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from tablee.core.encoding import AnyEncoding, Parts
from tablee.core.game import Action, AnyGame, State
from tablee.core.playout import draw_chance
from tablee.core.registry import GAMES, game, manifest, manifest_of
from tablee.core.seat import CHANCE, Seat
from tablee.lab.libraries import TEXTS, LabError


def encoded(name: str, options: dict[str, Any]) -> tuple[AnyGame, AnyEncoding]:
    """A game with these options, and its encoding."""
    chosen = game(name, **options)
    return chosen, encoding_of(chosen)


def encoding_of(chosen: AnyGame) -> AnyEncoding:
    """The encoding of a game; an error if it has none."""
    make = manifest_of(chosen).encoding
    if make is None:
        raise LabError("no_encoding", {"game": chosen.name, "allowed": ", ".join(encodable())}, texts=TEXTS)
    return make(chosen)


def encodable() -> list[str]:
    """The names of all games that have an encoding."""
    return [name for name in GAMES if manifest(name).encoding is not None]


def env_id(chosen: AnyGame | str, version: int | None = None) -> str:
    """What other libraries call the game.

    >>> env_id("chess", 1)
    'tablee/chess-v1'
    """
    name = chosen if isinstance(chosen, str) else chosen.name
    return f"tablee/{name}-v{encoding_of(game(name)).version if version is None else version}"


class Episode:
    """A match and the choices that are half made.

    Those who choose at once all see the table as it was before: what they choose is carried out when the last of them
    has chosen.
    """

    __slots__ = ("_begun", "_chosen", "_legal", "_rng", "asked", "encoding", "game", "state")

    def __init__(self, chosen: AnyGame, encoding: AnyEncoding, rng: random.Random | None = None) -> None:
        """Without `rng` chance is asked like a seat."""
        self.game = chosen
        self.encoding = encoding
        self._rng = rng
        self.state: State = chosen.start()
        self._begun: dict[Seat, Parts] = {}
        self._chosen: dict[Seat, Action] = {}
        self._legal: dict[Seat, int] = {}
        self.asked: tuple[Seat, ...] = ()
        """Who is to choose now; nobody when the match is over."""
        self._go_on()

    def copy(self) -> "Episode":
        """An independent copy, but for the generator."""
        return self.with_state(self.state.copy(), self._chosen)

    def with_state(self, state: State, chosen: Mapping[Seat, Action]) -> "Episode":
        """The same with another state, and with what others have chosen at once."""
        new = Episode.__new__(Episode)
        new.game, new.encoding, new._rng, new.asked = self.game, self.encoding, self._rng, self.asked
        new.state = state
        new._begun, new._chosen, new._legal = dict(self._begun), dict(chosen), {}
        return new

    def possible(self, seat: Seat, rng: random.Random) -> "Episode":
        """An episode that a seat thinks possible: what it cannot know is drawn anew."""
        state = self.game.determinize(self.game.view(self.state, seat), rng)
        drawn = {other: self.game.random_action(state, other, rng) for other in self._chosen}
        if seat in drawn:
            drawn[seat] = self._chosen[seat]
        return self.with_state(state, drawn)

    @property
    def over(self) -> bool:
        return not self.asked

    def begun(self, seat: Seat) -> Parts:
        """The parts of its choice that a seat has already made."""
        return self._begun.get(seat, ())

    def legal(self, seat: Seat) -> int:
        """The numbers that a seat may choose now, as a set with a bit a number."""
        if seat not in self.asked:
            return 0
        legal = self._legal.get(seat)  # Whoever observes and then chooses asks twice.
        if legal is None:
            legal = self._legal[seat] = self._found_legal(seat)
        return legal

    def _found_legal(self, seat: Seat) -> int:
        if seat == CHANCE:
            return sum(1 << number for number, _ in self.encoding.odds(self.state))
        return self.encoding.legal(self.state, seat, self.begun(seat))

    def check(self, seat: Seat, number: int) -> None:
        """Raise `LabError` if a seat may not choose this number now."""
        legal = self.legal(seat)
        if not legal:
            details = {"seat": seat, "allowed": ", ".join(map(str, self.asked)) or "–"}
            raise LabError("not_asked", details, texts=TEXTS)
        if number < 0 or not legal >> number & 1:
            numbers = members(legal)
            allowed = ", ".join(map(str, numbers[:20])) + (", …" if len(numbers) > 20 else "")
            raise LabError("illegal_number", {"number": number, "seat": seat, "allowed": allowed}, texts=TEXTS)

    def choose(self, seat: Seat, number: int) -> bool:
        """A seat chooses a legal number; whether its action is whole now."""
        action = self.action(seat, number)
        if action is None:
            self._begun[seat] = (*self.begun(seat), number)
            self._legal.pop(seat, None)
            return False
        self.play(seat, action)
        return True

    def action(self, seat: Seat, number: int) -> Action | None:
        """What a seat does by a legal number; None if more numbers are to come."""
        if seat == CHANCE:
            outcome: Action = self.encoding.chance_action(number)
            return outcome
        begun = self._begun.get(seat)
        return self.encoding.action(self.state, seat, (number,) if begun is None else (*begun, number))

    def play(self, seat: Seat, action: Action) -> None:
        """A seat does something that is legal."""
        self._begun.pop(seat, None)
        if len(self.asked) > 1:
            self._chosen[seat] = action
            self.asked = tuple(other for other in self.asked if other != seat)
            return
        apply, state = self.game.apply, self.state
        self._legal = {}
        if self._chosen:
            for other, chosen in self._chosen.items():
                apply(state, other, chosen, False)
            self._chosen = {}
        apply(state, seat, action, False)
        self._go_on()

    def _go_on(self) -> None:
        """Draw what chance decides, and see who is asked next."""
        game, state, rng = self.game, self.state, self._rng
        self.asked = tuple(game.actors(state) if rng is None else draw_chance(game, state, rng))

    def numbers(self, seat: Seat | None) -> "array[int]":
        """What a seat (None: a spectator) knows, as one flat array."""
        begun = () if seat is None else self.begun(seat)
        return self.encoding.numbers_seen(self.state, seat, begun)

    def returns(self) -> list[float]:
        """What the match is worth to each seat: 1 for a win alone, split where a win is shared, and as much below 0
        for the others as makes the sum 0. Zeros until it is over."""
        winners, players = self.game.winners(self.state), self.game.players
        if not winners:
            return [0.0] * players
        share = players / len(winners)
        return [((share if seat in winners else 0) - 1) / (players - 1) for seat in self.game.seats]

    def nearest(self, seat: Seat, number: int) -> int:
        """The first legal number from this one on, from the lowest again after the highest."""
        legal = self.legal(seat)
        above = legal >> number << number if number > 0 else legal
        lowest = above or legal
        return (lowest & -lowest).bit_length() - 1


@lru_cache(maxsize=1 << 10)
def members(numbers: int) -> tuple[int, ...]:
    """The numbers of a set, lowest first. Sets come back: a thousand of them are kept.

    >>> members(0b10110)
    (1, 2, 4)
    """
    digits = bin(numbers)[:1:-1]
    found, place = [], digits.find("1")
    while place >= 0:
        found.append(place)
        place = digits.find("1", place + 1)
    return tuple(found)
