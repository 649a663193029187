"""The types of the browser client are those of the Python classes."""

from web.generate_types import files, written


def test_types_are_not_stale() -> None:
    """`python web/generate_types.py` writes them anew."""
    assert written() == files()
