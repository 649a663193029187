"""Matches of the kernel's toy game, which has draws that only one seat sees, with everything given."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from tests.core.toy import Leave, Roll, Take, Toy, ToyState, ToyView, ToyWords

from tablee.core.chance import Random
from tablee.core.match import Match
from tablee.core.record import Player
from tablee.core.seat import CHANCE, Seat
from tablee.core.texts import Catalogue, Lang
from tablee.review import ReviewSettings

NAMES: Final = ("Anne", "Zoé")
QUICK: Final = ReviewSettings(iterations=60, worlds=60, playouts=200)


class ToyDiceWords(ToyWords):
    """With a title."""

    def texts(self, lang: Lang) -> Catalogue:
        return Catalogue(lang, {"title": "Dice"})


@dataclass(frozen=True)
class ToyDice(Toy):
    """The same game for bots and people."""

    name: ClassVar = "toy_dice"
    words: ClassVar = ToyDiceWords()

    def determinize(self, view: ToyView, rng: Random) -> ToyState:
        state = self.start()
        state.turn, state.roll, state.points = view.turn, view.roll, list(view.points)
        return state


def dice_match(*turns: tuple[int, bool], players: Sequence[Player] | None = None) -> Match:
    """A match in which each seat in turn rolls so many pips, and takes them or not."""
    match = Match(ToyDice(), players=players or [Player(name) for name in NAMES])
    for number, (pips, takes) in enumerate(turns):
        match.play(CHANCE, Roll(pips))
        match.play(Seat(number), Take() if takes else Leave())
    return match
