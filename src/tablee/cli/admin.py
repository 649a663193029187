"""`tablee admin`: look after a house that is open: its tables, its book and its ratings."""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import click
from rich.table import Table

from tablee.cli.errors import CliError, UsageProblem, unwritable
from tablee.cli.house_options import house_options, settings_of
from tablee.cli.parameters import Command, text_option
from tablee.cli.screen import Screen, cell
from tablee.core.registry import GAMES
from tablee.core.texts import Catalogue, Lang

if TYPE_CHECKING:
    from tablee.server.settings import Settings

CHANGES = ("close", "aside", "restore")
ALONE = ("tables", "ratings", "season")
"""What needs nothing after it."""
FORMATS = ("csv", "json", "parquet")


def command(say: Catalogue) -> click.Command:
    """The command in one language."""

    def admin(what: str, table: str | None, url: str | None, settings_file: str | None, **given: Any) -> None:
        allowed = (*ALONE, "book", *CHANGES)
        if what not in allowed:
            details: dict[str, object] = {"name": what, "allowed": ", ".join(allowed)}
            raise UsageProblem("no_such_command", details, "tablee admin")
        if (table is None) != (what in ALONE):
            word = say("page.table_metavar") if table is None else table
            code = "missing_argument" if table is None else "extra_arguments"
            raise UsageProblem(code, {"name": word, "words": word, "count": 1}, "tablee admin")
        house = _AdminClient(settings_of(settings_file, **given), url, say.lang)
        screen = Screen(say)
        if what == "ratings":
            screen.tell(say("admin.ratings", count=house.ask("POST", "ratings")["matches"]))
        elif what == "season":
            screen.tell(say("admin.season", season=house.ask("POST", "season")["season"]))
        elif table is None:
            _list(screen, house.ask("GET", "tables"))
        elif what == "book":
            _save_book(screen, house, Path(table))
        else:
            told = house.ask("POST", f"tables/{quote(table, safe='')}/{what}")
            screen.tell(say("admin.changed", table=told["table"], status=say(f"admin.status.{told['status']}")))

    params = [
        click.Argument(["what"], metavar=say("page.what_metavar")),
        click.Argument(["table"], metavar=f"[{say('page.table_metavar')}]", required=False),
        text_option("--url", metavar="URL"),
        *house_options(say),
    ]
    return Command(say, "admin", admin, params, extra="house")


class _AdminClient:
    """A house that is open, asked with the administrator's token."""

    def __init__(self, settings: "Settings", url: str | None, lang: Lang) -> None:
        folder = Path(settings.data_dir)
        self._url = url or _noted_address(folder) or settings.own_address
        self._lang = lang
        try:
            self._token = (folder / "admin-token").read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError):
            raise CliError("no_admin_token", {"folder": folder}) from None

    def ask(self, method: str, path: str) -> Any:
        return self._answer(method, path, lambda answer: answer.json())

    def file(self, path: str) -> bytes:
        """A file that the house makes."""
        content: bytes = self._answer("GET", path, lambda answer: answer.content)
        return content

    def _answer(self, method: str, path: str, read: Callable[[Any], Any]) -> Any:
        import httpx  # noqa: PLC0415 - other commands start without it

        headers = {"Authorization": f"Bearer {self._token}", "Accept-Language": self._lang}
        where = f"{self._url.rstrip('/')}/api/admin/{path}"
        try:
            with httpx.Client(trust_env=False, timeout=30) as client:
                answer = client.request(method, where, headers=headers)
                if answer.is_error:
                    raise CliError("house_says", {"sentence": answer.json()["sentence"]})
                told = read(answer)
        except (httpx.HTTPError, httpx.InvalidURL, ValueError, KeyError, TypeError):
            raise CliError("house_unreachable", {"url": self._url}) from None
        return told


def _noted_address(folder: Path) -> str | None:
    """Where the house said that it is, when it was opened."""
    try:
        return (folder / "address").read_text(encoding="utf-8").strip()
    except OSError:
        return None


def _save_book(screen: Screen, house: _AdminClient, file: Path) -> None:
    """All matches of the house into a file; its name says in which form."""
    wanted = file.suffix.removeprefix(".").lower()
    if wanted not in FORMATS:
        raise CliError("book_format", {"file": file, "allowed": ", ".join(f".{name}" for name in FORMATS)})
    content = house.file(f"book?format={wanted}")
    try:
        file.write_bytes(content)
    except OSError as error:
        raise unwritable(file, error) from None
    screen.tell(screen.say("admin.book", file=file))


def _list(screen: Screen, tables: Sequence[dict[str, Any]]) -> None:
    say = screen.say
    if not tables:
        screen.tell(say("admin.none"))
        return
    shown = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for column in ("table", "game", "state", "changed_at"):
        shown.add_column(cell(say(f"admin.columns.{column}")), no_wrap=True)
    for told in tables:
        changed = datetime.fromtimestamp(told["changed_at"]).astimezone()
        game = GAMES[told["game"]].title(screen.lang) if told["game"] in GAMES else told["game"]
        status = say(f"admin.status.{told['status']}")
        shown.add_row(told["id"], cell(game), cell(status), f"{changed:%Y-%m-%d %H:%M}")
    screen.put(shown)
