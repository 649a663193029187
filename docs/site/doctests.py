"""Shows the examples in docstrings as code: Markdown would take their `>>>` for quotations."""

import re
from typing import Final

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

_EXAMPLE: Final = re.compile(r"^>>> (?:.*\n?(?!\n))*.*", re.MULTILINE)


class _Fences(Preprocessor):
    def run(self, lines: list[str]) -> list[str]:
        return _EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", "\n".join(lines)).split("\n")


class Doctests(Extension):
    """Puts fences around examples that have none."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Markdown's name
        md.preprocessors.register(_Fences(md), "doctests", 40)


def makeExtension(**settings: object) -> Doctests:  # noqa: N802 - Markdown's name
    return Doctests(**settings)
