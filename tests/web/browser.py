"""The browser that the tests look through: the system's Chromium, or Playwright's own.

`python -m tests.web.browser` fetches Playwright's where the system has none.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Playwright, sync_playwright

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SWITCHES: Final = ["--disable-background-networking", "--disable-component-update", "--no-first-run"]


def system_browser() -> str | None:
    """Where the system keeps a Chromium; `TABLEE_CHROMIUM` names another."""
    found = [os.environ.get("TABLEE_CHROMIUM"), *map(shutil.which, NAMES)]
    return next((path for path in found if path), None)


def opened(playwright: Playwright) -> Browser:
    """A browser without a window. Root has no sandbox."""
    switches = [*SWITCHES, "--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else SWITCHES
    return playwright.chromium.launch(executable_path=system_browser(), args=switches)


def ensure() -> None:
    """Have a browser, fetching one if need be."""
    if system_browser():
        return
    with sync_playwright() as playwright:
        is_there = Path(playwright.chromium.executable_path).exists()
    if not is_there:
        subprocess.run([sys.executable, "-m", "playwright", "install", "--with-deps", "chromium"], check=True)


if __name__ == "__main__":
    ensure()
