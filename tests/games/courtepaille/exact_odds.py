"""The exact odds of what a viewer cannot see, found by trying everything.

All tables that look the same to the viewer at the start are played forward through the same script. Where chance draws,
each draw is tried with its odds; where another seat lays a card of its hand, each card it could have laid is tried, all
alike. A table is dropped as soon as the viewer would see a difference. What is left are the tables he must think
possible, with the odds he must give them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import cbrt, sqrt
from random import Random

from tests.games.courtepaille.scene import Scene

from tablee.core.seat import CHANCE, Seat
from tablee.games.courtepaille.actions import Add, Choose, Move
from tablee.games.courtepaille.pieces import Cards, Source, singly
from tablee.games.courtepaille.rules import CourtePaille
from tablee.games.courtepaille.state import CourtePailleState

World = tuple[object, ...]
Odds = dict[World, Fraction]


def world(state: CourtePailleState) -> World:
    """All that can be hidden on a table."""
    choices = tuple(choice and choice.bit for choice in state.choices)
    faces = tuple(hidden.card for hidden in (*state.face_down, *state.buried, *state.sunk))
    return tuple(state.hands), faces, state.pile, choices


def at_the_start(scene: Scene, viewer: Seat | None) -> list[CourtePailleState]:
    """All tables that look like this one, where nobody has seen more than lies open."""
    state = scene.state
    seats = [seat for seat in scene.game.seats if seat != viewer]
    unseen = sum([*(state.hands[seat] for seat in seats), *(hidden.card for hidden in state.face_down), state.pile])
    sizes = [*(state.hands[seat].bit_count() for seat in seats), *(1 for _ in state.face_down)]
    found = []
    for parts in _dealt_out(unseen, sizes):
        other = state.copy()
        for seat, hand in zip(seats, parts, strict=False):
            other.hands[seat] = hand
        days = parts[len(seats) :]
        other.face_down = [hidden._replace(card=card) for hidden, card in zip(state.face_down, days, strict=True)]
        other.pile = unseen ^ sum(parts)
        found.append(other)
    return found


def _dealt_out(some: Cards, sizes: Sequence[int]) -> Iterator[list[Cards]]:
    """All ways to make sets of these sizes."""
    if not sizes:
        yield []
        return
    for chosen in combinations(singly(some), sizes[0]):
        for others in _dealt_out(some ^ sum(chosen), sizes[1:]):
            yield [sum(chosen), *others]


def exact_odds(scene: Scene, viewer: Seat | None, script: Iterable[tuple[Seat, Move]]) -> Odds:
    """Play the script on the scene, and on everything the viewer thinks possible."""
    game = scene.game
    weights = [(state, Fraction(1)) for state in at_the_start(scene, viewer)]
    for seat, action in script:
        scene.play(seat, action)
        seen = scene.view(viewer)
        merged: dict[World, tuple[CourtePailleState, Fraction]] = {}
        for state, weight in weights:
            for other, odds in _alternatives(game, state, seat, action, viewer):
                after = state.copy()
                game.apply(after, seat, other, events=False)
                if game.view(after, viewer) == seen:
                    _, before = merged.get(world(after), (after, Fraction(0)))
                    merged[world(after)] = after, before + weight * odds
        weights = list(merged.values())
    total = sum(weight for _, weight in weights)
    return {world(state): weight / total for state, weight in weights}


def _alternatives(
    game: CourtePaille, state: CourtePailleState, seat: Seat, action: Move, viewer: Seat | None
) -> Iterator[tuple[Move, Fraction]]:
    if seat == CHANCE:
        odds = game.odds(state)
        yield from ((draw, Fraction(1, len(odds))) for draw in odds)
    elif seat == viewer or not _is_hidden(action):
        yield from [(action, Fraction(1))] if game.is_legal(state, seat, action) else []
    else:
        others = [other for other in game.legal(state, seat) if type(other) is type(action) and _is_hidden(other)]
        yield from ((other, Fraction(1)) for other in others)


def _is_hidden(action: Move) -> bool:
    return isinstance(action, Choose) or (isinstance(action, Add) and action.source is Source.HAND)


def drawn(scene: Scene, viewer: Seat | None, number: int, seed: int) -> Counter[World]:
    """Tables that `determinize` makes of the viewer's view, `number` of them."""
    rng = Random(seed)
    view = scene.view(viewer)
    return Counter(world(scene.game.determinize(view, rng)) for _ in range(number))


def spread(draws: Counter[World], odds: Odds) -> float:
    """How far draws are from their odds: the chi-square statistic as a standard score (Wilson and Hilferty).

    Outcomes that are expected fewer than five times are counted together.
    """
    number = draws.total()
    rare = {outcome for outcome, chance in odds.items() if chance * number < 5}
    expected = [float(chance * number) for outcome, chance in odds.items() if outcome not in rare]
    found = [draws[outcome] for outcome in odds if outcome not in rare]
    if rare:
        expected.append(float(sum(odds[outcome] for outcome in rare) * number))
        found.append(sum(draws[outcome] for outcome in rare))
    chi_square = sum((have - want) ** 2 / want for have, want in zip(found, expected, strict=True))
    freedom = len(expected) - 1
    return (cbrt(chi_square / freedom) - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom))


def distance(draws: Counter[World], odds: Odds) -> float:
    """How far draws are from their odds: the share that would have to be drawn otherwise."""
    return sum(abs(draws[outcome] / draws.total() - float(odds.get(outcome, 0))) for outcome in {*odds, *draws}) / 2


def noise(odds: Odds, number: int) -> float:
    """The distance that as many exact draws have on average, a little more."""
    return sum(sqrt(2 * float(chance) / number / 3.14159) for chance in odds.values()) / 2
