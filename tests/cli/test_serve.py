"""`tablee serve` in a real terminal."""

import re
import time
from pathlib import Path

import pytest
from tests.cli.terminal import Terminal, plain
from tests.patience import PATIENCE

from tablee.core.texts import Lang


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a browser that only takes notes puts the pages it was asked to show."""
    browser, notes = tmp_path / "browser", tmp_path / "pages"
    browser.write_text(f'#!/bin/sh\necho "$1" >> "{notes}"\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "CI"):
        monkeypatch.delenv(name, raising=False)
    return notes


def opened(folder: Path, *words: str, lang: Lang = "en") -> tuple[Terminal, str]:
    """A terminal with a house in it, and the house's address."""
    terminal = Terminal(["serve", "--port", "0", *words], lang, folder, size=(30, 100))
    terminal.expect(r"http://[\d.:]+/")
    found = re.search(r"http://[\d.:]+/", plain(terminal.everything))
    assert found
    return terminal, found[0]


def closed(terminal: Terminal, pattern: str) -> int:
    terminal.expect(pattern)
    terminal.press_interrupt()
    return terminal.status()


@pytest.mark.parametrize(
    ("lang", "in_ci", "sentences"),
    [
        ("en", False, ("The house is open: ", "Ctrl-C closes it; no move is lost.", "The house is closed.")),
        (
            "fr",
            True,
            ("La maison est ouverte : ", "Ctrl-C la ferme ; aucun coup n’est perdu.", "La maison est fermée."),
        ),
    ],
)
def test_ctrl_c_closes_the_house(
    tmp_path: Path,
    pages: Path,
    monkeypatch: pytest.MonkeyPatch,
    lang: Lang,
    *,
    in_ci: bool,
    sentences: tuple[str, ...],
) -> None:
    if in_ci:
        monkeypatch.setenv("DISPLAY", ":0")
        monkeypatch.setenv("CI", "true")
    terminal, _ = opened(tmp_path, lang=lang)
    assert closed(terminal, r"(perdu|lost)\.") == 0
    said = plain(terminal.everything).replace("\N{NO-BREAK SPACE}", " ")
    assert said.startswith(sentences[0])
    assert all(sentence in said for sentence in sentences)
    assert "Traceback" not in said
    assert "{" not in said, "people are told in sentences, and only what is amiss"
    assert (tmp_path / "tablee-data" / "tablee.sqlite").is_file()
    assert not pages.exists(), "there is no screen, or nobody before it"


@pytest.mark.parametrize(
    ("words", "is_shown"),
    [("DISPLAY=:0", True), ("CI=true --open", True), ("DISPLAY=:0 --no-open", False)],
)
def test_the_house_is_shown_in_a_browser_where_there_is_one(
    tmp_path: Path, pages: Path, monkeypatch: pytest.MonkeyPatch, words: str, is_shown: bool
) -> None:
    for name, equals, value in (word.partition("=") for word in words.split()):
        if equals:
            monkeypatch.setenv(name, value)
    terminal, url = opened(tmp_path, *(word for word in words.split() if "=" not in word))
    until = time.monotonic() + PATIENCE
    while is_shown and not (pages.exists() and pages.read_text().endswith("\n")):
        assert time.monotonic() < until
        time.sleep(0.01)
    assert closed(terminal, r"lost\.") == 0
    assert (pages.read_text() if pages.exists() else "") == (f"{url}\n" if is_shown else "")
