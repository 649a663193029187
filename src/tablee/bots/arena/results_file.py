"""The file in which an arena keeps its results: one line a match, so that it can go on where it stopped."""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from types import MappingProxyType
from typing import Any, TextIO

from tablee.bots.arena.arena import Arena, MatchResult


class OtherArena(Exception):
    """The file holds the results of another arena, or something else altogether."""


class ResultsFile:
    """The results of an arena by the number of the match; with a path, kept in a file."""

    def __init__(self, arena: Arena, path: Path | None = None) -> None:
        """Raises `OtherArena` if the file is not of this arena, `OSError` if it cannot be read or written."""
        self._results: dict[int, MatchResult] = {}
        self._file: TextIO | None = None
        if path is not None:
            self._open(arena, path)

    @property
    def results(self) -> Mapping[int, MatchResult]:
        """All that is known so far."""
        return MappingProxyType(self._results)

    def add(self, result: MatchResult) -> None:
        """Keep one more."""
        self._results[result.number] = result
        self._write(asdict(result))

    def close(self) -> None:
        """Nothing more will be added."""
        if self._file is not None:
            self._file.close()

    def _open(self, arena: Arena, path: Path) -> None:
        self._file = path.open("a+", encoding="utf-8")
        self._file.seek(0)
        try:
            text = self._file.read()
            # A run that was killed while it wrote a line left only a part of it.
            whole = text[: text.rfind("\n") + 1]
            self._results = _read(arena, whole) if text else {}
        except (ValueError, LookupError, TypeError) as error:
            self._file.close()
            raise OtherArena(path) from error
        self._file.truncate(len(whole.encode()))
        self._file.seek(0, os.SEEK_END)
        if not whole:
            self._write({"arena": arena.plain()})

    def _write(self, line: Mapping[str, Any]) -> None:
        if self._file is not None:
            print(json.dumps(line, ensure_ascii=False), file=self._file, flush=True)


def _read(arena: Arena, text: str) -> dict[int, MatchResult]:
    first, *lines = map(json.loads, text.splitlines())
    if first != {"arena": arena.plain()}:
        raise ValueError(first)
    return {line["number"]: MatchResult.read(line) for line in lines}
