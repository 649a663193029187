"""Passphrases, for where passkeys do not work, and codes: hashed slowly, or too long to be guessed."""

import secrets
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError

from tablee.server.http.sessions import hashed
from tablee.server.refusals import Refused

SHORTEST: Final = 10
LONGEST: Final = 200
RECOVERY_CODES: Final = 8
_ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_HASHER: Final = PasswordHasher()
_NOBODYS: Final = "$argon2id$v=19$m=65536,t=3,p=4$2cadq2rmZsw/vvhW1Erz6Q$K8zjWmw3b/7TVWM7v+GVmHnKeFKbr7qJ5u9lb0qUCYQ"
"""The hash compared for unknown names: that takes as long as with any other."""


def checked_passphrase(passphrase: str, name: str) -> str:
    """The passphrase; raises `Refused` if it is too short, too long or just the name."""
    if not SHORTEST <= len(passphrase) <= LONGEST:
        raise Refused("bad_passphrase", {"least": SHORTEST, "most": LONGEST}, status=400)
    if passphrase.casefold().replace(name.casefold(), "").strip() == "":
        raise Refused("passphrase_is_name", status=400)
    return passphrase


def passphrase_hash(passphrase: str) -> str:
    """Slow: run it in a thread."""
    return _HASHER.hash(passphrase)


def is_passphrase(stored: str | None, passphrase: str) -> bool:
    """Whether a passphrase has this hash. None: there is no such member; compare anyway, so that it takes as long.
    Slow: run it in a thread."""
    try:
        _HASHER.verify(stored or _NOBODYS, passphrase)
    except VerifyMismatchError:
        return False
    return stored is not None


def new_code(groups: int) -> str:
    """A code in groups of four, such as `k3mw-x7pq`."""
    return "-".join("".join(secrets.choice(_ALPHABET) for _ in range(4)) for _ in range(groups))


def code_hash(code: str, owner: str) -> str:
    """The hash of a code of somebody, however they have typed it."""
    typed = "".join(letter for letter in code.lower() if letter in _ALPHABET)
    return hashed(f"{owner}:{typed}")


def new_recovery_codes() -> list[str]:
    """Codes of 79 bits."""
    return [new_code(4) for _ in range(RECOVERY_CODES)]
