"""A table of three with a bit of everything on it: the scene for the tests of words."""

from tests.games.courtepaille.scene import NAMES, Scene, table

from tablee.games.courtepaille.rules import CourtePaille

GAME = CourtePaille(players=3)
WORDS = GAME.words
THREE = NAMES[:3]

HANDS = ["captain-9 cook-4 cook-7 boy-3 coco-2", "coco-1 boy-4", "sailor-7 coco-3"]


def scene() -> Scene:
    return table(
        GAME,
        HANDS,
        week="captain-8",
        face_down="cook-9 boy-9 lookout-9",
        menu="sailor-1 sailor-2 teller-1 teller-3 coco-5",
    )
