"""HD-19 and HD-20: "last hot-dog"."""

import pytest
from tests.games.hotdog.scene import (
    ANNE,
    BERNARD,
    CLAIRE,
    FIVE,
    SEVEN,
    bid,
    choose,
    happened,
    in_hand,
    placed,
    play_round,
    scene,
)

from tablee.games.hotdog.events import Announced, Chosen, HandEnded, NotSold, Revealed, Sold
from tablee.games.hotdog.pieces import Announce
from tablee.games.hotdog.rules import HotDog

AUTO, MANUAL = HotDog(players=3), HotDog(players=3, announce=Announce.MANUAL)
LAST = {ANNE: (2, 1)}
SAID = {"auto": (AUTO, False), "manual": (MANUAL, True)}
"""How the last hot-dog is announced with each option: the game and the field of the bid."""


@pytest.mark.rule("HD-19")
@pytest.mark.parametrize("how", SAID)
def test_the_last_hotdog_is_announced_to_all_before_the_reveal(how: str) -> None:
    game, say = SAID[how]
    state = scene(game, hands=LAST)
    last = bid(FIVE, 2, 1, announce=say)
    told = choose(game, state, ANNE, last)
    assert told == [Chosen(ANNE, last), Announced(ANNE)]
    for reader in (ANNE, BERNARD, CLAIRE, None):
        assert Announced(ANNE).seen_by(reader) == Announced(ANNE)
        assert game.view(state, reader).announced == (True, False, False)
        assert game.view(state, reader).chosen == (True, False, False)
    assert game.actors(state) == (BERNARD, CLAIRE)


@pytest.mark.rule("HD-19")
@pytest.mark.parametrize("how", SAID)
def test_what_is_not_the_last_is_not_announced(how: str) -> None:
    game, _ = SAID[how]
    state = scene(game, hands=LAST)
    assert happened(choose(game, state, ANNE, bid(FIVE, 2)), Announced) == []
    assert game.view(state, None).announced == (False, False, False)


@pytest.mark.rule("HD-19")
def test_made_for_him_it_need_not_be_said_but_may_be() -> None:
    state = scene(AUTO, hands=LAST)
    assert AUTO.is_legal(state, ANNE, bid(FIVE, 2, 1, announce=True))
    assert happened(choose(AUTO, state, ANNE, bid(FIVE, 2, 1, announce=True)), Announced) == [Announced(ANNE)]
    assert not any(chosen.announce for chosen in AUTO.legal(state, ANNE))


@pytest.mark.rule("HD-19")
@pytest.mark.parametrize("how", SAID)
def test_what_is_said_stays_said(how: str) -> None:
    """The bid may be changed, but only for another that holds all the cards; it is not announced twice."""
    game, say = SAID[how]
    state = scene(game, hands=LAST)
    choose(game, state, ANNE, bid(FIVE, 2, 1, announce=say))
    refusal = game.refusal(state, ANNE, bid(FIVE, 2))
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("HD-19", "already_announced")
    assert {(chosen.hotdogs, chosen.announce) for chosen in game.legal(state, ANNE)} == {((2, 1), say)}
    assert len(game.legal(state, ANNE)) == 2 * 4
    again = bid(SEVEN, 2, 1, dollars=3, announce=say)
    assert choose(game, state, ANNE, again) == [Chosen(ANNE, again, again=True)]
    assert game.view(state, None).announced == (True, False, False)


@pytest.mark.rule("HD-19")
@pytest.mark.parametrize("how", SAID)
def test_the_choices_tell_whether_only_last_hotdogs_are_left(how: str) -> None:
    game, say = SAID[how]
    state = scene(game, hands=LAST)
    assert game.choices(state, ANNE) == {"kind": "bid", "last": False}
    choose(game, state, ANNE, bid(FIVE, 2, 1, announce=say))
    assert game.choices(state, ANNE) == {"kind": "bid", "last": True}
    assert game.choices(state, BERNARD) == {"kind": "bid", "last": False}


@pytest.mark.rule("HD-19")
def test_said_by_oneself_it_must_be_said_again() -> None:
    state = scene(MANUAL, hands=LAST)
    choose(MANUAL, state, ANNE, bid(FIVE, 2, 1, announce=True))
    refusal = MANUAL.refusal(state, ANNE, bid(FIVE, 2, 1))
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("HD-19", "already_announced")


@pytest.mark.rule("HD-19")
@pytest.mark.parametrize("how", SAID)
def test_it_may_be_said_with_a_later_bid(how: str) -> None:
    game, say = SAID[how]
    state = scene(game, hands=LAST)
    choose(game, state, ANNE, bid(FIVE, 2))
    last = bid(FIVE, 2, 1, announce=say)
    assert choose(game, state, ANNE, last) == [Chosen(ANNE, last, again=True), Announced(ANNE)]


@pytest.mark.rule("HD-19")
@pytest.mark.parametrize("how", SAID)
def test_the_next_round_starts_with_nothing_said(how: str) -> None:
    """Anne's last hot-dogs did not fit: she may now bid part of them."""
    game, say = SAID[how]
    state = scene(game, hands=LAST, tables={FIVE: {BERNARD: (3,)}})
    told = play_round(game, state, bid(FIVE, 2, 1, announce=say), bid(SEVEN, 1), bid(SEVEN, 1))
    assert [failed.seat for failed in happened(told, NotSold)] == [ANNE]
    assert state.announced == [False, False, False]
    assert game.is_legal(state, ANNE, bid(FIVE, 2))


@pytest.mark.rule("HD-20", "HD-14")
def test_who_should_have_said_it_and_did_not_sells_nothing() -> None:
    """Anne is cheapest and would fit; the room goes to Bernard, the cards and dollars back to her."""
    state = scene(MANUAL, hands=LAST, tables={FIVE: {CLAIRE: (2,)}})
    silent = bid(FIVE, 2, 1, dollars=3)
    assert silent in MANUAL.legal(state, ANNE)
    assert choose(MANUAL, state, ANNE, silent) == [Chosen(ANNE, silent)]
    assert MANUAL.view(state, BERNARD).announced == (False, False, False)
    choose(MANUAL, state, BERNARD, bid(FIVE, 3))
    told = choose(MANUAL, state, CLAIRE, bid(SEVEN, 1))
    assert [event for event in told if isinstance(event, Sold | NotSold)] == [
        NotSold(ANNE, silent, 3, silent=True),
        Sold(BERNARD, bid(FIVE, 3), 0),
        Sold(CLAIRE, bid(SEVEN, 1), 6),
    ]
    assert happened(told, HandEnded) == []
    assert in_hand(state, ANNE) == (2, 1)
    assert state.money[ANNE] == 3


@pytest.mark.rule("HD-20")
def test_a_silent_bid_that_would_not_fit_anyway_fails_for_its_silence() -> None:
    state = scene(MANUAL, hands=LAST, tables={FIVE: {CLAIRE: (4,)}})
    told = play_round(MANUAL, state, bid(FIVE, 2, 1), bid(SEVEN, 1), bid(SEVEN, 1))
    assert happened(told, NotSold) == [NotSold(ANNE, bid(FIVE, 2, 1), 1, silent=True)]


@pytest.mark.rule("HD-20", "HD-21")
@pytest.mark.parametrize("how", SAID)
def test_who_says_it_sells(how: str) -> None:
    game, say = SAID[how]
    state = scene(game, hands=LAST)
    told = play_round(game, state, bid(FIVE, 2, 1, announce=say), bid(FIVE, 1), bid(SEVEN, 1))
    assert Sold(ANNE, bid(FIVE, 2, 1, announce=say), 1) in told
    assert len(happened(told, HandEnded)) == 1


@pytest.mark.rule("HD-20")
def test_silence_may_be_mended_until_the_last_bid_is_in() -> None:
    state = scene(MANUAL, hands=LAST)
    choose(MANUAL, state, ANNE, bid(FIVE, 2, 1))
    assert happened(choose(MANUAL, state, ANNE, bid(FIVE, 2, 1, announce=True)), Announced) == [Announced(ANNE)]
    choose(MANUAL, state, BERNARD, bid(SEVEN, 1))
    told = choose(MANUAL, state, CLAIRE, bid(SEVEN, 1))
    assert happened(told, Revealed)[0].bids[ANNE].announce
    assert [sold.seat for sold in happened(told, Sold)] == [ANNE, BERNARD, CLAIRE]


@pytest.mark.rule("HD-20")
def test_made_for_him_it_is_never_forgotten() -> None:
    state = scene(AUTO, hands=LAST)
    told = play_round(AUTO, state, bid(FIVE, 2, 1), bid(FIVE, 1), bid(SEVEN, 1))
    assert happened(told, NotSold) == []
    assert [sold.seat for sold in happened(told, Sold)] == [BERNARD, ANNE, CLAIRE]


@pytest.mark.rule("HD-20")
@pytest.mark.parametrize("game", [AUTO, MANUAL])
def test_what_is_not_the_last_may_not_be_announced(game: HotDog) -> None:
    state = scene(game, hands=LAST)
    for chosen in (bid(FIVE, 2, announce=True), bid(SEVEN, 1, dollars=1, announce=True)):
        refusal = game.refusal(state, ANNE, chosen)
        assert refusal is not None
        assert (refusal.rule, refusal.code) == ("HD-20", "not_the_last")
        assert chosen not in game.legal(state, ANNE)


@pytest.mark.rule("HD-19", "HD-20")
def test_bids_of_one_who_must_say_it_himself_are_listed_with_and_without() -> None:
    state = scene(MANUAL, hands={ANNE: (1,)})
    assert set(MANUAL.legal(state, ANNE)) == {
        bid(table, 1, dollars=dollars, announce=announce)
        for table in (FIVE, SEVEN)
        for dollars in (0, 1)
        for announce in (False, True)
    }


@pytest.mark.rule("HD-16", "HD-20")
def test_silence_touches_only_the_bid_of_this_round() -> None:
    """Hot-dogs sold earlier stay where they are and are paid."""
    state = scene(MANUAL, hands=LAST, tables={FIVE: {ANNE: (4,)}})
    play_round(MANUAL, state, bid(FIVE, 2, 1), bid(FIVE, 1), bid(SEVEN, 1))
    assert state.money == [3 + 4, 3 + 1, 3]
    assert placed(MANUAL, state, FIVE) == {}
