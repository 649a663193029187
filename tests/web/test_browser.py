"""Which browser the tests look through, on machines of all kinds."""

import platform
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from tests.web import browser

ROOT = Path(__file__).parents[2]
MANAGERS = {
    "apt-get": "apt-get install",
    "dnf": "dnf install",
    "apk": "apk add",
    "pacman": "pacman -S",
    "zypper": "zypper --non-interactive --quiet install",
}
ON_THE_SYSTEM, FROM_NPM, PLAYWRIGHTS = "bin/chromium", "npm/chromium", "playwright/chrome"


class Machine:
    """A machine of which nothing is real: `offers` are the ways in which a browser can be had on it."""

    def __init__(self, folder: Path, *, has: Sequence[str] = (), offers: Sequence[str] = (), is_root: bool = True):
        self.folder = folder
        self.offers = offers
        self.is_root = is_root
        self.needs_no_password = False
        """Whether `sudo` asks for none."""
        self.broken: set[str] = set()
        self.tried: list[str] = []
        """The ways that were tried, in order."""
        for name in (*has, *(f"bin/{name}" for name in MANAGERS if name in offers)):
            self.put(name)

    def put(self, name: str) -> None:
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).touch()

    def which(self, name: str) -> str | None:
        path = self.folder / "bin" / name
        return str(path) if path.exists() else None

    def playwrights_own(self) -> str | None:
        return browser._running(self.folder / PLAYWRIGHTS)

    def did(
        self, command: Sequence[str], environment: Mapping[str, str] | None = None, cwd: Path | None = None
    ) -> bool:
        words = " ".join(command)
        if words.endswith(" --version"):
            return Path(command[0]).relative_to(self.folder).as_posix() not in self.broken
        if words == "sudo -n true":
            return self.needs_no_password
        assert self.is_root or words.startswith("sudo -n ") or not any(f" {name} " in words for name in MANAGERS)
        ways = ("apt-get update", "npm install", "node --input-type", "playwright install", *MANAGERS.values())
        way = next(way for way in ways if way in words)
        self.tried.append(way)
        if way.split()[0] not in self.offers and not (way.startswith("node") and "npm" in self.offers):
            return False
        if way in MANAGERS.values():
            self.put(ON_THE_SYSTEM)
        if way == "playwright install":
            assert ("--with-deps" in words) is self.is_root
            self.put(PLAYWRIGHTS)
        return True

    @property
    def found(self) -> str | None:
        return self._relative(browser.found())

    @property
    def fetched(self) -> str | None:
        return self._relative(browser.fetched())

    def _relative(self, path: str | None) -> str | None:
        return None if path is None else Path(path).relative_to(self.folder).as_posix()


class Machines:
    """Puts a machine in the place of the real one."""

    def __init__(self, patch: pytest.MonkeyPatch, folder: Path) -> None:
        self._patch = patch
        self._folder = folder

    def __call__(self, *, has: Sequence[str] = (), offers: Sequence[str] = (), is_root: bool = True) -> Machine:
        machine = Machine(self._folder, has=has, offers=offers, is_root=is_root)
        self._patch.setattr(browser, "_did", machine.did)
        self._patch.setattr(browser, "_is_root", lambda: machine.is_root)
        self._patch.setattr(browser, "_playwrights_own", machine.playwrights_own)
        self._patch.setattr(shutil, "which", machine.which)
        self._patch.setattr(sys, "platform", "linux")
        self._patch.setattr(platform, "machine", lambda: "x86_64")
        self._patch.setattr(browser, "FOLDER", self._folder / "npm")
        for name in ("TABLEE_CHROMIUM", "CI", "TABLEE_REQUIRE_BROWSER"):
            self._patch.delenv(name, raising=False)
        return machine


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Machines:
    return Machines(monkeypatch, tmp_path)


@pytest.mark.parametrize("name", browser.NAMES)
def test_the_browser_of_the_system_is_used(machine: Machines, name: str) -> None:
    assert machine(has=[PLAYWRIGHTS, FROM_NPM, f"bin/{name}"]).found == f"bin/{name}"


def test_one_fetched_before_is_used(machine: Machines) -> None:
    assert machine(has=[PLAYWRIGHTS, FROM_NPM]).found == FROM_NPM


def test_playwrights_own_is_used(machine: Machines) -> None:
    assert machine(has=[PLAYWRIGHTS]).found == PLAYWRIGHTS


def test_one_that_does_not_start_is_passed_over(machine: Machines) -> None:
    here = machine(has=["bin/chromium", "bin/chromium-browser", FROM_NPM])
    here.broken = {"bin/chromium", "bin/chromium-browser"}
    assert here.found == FROM_NPM


def test_there_may_be_none(machine: Machines) -> None:
    assert machine().found is None


def test_another_can_be_named(machine: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    machine(has=[ON_THE_SYSTEM])
    monkeypatch.setenv("TABLEE_CHROMIUM", "/opt/mine")
    assert browser.found() == browser.found_with_notifications() == "/opt/mine"
    monkeypatch.setenv("TABLEE_CHROMIUM", "none")
    assert browser.found() is browser.found_with_notifications() is None


def test_the_one_without_windows_shows_no_notifications(
    machine: Machines, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    machine(has=["bin/chromium-headless-shell"])
    assert browser.main() == 0
    assert browser.WITHOUT_NOTIFICATIONS in capsys.readouterr().out
    machine(has=[ON_THE_SYSTEM])
    assert browser.main() == 0
    assert browser.WITHOUT_NOTIFICATIONS not in capsys.readouterr().out
    monkeypatch.setenv("TABLEE_CHROMIUM", "/opt/headless_shell")
    assert browser.found_with_notifications() is None


def test_root_gets_it_from_the_system(machine: Machines) -> None:
    here = machine(offers=["apt-get", "npm", "playwright"])
    assert here.fetched == ON_THE_SYSTEM
    assert here.tried == ["apt-get update", "apt-get install"]


@pytest.mark.parametrize("manager", MANAGERS)
def test_every_kind_of_system_has_one(machine: Machines, manager: str, capsys: pytest.CaptureFixture[str]) -> None:
    here = machine(offers=[manager, "npm"])
    assert here.fetched == ON_THE_SYSTEM
    assert here.tried[-1] == MANAGERS[manager]
    assert f"by {manager} …" in capsys.readouterr().out


def test_whoever_needs_no_password_gets_it_from_the_system(machine: Machines) -> None:
    here = machine(has=["bin/sudo"], offers=["dnf", "npm"], is_root=False)
    here.needs_no_password = True
    assert here.fetched == ON_THE_SYSTEM
    assert here.tried == ["dnf install"]


def test_nobody_is_asked_for_a_password(machine: Machines) -> None:
    here = machine(has=["bin/sudo"], offers=["dnf", "npm"], is_root=False)
    assert here.fetched == FROM_NPM


def test_others_get_it_from_npm(machine: Machines) -> None:
    here = machine(offers=["apt-get", "npm", "playwright"], is_root=False)
    assert here.fetched == FROM_NPM
    assert here.tried == ["npm install", "node --input-type"]
    start = here.folder / FROM_NPM
    assert start.stat().st_mode & 0o777 == 0o755
    assert "unpacked" in start.read_text()


def test_a_system_without_network_leaves_npm(machine: Machines) -> None:
    here = machine(has=["bin/apt-get"], offers=["npm"])
    assert here.fetched == FROM_NPM
    assert here.tried == ["apt-get update", "npm install", "node --input-type"]


def test_a_package_of_the_system_that_only_asks_for_another_leaves_npm(machine: Machines) -> None:
    here = machine(offers=["apt-get", "npm"])
    here.broken = {ON_THE_SYSTEM}
    assert here.fetched == FROM_NPM


@pytest.mark.parametrize("is_root", [True, False])
def test_playwrights_download_comes_last(machine: Machines, is_root: bool) -> None:
    here = machine(offers=["playwright"], is_root=is_root)
    assert here.fetched == PLAYWRIGHTS
    assert here.tried[-2:] == ["npm install", "playwright install"]


def test_what_npm_has_is_not_fetched_for_other_machines(machine: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    here = machine(offers=["npm", "playwright"], is_root=False)
    monkeypatch.setattr(platform, "machine", lambda: "arm64")
    assert here.fetched == PLAYWRIGHTS
    assert here.tried == ["playwright install"]


def test_one_from_npm_that_does_not_start_leaves_playwright(machine: Machines) -> None:
    here = machine(offers=["npm", "playwright"], is_root=False)
    here.broken = {FROM_NPM}
    assert here.fetched == PLAYWRIGHTS


def test_none_is_to_be_had(machine: Machines, capsys: pytest.CaptureFixture[str]) -> None:
    here = machine(has=["bin/apt-get"])
    assert here.fetched is None
    assert here.tried == ["apt-get update", "npm install", "playwright install"]
    assert browser.main() == 0
    assert capsys.readouterr().out.splitlines()[-1] == "The browser of the tests: none"


@pytest.mark.parametrize(("name", "value"), [("CI", "true"), ("TABLEE_REQUIRE_BROWSER", "1")])
def test_to_do_without_can_be_forbidden(
    machine: Machines, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    machine()
    monkeypatch.setenv(name, value)
    assert browser.main() == 1
    monkeypatch.setenv("TABLEE_CHROMIUM", "/opt/mine")
    assert browser.main() == 0


def test_nothing_is_fetched_for_whoever_wants_none(machine: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    here = machine(offers=["apt-get", "npm", "playwright"])
    monkeypatch.setenv("TABLEE_CHROMIUM", "none")
    assert browser.main() == 0
    assert here.tried == []


def test_a_command_that_cannot_be_run_did_not_go_well() -> None:
    assert browser._did([sys.executable, "-c", ""])
    assert not browser._did([sys.executable, "-c", "raise SystemExit(3)"])
    assert not browser._did(["no such program"])


@pytest.mark.parametrize(("required", "processes"), [(False, 1), (True, 0)])
def test_tests_without_a_browser_are_skipped_loudly_or_fail(required: bool, processes: int) -> None:
    """Also where another process runs the tests, and its reports come from afar."""
    one = "tests/web/test_pages.py::test_too_many_players_are_told_so"
    environment = {"TABLEE_CHROMIUM": "none", "CI": "true" if required else "", "TABLEE_REQUIRE_BROWSER": ""}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        command = [sys.executable, "-m", "pytest", "-q", "-n", str(processes), "-p", "no:cacheprovider", one]
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == (1 if required else 0), ran.stdout
    last = ran.stdout.splitlines()[-2:]
    if required:
        assert browser.NONE in ran.stdout
        assert "1 error" in last[-1]
    else:
        assert last[0] == f"1 TESTS SKIPPED: Skipped: {browser.NONE}"
        assert "1 skipped" in last[-1]
