"""A running match ends by the rules it began with, though the house has new ones by now."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest
from tests.server.guest_client import GuestClient
from tests.server.house_in_process import OpenHouse, generous_settings, on_sqlite, open_house
from tests.toy_nim import Take, ToyNim, ToyNimState

from tablee.core import registry
from tablee.core.manifest import Manifest
from tablee.core.seat import Seat

pytestmark = pytest.mark.anyio


@dataclass(frozen=True)
class NewNim(ToyNim):
    """Version 2: nobody may take three."""

    rules_version: ClassVar = 2

    def legal(self, state: ToyNimState, seat: Seat) -> Sequence[Take]:
        return [take for take in super().legal(state, seat) if take.matches < 3]


@dataclass(frozen=True)
class OldNim(NewNim):
    rules_version: ClassVar = 1
    legal = ToyNim.legal


@on_sqlite
async def test_a_match_ends_by_the_rules_it_began_with(
    database: str, tmp_path: Path, house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", seats=2, options={"heap": 6})
    await anne.start(table)
    monkeypatch.setitem(registry.manifests(), "toy_nim", Manifest(NewNim, earlier={1: OldNim}))
    async with open_house(generous_settings(database, tmp_path / "later")) as later:
        again = GuestClient(later.url)
        again.http.cookies = anne.http.cookies
        async with again.http:
            for seat in (0, 1):
                async with again.at(table, seat=seat) as place:
                    assert (await place.play({"type": "take", "matches": 3}))["type"] == "done"
            record = await again.get(f"/api/tables/{table}/record")
            assert (record["rules_version"], record["result"]["winners"]) == (1, [1])
            assert (await again.post("/api/records", record))["result"] == record["result"]
            replay = await again.get(f"/api/tables/{table}/replay")
            assert replay["last"] == 2
            # Whoever plays once more plays by the rules of now.
            rematch = await again.post(f"/api/tables/{table}/rematch")
            assert (await later.inside(rematch["id"])).game == NewNim(heap=6)
