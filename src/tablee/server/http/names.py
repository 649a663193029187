"""Names: those of members are theirs alone."""

from tablee.server.http.sessions import checked_name
from tablee.server.plain_text import folded
from tablee.server.refusals import Refused
from tablee.server.store.guests import Guest
from tablee.server.store.store import Store


async def free_name(store: Store, name: str, guest: Guest | None) -> str:
    """A name as it is shown; raises `Refused` if it is, or is taken for, the name of a member who is not this guest."""
    shown = checked_name(name)
    owner = await store.members.owner_of_name(shown)
    if owner is not None and (guest is None or owner != guest.id):
        raise name_taken(shown)
    return shown


def name_taken(name: str) -> Refused:
    return Refused("name_taken", {"name": name})


def is_members_own(guest: Guest, name: str) -> bool:
    """Whether this guest is a member, and this is their name."""
    return guest.role is not None and folded(name) == folded(guest.name)
