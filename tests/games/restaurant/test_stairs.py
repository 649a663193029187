"""RE-23: the salon with its stairs."""

import pytest
from tests.games.restaurant.scene import (
    ANNE,
    BERNARD,
    DISH,
    JUMP,
    M100,
    NAMES,
    Evening,
    do,
    names,
    orders,
    serve,
    served,
    service,
    table,
    take,
    taken,
)

from tablee.core.seat import CHANCE
from tablee.games.restaurant import pieces
from tablee.games.restaurant.actions import Turn
from tablee.games.restaurant.pieces import OrdersEnding, ServiceEnding
from tablee.games.restaurant.rules import Restaurant

GAME = Restaurant(players=3, stairs=True)
STAIRS = [("A5", "B5"), ("C7", "C8"), ("E6", "F6"), ("D3", "D4")]


@pytest.mark.rule("RE-23")
def test_the_salon_is_entered_and_left_over_four_stairs_only() -> None:
    flat, walled = pieces.room(False).next_to, pieces.room(True).next_to
    crossing: set[frozenset[int]] = set()
    closed: set[frozenset[int]] = set()
    for here in pieces.TABLES:
        for there in pieces.TABLES:
            if flat[here] >> there & 1:
                is_open = walled[here] >> there & 1
                if (pieces.SALON >> here & 1) == (pieces.SALON >> there & 1):
                    assert is_open
                else:
                    (crossing if is_open else closed).add(frozenset({here, there}))
            else:
                assert not walled[here] >> there & 1
    assert crossing == {frozenset({table(one), table(other)}) for one, other in STAIRS}
    assert len(closed) == 12


@pytest.mark.rule("RE-23", "RE-05")
def test_orders_go_over_the_stairs() -> None:
    evening = Evening(GAME)
    evening.turn(ANNE, "A4", M100)
    assert taken(evening.match.legal(BERNARD)) == {"A3", "A5"}
    refusal = evening.match.refusal(BERNARD, take("B4"))
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("no_stairs", "RE-23")
    evening.turn(BERNARD, "A5", M100)
    assert "B5" in taken(evening.match.legal(evening.match.actors()[0]))


@pytest.mark.rule("RE-23", "RE-11")
def test_a_wall_makes_a_dead_end() -> None:
    """B4 lies behind the wall, next to A4."""
    state = orders(GAME, "A4 B4 C4", "A3")
    do(GAME, state, ANNE, take("A4"))
    do(GAME, state, CHANCE, Turn(M100))
    assert state.orders_ending is OrdersEnding.DEAD_END


@pytest.mark.rule("RE-23", "RE-12")
def test_walls_count_when_dead_ends_are_avoided() -> None:
    """Next to A4 lies B4, but behind the wall: before thirty cards A4 may not be taken."""
    far = " ".join(f"{row}{column}" for row in "CDEF" for column in range(4, 11))
    state = orders(GAME, f"A4 B4 B3 C3 {far}", "A3")
    assert state.marked.bit_count() == 28
    assert taken(GAME.legal(state, ANNE)) == {"B3"}
    flat = Restaurant(players=3)
    assert taken(flat.legal(orders(flat, f"A4 B4 B3 C3 {far}", "A3"), ANNE)) == {"A4", "B3"}


@pytest.mark.rule("RE-23", "RE-15")
def test_the_service_goes_over_the_stairs() -> None:
    markers = {ANNE: "A4 A5 B4 B5"}
    state = service(GAME, markers, {ANNE: [DISH] * 3, BERNARD: [DISH] * 3}, "A4")
    state.hands[2] = state.hands[0]
    do(GAME, state, ANNE, serve(DISH, "A4"))
    seat = GAME.actors(state)[0]
    assert {where for _, where in served(GAME.legal(state, seat))} == {"A5"}
    refusal = GAME.refusal(state, seat, serve(DISH, "B4"))
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("no_stairs", "RE-23")
    do(GAME, state, seat, serve(DISH, "A5"))
    assert {where for _, where in served(GAME.legal(state, GAME.actors(state)[0]))} == {"B5"}


@pytest.mark.rule("RE-23", "RE-20")
def test_a_wall_ends_the_service() -> None:
    state = service(GAME, {ANNE: "A4 B4"}, {ANNE: [DISH, DISH]}, "A4")
    do(GAME, state, ANNE, serve(DISH, "A4"))
    assert state.ending is ServiceEnding.BLOCKED


@pytest.mark.rule("RE-23", "RE-09", "RE-17")
def test_jumps_ignore_the_stairs() -> None:
    evening = Evening(GAME)
    evening.take(ANNE, "A4", JUMP)
    assert "B4" in taken(evening.match.legal(ANNE))
    state = service(GAME, {ANNE: "A4 B4"}, {ANNE: [JUMP, DISH]}, "A4")
    do(GAME, state, ANNE, serve(JUMP, "A4"))
    assert served(GAME.legal(state, ANNE)) == {(DISH, "B4")}


@pytest.mark.rule("RE-23")
def test_the_walls_are_drawn() -> None:
    drawn = GAME.words.board(GAME.view(GAME.start(), ANNE), NAMES, "en")
    assert drawn.count("[bold]≡≡≡[/]") == 2
    assert drawn.count("[bold]≡[/]") == 2
    assert "≡" not in Restaurant().words.board(Restaurant().view(Restaurant().start(), ANNE), NAMES, "en")
    assert names(pieces.room(True).next_to[table("B4")]) == {"B5", "C4"}
