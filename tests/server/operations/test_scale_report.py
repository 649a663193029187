"""What `python -m bench scale` prints."""

import io

from bench.scale import BOARDGAME_IO, ONE_WORKER, SQLITE, Figures, Report
from rich.console import Console


def test_every_house_is_compared_with_boardgame_io() -> None:
    """Before, only boardgame.io was compared with the houses, and the houses with each other."""
    out = io.StringIO()
    report = Report(Console(file=out, width=300))
    for name, rate in ((SQLITE, 6000.0), (ONE_WORKER, 4500.0), (BOARDGAME_IO, 1500.0)):
        figures = Figures(rate, p50=1.0, p99=2.0, refused=0, load_cpu=0.5, house=100.0, database=0.0)
        report.add(name, figures, figures)
    report.print(2)
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in out.getvalue().splitlines() if "│" in line]
    ratios = {row[0]: row[2:5] for row in rows}
    assert ratios == {
        SQLITE: ["1.33", "1.00", "4.00"],
        ONE_WORKER: ["1.00", "0.75", "3.00"],
        BOARDGAME_IO: ["0.33", "0.25", "1.00"],
    }
