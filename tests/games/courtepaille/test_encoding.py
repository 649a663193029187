"""What is remembered in La Courte Paille, as numbers: also if there is more of it than the fields have room for."""

from dataclasses import replace

import pytest
from tests.games.courtepaille.scene import ANNE, table

from tablee.core.seat import Seat
from tablee.games.courtepaille.encoding import CourtePailleEncoding
from tablee.games.courtepaille.knowledge import CourtePailleView
from tablee.games.courtepaille.knowledge.view import ParcelView
from tablee.games.courtepaille.pieces import CARDS, MOST_ADDED, Card
from tablee.games.courtepaille.rules import CourtePaille
from tablee.games.courtepaille.state import FaceDown

GAME = CourtePaille(players=2)
ENCODING = CourtePailleEncoding(GAME)
REST = 4


def remembered(*parcels: ParcelView) -> CourtePailleView:
    view = GAME.view(GAME.start(), Seat(0))
    return replace(view, memory=replace(view.memory, parcels=parcels))


def parcel(number: int, *cards: Card) -> ParcelView:
    return ParcelView(number, cards, ((5, 1),), (), ())


def rest(view: CourtePailleView) -> list[int]:
    return list(ENCODING.numbers(view)[-REST:])


def test_what_fits_leaves_no_rest() -> None:
    assert rest(remembered(*(parcel(6 + number, CARDS[number]) for number in range(32)))) == [0] * REST


def test_what_does_not_fit_still_makes_a_difference() -> None:
    many = [parcel(6 + number, CARDS[number]) for number in range(40)]
    moved = [*many[:38], parcel(44, CARDS[39]), parcel(45, CARDS[38])]
    renumbered = [*many[:39], parcel(77, CARDS[39])]
    views = [remembered(*parcels) for parcels in (many, moved, renumbered)]
    assert len({tuple(rest(view)) for view in views}) == 3
    for view in views:
        numbers = ENCODING.numbers(view)
        assert len(numbers) == ENCODING.length
        assert all(0 <= number < 2**31 for number in rest(view))


@pytest.mark.parametrize("added", [0, MOST_ADDED])
@pytest.mark.parametrize("pile", [None, ""])
def test_what_coco_can_do_is_what_the_rules_say(added: int, pile: str | None) -> None:
    """Also when no card may be added any more (CP-14), or none is left to be drawn."""
    here = table(
        GAME,
        ["coco-1 cook-2", "captain-9 boy-3"],
        week="cook-1",
        face_down="cook-5 boy-5",
        menu="sailor-3",
        pile=pile,
        discard=pile,
    )
    here.choose("coco-1", "captain-9")
    here.state.added = added
    legal = here.game.legal(here.state, ANNE)
    numbers = ENCODING.legal(here.state, ANNE)
    assert numbers == sum(1 << ENCODING.parts(action)[0] for action in legal)


def test_what_bytes_cannot_tell_is_told_all_the_same() -> None:
    """High numbers of places, and more to remember than there is room for, go the long way."""
    high, deep, wide = GAME.start(), GAME.start(), GAME.start()
    high.public.next = 300
    deep.sunk = [FaceDown(1 << number, deep.public.deck, 0) for number in range(13)]
    wide.public.parcels[wide.public.deck].places = dict.fromkeys(range(65), 1)
    for state in (high, deep, wide):
        assert ENCODING.numbers_seen(state, Seat(0)) == ENCODING.numbers(GAME.view(state, Seat(0)))
    assert not any(rest(GAME.view(high, Seat(0))))
    assert all(any(rest(GAME.view(state, Seat(0)))) for state in (deep, wide))
