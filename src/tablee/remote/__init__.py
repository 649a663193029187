"""Playing at a table of a house from a program of one's own, over the network. See docs/bots-outside.md.

from tablee import remote

remote.play(url, table, token, lambda game, view, choices, rng: choices.any(rng))
"""

from tablee.remote.errors import Refused, RemoteError, Unreachable

try:
    from tablee.remote.guest import Guest
    from tablee.remote.line import Line
    from tablee.remote.player import Choices, Choose, Outcome, play, player
except ModuleNotFoundError as error:
    if error.name not in ("httpx", "websockets"):
        raise
    raise ModuleNotFoundError(f'no {error.name} here: pip install "tablee[remote]"', name=error.name) from error

__all__ = ["Choices", "Choose", "Guest", "Line", "Outcome", "Refused", "RemoteError", "Unreachable", "play", "player"]
