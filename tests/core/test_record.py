"""Records: what can be read, and what is refused with a reason."""

import json
import sys
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

import pytest
from tests import fair_records
from tests.core.toy import Toy
from tests.toy_auction import Bid, Lot, ToyAuction

from tablee.core import record as records
from tablee.core import registry
from tablee.core.errors import BadRecord
from tablee.core.manifest import Manifest
from tablee.core.match import Match
from tablee.core.record import Player
from tablee.core.seat import Seat


@pytest.fixture(autouse=True)
def _with_the_auction(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.manifests(), ToyAuction.name, Manifest(ToyAuction))


def small_match() -> Match:
    match = Match(ToyAuction(players=2, rounds=1, cards=(1, 2)), players=[Player("Anne"), Player("Béa")])
    match.play(Seat(0), Bid(Lot.FIVE, (2, 1), 1))
    match.play(Seat(1), Bid(Lot.SEVEN, (2,)), time="12:00")
    return match


RECORD = small_match().record()
FILE = records.dumps(RECORD).encode()


resealed = partial(fair_records.resealed, RECORD)
"""The record with some content changed and the checksum made to fit."""


def refused(record: Any) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        Match.replay(record)
    for lang in ("fr", "en"):
        assert caught.value.say(lang)
    return caught.value


@pytest.mark.parametrize(
    "form",
    [
        lambda: RECORD,
        lambda: MappingProxyType(RECORD),
        lambda: FILE,
        FILE.decode,
        lambda: json.dumps(RECORD),
        lambda: json.dumps(RECORD, indent=8).encode("utf-16"),
        lambda: b"\xef\xbb\xbf" + FILE,
        lambda: json.dumps(dict(reversed(RECORD.items()))),
    ],
)
def test_a_record_is_read_in_any_form(form: Callable[[], Any]) -> None:
    match = Match.replay(form())
    assert match.record() == RECORD
    assert match.over


def test_a_file_has_one_entry_a_line() -> None:
    assert records.dumps(RECORD).splitlines() == [
        "{",
        '  "format": 1,',
        '  "game": "toy_auction",',
        '  "rules_version": 1,',
        '  "options": {"players": 2, "rounds": 1, "cards": [1, 2], "ties": "nobody", "refill": true},',
        '  "seats": [{"name": "Anne"}, {"name": "Béa"}],',
        '  "entries": [',
        '    {"seat": 0, "action": {"type": "bid", "lot": 5, "cards": [2, 1], "coins": 1}},',
        '    {"seat": 1, "action": {"type": "bid", "lot": 7, "cards": [2], "coins": 0}, "time": "12:00"}',
        "  ],",
        '  "result": {"scores": [5, 7], "winners": [1]},',
        f'  "checksum": "{RECORD["checksum"]}"',
        "}",
    ]


def test_a_match_not_begun_has_a_file_too() -> None:
    record = Match(ToyAuction()).record()
    assert '  "entries": [],\n  "result": null,\n' in records.dumps(record)
    assert Match.replay(records.dumps(record)).record() == record


def test_the_checksum_is_of_the_content_not_of_its_form() -> None:
    assert records.checksum(RECORD) == records.checksum(dict(reversed(RECORD.items()))) == RECORD["checksum"]
    assert records.checksum({**RECORD, "checksum": "another"}) == RECORD["checksum"]
    assert records.checksum({**RECORD, "result": None}) != RECORD["checksum"]


def test_names_of_any_letters_are_recorded() -> None:
    for name in ("Zoë", "李", "🌭", "", "\x00", "a\nb", '"', "\ud800"):
        match = Match(ToyAuction(players=2), players=[Player(name), Player("x")])
        assert Match.replay(json.dumps(match.record())).players[0].name == name


def replays_alike_or_is_refused(changed: bytes) -> None:
    """Either the file is refused, or it says exactly the same (a space may have become a line end)."""
    try:
        match = Match.replay(changed)
    except BadRecord:
        return
    assert json.loads(changed) == RECORD
    assert match.record() == RECORD


REPLACEMENTS = [*b'\x00 \n09a"}[]{:,-.e\\', 0x7F, 0x80, 0xC3, 0xFF]


def test_no_byte_can_be_changed() -> None:
    for place, byte in enumerate(FILE):
        for other in {*REPLACEMENTS, byte ^ 1, byte ^ 0x20, (byte + 1) % 256} - {byte}:
            replays_alike_or_is_refused(FILE[:place] + bytes([other]) + FILE[place + 1 :])


def test_a_changed_digit_letter_or_flag_is_always_refused() -> None:
    """No byte that says something can be another: only spaces and line ends between things may vary."""
    for place, byte in enumerate(FILE):
        if chr(byte).isalnum():
            other = b"1" if byte == ord("0") else b"0" if chr(byte).isdigit() else b"x" if byte != ord("x") else b"y"
            refused(FILE[:place] + other + FILE[place + 1 :])


def test_no_byte_can_be_left_out_or_put_in() -> None:
    for place in range(len(FILE)):
        replays_alike_or_is_refused(FILE[:place] + FILE[place + 1 :])
        for byte in REPLACEMENTS:
            replays_alike_or_is_refused(FILE[:place] + bytes([byte]) + FILE[place:])


def test_a_file_cut_short_is_refused() -> None:
    whole = len(FILE.rstrip())
    for length in range(whole):
        refused(FILE[:length])
    assert Match.replay(FILE[:whole]).record() == RECORD


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "record_not_json"),
        ("hello", "record_not_json"),
        ("{", "record_not_json"),
        ("{}{}", "record_not_json"),
        (b"\xff\xfe\xfd", "record_not_text"),
        (b"\x80abc", "record_not_text"),
        (b"\x89PNG\r\n\x1a\n", "record_not_text"),
        ("[]", "record_not_an_object"),
        ("null", "record_not_an_object"),
        ("1", "record_not_an_object"),
        ('"toy_auction"', "record_not_an_object"),
        ("{}", "record_lacks"),
        ("NaN", "record_not_plain"),
        ('{"format": NaN}', "record_not_plain"),
        ('{"format": -Infinity}', "record_not_plain"),
        ('{"format": ' + "1" * 5000 + "}", "record_not_plain"),
        ("[" * 100_000, "record_not_plain"),
        ("[" * 100_000 + "]" * 100_000, "record_not_plain"),
        ('{"a":' * 100_000 + "1" + "}" * 100_000, "record_not_plain"),
        (None, "record_not_an_object"),
        (7, "record_not_an_object"),
        (object(), "record_not_plain"),
        ({"format": {1, 2}}, "record_not_plain"),
        ({"format": b"1"}, "record_not_plain"),
        ({(1, 2): 3}, "record_not_plain"),
        ({"format": float("nan")}, "record_not_plain"),
    ],
)
def test_what_is_no_record_is_refused(text: Any, code: str) -> None:
    assert refused(text).code == code


def test_where_json_breaks_is_told() -> None:
    error = refused(FILE.replace(b'"seats": [', b'"seats": ]'))
    assert (error.code, error.details) == ("record_not_json", {"line": 6, "column": 12})
    assert str(error) == "This file is not a match record: it is not JSON (line 6, column 12)."


@pytest.mark.parametrize("depth", range(sys.getrecursionlimit() - 120, sys.getrecursionlimit() + 20, 7))
def test_nesting_is_refused_whatever_its_depth(depth: int) -> None:
    deep = json.dumps(RECORD).replace('"toy_auction"', "[" * depth + "]" * depth)
    assert refused(deep).code in ("record_not_plain", "record_checksum")


@pytest.mark.parametrize("field", list(RECORD))
def test_a_record_lacks_nothing(field: str) -> None:
    error = refused({name: value for name, value in RECORD.items() if name != field})
    assert (error.code, error.details) == ("record_lacks", {"field": field})
    assert field in str(error)


def test_a_record_holds_nothing_else() -> None:
    error = refused({**RECORD, "comment": "well played"})
    assert error.code == "record_has_unknown"
    assert error.details["field"] == "comment"


def test_a_record_of_another_format_is_refused() -> None:
    error = refused({**RECORD, "format": 2})
    assert (error.code, error.details) == ("record_format", {"format": 2, "known": 1})


def test_a_changed_record_is_refused() -> None:
    for checksum in ("", "sha256:", None, 3, RECORD["checksum"].upper()):
        assert refused({**RECORD, "checksum": checksum}).code == "record_checksum"
    assert refused({**RECORD, "result": None}).code == "record_checksum"


def changed_entry(**changes: Any) -> list[Any]:
    first, second = RECORD["entries"]
    return [{**first, **changes}, second]


def changed_action(**changes: Any) -> list[Any]:
    return changed_entry(action={**RECORD["entries"][0]["action"], **changes})


DO_NOT_HOLD: list[tuple[dict[str, Any], str, str]] = [
    ({"game": "chess"}, "record_game", "There is no game called “chess”"),
    ({"game": 3}, "record_bad_field", "game"),
    ({"game": None}, "record_bad_field", "game"),
    ({"options": []}, "record_bad_field", "options"),
    ({"options": {"players": 9}}, "record_game", "the option “players” cannot be 9"),
    ({"options": {"colour": "red"}}, "record_game", "no option “colour”"),
    ({"options": {"name": "toy"}}, "record_game", "no option “name”"),
    ({"options": {"self": 1}}, "record_game", "no option “self”"),
    ({"options": {1: 1}}, "record_game", "no option “1”"),
    ({"rules_version": 2}, "record_rules_version", "made with version 2 of the rules of toy_auction"),
    ({"rules_version": None}, "record_rules_version", "version None"),
    ({"seats": "Anne"}, "record_bad_field", "seats"),
    ({"seats": {"name": "Anne"}}, "record_bad_field", "seats"),
    ({"seats": []}, "wrong_number_of_seats", "0 seats given, but the game has 2"),
    ({"seats": [{"name": "Anne"}]}, "wrong_number_of_seats", "1 seat given, but the game has 2"),
    ({"seats": [{"name": "x"}] * 3}, "wrong_number_of_seats", "3 seats given, but the game has 2"),
    ({"seats": [{"name": "Anne"}, "Béa"]}, "record_seats", "Expected an object"),
    ({"seats": [{"name": "Anne"}, {"name": 3}]}, "record_seats", "“name” cannot be 3"),
    ({"seats": [{"name": "Anne"}, {}]}, "record_seats", "“name” is missing"),
    ({"seats": [{"name": "Anne"}, {"name": "B", "age": 3}]}, "record_seats", "Unknown field “age”"),
    ({"entries": {}}, "record_bad_field", "entries"),
    ({"entries": None}, "record_bad_field", "entries"),
    ({"entries": [3]}, "record_entry", "Entry 1"),
    ({"entries": [{}]}, "record_entry", "Entry 1"),
    ({"entries": changed_entry(comment="!")}, "record_entry", "Entry 1"),
    ({"entries": changed_entry(time=3)}, "record_entry", "“time”"),
    ({"entries": changed_entry(seat=2)}, "record_entry", "There is no seat 2"),
    ({"entries": changed_entry(seat=-1)}, "record_entry", "“seat”"),
    ({"entries": changed_entry(seat=-1.0)}, "record_entry", "“seat”"),
    ({"entries": changed_entry(seat="Anne")}, "record_entry", "There is no seat 'Anne'"),
    ({"entries": changed_entry(seat=True)}, "record_entry", "There is no seat True"),
    ({"entries": changed_entry(seat=None)}, "record_entry", "There is no seat None"),
    ({"entries": changed_entry(seat=[0])}, "record_entry", "There is no seat [0]"),
    ({"entries": changed_entry(seat="chance")}, "record_entry", "No choice of this seat is awaited"),
    ({"entries": changed_entry(action=None)}, "record_entry", "Expected an object"),
    ({"entries": changed_action(type="sell")}, "record_entry", "There is no type “sell”. Allowed: bid."),
    ({"entries": changed_action(lot=6)}, "record_entry", "“lot” cannot be 6. Expected: one of 5, 7."),
    ({"entries": changed_action(cards=[9])}, "record_entry", "[TA-03] You do not hold 1 card of value 9"),
    ({"entries": changed_action(cards=[])}, "record_entry", "[TA-03]"),
    ({"entries": changed_action(coins=4)}, "record_entry", "[TA-04]"),
    ({"entries": changed_action(coins=1e999)}, "record_entry", "“coins” cannot be inf"),
    ({"entries": [*RECORD["entries"], RECORD["entries"][0]]}, "record_entry", "Entry 3"),
    ({"entries": RECORD["entries"][:1]}, "record_result", "result"),
    ({"entries": changed_action(lot=7)}, "record_result", "result"),
    ({"result": None}, "record_result", "result"),
    ({"result": {"scores": [5, 7], "winners": [0]}}, "record_result", "result"),
    ({"result": {"scores": [7, 7], "winners": [1]}}, "record_result", "result"),
    ({"result": {"scores": [5, 7]}}, "record_result", "result"),
]


@pytest.mark.parametrize(("changes", "code", "said"), DO_NOT_HOLD)
def test_a_record_that_does_not_hold_is_refused_with_the_reason(changes: dict[str, Any], code: str, said: str) -> None:
    """The checksum fits: only a replay can tell."""
    record = resealed(**changes)
    error = refused(json.dumps(record).replace("Infinity", "1e999") if "Infinity" in json.dumps(record) else record)
    assert error.code == code
    assert said in str(error)


def test_a_seat_minus_one_is_not_chance_on_paper(toy: Toy) -> None:
    """Chance is written "chance": a number is a seat."""
    entry = {"seat": -1, "action": {"type": "roll", "pips": 1}}
    content: Mapping[str, Any] = {**Match(toy).record(), "entries": [entry]}
    record = records.sealed({name: value for name, value in content.items() if name not in ("format", "checksum")})
    assert refused(record).code == "record_entry"
