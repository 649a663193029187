"""Checking a finished match offline."""

from typing import Any

import pytest
from tests.core.toy import Take, Toy
from tests.fair_records import dealt_record, resealed

from tablee.core import record as records
from tablee.core.errors import BadRecord
from tablee.core.fairness import commitment, draws_by_entry
from tablee.core.match import Match
from tablee.core.seat import CHANCE
from tablee.core.verify import verify

SECRET = bytes(range(32))
FAIRNESS = {"commitment": commitment(SECRET), "secret": SECRET.hex()}


def fair_match(toy: Toy, secret: bytes = SECRET) -> Match:
    """A match whose chance was drawn from a secret."""
    match = Match(toy)
    while not match.over:
        if match.actors() == (CHANCE,):
            match.chance(draws_by_entry(secret))
        else:
            match.play(match.actors()[0], Take())
    return match


def sealed(match: Match, **changes: Any) -> dict[str, Any]:
    content = {name: value for name, value in match.record().items() if name not in ("format", "checksum")}
    return records.sealed({**content, "fairness": FAIRNESS, **changes})


def refused(record: dict[str, Any]) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        verify(record)
    assert caught.value.say("fr") != caught.value.say("en")
    return caught.value


def test_a_fair_match_holds(toy: Toy) -> None:
    match = fair_match(toy)
    verified = verify(sealed(match))
    assert verified.chance_checked == 2
    assert verified.match.scores() == match.scores()
    assert verify(records.dumps(sealed(match))).chance_checked == 2


def test_what_was_copied_is_not_drawn_from_the_secret(toy: Toy) -> None:
    match = fair_match(toy)
    for copied in range(len(match.log) + 1):
        verified = verify(sealed(match, fairness={**FAIRNESS, "copied": copied}))
        assert verified.copied == copied
        assert verified.chance_checked == sum(entry.seat == CHANCE for entry in match.log[copied:])
    other = fair_match(toy, secret=b"another secret")
    refused(sealed(other))
    assert verify(sealed(other, fairness={**FAIRNESS, "copied": len(other.log)})).chance_checked == 0
    for bad in (-1, "1", True, None):
        assert refused(sealed(match, fairness={**FAIRNESS, "copied": bad})).code == "record_bad_field"


def test_without_a_secret_only_the_rules_are_checked(toy: Toy) -> None:
    match = fair_match(toy)
    verified = verify(match.record())
    assert verified.chance_checked is None
    assert verified.match.log == match.log


def test_a_draw_that_the_secret_does_not_lead_to_is_found(toy: Toy) -> None:
    match = fair_match(toy)
    other = fair_match(toy, secret=b"another secret")
    assert [entry.action for entry in other.log] != [entry.action for entry in match.log]
    error = refused(sealed(other))
    assert error.code == "record_chance"
    assert error.details["number"] in (1, 3)


def test_a_secret_that_was_not_committed_to_is_found(toy: Toy) -> None:
    fairness = {**FAIRNESS, "commitment": commitment(b"another secret")}
    assert refused(sealed(fair_match(toy), fairness=fairness)).code == "record_commitment"


@pytest.mark.parametrize(
    "fairness",
    [
        3,
        [],
        "secret",
        {},
        {"secret": SECRET.hex()},
        {**FAIRNESS, "more": 1},
        {**FAIRNESS, "secret": "xyz"},
        {**FAIRNESS, "secret": 3},
        {**FAIRNESS, "secret": None},
    ],
)
def test_fairness_of_the_wrong_form_is_refused(toy: Toy, fairness: Any) -> None:
    error = refused(sealed(fair_match(toy), fairness=fairness))
    assert (error.code, error.details) == ("record_bad_field", {"field": "fairness"})


@pytest.mark.parametrize("entries", [3, None, "abc", {"0": 1}, {}])
def test_entries_of_the_wrong_form_are_refused(toy: Toy, entries: Any) -> None:
    error = refused(sealed(fair_match(toy), entries=entries))
    assert (error.code, error.details) == ("record_bad_field", {"field": "entries"})


@pytest.mark.parametrize("entry", [3, None, "abc", [], {}, {"seat": "chance"}, {"seat": "chance", "action": 3}])
def test_an_entry_of_the_wrong_form_is_refused(toy: Toy, entry: Any) -> None:
    assert refused(sealed(fair_match(toy), entries=[entry])).code in ("record_entry", "record_chance")


def test_a_wrong_result_is_found(toy: Toy) -> None:
    assert refused(sealed(fair_match(toy), result=None)).code == "record_result"


def test_the_commitment_is_told(toy: Toy) -> None:
    assert verify(sealed(fair_match(toy))).commitment == commitment(SECRET)
    assert verify(fair_match(toy).record()).commitment is None


@pytest.mark.parametrize(
    ("written", "instead"),
    [("\n", "\r\n"), ("  ", "\t"), ("}\n", "}"), ('"seat": 0', '"seat": 1, "seat": 0'), ('"game"', '"\\u0067ame"')],
)
def test_a_file_that_only_looks_different_is_found(toy: Toy, written: str, instead: str) -> None:
    text = records.dumps(sealed(fair_match(toy)))
    changed = text.replace(written, instead)
    assert changed != text
    for file in (changed, changed.encode(), text.encode("utf-16"), b"\xef\xbb\xbf" + text.encode()):
        with pytest.raises(BadRecord) as caught:
            verify(file)
        assert caught.value.code == "record_layout"
    assert verify(text.encode()).match.over


# The second scheme


def dealt(toy: Toy, **changes: Any) -> dict[str, Any]:
    return dealt_record(toy, **changes)


@pytest.mark.parametrize("round_", [0, 1])
def test_a_match_of_the_second_scheme_holds(toy: Toy, round_: int) -> None:
    record = dealt(toy, round_=round_)
    verified = verify(records.dumps(record))
    assert verified.chance_checked == verified.match.draw_count > 0
    assert verified.fairness is not None
    assert (verified.fairness.scheme, verified.fairness.begun_again) == (2, round_)
    assert verified.fairness.devices == (record["fairness"]["parts"][0]["commitment"], None)
    assert verified.unproved == ()


def test_what_a_record_cannot_prove(toy: Toy) -> None:
    assert verify(fair_match(toy).record()).unproved == ("chance",)
    assert verify(Match(toy).record()).unproved == ()
    copied = sealed(fair_match(toy), fairness={**FAIRNESS, "copied": 1})
    assert verify(copied).unproved == ("copied",)
    assert verify(copied).copied_draws == 1


def test_more_copied_entries_than_there_are_is_no_excuse(toy: Toy) -> None:
    assert refused(sealed(fair_match(toy), fairness={**FAIRNESS, "copied": 1000})).code == "record_bad_field"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"scheme": 3}, "record_scheme"),
        ({"house": "00" * 32}, "record_commitment"),
        ({"commitment": commitment(b"another")}, "record_commitment"),
        ({"house": "00"}, "record_bad_field"),
        ({"house": "zz"}, "record_bad_field"),
        ({"house": None}, "record_bad_field"),
        ({"house": SECRET.hex().upper()}, "record_bad_field"),
        ({"parts": [None]}, "record_bad_field"),
        ({"parts": None}, "record_bad_field"),
        ({"parts": [3, None]}, "record_bad_field"),
        ({"parts": [{"part": "00" * 32}, None]}, "record_bad_field"),
        ({"parts": [{"part": "00" * 32, "commitment": "00" * 32}, None]}, "record_part"),
        ({"parts": [{"part": 3, "commitment": "00" * 32}, None]}, "record_bad_field"),
        ({"order": [0]}, "record_seating"),
        ({"order": None}, "record_seating"),
        ({"round": 16}, "record_bad_field"),
        ({"round": -1}, "record_bad_field"),
        ({"round": "0"}, "record_bad_field"),
        ({"begun_again": -1}, "record_bad_field"),
        ({"begun_again": None}, "record_bad_field"),
        ({"copied": -1}, "record_bad_field"),
        ({"seating": "mine"}, "record_bad_field"),
        ({"more": 1}, "record_bad_field"),
    ],
)
def test_a_lie_about_the_parts_is_found(toy: Toy, changes: dict[str, Any], code: str) -> None:
    assert verify(dealt(toy)).unproved == ()
    assert refused(dealt(toy, **changes)).code == code


def test_a_field_that_is_missing_is_found(toy: Toy) -> None:
    fairness = dealt(toy)["fairness"]
    for name in set(fairness) - {"scheme"}:
        less = {key: value for key, value in fairness.items() if key != name}
        assert refused(sealed(fair_match(toy), fairness=less)).code == "record_bad_field"


def test_a_draw_of_another_secret_is_found(toy: Toy) -> None:
    """The house cannot give another part afterwards, nor leave one out: seating or draws would not fit."""
    record = dealt(toy, devices=2)
    entries = resealed(dealt(toy, devices=2, round_=1))["entries"]
    assert entries != record["entries"]
    assert refused(resealed(record, entries=entries)).code == "record_chance"


def test_a_round_leaves_a_device_out_and_is_counted(toy: Toy) -> None:
    """Else the house could go on to the round that it likes best."""
    assert verify(dealt(toy, devices=0, round_=2)).unproved == ()
    for impossible in (
        dealt(toy, round_=1, begun_again=0),
        dealt(toy, devices=2, round_=1),
        dealt(toy, devices=1, round_=2),
        dealt(toy, devices=0, round_=15),
    ):
        assert refused(impossible).code == "record_rounds"


def test_deals_that_were_broken_off_too_often_leave_a_choice(toy: Toy) -> None:
    assert verify(dealt(toy, devices=2, begun_again=2)).unproved == ()
    assert verify(dealt(toy, devices=2, begun_again=3)).unproved == ("deals",)


def test_a_match_played_on_keeps_its_seats_and_does_not_prove_them(toy: Toy) -> None:
    record = dealt(toy, devices=0, copied=0, order=[0, 1])
    assert verify(record).unproved == ("seating",)
    assert refused(dealt(toy, devices=0, copied=0, order=[1, 0])).code == "record_seating"
    for devices, more in ((1, {}), (2, {}), (0, {"seating": "given"})):
        pretended = dealt(toy, devices=devices, copied=0, order=[0, 1], **more)
        assert refused(pretended).code == "record_bad_field", "no device has a part in a match for practice"


def test_a_tournament_gives_the_seats_and_the_record_does_not_prove_them(toy: Toy) -> None:
    assert verify(dealt(toy, seating="given", order=[0, 1])).unproved == ("seating",)
    assert refused(dealt(toy, seating="given", order=[1, 0])).code == "record_seating"
