"""The deal before a match: who commits to what, who shows it, and what happens to those who do not."""

from typing import Any

import pytest
from tests.server.guest_client import GuestClient, TableClient, refused
from tests.server.house_in_process import OpenHouse, on_sqlite
from tests.server.logged_table import LoggedTable
from tests.toy_auction import ToyAuction

from tablee.core.fairness import ROUNDS, part_of, seating
from tablee.core.seat import Seat
from tablee.core.verify import verify
from tablee.server.refusals import Refused
from tablee.server.table import commands, deal_commands
from tablee.server.table.deal import DEAL_SECONDS
from tablee.server.table.deal_commands import ShownPart
from tablee.server.table.rows import Row
from tablee.server.table.table import Table
from tablee.server.table.table_parts import Status

SEEDS = [bytes([number]) * 32 for number in range(1, 5)]


def given(seat: int) -> str:
    """What the device at a seat commits to."""
    return part_of(SEEDS[seat], -1).hex()


def shown(seat: int, round_: int = 0) -> ShownPart:
    return ShownPart([Seat(seat)], part_of(SEEDS[seat], round_))


class DealtTable(LoggedTable):
    """A table at which everybody sits, on the first seats with devices that have committed."""

    def __init__(self, devices: int = 2, players: int = 3) -> None:
        super().__init__(ToyAuction(players=players))
        for seat in self.table.game.seats:
            self.do(commands.sit, seat, f"G{seat}", guest=f"g{seat}")
        for chair in range(devices):
            self.do(deal_commands.commit, [Seat(chair)], given(chair))

    def code(self, command: Any, *arguments: Any) -> str | None:
        return self.tries(command, *arguments)


def start(table: Table, at: float, part: ShownPart | None = None) -> Any:
    return deal_commands.start(table, at, part)


def show(table: Table, part: ShownPart, at: float) -> Any:
    return deal_commands.reveal(table, part, at)


def test_the_match_begins_when_the_last_part_is_shown() -> None:
    there = DealtTable()
    there.do(start)
    assert (there.table.status, there.table.deals.is_under_way) == (Status.OPEN, True)
    assert there.code(show, shown(0)) is None
    assert there.table.deals.is_under_way
    assert there.code(show, shown(1)) is None
    assert there.table.status is Status.PLAYING
    parts = there.table.deals.parts
    assert parts is not None
    assert parts.chairs == (part_of(SEEDS[0], 0), part_of(SEEDS[1], 0), None)
    assert list(there.table.order) == seating(parts.secret, 3)
    assert [chair.guest for chair in there.table.chairs] == [f"g{chair}" for chair in there.table.order]
    assert there.read_back().deals.parts == parts


def test_without_commitments_a_match_starts_at_once_and_the_house_draws_alone() -> None:
    there = DealtTable(devices=0)
    there.do(start)
    assert there.table.status is Status.PLAYING
    assert there.table.deals.parts is not None
    assert there.table.deals.parts.chairs == (None, None, None)
    assert [row.kind for row in there.rows][-1] == "start"


def test_who_shows_a_part_sees_nothing_of_what_it_leads_to() -> None:
    """Before the last part is in, two houses that differ in the others' seeds are told alike."""
    there = DealtTable()
    there.do(start)
    there.do(show, shown(0))
    assert there.table.deals.parts is None
    assert there.table.match.log == []


def test_nobody_commits_once_the_commitments_are_fixed() -> None:
    there = DealtTable()
    there.do(start)
    for command in (
        lambda table, at: deal_commands.commit(table, [Seat(2)], given(2), at),
        lambda table, at: deal_commands.commit(table, [Seat(0)], given(3), at),
        start,
    ):
        assert there.code(command) == "dealing"
    there.do(show, shown(0))
    there.do(show, shown(1))
    assert there.code(deal_commands.commit, [Seat(2)], given(2)) == "wrong_status"
    assert there.code(show, shown(0)) == "not_dealing"


def test_a_part_that_was_not_committed_to_is_refused() -> None:
    there = DealtTable()
    assert there.code(show, shown(0)) == "not_dealing"
    there.do(start)
    before = there.table.version
    assert there.code(show, ShownPart([Seat(0)], bytes(32))) == "bad_part"
    assert there.code(show, shown(0, 1)) == "bad_part"
    assert there.code(show, ShownPart([Seat(1)], part_of(SEEDS[0], 0))) == "bad_part"
    assert there.code(show, ShownPart([Seat(2)], part_of(SEEDS[0], 0))) == "bad_part"
    assert there.code(show, ShownPart([], part_of(SEEDS[0], 0))) == "bad_part"
    assert there.table.version == before
    assert there.code(show, shown(0)) is None
    assert there.code(show, shown(0)) == "resent"


def test_committing_again_is_harmless_and_others_seats_are_not_ones_own() -> None:
    there = DealtTable()
    assert not there.do(deal_commands.commit, [Seat(0)], given(0))
    assert there.code(deal_commands.commit, [], given(0)) == "not_at_table"
    there.do(deal_commands.commit, [Seat(0)], given(3))
    assert there.table.deals.commitments == [given(3), given(1), None]


def test_who_is_slow_is_left_out_and_all_show_new_parts() -> None:
    there = DealtTable()
    there.do(start)
    there.do(show, shown(0))
    assert not there.do(deal_commands.redeal)
    there.now += DEAL_SECONDS
    there.do(deal_commands.redeal)
    deal = there.table.deals.current
    assert deal is not None
    assert (deal.round, deal.commitments, deal.missing) == (1, (given(0), None, None), (0,))
    # What was shown before is worth nothing now: the house knew it when it asked again.
    assert there.code(show, shown(0)) == "bad_part"
    assert there.code(show, shown(1, 1)) == "bad_part"
    assert there.code(show, shown(0, 1)) is None
    assert there.table.status is Status.PLAYING
    parts = there.table.deals.parts
    assert parts is not None
    assert (parts.round, parts.chairs) == (1, (part_of(SEEDS[0], 1), None, None))
    assert there.table.deals.begun_again == 1
    told = there.table.deals.fairness(there.table.order)
    assert told["round"] <= min(told["begun_again"], told["parts"].count(None)), "what a verification asks for"
    assert not there.do(deal_commands.redeal), "the timer of an earlier round comes late"


def test_if_nobody_shows_a_part_the_house_draws_alone_and_says_so() -> None:
    there = DealtTable()
    there.do(start)
    there.now += DEAL_SECONDS
    there.do(deal_commands.redeal)
    assert there.table.status is Status.PLAYING
    assert there.table.deals.parts is not None
    assert there.table.deals.parts.chairs == (None, None, None)
    assert there.table.deals.parts.round == 1


def test_a_deal_is_not_begun_again_more_often_than_the_parts_last() -> None:
    there = DealtTable()
    there.do(start)
    deal = there.table.deals.current
    assert deal is not None
    for round_ in range(ROUNDS - 1):
        there.table.deals.apply(Row(0, "redeal", {"missing": []}, there.now))
        there.elsewhere.deals.apply(Row(0, "redeal", {"missing": []}, there.now))
        assert there.table.deals.current is not None
        assert there.table.deals.current.round == round_ + 1
    there.now += DEAL_SECONDS
    there.do(show, shown(0, ROUNDS - 1))
    there.do(deal_commands.redeal)
    assert there.table.status is Status.PLAYING
    assert there.table.deals.commitments == [None, None, None]


def test_who_stands_up_breaks_the_deal_off_and_all_commit_anew() -> None:
    there = DealtTable()
    there.do(start)
    there.do(show, shown(0))
    there.do(commands.stand, Seat(1))
    assert not there.table.deals.is_under_way
    assert there.table.deals.commitments == [None, None, None]
    assert there.table.deals.begun_again == 1
    assert there.code(show, shown(0)) == "not_dealing"
    there.do(commands.sit, Seat(1), "G3", guest="g3")
    there.do(deal_commands.commit, [Seat(1)], given(3))
    there.do(commands.stand, Seat(1))
    assert there.table.deals.begun_again == 1
    assert there.table.deals.commitments[1] is None


def test_one_device_alone_shows_its_part_with_the_start() -> None:
    there = DealtTable(devices=1)
    alone = ShownPart([Seat(0)], part_of(SEEDS[0], 0), [given(0), None, None])
    there.do(start)
    assert there.table.deals.is_under_way
    quick = DealtTable(devices=1)
    quick.do(lambda table, at: deal_commands.start(table, at, alone))
    assert quick.table.status is Status.PLAYING
    assert [row.kind for row in quick.rows][4:7] == ["deal", "reveal", "start"]
    assert quick.table.deals.begun_again == 0


def test_a_part_is_not_taken_if_somebody_committed_in_the_meantime() -> None:
    """The device did not see that commitment: it may have been made by somebody who knew the part."""
    there = DealtTable(devices=2)
    for seen in ([given(0), None, None], None):
        part = ShownPart([Seat(0)], part_of(SEEDS[0], 0), seen)
        assert there.code(lambda table, at, part=part: deal_commands.start(table, at, part)) == "deal_changed"
    assert not there.table.deals.is_under_way
    first = ShownPart([Seat(0)], part_of(SEEDS[0], 0), [given(0), given(1), None])
    there.do(lambda table, at: deal_commands.start(table, at, first))
    assert there.table.deals.current is not None
    assert there.table.deals.current.missing == (1,)


def test_several_seats_at_one_device_have_one_part() -> None:
    there = DealtTable(devices=0)
    there.do(deal_commands.commit, [Seat(0), Seat(2)], given(0))
    there.do(start)
    there.do(show, ShownPart([Seat(0), Seat(2)], part_of(SEEDS[0], 0)))
    assert there.table.deals.parts is not None
    assert there.table.deals.parts.chairs == (part_of(SEEDS[0], 0), None, part_of(SEEDS[0], 0))


def test_rows_that_do_not_belong_here_are_an_error() -> None:
    there = DealtTable()
    for kind in ("reveal", "redeal", "nonsense"):
        with pytest.raises(ValueError, match=kind):
            there.table.deals.apply(Row(9, kind, {}, 1.0))
    with pytest.raises(ValueError, match="first scheme"):
        there.table.deals.fairness([0, 1, 2])


def test_matches_that_began_before_go_on_by_the_first_scheme() -> None:
    """A start as old houses wrote it: the chairs are turned, and draws follow the number of the entry."""
    there = LoggedTable(ToyAuction(players=3))
    for seat in there.table.game.seats:
        there.do(commands.sit, seat, f"G{seat}", guest=f"g{seat}")
    row = Row(there.table.version + 1, "start", {"turned": 2}, there.now)
    there.table.apply_row(row)
    assert [chair.guest for chair in there.table.chairs] == ["g2", "g0", "g1"]
    assert there.table.places == (2, 0, 1)
    assert there.table.deals.parts is None
    there.table.status = Status.OVER
    fairness = there.table.record()["fairness"]
    assert fairness == {"commitment": there.table.commitment, "secret": there.setup.secret.hex()}
    with pytest.raises(Refused):
        deal_commands.start(there.table, there.now)


# Over the network


async def seated(house: OpenHouse) -> tuple[str, GuestClient, GuestClient]:
    anne, bernard = await house.guest("Anne"), await house.guest("Bernard")
    table = await anne.create_table("toy_nim", commitment=given(0))
    await bernard.sit(table)
    return table, anne, bernard


async def until_dealing(place: TableClient) -> dict[str, Any]:
    await place.until(lambda there: there.around.get("deal"))
    deal: dict[str, Any] = place.around["deal"]
    return deal


@pytest.mark.anyio
async def test_two_devices_make_the_secret_of_a_match(house: OpenHouse) -> None:
    table, anne, bernard = await seated(house)
    async with anne.at(table) as hers, bernard.at(table) as his:
        assert hers.around["commitments"] == [given(0), None]
        assert (await his.ask("commit", commitment=given(1)))["type"] == "done"
        told = await anne.start(table)
        assert told["status"] == "open"
        assert await until_dealing(his) == {"round": 0, "commitments": [given(0), given(1)], "missing": [0, 1]}
        await refused("dealing", anne.start(table))
        assert (await his.ask("reveal", part=part_of(SEEDS[1], 0).hex()))["type"] == "done"
        assert (await his.ask("reveal", part="00" * 32))["code"] == "bad_part"
        assert (await hers.ask("reveal", part=part_of(SEEDS[0], 0).hex()))["type"] == "done"
        await his.until(lambda there: there.table["status"] == "playing")
        assert (his.around["deal"], his.around["commitments"]) == (None, [])
        for place in (hers, his):
            await place.until(lambda there: there.table["status"] == "playing")
        hidden = (await house.inside(table)).setup.secret.hex()
        assert hidden not in str(his.told)
        assert part_of(SEEDS[0], 0).hex() not in str(his.told)
        await play_both(hers, his)
    record = await anne.get(f"/api/tables/{table}/record")
    verified = verify(record)
    assert verified.fairness is not None
    assert verified.fairness.devices == (given(0), given(1))
    draws = await anne.get(f"/api/tables/{table}/draws")
    chance = [number for number, entry in enumerate(record["entries"]) if entry["seat"] == "chance"]
    assert [draw["entry"] for draw in draws] == chance


async def play_both(one: TableClient, two: TableClient) -> None:
    while one.table["status"] == "playing":
        mover = one if one.table["actors"] == [one.mine] else two
        await mover.play_on()
        await one.until_version(mover.version)
        await two.until_version(mover.version)


@pytest.mark.anyio
async def test_one_request_starts_a_match_against_bots(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    told = await anne.post("/api/tables", {"game": "toy_nim", "bots": ["random"], "commitment": given(0)})
    assert told["commitments"] == [given(0), None]
    table = told["id"]
    bad = {"part": part_of(SEEDS[0], 0).hex(), "commitments": [None, None]}
    await refused("deal_changed", anne.do(table, "start", bad))
    shown_at_once = {"part": part_of(SEEDS[0], 0).hex(), "commitments": told["commitments"]}
    assert (await anne.do(table, "start", shown_at_once))["status"] == "playing"
    await refused("bad_request", anne.do(table, "start", {"part": "short"}))


@pytest.mark.anyio
async def test_who_does_not_answer_holds_nobody_up(house: OpenHouse) -> None:
    table, anne, bernard = await seated(house)
    async with bernard.at(table) as his:
        await his.ask("commit", commitment=given(1))
    async with anne.at(table) as hers:
        await anne.start(table)
        await until_dealing(hers)
        await hers.ask("reveal", part=part_of(SEEDS[0], 0).hex())
        await house.timer.let_pass(DEAL_SECONDS)
        await hers.until(lambda there: there.around["deal"] and there.around["deal"]["round"] == 1)
        await hers.ask("reveal", part=part_of(SEEDS[0], 1).hex())
        await hers.until(lambda there: there.table["status"] == "playing")


@on_sqlite
@pytest.mark.anyio
async def test_watchers_commit_to_nothing(house: OpenHouse) -> None:
    table, _, _ = await seated(house)
    stranger = await house.guest("")
    async with stranger.at(table) as watching:
        assert (await watching.ask("commit", commitment=given(2)))["code"] == "not_at_table"
        assert (await watching.ask("reveal", part=given(2)))["code"] == "not_dealing"
