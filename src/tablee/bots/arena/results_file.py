"""The file in which an arena keeps its results: one line a match, so that it can go on where it stopped."""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, TextIO

from tablee.bots.arena.arena import Arena, MatchResult


class OtherArena(Exception):
    """The file holds the results of another arena, or something else altogether."""


class ResultsFile:
    """The results of an arena by the number of the match; with a path, kept in a file.

    How long bots thought differs from run to run, so that stands in a file of its own beside it: the same arena gives
    the same file of results, byte for byte, wherever it was played.
    """

    def __init__(self, arena: Arena, path: Path | None = None) -> None:
        """Raises `OtherArena` if the file is not of this arena, `OSError` if it cannot be read or written."""
        self._head = {"arena": arena.plain()}
        self._results: dict[int, MatchResult] = {}
        self._path = path
        self._file: TextIO | None = None
        self._times: TextIO | None = None
        if path is not None:
            self._open(path)

    @property
    def results(self) -> Mapping[int, MatchResult]:
        """All that is known so far."""
        return MappingProxyType(self._results)

    def add(self, result: MatchResult) -> None:
        """Keep one more."""
        self._results[result.number] = result
        if self._file is not None and self._times is not None:
            _write(self._times, _times_line(result))
            _write(self._file, _line(result))

    def sort(self) -> None:
        """Put the lines into the order of their numbers: they were written as matches ended."""
        if self._path is None or self._file is None:
            return
        sorted_path = self._path.with_name(self._path.name + ".sorted")
        with sorted_path.open("w", encoding="utf-8") as file:
            _write(file, self._head)
            for number in sorted(self._results):
                _write(file, _line(self._results[number]))
        self._file.close()
        sorted_path.replace(self._path)
        self._file = self._path.open("a", encoding="utf-8")

    def close(self) -> None:
        """Nothing more will be added."""
        for file in (self._file, self._times):
            if file is not None:
                file.close()

    def _open(self, path: Path) -> None:
        self._file = path.open("a+", encoding="utf-8")
        self._times = path.with_name(path.name + ".times").open("a+", encoding="utf-8")
        try:
            known, times = _text(self._file), _text(self._times)
            self._results = _read(self._head, known, times) if known else {}
        except (ValueError, LookupError, TypeError) as error:
            self.close()
            raise OtherArena(path) from error
        _go_on(self._file, known)
        _go_on(self._times, times)
        if not known:
            _write(self._file, self._head)


def _text(file: TextIO) -> str:
    file.seek(0)
    return file.read()


def _whole_lines(text: str) -> str:
    """Without the last line if only a part of it is there: the run was killed while it wrote."""
    return text[: text.rfind("\n") + 1]


def _go_on(file: TextIO, text: str) -> None:
    """Make a file of this text ready for the next line."""
    file.truncate(len(_whole_lines(text).encode()))
    file.seek(0, os.SEEK_END)


def _line(result: MatchResult) -> dict[str, Any]:
    return {name: value for name, value in asdict(result).items() if name != "thinking"}


def _times_line(result: MatchResult) -> dict[str, Any]:
    return {"number": result.number, "thinking": result.thinking}


def _write(file: TextIO, line: Mapping[str, Any]) -> None:
    print(json.dumps(line, ensure_ascii=False), file=file, flush=True)


def _read(head: Mapping[str, Any], text: str, times: str) -> dict[int, MatchResult]:
    first, *others = map(json.loads, _whole_lines(text).splitlines())
    if first != head:
        raise ValueError(first)
    results = {line["number"]: MatchResult.read(line) for line in others}
    for line in map(json.loads, _whole_lines(times).splitlines()):
        if result := results.get(line["number"]):
            results[result.number] = replace(result, thinking=line["thinking"])
    return results
