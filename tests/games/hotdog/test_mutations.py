"""The breaks of mutations.py can still be made: what they would change stands in the sources, once."""

import pytest
from tests.games.hotdog.mutations import MUTATIONS, PACKAGE, Mutation


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.name)
def test_a_break_can_be_made(mutation: Mutation) -> None:
    broken = mutation.broken(PACKAGE)
    assert broken != (PACKAGE / mutation.file).read_text(encoding="utf-8")
    compile(broken, mutation.file, "exec")


def test_breaks_have_names_of_their_own() -> None:
    assert len({mutation.name for mutation in MUTATIONS}) == len(MUTATIONS)
