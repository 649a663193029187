"""Draws the picture of the architecture, docs/architecture.svg: `python -m docs.site.picture` writes it anew."""

import re
import textwrap
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from docs.site.palette import ROOT, variables

PICTURE: Final = ROOT / "docs/architecture.svg"
DESCRIPTION: Final = ROOT / "docs/site/architecture.toml"
COLOURS: Final = ("paper", "surface", "surface-2", "line", "ink", "ink-2", "accent", "mustard-soft", "green-soft")

WIDTH: Final = 880
MARGIN: Final = 16
GAP: Final = 14
PAD: Final = 14
HEAD: Final = 46
CHIP: Final = 44
CHIP_GAP: Final = 10
ARROW: Final = 26
LETTER: Final = 7.0
"""How wide a letter of the small text is at most, on average."""


@dataclass(frozen=True)
class Part:
    """A package or module inside a layer."""

    name: str
    about: str
    path: Path
    rank: int = 0
    """How far down it stands inside its layer."""


@dataclass(frozen=True)
class Layer:
    """A package that stands above others."""

    name: str
    about: str
    path: Path
    parts: tuple[Part, ...] = ()
    arrows: bool = False
    """Whether the parts import from left to right."""
    columns: int = 4
    share: float = 1.0
    """How much of the width it takes, where several stand side by side."""


def described() -> dict[str, Any]:
    """What the description says."""
    return tomllib.loads(DESCRIPTION.read_text("utf-8"))


def contracts() -> dict[str, list[list[str]]]:
    """The layers that import-linter enforces, by the name of the contract, from the highest down."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return {
        contract["name"]: [re.findall(r"[\w.]+", layer) for layer in contract["layers"]]
        for contract in settings["tool"]["importlinter"]["contracts"]
        if "layers" in contract
    }


def rows() -> list[list[Layer]]:
    """The layers from the highest down; those in one row do not import each other."""
    names = [[name.rpartition(".")[2] for name in layer] for layer in contracts()["Imports point one way"]]
    return [[_layer(name, len(row)) for name in row] for row in names]


def _layer(name: str, beside: int) -> Layer:
    said = described()
    folder = ROOT / "src/tablee" / name
    wide = {"server": 0.6, "lab": 0.2, "remote": 0.2} if beside > 1 else {}
    return Layer(
        name,
        said["layers"][name],
        folder,
        tuple(_parts(name, folder, said["parts"].get(name, {}))),
        arrows=name in _INSIDE,
        columns={"lab": 1, "remote": 1, "server": 3, "review": 5, "bots": 5, "games": 5}.get(name, 4),
        share=wide.get(name, 1.0),
    )


_INSIDE: Final = {"server": "Inside the server", "games": "Inside a game"}


def _parts(name: str, folder: Path, about: dict[str, str]) -> Iterator[Part]:
    """What is inside a layer: in the order of its contract if it has one, else of the description."""
    if name not in _INSIDE:
        for part, words in about.items():
            yield Part(part, words, _module(folder / part))
        return
    examples = [path for path in sorted(folder.iterdir()) if (path / "__init__.py").exists()]
    home = examples[0] if name == "games" else folder
    for rank, layer in enumerate(contracts()[_INSIDE[name]]):
        for part in layer:
            path = _module(home / part)
            if name == "games" or path.is_dir():
                yield Part(part, about[part], path, rank)


def _module(path: Path) -> Path:
    return path if path.is_dir() else path.with_suffix(".py")


# Drawing


def _text(x: float, y: float, words: str, kind: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" class="{kind}">{escape(words)}</text>'


def _box(x: float, y: float, width: float, height: float, kind: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="10" class="{kind}"/>'


def _lines(words: str, width: float) -> list[str]:
    return textwrap.wrap(words, int(width / LETTER))


def _chips(layer: Layer, x: float, y: float, width: float) -> Iterator[str]:
    columns = layer.columns
    wide = (width - (columns - 1) * CHIP_GAP) / columns
    high = _chip_height(layer, width)
    for number, (part, after) in enumerate(zip_longest(layer.parts, layer.parts[1:])):
        row, column = divmod(number, columns)
        left, top = x + column * (wide + CHIP_GAP), y + row * (high + CHIP_GAP)
        yield _box(left, top, wide, high, "chip")
        yield _text(left + 10, top + 18, part.name, "name")
        for line, words in enumerate(_lines(part.about, wide - 16)):
            yield _text(left + 10, top + 34 + 14 * line, words, "about")
        if layer.arrows and after and after.rank > part.rank and column + 1 < columns:
            yield f'<path d="M{left + wide + 1:g} {top + high / 2:g}h{CHIP_GAP - 3}" class="arrow"/>'


def _chip_height(layer: Layer, width: float) -> float:
    wide = (width - (layer.columns - 1) * CHIP_GAP) / layer.columns
    return CHIP + 14 * (max((len(_lines(part.about, wide - 16)) for part in layer.parts), default=1) - 1)


def _height(layer: Layer, width: float) -> float:
    room = width - 2 * PAD
    text = HEAD + 16 * (len(_lines(layer.about, room)) - 1)
    if not layer.parts:
        return text + 8
    chip_rows = -(-len(layer.parts) // layer.columns)
    return text + chip_rows * (_chip_height(layer, room) + CHIP_GAP) - CHIP_GAP + PAD


def _band(layer: Layer, x: float, y: float, width: float, height: float) -> Iterator[str]:
    yield _box(x, y, width, height, f"layer {layer.name}")
    inside = ".<game>" if layer.name == "games" else ""
    yield _text(x + PAD, y + 22, f"tablee.{layer.name}{inside}", "title")
    lines = _lines(layer.about, width - 2 * PAD)
    for number, line in enumerate(lines):
        yield _text(x + PAD, y + 38 + 16 * number, line, "about")
    yield from _chips(layer, x + PAD, y + HEAD + 16 * (len(lines) - 1), width - 2 * PAD)


def _down(y: float) -> str:
    return f'<path d="M{WIDTH / 2:g} {y + 4:g}v{ARROW - 10}" class="arrow"/>'


def _row(layers: Sequence[Layer], y: float) -> tuple[list[str], float]:
    room = WIDTH - 2 * MARGIN - (len(layers) - 1) * GAP
    height = max(_height(layer, room * layer.share) for layer in layers)
    drawn: list[str] = []
    x: float = MARGIN
    for layer in layers:
        drawn += _band(layer, x, y, room * layer.share, height)
        x += room * layer.share + GAP
    return drawn, y + height


def _outside(said: Sequence[dict[str, str]], y: float) -> tuple[list[str], float]:
    wide = (WIDTH - 2 * MARGIN - (len(said) - 1) * GAP) / len(said)
    drawn = []
    for number, who in enumerate(said):
        x = MARGIN + number * (wide + GAP)
        drawn.append(_box(x, y, wide, 64, "outside"))
        for line, (words, kind) in enumerate([(who["name"], "who"), (who["about"], "about"), (who["uses"], "about")]):
            drawn.append(_text(x + PAD, y + 21 + 17 * line, words, kind))
    return drawn, y + 64


STYLE: Final = """
.architecture text { font: 12px Figtree, system-ui, sans-serif; fill: var(--ink-2); }
.architecture .heading { font: 18px "Young Serif", Georgia, serif; fill: var(--ink); }
.architecture .who { font-weight: 700; font-size: 13px; fill: var(--ink); }
.architecture .title { font: 700 14px ui-monospace, Menlo, Consolas, monospace; fill: var(--accent); }
.architecture .name { font: 600 13px ui-monospace, Menlo, Consolas, monospace; fill: var(--ink); }
.architecture rect { stroke: var(--line); fill: var(--surface); }
.architecture .paper { fill: var(--paper); stroke: none; }
.architecture .outside { fill: none; stroke-dasharray: 4 4; }
.architecture .layer { fill: var(--surface-2); }
.architecture .games { fill: var(--green-soft); }
.architecture .core { fill: var(--mustard-soft); }
.architecture .arrow { fill: none; stroke: var(--ink-2); stroke-width: 1.5; marker-end: url(#architecture-tip); }
.architecture .tip { fill: var(--ink-2); }
"""


def drawn() -> str:
    """The picture, as text."""
    said = described()
    body = [_text(MARGIN, 30, said["title"], "heading"), _text(MARGIN, 50, said["note"], "about")]
    outside, y = _outside(said["outside"], 64)
    body += outside
    for layers in rows():
        body.append(_down(y))
        row, y = _row(layers, y + ARROW)
        body += row
    height = y + MARGIN
    style = (
        f".architecture {{ {variables('light', COLOURS)} }}\n"
        f"@media (prefers-color-scheme: dark) {{ .architecture {{ {variables('dark', COLOURS)} }} }}{STYLE}"
    )
    tip = (
        '<defs><marker id="architecture-tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" '
        'orient="auto"><path d="M0 0l8 4-8 4z" class="tip"/></marker></defs>'
    )
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="architecture" viewBox="0 0 {WIDTH} {height:g}" '
        f'width="{WIDTH}" height="{height:g}" role="img" aria-label="{escape(said["title"])}">'
    )
    return "\n".join(
        [
            opening,
            f"<style>{style}</style>",
            tip,
            f'<rect width="{WIDTH}" height="{height:g}" rx="14" class="paper"/>',
            *body,
            "</svg>",
            "",
        ]
    )


if __name__ == "__main__":
    PICTURE.write_text(drawn(), "utf-8")
