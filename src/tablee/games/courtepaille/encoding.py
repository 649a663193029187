"""La Courte Paille in numbers. Every action is one number."""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import chain, combinations, compress
from typing import Final

from tablee.core.encoding import Encoding, Field, Numbers, Parts, marks, one_hot, padded, widened
from tablee.core.seat import Seat
from tablee.games.courtepaille import actions as a
from tablee.games.courtepaille.actions import Move
from tablee.games.courtepaille.events import Verdict
from tablee.games.courtepaille.knowledge import CourtePailleView
from tablee.games.courtepaille.knowledge.view import HiddenCard, Memory
from tablee.games.courtepaille.knowledge.view_bytes import (
    DAYS,
    HIDDEN,
    PARCELS,
    PINS,
    PLACES,
    PROMISES,
    REST,
    SHOWN,
    SUNK,
    view_bytes,
)
from tablee.games.courtepaille.pieces import (
    CARDS,
    CHARACTERS,
    HAND_SIZE,
    MOST_ADDED,
    WEEK_SIZES,
    Card,
    Character,
    Ending,
    Source,
    Step,
)
from tablee.games.courtepaille.rules import CourtePaille
from tablee.games.courtepaille.rules.parts import edible
from tablee.games.courtepaille.rules.rounds import can_add, can_draw_two, plays_coco
from tablee.games.courtepaille.state import CourtePailleState

_CARDS: Final = len(CARDS)
_LOOKS: Final = tuple(a.Look(days) for number in (1, 2) for days in combinations(range(1, DAYS + 1), number))
_LOOK_NUMBER: Final = {look: number for number, look in enumerate(_LOOKS)}
_NUMBER: Final = {card: number for number, card in enumerate(CARDS)}
_DRAWS: Final = [(number, 1) for number in range(_CARDS)]
_CHARACTER: Final = {character: number for number, character in enumerate(CHARACTERS)}
_STEPS: Final = tuple(Step)
_STEP_HOT: Final = {step: one_hot(number, len(_STEPS)) for number, step in enumerate(_STEPS)}
_ENDINGS: Final = tuple(Ending)

_TAKE: Final = _CARDS
_FROM_MENU: Final = _TAKE + _CARDS
_FROM_HAND: Final = _FROM_MENU + _CARDS
_FROM_PILE: Final = _FROM_HAND + _CARDS
_REMOVE: Final = _FROM_PILE + 1
_EAT: Final = _REMOVE + DAYS
_LOOK: Final = _EAT + len(CHARACTERS)

_HIGHEST: Final = 9999
"""No place has a number that high."""
_MOST_POINTS: Final = 300

Rows = Iterable[Sequence[int]]


class CourtePailleEncoding(Encoding[CourtePailleState, Move, CourtePailleView]):
    """Numbers stand for: choose, take, add from the menu, add from the hand (each by card), add from the pile, remove
    (by day), eat (by character), look (by day, then by pair of days)."""

    size = _LOOK + len(_LOOKS)
    chance_size = _CARDS

    def __init__(self, game: CourtePaille) -> None:
        self._players = game.players
        self._advanced = game.advanced
        self._parts = len(WEEK_SIZES) if game.advanced else 1
        self._verdict_bytes = lru_cache(maxsize=8)(lambda verdict: bytes(list(self._verdict(verdict))))
        super().__init__(game, self._described())

    # Actions

    def parts(self, action: Move) -> Parts:
        match action:
            case a.Choose():
                return (_NUMBER[action.card],)
            case a.Take():
                return (_TAKE + _NUMBER[action.card],)
            case a.Add(source, card) if card is not None:
                return ((_FROM_MENU if source is Source.MENU else _FROM_HAND) + _NUMBER[card],)
            case a.Add():
                return (_FROM_PILE,)
            case a.Remove():
                return (_REMOVE + action.day - 1,)
            case a.Eat():
                return (_EAT + _CHARACTER[action.character],)
            case a.Look():
                return (_LOOK + _LOOK_NUMBER[action],)
            case _:
                raise ValueError(f"{action} is chance's")

    def action(self, state: CourtePailleState, seat: Seat, parts: Parts) -> Move:
        (number,) = parts
        if number < _FROM_PILE:
            kind, card = divmod(number, _CARDS)
            return (a.CHOOSE, a.TAKE, a.ADD_FROM_MENU, a.ADD_FROM_HAND)[kind][card]
        if number == _FROM_PILE:
            return a.ADD_FROM_PILE
        if number < _EAT:
            return a.removals(DAYS)[number - _REMOVE]
        if number < _LOOK:
            return a.EAT[CHARACTERS[number - _EAT]]
        return _LOOKS[number - _LOOK]

    def legal(self, state: CourtePailleState, seat: Seat, parts: Parts = ()) -> int:
        step = state.step
        if step is Step.CHOOSE:
            return state.hands[seat]
        if step is Step.CARRY_OUT and seat == state.queue[-1]:
            return self._coco(state, seat) if plays_coco(state) else state.menu << _TAKE
        if step is Step.EAT and seat == state.part_winners[-1]:
            return sum(1 << _EAT + _CHARACTER[character] for character in edible(state))
        return 0

    @staticmethod
    def _coco(state: CourtePailleState, seat: Seat) -> int:
        """CP-12 to CP-15, CP-17."""
        opened, days = len(state.open_days), len(state.open_days) + len(state.face_down)
        found = (1 << days) - 1 << _REMOVE
        found |= sum(1 << _LOOK + _LOOK_NUMBER[look] for look in a.looks(opened, days))
        if can_add(state):
            found |= state.menu << _FROM_MENU
            if can_draw_two(state):
                found |= 1 << _FROM_PILE | state.hands[seat] << _FROM_HAND
        return found

    def chance_number(self, action: Move) -> int:
        return _NUMBER[action.card]  # type: ignore[union-attr,index]  # chance only draws

    def chance_action(self, number: int) -> Move:
        return a.DRAW[number]

    def odds(self, state: CourtePailleState) -> list[tuple[int, int]]:
        return list(compress(_DRAWS, marks(state.pile)))

    def alike(self, state: CourtePailleState) -> int:
        return state.pile

    # Views

    def _described(self) -> Iterator[Field]:
        players, characters = self._players, len(CHARACTERS)
        cards = "By card: captain 1 to 9, cook, boy, lookout, sailor, teller, Coco 1 to 5"
        hidden = "its number as a place, the card plus 1 (0: not known), the seats that know it, whether all do"
        endings = ", ".join(f"{number} {ending}" for number, ending in enumerate(_ENDINGS, 1))
        yield Field("seat", (players,), 0, 1, "Whose view it is; all 0: a spectator's.")
        yield Field("step", (len(_STEPS),), 0, 1, f"What the match waits for: {', '.join(_STEPS)}.")
        yield Field("owed", (1,), 0, HAND_SIZE * players, "Cards that are still to be drawn for this step.")
        yield Field("part", (1,), 0, self._parts, "From 1.")
        yield Field("round", (1,), 1, 2 * DAYS, "Of this part, from 1.")
        yield Field("seats", (players,), 0, 1, "Who is still in the game (CP-26).")
        yield Field("shark", (players,), 0, 1, "Who has the shark (CP-04).")
        yield Field("hand", (_CARDS,), 0, 1, f"{cards}: whether it is in one's own hand.")
        yield Field("hand_sizes", (players,), 0, _CARDS, "Cards of each hand.")
        yield Field("known", (players, _CARDS), 0, 1, "Cards of each hand that everybody knows.")
        yield Field("open_days", (DAYS,), 0, _CARDS, "The days turned up, each card plus 1; 0: none.")
        yield Field("face_down", (DAYS, HIDDEN), 0, _HIGHEST, f"The other days, for each {hidden}.")
        yield Field("added", (1,), 0, MOST_ADDED, "Cards added to the week in this part (CP-14).")
        yield Field("menu", (_CARDS,), 0, 1, "Cards of the menu.")
        yield Field("pile", (1,), 0, _CARDS, "How many cards the draw pile has.")
        yield Field("discard", (_CARDS,), 0, 1, "Cards of the discard pile that everybody knows.")
        yield Field("buried", (_CARDS, HIDDEN), 0, _HIGHEST, f"Its other cards, for each {hidden}.")
        yield Field("characters", (characters,), 0, 1, "Characters still in the game: captain, cook, …, Coco.")
        yield Field("chosen", (players,), 0, 1, "Who has chosen a card.")
        yield Field("choice", (1,), 0, _CARDS, "One's own choice, face down, plus 1; 0: none.")
        yield Field("turned_up", (players,), 0, _CARDS, "Chosen cards still to be carried out, plus 1; 0: none.")
        yield Field("queue", (players,), 0, players, "The order in which they will be: seats plus 1; 0: no more.")
        yield Field("looked", (players, 3), 0, DAYS, "Who looked in this round (CP-15): seat plus 1, days; 0: none.")
        yield Field(
            "lost", (1 + players * _CARDS,), 0, 1, "Whether a character has left, and what each hand lost then."
        )
        yield Field("eaten", (self._parts, characters), 0, 1, "Who drew the short straw, by part (CP-18).")
        yield Field("part_winners", (self._parts,), 0, players, "Who won each part, seat plus 1; 0: not yet.")
        verdict = "1, the winner, the week's total of each character; then by count (CP-19, CP-20) 1, its characters"
        points = "the points of each seat plus 1 (0: not told) and the most it can have plus 1"
        width = 2 + characters + characters * (1 + characters + 2 * players)
        yield Field("verdict", (width,), 0, _MOST_POINTS, f"Of the last part that ended: {verdict}, {points}.")
        yield Field("winners", (players,), 0, 1, "Who has won the match.")
        yield Field("ending", (1,), 0, len(_ENDINGS), f"How the match ended: {endings}; 0: not yet.")
        yield from self._remembered(hidden)

    def _remembered(self, hidden: str) -> Iterator[Field]:
        """Of what can be concluded about cards not seen; knowledge/public.py explains parcels, places and pins."""
        yield Field("numbers", (2,), 0, _HIGHEST, "The parcel of the draw pile, and the next free number.")
        yield Field("parcels", (PARCELS,), 0, _HIGHEST, "The number of each parcel, the oldest first; 0: no more.")
        yield Field("parcel_of", (_CARDS,), 0, PARCELS, "By card: in which of them it may be, from 1; 0: in none.")
        yield Field(
            "places", (PLACES, 3), 0, _HIGHEST, "Which parcel, from 1; a place; how many of its cards lie there."
        )
        yield Field("pins", (PINS, 3), 0, _HIGHEST, "Cards seen in a place: card plus 1, parcel, place.")
        yield Field("sunk", (SUNK, HIDDEN), 0, _HIGHEST, f"Cards shuffled in that somebody knew, for each {hidden}.")
        if self._advanced:
            promise = "which parcel, from 1; seat; the least and the most points; the characters counted"
            width = 4 + len(CHARACTERS)
            yield Field("promises", (PROMISES, width), 0, _MOST_POINTS, f"Announcements (CP-21): {promise}.")
            yield Field("shown", (SHOWN, 2), 0, _CARDS, "Cards that were with a parcel then: parcel and card, from 1.")
        yield Field("rest", (REST,), 0, 2**31 - 1, "Zeros; a digest of what the fields above have no room for, if any.")

    def values(self, view: CourtePailleView) -> Iterator[Numbers]:
        players = self._players
        yield one_hot(view.seat, players)
        yield _STEP_HOT[view.step]
        yield [view.owed, view.part, view.round]
        yield _members(view.seats, players)
        yield one_hot(view.shark, players)
        yield _some(view.hand)
        yield view.hand_sizes
        for known in view.known:
            yield _some(known)
        yield padded([_NUMBER[card] + 1 for card in view.open_days], DAYS)
        yield padded(_flat(map(_hidden, view.face_down)), DAYS * HIDDEN)
        yield [view.added]
        yield _some(view.menu)
        yield [view.pile]
        yield _some(view.discard)
        yield padded(_flat(map(_hidden, view.buried)), _CARDS * HIDDEN)
        yield _members([_CHARACTER[character] for character in view.characters], len(CHARACTERS))
        yield view.chosen
        yield [_or_none(view.choice)]
        yield [_or_none(card) for card in view.turned_up]
        yield padded([seat + 1 for seat in view.queue], players)
        yield padded(_flat([looked.seat + 1, *padded(looked.days, 2)] for looked in view.looked), 3 * players)
        yield padded([1, *_flat(map(_some, view.lost))] if view.lost else (), 1 + players * _CARDS)
        yield padded(_flat(map(_of_characters, view.eaten)), self._parts * len(CHARACTERS))
        yield padded([seat + 1 for seat in view.part_winners], self._parts)
        yield self._verdict(view.verdict)
        yield _members(view.winners, players)
        yield [0 if view.ending is None else 1 + _ENDINGS.index(view.ending)]
        yield from self._memory(view.memory)

    def numbers_seen(self, state: CourtePailleState, seat: Seat | None, parts: Parts = ()) -> "array[int]":
        """Without the view, as long as bytes can tell it: numbers above 255 and memories that do not fit are rare."""
        try:
            return widened(view_bytes(state, seat, self._parts, self._advanced, self._verdict_bytes))
        except ValueError:
            return super().numbers_seen(state, seat, parts)

    def _verdict(self, verdict: Verdict | None) -> Numbers:
        characters = len(CHARACTERS)
        told: list[int] = []
        if verdict is not None:
            told = [1, verdict.winner, *verdict.totals]
            for count in verdict.counts:
                told += [1, *_of_characters(count.characters)]
                told += [0 if points is None else points + 1 for points in (*count.points, *count.most)]
        return padded(told, 2 + characters + characters * (1 + characters + 2 * self._players))

    def _memory(self, memory: Memory) -> Iterator[Numbers]:
        rest = bytearray()

        def fitted(rows: Rows, room: int, width: int) -> Numbers:
            flat = _flat(rows)
            if len(flat) > room * width:
                rest.extend(repr((len(rest), flat[room * width :])).encode())
            return padded(flat[: room * width], room * width)

        parcels = list(enumerate(memory.parcels, 1))
        yield [memory.deck, memory.next]
        yield fitted(([parcel.number] for _, parcel in parcels), PARCELS, 1)
        parcel_of = [0] * _CARDS
        for row, parcel in parcels:
            for card in parcel.cards:
                parcel_of[_NUMBER[card]] = min(row, PARCELS)
        yield parcel_of
        if len(parcels) > PARCELS:
            rest.extend(repr([parcel.cards for parcel in memory.parcels]).encode())
        yield fitted(([row, *place] for row, parcel in parcels for place in parcel.places), PLACES, 3)
        yield fitted(([_NUMBER[pin.card] + 1, pin.parcel, pin.place] for pin in memory.pins), PINS, 3)
        yield fitted(map(_hidden, memory.sunk), SUNK, HIDDEN)
        if self._advanced:
            promises = (
                [row, said.seat, said.least, said.most, *_of_characters(said.characters)]
                for row, parcel in parcels
                for said in parcel.promises
            )
            yield fitted(promises, PROMISES, 4 + len(CHARACTERS))
            yield fitted(([row, _NUMBER[card] + 1] for row, parcel in parcels for card in parcel.shown), SHOWN, 2)
        yield _digest(rest) if rest else [0] * REST


def _flat(rows: Rows) -> list[int]:
    return list(chain.from_iterable(rows))


def _members(numbers: Iterable[int], size: int) -> list[int]:
    row = [0] * size
    for number in numbers:
        row[number] = 1
    return row


@lru_cache(maxsize=1 << 12)
def _some(cards: tuple[Card, ...]) -> "array[int]":
    return array("i", _members([_NUMBER[card] for card in cards], _CARDS))


def _of_characters(characters: tuple[Character, ...]) -> list[int]:
    return _members([_CHARACTER[character] for character in characters], len(CHARACTERS))


def _or_none(card: Card | None) -> int:
    return 0 if card is None else _NUMBER[card] + 1


def _hidden(card: HiddenCard) -> list[int]:
    return [card.number, _or_none(card.card), *_members(card.known_by, 5), card.known_to_all]


def _digest(data: bytearray) -> list[int]:
    digest = blake2b(data, digest_size=4 * REST).digest()
    return [int.from_bytes(digest[place : place + 4], "big") >> 1 for place in range(0, 4 * REST, 4)]
