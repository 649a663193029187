"""The table of La Courte Paille."""

from dataclasses import dataclass

from tablee.core.game import State
from tablee.games.courtepaille.actions import Choose
from tablee.games.courtepaille.pieces import Cards, Character, Ending, Step
from tablee.games.courtepaille.whereabouts import FaceDown, Whereabouts


@dataclass(frozen=True, slots=True)
class Count:
    """CP-19 to CP-21: what was said of the points for some characters; tuples are by seat."""

    characters: tuple[Character, ...]
    points: tuple[int | None, ...]
    """None: not said."""
    most: tuple[int | None, ...]
    """No more than this was said."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """CP-18 to CP-22: how a part ended."""

    totals: tuple[int, ...]
    """Of the week, by character, Coco's last."""
    counts: tuple[Count, ...]
    """First for those who are eaten, then for those who break the tie."""
    winner: int
    """CP-22; in the basic game the first of those who share the win."""


class CourtePailleState(State):
    """Lists are by seat unless they say otherwise."""

    __slots__ = (
        "added",
        "buried",
        "champions",
        "characters",
        "choices",
        "discard",
        "eaten",
        "ending",
        "face_down",
        "gone",
        "hands",
        "looked",
        "lost",
        "menu",
        "missing",
        "open_days",
        "owed",
        "part",
        "part_winners",
        "pile",
        "queue",
        "round",
        "seats",
        "shark",
        "step",
        "sunk",
        "verdict",
        "whereabouts",
    )
    step: Step
    owed: int
    """How many cards chance has still to draw for this step."""
    part: int
    """From 1."""
    round: int
    """Of this part, from 1."""
    seats: tuple[int, ...]
    """CP-26: those still in the game, clockwise."""
    shark: int
    hands: list[Cards]
    pile: Cards
    """The draw pile, in no order: which card is next, chance says when it is drawn."""
    menu: Cards
    discard: Cards
    """The discard pile, but for `buried`."""
    buried: list[FaceDown]
    """CP-13: cards of the discard pile that not all have seen."""
    sunk: list[FaceDown]
    """Cards of `buried` that somebody knew when they were shuffled into a new draw pile (CP-09)."""
    open_days: list[Cards]
    """The week up to the last day turned up, from the left; one card each."""
    face_down: list[FaceDown]
    """The rest of the week."""
    added: int
    """CP-14: how many cards were added to the week in this part."""
    choices: list[Choose | None]
    """CP-05: face down until the last is in, then turned up until carried out."""
    missing: int
    """How many choices are not in yet."""
    queue: list[int]
    """CP-06: the seats that have not carried out their card, the next one last."""
    looked: tuple[tuple[int, tuple[int, ...]], ...]
    """CP-15: who has looked at which days in this round."""
    whereabouts: Whereabouts
    characters: Cards
    """The cards of the characters still in the game."""
    gone: Cards
    """CP-23: the cards that have left the game."""
    lost: tuple[Cards, ...]
    """CP-23: what each hand lost when a character last left the game; empty before."""
    eaten: tuple[Cards, ...]
    """CP-18: the cards of those who drew the short straw, by part."""
    part_winners: tuple[int, ...]
    """CP-22: in the advanced rule, of the parts that have ended."""
    verdict: Verdict | None
    """Of the last part that ended."""
    champions: tuple[int, ...]
    """CP-20, CP-27: who has won the match."""
    ending: Ending | None

    def copy(self) -> "CourtePailleState":
        new = CourtePailleState.__new__(CourtePailleState)
        new.step = self.step
        new.owed = self.owed
        new.part = self.part
        new.round = self.round
        new.seats = self.seats
        new.shark = self.shark
        new.hands = self.hands[:]
        new.pile = self.pile
        new.menu = self.menu
        new.discard = self.discard
        new.buried = self.buried[:]
        new.sunk = self.sunk[:]
        new.open_days = self.open_days[:]
        new.face_down = self.face_down[:]
        new.added = self.added
        new.choices = self.choices[:]
        new.missing = self.missing
        new.queue = self.queue[:]
        new.looked = self.looked
        new.whereabouts = self.whereabouts.copy()
        new.characters = self.characters
        new.gone = self.gone
        new.lost = self.lost
        new.eaten = self.eaten
        new.part_winners = self.part_winners
        new.verdict = self.verdict
        new.champions = self.champions
        new.ending = self.ending
        return new
