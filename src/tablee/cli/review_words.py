"""A review in words and figures, for a terminal and for a page alike."""

from dataclasses import dataclass
from typing import Final

from rich import markup
from rich.text import Text

from tablee.cli.number_format import NumberFormat
from tablee.core.texts import Catalogue
from tablee.review import DecisionFinding, MatchReview
from tablee.review.findings import MomentReview
from tablee.review.narration import MatchNarrator

PARTS: Final = ("start", "draws", "own", "others", "unforeseen", "result")
"""Of a result, in the order of the table."""


@dataclass(frozen=True)
class Line:
    """One line of the course of a match."""

    number: int
    """Of its first entry, from 1."""
    who: str
    """Who chose; "" for a draw."""
    what: str
    verdict: str


class ReviewWords:
    """Says a review to a reader."""

    def __init__(self, told: MatchReview, narrator: MatchNarrator, say: Catalogue) -> None:
        self.review = told
        self.narrator = narrator
        self.say = say
        self.names = narrator.names
        self.figures = NumberFormat(say.lang)
        self._decisions = {found.entry: found for found in told.decisions}

    @property
    def title(self) -> str:
        return self.say("review.title", title=self.narrator.match.game.title(self.say.lang))

    @property
    def setting(self) -> str:
        """How thorough it is."""
        settings = self.review.settings
        whole = self.figures.whole
        return self.say(
            "review.setting",
            iterations=whole(settings.iterations),
            worlds=whole(settings.worlds),
            playouts=whole(settings.playouts),
            seed=settings.seed,
        )

    def columns(self) -> list[str]:
        """The heads of the table of players."""
        heads = [self.say(f"review.columns.{part}") for part in PARTS]
        return [self.say("review.columns.player"), self.say("review.columns.accuracy"), *heads]

    def rows(self) -> list[list[str]]:
        """A row for each seat: name, accuracy, and the parts of its result, which add up."""
        rows = []
        for name, seat in zip(self.names, self.review.seats, strict=True):
            accurate = "–" if seat.accuracy is None else self.figures.whole(seat.accuracy)
            parts = [getattr(seat.split, part) for part in PARTS]
            shown = [self.figures.decimal(100 * part, 1, sign=0 < place < 5) for place, part in enumerate(parts)]
            rows.append([name, accurate, *shown])
        return rows

    def turning_points(self) -> list[str]:
        """The choices that cost most, in words."""
        return [self._turning_point(self._decisions[entry]) for entry in self.review.turning_points]

    def _turning_point(self, found: DecisionFinding) -> str:
        details = {
            "number": found.entry + 1,
            "name": self.names[found.seat],
            "action": self.narrator.chosen(found),
            "best": self.narrator.best(found),
            "cost": self.figures.decimal(100 * found.cost, 1),
            "error": self.figures.decimal(100 * found.error, 1),
        }
        return self.say("review.turning_point" if found.best is not None else "review.hidden_point", **details)

    def boards(self) -> list[str]:
        """The table before each turning point, drawn as for a terminal, without colours."""
        words, names = self.narrator.match.game.words, [markup.escape(name) for name in self.names]
        moments = {found.entry: moment for moment in self.review.moments for found in moment.decisions}
        views = (
            self.narrator.view_before(moments[entry], self._decisions[entry]) for entry in self.review.turning_points
        )
        return [Text.from_markup(words.board(view, names, self.say.lang), emoji=False).plain for view in views]

    def lucky_moments(self) -> list[str]:
        """The luck that changed most, in words."""
        told = []
        for number in self.review.lucky_moments:
            moment = self.review.moments[number]
            luck = moment.change if moment.is_draw else moment.unforeseen
            key = "review.lucky_draw" if moment.is_draw else "review.lucky_choice"
            what = self._drawn(moment) if moment.is_draw else " · ".join(map(self._chosen, moment.decisions))
            told.append(self.say(key, number=moment.first + 1, what=what, changes=self._changes(luck)))
        return told

    def _drawn(self, moment: MomentReview) -> str:
        return " ".join(self.narrator.happened(moment)) or self.say("review.hidden_draw")

    def _chosen(self, found: DecisionFinding) -> str:
        return self.say("review.who_what", who=self.names[found.seat], what=self._choice(found))

    def _choice(self, found: DecisionFinding) -> str:
        return self.narrator.chosen(found) or self.say("review.hidden_choice")

    def _changes(self, changes: list[float]) -> str:
        return ", ".join(
            self.say("review.change", name=name, points=self.figures.decimal(100 * change, 1, sign=True))
            for name, change in zip(self.names, changes, strict=True)
        )

    def course(self) -> list[Line]:
        """Every draw and every choice, in the order of the match."""
        return [line for moment in self.review.moments for line in self._lines(moment)]

    def _lines(self, moment: MomentReview) -> list[Line]:
        if moment.is_draw:
            return [Line(moment.first + 1, "", self._drawn(moment), self._changes(moment.change))]
        return [
            Line(found.entry + 1, self.names[found.seat], self._choice(found), self._verdict(found))
            for found in moment.decisions
        ]

    def _verdict(self, found: DecisionFinding) -> str:
        if found.is_forced:
            return self.say("review.forced")
        if found.is_best:
            return self.say("review.best")
        cost, error = (self.figures.decimal(100 * part, 1) for part in (max(0.0, found.cost), found.error))
        best = self.narrator.best(found)
        if best is None:
            return self.say("review.cost", cost=cost, error=error)
        return self.say("review.better", best=best, cost=cost, error=error)

    def chances(self, seat: int) -> list[float]:
        """A seat's chances from the start to the end."""
        return [self.review.start.chances[seat], *(moment.chances[seat] for moment in self.review.moments)]
