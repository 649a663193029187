"""Shows the examples in docstrings as code: Markdown would take their `>>>` for quotations."""

from collections.abc import Iterable, Iterator

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor


def fenced(lines: Iterable[str]) -> Iterator[str]:
    """The same lines, with fences around examples that have none.

    >>> list(fenced(["Add:", "", ">>> 1 + 1", "2", ""]))
    ['Add:', '', '```pycon', '>>> 1 + 1', '2', '```', '']
    """
    is_code = is_example = False
    for line in lines:
        if line.lstrip().startswith("```"):
            is_code = not is_code
        if line.startswith(">>> ") and not is_code and not is_example:
            is_example = True
            yield "```pycon"
        if is_example and not line:
            is_example = False
            yield "```"
        yield line
    if is_example:
        yield "```"


class _Fences(Preprocessor):
    def run(self, lines: list[str]) -> list[str]:
        return list(fenced(lines))


class Doctests(Extension):
    """Finds examples before Markdown looks for fences."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Markdown's name
        md.preprocessors.register(_Fences(md), "doctests", 40)


def makeExtension(**settings: object) -> Doctests:  # noqa: N802 - Markdown's name
    return Doctests(**settings)
