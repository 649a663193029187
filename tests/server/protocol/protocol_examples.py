"""The page on the protocol, read for its examples."""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

PAGE: Final = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text(encoding="utf-8")
ANYTHING: Final = "…"


@dataclass(frozen=True)
class Block:
    """An example of the page."""

    kind: str
    """`http`, `socket`, `json` or `python`."""
    words: tuple[str, ...]
    """What the fence says beside the kind."""
    text: str


def blocks(*kinds: str) -> list[Block]:
    found = re.findall(r"^```(\w+) (.+?)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    return [Block(kind, tuple(words.split()), text) for kind, words, text in found if kind in kinds]


class Bindings(dict[str, Any]):
    """The values that stand behind `$names`."""

    def filled(self, example: Any) -> Any:
        """An example with its names replaced, to be sent."""
        match example:
            case str() if example.startswith("$"):
                return self[example]
            case str():
                return re.sub(r"\$\w+", lambda name: str(self[name[0]]), example)
            case dict():
                return {name: self.filled(value) for name, value in example.items()}
            case list():
                return [self.filled(value) for value in example]
            case _:
                return example

    def check(self, example: Any, real: Any, where: str = "") -> None:
        """Whether what came in is what the example says."""
        match example:
            case str() if example == ANYTHING:
                pass
            case str() if example.startswith("$"):
                assert self.setdefault(example, real) == real, where
            case dict():
                assert isinstance(real, dict), where
                wanted = {name: value for name, value in example.items() if name != ANYTHING}
                assert set(wanted) <= set(real), where
                assert ANYTHING in example or set(wanted) == set(real), where
                for name, value in wanted.items():
                    self.check(value, real[name], f"{where}.{name}")
            case list():
                assert isinstance(real, list), where
                assert len(example) == len(real), where
                for index, value in enumerate(example):
                    self.check(value, real[index], f"{where}[{index}]")
            case _:
                assert example == real, f"{where}: {real!r}"


def lines(text: str) -> list[tuple[str, str]]:
    """The steps of a conversation: what is done, and with what; a step may go on over several lines."""
    steps = re.findall(r"^(<|>|connect|disconnect|closed)(.*?)(?=^\S|\Z)", text, re.DOTALL | re.MULTILINE)
    return [(step, rest.strip()) for step, rest in steps]


def exchange(text: str) -> tuple[str, str, Any, int, Any]:
    """A request and its answer: method, path, body, status, body."""
    asked, answered = text.strip().split("\n\n")
    first, _, body = asked.partition("\n")
    method, path = first.split(" ")
    status, _, told = answered.partition("\n")
    return method, path, json.loads(body) if body else None, int(status), json.loads(told) if told else None
