"""What the house tells of its games: facts, options, rules, and the files of tables from other packages."""

import re
from importlib import import_module, resources
from pathlib import Path
from typing import Any

import pytest
from tests.core.toy import Toy
from tests.server.guest_client import GuestClient, refused
from tests.server.house_in_process import OpenHouse, on_sqlite

import tablee
from tablee.bots import LEVELS
from tablee.core import registry
from tablee.core.manifest import Manifest
from tablee.core.options import options_of
from tablee.core.registry import manifest
from tablee.core.texts import LANGS, Lang
from tablee.server.http import web_client
from tablee.server.http.web_client import NO_GAMES, Served

pytestmark = [pytest.mark.anyio, on_sqlite]
PACKAGES = Path(__file__).parents[1] / "web" / "packages"


@pytest.fixture
def heaps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of another package in the house: one with a table of its own, one without, one whose table is missing."""
    monkeypatch.syspath_prepend(PACKAGES)
    for name in ("heap", "drawnheap", "typedheap"):
        monkeypatch.setitem(registry.manifests(), name, import_module(f"tablee_heaps.{name}").MANIFEST)


async def games(person: GuestClient, lang: Lang = "en") -> dict[str, Any]:
    return {game["name"]: game for game in await person.get(f"/api/games?lang={lang}")}


@pytest.mark.parametrize("lang", LANGS)
async def test_every_game_is_told_with_all_its_facts(house: OpenHouse, lang: Lang) -> None:
    told = await games(await house.guest(""), lang)
    assert list(told) == list(tablee.GAMES)
    for name, kind in tablee.GAMES.items():
        one, facts, say = told[name], manifest(name), kind.words.texts(lang)
        assert [one[key] for key in ("title", "tagline", "about", "credits")] == [
            say(key) for key in ("title", "tagline", "about", "credits")
        ]
        assert one["minutes"] == list(facts.minutes)
        assert (one["age"], one["hidden"], one["at_once"]) == (facts.age, facts.hidden, facts.at_once)
        assert one["levels"] == list(LEVELS)
        assert [option["name"] for option in one["options"]] == list(options_of(kind))
        defaults = {option["name"]: option["default"] for option in one["options"]}
        assert tablee.game(name, **defaults) == tablee.game(name)
        assert one["players"]["usual"] == tablee.game(name).players
        for players in (one["players"]["low"], one["players"]["high"]):
            assert tablee.game(name, players=players).players == players
        for option in one["options"]:
            assert option["title"] == say(f"options.{option['name']}.name")
            assert set(option.get("values", {})) == set(option["allowed"].get("members", []))


@pytest.fixture
def bare_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that has neither texts nor rules of its own yet."""
    monkeypatch.setitem(registry.manifests(), Toy.name, Manifest(Toy))


@pytest.mark.usefixtures("bare_game")
async def test_a_new_game_without_texts_is_told_all_the_same(house: OpenHouse) -> None:
    told = (await games(await house.guest("")))["toy"]
    assert (told["title"], told["tagline"]) == ("toy", "")
    assert [option["title"] for option in told["options"]] == ["players", "sides", "loaded", "marks", "mood"]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", list(tablee.GAMES))
async def test_the_rules_of_every_game(house: OpenHouse, name: str, lang: Lang) -> None:
    anne = await house.guest("")
    answer = await anne.http.get(f"/api/games/{name}/rules?lang={lang}")
    page = "rules.md" if lang == "en" else f"rules.{lang}.md"
    assert answer.text == resources.files(tablee.GAMES[name].package).joinpath(page).read_text(encoding="utf-8")
    assert answer.headers["content-type"] == "text/markdown; charset=utf-8"
    again = await anne.http.get(
        f"/api/games/{name}/rules?lang={lang}", headers={"If-None-Match": answer.headers["etag"]}
    )
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.usefixtures("bare_game")
async def test_rules_that_are_not_there(house: OpenHouse) -> None:
    anne = await house.guest("")
    assert (await refused("unknown_game", anne.get("/api/games/poker/rules"))).status == 404
    assert (await refused("no_such_page", anne.get("/api/games/toy/rules"))).status == 404


async def test_a_table_from_another_package_is_served_file_by_file(house: OpenHouse, heaps: None) -> None:
    anne = await house.guest("")
    told = await games(anne)
    assert told["drawnheap"]["table"] == "/games/drawnheap/table/table.js"
    assert told["drawnheap"]["picture"] == "/games/drawnheap/table/picture.svg"
    assert told["typedheap"]["table"] == "/games/typedheap/table/table.js"
    assert (told["heap"]["table"], told["heap"]["picture"]) == (None, None)
    for file, kind in (("table.js", "text/javascript"), ("table.css", "text/css"), ("picture.svg", "image/svg+xml")):
        answer = await anne.http.get(f"/games/drawnheap/table/{file}")
        assert answer.content == (PACKAGES / "tablee_heaps" / "table" / file).read_bytes()
        assert answer.headers["content-type"].partition(";")[0] == kind
        assert answer.headers["cache-control"] == "no-cache"
        assert "default-src 'self'" in answer.headers["content-security-policy"]
        again = await anne.http.get(f"/games/drawnheap/table/{file}", headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "path",
    [
        "drawnheap/table/secret.py",
        "drawnheap/table/nothing.js",
        "drawnheap/table/../rules.md",
        "drawnheap/table/%2e%2e/rules.md",
        "drawnheap/table/..%2frules.md",
        "drawnheap/table/..%2f..%2ftablee_heaps%2ftable%2ftable.js",
        "drawnheap/table/%2fetc%2fpasswd",
        "drawnheap/table/C:%5ctable.js",
        "drawnheap/table/",
        "typedheap/table/table.js",
        "heap/table/table.js",
        f"{next(iter(tablee.GAMES))}/table/rules.md",
        "poker/table/table.js",
        "%2e%2e/table/table.js",
    ],
)
async def test_nothing_else_is_served(house: OpenHouse, heaps: None, path: str) -> None:
    anne = await house.guest("")
    answer = await anne.http.get(f"{house.url}/games/{path}")
    assert answer.status_code == 404, answer.text
    assert answer.json()["code"] == "no_such_page"


def set_files(monkeypatch: pytest.MonkeyPatch, files: dict[str, Served]) -> None:
    """Another client, of which nothing is kept."""
    monkeypatch.setattr(web_client, "files", lambda: files)
    monkeypatch.setattr(web_client, "_page", web_client._page.__wrapped__)


async def test_the_page_holds_the_games_and_nothing_in_a_text_can_end_it(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell = f"<p>{NO_GAMES}</p>".encode()
    set_files(monkeypatch, {"index.html": Served("text/html", shell, {})})
    monkeypatch.setattr(
        "tablee.server.http.game_facts._said", lambda _say, _key, _otherwise="": "</script><script>alert(1)//"
    )
    page = (await (await house.guest("")).http.get("/")).text
    assert page.count("<script") == page.count("</script") == 1
    assert '"fr":[' in page
    assert '"name":"toy_nim"' in page
    assert "alert(1)" in page


async def test_the_page_of_a_table_asks_for_what_its_game_needs(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripts = {
        "table-1": b"",
        "toy_nim-2": b'import{a}from"./Heap-3.js";import"./table-1.js"',
        "Heap-3": b"",
        "other-4": b"",
    }
    built = {f"assets/{name}.js": Served("text/javascript", body, {}) for name, body in scripts.items()}
    sheets = {f"assets/{name}.css": Served("text/css", b"", {}) for name in ("table-5", "toy_nim-6", "Heap-7")}
    set_files(monkeypatch, {"index.html": Served("text/html", b"<head></head>", {})} | built | sheets)
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", seats=2)

    async def linked(path: str) -> list[tuple[str, str]]:
        return re.findall(
            r'rel="(\w+)" (?:as="style" )?crossorigin href="/assets/([\w.-]+)"', (await anne.http.get(path)).text
        )

    around = [("modulepreload", "table-1.js"), ("stylesheet", "table-5.css")]
    drawn = [
        ("modulepreload", "toy_nim-2.js"),
        ("modulepreload", "Heap-3.js"),
        ("preload", "toy_nim-6.css"),
        ("preload", "Heap-7.css"),
    ]
    assert sorted(await linked(f"/t/{table}")) == sorted(await linked(f"/tv/{table}")) == sorted(around + drawn)
    assert await linked("/t/nowhere") == around
    assert await linked("/") == []
