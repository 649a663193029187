"""Old rules stay playable: a game that names earlier versions of its rules keeps records of them that still replay."""

import json

import pytest
from tests.laws.positions import every_game, own_tests

import tablee
from tablee.core.options import options_of
from tablee.core.record import dumps
from tablee.core.registry import manifest


@every_game
def test_an_earlier_version_is_the_same_game(name: str) -> None:
    kind, earlier = tablee.GAMES[name], manifest(name).earlier
    # Raising the version without keeping the earlier ones would strand every record and running match.
    assert sorted(earlier) == list(range(1, kind.rules_version))
    for version, old in earlier.items():
        assert (old.name, old.rules_version) == (name, version)
        assert old.added_options <= set(options_of(kind))


@pytest.mark.slow_under_coverage
@every_game
def test_records_of_every_earlier_version_replay(name: str) -> None:
    files = (file for folder in own_tests(name) for file in folder.glob("golden/**/*.json"))
    records = [path.read_text(encoding="utf-8") for path in files]
    versions = {json.loads(record)["rules_version"] for record in records}
    assert versions >= set(manifest(name).earlier)
    for record in records:
        assert dumps(tablee.Match.replay(record).record()) == record
