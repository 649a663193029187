"""The games that other libraries can play."""

import pytest

import tablee
from tablee.core.registry import manifest

ENCODED = [name for name in tablee.GAMES if manifest(name).encoding is not None]
AT_ONCE = [name for name in ENCODED if manifest(name).at_once]
IN_TURN = [name for name in ENCODED if not manifest(name).at_once]

every_encoded = pytest.mark.parametrize("name", ENCODED)
every_at_once = pytest.mark.parametrize("name", AT_ONCE)
