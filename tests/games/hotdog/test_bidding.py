"""HD-06 to HD-10: bids, made in secret and turned up together."""

from itertools import permutations

import pytest
from tests.games.hotdog.scene import (
    ANNE,
    BERNARD,
    CLAIRE,
    FIVE,
    NINE,
    SEVEN,
    bid,
    choose,
    happened,
    in_hand,
    placed,
    play_round,
    room,
    scene,
)

from tablee.core.errors import IllegalAction
from tablee.core.match import Match
from tablee.core.seat import Seat
from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.events import Chosen, NotSold, Revealed, Sold
from tablee.games.hotdog.pieces import Announce, TableSize
from tablee.games.hotdog.rules import HotDog

MANUAL = Announce.MANUAL


@pytest.mark.rule("HD-06")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_choose_at_the_same_time(players: int) -> None:
    game = HotDog(players=players)
    state = game.start()
    assert game.actors(state) == game.seats
    assert game.may_replace(state) == ()
    choose(game, state, BERNARD, bid(FIVE, 1))
    assert game.actors(state) == tuple(seat for seat in game.seats if seat != BERNARD)
    assert game.may_replace(state) == (BERNARD,)


@pytest.mark.rule("HD-06")
def test_bids_may_come_in_in_any_order() -> None:
    game = HotDog(players=3)
    bids = {ANNE: bid(FIVE, 3), BERNARD: bid(FIVE, 2, 1), CLAIRE: bid(SEVEN, 5, dollars=1)}
    ends = []
    for order in permutations(bids):
        state = game.start()
        told = [event for seat in order for event in choose(game, state, seat, bids[seat])]
        ends.append((state, [event for event in told if not isinstance(event, Chosen)]))
    assert all(end == ends[0] for end in ends)


@pytest.mark.rule("HD-06", "HD-08")
def test_all_bids_are_listed_once() -> None:
    """A 1 and a 2 with 2 dollars: (0–1) + (0–2) + (0–2) dollars at each of two tables."""
    game = HotDog(players=2, hotdog_values=(1, 2))
    state = scene(game, money={ANNE: 2})
    listed = game.legal(state, ANNE)
    assert set(listed) == {
        bid(table, *hotdogs, dollars=dollars)
        for table in (FIVE, SEVEN)
        for hotdogs, most in [((1,), 1), ((2,), 2), ((2, 1), 2)]
        for dollars in range(most + 1)
    }
    assert len(listed) == 16


@pytest.mark.rule("HD-06")
@pytest.mark.parametrize("seat", [-1, 2, 9])
def test_who_is_not_at_the_table_has_no_bids(seat: int) -> None:
    game = HotDog(players=2)
    assert game.legal(game.start(), Seat(seat)) == ()


REFUSED = [
    ("HD-06", "no_hotdogs", Bid(FIVE, ()), {}),
    ("HD-06", "no_hotdogs", Bid(FIVE, (), 1), {}),
    ("HD-06", "not_held", bid(FIVE, 4), {"value": 4, "wanted": 1}),
    ("HD-06", "not_held", bid(FIVE, 3, 3), {"value": 3, "wanted": 2}),
    ("HD-06", "not_held", bid(FIVE, 0), {"value": 0, "wanted": 1}),
    ("HD-06", "not_held", bid(FIVE, 1, 0), {"value": 0, "wanted": 1}),
    ("HD-06", "not_held", bid(FIVE, 10), {"value": 10, "wanted": 1}),
    ("HD-06", "not_held", bid(FIVE, 3, -1), {"value": -1, "wanted": 1}),
    ("HD-06", "not_held", bid(FIVE, *[1] * 16), {"value": 1, "wanted": 16}),
    ("HD-06", "not_held", bid(FIVE, *[2] * 32), {"value": 2, "wanted": 32}),
    ("HD-06", "not_held", bid(FIVE, *[3] * 257), {"value": 3, "wanted": 257}),
    ("HD-06", "negative_dollars", bid(FIVE, 3, dollars=-1), {"dollars": -1}),
    ("HD-08", "not_enough_money", bid(FIVE, 3, 2, dollars=4), {"dollars": 4, "money": 3}),
    ("HD-08", "not_enough_money", bid(FIVE, 1, dollars=4), {"dollars": 4, "money": 3}),
    ("HD-08", "price_below_zero", bid(FIVE, 1, dollars=2), {"dollars": 2, "hotdogs": 1}),
    ("HD-08", "price_below_zero", bid(FIVE, 2, dollars=3), {"dollars": 3, "hotdogs": 2}),
    ("HD-02", "no_such_table", bid(NINE, 1), {"table": 9, "allowed": "5, 7"}),
    ("HD-20", "not_the_last", bid(FIVE, 3, announce=True), {}),
]


@pytest.mark.rule("HD-02", "HD-06", "HD-08", "HD-20")
@pytest.mark.parametrize("announce", list(Announce))
@pytest.mark.parametrize(("rule", "code", "refused", "details"), REFUSED)
def test_bids_that_are_refused(rule: str, code: str, refused: Bid, details: dict[str, int], announce: Announce) -> None:
    """Anne holds 3 2 1 1 1 and 3 dollars."""
    match = Match(HotDog(players=3, hotdog_values=(1, 1, 1, 2, 3), announce=announce))
    before = match.state
    refusal = match.refusal(ANNE, refused)
    assert refusal is not None
    assert (refusal.rule, refusal.code, refusal.details) == (rule, code, details)
    assert refused not in match.legal(ANNE)
    with pytest.raises(IllegalAction) as caught:
        match.play(ANNE, refused)
    assert (caught.value.rule, caught.value.code) == (rule, code)
    for lang in ("fr", "en"):
        sentence = caught.value.say(lang)
        assert sentence.startswith(f"[{rule}] ")
        assert all(str(detail) in sentence for detail in details.values())
    assert match.state == before
    assert match.log == []


@pytest.mark.rule("HD-06")
def test_there_is_no_pass() -> None:
    game = HotDog(players=2)
    assert all(chosen.hotdogs for chosen in game.legal(game.start(), ANNE))


@pytest.mark.rule("HD-06")
def test_a_bid_may_be_replaced_until_the_last_is_in() -> None:
    game = HotDog(players=3)
    state = game.start()
    choose(game, state, ANNE, bid(FIVE, 5))
    choose(game, state, BERNARD, bid(FIVE, 1))
    told = choose(game, state, ANNE, bid(SEVEN, 4))
    assert told == [Chosen(ANNE, bid(SEVEN, 4), again=True)]
    assert game.actors(state) == (CLAIRE,)
    assert game.may_replace(state) == (ANNE, BERNARD)
    assert happened(choose(game, state, CLAIRE, bid(FIVE, 2)), Revealed) == [
        Revealed((bid(SEVEN, 4), bid(FIVE, 1), bid(FIVE, 2)))
    ]
    assert in_hand(state, ANNE) == (5, 3, 3, 2, 2, 2, 1, 1, 1)
    assert game.may_replace(state) == ()


@pytest.mark.rule("HD-07")
def test_several_cards_count_as_one_of_their_total() -> None:
    """1+2 is served, and takes room, like a 3: the order of two equal prices is the mustard's."""
    game = HotDog(players=2)
    apart, whole = game.start(), game.start()
    play_round(game, apart, bid(FIVE, 1, 2, dollars=1), bid(FIVE, 2))
    play_round(game, whole, bid(FIVE, 3, dollars=1), bid(FIVE, 2))
    assert apart.money == whole.money == [3 - 1 + 3, 3 + 2]
    assert apart.room == whole.room


@pytest.mark.rule("HD-07", "HD-14")
def test_the_total_must_fit_not_each_card() -> None:
    game = HotDog(players=2)
    state = scene(game, tables={FIVE: {BERNARD: (3,)}})
    told = play_round(game, state, bid(FIVE, 2, 1), bid(SEVEN, 1))
    assert happened(told, NotSold) == [NotSold(ANNE, bid(FIVE, 2, 1), 2, False)]


@pytest.mark.rule("HD-08")
def test_dollars_may_be_as_many_as_the_money_and_as_the_hotdogs() -> None:
    game = HotDog(players=2)
    state = scene(game, money={ANNE: 3, BERNARD: 0})
    assert game.is_legal(state, ANNE, bid(FIVE, 2, 1, dollars=3))
    assert bid(FIVE, 2, 1, dollars=3).price == 0
    assert {chosen.dollars for chosen in game.legal(state, ANNE)} == {0, 1, 2, 3}
    assert {chosen.dollars for chosen in game.legal(state, BERNARD)} == {0}
    assert all(chosen.price >= 0 for chosen in game.legal(state, ANNE))


@pytest.mark.rule("HD-08")
def test_a_full_purse_can_pay_for_every_bid_listed() -> None:
    """A rich player: the hot-dogs, not the money, are the limit."""
    game = HotDog(players=2, hotdog_values=(1, 2))
    state = scene(game, money={ANNE: 50})
    assert sorted(chosen.dollars for chosen in game.legal(state, ANNE) if chosen.table is FIVE) == [
        *(0, 0, 0),
        *(1, 1, 1),
        *(2, 2),
        3,
    ]


@pytest.mark.rule("HD-09")
@pytest.mark.parametrize("hotdogs", [(5, 1), (5, 4, 3, 3, 2, 2, 2, 1, 1)])
def test_a_bid_larger_than_the_room_or_the_table_is_allowed_and_fails(hotdogs: tuple[int, ...]) -> None:
    game = HotDog(players=2)
    state = game.start()
    assert bid(FIVE, *hotdogs) in game.legal(state, ANNE)
    told = play_round(game, state, bid(FIVE, *hotdogs, dollars=2), bid(FIVE, 5))
    assert happened(told, NotSold) == [NotSold(ANNE, bid(FIVE, *hotdogs, dollars=2), 5, False)]
    assert [sold.seat for sold in happened(told, Sold)] == [BERNARD]
    assert state.money == [3, 8]


@pytest.mark.rule("HD-10")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_bids_are_turned_up_together_when_the_last_is_in(players: int) -> None:
    game = HotDog(players=players)
    state = game.start()
    bids = [bid(SEVEN, 5, 1 + seat % 2) for seat in game.seats]
    for seat in game.seats[:-1]:
        assert choose(game, state, seat, bids[seat]) == [Chosen(seat, bids[seat])]
        assert placed(game, state, SEVEN) == {}
        assert game.view(state, None).revealed == ()
    told = choose(game, state, game.seats[-1], bids[-1])
    assert told[:2] == [Chosen(game.seats[-1], bids[-1]), Revealed(tuple(bids))]
    assert game.view(state, None).revealed == tuple(bids)
    assert room(game, state, SEVEN) < SEVEN


def test_bids_are_equal_whatever_the_order_of_their_cards() -> None:
    assert bid(FIVE, 1, 4) == bid(FIVE, 4, 1)
    assert hash(bid(FIVE, 1, 4)) == hash(bid(FIVE, 4, 1))
    assert bid(FIVE, 1, 4) != bid(SEVEN, 1, 4)
    assert TableSize(5) is FIVE
