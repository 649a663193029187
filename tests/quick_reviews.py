"""Reviews that are done in a moment, for tests of everything but what they find."""

from tablee.core.game import AnyGame
from tablee.review import ReviewSettings, match_review


def quick_settings(game: AnyGame, depth: int = 1, seed: int = 0) -> ReviewSettings:
    """Instead of the usual ones of any game."""
    return ReviewSettings(iterations=2, worlds=2, playouts=2, moves=4)


def use_quick_settings() -> None:
    """Use quick settings in this process from now on."""
    vars(match_review)["settings_for"] = quick_settings
