"""The files of the client as the house serves them."""

import gzip
import re

import httpx
import pytest
from tests.patience import PATIENCE
from tests.server.house_process import HouseProcess
from tests.web.moves import known_games

FIRST_PAGE_MOST = 120_000
"""Bytes of the first page, compressed, all in all."""


def get(house: HouseProcess, path: str, encoding: str = "gzip") -> httpx.Response:
    request = httpx.Request("GET", house.url + path, headers={"Accept-Encoding": encoding})
    # There is nothing to verify, and to read the certificates of the world takes long.
    with httpx.Client(timeout=PATIENCE, verify=False) as client:  # noqa: S501
        return client.send(request, stream=False)


@pytest.mark.parametrize("path", ["/", "/tables", "/my", "/settings", "/t/abc", "/tv/abc", "/g/abc", "/rules/abc"])
def test_every_address_of_the_client_is_its_page(house: HouseProcess, path: str) -> None:
    answer = get(house, path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert '<div id="app">' in answer.text


@pytest.mark.parametrize("path", ["/nowhere", "/assets/nothing.js", "/assets/..%2Findex.html", "/assets/built-from"])
def test_nothing_else_is_served(house: HouseProcess, path: str) -> None:
    answer = get(house, path)
    assert answer.status_code == 404
    assert answer.json()["code"] == "no_such_page"


def test_the_first_page_is_light(house: HouseProcess) -> None:
    """Everything the first page asks for, as it crosses the line."""
    page = get(house, "/").text
    names = re.findall(r'(?:src|href)="(/[^"]+)"', page)
    sheets = [get(house, name).text for name in names if name.endswith(".css")]
    fonts = re.findall(r"url\((/assets/[^)]+woff2)\)", "".join(sheets))
    size = len(gzip.compress(page.encode()))
    for name in {*names, *fonts}:
        with (
            httpx.Client(timeout=PATIENCE, verify=False) as client,  # noqa: S501
            client.stream("GET", house.url + name, headers={"Accept-Encoding": "gzip"}) as one,
        ):
            assert one.status_code == 200, name
            size += sum(len(piece) for piece in one.iter_raw())
    assert fonts
    assert size < FIRST_PAGE_MOST


def test_files_come_as_small_as_the_browser_can_take_them(house: HouseProcess) -> None:
    script = next(name for name in re.findall(r'src="(/assets/[^"]+\.js)"', get(house, "/").text))
    plain, small, smallest = (get(house, script, encoding) for encoding in ("identity", "gzip", "gzip, br;q=0.9"))
    assert "content-encoding" not in plain.headers
    assert small.headers["content-encoding"] == "gzip"
    assert smallest.headers["content-encoding"] == "br"
    lengths = [int(answer.headers["content-length"]) for answer in (plain, small, smallest)]
    assert lengths == sorted(lengths, reverse=True)
    assert {answer.headers["cache-control"] for answer in (plain, small)} == {"public, max-age=31536000, immutable"}
    assert {answer.headers["vary"] for answer in (plain, small)} == {"Accept-Encoding"}


def links_in(page: str) -> set[str]:
    return set(re.findall(r'href="(/assets/[^"]+)"', page))


def test_a_table_asks_for_all_it_needs_with_its_page(house: HouseProcess) -> None:
    home, table = (get(house, path).text for path in ("/", "/t/abc"))
    links = links_in(table) - links_in(home)
    assert {name.rpartition(".")[2] for name in links} == {"js", "css"}
    assert all(get(house, name).status_code == 200 for name in links)


@pytest.mark.parametrize("game", known_games())
def test_a_table_asks_for_its_game_with_its_page(house: HouseProcess, game: str) -> None:
    with httpx.Client(base_url=house.url, headers={"Origin": house.url}, timeout=PATIENCE) as client:
        client.post("/api/me", json={"name": "Ada"})
        table = client.post("/api/tables", json={"game": game}).json()["id"]
        page = client.get(f"/t/{table}").text
    links = links_in(page) - links_in(get(house, "/t/abc").text)
    assert {name.rpartition(".")[2] for name in links if name.startswith(f"/assets/{game}-")} == {"js", "css"}
    assert all(get(house, name).status_code == 200 for name in links)
    # Whatever the scripts of the game need is asked for as well.
    scripts = [name for name in links if name.endswith(".js")]
    needed = {one for name in scripts for one in re.findall(r'from"\./([\w.-]+\.js)"', get(house, name).text)}
    assert {f"/assets/{name}" for name in needed} <= set(re.findall(r'(?:href|src)="(/assets/[^"]+)"', page))
