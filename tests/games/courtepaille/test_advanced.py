"""CP-21 to CP-28: several parts, announcements, characters and players that leave the game."""

import pytest
from tests.games.courtepaille.scene import (
    ANNE,
    BERNARD,
    CLAIRE,
    DENIS,
    Scene,
    eat,
    ended,
    happened,
    pack,
    remove,
    table,
)

from tablee.core.seat import CHANCE, Seat
from tablee.games.courtepaille import events as e
from tablee.games.courtepaille.events import Count
from tablee.games.courtepaille.knowledge.public import see_drawn
from tablee.games.courtepaille.pieces import ALL, CARDS_OF, Card, Character, Ending, Step
from tablee.games.courtepaille.rules import CourtePaille, CourtePailleOne

THREE = CourtePaille(players=3, advanced=True)
VERSION_1 = CourtePailleOne(players=3, advanced=True)
ALL_SAY = CourtePaille(players=3, advanced=True, announce_all=True)
SIX = [character for character in Character if character is not Character.COCO]


@pytest.mark.rule("CP-21", "CP-22", "CP-X3")
def test_only_who_has_more_announces() -> None:
    here = ended(THREE, ["cook-9 coco-3", "cook-7", "cook-5"], "cook-1 captain-1 cook-2", shark=BERNARD)
    assert happened(here.events, e.Announced) == [
        e.Announced(BERNARD, 7, 7),
        e.Announced(CLAIRE, None, 7),
        e.Announced(ANNE, 12, 12),
    ]
    assert happened(here.events, e.PartWon) == [e.PartWon(1, ANNE)]
    assert here.view(None).verdict.counts == (  # type: ignore[union-attr]
        Count((Character.COOK,), (12, 7, None), (12, 7, 7)),
    )
    assert here.next == ANNE


@pytest.mark.rule("CP-21")
def test_the_first_always_announces() -> None:
    here = ended(THREE, ["captain-9", "cook-7", "boy-5"], "sailor-9", shark=CLAIRE)
    assert happened(here.events, e.Announced)[0] == e.Announced(CLAIRE, 0, 0)


@pytest.mark.rule("CP-21")
def test_hands_are_not_shown_but_the_winners() -> None:
    here = ended(THREE, ["cook-9 coco-3", "cook-7", "cook-5"], "cook-1 captain-1 cook-2")
    assert happened(here.events, e.HandShown) == [e.HandShown(ANNE, (Card.COOK_9, Card.COCO_3))]
    assert here.view(BERNARD).known[ANNE] == (Card.COOK_9, Card.COCO_3)
    # Of the others all know the card they took in the last round, no more.
    assert here.view(ANNE).known[CLAIRE] == (Card.COOK_5,)


@pytest.mark.rule("CP-21", "CP-22")
def test_a_later_equal_announces_nothing_and_does_not_win() -> None:
    """Bernard has as many as Anne, and would have more captains; but he does not have more than she said."""
    here = ended(THREE, ["cook-5", "cook-3 coco-2 captain-9", "cook-4"], "cook-9 captain-8")
    assert happened(here.events, e.Announced) == [
        e.Announced(ANNE, 5, 5),
        e.Announced(BERNARD, None, 5),
        e.Announced(CLAIRE, None, 5),
    ]
    assert not [event for event in here.events if isinstance(event, e.Tied | e.TieCounted)]
    assert here.state.part_winners == (ANNE,)
    # Nobody else learns that he has as many: Bernard and Claire may have anything up to five.
    assert here.view(None).verdict.counts == (  # type: ignore[union-attr]
        Count((Character.COOK,), (5, None, None), (5, 5, 5)),
    )


@pytest.mark.rule("CP-22")
@pytest.mark.parametrize("game", [THREE, ALL_SAY])
@pytest.mark.parametrize(("shark", "winner"), [(ANNE, ANNE), (BERNARD, BERNARD), (CLAIRE, ANNE)])
def test_of_equals_the_first_to_announce_wins(game: CourtePaille, shark: Seat, winner: Seat) -> None:
    here = ended(game, ["cook-3 lookout-5", "cook-1 coco-2 lookout-4", "cook-2"], "cook-9", shark=shark)
    assert happened(here.events, e.Tied) == []
    assert here.state.part_winners == (winner,)


def test_in_version_1_who_has_as_many_says_so_when_all_have_spoken() -> None:
    """Bernard has no more than Anne when it is his turn; then they find that they are equal."""
    here = ended(VERSION_1, ["cook-5", "cook-3 coco-2 captain-9", "cook-4"], "cook-9 captain-8")
    assert happened(here.events, e.Announced) == [
        e.Announced(ANNE, 5, 5),
        e.Announced(BERNARD, None, 5),
        e.Announced(CLAIRE, None, 5),
    ]
    assert happened(here.events, e.Tied) == [e.Tied((ANNE, BERNARD), 5)]
    assert happened(here.events, e.TieCounted) == [e.TieCounted((Character.CAPTAIN,), (0, 11, None))]
    assert here.state.part_winners == (BERNARD,)
    # So Claire has less than five.
    first, second = here.view(None).verdict.counts  # type: ignore[union-attr]
    assert first == Count((Character.COOK,), (5, 5, None), (5, 5, 4))
    assert second == Count((Character.CAPTAIN,), (0, 11, None), (0, 11, None))


@pytest.mark.parametrize(("shark", "winner"), [(ANNE, ANNE), (BERNARD, BERNARD), (CLAIRE, ANNE)])
def test_in_version_1_equal_to_the_very_end_the_first_to_announce_wins(shark: Seat, winner: Seat) -> None:
    here = ended(VERSION_1, ["boy-3 lookout-5", "boy-4 lookout-4", "boy-1"], "cook-9", shark=shark)
    assert happened(here.events, e.Tied) == [e.Tied(tuple(happened(here.events, e.Tied)[0].seats), 0)]
    assert here.state.part_winners == (winner,)


@pytest.mark.rule("CP-28")
def test_all_announce_with_the_option() -> None:
    here = ended(ALL_SAY, ["cook-9 coco-3", "cook-7", "cook-5"], "cook-1 captain-1 cook-2", shark=BERNARD)
    assert happened(here.events, e.Announced) == [
        e.Announced(BERNARD, 7, 7),
        e.Announced(CLAIRE, 5, 5),
        e.Announced(ANNE, 12, 12),
    ]
    assert here.view(None).verdict.counts[0].points == (12, 7, 5)  # type: ignore[union-attr]


@pytest.mark.rule("CP-28")
def test_the_winner_shows_only_what_counts_and_his_cocos() -> None:
    hands = ["boy-2 cook-9 coco-3 sailor-4", "boy-3 cook-7", "boy-4 cook-5"]
    here = ended(ALL_SAY, hands, "cook-1 captain-1 cook-2")
    assert happened(here.events, e.HandShown) == [e.HandShown(ANNE, (Card.COOK_9, Card.COCO_3))]
    # All saw her take boy-2; sailor-4 stays hidden.
    for reader in (BERNARD, CLAIRE, None):
        assert here.view(reader).known[ANNE] == (Card.COOK_9, Card.BOY_2, Card.COCO_3)
    shows_all = CourtePailleOne(players=3, advanced=True, announce_all=True)
    assert len(ended(shows_all, hands, "cook-1 captain-1 cook-2").view(None).known[ANNE]) == 4


@pytest.mark.rule("CP-28")
def test_a_winner_without_points_shows_his_cocos_or_nothing() -> None:
    here = ended(ALL_SAY, ["boy-2 coco-3 sailor-4", "boy-3", "boy-4"], "cook-1")
    assert happened(here.events, e.HandShown) == [e.HandShown(ANNE, (Card.COCO_3,))]
    here = ended(ALL_SAY, ["boy-2 sailor-4", "boy-3", "boy-4"], "cook-1")
    assert happened(here.events, e.HandShown) == [e.HandShown(ANNE, ())]


@pytest.mark.rule("CP-23")
def test_the_winner_names_a_character_but_not_coco() -> None:
    here = ended(THREE, ["cook-9", "cook-7", "cook-5"], "cook-1 captain-1", eaten=("boy",), part=2)
    assert here.game.legal(here.state, ANNE) == [
        eat("captain"),
        eat("cook"),
        eat("lookout"),
        eat("sailor"),
        eat("teller"),
    ]
    assert here.game.legal(here.state, BERNARD) == ()
    assert here.refused(eat("coco")) == ("not_coco", "CP-23")
    assert here.refused(eat("boy")) == ("already_eaten", "CP-23")


@pytest.mark.rule("CP-23")
def test_all_nine_cards_leave_the_game_from_everywhere() -> None:
    """Also from the week, the piles and the menu."""
    here = ended(THREE, ["cook-9 captain-2", "cook-7 captain-4 boy-1", "cook-5 captain-6"], "cook-4 captain-1")
    assert here.discard >= {"captain-3", "captain-5", "captain-7"}
    assert here.menu >= {"captain-8", "captain-9"}
    events = here.play(ANNE, eat("captain"))
    assert happened(events, e.CharacterLeft) == [
        e.CharacterLeft(ANNE, Character.CAPTAIN, ((Card.CAPTAIN_2,), (Card.CAPTAIN_4,), (Card.CAPTAIN_6,)))
    ]
    assert here.state.gone == CARDS_OF[Character.CAPTAIN]
    assert [here.hand(seat) for seat in (ANNE, BERNARD, CLAIRE)] == [{"cook-9"}, {"cook-7", "boy-1"}, {"cook-5"}]
    assert not (here.state.pile | here.state.discard | here.state.menu) & CARDS_OF[Character.CAPTAIN]
    assert here.game.conserved(here.state) == here.game.conserved(here.game.start())
    assert Character.CAPTAIN not in here.view(None).characters
    assert here.view(None).lost == ((Card.CAPTAIN_2,), (Card.CAPTAIN_4,), (Card.CAPTAIN_6,))


@pytest.mark.rule("CP-13", "CP-23")
def test_a_card_that_was_removed_unseen_leaves_too() -> None:
    here = table(THREE, ["coco-1 boy-1", "boy-2 cook-2", "boy-3 cook-3"], week="cook-9", face_down="captain-5")
    here.state.menu = pack("sailor-1 sailor-2")
    here.state.pile ^= here.state.menu
    for card in ("sailor-1", "sailor-2"):
        see_drawn(here.state.public, pack(card))
    here.choose("coco-1", "boy-2", "boy-3")
    here.play(ANNE, remove(2))
    here.draw("teller-1")
    here.take("sailor-1", "sailor-2")
    assert len(here.state.buried) == 1
    here.play(here.next, eat("captain"))
    assert here.state.gone & pack("captain-5")
    assert here.state.buried == []
    assert here.game.conserved(here.state) == here.game.conserved(here.game.start())


def with_a_new_menu() -> Scene:
    """The last day was turned up, after a new menu was laid (CP-08)."""
    here = table(
        CourtePaille(players=2, advanced=True),
        ["boy-1 cook-9", "boy-2 cook-7"],
        week="cook-1 captain-1",
        face_down="captain-2",
        menu="sailor-1 sailor-2 sailor-3",
    )
    here.choose("boy-1", "boy-2")
    here.take("sailor-1", "sailor-2")
    here.draw("captain-3 captain-4 teller-1 teller-2 coco-1")
    assert here.next == ANNE
    return here


@pytest.mark.rule("CP-08", "CP-23", "CP-24")
@pytest.mark.parametrize("character", ["captain", "boy", "teller", "lookout"])
def test_all_that_lay_on_the_table_is_shuffled_but_what_left_the_game(character: str) -> None:
    here = with_a_new_menu()
    assert here.menu == {"captain-3", "captain-4", "teller-1", "teller-2", "coco-1"}
    here.play(ANNE, eat(character))
    left = CARDS_OF[Character(character)]
    assert here.state.gone == left
    assert here.menu == here.discard == set()
    assert here.week == []
    hands = pack("sailor-1 cook-9 sailor-2 cook-7")
    assert here.state.pile == ALL ^ left ^ hands
    assert here.game.conserved(here.state) == here.game.conserved(here.game.start())


@pytest.mark.rule("CP-24")
def test_the_winners_cocos_are_shuffled_in_and_replaced() -> None:
    here = ended(THREE, ["cook-9 coco-3 coco-1 boy-1", "cook-7 coco-2", "cook-5"], "cook-1 captain-1")
    events = here.play(ANNE, eat("teller"))
    assert happened(events, e.CocosReturned) == [e.CocosReturned(ANNE, (Card.COCO_1, Card.COCO_3))]
    assert here.hand(ANNE) == {"cook-9", "boy-1"}
    assert here.hand(BERNARD) == {"cook-7", "coco-2"}
    assert (here.state.step, here.state.owed) == (Step.REFILL, 2)
    assert here.state.pile & pack("coco-1 coco-3 cook-1 captain-1") == pack("coco-1 coco-3 cook-1 captain-1")
    assert here.discard == here.menu == set()
    (drew, *_) = here.draw("coco-3 sailor-9")
    assert drew.seen_by(BERNARD) == e.Drew(ANNE, None)
    assert here.hand(ANNE) == {"cook-9", "boy-1", "coco-3", "sailor-9"}
    assert here.state.step is Step.WEEK


@pytest.mark.rule("CP-24")
def test_nobody_else_draws() -> None:
    here = ended(THREE, ["cook-9", "cook-7 teller-9 teller-8", "cook-5 boy-1"], "cook-1 captain-1")
    here.play(ANNE, eat("teller"))
    assert here.state.step is Step.WEEK
    assert here.view(None).hand_sizes == (1, 1, 2)


@pytest.mark.rule("CP-25")
@pytest.mark.parametrize(("part", "days"), [(1, 6), (2, 5), (3, 4), (4, 3)])
def test_the_next_week_is_one_day_shorter(part: int, days: int) -> None:
    eaten = [str(character) for character in SIX[::-1][: part - 1]]
    here = ended(THREE, ["captain-9 captain-8", "captain-7", "captain-5"], "captain-1", eaten=eaten, part=part)
    here.play(ANNE, eat(SIX[::-1][part - 1]))
    assert (here.state.step, here.state.owed) == (Step.WEEK, days)
    while here.game.actors(here.state) == (CHANCE,):
        here.play(CHANCE, next(iter(here.game.odds(here.state))))
    assert len(here.week) == days
    assert len(here.state.open_days) == 1
    assert len(here.menu) == 5
    assert happened(here.events, e.PartBegan)[-1].part == part + 1
    assert here.state.round == 1
    assert here.state.added == 0
    assert here.game.actors(here.state) == (ANNE, BERNARD, CLAIRE)


@pytest.mark.rule("CP-25")
def test_the_shark_goes_to_the_winner() -> None:
    here = ended(THREE, ["cook-3", "cook-7", "cook-5"], "cook-1", shark=CLAIRE)
    here.play(BERNARD, eat("teller"))
    assert here.state.shark == BERNARD


@pytest.mark.rule("CP-25", "CP-26")
def test_if_the_winner_is_out_the_shark_goes_to_the_next() -> None:
    here = ended(THREE, ["boy-3", "cook-7", "boy-5"], "cook-1", shark=ANNE)
    events = here.play(BERNARD, eat("cook"))
    assert happened(events, e.WentOut) == [e.WentOut(BERNARD)]
    assert here.state.shark == CLAIRE
    here = ended(THREE, ["boy-3", "boy-5", "cook-7"], "cook-1", shark=ANNE)
    here.play(CLAIRE, eat("cook"))
    assert here.state.shark == ANNE


@pytest.mark.rule("CP-09", "CP-25")
def test_a_week_may_be_short_of_cards() -> None:
    """Three cards are on the table: they are laid as a week, and there is no menu."""
    hands = ["cook-1 boy-1", "boy-2 boy-7", "boy-3 boy-8"]
    here = table(THREE, hands, week="captain-9", menu="boy-4 boy-5 boy-6", pile="", discard="")
    here.choose("cook-1", "boy-2", "boy-3")
    here.take("boy-4", "boy-5", "boy-6")
    here.play(here.next, eat("captain"))
    assert (here.state.step, here.state.owed) == (Step.WEEK, 3)
    here.draw("cook-1 boy-2 boy-3")
    assert here.week == ["cook-1", "(boy-2)", "(boy-3)"]
    assert here.menu == set()
    assert here.state.step is Step.CHOOSE


@pytest.mark.rule("CP-09", "CP-10", "CP-17", "CP-18", "CP-25")
def test_a_week_may_have_no_card_at_all() -> None:
    """Then a round is played in which everybody has back what he discards, and all are eaten."""
    hands = ["boy-1 cook-1", "boy-2 cook-2", "boy-3 cook-3"]
    here = table(THREE, hands, week="boy-9", menu="sailor-1 sailor-2 sailor-3", pile="", discard="")
    here.choose("boy-1", "boy-2", "boy-3")
    here.take("sailor-1", "sailor-2", "sailor-3")
    here.play(here.next, eat("boy"))
    assert happened(here.events, e.PartBegan) == [e.PartBegan(2, 0, None, Seat(here.state.shark))]
    assert here.week == []
    assert here.menu == set()
    here.choose("cook-1", "cook-2", "cook-3")
    for card in ("cook-1", "cook-2", "cook-3"):
        here.draw(card)
    assert happened(here.events, e.WeekCounted)[-1] == e.WeekCounted(
        (0,) * 7, tuple(character for character in Character if character is not Character.BOY)
    )


@pytest.mark.rule("CP-26")
def test_who_has_no_card_left_is_out() -> None:
    here = ended(CourtePaille(players=4, advanced=True), ["boy-9", "cook-7", "boy-5 captain-1", "captain-2"], "boy-1")
    events = here.play(ANNE, eat("cook"))
    assert happened(events, e.WentOut) == [e.WentOut(BERNARD)]
    while here.game.actors(here.state) == (CHANCE,):
        here.play(CHANCE, next(iter(here.game.odds(here.state))))
    assert here.game.actors(here.state) == (ANNE, CLAIRE, DENIS)
    assert not here.game.legal(here.state, BERNARD)
    assert here.view(BERNARD).seats == (ANNE, CLAIRE, DENIS)
    here.choose("boy-9", "boy-5", "captain-2")
    assert set(here.view(None).queue) == {ANNE, CLAIRE, DENIS}


@pytest.mark.rule("CP-06", "CP-08", "CP-26")
def test_the_shark_passes_over_who_is_out() -> None:
    game = CourtePaille(players=4, advanced=True)
    menu = "sailor-1 sailor-2 sailor-3 sailor-4"
    hands = ["boy-1 boy-4", "", "boy-2 boy-5", "boy-3 boy-6"]
    here = table(game, hands, week="cook-1", face_down="cook-2 cook-3", menu=menu, shark=ANNE, part=2)
    here.choose("boy-1", "boy-2", "boy-3")
    here.take("sailor-1", "sailor-2", "sailor-3")
    here.draw("teller-1 teller-2 teller-3 teller-4 teller-5")
    assert here.state.shark == CLAIRE


@pytest.mark.rule("CP-27")
def test_the_last_player_wins() -> None:
    here = ended(THREE, ["boy-9", "cook-7 captain-1", "boy-5"], "boy-1")
    events = here.play(ANNE, eat("boy"))
    assert here.state.ending is Ending.ONE_PLAYER
    assert happened(events, e.GameEnded) == [e.GameEnded(Ending.ONE_PLAYER, (BERNARD,))]
    assert happened(events, e.HandShown) == [e.HandShown(BERNARD, (Card.CAPTAIN_1, Card.COOK_7))]
    assert here.game.winners(here.state) == (BERNARD,)
    assert here.game.scores(here.state) == (0, 8, 0)
    assert here.game.actors(here.state) == ()


@pytest.mark.rule("CP-27")
def test_if_nobody_has_a_card_left_the_last_winner_wins() -> None:
    here = ended(THREE, ["boy-3", "boy-9", "boy-5"], "boy-1")
    here.play(BERNARD, eat("boy"))
    assert here.state.ending is Ending.NOBODY
    assert here.game.winners(here.state) == (BERNARD,)
    assert here.game.scores(here.state) == (0, 0, 0)


@pytest.mark.rule("CP-19", "CP-27")
def test_with_one_character_left_its_cards_decide() -> None:
    """Anne wins the part; Bernard the game, with his Coco. Nobody draws before (CP-24)."""
    gone = ("boy", "lookout", "sailor", "teller")
    here = ended(
        CourtePaille(players=4, advanced=True),
        ["cook-9 captain-1 coco-5", "captain-4 coco-3", "captain-6", "coco-4"],
        "cook-1",
        eaten=gone,
        part=5,
    )
    events = here.play(ANNE, eat("cook"))
    assert here.state.ending is Ending.ONE_CHARACTER
    assert not happened(events, e.CocosReturned)
    assert here.game.scores(here.state) == (6, 7, 6, 0)
    assert here.game.winners(here.state) == (BERNARD,)
    assert [event.seat for event in happened(events, e.HandShown)] == [ANNE, BERNARD, CLAIRE, DENIS]
    assert [event.points for event in happened(events, e.Announced)] == [6, 7, 6, 0]
    tally = here.game.tally(here.state)
    assert {key for key, count in tally.items() if count} == {"eaten.cook", "ended.one_character", "parts.5"}


@pytest.mark.rule("CP-27")
def test_equal_in_the_last_character_they_share_the_win() -> None:
    gone = ("boy", "lookout", "sailor", "teller")
    here = ended(THREE, ["cook-9 captain-1 coco-5", "captain-4 coco-2", "captain-6"], "cook-1", eaten=gone, part=5)
    here.play(ANNE, eat("cook"))
    assert here.game.winners(here.state) == (ANNE, BERNARD, CLAIRE)


@pytest.mark.rule("CP-19", "CP-27")
def test_without_the_need_of_a_match_cocos_alone_decide() -> None:
    gone = ("boy", "lookout", "sailor", "teller")
    game = CourtePaille(players=3, advanced=True, coco_needs_match=False)
    here = ended(game, ["cook-9 captain-1", "coco-5 coco-2", "captain-6"], "cook-1", eaten=gone, part=5)
    here.play(ANNE, eat("cook"))
    assert here.game.winners(here.state) == (BERNARD,)
