"""A review: its jobs, what they find, and what it adds up to."""

import pickle
from random import Random
from typing import Any

import msgspec
import pytest
from tests.core.toy import Roll
from tests.core.toy import Take as TakeRoll
from tests.review.dice_match import QUICK, dice_match
from tests.toy_auction import ToyAuction
from tests.toy_auction.pieces import Bid, Lot
from tests.toy_nim import Take, ToyNim

from tablee.bots.judgement import Judgement
from tablee.core.errors import BadRecord
from tablee.core.heuristic import Ranked
from tablee.core.match import Match
from tablee.core.record import dumps, sealed
from tablee.core.seat import Seat
from tablee.review import (
    DecisionFinding,
    Job,
    MatchReview,
    MatchReviewer,
    ReviewError,
    ReviewSettings,
    StandingFinding,
    decisions,
    review,
    settings_for,
)
from tablee.review.decisions import always, decision, gains, mixed, outcomes, strong_rivals, strongest
from tablee.review.match_review import seen_by
from tablee.review.moments import Moment, decisions_of, moments
from tablee.review.win_chances import chances_in, mean_and_error, standing

TINY = ReviewSettings(iterations=2, worlds=2, playouts=2, moves=1)


def toy_nim_match(*taken: int, heap: int) -> Match:
    match = Match(ToyNim(heap=heap))
    for number in taken:
        match.play(match.actors()[0], Take(number))
    return match


def auction(*bids: tuple[int, Bid], **options: Any) -> Match:
    match = Match(ToyAuction(players=2, rounds=1, **options))
    for seat, bid in bids:
        match.play(Seat(seat), bid)
    return match


LOW, HIGH = Bid(Lot(min(Lot)), (1,)), Bid(Lot(max(Lot)), (5, 4, 3, 2, 1), 1)


# Moments


def test_draws_in_a_row_and_choices_at_once_are_one_moment_each() -> None:
    match = dice_match((6, True), (2, False))
    assert moments(match) == [Moment(0, 1, True), Moment(1, 2, False), Moment(2, 3, True), Moment(3, 4, False)]
    together = auction((1, LOW), (0, HIGH))
    assert moments(together) == [Moment(0, 2, False)]


def test_a_choice_that_was_replaced_is_not_judged() -> None:
    match = auction((0, LOW), (0, HIGH), (1, LOW))
    moment = moments(match)[0]
    assert (moment.first, moment.end) == (0, 3)
    assert decisions_of(match, moment) == [1, 2]
    assert [job for job in MatchReviewer.of(match, TINY).jobs() if job.kind == "decision"] == [
        Job("decision", 1),
        Job("decision", 2),
    ]


# Values


def test_chances_are_those_of_the_playouts() -> None:
    match = dice_match((6, True), (2, False))
    first, rolled, taken, end = (standing(match.game, match.at(step).state, QUICK, step, {}) for step in (0, 1, 2, 4))
    assert first.chances[0] == pytest.approx(0.5, abs=0.1)
    # Seat 1 needs a six as well, and takes it half of the time: 11.5 in 12 are the win of the first.
    assert taken.chances[0] == pytest.approx(1 - 1 / 24, abs=0.04)
    assert first.chances[0] < rolled.chances[0] < taken.chances[0]
    assert (end.chances, end.errors) == ([1.0, 0.0], [0.0, 0.0])
    assert first.errors[0] == pytest.approx(0.035, abs=0.015)
    assert sum(first.chances) == pytest.approx(1)


def test_the_curve_supposes_that_the_next_choice_is_a_strong_one() -> None:
    match = dice_match((6, True), (2, False))
    state = match.at(1).state
    sure = standing(match.game, state, QUICK, 1, {Seat(0): [(TakeRoll(), 1.0), (TakeRoll(Seat(1)), 0.5)]})
    assert sure.chances[0] == pytest.approx(1 - 1 / 24, abs=0.04)
    assert sure.baseline[0] == pytest.approx(29 / 48, abs=0.1)
    impossible = standing(match.game, state, QUICK, 1, {Seat(0): [(Roll(1), 1.0)]})
    assert impossible.chances == impossible.baseline
    told = review(match, QUICK)
    assert told.moments[0].chances[0] > 0.9


def test_nobody_may_have_won(monkeypatch: pytest.MonkeyPatch) -> None:
    match = dice_match((1, False), (1, False))
    monkeypatch.setattr(type(match.game), "winners", lambda *_: ())
    assert chances_in(match.game)(match.state) == [0.0, 0.0]


def test_a_playout_may_stop_after_some_moves() -> None:
    game = ToyNim(heap=30)
    found = standing(game, game.start(), TINY, 0, {})
    assert found.chances == pytest.approx([0.5, 0.5])


# Decisions


def test_what_is_thrown_away_costs() -> None:
    told = review(dice_match((6, False), (1, True)), QUICK)
    thrown, taken = told.decisions
    assert thrown.best == {"type": "take", "friend": None}
    assert not thrown.is_best
    # Without it seat 1 wins by taking anything and shares by taking nothing: 3 in 4 against 1 in 24.
    assert thrown.cost == pytest.approx(0.7, abs=0.12)
    assert thrown.error < 0.1
    # Who takes or leaves it by the flip of a coin loses half as much.
    assert thrown.effect[0] == pytest.approx(-0.35, abs=0.12)
    assert thrown.effect[0] == pytest.approx(-thrown.effect[1])
    assert (taken.is_best, taken.cost, taken.error) == (True, 0.0, 0.0)
    assert taken.effect[1] == pytest.approx(0.25, abs=0.1)
    assert told.turning_points == [thrown.entry] == [1]
    assert told.lucky_moments[0] == 0
    assert told.seats[0].accuracy == pytest.approx(3, abs=5)
    assert told.seats[1].accuracy == 100


def test_the_only_choice_is_not_judged() -> None:
    told = review(toy_nim_match(3, 1, heap=4), TINY)
    last = told.decisions[-1]
    assert last.is_forced
    assert last.options == []
    assert told.seats[1].decisions == 0
    assert (told.seats[1].accuracy, told.seats[1].mean_cost) == (None, None)


def test_where_several_choose_at_once_all_that_the_strongest_mixes_is_its_own() -> None:
    game = ToyNim()
    even = (Ranked(Take(1), 0.5, 0.5), Ranked(Take(2), 0.5, 0.4), Ranked(Take(3), 0.4, 0.1 * 0.5))
    strategy = strongest(Judgement(even, together=True, iterations=1))
    assert [action for action, _ in strategy] == [Take(1), Take(2)]
    assert [weight for _, weight in strategy] == pytest.approx([5 / 9, 4 / 9])
    assert strongest(Judgement(even, together=False, iterations=1)) == [(Take(1), 1.0)]
    view = game.view(game.start(), Seat(0))
    made, drawn = outcomes(game, view, [always(Take(3)), mixed(strategy)], TINY, Random(1))
    assert len(gains(made, drawn)) == TINY.worlds


def test_who_chooses_at_the_same_time_is_as_strong_and_cannot_be_foreseen(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ToyAuction(players=2)
    state = game.start()
    view, (first, second, *_) = game.view(state, Seat(0)), game.legal(state, Seat(1))
    asked = []

    def mixing(_game: Any, seen: Any, *_: Any) -> Judgement:
        asked.append(seen.seat)
        return Judgement((Ranked(first, 0.5, 0.5), Ranked(second, 0.5, 0.5)), together=True, iterations=1)

    monkeypatch.setattr(decisions, "judgement", mixing)
    rivals = strong_rivals(game, view, TINY, Random(1))
    assert asked == [Seat(1)], "with the eyes of the other"
    rng = Random(2)
    chosen = [rivals(state, Seat(1), rng) for _ in range(20)]
    assert {str(bid) for bid in chosen} == {str(first), str(second)}
    assert game.is_legal(state, Seat(0), rivals(state, Seat(0), rng)), "of whom nothing is known: something sensible"


def test_an_opinion_counts_beside_the_playouts() -> None:
    match = toy_nim_match(1, 3, 2, 2, heap=8)

    def judged(*choices: Ranked) -> DecisionFinding:
        opinion = Judgement(choices, together=False, iterations=1)
        return decision(match.game, match.at(0).view(Seat(0)), Take(1), opinion, QUICK, entry=0)

    playouts_alone = judged(Ranked(Take(3), 0.9, 1.0))
    beside_a_thought = judged(Ranked(Take(3), 0.9, 1.0), Ranked(Take(1), 0.0, 0.0))
    assert beside_a_thought.cost > playouts_alone.cost
    assert beside_a_thought.error < playouts_alone.error


# The sum


def assert_adds_up(told: MatchReview) -> None:
    for seat in told.seats:
        assert seat.split.total == pytest.approx(seat.split.result, abs=1e-9)
        assert seat.split.start + seat.split.luck + seat.split.decisions == pytest.approx(seat.split.result, abs=1e-9)
    for part in ("start", "draws", "unforeseen", "result"):
        parts = [getattr(seat.split, part) for seat in told.seats]
        assert sum(parts) == pytest.approx(float(part in ("start", "result")), abs=1e-9)


def test_luck_and_decisions_explain_the_result() -> None:
    for match in (dice_match((6, False), (1, True)), toy_nim_match(1, 3, 2, 2, heap=8), auction((0, LOW), (1, HIGH))):
        assert_adds_up(review(match, TINY))
    told = review(dice_match((6, False), (1, True)), QUICK)
    lucky = told.seats[0].split
    # With a six a player by the flip of a coin has 29 in 48; the second roll changes nothing.
    assert lucky.draws == pytest.approx(29 / 48 - 0.5, abs=0.15)
    assert lucky.own < -0.2
    assert 0 < lucky.own_error < 0.1
    assert 0 < lucky.draws_error < 0.2
    assert told.seats[1].split.others == pytest.approx(-lucky.own)
    assert told.seats[1].split.own > 0.1


# Jobs


def test_jobs_can_be_done_anywhere_in_any_order() -> None:
    match = dice_match((6, False), (1, True))
    seen: list[tuple[int, int]] = []
    whole = review(match, QUICK, tell=lambda done, of: seen.append((done, of)))
    reviewer: MatchReviewer = pickle.loads(pickle.dumps(MatchReviewer.of(match, QUICK)))  # noqa: S301 - our own
    numbers = [*range(len(reviewer.jobs()))]
    assert seen == [(number + 1, len(numbers)) for number in numbers]
    Random(1).shuffle(numbers)
    findings = msgspec.json.decode(
        msgspec.json.encode([reviewer.finding(number) for number in numbers]),
        type=list[StandingFinding | DecisionFinding],
    )
    assert reviewer.assembled(findings) == whole
    assert msgspec.json.decode(msgspec.json.encode(whole), type=MatchReview) == whole
    assert review(match, msgspec.structs.replace(QUICK, seed=1)) != whole


def test_settings_are_those_of_the_game() -> None:
    usual = settings_for(ToyNim())
    assert settings_for(ToyNim(), depth=3, seed=4) == ReviewSettings(
        3 * usual.iterations, 3 * usual.worlds, 3 * usual.playouts, None, 4
    )
    assert MatchReviewer.of(toy_nim_match(1, heap=1)).settings == settings_for(ToyNim())


# What is refused


def test_only_a_match_that_is_over_is_reviewed() -> None:
    with pytest.raises(ReviewError) as refused:
        review(toy_nim_match(1, heap=8), TINY)
    assert "not finished: it has 1 entry so far" in str(refused.value)
    again = pickle.loads(pickle.dumps(refused.value))  # noqa: S301 - our own
    assert str(again) == str(refused.value)
    assert "pas" in again.say("fr")


def test_a_review_needs_all_its_parts() -> None:
    reviewer = MatchReviewer.of(toy_nim_match(1, heap=1), TINY)
    with pytest.raises(ReviewError, match="all its 3 jobs: 1 is missing"):
        reviewer.assembled([reviewer.finding(0), reviewer.finding(1)])


def test_records_that_cannot_be_read_are_refused() -> None:
    match = toy_nim_match(1, heap=1)
    with pytest.raises(BadRecord):
        MatchReviewer(b"no record", TINY).jobs()
    record = {**match.record(), "rules_version": 99}
    del record["checksum"], record["format"]
    with pytest.raises(BadRecord, match="99"):
        MatchReviewer(dumps(sealed(record)).encode(), TINY).jobs()


@pytest.mark.parametrize("name", ["iterations", "worlds", "playouts"])
def test_too_little_is_refused(name: str) -> None:
    with pytest.raises(ReviewError, match=f"{name} is 1, but a review needs 2"):
        ReviewSettings(**{"iterations": 2, "worlds": 2, "playouts": 2, name: 1})


# Who may see


def test_hidden_choices_of_others_stay_hidden() -> None:
    match = auction((0, LOW), (1, HIGH))
    told = review(match, TINY)
    own, other = seen_by(told, match, Seat(0)).decisions
    assert own == told.decisions[0]
    assert (other.action, other.best, other.options) == (None, None, [])
    assert other.cost == told.decisions[1].cost
    spectator = seen_by(told, match, None).decisions
    assert [found.action for found in spectator] == [None, None]
    open_table = toy_nim_match(1, 3, 2, 2, heap=8)
    seen = seen_by(review(open_table, TINY), open_table, None).decisions
    assert [found.action for found in seen] == [{"type": "take", "matches": taken} for taken in (1, 3, 2, 2)]


# What is unbiased


def test_luck_has_the_mean_zero_among_sensible_players() -> None:
    """docs/reviews.md says so. In this game a sensible player flips a coin."""
    splits = []
    for number in range(300):
        rng = Random(f"luck/{number}")
        match = dice_match(*[(rng.randrange(6) + 1, rng.random() < 0.5) for _ in range(2)])
        told = review(match, ReviewSettings(iterations=2, worlds=2, playouts=8, seed=number))
        splits.append(told.seats[0].split)
    for part in ("draws", "unforeseen", "own", "others"):
        mean, error = mean_and_error([getattr(split, part) for split in splits])
        assert abs(mean) < 2 * error, part
