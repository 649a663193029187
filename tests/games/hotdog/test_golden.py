"""Golden replays: one for every way a hand can end, and for every option. How they work: tests/golden.py."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from tests.games.hotdog.scene import FIVE, SEVEN, bid
from tests.golden import Golden, at_random, scripted

from tablee.core.match import Match
from tablee.core.texts import Lang
from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.events import NotSold
from tablee.games.hotdog.pieces import Announce, Ending, Settle
from tablee.games.hotdog.rules import HotDog

FOLDER = Path(__file__).parent / "golden"
ENGLISH: Sequence[Lang] = ("en",)
FRENCH: Sequence[Lang] = ("fr",)
BOTH: Sequence[Lang] = ("fr", "en")
RECORD_ONLY: Sequence[Lang] = ()


def rounds(game: HotDog, *played: Sequence[Bid]) -> Match:
    """A match of these rounds; in each, the seats bid in order."""
    return scripted(game, [(seat, chosen) for bids in played for seat, chosen in enumerate(bids)])


def sold_out() -> Match:
    """The tie of HD-X2, two full tables, and three last hot-dogs at a price of 0, of which two sell for nothing."""
    return rounds(
        HotDog(players=3, hands=1, hotdog_values=(1, 2, 3)),
        [bid(FIVE, 2), bid(FIVE, 3, dollars=2), bid(FIVE, 1, 2, dollars=2)],
        [bid(SEVEN, 3), bid(SEVEN, 1), bid(SEVEN, 2, 1, dollars=3)],
        [bid(FIVE, 1, dollars=1), bid(FIVE, 2, dollars=2), bid(FIVE, 3, dollars=3)],
    )


def stuck() -> Match:
    """Room for 2 and 1 is left, and only cards of 3 and more."""
    return rounds(
        HotDog(players=2, hands=1, hotdog_values=(3, 3, 6)),
        [bid(SEVEN, 6), bid(SEVEN, 6, dollars=1)],
        [bid(FIVE, 3), bid(FIVE, 3, dollars=1)],
    )


def idle() -> Match:
    """Bids changed face down, last hot-dogs that never fit, five rounds without a sale."""
    hopeless = bid(SEVEN, 5, 4)
    too_many = bid(SEVEN, 5, 4, dollars=3)
    first = [(0, bid(FIVE, 5)), (0, bid(FIVE, 4)), (0, hopeless), (0, too_many), (1, bid(FIVE, 5, 4))]
    rest = [(seat, hopeless) for _ in range(4) for seat in (1, 0)]
    return scripted(HotDog(players=2, hands=1, hotdog_values=(4, 5)), first + rest)


def manual() -> Match:
    """The last hot-dog forgotten, then mended in time, then said twice (HD-19, HD-20)."""
    game = HotDog(players=3, hands=1, hotdog_values=(1, 2), announce=Announce.MANUAL)
    silent = [(0, bid(FIVE, 2, 1, dollars=1)), (1, bid(FIVE, 2, 1)), (2, bid(FIVE, 1))]
    mended = [
        (0, bid(FIVE, 2, 1)),
        (1, bid(SEVEN, 2)),
        (0, bid(FIVE, 2, 1, announce=True)),
        (0, bid(SEVEN, 2, 1, dollars=3, announce=True)),
        (2, bid(SEVEN, 2, announce=True)),
    ]
    return scripted(game, silent + mended)


def filling_a_table_twice(settle: Settle) -> Match:
    """The same bids with either value of `settle`: at once, the emptied table is used again."""
    return rounds(
        HotDog(players=3, hands=1, hotdog_values=(2, 3, 5), settle=settle),
        [bid(FIVE, 5, dollars=3), bid(FIVE, 3, dollars=1), bid(FIVE, 2)],
        [bid(SEVEN, 3), bid(FIVE, 2), bid(FIVE, 3)],
        [bid(SEVEN, 2), bid(SEVEN, 5), bid(SEVEN, 5, dollars=1)],
    )


MATCHES: dict[str, tuple[Callable[[], Match], Sequence[Lang]]] = {
    "sold_out": (sold_out, BOTH),
    "stuck": (stuck, ENGLISH),
    "idle": (idle, FRENCH),
    "manual": (manual, FRENCH),
    "settle_at_once": (lambda: filling_a_table_twice(Settle.AT_ONCE), ENGLISH),
    "settle_end_of_round": (lambda: filling_a_table_twice(Settle.END_OF_ROUND), ENGLISH),
    "default": (lambda: at_random(HotDog(), seed=1), RECORD_ONLY),
    **{
        f"players_{players}": (lambda players=players: at_random(HotDog(players=players), seed=2), RECORD_ONLY)  # type: ignore[misc]
        for players in (2, 4, 5)
    },
    **{
        f"hands_{hands}": (
            lambda hands=hands: at_random(HotDog(players=2, hands=hands, hotdog_values=(1, 1, 2)), seed=3),  # type: ignore[misc]
            ENGLISH if hands == 2 else RECORD_ONLY,
        )
        for hands in (1, 2, 4, 5)
    },
    "few_hotdogs": (lambda: at_random(HotDog(players=4, hands=1, hotdog_values=(9, 9)), seed=4), RECORD_ONLY),
    "many_hotdogs": (lambda: at_random(HotDog(hotdog_values=(1,) * 10), seed=5), RECORD_ONLY),
    "everything_else": (
        lambda: at_random(
            HotDog(
                players=5,
                hands=2,
                hotdog_values=(1, 2, 3, 4),
                settle=Settle.END_OF_ROUND,
                announce=Announce.MANUAL,
            ),
            seed=6,
        ),
        RECORD_ONLY,
    ),
}


@pytest.mark.rule("HD-21", "HD-22", "HD-24")
@pytest.mark.parametrize("name", MATCHES)
def test_golden_replay(golden: Golden, name: str) -> None:
    make, langs = MATCHES[name]
    assert golden(FOLDER / f"{name}.json", make, langs=langs).over


def test_every_file_is_of_a_replay() -> None:
    expected = {f"{name}.json" for name in MATCHES} | {f"{name}.txt" for name in MATCHES if MATCHES[name][1]}
    assert {file.name for file in FOLDER.iterdir()} == expected


def replayed(name: str) -> Match:
    return Match.replay((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.rule("HD-21", "HD-22")
@pytest.mark.parametrize("ending", list(Ending))
def test_there_is_a_replay_for_every_ending(ending: Ending) -> None:
    assert replayed(ending.value).view(None).endings == (ending,)


@pytest.mark.rule("HD-17")
def test_the_two_ways_to_settle_part() -> None:
    """The same bids sell more when a full table is emptied at once."""
    at_once, end_of_round = replayed("settle_at_once"), replayed("settle_end_of_round")
    assert [entry.action for entry in at_once.log] == [entry.action for entry in end_of_round.log]
    failed = [
        sum(isinstance(event, NotSold) for entry in match.log for event in entry.events)
        for match in (at_once, end_of_round)
    ]
    assert failed[0] < failed[1]
    assert at_once.scores() != end_of_round.scores()


@pytest.mark.rule("HD-20")
def test_someone_forgot_to_announce() -> None:
    events = [event for entry in replayed("manual").log for event in entry.events]
    assert [event.seat for event in events if isinstance(event, NotSold) and event.silent] == [0, 1]
