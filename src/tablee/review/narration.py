"""What happened in a match in the game's own words, for one reader."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tablee.core.match import Match
from tablee.core.seat import Seat
from tablee.core.texts import Lang, You
from tablee.review.findings import DecisionFinding, MomentReview, Plain
from tablee.review.match_review import MatchReview, seen_by


@dataclass(frozen=True)
class MatchNarrator:
    """Tells of one match. Names are those of the seats."""

    match: Match
    names: Sequence[str]
    lang: Lang
    reader: Seat | None = None
    """Whose eyes it is seen with. None: draws are told as all could see them, each choice as its own seat knew it."""
    is_revealed: bool = False
    """Whether draws that were hidden are told too."""

    def visible(self, told: MatchReview) -> MatchReview:
        """The review as the reader may see it."""
        return told if self.reader is None or self.is_revealed else seen_by(told, self.match, self.reader)

    def happened(self, moment: MomentReview) -> list[str]:
        """What the reader saw of it, a sentence a line. A seat is addressed."""
        addressed = None if self.is_revealed else self.reader
        names = [You(name) if seat == addressed else name for seat, name in enumerate(self.names)]
        lines: list[str] = []
        for entry in self.match.log[moment.first : moment.end]:
            for event in entry.events:
                seen = event if self.is_revealed else event.seen_by(self.reader)
                if seen is not None:
                    lines += self.match.game.words.event(seen, names, self.lang).splitlines()
        return lines

    def chosen(self, found: DecisionFinding) -> str | None:
        """The choice; None if the reader may not know it."""
        return self._said(found.action)

    def best(self, found: DecisionFinding) -> str | None:
        """The choice of the strongest level; None if it would tell what the reader may not know."""
        return self._said(found.best)

    def view_before(self, moment: MomentReview, found: DecisionFinding) -> Any:
        """What the reader saw before a choice; whoever reads each choice as its own seat knew it sees what that saw."""
        before = self.match.at(moment.first)
        if self.is_revealed:
            return before.revealed(Seat(found.seat))
        return before.view(Seat(found.seat) if self.reader is None else self.reader)

    def _said(self, action: Plain | None) -> str | None:
        game = self.match.game
        return None if action is None else game.words.action(game.action(action), self.lang)
