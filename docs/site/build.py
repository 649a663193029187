"""Builds the docs site into build/site: `make docs`, or `python -m docs.site.build`.

All pages are gathered in one folder, their links pointing to each other there, and Zensical turns them into a site.
A link to something that is not part of the site, or a name that the reference does not find, stops the build.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from docs.site import notebooks
from docs.site.pages import Collection, Page, collected, picture_target, rendered
from docs.site.palette import ROOT, palette

WORK: Final = ROOT / "build"
HERE: Final = ROOT / "docs/site"
CLIENT: Final = ROOT / "src/tablee/server/client/assets"
"""The browser client as it was built when the package was installed; it holds the fonts."""
FONTS: Final = {"Young Serif": "young-serif-*.woff2", "Figtree": "figtree-*.woff2"}
SHIM: Final = re.compile(r"https://[^\"]+/iframe-worker/shim")
"""What Zensical would load from another host so that the search works in pages opened from a folder. Ours is
docs/site/worker.js."""


def build(work: Path = WORK) -> Path:
    """Build the site in a folder, and return where it is; raises `CalledProcessError` if anything is not right."""
    site = work / "site"
    shutil.rmtree(site, ignore_errors=True)
    write(work)
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict", "--config-file", "zensical.toml"]
    subprocess.run(command, cwd=work, check=True, env={**os.environ, "PYTHONPATH": str(ROOT)})  # noqa: S603 - our own
    for file in site.rglob("*.html"):
        shim = os.path.relpath(site / "site/worker.js", file.parent)
        file.write_text(SHIM.sub(shim, file.read_text("utf-8")), "utf-8")
    return site


def write(work: Path) -> None:
    """Gather everything that Zensical needs."""
    pages, collection = work / "pages", collected()
    shutil.rmtree(pages, ignore_errors=True)
    for page in collection.pages:
        file = _with_folder(pages / page.target)
        file.write_text(rendered(page, collection), "utf-8")
    for source in collection.pictures:
        shutil.copyfile(ROOT / source, _with_folder(pages / picture_target(source)))
    own = [ROOT / "web/public/icon.svg", HERE / "theme.css", HERE / "worker.js", *(file for _, file in fonts())]
    for file in own:
        shutil.copyfile(file, _with_folder(pages / "site" / file.name))
    notebooks.write(pages / "notebooks")
    (pages / "site/colours.css").write_text(colours(), "utf-8")
    before, head, after = (HERE / "zensical.toml").read_text("utf-8").partition("[project.theme]\n")
    settings = before + navigation(collection) + "\n" + head + after
    (work / "zensical.toml").write_text(settings.replace('"../src"', json.dumps(str(ROOT / "src"))), "utf-8")


def _with_folder(file: Path) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    return file


def navigation(collection: Collection) -> str:
    """The navigation, in the words of zensical.toml."""
    lines = ["nav = ["]
    for section, pages in collection.sections.items():
        entries = ", ".join(f"{{ {json.dumps(_short(page))} = {json.dumps(str(page.target))} }}" for page in pages)
        lines.append(f"  {{ {json.dumps(section)} = [{entries}] }},")
    return "\n".join([*lines, "]", ""])


def _short(page: Page) -> str:
    return "Welcome" if page.source.name == "README.md" else page.title


def colours() -> str:
    """The colours and fonts of the product, as CSS."""
    parts = [
        f'[data-md-color-scheme="{scheme}"], [data-md-color-scheme="{scheme}"] .architecture {{\n'
        + "".join(f"  --{name}: {colour[place]};\n" for name, colour in palette().items())
        + "}\n"
        for place, scheme in enumerate(("default", "slate"))
    ]
    faces = [
        f'@font-face {{ font-family: "{family}"; src: url("{file.name}"); font-weight: 300 900; }}\n'
        for family, file in fonts()
    ]
    return "\n".join(parts + faces)


def fonts() -> Iterator[tuple[str, Path]]:
    """The fonts of the product, where the client was built; elsewhere the site makes do with those of the reader."""
    for family, pattern in FONTS.items():
        for file in CLIENT.glob(pattern):
            yield family, file


if __name__ == "__main__":
    print(f"The docs are in {(build() / 'index.html').relative_to(ROOT)}")
