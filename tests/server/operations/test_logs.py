"""What the house writes about itself, and what it never does."""

import asyncio
import json
import logging
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.guest_client import guest_client
from tests.server.operations.serve_command import serve_command

from tablee.server.ops import logs

NAMES = ("Xanthippe", "Wilhelmine")
WORDS = "I hold the king of hearts"


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def restored_logging() -> Iterator[None]:
    """The ways things are logged are put back."""
    loggers = [logging.getLogger(), *(logging.getLogger(name) for name in ("tablee", *logs._QUIET))]
    before = [(logger, logger.handlers, logger.level, logger.propagate) for logger in loggers]
    yield
    for logger, handlers, level, propagate in before:
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


@pytest.fixture
def out(restored_logging: None) -> StringIO:
    stream = StringIO()
    logs.configure("json", stream)
    return stream


def lines(out: StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.getvalue().splitlines()]


def fail() -> None:
    try:
        raise KeyError(WORDS)
    except KeyError as error:
        raise ValueError(WORDS) from error


def test_a_line_has_what_is_allowed_and_nothing_else(out: StringIO) -> None:
    logging.getLogger("tablee.house").info(
        "table in trouble", extra={"table": "abc", "trouble": "1f", "guest": NAMES[0], "text": WORDS, "token": "t0k"}
    )
    (line,) = lines(out)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", line.pop("at"))
    assert line.pop("process")
    assert line == {
        "severity": "info",
        "from": "tablee.house",
        "what": "table in trouble",
        "table": "abc",
        "trouble": "1f",
    }


def test_addresses_are_hashed_with_a_salt(out: StringIO) -> None:
    for address in ("203.0.113.9", "203.0.113.9", "203.0.113.10"):
        logging.getLogger("tablee.http").info("asked too fast", extra={"address": address})
    first, second, third = (line["address"] for line in lines(out))
    assert first == second != third
    assert re.fullmatch(r"[0-9a-f]{8}", first)
    assert "203.0" not in out.getvalue()


def test_an_error_is_told_by_its_kind_and_place_not_by_its_message(out: StringIO) -> None:
    try:
        fail()
    except ValueError:
        logging.getLogger("tablee.house").exception("table in trouble")
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application\n")
    for line in lines(out):
        assert line["severity"] == "error"
        assert line["error"] == ["ValueError", "KeyError"]
        assert re.fullmatch(r".*test_logs\.py:\d+ fail", line["where"][-1])
    assert WORDS not in out.getvalue()
    assert lines(out)[1]["what"] == "Exception in ASGI application"


def test_libraries_speak_only_when_something_is_wrong_and_without_what_they_quote(out: StringIO) -> None:
    for name in ("uvicorn.error", "alembic.runtime.migration", "sqlalchemy.engine", "litestar", "httpx"):
        logging.getLogger(name).info("%s came in", NAMES[0])
        logging.getLogger(name).warning("%s is odd\nand more", NAMES[0])
    assert [line["what"] for line in lines(out)] == ["%s is odd"] * 5


def test_an_error_that_leads_back_to_itself_is_told_once(out: StringIO) -> None:
    error = ValueError(WORDS)
    error.__cause__ = RuntimeError(WORDS)
    error.__cause__.__cause__ = error
    logging.getLogger("tablee.house").error("odd", exc_info=error)
    assert lines(out)[0]["error"] == ["ValueError", "RuntimeError"]


@pytest.mark.usefixtures("restored_logging")
def test_people_at_a_terminal_are_told_in_sentences_what_is_amiss() -> None:
    out = Terminal()
    logs.configure("", out)
    logging.getLogger("tablee.app").info("house open")
    logging.getLogger("tablee.house").warning("bot process lost", extra={"level": "greedy", "game": "toy_nim"})
    try:
        fail()
    except ValueError:
        logging.getLogger("tablee.house").exception("table in trouble", extra={"table": "abc"})
    first, second, kinds, *places = out.getvalue().splitlines()
    assert re.fullmatch(r"\d\d:\d\d:\d\d warning bot process lost game=toy_nim level=greedy", first)
    assert re.fullmatch(r"\d\d:\d\d:\d\d error   table in trouble table=abc", second)
    assert kinds == "  ValueError < KeyError"
    assert places[-1].endswith(" fail")


@pytest.mark.usefixtures("restored_logging")
def test_the_form_can_be_chosen() -> None:
    for form, stream, is_json in (("json", Terminal(), True), ("text", StringIO(), False), ("", StringIO(), True)):
        logs.configure(form, stream)
        logging.getLogger("tablee.house").warning("odd")
        assert stream.getvalue().startswith("{") == is_json


@pytest.mark.anyio
async def test_a_played_match_leaves_no_name_no_word_and_no_secret_in_the_log(tmp_path: Path) -> None:
    """People come, chat, play, err, ask too fast, are cut off; the log knows nothing of it."""
    with serve_command(tmp_path / "data", "--log-format", "json") as house:
        async with guest_client(house.url, NAMES[0]) as anne, guest_client(house.url, NAMES[1]) as wilhelmine:
            secrets = {*anne.http.cookies.values(), *wilhelmine.http.cookies.values()}
            table = await anne.create_table(options={"players": 3, "rounds": 3}, bots=["random"])
            await wilhelmine.sit(table)
            await anne.start(table)
            secrets.add((await anne.post("/api/me/link"))["token"])
            async with anne.at(table) as first, wilhelmine.at(table) as second:
                await first.ask("say", text=WORDS)
                await first.ask("play", seat=0, prompt=1, action={"type": WORDS})
                await first.send(WORDS)
                await asyncio.gather(first.play_out(), second.play_out())
                await second.drop()
            await anne.http.post("/api/me", json={"name": NAMES[0] * 20})
            await anne.http.post("/api/tables", content=WORDS)
            await anne.http.get(f"/{NAMES[0]}?name={NAMES[1]}")
            await anne.http.post("/api/me", json={"name": "x"}, headers={"Origin": "https://elsewhere.example"})
            record = (await anne.http.get(f"/api/tables/{table}/record")).json()
            secrets.add(record["fairness"]["house"])
            figures = (await anne.http.get("/metrics")).text
        secrets.add((house.data_dir / "admin-token").read_text())
        assert house.stop()[0] == 0
    said = house.log + figures
    assert len(secrets) == 5
    for secret in (*secrets, *NAMES, WORDS, "hearts", "127.0.0.1", "elsewhere"):
        assert secret not in said
    assert all(set(line) <= {"at", "severity", "from", "what", "process", *logs.FIELDS} for line in house.lines)
    assert {line["severity"] for line in house.lines} == {"info"}


@pytest.mark.anyio
async def test_a_failure_of_the_house_is_logged_without_what_led_to_it(tmp_path: Path) -> None:
    """The database is spoiled under a running house: whoever asks is told, and the log says where it failed."""
    with serve_command(tmp_path / "data") as house:
        async with guest_client(house.url, NAMES[0]) as anne:
            with closing(sqlite3.connect(house.data_dir / "tablee.sqlite")) as database:
                database.execute("DROP TABLE devices")
            answer: httpx.Response = await anne.http.post("/api/me", json={"name": NAMES[1]})
            cookie = next(iter(anne.http.cookies.values()))
        assert (answer.status_code, answer.json()["code"]) == (503, "not_ready")
        failures = [line for line in house.lines if line["severity"] == "error"]
    assert failures
    assert failures[0]["error"][0] == "OperationalError"
    assert failures[0]["where"]
    for secret in (*NAMES, cookie, "secret_hash"):
        assert secret not in house.log
