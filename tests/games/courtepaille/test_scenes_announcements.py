"""What is announced at the end of a part, told by the engine and a second time from rules.md alone."""

from collections.abc import Mapping, Sequence
from random import Random

import pytest
from tests.games.courtepaille import oracle
from tests.games.courtepaille.scene import happened
from tests.games.courtepaille.scenes_ends import ended

from tablee.core.seat import Seat
from tablee.games.courtepaille import events as e
from tablee.games.courtepaille.pieces import CARDS
from tablee.games.courtepaille.rules import CourtePaille

Said = list[tuple[int, int | None]]


def round_of_announcements(counts: Mapping[int, int], shark: int, *, all_announce: bool) -> Said:
    """CP-21, CP-28: who says what, in turn; None: no more than was said before."""
    said: Said = []
    for place in range(shark, shark + 5):
        seat = place % 5
        if seat in counts:
            before = [points for _, points in said if points is not None]
            speaks = all_announce or not before or counts[seat] > max(before)
            said.append((seat, counts[seat] if speaks else None))
    return said


def dealt_at_random(rng: Random, players: int, gone: Sequence[str]) -> tuple[list[list[str]], list[str]]:
    """Hands and a week. Hands are often small, so that many are equal."""
    cards = [str(card) for card in CARDS if card.character not in gone]
    rng.shuffle(cards)
    most = rng.choice((1, 2, 3))
    hands = [[cards.pop() for _ in range(rng.randrange(most) + 1)] for _ in range(players)]
    return hands, [cards.pop() for _ in range(rng.randrange(7) + 1)]


@pytest.mark.rule("CP-18", "CP-20", "CP-21", "CP-22", "CP-28")
@pytest.mark.parametrize("announce_all", [True, False])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_end_of_a_part_against_the_oracle(players: int, announce_all: bool) -> None:
    game = CourtePaille(players=players, advanced=True, announce_all=announce_all)
    rng = Random(players)
    equal_to_the_end = 0
    for _ in range(200):
        part = rng.randrange(4) + 1
        gone = rng.sample(oracle.CHARACTERS[:-1], part - 1)
        in_game = [character for character in oracle.CHARACTERS if character not in gone]
        hands, week = dealt_at_random(rng, players, gone)
        shark = Seat(rng.randrange(players))
        scene = ended(game, [" ".join(hand) for hand in hands], " ".join(week), shark=shark, eaten=gone, part=part)
        eaten = oracle.courses(week, in_game)[0]
        counts = {seat: oracle.count(hand, eaten, True) for seat, hand in enumerate(hands)}
        said: Said = [(event.seat, event.points) for event in happened(scene.events, e.Announced)]
        assert said == round_of_announcements(counts, shark, all_announce=announce_all)
        ahead = [seat for seat, _ in said if seat in oracle.best(hands, week, in_game, True)]
        assert [event.seat for event in happened(scene.events, e.PartWon)] == ahead[:1]
        (shown,) = happened(scene.events, e.HandShown)
        assert (shown.seat, sorted(shown.cards)) == (ahead[0], sorted(hands[ahead[0]]))
        equal_to_the_end += len(ahead) > 1
    assert equal_to_the_end
