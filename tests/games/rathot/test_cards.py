"""RH-01 to RH-03: cards, colours, tokens."""

from collections import Counter

import pytest
from tests.games.rathot.scene import ANNE, BERNARD, points, scene

from tablee.games.rathot.pieces import CARDS, FACES, START, Face, tokens
from tablee.games.rathot.rules import RatHot

DECK = [[FACES[code].value for code in card] for card in CARDS]


@pytest.mark.rule("RH-01")
def test_a_card_is_a_strip_of_three_squares_that_may_mix_the_colours() -> None:
    assert len(CARDS) == 42
    assert all(len(card) == 3 for card in (*CARDS, START))
    assert {shows for card in DECK for shows in card} == {face.value for face in Face}
    assert any({"r", "g"} <= {shows[0] for shows in card} for card in DECK)


@pytest.mark.rule("RH-02")
def test_the_deck_favours_nobody() -> None:
    squares = Counter(shows for card in DECK for shows in card)
    assert squares.pop("--") == 26
    assert set(squares.values()) == {10}
    exchange = str.maketrans("rg", "gr")
    for first, second in zip(DECK[::2], DECK[1::2], strict=True):
        assert [shows.translate(exchange) for shows in first] == second
    assert len({tuple(card) for card in DECK} | {tuple(card[::-1]) for card in DECK}) == 2 * 42 - 12


@pytest.mark.rule("RH-02")
def test_cards_are_known_by_their_place_in_the_deck() -> None:
    assert [FACES[code].value for code in START] == ["r1", "--", "g1"]
    assert DECK[0] == ["r1", "--", "g4"]
    assert DECK[17] == ["g2", "--", "g2"]
    assert DECK[20] == ["g*", "g4", "g*"]
    assert DECK[41] == ["r2", "g*", "--"]


@pytest.mark.rule("RH-03")
def test_seat_0_plays_red_and_seat_1_green() -> None:
    match = scene("0 1 1 W", "31 0 -2 S", drawn=(24,))
    assert points(match.log[-1].events) == [(ANNE, "r1", 2, 1), (BERNARD, "g4", 2, 1)]
    assert match.scores() == (1, 1)


@pytest.mark.rule("RH-03")
def test_scores_are_shown_as_tokens_that_never_run_out() -> None:
    assert [tokens(score) for score in (0, 1, 2, 45, 101)] == [(0, 0), (0, 1), (1, 0), (22, 1), (50, 1)]
    match = scene("0 -1 -1 E", "22 -2 -1 E", drawn=(24,))
    assert "3 points (tokens: 1 × 2, 1 × 1)" in RatHot.words.view(match.view(ANNE), ["Anne", "Bernard"], "en")
