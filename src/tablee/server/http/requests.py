"""What all requests share: the guest, the language and the address of a client, and how errors are answered."""

import logging
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec
from litestar import MediaType, Request, Response
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException, ValidationException
from litestar.params import QueryParameter, SkipValidation

from tablee.core.errors import TableeError
from tablee.core.texts import LANGS, Lang, catalogue
from tablee.server.house.house import House
from tablee.server.http import web_client
from tablee.server.http.sessions import guest_of
from tablee.server.network_address import counted_address, parsed_address
from tablee.server.refusals import Refused, sentence, too_fast
from tablee.server.store.guests import Guest
from tablee.server.store.outages import is_outage, outage_refusal

logger = logging.getLogger("tablee.http")

AnyConnection = ASGIConnection[Any, Any, Any, Any]
AnyRequest = Request[Any, Any, Any]
GivenHouse = NamedDependency[SkipValidation[House]]
GivenGuest = NamedDependency[SkipValidation[Guest]]
GivenLang = NamedDependency[SkipValidation[Lang]]
AskedFirst = Annotated[int, QueryParameter(ge=0, le=1_000_000)]
"""From which number on something long is told."""
AskedReader = Annotated[str, QueryParameter(pattern="^(spectator|all|[0-9]{1,2})$")]
"""Whose view of a match is shown: a spectator's, a seat's, or everything revealed (`all`)."""


class RefusalBody(msgspec.Struct):
    """Why something was not done: a code for programs, a sentence for people."""

    code: str
    sentence: str
    rule: str | None = None


def language(connection: AnyConnection) -> Lang:
    """The reader's language: `?lang=`, else the browser's first language that the house has, else English."""
    asked = connection.query_params.get("lang")
    wanted: Sequence[str] = [asked] if asked else connection.headers.get("accept-language", "").split(",")
    for choice in wanted:
        for lang in LANGS:
            if choice.strip().lower().startswith(lang):
                return lang
    return "en"


def client_address(connection: AnyConnection) -> IPv4Address | IPv6Address | None:
    """The client's address; None if it has none, or a proxy named something else."""
    return parsed_address(connection.client.host if connection.client else "")


def address(connection: AnyConnection) -> str:
    """The client's address, for limits."""
    return counted_address(connection.client.host if connection.client else "")


def origin_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def is_cross_site(connection: AnyConnection, public_url: str) -> bool:
    """Whether the request comes from a page of another site."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site") in ("cross-site", "same-site")
    if public_url and origin == origin_of(public_url):
        return False
    return origin not in {f"{scheme}://{connection.headers.get('host')}" for scheme in ("http", "https")}


def count_new_table(request: AnyRequest) -> None:
    """Count a new table for the address; raises `Refused` if it created too many this hour."""
    if wait := request.app.state.new_tables.take(address(request)):
        raise too_fast(wait)


async def provide_guest(request: AnyRequest, house: GivenHouse) -> Guest:
    """The guest who sent the request; refused if they have not given a name yet."""
    guest = await guest_of(request, house.store)
    if guest is None:
        raise Refused("name_first", status=401)
    return guest


def provide_lang(request: AnyRequest) -> Lang:
    return language(request)


def refusal_response(request: AnyRequest, error: TableeError) -> Response[RefusalBody]:
    status = error.status if isinstance(error, Refused) else 400
    request.app.state.house.metrics.refusals.labels(error.code).inc()
    body = RefusalBody(error.code, sentence(error, language(request)), error.rule)
    headers = {}
    if status in (429, 503):
        headers["Retry-After"] = str((error.wait if isinstance(error, Refused) else None) or 1)
    return Response(body, status_code=status, headers=headers, media_type=MediaType.JSON)


def internal_error_response(request: AnyRequest, error: Exception) -> Response[RefusalBody]:
    """An error of our own: the details go to the log, not to the client."""
    logger.error("a request failed", exc_info=error, extra={"method": request.method})
    if is_outage(error):
        return refusal_response(request, outage_refusal(error, "not_ready"))
    say = catalogue("tablee.server", language(request))
    return Response(RefusalBody("fault", say("errors.fault")), status_code=500, media_type=MediaType.JSON)


def unreadable_body_response(request: AnyRequest, _error: Exception) -> Response[RefusalBody]:
    """A body that is not UTF-8, or is nested too deeply."""
    say = catalogue("tablee.server", language(request))
    return Response(RefusalBody("bad_request", say("errors.bad_request")), status_code=400, media_type=MediaType.JSON)


def http_error_response(request: AnyRequest, error: HTTPException) -> Response[Any]:
    """An error of the framework (bad JSON, wrong types, unknown paths) in our format."""
    if error.status_code == 404 and (page := web_client.lost(request)):
        return page
    say = catalogue("tablee.server", language(request))
    code = {404: "no_such_page", 405: "wrong_method", 413: "too_large", 415: "bad_request"}.get(
        error.status_code, "bad_request"
    )
    fields = ""
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        fields = ", ".join(
            str(part.get("key", "")) for part in error.extra if isinstance(part, dict) and part.get("key")
        )
    text = say("errors.bad_fields", fields=fields) if fields else say(f"errors.{code}")
    allowed = [method for method in (error.headers or {}).get("allow", "").split(", ") if method.isupper()]
    headers = {"Allow": ", ".join(allowed)} if code == "wrong_method" else {}
    return Response(RefusalBody(code, text), status_code=error.status_code, headers=headers, media_type=MediaType.JSON)
