"""The example game, built and installed as anybody's package would be."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
EXAMPLES: Final = ROOT / "examples"
NIM: Final = EXAMPLES / "nim"


def install(source: Path, target: Path) -> None:
    """Build a package and put it into a folder, without asking anybody else for anything."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    offline = ["--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, *offline, "--target", target, source], check=True)


def without_table(folder: Path, name: str) -> Path:
    """The source of Nim as it was before its table was drawn; under another name, so that both can be in one house."""
    source = folder / "nim"
    shutil.copytree(NIM, source, ignore=shutil.ignore_patterns("__pycache__", "table"))
    _replace(source / "tablee_nim" / "__init__.py", ', table="table"', "")
    _replace(source / "tablee_nim" / "rules" / "__init__.py", '= "nim"', f'= "{name}"')
    _replace(source / "pyproject.toml", "nim = ", f"{name} = ")
    return source


def _replace(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


@contextmanager
def on_path(folder: Path) -> Iterator[None]:
    """Programs that are started meanwhile find what is installed in a folder, and report to no other test run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder), prepend=os.pathsep)
        for name in os.environ:
            if name.startswith(("COV_CORE", "PYTEST_")):
                patch.delenv(name)
        yield
