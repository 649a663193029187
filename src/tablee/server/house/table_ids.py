"""Ids of new tables."""

import secrets
from typing import Final

LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without those that are easily confused."""
LENGTH: Final = 10


def new_table_id() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
