"""The odds of what a seat cannot see: `determinize` compared with the exact odds of exact_odds.py."""

from random import Random

import pytest
from tests.games.courtepaille.exact_odds import distance, drawn, exact_odds, noise, spread
from tests.games.courtepaille.scene import (
    ANNE,
    BERNARD,
    CLAIRE,
    DENIS,
    Scene,
    add,
    choose,
    eat,
    look,
    named,
    pack,
    remove,
    table,
    take,
)
from tests.repetitions import repetitions

from tablee.core.seat import CHANCE, Seat
from tablee.games.courtepaille.actions import Draw, Move
from tablee.games.courtepaille.knowledge import sampler
from tablee.games.courtepaille.knowledge.sampler import Sampler, Trail
from tablee.games.courtepaille.pieces import CARDS_OF, NONE, Character, points
from tablee.games.courtepaille.rules import CourtePaille
from tablee.games.courtepaille.state import FIRST, PILE, Parcel, Promise, PublicKnowledge

Script = list[tuple[Seat, Move]]

TWO = CourtePaille(players=2)
FEW = ("teller", "sailor", "lookout", "boy")
"""Characters that are left out, so that everything can be tried."""


def draws(text: str) -> Script:
    return [(CHANCE, Draw(card)) for card in named(text)]


def scene(bernard: str = "captain-2 coco-2", face_down: str = "cook-2 cook-3 cook-5", pile: str = "captain-3") -> Scene:
    hands = ["captain-1 coco-1", bernard]
    return table(TWO, hands, week="cook-1", face_down=face_down, menu="captain-4 captain-5", pile=pile, eaten=FEW)


def check(here: Scene, viewer: Seat | None, script: Script, number: int = repetitions(3000, by_day=1000)) -> None:
    """After the script every possible table is drawn, no other is, and they are drawn by their odds."""
    odds = exact_odds(here, viewer, script)
    found = drawn(here, viewer, number, seed=1)
    assert set(found) <= set(odds)
    assert len(odds) > 1
    assert abs(spread(found, odds)) < 4


@pytest.mark.parametrize("viewer", [ANNE, BERNARD, None])
def test_at_the_start_all_is_equally_likely(viewer: Seat | None) -> None:
    check(scene(face_down="cook-2"), viewer, [])


@pytest.mark.rule("CP-05")
def test_a_card_chosen_face_down_is_any_of_the_hand() -> None:
    check(scene(face_down="cook-2"), ANNE, [(BERNARD, choose("coco-2"))])


FIRST_ROUND: Script = [
    (ANNE, choose("captain-1")),
    (BERNARD, choose("captain-2")),
    (ANNE, take("captain-5")),
    (BERNARD, take("captain-4")),
    *draws("captain-6 captain-7 captain-8 captain-9 cook-9"),
]
BERNARD_LAYS: Script = [
    *FIRST_ROUND,
    (ANNE, choose("captain-5")),
    (BERNARD, choose("coco-2")),
    (BERNARD, add("hand", "captain-4")),
]
"""All saw him take captain-4: the card he lays may be this one or another."""


@pytest.mark.slow_under_coverage
@pytest.mark.rule("CP-14")
@pytest.mark.parametrize("viewer", [ANNE, BERNARD])
def test_a_card_laid_from_a_hand_is_any_of_it(viewer: Seat) -> None:
    check(scene("captain-2 coco-2 coco-3", pile=""), viewer, BERNARD_LAYS)


@pytest.mark.rule("CP-14")
def test_after_a_card_is_laid_two_are_drawn() -> None:
    check(scene("captain-2 coco-2 coco-3", "cook-2 cook-3", pile=""), ANNE, [*BERNARD_LAYS, *draws("cook-8 cook-7")])


BURIED: Script = [
    (ANNE, choose("coco-1")),
    (BERNARD, choose("coco-2")),
    (ANNE, remove(3)),
    *draws("captain-3"),
    (BERNARD, remove(1)),
]
"""A day goes unseen to the discard pile, which becomes the draw pile when Bernard needs a card."""
NEXT_MENU = "captain-6 captain-7 captain-8 cook-9"


@pytest.mark.slow_under_coverage
@pytest.mark.rule("CP-09", "CP-13")
@pytest.mark.parametrize("viewer", [ANNE, BERNARD])
def test_a_card_buried_unseen_is_in_the_new_pile(viewer: Seat) -> None:
    check(scene(), viewer, [*BURIED, *draws("captain-9")])


@pytest.mark.rule("CP-09", "CP-13")
@pytest.mark.parametrize("fifth", ["cook-8", "cook-3"])
@pytest.mark.slow_under_coverage
def test_the_new_menu_tells_what_was_buried_or_not(fifth: str) -> None:
    """If cook-3 turns up, it can only be the card that was buried."""
    check(scene(), ANNE, [*BURIED, *draws(f"captain-9 {NEXT_MENU} {fifth}")])


@pytest.mark.rule("CP-09", "CP-13")
@pytest.mark.parametrize("played", ["captain-2", "captain-9"])
@pytest.mark.slow_under_coverage
def test_a_card_that_may_be_old_or_new(played: str) -> None:
    """Bernard plays captain-2: he had it from the start, or it was buried and he has just drawn it."""
    script = [*BURIED, *draws(f"captain-9 {NEXT_MENU} cook-8"), (ANNE, choose("captain-3")), (BERNARD, choose(played))]
    check(scene(), ANNE, script)


@pytest.mark.slow_under_coverage
@pytest.mark.rule("CP-09", "CP-13", "CP-15")
@pytest.mark.parametrize("viewer", [ANNE, BERNARD])
def test_who_looked_at_a_day_knows_that_it_is_in_the_new_pile(viewer: Seat) -> None:
    script: Script = [
        (ANNE, choose("coco-1")),
        (BERNARD, choose("coco-2")),
        (ANNE, look(3, 4)),
        *draws("captain-3"),
        (BERNARD, remove(3)),
        *draws("captain-9"),
    ]
    check(scene(), viewer, script)


@pytest.mark.rule("CP-09", "CP-13", "CP-14")
@pytest.mark.slow_under_coverage
def test_a_card_laid_from_a_hand_then_buried_then_shuffled_in() -> None:
    """Whether captain-4, which all saw Bernard take, is in his hand or in the pile, Anne cannot tell."""
    script: Script = [
        *BERNARD_LAYS,
        *draws("cook-8 cook-7"),
        (ANNE, take("captain-9")),
        *draws("cook-6 cook-4 captain-2 coco-5 captain-1"),
        (ANNE, choose("coco-1")),
        (BERNARD, choose("coco-3")),
        (ANNE, remove(5)),
        *draws("captain-3"),
        (BERNARD, remove(1)),
        *draws("captain-6"),
        *draws("captain-7 captain-8"),
    ]
    check(scene("captain-2 coco-2 coco-3 coco-4", pile=""), ANNE, script)


@pytest.mark.slow_under_coverage
@pytest.mark.rule("CP-09", "CP-13", "CP-15")
def test_who_looked_knows_which_of_two_buried_cards_turns_up_again() -> None:
    """Two days were buried, of which Anne knew one: cook-3. To the others it may have been either."""
    hands = ["captain-1 coco-1 coco-3", "captain-2 coco-2 coco-4"]
    days = "cook-2 cook-3 cook-5 cook-6"
    here = table(TWO, hands, week="cook-1", face_down=days, menu="captain-4 captain-5", pile="", eaten=FEW)
    script: Script = [
        (ANNE, choose("coco-1")),
        (BERNARD, choose("coco-2")),
        (ANNE, look(3, 4)),
        *draws("captain-3"),
        (BERNARD, remove(5)),
        *draws("captain-6"),
        *draws("captain-7 captain-8 captain-9 cook-4 cook-7"),
        (ANNE, choose("coco-3")),
        (BERNARD, choose("coco-4")),
        (ANNE, remove(3)),
        *draws("coco-5"),
        (BERNARD, look(3)),
        *draws("cook-8"),
        *draws("cook-9 coco-1 cook-3"),
    ]
    check(here, ANNE, script)
    assert here.state.public.pins


# Announcements

LAST_ROUND: Script = [
    (ANNE, choose("captain-1")),
    (BERNARD, choose("captain-2")),
    (ANNE, take("boy-1")),
    (BERNARD, take("boy-2")),
]


def last_round(bernard: str, shark: Seat = ANNE) -> Scene:
    """Anne has 9 points or 9 and a Coco; Bernard has these cards and captain-2; the week is over with this round."""
    return table(
        CourtePaille(players=2, advanced=True),
        ["captain-1 cook-9", f"captain-2 {bernard}"],
        week="cook-1 cook-2",
        menu="boy-1 boy-2",
        pile="cook-4 coco-2 boy-6 captain-9 captain-8",
        eaten=FEW[:3],
        shark=shark,
    )


@pytest.mark.rule("CP-21")
@pytest.mark.parametrize(
    ("bernard", "shark"),
    [("cook-3 boy-5", ANNE), ("boy-5 coco-5", ANNE), ("cook-3 boy-5", BERNARD), ("cook-3 coco-1", BERNARD)],
)
@pytest.mark.slow_under_coverage
def test_what_one_hand_announced_is_kept_by_the_odds(bernard: str, shark: Seat) -> None:
    """After Anne he says that he has no more; before her, how many he has."""
    check(last_round(bernard, shark), ANNE, LAST_ROUND)


@pytest.mark.rule("CP-21", "CP-23")
@pytest.mark.parametrize("character", ["cook", "captain"])
def test_what_leaves_a_hand_tells_more_about_what_was_announced(character: str) -> None:
    check(last_round("cook-3 boy-5", BERNARD), ANNE, [*LAST_ROUND, (ANNE, eat(character))])


def three_hands(bernard: str, claire: str, pile: str) -> Scene:
    return table(
        CourtePaille(players=3, advanced=True, announce_all=True),
        ["captain-1 cook-9", f"captain-2 {bernard}", f"captain-3 {claire}"],
        week="cook-1 cook-2",
        menu="boy-1 boy-2 boy-3",
        pile=pile,
        eaten=FEW[:3],
    )


@pytest.mark.rule("CP-21", "CP-28")
@pytest.mark.parametrize(
    ("bernard", "claire", "pile"),
    [
        ("cook-4 boy-5", "coco-2 cook-3", "cook-5 cook-7 captain-8"),
        ("cook-3 boy-5", "cook-4 boy-6", "captain-8 coco-2 cook-5"),
        ("cook-3 coco-1", "boy-5 cook-4", "captain-8 coco-2 cook-5"),
    ][: repetitions(3, 1)],
)
@pytest.mark.slow_under_coverage
def test_what_several_hands_announced_is_kept_nearly_by_the_odds(bernard: str, claire: str, pile: str) -> None:
    """If the hands do not fit together for long, they are drawn one after the other, at odds that are a little off.

    The first of these is the worst of some hundred that were tried: four in a hundred draws would have to be others.
    """
    script: Script = [
        (ANNE, choose("captain-1")),
        (BERNARD, choose("captain-2")),
        (CLAIRE, choose("captain-3")),
        (ANNE, take("boy-1")),
        (BERNARD, take("boy-2")),
        (CLAIRE, take("boy-3")),
    ]
    here = three_hands(bernard, claire, pile)
    odds = exact_odds(here, ANNE, script)
    number = repetitions(4000, by_day=1200)
    found = drawn(here, ANNE, number, seed=1)
    assert set(found) == set(odds)
    assert len(odds) > 1
    assert distance(found, odds) - noise(odds, number) < 0.05


@pytest.mark.rule("CP-28")
@pytest.mark.parametrize("character", [None, "captain", "cook"])
@pytest.mark.slow_under_coverage
def test_what_a_winner_shows_and_does_not_show_is_kept_by_the_odds(character: str | None) -> None:
    """To Bernard, who has less than Anne."""
    here = table(
        CourtePaille(players=2, advanced=True, announce_all=True),
        ["captain-1 cook-9 boy-5 coco-1", "captain-2 cook-3"],
        week="cook-1 cook-2",
        menu="boy-1 boy-2",
        pile="cook-4 coco-2 boy-6 captain-9 captain-8",
        eaten=FEW[:3],
    )
    ends: Script = [] if character is None else [(ANNE, eat(character))]
    check(here, BERNARD, [*LAST_ROUND, *ends])


@pytest.mark.rule("CP-21")
@pytest.mark.slow_under_coverage
def test_hands_that_are_hard_to_find_are_found() -> None:
    """Of millions of hands a few keep what was announced; every guess is one of them."""
    here = table(
        CourtePaille(players=4, advanced=True, announce_all=True),
        ["teller-1 boy-9 boy-8 boy-7 coco-5", "teller-2 boy-6 boy-5 boy-4 coco-4", "teller-3 boy-3 coco-1", "teller-4"],
        week="boy-2 captain-1",
        menu="captain-6 sailor-5 cook-1 cook-2",
    )
    here.choose("teller-1", "teller-2", "teller-3", "teller-4")
    here.take("captain-6", "sailor-5", "cook-1", "cook-2")
    view = here.view(DENIS)
    assert view.verdict is not None
    assert view.verdict.counts[0].points == (29, 19, 4, 0)
    rng = Random(1)
    for _ in range(20):
        hands = here.game.determinize(view, rng).hands
        assert [points(hand, CARDS_OF[Character.BOY], coco_needs_match=True) for hand in hands] == [29, 19, 4, 0]


@pytest.mark.rule("CP-21")
def test_what_was_announced_tells_which_way_a_card_came() -> None:
    """Bernard had one unseen card and said 5, so it was lookout-2. He drew another and laid one: sailor-8, the new one.

    To the eye it is more likely that it was the old one.
    """
    then, shuffled, now, laid = FIRST + 1, FIRST + 2, FIRST + 3, FIRST + 4
    public = PublicKnowledge()
    public.known, public.deck, public.next = [NONE, NONE], shuffled, laid + 1
    public.parcels = {
        FIRST: parcel_of("lookout-2 cook-3", {then: 1, shuffled: 2}),
        then: parcel_of("", {now: 1}),
        shuffled: parcel_of("captain-3 captain-4 captain-5 captain-6", {now: 1, PILE: 5}),
        now: parcel_of("", {BERNARD: 1, laid: 1}),
    }
    public.parcels[then].shown = pack("coco-3")
    public.parcels[then].promises = (Promise(BERNARD, CARDS_OF[Character.LOOKOUT], 5, 5),)
    rng = Random(1)
    for _ in range(200):
        drawn_anew = Sampler(public, rng, coco_needs_match=True)
        assert drawn_anew.place_known([Trail(pack("sailor-8"), FIRST, (laid,))], ANNE)
        assert drawn_anew.places([])[BERNARD] == pack("lookout-2")


def parcel_of(cards: str, places: dict[int, int]) -> Parcel:
    parcel = Parcel(pack(cards))
    parcel.places = places
    return parcel


@pytest.mark.rule("CP-21")
@pytest.mark.slow_under_coverage
def test_in_random_games_all_that_was_announced_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[bool] = []

    place_known = Sampler.place_known

    def watched(self: Sampler, trails: list[Trail], viewer: int | None) -> bool:
        kept.append(place_known(self, trails, viewer))
        return kept[-1]

    monkeypatch.setattr(Sampler, "place_known", watched)
    rng = Random(1)
    for number in range(12):
        game = CourtePaille(
            players=2 + number % 4, advanced=True, announce_all=number % 3 == 0, coco_needs_match=number % 2 == 0
        )
        state = game.start()
        while actors := game.actors(state):
            if state.part > 1 and not state.owed and rng.random() < 0.3:
                game.determinize(game.view(state, rng.choice((*game.seats, None))), rng)
            game.apply(state, actors[0], game.random_action(state, actors[0], rng), events=False)
    assert len(kept) > 200
    assert all(kept)


@pytest.mark.rule("CP-21")
def test_an_announcement_that_no_hand_can_keep_is_let_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """It cannot happen in a game; if it did, whoever guesses should not be kept waiting."""
    monkeypatch.setattr(sampler, "CAREFUL_TRIES", 2)
    here = last_round("cook-3 boy-5")
    for seat, action in LAST_ROUND:
        here.play(seat, action)
    (parcel,) = [parcel for parcel in here.state.public.parcels.values() if parcel.promises]
    parcel.promises = tuple(promise._replace(least=99, most=99) for promise in parcel.promises)
    view = here.view(ANNE)
    assert here.view(ANNE) == here.game.view(here.game.determinize(view, Random(1)), ANNE)


def test_known_cards_find_their_way_through_hands_that_announced_something(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where cards must be drawn with care from the first try on."""
    monkeypatch.setattr("tablee.games.courtepaille.knowledge.sampler.TRIES", 1)
    game = CourtePaille(players=3, advanced=True, announce_all=True)
    rng, state = Random(2), game.start()
    while actors := game.actors(state):
        seat = actors[0]
        game.apply(state, seat, game.random_action(state, seat, rng))
        if seat != CHANCE and len(state.public.parcels) > 1 and rng.random() < 0.2:
            view = game.view(state, Seat(rng.randrange(3)))
            assert game.view(game.determinize(view, rng), view.seat) == view
