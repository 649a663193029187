"""What the tests of operations share."""

import pytest


@pytest.fixture(autouse=True)
def _with_toys(toys: None) -> None:
    """The houses that these tests open have the toy games: so has this process."""
