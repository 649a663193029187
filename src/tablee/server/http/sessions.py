"""Who is asking. A guest is known by a secret in a cookie; only its hash is kept."""

import hashlib
import secrets
from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from tablee.server.plain_text import cleaned, is_visible
from tablee.server.refusals import Refused
from tablee.server.store.store import Guest, Store

COOKIE: Final = "tablee_guest"
COOKIE_SECONDS: Final = 400 * 24 * 3600
NAME_LENGTH: Final = 30


def new_secret() -> str:
    """256 bits that nobody guesses."""
    return secrets.token_urlsafe(32)


def hashed(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_id(length: int) -> str:
    """A short id without letters that are mistaken for others."""
    return "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(length))


def cookie(secret: str, *, secure: bool) -> Cookie:
    """The cookie that keeps a guest's secret on his device; no script can read it."""
    return Cookie(
        key=COOKIE, value=secret, httponly=True, samesite="lax", secure=secure, path="/", max_age=COOKIE_SECONDS
    )


def checked_name(name: str) -> str:
    """A name as it is shown: one line, nothing but text, not too long."""
    shown = cleaned(name)
    if not is_visible(shown):
        raise Refused("name_empty", status=400)
    if len(shown) > NAME_LENGTH:
        raise Refused("name_too_long", {"most": NAME_LENGTH}, status=400)
    return shown


async def guest_of(connection: "ASGIConnection[Any, Any, Any, Any]", store: Store) -> Guest | None:
    """The guest whose device this is; None for a stranger."""
    secret = connection.cookies.get(COOKIE)
    return await store.guest(hashed(secret)) if secret else None
