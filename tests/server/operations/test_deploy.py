"""The files in deploy/ fit the house they are for."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from configparser import ConfigParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from tests.server.operations.serve_command import run_command

from tablee.server.http.home_proxy import TABLE_PATH
from tablee.server.settings import Settings, read_settings

DEPLOY = Path(__file__).parents[3] / "deploy"
CLIENT = DEPLOY.parent / "src" / "tablee" / "server" / "client"


def text(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def compose(name: str = "compose.yaml") -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(text(name))
    return found


def filled_in(environment: dict[str, str]) -> dict[str, str]:
    """The settings of a container, with what people have to fill in."""
    given = {name: re.sub(r"\$\{\w+:-(\w+)\}", r"\1", value) for name, value in environment.items()}
    return {name: re.sub(r"\$\{\w+:\?[^}]*\}", "filled-in", value) for name, value in given.items()}


def test_the_example_of_settings_has_all_of_them_with_their_defaults() -> None:
    assert tomllib.loads(text("tablee.toml")) == asdict(Settings())
    assert read_settings(DEPLOY / "tablee.toml", {}) == Settings()


def test_the_containers_are_set_up_as_the_house_wants_it() -> None:
    services = compose()["services"]
    assert set(services) == {"house", "postgres", "proxy"}
    settings = read_settings(None, filled_in(services["house"]["environment"]))
    assert settings.database_url == "postgresql+psycopg://tablee:filled-in@postgres/tablee"
    assert settings.workers == 2
    assert settings.public_url == "https://filled-in/"
    assert settings.proxies == compose()["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    assert "ports" not in services["house"], "only the proxy is reached from outside"
    assert "ports" not in services["postgres"]
    assert services["proxy"]["environment"]["TABLEE_UPSTREAM"] == f"house:{Settings().port}"
    assert services["house"]["depends_on"] == {"postgres": {"condition": "service_healthy"}}


def test_several_houses_share_a_database_and_reach_each_other() -> None:
    services = compose("machines-compose.yaml")["services"]
    assert set(services) == {"house-1", "house-2", "postgres", "proxy"}
    for name in ("house-1", "house-2"):
        settings = read_settings(None, filled_in(services[name]["environment"]))
        assert settings.database_url == "postgresql+psycopg://tablee:filled-in@postgres/tablee"
        assert settings.internal_address == name
        assert "ports" not in services[name], "only the proxy is reached from outside"
        assert f"{name}:{Settings().port}" in services["proxy"]["environment"]["TABLEE_UPSTREAMS"].split()
    assert services["house-1"]["volumes"] != services["house-2"]["volumes"]


def test_the_proxies_of_several_machines_send_all_of_a_table_to_one() -> None:
    caddy, nginx = text("machines-Caddyfile"), text("machines-nginx.conf")
    in_caddy = re.search(r"path_regexp table (\S+)", caddy)
    in_nginx = re.search(r'"~(\S+)" \$tablee_table', nginx)
    assert in_caddy
    assert in_nginx
    for pattern in (in_caddy[1], in_nginx[1].replace("?<", "?P<")):
        for path in ("/api/tables/abc23", "/api/tables/abc23/socket", "/api/tables/abc23/seats/1/bot"):
            ours, theirs = TABLE_PATH.match(path), re.match(pattern, path)
            assert ours
            assert theirs
            assert ours[1] == theirs[1] == "abc23"
        assert not re.match(pattern, "/api/tables")
    assert "hash $tablee_machine consistent" in nginx
    assert "lb_policy header X-Tablee-Table" in caddy


def test_what_has_to_be_filled_in_is_in_the_example_and_no_password_is() -> None:
    wanted = set(re.findall(r"\$\{(\w+)", text("compose.yaml")))
    assert wanted == set(re.findall(r"\$\{(\w+)", text("machines-compose.yaml")))
    lines = [line for line in text("example.env").splitlines() if line and not line.startswith("#")]
    example = dict(line.split("=", 1) for line in lines)
    assert set(example) == wanted
    assert example["TABLEE_DB_PASSWORD"] == ""


def test_the_image_starts_a_house() -> None:
    image = text("Dockerfile")
    assert 'ENTRYPOINT ["tablee"]' in image
    assert 'CMD ["serve", "--no-open"]' in image
    assert f"EXPOSE {Settings().port}" in image
    given = dict(pair.split("=", 1) for pair in re.findall(r"TABLEE_\w+=\S+", image))
    assert read_settings(None, given).data_dir == "/data"
    copied = [name for line in re.findall(r"^COPY (?!--from)(.+) \S+$", image, re.MULTILINE) for name in line.split()]
    assert all((DEPLOY.parent / name).exists() for name in copied)
    assert {"pyproject.toml", "src", "hatch_build.py", "web"} <= set(copied), "what the package is built from"


@pytest.mark.parametrize(("name", "command"), [("tablee.service", "serve"), ("tablee-backup.service", "backup")])
def test_the_services_run_commands_there_are(name: str, command: str) -> None:
    service = unit(name)
    program, *words = shlex.split(service["ExecStart"])
    assert program == "/opt/tablee/bin/tablee"
    assert words[0] == command
    known = run_command(command, "--help").out
    for word in words[1:]:
        assert not word.startswith("--") or word in known
    variables = re.findall(r"TABLEE_\w+=\S+", service["Environment"])
    assert read_settings(None, dict(pair.split("=", 1) for pair in variables)).data_dir == "/var/lib/tablee"


def unit(name: str) -> dict[str, str]:
    """The service of a unit."""
    parser = ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(text(name))
    return dict(parser["Service"])


def test_both_services_are_confined_alike_and_bounded() -> None:
    house, backup = unit("tablee.service"), unit("tablee-backup.service")
    confined = {
        key for key in house if key.startswith(("Protect", "Private", "Restrict", "Lock", "System", "Cap", "NoNew"))
    }
    assert len(confined) > 15
    for key in (*confined, "UMask"):
        assert backup[key] == house[key], key
    for service in (house, backup):
        assert service["MemoryMax"]
    assert int(house["LimitNOFILE"]) >= 65_536
    for name in ("compose.yaml", "machines-compose.yaml"):
        assert all(service["mem_limit"] for service in compose(name)["services"].values())


def test_old_copies_are_thrown_away_and_nothing_else(tmp_path: Path) -> None:
    kept = ["tablee-notes.txt", "tablee-20250101-000000.sqlite.old", "other-20250101-000000.sqlite", "new/x"]
    copies = ["tablee-20250101-000000.sqlite", "tablee-20250101-000000.dump"]
    (tmp_path / "new").mkdir()
    (tmp_path / "tablee-20250101-000001.sqlite").mkdir()
    for name in (*kept, *copies, "tablee-20250102-000000.sqlite"):
        (tmp_path / name).touch()
    for name in (*kept, *copies):
        os.utime(tmp_path / name, (0, 0))
    program, _, *words = shlex.split(unit("tablee-backup.service")["ExecStartPost"])
    subprocess.run([program, tmp_path, *words], check=True)
    left = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*")}
    assert left == {*kept, "new", "tablee-20250101-000001.sqlite", "tablee-20250102-000000.sqlite"}


def test_all_that_is_used_may_be_passed_on_and_fonts_come_with_their_licence() -> None:
    ran = subprocess.run([sys.executable, DEPLOY / "licences.py"], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout
    fonts = json.loads((DEPLOY.parent / "web" / "package.json").read_text(encoding="utf-8"))["dependencies"]
    for name in (name.partition("/")[2] for name in fonts if name.startswith("@fontsource")):
        licence = (CLIENT / "assets" / f"licence-{name}.txt").read_text(encoding="utf-8")
        assert "SIL Open Font License" in licence


def test_images_are_pinned_by_the_digest_that_their_registry_tells(tmp_path: Path) -> None:
    """No registry is asked here: a word that stands for `docker` tells a digest."""
    files = ("Dockerfile", "compose.yaml", "machines-compose.yaml")
    for name in (*files, "pin-images"):
        shutil.copy(DEPLOY / name, tmp_path)
    (tmp_path / "bin").mkdir()
    docker = tmp_path / "bin" / "docker"

    def pinned_by(answer: str) -> int:
        docker.write_text(f'#!/bin/sh\ntest "$1 $2 $3" = "buildx imagetools inspect" && echo {answer}\n')
        docker.chmod(0o700)
        search = {"PATH": f"{docker.parent}{os.pathsep}{os.environ['PATH']}"}
        return subprocess.run([tmp_path / "pin-images"], env=search, capture_output=True, check=False).returncode

    images = [name for file in files for name in re.findall(r"^(?:FROM| +image:) (\S+)", text(file), re.MULTILINE)]
    assert len(images) == 6
    for digest in ("sha256:" + "a1" * 32, "sha256:" + "b2" * 32):
        assert pinned_by(digest) == 0
        for file in files:
            pinned = (tmp_path / file).read_text(encoding="utf-8")
            assert pinned.replace(f"@{digest}", "") == text(file)
        assert sum((tmp_path / file).read_text("utf-8").count(f"@{digest}") for file in files) == len(images)
    assert pinned_by("nothing") == 1


def test_browsers_stay_on_https() -> None:
    for name in ("Caddyfile", "nginx.conf", "machines-Caddyfile", "machines-nginx.conf"):
        assert re.search(r'Strict-Transport-Security "max-age=\d{8}"', text(name)), name


@pytest.mark.parametrize("prefix", ["", "machines-"])
def test_the_proxies_hide_what_is_for_the_machine_itself_and_pass_on_sockets(prefix: str) -> None:
    caddy, nginx = text(f"{prefix}Caddyfile"), text(f"{prefix}nginx.conf")
    for path in ("/metrics", "/api/admin"):
        assert path in caddy
        assert path in nginx
    address = "10.0.0.11" if prefix else "127.0.0.1"
    assert f"{address}:{Settings().port}" in caddy
    assert f"{address}:{Settings().port}" in nginx
    for header in ("Host", "X-Forwarded-For", "X-Forwarded-Proto", "Upgrade", "Connection"):
        assert f"proxy_set_header {header} " in nginx
    for config in (caddy, nginx):
        assert config.count("{") == config.count("}")


def test_every_file_is_told_of_in_the_documentation() -> None:
    page = (DEPLOY.parent / "docs" / "operations.md").read_text(encoding="utf-8")
    told = page + text("compose.yaml")
    for file in DEPLOY.iterdir():
        assert file.name in told, file.name
    for link in re.findall(r"\]\(\.\./(deploy/[^)]+)\)", page):
        assert (DEPLOY.parent / link).is_file(), link
    for name in asdict(Settings()):
        assert name in text("tablee.toml")
