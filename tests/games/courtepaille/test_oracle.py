"""The final count and the announcements beside a second implementation: any week, any hands, the same winners."""

from collections.abc import Sequence
from itertools import islice
from random import Random

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st
from tests.games.courtepaille import oracle
from tests.games.courtepaille.scene import Scene, ended, happened, table

from tablee.core.seat import CHANCE, Seat
from tablee.games.courtepaille import events as e
from tablee.games.courtepaille.pieces import CARDS, Card, cards
from tablee.games.courtepaille.rules import CourtePaille, CourtePailleOne


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
@pytest.mark.slow_under_coverage
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


# Announcements


def dealt_at_random(rng: Random, players: int, gone: Sequence[str]) -> tuple[list[list[str]], list[str]]:
    """Hands and a week. Hands are often small, so that many are equal."""
    cards = [str(card) for card in CARDS if card.character not in gone]
    rng.shuffle(cards)
    most = rng.choice((1, 2, 3))
    hands = [[cards.pop() for _ in range(rng.randrange(most) + 1)] for _ in range(players)]
    return hands, [cards.pop() for _ in range(rng.randrange(7) + 1)]


@pytest.mark.slow_under_coverage
@pytest.mark.rule("CP-18", "CP-21", "CP-22", "CP-28")
@pytest.mark.parametrize("announce_all", [True, False])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_end_of_a_part_against_the_oracle(players: int, announce_all: bool) -> None:
    """Who announces what, who wins and what he shows; a later equal neither announces nor wins."""
    game = CourtePaille(players=players, advanced=True, announce_all=announce_all)
    rng = Random(players)
    equal = hidden = 0
    for _ in range(200):
        part = rng.randrange(4) + 1
        gone = rng.sample(oracle.CHARACTERS[:-1], part - 1)
        in_game = [character for character in oracle.CHARACTERS if character not in gone]
        hands, week = dealt_at_random(rng, players, gone)
        shark = Seat(rng.randrange(players))
        scene = ended(game, [" ".join(hand) for hand in hands], " ".join(week), shark=shark, eaten=gone, part=part)
        eaten = oracle.courses(week, in_game)[0]
        counts = {seat: oracle.count(hand, eaten, True) for seat, hand in enumerate(hands)}
        said = [(event.seat, event.points) for event in happened(scene.events, e.Announced)]
        assert said == oracle.announced(counts, shark, announce_all)
        winner = oracle.part_winner(oracle.announced(counts, shark, announce_all))
        assert [event.seat for event in happened(scene.events, e.PartWon)] == [winner]
        assert not [event for event in scene.events if isinstance(event, e.Tied | e.TieCounted)]
        (shown,) = happened(scene.events, e.HandShown)
        assert (shown.seat, sorted(shown.cards)) == (winner, sorted(oracle.shown(hands[winner], eaten, announce_all)))
        assert set(scene.view(None).known[winner]) >= set(shown.cards)
        equal += list(counts.values()).count(counts[winner]) > 1
        hidden += len(shown.cards) < len(hands[winner])
    assert equal
    assert (hidden > 0) == announce_all


def test_version_1_breaks_ties_by_the_oracle() -> None:
    """Characters that have left the game take no part in a tie-break; the winner shows his whole hand."""
    game = CourtePailleOne(players=3, advanced=True, announce_all=True)
    rng = Random(3)
    equal_to_the_end = 0
    for _ in range(200):
        part = rng.randrange(4) + 1
        gone = rng.sample(oracle.CHARACTERS[:-1], part - 1)
        in_game = [character for character in oracle.CHARACTERS if character not in gone]
        hands, week = dealt_at_random(rng, 3, gone)
        scene = ended(game, [" ".join(hand) for hand in hands], " ".join(week), eaten=gone, part=part)
        ahead = oracle.best(hands, week, in_game, True)
        assert [event.seat for event in happened(scene.events, e.PartWon)] == ahead[:1]
        (shown,) = happened(scene.events, e.HandShown)
        assert (shown.seat, sorted(shown.cards)) == (ahead[0], sorted(hands[ahead[0]]))
        equal_to_the_end += len(ahead) > 1
    assert equal_to_the_end
