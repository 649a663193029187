"""The page that `tablee review --html` writes, opened from a file."""

from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser
from tests.review.dice_match import QUICK, ToyDice, dice_match
from tests.web.accessibility import check_page

from tablee.cli.review_page import review_page
from tablee.cli.review_words import ReviewWords
from tablee.core import registry
from tablee.core.manifest import Manifest
from tablee.core.texts import LANGS, Lang, catalogue
from tablee.review import review
from tablee.review.narration import MatchNarrator


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_can_read_it(
    lang: Lang,
    scheme: Literal["light", "dark"],
    browser: Browser,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(registry.manifests(), ToyDice.name, Manifest(ToyDice))
    match = dice_match((6, False), (1, True))
    narrator = MatchNarrator(match, ["Anne", "Zoé"], lang)
    file = tmp_path / "review.html"
    file.write_text(review_page(ReviewWords(review(match, QUICK), narrator, catalogue("tablee.cli", lang))), "utf-8")
    page = browser.new_page(color_scheme=scheme, viewport={"width": 360, "height": 800})
    page.goto(file.as_uri())
    page.locator("summary").click()
    check_page(page)
    assert page.get_by_role("img").count() == 1
    assert page.get_by_role("table").count() == 3
    page.close()
