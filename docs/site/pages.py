"""The pages of the docs site: the repository's own documents, the rules of every game, and the API reference."""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Final

from docs.site import notebooks, picture
from docs.site.palette import ROOT

SECTIONS: Final = {
    "Start": ["README.md", "CHANGELOG.md"],
    "The games": ["src/tablee/games/*/rules.md"],
    "Les règles en français": ["src/tablee/games/*/rules.fr.md"],
    "The games in figures": ["docs/reports/*.md"],
    "Run a house": [
        "docs/operations.md",
        "docs/members.md",
        "docs/book.md",
        "docs/tournaments.md",
        "docs/notifications.md",
        "docs/regulars.md",
        "docs/machines.md",
        "docs/fairness.md",
        "SECURITY.md",
        "deploy",
    ],
    "Bots and programs": [
        "examples",
        notebooks.PATTERN,
        "docs/reviews.md",
        "docs/bots.md",
        "docs/bots-learning.md",
        "docs/bots-outside.md",
        "docs/cluster.md",
        "docs/compiled.md",
        "docs/laboratory.md",
        "docs/game-cards.md",
        "docs/protocol.md",
    ],
    "Work on it": [
        "CONTRIBUTING.md",
        "docs/architecture.md",
        "docs/walkthroughs.md",
        "docs/adding-a-game.md",
        "docs/web.md",
        "docs/testing.md",
        "docs/*.md",
    ],
    "Reference": [
        f"docs/site/reference/{name}.md" for name in ("core", "bots", "review", "tournament", "lab", "remote")
    ],
}
"""The navigation: patterns of documents, in order. One that was named before is not named again."""

LISTINGS: Final = {
    "deploy": ("Files to start from", "The files of the folder `deploy`, to be copied and filled in."),
    "examples": (
        "Examples",
        "Short programs to start from. Each says in its first lines how to run it; tests run them all.",
    ),
}
"""Folders whose files are shown on a page: its title, and what it says first."""

_LINK: Final = re.compile(r"(!?\[[^\]]*\]\()([^)\s]+)(\))")
_FENCE: Final = re.compile(r"^ *(`{3,}).*?^ *\1 *$", re.DOTALL | re.MULTILINE)
_LANGUAGE: Final = re.compile(r"^( *```)(http|socket|json client|python expand)\b.*$", re.MULTILINE)


class BadLink(Exception):
    """A document points to something that is not part of the site."""


@dataclass(frozen=True)
class Page:
    """A document and where it stands in the site."""

    source: Path
    """From the root of the repository."""
    target: PurePosixPath
    text: str

    @property
    def title(self) -> str:
        found = re.search(r"^# (.+)$", self.text, re.MULTILINE)
        return found[1] if found else self.source.stem


@dataclass
class Collection:
    """All pages, by their sections, and the pictures that they show."""

    sections: dict[str, list[Page]] = field(default_factory=dict)
    pictures: set[Path] = field(default_factory=set)

    @property
    def pages(self) -> list[Page]:
        return [page for pages in self.sections.values() for page in pages]


def collected() -> Collection:
    """The pages of the site as they stand in the repository."""
    collection, seen = Collection(), set[Path]()
    for section, patterns in SECTIONS.items():
        pages: list[Page] = []
        for pattern in patterns:
            if pattern in LISTINGS:
                pages += [listing(pattern)] if _listed(pattern) else []
                continue
            for path in sorted(ROOT.glob(pattern)):
                if path not in seen:
                    seen.add(path)
                    source = path.relative_to(ROOT)
                    text = notebooks.page(path) if path.suffix == ".py" else path.read_text("utf-8")
                    pages.append(Page(source, _target(source), text))
        collection.sections[section] = pages
    return collection


def _target(source: Path) -> PurePosixPath:
    if source.name == "README.md":
        return PurePosixPath("index.md")
    if source.stem.startswith("rules"):
        return PurePosixPath("games") / f"{source.parent.name}{source.name.removeprefix('rules')}"
    if source.parts[:2] == ("docs", "site"):
        return PurePosixPath("reference") / source.name
    if source.suffix == ".py":
        return PurePosixPath("notebooks") / f"{source.stem}.md"
    if source.parts[:2] == ("docs", "reports"):
        return PurePosixPath("reports") / source.name
    return PurePosixPath(source.name.lower())


def listing(folder: str) -> Page:
    """The files of a folder, each under a heading of its own."""
    title, about = LISTINGS[folder]
    parts = [f"# {title}", "", about]
    for path in _listed(folder):
        code = path.read_text("utf-8").rstrip()
        parts += ["", f"## {path.name}", "", f"```{_KINDS.get(path.suffix, 'text')}", code, "```"]
    return Page(Path(folder), PurePosixPath(f"{folder}.md"), "\n".join(parts) + "\n")


def _listed(folder: str) -> list[Path]:
    files = [path for path in (ROOT / folder).glob("*") if path.is_file() and path.suffix != ".md"]
    return sorted((path for path in files if not path.name.startswith(".")), key=lambda path: path.name.lower())


_KINDS: Final = {
    ".conf": "nginx",
    ".env": "sh",
    ".py": "python",
    ".service": "ini",
    ".timer": "ini",
    ".toml": "toml",
    ".yaml": "yaml",
}


# Links

_HANDED_OUT: Final = (".html", ".parquet")
"""Files that are no pages, but can be opened or taken away from the site."""


def with_links(page: Page, collection: Collection) -> str:
    """The text of a page with its links as they are in the site. Raises `BadLink`."""
    targets = {each.source: each.target for each in collection.pages}

    def link(found: re.Match[str]) -> str:
        before, address, after = found.groups()
        if re.match(r"[a-z]+:|#", address):
            return found[0]
        path, hash_, anchor = address.partition("#")
        source = Path(os.path.normpath(page.source.parent / path))
        if before.startswith("!") and (ROOT / source).is_file():
            collection.pictures.add(source)
            target = picture_target(source)
        elif source in targets:
            target = targets[source]
        elif source.parent.name in LISTINGS and (ROOT / source) in _listed(source.parent.name):
            target, hash_, anchor = targets[source.parent], "#", source.name.lower().replace(".", "")
        elif source == Path("LICENSE") or (source.suffix in _HANDED_OUT and (ROOT / source).is_file()):
            collection.pictures.add(source)
            target = picture_target(source)
        else:
            raise BadLink(f"{page.source}: {address}")
        return f"{before}{os.path.relpath(target, page.target.parent)}{hash_}{anchor}{after}"

    return _outside_code(page.text, lambda text: _LINK.sub(link, text))


def picture_target(source: Path) -> PurePosixPath:
    """Where a picture, or another file that pages link to, stands in the site."""
    inside = source.relative_to("docs") if source.parts[0] == "docs" else source
    return PurePosixPath("pictures") / inside.with_suffix(inside.suffix or ".txt")


def _outside_code(text: str, change: Callable[[str], str]) -> str:
    """Change what does not stand in a fenced block."""
    parts, end = [], 0
    for fence in _FENCE.finditer(text):
        parts += [change(text[end : fence.start()]), fence[0]]
        end = fence.end()
    return "".join([*parts, change(text[end:])])


# What Zensical reads


def rendered(page: Page, collection: Collection) -> str:
    """A page as Zensical reads it."""
    text = with_links(page, collection)
    text = _LANGUAGE.sub(lambda found: found[1] + _SHOWN_AS[found[2]], text)
    svg = os.path.relpath(picture_target(picture.PICTURE.relative_to(ROOT)), page.target.parent)
    # Drawn into the page, so that it follows the scheme chosen there.
    return re.sub(rf"!\[[^\]]*\]\({re.escape(svg)}\)", lambda _: _inlined(), text)


_SHOWN_AS: Final = {"http": "text", "socket": "text", "json client": "json", "python expand": "python"}
"""Fences that tests run have words of their own; this is how they are coloured."""


def _inlined() -> str:
    return f'<div class="drawing">\n{picture.drawn().strip()}\n</div>'
