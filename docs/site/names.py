"""The names of files and functions that the documents cite, and whether they are there."""

import ast
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from docs.site.palette import ROOT

SCRIPTS: Final = {".ts", ".svelte", ".js"}
PLACES: Final = ("", "src/tablee/", "src/tablee/games/<game>/", "src/tablee/server/", "web/", "web/src/")
"""Where a path that a document cites may begin."""
BUILT: Final = {"node_modules", "build", "dist", "client"}
"""Folders that are made, and hidden ones, are not looked into."""

_CITED: Final = re.compile(r"(?<!`)`([\w.<>*-]+(?:/[\w.<>*-]*)*)(?:::([\w.]+))?`")
_FENCED: Final = re.compile(r"^( *)(`{3,}).*?^\1\2 *$", re.DOTALL | re.MULTILINE)
_OURS: Final = re.compile(r"(\w/|\.(py|md|ts|svelte|css)|/.*\.(toml|svg|json|service|timer|conf|yaml))$")


def cited(page: Path) -> Iterator[tuple[str, str | None]]:
    """The paths in a document's text that look like ours, with the name in the file if one is given."""
    for path, name in _CITED.findall(_FENCED.sub("", page.read_text("utf-8"))):
        if _OURS.search(path):
            yield path, name or None


def is_there(path: str, name: str | None = None) -> bool:
    """Whether a cited file or folder is there, and the function, class or method in it.

    `<game>` stands for any folder. A file may be cited by its name alone.
    """
    places = "|".join(map(_pattern, PLACES)) if "/" in path else "(?:.*/)?"
    found = re.findall(f"^(?:{places}){_pattern(path.rstrip('/'))}$", _files(), re.MULTILINE)
    return any(name is None or defines(ROOT / file, name) for file in found)


def _pattern(path: str) -> str:
    return re.sub(r"<\w+>|\\\*", "[^/\n]+", re.escape(path))


@cache
def _files() -> str:
    """All files and folders of the repository, one a line."""
    found: list[Path] = []
    for folder, inner, files in os.walk(ROOT):
        inner[:] = [name for name in inner if name not in BUILT and not name.startswith((".", "__"))]
        found += (Path(folder) / name for name in (*inner, *files))
    return "\n".join(path.relative_to(ROOT).as_posix() for path in found)


def defines(file: Path, name: str) -> bool:
    """Whether a file defines a name, such as `Match.play`."""
    if file.suffix == ".py":
        return name in _names_in(file)
    if file.suffix in SCRIPTS:
        text = _IMPORTED.sub("", file.read_text("utf-8"))
        return all(re.search(_SCRIPT.format(re.escape(part)), text) for part in name.split("."))
    return False


_IMPORTED: Final = re.compile(r"^\s*import\b[^;]*;$", re.MULTILINE)
_SCRIPT: Final = (
    r"(?m)\b(?:function|class|const|let|interface|type)\s+{0}\b"  # a declaration
    r"|^\s+(?:(?:private|protected|async|get)\s+)*{0}\s*[(<][^\n]*\{{$"  # a method
    r"|[{{,]\s*{0}\s*[,}}]"  # a prop
)


@cache
def _names_in(file: Path) -> frozenset[str]:
    return frozenset(_defined(ast.parse(file.read_text("utf-8")).body))


def _defined(body: list[ast.stmt], within: str = "") -> Iterator[str]:
    for statement in body:
        match statement:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield within + name
            case ast.ClassDef(name=name, body=inner):
                yield within + name
                yield from _defined(inner, f"{within}{name}.")
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield within + name
            case ast.Assign(targets=targets):
                yield from (within + target.id for target in targets if isinstance(target, ast.Name))
            case _:
                pass
