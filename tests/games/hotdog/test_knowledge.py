"""What each seat knows: all but the bids of others that lie face down (HD-06, HD-19)."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from math import cbrt, sqrt
from random import Random

import pytest
from tests.games.hotdog.scene import ANNE, BERNARD, CLAIRE, DENIS, FIVE, SEVEN, bid, choose, play_round, scene

from tablee.core.seat import Seat
from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.events import Chosen
from tablee.games.hotdog.pieces import Announce
from tablee.games.hotdog.rules import HotDog
from tablee.games.hotdog.state import HotDogState

NAMES = ["Anne", "Bernard", "Claire"]
SMALL = (1, 1, 2, 3)
GAMES = [HotDog(players=3, hotdog_values=SMALL, announce=announce) for announce in Announce]


def told_to(game: HotDog, state: HotDogState, reader: Seat | None) -> str:
    """All that reaches a reader at this moment: the view as data and as words, what he may do, and refusals."""
    view = game.view(state, reader)
    told: list[object] = [game.plain(view)]
    told += [game.words.view(view, NAMES, lang) for lang in ("fr", "en")]
    told += [game.words.board(view, NAMES, lang) for lang in ("fr", "en")]
    if reader is not None:
        told += [game.plain(action) for action in game.legal(state, reader)]
        tries = [bid(FIVE, 9), bid(FIVE, 1, dollars=2), bid(SEVEN, *SMALL), bid(SEVEN, 1, announce=True)]
        told += [repr(game.refusal(state, reader, action)) for action in tries]
    return json.dumps(told)


def heard(game: HotDog, events: Iterable[object], reader: Seat | None) -> str:
    seen = [event.seen_by(reader) for event in events]  # type: ignore[attr-defined]
    return json.dumps([game.plain(event) for event in seen if event is not None])


def announces(game: HotDog, chosen: Bid) -> bool:
    return chosen.announce or (game.announce is Announce.AUTO and sorted(chosen.hotdogs) == sorted(SMALL))


@pytest.mark.slow_under_coverage
@pytest.mark.rule("HD-06", "HD-10", "HD-19")
@pytest.mark.parametrize("game", GAMES, ids=["auto", "manual"])
@pytest.mark.parametrize("reader", [BERNARD, CLAIRE, None])
def test_others_are_told_that_a_seat_has_chosen_and_no_more(game: HotDog, reader: Seat | None) -> None:
    """Whatever Anne bids, the same reaches the others, but for "last hot-dog"."""
    told: dict[bool, set[str]] = {False: set(), True: set()}
    said: dict[bool, set[str]] = {False: set(), True: set()}
    for chosen in game.legal(game.start(), ANNE):
        state = game.start()
        said[announces(game, chosen)].add(heard(game, choose(game, state, ANNE, chosen), reader))
        told[announces(game, chosen)].add(told_to(game, state, reader))
    assert {announced: len(variants) for announced, variants in told.items()} == {False: 1, True: 1}
    assert said == {
        False: {'[{"type": "chosen", "seat": 0, "bid": null, "again": false}]'},
        True: {'[{"type": "chosen", "seat": 0, "bid": null, "again": false}, {"type": "announced", "seat": 0}]'},
    }


@pytest.mark.rule("HD-06")
@pytest.mark.parametrize("game", GAMES, ids=["auto", "manual"])
def test_a_replaced_bid_is_told_to_nobody_else(game: HotDog) -> None:
    for reader in (BERNARD, CLAIRE, None):
        for first, second in [(bid(FIVE, 1), bid(SEVEN, 3, dollars=2)), (bid(SEVEN, 2), bid(SEVEN, 2))]:
            state = game.start()
            choose(game, state, ANNE, first)
            before = told_to(game, state, reader)
            assert heard(game, choose(game, state, ANNE, second), reader) == "[]"
            assert told_to(game, state, reader) == before


@pytest.mark.rule("HD-06")
def test_a_seat_sees_its_own_bid() -> None:
    game = GAMES[0]
    state = game.start()
    (event,) = choose(game, state, ANNE, bid(FIVE, 3, dollars=1))
    assert event.seen_by(ANNE) == Chosen(ANNE, bid(FIVE, 3, dollars=1))
    assert game.view(state, ANNE).bid == bid(FIVE, 3, dollars=1)
    (event,) = choose(game, state, ANNE, bid(SEVEN, 2))
    assert event.seen_by(ANNE) == Chosen(ANNE, bid(SEVEN, 2), again=True)
    assert game.view(state, ANNE).bid == bid(SEVEN, 2)
    assert "Your bid, face down: table 7, 2 (price 2)." in game.words.view(game.view(state, ANNE), NAMES, "en")


@pytest.mark.rule("HD-10")
def test_after_the_reveal_everything_is_open() -> None:
    game = GAMES[0]
    state = game.start()
    bids = [bid(FIVE, 3, dollars=1), bid(FIVE, 1), bid(SEVEN, 2)]
    events = play_round(game, state, *bids)
    views = [game.view(state, reader) for reader in (ANNE, BERNARD, CLAIRE, None)]
    for view in views:
        assert view.revealed == tuple(bids)
        assert view.bid is None
        assert view.chosen == view.announced == (False, False, False)
        assert view.money == (2, 3, 3)
        assert view.spent == (1, 0, 0)
        assert view.hotdogs == ((2, 1, 1), (3, 2, 1), (3, 1, 1))
        assert [table.cards for table in view.tables] == [((3,), (1,), ()), ((), (), (2,))]
        assert [table.room for table in view.tables] == [1, 5]
    for event in events[3:]:
        assert all(event.seen_by(reader) == event for reader in (ANNE, BERNARD, CLAIRE, None))


def spread(draws: Sequence[object], outcomes: int) -> float:
    """How far draws are from even odds: the chi-square statistic as a standard score (Wilson and Hilferty)."""
    expected = len(draws) / outcomes
    counts = Counter(draws)
    assert len(counts) == outcomes
    chi_square = sum((number - expected) ** 2 / expected for number in counts.values())
    freedom = outcomes - 1
    return (cbrt(chi_square / freedom) - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom))


def drawn(game: HotDog, state: HotDogState, reader: Seat | None, seat: Seat, number: int) -> list[Bid | None]:
    rng = Random(1)
    view = game.view(state, reader)
    return [game.determinize(view, rng).bids[seat] for _ in range(number)]


@pytest.mark.rule("HD-06", "HD-19")
@pytest.mark.parametrize("reader", [BERNARD, CLAIRE, None])
def test_a_bid_not_seen_may_be_any_that_was_not_announced(reader: Seat | None) -> None:
    """With `auto` silence says that some card was kept back."""
    game = GAMES[0]
    state = game.start()
    possible = {chosen for chosen in game.legal(state, ANNE) if chosen.hotdogs != (3, 2, 1, 1)}
    choose(game, state, ANNE, bid(FIVE, 1))
    draws = drawn(game, state, reader, ANNE, 50 * len(possible))
    assert set(draws) == possible
    assert abs(spread(draws, len(possible))) < 4


@pytest.mark.rule("HD-19", "HD-20")
def test_a_silent_bid_may_be_a_last_hotdog_not_announced() -> None:
    """With `manual` silence says nothing: the last hot-dog may have been forgotten."""
    game = GAMES[1]
    state = game.start()
    possible = {chosen for chosen in game.legal(state, ANNE) if not chosen.announce}
    assert bid(FIVE, *SMALL) in possible
    choose(game, state, ANNE, bid(FIVE, *SMALL))
    draws = drawn(game, state, BERNARD, ANNE, 50 * len(possible))
    assert set(draws) == possible
    assert abs(spread(draws, len(possible))) < 4


@pytest.mark.rule("HD-19")
@pytest.mark.parametrize("game", GAMES, ids=["auto", "manual"])
def test_an_announced_bid_holds_all_cards(game: HotDog) -> None:
    say = game.announce is Announce.MANUAL
    state = game.start()
    choose(game, state, ANNE, bid(FIVE, *SMALL, dollars=3, announce=say))
    possible = {
        bid(table, *SMALL, dollars=dollars, announce=say) for table in (FIVE, SEVEN) for dollars in (0, 1, 2, 3)
    }
    draws = drawn(game, state, CLAIRE, ANNE, 100 * len(possible))
    assert set(draws) == possible
    assert abs(spread(draws, len(possible))) < 4


@pytest.mark.rule("HD-06")
def test_hidden_bids_are_drawn_each_for_itself() -> None:
    game = HotDog(players=3, hotdog_values=(1, 1))
    state = game.start()
    choose(game, state, ANNE, bid(FIVE, 1))
    choose(game, state, BERNARD, bid(SEVEN, 1, dollars=1))
    rng = Random(2)
    view = game.view(state, None)
    pairs = [tuple(game.determinize(view, rng).bids[:2]) for _ in range(1600)]
    assert abs(spread(pairs, 16)) < 4


@pytest.mark.rule("HD-06")
def test_what_is_known_is_kept() -> None:
    """The viewer's own bid stays; who has not chosen has no bid."""
    game = HotDog(players=4)
    state = scene(game, mustard=CLAIRE, money={ANNE: 7}, tables={FIVE: {DENIS: (4,)}}, idle_rounds=2)
    play_round(game, state, bid(FIVE, 5), bid(SEVEN, 5), bid(SEVEN, 5), bid(SEVEN, 2))
    choose(game, state, BERNARD, bid(FIVE, 1, dollars=1))
    choose(game, state, DENIS, bid(SEVEN, 3))
    rng = Random(3)
    for _ in range(20):
        possible = game.determinize(game.view(state, BERNARD), rng)
        assert possible.bids[BERNARD] == bid(FIVE, 1, dollars=1)
        assert possible.bids[ANNE] is None
        assert possible.bids[CLAIRE] is None
        assert game.is_legal(state, DENIS, possible.bids[DENIS])  # type: ignore[arg-type]
        possible.bids[DENIS] = state.bids[DENIS]
        assert possible == state


def test_a_random_bid_is_any_legal_one_with_even_odds() -> None:
    for game in GAMES:
        for money in (0, 2, 20):
            state = scene(game, money={ANNE: money})
            legal = game.legal(state, ANNE)
            rng = Random(4)
            draws = [game.random_action(state, ANNE, rng) for _ in range(50 * len(legal))]
            assert set(draws) == set(legal)
            assert abs(spread(draws, len(legal))) < 4


@pytest.mark.rule("HD-19")
def test_a_random_bid_of_one_who_has_announced_holds_all_cards() -> None:
    for game in GAMES:
        say = game.announce is Announce.MANUAL
        state = game.start()
        choose(game, state, ANNE, bid(FIVE, *SMALL, announce=say))
        rng = Random(5)
        draws = {game.random_action(state, ANNE, rng) for _ in range(200)}
        assert draws == set(game.legal(state, ANNE))
