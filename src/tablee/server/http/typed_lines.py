"""Choices typed as a line, as in the terminal: for tables that no browser can draw and whose choices are no list."""

from typing import Annotated, Any

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody

from tablee.core.errors import Unreadable
from tablee.core.seat import Seat
from tablee.server.http.requests import GivenGuest, GivenHouse, GivenLang
from tablee.server.http.table_checks import SeatInPath, own_seat
from tablee.server.refusals import Refused
from tablee.server.table.table import Table
from tablee.server.table.table_parts import Status


class LineRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A line as somebody typed it."""

    line: Annotated[str, msgspec.Meta(max_length=200)]


class LineAsked(msgspec.Struct):
    """What a seat is asked, and how to type it, in the reader's language."""

    prompt: int
    words: str


class LineRead(msgspec.Struct):
    """The action that a line spells, for a prompt. Nothing is played, and whether the rules allow it is not checked."""

    prompt: int
    action: dict[str, Any]
    words: str
    """The action in the reader's language."""


class TypedLinesController(Controller):
    path = "/api/tables/{table_id:str}/seats/{seat:int}/line"
    tags = ("tables",)

    @get(summary="What the seat is asked, and how to type it", refuses=(403, 409, 503))
    async def asked(
        self, table_id: FromPath[str], seat: SeatInPath, guest: GivenGuest, house: GivenHouse, lang: GivenLang
    ) -> LineAsked:
        table = (await house.live(table_id)).table
        mine, prompt = _asked(table, own_seat(table, guest, seat))
        return LineAsked(prompt, table.game.words.prompt(table.match.view(mine), lang))

    @post(summary="The action that a typed line spells", status_code=200)
    async def read(
        self,
        table_id: FromPath[str],
        seat: SeatInPath,
        data: JSONBody[LineRequest],
        guest: GivenGuest,
        house: GivenHouse,
        *,
        lang: GivenLang,
    ) -> LineRead:
        table = (await house.live(table_id)).table
        mine, prompt = _asked(table, own_seat(table, guest, seat))
        try:
            # All that is read is what the seat itself may see: a line cannot ask for more.
            action = table.game.words.parse(data.line, table.match.view(mine))
        except Unreadable as error:
            raise Refused("unreadable_line", {"why": error.phrase}, status=400) from error
        return LineRead(prompt, table.game.plain(action), table.game.words.action(action, lang))


def _asked(table: Table, seat: Seat) -> tuple[Seat, int]:
    """The seat, and the number of the prompt it has; raises `Refused` if it has none."""
    prompt = table.prompts[seat]
    if table.status is not Status.PLAYING or prompt is None:
        raise Refused("not_your_turn")
    return seat, prompt
