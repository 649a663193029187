"""The libraries that the laboratory works with: which are needed, and what is said if one is missing."""

from importlib.util import find_spec
from typing import Final

from tablee.core.errors import TableeError

TEXTS: Final = "tablee.lab"


_PACKAGES: Final = {"PIL": "pillow", "pyspiel": "open_spiel"}
"""The packages of modules that have another name."""


class LabError(TableeError):
    """A request to the laboratory that cannot be carried out."""


class MissingLibrary(LabError, ImportError):
    """A library is not installed."""


def require(*modules: str) -> None:
    """Refuse to go on if a library is not installed, and say how to install it."""
    missing = [_PACKAGES.get(module, module) for module in modules if find_spec(module) is None]
    if missing:
        details = {"missing": ", ".join(missing), "install": 'pip install "tablee[lab]"'}
        raise MissingLibrary("missing_library", details, texts=TEXTS)
