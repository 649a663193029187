"""`tablee serve`: open a house where people play over the network."""

import os
import sys
import threading
import webbrowser
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

import click

from tablee.cli.house_options import house_options, settings_of
from tablee.cli.parameters import Command, number_option, text_option, two_way_switch
from tablee.cli.screen import Screen
from tablee.core.texts import Catalogue

if TYPE_CHECKING:
    from tablee.server.settings import Settings


def command(say: Catalogue) -> click.Command:
    """The command in one language."""

    def serve(settings_file: str | None, browser: bool | None, **given: Any) -> None:
        from tablee.server import run  # noqa: PLC0415 - other commands start without the server

        screen = Screen(say)
        settings, listening = run.listen(settings_of(settings_file, **given))
        with listening:
            run.create_data_folder(settings)
            with run.sqlite_lock(settings):
                copy = run.migrate_database(settings)
                if copy:
                    screen.tell(say("serve.upgraded", path=copy))
                with run.address_file(settings), run.prepare_server(settings, listening) as serve_until_stopped:
                    _welcome(screen, settings)
                    if browser or (browser is None and _has_browser(os.environ)):
                        threading.Thread(target=_open_browser, args=[settings], daemon=True).start()
                    serve_until_stopped()
        screen.tell(say("serve.closed"))

    params = [
        text_option("--host", metavar=say("page.address_metavar")),
        number_option("--port", low=0),
        text_option("--public-url", metavar="URL"),
        number_option("--workers", low=1),
        *house_options(say),
        two_way_switch("--open/--no-open", "browser"),
        text_option("--log-format", metavar="json|text"),
    ]
    return Command(say, "serve", serve, params, extra="house")


def _welcome(screen: Screen, settings: "Settings") -> None:
    from tablee.server.network_address import is_loopback, network_address  # noqa: PLC0415 - as above

    say = screen.say
    screen.tell(say("serve.open", url=settings.address), "bold", wrap=False)
    nearby = network_address(settings)
    if is_loopback(settings):
        screen.tell(say("serve.only_here"))
    elif nearby and nearby != settings.address:
        screen.tell(say("serve.nearby", url=nearby), wrap=False)
    screen.tell(say("serve.how_to_close"), "dim")
    screen.console.file.flush()


def _has_browser(environment: Mapping[str, str]) -> bool:
    """Whether somebody sits here before a screen that can show a page."""
    if not sys.stdout.isatty() or environment.get("CI"):
        return False
    has_screen = bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))
    return has_screen or not sys.platform.startswith("linux")


def _open_browser(settings: "Settings") -> None:
    """Show the house once it answers."""
    with suppress(OSError), urlopen(f"{settings.own_address}ready", timeout=60):  # noqa: S310 - our own address
        webbrowser.open(settings.address)
