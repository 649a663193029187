"""Ends of parts: set the last round so that everybody ends up with the hand that is told, and play it."""

from collections.abc import Iterable, Sequence

from tests.games.courtepaille.scene import ANNE, NAMES, Scene, choose, named, table, take

from tablee.core.match import Match, Player
from tablee.core.seat import CHANCE, Seat
from tablee.games.courtepaille.actions import DRAW
from tablee.games.courtepaille.pieces import CARDS, CHARACTERS, Card, Character, numbers
from tablee.games.courtepaille.rules import CourtePaille

BASIC = CourtePaille(players=3)
ADVANCED = CourtePaille(players=3, advanced=True)


def ended(
    game: CourtePaille,
    hands: Sequence[str],
    week: str,
    *,
    eaten: Iterable[str] = (),
    shark: Seat = ANNE,
    part: int = 1,
    discard: str = "",
) -> Scene:
    """A part that has just ended with these hands and this week.

    In its last round everybody who is in the game gave away a card that lies nowhere else, and took the first of his
    hand from the menu; then the last day was turned up.
    """
    eaten = tuple(eaten)
    told = [*named(" ".join(hands)), *named(week), *named(discard)]
    free = [card for card in CARDS if card not in told and card.character not in (*eaten, Character.COCO)]
    final = [named(hand) for hand in hands]
    given = {seat: free.pop(0) for seat, hand in enumerate(final) if hand}
    before = [" ".join([given[seat], *hand[1:]]) if hand else "" for seat, hand in enumerate(final)]
    *opened, last = named(week)
    scene = table(
        game,
        before,
        week=" ".join(opened),
        face_down=last,
        menu=" ".join(hand[0] for hand in final if hand),
        discard=discard,
        eaten=eaten,
        shark=shark,
        part=part,
    )
    for seat in scene.game.actors(scene.state):
        scene.play(seat, choose(given[seat]))
    while not scene.state.owed and scene.state.queue:
        scene.play(scene.next, take(final[scene.next][0]))
    chance(scene)
    return scene


def chance(scene: Scene, *wanted: str) -> None:
    """Chance draws what is wanted, then anything, until somebody has a choice."""
    cards = named(" ".join(wanted))
    while scene.game.actors(scene.state) == (CHANCE,):
        card = cards.pop(0) if cards else CARDS[numbers(scene.state.pile)[0]]
        scene.play(CHANCE, DRAW[CARDS.index(card)])
    assert not cards


def match_of(game: CourtePaille) -> Match:
    """A match without luck of its own: chance, too, is played."""
    return Match(game, players=[Player(name) for name in NAMES[: game.players]])


def gone_but(*names: str) -> list[str]:
    """All characters but these and Coco."""
    return [character for character in CHARACTERS if character not in (*names, Character.COCO)]


def every_card_of(*names: str) -> set[str]:
    return {str(card) for card in Card if card.character in names}
