"""Opening a house with `tablee serve`, and what stands in the way."""

import asyncio
import re
import signal
import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from tests.patience import PATIENCE
from tests.server.databases import migrated
from tests.server.operations.serve_command import run_command, serve_command

from tablee.core.texts import LANGS, Lang

both_languages = pytest.mark.parametrize("lang", LANGS)


def get(url: str) -> httpx.Response:
    return httpx.get(url, trust_env=False, timeout=PATIENCE, verify=False)  # noqa: S501


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.mark.parametrize(
    ("lang", "how", "said"),
    [
        ("en", signal.SIGTERM, ("The house is open: ", "Only this computer can reach it.", "Everything is saved.")),
        ("fr", signal.SIGINT, ("La maison est ouverte : ", "Seul cet ordinateur peut", "Tout est enregistré.")),
    ],
)
def test_it_says_where_it_is_and_closes_when_told_to(
    data: Path, lang: Lang, how: signal.Signals, said: tuple[str, str, str]
) -> None:
    first, only_here, last = said
    with serve_command(data, "--lang", lang) as house:
        assert house.greeting.replace("\N{NO-BREAK SPACE}", " ") == f"{first}{house.url}/\n"
        assert get(f"{house.url}/health").json() == {"status": "ok"}
        page = get(house.url)
        assert page.headers["content-type"].startswith("text/html")
        assert '<div id="app">' in page.text
        assert _listening(house.port) == ["0100007F"], "on the loopback only"
        assert data.stat().st_mode & 0o777 == 0o700
        status, rest = house.stop(how)
    assert status == 0
    assert only_here in rest
    assert last in rest
    assert not (data / "address").exists()
    assert [line["what"] for line in house.lines] == ["house open", "house closed"]


def test_everybody_can_reach_it_if_told_so(data: Path) -> None:
    with serve_command(data, "--host", "0.0.0.0") as house:  # noqa: S104
        assert _listening(house.port) == ["00000000"]
        assert house.url == f"http://127.0.0.1:{house.port}"
        assert "Only this computer" not in house.stop()[1]


def _listening(port: int) -> list[str]:
    """The addresses at which somebody listens on a port."""
    table = Path("/proc/net/tcp").read_text(encoding="ascii")
    return re.findall(rf"\d+: ([0-9A-F]{{8}}):{port:04X} 00000000:0000 0A", table)


def test_the_public_address_is_told_behind_a_proxy(data: Path) -> None:
    with serve_command(data, public_url="https://house.example") as house:
        assert house.greeting == "The house is open: https://house.example/\n"
        assert "Only this computer" not in house.stop()[1]


@both_languages
def test_a_port_that_is_taken_is_said_and_another_is_proposed(data: Path, lang: Lang) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ran = run_command("serve", "--data-dir", data, "--port", str(port), "--lang", lang)
    assert ran.status == 2
    assert ran.out == ""
    said = ran.err
    assert (f"Le port {port} est pris" if lang == "fr" else f"Port {port} is taken") in said
    other = re.search(r"--port (\d+)$", said)
    assert other
    assert port < int(other[1]) < port + 50
    assert not data.exists(), "nothing was made"


def test_two_houses_do_not_share_an_sqlite_file_and_the_second_start_changes_nothing(data: Path) -> None:
    with serve_command(data) as house:
        ran = run_command("serve", "--data-dir", data, "--port", "0")
        assert ran.status == 2
        assert "A house is open already with the database" in ran.err
        house.kill()
    before = _schema(data / "tablee.sqlite")
    token = (data / "admin-token").read_text()
    with serve_command(data) as house:
        house.stop()
    assert _schema(data / "tablee.sqlite") == before
    assert (data / "admin-token").read_text() == token
    assert [file.name for file in data.iterdir() if "migration" in file.name] == []
    assert "migrated" not in house.log


def _schema(file: Path) -> list[tuple[str, ...]]:
    with closing(sqlite3.connect(file)) as database:
        return database.execute("SELECT name, sql, rootpage FROM sqlite_master ORDER BY name").fetchall()


def test_a_database_of_a_newer_version_is_left_alone(data: Path) -> None:
    data.mkdir()
    asyncio.run(migrated(f"sqlite+aiosqlite:///{data / 'tablee.sqlite'}"))
    with closing(sqlite3.connect(data / "tablee.sqlite")) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
    for lang, said in (("en", "a newer version of Tablée"), ("fr", "version plus récente de Tablée")):
        ran = run_command("serve", "--data-dir", data, "--port", "0", "--lang", lang)
        assert ran.status == 2
        assert said in ran.err


def test_a_file_that_is_no_database_is_said(data: Path) -> None:
    data.mkdir()
    (data / "tablee.sqlite").write_text("not a database " * 100)
    ran = run_command("serve", "--data-dir", data, "--port", "0")
    assert ran.status == 2
    assert "Traceback" not in ran.err
    assert "tablee.sqlite" in ran.err


def test_a_database_that_does_not_answer_is_said_without_its_password(data: Path) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        url = f"postgresql://anne:hunter2@127.0.0.1:{silent.getsockname()[1]}/house"
        ran = run_command("serve", "--data-dir", data, "--port", "0", "--database", url)
    assert ran.status == 2
    assert "Traceback" not in ran.err
    assert "postgresql://anne:***@127.0.0.1" in ran.err
    assert "hunter2" not in ran.err


def test_settings_from_a_file_and_the_environment(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "tablee.toml"
    file.write_text(f'data_dir = "{data}"\ntables_per_guest = 0\nport = 1\n')
    with serve_command(data, "--settings", str(file)) as house:
        guest = httpx.Client(base_url=house.url, trust_env=False, timeout=PATIENCE)
        with guest:
            guest.post("/api/me", json={"name": "Anne"})
            told = guest.post("/api/tables", json={"game": "toy_nim"})
        assert (told.status_code, told.json()["code"]) == (429, "too_many_tables")
