"""Whether everything that is used may be passed on with the house: the licences of Python and npm packages.

Run by `make audit`. A licence that is not known here is a question for a person, so it ends with status 1.
"""

import json
import re
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
FREE: Final = re.compile(
    r"MIT|BSD|Apache|ISC|PSF|Python Software Foundation|Zlib|CC0|Unlicense|MPL|Mozilla Public|OFL|BlueOak|LGPL"
)
"""May be used and passed on as we do: unchanged, each with its own licence."""


def python_packages() -> Iterator[tuple[str, str]]:
    """The packages installed here, each with its licence in its own words."""
    for package in distributions():
        yield package.name, _licence(package)


def _licence(package: Distribution) -> str:
    told = package.metadata
    classifiers = [line for line in told.get_all("Classifier") or () if line.startswith("License ::")]
    words = [line[:80] for name in ("License-Expression", "License") for line in told.get_all(name) or ()]
    return " ".join([*words, *classifiers])


def npm_packages() -> Iterator[tuple[str, str]]:
    """The packages of the lock file that are installed."""
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    for place in filter(None, lock["packages"]):
        file = ROOT / "web" / place / "package.json"
        if file.is_file():
            told = json.loads(file.read_text(encoding="utf-8"))
            yield told["name"], str(told.get("license", ""))


def unknown() -> list[str]:
    """The packages whose licence somebody has to read."""
    packages = {*python_packages(), *npm_packages()}
    return sorted(f"{name}: {licence or 'no licence'}" for name, licence in packages if not FREE.search(licence))


def main() -> int:
    questions = unknown()
    print("\n".join(questions) or "Licences: all of them are free.")
    return 1 if questions else 0


if __name__ == "__main__":
    sys.exit(main())
