"""Members for the tests: guests who have joined the house."""

from typing import Any

import httpx
from tests.server.guest_client import GuestClient
from tests.server.house_in_process import OpenHouse
from tests.server.passkey_device import PasskeyDevice

PHRASE = "saucisse moutarde cornichon"
LOCAL = "localhost:8642"


def at_localhost(person: GuestClient) -> GuestClient:
    """Reach the house by a name under which passkeys work."""
    person.http.headers["Host"] = LOCAL
    return person


async def join(person: GuestClient, name: str, **more: Any) -> list[str]:
    """Become a member with a passphrase; returns the recovery codes."""
    told = await person.post("/api/me/member", {"name": name, "passphrase": PHRASE, **more})
    codes: list[str] = told["codes"]
    return codes


async def member(house: OpenHouse, name: str) -> GuestClient:
    """Somebody new who joins at once."""
    person = await house.guest(name)
    await join(person, name)
    return person


async def host(house: OpenHouse, name: str) -> GuestClient:
    """A member who has the administrator's token."""
    person = await member(house, name)
    await person.post("/api/me/member/host", {"token": house.admin_token})
    return person


async def join_by_passkey(person: GuestClient, name: str, device: PasskeyDevice) -> list[str]:
    options = await person.post("/api/me/member/passkey-options", {"name": name})
    told = await person.post("/api/me/member", {"name": name, "passkey": device.created(options)})
    codes: list[str] = told["codes"]
    return codes


async def sign_in_by_passkey(person: GuestClient, device: PasskeyDevice) -> Any:
    options = await person.post("/api/sign-in/passkey-options")
    return await person.post("/api/sign-in", {"passkey": device.signed(options)})


async def send(person: GuestClient, method: str, path: str, data: Any = None) -> Any:
    """A request of another kind than GET and POST."""
    answer: httpx.Response = await person.http.request(method, path, json=data)
    return person._read(answer)
