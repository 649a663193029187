"""What people are told of: their turn, a round, a rematch, a review; once, and nothing secret."""

import asyncio

import pytest
from tests.server.house_in_process import OpenHouse, on_sqlite, open_house
from tests.server.member_client import send
from tests.server.notifications.notified_house import (
    CHOICES,
    GAME,
    ONE,
    Receivers,
    match_of_two,
    one_leaves,
    rows_of,
    until_raised,
    until_sent,
    words,
)
from tests.server.receivers import (
    give_email,
    take_push,
)

import tablee
from tablee.review import ReviewSettings, match_review
from tablee.server.house import reviews

pytestmark = pytest.mark.anyio


async def test_whoever_is_away_is_told_of_their_turn_once(receivers: Receivers, house: OpenHouse) -> None:
    anne, ben = await house.guest("Anne"), await house.guest("Ben")
    phone, laptop = receivers.push.browser("phone"), receivers.push.browser("laptop")
    await take_push(anne, phone)
    await give_email(house, receivers.mail, anne, "anne@example.org")
    await take_push(ben, laptop)
    async with one_leaves(house, anne, ben) as table:
        await until_sent(house, lambda: phone.shown and receivers.mail.mails)
        (shown,) = phone.shown
        assert words(shown) == ("Toy Nim: it is your turn", "With Ben", f"/t/{table}")
        (mail,) = receivers.mail.mails
        assert mail["Subject"] == "Toy Nim: it is your turn"
        assert mail["To"] == "anne@example.org"
        assert f"https://house.example.org/t/{table}" in receivers.mail.text()
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        headers = receivers.push.asked["phone"][0]
        assert headers["authorization"].startswith("vapid t=")
        assert headers["content-encoding"] == "aes128gcm"
        # The same turn is not told again, whatever else happens at the table.
        await anne.do(table, "seats/1/mute")
        house.timer.jump(86_400)
        await house.house.notifications.deliver()
        assert len(phone.shown) == len(receivers.mail.mails) == 1
        # Who was there all the time is told nothing.
        assert laptop.shown == []
        async with anne.at(table) as there:
            await there.until_asked()
            await there.play_on(ONE)


@on_sqlite
async def test_a_turn_that_was_taken_meanwhile_is_told_nobody(receivers: Receivers, house: OpenHouse) -> None:
    anne, ben = await house.guest("Anne"), await house.guest("Ben")
    phone = receivers.push.browser("phone")
    await take_push(anne, phone)
    await send(anne, "PUT", "/api/me/notifications", CHOICES | {"quiet_from": 0, "quiet_until": 23 * 60 + 59})
    async with one_leaves(house, anne, ben) as table:
        await until_raised(house, 1)
        async with anne.at(table) as there:
            await there.play_on(ONE)
        await house.timer.let_pass(2 * 86_400)
        assert phone.shown == []


@on_sqlite
async def test_a_turn_that_was_saved_but_not_raised_is_found_again(
    receivers: Receivers, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = receivers.push.browser("phone")
    async with open_house(receivers.settings) as house:
        anne, ben = await house.guest("Anne"), await house.guest("Ben")
        await take_push(anne, phone)
        # The house dies after the move is saved, and before the outbox is written.
        monkeypatch.setattr(house.house.notifications, "add_soon", lambda *_: None)
        async with one_leaves(house, anne, ben):
            pass
    async with open_house(receivers.settings) as again:
        await until_sent(again, lambda: phone.shown)
        assert phone.titles == ["Toy Nim: it is your turn"]


@on_sqlite
async def test_a_round_of_a_tournament_calls_its_players(receivers: Receivers, house: OpenHouse) -> None:
    anne, ben = await house.guest("Anne"), await house.guest("Ben")
    phone = receivers.push.browser("phone")
    await take_push(ben, phone)
    cup = {"title": "Coupe", "game": "toy_nim", "options": {"heap": 1}, "format": "swiss", "seats": 2, "rounds": 1}
    tournament = (await anne.post("/api/tournaments", cup))["id"]
    await anne.post(f"/api/tournaments/{tournament}/join")
    await ben.post(f"/api/tournaments/{tournament}/join")
    await anne.post(f"/api/tournaments/{tournament}/round")
    await until_sent(house, lambda: phone.shown)
    assert phone.titles == ["Coupe: round 1 begins"]


@on_sqlite
async def test_a_rematch_is_told_to_those_who_have_left(receivers: Receivers, house: OpenHouse) -> None:
    anne, ben = await house.guest("Anne"), await house.guest("Ben")
    phone = receivers.push.browser("phone")
    await take_push(anne, phone)
    table = await anne.create_table("toy_nim", options={"heap": 4})
    await ben.sit(table)
    await anne.start(table)
    async with anne.at(table) as one, ben.at(table) as other:
        await asyncio.gather(one.play_out(), other.play_out())
        again = (await ben.do(table, "rematch"))["id"]
        assert await rows_of(house) == []  # she is there, and sees it
    await ben.start(again)
    async with anne.at(again) as one, ben.at(again) as other:
        await asyncio.gather(one.play_out(), other.play_out())
    last = (await ben.do(again, "rematch"))["id"]
    await house.timer.let_pass(0)
    assert [words(shown) for shown in phone.shown] == [("Ben wants to play again: Toy Nim", "", f"/t/{last}")]


@on_sqlite
async def test_a_review_is_told_to_whoever_has_asked_and_left(
    receivers: Receivers, house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = ReviewSettings(iterations=2, worlds=2, playouts=2, moves=4)
    monkeypatch.setattr(match_review, "settings_for", lambda *_: quick)
    anne, phone = await house.guest("Anne"), receivers.push.browser("phone")
    await take_push(anne, phone)
    monkeypatch.setattr(reviews, "LOOK_SECONDS", 0.0)  # nobody looks at it
    table = await anne.create_table(GAME, bots=["random"] * (tablee.game(GAME).players - 1))
    await anne.start(table)
    async with anne.at(table) as place:
        await place.play_out()
    await anne.do(table, "review")
    await until_sent(house, lambda: phone.shown)
    assert [shown["path"] for shown in phone.shown] == [f"/review/{table}"]
    assert phone.titles[0].endswith(": your review is ready")


@on_sqlite
async def test_a_match_by_correspondence_over_a_week(receivers: Receivers, house: OpenHouse) -> None:
    """Nobody is at the table for longer than a move takes; each is called when it is their turn, and never at night."""
    anne, ben = await house.guest("Anne"), await house.guest("Ben")
    phone, mail = receivers.push.browser("anne"), receivers.mail
    await take_push(anne, phone)
    await give_email(house, mail, ben, "ben@example.org")
    night = {"quiet_from": 22 * 60, "quiet_until": 7 * 60}
    for person in (anne, ben):
        await send(person, "PUT", "/api/me/notifications?lang=fr", CHOICES | night)
    table = await match_of_two(anne, ben, time_limits={"seconds": 3 * 86_400})
    people = {0: anne, 1: ben} if 0 in (await anne.table(table))["yours"] else {0: ben, 1: anne}
    await house.until_absent()
    hours: list[int] = []

    def sent() -> int:
        return len(phone.shown) + len(mail.mails)

    for turn in range(14):
        await until_raised(house, turn + 2)  # and the question whether the address is right
        while "notifications" not in house.timer._due and sent() <= turn:
            await asyncio.sleep(0.001)  # written, and the alarm is about to be set
        while sent() <= turn:
            await house.timer.let_pass(1800)
        hours.append(int(house.timer.now() // 3600 + 2) % 24)
        await house.timer.let_pass(10 * 3600)  # there is no hurry
        whose = people[turn % 2]
        assert (len(phone.shown), len(mail.mails)) == (
            sum(people[each % 2] is anne for each in range(turn + 1)),
            sum(people[each % 2] is ben for each in range(turn + 1)),
        )
        async with whose.at(table) as there:
            await there.play_on(ONE)
        await house.until_absent()
    assert house.timer.now() - 1_000_000_000 > 7 * 86_400
    assert all(7 <= hour <= 22 for hour in hours), hours
    assert not any(chair.get("stand_in") for chair in (await anne.table(table))["chairs"])
