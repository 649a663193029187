"""The game cards say what the code does."""

from docs.site import game_cards


def test_the_page_is_what_the_code_says() -> None:
    """If not: `python -m docs.site.game_cards` writes it anew. Figures that change need a new version in the ids."""
    assert game_cards.PAGE.read_text("utf-8") == game_cards.page()
