"""Hints for a person who plays against bots only: what a chef would do."""

from typing import Any, Final

import msgspec
from litestar import Controller, post
from litestar.params import FromPath

from tablee.core.seat import Seat
from tablee.server.http.requests import GivenGuest, GivenHouse, GivenLang
from tablee.server.http.table_checks import SeatInPath, own_seat
from tablee.server.rate_limit import TokenBucket
from tablee.server.refusals import Refused, too_fast
from tablee.server.table.table import Table
from tablee.server.table.table_parts import Status
from tablee.server.table.updates import narrator_at

HINT_LEVEL: Final = "chef"
"""The level of the bot that gives hints."""
RATE: Final = 0.2
BURST: Final = 5.0
"""How many hints a second are given at a table, and how many at once."""


class HintChoice(msgspec.Struct):
    """Something that can be done, and what it promises."""

    action: dict[str, Any]
    words: str
    """The action in the reader's language."""
    chance: float
    """The part of the win it promises, 0 to 1."""
    weight: float
    """How often a chef chooses it, 0 to 1: where all choose at once, always doing the same is predictable."""


class HintInfo(msgspec.Struct):
    """What a bot would do, for a prompt, and why."""

    prompt: int
    level: str
    action: dict[str, Any]
    words: str
    choices: tuple[HintChoice, ...]
    """What it considered, the best first: that is the action itself."""
    together: bool
    """Whether others choose at the same time."""
    matches: int
    """How many ways the match may go on were looked at; none where there is nothing to weigh."""


class HintsController(Controller):
    path = "/api"
    tags = ("tables",)

    @post("/tables/{table_id:str}/seats/{seat:int}/hint", summary="What would a chef do?", status_code=200)
    async def hint(
        self,
        table_id: FromPath[str],
        seat: SeatInPath,
        *,
        guest: GivenGuest,
        house: GivenHouse,
        lang: GivenLang,
    ) -> HintInfo:
        live = await house.live(table_id)
        mine = own_seat(live.table, guest, seat)
        prompt = _prompt(live.table, mine)
        live.hints = live.hints or TokenBucket(RATE, BURST, house.timer.now())
        if wait := live.hints.take(house.timer.now()):
            raise too_fast(wait)
        advice = await house.bot_turns.advice(live, mine, prompt, HINT_LEVEL)
        plain, narrator = live.table.game.plain, narrator_at(live.table, lang, mine)
        choices = tuple(
            HintChoice(plain(choice.action), narrator.action(choice.action), choice.value, choice.weight)
            for choice in advice.choices
        )
        best = choices[0]
        return HintInfo(prompt, HINT_LEVEL, best.action, best.words, choices, advice.together, advice.iterations)


def _prompt(table: Table, seat: Seat) -> int:
    """The prompt of the seat; raises `Refused` if a hint would be unfair to other people, or to those who are rated."""
    if table.setup.rated:
        raise Refused("rated_no_hint", status=403)
    if any(chair.bot is None for other, chair in enumerate(table.chairs) if other != seat):
        raise Refused("no_hint_here", status=403)
    prompt = table.prompts[seat]
    if table.status is not Status.PLAYING or seat not in table.awaited or prompt is None:
        raise Refused("not_your_turn")
    return prompt
