"""`--cluster`: matches played by the machines of a Ray cluster."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import click

from tablee.bots.ray_cluster import NoCluster, OtherSource, WorkLost
from tablee.cli.errors import CliError
from tablee.cli.extras import require
from tablee.cli.parameters import text_option
from tablee.core.texts import Catalogue


def cluster_option(say: Catalogue) -> click.Option:
    """The option in one language."""
    return text_option("--cluster", metavar=say("page.address_metavar"))


def check_cluster(given: Mapping[str, Any], command: str) -> None:
    """Refuse `--cluster` where Ray is not installed."""
    if given["cluster"] is not None:
        require("cluster", f"{command} --cluster")


@contextmanager
def cluster_errors() -> Iterator[None]:
    """Say what is wrong with a cluster."""
    try:
        yield
    except NoCluster as error:
        address, said = error.args
        raise CliError("no_cluster", {"address": address, "said": _first_line(said)}) from error
    except OtherSource as error:
        raise CliError("other_source", {"version": error.args[0]}) from error
    except WorkLost as error:
        times, said = error.args
        raise CliError("work_lost", {"times": times, "said": _first_line(said)}) from error


def _first_line(said: str) -> str:
    return said.splitlines()[0] if said else "?"
