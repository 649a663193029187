"""Passphrases are hashed slowly, by a library, and codes are read however they are typed."""

from tablee.server.http import passphrases


def test_a_passphrase_is_known_again_and_no_other() -> None:
    kept = passphrases.passphrase_hash("saucisse moutarde")
    assert kept.startswith("$argon2id$")
    assert passphrases.is_passphrase(kept, "saucisse moutarde")
    assert not passphrases.is_passphrase(kept, "saucisse ketchup")
    assert not passphrases.is_passphrase(None, "saucisse moutarde")


def test_codes_are_all_different_and_read_however_they_are_typed() -> None:
    codes = passphrases.new_recovery_codes()
    assert len({*codes}) == len(codes) == passphrases.RECOVERY_CODES
    typed = f" {codes[0].upper().replace('-', ' ')}. "
    assert passphrases.code_hash(typed, "zoe") == passphrases.code_hash(codes[0], "zoe")
    assert passphrases.code_hash(codes[0], "anne") != passphrases.code_hash(codes[0], "zoe")
