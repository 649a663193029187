"""The engine beside a second implementation: any table, any bids, the same round."""

from typing import Any

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st
from tests.games.hotdog import oracle
from tests.repetitions import repetitions

from tablee.core.game import Event
from tablee.core.seat import Seat
from tablee.games.hotdog import events as e
from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.pieces import Announce, Settle, TableSize, cards, pile
from tablee.games.hotdog.rules import HotDog
from tablee.games.hotdog.state import HotDogState

pytestmark = pytest.mark.slow_under_coverage

games = st.builds(
    HotDog,
    players=st.integers(2, 5),
    hands=st.integers(1, 5),
    hotdog_values=st.just((1, 1, 1, 2, 2, 2, 3, 3, 4, 5))
    | st.lists(st.integers(1, 4), min_size=2, max_size=5).map(tuple)
    | st.lists(st.integers(1, 9), min_size=2, max_size=10).map(tuple),
    settle=st.sampled_from(Settle),
    announce=st.sampled_from(Announce),
)


@st.composite
def tables(draw: st.DrawFn, game: HotDog) -> oracle.Table:
    """Any table at the start of a round: everyone has a card, no table is full."""
    hand = draw(st.integers(1, game.hands))
    mustard = draw(st.integers(0, game.players - 1))
    money = st.integers(0, 4) | st.integers(0, 40)
    totals = {int(seat): draw(money) if hand > 1 else 0 for seat in game.seats}
    table = oracle.new_hand(list(game.hotdog_values), game.players, hand, mustard, totals)
    table["idle"] = draw(st.sampled_from([0, 3, 4]))
    for seat in game.seats:
        table["purses"][seat] = draw(money)
        for card in draw(st.permutations(game.hotdog_values))[1:]:
            where = draw(st.sampled_from(["hand", "gone", *table["tables"], *table["tables"]]))
            if where in table["tables"] and card < oracle.places_left(table, where):
                table["tables"][where].append((seat, card))
            elif where == "hand":
                continue
            table["cards"][seat].remove(card)
    return table


@st.composite
def bids(draw: st.DrawFn, game: HotDog, table: oracle.Table, seat: Seat) -> dict[str, Any]:
    """Any bid a seat can make; small ones and last ones often."""
    held = table["cards"][seat]
    number = draw(st.sampled_from([1, 1, 2, len(held)]) | st.integers(1, len(held)))
    chosen = draw(st.permutations(held))[:number]
    dollars = draw(st.integers(0, min(sum(chosen), table["purses"][seat])))
    is_last = len(chosen) == len(held)
    said = is_last and game.announce is Announce.MANUAL and draw(st.booleans())
    return {"table": draw(st.sampled_from(game.tables)), "cards": chosen, "dollars": dollars, "said": said}


def as_state(game: HotDog, table: oracle.Table) -> HotDogState:
    state = game.start()
    state.hand, state.mustard, state.idle_rounds = table["hand"], table["mustard"], table["idle"]
    for seat in game.seats:
        state.money[seat] = table["purses"][seat]
        state.totals[seat] = table["totals"][seat]
        state.hotdogs[seat] = pile(table["cards"][seat])
        for index, size in enumerate(game.tables):
            there = [card for owner, card in table["tables"][size] if owner == seat]
            state.placed[index * game.players + seat] = pile(there)
            state.room[index] -= sum(there)
    return state


def as_table(game: HotDog, state: HotDogState) -> oracle.Table:
    return {
        "hand": state.hand,
        "mustard": state.mustard,
        "idle": state.idle_rounds,
        "purses": dict(enumerate(state.money)),
        "cards": {seat: sorted(cards(state.hotdogs[seat])) for seat in game.seats},
        "tables": {
            int(size): [
                (seat, card) for seat in game.seats for card in sorted(cards(state.placed[index * game.players + seat]))
            ]
            for index, size in enumerate(game.tables)
        },
        "totals": dict(enumerate(state.totals)),
    }


def in_order(table: oracle.Table | None) -> oracle.Table | None:
    """The order of cards in a hand or on a table means nothing."""
    if table is not None:
        table["cards"] = {player: sorted(held) for player, held in table["cards"].items()}
        table["tables"] = {size: sorted(there) for size, there in table["tables"].items()}
    return table


def as_bid(bid: dict[str, Any]) -> Bid:
    return Bid(TableSize(bid["table"]), tuple(bid["cards"]), bid["dollars"], bid["said"])


def as_happening(event: Event, bids: dict[int, dict[str, Any]]) -> oracle.Happening:
    """An event of the engine in the words of the oracle."""
    match event:
        case e.Revealed(shown):
            assert shown == tuple(as_bid(bids[seat]) for seat in sorted(bids))
            return ("revealed", bids)
        case e.Sold(seat, bid, room):
            assert bid == as_bid(bids[seat])
            return ("sold", seat, room)
        case e.NotSold(seat, bid, room, silent):
            assert bid == as_bid(bids[seat])
            return ("not sold", seat, room, silent)
        case e.Paid(table, dollars):
            return ("paid", table, dict(enumerate(dollars)))
        case e.RoundEnded(mustard):
            return ("next round", mustard)
        case e.HandEnded(hand, ending, money, totals):
            return ("hand over", hand, str(ending), dict(enumerate(money)), dict(enumerate(totals)))
        case e.GameEnded(totals, winners):
            return ("game over", dict(enumerate(totals)), list(winners))
        case _:
            raise TypeError(event)


@pytest.mark.rule(
    "HD-11", "HD-12", "HD-13", "HD-14", "HD-15", "HD-16", "HD-17", "HD-18", "HD-20", "HD-21", "HD-22", "HD-23", "HD-24"
)
@settings(max_examples=repetitions(600, 250))
@given(data=st.data(), game=games)
def test_a_round_goes_as_the_oracle_says(data: Any, game: HotDog) -> None:
    table = data.draw(tables(game))
    chosen = {int(seat): data.draw(bids(game, table, seat)) for seat in game.seats}
    note(f"{game}\n{table}\n{chosen}")
    after, story = oracle.play_round(
        table,
        chosen,
        values=list(game.hotdog_values),
        hands=game.hands,
        settle=game.settle.value,
        announce=game.announce.value,
    )
    state = as_state(game, table)
    told: list[Event] = []
    for seat in data.draw(st.permutations(game.seats)):
        assert game.refusal(state, seat, as_bid(chosen[seat])) is None
        told += game.apply(state, seat, as_bid(chosen[seat]))
    settled = [event for event in told if not isinstance(event, e.Chosen | e.Announced)]
    assert [as_happening(event, chosen) for event in settled] == story
    if after is None:
        assert game.actors(state) == ()
        assert dict(enumerate(game.scores(state))) == story[-1][1]
        assert list(game.winners(state)) == story[-1][2]
    else:
        assert as_table(game, state) == in_order(after)


@pytest.mark.rule("HD-06", "HD-08", "HD-09", "HD-19", "HD-20")
@settings(max_examples=150)
@given(data=st.data(), game=games)
def test_the_bids_listed_are_those_of_the_oracle(data: Any, game: HotDog) -> None:
    table = data.draw(tables(game))
    state = as_state(game, table)
    seat = data.draw(st.sampled_from(game.seats))
    listed = game.legal(state, seat)
    possible = {as_bid(bid) for bid in oracle.all_bids(table, seat, game.announce.value)}
    assert len(listed) == len(possible)
    assert set(listed) == possible
