"""Guests become members with a name of their own; everybody else goes on as before."""

import asyncio

import pytest
from tests.server.database_dump import database_text
from tests.server.guest_client import GuestClient, refused
from tests.server.house_in_process import OpenHouse, generous_settings, on_sqlite, open_house
from tests.server.member_client import PHRASE, at_localhost, host, join, join_by_passkey, member, send
from tests.server.passkey_device import PasskeyDevice

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("quick_passphrases")]


async def played(first: GuestClient, second: GuestClient) -> str:
    """A match of two people, to its end."""
    table = await first.create_table("toy_nim", options={"heap": 5})
    await second.sit(table)
    await first.start(table)
    async with first.at(table) as one, second.at(table) as other:
        await asyncio.gather(one.play_out(), other.play_out())
    return table


async def test_a_guest_becomes_a_member_and_his_matches_become_his(house: OpenHouse) -> None:
    zoe, anne = await house.guest("Zoé"), await house.guest("Anne")
    table = await played(zoe, anne)
    assert await zoe.get("/api/me") == {"name": "Zoé"}
    await refused("members_only", zoe.get("/api/me/member"))
    codes = await join(zoe, "Zoé")
    assert len(set(codes)) == 8
    assert await zoe.get("/api/me") == {"name": "Zoé", "role": "member"}
    about = await zoe.get("/api/me/member")
    assert about.pop("joined_at") == house.timer.now()
    assert about == {"name": "Zoé", "role": "member", "passkeys": [], "has_passphrase": True, "codes_left": 8}
    (match,) = await zoe.get("/api/me/member/matches")
    told = await zoe.table(table)
    seat = told["yours"][0]
    assert (match["table"], match["game"], match["players"], match["seat"]) == (table, "toy_nim", 2, seat)
    assert match["rank"] == (1 if seat in told["winners"] else 2)
    assert match["score"] == told["scores"][seat]
    await refused("already_member", join(zoe, "Zoé"))


@on_sqlite
async def test_what_a_member_types_and_holds_is_not_in_the_database(database: str, house: OpenHouse) -> None:
    zoe = await house.guest("Zoé")
    codes = await join(zoe, "Zoé")
    kept = database_text(database)
    assert PHRASE not in kept
    assert not any(code in kept for code in codes)


@pytest.mark.parametrize("name", ["ZOE", "zoë", "Z o é !", "Zое", "Z0é 🎲"])
@on_sqlite
async def test_guests_cannot_pass_for_a_member(house: OpenHouse, name: str) -> None:
    await member(house, "Zoé")
    anne, stranger = await house.guest("Anne"), await house.guest("")
    await refused("name_taken", stranger.post("/api/me", {"name": name}))
    await refused("name_taken", anne.post("/api/me", {"name": name}))
    await refused("name_taken", send(anne, "PATCH", "/api/me", {"name": name}))
    await refused("name_taken", join(anne, name))
    table = await anne.create_table("toy_nim")
    await refused("name_taken", anne.sit(table, name=name))
    await refused("name_taken", anne.create_table("toy_nim", names=["Anne", name]))
    await refused("name_taken", anne.do(table, "seats/1/program", {"name": name}))
    assert await anne.get("/api/me") == {"name": "Anne"}


async def test_guests_who_were_called_so_before_get_a_number(house: OpenHouse) -> None:
    before, also = await house.guest("Zoë"), await house.guest("zoe")
    zoe = await member(house, "Zoé")
    assert {(await one.get("/api/me"))["name"] for one in (before, also)} == {"Zoé 2", "Zoé 3"}
    assert await send(zoe, "PATCH", "/api/me", {"name": "Zénobie"}) == {"name": "Zénobie", "role": "member"}
    # The name is free again; and it is the member's new one that is taken.
    assert await before.post("/api/me", {"name": "Zoé"}) == {"name": "Zoé"}
    await refused("name_taken", also.post("/api/me", {"name": "ZENOBIE"}))
    assert await zoe.post("/api/me", {"name": "ZENOBIE"}) == {"name": "ZENOBIE", "role": "member"}


async def test_two_members_cannot_have_one_name(house: OpenHouse) -> None:
    guests = [await house.guest(name) for name in ("Anne", "Bernard")]
    told = await asyncio.gather(*(join(guest, "Zoé") for guest in guests), return_exceptions=True)
    assert sorted(type(one).__name__ for one in told) == ["RequestRefused", "list"]
    anne = await member(house, "Annette")
    await refused("name_taken", send(anne, "PATCH", "/api/me", {"name": "zoe"}))
    assert (await anne.get("/api/me"))["name"] == "Annette"


@on_sqlite
async def test_members_are_marked_where_they_sit(house: OpenHouse) -> None:
    zoe, anne = await member(house, "Zoé"), await house.guest("Anne")
    table = await zoe.create_table("toy_nim", open=True, options={"heap": 5})
    await anne.sit(table)
    (listed,) = await anne.get("/api/tables")
    assert [chair.get("member", False) for chair in listed["chairs"]] == [True, False]
    shared = await zoe.create_table("toy_nim", names=["Zoé", "Mamie"])
    assert [chair.get("member", False) for chair in (await zoe.table(shared))["chairs"]] == [True, False]
    await zoe.start(table)
    async with zoe.at(table) as hers, anne.at(table) as other:
        assert other.around["chairs"][hers.mine]["member"]
        await asyncio.gather(hers.play_out(), other.play_out())
    again = await zoe.do(table, "rematch")
    marked = {chair["name"]: chair.get("member", False) for chair in again["chairs"]}
    assert marked == {"Zoé": True, "Anne": False}
    practice = await zoe.do(table, "from-here", {"step": 0, "seat": 0, "bots": "random"})
    assert practice["chairs"][0]["member"]


@on_sqlite
async def test_a_member_who_takes_a_seat_is_marked(house: OpenHouse) -> None:
    zoe, anne, bernard = await member(house, "Zoé"), await house.guest("Anne"), await house.guest("Bernard")
    table = await anne.create_table("toy_nim", options={"heap": 60})
    await bernard.sit(table)
    told = await anne.start(table)
    seat = 1 - told["yours"][0]
    async with anne.at(table):
        await house.until_absent()
        token = (await anne.do(table, f"seats/{seat}/link"))["token"]
        taken = await zoe.post("/api/take-seat", {"token": token})
    assert taken["chairs"][seat]["member"]


@on_sqlite
async def test_where_several_share_a_device_one_seat_is_the_members_own(house: OpenHouse) -> None:
    zoe = await member(house, "Zoé")
    table = await zoe.create_table("toy_nim", options={"heap": 5}, names=["Mamie", "Zoé"])
    await zoe.start(table)
    async with zoe.at_all(table) as places:
        await asyncio.gather(*(place.play_out() for place in places))
    (match,) = await zoe.get("/api/me/member/matches")
    assert (await zoe.table(table))["chairs"][match["seat"]]["name"] == "Zoé"


async def test_a_member_leaves_and_takes_everything_along(database: str, house: OpenHouse) -> None:
    zoe, anne = at_localhost(await house.guest("Zénobie")), await house.guest("Anne")
    await join_by_passkey(zoe, "Zénobie", PasskeyDevice(f"http://{zoe.http.headers['Host']}"))
    table = await played(anne, zoe)
    kept = await zoe.get("/api/me/data")
    assert [match["table"] for match in kept["matches"]] == [table]
    assert kept["member"]["role"] == "member"
    assert [passkey["site"] for passkey in kept["member"]["passkeys"]] == ["localhost"]
    assert (await zoe.http.delete("/api/me")).status_code == 204
    assert "Zénobie" not in database_text(database)
    assert "zenobie" not in database_text(database)
    (match,) = await anne.get("/api/me/member/matches")
    assert match["table"] == table
    await refused("sign_in_failed", zoe.post("/api/sign-in", {"name": "Zénobie", "passphrase": PHRASE}))
    again = await house.guest("Zénobie")
    await join(again, "Zénobie")  # the name is free


async def test_the_host_invites_closes_names_helpers_and_removes(house: OpenHouse) -> None:
    ada, bob = await host(house, "Ada"), await member(house, "Bob")
    zoe = await house.guest("Zoé")
    for person in (bob, zoe):
        await refused("host_or_helper_only", person.get("/api/members"))
        await refused("host_or_helper_only", person.post("/api/members/invitations"))
        await refused("host_or_helper_only", send(person, "DELETE", "/api/members/invitations"))
        await refused("house_host_only", send(person, "PUT", "/api/members/registration", {"open": True}))
    told = await send(ada, "PUT", "/api/members/registration", {"open": False})
    assert (told["open"], told["invited"]) == (False, 0)
    assert [(one["name"], one["role"], one["you"]) for one in told["members"]] == [
        ("Ada", "host", True),
        ("Bob", "member", False),
    ]
    assert (await zoe.get("/api/sign-in"))["open"] is False
    await refused("registration_closed", join(zoe, "Zoé"))
    await refused("registration_closed", join(zoe, "Zoé", invitation="nonsense"))
    token = (await ada.post("/api/members/invitations"))["token"]
    assert (await ada.get("/api/members"))["invited"] == 1
    await join(zoe, "Zoé", invitation=token)
    late = await house.guest("Luc")
    await refused("registration_closed", join(late, "Luc", invitation=token))
    await ada.post("/api/members/invitations")
    assert (await ada.get("/api/members"))["invited"] == 1
    await send(ada, "DELETE", "/api/members/invitations")
    ids = {one["name"]: one["id"] for one in (await ada.get("/api/members"))["members"]}
    await refused("house_host_only", send(bob, "PATCH", f"/api/members/{ids['Zoé']}", {"role": "helper"}))
    await send(ada, "PATCH", f"/api/members/{ids['Bob']}", {"role": "helper"})
    token = (await bob.post("/api/members/invitations", {"people": 5}))["token"]
    assert (await bob.get("/api/members"))["invited"] == 5
    await send(bob, "DELETE", "/api/members/invitations")
    await refused("registration_closed", join(late, "Luc", invitation=token))
    await refused("house_host_only", send(bob, "DELETE", f"/api/members/{ids['Ada']}"))
    await refused("not_yourself", send(ada, "DELETE", f"/api/members/{ids['Ada']}"))
    await refused("no_such_member", send(ada, "DELETE", "/api/members/nobody"))
    left = await send(bob, "DELETE", f"/api/members/{ids['Zoé']}")
    assert [one["name"] for one in left["members"]] == ["Ada", "Bob"]
    await refused("name_first", zoe.get("/api/me"))


@on_sqlite
async def test_an_invitation_expires(house: OpenHouse) -> None:
    ada, zoe = await host(house, "Ada"), await house.guest("Zoé")
    await send(ada, "PUT", "/api/members/registration", {"open": False})
    told = await ada.post("/api/members/invitations", {"people": 2})
    await house.timer.let_pass(told["seconds"] + 1)
    assert (await ada.get("/api/members"))["invited"] == 0
    await refused("registration_closed", join(zoe, "Zoé", invitation=told["token"]))
    await send(ada, "PUT", "/api/members/registration", {"open": True})
    await join(zoe, "Zoé")


@on_sqlite
async def test_only_the_administrators_token_makes_a_host(house: OpenHouse) -> None:
    zoe, anne = await member(house, "Zoé"), await house.guest("Anne")
    await refused("members_only", anne.post("/api/me/member/host", {"token": house.admin_token}))
    await refused("admin_only", zoe.post("/api/me/member/host", {"token": "guess"}))
    assert (await zoe.get("/api/me"))["role"] == "member"
    await zoe.post("/api/me/member/host", {"token": f" {house.admin_token}\n"})
    assert (await zoe.get("/api/me"))["role"] == "host"


@on_sqlite
async def test_a_restart_keeps_members(
    database: str, house: OpenHouse, tmp_path_factory: pytest.TempPathFactory
) -> None:
    await member(house, "Zoé")
    async with open_house(generous_settings(database, tmp_path_factory.mktemp("other"))) as other:
        zoe = await other.guest("")
        told = await zoe.post("/api/sign-in", {"name": "zoe", "passphrase": PHRASE})
        assert told == {"name": "Zoé", "role": "member"}
