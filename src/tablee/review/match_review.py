"""The review of a match: its jobs, and what their findings add up to."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from typing import Any, NamedTuple

import msgspec

from tablee.bots.judgement import Judgement
from tablee.bots.process_pool import results
from tablee.core.match import Match
from tablee.core.record import dumps, opened, player_data
from tablee.core.seat import Seat
from tablee.review.accuracy import accuracy
from tablee.review.decisions import decision, strongest, thought
from tablee.review.findings import DecisionFinding, Finding, Job, MomentReview, StandingFinding
from tablee.review.luck_split import LuckSplit, luck_split
from tablee.review.moments import Moment, decisions_of, moments
from tablee.review.review_settings import ReviewError, ReviewSettings, settings_for
from tablee.review.turning_points import lucky_moments, turning_points
from tablee.review.win_chances import Mixture, standing


class SeatReview(msgspec.Struct, frozen=True):
    """How one seat played, and why it came out as it did."""

    decisions: int
    """Choices in which there was something to choose."""
    accuracy: float | None
    """0 to 100; None: it had nothing to choose."""
    mean_cost: float | None
    split: LuckSplit


class MatchReview(msgspec.Struct, frozen=True):
    """All of a review as plain data: it can be stored and sent. Seats and entries count from 0."""

    checksum: str
    """Of the record."""
    game: str
    rules_version: int
    options: dict[str, Any]
    players: list[dict[str, str]]
    settings: ReviewSettings
    start: StandingFinding
    moments: list[MomentReview]
    seats: list[SeatReview]
    turning_points: list[int]
    """The entries of the three choices that cost most, the dearest first; fewer if fewer cost anything."""
    lucky_moments: list[int]
    """The numbers of the three moments of luck that changed most, the greatest first."""

    @property
    def decisions(self) -> list[DecisionFinding]:
        """All of them, in the order of the match."""
        return [found for moment in self.moments for found in moment.decisions]


class _Finished(NamedTuple):
    """A match that is over, cut into moments."""

    match: Match
    moments: list[Moment]
    jobs: list[Job]

    def before(self, entry: int) -> Match:
        """As it stood before the moment of this entry: who chooses at the same time as others sees none of that."""
        return self.match.at(max(moment.first for moment in self.moments if moment.first <= entry))


@lru_cache(maxsize=4)
def _finished(record: bytes) -> _Finished:
    """A worker is asked many things about one match: it is read once."""
    match = Match.replay(record)
    if not match.over:
        raise ReviewError("unfinished", {"entries": len(match.log)})
    cut, jobs = moments(match), [Job("standing", 0)]
    for moment in cut:
        jobs += [Job("decision", entry) for entry in decisions_of(match, moment)]
        jobs.append(Job("standing", moment.end))
    return _Finished(match, cut, jobs)


@lru_cache(maxsize=64)
def _thought(record: bytes, settings: ReviewSettings, entry: int) -> Judgement | None:
    """Needed twice: to judge a choice, and to know the chances before it."""
    finished = _finished(record)
    match, seat = finished.match, finished.match.log[entry].seat
    return thought(match.game, finished.before(entry).state, seat, settings, entry=entry)


@dataclass(frozen=True)
class MatchReviewer:
    """Reviews one match, job by job: here, or in worker processes, which it can be sent to."""

    record: bytes
    """The text of the record."""
    settings: ReviewSettings

    @classmethod
    def of(cls, match: Match, settings: ReviewSettings | None = None) -> "MatchReviewer":
        """A reviewer of this match, by default with the usual settings of its game."""
        record = dumps(match.record()).encode("utf-8", "surrogatepass")
        return cls(record, settings or settings_for(match.game))

    def jobs(self) -> list[Job]:
        """All that is to find out. They can be done in any order and place.

        Raises `BadRecord` or, if the match is not over, `ReviewError`.
        """
        return list(_finished(self.record).jobs)

    def finding(self, number: int) -> Finding:
        """What the job of this number finds."""
        finished = _finished(self.record)
        match, job = finished.match, finished.jobs[number]
        if job.kind == "standing":
            state = match.at(job.entry).state
            return standing(match.game, state, self.settings, job.entry, self._strongest(job.entry))
        entry, opinion = match.log[job.entry], _thought(self.record, self.settings, job.entry)
        view = finished.before(job.entry).view(entry.seat)
        return decision(match.game, view, entry.action, opinion, self.settings, entry=job.entry)

    def _strongest(self, entry: int) -> dict[Seat, Mixture]:
        """What the strongest level would choose in the moment that begins with this entry, by seat."""
        match, cut, _ = _finished(self.record)
        numbers = [number for moment in cut if moment.first == entry for number in decisions_of(match, moment)]
        thoughts = {match.log[number].seat: _thought(self.record, self.settings, number) for number in numbers}
        return {seat: strongest(opinion) for seat, opinion in thoughts.items() if opinion is not None}

    def assembled(self, findings: Iterable[Finding]) -> MatchReview:
        """The review, once all jobs are done; their findings may come in any order."""
        match, cut, jobs = _finished(self.record)
        standings: dict[int, StandingFinding] = {}
        decisions: dict[int, DecisionFinding] = {}
        for found in findings:
            if isinstance(found, StandingFinding):
                standings[found.entry] = found
            else:
                decisions[found.entry] = found
        missing = len(jobs) - len(standings) - len(decisions)
        if missing:
            raise ReviewError("incomplete", {"missing": missing, "jobs": len(jobs)})
        told = [_moment_review(match, moment, standings, decisions) for moment in cut]
        start = standings[0]
        content = opened(self.record)
        return MatchReview(
            checksum=content["checksum"],
            game=match.game.name,
            rules_version=match.game.rules_version,
            options=match.game.options(),
            players=[player_data(player) for player in match.players],
            settings=self.settings,
            start=start,
            moments=told,
            seats=[_seat_review(seat, start, told) for seat in match.game.seats],
            turning_points=turning_points(decisions.values()),
            lucky_moments=lucky_moments([moment.change if moment.is_draw else moment.unforeseen for moment in told]),
        )


def _moment_review(
    match: Match, moment: Moment, standings: dict[int, StandingFinding], decisions: dict[int, DecisionFinding]
) -> MomentReview:
    after, before = standings[moment.end], standings[moment.first]
    change = [late - early for late, early in zip(after.baseline, before.baseline, strict=True)]
    errors = [hypot(*both) for both in zip(after.baseline_errors, before.baseline_errors, strict=True)]
    made = [decisions[entry] for entry in decisions_of(match, moment)]
    foreseen = [sum(found.effect[seat] for found in made) for seat in match.game.seats]
    unforeseen = [0.0 if moment.is_draw else whole - part for whole, part in zip(change, foreseen, strict=True)]
    return MomentReview(
        moment.first, moment.end, moment.is_draw, after.chances, after.errors, change, errors, unforeseen, made
    )


def _seat_review(seat: Seat, start: StandingFinding, told: list[MomentReview]) -> SeatReview:
    own = [found for moment in told for found in moment.decisions if found.seat == seat and not found.is_forced]
    costs = [max(0.0, found.cost) for found in own]
    return SeatReview(
        decisions=len(own),
        accuracy=accuracy(costs),
        mean_cost=sum(costs) / len(costs) if costs else None,
        split=luck_split(seat, start, told),
    )


def review(
    match: Match,
    settings: ReviewSettings | None = None,
    *,
    workers: int = 1,
    tell: Callable[[int, int], None] = lambda _done, _all: None,
) -> MatchReview:
    """The review of a finished match. `tell` is called after each job: how many are done, and how many there are."""
    reviewer = MatchReviewer.of(match, settings)
    jobs = len(reviewer.jobs())
    findings: list[Finding] = []
    for found in results(reviewer.finding, range(jobs), workers):
        findings.append(found)
        tell(len(findings), jobs)
    return reviewer.assembled(findings)


def seen_by(told: MatchReview, match: Match, seat: Seat | None) -> MatchReview:
    """The review without what a seat (None: a spectator) did not know of the choices of others. The figures stay."""
    hidden = [
        msgspec.structs.replace(moment, decisions=[_redacted(found, match, seat) for found in moment.decisions])
        for moment in told.moments
    ]
    return msgspec.structs.replace(told, moments=hidden)


def _redacted(found: DecisionFinding, match: Match, reader: Seat | None) -> DecisionFinding:
    if found.seat == reader:
        return found
    events = match.log[found.entry].events
    is_open = bool(events) and all(event.seen_by(reader) == event for event in events)
    return msgspec.structs.replace(found, action=found.action if is_open else None, best=None, options=[])
