"""The browser client: the files its build left, each as small as the browser can take it."""

import gzip
import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

import msgspec
from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, SkipValidation

from tablee.core.registry import GAMES
from tablee.core.texts import LANGS
from tablee.server.house.house import House
from tablee.server.http.game_facts import game_told
from tablee.server.refusals import Refused

TYPES: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
FOREVER: Final = "public, max-age=31536000, immutable"
"""For files whose name changes with what is in them."""
ENCODINGS: Final = {"br": ".br", "gzip": ".gz"}
"""The best first."""
PAGE: Final = "index.html"
TABLES: Final = ("/t/", "/tv/")
"""Where the addresses of tables begin."""
IMPORTED: Final = re.compile(rb'from"\./([\w.-]+\.js)"')
"""What a built script needs before it can run."""
NO_GAMES: Final = '<script type="application/json" id="games">null</script>'
"""Where the page keeps the games of the house; the house fills it, so that the first picture waits for nothing."""


@dataclass(frozen=True)
class Served:
    """A file, and what it was compressed to when the client was built."""

    type: str
    body: bytes
    compressed: dict[str, bytes]


@cache
def files() -> dict[str, Served]:
    """Every file of the client by its path; empty if it was never built."""
    folder = resources.files("tablee.server") / "client"
    found: dict[str, bytes] = {}

    def collect(place: Any, prefix: str) -> None:
        for entry in place.iterdir():
            if entry.is_dir():
                collect(entry, f"{prefix}{entry.name}/")
            else:
                found[prefix + entry.name] = entry.read_bytes()

    if folder.is_dir():
        collect(folder, "")
    return {
        path: Served(
            TYPES[path[path.rindex(".") :]],
            body,
            {name: found[path + ending] for name, ending in ENCODINGS.items() if path + ending in found},
        )
        for path, body in found.items()
        if path.endswith(tuple(TYPES))
    }


def _links_of_tables(game: str | None) -> bytes:
    """What a table and its game need besides the shell: asked for with the page, not only once the shell has been read.
    The first picture waits for no style of the game."""
    around, drawn = _built("table"), _built(game) if game else []
    for script in [path for path in drawn if path.endswith(".js")]:
        for name in IMPORTED.findall(files()[script].body):
            needed = _built(name.decode().partition("-")[0])
            drawn += [path for path in needed if path not in around and path.encode() not in files()[PAGE].body]
    scripts = [
        f'<link rel="modulepreload" crossorigin href="/{path}">' for path in around + drawn if path[-3:] == ".js"
    ]
    sheets = [f'<link rel="stylesheet" crossorigin href="/{path}">' for path in around if path.endswith(".css")]
    later = [f'<link rel="preload" as="style" crossorigin href="/{path}">' for path in drawn if path.endswith(".css")]
    return "".join(scripts + sheets + later).encode()


def _built(name: str) -> list[str]:
    """The files that a part of the client was built into."""
    return [path for path in files() if path.startswith(f"assets/{name}-")]


@cache
def _page(names: tuple[str, ...], *, is_table: bool, game: str | None) -> Served:
    """The one page of the client, with what the house tells of these games, in all languages; that of a table also with
    links to what the table and its game need."""
    page = files()[PAGE]
    told = msgspec.json.encode({lang: [game_told(name, lang) for name in names] for lang in LANGS})
    # Nothing in a text may end the element it stands in.
    filled = NO_GAMES.encode().replace(b"null", told.replace(b"<", b"\\u003c"))
    body = page.body.replace(NO_GAMES.encode(), filled)
    if is_table:
        body = body.replace(b"</head>", _links_of_tables(game) + b"</head>")
    return Served(page.type, body, {"gzip": gzip.compress(body, mtime=0)})


def _found(path: str, *, is_table: bool, game: str | None) -> Served:
    file = files().get(path)
    if file is None:
        raise Refused("no_such_page", status=404)
    return _page(tuple(GAMES), is_table=is_table, game=game) if path == PAGE else file


def lost(request: Request[Any, Any, Any]) -> Response[bytes] | None:
    """The page for a wrong address. None for programs: they get an error as data."""
    is_program = request.url.path.startswith(("/api/", "/assets/", "/games/")) or request.method != "GET"
    if is_program or "text/html" not in request.headers.get("accept", "") or PAGE not in files():
        return None
    answer = _answer(request, PAGE, "no-cache")
    answer.status_code = 404
    return answer


def _answer(request: Request[Any, Any, Any], path: str, keep: str, game: str | None = None) -> Response[bytes]:
    file = _found(path, is_table=request.url.path.startswith(TABLES), game=game)
    taken = {part.partition(";")[0].strip() for part in request.headers.get("accept-encoding", "").split(",")}
    headers = {"Cache-Control": keep, "Vary": "Accept-Encoding"}
    body = file.body
    for name, compressed in file.compressed.items():
        if name in taken:
            body = compressed
            headers["Content-Encoding"] = name
            break
    return Response(body, media_type=file.type, headers=headers)


PAGES: Final = (
    *("tables", "my", "settings", "back", "seat", "member", "members", "join", "sign-in"),
    *("book", "ratings", "evenings", "notifications", "regulars", "reports"),
)
PAGES_OF: Final = (
    *("t", "tv", "g", "rules", "learn", "replay", "replay/record", "review"),
    *("book", "member", "ratings", "evening", "tournament", "notifications"),
)
"""The pages of the client: alone, and those of something that the address names."""


@get(
    ["/", *(f"/{page}" for page in PAGES), *(f"/{page}/{{rest:str}}" for page in PAGES_OF)],
    include_in_schema=False,
)
async def page(request: Request[Any, Any, Any], house: NamedDependency[SkipValidation[House]]) -> Response[bytes]:
    """Every page of the client is one file; it looks at the address by itself."""
    path = request.url.path
    return _answer(
        request, PAGE, "no-cache", house.game_of(path.rpartition("/")[2]) if path.startswith(TABLES) else None
    )


@get("/assets/{name:str}", include_in_schema=False)
async def asset(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
    return _answer(request, f"assets/{name}", FOREVER)


@get([f"/{name}" for name in ("icon.svg", "manifest.webmanifest", "worker.js")], include_in_schema=False)
async def file(request: Request[Any, Any, Any]) -> Response[bytes]:
    return _answer(request, request.url.path[1:], "no-cache")
