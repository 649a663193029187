"""Passkeys (WebAuthn): what the browser is asked to sign, and whether what it sends back holds."""

import asyncio
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final
from urllib.parse import urlsplit

from tablee.server.house.house import House
from tablee.server.http.requests import AnyRequest, origin_of
from tablee.server.http.sessions import hashed
from tablee.server.network_address import parsed_address
from tablee.server.refusals import Refused
from tablee.server.store.guests import Guest
from tablee.server.store.members import Member, Passkey

CHALLENGE_SECONDS: Final = 600
"""How long somebody may take to use a passkey."""


@dataclass(frozen=True)
class Site:
    """The place a passkey works at: the host name, and the origins of the pages that may ask for it."""

    name: str
    origins: list[str]

    @classmethod
    def of(cls, request: AnyRequest) -> "Site | None":
        """The site under which a browser reaches the house; None where browsers allow no passkeys.

        They need HTTPS, or the name localhost; a bare address will not do.
        """
        host = request.headers.get("host", "")
        name = urlsplit(f"//{host}").hostname or ""
        public = request.app.state.settings.public_url
        is_local = name == "localhost" or name.endswith(".localhost")
        is_public = public.startswith("https://") and urlsplit(public).hostname == name
        if not name or parsed_address(name) is not None or not (is_local or is_public or request.url.scheme == "https"):
            return None
        origins = [f"https://{host}", *([f"http://{host}"] if is_local else ())]
        return cls(name, [*origins, *([origin_of(public)] if is_public else ())])


def required_site(request: AnyRequest) -> Site:
    site = Site.of(request)
    if site is None:
        raise Refused("no_passkeys_here")
    return site


@dataclass(frozen=True)
class NewPasskey:
    """A passkey to create: for whom, and which ones they have."""

    guest: Guest
    name: str
    member_id: str
    existing: Sequence[Passkey] = ()


async def _library() -> Any:
    """WebAuthn, loaded when somebody first needs it, in a thread: it takes 13 MB, and a third of a second."""
    return await asyncio.to_thread(import_module, "webauthn")


def _bytes(text: str) -> bytes:
    """Raises ValueError."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


async def creation_options(house: House, site: Site, wanted: NewPasskey) -> dict[str, Any]:
    """What the browser needs to create a passkey."""
    webauthn = await _library()
    structs = webauthn.helpers.structs
    options = webauthn.generate_registration_options(
        rp_id=site.name,
        rp_name="Tablée",
        user_name=wanted.name,
        user_id=wanted.member_id.encode(),
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[
            structs.PublicKeyCredentialDescriptor(id=_bytes(passkey.id))
            for passkey in wanted.existing
            if passkey.site == site.name
        ],
    )
    await _keep(house, options.challenge, wanted.guest.id, wanted.member_id)
    return _plain(webauthn.options_to_json(options))


async def request_options(house: House, site: Site) -> dict[str, Any]:
    """What the browser needs to sign in with a passkey: whose it is, is found out by the passkey."""
    webauthn = await _library()
    options = webauthn.generate_authentication_options(rp_id=site.name)
    await _keep(house, options.challenge)
    return _plain(webauthn.options_to_json(options))


def _plain(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text)
    return found


async def _keep(house: House, challenge: bytes, guest: str | None = None, member: str | None = None) -> None:
    now = house.timer.now()
    key = hashed(_text(challenge))
    await house.store.members.add_challenge(key, now, now + CHALLENGE_SECONDS, guest, member)


async def _used_challenge(house: House, credential: dict[str, Any], guest: str | None) -> tuple[bytes, str]:
    """The challenge that a passkey has signed, and the member id that it was made for; raises `Refused`."""
    try:
        client_data = json.loads(_bytes(credential["response"]["clientDataJSON"]))
        challenge = str(client_data["challenge"])
        signed = _bytes(challenge)
    except (KeyError, TypeError, ValueError, RecursionError):
        raise Refused("bad_passkey", status=400) from None
    member = await house.store.members.use_challenge(hashed(challenge), house.timer.now(), guest)
    if member is None:
        raise Refused("passkey_late")
    return signed, member


async def new_passkey(house: House, site: Site, guest: Guest, credential: dict[str, Any]) -> tuple[str, Passkey]:
    """The member id that a new passkey was made for, and the passkey; raises `Refused` if it does not hold."""
    webauthn = await _library()
    challenge, member = await _used_challenge(house, credential, guest.id)
    try:
        verified = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origins,
        )
    except (webauthn.helpers.exceptions.WebAuthnException, ValueError):
        raise Refused("bad_passkey", status=400) from None
    return member, Passkey(
        id=_text(verified.credential_id),
        site=site.name,
        public_key=_text(verified.credential_public_key),
        sign_count=verified.sign_count,
        created_at=house.timer.now(),
    )


async def signed_in_by(house: House, site: Site, credential: dict[str, Any]) -> Member:
    """The member whose passkey has signed; raises `Refused` if it is nobody's or does not hold."""
    challenge, _ = await _used_challenge(house, credential, None)
    found = await house.store.members.by_passkey(str(credential.get("id")))
    if found is None:
        raise Refused("unknown_passkey", status=403)
    member, passkey = found
    webauthn = await _library()
    try:
        verified = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origins,
            credential_public_key=_bytes(passkey.public_key),
            credential_current_sign_count=passkey.sign_count,
        )
    except (webauthn.helpers.exceptions.WebAuthnException, ValueError):
        raise Refused("bad_passkey", status=400) from None
    await house.store.members.note_use(passkey.id, verified.new_sign_count, house.timer.now())
    return member
