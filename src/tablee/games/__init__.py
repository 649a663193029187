"""The games: every folder here is one, and so is every entry point `tablee.games` of another installed package."""

import pkgutil
from collections.abc import Mapping
from functools import partial
from importlib import import_module

from tablee.core.manifest import Manifest
from tablee.core.registry import Loader, add_finder


def in_this_folder() -> Mapping[str, Loader]:
    """The games that come with Tablée."""
    return {found.name: partial(_manifest_in, f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)}


def in_other_packages() -> Mapping[str, Loader]:
    """The games of other installed packages: the entry point names the module that holds `MANIFEST`."""
    from importlib import metadata  # noqa: PLC0415 - slow to load, and `import tablee` needs no game yet

    return {entry.name: partial(_manifest_in, entry.module) for entry in metadata.entry_points(group=__name__)}


def _manifest_in(module: str) -> Manifest:
    found: Manifest = import_module(module).MANIFEST
    return found


add_finder(in_this_folder)
add_finder(in_other_packages)
