"""Cleans what people type (names, chat) before others see it."""

import unicodedata
from itertools import pairwise
from typing import Final

MAX_ACCENTS: Final = 4
"""How many accents may be stacked on one letter."""
ZERO_WIDTH_JOINER: Final = "\u200d"
BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that Unicode calls letters or symbols, but that are invisible."""


def cleaned(text: str, *, lines: bool = False) -> str:
    """One line (or several, if `lines`) without control characters, without characters that are invisible or change
    the direction of writing, and without stacks of accents.

    >>> cleaned("  Ada\\x00\\u202e \\n Lovelace ")
    'Ada Lovelace'
    """
    text = unicodedata.normalize("NFC", text)
    kept: list[str] = []
    marks = 0
    for index, letter in enumerate(text):
        is_mark = unicodedata.combining(letter) != 0
        marks = marks + 1 if is_mark else 0
        if letter == "\n" and lines:
            kept.append(letter)
        elif letter.isspace() or unicodedata.category(letter) == "Cc":
            kept.append(" ")
        elif (letter.isprintable() and letter not in BLANK and marks <= MAX_ACCENTS) or _joins(text, index):
            kept.append(letter)
    return "\n".join(" ".join(line.split()) for line in "".join(kept).split("\n")).strip()


def _joins(text: str, index: int) -> bool:
    """Whether this joins two emoji into one, as in a cook: a person and a pan."""
    if text[index] != ZERO_WIDTH_JOINER or not 0 < index < len(text) - 1:
        return False
    before = text[:index].rstrip("\ufe0f")[-1:]
    return _is_emoji(before) and _is_emoji(text[index + 1])


def _is_emoji(letter: str) -> bool:
    return letter != "" and unicodedata.category(letter) in ("So", "Sk")


def is_visible(text: str) -> bool:
    """Whether there is anything to see."""
    return any(unicodedata.category(letter)[0] in "LNPS" for letter in text)


LOOKALIKES: Final = {
    ord(seen): latin
    for letters, latins in (
        ("аеорсухіјѕԁһкмтвн", "aeopcyxijsdhkmtbh"),
        ("αεορτυχικνβ", "aeoptuxikvb"),
        ("01ıłøđ", "olilod"),
    )
    for seen, latin in zip(letters, latins, strict=True)
}
"""Small Cyrillic and Greek letters, digits and letters with a stroke, and the Latin letters that they look like."""


def folded(name: str) -> str:
    """What two names have in common that people would take for the same: without case, accents, spaces and signs, and
    with one letter for all that look alike. Not to be shown.

    >>> folded("Zoé"), folded(" Z.O.E. 🎲"), folded("Zое"), folded("PauI") == folded("Paul")
    ('zoe', 'zoe', 'zoe', True)
    >>> folded("Zoé 2"), folded("🎲")
    ('zoe2', '🎲')
    """
    # A capital I after a small letter is there to pass for a small L.
    seen = "".join("l" if letter == "I" and before.islower() else letter for before, letter in pairwise(f" {name}"))
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", seen).casefold())
    kept = "".join(letter for letter in plain.translate(LOOKALIKES) if unicodedata.category(letter)[0] in "LN")
    return kept or "".join(plain.split())
