"""HD-01 to HD-05: what there is at the start."""

import pytest
from tests.games.hotdog.scene import ANNE, BERNARD, FIVE, NINE, SEVEN, bid, in_hand, room, scene

import tablee
from tablee.core.errors import BadOption
from tablee.games.hotdog.pieces import EMPTY, cards, count, notes, pile, smallest, total
from tablee.games.hotdog.rules import HotDog

PLAYERS = (2, 3, 4, 5)


@pytest.mark.rule("HD-01")
@pytest.mark.parametrize("players", PLAYERS)
def test_everyone_has_ten_hotdog_cards_of_24_hotdogs(players: int) -> None:
    game = HotDog(players=players)
    state = game.start()
    for seat in game.seats:
        assert in_hand(state, seat) == (5, 4, 3, 3, 2, 2, 2, 1, 1, 1)
        assert total(state.hotdogs[seat]) == 24
        assert total(state.eaten[seat]) == 0


@pytest.mark.rule("HD-01")
@pytest.mark.parametrize("values", [(1, 1), (9, 9), (4, 1, 2), (9,) * 10, (1,) * 10, (1, 2, 3, 4, 5, 6, 7, 8, 9)])
def test_other_hotdog_cards_can_be_chosen(values: tuple[int, ...]) -> None:
    game = HotDog(players=2, hotdog_values=values)
    assert in_hand(game.start(), ANNE) == in_hand(game.start(), BERNARD) == tuple(sorted(values, reverse=True))


@pytest.mark.rule("HD-01")
@pytest.mark.parametrize("values", [(), (1,), (1,) * 11, (0, 1), (1, 10), (-1, 1), (1.0, 2), "12", 12, None, (True, 1)])
def test_hotdog_cards_that_cannot_be_chosen(values: object) -> None:
    with pytest.raises(BadOption, match=r"hotdog_values.*2 to 10 whole numbers, each from 1 to 9"):
        tablee.game("hotdog", hotdog_values=values)


@pytest.mark.rule("HD-02")
@pytest.mark.parametrize(("players", "tables"), [(2, (5, 7)), (3, (5, 7)), (4, (5, 7, 9)), (5, (5, 7, 9))])
def test_the_9_is_left_out_with_two_or_three_players(players: int, tables: tuple[int, ...]) -> None:
    game = HotDog(players=players)
    state = game.start()
    assert game.tables == tables
    assert [room(game, state, table) for table in game.tables] == list(tables)
    assert {chosen.table for chosen in game.legal(state, ANNE)} == set(tables)
    assert [table.size for table in game.view(state, None).tables] == list(tables)


@pytest.mark.rule("HD-02")
def test_a_bid_at_a_table_that_is_not_there_is_refused() -> None:
    game = HotDog(players=3)
    refusal = game.refusal(game.start(), ANNE, bid(NINE, 1))
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("HD-02", "no_such_table")
    assert refusal.details == {"table": 9, "allowed": "5, 7"}
    assert HotDog(players=4).refusal(HotDog(players=4).start(), ANNE, bid(NINE, 1)) is None


@pytest.mark.rule("HD-03")
@pytest.mark.parametrize("players", PLAYERS)
def test_everyone_starts_with_three_dollars(players: int) -> None:
    game = HotDog(players=players)
    assert game.view(game.start(), None).money == (3,) * players
    assert game.scores(game.start()) == (3,) * players


@pytest.mark.rule("HD-03", "HD-04")
def test_money_is_shown_as_notes_and_never_as_too_many_of_a_kind() -> None:
    for dollars in range(300):
        tens, fives, ones = notes(dollars)
        assert tens * 10 + fives * 5 + ones == dollars
        assert tens >= 0
        assert 0 <= fives <= 2
        assert 0 <= ones <= 5


@pytest.mark.rule("HD-03", "HD-04")
@pytest.mark.parametrize(
    ("dollars", "shown"),
    [
        (0, "0 dollars (no notes)"),
        (3, "3 dollars (3 × $1)"),
        (6, "6 dollars (1 × $5, 1 × $1)"),
        (10, "10 dollars (1 × $10)"),
        (27, "27 dollars (2 × $10, 1 × $5, 2 × $1)"),
    ],
)
def test_notes_are_read_out(dollars: int, shown: str) -> None:
    game = HotDog(players=2)
    state = scene(game, money={ANNE: dollars})
    assert f"Anne: {shown}, 10 cards" in game.words.view(game.view(state, None), ["Anne", "Bernard"], "en")


@pytest.mark.rule("HD-04")
def test_any_whole_amount_can_be_bid() -> None:
    """The bank gives change: with one 10-dollar note one may bid any amount up to 10."""
    game = HotDog(players=2)
    state = scene(game, money={ANNE: 10})
    hotdogs = (5, 4, 1)
    listed = [chosen for chosen in game.legal(state, ANNE) if chosen.table is FIVE and chosen.hotdogs == hotdogs]
    assert listed == [bid(FIVE, *hotdogs, dollars=dollars) for dollars in range(11)]
    assert all(game.is_legal(state, ANNE, bid(SEVEN, *hotdogs, dollars=dollars)) for dollars in range(11))


@pytest.mark.rule("HD-05")
@pytest.mark.parametrize("players", PLAYERS)
def test_seat_0_starts_with_the_mustard(players: int) -> None:
    game = HotDog(players=players)
    assert game.start().mustard == ANNE
    assert game.view(game.start(), None).mustard == ANNE


def test_a_pile_is_its_cards() -> None:
    values = [9, 5, 5, 1, 1, 1, 1, 1, 1, 1]
    held = pile(values)
    assert cards(held) == tuple(values)
    assert total(held) == sum(values)
    assert [count(held, value) for value in range(1, 10)] == [7, 0, 0, 0, 2, 0, 0, 0, 1]
    assert cards(EMPTY) == ()
    assert smallest(held) == 1
    assert smallest(EMPTY) > NINE
    assert pile([9] * 10) == pile([9] * 4) + pile([9] * 6)
    assert total(pile([9] * 10)) == 90
