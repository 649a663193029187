"""Where settings come from, which count first, and what is said of bad ones."""

from pathlib import Path
from typing import Any

import pytest

from tablee.core.texts import LANGS
from tablee.server.refusals import Refused
from tablee.server.settings import Settings, admin_token, read_settings


def refused(file: Path | None = None, environment: dict[str, str] | None = None, **given: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        read_settings(file, environment or {}, given)
    assert caught.value.say("en") != caught.value.say("fr")
    return caught.value


def toml(folder: Path, text: str) -> Path:
    file = folder / "tablee.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_without_a_word_the_house_is_for_this_computer_only() -> None:
    settings = read_settings(environment={})
    assert settings == Settings()
    assert settings.host == "127.0.0.1"
    assert settings.database_url == "sqlite+aiosqlite:///tablee-data/tablee.sqlite"
    assert settings.address == "http://127.0.0.1:8642/"


def test_each_place_counts_before_the_one_behind_it(tmp_path: Path) -> None:
    file = toml(tmp_path, "port = 1\nhost = 'file'\ndata_dir = 'file'\nrequests_per_second = 5")
    environment = {"TABLEE_PORT": "2", "TABLEE_HOST": "environment", "TABLEE_LANG": "fr", "OTHER": "3"}
    settings = read_settings(file, environment, {"port": 3, "host": None})
    assert (settings.port, settings.host, settings.data_dir) == (3, "environment", "file")
    assert settings.requests_per_second == 5.0
    assert type(settings.requests_per_second) is float
    assert settings.workers == Settings().workers


@pytest.mark.parametrize("name", [name for name in Settings.__dataclass_fields__ if name != "workers"])
def test_every_setting_can_be_given_in_the_environment_and_the_file(tmp_path: Path, name: str) -> None:
    values = {str: "http://house.example/", int: "7", float: "7.5"}
    special = {"database": "sqlite+aiosqlite:///x.sqlite", "log_format": "json"}
    special |= {"metrics_from": "10.0.0.0/8", "internal_address": "10.0.0.5:8700"}
    special |= {"smtp": "smtp://mail.example.org", "push_networks": "10.0.0.0/8"}
    text = special.get(name, values[type(getattr(Settings(), name))])
    needed = {"mail_from": "house@example.org"} if name == "smtp" else {}
    from_environment = read_settings(None, {f"TABLEE_{name.upper()}": f" {text} "}, needed)
    from_file = read_settings(toml(tmp_path, f"{name} = {text if text[0] == '7' else repr(text)}"), {}, needed)
    assert from_environment == from_file != Settings()
    assert str(getattr(from_file, name)) == text


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("sqlite:///house.sqlite", "sqlite+aiosqlite:///house.sqlite"),
        ("sqlite+aiosqlite:////data/house.sqlite", "sqlite+aiosqlite:////data/house.sqlite"),
        ("postgresql://a:p%40ss@db/house", "postgresql+psycopg://a:p%40ss@db/house"),
        ("postgresql+psycopg://a@/house?host=%2Frun", "postgresql+psycopg://a@/house?host=%2Frun"),
    ],
)
def test_the_driver_of_a_database_can_be_left_out(given: str, used: str) -> None:
    settings = read_settings(None, {}, {"database": given})
    assert settings.database_url == used
    assert settings.is_sqlite == given.startswith("sqlite")


@pytest.mark.parametrize("url", ["mysql://a:hunter2@db/house", "postgresql+asyncpg://a:hunter2@db/x", "a:hunter2@db"])
def test_another_database_is_refused_without_telling_its_password(url: str) -> None:
    error = refused(database=url)
    assert error.code == "settings_database"
    for lang in LANGS:
        assert "hunter2" not in error.say(lang)
        assert "postgresql://" in error.say(lang)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("port", 65_536),
        ("port", -1),
        ("workers", 0),
        ("requests_per_second", 0.0),
        ("messages_per_second", float("nan")),
        ("messages_per_second", float("inf")),
        ("sockets_per_address", 0),
        ("tables_per_guest", -1),
        ("bot_workers", -1),
        ("log_format", "xml"),
        ("metrics_from", "house.example"),
        ("metrics_from", "10.0.0.1/8"),
        ("internal_address", "10.0.0.5:high"),
        ("internal_address", ":8700"),
        ("internal_address", "10.0.0.5:65536"),
        ("public_url", "house.example"),
        ("public_url", "ftp://house.example/"),
        ("public_url", "https://house.example/games/"),
    ],
)
def test_a_value_that_cannot_be_is_refused(name: str, value: Any) -> None:
    error = refused(**{name: value})
    assert error.code == "settings_value"
    assert f"“{name}” cannot be {value}. Allowed: " in error.say("en")


def test_several_workers_need_postgresql() -> None:
    assert refused(workers=2).code == "settings_workers"
    assert read_settings(None, {}, {"workers": 2, "database": "postgresql://db/house"}).workers == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("port = 'high'", "“port” cannot be high. Allowed: a whole number."),
        ("port = 1.5", "“port” cannot be 1.5. Allowed: a whole number."),
        ("port = true", "“port” cannot be True. Allowed: a whole number."),
        ("requests_per_second = 'x'", "“requests_per_second” cannot be x. Allowed: a number."),
        ("host = 3", "“host” cannot be 3. Allowed: a text."),
        ("prot = 3", "There is no setting “prot”. There are: host, port,"),
        ("[server]\nport = 3", "There is no setting “server”."),
        ("port = 1\nport 3", "is not TOML; see line 2."),
        ("port = ", "is not TOML; see line"),
    ],
)
def test_what_is_wrong_in_a_file_is_said(tmp_path: Path, text: str, said: str) -> None:
    assert said in refused(toml(tmp_path, text)).say("en")


def test_a_file_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    assert refused(tmp_path / "none.toml").code == "settings_file_missing"
    assert refused(tmp_path).code == "settings_file_unreadable"
    (tmp_path / "latin.toml").write_bytes(b"host = '\xe9'")
    assert refused(tmp_path / "latin.toml").code == "settings_file_unreadable"


def test_a_value_that_cannot_be_in_the_environment_is_refused() -> None:
    assert "“port” cannot be high" in refused(environment={"TABLEE_PORT": "high"}).say("en")


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("0.0.0.0", "http://127.0.0.1:8642/"),  # noqa: S104
        ("::", "http://[::1]:8642/"),
        ("", "http://127.0.0.1:8642/"),
        ("192.0.2.7", "http://192.0.2.7:8642/"),
    ],
)
def test_where_the_house_is_reached(host: str, own: str) -> None:
    settings = read_settings(None, {}, {"host": host})
    assert settings.own_address == settings.address == own
    public = read_settings(None, {}, {"host": host, "public_url": "https://house.example"})
    assert (public.own_address, public.address) == (own, "https://house.example/")


def test_the_token_of_the_administrator_is_made_once_for_its_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    token = admin_token(folder)
    assert len(token) >= 43
    assert admin_token(folder) == token
    assert (folder / "admin-token").stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o777 == 0o700
    assert admin_token(tmp_path / "other") != token


def test_an_empty_token_is_no_token(tmp_path: Path) -> None:
    (tmp_path / "admin-token").touch()
    with pytest.raises(Refused, match="is empty"):
        admin_token(tmp_path)


@pytest.mark.parametrize(
    ("smtp", "mail_from"),
    [
        ("http://mail.example.org", "house@example.org"),
        ("smtp://", "house@example.org"),
        ("smtp://user:secret@mail.example.org/path", "house@example.org"),
        ("smtp://user:secret@mail.example.org:x", "house@example.org"),
        ("smtp://user:secret@mail.example.org", "nobody"),
    ],
)
def test_a_mail_server_needs_an_address_and_its_password_is_not_shown(smtp: str, mail_from: str) -> None:
    with pytest.raises(Refused) as refused:
        read_settings(environment={}, given={"smtp": smtp, "mail_from": mail_from})
    assert refused.value.code == "settings_value"
    assert "secret" not in refused.value.say("en")
