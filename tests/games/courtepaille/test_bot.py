"""The heuristic of La Courte Paille: scenes with an obviously good choice."""

from math import exp
from random import Random

import pytest
from tests.games.courtepaille.scene import (
    ANNE,
    BERNARD,
    CLAIRE,
    Scene,
    add,
    choose,
    eat,
    look,
    pack,
    remove,
    table,
    take,
)

from tablee.core.seat import CHANCE, Seat
from tablee.games.courtepaille.actions import Move
from tablee.games.courtepaille.bot import CourtePailleHeuristic
from tablee.games.courtepaille.bot.forecast import week_seen_by
from tablee.games.courtepaille.rules import CourtePaille

TWO, THREE = CourtePaille(players=2), CourtePaille(players=3)
ADVANCED = CourtePaille(players=3, advanced=True)
SAILORS = "sailor-1 sailor-2 sailor-3 sailor-4 sailor-5"
MENU = "lookout-6 lookout-7 lookout-8 lookout-9 captain-8"


def ranked(scene: Scene, seat: Seat, most: int = 99) -> list[Move]:
    return list(CourtePailleHeuristic(scene.game).candidates(scene.state, seat, Random(1), most))


def policies(scene: Scene, seat: Seat) -> set[Move]:
    """What the policy does, with many a whim."""
    knows, rng = CourtePailleHeuristic(scene.game), Random(2)
    return {knows.policy(scene.state, seat, rng) for _ in range(50)}


def value(scene: Scene, seat: Seat) -> float:
    return CourtePailleHeuristic(scene.game).value(scene.state, seat)


# What to give away, what to take


def test_what_cannot_count_any_more_is_given_away_first() -> None:
    scene = table(
        TWO,
        ["captain-9 captain-7 cook-1 boy-2 boy-3", SAILORS],
        week="captain-6 captain-5 captain-4 cook-9",
        face_down="lookout-1 lookout-2",
        menu=MENU,
    )
    assert [ranked(scene, ANNE)[place] for place in (3, 4)] == [choose("captain-7"), choose("captain-9")]
    assert policies(scene, ANNE) <= {choose("cook-1"), choose("boy-2"), choose("boy-3")}


def test_a_low_card_is_played_for_the_initiative() -> None:
    # Neither counts anything; the captain on the menu goes to whoever is first (CP-06).
    scene = table(
        THREE,
        ["boy-1 boy-9 captain-7 captain-6 captain-3", SAILORS, "lookout-1 lookout-2 lookout-3 lookout-4 lookout-5"],
        week="captain-9 captain-5 captain-4",
        face_down="cook-1 cook-2",
        menu=MENU,
    )
    assert ranked(scene, ANNE)[0] == choose("boy-1")
    assert policies(scene, ANNE) == {choose("boy-1")}


def test_whoever_will_be_eaten_is_taken_and_the_higher_card_before_the_lower() -> None:
    scene = table(
        TWO,
        ["boy-1 boy-2 boy-3 boy-4 boy-5", SAILORS],
        week="captain-9 captain-5",
        face_down="cook-1 cook-2",
        menu="captain-8 captain-2 teller-9 teller-3 lookout-1",
    )
    scene.choose("boy-1", "sailor-1")
    assert ranked(scene, ANNE)[:2] == [take("captain-8"), take("captain-2")]
    assert policies(scene, ANNE) == {take("captain-8")}


def test_a_day_that_was_seen_in_secret_counts_for_who_saw_it_alone() -> None:
    scene = table(
        TWO,
        ["coco-1 boy-2 boy-3 boy-4 boy-5", "coco-2 sailor-2 sailor-3 sailor-4 sailor-5"],
        week="captain-5",
        face_down="cook-9 cook-8 lookout-1 lookout-2",
        menu="captain-8 cook-7 teller-1 teller-2 teller-3",
    )
    scene.choose("coco-1", "coco-2")
    scene.play(ANNE, look(2, 3))
    scene.draw("boy-1")
    scene.play(BERNARD, look(4, 5))
    scene.draw("sailor-1 captain-9 cook-6 teller-4 teller-5 teller-6")
    scene.choose("boy-1", "sailor-1")
    # The cook's nine is open now; only Anne knows that an eight follows.
    assert ranked(scene, ANNE)[0] == take("cook-6")
    assert scene.view(BERNARD).face_down[0].card is None


def test_choices_do_not_rest_on_what_the_seat_cannot_know() -> None:
    hands = ["captain-1 captain-2 cook-3 boy-4 coco-5", SAILORS]
    week, menu = "captain-9 boy-3", "captain-8 cook-7 teller-1 teller-2 boy-9"
    one = table(TWO, hands, week=week, face_down="cook-9 cook-8", menu=menu)
    other = table(
        TWO, [hands[0], "cook-9 cook-8 sailor-7 sailor-8 teller-9"], week=week, face_down="boy-8 boy-7", menu=menu
    )
    assert ranked(one, ANNE) == ranked(other, ANNE)
    knows = CourtePailleHeuristic(TWO)
    assert [knows.policy(one.state, ANNE, Random(seed)) for seed in range(20)] == [
        knows.policy(other.state, ANNE, Random(seed)) for seed in range(20)
    ]


# Coco


def with_coco(week: str, hand: str, face_down: str = "teller-1", menu: str = "") -> Scene:
    return table(TWO, [f"coco-2 {hand}", f"{SAILORS}"], week=week, face_down=face_down, menu=menu)


def test_coco_is_kept_while_the_week_is_long() -> None:
    scene = with_coco("captain-5 cook-4", "boy-1 boy-2 boy-3 cook-7", "teller-1 teller-2 teller-3 teller-4", MENU)
    assert ranked(scene, ANNE)[-1] in {choose("coco-2"), choose("cook-7")}
    assert choose("coco-2") not in policies(scene, ANNE)


def test_coco_is_played_when_it_turns_the_week() -> None:
    # Without the captain's nine the cook is eaten, and Anne's hand is full of cooks.
    scene = with_coco("captain-9 cook-8 captain-2", "cook-9 cook-7 cook-6 cook-5", menu="boy-1 boy-2 boy-3 boy-4 boy-5")
    assert ranked(scene, ANNE)[0] == choose("coco-2")
    scene.choose("coco-2", "sailor-5")
    assert ranked(scene, ANNE)[0] == remove(1)


def test_coco_is_not_played_when_there_is_nothing_to_turn() -> None:
    scene = with_coco("cook-9 cook-8", "cook-7 cook-6 cook-5 boy-1", menu=MENU)
    assert ranked(scene, ANNE)[0] == choose("boy-1")
    nothing_open = with_coco("", "cook-7 cook-6 cook-5 boy-1", menu=MENU)
    assert set(ranked(nothing_open, ANNE)) == set(nothing_open.game.legal(nothing_open.state, ANNE))


def test_coco_lays_a_day_that_settles_it() -> None:
    scene = with_coco("captain-9 cook-8", "cook-9 cook-7 cook-6 cook-5", menu="cook-4 boy-2 boy-3 boy-4 boy-5")
    scene.choose("coco-2", "sailor-5")
    best = ranked(scene, ANNE)
    assert set(best) == set(scene.game.legal(scene.state, ANNE))
    assert best.index(add("menu", "cook-4")) < best.index(add("menu", "boy-5"))
    # A card of the own hand does not count there any more.
    assert best.index(add("menu", "cook-4")) < best.index(add("hand", "cook-9"))
    # What Coco brings to light may help; what nobody knows may be anything.
    assert best.index(remove(1)) < best.index(add("pile"))


def test_a_day_is_looked_at_once() -> None:
    scene = with_coco(
        "captain-9", "boy-1 boy-2 boy-3 coco-4", face_down="teller-1 teller-2 teller-3 teller-4", menu=MENU
    )
    scene.choose("coco-2", "sailor-5")
    scene.play(ANNE, look(2, 3))
    scene.draw("boy-9")
    scene.take("captain-8")
    scene.draw("lookout-1 lookout-2 lookout-3 lookout-4 lookout-5")
    scene.choose("coco-4", "captain-8")
    looks = [move for move in ranked(scene, ANNE) if move in {look(3, 4), look(4, 5)}]
    assert looks == [look(4, 5), look(3, 4)]
    # To take away a day that she knows is another thing than to take away any.
    assert {remove(3), remove(4)} < set(ranked(scene, ANNE))
    # And once it is gone, she knows what cannot come any more.
    scene.play(ANNE, remove(3))
    gone = pack("teller-2")
    assert not week_seen_by(scene.state, ANNE).pool & gone
    assert week_seen_by(scene.state, BERNARD).pool & gone


def test_where_coco_always_counts_it_needs_nobody() -> None:
    game = CourtePaille(players=2, coco_needs_match=False)
    hands = ["coco-5 boy-1 boy-2 boy-3 boy-4", SAILORS]
    always = table(game, hands, week="captain-9", face_down="captain-7", menu=MENU)
    seldom = table(TWO, hands, week="captain-9", face_down="captain-7", menu=MENU)
    assert value(always, ANNE) > value(seldom, ANNE)
    assert ranked(always, ANNE)[-1] == choose("coco-5")


# The advanced rule


def test_the_winner_of_a_part_lets_others_lose_cards_and_keeps_his_own() -> None:
    scene = table(
        ADVANCED,
        [
            "captain-9 captain-8 captain-7 boy-1 boy-2",
            "cook-1 cook-2 cook-3 cook-4 boy-4",
            "cook-5 cook-6 boy-5 boy-6 boy-7",
        ],
        week="captain-4 captain-5",
        face_down="captain-6",
        menu="teller-1 teller-2 cook-7 cook-8 boy-9",
    )
    scene.choose("boy-1", "boy-4", "boy-5")
    scene.take("cook-7", "cook-8", "boy-9")
    scene.draw("lookout-1 lookout-2 lookout-3 lookout-4 lookout-5")
    assert scene.next == ANNE
    best = ranked(scene, ANNE)
    assert best[-1] == eat("captain")
    assert len(best) == 6
    assert policies(scene, ANNE) <= set(scene.game.legal(scene.state, ANNE))


def test_in_the_advanced_game_cards_are_worth_something_and_who_is_out_has_no_chance() -> None:
    hands = ["boy-1 boy-2 boy-3", "sailor-1", ""]
    scene = table(ADVANCED, hands, week="cook-9", face_down="cook-8 cook-7", menu=MENU, part=3)
    assert value(scene, ANNE) > 0 > value(scene, BERNARD) > value(scene, CLAIRE)
    scene.choose("boy-1", "sailor-1")
    assert value(scene, ANNE) > value(scene, BERNARD) > value(scene, CLAIRE)


# How it stands


def test_more_of_whoever_is_eaten_is_better() -> None:
    def anne(hand: str) -> float:
        return value(table(TWO, [hand, SAILORS], week="captain-9 captain-5", face_down="teller-1", menu=MENU), ANNE)

    few, some, many = (
        "boy-1 boy-2 boy-3 boy-4 captain-1",
        "boy-1 boy-2 boy-3 boy-4 captain-7",
        "boy-1 boy-2 boy-3 captain-6 captain-7",
    )
    assert anne(few) < anne(some) < anne(many)


def test_a_lead_is_worth_more_when_the_end_is_near() -> None:
    hands = ["captain-7 captain-6 captain-1 boy-2 boy-3", SAILORS]
    early = table(
        TWO, hands, week="captain-9", face_down="teller-1 teller-2 teller-3 teller-4 cook-1 cook-2 cook-3", menu=MENU
    )
    late = table(TWO, hands, week="captain-9 captain-5", face_down="teller-1", menu=MENU)
    assert 0 < value(early, ANNE) < value(late, ANNE)


def test_who_takes_first_from_the_menu_stands_better() -> None:
    hands = ["boy-1 boy-9 captain-1 boy-2 boy-3", "sailor-5 sailor-6 sailor-7 sailor-8 captain-2"]
    first = table(TWO, hands, week="captain-9", face_down="teller-1", menu="captain-8 cook-1")
    first.choose("boy-1", "sailor-5")
    last = table(TWO, hands, week="captain-9", face_down="teller-1", menu="captain-8 cook-1")
    last.choose("boy-9", "sailor-5")
    assert value(first, ANNE) > value(last, ANNE)
    # Who finds nothing on the menu draws what nobody knows.
    bare = table(TWO, hands, week="captain-9", face_down="teller-1", menu="captain-8")
    bare.choose("boy-9", "sailor-5")
    assert value(bare, ANNE) < value(first, ANNE)


def test_a_coco_about_to_be_carried_out_is_feared_most_in_the_last_round() -> None:
    def bernard(face_down: str) -> float:
        scene = table(
            TWO, [f"{SAILORS}", "coco-1 boy-2 boy-3 boy-4 boy-5"], week="cook-9", face_down=face_down, menu=MENU
        )
        scene.choose("sailor-1", "coco-1")
        return value(scene, BERNARD)

    assert bernard("teller-1") > bernard("teller-1 captain-1 captain-2")


def test_values_are_logarithms_of_chances_that_add_up() -> None:
    scene = table(
        THREE,
        ["captain-1 captain-2 cook-3 boy-4 coco-5", SAILORS, "lookout-1 lookout-2 lookout-3 lookout-4 lookout-5"],
        week="captain-9 boy-3",
        face_down="cook-9 cook-8",
        menu=MENU.replace("lookout", "teller"),
    )
    knows = CourtePailleHeuristic(THREE)
    values = knows.values(scene.state)
    assert knows.swing(scene.state) == 1.0
    assert sum(exp(one) for one in values) == pytest.approx(3.0, abs=0.05)
    assert [knows.value(scene.state, seat) for seat in THREE.seats] == values


def test_a_match_that_is_won_is_better_than_any_other() -> None:
    scene = table(
        TWO, ["captain-9 captain-4 captain-7 boy-1 boy-2", SAILORS], week="captain-6", face_down="captain-5", menu=MENU
    )
    before = value(scene, ANNE)
    scene.choose("boy-1", "sailor-5")
    scene.take("lookout-6", "lookout-7")
    scene.draw("lookout-1 lookout-2 lookout-3 lookout-4 lookout-5")
    assert scene.game.winners(scene.state) == (ANNE,)
    assert value(scene, ANNE) > before > value(scene, BERNARD)


# Anywhere


@pytest.mark.slow_under_coverage
@pytest.mark.parametrize("advanced", [False, True])
@pytest.mark.parametrize("needs_match", [False, True])
def test_everything_offered_is_legal_and_nothing_is_touched(advanced: bool, needs_match: bool) -> None:
    game, rng = CourtePaille(players=3, advanced=advanced, coco_needs_match=needs_match), Random(3)
    knows = CourtePailleHeuristic(game)
    for _ in range(6):
        state = game.start()
        while actors := game.actors(state):
            for seat in actors:
                if seat == CHANCE:
                    game.apply(state, CHANCE, game.sample(state, rng), False)
                    continue
                before = state.copy()
                legal = game.legal(state, seat)
                offered = knows.candidates(state, seat, rng, 99)
                assert len(offered) == len(set(offered)) == len(legal)
                assert set(offered) == set(legal)
                assert list(knows.candidates(state, seat, rng, 2)) == list(offered[:2])
                assert knows.policy(state, seat, rng) in legal
                assert len(knows.values(state)) == 3
                assert state == before
                # Any choice, so that strange tables are seen too.
                game.apply(state, seat, rng.choice(legal), False)
