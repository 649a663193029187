"""The docs site builds, holds every page, and asks nothing of other hosts."""

import json
import re
from pathlib import Path, PurePosixPath

import pytest
from docs.site import pages
from docs.site.build import build
from docs.site.palette import ROOT

LOADED = re.compile(r"<(?:script|link|img|iframe)\b[^>]*(?:src|href)=\"?(?:https?:)?//[^\"> ]+|url\(\"?(?:https?:)?//")


def test_the_site_builds(tmp_path: Path) -> None:
    site = build(tmp_path)
    reference = [f"reference/{name}" for name in ("core", "bots", "review", "lab", "remote")]
    for document in ("index", "architecture", "walkthroughs", "reviews", *reference):
        assert (site / f"{document}.html").is_file(), document
    for rules in (ROOT / "src/tablee/games").glob("*/rules*.md"):
        assert (site / f"games/{rules.parent.name}{rules.name.removeprefix('rules')[:-3]}.html").is_file(), rules
    found = {item["location"].partition("#")[2] for item in json.loads((site / "search.json").read_text())["items"]}
    assert "tablee.core.match.Match.play" in found
    for file in [*site.rglob("*.html"), *site.rglob("*.css")]:
        assert LOADED.findall(file.read_text("utf-8")) == [], file


def test_every_document_is_a_page() -> None:
    sources = {page.source for page in pages.collected().pages}
    documents = {path.relative_to(ROOT) for path in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]}
    assert documents <= sources


@pytest.mark.parametrize("address", ["nowhere.md", "../src/tablee/cli/app.py", "screenshots"])
def test_a_link_out_of_the_site_stops_the_build(address: str) -> None:
    page = pages.Page(Path("docs/some.md"), PurePosixPath("some.md"), f"See [this]({address}).")
    with pytest.raises(pages.BadLink, match=re.escape(address)):
        pages.with_links(page, pages.collected())


def test_links_are_as_in_the_site() -> None:
    links = {
        "[a](docs/bots.md#the-arena)": "[a](bots.md#the-arena)",
        "[b](deploy/nginx.conf)": "[b](deploy.md#nginxconf)",
        "[c](#here)": "[c](#here)",
        "![d](docs/ladders/hotdog.svg)": "![d](pictures/ladders/hotdog.svg)",
        "```\n[e](nowhere.md)\n```": "```\n[e](nowhere.md)\n```",
    }
    page = pages.Page(Path("README.md"), PurePosixPath("index.md"), "\n".join(links))
    collection = pages.collected()
    assert pages.with_links(page, collection) == "\n".join(links.values())
    assert collection.pictures == {Path("docs/ladders/hotdog.svg")}
