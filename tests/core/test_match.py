"""A match: the gate, the log, chance, and a match on paper."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from tests.core.toy import Done, Leave, Roll, Rolled, Take, Toy
from tests.toy_auction import Bid, Lot, ToyAuction

from tablee.core.chance import from_generator
from tablee.core.errors import BadRecord, IllegalAction
from tablee.core.match import Match
from tablee.core.record import Entry, Player
from tablee.core.seat import CHANCE, Seat

ANNE, BERNARD = Seat(0), Seat(1)
FIVE = Bid(Lot.FIVE, (5,))


def auction() -> Match:
    return Match(ToyAuction(players=2))


def test_without_a_generator_the_caller_plays_chance() -> None:
    match = Match(Toy())
    assert match.actors() == (CHANCE,)
    assert match.legal(CHANCE) == tuple(Roll(pips) for pips in range(1, 7))
    assert match.play(CHANCE, Roll(4)) == [Rolled(ANNE, 4)]
    assert match.actors() == (ANNE,)
    assert match.play(ANNE, Take()) == [Done((4, 0))]
    assert match.actors() == (CHANCE,)
    assert [(entry.seat, entry.action) for entry in match.log] == [(CHANCE, Roll(4)), (ANNE, Take())]


def test_chance_may_not_do_what_has_no_odds() -> None:
    match = Match(Toy())
    with pytest.raises(IllegalAction, match="not possible now"):
        match.play(CHANCE, Roll(7))
    assert match.log == []


def test_with_a_generator_chance_is_drawn_as_needed() -> None:
    match = Match(Toy(), rng=Random(1))
    assert match.actors() == (ANNE,)
    assert len(match.log) == 1
    told = match.play(ANNE, Leave())
    assert [type(event) for event in told] == [Done, Rolled]
    assert match.actors() == (BERNARD,)
    assert match.play(BERNARD, Take()) == [Done((0, match.scores()[1]))]
    assert match.over


def test_chance_can_be_drawn_when_it_is_owed() -> None:
    match = Match(Toy())
    (event,) = match.chance(from_generator(Random(1)))
    assert isinstance(event, Rolled)
    assert match.chance(from_generator(Random(1))) == []
    assert len(match.log) == 1


def test_scores_and_winners() -> None:
    match = Match(Toy())
    match.play(CHANCE, Roll(4))
    match.play(ANNE, Take())
    assert (match.scores(), match.winners(), match.over, match.result()) == ((4, 0), (), False, None)
    match.play(CHANCE, Roll(4))
    match.play(BERNARD, Take())
    assert (match.scores(), match.winners(), match.over) == ((4, 4), (0, 1), True)
    assert match.result() == {"scores": [4, 4], "winners": [0, 1]}


def test_a_seat_sees_its_view() -> None:
    match = Match(Toy())
    match.play(CHANCE, Roll(4))
    assert match.view(ANNE).roll == 4
    assert match.view(BERNARD).roll is None
    assert match.view(None).roll is None


def test_the_state_is_handed_out_as_a_copy() -> None:
    match = Match(Toy())
    state: Any = match.state
    state.points[0] = 99
    assert match.scores() == (0, 0)


def test_a_choice_is_applied_to_a_copy_and_swapped_in() -> None:
    """A rule that fails half way leaves the table as it was."""

    class Broken(Toy):
        def apply(self, state: Any, seat: Seat, action: Any, events: bool = True) -> Any:
            state.points[0] = 99
            raise ZeroDivisionError

    match = Match(Broken())
    with pytest.raises(ZeroDivisionError):
        match.play(CHANCE, Roll(1))
    assert match.scores() == (0, 0)
    assert match.log == []


@pytest.mark.parametrize("seat", [2, 3, -2, 99, True, "0", None, 0.0, [0]])
def test_an_unknown_seat_is_named(seat: Any) -> None:
    match = auction()
    before = match.state
    questions: list[Callable[[], Any]] = [
        lambda: match.play(seat, FIVE),
        lambda: match.legal(seat),
        lambda: match.refusal(seat, FIVE),
    ]
    if seat is not None:  # a spectator has a view, though no seat
        questions.append(lambda: match.view(seat))
    for question in questions:
        with pytest.raises(IllegalAction) as caught:
            question()
        assert caught.value.code == "unknown_seat"
        assert str(caught.value) == f"There is no seat {seat!r} at this table. Seats go from 0 to 1."
    assert match.state == before
    assert match.log == []


def test_chance_has_no_view() -> None:
    with pytest.raises(IllegalAction, match="no seat -1"):
        auction().view(CHANCE)


@pytest.mark.parametrize("seat", [CHANCE, BERNARD])
def test_who_is_not_awaited_may_not_play(seat: Seat) -> None:
    match = Match(Toy())
    match.play(CHANCE, Roll(4))
    before = match.state
    with pytest.raises(IllegalAction, match="No choice of this seat is awaited now") as caught:
        match.play(seat, Take())
    assert caught.value.code == "not_your_turn"
    assert match.state == before
    assert len(match.log) == 1


@pytest.mark.parametrize("action", [Take(), "5 5", None, {"type": "bid"}, FIVE.cards])
def test_what_is_no_action_of_the_game_is_refused(action: Any) -> None:
    match = auction()
    before = match.state
    with pytest.raises(IllegalAction) as caught:
        match.play(ANNE, action)
    assert caught.value.code == "not_an_action"
    assert repr(action) in str(caught.value)
    assert "toy_auction" in str(caught.value)
    assert match.state == before


def test_a_finished_match_takes_nothing_more() -> None:
    match = Match(Toy(players=1))
    match.play(CHANCE, Roll(4))
    match.play(ANNE, Take())
    for seat, action in ((ANNE, Take()), (CHANCE, Roll(1))):
        with pytest.raises(IllegalAction) as caught:
            match.play(seat, action)
        assert caught.value.code == "match_over"
    assert len(match.log) == 2


def test_a_refusal_can_be_asked_for() -> None:
    match = auction()
    assert match.refusal(ANNE, FIVE) is None
    refusal = match.refusal(ANNE, Bid(Lot.SEVEN, (9,)))
    assert refusal is not None
    assert refusal.rule == "TA-03"


def test_a_choice_face_down_may_be_replaced() -> None:
    match = auction()
    match.play(ANNE, FIVE)
    assert match.may_replace() == (ANNE,)
    match.play(ANNE, Bid(Lot.SEVEN, (1,)))
    match.play(BERNARD, FIVE)
    assert match.may_replace() == ()
    assert [entry.seat for entry in match.log] == [0, 0, 1]


def test_players_have_names() -> None:
    assert [player.name for player in auction().players] == ["1", "2"]
    match = Match(Toy(), players=[Player("Anne"), Player("Robot", bot="random")])
    assert match.record()["seats"] == [{"name": "Anne"}, {"name": "Robot", "bot": "random"}]


@pytest.mark.parametrize("names", [[], ["Anne"], ["Anne", "Bernard", "Claire"]])
def test_there_is_a_player_for_each_seat(names: list[str]) -> None:
    with pytest.raises(BadRecord, match=rf"{len(names)} seats? given, but the game has 2"):
        Match(Toy(), players=[Player(name) for name in names])


def test_a_record_says_all(toy: Toy) -> None:
    match = Match(toy, players=[Player("Anne"), Player("Bernard")])
    match.play(CHANCE, Roll(4))
    match.play(ANNE, Take(), time="2026-01-31T12:00:00Z")
    record = match.record()
    assert {name: record[name] for name in record if name != "checksum"} == {
        "format": 1,
        "game": "toy",
        "rules_version": 7,
        "options": {"players": 2, "sides": 6, "loaded": False, "marks": [1, 2], "mood": "calm"},
        "seats": [{"name": "Anne"}, {"name": "Bernard"}],
        "entries": [
            {"seat": "chance", "action": {"type": "roll", "pips": 4}},
            {"seat": 0, "action": {"type": "take", "friend": None}, "time": "2026-01-31T12:00:00Z"},
        ],
        "result": None,
    }
    again = Match.replay(record)
    assert again.record() == record
    assert again.state == match.state
    assert again.players == match.players
    assert again.log == match.log
    assert again.log[1] == Entry(ANNE, Take(), (Done((4, 0)),), "2026-01-31T12:00:00Z")


def test_a_replayed_match_can_be_played_on(toy: Toy) -> None:
    match = Match(toy)
    match.play(CHANCE, Roll(4))
    match.play(ANNE, Take())
    waiting = Match.replay(match.record())
    assert waiting.actors() == (CHANCE,)
    going_on = Match.replay(match.record(), rng=Random(1))
    assert going_on.actors() == (BERNARD,)
    going_on.play(BERNARD, Leave())
    assert going_on.over
    assert Match.replay(going_on.record()).result() == {"scores": [4, 0], "winners": [0]}


def test_a_record_can_be_stepped_through(toy: Toy) -> None:
    match = Match(toy)
    match.play(CHANCE, Roll(4))
    match.play(ANNE, Take())
    lengths = [(len(step.log), step.scores()) for step in Match.steps(match.record())]
    assert lengths == [(0, (0, 0)), (1, (0, 0)), (2, (4, 0))]


def some_way(toy: Toy) -> Match:
    """A die is cast, left, cast and taken."""
    match = Match(toy)
    for seat, action in ((CHANCE, Roll(2)), (ANNE, Leave()), (CHANCE, Roll(5)), (BERNARD, Take())):
        match.play(seat, action)
    return match


def test_a_match_can_be_seen_as_it_stood(toy: Toy) -> None:
    match = some_way(toy)
    assert [(earlier.actors(), len(earlier.log)) for earlier in match.walk(2)] == [
        ((CHANCE,), 2),
        ((BERNARD,), 3),
        (match.actors(), 4),
    ]
    earlier = match.at(1)
    assert earlier.play(ANNE, Take()) == [Done((2, 0))]
    assert len(match.log) == 4
    assert match.scores() == (0, 5)


def test_entries_can_be_taken_back(toy: Toy) -> None:
    match = some_way(toy)
    match.take_back(3)
    assert match.actors() == (BERNARD,)
    assert [entry.seat for entry in match.log] == [CHANCE, ANNE, CHANCE]
    assert match.play(BERNARD, Leave())


def test_what_chance_drew_was_revealed(toy: Toy) -> None:
    drawn, left, *_ = some_way(toy).log
    assert drawn.reveals
    assert not left.reveals


def test_choices_are_told_as_plain_data() -> None:
    match = auction()
    assert match.choices(ANNE) == match.game.choices(match.state, ANNE)


@pytest.mark.parametrize("step", [-1, 99])
def test_there_is_no_step_before_the_first_or_after_the_last(step: int) -> None:
    match = Match(Toy(), Random(1))
    with pytest.raises(ValueError, match=f"step {step} of a match of 1 entries"):
        match.at(step)
    with pytest.raises(ValueError, match=f"step {step} "):
        match.take_back(step)
    assert len(match.log) == 1


def test_what_chance_owes_after_going_back_is_drawn_anew() -> None:
    match = Match(Toy(), Random(1))
    match.play(match.actors()[0], Take())
    match.take_back(0)
    assert len(match.log) == 1
    assert match.actors() == (0,)
