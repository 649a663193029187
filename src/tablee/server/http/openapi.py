"""The OpenAPI document of the house: Litestar's, and what each request may be refused with."""

from collections.abc import Iterator
from typing import Any, Final

from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.routes import HTTPRoute

from tablee.server.http.requests import AnyRequest
from tablee.server.http.sessions import COOKIE

REFUSALS: Final = {
    400: "The request cannot be read, or names what does not exist.",
    401: "No name has been given yet.",
    403: "Not for this guest, or another site asked.",
    404: "There is no such table, seat or link.",
    409: "Not as the table stands now.",
    413: "Too large.",
    429: "Too fast or too many; after `Retry-After` seconds it may be asked again.",
    501: "The house was installed without what this needs.",
    503: "Not just now; after `Retry-After` seconds it may be asked again.",
}
REFUSAL: Final = {
    "title": "Refusal",
    "description": "Why something was not done: a code for programs, a sentence for people, the rule it would break.",
    "type": "object",
    "properties": {
        "code": {"type": "string"},
        "sentence": {"type": "string"},
        "rule": {"type": ["string", "null"]},
    },
    "required": ["code", "sentence"],
}
RETRY_AFTER: Final = {"Retry-After": {"schema": {"type": "integer"}, "required": True}}


class Document(JsonRenderPlugin):
    """Serves the document, made when it is first asked for."""

    _rendered: bytes | None = None

    def render(self, request: AnyRequest, openapi_schema: dict[str, Any]) -> bytes:
        if self._rendered is None:
            self._rendered = self.render_json(request, with_refusals(request.app, openapi_schema))
        return self._rendered


def document(app: Litestar) -> dict[str, Any]:
    """The document of an application."""
    return with_refusals(app, app.openapi_schema.to_schema())


def with_refusals(app: Litestar, document: dict[str, Any]) -> dict[str, Any]:
    """The document with the refusals of every request, and the cookie that guests are known by. A handler of files
    names their types (`produces`)."""
    components = document.setdefault("components", {})
    components.setdefault("schemas", {})["Refusal"] = REFUSAL
    components["securitySchemes"] = {"guest": {"type": "apiKey", "in": "cookie", "name": COOKIE}}
    for path, method, handler in _operations(app):
        operation = document["paths"][path][method.lower()]
        operation["responses"].get("204", {}).pop("content", None)  # nothing has no form
        if produces := handler.opt.get("produces"):
            operation["responses"]["200"]["content"] = {kind: {"schema": {}} for kind in produces}
        for status in sorted(refusals(path, method, handler)):
            operation["responses"][str(status)] = _told(status)
        if _is_for_guests(handler):
            operation["security"] = [{"guest": []}]
    return document


def _operations(app: Litestar) -> Iterator[tuple[str, str, HTTPRouteHandler]]:
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            for method, (handler, _) in route.route_handler_map.items():
                if method != "OPTIONS" and handler.resolve_include_in_schema():
                    yield route.path_format, method, handler


def _is_for_guests(handler: HTTPRouteHandler) -> bool:
    return "guest" in handler.parsed_fn_signature.parameters


def refusals(path: str, method: str, handler: HTTPRouteHandler) -> set[int]:
    """With what statuses a request may be refused; a handler names those that do not follow from its form."""
    given = {429, *handler.opt.get("refuses", ())}
    if _is_for_guests(handler):
        given.add(401)
    if method != "GET":
        given.add(403)
    if "{" in path:
        given |= {400, 404}
        if method != "GET":
            given |= {409, 503}
    if "data" in handler.parsed_fn_signature.parameters:
        given |= {400, 413}
    return given


def _told(status: int) -> dict[str, Any]:
    told: dict[str, Any] = {
        "description": REFUSALS[status],
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}},
    }
    return told | ({"headers": RETRY_AFTER} if status in (429, 503) else {})
