"""The messages of a table's socket. docs/protocol.md tells them with examples; `schema()` exports them."""

from typing import Annotated, Any, Literal

import msgspec

from tablee.core.texts import Lang
from tablee.server.table.table_parts import Status

SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=99)]
"""A seat, counted from 0; that the table has it is another question."""
Hash = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
"""32 bytes in hexadecimal."""
Number = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class Message(msgspec.Struct, tag_field="type", kw_only=True):
    """Anything said over a socket; `type` tells what."""


# From the client


class ClientRequest(Message, forbid_unknown_fields=True, kw_only=True):
    """Something a client asks for; the answer carries its `id` back."""

    id: Annotated[str, msgspec.Meta(max_length=100)] = ""


class Play(ClientRequest, tag="play", kw_only=True):
    """A choice for a prompt. Sending it again is harmless."""

    seat: SeatNumber
    prompt: Number
    action: dict[str, Any]


class Say(ClientRequest, tag="say", kw_only=True):
    """A line of chat."""

    text: str


class Undo(ClientRequest, tag="undo", kw_only=True):
    """Take back one's last choice, or ask the others for it."""

    seat: SeatNumber


class AnswerUndo(ClientRequest, tag="answer_undo", kw_only=True):
    """Agree, or not, to the undo somebody asked for."""

    seat: SeatNumber
    agree: bool


class CheckClocks(ClientRequest, tag="claim", kw_only=True):
    """Check the clocks: somebody's time may have run out."""


class Back(ClientRequest, tag="back", kw_only=True):
    """I am back at my seat: the bot may go."""

    seat: SeatNumber


class SwitchSeat(ClientRequest, tag="look", kw_only=True):
    """See the table from another of one's own seats (or as a spectator): for several people at one device.

    `since`: the last version that was seen from there; only what is new is then sent."""

    seat: SeatNumber | None
    since: Annotated[int, msgspec.Meta(ge=0)] | None = None


class Commit(ClientRequest, tag="commit", kw_only=True):
    """Before the start: what this device commits to for all its seats, the SHA-256 of a part of the secret."""

    commitment: Hash


class Reveal(ClientRequest, tag="reveal", kw_only=True):
    """The part of the secret for the round that is under way."""

    part: Hash


ClientMessage = Play | Say | Undo | AnswerUndo | CheckClocks | Back | SwitchSeat | Commit | Reveal


# From the house


class ChairInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as everybody may know it."""

    name: str
    kind: str
    """`empty`, `person`, `bot` or `program`."""
    level: str | None = None
    """Of the bot that plays it now."""
    absent: bool = False
    """Whether a bot plays for a person."""
    forfeited: bool = False
    muted: bool = False
    """Whether the host lets it chat no more."""
    left: bool = False
    """Whether the person left for good."""
    away: bool = False
    """Whether nobody has been connected for so long that the host may act for the person."""
    member: bool = False
    """Whether the person is a member of the house, under this name."""


class ClockInfo(msgspec.Struct, frozen=True):
    """What is left in reserve (seconds), and until when the choice awaited now must be made (Unix time)."""

    reserve: float
    deadline: float | None


class PromptInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat is asked. `replace`: its choice is made and may be replaced."""

    id: int
    seat: int
    replace: bool
    choices: msgspec.Raw
    words: tuple[str, ...] | None = None
    """Each action in a few words, in the order of `choices.actions`: where the choices are a list, for a reader who
    asked for words."""


class EventMessage(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened, as this reader may see it; `number` is the row of the log it came from."""

    number: int
    event: msgspec.Raw
    words: str | None = None
    """The same as sentences, for a reader who asked for words; empty if there is nothing to say."""


class ChatMessage(msgspec.Struct, frozen=True):
    """A line of chat."""

    number: int
    seat: int | None
    name: str
    text: str
    at: float


class ChairChangeMessage(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something happened to a chair: what, and who did it."""

    number: int
    kind: str
    """`sit`, `stand`, `hand_over`, `stand_in`, `back`, `forfeit`, `away`, `here` or `link`."""
    seat: int
    by: str
    """`host`, `self`, `clock` or `house`."""
    name: str
    """Who sat there."""
    to: str = ""
    """Who sits there now, if that is somebody else."""


class UndoInfo(msgspec.Struct, frozen=True):
    """Somebody asks to take back a choice; these seats have not answered yet."""

    seat: int
    waiting: tuple[int, ...]


class SeriesInfo(msgspec.Struct, frozen=True):
    """The matches in a row before this one, and how many of them each seat has won."""

    matches: int
    wins: tuple[int, ...]


class DealInfo(msgspec.Struct, frozen=True):
    """The commitments are fixed: these seats have yet to show their parts of the secret."""

    round: int
    """How often it was begun again, because somebody did not show theirs."""
    commitments: tuple[str | None, ...]
    missing: tuple[int, ...]


class OccasionInfo(msgspec.Struct, frozen=True):
    """What a table was put up for."""

    kind: Literal["evening", "tournament"]
    id: str


class TableInfo(msgspec.Struct, frozen=True):
    """What is around the match and rarely changes."""

    chairs: tuple[ChairInfo, ...]
    yours: tuple[int, ...]
    """The seats this reader may play."""
    host: bool
    commitment: str
    next_table: str | None
    present: tuple[bool, ...]
    """By seat: whether somebody is connected."""
    muted: tuple[int, ...] = ()
    """The lines of chat, by number, whose authors may chat no more."""
    series: SeriesInfo | None = None
    """Null if this is no rematch."""
    places: tuple[int, ...] = ()
    """By seat: the chair that its player sat down on, before the first match of a series."""
    commitments: tuple[str | None, ...] = ()
    """By seat, before the start: what its device has committed to."""
    deal: DealInfo | None = None
    """The parts of the secret that are being shown; null unless the match is about to begin."""
    rating: str | None = None
    """`on`: the match counts for ratings; `undo`: it did until something was taken back. Null: it is not rated."""
    occasion: OccasionInfo | None = None
    """The evening or the tournament that it belongs to."""


class ViewText(msgspec.Struct, frozen=True):
    """A view in words, for a reader who asked for them."""

    lang: Lang
    names: tuple[str, ...]
    """What the seats are called in all sentences: each one differently."""
    view: tuple[str, ...]
    """All that the view holds, line by line, as a screen reader can read it out."""


class TableUpdate(Message, tag="table", kw_only=True, omit_defaults=True):
    """The table as it stands now, and what happened since `since` (none: all of it; forget what you had).

    What is empty is left out.
    """

    version: int
    since: int | None = None
    seat: int | None = None
    """Whose view this is; none: a spectator's."""
    status: Status
    around: TableInfo | None = None
    """Left out if it is as it was."""
    view: msgspec.Raw
    prompt: PromptInfo | None = None
    actors: tuple[int, ...] = ()
    """Whose choice is awaited."""
    events: tuple[EventMessage, ...] = ()
    chat: tuple[ChatMessage, ...] = ()
    chair_changes: tuple[ChairChangeMessage, ...] = ()
    """What happened to the chairs, since the start of the match."""
    clocks: tuple[ClockInfo, ...] = ()
    """Left out at a table without limits."""
    now: float
    undo: UndoInfo | None = None
    may_take_back: bool = False
    """Whether the seat may take back its last choice, if those who acted since agree."""
    scores: tuple[int, ...] = ()
    """Of a match played to its end; before that the view says what is known."""
    winners: tuple[int, ...] = ()
    words: ViewText | None = None
    """Left out for a reader who did not ask for words."""


class Done(Message, tag="done", kw_only=True):
    """What was asked is done, and saved; `version` is the table's when it was."""

    id: str
    version: int


class RefusalMessage(Message, tag="refused", kw_only=True):
    """What was asked cannot be done; nothing has changed."""

    id: str
    code: str
    rule: str | None
    """The rule of the game it would break."""
    sentence: str
    """In the reader's language."""
    wait: int | None = None
    """After how many seconds it may be asked again, if it came too fast."""


class Presence(Message, tag="presence", kw_only=True):
    """By seat: whether somebody is connected."""

    present: tuple[bool, ...]


def schema() -> dict[str, Any]:
    """All messages as JSON Schema, for clients in other languages."""
    sent = [Play, Say, Undo, AnswerUndo, CheckClocks, Back, SwitchSeat, Commit, Reveal]
    told = [TableUpdate, Done, RefusalMessage, Presence]
    _, components = msgspec.json.schema_components([*sent, *told], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of a Tablée table",
        "$defs": components,
        "client": {"oneOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in sent]},
        "house": {"oneOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in told]},
    }
