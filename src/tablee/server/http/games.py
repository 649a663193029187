"""The games of the house: facts for the shelf, rules pages, and the browser tables of games from other packages."""

from collections.abc import Iterator
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final

import msgspec
from litestar import Controller, Response, get
from litestar.params import FromPath

from tablee.bots import LEVELS
from tablee.core.options import Choice, Option, options_of
from tablee.core.registry import GAMES, game, manifest
from tablee.core.texts import Catalogue, Lang
from tablee.server.http.requests import AnyRequest, GivenLang
from tablee.server.refusals import Refused

MODULE: Final = "table.js"
"""The module that the browser loads; everything else in the folder is loaded by it."""
PICTURE: Final = "picture.svg"
"""Beside the module, if the game has one: the picture on its card."""
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


class PlayersTold(msgspec.Struct):
    """From how many to how many play, and how many if nobody says otherwise."""

    low: int
    high: int
    usual: int


class AllowedTold(msgspec.Struct, omit_defaults=True):
    """What an option may be: a whole number, several, or one of a few values; nothing of it: yes or no."""

    low: int | None = None
    high: int | None = None
    step: int | None = None
    least: int | None = None
    """How many numbers at least, and at most, where an option is several."""
    most: int | None = None
    members: tuple[str, ...] | None = None


class OptionTold(msgspec.Struct, omit_defaults=True):
    """An option of a game, in the reader's language."""

    name: str
    title: str
    help: str
    default: Any
    allowed: AllowedTold
    values: dict[str, str] | None = None
    """What each of a few values means; only where there are a few."""


class GameTold(msgspec.Struct):
    """A game, in the reader's language."""

    name: str
    title: str
    tagline: str
    about: str
    credits: str
    minutes: tuple[int, int]
    """How long a match usually takes: from, to."""
    age: int
    players: PlayersTold
    hidden: bool
    """Whether seats hide anything from each other."""
    at_once: bool
    """Whether several seats choose at the same time."""
    options: tuple[OptionTold, ...]
    levels: tuple[str, ...]
    """The bots that play it, by name."""
    table: str | None
    """Where the browser finds the game's table, if it comes with the game's own package."""
    picture: str | None
    """Where the browser finds the picture on its card, if that package has one."""


class GamesController(Controller):
    path = "/api/games"
    tags = ("games",)

    @get(summary="The games of the house")
    async def games(self, lang: GivenLang) -> list[GameTold]:
        return [game_told(name, lang) for name in GAMES]

    @get("/{name:str}/rules", summary="The rules of a game, in Markdown", media_type="text/markdown")
    async def rules(self, request: AnyRequest, name: FromPath[str], lang: GivenLang) -> Response[str]:
        page = _package(name) / ("rules.md" if lang == "en" else f"rules.{lang}.md")
        if not page.is_file():
            raise Refused("no_such_page", status=404)
        return _fresh(request, page.read_bytes(), "text/markdown")


@get("/games/{name:str}/table/{file:path}", include_in_schema=False, sync_to_thread=True)
def table_file(request: AnyRequest, name: FromPath[str], file: FromPath[str]) -> Response[Any]:
    """A file of the browser table of a game that lives in another package."""
    wanted = file.lstrip("/")
    folder = _table_folder(name)
    # Only what is found in the folder is served, so no path leads out of it.
    found = dict(_files(folder)).get(wanted) if folder else None
    kind = TYPES.get(wanted[wanted.rfind(".") :])
    if found is None or kind is None:
        raise Refused("no_such_page", status=404)
    return _fresh(request, found.read_bytes(), kind)


def game_told(name: str, lang: Lang) -> GameTold:
    kind, facts, say = GAMES[name], manifest(name), GAMES[name].words.texts(lang)
    plain, specs = game(name).options(), options_of(kind)
    options = tuple(_option_told(option, spec, plain[option], say) for option, spec in specs.items())
    allowed = next(option.allowed for option in options if option.name == "players")
    usual = plain["players"]
    return GameTold(
        name=name,
        title=_said(say, "title", name),
        tagline=_said(say, "tagline"),
        about=_said(say, "about"),
        credits=_said(say, "credits"),
        minutes=facts.minutes,
        age=facts.age,
        players=PlayersTold(allowed.low or usual, allowed.high or usual, usual),
        hidden=facts.hidden,
        at_once=facts.at_once,
        options=options,
        levels=tuple(LEVELS),
        table=_address(name, MODULE) if facts.table else None,
        picture=_address(name, PICTURE) if _has_picture(name) else None,
    )


def _option_told(name: str, spec: Option, default: Any, say: Catalogue) -> OptionTold:
    members = [str(member.value) for member in spec.members] if isinstance(spec, Choice) else []
    return OptionTold(
        name=name,
        title=_said(say, f"options.{name}.name", name),
        help=_said(say, f"options.{name}.help"),
        default=default,
        allowed=msgspec.convert(msgspec.to_builtins(spec, enc_hook=_members), AllowedTold),
        values={member: _said(say, f"options.{name}.{member}", member) for member in members} or None,
    )


def _members(thing: Any) -> Any:
    return [str(member.value) for member in thing]


def _said(say: Catalogue, key: str, otherwise: str = "") -> str:
    """A text of a game. A new game that lacks some is shown without them."""
    return say(key) if key in say else otherwise


def _package(name: str) -> Traversable:
    if name not in GAMES:
        raise Refused("unknown_game", {"game": name, "allowed": ", ".join(GAMES)}, status=404)
    return resources.files(GAMES[name].package)


def _table_folder(name: str) -> Traversable | None:
    """The folder of a game's own browser table, if its package has one."""
    table = manifest(name).table if name in GAMES else None
    folder = None if table is None else _package(name) / table
    return folder if folder is not None and folder.is_dir() else None


def _files(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, Traversable]]:
    """All files in a folder and in those within it, by path."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _files(entry, f"{prefix}{entry.name}/")
        else:
            yield prefix + entry.name, entry


def _has_picture(name: str) -> bool:
    folder = _table_folder(name)
    return folder is not None and (folder / PICTURE).is_file()


def _address(name: str, file: str) -> str:
    return f"/games/{name}/table/{file}"


def _fresh(request: AnyRequest, body: bytes, kind: str) -> Response[Any]:
    """A file that the browser may keep, but asks for anew each time: it may have changed with its package."""
    tag = f'"{sha256(body).hexdigest()[:32]}"'
    headers = {"Cache-Control": "no-cache", "ETag": tag, "Vary": "Accept-Language"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(None, status_code=304, headers=headers)
    return Response(body, media_type=kind, headers=headers)
