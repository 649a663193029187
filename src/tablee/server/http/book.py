"""The book: what stays of matches, for each member and for the house."""

from enum import StrEnum
from typing import Annotated, Final

import msgspec
from litestar import Controller, Response, get, put
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from tablee.server.book.export import MEDIA_TYPES, FileFormat, exported
from tablee.server.book.statistics import BookMatch
from tablee.server.house.house import House
from tablee.server.http.book_pages import BookReader, HouseBook, MatchInfo, MemberBook, house_book, member_book
from tablee.server.http.guests import limit_log_scans
from tablee.server.http.membership import own_membership
from tablee.server.http.requests import AnyRequest, AskedFirst, GivenGuest, GivenHouse, GivenLang
from tablee.server.http.sessions import guest_of
from tablee.server.ops.long_work import in_thread
from tablee.server.refusals import Refused
from tablee.server.store.guests import Role
from tablee.server.store.members import Member

MATCHES_AT_ONCE: Final = 50
EXPORTED_AT_ONCE: Final = 1000


class BookReaders(StrEnum):
    """Who may read a member's book."""

    HOUSE = "house"
    """Everybody in the house."""
    MEMBERS = "members"
    ME = "me"


class BookReadersRequest(msgspec.Struct, forbid_unknown_fields=True):
    readers: BookReaders


class BookController(Controller):
    path = "/api/book"
    tags = ("book",)

    @get(summary="The book of the house: this week, records, and who has not been here for long")
    async def house(self, request: AnyRequest, house: GivenHouse) -> HouseBook:
        return await house_book(house, await _reader(request, house))

    @get("/me", summary="My own book; guests have one, too")
    async def mine(self, request: AnyRequest, guest: GivenGuest, house: GivenHouse, lang: GivenLang) -> MemberBook:
        member = await house.store.members.of_guest(guest.id)
        reader = await _reader(request, house)
        return await member_book(house, reader, guest, member, lang)

    @get("/me/matches", summary="My matches, the newest first, some at a time", refuses=(400,))
    async def my_matches(
        self, request: AnyRequest, guest: GivenGuest, house: GivenHouse, first: FromQuery[AskedFirst] = 0
    ) -> list[MatchInfo]:
        return await _some_matches(house, await _reader(request, house), guest.id, first)

    @put("/me", summary="Choose who may read my book", refuses=(403,))
    async def set_readers(
        self,
        request: AnyRequest,
        data: JSONBody[BookReadersRequest],
        guest: GivenGuest,
        house: GivenHouse,
        lang: GivenLang,
    ) -> MemberBook:
        member = await own_membership(house, guest)
        await house.store.members.set_book(member.id, data.readers)
        member = msgspec.structs.replace(member, book=data.readers)
        return await member_book(house, await _reader(request, house), guest, member, lang)

    @get("/me/file", summary="My matches as a file", produces=tuple(MEDIA_TYPES.values()), refuses=(400, 501))
    async def my_file(
        self,
        request: AnyRequest,
        guest: GivenGuest,
        house: GivenHouse,
        file_format: FromQuery[Annotated[FileFormat, QueryParameter(name="format")]] = FileFormat.CSV,
    ) -> Response[bytes]:
        limit_log_scans(request)
        return await book_file(await house.store.book.of_guest(guest.id), file_format)

    @get(
        "/file",
        summary="All matches of the house as a file (the host)",
        produces=tuple(MEDIA_TYPES.values()),
        refuses=(400, 403, 501),
    )
    async def house_file(
        self,
        request: AnyRequest,
        guest: GivenGuest,
        house: GivenHouse,
        file_format: FromQuery[Annotated[FileFormat, QueryParameter(name="format")]] = FileFormat.CSV,
    ) -> Response[bytes]:
        if guest.role is not Role.HOST:
            raise Refused("house_host_only", status=403)
        limit_log_scans(request)
        reader = await _reader(request, house)
        return await book_file([reader.file_match(match) for match in await all_matches(house)], file_format)

    @get("/members/{member:str}", summary="The book of a member, by id or name", refuses=(403, 404))
    async def member(
        self, request: AnyRequest, member: FromPath[str], house: GivenHouse, lang: GivenLang
    ) -> MemberBook:
        reader = await _reader(request, house)
        found = await _open_book(house, reader, member)
        return await member_book(house, reader, found, found, lang)

    @get(
        "/members/{member:str}/matches",
        summary="The matches of a member, the newest first, some at a time",
        refuses=(403, 404),
    )
    async def matches(
        self, request: AnyRequest, member: FromPath[str], house: GivenHouse, first: FromQuery[AskedFirst] = 0
    ) -> list[MatchInfo]:
        reader = await _reader(request, house)
        found = await _open_book(house, reader, member)
        return await _some_matches(house, reader, found.guest, first)


async def _reader(request: AnyRequest, house: House) -> BookReader:
    return BookReader(await guest_of(request, house.store), await house.store.members.all())


async def _open_book(house: House, reader: BookReader, wanted: str) -> Member:
    """The member whose book is wanted; raises `Refused` if there is none, or it is not for this reader."""
    member = await house.store.members.by_id(wanted) or await house.store.members.by_name(wanted)
    if member is None:
        raise Refused("no_such_member", status=404)
    if not reader.may_read(member):
        raise Refused("book_closed", status=403)
    return member


async def _some_matches(house: House, reader: BookReader, guest: str, first: int) -> list[MatchInfo]:
    newest = (await house.store.book.of_guest(guest))[::-1]
    return [reader.match_info(match, guest) for match in newest[first : first + MATCHES_AT_ONCE]]


async def all_matches(house: House) -> list[BookMatch]:
    """All matches of the house, read some at a time."""
    matches: list[BookMatch] = []
    last = (-1.0, "")
    while some := await house.store.book.after(last, EXPORTED_AT_ONCE):
        matches += some
        last = (some[-1].ended_at, some[-1].table)
    return matches


async def book_file(matches: list[BookMatch], wanted: FileFormat) -> Response[bytes]:
    try:
        content = await in_thread(exported, matches, wanted)
    except ImportError as error:
        raise Refused("no_parquet", status=501) from error
    headers = {"Content-Disposition": f'attachment; filename="tablee-book.{wanted}"'}
    return Response(content, media_type=MEDIA_TYPES[wanted], headers=headers)
