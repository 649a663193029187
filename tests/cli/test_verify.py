"""`tablee verify`: what it checks, what it says, in both languages."""

from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run
from tests.fair_records import SECRET, dealt_record, fair_record, resealed
from tests.samples import a_game
from tests.toy_auction import Bid, Lot, ToyAuction

from tablee.core import record as records
from tablee.core.fairness import commitment
from tablee.core.match import Match
from tablee.core.registry import game
from tablee.core.seat import Seat
from tablee.core.texts import LANGS, Lang

both_languages = pytest.mark.parametrize("lang", LANGS)


@pytest.fixture(scope="module")
def fair() -> dict[str, Any]:
    return fair_record(game(a_game(chance=True)))


def write(record: dict[str, Any]) -> str:
    Path("match.json").write_text(records.dumps(record), encoding="utf-8")
    return "match.json"


@both_languages
def test_a_match_that_holds(run: Run, fair: dict[str, Any], lang: Lang) -> None:
    ran = run("verify", write(fair), lang=lang)
    assert (ran.status, ran.err) == (0, "")
    entries = len(fair["entries"])
    draws = sum(entry["seat"] == "chance" for entry in fair["entries"])
    assert draws > 5
    for said in {
        "en": [
            f"{game(fair['game']).title('en')}: the record holds.",
            f"{entries} entries: allowed by the rules (version {fair['rules_version']})",
            f"{draws} outcomes of chance: all follow from the secret",
            f"the secret is the one committed to: {commitment(SECRET)}",
            "the result: it is what the entries lead to",
        ],
        "fr": [
            f"{game(fair['game']).title('fr')} : l’enregistrement est bon.",
            f"{entries} coups : tous permis par les règles (version {fair['rules_version']})",
            f"{draws} tirages : tous découlent du secret",
            f"le secret est celui qui avait été engagé : {commitment(SECRET)}",
            "le résultat : c’est celui auquel mènent les coups",
        ],
    }[lang]:
        assert said in ran.said
    assert "Bernard" in ran.said


@both_languages
@pytest.mark.parametrize("copied", [1, 7])
def test_a_match_played_on_from_another_says_so(run: Run, fair: dict[str, Any], lang: Lang, copied: int) -> None:
    content = {name: value for name, value in fair.items() if name not in ("format", "checksum")}
    played_on = records.sealed(content | {"fairness": {**fair["fairness"], "copied": copied}})
    checked = sum(entry["seat"] == "chance" for entry in fair["entries"][copied:])
    ran = run("verify", write(played_on), lang=lang)
    assert ran.status == 1, "the draws that were copied are not proved"
    trusting = run("verify", write(played_on), "--trust", "copied", lang=lang)
    assert trusting.status == 0
    assert {"en": "taken on trust", "fr": "admis sur parole"}[lang] in trusting.said
    entries = {"en": ["1 entry is", "7 entries are"], "fr": ["1 coup en est copié", "7 coups en sont copiés"]}[lang]
    assert entries[copied > 1] in ran.said
    assert f"{checked} " in ran.said
    sentence = {"en": "played on from another match", "fr": "partie poursuivie à partir d’une autre"}[lang]
    assert sentence in ran.said
    assert sentence not in run("verify", write(fair), lang=lang).said


@both_languages
def test_a_match_without_a_secret_and_without_an_end(run: Run, lang: Lang) -> None:
    match = Match(ToyAuction(players=2))
    match.play(Seat(0), Bid(Lot.FIVE, (2, 1), 1))
    ran = run("verify", write(match.record()), lang=lang)
    assert ran.status == 0
    said = {
        "en": ["1 entry: allowed", "chance: not checked", "the match is not finished"],
        "fr": ["1 coup : permis", "hasard : non vérifié", "la partie n’est pas finie"],
    }
    assert all(sentence in ran.said for sentence in said[lang])


@both_languages
def test_a_match_without_chance_says_so(run: Run, lang: Lang) -> None:
    content = {key: value for key, value in Match(ToyAuction(players=2)).record().items() if key != "checksum"}
    fairness = {"commitment": commitment(SECRET), "secret": SECRET.hex()}
    ran = run("verify", write(records.sealed({**content, "fairness": fairness})), lang=lang)
    assert {"en": "no chance was needed", "fr": "le hasard n’y est pour rien"}[lang] in ran.said


def test_the_commitment_one_noted_before_the_match(run: Run, fair: dict[str, Any]) -> None:
    file = write(fair)
    assert run("verify", file, "--commitment", f" {commitment(SECRET).upper()} ").status == 0
    other = run("verify", file, "--commitment", commitment(b"other"))
    assert (other.status, other.out) == (2, "")
    assert "another secret was committed to" in other.said
    none = run("verify", write(Match(ToyAuction()).record()), "--commitment", commitment(SECRET))
    assert (none.status, none.out) == (2, "")
    assert "names no secret" in none.said


@both_languages
def test_forgery_with_a_fresh_checksum_is_found(run: Run, fair: dict[str, Any], lang: Lang) -> None:
    """Whoever changes a draw and seals the record again is found out by the secret."""
    content = {name: value for name, value in fair.items() if name not in ("format", "checksum")}
    entries = [dict(entry) for entry in fair["entries"]]
    draws = [index for index, entry in enumerate(entries) if entry["seat"] == "chance"]
    first = draws[0]
    second = next(index for index in draws if entries[index]["action"] != entries[first]["action"])
    entries[first], entries[second] = entries[second], entries[first]
    ran = run("verify", write(records.sealed({**content, "entries": entries})), lang=lang)
    assert (ran.status, ran.out) == (2, "")
    assert {"en": f"Entry {first + 1} is not what chance drew", "fr": f"Le coup {first + 1} n’est pas"}[
        lang
    ] in ran.said


def test_every_byte_counts(run: Run, fair: dict[str, Any]) -> None:
    """No byte of the file can be changed, left out or put in unnoticed."""
    Path("whole.json").write_bytes(records.dumps(fair).encode())
    whole = Path("whole.json").read_bytes()
    assert run("verify", "whole.json").status == 0
    for place in range(0, len(whole), 97):
        for changed in (
            whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :],
            whole[:place] + whole[place + 1 :],
            whole[:place] + b" " + whole[place:],
        ):
            Path("changed.json").write_bytes(changed)
            ran = run("verify", "changed.json")
            assert ran.status == 2, (place, changed[max(0, place - 20) : place + 20])
            assert "Traceback" not in ran.err


@both_languages
def test_a_match_of_the_second_scheme_says_what_was_proved(run: Run, lang: Lang) -> None:
    rules = game(a_game(chance=True))
    record = dealt_record(rules, round_=1)
    ran = run("verify", write(record), lang=lang)
    assert ran.status == 0
    for said in {
        "en": [
            f"1 of {rules.players} chairs: a device gave a part of the secret",
            record["fairness"]["parts"][0]["commitment"],
            "who sits where, and who begins: it follows from the secret",
            "the deal was begun again 1 time,",
        ],
        "fr": [
            f"1 chaise sur {rules.players} : un appareil a donné une part du secret",
            record["fairness"]["parts"][0]["commitment"],
            "qui s’assoit où et qui commence : cela découle du secret",
            "la distribution a été recommencée 1 fois,",
        ],
    }[lang]:
        assert said.replace(" :", "\u00a0:") in ran.said or said in ran.said
    alone = run("verify", write(dealt_record(rules, devices=0)), lang=lang)
    assert {"en": "the house chose it alone", "fr": "la maison l’a choisi seule"}[lang] in alone.said


@both_languages
def test_an_old_record_says_by_which_scheme_it_was_drawn(run: Run, fair: dict[str, Any], lang: Lang) -> None:
    ran = run("verify", write(fair), lang=lang)
    assert ran.status == 0
    assert {"en": "drawn by the first scheme", "fr": "premier procédé"}[lang] in ran.said
    assert {"en": "first scheme", "fr": "premier procédé"}[lang] not in run(
        "verify", write(dealt_record(game(a_game(chance=True)))), lang=lang
    ).said


def test_chance_without_a_secret_is_not_proved(run: Run) -> None:
    record = resealed(fair_record(game(a_game(chance=True))), fairness=None)
    file = write(resealed({name: value for name, value in record.items() if name != "fairness"}))
    assert run("verify", file).status == 1
    assert "not proved: that chance drew" in run("verify", file).said
    assert run("verify", file, "--trust", "copied").status == 1
    assert run("verify", file, "--trust", "copied", "--trust", "chance").status == 0
    wrong = run("verify", file, "--trust", "everything")
    assert (wrong.status, wrong.out) == (2, "")
    assert "“everything” cannot be taken on trust. Possible: copied, seating, deals, chance." in wrong.said


def test_the_part_of_ones_own_device(run: Run, fair: dict[str, Any]) -> None:
    record = dealt_record(game(a_game(chance=True)))
    mine = record["fairness"]["parts"][0]["commitment"]
    assert run("verify", write(record), "--device", f" {mine.upper()} ").status == 0
    for file in (write(record), write(fair)):
        other = run("verify", file, "--device", commitment(b"other"))
        assert (other.status, other.out) == (2, "")
        assert "your device gave no part" in other.said


@both_languages
@pytest.mark.parametrize("claim", [{"devices": 0, "copied": 1}, {"devices": 0, "copied": 0}, {"seating": "given"}])
def test_seats_that_chance_did_not_give_are_not_proved(run: Run, lang: Lang, claim: dict[str, Any]) -> None:
    rules = game(a_game(chance=True))
    file = write(dealt_record(rules, order=list(rules.seats), **claim))
    trust = ("--trust", "copied") if claim.get("copied") else ()
    ran = run("verify", file, *trust, lang=lang)
    assert ran.status == 1
    drawn, open_, trusted = {
        "en": ("who begins: it follows", "not proved: who sits where", "taken on trust: who sits where"),
        "fr": ("qui commence : cela", "non prouvé : qui s’assoit où", "admis sur parole : qui s’assoit où"),
    }[lang]
    assert drawn not in ran.said
    assert open_ in ran.said
    trusting = run("verify", file, *trust, "--trust", "seating", lang=lang)
    assert (trusting.status, trusted in trusting.said) == (0, True)


@both_languages
def test_a_deal_begun_again_too_often_leaves_a_choice(run: Run, lang: Lang) -> None:
    file = write(dealt_record(game(a_game(chance=True)), begun_again=20))
    ran = run("verify", file, lang=lang)
    assert ran.status == 1
    assert {"en": "nobody chose among 21 deals", "fr": "personne n’a choisi entre 21 distributions"}[lang] in ran.said
    assert run("verify", file, "--trust", "deals", lang=lang).status == 0
