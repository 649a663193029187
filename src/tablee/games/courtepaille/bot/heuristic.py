"""The heuristic of La Courte Paille: which choices look good in a position, and what a position is worth."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from collections.abc import Iterator, Mapping, Sequence
from math import exp, log
from typing import TYPE_CHECKING, Final

from tablee.core.chance import Random
from tablee.core.heuristic import Meter, Ranked
from tablee.core.seat import Seat
from tablee.games.courtepaille.actions import CHOOSE, EAT, TAKE, Add, Choose, Look, Move, Remove, Take
from tablee.games.courtepaille.bot.forecast import COCO, Week, counts, present, sums, week_seen_by, worths
from tablee.games.courtepaille.bot.plain_search import plain_values
from tablee.games.courtepaille.bot.value import match_chances
from tablee.games.courtepaille.knowledge import CourtePailleView
from tablee.games.courtepaille.pieces import CARDS_OF, CHARACTERS, COCOS, NONE, WORTH, Cards, Source, Step, numbers
from tablee.games.courtepaille.rules import CourtePaille
from tablee.games.courtepaille.rules.rounds import effects
from tablee.games.courtepaille.state import CourtePailleState

if TYPE_CHECKING:
    from tablee.games.courtepaille.bot.win_chances import WinChances

ALL_CHOICES: Final = 999
"""More than there are."""

# In points, like the scores of choices. The first two were tuned in matches between policies.

_COCO_TAKEN: Final = 3.0
"""What taking a Coco is worth beyond its value."""

_COCO_LATE: Final = 2
"""The number of days face down up to which Coco is played; with more it is kept."""

_COCO_EARLY: Final = -2.0
"""What playing Coco is worth before that."""

_CURIOUS: Final = 0.4
"""What seeing a day of the week is worth."""

_WHIM: Final = 0.5
"""The policy may overlook differences up to this."""

_HOPELESS: Final = 1e-4
"""Chances below this count as this, as the logarithm needs it."""

_CLOSE: Final = 0.004
"""Where all choose at once: a card that promises so much less is chosen e times less often, so that it is not always
the same one."""

_RARE: Final = 0.1
"""Cards that would be chosen less often than this, beside the best, are never chosen."""

_PART_OF_MATCH: Final = 0.5
"""CP-21: how much of what a part brings is brought home at the end of the match."""


class CourtePailleHeuristic:
    """Hold cards of the character that is likely to be eaten; keep Coco until the week is nearly known.

    Choices rest on what the seat has seen: open days, days it looked at, its hand, the cards others took.
    """

    def __init__(self, game: CourtePaille, chances: "WinChances | None" = None) -> None:
        """`chances`: what values tables, instead of what was learned for this number of players."""
        self._game = game
        self._needs_match = game.coco_needs_match
        self._chances = chances

    # The search

    def judge(self, view: CourtePailleView, rng: Random, meter: Meter) -> Sequence[Ranked]:
        """All choices that differ as far as the viewer can tell, the best first."""
        seat = Seat(view.seat or 0)
        state = self._game.determinize(view, rng)
        choices = [move for move in self.candidates(state, seat, rng, ALL_CHOICES) if _is_distinct(move, state, seat)]
        if len(choices) == 1:
            return [Ranked(choices[0], 1 / len(view.seats), 1.0)]
        values, open_ = self._values(view, seat, choices, rng, meter)
        best = max(open_, key=lambda number: values[number])
        weights = [float(number == best) for number in range(len(choices))]
        if view.step is Step.CHOOSE:
            odds = [exp(min(0.0, value - values[best]) / _CLOSE) for value in values]
            weights = [chance if number in open_ and chance > _RARE else 0.0 for number, chance in enumerate(odds)]
        whole = sum(weights)
        order = sorted(range(len(choices)), key=lambda number: (number != best, -values[number]))
        return [Ranked(choices[number], values[number], weights[number] / whole) for number in order]

    def _values(
        self, view: CourtePailleView, seat: Seat, choices: Sequence[Move], rng: Random, meter: Meter
    ) -> tuple[list[float], list[int]]:
        """What each choice promises, and which of them may be the best."""
        if view.step is Step.EAT or not _has_numpy():
            values = plain_values(self._game, view, choices, self.policy, self._match_chances, rng=rng, meter=meter)
            return values, list(range(len(choices)))
        from tablee.games.courtepaille.bot.round_search import RoundSearch  # noqa: PLC0415 - it needs numpy
        from tablee.games.courtepaille.bot.win_chances import learned  # noqa: PLC0415

        search = RoundSearch(self._game, view, seat, choices, self._chances or learned(self._game.players))
        search.run(rng, meter)
        values, even = search.values(), 1 / len(view.seats)
        if self._game.advanced:
            values = [even + _PART_OF_MATCH * (value - even) for value in values]
        return values, search.open

    def style(self, state: CourtePailleState, seat: Seat, action: Move) -> Mapping[str, float]:
        """Bold: meddle with the week, or count on an outsider. Greedy: high values, and first at the menu. Cautious:
        stay with the favourite, and look before anything else."""
        match action:
            case Remove() | Add():
                return {"bold": 1.0}
            case Look():
                return {"cautious": 1.0}
            case Choose() | Take():
                number = action.bit.bit_length() - 1
                if number // 9 == COCO:
                    return {"bold": 1.0} if isinstance(action, Choose) else {"greedy": 0.5, "bold": 0.5}
                odds = week_seen_by(state, seat).odds()
                favourite = odds[number // 9] / max(odds)
                if isinstance(action, Choose):
                    return {"greedy": (9 - WORTH[number]) / 8, "cautious": 1 - favourite, "bold": favourite}
                return {"greedy": WORTH[number] / 9, "cautious": favourite, "bold": 1 - favourite}
            case _:
                return {}

    # Choices

    def candidates(self, state: CourtePailleState, seat: Seat, rng: Random, most: int) -> Sequence[Move]:
        """The choices with the highest scores."""
        scored = self._scored(state, seat)
        scored.sort(key=lambda choice: -choice[0])
        return [move for _, move in scored[:most]]

    def policy(self, state: CourtePailleState, seat: Seat, rng: Random) -> Move:
        """The choice with the highest score, small differences aside."""
        scored = self._scored(state, seat)
        blurred = [score + _WHIM * rng.random() for score, _ in scored]
        return scored[blurred.index(max(blurred))][1]

    def _scored(self, state: CourtePailleState, seat: Seat) -> list[tuple[float, Move]]:
        """All choices of a seat, each with its score in points."""
        week = week_seen_by(state, seat)
        if state.step is Step.EAT:
            return list(self._meals(state, seat, week))
        worth = worths(state.hands[seat], week.odds(), coco_needs_match=self._needs_match)
        if state.step is Step.CHOOSE:
            return self._choices(state, seat, week, worth)
        choice = state.choices[seat]
        if choice and choice.bit & COCOS:
            return list(self._effects(state, seat, week))
        bonus = (0.0,) * COCO + (_COCO_TAKEN,)
        return [
            (bonus[number // 9] + worth[number // 9] * WORTH[number], TAKE[number]) for number in numbers(state.menu)
        ]

    def _choices(
        self, state: CourtePailleState, seat: Seat, week: Week, worth: Sequence[float]
    ) -> list[tuple[float, Move]]:
        """CP-05: give away what counts least, early enough to find something better on the menu."""
        menu = sorted([worth[number // 9] * WORTH[number] for number in numbers(state.menu)], reverse=True)
        menu += [0.0] * len(state.seats)
        rivals = len(state.seats) - 1
        scored: list[tuple[float, Move]] = []
        for number in numbers(state.hands[seat]):
            value = WORTH[number]
            if number // 9 == COCO:
                gain = self._turn(state, seat, week) if len(state.face_down) <= _COCO_LATE else _COCO_EARLY
            else:
                # CP-06: how many others are likely to take a card first.
                before = rivals * (value - 1) / 9
                place = int(before)
                gain = menu[place] + (before - place) * (menu[place + 1] - menu[place])
            scored.append((gain - worth[number // 9] * value, CHOOSE[number]))
        return scored

    def _turn(self, state: CourtePailleState, seat: Seat, week: Week) -> float:
        """CP-13: what removing the best open day would gain."""
        lead = self._lead(state, seat, week.pool)
        now = _expected(week, lead)
        return max([_expected(week.changed(day), lead) for day in state.open_days], default=now) - now

    def _effects(self, state: CourtePailleState, seat: Seat, week: Week) -> Iterator[tuple[float, Move]]:
        """CP-12: each effect of Coco, scored by the lead over the others after it."""
        lead = self._lead(state, seat, week.pool)
        stays = _expected(week, lead)
        # By day: the card; None if the seat does not know it.
        days = [*state.open_days, *[card if known_by >> seat & 1 else None for card, _, known_by in state.face_down]]
        shorter = _expected(week.longer(-1), lead) if None in days else stays
        for effect in effects(state, seat):
            match effect:
                case Remove(day):
                    card = days[day - 1]
                    yield shorter if card is None else _expected(week.changed(card), lead), effect
                case Look(seen):
                    yield stays + _CURIOUS * sum([days[day - 1] is None for day in seen]), effect
                case Add(source=Source.PILE):
                    yield _expected(week.longer(1), lead), effect
                case Add(source=Source.MENU):
                    yield _expected(week.changed(effect.bit), lead), effect
                case _:
                    # From the hand: there it no longer counts.
                    number = effect.bit.bit_length() - 1
                    longer = week.changed(effect.bit)
                    yield _expected(longer, lead) - longer.odds()[number // 9] * WORTH[number], effect

    def _lead(self, state: CourtePailleState, seat: Seat, pool: Cards) -> list[float]:
        """Points ahead of the others' mean for each character, as far as the seat can tell."""
        own = counts(state.hands[seat], coco_needs_match=self._needs_match)
        seen, unseen = _others(state, seat)
        each = unseen / (pool.bit_count() or 1)
        others = len(state.seats) - 1
        return [
            mine - (theirs + each * more) / others
            for mine, theirs, more in zip(own, sums(seen), sums(pool), strict=True)
        ]

    def _meals(self, state: CourtePailleState, seat: Seat, week: Week) -> Iterator[tuple[float, Move]]:
        """CP-23: the others should lose many cards, the seat itself few."""
        seen, unseen = _others(state, seat)
        each = unseen / (week.pool.bit_count() or 1)
        rivals = len(state.seats) - 1
        for number in present(state.characters & ~COCOS):
            character = CHARACTERS[number]
            of = CARDS_OF[character]
            lost = (seen & of).bit_count() + each * (week.pool & of).bit_count()
            yield lost / rivals - (state.hands[seat] & of).bit_count(), EAT[character]

    # Value

    def value(self, state: CourtePailleState, seat: Seat) -> float:
        """The logarithm of a seat's chance to win over an even chance: 0 is even, 0.7 is twice as likely."""
        return self.values(state)[seat]

    def values(self, state: CourtePailleState) -> list[float]:
        """The values of all seats."""
        chances = self._match_chances(state)
        return [log(max(chance, _HOPELESS) * len(chances)) for chance in chances]

    def _match_chances(self, state: CourtePailleState) -> list[float]:
        return match_chances(state, advanced=self._game.advanced, coco_needs_match=self._needs_match)

    def swing(self, state: CourtePailleState) -> float:
        """Values are logarithms: the chances to win are in proportion to exp(value)."""
        return 1.0


def _is_distinct(move: Move, state: CourtePailleState, seat: Seat) -> bool:
    """Whether a choice is worth a closer look: of unknown days that the same seats know, the last stands for all."""
    opened = len(state.open_days)
    unknown = [day for day, hidden in enumerate(state.face_down, start=opened + 1) if not hidden.known_by >> seat & 1]
    match move:
        case Remove(day) if day in unknown:
            known_by = [state.face_down[other - opened - 1].known_by for other in unknown]
            return state.face_down[day - opened - 1].known_by not in known_by[unknown.index(day) + 1 :]
        case Look(days) if len(unknown) > 1:
            return list(days) in (unknown[:2], unknown[-2:])
        case Look(days):
            # Nothing new is seen but this; with only one day face down there is no other look.
            return days[-1] in unknown[-1:] or days[0] in unknown[-1:]
        case _:
            return True


def _expected(week: Week, lead: Sequence[float]) -> float:
    """Points ahead once somebody is eaten."""
    return sum([chance * ahead for chance, ahead in zip(week.odds(), lead, strict=True)])


def _others(state: CourtePailleState, seat: Seat) -> tuple[Cards, int]:
    """The cards that others are publicly known to hold, and how many more they hold."""
    seen, unseen = NONE, 0
    for other in state.seats:
        if other != seat:
            known = state.public.known[other]
            seen |= known
            unseen += (state.hands[other] & ~known).bit_count()
    return seen, unseen


def _has_numpy() -> bool:
    """Not everybody has it."""
    try:
        import numpy as np  # noqa: F401, PLC0415
    except ImportError:
        return False
    return True
