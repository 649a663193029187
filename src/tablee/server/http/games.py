"""The games of the house: their facts, their rules pages, and the browser tables of games from other packages."""

from collections.abc import Iterator
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final

from litestar import Controller, Response, get
from litestar.params import FromPath, FromQuery

from tablee.core.lesson import has_lesson, lesson_of
from tablee.core.registry import GAMES
from tablee.core.texts import Lang
from tablee.server.http.game_facts import GameInfo, game_told, table_folder
from tablee.server.http.lessons import LessonInfo, lesson_told
from tablee.server.http.requests import AnyRequest, GivenLang
from tablee.server.http.sessions import NAME_LENGTH
from tablee.server.refusals import Refused

TYPES: Final = {
    ".css": "text/css",
    ".jpg": "image/jpeg",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mp3": "audio/mpeg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""What a table may be made of. Nothing else in its folder is served."""


class GamesController(Controller):
    path = "/api/games"
    tags = ("games",)

    @get(summary="The games of the house")
    async def games(self, lang: GivenLang) -> list[GameInfo]:
        return [game_told(name, lang) for name in GAMES]

    @get("/{name:str}/rules", summary="The rules of a game, in Markdown", media_type="text/markdown")
    async def rules(self, request: AnyRequest, name: FromPath[str], lang: GivenLang) -> Response[str]:
        return _fresh(request, _rules_page(name, lang).read_bytes(), "text/markdown")

    @get("/{name:str}/lesson", summary="The lesson of a game", sync_to_thread=True)
    def lesson(self, name: FromPath[str], lang: GivenLang, learner: FromQuery[str] = "") -> LessonInfo:
        """`learner`: what the learner is called."""
        _check_name(name)
        if not has_lesson(name):
            raise Refused("no_such_page", status=404)
        return lesson_told(lesson_of(name), lang, learner[:NAME_LENGTH])


@get("/games/{name:str}/table/{file:path}", include_in_schema=False, sync_to_thread=True)
def table_file(request: AnyRequest, name: FromPath[str], file: FromPath[str]) -> Response[Any]:
    """A file of the browser table of a game that lives in another package."""
    wanted = file.lstrip("/")
    folder = table_folder(name)
    # Only what is found in the folder is served, so no path leads out of it.
    found = dict(_files(folder)).get(wanted) if folder else None
    kind = TYPES.get(wanted[wanted.rfind(".") :])
    if found is None or kind is None:
        raise Refused("no_such_page", status=404)
    return _fresh(request, found.read_bytes(), kind)


def _check_name(name: str) -> None:
    if name not in GAMES:
        raise Refused("unknown_game", {"game": name, "allowed": ", ".join(GAMES)}, status=404)


def _rules_page(name: str, lang: Lang) -> Traversable:
    """The rules as they were written; in English where a new game has no other language yet."""
    _check_name(name)
    for page in (f"rules.{lang}.md", "rules.md"):
        if (found := resources.files(GAMES[name].package) / page).is_file():
            return found
    raise Refused("no_such_page", status=404)


def _files(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, Traversable]]:
    """All files in a folder and in those within it, by path."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _files(entry, f"{prefix}{entry.name}/")
        else:
            yield prefix + entry.name, entry


def _fresh(request: AnyRequest, body: bytes, kind: str) -> Response[Any]:
    """A file that the browser may keep, but asks for anew each time: it may have changed with its package."""
    tag = f'"{sha256(body).hexdigest()[:32]}"'
    headers = {"Cache-Control": "no-cache", "ETag": tag, "Vary": "Accept-Language"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(None, status_code=304, headers=headers)
    return Response(body, media_type=kind, headers=headers)
