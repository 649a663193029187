"""The picture of the architecture is made from the import contracts, and says what is there."""

from docs.site import picture
from docs.site.palette import ROOT, palette


def test_the_picture_is_the_one_that_is_drawn_now() -> None:
    assert picture.PICTURE.read_text("utf-8") == picture.drawn(), "run: python -m docs.site.picture"


def test_every_package_it_names_is_there() -> None:
    layers = [layer for row in picture.rows() for layer in row]
    paths = [layer.path for layer in layers] + [part.path for layer in layers for part in layer.parts]
    assert [path for path in paths if not path.exists()] == []
    assert len(paths) > len(layers)


def test_it_names_every_package() -> None:
    layers = {layer.name: {part.name for part in layer.parts} for row in picture.rows() for layer in row}
    assert set(layers) == _packages("src/tablee")
    assert layers["server"] == _packages("src/tablee/server")


def test_its_colours_are_those_of_the_product() -> None:
    assert set(picture.COLOURS) <= set(palette())


def _packages(folder: str) -> set[str]:
    return {path.parent.name for path in (ROOT / folder).glob("*/__init__.py")}
