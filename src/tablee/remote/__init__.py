"""A client of a house: programs play at its tables over the network. See docs/bots-outside.md.

from tablee import remote

remote.play(url, table, token, lambda game, view, choices, rng: choices.any(rng))
"""

from tablee.remote.errors import RefusedByHouse, RemoteError, Unreachable

try:
    from tablee.remote.house_client import HouseClient
    from tablee.remote.player import Choices, Choose, Outcome, play, player
    from tablee.remote.table_socket import TableSocket
except ModuleNotFoundError as error:
    if error.name not in ("httpx", "websockets"):
        raise
    raise ModuleNotFoundError(f'no {error.name} here: pip install "tablee[remote]"', name=error.name) from error

__all__ = [
    "Choices",
    "Choose",
    "HouseClient",
    "Outcome",
    "RefusedByHouse",
    "RemoteError",
    "TableSocket",
    "Unreachable",
    "play",
    "player",
]
