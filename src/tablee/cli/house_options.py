"""What the commands about a house share: where its data lies, how it is set up."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablee.cli.parameters import text_option
from tablee.core.texts import Catalogue

if TYPE_CHECKING:
    from tablee.server.settings import Settings


def house_options(say: Catalogue) -> list[click.Parameter]:
    """The options that say which house is meant."""
    return [
        text_option("--data-dir", metavar=say("page.folder_metavar")),
        text_option("--database", metavar="URL"),
        text_option("--settings", "settings_file", metavar=say("page.file_metavar")),
    ]


def settings_of(settings_file: str | None, **given: Any) -> "Settings":
    """The settings of a house: what is given here counts before the environment, that before the file."""
    from tablee.server.settings import read_settings  # noqa: PLC0415 - other commands start without the server

    if given.get("data_dir") is not None:
        given["data_dir"] = str(Path(given["data_dir"]).expanduser())
    return read_settings(None if settings_file is None else Path(settings_file).expanduser(), given=given)
