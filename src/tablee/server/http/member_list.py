"""The members of the house, for its host and helpers: who they are, what they may do, who may come."""

from typing import Annotated, Final

import msgspec
from litestar import Controller, delete, get, patch, post, put
from litestar.params import FromPath, JSONBody

from tablee.server.house.house import House
from tablee.server.http.guests import LinkToken, limit_log_scans
from tablee.server.http.membership import is_open
from tablee.server.http.requests import AnyRequest, GivenGuest, GivenHouse
from tablee.server.http.sessions import hashed, new_secret
from tablee.server.refusals import Refused
from tablee.server.store.guests import Guest, Role
from tablee.server.store.members import Member

INVITATION_SECONDS: Final = 7 * 24 * 3600
MOST_INVITED: Final = 200
"""How many people one invitation is for, at most."""


class RoleRequest(msgspec.Struct, forbid_unknown_fields=True):
    role: Role


class RegistrationRequest(msgspec.Struct, forbid_unknown_fields=True):
    open: bool


class InvitationRequest(msgspec.Struct, forbid_unknown_fields=True):
    people: Annotated[int, msgspec.Meta(ge=1, le=MOST_INVITED)] = 1
    """How many may come by it."""


class ListedMember(msgspec.Struct):
    """A member, as the host sees it."""

    id: str
    name: str
    role: Role
    joined_at: float
    you: bool


class MemberList(msgspec.Struct):
    """Who is a member, and who may become one."""

    members: list[ListedMember]
    open: bool
    """Whether anybody may become a member; else those who are invited."""
    invited: int
    """How many people may still come by the invitations that are out."""


class MemberListController(Controller):
    path = "/api/members"
    tags = ("members",)

    @get(summary="The members of the house (host and helpers)", refuses=(403,))
    async def members(self, guest: GivenGuest, house: GivenHouse) -> MemberList:
        check_role(guest, Role.HOST, Role.HELPER)
        return await _member_list(house, guest)

    @patch("/{member_id:str}", summary="Name a helper or another host, or make somebody a plain member (the host)")
    async def set_role(
        self, member_id: FromPath[str], data: JSONBody[RoleRequest], guest: GivenGuest, house: GivenHouse
    ) -> MemberList:
        check_role(guest, Role.HOST)
        member = await _member(house, member_id)
        await house.store.members.set_role(member.id, data.role)
        return await _member_list(house, guest)

    @delete("/{member_id:str}", summary="Remove a member: forgotten as if they had asked for it", status_code=200)
    async def remove(
        self, request: AnyRequest, member_id: FromPath[str], guest: GivenGuest, house: GivenHouse
    ) -> MemberList:
        check_role(guest, Role.HOST, Role.HELPER)
        member = await _member(house, member_id)
        if guest.role is not Role.HOST and member.role is not Role.MEMBER:
            raise Refused("house_host_only", status=403)
        if member.guest == guest.id:
            raise Refused("not_yourself")
        limit_log_scans(request)
        await house.forget(member.guest)
        return await _member_list(house, guest)

    @put("/registration", summary="Open or close registration (the host)")
    async def set_registration(
        self, data: JSONBody[RegistrationRequest], guest: GivenGuest, house: GivenHouse
    ) -> MemberList:
        check_role(guest, Role.HOST)
        await house.store.house_rules.set("registration", "open" if data.open else "closed")
        return await _member_list(house, guest)

    @post("/invitations", summary="An invitation, for one person or several", status_code=201)
    async def invite(self, data: JSONBody[InvitationRequest], guest: GivenGuest, house: GivenHouse) -> LinkToken:
        check_role(guest, Role.HOST, Role.HELPER)
        token = new_secret()
        now = house.timer.now()
        await house.store.house_rules.add_invitation(hashed(token), data.people, now, now + INVITATION_SECONDS)
        return LinkToken(token, INVITATION_SECONDS)

    @delete("/invitations", summary="Withdraw all invitations", status_code=200)
    async def withdraw(self, guest: GivenGuest, house: GivenHouse) -> MemberList:
        check_role(guest, Role.HOST, Role.HELPER)
        await house.store.house_rules.withdraw_invitations()
        return await _member_list(house, guest)


def check_role(guest: Guest, *allowed: Role) -> None:
    """Raises `Refused` unless the guest is one of these in the house."""
    if guest.role not in allowed:
        raise Refused("house_host_only" if allowed == (Role.HOST,) else "host_or_helper_only", status=403)


async def _member(house: House, member_id: str) -> Member:
    member = await house.store.members.by_id(member_id)
    if member is None:
        raise Refused("no_such_member", status=404)
    return member


async def _member_list(house: House, guest: Guest) -> MemberList:
    members = [
        ListedMember(member.id, member.name, member.role, member.joined_at, member.guest == guest.id)
        for member in await house.store.members.all()
    ]
    return MemberList(members, await is_open(house), await house.store.house_rules.invited(house.timer.now()))
