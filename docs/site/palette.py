"""The colours of the product, read from the browser client: the site and the picture of the architecture share them."""

import re
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
STYLES: Final = ROOT / "web/src/app.css"
_COLOUR: Final = re.compile(r"--([\w-]+): light-dark\((#[0-9a-f]+), (#[0-9a-f]+)\)")


class Colour(NamedTuple):
    """One colour, by day and by night."""

    light: str
    dark: str


def palette() -> dict[str, Colour]:
    """All colours of the browser client, by the name of their variable."""
    return {name: Colour(light, dark) for name, light, dark in _COLOUR.findall(STYLES.read_text("utf-8"))}


def variables(scheme: str, names: tuple[str, ...]) -> str:
    """CSS that sets these colours for one scheme, `light` or `dark`."""
    colours = palette()
    return " ".join(f"--{name}: {getattr(colours[name], scheme)};" for name in names)
