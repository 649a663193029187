"""Sessions: a guest is identified by a secret in a cookie. Only the hash of the secret is stored."""

import hashlib
import secrets
from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from tablee.server.plain_text import cleaned, is_visible
from tablee.server.refusals import Refused
from tablee.server.store.guests import Guest, device_id
from tablee.server.store.store import Store

COOKIE: Final = "tablee_guest"
HTTPS_COOKIE: Final = f"__Host-{COOKIE}"
"""Its name on HTTPS: browsers let no other host, such as a neighbouring subdomain, set it."""
HTTPS_SCHEMES: Final = ("https", "wss")
COOKIE_SECONDS: Final = 400 * 24 * 3600
NAME_LENGTH: Final = 30


def new_secret() -> str:
    """A random secret of 256 bits."""
    return secrets.token_urlsafe(32)


def hashed(secret: str) -> str:
    """The hash of a secret, which is what the database stores."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_id(length: int) -> str:
    """A random id without letters that are easily confused."""
    return "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(length))


def cookie(secret: str, *, secure: bool) -> Cookie:
    """The cookie with a guest's secret. Scripts cannot read it."""
    key = HTTPS_COOKIE if secure else COOKIE
    return Cookie(key=key, value=secret, httponly=True, samesite="lax", secure=secure, path="/", max_age=COOKIE_SECONDS)


def secret_of(connection: "ASGIConnection[Any, Any, Any, Any]") -> str | None:
    """The secret that a request shows. On HTTPS the plain name counts for nothing: another host may have set it, so
    that people would play as its guest."""
    strict = connection.cookies.get(HTTPS_COOKIE)
    return strict if connection.scope["scheme"] in HTTPS_SCHEMES else strict or connection.cookies.get(COOKIE)


def device_of(connection: "ASGIConnection[Any, Any, Any, Any]") -> str | None:
    """The id of the device that a request comes from."""
    secret = secret_of(connection)
    return device_id(hashed(secret)) if secret else None


def checked_name(name: str) -> str:
    """A name as it is shown: one line of plain text, not too long; raises `Refused`."""
    shown = cleaned(name)
    if not is_visible(shown):
        raise Refused("name_empty", status=400)
    if len(shown) > NAME_LENGTH:
        raise Refused("name_too_long", {"most": NAME_LENGTH}, status=400)
    return shown


async def guest_of(connection: "ASGIConnection[Any, Any, Any, Any]", store: Store) -> Guest | None:
    """The guest of a request; None if they have not given a name yet."""
    secret = secret_of(connection)
    return await store.guests.by_device(hashed(secret)) if secret else None
