"""Texts for people: one TOML file per language in the `text` folder of a package.

A text may hold placeholders, `{name}`, and plural forms, `{count:card|cards}`, which follow the rule of the language
(French says « 0 carte », English "0 cards"). A name may be that of the reader (`You`), who is addressed: `{name:You}`
gives "You" to the reader and the name to others, `{name:sells|sell}` one form to others, the other to the reader. A
form may depend on a number as well: `{who:{count:wins|win}|win}`.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from string import Formatter
from typing import Any, Final, Literal, get_args

Lang = Literal["fr", "en"]
LANGS: Final[tuple[Lang, ...]] = get_args(Lang)


@dataclass(frozen=True)
class Phrase:
    """A text not yet translated; can be a detail of another one."""

    code: str
    details: Mapping[str, object] = field(default_factory=dict)
    package: str | None = None
    """The package it belongs to, if that differs from the text it is a detail of."""


class You(str):
    """The name of the reader."""

    __slots__ = ()


class _PluralFormatter(Formatter):
    def __init__(self, catalogue: "Catalogue") -> None:
        self._catalogue = catalogue

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Phrase):
            texts = catalogue(value.package, self._catalogue.lang) if value.package else self._catalogue
            return texts(value.code, **value.details)
        if isinstance(value, str) and format_spec:
            for_others, _, for_reader = format_spec.rpartition("|")
            return for_reader if isinstance(value, You) else for_others or value
        if "|" in format_spec:
            one, other = format_spec.split("|")
            single = abs(value) < 2 if self._catalogue.lang == "fr" else abs(value) == 1
            return one if single else other
        return str(super().format_field(value, format_spec))


class Catalogue:
    """The texts of one package in one language; `catalogue("key.of.text", name=value)` gives one."""

    def __init__(self, lang: Lang, texts: Mapping[str, str]) -> None:
        self.lang = lang
        self._texts = texts
        self._formatter = _PluralFormatter(self)

    def __call__(self, key: str, /, **details: object) -> str:
        return self._formatter.vformat(self._texts[key], (), details)

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def listed(self, words: Iterable[str]) -> str:
        """Words in a row, as people say them: « Anne, Bernard et Claire »."""
        *others, last = [*words] or [""]
        return f"{', '.join(others)}{self('and')}{last}" if others else last

    def subject(self, names: Iterable[str]) -> str:
        """Names at the beginning of a sentence. The reader is "you", first or last as the language has it."""
        everybody = [*names]
        others = [name for name in everybody if not isinstance(name, You)]
        if len(others) == len(everybody):
            return self.listed(others)
        last = self("reader_last")
        return You(self.listed([*others, last] if others and last else [self("reader"), *others]))

    def template(self, key: str) -> str:
        """The text with its placeholders, as it is in the file."""
        return self._texts[key]


@cache
def catalogue(package: str, lang: Lang) -> Catalogue:
    """The texts of a package; those of `tablee.core` are the fallback."""
    common = _flat(_read("tablee.core", lang))
    return Catalogue(lang, common if package == "tablee.core" else {**common, **_flat(_read(package, lang))})


def _read(package: str, lang: Lang) -> Mapping[str, Any]:
    # A game from another package may have texts in one language only: better that one than none.
    for written in (lang, *LANGS):
        file = resources.files(package).joinpath("text", f"{written}.toml")
        if file.is_file():
            return tomllib.loads(file.read_text(encoding="utf-8"))
    return {}


def _flat(tree: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in tree.items():
        if isinstance(value, str):
            flat[prefix + key] = value
        else:
            flat.update(_flat(value, f"{prefix}{key}."))
    return flat
