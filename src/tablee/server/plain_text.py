"""What people write, as it is shown to others: text and nothing else."""

import unicodedata
from typing import Final

MARKS: Final = 4
"""How many accents may be stacked on one letter."""
ZERO_WIDTH_JOINER: Final = "\u200d"
BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and symbols, says Unicode, of which nothing can be seen."""


def cleaned(text: str, *, lines: bool = False) -> str:
    """One line (or several, if `lines`) without controls, without signs that turn the direction of writing around or
    cannot be seen, and without towers of accents.

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
        elif (letter.isprintable() and letter not in BLANK and marks <= MARKS) or _joins(text, index):
            kept.append(letter)
    cleaner = "".join(kept)
    return "\n".join(" ".join(line.split()) for line in cleaner.split("\n")).strip()


def _joins(text: str, index: int) -> bool:
    """Whether this is what makes one picture out of two, as in a cook: a person and a pan."""
    if text[index] != ZERO_WIDTH_JOINER or not 0 < index < len(text) - 1:
        return False
    before = text[:index].rstrip("\ufe0f")[-1:]
    return _is_picture(before) and _is_picture(text[index + 1])


def _is_picture(letter: str) -> bool:
    return letter != "" and unicodedata.category(letter) in ("So", "Sk")


def is_visible(text: str) -> bool:
    """Whether there is anything to see."""
    return any(unicodedata.category(letter)[0] in "LNPS" for letter in text)
