"""The shipped configurations in the proxies themselves: nginx, and Caddy where it is installed."""

import json
import os
import re
import shutil
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from tests.patience import PATIENCE, SOCKET
from tests.server.operations.serve_command import serve_command
from websockets.sync.client import connect

from tablee.remote.house_client import HouseClient

DEPLOY: Final = Path(__file__).parents[3] / "deploy"
HOUSE_ADDRESS: Final = re.compile(r"(?:127\.0\.0\.1|10\.0\.0\.1\d):8642")
NGINX: Final = """
daemon off;
pid {folder}/pid;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {ours}
}}
"""
TABLES: Final = [f"table{number}" for number in range(12)]

Proxy = Callable[[str, list[int]], str]
"""Starts a configuration (`machines-`, or an empty word for one machine) before the houses at some ports; its URL."""


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def nginx_command(prefix: str, port: int, houses: list[int], folder: Path) -> list[str]:
    """The shipped file, with the addresses of this test in it."""
    left = iter(houses)
    ours = HOUSE_ADDRESS.sub(lambda _: f"127.0.0.1:{next(left)}", (DEPLOY / f"{prefix}nginx.conf").read_text("utf-8"))
    ours = ours.replace("listen [::]:80;", "").replace("listen 80;", f"listen 127.0.0.1:{port};")
    whole = folder / "nginx.conf"
    whole.write_text(NGINX.format(folder=folder, ours=ours), encoding="utf-8")
    return ["nginx", "-e", str(folder / "error.log"), "-c", str(whole)]


def caddy_command(prefix: str, _port: int, _houses: list[int], _folder: Path) -> list[str]:
    """The shipped file as it is: what differs comes from the environment."""
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(DEPLOY / f"{prefix}Caddyfile")]


@pytest.fixture(params=["nginx", "caddy"])
def proxy(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Proxy]:
    """One of the proxies, started as often as asked."""
    search = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/sbin"))
    program = shutil.which(request.param, path=search)
    if program is None:
        pytest.skip(f"no {request.param} here (Debian: apt-get install nginx-light caddy)")
    command = {"nginx": nginx_command, "caddy": caddy_command}[request.param]
    with ExitStack() as stack:

        def start(prefix: str, houses: list[int]) -> str:
            port, addresses = free_port(), [f"127.0.0.1:{house}" for house in houses]
            given = {"TABLEE_DOMAIN": f"http://127.0.0.1:{port}", "TABLEE_UPSTREAM": addresses[0]}
            given |= {"TABLEE_UPSTREAMS": " ".join(addresses), "CADDY_ADMIN": "off", "XDG_DATA_HOME": str(tmp_path)}
            words = command(prefix, port, houses, tmp_path)
            stack.enter_context(running([program, *words[1:]], f"http://127.0.0.1:{port}", given, tmp_path))
            return f"http://127.0.0.1:{port}"

        yield start


@contextmanager
def running(command: list[str], url: str, given: dict[str, str], folder: Path) -> Iterator[None]:
    """A proxy, from when it listens."""
    with (
        (folder / "proxy.log").open("w", encoding="utf-8") as log,
        subprocess.Popen(command, env=os.environ | given, stdout=log, stderr=log) as process,
    ):
        try:
            while True:
                assert process.poll() is None, (folder / "proxy.log").read_text(encoding="utf-8")
                try:
                    httpx.get(f"{url}/metrics", trust_env=False, timeout=PATIENCE)
                    break
                except httpx.TransportError:
                    continue
            yield
        finally:
            process.terminate()


class Echo(BaseHTTPRequestHandler):
    """Stands for a house: says what it was asked, and which one it is."""

    def do_GET(self) -> None:
        assert isinstance(self.server, ThreadingHTTPServer)
        heard = {"port": self.server.server_port, "headers": dict(self.headers.items())}
        body = json.dumps(heard).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as it is called
        """Say nothing."""


@contextmanager
def echoes(number: int) -> Iterator[list[ThreadingHTTPServer]]:
    servers = [ThreadingHTTPServer(("127.0.0.1", 0), Echo) for _ in range(number)]
    for server in servers:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    yield servers
    for server in servers:
        server.shutdown()
        server.server_close()


def asked(url: str, path: str, source: str = "127.0.0.1", **headers: str) -> httpx.Response:
    """The answer to somebody at an address of this machine."""
    with httpx.Client(transport=httpx.HTTPTransport(local_address=source), timeout=PATIENCE) as client:
        return client.get(url + path, headers=headers)


def heard(url: str, path: str, source: str = "127.0.0.1", **headers: str) -> dict[str, Any]:
    answer = asked(url, path, source, **headers)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_house_is_played_in_through_the_proxy(proxy: Proxy, tmp_path: Path) -> None:
    with serve_command(tmp_path / "data") as house:
        url = proxy("", [house.port])
        with HouseClient(url, "Anne") as anne:
            table = anne.create_table("toy_nim")["id"]
            cookie = {"Cookie": f"tablee_guest={anne.secret}", "Origin": url}
        with connect(
            f"{url.replace('http', 'ws')}/api/tables/{table}/socket", additional_headers=cookie, **SOCKET
        ) as at:
            assert json.loads(at.recv(PATIENCE))["around"]["yours"] == [0]
            at.send(json.dumps({"type": "say", "id": "1", "text": "hello"}))
            while json.loads(at.recv(PATIENCE))["type"] != "done":
                pass
        for path in ("/metrics", "/api/admin/tables", "//metrics", "/%6detrics"):
            assert asked(url, path).status_code == 404, path
        page = asked(url, "/")
        assert page.status_code == 200
        assert page.headers["strict-transport-security"].startswith("max-age=")


def test_the_house_is_told_who_asks(proxy: Proxy) -> None:
    with echoes(1) as (house,):
        url = proxy("", [house.server_port])
        told = heard(url, "/api/me", "127.0.0.5", **{"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"})
        headers = {name.lower(): value for name, value in told["headers"].items()}
        assert headers["x-forwarded-for"] == "127.0.0.5"
        assert headers["x-forwarded-proto"] == "http"
        assert headers["host"] == url.removeprefix("http://")


def test_all_that_belongs_to_a_table_goes_to_one_machine(proxy: Proxy) -> None:
    with echoes(3) as houses:
        url = proxy("machines-", [house.server_port for house in houses])
        homes = {table: heard(url, f"/api/tables/{table}")["port"] for table in TABLES}
        assert len(set(homes.values())) > 1
        for table, home in homes.items():
            for path, source in (("socket", "127.0.0.6"), ("seats/1/bot", "127.0.0.7")):
                assert heard(url, f"/api/tables/{table}/{path}", source)["port"] == home
        for path in ("/metrics", "/api/admin/tables"):
            assert asked(url, path).status_code == 404
        lost = next(house for house in houses if house.server_port == homes[TABLES[0]])
        lost.shutdown()
        lost.server_close()
        assert heard(url, f"/api/tables/{TABLES[0]}")["port"] != lost.server_port
