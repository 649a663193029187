"""The types of the browser client are those of the Python classes."""

from web.generate_types import FOLDER, files


def test_types_are_not_stale() -> None:
    """`python web/generate_types.py` writes them anew."""
    assert {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()} == files()
