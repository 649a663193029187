"""The final count beside a second implementation: any week, any hands, the same winners."""

from itertools import islice

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st
from tests.games.courtepaille import oracle
from tests.games.courtepaille.scene import Scene, happened, table

from tablee.core.seat import CHANCE
from tablee.games.courtepaille import events as e
from tablee.games.courtepaille.pieces import CARDS_OF, Card, Character, cards
from tablee.games.courtepaille.rules import CourtePaille


def at_the_last_day(game: CourtePaille, deck: list[Card], sizes: list[int], days: int, low: bool) -> Scene:
    """A table with one day face down; with `low` cards in hands and week, so that many totals are equal."""
    left = iter(sorted(deck, key=lambda card: card.worth > 3) if low else deck)
    hands = [" ".join(islice(left, size)) for size in sizes]
    week, day, menu = (" ".join(islice(left, number)) for number in (days - 1, 1, 5))
    return table(game, hands, week=week, face_down=day, menu=menu)


@pytest.mark.rule("CP-18", "CP-19", "CP-20")
@settings(max_examples=400)
@given(
    deck=st.permutations(list(Card)),
    sizes=st.lists(st.integers(1, 5), min_size=2, max_size=5),
    days=st.integers(2, 9),
    coco_needs_match=st.booleans(),
    low=st.booleans(),
)
def test_the_winners_are_those_of_the_oracle(
    deck: list[Card], sizes: list[int], days: int, coco_needs_match: bool, low: bool
) -> None:
    game = CourtePaille(players=len(sizes), coco_needs_match=coco_needs_match)
    here = at_the_last_day(game, deck, sizes, days, low)
    state = here.state
    while actors := game.actors(state):
        seat = actors[0]
        if seat == CHANCE:
            here.play(seat, next(iter(game.odds(state))))
        else:
            here.play(seat, game.legal(state, seat)[0])
    hands = [[str(card) for card in cards(hand)] for hand in state.hands]
    week = [str(card) for card in cards(sum(state.open_days))]
    note(f"{week}\n{hands}")
    (counted,) = happened(here.events, e.WeekCounted)
    assert dict(zip(oracle.CHARACTERS, counted.totals, strict=True)) == oracle.week_totals(week)
    order = oracle.courses(week, oracle.CHARACTERS)
    assert [str(character) for character in counted.eaten] == order[0]
    assert list(game.winners(state)) == oracle.best(hands, week, oracle.CHARACTERS, coco_needs_match)
    assert list(game.scores(state)) == [oracle.count(hand, order[0], coco_needs_match) for hand in hands]


@pytest.mark.rule("CP-20", "CP-22", "CP-23")
@settings(max_examples=300)
@given(data=st.data(), deck=st.permutations(list(Card)), gone=st.sets(st.sampled_from(list(Character)[:6]), max_size=4))
def test_the_winner_of_a_part_is_one_of_the_oracles(
    data: st.DataObject, deck: list[Card], gone: set[Character]
) -> None:
    """Characters that have left the game take no part in a tie-break."""
    game = CourtePaille(players=3, advanced=True)
    left = [card for card in deck if card.character not in gone]
    days, sizes = data.draw(st.integers(1, 4)), data.draw(st.lists(st.integers(1, 3), min_size=3, max_size=3))
    parts = [left[3 * seat : 3 * seat + size] for seat, size in enumerate(sizes)]
    here = table(
        game,
        [" ".join(part) for part in parts],
        week=" ".join(left[9 : 9 + days]),
        menu=" ".join(left[13:16]),
        eaten=gone,
    )
    while not here.state.part_winners:
        seat = game.actors(here.state)[0]
        legal = game.legal(here.state, seat) if seat != CHANCE else list(game.odds(here.state))
        here.play(seat, data.draw(st.sampled_from(legal)))
    hands = [[str(card) for card in cards(hand)] for hand in here.state.hands]
    week = [str(card) for card in cards(sum(here.state.open_days))]
    in_game = [name for name in oracle.CHARACTERS if CARDS_OF[Character(name)] & here.state.characters]
    winners = oracle.best(hands, week, in_game, coco_needs_match=True)
    order = [(here.state.shark + distance) % 3 for distance in range(3)]
    assert here.state.part_winners == (next(seat for seat in order if seat in winners),)
