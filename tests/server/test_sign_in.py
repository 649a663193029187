"""Members sign in by passkey, passphrase or code; whoever guesses has to wait."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from tests.server.guest_client import GuestClient, refused
from tests.server.house_in_process import OpenHouse, generous_settings, on_sqlite, open_house
from tests.server.member_client import (
    LOCAL,
    PHRASE,
    at_localhost,
    join,
    join_by_passkey,
    member,
    send,
    sign_in_by_passkey,
)
from tests.server.passkey_device import PasskeyDevice

from tablee.server.store.postgres_notices import REVOKED
from tablee.server.store.sign_in_attempts import FREE

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("quick_passphrases")]
HERE = f"http://{LOCAL}"


async def phrase(person: GuestClient, name: str, words: str = PHRASE) -> Any:
    return await person.post("/api/sign-in", {"name": name, "passphrase": words})


async def test_a_passkey_signs_in_on_another_device(house: OpenHouse) -> None:
    zoe, laptop = at_localhost(await house.guest("Zoé")), at_localhost(await house.guest(""))
    device = PasskeyDevice(HERE)
    await join_by_passkey(zoe, "Zoé", device)
    assert await sign_in_by_passkey(laptop, device) == {"name": "Zoé", "role": "member"}
    assert (await laptop.get("/api/me"))["name"] == "Zoé"
    (passkey,) = (await laptop.get("/api/me/member"))["passkeys"]
    assert passkey["site"] == "localhost"
    assert passkey["used_at"] == house.timer.now()
    assert (await send(laptop, "DELETE", "/api/sign-in")) is None
    await refused("name_first", laptop.get("/api/me"))
    assert (await zoe.get("/api/me"))["name"] == "Zoé"


@on_sqlite
async def test_a_passkey_that_does_not_hold_is_refused(house: OpenHouse) -> None:
    zoe = at_localhost(await house.guest("Zoé"))
    await refused("bad_passkey", join_by_passkey(zoe, "Zoé", PasskeyDevice("https://elsewhere.example")))
    device = PasskeyDevice(HERE)
    await join_by_passkey(zoe, "Zoé", device)
    await refused("unknown_passkey", sign_in_by_passkey(zoe, PasskeyDevice(HERE)))
    options = await zoe.post("/api/sign-in/passkey-options")
    signed = device.signed(options)
    await zoe.post("/api/sign-in", {"passkey": signed})
    await refused("passkey_late", zoe.post("/api/sign-in", {"passkey": signed}))  # sent twice
    options = await zoe.post("/api/sign-in/passkey-options")
    await house.timer.let_pass(601)
    await refused("passkey_late", zoe.post("/api/sign-in", {"passkey": device.signed(options)}))
    device.uses = 0  # a copy of the passkey that has missed some uses
    await refused("bad_passkey", sign_in_by_passkey(zoe, device))
    for broken in ({}, {"response": 1}, {"response": {"clientDataJSON": "e30"}}, {"response": {"clientDataJSON": "!"}}):
        await refused("bad_passkey", zoe.post("/api/sign-in", {"passkey": broken}))


@on_sqlite
async def test_a_passkey_is_for_whom_it_was_made(house: OpenHouse) -> None:
    zoe, anne = at_localhost(await house.guest("Zoé")), at_localhost(await house.guest("Anne"))
    options = await zoe.post("/api/me/member/passkey-options")
    made = PasskeyDevice(HERE).created(options)
    await refused("passkey_late", anne.post("/api/me/member", {"name": "Anne", "passkey": made}))


@on_sqlite
async def test_without_https_there_are_no_passkeys(house: OpenHouse) -> None:
    zoe = await house.guest("Zoé")
    for name in ("127.0.0.1:8642", "tablee.local"):
        zoe.http.headers["Host"] = name
        assert (await zoe.get("/api/sign-in")) == {"open": True, "passkeys": False}
        await refused("no_passkeys_here", zoe.post("/api/me/member/passkey-options"))
        await refused("no_passkeys_here", zoe.post("/api/sign-in/passkey-options"))
    zoe.http.headers["X-Forwarded-Proto"] = "https"
    zoe.http.headers["Cookie"] = f"__Host-tablee_guest={zoe.http.cookies['tablee_guest']}"
    device = PasskeyDevice("https://tablee.local")
    await join_by_passkey(zoe, "Zoé", device)
    assert (await zoe.get("/api/sign-in"))["passkeys"] is True
    assert (await sign_in_by_passkey(zoe, device))["name"] == "Zoé"


@on_sqlite
async def test_behind_a_proxy_the_public_address_counts(database: str, tmp_path: Path) -> None:
    settings = generous_settings(database, tmp_path, public_url="https://play.example/")
    async with open_house(settings) as house:
        zoe = await house.guest("Zoé")
        zoe.http.headers["Host"] = "play.example"  # as a proxy passes it on that does not say that it speaks HTTPS
        assert (await zoe.get("/api/sign-in"))["passkeys"] is True
        device = PasskeyDevice("https://play.example")
        await join_by_passkey(zoe, "Zoé", device)
        assert (await sign_in_by_passkey(zoe, device))["name"] == "Zoé"
        device.origin = "http://play.example"
        await refused("bad_passkey", sign_in_by_passkey(zoe, device))


@on_sqlite
async def test_ways_to_sign_in_are_added_and_removed(house: OpenHouse) -> None:
    zoe = at_localhost(await house.guest("Zoé"))
    first, second = PasskeyDevice(HERE), PasskeyDevice(HERE)
    await join_by_passkey(zoe, "Zoé", first)
    (known,) = (await zoe.get("/api/me/member"))["passkeys"]
    await refused("last_way_in", send(zoe, "DELETE", f"/api/me/member/passkeys/{known['id']}"))
    options = await zoe.post("/api/me/member/passkey-options")
    assert [one["id"] for one in options["excludeCredentials"]] == [known["id"]]
    told = await zoe.post("/api/me/member/passkeys", {"passkey": second.created(options)})
    assert len(told["passkeys"]) == 2
    options = await zoe.post("/api/me/member/passkey-options")
    await refused("passkey_known", zoe.post("/api/me/member/passkeys", {"passkey": second.created(options)}))
    told = await send(zoe, "DELETE", f"/api/me/member/passkeys/{known['id']}")
    assert len(told["passkeys"]) == 1
    await refused("unknown_passkey", sign_in_by_passkey(zoe, first))
    assert (await sign_in_by_passkey(zoe, second))["name"] == "Zoé"
    told = await send(zoe, "PUT", "/api/me/member/passphrase", {"passphrase": PHRASE})
    assert told["has_passphrase"] is True
    (left,) = told["passkeys"]
    await send(zoe, "DELETE", f"/api/me/member/passkeys/{left['id']}")
    assert (await phrase(zoe, "ZOE"))["name"] == "Zoé"


@on_sqlite
async def test_a_passphrase_has_to_be_one(house: OpenHouse) -> None:
    zoe = await house.guest("Zénobie")
    for words, code in (
        ("short", "bad_passphrase"),
        ("x" * 201, "bad_passphrase"),
        ("zénobieZénobie", "passphrase_is_name"),
    ):
        await refused(code, zoe.post("/api/me/member", {"name": "Zénobie", "passphrase": words}))
    await refused("one_way_in", zoe.post("/api/me/member", {"name": "Zénobie"}))
    await refused("one_way_in", zoe.post("/api/me/member", {"name": "Z", "passphrase": PHRASE, "passkey": {}}))
    for data in (
        {},
        {"name": "Zoé"},
        {"passphrase": PHRASE},
        {"name": "Zoé", "passkey": {}},
        {"passkey": {}, "code": ""},
    ):
        await refused("bad_sign_in", zoe.post("/api/sign-in", data))


@on_sqlite
async def test_a_recovery_code_works_once(house: OpenHouse) -> None:
    zoe, other = await house.guest("Zoé"), await house.guest("")
    codes = await join(zoe, "Zoé")
    typed = codes[0].upper().replace("-", " ")
    assert (await other.post("/api/sign-in", {"name": "zoé", "code": typed}))["name"] == "Zoé"
    assert (await other.get("/api/me/member"))["codes_left"] == 7
    await refused("sign_in_failed", other.post("/api/sign-in", {"name": "Zoé", "code": codes[0]}))
    renewed = (await zoe.post("/api/me/member/recovery-codes"))["codes"]
    await refused("sign_in_failed", other.post("/api/sign-in", {"name": "Zoé", "code": codes[1]}))
    await refused("sign_in_failed", other.post("/api/sign-in", {"name": "Nobody", "code": renewed[0]}))
    assert (await other.post("/api/sign-in", {"name": "Zoé", "code": renewed[0]}))["name"] == "Zoé"


@on_sqlite
async def test_a_code_or_a_link_signs_in_another_device(house: OpenHouse) -> None:
    zoe, phone, tablet = await member(house, "Zoé"), await house.guest(""), await house.guest("")
    told = await zoe.post("/api/me/member/device-code")
    assert len(told["code"]) == 9
    assert (await phone.post("/api/sign-in", {"name": "Zoé", "code": told["code"]}))["role"] == "member"
    await refused("sign_in_failed", phone.post("/api/sign-in", {"name": "Zoé", "code": told["code"]}))
    told = await zoe.post("/api/me/member/device-code")
    await house.timer.let_pass(told["seconds"] + 1)
    await refused("sign_in_failed", phone.post("/api/sign-in", {"name": "Zoé", "code": told["code"]}))
    token = (await zoe.post("/api/me/link"))["token"]
    assert await tablet.post("/api/me/come-back", {"token": token}) == {"name": "Zoé", "role": "member"}


async def test_what_was_played_as_a_guest_on_a_device_becomes_the_members(house: OpenHouse) -> None:
    await member(house, "Zoé")
    tablet, anne = await house.guest("Tablette"), await house.guest("Anne")
    mine = await tablet.create_table("toy_nim")
    running = await anne.create_table("toy_nim", options={"heap": 60})
    await tablet.sit(running)
    await anne.start(running)
    async with anne.at(running) as place:
        await phrase(tablet, "Zoé")
        assert (await tablet.table(mine))["host"] is True
        assert (await tablet.table(running))["yours"] == [1 - place.mine]
        async with tablet.at(running) as hers:
            first, second = sorted((place, hers), key=lambda one: one.mine)
            await first.play_on()
            await second.play_on()
    assert {one["id"] for one in await tablet.get("/api/my/tables")} == {mine, running}
    moves = (await tablet.get("/api/me/data"))["moves"]
    assert {move["table"] for move in moves} == {running}


@on_sqlite
async def test_a_row_that_cannot_be_read_does_not_keep_a_member_out(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    await member(house, "Zoé")
    tablet = await house.guest("Tablette")
    table = await tablet.create_table("toy_nim")
    async with house.house.store._engine.begin() as connection:
        guest = (await connection.execute(text("SELECT host FROM tables"))).scalar_one()
        broken = {"table": table, "data": f'"{guest}"'}
        await connection.execute(text("INSERT INTO entries VALUES (:table, 1000, 'chat', :data, 0.0)"), broken)
    published: list[dict[str, int]] = []
    monkeypatch.setattr(house.house.store.log, "publish", published.append)
    assert (await phrase(tablet, "Zoé"))["name"] == "Zoé"
    signed_out, *changed = published
    assert list(signed_out.values()) == [REVOKED]  # as the guest that it was
    assert changed == [{table: 0}] * 2  # other processes load the table again; the row was looked for once more


@on_sqlite
async def test_whoever_signs_in_as_somebody_else_leaves_the_first_as_they_are(house: OpenHouse) -> None:
    zoe, anne = await member(house, "Zoé"), await member(house, "Anne")
    assert (await phrase(anne, "Zoé"))["name"] == "Zoé"
    assert (await phrase(anne, "Anne"))["name"] == "Anne"
    assert (await zoe.get("/api/me"))["name"] == "Zoé"
    guest = await house.guest("Luc")
    await refused("members_only", send(guest, "DELETE", "/api/sign-in"))


@on_sqlite
async def test_guesses_are_slowed_down(house: OpenHouse) -> None:
    await member(house, "Zoé")
    thief = await house.guest("")
    for _ in range(FREE["name"] + 1):
        await refused("sign_in_failed", phrase(thief, "Zoé", "a wrong guess"))
    assert (await refused("too_fast", phrase(thief, "ZOE"))).status == 429
    await house.timer.let_pass(1)
    await refused("sign_in_failed", phrase(thief, "Zoé", "another guess"))
    await house.timer.let_pass(1)
    await refused("too_fast", phrase(thief, "Zoé"))
    await house.timer.let_pass(1)
    assert (await phrase(thief, "Zoé"))["name"] == "Zoé"
    await refused("sign_in_failed", phrase(thief, "Zoé", "free again"))


async def test_many_guesses_at_once_gain_nothing(house: OpenHouse) -> None:
    await member(house, "Zoé")
    thief = await house.guest("")
    told = await asyncio.gather(
        *(phrase(thief, "Zoé", f"wrong guess {number}") for number in range(12)), return_exceptions=True
    )
    assert sum(getattr(one, "code", "") == "too_fast" for one in told) == 12 - FREE["name"] - 1


@on_sqlite
async def test_guesses_at_many_names_are_slowed_down_by_address(house: OpenHouse) -> None:
    zoe = await member(house, "Zoé")
    thief = await house.guest("")
    for number in range(FREE["address"] + 1):
        await refused("sign_in_failed", thief.post("/api/sign-in", {"name": f"Name {number}", "code": "guess"}))
    await refused("too_fast", phrase(thief, "Zoé"))
    await refused("too_fast", zoe.post("/api/me/member/host", {"token": "guess"}))
    await house.timer.let_pass(3700)
    await refused("sign_in_failed", phrase(thief, "Zoé", "a wrong guess"))
    assert (await phrase(thief, "Zoé"))["name"] == "Zoé"


@on_sqlite
async def test_attempts_are_forgotten_after_a_while(house: OpenHouse) -> None:
    attempts, now = house.house.store.sign_in_attempts, house.timer.now()
    for _ in range(FREE["name"] + 1):
        assert await attempts.begin({"name": "zoe"}, now) == 0
    assert await attempts.begin({"name": "zoe"}, now) == 1
    assert await attempts.begin({"name": "zoe"}, now + 3700) == 0
    assert await attempts.begin({"name": "zoe"}, now + 3700) == 0
