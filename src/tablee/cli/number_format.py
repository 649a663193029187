"""Numbers as each language writes them."""

from dataclasses import dataclass

from tablee.core.texts import Lang


@dataclass(frozen=True)
class NumberFormat:
    """
    >>> NumberFormat("en").decimal(12345.678), NumberFormat("en").percent(0.3333)
    ('12,345.68', '33.3%')
    >>> NumberFormat("fr").percent(0.3333) == "33,3\\N{NO-BREAK SPACE}%"
    True
    """

    lang: Lang

    def whole(self, number: float) -> str:
        return self.decimal(number, 0)

    def decimal(self, number: float, digits: int = 2, *, sign: bool = False) -> str:
        number = round(number, digits) + 0.0  # no −0
        text = f"{number:{'+' if sign else ''},.{digits}f}".replace("-", "−")
        if self.lang == "fr":
            text = text.translate({ord(","): "\N{NARROW NO-BREAK SPACE}", ord("."): ","})
        return text

    def percent(self, share: float, *, sign: bool = False) -> str:
        gap = "\N{NO-BREAK SPACE}" if self.lang == "fr" else ""
        return f"{self.decimal(100 * share, 1, sign=sign)}{gap}%"
